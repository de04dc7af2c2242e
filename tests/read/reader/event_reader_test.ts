import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import {
  Broadcaster,
  ConnectionError,
  type CoreV1Event,
  EventBroadcaster,
  FetchEventSink,
  StatusError,
  type WatchEvent,
} from "../../../mod.ts";
import { EventReader, type ReaderEvent, readerRbacRules } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { countingSignal, soon } from "../../record/broadcaster/vocabulary.ts";
import { eventually } from "../../eventually.ts";
import { BreakableApi, failure, until } from "./breakable_api.ts";
import { deleteEvent, putEvent } from "./write_event.ts";

async function namesOf(events: AsyncIterable<CoreV1Event>): Promise<string[]> {
  const names: string[] = [];
  for await (const { metadata } of events) names.push(metadata.name!);
  return names;
}

const ABCDE = ["a", "b", "c", "d", "e"];

// -- list --

test("EventReader.list() reads every page, each event once, and requests no unread page", async () => {
  const api = new BreakableApi();
  for (const name of ABCDE) await putEvent(api.direct, name);
  api.always = () => api.requests.length > 10 ? failure(404, "NotFound") : undefined;
  const reader = new EventReader({ fetch: api.fetch, pageSize: 2 });
  assert.deepEqual(await namesOf(reader.list()), ABCDE);
  assert.equal(api.requests.length, 3);
  for await (const { apiVersion } of reader.list()) {
    assert.equal(apiVersion, "v1");
    break;
  }
  assert.equal(api.requests.length, 4);
});

test("EventReader.list() continues with the fresh token of an expired page, or restarts without one", async () => {
  for (const hasToken of [true, false]) {
    const api = new BreakableApi({ maxHistory: 1 });
    for (const name of ABCDE) await putEvent(api.direct, name);
    const reader = new EventReader({ fetch: api.fetch, pageSize: 2 });
    const names: string[] = [];
    if (!hasToken) api.script.push(() => undefined, () => failure(410, "Expired"));
    for await (const { metadata } of reader.list()) {
      names.push(metadata.name!);
      if (names.length !== 2) continue;
      await deleteEvent(api.direct, "d");
      for (let count = 2; count < 6; count++) await putEvent(api.direct, "a", { count });
    }
    assert.deepEqual(names, ["a", "b", "c", "e"], `with a token: ${hasToken}`);
  }
});

test("EventReader.list() tries a page five times on 429 or 5xx, and logs the first failure", async (time) => {
  const api = new BreakableApi();
  await putEvent(api.direct, "a");
  const busy = (): Response => failure(503, "Busy");
  api.script.push(busy, () => failure(429, "TooManyRequests", {}, { "retry-after": "7" }), busy, busy);
  const lines: string[] = [];
  const logger = { warn: (line: string) => lines.push(line), error: () => {} };
  const reader = new EventReader({ fetch: api.fetch, logger });
  const settle = async <T>(promise: Promise<T>): Promise<T> => {
    let settled = false;
    promise.finally(() => settled = true).catch(() => {});
    await until(time, () => settled);
    return promise;
  };
  const startMs = time.now;
  assert.deepEqual(await settle(namesOf(reader.list())), ["a"]);
  assert.ok(time.now - startMs >= 7000);
  assert.deepEqual(lines, ["It was Busy; retrying to read events"]);
  api.script.push(busy, busy, busy, busy, busy);
  await assert.rejects(settle(namesOf(reader.list())), StatusError);
  assert.equal(api.script.length, 0);
});

test(
  "EventReader.list() tries again after half a second to a second, or when the server asks, a minute later at most",
  async (time) => {
    const tick = async (ms: number): Promise<void> => {
      time.tick(ms);
      for (let turn = 0; turn < 5; turn++) await time.runMicrotasks();
    };
    const hour = { "retry-after": "3600" };

    for (
      const [random, headers, expectedMs] of [[0, {}, 500], [0.5, {}, 750], [1, {}, 1000], [0, hour, 60_000]] as const
    ) {
      const api = new BreakableApi();
      api.script.push(() => failure(503, "Busy", {}, headers));
      const listed = namesOf(new EventReader({ fetch: api.fetch, random: () => random }).list());
      await tick(0);
      await tick(expectedMs - 1);
      assert.equal(api.requests.length, 1);
      await tick(1);
      assert.equal(api.requests.length, 2);
      assert.deepEqual(await listed, []);
    }
  },
  0,
);

