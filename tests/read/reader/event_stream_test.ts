import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { type CoreV1Event, StatusError } from "../../../mod.ts";
import { EventReader, type EventReaderOptions, type Occurrence } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { AppliedEvents } from "./applied_events.ts";
import { type Break, BreakableApi, failure, until } from "./breakable_api.ts";
import { countingSignal } from "../../record/broadcaster/vocabulary.ts";
import { eventually } from "../../eventually.ts";
import { deleteEvent, podEvent, putEvent } from "./write_event.ts";

/** A server, a stream of it that is read in the background, and its changes and log lines. */
function follow(
  api: BreakableApi,
  { since, ...options }: EventReaderOptions & { since?: string } = {},
): { stream: ReturnType<EventReader["watch"]>; applied: AppliedEvents; lines: string[]; abort: () => void } {
  const lines: string[] = [];
  const logger = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
  const aborter = new AbortController();
  const reader = new EventReader({ fetch: api.fetch, logger, ...options });
  const stream = reader.watch({ signal: aborter.signal, ...since !== undefined && { since } });
  return { stream, applied: AppliedEvents.of(stream), lines, abort: () => aborter.abort() };
}

/** The changes of a stream that knows no event before them, as `ADDED name`, which are read in the background. */
function changesSince(api: BreakableApi, since: string): { changes: string[]; abort: () => void } {
  const changes: string[] = [];
  const aborter = new AbortController();
  const stream = new EventReader({ fetch: api.fetch }).watch({ since, signal: aborter.signal });
  void (async () => {
    for await (const { type, object } of stream) {
      if (type !== "BOOKMARK") changes.push(`${type} ${object.metadata.name}`);
    }
  })();
  return { changes, abort: () => aborter.abort() };
}

// -- Changes --

test("EventReader.watch() delivers existing events, then a bookmark, then every change", async (time) => {
  const api = new BreakableApi();
  await putEvent(api.direct, "a");
  await putEvent(api.direct, "b");
  const { stream, applied, abort } = follow(api);
  await until(time, () => applied.bookmarks === 1 && api.open === 1);
  assert.deepEqual(applied.changes, ["ADDED a 2", "ADDED b 3"]);
  assert.equal(stream.resourceVersion, "3");
  await putEvent(api.direct, "a", { count: 2 });
  await deleteEvent(api.direct, "b");
  await putEvent(api.direct, "b");
  await until(time, () => applied.changes.length === 5);
  assert.deepEqual(applied.changes.slice(2), ["MODIFIED a 4", "DELETED b 5", "ADDED b 6"]);
  assert.deepEqual(stream.stats(), { lists: 1, watches: 1, events: 5, gaps: 0 });
  abort();
  await until(time, () => applied.ended && api.open === 0);
  assert.equal(applied.error, undefined);
});

test("EventReader.watch() annotates its first bookmark as the end of the initial events, not of a gap", async () => {
  const metadata = { resourceVersion: "1", annotations: { "k8s.io/initial-events-end": "true" } };
  for (const [apiVersion, more] of [["v1", { involvedObject: {} }], ["events.k8s.io/v1", {}]] as const) {
    const reader = new EventReader({ fetch: new BreakableApi().fetch, apiVersion }).watch().getReader();
    const { value } = await reader.read();
    assert.deepEqual(value, { type: "BOOKMARK", object: { apiVersion, kind: "Event", metadata, ...more } });
    await reader.cancel();
  }
});

test("EventReader.watch() lists by pageSize, sets apiVersion and kind on every event, and requests no unread page", async () => {
  const api = new BreakableApi();
  for (let i = 0; i < 7; i++) await putEvent(api.direct, `e${i}`);
  const stream = new EventReader({ fetch: api.fetch, pageSize: 3 }).watch();
  await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(api.requests, []);
  const kinds = new Set<string>();
  for await (const { type, object } of stream) {
    if (type === "BOOKMARK") break;
    kinds.add(`${object.apiVersion} ${object.kind}`);
    assert.equal(stream.resourceVersion, undefined);
  }
  assert.deepEqual(api.requests, ["list limit=3", "list limit=3 continue=…", "list limit=3 continue=…"]);
  assert.deepEqual([...kinds], ["v1 Event"]);
  assert.equal(stream.resourceVersion, "8");
});

test("EventReader.watch() since now lists no history, and delivers later changes", async (time) => {
  const api = new BreakableApi();
  for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
  const stream = new EventReader({ fetch: api.fetch }).watch({ since: "now" });
  const reader = stream.getReader();
  assert.equal((await reader.read()).value!.type, "BOOKMARK");
  assert.equal(stream.resourceVersion, "4");
  const read = reader.read();
  await until(time, () => api.open === 1);
  await putEvent(api.direct, "a", { count: 2 });
  const { type, object } = (await read).value!;
  assert.ok(type === "MODIFIED");
  assert.deepEqual([object.metadata.name, object.count], ["a", 2]);
  assert.deepEqual(api.requests, ["list limit=1", "watch resourceVersion=4"]);
  await reader.cancel();
  assert.equal(api.open, 0);
});

test("EventReader.watch() since now delivers no earlier event in the list after a gap", async (time) => {
  const api = new BreakableApi();
  for (const name of ["a", "b"]) await putEvent(api.direct, name);
  const { applied, stream, abort } = follow(api, { since: "now" });
  await until(time, () => api.open === 1);
  await putEvent(api.direct, "c");
  await until(time, () => applied.changes.length === 1);
  api.server.expire();
  api.breakAll("cut");
  for (const name of ["d", "e"]) await putEvent(api.direct, name);
  await until(time, () => stream.stats().gaps === 1 && applied.changes.length >= 3);
  assert.deepEqual(applied.changes, ["ADDED c 4", "ADDED d 6", "ADDED e 7"]);
  abort();
});

test("EventReader.watch() since now delivers deletions of earlier events, each once", async (time) => {
  const api = new BreakableApi();
  for (const name of ["a", "b"]) await putEvent(api.direct, name);
  const { changes, abort } = changesSince(api, "now");
  await until(time, () => api.open === 1);
  await deleteEvent(api.direct, "a");
  await until(time, () => changes.length === 1);
  // The next watch repeats it, as more may have been deleted at its version.
  api.breakAll("cut");
  await until(time, () => api.open === 1);
  await putEvent(api.direct, "c");
  await until(time, () => changes.length === 2);
  assert.deepEqual(changes, ["DELETED a", "ADDED c"]);
  abort();
});

test("EventReader.watch() since deletions of a version that expired delivers later deletions", async (time) => {
  const api = new BreakableApi();
  for (const name of ["a", "b"]) await putEvent(api.direct, name);
  await deleteEvent(api.direct, "a");
  await putEvent(api.direct, "c");
  api.server.expire();
  const { changes, abort } = changesSince(api, "3+1");
  await until(time, () => api.open === 1);
  for (const name of ["b", "c"]) await deleteEvent(api.direct, name);
  await until(time, () => changes.length === 3);
  assert.deepEqual(changes, ["ADDED c", "DELETED b", "DELETED c"]);
  abort();
});

test("EventReader.watch() since a resourceVersion continues after it, and its own resourceVersion is a checkpoint at every event", async () => {
  const api = new EventsApiServer();
  for (const name of ["a", "b", "c", "d"]) await putEvent(api.fetch, name);
  const reader = new EventReader({ fetch: api.fetch });
  const whole: string[] = [];
  let since: string | undefined = "1";
  while (whole.length < 4) {
    const stream = reader.watch({ since });
    // One event at a time, each by a stream that resumes where the last one stopped.
    for await (const { object } of stream) {
      whole.push(object.metadata.name!);
      assert.equal(stream.resourceVersion, object.metadata.resourceVersion);
      break;
    }
    since = stream.resourceVersion!;
  }
  assert.deepEqual(whole, ["a", "b", "c", "d"]);
  assert.equal(since, "5");
});

test("EventReader.watch() selects by namespace, fieldSelector and labelSelector, in both APIs", async () => {
  const api = new EventsApiServer();
  await putEvent(api.fetch, "a", { metadata: { name: "a", namespace: "shop", labels: { app: "web" } } });
  await putEvent(api.fetch, "b", { type: "Normal" });
  const names = async (options: EventReaderOptions<"v1" | "events.k8s.io/v1">): Promise<string[]> => {
    const found: string[] = [];
    for await (const { type, object } of new EventReader({ fetch: api.fetch, ...options }).watch()) {
      if (type === "BOOKMARK") break;
      found.push(object.metadata.name!);
    }
    return found;
  };
  assert.deepEqual(await names({ namespace: "shop" }), ["a", "b"]);
  assert.deepEqual(await names({ namespace: "elsewhere" }), []);
  assert.deepEqual(await names({ fieldSelector: "type=Normal" }), ["b"]);
  assert.deepEqual(await names({ labelSelector: "app=web", apiVersion: "events.k8s.io/v1" }), ["a"]);
});

