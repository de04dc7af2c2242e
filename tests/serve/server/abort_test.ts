import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer, type FaultAnswer } from "../../../src/serve/server/mod.ts";
import { settled, soon } from "../../record/broadcaster/vocabulary.ts";
import { CORE, coreEvent, send, WatchReader } from "./client.ts";

const reason = new Error("enough");
const headers = { "content-type": "application/json" };
const body = JSON.stringify(coreEvent("a"));
const url = `http://localhost${CORE}`;

test("EventsApiServer.fetch() rejects with the reason of a signal that has aborted, and stores nothing, like fetch", async () => {
  const api = new EventsApiServer();
  const signal = AbortSignal.abort(reason);
  const requests: [string, () => Promise<Response>][] = [
    ["a create by its path", () => api.fetch(CORE, { method: "POST", headers, body, signal })],
    ["a create by its Request", () => api.fetch(new Request(url, { method: "POST", headers, body, signal }))],
    ["a list", () => api.fetch(CORE, { signal })],
    ["a watch", () => api.fetch(`${CORE}?watch=true`, { signal })],
    ["discovery", () => api.fetch("/api", { signal })],
    ["a page that does not exist", () => api.fetch("/else", { signal })],
  ];
  for (const [what, request] of requests) {
    await assert.rejects(request(), (error) => error === reason, what);
  }
  await assert.rejects(api.fetch(CORE, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.deepEqual(api.events(), []);
});

test("EventsApiServer.fetch() stores nothing if the signal aborts right after the call", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("b") });
  const merge = { "content-type": "application/merge-patch+json" };
  for (
    const [target, init] of [
      [CORE, { method: "POST", headers, body }],
      [`${CORE}/b`, { method: "PUT", headers, body: JSON.stringify(coreEvent("b", { count: 2 })) }],
      [`${CORE}/b`, { method: "PATCH", headers: merge, body: '{"count":2}' }],
      [`${CORE}/b`, { method: "DELETE", headers, body: "{}" }],
      [CORE, { method: "DELETE", headers, body: "{}" }],
    ] as const
  ) {
    const abort = new AbortController();
    const answer = api.fetch(target, { ...init, signal: abort.signal });
    abort.abort(reason);
    await assert.rejects(answer, (error) => error === reason, `${init.method} ${target}`);
    await settled();
    assert.deepEqual(api.events().map(({ metadata, count }) => `${metadata.name} ${count}`), ["b 1"], init.method);
  }
});

test("EventsApiServer.fetch() rejects at once if the signal aborts while it waits for a fault", async () => {
  const answers: (FaultAnswer | undefined)[] = ["hang", undefined, () => new Promise(() => {})];
  for (const answer of answers) {
    const api = new EventsApiServer({ faults: [{ answer, delayMs: answer === undefined ? 60_000 : 0 }] });
    const abort = new AbortController();
    const response = api.fetch(CORE, { method: "POST", headers, body, signal: abort.signal });
    await settled();
    abort.abort(reason);
    await assert.rejects(soon("The rejection", response), (error) => error === reason, String(answer));
    await settled();
    assert.deepEqual(api.events(), []);
  }
});

test("EventsApiServer.fetch() rejects the reads of a watch with the reason of its signal, if it aborts between reads or during one", async () => {
  const api = new EventsApiServer();
  for (const isWaiting of [true, false]) {
    const abort = new AbortController();
    const watch = new WatchReader(await api.fetch(`${CORE}?watch=true`, { signal: abort.signal }));
    let read = isWaiting ? watch.take(1) : undefined;
    await settled();
    abort.abort(reason);
    read ??= watch.take(1);
    await assert.rejects(soon("The read", read), (error) => error === reason, `while a read waits: ${isWaiting}`);
  }
});

test("EventsApiServer.fetch() answers as if nothing had happened if the signal aborts later", async () => {
  const api = new EventsApiServer();
  const abort = new AbortController();
  const response = await api.fetch(CORE, { method: "POST", headers, body, signal: abort.signal });
  assert.equal(response.status, 201);
  await response.text();
  abort.abort(reason);
  assert.equal(api.events().length, 1);
});
