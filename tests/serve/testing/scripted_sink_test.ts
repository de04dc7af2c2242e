import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { type CoreV1Event, EventBroadcaster, type StatusError } from "../../../mod.ts";
import { type ScriptedAnswer, ScriptedSink } from "../../../src/serve/testing/mod.ts";

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
  await assert.rejects(sink.patch(event, [], unhurried()), { message: "reset" });
  await assert.rejects(sink.create(event, unhurried()), (error: StatusError) => error.code === 500);
  assert.equal(await sink.patch(event, [], unhurried()), event);
  assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "create", "patch", "create", "patch"]);
});

test("ScriptedSink hangs until the request is aborted", async () => {
  const controller = new AbortController();
  const hanging = new ScriptedSink<CoreV1Event>(["hang"]).create(event, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assert.rejects(hanging, { message: "enough" });
  const late = new ScriptedSink<CoreV1Event>(["hang"]).create(event, { signal: controller.signal });
  await assert.rejects(late, { message: "enough" });
});

test("ScriptedSink responds after afterMs, unless the request is aborted before", async (time) => {
  const sink = new ScriptedSink<CoreV1Event>([{ afterMs: 10, answer: "ok" }, { afterMs: 10, answer: "ok" }]);
  let respondedAtMs = NaN;
  const first = sink.create(event, unhurried()).then(() => respondedAtMs = Date.now());
  await time.tickAsync(10);
  await first;
  assert.equal(respondedAtMs, 10);
  const controller = new AbortController();
  const second = assert.rejects(sink.create(event, { signal: controller.signal }), { message: "enough" });
  controller.abort(new Error("enough"));
  await time.tickAsync(10);
  await second;
}, 0);

test("ScriptedSink reads one answer of an infinite script per request, and keeps the patches sent", async () => {
  let read = 0;
  function* script(): Generator<503> {
    for (;;) {
      // A script read ahead would have no end.
      assert.ok(++read < 10);
      yield 503;
    }
  }
  const sink = new ScriptedSink<CoreV1Event>(script());
  assert.equal(read, 0);
  const patch = [{ op: "replace", path: "/count", value: 2 }] as const;
  await assert.rejects(sink.patch(event, patch, unhurried()), (error: StatusError) => error.code === 503);
  assert.equal(read, 1);
  assert.deepEqual(sink.requests, [{ verb: "patch", event, patch }]);
});

test("ScriptedSink gets a twelfth try at once if the recording's backoff is 0", async (time) => {
  const sink = new ScriptedSink(Array<ScriptedAnswer>(11).fill(503));
  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(sink, { backoff: () => 0 });
  broadcaster.newRecorder({ component: "test" }).event({ kind: "Pod", name: "web" }, "Normal", "Pulled", "there");
  const flushed = recording.flush();
  for (let turn = 0; turn < 50; turn++) await time.tickAsync(1);
  await flushed;
  assert.deepEqual([sink.requests.length, recording.stats().recorded], [12, 1]);
  await broadcaster.shutdown();
});