// -- Faults --

for (const how of ["close", "cut", "cut mid-line"] satisfies Break[]) {
  test(`EventReader.watch() resumes from its resourceVersion when the connection ends: ${how}`, async (time) => {
    const api = new BreakableApi();
    const { stream, applied, lines, abort } = follow(api);
    for (let round = 1; round <= 5; round++) {
      await until(time, () => api.open === 1);
      await putEvent(api.direct, "a", { count: round });
      await until(time, () => applied.changes.length === 2 * round - 1);
      api.breakAll(how);
      await putEvent(api.direct, "missed", { count: round });
      await until(time, () => applied.changes.length === 2 * round);
    }
    const { lists, events, gaps } = stream.stats();
    assert.deepEqual([lists, events, gaps], [1, 10, 0]);
    assert.deepEqual(lines, []);
    abort();
  });
}

test(
  "EventReader.watch() treats a quiet watch that is cut every minute as healthy: no backoff, no list, no log",
  async (time) => {
    const api = new BreakableApi();
    const { stream, applied, lines, abort } = follow(api);
    for (let minute = 1; minute <= 30; minute++) {
      await until(time, () => api.open === 1, 100);
      assert.ok(
        minute === 1 || time.now - time.start < minute * 63_000,
        `${time.now - time.start} ms in ${minute} minutes`,
      );
      time.tick(60_000);
      api.breakAll("cut");
    }
    const { lists, gaps, watches } = stream.stats();
    assert.deepEqual([lists, gaps, watches, lines], [1, 0, 30, []]);
    await putEvent(api.direct, "a");
    await until(time, () => applied.changes.length === 1);
    abort();
  },
);

for (const [quietMs, seconds] of [[undefined, 45], [5000, 20]] as const) {
  test(
    `EventReader.watch() replaces a silently dead connection within ${seconds} seconds, missing nothing (quietMs ${quietMs})`,
    async (time) => {
      const api = new BreakableApi();
      const { stream, applied, lines, abort } = follow(api, { quietMs });
      await until(time, () => api.open === 1);
      for (let round = 1; round <= 5; round++) {
        // Dead at any moment of the watch.
        time.tick(round * 900);
        const startMs = time.now;
        api.breakAll("die");
        await putEvent(api.direct, "a", { count: round });
        await until(time, () => applied.changes.length === round, 200);
        assert.ok(time.now - startMs <= seconds * 1000 + 1000, `${time.now - startMs} ms`);
      }
      assert.deepEqual([stream.stats().gaps, stream.stats().lists, lines], [0, 1, []]);
      abort();
      await until(time, () => api.open === 0);
    },
  );
}

test("EventReader.watch() does not treat a connection as dead because its consumer is slow", async (time) => {
  const api = new BreakableApi();
  // A watch without an end: a proxy ignores the timeout.
  const line = (version: number): string => {
    const metadata = { name: "a", namespace: "shop", uid: "a", resourceVersion: `${version}` };
    return JSON.stringify({ type: "MODIFIED", object: podEvent("a", { metadata }) }) + "\n";
  };
  let version = 1;
  api.always = ({ url }) => {
    if (!url.includes("watch=true")) return undefined;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void =>
      controller.enqueue(new TextEncoder().encode(line(++version)));
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
  };
  const stream = new EventReader({ fetch: api.fetch }).watch();
  const reader = stream.getReader();
  for (let read = 0; read < 10; read++) {
    await reader.read();
    time.tick(120_000);
    await time.runMicrotasks();
  }
  assert.equal(stream.stats().watches, 1);
  await reader.cancel();
});

test(
  "EventReader.watch() advances its resourceVersion without changes, because other objects advance the server's",
  async (time) => {
    const api = new BreakableApi();
    await putEvent(api.direct, "b");
    const { stream, applied, abort } = follow(api, { fieldSelector: "metadata.name=a" });
    await until(time, () => api.open === 1);
    assert.equal(stream.resourceVersion, "2");
    for (let minute = 1; minute <= 20; minute++) {
      const { resourceVersion } =
        (await (await api.direct(new Request("http://localhost/api/v1/events"))).json()).metadata;
      await putEvent(api.direct, "b", { count: minute });
      const startMs = time.now;
      await until(time, () => time.now - startMs >= 120_000, 1000);
      assert.ok(
        Number(stream.resourceVersion) >= Number(resourceVersion),
        `${stream.resourceVersion} in minute ${minute}`,
      );
    }
    // What etcd compacts is older.
    await putEvent(api.direct, "a");
    await until(time, () => applied.changes.length === 1);
    const { gaps, lists, watches } = stream.stats();
    assert.deepEqual([gaps, lists], [0, 1]);
    const requests = api.requests.length;
    assert.ok(
      requests <= 20 * 2 * 60 / 23 * 1.5 + 10,
      `${requests} requests in 40 minutes, ${watches} of them watches`,
    );
    abort();
  },
);

test(
  "EventReader.watch() advances its resourceVersion at the end of forty quiet seconds after it has read the server's",
  async (time) => {
    const api = new BreakableApi();
    await putEvent(api.direct, "b");
    // Watches of 20 seconds, of which the first one ends before the server's version is read.
    const { stream, abort } = follow(api, { fieldSelector: "metadata.name=a", random: () => 0, quietMs: 26_666 });
    await until(time, () => api.open === 1);
    const startMs = time.now;
    await putEvent(api.direct, "b", { count: 2 });
    await until(time, () => time.now - startMs >= 59_000, 500);
    assert.equal(stream.resourceVersion, "2");
    await until(time, () => time.now - startMs >= 61_000, 500);
    assert.equal(stream.resourceVersion, "3");
    abort();
  },
);

for (const isAlone of [true, false]) {
  const more = isAlone ? "although it is the server's last change" : "as other objects move the server's";
  test(
    `EventReader.watch() advances its resourceVersion past a deletion after some quiet, ${more}`,
    async (time) => {
      const api = new BreakableApi();
      await putEvent(api.direct, "a");
      const { stream, applied, abort } = follow(api, { fieldSelector: "metadata.name=a" });
      await until(time, () => api.open === 1);
      await deleteEvent(api.direct, "a");
      await until(time, () => applied.changes.length === 2);
      // Another event may have expired at the same version.
      assert.deepEqual([applied.changes[1], stream.resourceVersion], ["DELETED a 3", "2+1"]);
      for (let minutes = 1; minutes <= 9; minutes++) {
        if (!isAlone) await putEvent(api.direct, "b", { count: minutes });
        const startMs = time.now;
        await until(time, () => time.now - startMs >= 60_000, 1000);
        const due = isAlone ? 3 : minutes;
        if (minutes > 3) assert.ok(Number(stream.resourceVersion) >= due, `${stream.resourceVersion} of ${due}`);
      }
      assert.equal(stream.stats().gaps, 0);
      abort();
    },
  );
}

test(
  "EventReader.watch() lists again when its resourceVersion expired, counts it in gaps, and delivers exactly the changes",
  async (time) => {
    const api = new BreakableApi({ maxHistory: 3 });
    for (const name of ["same", "changed", "gone", "again"]) await putEvent(api.direct, name);
    const { stream, applied, abort } = follow(api, { pageSize: 2 });
    await until(time, () => api.open === 1);
    api.always = ({ url }) => url.includes("watch=true") || url.includes("limit=1&") ? failure(503, "Busy") : undefined;
    api.breakAll("cut");
    await putEvent(api.direct, "changed", { count: 2 });
    await deleteEvent(api.direct, "gone");
    await deleteEvent(api.direct, "again");
    await putEvent(api.direct, "again");
    for (let i = 0; i < 10; i++) await putEvent(api.direct, "new", { count: i });
    api.always = undefined;
    await until(time, () => applied.changes.length >= 9);
    const types = applied.changes.slice(4).map((change) => change.replace(/ \d+$/, ""));
    assert.deepEqual(types, ["DELETED again", "ADDED again", "MODIFIED changed", "ADDED new", "DELETED gone"]);
    assert.equal(applied.bookmarks, 1);
    assert.equal(stream.stats().gaps, 1);
    assert.equal(stream.stats().lists, 2);
    abort();
  },
);

