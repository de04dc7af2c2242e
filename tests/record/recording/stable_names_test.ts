import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type CoreV1Event,
  type Correlator,
  EventBroadcaster,
  type EventBroadcasterOptions,
  type EventSink,
  type EventsV1Event,
  FetchEventSink,
  getEventIdentity,
  type KubernetesObject,
  type Outcome,
  type Recording,
  type RecordingOptions,
  StatusError,
} from "../../../mod.ts";
import { EventBroadcasterAdapter, EventCorrelator, EventRecording } from "../../../src/client_go/mod.ts";
import { fnv1a64 } from "../../../src/base/event/identity.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { PacedTime } from "../../faults/paced_time.ts";
import { TestRecord } from "./count_record.ts";
import { accounted } from "./accounted.ts";

const POD = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const WRITERS = "kubecast.dev/writers";

/** A server, and its requests. */
class Cluster {
  api: EventsApiServer;
  readonly requests: string[] = [];
  /** Responds in place of the server, unless it returns `undefined`. */
  intercept: ((request: Request) => Promise<Response> | undefined) | undefined;

  constructor(api = new EventsApiServer()) {
    this.api = api;
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const response = await (this.intercept?.(request) ?? this.api.fetch(request));
    this.requests.push(`${request.method} ${response.status}`);
    return response;
  };

  /** The stored events, as core/v1 has them. */
  get events(): CoreV1Event[] {
    return [...this.api.events()] as CoreV1Event[];
  }

  /** Requests since the last call. */
  takeRequests(): string[] {
    return this.requests.splice(0);
  }

  /** Edits the stored event of this name, as with kubectl. */
  async edit(name: string, patch: object): Promise<void> {
    const response = await this.api.fetch(
      new Request(`http://localhost/api/v1/namespaces/shop/events/${name}`, {
        method: "PATCH",
        headers: { "content-type": "application/merge-patch+json" },
        body: JSON.stringify(patch),
      }),
    );
    assert.equal(response.status, 200);
  }

  async delete(name: string): Promise<void> {
    const url = `http://localhost/api/v1/namespaces/shop/events/${name}`;
    assert.equal((await this.api.fetch(new Request(url, { method: "DELETE" }))).status, 200);
  }
}

/** A process that records in core/v1 with stable names. */
class Process {
  readonly lines: string[] = [];
  readonly outcomes: Outcome<CoreV1Event>[] = [];
  readonly broadcaster: EventBroadcaster;
  readonly recording: Recording;
  readonly #recorder;

  constructor(cluster: Cluster, options: EventBroadcasterOptions = {}, recordingOptions: RecordingOptions = {}) {
    this.broadcaster = new EventBroadcaster({
      naming: "stable",
      logger: { warn: (line) => this.lines.push(line), error: (line) => this.lines.push(line) },
      onOutcome: (outcome) => this.outcomes.push(outcome),
      ...options,
    });
    const sink = new FetchEventSink({ fetch: cluster.fetch });
    this.recording = this.broadcaster.startRecordingToSink(sink, { retryDelayMs: 0, ...recordingOptions });
    this.#recorder = this.broadcaster.newRecorder({ component: "cron" });
  }

  /** Records an event, and waits until it is written. */
  async write(message?: string): Promise<void> {
    this.emit(message);
    accounted(await this.recording.flush());
  }

  /** Records an event. */
  emit(message = "It ran", object: KubernetesObject = POD): void {
    this.#recorder.event(object, "Normal", "Ran", message);
  }

  /** Records an event with a name, or other fields. */
  record(fields: { name?: string; message?: string; timestamp?: number; annotations?: Record<string, string> }): void {
    this.#recorder.record(POD, { type: "Normal", reason: "Ran", message: "It ran", ...fields });
  }

  end(): Promise<unknown> {
    return this.broadcaster.shutdown();
  }
}

test("EventBroadcaster with naming stable increments one event, however often it is restarted", async () => {
  const cluster = new Cluster();
  for (let run = 0; run < 3; run++) {
    const script = new Process(cluster);
    await script.write();
    await script.end();
  }
  const [event, ...others] = cluster.events;
  assert.deepEqual(others, []);
  assert.equal(event?.count, 3);
  assert.match(event.metadata.name!, /^web\.[0-9a-f]{16}$/);
});

test("EventBroadcaster with naming stable sends two more requests, once, for an event that already exists", async () => {
  const cluster = new Cluster();
  const first = new Process(cluster);
  for (let i = 0; i < 3; i++) await first.write();
  assert.deepEqual(cluster.takeRequests(), ["POST 201", "PATCH 200", "PATCH 200"]);
  const second = new Process(cluster);
  for (let i = 0; i < 3; i++) await second.write();
  assert.deepEqual(cluster.takeRequests(), ["POST 409", "PATCH 200", "PATCH 200", "PATCH 200", "PATCH 200"]);
  // The other replica must read the current event.
  await first.write();
  assert.deepEqual(cluster.takeRequests(), ["PATCH 409", "PATCH 200", "PATCH 200"]);
  assert.equal(cluster.events[0]?.count, 7);
  await second.end();
  await first.end();
});

test("EventBroadcaster of events.k8s.io/v1 with naming stable increments one series", async () => {
  const cluster = new Cluster();
  for (let run = 0; run < 4; run++) {
    const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", naming: "stable" });
    const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: cluster.fetch });
    const recording = broadcaster.startRecordingToSink(sink);
    const recorder = broadcaster.newRecorder({ reportingController: "cron" });
    for (let i = 0; i <= run; i++) recorder.eventf(POD, undefined, "Normal", "Ran", "Run", "It ran");
    accounted(await recording.flush());
    await broadcaster.shutdown();
  }
  const { items } = await (await cluster.api.fetch("/apis/events.k8s.io/v1/events")).json() as {
    items: EventsV1Event[];
  };
  assert.deepEqual(items.map(({ note, series }) => [note, series?.count]), [["It ran", 10]]);
  assert.ok(items[0]!.series!.lastObservedTime! >= items[0]!.eventTime!);
});

test("EventBroadcaster with naming stable counts events that the spam filter skips", async () => {
  const cluster = new Cluster();
  for (let run = 0; run < 2; run++) {
    const script = new Process(cluster);
    for (let i = 0; i < 100; i++) script.emit();
    await script.end();
  }
  assert.deepEqual(cluster.events.map(({ count }) => count), [200]);
});

test("EventBroadcaster with naming stable gives the combined event a stable name", async () => {
  const cluster = new Cluster();
  for (let run = 0; run < 2; run++) {
    const script = new Process(cluster, {}, { correlator: { maxEvents: 3 } });
    for (let i = 0; i < 5; i++) await script.write(`It ran ${i}`);
    await script.end();
  }
  const counts = Object.fromEntries(cluster.events.map(({ message, count }) => [message, count]));
  assert.deepEqual(counts, { "It ran 0": 2, "It ran 1": 2, "(combined from similar events): It ran 4": 6 });
});

test("EventBroadcaster of events.k8s.io/v1 with naming stable gives the combined event a stable name", async () => {
  const cluster = new Cluster();
  for (let run = 0; run < 2; run++) {
    const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", naming: "stable" });
    const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: cluster.fetch });
    broadcaster.startRecordingToSink(sink, { correlator: { maxNotes: 2 } });
    const recorder = broadcaster.newRecorder({ reportingController: "cron" });
    for (let i = 0; i < 5; i++) recorder.eventf(POD, undefined, "Normal", "Ran", "Run", "It ran %d", i);
    await broadcaster.shutdown();
  }
  const { items } = await (await cluster.api.fetch("/apis/events.k8s.io/v1/events")).json() as {
    items: EventsV1Event[];
  };
  const counts = Object.fromEntries(items.map(({ note, series }) => [note, series?.count]));
  assert.deepEqual(counts, { "It ran 0": 2, "It ran 1": 2, "(combined from similar events): It ran 2": 6 });
});

