import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type BroadcasterStats,
  type ConnectionOptions,
  type CoreV1Event,
  type CoreV1EventRecorder,
  EventBroadcaster,
  type EventSink,
  type EventsV1EventRecorder,
  FetchEventSink,
  type JsonPatchOperation,
  type Outcome,
  type rbacRules,
  type Recording,
  type RecordingOptions,
} from "../mod.ts";
import { EventBroadcasterAdapter, EventSeriesCorrelator } from "../src/client_go/mod.ts";
import { FakeRecorder } from "../src/serve/testing/mod.ts";

// What must not compile, each beside what does: `deno check` fails where an expected error is missing. Nothing here is
// called; the test is there for those who only run the tests.

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" } };
const sink = new FetchEventSink();
const eventsSink = new FetchEventSink({ apiVersion: "events.k8s.io/v1" });

const core = (recorder: CoreV1EventRecorder): void => {
  recorder.event(pod, "Normal", "Pulled", "there");
  recorder.record(pod, { type: "Normal", reason: "Pulled", message: "there" });
  recorder.eventf({ kind: "Pod", name: "web" }, "Warning", "Failed", "%d", 1);
  const dated = { metadata: { name: "web", creationTimestamp: new Date() } };
  recorder.event(dated, "Normal", "Pulled", "there");
  // JSON may have null for absent fields.
  recorder.event({ apiVersion: null, kind: null, metadata: null }, "Normal", "Pulled", "there");
  recorder.event(
    { kind: "Pod", metadata: { name: "web", namespace: null, labels: null } },
    "Normal",
    "Pulled",
    "there",
  );
  recorder.event({ kind: "Pod", name: "web", namespace: null, uid: null }, "Normal", "Pulled", "there");
  const absent = { related: null, action: null, labels: null, annotations: null, name: null, timestamp: null };
  recorder.record(pod, { type: "Normal", reason: "Pulled", message: "there", ...absent });
  // @ts-expect-error type is "Normal" or "Warning"
  recorder.event(pod, "Error", "Pulled", "there");
  // @ts-expect-error core/v1 has no note
  recorder.record(pod, { type: "Normal", reason: "Pulled", note: "there" });
  // @ts-expect-error core/v1 has no note, not even beside a message
  recorder.record(pod, { type: "Normal", reason: "Pulled", message: "there", note: "there" });
  // @ts-expect-error a message is missing
  recorder.event(pod, "Normal", "Pulled");
  // @ts-expect-error the fields of an event are no strings of any kind
  recorder.record(pod, { type: "Normal", reason: "Pulled", message: "there", labels: "now" });
  // @ts-expect-error a non-object has no events
  recorder.event("web", "Normal", "Pulled", "there");
};

const events = (recorder: EventsV1EventRecorder): void => {
  recorder.eventf(pod, undefined, "Normal", "Scheduled", "Binding", "to %s", "node-1");
  recorder.record(pod, { type: "Normal", reason: "Scheduled", action: "Binding", note: "there" });
  recorder.eventf(pod, null, "Normal", "Scheduled", "Binding", "to %s", "node-1");
  // @ts-expect-error type is "Normal" or "Warning"
  recorder.eventf(pod, undefined, "Error", "Scheduled", "Binding", "there");
  // @ts-expect-error events.k8s.io/v1 has no message
  recorder.record(pod, { type: "Normal", reason: "Scheduled", action: "Binding", message: "there" });
  // @ts-expect-error an action is missing
  recorder.record(pod, { type: "Normal", reason: "Scheduled", note: "there" });
  // @ts-expect-error an action, or a note, is missing
  recorder.eventf(pod, undefined, "Normal", "Scheduled", "there");
  // @ts-expect-error the related object is missing
  recorder.eventf(pod, "Normal", "Scheduled", "Binding", "there");
  // @ts-expect-error core/v1's verb
  recorder.event(pod, "Normal", "Scheduled", "there");
};

