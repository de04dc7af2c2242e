import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type Correlation,
  EventBroadcaster,
  type EventSink,
  type EventsV1Event,
  FetchEventSink,
  RequestConstructionError,
} from "../../mod.ts";
import { EventSeriesCorrelator, formatMicroTime, getPartialReference } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { FakeClock } from "../../src/serve/testing/mod.ts";

// client-go, tools/events/eventseries_test.go and event_broadcaster_test.go, test by test.
const MINUTE_MS = 60_000;
const testPod = { apiVersion: "v1", kind: "Pod", metadata: { name: "foo", namespace: "baz", uid: "bar" } };
const regarding = getPartialReference(testPod, ".spec.containers[1]");
const related = getPartialReference(testPod, ".spec.containers[0]");

/** A sink that returns its events, and keeps them. */
class NotingSink implements EventSink<EventsV1Event> {
  readonly created: EventsV1Event[] = [];
  readonly patched: EventsV1Event[] = [];
  readonly #onPatch: () => void;

  constructor(onPatch: () => void = () => {}) {
    this.#onPatch = onPatch;
  }

  create(event: EventsV1Event): Promise<EventsV1Event> {
    this.created.push(event);
    return Promise.resolve(event);
  }

  // deno-lint-ignore require-await -- async, so that a throw rejects
  async patch(event: EventsV1Event): Promise<EventsV1Event> {
    this.patched.push(event);
    this.#onPatch();
    return event;
  }
}

test("EventBroadcaster of events.k8s.io/v1, TestEventSeriesf", async () => {
  const sink = new NotingSink();
  const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", hostname: "host" });
  const recording = broadcaster.startRecordingToSink(sink);
  const recorder = broadcaster.newRecorder({ reportingController: "eventTest" });
  const note = "some verbose message: 1";
  recorder.eventf(regarding, related, "Normal", "test", "started", note, 1);
  await recording.flush();
  assert.equal(sink.created.length, 1);

  const table = [
    { action: "started", expectUpdate: true },
    { action: "stopped", expectUpdate: false },
  ];
  for (const { action, expectUpdate } of table) {
    sink.created.length = sink.patched.length = 0;
    recorder.eventf(regarding, related, "Normal", "test", action, note, 1);
    await recording.flush();
    assert.deepEqual([sink.created.length, sink.patched.length], expectUpdate ? [0, 1] : [1, 0], action);
    const [event] = expectUpdate ? sink.patched : sink.created;
    assert.ok(event!.eventTime);
    assert.equal(event!.series?.count, expectUpdate ? 2 : undefined);
    assert.match(event!.metadata.name!, /^foo\./);
    assert.equal(event!.reportingInstance, "eventTest-host");
    assert.deepEqual([event!.regarding, event!.related], [regarding, related]);
  }
  await broadcaster.shutdown();
});

test("EventBroadcaster of events.k8s.io/v1, TestEventSeriesWithEventSinkImplRace", async () => {
  const api = new EventsApiServer();
  const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
  broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: api.fetch }));
  const recorder = broadcaster.newRecorder({ reportingController: "test" });
  // Go's reference is empty; here an empty object is rejected.
  recorder.eventf({ kind: "Pod" }, undefined, "Normal", "reason", "action", "", "");
  recorder.eventf({ kind: "Pod" }, undefined, "Normal", "reason", "action", "", "");
  await broadcaster.shutdown();
  const items = await listed(api);
  assert.equal(items.length, 1);
  assert.equal(items[0]!.series?.count, 2);
});

/** client-go's cache: an event seen ten times, last nine minutes ago, and a new one. */
function cached(clock: FakeClock, correlator: EventSeriesCorrelator, controllers: readonly string[]): EventsV1Event[] {
  return controllers.map((reportingController, i) => {
    const event: EventsV1Event = {
      metadata: { name: `foo.${i}`, namespace: "baz" },
      eventTime: formatMicroTime(clock.now()),
      regarding,
      related,
      type: "Normal",
      reason: "test",
      note: "some verbose message: 1",
      reportingController,
      reportingInstance: "eventTest-host",
      action: "started",
    };
    for (let n = 0; n < (i === 0 ? 10 : 1); n++) correlator.correlate(event);
    return event;
  });
}

const short = ({ type, event }: Correlation<EventsV1Event>): unknown[] => [type, event.metadata.name, event.series];