test("EventReader.list() and latest() try each page five times", async (time) => {
  const api = new BreakableApi();
  for (const name of ["a", "b"]) await putEvent(api.direct, name);
  const busy = (): Response => failure(503, "Busy");
  const reader = new EventReader({ fetch: api.fetch, pageSize: 1 });
  const latest = async (): Promise<unknown[]> => (await reader.latest(5)).map(({ event }) => event.metadata.name);
  for (const list of [() => namesOf(reader.list()), latest]) {
    api.script.push(busy, busy, busy, busy, () => undefined, busy, busy, busy, busy);
    let settled = false;
    const listed = list();
    listed.finally(() => settled = true).catch(() => {});
    await until(time, () => settled);
    assert.deepEqual((await listed).sort(), ["a", "b"]);
  }
}, 0);

test("EventReader.list() rejects at once when its signal aborts between two tries, and leaves no listener", async () => {
  const api = new BreakableApi();
  api.always = () => failure(503, "Busy", {}, { "retry-after": "60" });
  const { signal, listeners, abort } = countingSignal();
  const listed = assert.rejects(namesOf(new EventReader({ fetch: api.fetch }).list({ signal })), { message: "enough" });
  const [ofRequest] = listeners;
  const pauses = (): boolean => listeners.size > 0 && !listeners.has(ofRequest);
  for (let turns = 0; turns < 100 && !pauses(); turns++) await new Promise((resolve) => setTimeout(resolve));
  abort(new Error("enough"));
  await soon("The list", listed);
  const { fetch } = new EventsApiServer();
  const other = countingSignal();
  assert.deepEqual(await namesOf(new EventReader({ fetch }).list({ signal: other.signal })), []);
  assert.equal(other.listeners.size, 0);
});

test("EventReader.list() lists events of one name in several namespaces", async () => {
  const item = (namespace: string): object => ({ metadata: { name: "a", namespace, resourceVersion: "1" } });
  const fetch = (): Promise<Response> =>
    Promise.resolve(Response.json({ metadata: { resourceVersion: "1" }, items: [item("shop"), item("blog")] }));
  assert.deepEqual(await namesOf(new EventReader({ fetch }).list()), ["a", "a"]);
});

test("EventReader.list() adds no rule to a 403 that is not from an API server", async () => {
  const fetch = (): Promise<Response> => Promise.resolve(new Response("Denied by the proxy", { status: 403 }));
  await assert.rejects(namesOf(new EventReader({ fetch }).list()), (error: StatusError) => {
    assert.ok(!error.message.includes("the role needs the rule"));
    return error.code === 403;
  });
});

test("EventReader.list() rejects with the Retry-After of a 404, and the server's error as its cause", async () => {
  const fetch = (): Promise<Response> => Promise.resolve(failure(404, "NotFound", {}, { "retry-after": "7" }));
  await assert.rejects(namesOf(new EventReader({ fetch }).list()), (error: StatusError) => {
    assert.ok(error.cause instanceof StatusError);
    assert.equal(error.cause.message, "It was NotFound");
    return error.retryAfterMs === 7000;
  });
});

test("EventReader.list() and latest() reject if a page expires repeatedly without a fresh token", async () => {
  const api = new BreakableApi();
  for (const name of ABCDE) await putEvent(api.direct, name);
  api.always = ({ url }) => {
    if (api.requests.length > 50) return failure(400, "BadRequest");
    return url.includes("continue=") ? failure(410, "Expired") : undefined;
  };
  const names: string[] = [];
  const reader = new EventReader({ fetch: api.fetch, pageSize: 2 });
  const list = async (): Promise<void> => {
    for await (const { metadata } of reader.list()) names.push(metadata.name!);
  };
  const expired = (): number => api.requests.splice(0).filter((request) => request.includes("continue")).length;
  await assert.rejects(list(), { code: 410 });
  assert.deepEqual(names, ["a", "b"]);
  assert.equal(expired(), 5);
  await assert.rejects(reader.latest(10), { code: 410 });
  assert.equal(expired(), 5);
});

