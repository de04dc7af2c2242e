// Requests through a socket have a Host header, which no program can set in a browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent, send, WatchReader } from "./client.ts";

test("EventsApiServer answers 410 to a client that reached an earlier server through a socket too", async () => {
  let nowMs = 1_700_000_000_000;
  const clock = { now: () => nowMs++ };
  const servedBy = (api: EventsApiServer, query: string): Promise<Response> =>
    api.fetch(new Request(`http://localhost${CORE}?${query}`, { headers: { host: "localhost" } }));
  const earlier = new EventsApiServer({ clock });
  await servedBy(earlier, "limit=1");
  for (const name of ["a", "b", "c"]) await send(earlier, "POST", CORE, { body: coreEvent(name) });
  const { metadata } = await (await servedBy(earlier, "limit=1")).json();
  const restarted = new EventsApiServer({ clock });
  const watch = new WatchReader(await servedBy(restarted, `watch=true&resourceVersion=${metadata.resourceVersion}`));
  assert.deepEqual([await watch.take(2)], [["ERROR Expired", "end"]]);
});

test("EventsApiServer continues watches of its own process when the first request arrives through a socket", async () => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, `${CORE}?watch=true`);
  const first = watch.take(1);
  // Not delivered yet when the versions move.
  const created = send(api, "POST", CORE, { body: coreEvent("a") });
  await api.fetch(new Request(`http://localhost${CORE}`, { headers: { host: "localhost" } }));
  assert.deepEqual([await first, (await created).code], [["ADDED a"], 201]);
  await send(api, "POST", CORE, { body: coreEvent("b") });
  assert.deepEqual(await watch.take(1), ["ADDED b"]);
  await watch.close();
});
