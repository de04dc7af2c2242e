import { test } from "node:test";
import assert from "node:assert/strict";
import {
  Broadcaster,
  EventAggregator,
  EventBroadcaster,
  EventBroadcasterAdapter,
  EventCorrelator,
  EventDeduplicator,
  EventRecording,
  EventSeriesCorrelator,
  EventSourceObjectSpamFilter,
  exponentialBackoff,
  FetchEventSink,
  filterWatch,
  StatusError,
  Watcher,
} from "../../mod.ts";
import { checkOptions, checkResult } from "../../src/api/check_options.ts";
import { EventReader } from "../../src/reader/mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";
import { FakeRecorder, FakeWatcher, ScriptedSink, WatchRecorder } from "../../src/testing/mod.ts";

// Of any type, as from untyped callers.
// deno-lint-ignore no-explicit-any
type Options = any;

const source = { component: "test" };

/** Everything that accepts options, with two mistaken names and the intended ones. */
const CALLS: Record<string, [call: (options: Options) => unknown, ...mistakes: [mistake: string, meant: string][]]> = {
  "new FetchEventSink()": [
    (options) => new FetchEventSink(options),
    ["url", "server"],
    ["host", "server"],
    ["Token", "token"],
    ["fieldmanager", "fieldManager"],
  ],
  "new Broadcaster()": [
    (options) => new Broadcaster(options),
    ["highWatermark", "highWaterMark"],
    ["bufferSize", "highWaterMark"],
    ["onerror", "onError"],
    ["wenFull", "whenFull"],
  ],
  "Broadcaster.watch()": [
    (options) => new Broadcaster().watch(options),
    ["ondrop", "onDrop"],
    ["abortSignal", "signal"],
    ["filters", "filter"],
  ],
  "Broadcaster.watchWithPrefix()": [(options) => new Broadcaster().watchWithPrefix([], options), [
    "whenfull",
    "whenFull",
  ]],
  "Broadcaster.shutdown()": [(options) => new Broadcaster().shutdown(options), ["abort", "signal"], [
    "sginal",
    "signal",
  ]],
  "new Watcher()": [(options) => new Watcher([], options), ["handlers", "handler"]],
  "new FakeWatcher()": [(options) => new FakeWatcher([], options), ["callback", "handler"]],
  "filterWatch()": [(options) => filterWatch(new FakeWatcher(), (event) => event, options), ["onerror", "onError"]],
  "new EventBroadcaster()": [
    (options) => new EventBroadcaster(options),
    ["log", "logger"],
    ["host", "hostname"],
    ["now", "clock"],
    ["apiversion", "apiVersion"],
    ["maxEarlyEvent", "maxEarlyEvents"],
  ],
  "EventBroadcaster.newRecorder()": [
    (options) => new EventBroadcaster().newRecorder(source, options),
    ["kindof", "kindOf"],
    ["log", "logger"],
  ],
  "EventBroadcaster.startEventWatcher()": [
    (options) => new EventBroadcaster().startEventWatcher(() => {}, options),
    ["capacity", "highWaterMark"],
  ],
  "EventBroadcaster.startRecordingToSink()": [
    (options) => new EventBroadcaster().startRecordingToSink(new ScriptedSink(), options),
    ["maxRetries", "maxTries"],
    ["requestTimeout", "requestTimeoutMs"],
    ["timeout", "requestTimeoutMs"],
    ["onOutcomes", "onOutcome"],
    ["onerror", "onOutcome"],
    ["retry_delay_ms", "retryDelayMs"],
  ],
  "EventBroadcaster.shutdown()": [(options) => new EventBroadcaster().shutdown(options), ["signals", "signal"]],
  "new EventBroadcasterAdapter()": [
    (options) => new EventBroadcasterAdapter("v1", options),
    ["url", "server"],
    ["log", "logger"],
  ],
  "EventBroadcasterAdapter.discover()": [(options) => EventBroadcasterAdapter.discover(options), ["url", "server"]],
  "EventBroadcasterAdapter.startRecordingToSink()": [
    (options) => new EventBroadcasterAdapter("v1").startRecordingToSink(options),
    ["attempts", "maxTries"],
  ],
  "EventBroadcasterAdapter.shutdown()": [
    (options) => new EventBroadcasterAdapter("v1").shutdown(options),
    ["Signal", "signal"],
  ],
  "new EventRecording() without a correlator": [
    (options) => new EventRecording(new ScriptedSink(), options),
    ["burst", "correlator: { burst }"],
    ["maxNotes", "correlator: { maxNotes }"],
  ],
  "EventBroadcaster.startRecordingToSink() without a correlator": [
    (options) => new EventBroadcaster().startRecordingToSink(new ScriptedSink(), options),
    ...["burst", "qps", "maxEvents", "cacheSize", "maxIntervalMs", "aggregateKey", "trailingWrites", "reserve"].map(
      (name): [string, string] => [name, `correlator: { ${name} }`],
    ),
  ],
  "new EventRecording()": [(options) => new EventRecording(new ScriptedSink(), options), ["onstop", "onStop"]],
  "EventRecording.flush()": [(options) => new EventRecording(new ScriptedSink()).flush(options), ["abort", "signal"]],
  "EventRecording.stop()": [(options) => new EventRecording(new ScriptedSink()).stop(options), ["abort", "signal"]],
  "new StatusError()": [(options) => new StatusError({}, options), ["retryAfter", "retryAfterMs"]],
  "new EventReader()": [(options) => new EventReader(options), ["url", "server"], ["fieldselector", "fieldSelector"]],
  "EventReader.list()": [(options) => new EventReader().list(options), ["abort", "signal"]],
  "EventReader.watch()": [(options) => new EventReader().watch(options), ["sinc", "since"]],
  "EventReader.occurrences()": [(options) => new EventReader().occurrences(options), ["Since", "since"]],
  "EventReader.waitFor()": [(options) => new EventReader().waitFor(/x/, options), ["abort", "signal"]],
  "exponentialBackoff()": [(options) => exponentialBackoff(options), ["minDelay", "minDelayMs"]],
  "new EventCorrelator()": [
    (options) => new EventCorrelator(options),
    ["LRUCacheSize", "cacheSize"],
    ["BurstSize", "burst"],
    ["QPS", "qps"],
    ["KeyFunc", "aggregateKey"],
    ["MessageFunc", "aggregateMessage"],
    ["MaxEvents", "maxEvents"],
    ["MaxIntervalInSeconds", "maxIntervalMs"],
    ["SpamKeyFunc", "spamKey"],
    ["trailingWrite", "trailingWrites"],
  ],
  "new EventCorrelator() without a reserve": [
    (options) => new EventCorrelator(options),
    ["warnings", "reserve: { warnings }"],
  ],
  "new EventCorrelator() with a reserve": [
    (reserve) => new EventCorrelator({ reserve }),
    ["warning", "warnings"],
  ],
  "new EventAggregator()": [(options) => new EventAggregator(options), ["maxInterval", "maxIntervalMs"]],
  "new EventDeduplicator()": [(options) => new EventDeduplicator(options), ["maxSize", "cacheSize"]],
  "new EventSourceObjectSpamFilter()": [(options) => new EventSourceObjectSpamFilter(options), ["bursts", "burst"], [
    "rate",
    "qps",
  ]],
  "new EventSeriesCorrelator()": [(options) => new EventSeriesCorrelator(options), ["finishAfter", "finishAfterMs"]],
  "new EventsApiServer()": [(options) => new EventsApiServer(options), ["ttl", "ttlMs"], ["fault", "faults"]],
  "EventsApiServer.inject()": [(fault) => new EventsApiServer().inject(fault), ["delay", "delayMs"]],
  "new FakeRecorder()": [(options) => new FakeRecorder(options), ["now", "clock"], ["kindof", "kindOf"]],
  "FakeRecorder.waitFor()": [(options) => new FakeRecorder().waitFor(/x/, options), ["abort", "signal"]],
  "WatchRecorder.waitFor()": [
    (options) => new WatchRecorder(new FakeWatcher()).waitFor(() => true, options),
    ["abortsignal", "signal"],
  ],
};

