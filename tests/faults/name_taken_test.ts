import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type ApiVersion,
  type CoreV1Event,
  EventBroadcaster,
  FetchEventSink,
  type RecordingOptions,
} from "../../mod.ts";
import { EventCorrelator } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { accounted } from "../record/recording/accounted.ts";
import { storedEvents } from "./stored_events.ts";

const NAME = "given-by-the-caller";

/** Records events about pods, all of one name, and returns the stored events. */
async function record(
  pods: readonly string[],
  { apiVersion = "v1", flushed = 0, options = {} }: {
    apiVersion?: ApiVersion;
    /** Number of events that are each written before the next is recorded. */
    flushed?: number;
    options?: RecordingOptions;
  },
): Promise<{ stored: readonly CoreV1Event[]; rejected: number; written: number }> {
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster({ apiVersion });
  const sink = new FetchEventSink({ apiVersion, fetch: api.fetch });
  const recording = broadcaster.startRecordingToSink(sink as never, options as never);
  const recorder = broadcaster.newRecorder({ component: "test", reportingController: "test" } as never);
  const fields = { type: "Normal", reason: "Happened", action: "Happen", name: NAME } as const;
  for (const [index, name] of pods.entries()) {
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "shop" } };
    recorder.record(pod, { ...fields, message: `about ${name}`, note: `about ${name}` });
    if (index < flushed) await recording.flush();
  }
  await broadcaster.shutdown();
  const stats = recording.stats();
  accounted(stats);
  const { rejected, recorded, coalesced, skipped } = stats;
  return { stored: await storedEvents(api.fetch), rejected, written: recorded + coalesced + skipped };
}

for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
  for (const flushes of [false, true]) {
    const when = flushes ? "one after the other" : "in one burst";
    test(`EventRecording never patches an event with the repeats of a different one of the same name (${apiVersion}, ${when})`, async () => {
      const pods = ["a", "a", "b", "b", "a", "b", "b", "a"];
      const { stored: [event, ...others], rejected, written } = await record(pods, {
        apiVersion,
        flushed: flushes ? pods.length : 0,
      });
      assert.deepEqual(others, []);
      assert.equal(event!.involvedObject.name, "a");
      assert.equal(event!.message, "about a");
      assert.equal(event!.count ?? event!.series?.count, 4);
      assert.equal(rejected, 4);
      assert.equal(written, pods.length - rejected);
    });
  }
}

test("EventRecording never lowers the count of an evicted event that recurs under its name", async () => {
  const pods = ["a", "a", "a", "a", "b", "a", "a"];
  for (let flushed = 0; flushed <= pods.length; flushed++) {
    for (const trailingWrites of [false, true]) {
      const options = { correlator: new EventCorrelator({ cacheSize: 1, trailingWrites }) };
      const { stored: [event], rejected, written } = await record(pods, { flushed, options });
      assert.equal(event!.message, "about a");
      assert.equal(rejected + written, pods.length);
      // AlreadyExists counts as the create whose response was lost.
      assert.ok(event!.count! >= 4 && event!.count! <= written, `a count of ${event!.count}, ${flushed} flushed`);
    }
  }
});
