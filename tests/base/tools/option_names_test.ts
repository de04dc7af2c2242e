import { test } from "node:test";
import assert from "node:assert/strict";
import { createEventRecorder, EventBroadcaster } from "../../../mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";

test("readOptions() refuses timeoutMs for a deadline, status for a fault, name for a source and port for a server", async () => {
  const broadcaster = new EventBroadcaster();
  await assert.rejects(broadcaster.shutdown({ timeoutMs: 500 } as never), {
    name: "TypeError",
    message: "Cannot shut down: unknown option timeoutMs (known: signal)",
  });
  assert.throws(() => broadcaster.newRecorder({ name: "test" } as never), {
    name: "TypeError",
    message:
      "Cannot create a recorder: unknown option source.name (known: component, host, reportingController, reportingInstance)",
  });
  await broadcaster.shutdown();
  const recorder = createEventRecorder({ component: "test", fetch: new EventsApiServer().fetch });
  await assert.rejects(recorder.flush({ timeout: 500 } as never), /unknown option timeout \(known: signal\b/);
  await recorder.shutdown();
  assert.throws(
    () => createEventRecorder({ component: "test", timeoutMs: 500 } as never),
    /unknown option timeoutMs \(known: .*\brequestTimeoutMs\b/,
  );
  assert.throws(
    () => new EventsApiServer({ faults: [{ status: 503 }] } as never),
    /unknown option fault\.status \(known: answer, verb/,
  );
  assert.throws(() => new EventsApiServer({ port: 8001 } as never), /unknown option port \(known: ttlMs/);
});
