import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { type Answer, CORE, coreEvent, type Json, send, WatchReader } from "./client.ts";

const MESSAGE = "x".repeat(10_000);
const put = (api: EventsApiServer, name: string, count = 1): Promise<Answer> =>
  send(api, "PUT", `${CORE}/${name}`, { body: coreEvent(name, { message: MESSAGE, count }) });
const names = (api: EventsApiServer): string => api.events().map(({ metadata }) => metadata.name).join("");
const codeAt = async (api: EventsApiServer, version: number): Promise<number> =>
  (await send(api, "GET", `${CORE}?resourceVersion=${version}&resourceVersionMatch=Exact`)).code;

for (
  const [what, accept, field, nameOf] of [
    ["a list", "application/json", "items", (item: Json) => item.metadata.name],
    [
      "a table",
      "application/json;as=Table;v=v1;g=meta.k8s.io",
      "rows",
      (row: Json) => row.object.metadata.name,
    ],
  ] as const
) {
  test(`EventsApiServer streams ${what} of many megabytes as it is read`, async () => {
    const api = new EventsApiServer();
    const message = "x".repeat(100_000);
    for (let i = 0; i < 50; i++) await send(api, "POST", CORE, { body: coreEvent(`e${10 + i}`, { message }) });
    const { body, headers } = await api.fetch(CORE, { headers: { accept } });
    assert.match(headers.get("content-type")!, /^application\/json/);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body!) {
      if (chunks.push(chunk) === 1) await (await api.fetch(CORE, { method: "DELETE" })).body!.cancel();
      assert.ok(chunks.length < 50, "an endless list");
    }
    const list = JSON.parse(new TextDecoder().decode(await new Blob(chunks as BlobPart[]).arrayBuffer()));
    assert.deepEqual(list[field].map(nameOf), Array.from({ length: 50 }, (_, i) => `e${10 + i}`));
  });
}

test("EventsApiServer evicts the least recently written events beyond maxBytes, after the history", async () => {
  // Room for ten events or changes of about 10,500 bytes each; two of them are the history's.
  const api = new EventsApiServer({ maxBytes: 110_000 });
  for (const name of "abcde") await put(api, name);
  assert.equal(await codeAt(api, 2), 200, "all versions are known while there is room");
  for (const name of "fgh") await put(api, name);
  assert.deepEqual([names(api), await codeAt(api, 2), await codeAt(api, 7)], ["abcdefgh", 410, 200]);
  await put(api, "i");
  assert.equal(names(api), "bcdefghi");
});

test("EventsApiServer.maxBytes includes states that only the history holds", async () => {
  const api = new EventsApiServer({ maxBytes: 55_000 });
  for (let count = 1; count <= 20; count++) await put(api, "a", count);
  assert.equal(names(api), "a");
  assert.deepEqual([await codeAt(api, 20), await codeAt(api, 17)], [200, 410]);
});

test("EventsApiServer accepts an event larger than maxBytes, and evicts it", async () => {
  const api = new EventsApiServer({ maxBytes: 1000 });
  assert.equal((await put(api, "a")).code, 201);
  assert.deepEqual(api.events(), []);
  const list = (await send(api, "GET", CORE)).body;
  assert.deepEqual([list.items, list.metadata.resourceVersion], [[], "3"]);
});

test("EventsApiServer drops no change of a watch that is read while maxBytes evicts an event per write", async () => {
  const api = new EventsApiServer({ maxBytes: 110_000 });
  const watch = await WatchReader.open(api, `${CORE}?watch=true`);
  const seen: string[] = [];
  for (const name of "abcdefghijklmnop") {
    await put(api, name);
    seen.push(...await watch.take(1));
    if (seen.at(-1)!.startsWith("DELETED")) seen.push(...await watch.take(1));
  }
  assert.deepEqual(seen.filter((line) => line.startsWith("ADDED")).length, 16);
  assert.ok(!seen.some((line) => line.startsWith("ERROR")), seen.join());
  await watch.close();
});

test("EventsApiServer keeps exactly maxHistory changes", async () => {
  const api = new EventsApiServer({ maxHistory: 3 });
  for (const name of "abcde") await put(api, name);
  assert.deepEqual([await codeAt(api, 3), await codeAt(api, 2)], [200, 410]);
});

test("EventsApiServer keeps the maxEvents most recently written events", async () => {
  const api = new EventsApiServer({ maxEvents: 2 });
  for (const [count, name] of [..."abacb"].entries()) await put(api, name, count + 1);
  assert.equal(names(api), "cb");
});
