import { test } from "node:test";
import assert from "node:assert/strict";
import type { EventsResource } from "../../../src/read/reader/events_resource.ts";
import { openWatch } from "../../../src/read/reader/open_watch.ts";
import { countingSignal } from "../../record/broadcaster/vocabulary.ts";

test("openWatch() leaves no listener at its signal, however the watch ends", async () => {
  const { signal, listeners } = countingSignal();
  const bodies = [new Blob(["\n\n"]).stream(), new ReadableStream({ pull: () => Promise.reject(new Error("cut")) })];
  const resource = { watch: () => Promise.resolve(bodies.shift()!.getReader()) } as unknown as EventsResource<"v1">;
  const range = { resourceVersion: "1", timeoutSeconds: 30 };
  const lines: string[] = [];
  let reads = 0;
  for await (const read of openWatch(resource, range, signal)) {
    assert.ok(++reads < 10, "It reads past the end");
    assert.equal(listeners.size, 1);
    lines.push(...read);
  }
  assert.deepEqual([lines.join(""), listeners.size], ["", 0]);
  const cut = openWatch(resource, range, signal);
  await cut.next();
  await assert.rejects(cut.next(), /^Error: The watch was cut: cut$/);
  assert.equal(listeners.size, 0);
});
