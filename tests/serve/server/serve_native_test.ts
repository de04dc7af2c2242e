import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { coreEvent, type Json, WatchReader } from "./client.ts";
import { type HttpServer, serveHttp } from "./serve_http.ts";

/** Serves by Deno.serve, Bun.serve or node:http. */
async function serve(api: EventsApiServer): Promise<HttpServer> {
  const { Deno, Bun } = globalThis as Json;
  if (Bun) {
    const server = Bun.serve(Object.assign(api, { port: 0, hostname: "127.0.0.1" }));
    return { url: `http://127.0.0.1:${server.port}`, close: () => server.stop(true) };
  }
  if (Deno) {
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, api.fetch);
    return { url: `http://127.0.0.1:${server.addr.port}`, close: () => server.shutdown() };
  }
  return await serveHttp(api.fetch);
}

/** Runs with a server, and ends it. */
async function served(api: EventsApiServer, body: (url: string) => Promise<void>): Promise<void> {
  const server = await serve(api);
  try {
    await body(`${server.url}/api/v1/namespaces/default/events`);
  } finally {
    await api.shutdown();
    await server.close();
  }
}

function post(url: string, name: string): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(coreEvent(name)) });
}

test("EventsApiServer is served by the runtime's own server", () =>
  served(new EventsApiServer(), async (url) => {
    const created = await post(url, "a");
    assert.equal(created.status, 201);
    assert.equal((await created.json()).metadata.name, "a");
    const missing = await fetch(`${url}/b`);
    assert.deepEqual([missing.status, (await missing.json()).reason], [404, "NotFound"]);
    assert.equal((await (await fetch(url)).json()).items.length, 1);
  }));

test("EventsApiServer responds to a watch at once and streams it, over HTTP", () =>
  served(new EventsApiServer(), async (url) => {
    // The response arrives although there is nothing to send yet.
    const watch = new WatchReader(await fetch(`${url}?watch=true`, { signal: AbortSignal.timeout(120_000) }));
    await (await post(url, "a")).text();
    await (await post(url, "b")).text();
    assert.deepEqual(await watch.take(2), ["ADDED a", "ADDED b"]);
    await watch.close();
  }));

test("EventsApiServer sends the existing events of a watch first, over HTTP", () =>
  served(new EventsApiServer(), async (url) => {
    await (await post(url, "a")).text();
    const watch = new WatchReader(await fetch(`${url}?watch=true`));
    await (await post(url, "b")).text();
    for (const name of ["a", "b"]) assert.deepEqual(await watch.take(1), [`ADDED ${name}`]);
    await watch.close();
  }));

test("EventsApiServer sends a watch no blank line, over HTTP", () =>
  served(new EventsApiServer(), async (url) => {
    const reader = (await fetch(`${url}?watch=true`)).body!.pipeThrough(new TextDecoderStream()).getReader();
    await (await post(url, "a")).text();
    let text = "";
    while (!text.includes("\n")) text += (await reader.read()).value;
    assert.equal(JSON.parse(text.slice(0, text.indexOf("\n"))).type, "ADDED");
    await reader.cancel();
  }));

test("EventsApiServer sends no more than a space to a quiet watch that ends, over HTTP", () => {
  const api = new EventsApiServer();
  return served(api, async (url) => {
    const list = await (await fetch(url)).json();
    const watch = await fetch(`${url}?watch=true&resourceVersion=${list.metadata.resourceVersion}`);
    await api.shutdown();
    assert.equal((await watch.text()).trim(), "");
  });
});

test("EventsApiServer.shutdown() ends a watch cleanly over HTTP", () => {
  const api = new EventsApiServer();
  return served(api, async (url) => {
    const watch = new WatchReader(await fetch(`${url}?watch=true`));
    await api.shutdown();
    assert.deepEqual(await watch.take(1), ["end"]);
  });
});

test("EventsApiServer responds with 413 to a body that is too large, over HTTP", () =>
  served(new EventsApiServer(), async (url) => {
    const body = JSON.stringify(coreEvent("a", { message: "x".repeat(3 * 1024 * 1024) }));
    const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
    assert.deepEqual([response.status, (await response.json()).reason], [413, "RequestEntityTooLarge"]);
  }));

/** A request to create an event, with headers that browsers would not let a program set. */
function createRequest(headers: Record<string, string>, body: BodyInit): Request {
  const url = "http://localhost/api/v1/namespaces/default/events";
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body, duplex: "half" };
  return new Request(url, init as RequestInit);
}

test("EventsApiServer reads a body of declared length in one piece", async () => {
  const json = JSON.stringify(coreEvent("a"));
  // An empty event, without a name.
  const protobuf = Uint8Array.of(0x6b, 0x38, 0x73, 0x00, 0x12, 0x00);
  for (const [type, body, code] of [["json", json, 201], ["vnd.kubernetes.protobuf", protobuf, 422]] as const) {
    const headers = { "content-length": String(body.length), "content-type": `application/${type}` };
    const request = createRequest(headers, body);
    let streams = 0;
    Object.defineProperty(request, "body", { get: () => void streams++ });
    const response = await new EventsApiServer().fetch(request);
    assert.deepEqual([response.status, streams], [code, 0], type);
    await response.body?.cancel();
  }
});

test("EventsApiServer accepts a body of a declared length of 3 MiB, and no more", async () => {
  const text = JSON.stringify(coreEvent("a"));
  for (const [length, code] of [[3 * 1024 * 1024, 201], [3 * 1024 * 1024 + 1, 413]] as const) {
    const request = createRequest({ "content-length": String(length) }, text.padEnd(length));
    const response = await new EventsApiServer().fetch(request);
    assert.equal(response.status, code);
    await response.body?.cancel();
  }
});

test("EventsApiServer stops reading a chunked body at its limit, ignoring the declared length", async () => {
  let left = 100;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => left-- > 0 ? controller.enqueue(new Uint8Array(65_536).fill(32)) : controller.close(),
  });
  const response = await new EventsApiServer().fetch(
    createRequest({ "content-length": "5", "transfer-encoding": "chunked" }, body),
  );
  assert.deepEqual([response.status, (await response.json()).reason], [413, "RequestEntityTooLarge"]);
});

test("EventsApiServer.idleTimeout disables Bun's timeout for silent watches", () => {
  assert.equal(new EventsApiServer().idleTimeout, 0);
});

test("Fault reset breaks the connection behind node:http", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "reset" }] });
  const server = await serveHttp(api.fetch);
  try {
    await assert.rejects(fetch(`${server.url}/api/v1/events`));
    api.clearFaults();
    const response = await fetch(`${server.url}/api/v1/events`);
    assert.equal((await response.json()).kind, "EventList");
  } finally {
    await server.close();
  }
});

test("EventsApiServer does not read the signal of a served request, because Deno would print a warning", async () => {
  const api = new EventsApiServer();
  const url = "http://localhost/api/v1/namespaces/default/events";
  const headers = { host: "localhost", "content-type": "application/json" };
  const body = JSON.stringify(coreEvent("a"));
  const requests = [
    new Request(url, { method: "POST", headers, body }),
    new Request(`${url}?watch=true`, { headers }),
    new Request(url, { headers }),
  ];
  for (const request of requests) {
    Object.defineProperty(request, "signal", { get: () => assert.fail("read") });
    const response = await api.fetch(request);
    assert.ok(response.ok, `${response.status}`);
    await response.body?.cancel();
  }
  await api.shutdown();
});
