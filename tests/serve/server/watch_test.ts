import assert from "node:assert/strict";
import { test as plainTest } from "node:test";
import { test } from "../../fake_time.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { settled } from "../../record/broadcaster/vocabulary.ts";
import { seeded, seeds } from "../../random.ts";
import { CORE, coreEvent, EVENTS, eventsEvent, type Json, send, WatchReader } from "./client.ts";

const ALL = "/api/v1/events";

test("watch without a resourceVersion delivers existing events, then changes", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const watch = await WatchReader.open(api, `${ALL}?watch=true&limit=1`);
  await send(api, "POST", EVENTS, { body: eventsEvent("b") });
  await send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", { count: 2 }) });
  await send(api, "DELETE", `${CORE}/a`);
  assert.deepEqual(await watch.take(4), ["ADDED a", "ADDED b", "MODIFIED a", "DELETED a"]);
  await watch.close();
});

test("watch from a resourceVersion delivers later changes, each object in the watch's API", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const { body: list } = await send(api, "GET", ALL);
  await send(api, "POST", CORE, { body: coreEvent("b") });
  await send(api, "DELETE", `${CORE}/a`);
  const version = list.metadata.resourceVersion;
  const watch = await WatchReader.open(api, `/apis/events.k8s.io/v1/events?watch=1&resourceVersion=${version}`);
  const added = await watch.next();
  assert.deepEqual([added.type, added.object.kind, added.object.apiVersion, added.object.note], [
    "ADDED",
    "Event",
    "events.k8s.io/v1",
    "Container image pulled",
  ]);
  const deleted = await watch.next();
  assert.deepEqual([deleted.type, deleted.object.metadata.name, deleted.object.metadata.resourceVersion], [
    "DELETED",
    "a",
    "4",
  ]);
  await watch.close();
});

test("watch filters by namespace and name", async () => {
  const api = new EventsApiServer();
  const targets = [
    `${CORE}?watch=true`,
    `${CORE}?watch=true&fieldSelector=metadata.name=b`,
    "/api/v1/events?watch=true",
  ];
  const watches = await Promise.all(targets.map((target) => WatchReader.open(api, target)));
  const elsewhere = { body: coreEvent("x", { involvedObject: { namespace: "default-2" } }) };
  await send(api, "POST", "/api/v1/namespaces/default-2/events", elsewhere);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await send(api, "POST", CORE, { body: coreEvent("b") });
  await api.shutdown();
  const seen = await Promise.all(watches.map((watch) => watch.take(4)));
  assert.deepEqual(seen.map((lines) => lines.filter((line) => line !== "end").map((line) => line.slice(-1)).join("")), [
    "ab",
    "b",
    "xab",
  ]);
});

test("watch with a selector delivers ADDED and DELETED as events start and stop to match", async () => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${ALL}?watch=true&fieldSelector=type=Warning`);
  const put = (type: string, count: number): Promise<unknown> =>
    send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", { type, count }) });
  await put("Normal", 1);
  await put("Warning", 2);
  await put("Warning", 3);
  await put("Normal", 4);
  await put("Normal", 5);
  await put("Warning", 6);
  assert.deepEqual(await watch.take(2), ["ADDED a", "MODIFIED a"]);
  const { type, object } = await watch.next();
  assert.deepEqual([type, object.count, object.metadata.resourceVersion], ["DELETED", 3, "5"]);
  assert.deepEqual(await watch.take(1), ["ADDED a"]);
  await watch.close();
});

test("watch with a selector starts with the matching events", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await send(api, "POST", CORE, { body: coreEvent("b", { type: "Warning" }) });
  const watch = await WatchReader.open(api, `${ALL}?watch=true&fieldSelector=type=Warning`);
  await send(api, "POST", CORE, { body: coreEvent("c", { type: "Warning" }) });
  assert.deepEqual(await watch.take(2), ["ADDED b", "ADDED c"]);
  await watch.close();
});

test("watch from an expired resourceVersion gets one ERROR and ends", async () => {
  const api = new EventsApiServer({ maxHistory: 2 });
  for (const name of "abcdefgh") await send(api, "POST", CORE, { body: coreEvent(name) });
  const response = await api.fetch(new Request(`http://localhost${ALL}?watch=true&resourceVersion=2`));
  assert.equal(response.status, 200);
  const watch = new WatchReader(response);
  const { type, object } = await watch.next();
  assert.deepEqual([type, object.kind, object.reason, object.code], ["ERROR", "Status", "Expired", 410]);
  assert.equal(await watch.next(), undefined);
  const recent = await WatchReader.open(api, `${ALL}?watch=true&resourceVersion=7`);
  assert.deepEqual(await recent.take(2), ["ADDED g", "ADDED h"]);
  await recent.close();
});