test("EventBroadcaster with an identity without the message keeps the latest message", async () => {
  const cluster = new Cluster();
  const identity = (event: CoreV1Event): string => getEventIdentity({ ...event, message: "" });
  for (let run = 0; run < 3; run++) {
    const script = new Process(cluster, { identity });
    for (let i = 0; i < 12; i++) await script.write(`Attempt ${run}.${i}`);
    await script.end();
  }
  assert.deepEqual(cluster.events.map(({ message, count }) => [message, count]), [["Attempt 2.11", 36]]);
});

test("EventBroadcaster of events.k8s.io/v1 with an identity without the note increments one series", async () => {
  const cluster = new Cluster();
  for (let run = 0; run < 2; run++) {
    const broadcaster = new EventBroadcaster({
      apiVersion: "events.k8s.io/v1",
      naming: "stable",
      identity: ({ reason = "" }) => reason,
    });
    broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: cluster.fetch }));
    const recorder = broadcaster.newRecorder({ reportingController: "cron" });
    for (let i = 0; i < 15; i++) recorder.eventf(POD, undefined, "Normal", "Ran", "Run", "Attempt %d", i);
    await broadcaster.shutdown();
  }
  assert.deepEqual(cluster.events.map(({ message, series }) => [message, series?.count]), [["Attempt 0", 30]]);
});

test("EventBroadcaster with naming stable increments one event with a custom correlator, or with none", async () => {
  const cluster = new Cluster();
  for (const correlator of [false, new EventCorrelator(), { burst: 2 }] as const) {
    const script = new Process(cluster, {}, { correlator });
    for (let i = 0; i < 5; i++) script.emit();
    await script.write();
    await script.end();
  }
  assert.deepEqual(cluster.events.map(({ count }) => count), [18]);
});

test("EventBroadcaster with naming stable adds up events of one identity that its correlator counts separately", async () => {
  const cluster = new Cluster();
  const identity = ({ reason = "" }: CoreV1Event): string => reason;
  const script = new Process(cluster, { identity }, { correlator: new EventCorrelator({ burst: 100 }) });
  for (let i = 0; i < 20; i++) script.emit(`It ran ${i % 5}`);
  await script.write();
  assert.deepEqual(cluster.events.map(({ count }) => count), [21]);
  await script.end();
});

test("EventBroadcaster with naming stable counts exactly if its correlator evicts events whose writes are pending", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster, {}, { correlator: { cacheSize: 1, burst: 100 }, concurrency: 1 });
  for (let i = 0; i < 60; i++) script.emit(`It ran ${i % 3}`);
  await script.write("It ran 0");
  const counts = Object.fromEntries(cluster.events.map(({ message, count }) => [message, count]));
  assert.deepEqual(counts, { "It ran 0": 21, "It ran 1": 20, "It ran 2": 20 });
  await script.end();
});

test("EventBroadcaster with naming stable counts exactly if an event that was dropped for room repeats", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster, {}, { maxPending: 1 });
  script.emit("It ran 0");
  script.emit("It ran 1");
  await script.recording.flush();
  await script.write("It ran 0");
  await script.write("It ran 1");
  const counts = Object.fromEntries(cluster.events.map(({ message, count }) => [message, count]));
  assert.deepEqual(counts, { "It ran 0": 2, "It ran 1": 2 });
  assert.equal(script.outcomes.filter(({ type }) => type === "dropped").length, 1);
  await script.end();
});

test("EventBroadcaster with naming stable counts each event that a custom correlator patches without a number", async () => {
  const cluster = new Cluster();
  let name: string | undefined;
  let count = 0;
  const correlator: Correlator = {
    correlate(event) {
      name ??= event.metadata.name;
      const repeat = { ...event, metadata: { ...event.metadata, name }, count: ++count };
      return count === 1
        ? { type: "create", key: "all", event: repeat }
        : { type: "patch", key: "all", event: repeat, patch: [{ op: "replace", path: "/count", value: count }] };
    },
    updateState: () => {},
  };
  const script = new Process(cluster, {}, { correlator });
  for (let i = 0; i < 4; i++) script.emit();
  for (let i = 0; i < 3; i++) await script.write();
  assert.deepEqual(cluster.events.map((event) => event.count), [7]);
  await script.end();
});

// -- Different events under one name --

test("EventBroadcaster with naming stable never modifies a different event under its name", async () => {
  const cluster = new Cluster();
  const foreign = {
    metadata: { name: "web.1", namespace: "shop" },
    involvedObject: { kind: "Pod", namespace: "shop", name: "else" },
    reason: "Else",
    count: 5,
  };
  await new FetchEventSink({ fetch: cluster.fetch }).create(foreign, { signal: new AbortController().signal });
  const script = new Process(cluster);
  for (let i = 0; i < 3; i++) {
    script.record({ name: "web.1" });
    await script.recording.flush();
  }
  const events = cluster.events.map(({ metadata, reason, count }) => [metadata.name === "web.1", reason, count]);
  assert.deepEqual(events.sort(), [[false, "Ran", 3], [true, "Else", 5]]);
  assert.equal(script.lines.length, 1);
  assert.match(script.lines[0]!, /^An event is written as web\.[0-9a-f]+: web\.1 is the name of a different event$/);
  assert.deepEqual(script.outcomes.map(({ type }) => type), ["recorded", "recorded", "recorded"]);
  await script.end();
});

test("EventBroadcaster with naming stable never modifies a different event under the name of a combined one", async () => {
  const options = { correlator: { maxEvents: 2 } };
  const run = async (cluster: Cluster): Promise<CoreV1Event[]> => {
    const script = new Process(cluster, {}, options);
    for (let i = 0; i < 3; i++) await script.write(`It ran ${i}`);
    await script.end();
    return cluster.events.filter(({ message }) => message?.startsWith("(combined"));
  };
  const [combined] = await run(new Cluster());
  const { name, namespace } = combined!.metadata;
  const cluster = new Cluster();
  const foreign = { ...combined!, metadata: { name, namespace }, reason: "Else", count: 5 };
  await new FetchEventSink({ fetch: cluster.fetch }).create(foreign, { signal: new AbortController().signal });
  const events = (await run(cluster)).map(({ metadata, reason, count }) => [metadata.name === name, reason, count]);
  assert.deepEqual(events.sort(), [[false, "Ran", 2], [true, "Else", 5]]);
});

test("EventBroadcaster with naming stable never modifies an event whose count is in the other API's field", async () => {
  const first = new Cluster();
  const script = new Process(first);
  await script.write();
  await script.end();
  const { metadata: { name, namespace }, ...event } = first.events[0]!;
  const series = { count: 7, lastObservedTime: "2026-01-01T00:00:00.000000Z" };
  const { eventTime, ...reporter } = {
    eventTime: "2026-01-01T00:00:00.000000Z",
    action: "Run",
    reportingComponent: "example.com/cron",
    reportingInstance: "cron-1",
  };
  for (const fields of [{ series }, { ...reporter, eventTime, count: undefined }]) {
    const cluster = new Cluster();
    const sink = new FetchEventSink({ fetch: cluster.fetch });
    const signal = new AbortController().signal;
    const stored = await sink.create({ ...event, ...fields, metadata: { name, namespace } }, { signal });
    const script = new Process(cluster);
    await script.write();
    await script.end();
    assert.equal(cluster.events.length, 2);
    assert.deepEqual(cluster.events.find(({ metadata }) => metadata.name === name), stored);
  }
});

test("EventBroadcaster with naming stable never merges events whose identities have the same hash", async () => {
  const [one, other] = ["8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"] as const;
  assert.equal(fnv1a64(one), fnv1a64(other));
  const cluster = new Cluster();
  const identity = ({ message = "" }: CoreV1Event): string => message;
  for (let run = 0; run < 2; run++) {
    const script = new Process(cluster, { identity });
    for (let i = 0; i < 2; i++) script.emit(one);
    await script.write(other);
    await script.write(one);
    await script.write(other);
    await script.end();
  }
  // The first one takes the name; the other one restarts with each process.
  const counts = cluster.events.map(({ message, count }) => `${message} x${count}`).sort();
  assert.deepEqual(counts, [`${one} x6`, `${other} x2`, `${other} x2`]);
});

