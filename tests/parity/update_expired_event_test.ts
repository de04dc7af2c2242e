// client-go's TestUpdateExpiredEvent (tools/record/event_test.go): a patch of an event that is gone creates it.
import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, type EventSink, StatusError } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";

test("EventRecording, TestUpdateExpiredEvent", async () => {
  let created: CoreV1Event | undefined;
  const sink: EventSink<CoreV1Event> = {
    create: (event) => Promise.resolve(created = event),
    patch: () => Promise.reject(new StatusError({ code: 404, reason: "NotFound" })),
  };
  const event: CoreV1Event = {
    metadata: { resourceVersion: "updated-resource-version" },
    involvedObject: {},
    count: 2,
  };
  // Go's correlator treats an event with a count as an update, and patches none that it has not seen.
  const correlator = {
    correlate: (event: CoreV1Event) => ({ type: "patch", key: "", event, patch: [] } as const),
    updateState: (): void => {},
  };
  const recording = new EventRecording(sink, { correlator, retryDelayMs: 0 });
  recording.accept(event);
  await recording.flush();
  assert.ok(created, "Event did not get created after patch failed");
  assert.equal(created.metadata.resourceVersion, undefined);
  assert.equal(created.count, 2);
});