for (const [name, [call, ...mistakes]] of Object.entries(CALLS)) {
  test(`${name} suggests the option whose name is nearest to an unknown one`, async () => {
    for (const [mistake, meant] of mistakes) {
      await assert.rejects(async () => await call({ [mistake]: "x" }), {
        name: "TypeError",
        message: new RegExp(`^Cannot [a-zA-Z ]+: unknown option (reserve\\.)?${mistake}, did you mean ${meant}\\?$`),
      });
    }
    await assert.rejects(async () => await call("x"), {
      name: "TypeError",
      message: /must be an object.*, received "x"$/,
    });
  });
}

test("checkOptions() ignores unknown names that resemble no option, so that a whole configuration can be passed", () => {
  const configuration = { tenant: "shop", namespace: "shop", retries_: undefined, url: undefined, ops: 1, toString: 1 };
  new FetchEventSink({ ...configuration, server: "http://127.0.0.1:8001" } as Options);
  new EventCorrelator({ ...configuration, burst: 3 } as Options);
  new FetchEventSink({ host: "shop.example", server: "http://127.0.0.1:8001" } as Options);
  new EventRecording(new ScriptedSink(), { ...configuration, burst: 3, correlator: { burst: 3 } } as Options);
  new EventRecording(new ScriptedSink(), { ...configuration, cacheSize: 3, correlator: false } as Options);
  new FetchEventSink({ length: 1, at: 1, search: "x" } as Options);
});