test("EventBroadcaster with naming stable keeps one identity separate in both APIs", async () => {
  const cluster = new Cluster();
  const identity = (): string => "same";
  for (let run = 0; run < 2; run++) {
    const core = new Process(cluster, { identity });
    await core.write();
    const events = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", naming: "stable", identity });
    events.startRecordingToSink(new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: cluster.fetch }));
    events.newRecorder({ reportingController: "cron" }).eventf(POD, undefined, "Normal", "Ran", "Run", "It ran");
    await events.shutdown();
    await core.end();
  }
  // The name belongs to core/v1, where it counts; the others have unique names.
  assert.deepEqual(cluster.events.map(({ count }) => count ?? 0).sort(), [0, 0, 2]);
});

test("EventBroadcaster with naming stable keeps objects of different namespaces and names separate, even with equal identities", async () => {
  const objects = ["a", "b"].flatMap((namespace) =>
    ["web-1", "web-2"].map((name) => ({ apiVersion: "v1", kind: "Pod", metadata: { name, namespace } }))
  );
  for (const correlator of [{ burst: 1 }, { maxEvents: 2 }, false] as const) {
    const cluster = new Cluster();
    const script = new Process(cluster, { identity: () => "same" }, { correlator });
    for (let i = 0; i < 12; i++) script.emit(`It ran ${i % 3}`, objects[i % 4]);
    await script.end();
    const counts = cluster.events.map(({ metadata: { namespace, name }, involvedObject, count }) => {
      assert.ok(name?.startsWith(`${involvedObject.name}.`));
      return [namespace, involvedObject.namespace, involvedObject.name, count];
    });
    assert.deepEqual(
      counts.sort(),
      objects.map(({ metadata: { name, namespace } }) => [namespace, namespace, name, 3]),
    );
  }
});

test("EventBroadcaster of events.k8s.io/v1 with naming stable keeps objects of different namespaces and names separate", async () => {
  const cluster = new Cluster();
  const broadcaster = new EventBroadcaster({
    apiVersion: "events.k8s.io/v1",
    naming: "stable",
    identity: () => "same",
  });
  broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: cluster.fetch }));
  const recorder = broadcaster.newRecorder({ reportingController: "cron" });
  for (let i = 0; i < 12; i++) {
    const metadata = { name: `web-${i % 2}`, namespace: i % 4 < 2 ? "a" : "b" };
    recorder.eventf({ ...POD, metadata }, undefined, "Normal", "Ran", "Run", "It ran");
  }
  await broadcaster.shutdown();
  assert.deepEqual(cluster.events.map(({ series }) => series?.count), [3, 3, 3, 3]);
});

test("EventBroadcaster with naming stable keeps the latest message of events without times", async () => {
  const api = new EventsApiServer();
  for (const message of ["First", "Second"]) {
    const recording = new EventRecording(new FetchEventSink({ fetch: api.fetch }), {
      naming: "stable",
      identity: () => "same",
    });
    recording.accept({
      metadata: { name: "web.1", namespace: "shop" },
      involvedObject: { name: "web", namespace: "shop" },
      message,
      count: 1,
    });
    await recording.stop();
  }
  const [event] = [...api.events()] as CoreV1Event[];
  assert.deepEqual([event?.count, event?.message], [2, "Second"]);
});

// -- identity --

test("EventBroadcaster records under a unique name if identity throws, and logs it once", async () => {
  for (
    const identity of [
      () => {
        throw new Error("Not today");
      },
      () => 7 as unknown as string,
      () => Promise.reject(new Error("Never")) as unknown as string,
    ]
  ) {
    const cluster = new Cluster();
    const script = new Process(cluster, { identity });
    for (let i = 0; i < 3; i++) await script.write();
    await script.write("Another");
    assert.deepEqual(cluster.events.map(({ count }) => count).sort(), [1, 3]);
    assert.equal(script.lines.length, 1);
    assert.match(
      script.lines[0]!,
      /^Events get unique names because identity failed: (Not today|identity must .* received (7|\[object Promise\]))$/,
    );
    assert.equal(new Set(cluster.events.map(({ metadata }) => metadata.name)).size, 2);
    await script.end();
  }
});

test("EventBroadcaster handles the rejection of an identity that is async", async () => {
  let handled = 0;
  class Rejection extends Promise<string> {
    override catch(): Promise<never> {
      handled++;
      return super.catch(() => {}) as Promise<never>;
    }
  }
  const cluster = new Cluster();
  const script = new Process(cluster, { identity: () => Rejection.reject(new Error("Never")) as unknown as string });
  await script.write();
  assert.ok(handled > 0);
  assert.deepEqual(cluster.events.map(({ count }) => count), [1]);
  await script.end();
});

test("EventBroadcaster with an identity of all annotations ignores the annotation that it adds", async () => {
  const cluster = new Cluster();
  const identity = ({ metadata }: CoreV1Event): string => `annotations: ${JSON.stringify(metadata.annotations)}`;
  for (let run = 0; run < 2; run++) {
    const script = new Process(cluster, { identity });
    await script.write();
    script.record({ annotations: { run: "1" } });
    await script.end();
  }
  assert.deepEqual(cluster.events.map(({ count }) => count), [2, 2]);
});

test("EventBroadcaster with naming stable increments an event whose message has an unpaired surrogate", async () => {
  const cluster = new Cluster();
  for (let run = 0; run < 2; run++) {
    const script = new Process(cluster);
    await script.write("Half of \ud83d");
    await script.end();
  }
  assert.deepEqual(cluster.events.map(({ message, count }) => [message, count]), [["Half of \ufffd", 2]]);
});

test("EventBroadcaster with naming stable leaves room for its annotation", async () => {
  const cluster = new Cluster();
  const annotations = { a: "a".repeat(200 * 1024), b: "b".repeat(56 * 1024 - 10) };
  for (let run = 0; run < 2; run++) {
    const script = new Process(cluster);
    script.record({ annotations });
    accounted(await script.recording.flush());
    assert.deepEqual(script.broadcaster.stats().altered, { annotations: 1 });
    await script.end();
  }
  assert.deepEqual(cluster.events.map(({ count }) => count), [2]);
});

test("EventBroadcaster throws a TypeError for naming or identity passed to startRecordingToSink alone", async () => {
  const sink = new FetchEventSink({ fetch: new EventsApiServer().fetch });
  const identity = (): string => "same";
  for (const options of [{ naming: "stable" }, { identity }] as object[]) {
    const broadcaster = new EventBroadcaster();
    assert.throws(() => broadcaster.startRecordingToSink(sink, options), {
      name: "TypeError",
      message: /^Cannot record: unknown option (naming|identity) /,
    });
    await broadcaster.shutdown();
  }
});

test("EventBroadcaster throws a TypeError for an invalid naming or identity", () => {
  assert.throws(() => new EventBroadcaster({ naming: "Stable" as "stable" }), {
    name: "RangeError",
    message: 'Cannot create an EventBroadcaster: naming must be one of "unique", "stable", received "Stable"',
  });
  assert.throws(() => new EventBroadcaster({ identity: "reason" as never }), {
    name: "TypeError",
    message: 'Cannot create an EventBroadcaster: identity must be a function, received "reason"',
  });
  assert.throws(() => new EventRecording(new FetchEventSink(), { naming: 1 as never }), RangeError);
});

// -- Concurrent changes --

test("EventBroadcaster with naming stable keeps counting after the event was edited", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster);
  await script.write();
  const { name } = cluster.events[0]!.metadata;
  await cluster.edit(name!, { message: "Edited", count: 10, metadata: { labels: { seen: "yes" }, annotations: null } });
  await script.write();
  const [event, ...others] = cluster.events;
  assert.deepEqual(others, []);
  assert.deepEqual([event?.count, event?.message, event?.metadata.labels], [11, "It ran", { seen: "yes" }]);
  await script.end();
});

