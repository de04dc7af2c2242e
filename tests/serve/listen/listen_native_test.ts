import assert from "node:assert/strict";
import { Server } from "node:http";
import { connect, type Socket } from "node:net";
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createEventRecorder } from "../../../mod.ts";
import { listen, type Logger } from "../../../src/serve/listen/mod.ts";
import { EventReader } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { eventually, inTime } from "../../eventually.ts";
import { scopedTest as test } from "../../connect/kubeconfig/folder.ts";

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

test("listen() serves an API, including watches, on a free port until it is disposed of", async ({ keep }) => {
  const { url, hostname, port, ...listener } = keep(await inTime("The listener", listen(new EventsApiServer())));
  assert.deepEqual([hostname, url], ["127.0.0.1", `http://127.0.0.1:${port}`]);
  const recorder = createEventRecorder({ component: "test", server: url });
  const end = new AbortController();
  keep({ [Symbol.dispose]: () => end.abort() });
  keep({ [Symbol.asyncDispose]: async () => void await recorder.shutdown({ signal: AbortSignal.abort() }) });
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

test("listen() streams both ways, and aborts the request of a client that has disconnected", async ({ keep }) => {
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

test("listen() rejects without Deno's permission", async ({ keep }) => {
  const asked: unknown[] = [];
  const request = (permission: object) =>
    Promise.resolve({ state: asked.push(permission) === 1 ? "prompt" : "denied" });
  const before = Object.getOwnPropertyDescriptor(globalThis, "Deno");
  Object.defineProperty(globalThis, "Deno", { value: { permissions: { request } }, configurable: true });
  keep({
    [Symbol.dispose]: () => {
      if (before === undefined) delete (globalThis as { Deno?: unknown }).Deno;
      else Object.defineProperty(globalThis, "Deno", before);
    },
  });
  for (const [hostname, host] of [["127.0.0.1", "127.0.0.1:8001"], ["::1", "[::1]:8001"]]) {
    const message = `Cannot listen: it needs Deno's permission --allow-net=${host}`;
    await assert.rejects(listen(new EventsApiServer(), { port: 8001, hostname }), new Error(message));
  }
  assert.deepEqual(asked, ["127.0.0.1:8001", "[::1]:8001"].map((host) => ({ name: "net", host })));
});

test("listen() limits the time for a request's head, but not for its body", async ({ keep }) => {
  const { listen: original } = Server.prototype;
  const servers: Server[] = [];
  Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
    servers.push(this);
    return original.apply(this, args as never);
  } as typeof original;
  keep({ [Symbol.dispose]: () => Server.prototype.listen = original });
  keep(await inTime("The listener", listen(new EventsApiServer())));
  assert.deepEqual([servers[0]?.headersTimeout, servers[0]?.requestTimeout], [60_000, 0]);
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

/** Sends bytes, and returns all that the connection receives until the server ends it. */
async function receiveRaw(port: number, text: string): Promise<string> {
  const socket = sendRaw(port, text);
  let received = "";
  socket.on("data", (chunk) => received += chunk);
  const ended = new Promise((resolve) => socket.on("end", resolve).on("close", resolve));
  await inTime("The end of the connection", ended).finally(() => socket.destroy());
  return received;
}

/** Collects garbage, by Bun's function or by that of V8, which a flag exposes. */
function collectGarbage(): void {
  const bun = (globalThis as { Bun?: { gc(isForced: boolean): void } }).Bun;
  if (bun !== undefined) return bun.gc(true);
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** A response without an end, which counts how often it was cancelled. */
class Endless {
  cancelled = 0;
  response(): Response {
    return new Response(new ReadableStream<Uint8Array>({ cancel: () => void this.cancelled++ }));
  }
}

/** A logger that keeps the lines of errors. */
const loggerOf = (lines: string[]): Logger => ({ warn: assert.fail, error: (line) => void lines.push(line) });

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

test("listen() answers no request after one whose client has disconnected", async ({ keep }) => {
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

test("listen() cancels the response to a client that has already disconnected", async ({ keep }) => {
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

test("listen() cancels the response to a client that disconnects without reading it", async ({ keep }) => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    // More than the buffers of a connection hold.
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024 * 1024)),
    cancel: () => void (isCancelled = true),
  }, { highWaterMark: 0 });
  const { port } = keep(await inTime("The listener", listen({ fetch: () => new Response(body) })));
  const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
  socket.write(get("/"));
  await inTime("The response", new Promise((resolve) => socket.once("readable", resolve)));
  socket.destroy();
  await eventually("The cancellation of the response", () => isCancelled);
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

test("listen() sends all that a body has before it fails", async ({ keep }) => {
  const chunks = ["first", "second"];
  const failing = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.error(new Error("The body fails"));
        else controller.enqueue(new TextEncoder().encode(chunk));
      },
    }, { highWaterMark: 0 });
  const { port } = keep(await inTime("The listener", listen({ fetch: () => new Response(failing()) })));
  assert.match(await receiveRaw(port, get("/")), /first.*second/s);
});

test("listen() delivers the events of a watch that is cut, up to half a line", async ({ keep }) => {
  const api = new EventsApiServer();
  const { url, port } = keep(await inTime("The listener", listen(api)));
  const { metadata } = await (await fetch(`${url}/api/v1/events`)).json();
  const recorder = createEventRecorder({ component: "test", server: url });
  for (const name of ["a", "b"]) {
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "shop", uid: name } };
    recorder.event(pod, "Normal", "Began", name);
  }
  await inTime("The events", recorder.shutdown());
  api.inject({ verb: "watch", times: 1, answer: "cut", afterEvents: 1 });
  const lines = await receiveRaw(port, get(`/api/v1/events?watch=true&resourceVersion=${metadata.resourceVersion}`));
  assert.deepEqual(lines.match(/"type":"ADDED"/g)?.length, 2);
});

test("listen() answers HEAD without the body, which it cancels", async ({ keep }) => {
  const endless = new Endless();
  const fetch = ({ method }: Request) => method === "HEAD" ? endless.response() : new Response("second");
  const { port } = keep(await inTime("The listener", listen({ fetch })));
  const socket = sendRaw(port, get("/").replace("GET", "HEAD") + get("/"));
  keep({ [Symbol.dispose]: () => void socket.destroy() });
  let received = "";
  socket.on("data", (chunk) => received += chunk);
  await eventually("The second response", () => received.includes("second"));
  assert.equal(endless.cancelled, 1);
});

test("listen() aborts a request whose handler keeps only the signal, even after a garbage collection", async ({ keep }) => {
  let isCalled = false;
  let isAborted = false;
  const fetch = ({ signal }: Request) => {
    isCalled = true;
    return new Promise<Response>((_, reject) =>
      signal.addEventListener("abort", () => {
        isAborted = true;
        reject(signal.reason);
      })
    );
  };
  const { port } = keep(await inTime("The listener", listen({ fetch })));
  const socket = sendRaw(port, get("/"));
  await eventually("The request", () => isCalled);
  collectGarbage();
  socket.destroy();
  await eventually("The abort", () => isAborted);
});

const sent = new Response("sent");
await sent.text();
const locked = new Response("read");
locked.body!.getReader();
const FAILURES: Readonly<Record<string, [fetch: () => unknown, line: RegExp]>> = {
  "throws": [
    () => {
      throw new Error("A secret");
    },
    /^Cannot answer GET \/path: A secret$/,
  ],
  "rejects": [() => Promise.reject(new Error("A secret")), /: A secret$/],
  "returns a response that is read": [() => locked, /: The response has already been sent$/],
  "returns nothing": [() => undefined, /: fetch must return a response with a status, received undefined$/],
  "returns a network error": [() => Response.error(), /: fetch must return a response with a status, received /],
  "returns a response that was sent before": [() => sent, /: The response has already been sent$/],
};
for (const [what, [fetch, line]] of Object.entries(FAILURES)) {
  test(`listen() answers 500 and logs why if the handler ${what}, and serves the next request`, async ({ keep }) => {
    const lines: string[] = [];
    const handler = (request: Request) => request.url.endsWith("/next") ? new Response("next") : fetch() as Response;
    const { port } = keep(await listen({ fetch: handler }, { logger: loggerOf(lines) }));
    const text = await receiveRaw(
      port,
      get("/path?a") + get("/next").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"),
    );
    assert.match(text, /^HTTP\/1.1 500 Internal Server Error\r\n.*The handler failed\r\n.*HTTP\/1.1 200 OK.*next/s);
    assert.doesNotMatch(text, /secret/);
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, line);
  });
}

test("listen() logs no user and password of an absolute URL", async ({ keep }) => {
  const lines: string[] = [];
  const fetch = () => Promise.reject(new Error("no"));
  const { port } = keep(await listen({ fetch }, { logger: loggerOf(lines) }));
  await receiveRaw(port, "GET http://ann:secret@h/path?a=b HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  assert.deepEqual(lines, ["Cannot answer GET /path: no"]);
});

test("listen() breaks the connection if the handler's was reset, for example by a fault, and logs it", async ({ keep }) => {
  const lines: string[] = [];
  const { url, port } = keep(
    await listen(new EventsApiServer({ faults: [{ answer: "reset" }] }), { logger: loggerOf(lines) }),
  );
  assert.equal(await receiveRaw(port, get("/api/v1/events")), "");
  assert.deepEqual(lines, ["Cannot answer GET /api/v1/events: Connection reset by an injected fault"]);
  assert.equal((await inTime("The response", fetch(`${url}/version`).then((response) => response.json()))).major, "1");
});

test("listen() logs nothing about a client that has disconnected", async ({ keep }) => {
  const lines: string[] = [];
  let asked = 0;
  let gone = 0;
  const fetch = ({ signal, url }: Request) => {
    asked++;
    signal.addEventListener("abort", () => gone++);
    return url.endsWith("/begun")
      ? new Response(new ReadableStream())
      : new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const { port, ...listener } = keep(await listen({ fetch }, { logger: loggerOf(lines) }));
  const sockets = ["/begun", "/waiting"].map((path) => sendRaw(port, get(path)));
  await eventually("The requests", () => asked === 2);
  for (const socket of sockets) socket.destroy();
  await eventually("The end of the requests", () => gone === 2);
  await inTime("The end of the listener", listener[Symbol.asyncDispose]());
  assert.deepEqual(lines, []);
});

test("listen() sends the status text of a response, if it is plain text", async ({ keep }) => {
  for (const [statusText, sent] of [["Very Good", "Very Good"], ["", "OK"], ["gr\u00fcn", "OK"]]) {
    const { port } = keep(await listen({ fetch: () => new Response("x", { statusText: statusText! }) }));
    const text = await receiveRaw(port, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    assert.equal(text.split("\r\n")[0], `HTTP/1.1 200 ${sent}`);
  }
});

test("listen() cancels a response that it cannot send", async ({ keep }) => {
  const unsent = [
    // node:http sends no trailers with a length.
    { headers: { trailer: "x-a", "content-length": "1" } },
    { chunk: {} },
    { status: 400, request: "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx" },
  ];
  for (const { request = get("/"), chunk, ...init } of unsent) {
    let cancelled = 0;
    const body = new ReadableStream({
      start: (controller) => chunk && controller.enqueue(chunk),
      cancel: () => void cancelled++,
    });
    let calls = 0;
    const fetch = () => {
      calls++;
      return new Response(body, init as ResponseInit);
    };
    const { port } = keep(await inTime("The listener", listen({ fetch })));
    const socket = sendRaw(port, request);
    keep({ [Symbol.dispose]: () => void socket.destroy() });
    await eventually("The request", () => calls === 1);
    if (init.status === 400) socket.destroy();
    await eventually(`The cancellation of the response to ${request}`, () => cancelled === 1);
  }
});

/** Ways to read a body in part; they may return a step to take after the response. */
const READS: Readonly<
  Record<string, (body: ReadableStream<Uint8Array>) => Promise<(() => Promise<void>) | undefined>>
> = {
  "is never read": () => Promise.resolve(undefined),
  "is read in part": async (body) => {
    await body.getReader().read();
    return undefined;
  },
  "is cancelled": async (body) => {
    const reader = body.getReader();
    await reader.read();
    await reader.cancel();
    return undefined;
  },
  "is cancelled after the response": async (body) => {
    const reader = body.getReader();
    await reader.read();
    return () => reader.cancel();
  },
};
for (const [what, read] of Object.entries(READS)) {
  test(`listen() serves the request after one whose body ${what}`, async ({ keep }) => {
    let later = (): Promise<void> => Promise.resolve();
    const fetch = async ({ body }: Request): Promise<Response> => {
      if (body === null) return new Response("second");
      later = await read(body) ?? later;
      return new Response("first");
    };
    const { port } = keep(await inTime("The listener", listen({ fetch })));
    const length = 3_000_000;
    const post = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(length)}`;
    const socket = sendRaw(port, post + get("/"));
    keep({ [Symbol.dispose]: () => void socket.destroy() });
    let received = "";
    socket.on("data", (chunk) => received += chunk);
    await eventually("The first response", () => received.includes("first"));
    await later();
    await eventually("The second response", () => /first.*second/s.test(received));
  });
}

test("listen() rejects a read of a body whose response has been sent", async ({ keep }) => {
  let late: Promise<string> | undefined;
  let read = (): void => {};
  const fetch = (request: Request): Response => {
    read = () => late = request.text();
    return new Response("early");
  };
  const { url } = keep(await inTime("The listener", listen({ fetch })));
  const response = await inTime("The response", globalThis.fetch(url, { method: "POST", body: "text" }));
  assert.equal(await inTime("The body", response.text()), "early");
  read();
  await inTime("The rejection", assert.rejects(late!, /The response to this request has already been sent/));
});

test("listen() calls no handler after a request whose response ends the connection", async ({ keep }) => {
  const called: string[] = [];
  const fetch = ({ url }: Request): Response => {
    const { pathname } = new URL(url);
    called.push(pathname);
    if (pathname === "/fails") return new Response(new ReadableStream({ pull: (body) => body.error(new Error("x")) }));
    return new Response("x", pathname === "/last" ? { headers: { connection: "x, Close" } } : {});
  };
  const { port } = keep(await inTime("The listener", listen({ fetch })));
  for (const path of ["/fails", "/last"]) {
    await receiveRaw(port, ["/first", path, "/behind"].map(get).join(""));
    assert.deepEqual(called.splice(0), ["/first", path]);
  }
  // Without a length, the end of such a response is that of its connection.
  await receiveRaw(port, "GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".repeat(2));
  assert.deepEqual(called, ["/old"]);
});

test("listen() ignores the user of an absolute URL, however many slashes it has", async ({ keep }) => {
  const { port } = keep(await inTime("The listener", listen({ fetch: ({ url }) => new Response(url) })));
  for (const slashes of ["//", "///"]) {
    const text = await receiveRaw(
      port,
      `GET http:${slashes}ann:x@host/path HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`,
    );
    assert.match(text, /http:\/\/host\/path/);
  }
});

test("listen() refuses a body that is still being sent with a response of known length, however the body is framed", async ({ keep }) => {
  const fetch = () => new Response("refused", { status: 403, headers: { "transfer-encoding": "chunked" } });
  const { port } = keep(await inTime("The listener", listen({ fetch })));
  const text = await receiveRaw(port, "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\nx");
  assert.match(text, /content-length: 7\r\n/i);
  assert.doesNotMatch(text, /transfer-encoding/i);
  assert.match(text, /\r\n\r\nrefused$/);
});

test("listen() serves a thousand pipelined requests, and closes a connection with more", async ({ keep }) => {
  const slow = Promise.withResolvers<Response>();
  const fetch = ({ url }: Request) => url.endsWith("/slow") ? slow.promise : new Response(url.slice(-5));
  const { port } = keep(await inTime("The listener", listen({ fetch })));
  // Bun reads a request only once the one before is answered.
  if (!("Bun" in globalThis)) {
    const tooMany = sendRaw(port, get("/slow").repeat(2000));
    await inTime("The end of the connection", new Promise<void>((resolve) => tooMany.once("close", () => resolve())));
  }
  const socket = sendRaw(port, get("/slow") + get("/x").repeat(998) + get("/last"));
  keep({ [Symbol.dispose]: () => void socket.destroy() });
  let end = "";
  socket.on("data", (chunk) => end = `${end}${chunk}`.slice(-20));
  slow.resolve(new Response("slow"));
  await eventually("The last response", () => end.includes("/last"));
});

test("listen() serves the request after a GET with a large body", async ({ keep }) => {
  const { port } = keep(await inTime("The listener", listen({ fetch: ({ url }) => new Response(url) })));
  const length = 300_000;
  const socket = sendRaw(
    port,
    `GET /first HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n${"x".repeat(length)}${get("/second")}`,
  );
  keep({ [Symbol.dispose]: () => void socket.destroy() });
  let received = "";
  socket.on("data", (chunk) => received += chunk);
  await eventually("Both responses", () => /\/first.*\/second/s.test(received));
});