test("watch from a future resourceVersion waits for later changes", async () => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${ALL}?watch=true&resourceVersion=2`);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await send(api, "POST", CORE, { body: coreEvent("b") });
  assert.deepEqual(await watch.take(1), ["ADDED b"]);
  await watch.close();
});

test("watch with sendInitialEvents sends the initial events and then a bookmark", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await send(api, "POST", CORE, { body: coreEvent("b") });
  const query = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  const watch = await WatchReader.open(
    api,
    `${ALL}?${query}&allowWatchBookmarks=true&resourceVersion=2&fieldSelector=reason=Pulled`,
  );
  assert.deepEqual(await watch.take(2), ["ADDED a", "ADDED b"]);
  const { type, object } = await watch.next();
  assert.equal(type, "BOOKMARK");
  assert.deepEqual(object, {
    kind: "Event",
    apiVersion: "v1",
    metadata: { resourceVersion: "3", annotations: { "k8s.io/initial-events-end": "true" } },
    involvedObject: {},
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: null,
    reportingComponent: "",
    reportingInstance: "",
  });
  await send(api, "DELETE", `${CORE}/a`);
  assert.deepEqual(await watch.take(1), ["DELETED a"]);
  await watch.close();
  const current = await WatchReader.open(api, `${ALL}?${query}&resourceVersion=4`);
  assert.deepEqual(await current.take(1), ["ADDED b"]);
  await current.close();
  const plain = await WatchReader.open(api, `${ALL}?${query}`);
  await send(api, "DELETE", `${CORE}/b`);
  assert.deepEqual(await plain.take(2), ["ADDED b", "DELETED b"]);
  await plain.close();
  assert.equal((await send(api, "GET", `${ALL}?watch=true&sendInitialEvents=true`)).code, 422);
  const future = await WatchReader.open(api, `${ALL}?${query}&resourceVersion=99`);
  const error = await future.next();
  assert.deepEqual([error.type, error.object.code, error.object.reason], ["ERROR", 504, "Timeout"]);
  assert.equal(await future.next(), undefined);
});

test("watch without a version sends a bookmark after the initial events, if bookmarks are allowed", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  for (const query of ["watch=true", "watch=true&resourceVersion=0"]) {
    const watch = await WatchReader.open(api, `${CORE}?${query}&allowWatchBookmarks=true`);
    assert.deepEqual(await watch.take(1), ["ADDED a"]);
    const { type, object } = await watch.next();
    assert.deepEqual([type, object.metadata], [
      "BOOKMARK",
      { resourceVersion: "2", annotations: { "k8s.io/initial-events-end": "true" } },
    ]);
    await watch.close();
  }
});

test("watch with sendInitialEvents false begins now", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const query = "watch=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan";
  const watch = await WatchReader.open(api, `${ALL}?${query}`);
  await send(api, "POST", CORE, { body: coreEvent("b") });
  assert.deepEqual(await watch.take(1), ["ADDED b"]);
  await watch.close();
});

test("watch ends cleanly after timeoutSeconds", async (time) => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${ALL}?watch=true&timeoutSeconds=2`);
  const end = watch.next();
  await time.tickAsync(1999);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  assert.equal((await end).object.metadata.name, "a");
  const next = watch.next();
  await time.tickAsync(1);
  assert.equal(await next, undefined);
}, 0);

test("watch ends after its own timeoutSeconds if another has ended before it", async (time) => {
  const api = new EventsApiServer();
  const ended: number[] = [];
  for (const seconds of [1, 3, 2]) {
    const watch = await WatchReader.open(api, `${ALL}?watch=true&timeoutSeconds=${seconds}`);
    void watch.next().then((event) => event === undefined && ended.push(seconds));
  }
  for (const expected of [[1], [1, 2], [1, 2, 3]]) {
    await time.tickAsync(1000);
    await settled();
    assert.deepEqual(ended, expected);
  }
}, 0);

test("watch ends after timeoutSeconds and delivers expired events, even as other watches end", async (time) => {
  const api = new EventsApiServer({ ttlMs: 1000 });
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const watch = await WatchReader.open(api, `${ALL}?watch=true&resourceVersion=2&timeoutSeconds=2`);
  const other = await WatchReader.open(api, `${ALL}?watch=true&resourceVersion=2`);
  const reads = watch.take(2);
  const otherRead = other.next();
  await time.tickAsync(500);
  await other.close();
  assert.equal(await otherRead, undefined);
  const seen: string[][] = [];
  void reads.then((lines) => seen.push(lines));
  await time.tickAsync(1500);
  await settled();
  assert.deepEqual(seen, [["DELETED a", "end"]]);
}, 0);

