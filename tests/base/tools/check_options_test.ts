import { test } from "node:test";
import assert from "node:assert/strict";
import {
  Broadcaster,
  createEventRecorder,
  EventBroadcaster,
  FetchEventSink,
  StatusError,
  Watcher,
} from "../../../mod.ts";
import {
  EventAggregator,
  EventBroadcasterAdapter,
  EventCorrelator,
  EventDeduplicator,
  EventRecording,
  EventSeriesCorrelator,
  EventSourceObjectSpamFilter,
  exponentialBackoff,
  filterWatch,
} from "../../../src/client_go/mod.ts";
import { checkResult, readOptions } from "../../../src/base/tools/check_options.ts";
import { EventReader, forward } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { FakeRecorder, FakeWatcher, ScriptedSink, WatchRecorder } from "../../../src/serve/testing/mod.ts";

// Of any type, as from untyped callers.
// deno-lint-ignore no-explicit-any
type Options = any;

const source = { component: "test" };

/** Everything that accepts options, with one that it knows. */
const CALLS: Record<string, [call: (options: Options) => unknown, known: string]> = {
  "createEventRecorder()": [(options) => createEventRecorder(options), "component"],
  "new FetchEventSink()": [(options) => new FetchEventSink(options), "server"],
  "FetchEventSink.check()": [(options) => new FetchEventSink().check(options), "namespace"],
  "new Broadcaster()": [(options) => new Broadcaster(options), "highWaterMark"],
  "Broadcaster.watch()": [(options) => new Broadcaster().watch(options), "handler"],
  "Broadcaster.watchWithPrefix()": [(options) => new Broadcaster().watchWithPrefix([], options), "handler"],
  "Broadcaster.shutdown()": [(options) => new Broadcaster().shutdown(options), "signal"],
  "new Watcher()": [(options) => new Watcher([], options), "handler"],
  "new FakeWatcher()": [(options) => new FakeWatcher([], options), "handler"],
  "filterWatch()": [(options) => filterWatch(new FakeWatcher(), (event) => event, options), "onError"],
  "new EventBroadcaster()": [(options) => new EventBroadcaster(options), "highWaterMark"],
  "EventBroadcaster.newRecorder()": [(options) => new EventBroadcaster().newRecorder(source, options), "kindOf"],
  "EventBroadcaster.startEventWatcher()": [
    (options) => new EventBroadcaster().startEventWatcher(() => {}, options),
    "handler",
  ],
  "EventBroadcaster.startRecordingToSink()": [
    (options) => new EventBroadcaster().startRecordingToSink(new ScriptedSink(), options),
    "correlator",
  ],
  "EventBroadcaster.shutdown()": [(options) => new EventBroadcaster().shutdown(options), "signal"],
  "new EventBroadcasterAdapter()": [(options) => new EventBroadcasterAdapter("v1", options), "server"],
  "EventBroadcasterAdapter.discover()": [(options) => EventBroadcasterAdapter.discover(options), "server"],
  "EventBroadcasterAdapter.startRecordingToSink()": [
    (options) => new EventBroadcasterAdapter("v1").startRecordingToSink(options),
    "correlator",
  ],
  "EventBroadcasterAdapter.shutdown()": [(options) => new EventBroadcasterAdapter("v1").shutdown(options), "signal"],
  "new EventRecording()": [(options) => new EventRecording(new ScriptedSink(), options), "correlator"],
  "EventRecording.flush()": [(options) => new EventRecording(new ScriptedSink()).flush(options), "signal"],
  "EventRecording.stop()": [(options) => new EventRecording(new ScriptedSink()).stop(options), "signal"],
  "new StatusError()": [(options) => new StatusError({}, options), "retryAfterMs"],
  "new EventReader()": [(options) => new EventReader(options), "server"],
  "EventReader.list()": [(options) => new EventReader().list(options), "signal"],
  "EventReader.watch()": [(options) => new EventReader().watch(options), "since"],
  "EventReader.occurrences()": [(options) => new EventReader().occurrences(options), "since"],
  "EventReader.waitFor()": [(options) => new EventReader().waitFor(/x/, options), "since"],
  "forward()": [(options) => forward(new EventReader(), options), "deliver"],
  "exponentialBackoff()": [(options) => exponentialBackoff(options), "minDelayMs"],
  "new EventCorrelator()": [(options) => new EventCorrelator(options), "cacheSize"],
  "new EventAggregator()": [(options) => new EventAggregator(options), "cacheSize"],
  "new EventDeduplicator()": [(options) => new EventDeduplicator(options), "cacheSize"],
  "new EventSourceObjectSpamFilter()": [(options) => new EventSourceObjectSpamFilter(options), "cacheSize"],
  "new EventSeriesCorrelator()": [(options) => new EventSeriesCorrelator(options), "cacheSize"],
  "new EventsApiServer()": [(options) => new EventsApiServer(options), "ttlMs"],
  "EventsApiServer.events()": [(options) => new EventsApiServer().events(options), "apiVersion"],
  "EventsApiServer.expire()": [(options) => new EventsApiServer().expire(options), "silently"],
  "new FakeRecorder()": [(options) => new FakeRecorder(options), "kindOf"],
  "FakeRecorder.waitFor()": [(options) => new FakeRecorder().waitFor(/x/, options), "signal"],
  "WatchRecorder.waitFor()": [
    (options) => new WatchRecorder(new FakeWatcher()).waitFor(() => true, options),
    "signal",
  ],
};

