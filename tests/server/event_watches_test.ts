import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../src/server/mod.ts";
import { soon } from "../broadcaster/vocabulary.ts";
import { CORE, coreEvent, send, WatchReader } from "./client.ts";

test("EventWatches send the initial events once, and then the changes", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const watch = await WatchReader.open(api, `${CORE}?watch=true`);
  assert.deepEqual(await soon("The initial event", watch.take(1)), ["ADDED a"]);
  const waiting = watch.take(1);
  await send(api, "DELETE", `${CORE}/a`);
  assert.deepEqual(await soon("The change", waiting), ["DELETED a"]);
});

test("EventWatches write the rows of a table for each watch by itself", async () => {
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

test("EventWatches wake a read that waits for a change, and end it at shutdown", async () => {
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

test("EventWatches end at shutdown a watch that is not read, behind the changes that there are", async () => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${CORE}?watch=true`);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await api.shutdown();
  assert.deepEqual(await soon("The reads", watch.take(2)), ["ADDED a", "end"]);
});

test("EventWatches end a watch when the signal of its request aborts, while a read waits and between two", async () => {
  const api = new EventsApiServer();
  for (const isWaiting of [true, false]) {
    const abort = new AbortController();
    const url = `http://localhost${CORE}?watch=true`;
    const watch = new WatchReader(await api.fetch(new Request(url, { signal: abort.signal })));
    let read = isWaiting ? watch.take(1) : undefined;
    abort.abort();
    read ??= watch.take(1);
    assert.deepEqual(await soon("The read", read), ["end"], `while a read waits: ${isWaiting}`);
  }
  const aborted = new Request(`http://localhost${CORE}?watch=true`, { signal: AbortSignal.abort() });
  const watch = new WatchReader(await api.fetch(aborted));
  assert.deepEqual(await soon("The read of an aborted request", watch.take(1)), ["end"]);
});
