import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event, StatusError } from "../../mod.ts";
import { ScriptedSink } from "../../src/testing/mod.ts";

const event: CoreV1Event = { metadata: { name: "web.1" }, involvedObject: { kind: "Pod", name: "web" } };
// Made for each request: workerd makes no AbortController while modules load.
const unhurried = (): { signal: AbortSignal } => ({ signal: new AbortController().signal });

test("ScriptedSink responds from its script, then with success", async () => {
  const sink = new ScriptedSink<CoreV1Event>([
    429,
    { code: 403, reason: "Forbidden", message: "no" },
    new Error("reset"),
    { afterMs: 1, answer: { afterMs: 1, answer: 500 } },
  ]);
  await assert.rejects(sink.create(event, unhurried()), (error: StatusError) => error.isTooManyRequests);
  await assert.rejects(sink.create(event, unhurried()), { name: "StatusError", message: "no" });
  await assert.rejects(sink.update(event, unhurried()), { message: "reset" });
  await assert.rejects(sink.create(event, unhurried()), (error: StatusError) => error.code === 500);
  assert.equal(await sink.patch(event, [], unhurried()), event);
  assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "create", "update", "create", "patch"]);
});

test("ScriptedSink hangs until the request is aborted", async () => {
  const controller = new AbortController();
  const hanging = new ScriptedSink<CoreV1Event>(["hang"]).create(event, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(hanging, { message: "enough" });
  const late = new ScriptedSink<CoreV1Event>(["hang"]).create(event, { signal: controller.signal });
  await assert.rejects(late, { message: "enough" });
});