test("EventSeriesCorrelator, TestFinishSeries", () => {
  const clock = new FakeClock("2026-01-01T00:00:00Z");
  const correlator = new EventSeriesCorrelator({ clock });
  cached(clock, correlator, ["eventTest"]);
  const series = { count: 10, lastObservedTime: formatMicroTime(clock.now()) };
  clock.step(9 * MINUTE_MS);
  const [, nonFinished] = cached(clock, new EventSeriesCorrelator({ clock }), ["", "nonFinished-controller"]);
  correlator.correlate(nonFinished!);
  assert.deepEqual(correlator.sweep().map(short), [["patch", "foo.0", series]]);
  assert.equal(correlator.stats().size, 1);
});

const refreshed: readonly { readonly name: string; readonly onPatch: () => void }[] = [
  { name: "the patch succeeds", onPatch: () => {} },
  {
    name: "no request can be constructed",
    onPatch: () => {
      throw new RequestConstructionError("Cannot construct a request");
    },
  },
];

for (const { name, onPatch } of refreshed) {
  test(`EventSeriesCorrelator, TestRefreshExistingEventSeries: ${name}`, async () => {
    const clock = new FakeClock("2026-01-01T00:00:00Z");
    // By default nine idle minutes finish a series; client-go's test only calls the refresh.
    const correlator = new EventSeriesCorrelator({
      clock,
      refreshAfterMs: 9 * MINUTE_MS,
      finishAfterMs: 10 * MINUTE_MS,
    });
    cached(clock, correlator, ["eventTest"]);
    clock.step(9 * MINUTE_MS);
    const due = correlator.sweep();
    assert.equal(due.length, 1);
    const [refresh] = due;
    assert.ok(refresh!.type === "patch" && refresh!.event.series?.count === 10);
    const sink = new NotingSink(onPatch);
    try {
      correlator.updateState(await sink.patch(refresh!.event), refresh);
    } catch (error) {
      assert.ok(error instanceof RequestConstructionError);
    }
    assert.deepEqual([sink.created.length, sink.patched.length], [0, 1]);
    assert.equal(correlator.stats().size, 1);
  });
}

// TestRecordEventToSink: the same through a recording and the server.
const nonIsomorphic: EventsV1Event = {
  metadata: { name: "test", namespace: "default" },
  eventTime: "2026-01-01T00:00:00.000000Z",
  regarding: {},
  type: "Normal",
  reason: "test",
  action: "testing",
  reportingController: "test",
  reportingInstance: "test-1",
};
const isomorphic: EventsV1Event = {
  ...nonIsomorphic,
  series: { count: 2, lastObservedTime: "2026-01-01T00:00:01.000000Z" },
};

const recorded: readonly {
  readonly name: string;
  readonly events: readonly EventsV1Event[];
  readonly count?: number;
}[] = [
  { name: "record one Event", events: [nonIsomorphic] },
  { name: "record one Event followed by an isomorphic one", events: [nonIsomorphic, isomorphic], count: 2 },
  { name: "record one isomorphic Event before the original", events: [isomorphic, nonIsomorphic], count: 2 },
  { name: "record one isomorphic Event without one already existing", events: [isomorphic], count: 2 },
];

for (const { name, events, count } of recorded) {
  test(`EventRecording, TestRecordEventToSink: ${name}`, async () => {
    const api = new EventsApiServer();
    const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
    const recording = broadcaster.startRecordingToSink(
      new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: api.fetch }),
      { correlator: asWritten },
    );
    for (const event of events) {
      await broadcaster.action("ADDED", event);
      await recording.flush();
    }
    await broadcaster.shutdown();
    const items = await listed(api);
    assert.equal(items.length, 1);
    assert.equal(items[0]!.series?.count, count);
  });
}

/** Decides as `recordEvent` of client-go does: events in a series are patched, all others created. */
const asWritten = {
  correlate: (event: EventsV1Event): Correlation<EventsV1Event> =>
    event.series === undefined
      ? { type: "create", key: "", event }
      : { type: "patch", key: "", event, patch: [{ op: "add", path: "/series", value: event.series }] },
  updateState: (): void => {},
};

async function listed(api: EventsApiServer): Promise<EventsV1Event[]> {
  const answer = await api.fetch(new Request("http://localhost/apis/events.k8s.io/v1/events"));
  return (await answer.json()).items;
}
