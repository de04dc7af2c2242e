import { test } from "node:test";
import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { EventReader, type EventStream } from "../../../src/read/mod.ts";
import { podEvent } from "./write_event.ts";

/** A server of watches on 127.0.0.1 that observes their sockets. */
interface WatchServer {
  readonly url: string;
  /** Resolves with the bytes written to the next watch that closes. */
  closed(): Promise<number>;
  /** Resolves with the bytes written to the watch once its socket accepts no more. */
  stalled(): Promise<number>;
  close(): Promise<void>;
}

const HEADERS = { "content-type": "application/json" };

function watchLine(resourceVersion: number): string {
  const name = `e${resourceVersion % 1000}`;
  const metadata = { name, namespace: "shop", uid: name, resourceVersion: String(resourceVersion) };
  return JSON.stringify({ type: "MODIFIED", object: podEvent(name, { metadata, message: "x".repeat(500) }) }) + "\n";
}

/** Serves an empty list, and watches that send events as long as the socket accepts them, or one event only. */
async function serveWatches({ endless }: { endless: boolean }): Promise<WatchServer> {
  let onClose!: (bytes: number) => void;
  const closed = new Promise<number>((resolve) => void (onClose = resolve));
  let onStall!: (bytes: number) => void;
  const stalled = new Promise<number>((resolve) => void (onStall = resolve));
  const watch = (response: ServerResponse): void => {
    let version = 1;
    let bytes = 0;
    let stall: ReturnType<typeof setTimeout> | undefined;
    response.on("close", () => {
      clearTimeout(stall);
      onClose(bytes);
    });
    const write = (): boolean => {
      // Large chunks, to fill all buffers soon.
      const lines = Array.from({ length: endless ? 200 : 1 }, () => watchLine(++version)).join("");
      bytes += lines.length;
      return response.write(lines);
    };
    const fill = (): void => {
      clearTimeout(stall);
      if (response.destroyed) return;
      if (bytes > 512 * 1024 * 1024) return onStall(bytes);
      if (write()) return void setImmediate(fill);
      // Not a deadline: a slow machine counts fewer bytes.
      stall = setTimeout(() => onStall(bytes), 500);
      response.once("drain", fill);
    };
    if (endless) fill();
    else write();
  };
  const server = createServer((request, response) => {
    response.writeHead(200, HEADERS);
    if (request.url!.includes("watch=true")) return watch(response);
    response.end(JSON.stringify({ kind: "EventList", metadata: { resourceVersion: "1" }, items: [] }));
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closed: () => closed,
    stalled: () => stalled,
    close: () => {
      const done = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      return done;
    },
  };
}

type Reader = ReadableStreamDefaultReader<unknown>;

/** Every way to end a stream, with or without a pending read. */
const ENDINGS: Record<string, (stream: EventStream, aborter: AbortController) => Promise<unknown>> = {
  "leaving a loop": async (stream) => {
    for await (const { type } of stream) if (type !== "BOOKMARK") break;
  },
  "cancel": async (stream) => {
    await readTwo(stream.getReader());
    return stream.locked;
  },
  "cancel with a pending read": async (stream) => {
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    await waiting;
  },
  "abort": async (stream, aborter) => {
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    aborter.abort();
  },
  "abort with a pending read": async (stream, aborter) => {
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    const waiting = reader.read();
    aborter.abort();
    await waiting;
  },
  "disposal": async (stream) => {
    const reader = stream.getReader();
    await reader.read();
    await reader.read();
    await stream[Symbol.asyncDispose]();
  },
};

async function readTwo(reader: Reader): Promise<void> {
  await reader.read();
  await reader.read();
  await reader.cancel();
}

for (const [how, end] of Object.entries(ENDINGS)) {
  test(`EventReader.watch() closes its socket at once: ${how}`, async () => {
    for (const custom of [false, true]) {
      const server = await serveWatches({ endless: false });
      try {
        const aborter = new AbortController();
        const options = custom ? { fetch: (request: Request) => fetch(request) } : {};
        const stream = new EventReader({ server: server.url, ...options }).watch({ signal: aborter.signal });
        await end(stream, aborter);
        assert.ok(await server.closed() > 0);
      } finally {
        await server.close();
      }
    }
  });
}

test("EventReader.watch() applies backpressure to its socket when its consumer stops reading", async () => {
  const server = await serveWatches({ endless: true });
  try {
    const stream = new EventReader({ server: server.url }).watch();
    const reader = stream.getReader();
    for (let i = 0; i < 100; i++) await reader.read();
    const bytes = await server.stalled();
    assert.ok(bytes < 64 * 1024 * 1024, `the server could write ${bytes} bytes`);
    // It resumes.
    for (let i = 0; i < 100_000; i++) await reader.read();
    await reader.cancel();
    assert.ok(await server.closed() > bytes);
  } finally {
    await server.close();
  }
});