test("checkOptions() accepts the options of every class as unknown to the others", () => {
  const names = new Set(Object.values(CALLS).flatMap(([, ...mistakes]) => mistakes.map(([, meant]) => meant)));
  for (const known of names) {
    for (const other of names) {
      if (other.includes(":")) continue;
      // A recording has no onError: it has onOutcome.
      if (other === "onError" && known === "onOutcome") continue;
      checkOptions("test", { [other]: "x" }, { [known]: "anything" } as Options);
    }
  }
});

test("checkOptions() rejects an AbortSignal that is passed in place of options", async () => {
  const { signal } = new AbortController();
  await assert.rejects(new EventBroadcaster().shutdown(signal as Options), {
    name: "TypeError",
    message: "Cannot shut down: options must be an object, did you mean { signal }?",
  });
});

test("checkOptions() rejects options that are not an object", () => {
  for (const options of [null, [], new URL("http://localhost"), "text", 7, () => {}]) {
    assert.throws(() => new Broadcaster(options as never), {
      name: "TypeError",
      message: /options must be an object such as \{ \w+ \}, received/,
    });
  }
});

test("FetchEventSink and EventBroadcaster reject a promise of options, as its await is missing", () => {
  const options = Promise.resolve({}) as never;
  assert.throws(() => new FetchEventSink(options), {
    name: "TypeError",
    message: "Cannot create a FetchEventSink: options must not be a Promise, await it first",
  });
  assert.throws(() => new EventBroadcaster(options), { name: "TypeError", message: /must not be a Promise/ });
});

test("checkOptions() names the option that is one letter off, and none that is two", () => {
  const kinds = { burst: "anything", maxTries: "anything" } as const;
  const meant = (name: string): string | undefined => {
    try {
      checkOptions("test", { [name]: 1 }, kinds as never);
    } catch (error) {
      return /did you mean (\w+)\?$/.exec((error as Error).message)?.[1];
    }
    return undefined;
  };
  for (
    const name of [
      "urst",
      "brst",
      "burs",
      "xburst",
      "burxst",
      "burstx",
      "vurst",
      "buxst",
      "bursv",
      "ubrst",
      "busrt",
      "burts",
    ]
  ) {
    assert.equal(meant(name), "burst", name);
  }
  for (const name of ["bst", "buxxst", "xburstx", "bxrxt", "tsrub", "rubst", "busxx", "bu"]) {
    assert.equal(meant(name), undefined, name);
  }
  assert.deepEqual(["maxtries", "max_tries", "MAX-TRIES", "maxTriesMs"].map(meant), [
    "maxTries",
    "maxTries",
    "maxTries",
    undefined,
  ]);
});