test("EventReader.list() rejects if a server repeats one page forever, or its items are not an array", async () => {
  const api = new BreakableApi();
  const item = { metadata: { name: "a", namespace: "shop", resourceVersion: "1" } };
  const page = { kind: "EventList", metadata: { resourceVersion: "1", continue: "more" }, items: [item] };
  const reader = new EventReader({ fetch: api.fetch });
  api.always = () => api.requests.length > 50 ? failure(400, "BadRequest") : Response.json(page);
  await assert.rejects(
    namesOf(reader.list()),
    /^Error: Cannot list events: http:\/\/127\.0\.0\.1:8001 responded with the same page twice$/,
  );
  api.always = () => Response.json({ ...page, items: { a: item } });
  await assert.rejects(
    namesOf(reader.list()),
    /^Error: Cannot list events: .* responded with something other than a list/,
  );
  api.always = () => Response.json({ ...page, items: [item, { metadata: { name: "b" } }] });
  await assert.rejects(
    namesOf(reader.list()),
    /^Error: Cannot list events: .* responded with something other than a list/,
  );
});

test("EventReader.list() rejects at once on a final error, on an unreachable server and when its signal aborts", async () => {
  const api = new BreakableApi();
  api.always = () => failure(403, "Forbidden");
  const reader = new EventReader({ fetch: api.fetch });
  await assert.rejects(namesOf(reader.list()), /the role needs the rule/);
  api.always = () => {
    throw new TypeError("fetch failed");
  };
  await assert.rejects(namesOf(reader.list()), /Error: Cannot reach /);
  assert.equal(api.requests.length, 2);
  api.always = () => new Response("<html>", { headers: { "content-type": "text/html" } });
  await assert.rejects(namesOf(reader.list()), /responded with text\/html instead of JSON/);
  api.always = () => Response.json({ kind: "Status" });
  await assert.rejects(
    namesOf(reader.list()),
    /^Error: Cannot list events: .* responded with something other than a list/,
  );
  api.always = () => new Promise<Response>(() => {});
  const aborter = new AbortController();
  const listed = namesOf(reader.list({ signal: aborter.signal }));
  aborter.abort(new Error("enough"));
  await assert.rejects(listed, /^Error: enough$/);
  await assert.rejects(namesOf(reader.list({ signal: aborter.signal })), /^Error: enough$/);
});

// -- occurrences --

test("EventReader.occurrences() delivers each occurrence to the pending read, and skips other changes", async () => {
  const api = new EventsApiServer();
  await putEvent(api.fetch, "a", { count: 3 });
  const reader = new EventReader({ fetch: api.fetch }).occurrences().getReader();
  const next = async (): Promise<unknown> => {
    const { value } = await soon("The occurrence", reader.read());
    return value && [value.event.metadata.name, value.count, value.delta];
  };
  assert.deepEqual(await next(), ["a", 3, 3]);
  await putEvent(api.fetch, "a", { count: 3, metadata: { name: "a", namespace: "shop", labels: { app: "web" } } });
  await deleteEvent(api.fetch, "a");
  await putEvent(api.fetch, "b");
  assert.deepEqual(await next(), ["b", 1, 1]);
  await reader.cancel();
});

// -- waitFor --

test("EventReader.watch() and occurrences() work in loops if the platform's streams have no async iterator", async () => {
  const api = new BreakableApi();
  for (const name of ["a", "b"]) await putEvent(api.direct, name);
  const reader = new EventReader({ fetch: api.fetch });
  const iterating = [Symbol.asyncIterator, "values"] as const;
  const natives = iterating.map((key) => Object.getOwnPropertyDescriptor(ReadableStream.prototype, key)!);
  for (const key of iterating) delete (ReadableStream.prototype as Partial<Record<typeof key, unknown>>)[key];
  try {
    const stream = reader.watch();
    for await (const { object } of stream.values({ preventCancel: true })) {
      assert.equal(object.metadata.name, "a");
      break;
    }
    for await (const { object } of stream) {
      assert.equal(object.metadata.name, "b");
      break;
    }
    assert.deepEqual([stream.locked, await stream.getReader().read()], [false, { done: true, value: undefined }]);
    const seen = [];
    const aborter = new AbortController();
    for await (const { event } of reader.occurrences({ signal: aborter.signal })) {
      seen.push(event.metadata.name);
      if (seen.length === 2) aborter.abort();
    }
    assert.deepEqual(seen, ["a", "b"]);
    const refused = new EventReader({ fetch: () => Promise.resolve(new Response("{}", { status: 400 })) }).watch();
    await assert.rejects(async () => {
      for await (const _event of refused);
    }, { name: "StatusError" });
    assert.equal(refused.locked, false);
  } finally {
    for (const [i, key] of iterating.entries()) Object.defineProperty(ReadableStream.prototype, key, natives[i]!);
  }
});

