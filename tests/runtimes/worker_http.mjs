// Serves dist/worker.mjs, made of examples/worker.ts, in workerd over HTTP, and uses it as a browser would:
// deno task more worker && node tests/runtimes/worker_http.mjs
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Miniflare } from "miniflare";
import { report } from "./report.mjs";

const miniflare = new Miniflare({
  host: "127.0.0.1",
  port: 0,
  modules: [{ type: "ESModule", path: "worker.mjs", contents: await readFile("dist/worker.mjs", "utf8") }],
  compatibilityDate: "2026-01-01",
});

async function check() {
  const url = await miniflare.ready;
  const stream = await fetch(new URL("/events", url));
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const read = async (pattern) => {
    while (!pattern.test(text)) {
      const { value, done } = await reader.read();
      assert.ok(!done, `ended without ${pattern}: ${text}`);
      text += value;
    }
  };
  await read(/^: hello/);
  for (const path of ["/home", "/about", "/home"]) {
    assert.equal(await (await fetch(new URL(path, url))).text(), "Noted.\n");
    await read(new RegExp(`data: .*GET asked for ${path}`));
  }
  // waitUntil lets the recording end after the response: polls until it has.
  let counts = "";
  while (counts !== "GET asked for /about 1, GET asked for /home 2") {
    const { items } = await (await fetch(new URL("/api/v1/events", url))).json();
    counts = items.map(({ message, count }) => `${message} ${count}`).sort().join(", ");
  }
  await reader.cancel();
}

const result = { passed: 0, failed: 0, skipped: 0, lines: [] };
const name = "The worker streams what other requests record, over HTTP, and writes it behind the answer";
try {
  const late = new Promise((_, reject) => setTimeout(reject, 180_000, new Error("not done after 180 s")).unref());
  await Promise.race([check(), late]);
  result.passed++;
  result.lines.push(`ok ${name}`);
} catch (error) {
  result.failed++;
  result.lines.push(`not ok ${name}: ${error.stack}`);
} finally {
  await miniflare.dispose();
}
report("worker over HTTP", result);
