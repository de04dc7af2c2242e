import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import process from "node:process";
import { createEventRecorder } from "../../mod.ts";
import { listen } from "../../src/listen/mod.ts";
import { EventReader } from "../../src/reader/mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";
import { eventually, inTime } from "../eventually.ts";
import { scopedTest as test } from "../kubeconfig/folder.ts";

// The first: a loop without end would block the process, and no later test would be reported.
test("listen() passes each header of a request on once", async ({ keep }) => {
  const { append } = Headers.prototype;
  let appended = 0;
  Headers.prototype.append = function (...args): void {
    if (++appended > 1000) throw new Error("It appends without end");
    append.apply(this, args);
  };
  keep({ [Symbol.dispose]: () => Headers.prototype.append = append });
  const names = ["x-a", "x-b", "undefined"];
  const fetchHandler = ({ headers }: Request): Response => Response.json(names.map((name) => headers.get(name)));
  const { url } = keep(await inTime("The listener", listen({ fetch: fetchHandler })));
  const response = await inTime("The response", fetch(url, { headers: { "x-a": "1", "x-b": "2" } }));
  assert.deepEqual(await inTime("The body", response.json()), ["1", "2", null]);
});

test("listen() serves an API on a free port, watches included, until it is disposed of", async ({ keep }) => {
  const { url, hostname, port, ...listener } = keep(await inTime("The listener", listen(new EventsApiServer())));
  assert.deepEqual([hostname, url], ["127.0.0.1", `http://127.0.0.1:${port}`]);
  const recorder = createEventRecorder({ component: "test", server: url });
  const end = new AbortController();
  keep({ [Symbol.dispose]: () => end.abort() });
  keep({ [Symbol.asyncDispose]: () => recorder.shutdown({ signal: AbortSignal.abort() }) });
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } };
  recorder.event(pod, "Normal", "First", "first");
  await inTime("The flush", recorder.flush());
  const reasons: string[] = [];
  const read = async (): Promise<void> => {
    for await (const { reason } of new EventReader({ server: url }).occurrences({ signal: end.signal })) {
      reasons.push(reason);
      if (reason === "Second") break;
      recorder.event(pod, "Normal", "Second", "second");
    }
  };
  await inTime("The second event", read());
  assert.deepEqual(reasons, ["First", "Second"]);
  await recorder.shutdown();
  const watch = await inTime("The watch", fetch(`${url}/api/v1/events?watch=true`));
  await inTime("The end of the listener", listener[Symbol.asyncDispose]());
  await inTime("The end of the watch", watch.text().catch(() => {}));
  await assert.rejects(fetch(`${url}/version`));
});

test("listen() streams both ways, and aborts the request of a client that has gone", async ({ keep }) => {
  let aborted = 0;
  const fetchHandler = (request: Request): Response => {
    request.signal.addEventListener("abort", () => aborted++);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    request.body?.pipeTo(writable).catch(() => {});
    return new Response(readable, { status: 201, headers: { "x-method": request.method } });
  };
  const { url } = keep(await inTime("The listener", listen({ fetch: fetchHandler })));
  const echo = await inTime("The response", fetch(`${url}/a?b=c`, { method: "PUT", body: "text" }));
  const body = await inTime("The body", echo.text());
  assert.deepEqual([echo.status, echo.headers.get("x-method"), body], [201, "PUT", "text"]);
  const gone = new AbortController();
  const before = aborted;
  const endless = await inTime("The endless response", fetch(url, { signal: gone.signal }));
  gone.abort();
  await endless.text().catch(() => {});
  await eventually("The abort of the request", () => aborted > before);
});

test("listen() rejects a port that is taken, and arguments that are invalid", async ({ keep }) => {
  const { port } = keep(await inTime("The listener", listen(new EventsApiServer())));
  const refused = listen(new EventsApiServer(), { port });
  await inTime("The rejection", assert.rejects(refused, { code: "EADDRINUSE" }));
  await assert.rejects(listen(new EventsApiServer(), { port: 99_999 }), RangeError);
  await assert.rejects(listen(new EventsApiServer(), { hostname: "" }), TypeError);
  await assert.rejects(listen({} as never), /api must have the method fetch/);
});

