import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer, type WatchSocket } from "../../src/server/mod.ts";
import { soon } from "../broadcaster/vocabulary.ts";
import { CORE, coreEvent, type Json, send } from "./client.ts";

const { Deno, Bun } = globalThis as Json;
const skip = Deno || Bun ? false : "this runtime's server upgrades no request";

/** Gives what is under way a few turns of the event loop. */
async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setTimeout(resolve));
}

/** A server on the runtime's own sockets, with which WebSockets can be opened. */
async function served(body: (api: EventsApiServer, url: string) => Promise<void>, options: Json = {}): Promise<void> {
  const upgrade = Deno ? { upgradeWebSocket: Deno.upgradeWebSocket } : {};
  const api = new EventsApiServer({ ...upgrade, ...options });
  const server = Bun
    ? Bun.serve(Object.assign(api, { port: 0 }))
    : Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, api.fetch);
  try {
    await body(api, `127.0.0.1:${Bun ? server.port : server.addr.port}${CORE}`);
  } finally {
    await api.shutdown();
    await (Bun ? server.stop(true) : server.shutdown());
  }
}

/** The messages of a WebSocket, read one by one; `undefined` once it is closed. */
async function open(url: string): Promise<{ socket: WebSocket; next(): Promise<Json> }> {
  const socket = new WebSocket(`ws://${url}`);
  const seen: Json[] = [];
  let closed = false;
  let wake = (): void => {};
  socket.onmessage = ({ data }) => {
    seen.push(JSON.parse(data));
    wake();
  };
  socket.onclose = () => {
    closed = true;
    wake();
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("The WebSocket was refused"));
  });
  return {
    socket,
    async next(): Promise<Json> {
      while (seen.length === 0 && !closed) await new Promise<void>((resolve) => wake = resolve);
      return seen.shift();
    },
  };
}

test("EventsApiServer.websocket sends nothing through Bun before the handshake is complete", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  let data: unknown;
  const server = {
    upgrade(_request: Request, options: { data: unknown }): boolean {
      data = options.data;
      return true;
    },
  };
  const request = new Request(`http://localhost${CORE}?watch=true`, { headers: { upgrade: "websocket" } });
  assert.equal((await api.fetch(request, server)).status, 200);
  await turns();
  const sent: string[] = [];
  const socket = { data, readyState: 1, getBufferedAmount: () => 0, close() {} };
  const first = new Promise<void>((resolve) => {
    api.websocket.open({ ...socket, send: (text) => resolve(void sent.push(JSON.parse(text).object.metadata.name)) });
  });
  await soon("The first message", first);
  assert.deepEqual(sent, ["a"]);
  api.websocket.close({ ...socket, send() {} });
  const refused = await api.fetch(request, { upgrade: () => false });
  assert.equal(refused.status, 400);
});

test("EventsApiServer.websocket sends no more through Bun to a client that has more than 1 MiB buffered", async () => {
  const api = new EventsApiServer();
  // Each is a chunk of its own.
  for (const name of ["a", "b"]) {
    await send(api, "POST", CORE, { body: coreEvent(name, { message: "x".repeat(100_000) }) });
  }
  let data: unknown;
  const server = {
    upgrade: (_request: Request, options: { data: unknown }): boolean => {
      data = options.data;
      return true;
    },
  };
  await api.fetch(new Request(`http://localhost${CORE}?watch=true`, { headers: { upgrade: "websocket" } }), server);
  const sent: string[] = [];
  const closed = Promise.withResolvers<void>();
  const socket = {
    data,
    readyState: 1,
    getBufferedAmount: () => 1024 * 1024 + 1,
    send: (text: string) => void sent.push(JSON.parse(text).object.metadata.name),
    close: () => closed.resolve(),
  };
  api.websocket.open(socket);
  await turns();
  assert.deepEqual(sent, ["a"]);
  socket.readyState = 3;
  api.websocket.close(socket);
  await closed.promise;
});

test("EventsApiServer sends no more to a WebSocket that has more than 1 MiB buffered", async () => {
  for (const [bufferedAmount, names] of [[1024 * 1024, ["a", "b"]], [1024 * 1024 + 1, ["a"]]] as const) {
    const sent: string[] = [];
    const closed = Promise.withResolvers<void>();
    const socket = Object.assign(new EventTarget(), {
      readyState: 1,
      bufferedAmount,
      send: (text: string) => void sent.push(JSON.parse(text).object.metadata.name),
      close: () => closed.resolve(),
    });
    const api = new EventsApiServer({ upgradeWebSocket: () => ({ socket, response: new Response(null) }) });
    // Each is a chunk of its own.
    for (const name of ["a", "b"]) {
      await send(api, "POST", CORE, { body: coreEvent(name, { message: "x".repeat(100_000) }) });
    }
    await api.fetch(new Request(`http://localhost${CORE}?watch=true`, { headers: { upgrade: "websocket" } }));
    await turns();
    assert.deepEqual(sent, names);
    socket.readyState = 3;
    socket.dispatchEvent(new Event("close"));
    await closed.promise;
  }
});

