// How do I test code that records events? deno run examples/test_your_controller.ts

import assert from "node:assert/strict";
import type { CoreV1EventRecorder } from "@kubecast/events";
import { FakeRecorder } from "@kubecast/events/testing";

/** The code under test, which takes any recorder. */
async function heal(name: string, restart: () => Promise<void>, recorder: CoreV1EventRecorder): Promise<void> {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "shop", uid: `${name}-1` } };
  try {
    await restart();
    recorder.eventf(pod, "Normal", "Restarted", "Restarted %s", name);
  } catch (error) {
    recorder.eventf(pod, "Warning", "RestartFailed", "Cannot restart %s: %v", name, error);
  }
}

const recorder = new FakeRecorder({ logger: console }); // logs the calls that it refuses
await heal("web", () => Promise.resolve(), recorder);
await heal("db", () => Promise.reject(new Error("disk full")), recorder);

// Wait for the next event that matches; each event is returned once.
const failed = await recorder.waitFor(/RestartFailed/, { signal: AbortSignal.timeout(1000) });
assert.equal(failed.involvedObject.name, "db");
await recorder.waitFor("Restarted web");
await recorder.assertNoMore();

// Or read all of them, as lines or as objects.
assert.deepEqual(recorder.lines, [
  "Normal Restarted Restarted web",
  "Warning RestartFailed Cannot restart db: disk full",
]);
assert.equal(recorder.events[1]?.reason, "RestartFailed");
console.log(recorder.lines.join("\n"));
// Normal Restarted Restarted web
// Warning RestartFailed Cannot restart db: disk full
