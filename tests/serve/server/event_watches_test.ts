import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { fieldSelectorOf, parseFieldTerms } from "../../../src/serve/server/wire/selectors.ts";
import { CORE_V1 } from "../../../src/serve/server/wire/served_api.ts";
import { settled, soon } from "../../record/broadcaster/vocabulary.ts";
import { seeded, seeds } from "../../random.ts";
import { CORE, coreEvent, type Json, send, WatchReader } from "./client.ts";

test("EventWatches deliver the initial events once, and then the changes", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const watch = await WatchReader.open(api, `${CORE}?watch=true`);
  assert.deepEqual(await soon("The initial event", watch.take(1)), ["ADDED a"]);
  const waiting = watch.take(1);
  await send(api, "DELETE", `${CORE}/a`);
  assert.deepEqual(await soon("The change", waiting), ["DELETED a"]);
});

test("EventWatches encode the rows of a table for each watch separately", async () => {
  const api = new EventsApiServer();
  const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const watches = [];
  for (const namespace of ["default", "other"]) {
    watches.push(await WatchReader.open(api, `/api/v1/namespaces/${namespace}/events?watch=true`, table));
  }
  const reads = watches.map((watch) => watch.next());
  const involvedObject = { kind: "Pod", namespace: "other", name: "web" };
  await send(api, "POST", "/api/v1/namespaces/other/events", { body: coreEvent("b", { involvedObject }) });
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const rows = (await soon("The rows", Promise.all(reads))).map(({ object }) => object.rows);
  assert.deepEqual(rows.map(([row, ...more]) => [row.object.metadata.name, more.length]), [["a", 0], ["b", 0]]);
});

test("EventWatches resume a pending read on a change, and end it on shutdown", async () => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${CORE}?watch=true`);
  for (const name of ["a", "b"]) {
    const waiting = watch.take(1);
    await send(api, "POST", CORE, { body: coreEvent(name) });
    assert.deepEqual(await soon(`The read of ${name}`, waiting), [`ADDED ${name}`]);
  }
  const atEnd = watch.take(1);
  await api.shutdown();
  assert.deepEqual(await soon("The read at the end", atEnd), ["end"]);
});

test("EventWatches deliver a change to a pending read before the watches are closed at once", async () => {
  let now = 0;
  const api = new EventsApiServer({ ttlMs: 1000, clock: { now: () => now } });
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const watch = await WatchReader.open(api, `${CORE}?watch=true&resourceVersion=2`);
  const waiting = watch.take(2);
  await settled();
  now = 1000;
  assert.deepEqual(api.events(), []);
  api.closeWatches();
  assert.deepEqual(await soon("The reads", waiting), ["DELETED a", "end"]);
});

test("EventWatches deliver an expiry on time to a read that was pending before the first event of an empty store", async () => {
  let now = 0;
  const api = new EventsApiServer({ ttlMs: 50, clock: { now: () => now } });
  const watch = await WatchReader.open(api, `${CORE}?watch=true`);
  const waiting = watch.take(2);
  await settled();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  now = 50;
  assert.deepEqual(await waiting, ["ADDED a", "DELETED a"]);
  await watch.close();
});

test("EventWatches end an unread watch on shutdown, after its changes", async () => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${CORE}?watch=true`);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await api.shutdown();
  assert.deepEqual(await soon("The reads", watch.take(2)), ["ADDED a", "end"]);
});