test(
  "EventReader.occurrences() reports a gap in stats().lastGap, and on the first occurrence after it",
  async (time) => {
    const api = new BreakableApi();
    await putEvent(api.direct, "a");
    const stream = new EventReader({ fetch: api.fetch, random: () => 0 }).occurrences();
    const read: Occurrence[] = [];
    const reading = (async () => {
      for await (const occurrence of stream) read.push(occurrence);
    })();
    await until(time, () => api.open === 1);
    time.tick(5000);
    await putEvent(api.direct, "a", { count: 2 });
    await until(time, () => read.length === 2);
    assert.equal("lastGap" in stream.stats(), false);
    // Nothing happens, but somebody watches.
    await time.tickAsync(10_000);
    const from = new Date(time.now);
    api.always = () => failure(503, "Busy");
    api.breakAll("cut");
    for (const name of ["a", "b"]) await putEvent(api.direct, name, { count: 3 });
    api.server.expire();
    await time.tickAsync(60_000);
    api.always = undefined;
    await until(time, () => read.length === 4);
    const gap = { from, to: new Date(time.now) };
    assert.ok(gap.to.getTime() - from.getTime() >= 60_000);
    assert.deepEqual(stream.stats().lastGap, gap);
    assert.deepEqual(read.map((occurrence) => occurrence.gap), [undefined, undefined, gap, undefined]);
    assert.deepEqual(JSON.parse(JSON.stringify(read[2])).gap.to, gap.to.toISOString());
    // Another one begins when the last list was read.
    await until(time, () => api.open === 1);
    for (const name of ["a", "b"]) await putEvent(api.direct, name, { count: 4 });
    api.server.expire();
    api.breakAll("cut");
    await until(time, () => stream.stats().gaps === 2 && stream.stats().lastGap !== read[2]!.gap);
    assert.ok(stream.stats().lastGap!.from! >= gap.to, `${stream.stats().lastGap!.from}`);
    await stream[Symbol.asyncDispose]();
    await reading;
  },
);

test(
  "EventReader.occurrences() from now reports a gap since its first response if nothing was read since",
  async (time) => {
    const api = new BreakableApi();
    const stream = new EventReader({ fetch: api.fetch, random: () => 0 }).occurrences({ since: "now" });
    const from = new Date(time.now);
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await until(time, () => api.open === 1);
    api.always = () => failure(503, "Busy");
    api.breakAll("cut");
    await putEvent(api.direct, "a");
    await putEvent(api.direct, "b");
    api.server.expire();
    await time.tickAsync(60_000);
    api.always = undefined;
    await until(time, () => "lastGap" in stream.stats());
    assert.ok(stream.stats().lastGap!.from! <= new Date(from.getTime() + 1000), `${stream.stats().lastGap!.from}`);
    await stream[Symbol.asyncDispose]();
    await reading;
  },
);

test(
  "EventReader.occurrences() lists again if it resumes in a first list whose version is in the future",
  async (time) => {
    for (const since of ["100*", "3*"]) {
      const api = new BreakableApi();
      await putEvent(api.direct, "a");
      await putEvent(api.direct, "b", { count: 2 });
      // The other server may have reached that version before it is listed.
      if (since === "3*") api.script.push(() => failure(504, "Timeout", { message: "Too large resource version: 3" }));
      const stream = new EventReader({ fetch: api.fetch, random: () => 0 }).occurrences({ since });
      const read: Occurrence[] = [];
      const reading = (async () => {
        for await (const occurrence of stream) read.push(occurrence);
      })();
      await until(time, () => read.length === 2);
      assert.equal(stream.stats().gaps, 1);
      assert.deepEqual(api.requests.slice(0, 2), [
        `list resourceVersion=${since.slice(0, -1)} limit=500`,
        "list limit=500",
      ]);
      assert.deepEqual(read.map(({ delta, estimated }) => [delta, Boolean(estimated)]), [[1, false], [2, true]]);
      await stream[Symbol.asyncDispose]();
      await reading;
    }
  },
);

test(
  "EventReader.occurrences() shows in stats(), during an outage, its cause and the time of the next try",
  async (time) => {
    const api = new BreakableApi();
    await putEvent(api.direct, "a");
    const stream = new EventReader({ fetch: api.fetch, random: () => 0 }).occurrences();
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await until(time, () => api.open === 1);
    assert.deepEqual(["retryAt" in stream.stats(), "trouble" in stream.stats()], [false, false]);
    api.always = () => failure(503, "Busy");
    api.breakAll("cut");
    await until(time, () => api.requests.length > 5);
    const { length } = api.requests;
    assert.equal(stream.stats().trouble, "It was Busy");
    const waitMs = stream.stats().retryAt!.getTime() - time.now;
    assert.ok(waitMs > 1000, `${waitMs} ms`);
    await time.tickAsync(waitMs - 1);
    assert.equal(api.requests.length, length);
    api.always = undefined;
    await until(time, () => api.open === 1);
    assert.deepEqual([stream.stats().retryAt, stream.stats().trouble], [undefined, "It was Busy"]);
    await until(time, () => stream.stats().trouble === undefined);
    assert.equal(api.open, 1);
    await stream[Symbol.asyncDispose]();
    await reading;
  },
);

test("EventReader.watch() delivers a change found by a list once, even if it lists again", async (time) => {
  const api = new BreakableApi();
  await putEvent(api.direct, "a");
  const { stream, applied, abort } = follow(api);
  await until(time, () => api.open === 1);
  for (const name of ["a", "b"]) {
    // The next requests fail as expired, so a list shows the change.
    api.script.push(() => failure(410, "Expired"), () => failure(410, "Expired"));
    api.breakAll("cut");
    await putEvent(api.direct, name, { count: 2 });
    await until(time, () => api.open === 1);
  }
  assert.equal(stream.stats().gaps, 2);
  assert.deepEqual(applied.changes.map((change) => change.replace(/ \d+$/, "")), [
    "ADDED a",
    "MODIFIED a",
    "ADDED b",
  ]);
  abort();
});

test("EventReader.watch() ignores empty lines, with carriage returns too", async (time) => {
  const api = new BreakableApi();
  api.chop = (chunk) => [chunk, new TextEncoder().encode("\n\r\n")];
  const { stream, applied, abort } = follow(api);
  await until(time, () => api.open === 1);
  for (const [n, name] of ["a", "b"].entries()) {
    await putEvent(api.direct, name);
    await until(time, () => applied.changes.length === n + 1);
  }
  assert.equal(stream.stats().watches, 1);
  abort();
});

test("EventReader.watch() counts the deletions found by a list in stats().events", async (time) => {
  const api = new BreakableApi();
  await putEvent(api.direct, "a");
  const { stream, applied, abort } = follow(api);
  await until(time, () => api.open === 1);
  api.breakAll("cut");
  await deleteEvent(api.direct, "a");
  await putEvent(api.direct, "b");
  api.server.expire();
  await until(time, () => applied.changes.length === 3);
  const { lists, events } = stream.stats();
  assert.deepEqual([lists, events], [2, 3]);
  abort();
});

test("EventReader.watch() leaves no listener at its signal once it has ended", async () => {
  const { signal, listeners } = countingSignal();
  const stream = new EventReader({ fetch: new EventsApiServer().fetch }).watch({ signal });
  assert.equal(listeners.size, 1);
  await stream.cancel();
  assert.equal(listeners.size, 0);
});

test("EventReader requests bookmarks, compact JSON, and a watch of at most quietMs", async () => {
  const urls: URL[] = [];
  const api = new EventsApiServer();
  const fetch = (request: Request): Promise<Response> => {
    urls.push(new URL(request.url));
    return api.fetch(request);
  };
  const stream = new EventReader({ fetch, random: () => 0.5 }).watch({ since: "now" }).getReader();
  await stream.read();
  const pending = stream.read();
  await eventually("The watch", () => urls.length === 2);
  await stream.cancel();
  await pending;
  assert.deepEqual(urls.map(({ searchParams }) => searchParams.get("pretty")), ["false", "false"]);
  assert.equal(urls[1]!.searchParams.get("allowWatchBookmarks"), "true");
  assert.equal(urls[1]!.searchParams.get("timeoutSeconds"), "27");
  for (const [quietMs, timeoutSeconds] of [[undefined, "30"], [3000, "3"], [4_000_000, "4000"]] as const) {
    urls.length = 0;
    const watching = new EventReader({ fetch, random: () => 1, quietMs }).watch({ since: "1" }).getReader();
    const read = watching.read();
    await eventually("The watch", () => urls.at(-1)?.searchParams.has("watch") ?? false);
    assert.equal(urls.at(-1)!.searchParams.get("timeoutSeconds"), timeoutSeconds);
    await watching.cancel();
    await read;
  }
});

