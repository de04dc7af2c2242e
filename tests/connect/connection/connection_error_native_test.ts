import { test } from "node:test";
import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { FetchEventSink } from "../../../mod.ts";
import { serveTls } from "../in_cluster/tls_server.ts";
import { serveHttp } from "../../serve/server/serve_http.ts";
import { makeEvent } from "../../record/recording/make_event.ts";

/** The error of a sink for an unusable server. */
async function complaint(server: string): Promise<string> {
  const sink = new FetchEventSink({ server });
  try {
    await sink.create(makeEvent("a"), { signal: new AbortController().signal });
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${server} took an event`);
}

/** Calls `use` with the port of a server that calls `meet` for every connection. */
async function withServer(meet: (socket: Socket) => void, use: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    meet(socket);
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  try {
    await use((server.address() as AddressInfo).port);
  } finally {
    await new Promise<void>((closed) => void server.close(() => closed()));
  }
}

test("FetchEventSink rejects with an error that distinguishes an unreachable, a disconnecting and a non-HTTP server", async () => {
  let free = 0;
  await withServer(() => {}, (port) => Promise.resolve(void (free = port)));
  assert.match(await complaint(`http://127.0.0.1:${free}`), /: connection refused$/);
  assert.match(await complaint("http://no-such-host.invalid"), /: no such host$/);
  await withServer((socket) => socket.once("data", () => socket.destroy()), async (port) => {
    assert.match(await complaint(`http://127.0.0.1:${port}`), /: connection reset$/);
  });
  await withServer((socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n\r\n")), async (port) => {
    assert.match(await complaint(`http://127.0.0.1:${port}`), /: it does not speak HTTP/);
  });
});

test("FetchEventSink.check() suggests https for an http URL whose connections are reset", async () => {
  await withServer((socket) => socket.once("data", () => socket.destroy()), async (port) => {
    const { problems: [problem] } = await new FetchEventSink({ server: `http://127.0.0.1:${port}` }).check();
    assert.match(problem!.fix, /^Use https:\/\/ if the server speaks TLS\. Start the server/);
  });
});

test("FetchEventSink rejects with an error that distinguishes missing TLS from an untrusted certificate", async () => {
  const plain = await serveHttp(() => Promise.resolve(new Response()));
  assert.match(await complaint(plain.url.replace("http:", "https:")), /: it does not speak TLS/);
  await plain.close();
  const tls = await serveTls(() => Promise.resolve(new Response()));
  assert.match(await complaint(`https://127.0.0.1:${tls.port}`), /: its certificate is not trusted: .+ \(pass a fetch/);
  await tls.close();
});