test("EventWatches run one timer for each pending read, and none otherwise", async () => {
  const { setTimeout, clearTimeout } = globalThis;
  const running = new Set<unknown>();
  try {
    globalThis.setTimeout = ((callback: () => void, ms = 0) => {
      const timer = setTimeout(callback, ms);
      if (ms > 0) running.add(timer);
      return timer;
    }) as typeof setTimeout;
    globalThis.clearTimeout = (timer) => {
      running.delete(timer);
      clearTimeout(timer);
    };
    for (const how of ["cancel", "closeWatches"]) {
      const api = new EventsApiServer();
      const watches: WatchReader[] = [];
      const ends: Promise<unknown>[] = [];
      for (const seconds of [3600, 60, 600]) {
        const watch = await WatchReader.open(api, `${CORE}?watch=true&timeoutSeconds=${seconds}`);
        watches.push(watch);
        ends.push(watch.next());
        await settled();
        assert.equal(running.size, watches.length, `${seconds} seconds`);
      }
      if (how === "cancel") { for (const watch of watches) await watch.close(); }
      else api.closeWatches();
      assert.deepEqual(await Promise.all(ends), [undefined, undefined, undefined]);
      assert.equal(running.size, 0, how);
    }
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
});

test("EventWatches deliver a change to a watch that waited through more than maxHistory other changes", async () => {
  const api = new EventsApiServer({ maxHistory: 3 });
  const watch = await WatchReader.open(api, `${CORE}?watch=true&fieldSelector=reason=Killing`);
  const killed = watch.take(2);
  for (let i = 0; i < 10; i++) await send(api, "POST", CORE, { body: coreEvent(`e${i}`) });
  api.expire();
  await send(api, "POST", CORE, { body: coreEvent("a", { reason: "Killing" }) });
  for (let i = 10; i < 20; i++) await send(api, "POST", CORE, { body: coreEvent(`e${i}`) });
  await send(api, "PATCH", `${CORE}/a`, { body: { reason: "Pulled" }, type: "application/merge-patch+json" });
  assert.deepEqual(await soon("The events", killed), ["ADDED a", "DELETED a"]);
  await watch.close();
});

const SELECTORS = [
  "reason=Killing",
  "reason!=Killing",
  "involvedObject.name=web-1",
  "involvedObject.name=web-1,reason=Killing",
  "involvedObject.name=web-1,reason!=Killing",
  "reason=Killing,reason=Pulled",
  "metadata.name=e3",
  "metadata.namespace=ns1,type=Normal",
  "involvedObject.fieldPath=",
  "involvedObject.name=",
];

for (const seed of seeds(3)) {
  test(`EventWatches deliver every change that concerns a watch, under random writes (seed ${seed})`, async () => {
    const random = seeded(seed);
    const pick = (count: number): number => Math.floor(random() * count);
    const api = new EventsApiServer({ maxEvents: 15 });
    const all = await WatchReader.open(api, "/api/v1/events?watch=true");
    const watches = await Promise.all(
      ["/api/v1/events", "/api/v1/namespaces/ns1/events"].flatMap((path) =>
        SELECTORS.map(async (fieldSelector) => {
          const query = new URLSearchParams({ watch: "true", fieldSelector });
          const watch = await WatchReader.open(api, `${path}?${query}`);
          const lines: string[] = [];
          const selects = fieldSelectorOf(CORE_V1, parseFieldTerms(fieldSelector))!;
          const sees = (event: Json): boolean =>
            event !== undefined && selects(event) && (path === "/api/v1/events" || event.metadata.namespace === "ns1");
          return { name: `${path} ${fieldSelector}`, sees, lines, end: follow(watch, lines) };
        })
      ),
    );
    const changes: Json[] = [];
    const end = follow(all, [], changes);
    for (let i = 0; i < 400; i++) {
      const namespace = `ns${pick(3)}`;
      const url = `/api/v1/namespaces/${namespace}/events/e${pick(6)}`;
      const involvedObject = { namespace, ...(pick(5) > 0 && { name: `web-${pick(3)}` }) };
      const body = coreEvent(url.split("/").at(-1)!, {
        involvedObject,
        reason: pick(2) ? "Killing" : "Pulled",
        count: i + 1,
      });
      const write = pick(4) > 0 ? send(api, "PUT", url, { body }) : send(api, "DELETE", url);
      if (pick(3) > 0) await write;
    }
    await api.shutdown();
    await soon("The ends", Promise.all([end, ...watches.map(({ end }) => end)]));
    assert.ok(changes.length > 200, `${changes.length} changes`);
    for (const { name, sees, lines } of watches) {
      const states = new Map<string, Json>();
      const expected: string[] = [];
      for (const { type, object } of changes) {
        const key = `${object.metadata.namespace}/${object.metadata.name}`;
        const before = sees(states.get(key));
        const after = type !== "DELETED" && sees(object);
        if (type === "DELETED") states.delete(key);
        else states.set(key, object);
        const { resourceVersion } = object.metadata;
        if (before || after) expected.push(`${after ? before ? "MODIFIED" : "ADDED" : "DELETED"} ${resourceVersion}`);
      }
      assert.deepEqual(lines, expected, name);
    }
  });
}

/** Reads a watch to its end, into lines such as `ADDED 7`, and its events. */
async function follow(watch: WatchReader, lines: string[], events: Json[] = []): Promise<void> {
  for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
    lines.push(`${event.type} ${event.object.metadata.resourceVersion}`);
    events.push(event);
  }
}

test("EventWatches without a pending read close after any number of changes beyond maxHistory", async () => {
  for (let changes = 0; changes < 20; changes++) {
    const api = new EventsApiServer({ maxHistory: 5 });
    const watch = await WatchReader.open(api, `${CORE}?watch=true`);
    for (let i = 0; i < changes; i++) await send(api, "POST", CORE, { body: coreEvent(`e${i}`) });
    api.closeWatches();
    const [first] = await watch.take(1);
    assert.equal(first, changes === 0 ? "end" : changes > 5 ? "ERROR Expired" : "ADDED e0", `${changes} changes`);
  }
});

test("EventWatches serve new watches after watches were closed or cut", async () => {
  const api = new EventsApiServer();
  for (const [end, name] of [["closeWatches", "a"], ["cutWatches", "b"]] as const) {
    api[end]();
    const watch = await WatchReader.open(api, `${CORE}?watch=true&resourceVersion=1`);
    const read = watch.take(name === "a" ? 1 : 2);
    await send(api, "POST", CORE, { body: coreEvent(name) });
    assert.equal((await soon("The change", read)).at(-1), `ADDED ${name}`);
    await watch.close();
  }
});