test("EventBroadcaster with naming stable recreates a deleted event with the unwritten count", async () => {
  const cluster = new Cluster();
  const first = new Process(cluster);
  const second = new Process(cluster);
  for (let i = 0; i < 3; i++) await first.write();
  await second.write();
  await cluster.delete(cluster.events[0]!.metadata.name!);
  cluster.takeRequests();
  await second.write();
  assert.deepEqual(cluster.takeRequests(), ["PATCH 404", "POST 201"]);
  assert.equal(cluster.events[0]?.count, 1);
  // The first one knows the old event; this is another.
  await first.write();
  assert.deepEqual(cluster.takeRequests(), ["PATCH 422", "PATCH 200", "PATCH 200"]);
  await second.write();
  assert.equal(cluster.events[0]?.count, 3);
  await second.end();
  await first.end();
});

test("EventBroadcaster with naming stable recreates an event that is deleted after a conflict, without another patch", async () => {
  const cluster = new Cluster();
  const process = new Process(cluster);
  for (let i = 0; i < 2; i++) await process.write();
  const name = cluster.events[0]!.metadata.name!;
  await cluster.edit(name, { metadata: { labels: { seen: "yes" } } });
  cluster.takeRequests();
  cluster.intercept = (request) =>
    cluster.requests.length === 1 ? cluster.delete(name).then(() => cluster.api.fetch(request)) : undefined;
  await process.write();
  assert.deepEqual(cluster.takeRequests(), ["PATCH 409", "PATCH 404", "POST 201"]);
  assert.deepEqual(cluster.events.map(({ count }) => count), [1]);
  await process.end();
});

test("EventBroadcaster with naming stable recreates an event with the time of its first unwritten repeat", async () => {
  const cluster = new Cluster();
  let now = Date.parse("2026-01-01T00:00:00Z");
  const script = new Process(cluster, { clock: { now: () => now } }, { correlator: { burst: 100 } });
  await script.write();
  await cluster.delete(cluster.events[0]!.metadata.name!);
  for (let repeat = 1; repeat <= 2; repeat++) {
    now += 60_000;
    script.emit();
  }
  await script.recording.flush();
  const [event] = cluster.events;
  assert.deepEqual([event?.count, event?.firstTimestamp, event?.lastTimestamp], [
    2,
    "2026-01-01T00:01:00Z",
    "2026-01-01T00:02:00Z",
  ]);
  await script.end();
});

test("EventBroadcaster of events.k8s.io/v1 with naming stable recreates an event with the time of its first unwritten repeat", async () => {
  const cluster = new Cluster();
  let now = Date.parse("2026-01-01T00:00:00Z");
  const broadcaster = new EventBroadcaster({
    apiVersion: "events.k8s.io/v1",
    naming: "stable",
    clock: { now: () => now },
  });
  const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: cluster.fetch });
  const recording = broadcaster.startRecordingToSink(sink);
  const recorder = broadcaster.newRecorder({ reportingController: "cron" });
  const emit = (): void => recorder.eventf(POD, undefined, "Normal", "Ran", "Run", "It ran");
  for (let repeat = 0; repeat < 2; repeat++) emit();
  await recording.flush();
  await cluster.delete(cluster.events[0]!.metadata.name!);
  for (let repeat = 1; repeat <= 2; repeat++) {
    now += 60_000;
    emit();
    await recording.flush();
  }
  const [event] = cluster.events;
  assert.deepEqual([event?.series?.count, event?.eventTime, event?.series?.lastObservedTime], [
    2,
    "2026-01-01T00:01:00.000000Z",
    "2026-01-01T00:02:00.000000Z",
  ]);
  await broadcaster.shutdown();
});

test("EventBroadcaster with naming stable keeps counting an event whose own entry was edited", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster);
  await script.write();
  const { name, annotations } = cluster.events[0]!.metadata;
  await cluster.edit(name!, { metadata: { annotations: { [WRITERS]: annotations![WRITERS]!.replace("=1", "=9") } } });
  for (const expected of [1, 2]) {
    await script.write();
    assert.deepEqual(cluster.events.map(({ count }) => count), [expected]);
  }
  await script.end();
});

test("EventRecording with naming stable keeps counts within 32 bits", async () => {
  const cluster = new Cluster();
  const recording = new EventRecording(new FetchEventSink({ fetch: cluster.fetch }), {
    naming: "stable",
    correlator: false,
  });
  for (let repeat = 1; repeat <= 2; repeat++) {
    recording.accept({
      metadata: { name: "web.1", namespace: "shop" },
      involvedObject: { name: "web", namespace: "shop" },
      count: 2 ** 31,
    });
    assert.equal((await recording.flush()).recorded, repeat);
    assert.deepEqual(cluster.events.map(({ count }) => count), [2 ** 31 - 1]);
  }
  await recording.stop();
});

test("EventBroadcaster with naming stable increments an event whose count is unreadable", async () => {
  const cluster = new Cluster();
  const first = new Process(cluster);
  await first.write();
  const { name } = cluster.events[0]!.metadata;
  await cluster.edit(name!, {
    count: -5,
    lastTimestamp: null,
    metadata: { annotations: { [WRITERS]: "garbage=x =1 01234567= 0123456A=7 01234567=99999999999999999999" } },
  });
  const second = new Process(cluster);
  await second.write();
  assert.deepEqual(cluster.events.map(({ count }) => count), [2]);
  await second.end();
  await first.end();
});

test("EventBroadcaster with naming stable tolerates any response of a server", async () => {
  const garbage: unknown[] = [
    { kind: "Event", metadata: {} },
    { metadata: { annotations: "none", uid: 7, resourceVersion: 8 } },
    { metadata: { annotations: [] }, count: "many", series: 3, involvedObject: null },
  ];
  for (const answer of garbage) {
    const cluster = new Cluster();
    let spoil = true;
    cluster.intercept = (request) =>
      spoil ? cluster.api.fetch(request).then(({ status }) => Response.json(answer, { status })) : undefined;
    const script = new Process(cluster, {}, { maxTries: 3 });
    await script.write();
    spoil = false;
    await script.write();
    await script.write();
    assert.equal(cluster.events.reduce((sum, { count = 0 }) => sum + count, 0), 3, JSON.stringify(answer));
    await script.end();
  }
});

test("EventBroadcaster with naming stable keeps the latest time and message despite clock skew", async () => {
  const cluster = new Cluster();
  const identity = ({ reason = "" }: CoreV1Event): string => reason;
  const ahead = new Process(cluster, { identity, clock: { now: () => Date.parse("2030-01-01") } });
  const behind = new Process(cluster, { identity, clock: { now: () => Date.parse("2020-01-01") } });
  await ahead.write("Of the year 2030");
  await behind.write("Of the year 2020");
  await ahead.write("Of the year 2030, again");
  await behind.write("Of the year 2020, again");
  const [event] = cluster.events;
  assert.deepEqual([event?.count, event?.message, event?.lastTimestamp], [
    4,
    "Of the year 2030, again",
    "2030-01-01T00:00:00Z",
  ]);
  await behind.end();
  await ahead.end();
});

test("EventBroadcaster of events.k8s.io/v1 with naming stable keeps the latest time despite clock skew", async () => {
  const cluster = new Cluster();
  for (const year of [2030, 2020]) {
    const broadcaster = new EventBroadcaster({
      apiVersion: "events.k8s.io/v1",
      naming: "stable",
      clock: { now: () => Date.UTC(year) },
    });
    broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: cluster.fetch }));
    const recorder = broadcaster.newRecorder({ reportingController: "cron" });
    recorder.eventf(POD, undefined, "Normal", "Ran", "Run", "It ran");
    await broadcaster.shutdown();
  }
  assert.deepEqual(cluster.events.map(({ series }) => series), [
    { count: 2, lastObservedTime: "2030-01-01T00:00:00.000000Z" },
  ]);
});