/** Options, and other parameters, with a name in errors of their own. */
const NAMED: Record<string, [call: (given: Options) => unknown, known: string]> = {
  fault: [(fault) => new EventsApiServer().inject(fault), "answer"],
  reserve: [(reserve) => new EventCorrelator({ reserve }), "warnings"],
  source: [(given) => new EventBroadcaster().newRecorder(given), "component"],
  reporter: [
    (given) => new EventBroadcaster({ apiVersion: "events.k8s.io/v1" }).newRecorder(given),
    "reportingController",
  ],
};

for (const [name, [call, known]] of Object.entries(CALLS)) {
  test(`${name} refuses unknown names, and anything but an object`, async () => {
    await refuses(call, { known, name: "options", path: "" });
  });
}

for (const [name, [call, known]] of Object.entries(NAMED)) {
  test(`readOptions() refuses unknown names of a ${name}, and anything but an object`, async () => {
    await refuses(call, { known, name, path: `${name}.` });
  });
}

async function refuses(
  call: (options: Options) => unknown,
  { known, name, path }: { known: string; name: string; path: string },
): Promise<void> {
  for (const unknown of ["tenant", "timeoutMs", "toString", known.toUpperCase(), `${known}s`]) {
    await assert.rejects(async () => await call({ [unknown]: "x" }), {
      name: "TypeError",
      message: new RegExp(`^Cannot [a-zA-Z ]+: unknown option ${path}${unknown} \\(known: (\\w+, )*${known}\\b`),
    });
  }
  for (const [shown, given] of [['"x"', "x"], ["null", null], ["\\[object Promise\\]", Promise.resolve({})]]) {
    await assert.rejects(async () => await call(given), {
      name: "TypeError",
      message: new RegExp(`^Cannot [a-zA-Z ]+: ${name} must be an object such as { \\w+ }, received ${shown}$`),
    });
  }
}

test("readOptions() treats undefined as omitted, for any name", () => {
  const table = { size: ["a positive integer", 3], logger: ["a Logger"] } as const;
  const options = { size: undefined, tenant: undefined } as unknown as { size?: number; logger?: Console };
  assert.deepEqual(readOptions("test", options, table), { size: 3, logger: undefined });
});

