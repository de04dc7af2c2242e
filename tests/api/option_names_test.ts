import { test } from "node:test";
import assert from "node:assert/strict";
import { createEventRecorder, EventBroadcaster } from "../../mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";

test("a deadline passed as timeoutMs, a fault's answer as status, and a server's port are TypeErrors", async () => {
  const broadcaster = new EventBroadcaster();
  await assert.rejects(
    broadcaster.shutdown({ timeoutMs: 500 } as never),
    /unknown option timeoutMs, did you mean signal/,
  );
  await broadcaster.shutdown();
  const recorder = createEventRecorder({ component: "test", fetch: new EventsApiServer().fetch });
  await assert.rejects(recorder.flush({ timeout: 500 } as never), /unknown option timeout, did you mean signal/);
  await recorder.shutdown();
  assert.throws(
    () => createEventRecorder({ component: "test", timeoutMs: 500 } as never),
    /unknown option timeoutMs, did you mean requestTimeoutMs/,
  );
  assert.throws(
    () => new EventsApiServer({ faults: [{ status: 503 }] } as never),
    /unknown option status, did you mean answer/,
  );
  assert.throws(() => new EventsApiServer({ port: 8001 } as never), /unknown option port, pass it to what serves this/);
});