test("EventReader.waitFor() finds an event recorded before or after the call, by string, RegExp or function", async () => {
  const { fetch } = new EventsApiServer();
  const broadcaster = new EventBroadcaster();
  broadcaster.startRecordingToSink(new FetchEventSink({ fetch }));
  const recorder = broadcaster.newRecorder({ component: "controller" });
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
  const reader = new EventReader({ fetch, namespace: "shop" });
  const later = reader.waitFor(({ count }) => count === 3);
  recorder.event(pod, "Normal", "Pulled", "Image pulled");
  for (let i = 0; i < 3; i++) recorder.event(pod, "Warning", "BackOff", "Back-off restarting");
  assert.equal((await soon("The event", later)).reason, "BackOff");
  assert.equal((await soon("The event", reader.waitFor("Normal Pulled"))).message, "Image pulled");
  const signal = AbortSignal.timeout(60_000);
  const found = reader.waitFor(/^Warning BackOff Back-off \w+/g, { signal });
  assert.equal((await soon("The event", found)).regarding.name, "web");
  await broadcaster.shutdown();
});

test("EventReader.waitFor() rejects with the occurrences seen when its signal aborts, and closes its watch", async () => {
  const api = new BreakableApi();
  for (let i = 10; i < 23; i++) await putEvent(api.direct, `e${i}`, { count: i });
  const aborter = new AbortController();
  const reader = new EventReader({ fetch: api.fetch });
  let seen = 0;
  const matches = (): boolean => {
    if (++seen === 13) aborter.abort(new Error("too late"));
    return false;
  };
  const reason = await reader.waitFor(matches, { signal: aborter.signal }).catch((error: Error) => error);
  assert.ok(reason instanceof Error);
  const [first, ...others] = reason.message.split("\n");
  assert.equal(
    first,
    "Cannot find an event that matches the function: too late; 13 others occurred, of which the last 10:",
  );
  assert.equal(others.length, 10);
  assert.equal(others.at(-1), "  Warning BackOff Back-off of e22 (Pod/web, x22)");
  assert.equal((reason.cause as Error).message, "too late");
  assert.equal(api.open, 0);

  const nothing = new EventReader({ fetch: api.fetch, namespace: "empty" });
  await assert.rejects(
    nothing.waitFor(/x/, { signal: AbortSignal.abort(new Error("now")) }),
    /^Error: Cannot find an event that matches \/x\/: now; none occurred$/,
  );
});

test("EventReader.waitFor() matches a global pattern from the start of every event", async () => {
  const { fetch } = new EventsApiServer();
  await putEvent(fetch, "a");
  const pattern = /Back-off of a/g;
  const reader = new EventReader({ fetch });
  for (let n = 0; n < 2; n++) {
    assert.equal((await soon("The wait", reader.waitFor(pattern))).message, "Back-off of a");
  }
});

test("EventReader.waitFor() rejects with all of up to ten other occurrences", async () => {
  const { fetch } = new EventsApiServer();
  for (const count of [1, 10]) {
    for (let n = 0; n < count; n++) await putEvent(fetch, `e${n}`);
    const aborter = new AbortController();
    let seen = 0;
    const matches = (): boolean => {
      if (++seen === count) aborter.abort(new Error("too late"));
      return false;
    };
    const waiting = new EventReader({ fetch }).waitFor(matches, { signal: aborter.signal });
    const others = count === 1 ? "1 other occurred" : `${count} others occurred`;
    await assert.rejects(waiting, ({ message }: Error) => {
      assert.equal(message.split("\n")[0], `Cannot find an event that matches the function: too late; ${others}:`);
      return message.split("\n").length === count + 1;
    });
  }
});

test("EventReader.waitFor() rejects with the error of the last request while the server is unreachable", async () => {
  const aborter = new AbortController();
  const lines: string[] = [];
  const reader = new EventReader({
    server: "http://127.0.0.1:1",
    fetch: () => Promise.reject(new TypeError("connection refused")),
    logger: {
      warn: (line) => {
        lines.push(line);
        aborter.abort(new Error("too late"));
      },
      error: () => {},
    },
  });
  const error = await reader.waitFor("x", { signal: aborter.signal }).catch((error: Error) => error);
  assert.ok(error instanceof Error);
  assert.ok(error.cause instanceof ConnectionError);
  assert.equal(
    error.message,
    `Cannot find an event that matches "x": too late; the last request failed: ${error.cause.message}; none occurred`,
  );
  assert.match(error.cause.message, /connection refused/);
  assert.equal(lines.length, 1);
});