test("FetchEventSink, EventReader and createEventRecorder() accept the result of loadKubeconfig()", async () => {
  const { fetch } = new EventsApiServer();
  const kubeconfig = {
    server: "http://127.0.0.1:8001",
    token: undefined,
    headers: {},
    fetch,
    namespace: "shop",
    context: "test",
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  new FetchEventSink(kubeconfig);
  new EventReader(kubeconfig);
  new EventBroadcasterAdapter("v1", kubeconfig);
  await createEventRecorder({ component: "test", ...kubeconfig }).shutdown();
});

test("readOptions() rejects signals, lists, URLs and functions in place of options", async () => {
  const { signal } = new AbortController();
  await assert.rejects(new EventBroadcaster().shutdown(signal as Options), {
    name: "TypeError",
    message: "Cannot shut down: options must be an object such as { signal }, received [object AbortSignal]",
  });
  for (const options of [[], new URL("http://localhost"), 7, () => {}]) {
    assert.throws(() => new Broadcaster(options as never), {
      name: "TypeError",
      message: /options must be an object such as \{ \w+ \}, received/,
    });
  }
});

test("readOptions() accepts the numbers of each kind up to their bounds, and rejects others", () => {
  const MAX = 2 ** 53 - 1;
  const kinds = {
    "a positive integer": [[1, MAX], [0, -1, 1.5, MAX + 1, Infinity, NaN]],
    "a positive integer or Infinity": [[1, MAX, Infinity], [0, 1.5, MAX + 1, -Infinity, NaN]],
    "an integer of at least 0": [[0, 1, MAX], [-1, 0.5, MAX + 1, Infinity, NaN]],
    "a positive number": [[0.1, 1, Infinity], [0, -1, NaN]],
    "a number of at least 0": [[0, 0.1, Infinity], [-0.1, NaN]],
    "between 0 and 1": [[0, 0.5, 1], [-0.1, 1.1, NaN]],
    "between 0 and 2147483647": [[0, 0.5, 2 ** 31 - 1], [-0.1, 2 ** 31, NaN]],
    "more than 0 and at most 2147483647": [[0.1, 2 ** 31 - 1], [0, -1, 2 ** 31, NaN]],
  } as const;
  for (const [kind, [taken, refused]] of Object.entries(kinds)) {
    const check = (value: unknown) => () => readOptions("test", { size: value }, { size: [kind as never] });
    for (const value of taken) assert.doesNotThrow(check(value), `${value} is ${kind}`);
    for (const value of [...refused, "1", null]) {
      const error = { name: "RangeError", message: new RegExp(`^Cannot test: size must be ${kind}, received `) };
      assert.throws(check(value), error, `${value} is not ${kind}`);
    }
  }
});

test("readOptions() names the class of an object that it rejects", () => {
  const unreadable = new Proxy({}, { get: () => assert.fail() });
  const tagged = { [Symbol.toStringTag]: "console" };
  const shown = {
    "[object Map]": new Map(),
    "[object console]": tagged,
    "[object Object]": Object.create(null),
    "an object": unreadable,
  };
  for (const [text, size] of Object.entries(shown)) {
    const message = `Cannot test: size must be a positive integer, received ${text}`;
    assert.throws(() => readOptions("test", { size }, { size: ["a positive integer"] }), {
      name: "RangeError",
      message,
    });
  }
});

test("readOptions() accepts any object with the methods of a signal, a logger or a clock", () => {
  const none = (): void => {};
  const kinds = {
    "an AbortSignal": [[{ aborted: false, addEventListener: none }], [new EventTarget(), { aborted: true }, 1, null]],
    "a Logger": [[console, { warn: none, error: none }], [{ warn: none }, { error: none }, none]],
    "a Clock": [[Date, { now: none }], [{ now: 1 }, {}]],
  } as const;
  for (const [kind, [taken, refused]] of Object.entries(kinds)) {
    const check = (value: unknown) => () => readOptions("test", { part: value }, { part: [kind as never] });
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