const broadcasters = (): void => {
  const coreBroadcaster = new EventBroadcaster();
  core(coreBroadcaster.newRecorder({ component: "kubelet", host: "node-1" }));
  // @ts-expect-error the source of the other API
  coreBroadcaster.newRecorder({ reportingController: "example.com/test" });
  coreBroadcaster.startRecordingToSink(sink, { correlator: { maxEvents: 5 } });
  // @ts-expect-error a sink of the other API
  coreBroadcaster.startRecordingToSink(eventsSink);
  // @ts-expect-error an option of the other API's correlator
  coreBroadcaster.startRecordingToSink(sink, { correlator: { maxNotes: 5 } });
  // @ts-expect-error the correlator of the other API
  coreBroadcaster.startRecordingToSink(sink, { correlator: new EventSeriesCorrelator() });

  const ownSink: EventSink = {
    create: (event) => Promise.resolve(event),
    patch: (event) => Promise.resolve(event),
  };
  const options: RecordingOptions = { onOutcome: ({ event }) => event?.involvedObject };
  coreBroadcaster.startRecordingToSink(ownSink, options);

  const eventsBroadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
  events(eventsBroadcaster.newRecorder({ reportingController: "example.com/test" }));
  // @ts-expect-error the source of the other API
  eventsBroadcaster.newRecorder({ component: "kubelet" });
  // @ts-expect-error the controller is missing
  eventsBroadcaster.newRecorder({ reportingInstance: "test-1" });
  eventsBroadcaster.startRecordingToSink(eventsSink, { correlator: { maxNotes: 5 } });
  // @ts-expect-error a sink of the other API
  eventsBroadcaster.startRecordingToSink(sink);
  // @ts-expect-error the same inline: the expected type does not change its type
  eventsBroadcaster.startRecordingToSink(new FetchEventSink());
  const eventsOptions: RecordingOptions<"events.k8s.io/v1"> = { onOutcome: ({ event }) => event?.regarding };
  eventsBroadcaster.startRecordingToSink(eventsSink, eventsOptions);
  // @ts-expect-error an option of the other API's correlator
  eventsBroadcaster.startRecordingToSink(eventsSink, { correlator: { maxEvents: 5 } });
  // @ts-expect-error unknown API
  new EventBroadcaster({ apiVersion: "events.k8s.io/v1beta1" });

  events(new EventBroadcasterAdapter("v1").newRecorder({ reportingController: "example.com/test" }));
};

const fakes = (): void => {
  core(new FakeRecorder());
  events(new FakeRecorder({ apiVersion: "events.k8s.io/v1" }));
  // @ts-expect-error a recorder of the other API
  events(new FakeRecorder());
  // @ts-expect-error a recorder of the other API
  core(new FakeRecorder({ apiVersion: "events.k8s.io/v1" }));
};

/** Types without their own name, as users write them. */
const unnamed = (): void => {
  const correlator: RecordingOptions["correlator"] = { burst: 5 };
  const deadline: Parameters<Recording["flush"]>[0] = { signal: AbortSignal.timeout(1) };
  const token: ConnectionOptions["token"] = (refused) => refused ?? "";
  const because: (Outcome & { type: "dropped" })["because"] = "queue-full";
  const watchers: BroadcasterStats["watchers"] = [{ queued: 0, delivered: 0, dropped: 0, errors: 0 }];
  const series: CoreV1Event["series"] = { count: 2, lastObservedTime: null };
  const rule: (typeof rbacRules)[number] = { apiGroups: [""], resources: ["events"], verbs: ["get"] };
  class ConsoleSink implements EventSink {
    create(event: CoreV1Event, { signal }: { signal: AbortSignal }): Promise<CoreV1Event> {
      return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve(event);
    }
    patch(event: CoreV1Event, _patch: readonly JsonPatchOperation[]): Promise<CoreV1Event> {
      return Promise.resolve(event);
    }
  }
  const recording = new EventBroadcaster().startRecordingToSink(new ConsoleSink(), { correlator });
  void [recording.flush(deadline), token, because, watchers, series, rule];
};

test("Types reject wrong calls at compile time", () => {
  assert.ok([core, events, broadcasters, fakes, unnamed].every((unused) => typeof unused === "function"));
});