test(
  "EventReader.watch() lists again at once on 410 as an HTTP status, as ERROR in the watch, and with the reason Gone",
  async (time) => {
    const expired = { kind: "Status", status: "Failure", reason: "Expired", code: 410, message: "too old" };
    const inWatch = (status: unknown) => (): Response =>
      new Response(JSON.stringify({ type: "ERROR", object: status }) + "\n");
    const answers = [
      (): Response => failure(410, "Expired"),
      inWatch(expired),
      inWatch({ ...expired, reason: "Gone" }),
      inWatch({ ...expired, code: 500 }),
    ];
    for (const answer of answers) {
      const api = new BreakableApi();
      api.script.push(() => undefined, answer);
      const { stream, applied, abort } = follow(api);
      await until(time, () => api.open === 1, 0);
      assert.deepEqual(api.requests, [
        "list limit=500",
        "watch resourceVersion=1",
        "list limit=500",
        "watch resourceVersion=1",
      ]);
      assert.equal(stream.stats().gaps, 1);
      await putEvent(api.direct, "a");
      await until(time, () => applied.changes.length === 1);
      abort();
    }
  },
);

test(
  "EventReader.watch() treats a watch from an old resourceVersion that ends at once as expired, and lists",
  async (time) => {
    const api = new BreakableApi();
    const { stream, applied, abort } = follow(api);
    await until(time, () => api.open === 1);
    // A quiet namespace of a server that closes silently in place of 410.
    time.tick(120_000);
    await time.runMicrotasks();
    const { length } = api.requests;
    api.server.expire({ silently: true });
    api.breakAll("close");
    await until(time, () => api.open === 1);
    assert.deepEqual(api.requests.slice(length), [
      "list limit=1",
      "watch resourceVersion=1",
      "list limit=500",
      "watch resourceVersion=2",
    ]);
    assert.equal(stream.stats().gaps, 1);
    await putEvent(api.direct, "a");
    await until(time, () => applied.changes.length === 1);
    abort();
  },
);

test("EventReader.watch() backs off from watches that end at once, and rarely lists again", async (time) => {
  const api = new BreakableApi();
  api.always = ({ url }) => url.includes("watch=true") ? new Response("") : undefined;
  const { stream, applied, lines, abort } = follow(api);
  await until(time, () => applied.bookmarks === 1);
  const startMs = time.now;
  // The version is fresh, so it is retried at first.
  await until(time, () => stream.stats().watches === 3);
  assert.equal(stream.stats().lists, 1);
  await until(time, () => time.now - startMs > 300_000, 1000);
  assert.ok(stream.stats().gaps >= 1);
  assert.ok(api.requests.length < 60, `${api.requests.length} requests in five minutes`);
  assert.deepEqual(lines.splice(0), ["The watch ended at once; retrying to read events"]);
  api.always = undefined;
  await putEvent(api.direct, "a");
  await until(time, () => applied.changes.length === 1 && lines.length === 1);
  assert.match(lines[0]!, /^Reading events resumed after 3\d\d s$/);
  abort();
});

test("EventReader.watch() opens at most one watch per second if each ends after an event", async (time) => {
  const api = new BreakableApi();
  api.hidesWitnesses = true;
  let version = 1;
  api.always = ({ url }) => {
    if (!url.includes("watch=true")) return undefined;
    const metadata = { name: `e${++version}`, namespace: "shop", uid: "u", resourceVersion: String(version) };
    return new Response(JSON.stringify({ type: "ADDED", object: podEvent("e", { metadata }) }) + "\n");
  };
  const { stream, applied, abort } = follow(api);
  await until(time, () => applied.bookmarks === 1);
  const startMs = time.now;
  await until(time, () => time.now - startMs > 60_000);
  const { events, gaps } = stream.stats();
  assert.ok(events >= 50 && events <= 62, `${events} events in a minute`);
  assert.equal(gaps, 0);
  abort();
});

test(
  "EventReader.watch() opens the next watch after a second at most, even if the clock was set back by an hour",
  async (time) => {
    const api = new BreakableApi();
    let offsetMs = 0;
    const clock = { now: () => time.now + offsetMs };
    const { applied, lines, abort } = follow(api, { clock });
    await until(time, () => api.open === 1);
    await putEvent(api.direct, "a");
    await until(time, () => applied.changes.length === 1);
    offsetMs = -3_600_000;
    const startMs = time.now;
    api.breakAll("close");
    await until(time, () => api.open === 1);
    assert.ok(time.now - startMs <= 1100, `${time.now - startMs} ms`);
    api.always = () => failure(503, "Busy");
    api.breakAll("cut");
    await until(time, () => lines.length === 1);
    offsetMs = -7_200_000;
    api.always = undefined;
    await until(time, () => lines.length === 2);
    assert.equal(lines[1], "Reading events resumed after 0 s");
    abort();
  },
);

test(
  "EventReader.watch() opens the next watch a second after it opened the last one, not after that one ended",
  async (time) => {
    const api = new BreakableApi();
    const { applied, abort } = follow(api, {});
    await until(time, () => api.open === 1);
    const openedMs = time.now;
    await putEvent(api.direct, "a");
    await until(time, () => applied.changes.length === 1 && time.now - openedMs >= 800);
    const endedMs = time.now;
    api.breakAll("close");
    await until(time, () => api.open === 1);
    assert.ok(time.now - endedMs <= 500, `${time.now - endedMs} ms`);
    abort();
  },
);

test(
  "EventReader.watch() continues after the resourceVersion of a list's first page, ignoring those of later pages",
  async (time) => {
    const api = new BreakableApi();
    const page = (resourceVersion: string, more: object): () => Response => () =>
      Response.json({ kind: "EventList", metadata: { resourceVersion, ...more }, items: null });
    api.script.push(page("5", { continue: "more" }), page("9", {}), () => new Response(new ReadableStream()));
    const { abort } = follow(api);
    await until(time, () => api.requests.length === 3);
    assert.equal(api.requests[2], "watch resourceVersion=5");
    abort();
  },
);

test("EventReader.watch() detects a restarted server, whose versions are behind its own", async (time) => {
  const api = new BreakableApi();
  for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
  const { applied, stream, abort } = follow(api);
  await until(time, () => api.open === 1);
  api.restart();
  await putEvent(api.direct, "a");
  await until(time, () => applied.changes.length === 7);
  assert.deepEqual(applied.changes.slice(3), ["DELETED a 2", "ADDED a 2", "DELETED b 2", "DELETED c 2"]);
  assert.equal(stream.stats().gaps, 1);
  abort();
});

test(
  "EventReader.watch() since a future resourceVersion lists everything, because that is another server's",
  async (time) => {
    const api = new BreakableApi();
    await putEvent(api.direct, "a");
    const { applied, abort } = follow(api, { since: "123456" });
    await until(time, () => applied.changes.length === 1);
    assert.deepEqual(applied.changes, ["ADDED a 2"]);
    abort();
  },
);

test("EventReader.watch() since an expired resourceVersion delivers the later changes", async (time) => {
  const api = new BreakableApi({ maxHistory: 2 });
  for (const name of ["old", "b", "c", "d", "e", "f", "g"]) await putEvent(api.direct, name);
  const { applied, abort, stream } = follow(api, { since: "3" });
  await until(time, () => applied.changes.length === 5 && stream.stats().watches > 0);
  assert.deepEqual(applied.changes, ["ADDED c 4", "ADDED d 5", "ADDED e 6", "ADDED f 7", "ADDED g 8"]);
  assert.equal(applied.bookmarks, 0);
  abort();
});