test("EventReader.waitFor() rejects with a hint if the server has never responded", async () => {
  for (const since of ["beginning", "now"] as const) {
    const aborter = new AbortController();
    const fetch = (): Promise<Response> => {
      queueMicrotask(() => aborter.abort(new Error("too late")));
      return new Promise(() => {});
    };
    await assert.rejects(new EventReader({ fetch }).waitFor(/x/, { since, signal: aborter.signal }), {
      message: "Cannot find an event that matches /x/: too late; " +
        "the last request failed: The server has not responded; none occurred",
    });
  }
});

test("EventReader.waitFor() rejects with its signal's reason once the server responds again", async () => {
  const api = new BreakableApi();
  api.script.push(() => failure(410, "Expired"));
  const aborter = new AbortController();
  const reader = new EventReader({ fetch: api.fetch });
  const found = reader.waitFor("x", { signal: aborter.signal }).catch((error: Error) => error);
  await eventually("The watch", () => api.open > 0);
  const cause = new Error("too late");
  aborter.abort(cause);
  const error = await found;
  assert.ok(error instanceof Error);
  assert.equal(error.message, `Cannot find an event that matches "x": too late; none occurred`);
  assert.equal(error.cause, cause);
});

test("EventReader.waitFor() since now ignores existing events, and rejects with errors of match and of the server", async () => {
  const api = new BreakableApi();
  await putEvent(api.direct, "a");
  const reader = new EventReader({ fetch: api.fetch });
  const found = reader.waitFor(/./, { since: "now" });
  await eventually("The watch", () => api.open > 0);
  await putEvent(api.direct, "b");
  assert.equal((await found).event.metadata.name, "b");
  const broken = (): boolean => {
    throw new Error("no match");
  };
  await assert.rejects(reader.waitFor(broken), /^Error: no match$/);
  assert.equal(api.open, 0);
  await assert.rejects(reader.waitFor(7 as never), {
    name: "TypeError",
    message: "Cannot wait for an event: match must be a string, a RegExp or a function, received 7",
  });
  await assert.rejects(
    reader.waitFor((() => Promise.resolve(false)) as never),
    /^TypeError: match must return a boolean, received \[object Promise\]$/,
  );
  await assert.rejects(reader.waitFor("x", { since: "then" }), RangeError);
  api.always = () => failure(400, "BadRequest"); // final at once, unlike a 403
  await assert.rejects(reader.waitFor("x"), /^StatusError: It was BadRequest$/);
});

// -- Others --

test("EventReader.watch() pipes into a Broadcaster, with one connection and a queue per watcher", async () => {
  const api = new BreakableApi();
  for (const name of ABCDE) await putEvent(api.direct, name);
  const broadcaster = new Broadcaster<CoreV1Event>();
  const quick = broadcaster.watch();
  const slow = broadcaster.watch({ highWaterMark: 2, whenFull: "drop-newest" });
  const aborter = new AbortController();
  const withoutBookmarks = new TransformStream<ReaderEvent<CoreV1Event>, WatchEvent<CoreV1Event>>({
    transform: (event, controller) => event.type === "BOOKMARK" ? undefined : controller.enqueue(event),
  });
  const watch = new EventReader({ fetch: api.fetch }).watch({ signal: aborter.signal });
  const piped = watch.pipeThrough(withoutBookmarks).pipeTo(broadcaster.writable);
  const names: unknown[] = [];
  for await (const { type, object } of quick) if (names.push(`${type} ${object.metadata.name}`) === 5) break;
  assert.deepEqual(names, ABCDE.map((name) => `ADDED ${name}`));
  await watch.synced;
  assert.deepEqual([slow.queued, slow.dropped], [2, 3]);
  assert.ok(api.open <= 1);
  aborter.abort();
  await piped;
  assert.equal(api.open, 0);
});

test("readerRbacRules list the verbs of a reader", () => {
  assert.deepEqual(readerRbacRules, [
    { apiGroups: ["", "events.k8s.io"], resources: ["events"], verbs: ["get", "list", "watch"] },
  ]);
});
