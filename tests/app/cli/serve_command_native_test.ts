import { test } from "node:test";
import assert from "node:assert/strict";
import { connect } from "node:net";
import { podEvent } from "./events_api.ts";
import { startKubecast } from "./start_kubecast.ts";

/** More than the buffers of both sockets. */
const [LARGE_BYTES, LARGE_WRITES] = [200_000, 200];
/** As many creations and then as many deletions are more changes than a server remembers. */
const SMALL_EVENTS = 5100;

test("kubecast serve buffers nothing for an unread watch, which then expires", async () => {
  const program = startKubecast(["serve", "--port", "0"]);
  const [, url] = await program.waitFor(/^Serving events at (http:\/\/127\.0\.0\.1:\d+) /);
  const path = "/api/v1/namespaces/shop/events";
  const send = async (method: string, name = "", body?: unknown): Promise<void> => {
    const init = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) ?? null };
    const response = await fetch(`${url}${path}${name}`, init);
    await response.body?.cancel();
    assert.ok(response.ok, `${method} ${name}: ${response.status}`);
  };
  const socket = connect(Number(new URL(url!).port), "127.0.0.1").setEncoding("latin1");
  try {
    socket.write(`GET ${path}?watch=true HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    let [received] = await new Promise<string[]>((resolve) => socket.once("data", (text) => resolve([String(text)])));
    socket.pause();
    assert.match(received!, /^HTTP\/1\.1 200 /);

    const annotations = { note: "x".repeat(LARGE_BYTES) };
    for (let i = 0; i < LARGE_WRITES; i++) {
      const metadata = { name: "large", namespace: "shop", annotations };
      await send("PUT", "/large", podEvent("large", { metadata, count: i + 1 }));
    }
    let next = 0;
    await Promise.all(Array.from({ length: 20 }, async () => {
      while (next < SMALL_EVENTS) await send("POST", "", podEvent(`e${next++}`));
    }));
    await send("DELETE");
    await send("POST", "", podEvent("last"));

    const end = new Promise<void>((resolve, reject) => {
      socket.on("data", (text) => {
        // A word may be split between two chunks.
        received = received!.slice(-1000) + text;
        if (/"reason":"Expired"|"name":"last"/.test(received)) resolve();
      });
      socket.on("error", reject).on("close", () => reject(new Error("The connection has closed")));
    });
    socket.resume();
    await end;
    assert.ok(/"type":"ERROR".*"reason":"Expired"/.test(received!), "All changes came: they were kept for the watch");
  } finally {
    socket.destroy();
    program.kill("SIGTERM");
    await program.ended;
  }
});

test("kubecast serve sends the headers of a watch at once, and no byte of its body before the first event", async () => {
  const program = startKubecast(["serve", "--port", "0"]);
  const [, url] = await program.waitFor(/^Serving events at (http:\/\/127\.0\.0\.1:\d+) /);
  const path = "/api/v1/namespaces/shop/events";
  const socket = connect(Number(new URL(url!).port), "127.0.0.1").setEncoding("latin1");
  try {
    let received = "";
    const until = (pattern: RegExp): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => pattern.test(received) ? resolve() : undefined;
        socket.on("data", (text) => {
          received += text;
          look();
        });
        socket.on("close", () => reject(new Error(`The connection has closed: ${received}`)));
        look();
      });
    socket.write(`GET ${path}?watch=true HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await until(/\r\n\r\n/);
    const init = { method: "POST", headers: { "content-type": "application/json" } };
    await (await fetch(`${url}${path}`, { ...init, body: JSON.stringify(podEvent("a")) })).text();
    await until(/"ADDED"/);
    assert.match(received, /^HTTP\/1\.1 200 .*?\r\n\r\n[\da-f]+\r\n\{"type":"ADDED"/s);
  } finally {
    socket.destroy();
    program.kill("SIGTERM");
    await program.ended;
  }
});