test(
  "EventReader.watch() continues its list when a page expired, corrects it by a second list, and delivers nothing twice",
  async (time) => {
    const api = new BreakableApi({ maxHistory: 2 });
    for (let i = 0; i < 6; i++) await putEvent(api.direct, `e${i}`);
    const next = Array.from({ length: 3 }, () => "list limit=2 continue=…");
    const stream = new EventReader({ fetch: api.fetch, pageSize: 2 }).watch();
    const reader = stream.getReader();
    const applied = new AppliedEvents();
    for (let i = 0; i < 2; i++) applied.apply((await reader.read()).value!);
    await deleteEvent(api.direct, "e0");
    for (let i = 0; i < 10; i++) await putEvent(api.direct, "e1", { count: i + 2 });
    const readTo = async (condition: () => boolean): Promise<void> => {
      while (!condition()) {
        let read = false;
        const next = reader.read().then(({ value }) => {
          applied.apply(value!);
          read = true;
        });
        await until(time, () => read);
        await next;
      }
    };
    await readTo(() => applied.bookmarks === 1);
    // Nothing is missing: it is no gap.
    assert.deepEqual(Object.keys(applied.versions), ["e1", "e2", "e3", "e4", "e5"]);
    assert.equal(applied.versions["e1"], "18");
    assert.deepEqual(api.requests, ["list limit=2", ...next, "list limit=2", ...next.slice(1)]);
    assert.deepEqual([stream.stats().gaps, applied.gaps], [0, []]);
    await reader.cancel();
  },
);

test(
  "EventReader.watch() reads its list to the end even if the server drops its snapshot repeatedly",
  async (time) => {
    const api = new BreakableApi();
    for (let i = 0; i < 400; i++) await putEvent(api.direct, `e${i}`);
    api.always = () => {
      api.server.expire();
      return undefined;
    };
    const { applied, abort } = follow(api, { pageSize: 10 });
    const startMs = time.now;
    await until(time, () => applied.events.size === 400 && applied.bookmarks === 1);
    assert.ok(time.now - startMs < 15_000, `${time.now - startMs} ms`);
    abort();
  },
);

test("EventReader.watch() reads the page of a failed request again, not the whole list", async (time) => {
  const api = new BreakableApi();
  for (let i = 0; i < 4; i++) await putEvent(api.direct, `e${i}`);
  api.script.push(() => undefined, () => failure(503, "Busy"), () => failure(503, "Busy"));
  const { applied, stream, abort } = follow(api, { pageSize: 2 });
  await until(time, () => applied.bookmarks === 1 && api.open === 1);
  assert.deepEqual(api.requests, [
    "list limit=2",
    ...Array.from({ length: 3 }, () => "list limit=2 continue=…"),
    "watch resourceVersion=5",
  ]);
  assert.equal(stream.stats().lists, 1);
  abort();
});

test("EventReader.watch() restarts its list once after a page came twice", async (time) => {
  const api = new BreakableApi();
  await putEvent(api.direct, "a");
  const metadata = { resourceVersion: "2", continue: "one" };
  const page = (): Response => Response.json({ kind: "EventList", metadata, items: [] });
  api.script.push(page, page);
  const { applied, abort } = follow(api);
  await until(time, () => api.open === 1);
  assert.deepEqual(applied.changes, ["ADDED a 2"]);
  const next = ["list limit=500 continue=…", "list limit=500", "watch resourceVersion=2"];
  assert.deepEqual(api.requests, ["list limit=500", ...next]);
  abort();
});

test("EventReader.watch() retries a list whose continue tokens alternate, with pauses", async (time) => {
  const api = new BreakableApi();
  let asked = 0;
  api.always = () => {
    const metadata = { resourceVersion: "5", continue: ["one", "other"][asked++ % 2] };
    return Response.json({ kind: "EventList", metadata, items: [] });
  };
  const { lines, abort } = follow(api);
  const startMs = time.now;
  await until(time, () => time.now - startMs > 600_000, 1000);
  assert.ok(asked < 150, `${asked} requests in ten minutes`);
  assert.match(lines[0]!, /responded with the same page twice; retrying to read events$/);
  // The pages of one state belong together.
  const [first, one, other, again] = api.requests;
  assert.deepEqual([first, one, other, again], [
    "list limit=500",
    "list limit=500 continue=…",
    "list limit=500 continue=…",
    "list limit=500",
  ]);
  abort();
});

test("EventReader.watch() retries a 401 of its first watch after a good list", async (time) => {
  const api = new BreakableApi();
  api.script.push(() => undefined, () => failure(401, "Unauthorized"));
  const { applied, abort } = follow(api);
  await until(time, () => api.open === 1);
  await putEvent(api.direct, "a");
  await until(time, () => applied.changes.length === 1);
  abort();
});

test(
  "EventReader.watch() drops replayed older versions, even of an event that was deleted or created again",
  async (time) => {
    const api = new BreakableApi();
    api.hidesWitnesses = true;
    const line = (type: string, name: string, uid: string, resourceVersion: string): string =>
      JSON.stringify({
        type,
        object: podEvent(name, { metadata: { name, namespace: "shop", uid, resourceVersion } }),
      }) +
      "\n";
    const history = line("ADDED", "a", "a1", "2") + line("MODIFIED", "a", "a1", "3") + line("DELETED", "a", "a1", "4") +
      line("ADDED", "a", "a2", "5") + line("ADDED", "b", "b1", "6") + line("DELETED", "b", "b1", "7") +
      line("ADDED", "c", "c1", "8");
    let watches = 0;
    api.always = ({ url }) => {
      if (!url.includes("watch=true")) return undefined;
      return ++watches < 4 ? new Response(history) : new Response(new ReadableStream());
    };
    const { applied, stream, abort } = follow(api);
    await until(time, () => watches === 4);
    const expected = "ADDED a 2,MODIFIED a 3,DELETED a 4,ADDED a 5,ADDED b 6,DELETED b 7,ADDED c 8";
    assert.equal(applied.changes.join(), expected);
    assert.equal(stream.resourceVersion, "8");
    abort();
  },
);

test(
  "EventReader.watch() marks a gap by a bookmark after its list, and whether it found the deletions",
  async (time) => {
    const api = new BreakableApi();
    const aborter = new AbortController();
    for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
    const { applied, stream, abort } = follow(api);
    await until(time, () => api.open === 1);
    const since = stream.resourceVersion!;
    api.breakAll("cut");
    await deleteEvent(api.direct, "b");
    await putEvent(api.direct, "c", { count: 2 });
    api.server.expire();
    await until(time, () => applied.gaps.length === 1 && api.open === 1);
    assert.deepEqual(applied.changes.slice(3), ["MODIFIED c 6", "DELETED b 7"]);
    assert.deepEqual([applied.gaps, applied.bookmarks, stream.resourceVersion], [[""], 1, "7"]);
    // One that was away cannot know what was deleted; after the next gap it can.
    const resumed: string[] = [];
    const shown = async (): Promise<void> => {
      for await (
        const { type, object: { metadata } } of new EventReader({ fetch: api.fetch }).watch({ since, signal })
      ) {
        const deletions = metadata.annotations?.["kubecast.dev/deletions"] ?? "";
        resumed.push(type === "BOOKMARK" ? `BOOKMARK ${deletions}` : `${type} ${metadata.name}`);
      }
    };
    const { signal } = aborter;
    const ended = shown();
    await until(time, () => resumed.length === 2 && api.open === 2);
    assert.deepEqual(resumed, ["ADDED c", "BOOKMARK unknown"]);
    api.breakAll("cut");
    await deleteEvent(api.direct, "a");
    api.server.expire();
    await until(time, () => resumed.length === 4);
    assert.deepEqual(resumed.slice(2), ["DELETED a", "BOOKMARK "]);
    aborter.abort();
    await ended;
    abort();
  },
);

test(
  "EventReader.watch() that resumed finds the deletions of a gap, because it has read the events at its position",
  async (time) => {
    const api = new BreakableApi();
    for (const name of ["a", "b"]) await putEvent(api.direct, name);
    const aborter = new AbortController();
    const { signal } = aborter;
    const seen: unknown[] = [];
    const ended = (async (): Promise<void> => {
      for await (const { type, object } of new EventReader({ fetch: api.fetch }).watch({ since: "3", signal })) {
        seen.push([type, object.metadata.annotations]);
      }
    })();
    await until(time, () => api.open === 1);
    api.breakAll("cut");
    await deleteEvent(api.direct, "b");
    api.server.expire();
    await until(time, () => seen.length === 2);
    assert.deepEqual(seen, [["DELETED", undefined], ["BOOKMARK", { "kubecast.dev/gap": "true" }]]);
    aborter.abort();
    await ended;
  },
);