test("EventBroadcaster with naming stable keeps the event's annotations, and lists its latest 32 writers", async () => {
  const cluster = new Cluster();
  for (let run = 0; run < 36; run++) {
    const script = new Process(cluster);
    script.record({ annotations: { run: "first" } });
    await script.end();
  }
  const { annotations } = cluster.events[0]!.metadata;
  assert.equal(annotations?.["run"], "first");
  assert.match(annotations[WRITERS]!, /^([0-9a-z]{8}=1 ?){32}$/);
  assert.equal(cluster.events[0]?.count, 36);
});

test("EventBroadcaster with naming stable ignores known resourceVersions of another server", async () => {
  const cluster = new Cluster();
  const first = new Process(cluster);
  for (let i = 0; i < 3; i++) await first.write();
  // It restarts, and has forgotten everything; its versions are the same again.
  cluster.api = new EventsApiServer();
  const second = new Process(cluster);
  await second.write("Another");
  for (let i = 0; i < 2; i++) await second.write();
  const { metadata } = cluster.events.find(({ message }) => message === "It ran")!;
  assert.equal(metadata.resourceVersion, first.outcomes.at(-1)!.event!.metadata.resourceVersion);
  await first.write();
  const counts = Object.fromEntries(cluster.events.map(({ message, count }) => [message, count]));
  assert.deepEqual(counts, { "Another": 1, "It ran": 3 });
  await first.end();
  await second.end();
});

test("EventBroadcaster with naming stable increments events of objects with the longest names", async () => {
  const api = new EventsApiServer();
  const object = { apiVersion: "v1", kind: "Pod", metadata: { name: `${"x".repeat(251)}-y`, namespace: "shop" } };
  for (let run = 0; run < 2; run++) {
    const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1", naming: "stable" });
    broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: api.fetch }));
    broadcaster.newRecorder({ reportingController: "cron" }).eventf(object, null, "Normal", "Ran", "Run", "It ran");
    await broadcaster.shutdown();
  }
  const events = [...api.events()] as CoreV1Event[];
  assert.deepEqual(events.map(({ metadata, series }) => [metadata.name?.length, series?.count]), [[253, 2]]);
});

test("EventBroadcasterAdapter with naming stable increments one event of either API", async () => {
  const api = new EventsApiServer();
  for (let run = 0; run < 3; run++) {
    const adapter = await EventBroadcasterAdapter.discover({ fetch: api.fetch, naming: "stable" });
    adapter.startRecordingToSink();
    adapter.newRecorder({ reportingController: "cron" }).eventf(POD, null, "Normal", "Ran", "Run", "It ran");
    adapter.newLegacyRecorder({ component: "cron" }).event(POD, "Normal", "Ran", "It ran");
    await adapter.shutdown();
  }
  const counts = ([...api.events()] as CoreV1Event[]).map(({ count, series }) => `${count} ${series?.count}`);
  assert.deepEqual(counts.sort(), ["3 undefined", "undefined 3"]);
});

test("EventRecording with naming stable logs once if identity throws", async () => {
  const lines: string[] = [];
  const recording = new EventRecording(new FetchEventSink({ fetch: new EventsApiServer().fetch }), {
    naming: "stable",
    identity: () => {
      throw new Error("Not today");
    },
    logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
  });
  for (let i = 0; i < 3; i++) {
    recording.accept({ metadata: { name: "web.1" }, involvedObject: { name: "web" }, count: 1 });
  }
  assert.equal((await recording.flush()).coalesced, 2);
  assert.deepEqual(lines, ["identity threw: Not today"]);
  await recording.stop();
});

// -- Lost responses --

/** Loses the responses to the first `times` requests of a method. */
function loseAnswers(cluster: Cluster, method: string, times: number): void {
  cluster.intercept = (request) => {
    if (request.method !== method || times-- <= 0) return undefined;
    return cluster.api.fetch(request).then(() => {
      throw new TypeError("connection reset");
    });
  };
}

for (const method of ["POST", "PATCH"]) {
  test(`EventBroadcaster with naming stable counts once if the response to a ${method} is lost`, async () => {
    const cluster = new Cluster();
    const other = new Process(cluster);
    await other.write();
    await cluster.delete(cluster.events[0]!.metadata.name!);
    const script = new Process(cluster, {}, { maxTries: 20 });
    let said = 0;
    for (let lost = 1; lost < 4; lost++) {
      loseAnswers(cluster, method, lost);
      script.emit();
      await script.write();
      said += 2;
      assert.equal(cluster.events[0]?.count, said);
      // What the server has, though this process has seen less.
      assert.equal(script.outcomes.at(-1)?.event?.count, said);
      cluster.intercept = undefined;
      await other.write();
      said++;
      assert.equal(cluster.events[0]?.count, said);
    }
    await script.end();
    await other.end();
  });
}

test("EventBroadcaster with naming stable reports the count on the server for a patch whose response is lost", async () => {
  const cluster = new Cluster();
  const other = new Process(cluster);
  await other.write();
  const script = new Process(cluster);
  await script.write();
  loseAnswers(cluster, "PATCH", 1);
  await script.write();
  assert.equal(cluster.events[0]?.count, 3);
  // This process has seen two.
  assert.deepEqual(script.outcomes.map(({ type, event }) => [type, event?.count]), [["recorded", 2], ["recorded", 3]]);
  await script.end();
  await other.end();
});

test("EventBroadcaster with naming stable adds a rejected count to the next repeat, once", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster);
  await script.write();
  cluster.intercept = (request) =>
    request.method === "PATCH" ? Promise.resolve(new Response(null, { status: 413 })) : undefined;
  for (let repeat = 0; repeat < 2; repeat++) await script.write();
  assert.equal(cluster.events[0]?.count, 1);
  cluster.intercept = undefined;
  await script.write();
  assert.equal(cluster.events[0]?.count, 4);
  assert.deepEqual(script.outcomes.map(({ type }) => type), ["recorded", "rejected", "rejected", "recorded"]);
  await script.end();
});

test("EventBroadcaster with naming stable adds a count whose answer was lost to the next repeat, once", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster, {}, { autoFlush: false });
  await script.write();
  failOnce(cluster, "PATCH", { code: 500, applied: true });
  await script.write();
  assert.equal(cluster.events[0]?.count, 2);
  failOnce(cluster, "PATCH", { code: 503 });
  await script.write();
  assert.equal(cluster.events[0]?.count, 2);
  await script.write();
  assert.equal(cluster.events[0]?.count, 4);
  assert.deepEqual(script.outcomes.map(({ type, count }) => [type, count]), [
    ["recorded", 1],
    ["recorded", 1],
    ["coalesced", 2],
  ]);
  await script.end();
});

test("EventBroadcaster with naming stable never counts twice after 32 later writers evicted its entry", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster, {}, { autoFlush: false });
  await script.write();
  failOnce(cluster, "PATCH", { code: 500, applied: true });
  await script.write();
  for (let run = 0; run < 32; run++) {
    const other = new Process(cluster);
    await other.write();
    await other.end();
  }
  await script.write();
  assert.equal(cluster.events[0]?.count, 35);
  await script.end();
});

test("EventRecording with naming stable never counts twice with a sink that changes its stored event in place", async () => {
  let stored: CoreV1Event | undefined;
  let version = 0;
  let losesAnswer = false;
  const changed = (fields: Partial<CoreV1Event>, writers?: string): CoreV1Event => {
    const { annotations, ...metadata } = stored!.metadata;
    if (writers !== undefined) (annotations as Record<string, string>)[WRITERS] = writers;
    return stored = { ...stored!, ...fields, metadata: { ...metadata, annotations, resourceVersion: `${++version}` } };
  };
  const sink: EventSink = {
    create(event) {
      stored = structuredClone(event) as CoreV1Event;
      return Promise.resolve(changed({}));
    },
    patch(event, patch) {
      if (patch.length === 0) return Promise.resolve(stored!);
      if (event.metadata.resourceVersion !== stored!.metadata.resourceVersion) {
        return Promise.reject(new StatusError({ code: 409, reason: "Conflict" }));
      }
      changed({ count: event.count }, event.metadata.annotations![WRITERS]!);
      if (!losesAnswer) return Promise.resolve(stored!);
      losesAnswer = false;
      const others = Array.from({ length: 32 }, (_, i) => `other${String(i).padStart(3, "0")}=1`);
      changed({ count: event.count! + 32 }, others.join(" "));
      return Promise.reject(new Error("The answer was lost"));
    },
  };
  const recording = new EventRecording(sink, { naming: "stable", retryDelayMs: 1 });
  for (losesAnswer of [false, true]) {
    const involvedObject = { kind: "Pod", name: "web", namespace: "shop" };
    recording.accept({ metadata: { name: "web.1", namespace: "shop" }, involvedObject, reason: "BackOff", count: 1 });
    await recording.flush();
  }
  await recording.stop();
  assert.equal(stored?.count, 2 + 32);
});