test("checkOptions() accepts the numbers of each kind up to their bounds, and rejects others", () => {
  const MAX = 2 ** 53 - 1;
  const kinds = {
    "a positive integer": [[1, MAX], [0, -1, 1.5, MAX + 1, Infinity, NaN]],
    "a positive integer or Infinity": [[1, MAX, Infinity], [0, 1.5, MAX + 1, -Infinity, NaN]],
    "an integer of at least 0": [[0, 1, MAX], [-1, 0.5, MAX + 1, Infinity, NaN]],
    "a positive number": [[0.1, 1, Infinity], [0, -1, NaN]],
    "a number of at least 0": [[0, 0.1, Infinity], [-0.1, NaN]],
    "a finite number of at least 0": [[0, 0.1, Number.MAX_VALUE], [-0.1, Infinity, NaN]],
    "between 0 and 1": [[0, 0.5, 1], [-0.1, 1.1, NaN]],
    "between 0 and 2147483647": [[0, 0.5, 2 ** 31 - 1], [-0.1, 2 ** 31, NaN]],
    "more than 0 and at most 2147483647": [[0.1, 2 ** 31 - 1], [0, -1, 2 ** 31, NaN]],
  } as const;
  for (const [kind, [taken, refused]] of Object.entries(kinds)) {
    const check = (value: unknown) => () => checkOptions("test", { size: value }, { size: kind as never });
    for (const value of taken) assert.doesNotThrow(check(value), `${value} is ${kind}`);
    for (const value of [...refused, "1", null]) {
      const error = { name: "RangeError", message: new RegExp(`^Cannot test: size must be ${kind}, received `) };
      assert.throws(check(value), error, `${value} is not ${kind}`);
    }
  }
});

test("checkOptions() names the class of an object that it rejects", () => {
  const unreadable = new Proxy({}, { get: () => assert.fail() });
  const shown = { "[object Map]": new Map(), "[object Object]": Object.create(null), "an object": unreadable };
  for (const [text, size] of Object.entries(shown)) {
    const message = `Cannot test: size must be a positive integer, received ${text}`;
    assert.throws(() => checkOptions("test", { size }, { size: "a positive integer" }), {
      name: "RangeError",
      message,
    });
  }
});

test("checkOptions() accepts any object with the methods of a signal, a logger or a clock", () => {
  const none = (): void => {};
  const kinds = {
    "an AbortSignal": [[{ aborted: false, addEventListener: none }], [new EventTarget(), { aborted: true }, 1, null]],
    "a Logger": [[console, { warn: none, error: none }], [{ warn: none }, { error: none }, none]],
    "a Clock": [[Date, { now: none }], [{ now: 1 }, {}]],
  } as const;
  for (const [kind, [taken, refused]] of Object.entries(kinds)) {
    const check = (value: unknown) => () => checkOptions("test", { part: value }, { part: kind as never });
    for (const value of taken) assert.doesNotThrow(check(value));
    for (const value of refused) {
      assert.throws(check(value), { name: "TypeError", message: /^Cannot test: part must / });
    }
  }
});

test("checkResult() handles the rejection of an async callback, which would end the process", async () => {
  let handled = 0;
  class Rejection extends Promise<never> {
    override catch(): Promise<never> {
      handled++;
      return super.catch(() => {}) as Promise<never>;
    }
  }
  const rejected: unknown = Rejection.reject(new Error("Never"));
  const message = "filter must return a boolean, received [object Rejection]";
  assert.throws(() => checkResult("filter", "a boolean", rejected, false), { name: "TypeError", message });
  assert.equal(handled, 1);
  assert.equal(checkResult("filter", "a boolean", true, true), true);
  await (rejected as Promise<never>).then(undefined, () => {});
});