test("EventReader.watch() respects the Retry-After of a 429, and backs off from 5xx forever", async (time) => {
  const api = new BreakableApi();
  api.script.push(() => failure(429, "TooManyRequests", {}, { "retry-after": "20" }));
  const { applied, lines, abort } = follow(api);
  const startMs = time.now;
  await until(time, () => applied.bookmarks === 1 && api.open === 1);
  assert.ok(time.now - startMs >= 20_000 && time.now - startMs < 27_000, `${time.now - startMs} ms`);
  api.always = () => failure(503, "ServiceUnavailable");
  api.breakAll("cut");
  const { length } = api.requests;
  await until(time, () => time.now - startMs > 3_600_000, 5000);
  const tries = api.requests.length - length;
  assert.ok(tries > 60 && tries < 300, `${tries} tries in an hour`);
  assert.equal(applied.ended, false);
  api.always = undefined;
  await putEvent(api.direct, "a");
  await until(time, () => applied.changes.length === 1 && lines.at(-1)!.startsWith("Reading"));
  assert.match(lines[0]!, /^It was TooManyRequests; retrying to read events$/);
  assert.match(lines.at(-2)!, /; retrying to read events$/);
  assert.match(lines.at(-1)!, /^Reading events resumed after 3\d\d\d s$/);
  assert.ok(lines.length <= 4, lines.join("\n"));
  abort();
});

test("EventReader.watch() requests another token on a 401 of any request", async (time) => {
  const api = new BreakableApi();
  let valid = "first";
  const asked: (string | undefined)[] = [];
  const unlessValid = (request: Request): Response | undefined =>
    request.headers.get("authorization") === `Bearer ${valid}` ? undefined : failure(401, "Unauthorized");
  api.always = unlessValid;
  const token = (refused?: string): string => {
    if (refused !== undefined) asked.push(refused);
    return refused === undefined && asked.length === 0 ? "first" : valid;
  };
  const { applied, abort } = follow(api, { token });
  await until(time, () => api.open === 1);
  valid = "second";
  api.breakAll("close");
  await putEvent(api.direct, "a");
  await until(time, () => applied.changes.length === 1);
  assert.deepEqual(asked, ["first"]);
  abort();
});

test("EventReader.watch() retries 401, 403 and 404 for a minute after earlier success", async (time) => {
  for (
    const [code, since] of [[401, "beginning"], [403, "beginning"], [403, "now"], [403, "1"], [404, "now"]] as const
  ) {
    const api = new BreakableApi();
    const { applied, abort } = follow(api, { since });
    await until(time, () => api.open === 1);
    api.always = () => failure(code, "Forbidden");
    api.breakAll("cut");
    const startMs = time.now;
    await until(time, () => time.now - startMs > 30_000, 1000);
    api.always = undefined;
    await putEvent(api.direct, "a");
    await until(time, () => applied.changes.length === 1);
    api.always = () => failure(code, "Forbidden");
    api.breakAll("cut");
    await until(time, () => applied.ended, 1000);
    assert.equal((applied.error as StatusError).code, code);
    abort();
  }
});

test(
  "EventReader.watch() restarts counting refusals after a response to a list of a resume, or of its witness",
  async (time) => {
    for (const refused of ["resourceVersionMatch=Exact", "fieldSelector=metadata.name"]) {
      const api = new BreakableApi();
      await putEvent(api.direct, "a");
      let refusals = 5;
      api.always = ({ url }) => url.includes(refused) && refusals-- > 0 ? failure(403, "Forbidden") : undefined;
      const { applied, abort } = follow(api, { since: "1", quietMs: 300_000 });
      await until(time, () => applied.changes.length === 1);
      if (refused.startsWith("field")) api.breakAll("close");
      await until(time, () => refusals <= 0 && api.open === 1);
      const startMs = time.now;
      await until(time, () => time.now - startMs > 61_000, 1000);
      refusals = 1;
      api.breakAll("cut");
      await putEvent(api.direct, "b");
      await until(time, () => refusals <= 0 && applied.changes.length === 2);
      abort();
    }
  },
);

test(
  "EventReader.watch() resumes without the events of its position if the server ignores that version",
  async (time) => {
    const api = new BreakableApi();
    for (const [name, count] of [["a", 1], ["b", 1], ["a", 2]] as const) await putEvent(api.direct, name, { count });
    const latest = (url: string): Request => new Request(url.replace(/resourceVersion(Match)?=\w+/g, ""));
    api.always = ({ url }) => url.includes("Exact") ? api.direct(latest(url)) : undefined;
    const { applied, abort } = follow(api, { since: "2" });
    await until(time, () => applied.changes.length === 2);
    assert.deepEqual(applied.changes, ["ADDED b 3", "MODIFIED a 4"]);
    abort();
  },
);

test("EventReader.watch() does not end because its machine slept between two refusals", async (time) => {
  const api = new BreakableApi();
  const { applied, abort } = follow(api);
  await until(time, () => api.open === 1);
  const { length } = api.requests;
  api.always = () => failure(403, "Forbidden");
  api.breakAll("cut");
  await until(time, () => api.requests.length === length + 1);
  time.tick(3_600_000);
  await until(time, () => api.requests.length === length + 3);
  api.always = undefined;
  await putEvent(api.direct, "a");
  await until(time, () => applied.changes.length === 1);
  abort();
});

test("EventReader.watch() resumes after invalid lines, and after an ERROR other than 410", async (time) => {
  const [notJson, noEvent] = [
    "The watch ended in the middle of a line, or is not JSON",
    "The watch responded with something that is not an event",
  ];
  const junk: Record<string, string> = {
    "<html>nothing</html>\n": notJson,
    '{"type":"ADDED","object":{"meta': notJson,
    '{"type":"ADDED"}\n': noEvent,
    '{"type":"ADDED","object":null}\n': noEvent,
    '{"type":"ADDED","object":{"metadata":{"resourceVersion":"9"}}}\n': noEvent,
    '{"type":"ADDED","object":{"metadata":{"name":"x"}}}\n': noEvent,
    '{"type":"ADDED","object":{"metadata":{"name":"x","resourceVersion":"9","uid":{"toString":1}}}}\n': noEvent,
    '{"type":"ADDED","object":{"metadata":{"name":"x","resourceVersion":"9","namespace":7}}}\n': noEvent,
    '{"type":"PING","object":{"metadata":{"name":"x","resourceVersion":"2"}}}\n': noEvent,
    "null\n[]\n7\n": noEvent,
    "{}\n": noEvent,
    '{"type":"ERROR","object":{"kind":"Status","status":"Failure","code":500,"reason":"InternalError","message":"etcd"}}\n':
      "etcd",
    '{"type":"ERROR","object":"?"}\n': "HTTP 0",
    '{"type":"BOOKMARK","object":{"metadata":{}}}\n': noEvent,
  };
  for (const [text, error] of Object.entries(junk)) {
    const api = new BreakableApi();
    const fail = (): Response => new Response(text, { headers: { "content-type": "application/json" } });
    api.script.push(() => undefined, fail, () => undefined, fail);
    const { applied, lines, abort } = follow(api);
    await until(time, () => api.open === 1);
    await putEvent(api.direct, "a");
    await until(time, () => applied.changes.length === 1);
    assert.deepEqual(applied.changes, ["ADDED a 2"], text);
    assert.equal(lines[0], `${error}; retrying to read events`, text);
    abort();
  }
});

test("EventReader.watch() lists again if a resourceVersion yields only invalid lines", async (time) => {
  const api = new BreakableApi();
  await putEvent(api.direct, "a");
  const { applied, stream, abort } = follow(api);
  await until(time, () => api.open === 1);
  api.breakAll("cut");
  api.always = ({ url }) => /watch.*resourceVersion=2&/.test(url) ? new Response("junk\n") : undefined;
  await putEvent(api.direct, "b");
  await until(time, () => applied.changes.length === 2);
  assert.equal(stream.stats().gaps, 1);
  abort();
});

test("EventReader.watch() delivers the changes before a broken line of the same chunk", async (time) => {
  const api = new BreakableApi();
  await putEvent(api.direct, "a");
  const lines: string[] = [];
  for (let version = 3; version < 203; version++) {
    const object = podEvent("a", {
      metadata: { name: "a", namespace: "shop", uid: "?", resourceVersion: `${version}` },
    });
    lines.push(JSON.stringify({ type: "MODIFIED", object }) + "\n");
  }
  const { items } = await (await api.direct(new Request("http://localhost/api/v1/events"))).json() as {
    items: CoreV1Event[];
  };
  const text = lines.join("").replaceAll('"uid":"?"', `"uid":"${items[0]!.metadata.uid}"`);
  api.script.push(() => undefined, () => new Response(text + '{"type":"MODI'));
  const { applied, stream, abort } = follow(api);
  await until(time, () => applied.changes.length === 201);
  assert.equal(stream.resourceVersion, "202");
  abort();
});