test("EventBroadcaster with naming stable recognizes an event by its own entry if the response to its create is lost", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster, {}, { autoFlush: false });
  failOnce(cluster, "POST", { code: 500, applied: true });
  await script.write();
  await cluster.edit(cluster.events[0]!.metadata.name!, { message: "Edited" });
  await script.write();
  assert.deepEqual(cluster.events.map(({ count }) => count), [2]);
  await script.end();
});

/** Replaces the writers of the stored event by 32 others, or by fewer and those of `kept`. */
async function evictWriters(cluster: Cluster, kept: readonly string[] = []): Promise<void> {
  const others = Array.from({ length: 32 - kept.length }, (_, i) => `other${String(i).padStart(3, "0")}=1`);
  const annotations = { [WRITERS]: [...kept, ...others].join(" ") };
  await cluster.edit(cluster.events[0]!.metadata.name!, { metadata: { annotations } });
}

/** Responds to the request of this method and number with an error, in place of the server or once it has applied it. */
function failOnce(cluster: Cluster, method: string, { code, applied = false, nth = 1 }: {
  code: number;
  applied?: boolean;
  nth?: number;
}): void {
  cluster.intercept = async (request) => {
    if (request.method !== method || --nth !== 0) return await cluster.api.fetch(request);
    if (applied) await cluster.api.fetch(request);
    return Response.json({ kind: "Status", status: "Failure", code, message: "Not now" }, { status: code });
  };
}

for (const [code, applied] of [[408, true], [500, true], [429, false]] as const) {
  const is = applied ? "applied" : "not applied";
  test(`EventBroadcaster with naming stable takes a patch with the response ${code} as ${is} once its entry was evicted`, async () => {
    const cluster = new Cluster();
    const script = new Process(cluster, {}, { autoFlush: false });
    await script.write();
    failOnce(cluster, "PATCH", { code, applied });
    await script.write();
    assert.equal(cluster.events[0]?.count, applied ? 2 : 1);
    await evictWriters(cluster);
    await script.write();
    assert.equal(cluster.events[0]?.count, 3);
    await script.end();
  });
}

test("EventBroadcaster with naming stable counts a repeat whose patch was lost if fewer than 32 others wrote since", async () => {
  const cluster = new Cluster();
  const other = new Process(cluster);
  await other.write();
  const before = cluster.events[0]!.metadata.annotations![WRITERS]!;
  const script = new Process(cluster, {}, { autoFlush: false });
  await script.write();
  failOnce(cluster, "PATCH", { code: 503 });
  await script.write();
  await evictWriters(cluster, [before]);
  await script.write();
  assert.equal(cluster.events[0]?.count, 4);
  await script.end();
  await other.end();
});

test("EventBroadcaster with naming stable counts a repeat known to be unwritten, even after 32 later writers", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster, {}, { autoFlush: false });
  await script.write();
  failOnce(cluster, "PATCH", { code: 503 });
  await script.write();
  await cluster.edit(cluster.events[0]!.metadata.name!, { metadata: { labels: { seen: "yes" } } });
  // After a conflict and a read.
  failOnce(cluster, "PATCH", { code: 429, nth: 3 });
  await script.write();
  await evictWriters(cluster);
  await script.write();
  assert.equal(cluster.events[0]?.count, 4);
  await script.end();
});

for (const when of ["before", "during"] as const) {
  test(`EventBroadcaster with naming stable adds a lost repeat to an event created ${when} its next write`, async () => {
    const cluster = new Cluster();
    const [script, other] = [new Process(cluster, {}, { autoFlush: false }), new Process(cluster)];
    await script.write();
    failOnce(cluster, "PATCH", { code: 503 });
    await script.write();
    await cluster.delete(cluster.events[0]!.metadata.name!);
    const recreate = async (): Promise<void> => {
      cluster.intercept = undefined;
      await other.write();
      await evictWriters(cluster);
    };
    if (when === "before") await recreate();
    else {
      cluster.intercept = (request) =>
        request.method === "POST" ? recreate().then(() => cluster.api.fetch(request)) : undefined;
    }
    await script.write();
    assert.equal(cluster.events[0]?.count, 3);
    await script.end();
    await other.end();
  });
}

test("EventBroadcaster with naming stable counts a create once if its response was lost and its entry evicted", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster, {}, { autoFlush: false });
  for (let event = 0; event < 2; event++) {
    failOnce(cluster, "POST", { code: 500, applied: true });
    await script.write();
    cluster.intercept = undefined;
    for (let run = 0; run < 32; run++) {
      const other = new Process(cluster);
      await other.write();
      await other.end();
    }
    await script.write();
    assert.equal(cluster.events[0]?.count, 34);
    // The next event has the same name and a different uid.
    await cluster.delete(cluster.events[0]!.metadata.name!);
  }
  await script.end();
});

test("EventBroadcaster with naming stable counts an event that is deleted and created again while it is read", async () => {
  const cluster = new Cluster();
  const [script, other] = [new Process(cluster), new Process(cluster)];
  await other.write();
  let creates = 0;
  cluster.intercept = async (request) => {
    if (request.method === "PATCH") await cluster.delete(cluster.events[0]!.metadata.name!);
    else if (++creates === 2) {
      cluster.intercept = undefined;
      await other.write();
      await evictWriters(cluster);
    }
    return await cluster.api.fetch(request);
  };
  await script.write();
  assert.equal(creates, 2);
  assert.deepEqual(cluster.events.map(({ count }) => count), [2]);
  await script.end();
  await other.end();
});

for (const flushed of [false, true]) {
  const by = flushed ? "a flush" : "the next repeat";
  test(`EventBroadcaster with naming stable delivers an owed count by ${by} after 4096 other events`, async () => {
    const cluster = new Cluster();
    cluster.intercept = () => Promise.resolve(new Response(null, { status: 413 }));
    let recorded = 0;
    let onOutcome: ((outcome: Outcome<CoreV1Event>) => void) | undefined;
    const others = new Promise<void>((resolve) =>
      onOutcome = ({ type }) => {
        if (type === "recorded" && ++recorded === 4096) resolve();
      }
    );
    const script = new Process(cluster, { onOutcome }, { correlator: { burst: 1 } });
    for (let repeat = 0; repeat < 2; repeat++) await script.write();
    assert.equal(script.recording.stats().owed, 1);
    cluster.intercept = undefined;
    for (let i = 0; i < 4096; i++) script.emit("It ran", { ...POD, metadata: { ...POD.metadata, name: `web-${i}` } });
    await others;
    if (!flushed) script.emit();
    const { owed, uncounted } = await script.recording.flush();
    assert.deepEqual({ owed, uncounted }, { owed: 0, uncounted: 0 });
    const event = cluster.events.find(({ involvedObject }) => involvedObject.name === "web");
    assert.equal(event?.count, flushed ? 2 : 3);
    await script.end();
  });
}

