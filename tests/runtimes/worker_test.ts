import { test } from "node:test";
import assert from "node:assert/strict";
import worker from "../../examples/worker.ts";

test("The worker answers at once, records in the background, and streams the event to a client", async () => {
  const kept: Promise<unknown>[] = [];
  const ask = (path: string): Response | Promise<Response> =>
    worker.fetch(new Request(`http://localhost${path}`), {}, { waitUntil: (promise) => void kept.push(promise) });
  const reader = (await ask("/events")).body!.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (pattern: RegExp): Promise<void> => {
    for (let text = ""; !pattern.test(text);) {
      const { value, done } = await reader.read();
      if (done) assert.fail(`ended without ${pattern}: ${text}`);
      text += value;
    }
  };
  await read(/^: hello/);
  assert.equal(await (await ask("/home")).text(), "Noted.\n");
  await read(/data: \{"type":"ADDED".*GET asked for \/home/);
  await Promise.all(kept);
  const { items } = await (await ask("/api/v1/events")).json();
  assert.equal(items.length, 1);
  assert.equal(items[0].message, "GET asked for /home");
  await reader.cancel();
});