test(
  "EventsApiServer sends a WebSocket message per event of a watch",
  { skip },
  () =>
    served(async (api, url) => {
      await send(api, "POST", CORE, { body: coreEvent("a") });
      const { socket, next } = await open(`${url}?watch=true`);
      assert.equal((await next()).object.metadata.name, "a");
      await send(api, "POST", CORE, { body: coreEvent("b", { message: "naïve 日本 🎉" }) });
      await send(api, "DELETE", `${CORE}/a`);
      const [added, deleted] = [await next(), await next()];
      assert.deepEqual([added.type, added.object.message], ["ADDED", "naïve 日本 🎉"]);
      assert.deepEqual([deleted.type, deleted.object.metadata.name], ["DELETED", "a"]);
      socket.close();
    }),
);

test("EventsApiServer closes the WebSocket of a watch that ends", { skip }, () =>
  served(async (api, url) => {
    const { next } = await open(`${url}?watch=true`);
    api.closeWatches();
    assert.equal(await next(), undefined);
  }));

test("EventsApiServer closes the WebSocket of a watch that is cut", { skip }, () =>
  served(async (api, url) => {
    const { next } = await open(`${url}?watch=true`);
    api.cutWatches();
    assert.equal(await next(), undefined);
  }));

test("EventsApiServer rejects the WebSocket of a rejected watch", { skip }, () =>
  served(async (_api, url) => {
    await assert.rejects(open(`${url}?watch=true&fieldSelector=odd`), /refused/);
  }));

test("EventsApiServer without upgradeWebSocket ends a watch that requests a WebSocket at once", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const headers = { connection: "Upgrade", upgrade: "websocket" };
  const request = (target: string): Promise<Response> =>
    api.fetch(new Request(`http://localhost${target}`, { headers }));
  const watch = await request(`${CORE}?watch=true`);
  assert.deepEqual([watch.status, await watch.text()], [200, ""]);
  // All other requests are answered normally.
  assert.equal((await (await request(CORE)).json()).items.length, 1);
  assert.equal((await request(`${CORE}?watch=true&fieldSelector=odd`)).status, 400);
});

test("EventsApiServer returns the response of an upgrade unchanged, also to a page of an allowed origin", async () => {
  const response = Object.defineProperty(new Response(null), "status", { value: 101 });
  const socket = { readyState: 3, bufferedAmount: 0, send() {}, close() {}, addEventListener() {} };
  const origin = "http://localhost:5173";
  const api = new EventsApiServer({ allowedOrigins: [origin], upgradeWebSocket: () => ({ socket, response }) });
  const headers = { host: "localhost", upgrade: "websocket", origin };
  assert.equal(await api.fetch(new Request(`http://localhost${CORE}?watch=true`, { headers })), response);
});

test("EventsApiServer responds with 400 if upgradeWebSocket throws", async () => {
  const upgradeWebSocket = (): never => {
    throw new TypeError("no key");
  };
  const api = new EventsApiServer({ upgradeWebSocket });
  const answer = await api.fetch(
    new Request(`http://localhost${CORE}?watch=true`, { headers: { upgrade: "websocket" } }),
  );
  assert.deepEqual([answer.status, (await answer.json()).message], [
    400,
    "the connection cannot become a WebSocket: no key",
  ]);
});

test("EventsApiServer respects the backpressure of a WebSocket", async () => {
  class Slow extends EventTarget implements WatchSocket {
    readyState = 1;
    bufferedAmount = 0;
    sent = 0;
    paused = Promise.withResolvers<void>();
    send(text: string): void {
      this.sent++;
      this.bufferedAmount += text.length;
      if (this.bufferedAmount > 1024 * 1024) this.paused.resolve();
    }
    close(): void {
      this.readyState = 3;
      this.dispatchEvent(new Event("close"));
    }
  }
  const socket = new Slow();
  const api = new EventsApiServer({
    upgradeWebSocket: () => ({ socket, response: new Response(null) }),
  });
  for (let i = 0; i < 40; i++) {
    await send(api, "POST", CORE, { body: coreEvent(`e${i}`, { message: "x".repeat(100_000) }) });
  }
  await api.fetch(new Request(`http://localhost${CORE}?watch=true`, { headers: { upgrade: "websocket" } }));
  await socket.paused.promise;
  const sent = socket.sent;
  assert.ok(sent < 20, `${sent} of 40 sent`);
  const drained = new Promise<void>((resolve) => {
    const send = socket.send.bind(socket);
    socket.send = (text) => {
      send(text);
      socket.bufferedAmount = 0;
      if (socket.sent === 40) resolve();
    };
  });
  socket.bufferedAmount = 0;
  await drained;
  socket.close();
});

test("EventsApiServer ends the watch of a WebSocket that fails", async () => {
  const sent: string[] = [];
  const socket: WatchSocket & EventTarget = Object.assign(new EventTarget(), {
    readyState: 1,
    bufferedAmount: 0,
    send: (text: string) => void sent.push(JSON.parse(text).object.metadata.name),
    close() {},
  });
  const api = new EventsApiServer({ upgradeWebSocket: () => ({ socket, response: new Response(null) }) });
  await api.fetch(new Request(`http://localhost${CORE}?watch=true`, { headers: { upgrade: "websocket" } }));
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await turns();
  assert.deepEqual(sent, ["a"]);
  socket.dispatchEvent(new Event("error"));
  await send(api, "POST", CORE, { body: coreEvent("b") });
  await turns();
  assert.deepEqual(sent, ["a"]);
});