test("EventBroadcaster with naming stable writes the repeat of one of its latest 4096 events in one request", async () => {
  const cluster = new Cluster();
  const script = new Process(cluster, {}, { maxPending: 5000 });
  const objects = Array.from({ length: 4097 }, (_, i) => ({ ...POD, metadata: { ...POD.metadata, name: `web-${i}` } }));
  for (const object of objects) script.emit("It ran", object);
  await script.recording.flush();
  for (const [i, requests] of [[1, ["PATCH 200"]], [0, ["POST 409", "PATCH 200", "PATCH 200"]]] as const) {
    cluster.takeRequests();
    script.emit("It ran", objects[i]);
    await script.recording.flush();
    assert.deepEqual(cluster.takeRequests(), requests, `event ${i} of 4097`);
  }
  await script.end();
});

test("EventBroadcaster with naming stable patches the repeat of an event in one request after 4096 other events", async () => {
  const cluster = new Cluster();
  let create!: () => void;
  const created = new Promise<void>((resolve) => create = resolve);
  cluster.intercept = async (request) => {
    cluster.intercept = undefined;
    await created;
    return await cluster.api.fetch(request);
  };
  let recorded = 0;
  let onOutcome: ((outcome: Outcome<CoreV1Event>) => void) | undefined;
  const others = new Promise<void>((resolve) =>
    onOutcome = ({ type }) => {
      if (type === "recorded" && ++recorded === 4096) resolve();
    }
  );
  const script = new Process(cluster, { onOutcome }, { maxPending: 5000, requestTimeoutMs: 3_600_000 });
  script.emit();
  await undefined;
  for (let i = 0; i < 4096; i++) script.emit("It ran", { ...POD, metadata: { ...POD.metadata, name: `web-${i}` } });
  script.emit();
  await others;
  cluster.takeRequests();
  create();
  await script.recording.flush();
  assert.deepEqual(cluster.takeRequests(), ["POST 201", "PATCH 200"]);
  await script.end();
});

test("EventBroadcaster with naming stable counts owed repeats once for a custom correlator without added", async () => {
  const cluster = new Cluster();
  let accepted = 0;
  const record = new TestRecord("");
  const correlator: Correlator<CoreV1Event> = {
    correlate(event) {
      accepted++;
      record.isAhead = accepted % 2 === 0;
      if (accepted === 1) return { type: "create", key: "", event, record };
      if (accepted % 2 === 0) return record.skip(event);
      return { type: "patch", key: "", event: { ...event, count: accepted }, patch: [], record };
    },
    updateState() {},
  };
  const script = new Process(cluster, {}, { correlator, autoFlush: false });
  await script.write();
  cluster.intercept = () => Promise.resolve(new Response(null, { status: 503 }));
  script.emit();
  await script.write();
  cluster.intercept = undefined;
  script.emit();
  await script.write();
  assert.equal(cluster.events[0]?.count, 5);
  await script.end();
});

test("EventBroadcaster with naming stable adds the accepted events if a custom correlator's numbers are invalid", async () => {
  const cluster = new Cluster();
  const invalid: readonly unknown[] = [NaN, -1, 1.5, Infinity, "2", null];
  const numbers = invalid.values() as IterableIterator<number>;
  const correlator: Correlator<CoreV1Event> = {
    correlate(event) {
      if (cluster.events.length === 0) return { type: "create", key: "", event: { ...event, count: Infinity } };
      return { type: "patch", key: "", event, patch: [], added: numbers.next().value };
    },
    updateState() {},
  };
  const script = new Process(cluster, {}, { correlator });
  await script.write();
  for (const index of invalid.keys()) {
    await script.write();
    assert.equal(cluster.events[0]?.count, index + 2);
  }
  await script.end();
});

test("EventBroadcaster with naming stable adds no repeat for a custom correlator's patch that adds none", async () => {
  const cluster = new Cluster();
  const correlator: Correlator<CoreV1Event> = {
    correlate(event) {
      if (cluster.events.length === 0) return { type: "create", key: "", event };
      return { type: "patch", key: "", event, patch: [], added: 0 };
    },
    updateState() {},
  };
  const script = new Process(cluster, {}, { correlator });
  for (let i = 0; i < 2; i++) await script.write();
  assert.equal(cluster.events[0]?.count, 1);
  await script.end();
});

test("EventBroadcaster with naming stable abandons a write that always conflicts, with an outcome", () =>
  PacedTime.run(async (time) => {
    const cluster = new Cluster();
    const script = new Process(cluster, {}, { maxTries: 2 });
    await script.write();
    let edits = 0;
    // Another writer is always first.
    cluster.intercept = (request) => {
      if (request.method !== "PATCH") return undefined;
      const { name } = cluster.events[0]!.metadata;
      return cluster.edit(name!, { metadata: { labels: { edits: String(edits++) } } }).then(() =>
        cluster.api.fetch(request)
      );
    };
    await time.until(script.write());
    assert.deepEqual(script.outcomes.map(({ type }) => type), ["recorded", "abandoned"]);
    assert.match(script.lines.join("\n"), /Other writers updated the event first: Operation cannot be fulfilled/);
    cluster.intercept = undefined;
    await script.write();
    assert.equal(cluster.events[0]?.count, 3);
    await script.end();
  }));

test("EventBroadcaster with naming stable rejects and logs a missing permission to create or patch", async () => {
  const cluster = new Cluster();
  const first = new Process(cluster);
  await first.write();
  const message = 'events "web" is forbidden: User "u" cannot patch resource "events" in API group ""';
  cluster.intercept = ({ method }) =>
    method === "PATCH"
      ? Promise.resolve(Response.json({ kind: "Status", code: 403, reason: "Forbidden", message }, { status: 403 }))
      : undefined;
  const second = new Process(cluster);
  await second.write();
  assert.deepEqual(second.outcomes.map(({ type }) => type), ["rejected"]);
  assert.match(second.lines[0]!, /^Cannot patch events: .* the role needs the rule/);
  await second.end();
  await first.end();
});

// -- Replicas --

test("EventBroadcaster with naming stable counts one event exactly across concurrent replicas", async () => {
  const cluster = new Cluster();
  const replicas = Array.from({ length: 5 }, () => new Process(cluster));
  for (let round = 0; round < 10; round++) {
    await Promise.all(replicas.map((replica) => replica.write()));
  }
  for (const replica of replicas) await replica.end();
  assert.deepEqual(cluster.events.map(({ count }) => count), [50]);
});

test("EventBroadcaster with naming stable counts a hundred events exactly across two replicas", async () => {
  const cluster = new Cluster();
  const replicas = Array.from({ length: 2 }, () => new Process(cluster));
  for (let round = 0; round < 3; round++) {
    await Promise.all(replicas.map(async (replica) => {
      for (let i = 0; i < 100; i++) {
        replica.emit("It ran", { ...POD, metadata: { ...POD.metadata, name: `web-${i}`, namespace: `ns-${i % 7}` } });
      }
      accounted(await replica.recording.flush());
    }));
  }
  for (const replica of replicas) await replica.end();
  assert.deepEqual(cluster.events.map(({ count }) => count), Array(100).fill(6));
});

// -- Custom sinks --

test("EventRecording with naming stable writes to a sink that returns undefined", async () => {
  const counts = new Map<string, number | undefined>();
  const write = (event: CoreV1Event): Promise<CoreV1Event> => {
    counts.set(event.metadata.name!, event.count);
    return Promise.resolve(undefined as unknown as CoreV1Event);
  };
  const sink: EventSink = { create: write, patch: write };
  const recording = new EventRecording(sink, { naming: "stable" });
  const event: CoreV1Event = {
    metadata: { name: "web.1", namespace: "shop" },
    involvedObject: { name: "web" },
    count: 1,
  };
  for (let i = 0; i < 3; i++) {
    recording.accept(event);
    await recording.flush();
  }
  assert.deepEqual([...counts], [["web.1", 3]]);
  await recording.stop();
});