test("watch delivers the expiry of events (ttlMs), on time and without a request", async (time) => {
  const api = new EventsApiServer({ ttlMs: 1000 });
  const watch = await WatchReader.open(api, `${ALL}?watch=true`);
  const waiting = await WatchReader.open(api, "/api/v1/namespaces/other/events?watch=true");
  const end = waiting.next();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await time.tickAsync(400);
  await send(api, "POST", CORE, { body: coreEvent("b") });
  assert.deepEqual(await watch.take(2), ["ADDED a", "ADDED b"]);
  const seen: string[] = [];
  const reading = (async () => {
    for (let event = await watch.next(); event; event = await watch.next()) {
      seen.push(`${time.now} ${event.type} ${event.object.metadata.name}`);
    }
  })();
  for (let ms = 400; ms < 2400; ms += 100) {
    if (ms === 1200) await send(api, "PUT", `${CORE}/b`, { body: coreEvent("b", { count: 2 }) });
    await settled();
    await time.tickAsync(100);
  }
  assert.deepEqual(seen, ["1000 DELETED a", "1200 MODIFIED b", "2200 DELETED b"]);
  await watch.close();
  await reading;
  await waiting.close();
  assert.equal(await end, undefined);
}, 0);

test("watch as Table ends the initial events with a row of a nameless event", async () => {
  const query = "watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
  const watch = await WatchReader.open(
    new EventsApiServer(),
    `${ALL}?${query}`,
    "application/json;as=Table;v=v1;g=meta.k8s.io",
  );
  const { type, object } = await watch.next();
  assert.deepEqual([type, object.rows[0].cells], ["BOOKMARK", [
    "<unknown>",
    "",
    "",
    "",
    "",
    "",
    "",
    "<unknown>",
    1,
    "",
  ]]);
  await watch.close();
});

test("watch as Table defines the columns once", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await send(api, "POST", CORE, { body: coreEvent("b") });
  const watch = await WatchReader.open(api, `${ALL}?watch=true`, "application/json;as=Table;v=v1;g=meta.k8s.io");
  const first = (await watch.next()).object;
  assert.deepEqual([first.kind, first.rows.length, first.columnDefinitions.length], ["Table", 1, 10]);
  const second = (await watch.next()).object;
  assert.equal(second.columnDefinitions, null);
  assert.equal(second.rows[0].object.metadata.name, "b");
  await watch.close();
});

test("watch that falls behind maxHistory gets 410 and ends, and others miss nothing", async () => {
  const api = new EventsApiServer({ maxHistory: 1000 });
  const slow = await WatchReader.open(api, `${ALL}?watch=true`);
  const fast = await WatchReader.open(api, `${ALL}?watch=true`);
  let read = 0;
  for (let i = 0; i < 1001; i++) {
    await send(api, "POST", CORE, { body: coreEvent(`e${i}`) });
    if (await fast.next()) read++;
  }
  assert.equal(read, 1001);
  const { type, object } = await slow.next();
  assert.deepEqual([type, object.code, object.reason], ["ERROR", 410, "Expired"]);
  assert.equal(await slow.next(), undefined);
  await fast.close();
});

test("watch exactly maxHistory changes behind misses nothing", async () => {
  const api = new EventsApiServer({ maxHistory: 1000 });
  const watch = await WatchReader.open(api, `${ALL}?watch=true`);
  for (let i = 0; i < 1000; i++) await send(api, "POST", CORE, { body: coreEvent(`e${i}`) });
  assert.deepEqual(await watch.take(1000), Array.from({ length: 1000 }, (_, i) => `ADDED e${i}`));
  await watch.close();
});

test("watch with a pending read gets more changes at once than maxHistory", async () => {
  const api = new EventsApiServer({ maxHistory: 10 });
  for (let i = 0; i < 25; i++) await send(api, "POST", CORE, { body: coreEvent(`e${10 + i}`) });
  const watch = await WatchReader.open(api, `${ALL}?watch=true&resourceVersion=26`);
  const first = watch.next();
  await send(api, "DELETE", `${CORE}?limit=12`);
  assert.equal((await first).object.metadata.name, "e10");
  await watch.close();
});