test("EventReader.watch() drops repeated changes and replayed deletions", async (time) => {
  const api = new BreakableApi();
  api.hidesWitnesses = true;
  const line = (type: string, name: string, resourceVersion: string): string =>
    JSON.stringify({
      type,
      object: podEvent(name, { metadata: { name, namespace: "shop", uid: name, resourceVersion } }),
    }) + "\n";
  // Three events that expired together share a version; the connection was cut among them.
  const first = line("ADDED", "a", "2") + line("ADDED", "b", "3") + line("ADDED", "c", "4") +
    line("DELETED", "a", "9");
  const replay = line("ADDED", "c", "4") + line("DELETED", "a", "9") + line("DELETED", "b", "9") +
    line("DELETED", "c", "9");
  for (const since of ["1", undefined]) {
    const queries: string[] = [];
    api.always = ({ url }) => {
      const { searchParams } = new URL(url);
      if (searchParams.get("watch") !== "true") return undefined;
      queries.push(searchParams.get("resourceVersion")!);
      return queries.length > 2
        ? new Response(new ReadableStream())
        : new Response(queries.length === 1 ? first : replay);
    };
    const { applied, stream, abort } = follow(api, since === undefined ? {} : { since });
    await until(time, () => queries.length === 3);
    assert.deepEqual(applied.changes, [
      "ADDED a 2",
      "ADDED b 3",
      "ADDED c 4",
      "DELETED a 9",
      "DELETED b 9",
      "DELETED c 9",
    ]);
    assert.deepEqual(queries, ["1", "4", "4"]);
    assert.equal(stream.resourceVersion, "4+3");
    abort();
  }
});

test("EventReader.watch() resumes among events that expired together without repeating or missing a deletion", async () => {
  const api = new BreakableApi();
  const names = ["a", "b", "c"];
  for (const name of names) await putEvent(api.direct, name);
  const line = (type: string, name: string, resourceVersion: string): string => {
    const metadata = {
      ...api.server.events().find((event) => event.metadata.name === name)!.metadata,
      resourceVersion,
    };
    return JSON.stringify({ type, object: podEvent(name, { metadata }) }) + "\n";
  };
  const expired = names.map((name) => line("DELETED", name, "9")).join("");
  await putEvent(api.direct, "d");
  let more = "";
  api.always = ({ url }) => {
    if (new URL(url).searchParams.get("watch") !== "true") return undefined;
    return new Response(expired + more);
  };
  const reader = new EventReader({ fetch: api.fetch });
  const read: string[] = [];
  let since = "4";
  for (const next of ["4+1", "4+2", "4+3", "10"]) {
    if (next === "10") more = line("ADDED", "d", "10");
    const stream = reader.watch({ since });
    assert.equal(stream.resourceVersion, since);
    const reading = stream.getReader();
    const { type, object } = (await reading.read()).value!;
    read.push(`${type} ${object.metadata.name}`);
    since = stream.resourceVersion!;
    assert.equal(since, next);
    await reading.cancel();
  }
  assert.deepEqual(read, ["DELETED a", "DELETED b", "DELETED c", "ADDED d"]);
});

test("EventReader.watch() delivers MODIFIED of an unknown event as ADDED", async (time) => {
  const api = new BreakableApi();
  api.hidesWitnesses = true;
  const object = podEvent("a", { metadata: { name: "a", namespace: "shop", uid: "a", resourceVersion: "9" } });
  let watches = 0;
  api.always = ({ url }) => {
    if (new URL(url).searchParams.get("watch") !== "true") return undefined;
    const line = JSON.stringify({ type: "MODIFIED", object }) + "\n";
    return watches++ === 0 ? new Response(line) : new Response(new ReadableStream());
  };
  const { applied, abort } = follow(api);
  await until(time, () => watches === 2);
  assert.deepEqual(applied.changes, ["ADDED a 9"]);
  abort();
});

test("EventReader.watch() resumes after a watch response without a body", async (time) => {
  const api = new BreakableApi();
  api.script.push(() => undefined, () => new Response(null));
  const { applied, lines, abort } = follow(api);
  await until(time, () => api.open === 1);
  await putEvent(api.direct, "a");
  await until(time, () => applied.changes.length === 1);
  assert.deepEqual(lines, []);
  abort();
});

test("EventReader.watch() delivers ADDED of a known event as MODIFIED", async (time) => {
  const api = new BreakableApi();
  api.hidesWitnesses = true;
  const line = (type: string, resourceVersion: string): string =>
    JSON.stringify({
      type,
      object: podEvent("a", { metadata: { name: "a", namespace: "shop", uid: "a", resourceVersion } }),
    }) + "\n";
  let watches = 0;
  api.always = ({ url }) => {
    if (new URL(url).searchParams.get("watch") !== "true") return undefined;
    const lines = line("ADDED", "2") + line("ADDED", "3") + line("MODIFIED", "4") + line("ADDED", "4");
    return watches++ === 0 ? new Response(lines) : new Response(new ReadableStream());
  };
  const { applied, abort } = follow(api, { since: "1" });
  await until(time, () => watches === 2);
  assert.deepEqual(applied.changes, ["ADDED a 2", "MODIFIED a 3", "MODIFIED a 4"]);
  abort();
});

test("EventReader.watch() advances its resourceVersion on bookmarks, without delivering them", async (time) => {
  const api = new BreakableApi();
  const bookmark =
    '{"type":"BOOKMARK","object":{"kind":"Event","apiVersion":"v1","metadata":{"resourceVersion":"77"}}}\n';
  const versions: (string | null)[] = [];
  api.always = ({ url }) => {
    const { searchParams } = new URL(url);
    if (searchParams.get("watch") !== "true") return undefined;
    versions.push(searchParams.get("resourceVersion"));
    return new Response(versions.length === 1 ? bookmark : new ReadableStream());
  };
  const { applied, stream, abort } = follow(api);
  await until(time, () => versions.length === 2);
  assert.deepEqual(versions, ["1", "77"]);
  assert.deepEqual([applied.bookmarks, stream.resourceVersion], [1, "77"]);
  abort();
});

// -- Errors and end --

test("EventReader.watch() rejects a loop with its error, and nothing else", async () => {
  const api = new BreakableApi();
  api.always = () => failure(400, "BadRequest");
  await assert.rejects(async () => {
    for await (const _ of new EventReader({ fetch: api.fetch }).watch());
  }, /It was BadRequest/);
  // What nobody handles is reported in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
});

test(
  "EventReader.watch() errors on a missing permission, API or selector, with a message that names it",
  async (time) => {
    const forbidden = 'events is forbidden: User "ann" cannot list resource "events" in API group ""';
    const cases: [(request: Request) => Response, RegExp][] = [
      [
        () => failure(403, "Forbidden", { message: forbidden }),
        /^Cannot list events: events is forbidden: User "ann" .*; the role needs the rule \{ apiGroups: \[""\], resources: \["events"\], verbs: \["get", "list", "watch"\] \}$/,
      ],
      [
        () => failure(404, "NotFound"),
        /^Cannot list events: http:\/\/localhost\/api\/v1\/namespaces\/shop\/events was not found: /,
      ],
      [() => failure(401, "Unauthorized"), /It was Unauthorized/],
      [() => failure(400, "BadRequest", { message: "field label not supported: x" }), /field label not supported/],
      [
        () => new Response(null, { status: 302, headers: { location: "http://elsewhere" } }),
        /responded with a redirect/,
      ],
    ];
    for (const [answer, message] of cases) {
      const api = new BreakableApi();
      api.always = answer;
      const { applied } = follow(api, { server: "http://localhost", namespace: "shop", random: () => 0 });
      await until(time, () => applied.ended);
      assert.ok(applied.error instanceof StatusError);
      assert.match(applied.error.message, message);
      // A server that refuses may be starting.
      assert.equal(api.requests.length, [401, 403].includes(applied.error.code) ? 5 : 1);
    }
    const other = new BreakableApi();
    other.always = () => failure(403, "Forbidden");
    const { applied: ofOther } = follow(other, { apiVersion: "events.k8s.io/v1" as never });
    await until(time, () => ofOther.ended);
    assert.match((ofOther.error as Error).message, /the role needs the rule \{ apiGroups: \["events\.k8s\.io"\], /);
    // list is allowed, watch is not.
    const api = new BreakableApi();
    api.always = ({ url }) => url.includes("watch=true") ? failure(403, "Forbidden") : undefined;
    const { applied } = follow(api);
    await until(time, () => applied.ended);
    assert.match((applied.error as Error).message, /^Cannot watch events: .*verbs: \["get", "list", "watch"\]/);
  },
);

test("EventReader.watch() errors on a line that is too long, with its size", async (time) => {
  const api = new BreakableApi();
  const piece = new TextEncoder().encode("x".repeat(1024 * 1024));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent++;
      controller.enqueue(piece);
    },
  }, { highWaterMark: 0 });
  api.script.push(() => undefined, () => new Response(body));
  const { applied } = follow(api);
  await until(time, () => applied.ended);
  assert.match(
    (applied.error as Error).message,
    /^Cannot read events: a line has more than 16777216 bytes$/,
  );
  assert.ok(sent < 20, `${sent} MiB read`);
});