test("EventRecording with naming stable adopts an event that a sink does not return", async () => {
  let creates = 0;
  const conflict = new StatusError({ code: 409, reason: "AlreadyExists", message: "It is there" });
  const patches: number[] = [];
  const sink: EventSink = {
    create: () => creates++ === 0 ? Promise.reject(new TypeError("connection reset")) : Promise.reject(conflict),
    patch: ({ count }, patch) => {
      if (patch.length > 0) patches.push(count!);
      return Promise.resolve(undefined as unknown as CoreV1Event);
    },
  };
  const recording = new EventRecording(sink, { naming: "stable", maxTries: 3, retryDelayMs: 0 });
  const event = { metadata: { name: "web.1" }, involvedObject: { name: "web" }, count: 1 };
  recording.accept(event);
  assert.equal((await recording.flush()).recorded, 1);
  recording.accept(event);
  assert.equal((await recording.flush()).recorded, 2);
  assert.deepEqual(patches, [2]);
  await recording.stop();
});

test("EventRecording with naming stable retries if an event both exists and is missing", () =>
  PacedTime.run(async (time) => {
    const conflict = new StatusError({ code: 409, reason: "AlreadyExists", message: "It is there" });
    const missing = new StatusError({ code: 404, reason: "NotFound", message: "It is not there" });
    const sink: EventSink = {
      create: () => Promise.reject(conflict),
      patch: () => Promise.reject(missing),
    };
    const recording = new EventRecording(sink, { naming: "stable", maxTries: 3, retryDelayMs: 0 });
    recording.accept({ metadata: { name: "web.1" }, involvedObject: { name: "web" }, count: 1 });
    const { abandoned, requests } = await time.until(recording.flush());
    assert.equal(abandoned, 1);
    assert.ok(requests < 60, String(requests));
    await time.until(recording.stop());
  }));

test("EventRecording with naming stable rejects a patch that is invalid for the version just read", async () => {
  const cluster = new Cluster();
  const sink = new FetchEventSink({ fetch: cluster.fetch });
  let patches = 0;
  const strict: EventSink = {
    create: (event, options) => sink.create(event, options),
    patch: (event, patch, options) => {
      if (patch.length === 0) return sink.patch(event, patch, options);
      patches++;
      return Promise.reject(new StatusError({ code: 422, reason: "Invalid", message: "Not that" }));
    },
  };
  const recording = new EventRecording(strict, { naming: "stable" });
  const event: CoreV1Event = {
    metadata: { name: "web.1", namespace: "shop" },
    involvedObject: { name: "web", namespace: "shop" },
    count: 1,
  };
  recording.accept(event);
  await recording.flush();
  recording.accept(event);
  assert.equal((await recording.flush()).rejected, 1);
  assert.equal(patches, 1);
  await recording.stop();
});

test("EventRecording with naming stable makes eight attempts per try, with random pauses that grow to half a second", () =>
  PacedTime.run(async (time) => {
    const attempts: number[] = [];
    const reject = (code: number, reason: string): Promise<never> =>
      Promise.reject(new StatusError({ code, reason, message: reason }));
    const sink: EventSink = {
      create: () => {
        attempts.push(Date.now());
        return reject(409, "AlreadyExists");
      },
      patch: () => reject(404, "NotFound"),
    };
    const recording = new EventRecording(sink, { naming: "stable", maxTries: 1, random: () => 0.5 });
    recording.accept({ metadata: { name: "web.1" }, involvedObject: { name: "web" }, count: 1 });
    const { abandoned, requests } = await time.until(recording.flush());
    assert.deepEqual({ abandoned, requests }, { abandoned: 1, requests: 15 });
    assert.deepEqual(attempts.slice(1).map((at, i) => at - attempts[i]!), [0, 40, 80, 160, 250, 250, 250]);
    await time.until(recording.stop());
  }));

test("EventRecording with naming stable creates an event with the count that its correlator returns, and at least 1", async () => {
  const [began, ended] = ["2026-01-01T00:00:00Z", "2026-01-01T00:05:00Z"];
  // A first event began when it first happened; a repeat, when it last did.
  const table = [[0, 1, ended], [1, 1, began], [undefined, 1, ended], [5, 5, ended]] as const;
  for (const [count, expected, firstTimestamp] of table) {
    const cluster = new Cluster();
    const sink = new FetchEventSink({ fetch: cluster.fetch });
    const correlator: Correlator = {
      correlate: (event) => ({ type: "create", key: "all", event: { ...event, count } }),
      updateState: () => {},
    };
    const recording = new EventRecording(sink, { naming: "stable", correlator });
    recording.accept({
      metadata: { name: "web.1", namespace: "shop" },
      involvedObject: { name: "web", namespace: "shop" },
      firstTimestamp: began,
      lastTimestamp: ended,
    });
    await recording.stop();
    const stored = cluster.events.map((event) => [event.count, event.firstTimestamp, event.lastTimestamp]);
    assert.deepEqual(stored, [[expected, firstTimestamp, ended]], String(count));
  }
});

test("EventRecording of events.k8s.io/v1 with naming stable creates a series with the count that it accepts", async () => {
  const cluster = new Cluster();
  const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: cluster.fetch });
  const recording = new EventRecording(sink, { naming: "stable", correlator: false });
  const eventTime = "2026-01-01T00:00:00.000000Z";
  recording.accept({
    metadata: { name: "web.1", namespace: "shop" },
    regarding: { kind: "Pod", name: "web", namespace: "shop" },
    reportingController: "example.com/cron",
    reportingInstance: "cron-1",
    type: "Normal",
    reason: "Ran",
    action: "Run",
    eventTime,
    series: { count: 5, lastObservedTime: eventTime },
  });
  await recording.stop();
  assert.deepEqual(cluster.events.map(({ series }) => series?.count), [5]);
});

test("EventRecording with naming stable patches every field with a value, for events without times and messages too", async () => {
  const values: unknown[] = [];
  const sink: EventSink = {
    create: (event) => Promise.resolve({ ...event, metadata: { ...event.metadata, resourceVersion: "1" } }),
    patch: (event, patch) => {
      values.push(...patch.map((operation) => "value" in operation ? operation.value : undefined));
      return Promise.resolve(event);
    },
  };
  const recording = new EventRecording(sink, { naming: "stable", correlator: false });
  for (let i = 0; i < 2; i++) {
    recording.accept({ metadata: { name: "web.1" }, involvedObject: { name: "web" } });
    await recording.flush();
  }
  assert.deepEqual(values.splice(0).slice(0, 3), [2, null, ""]);
  await recording.stop();
  const ofSeries = { ...sink as unknown as EventSink<EventsV1Event>, apiVersion: "events.k8s.io/v1" } as const;
  const series = new EventRecording(ofSeries, { naming: "stable", correlator: false });
  for (let i = 0; i < 2; i++) {
    series.accept({ metadata: { name: "web.1" }, regarding: { name: "web" } });
    await series.flush();
  }
  assert.deepEqual(values[0], { count: 2, lastObservedTime: null });
  await series.stop();
});

test("EventBroadcaster with naming stable keeps events of one given name with different messages separate", async () => {
  const cluster = new Cluster();
  for (const message of ["One", "Two"]) {
    const script = new Process(cluster);
    script.record({ name: "given", message });
    await script.recording.flush();
    await script.end();
  }
  const events = cluster.events.map(({ metadata, message, count }) => [metadata.name === "given", message, count]);
  assert.deepEqual(events, [[true, "One", 1], [false, "Two", 1]]);
});

test("EventRecording with naming stable creates an event with the earliest time of its repeats", async () => {
  const api = new EventsApiServer();
  const recording = new EventRecording(new FetchEventSink({ fetch: api.fetch }), { naming: "stable" });
  const event: CoreV1Event = {
    metadata: { name: "web.1", namespace: "shop" },
    involvedObject: { kind: "Pod", namespace: "shop", name: "web" },
    reason: "BackOff",
    count: 1,
  };
  recording.accept(event);
  const lastTimestamp = "2026-01-01T00:00:00Z";
  recording.accept({ ...event, firstTimestamp: lastTimestamp, lastTimestamp });
  await recording.stop();
  assert.deepEqual(api.events().map(({ count, firstTimestamp }) => [count, firstTimestamp]), [[2, lastTimestamp]]);
});