test("watch delivers the initial events as of its start, even if read late and in many chunks", async () => {
  const api = new EventsApiServer();
  const message = "x".repeat(1000);
  for (let i = 0; i < 300; i++) await send(api, "POST", CORE, { body: coreEvent(`e${100 + i}`, { message }) });
  const watch = await WatchReader.open(api, `${ALL}?watch=true`);
  await send(api, "DELETE", `${CORE}/e150`);
  assert.deepEqual(await watch.take(100), Array.from({ length: 100 }, (_, i) => `ADDED e${100 + i}`));
  await send(api, "DELETE", `${CORE}/e399`);
  await send(api, "PUT", `${CORE}/e398`, { body: coreEvent("e398") });
  await send(api, "POST", CORE, { body: coreEvent("e1500") });
  await send(api, "POST", CORE, { body: coreEvent("e3985") });
  const rest = await watch.take(204);
  assert.deepEqual(rest.slice(0, 200), Array.from({ length: 200 }, (_, i) => `ADDED e${200 + i}`));
  assert.deepEqual(rest.slice(200), ["DELETED e150", "DELETED e399", "MODIFIED e398", "ADDED e1500"]);
  await watch.close();
});

test("watch delivers initial events that were deleted before it read them", async () => {
  const api = new EventsApiServer();
  const names = Array.from({ length: 150 }, (_, i) => `e${100 + i}`);
  for (const name of names) await send(api, "POST", CORE, { body: coreEvent(name, { message: "x".repeat(1000) }) });
  const watch = await WatchReader.open(api, `${ALL}?watch=true`);
  assert.deepEqual(await watch.take(1), ["ADDED e100"]);
  await send(api, "DELETE", CORE);
  await api.shutdown();
  const rest = [...names.slice(1).map((name) => `ADDED ${name}`), ...names.map((name) => `DELETED ${name}`), "end"];
  assert.deepEqual(await watch.take(rest.length), rest);
});

test("watch gets its own lines although others have an equal query", async () => {
  const api = new EventsApiServer();
  const open = async (): Promise<ReadableStreamDefaultReader<Uint8Array>> =>
    (await api.fetch(new Request(`http://localhost${ALL}?watch=true&resourceVersion=1`))).body!.getReader();
  const [first, second] = [await open(), await open()];
  const reads = [first.read(), second.read()];
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const [one, other] = await Promise.all(reads);
  assert.deepEqual(one!.value, other!.value);
  one!.value!.fill(0);
  assert.equal(other!.value![0], "{".charCodeAt(0));
  await Promise.all([first.cancel(), second.cancel()]);
});

test("watch accepts a timeoutSeconds beyond the limit of a timer", async (time) => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${ALL}?watch=true&timeoutSeconds=2592000`);
  const next = watch.next();
  await time.tickAsync(2 ** 31);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  assert.equal((await next).object.metadata.name, "a");
  const end = watch.next();
  await time.tickAsync(2_592_000_000 - 2 ** 31);
  assert.equal((await end).type, "DELETED");
  assert.equal(await watch.next(), undefined);
}, 0);

test("watch that times out unread ends when read", async (time) => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${ALL}?watch=true&timeoutSeconds=2`);
  await time.tickAsync(2000);
  assert.equal(await watch.next(), undefined);
}, 0);

test("watch delivers thousands of changes at once", async () => {
  const api = new EventsApiServer();
  for (let i = 0; i < 3000; i++) await send(api, "POST", CORE, { body: coreEvent(`e${i}`) });
  const watch = await WatchReader.open(api, `${ALL}?watch=true&resourceVersion=3001`);
  await send(api, "DELETE", CORE);
  const seen = await watch.take(3000);
  assert.ok(seen.every((line) => line.startsWith("DELETED ")));
  await watch.close();
});

/** Applies a watch to a map of events, and fails on a change that is repeated or out of order. */
async function follow(watch: WatchReader, picture: Map<string, string>, from: number, until: number): Promise<number> {
  let last = from;
  let changes = 0;
  while (last < until) {
    const { type, object } = await watch.next() as Json;
    const version = Number(object.metadata.resourceVersion);
    assert.ok(version > last, `${type} ${version} after ${last}`);
    last = version;
    changes++;
    const { namespace, name } = object.metadata;
    const key = `${namespace}/${name}`;
    assert.equal(picture.has(key), type !== "ADDED", `${type} ${key}`);
    if (type === "DELETED") picture.delete(key);
    else picture.set(key, object.metadata.resourceVersion);
  }
  return changes;
}

/** A snapshot of a list. */
function pictureOf(list: Json): Map<string, string> {
  return new Map(list.items.map(({ metadata }: Json) => [
    `${metadata.namespace}/${metadata.name}`,
    metadata.resourceVersion,
  ]));
}