test("listen() sends each of several cookies", async ({ keep }) => {
  const cookies = ["a=1", "b=2"];
  const fetchCookies = () =>
    new Response("x", { headers: cookies.map((cookie): [string, string] => ["set-cookie", cookie]) });
  const { url } = keep(await inTime("The listener", listen({ fetch: fetchCookies })));
  const response = await inTime("The response", fetch(url));
  await inTime("The body", response.text());
  assert.deepEqual(response.headers.getSetCookie(), cookies);
});

/** Sends bytes verbatim, and leaves its end of the connection open; an error of the socket is its end. */
function sendRaw(port: number, text: string): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {}).resume();
  socket.write(text);
  return socket;
}

/** A response without an end, which counts how often it was cancelled. */
class Endless {
  cancelled = 0;
  response(): Response {
    return new Response(new ReadableStream<Uint8Array>({ cancel: () => void this.cancelled++ }));
  }
}

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

for (const [where, before] of [["alone", ""], ["behind a request", get("/endless")]] as const) {
  test(`listen() closes a connection that sends CONNECT ${where}, and serves others until disposed of`, async ({ keep }) => {
    const fetch = ({ url }: Request): Response =>
      url.endsWith("/endless") ? new Endless().response() : new Response("x");
    const { url, port, ...listener } = keep(await inTime("The listener", listen({ fetch })));
    const socket = sendRaw(port, `${before}CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const ended = new Promise((resolve) => socket.on("end", resolve).on("close", resolve));
    try {
      await inTime("The end of the connection", ended);
      assert.equal(await inTime("The response", globalThis.fetch(url).then((response) => response.text())), "x");
      await inTime("The end of the listener", listener[Symbol.asyncDispose]());
    } finally {
      socket.destroy();
    }
  });
}

test("listen() answers no request behind one whose client has gone", async ({ keep }) => {
  const endless = new Endless();
  let calls = 0;
  const fetch = () => ++calls === 1 ? endless.response() : new Response("x");
  const { url, port } = keep(await inTime("The listener", listen({ fetch })));
  const socket = sendRaw(port, get("/").repeat(2));
  await inTime("The response", new Promise((resolve) => socket.once("data", resolve)));
  socket.destroy();
  await eventually("The end of the response", () => endless.cancelled === 1);
  await inTime("Another response", globalThis.fetch(url).then((response) => response.text()));
  assert.equal(calls, 2);
});

test("listen() cancels the response to a client that has gone before it", async ({ keep }) => {
  const endless = new Endless();
  let respond = (): void => {};
  let isAborted = false;
  const fetch = (request: Request) => {
    request.signal.addEventListener("abort", () => isAborted = true);
    return new Promise<Response>((resolve) => respond = () => resolve(endless.response()));
  };
  const { port } = keep(await inTime("The listener", listen({ fetch })));
  const socket = sendRaw(port, get("/"));
  const isCalled = respond;
  await eventually("The request", () => respond !== isCalled);
  socket.destroy();
  await eventually("The abort of the request", () => isAborted);
  respond();
  await eventually("The cancellation of the response", () => endless.cancelled === 1);
});

test("listen() sends a large response without a warning", async ({ keep }) => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error): void => void warnings.push(message);
  process.on("warning", onWarning);
  keep({ [Symbol.dispose]: () => void process.off("warning", onWarning) });
  let chunks = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => chunks++ < 30 ? controller.enqueue(new Uint8Array(1024 * 1024)) : controller.close(),
  }, { highWaterMark: 0 });
  const { url } = keep(await inTime("The listener", listen({ fetch: () => new Response(body) })));
  const received = await inTime("The response", fetch(url).then((response) => response.arrayBuffer()));
  assert.deepEqual([received.byteLength, warnings], [30 * 1024 * 1024, []]);
});

test("listen() serves the request behind one whose body was cancelled", async ({ keep }) => {
  const fetch = async ({ body }: Request): Promise<Response> => {
    const reader = body?.getReader();
    await reader?.read();
    await reader?.cancel();
    return new Response(body === null ? "second" : "first");
  };
  const { port } = keep(await inTime("The listener", listen({ fetch })));
  const length = 3_000_000;
  const post = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(length)}`;
  const socket = sendRaw(port, post + get("/"));
  keep({ [Symbol.dispose]: () => void socket.destroy() });
  let received = "";
  socket.on("data", (chunk) => received += chunk);
  await eventually("The second response", () => /first.*second/s.test(received));
});