test("EventReader.watch() cancels the body of a watch, at any moment of its opening at which the signal aborts", async () => {
  for (let moment = 0; moment < 30; moment++) {
    const aborter = new AbortController();
    let cancelled = 0;
    const body = new ReadableStream({ cancel: () => void cancelled++ });
    const abortLater = async (): Promise<void> => {
      for (let turn = 0; turn < moment; turn++) await undefined;
      aborter.abort();
    };
    // Ignores its signal.
    const fetch = ({ url }: Request): Promise<Response> => {
      if (!url.includes("watch=true")) {
        return Promise.resolve(Response.json({ kind: "EventList", metadata: { resourceVersion: "5" }, items: [] }));
      }
      void abortLater();
      return Promise.resolve(new Response(body));
    };
    for await (const _ of new EventReader({ fetch }).watch({ since: "now", signal: aborter.signal }));
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(cancelled, 1, `after ${moment} microtasks`);
  }
});

test("EventReader.watch() closes the connection on cancel, return, abort and disposal, and ends pending reads", async () => {
  const opened = async (): Promise<
    { api: BreakableApi; stream: ReturnType<EventReader["watch"]>; aborter: AbortController }
  > => {
    const api = new BreakableApi();
    const aborter = new AbortController();
    await putEvent(api.direct, "a");
    return {
      api,
      aborter,
      stream: new EventReader({ fetch: api.fetch }).watch({ since: "1", signal: aborter.signal }),
    };
  };
  {
    const { api, stream } = await opened();
    for await (const { object } of stream) {
      assert.equal(object.metadata.name, "a");
      assert.equal(api.open, 1);
      break;
    }
    assert.equal(api.open, 0);
    assert.equal(stream.resourceVersion, "2");
  }
  {
    const { api, stream } = await opened();
    const reader = stream.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    assert.deepEqual([(await waiting).done, api.open], [true, 0]);
  }
  {
    const { api, stream, aborter } = await opened();
    const reader = stream.getReader();
    await reader.read();
    const waiting = reader.read();
    aborter.abort();
    assert.deepEqual([(await waiting).done, api.open], [true, 0]);
  }
  {
    const { api, stream } = await opened();
    const reader = stream.getReader();
    await reader.read();
    const waiting = reader.read();
    const disposed: unknown = stream[Symbol.asyncDispose]();
    assert.ok(disposed instanceof Promise);
    await disposed;
    assert.deepEqual([(await waiting).done, api.open], [true, 0]);
    await stream[Symbol.asyncDispose]();
  }
  {
    const { api, stream, aborter } = await opened();
    aborter.abort();
    assert.equal((await stream.getReader().read()).done, true);
    assert.deepEqual(api.requests, []);
    const aborted = new EventReader({ fetch: api.fetch }).watch({ signal: aborter.signal });
    assert.equal((await aborted.getReader().read()).done, true);
    assert.deepEqual(api.requests, []);
  }
});

test("EventReader.watch() ends during a retry pause, and while a fetch ignores its signal", async (time) => {
  const api = new BreakableApi();
  api.always = () => failure(503, "Busy");
  const waiting = follow(api);
  await until(time, () => api.requests.length === 3);
  waiting.abort();
  await until(time, () => waiting.applied.ended, 0);
  api.always = () => new Promise<Response>(() => {});
  const hanging = follow(api);
  await until(time, () => api.requests.length === 4);
  hanging.abort();
  await until(time, () => hanging.applied.ended, 0);
  assert.deepEqual([waiting.applied.error, hanging.applied.error], [undefined, undefined]);
  assert.deepEqual([waiting.lines.length, hanging.lines], [1, []]);
});

test("EventReader.watch() cancels the late response of a fetch that ignores its signal", async (time) => {
  const api = new BreakableApi();
  let answer!: (response: Response) => void;
  api.script.push(() => undefined, () => new Promise<Response>((resolve) => void (answer = resolve)));
  const { applied, abort } = follow(api);
  await until(time, () => api.requests.length === 2);
  abort();
  await until(time, () => applied.ended);
  let cancelled = false;
  answer(new Response(new ReadableStream({ cancel: () => void (cancelled = true) })));
  await until(time, () => cancelled);
});

test("EventReader.watch() retries a list without a response after one minute", async (time) => {
  const api = new BreakableApi();
  api.script.push(() => new Promise<Response>(() => {}));
  const startMs = time.now;
  const { applied, lines, abort } = follow(api);
  await until(time, () => applied.bookmarks === 1);
  assert.ok(time.now - startMs >= 60_000 && time.now - startMs < 65_000, `${time.now - startMs} ms`);
  assert.deepEqual(lines.slice(0, 1), ["No response to a list within 60000 ms; retrying to read events"]);
  abort();
});

test("EventReader rejects invalid options", () => {
  const create = (options: unknown): unknown => new EventReader(options as EventReaderOptions);
  assert.throws(() => create({ server: "ftp://x" }), /^TypeError: Cannot create an EventReader: server must be/);
  assert.throws(() => create({ apiVersion: "v2" }), RangeError);
  assert.throws(
    () => create({ pageSize: 0 }),
    /^RangeError: Cannot create an EventReader: pageSize must be a positive integer/,
  );
  assert.throws(
    () => create({ namespace: "a/b" }),
    /^RangeError: Cannot create an EventReader: namespace must be a DNS label/,
  );
  assert.throws(
    () => create({ fieldSelector: {} }),
    /^TypeError: Cannot create an EventReader: fieldSelector must be a string/,
  );
  const reader = new EventReader({ namespace: "a".repeat(63) });
  assert.throws(() => create({ namespace: "a".repeat(64) }), RangeError);
  for (const since of ["abc", "", "0", "-1", "1.5", "1+0", "1+", "later"]) {
    assert.throws(() => reader.watch({ since }), /^RangeError: Cannot watch events: since must be/, since);
  }
  assert.throws(() => reader.watch({ signal: {} as AbortSignal }), TypeError);
  assert.throws(() => reader.list({ signal: {} as AbortSignal }), TypeError);
});

test("EventReader.watch() has a resourceVersion to continue from before its first event", async () => {
  const reader = new EventReader({ fetch: new EventsApiServer().fetch });
  for (const [since, expected] of [["7", "7"], ["beginning", undefined], ["now", undefined]] as const) {
    const stream = reader.watch({ since });
    assert.equal(stream.resourceVersion, expected);
    await stream.cancel();
  }
});

test("EventReader.watch() takes changes in order of arrival if resourceVersions are not numbers, and logs that once", async () => {
  const event = (resourceVersion: string, count: number) =>
    podEvent("a", { count, metadata: { ...named, resourceVersion } });
  const named = { name: "a", namespace: "shop", uid: "u1" };
  const changes = [["MODIFIED", event("eu:1", 2)], ["MODIFIED", event("eu:0", 5)], [
    "DELETED",
    event("eu:0", 5),
  ]] as const;
  let watches = 0;
  const fetch = (request: Request): Promise<Response> => {
    const list = { metadata: { resourceVersion: "eu:9,us:7" }, items: [event("eu:9", 1)] };
    if (!request.url.includes("watch=true")) return Promise.resolve(Response.json(list));
    const text = watches++ > 0 ? "" : changes.map(([type, object]) => `${JSON.stringify({ type, object })}\n`).join("");
    return Promise.resolve(new Response(text));
  };
  const lines: string[] = [];
  const logger = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
  const reader = new EventReader({ fetch, logger });
  const seen: string[] = [];
  for await (const { type, object } of reader.watch()) {
    seen.push(`${type} ${"count" in object ? object.count : ""}`);
    if (type === "DELETED") break;
  }
  assert.deepEqual(seen, ["ADDED 1", "BOOKMARK ", "MODIFIED 2", "MODIFIED 5", "DELETED 5"]);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /^The server's resourceVersions are not numbers, such as "eu:9,us:7": changes are taken in /);
});