/** One random write; most names collide, so that all kinds of changes happen. */
function randomWrite(api: EventsApiServer, random: () => number): Promise<unknown> {
  const namespace = `ns${Math.floor(random() * 3)}`;
  const collection = `/api/v1/namespaces/${namespace}/events`;
  const name = `e${Math.floor(random() * 12)}`;
  const count = Math.floor(random() * 1000) + 1;
  const body = coreEvent(name, { involvedObject: { namespace }, count });
  const dice = random();
  if (dice < 0.35) return send(api, "POST", collection, { body });
  if (dice < 0.6) return send(api, "PUT", `${collection}/${name}`, { body });
  if (dice < 0.8) {
    return send(api, "PATCH", `${collection}/${name}`, { body: { count }, type: "application/merge-patch+json" });
  }
  if (dice < 0.99) return send(api, "DELETE", `${collection}/${name}`);
  return send(api, "DELETE", collection);
}

for (const seed of seeds(3)) {
  test(`watch from a listed version sees every later change exactly once under random concurrent writes (seed ${seed})`, async () => {
    const random = seeded(seed);
    const api = new EventsApiServer({ maxEvents: 20 });
    const writes: Promise<unknown>[] = [];
    const watchers: { watch: WatchReader; picture: Map<string, string>; from: number }[] = [];
    for (let i = 0; i < 600; i++) {
      writes.push(randomWrite(api, random));
      if (random() < 0.05) {
        const { body } = await send(api, "GET", ALL);
        const from = Number(body.metadata.resourceVersion);
        // Other writes happen between the list and the watch.
        for (let j = random() * 10; j > 1; j--) writes.push(randomWrite(api, random));
        if (random() < 0.5) await Promise.all(writes);
        const watch = await WatchReader.open(api, `${ALL}?watch=true&resourceVersion=${from}`);
        watchers.push({ watch, picture: pictureOf(body), from });
      }
    }
    await Promise.all(writes);
    const { body: last } = await send(api, "GET", ALL);
    const until = Number(last.metadata.resourceVersion);
    assert.ok(watchers.length > 10 && until > 300, `${watchers.length} watchers, version ${until}`);
    for (const { watch, picture, from } of watchers) {
      assert.equal(await follow(watch, picture, from, until), until - from, "no change is missing");
      assert.deepEqual([...picture].sort(), [...pictureOf(last)].sort());
      await watch.close();
    }
  });
}

test("watch delivers every change exactly once to a thousand clients", async () => {
  const random = seeded(9);
  const api = new EventsApiServer();
  const watches = await Promise.all(
    Array.from({ length: 1000 }, () => WatchReader.open(api, `${ALL}?watch=true&resourceVersion=1`)),
  );
  await Promise.all(Array.from({ length: 100 }, () => randomWrite(api, random)));
  const { body } = await send(api, "GET", ALL);
  const until = Number(body.metadata.resourceVersion);
  assert.ok(until > 30);
  for (const watch of watches) {
    assert.equal(await follow(watch, new Map(), 1, until), until - 1);
    await watch.close();
  }
});

test("EventsApiServer drops no change of many read watches at any maxHistory, nor at the end", async () => {
  const api = new EventsApiServer({ maxHistory: 1 });
  const watches = await Promise.all(Array.from({ length: 200 }, () => WatchReader.open(api, `${CORE}?watch=true`)));
  const seen = watches.map((watch) => watch.take(4));
  for (const name of ["a", "b", "c"]) await send(api, "POST", CORE, { body: coreEvent(name) });
  api.closeWatches();
  for (const names of await Promise.all(seen)) assert.deepEqual(names, ["ADDED a", "ADDED b", "ADDED c", "end"]);
});

test("EventsApiServer.cutWatches() reaches watches that have just got a change", async () => {
  const api = new EventsApiServer();
  const watches = await Promise.all(Array.from({ length: 200 }, () => WatchReader.open(api, `${CORE}?watch=true`)));
  const ends = watches.map((watch) => watch.take(2).catch((error: Error) => error.name));
  await send(api, "POST", CORE, { body: coreEvent("a") });
  api.cutWatches();
  for (const end of await Promise.all(ends)) assert.equal(end, "TypeError");
});

// In a page, a Request cannot ask for it.
const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
const isPage = !new Request("http://localhost", { headers: upgrade }).headers.has("upgrade");

plainTest(
  "EventsApiServer ends a watch that asks for a WebSocket, so that its client falls back to HTTP",
  { skip: isPage },
  async () => {
    const response = await new EventsApiServer().fetch(`http://localhost${CORE}?watch=true`, { headers: upgrade });
    assert.deepEqual([response.status, await response.text()], [200, ""]);
  },
);
