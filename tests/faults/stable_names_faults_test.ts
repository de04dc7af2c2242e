import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type ApiVersion,
  type CoreV1Event,
  type Correlation,
  type Correlator,
  type EventOf,
  type EventsV1Event,
  FetchEventSink,
  type Outcome,
} from "../../mod.ts";
import { EventCorrelator, EventRecording, EventSeriesCorrelator } from "../../src/client_go/mod.ts";
import { StableNames } from "../../src/base/event/identity.ts";
import { EventRecord } from "../../src/record/correlator/event_deduplicator.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { seeded, seeds } from "../random.ts";
import { accounted } from "../record/recording/accounted.ts";
import { type Fault, FAULTS, faultyFetch } from "./faulty_fetch.ts";
import { PacedTime } from "./paced_time.ts";
import { coreV1Api, eventsV1Api, type RecordedApi } from "./recorded_api.ts";
import { storedEvents } from "./stored_events.ts";

const REPLICAS = 4;
const PODS = 6;
const ROUNDS = 60;

const isFinal = (fault: Fault): boolean => /^(4(0[134]|13|22))/.test(fault);

/** Faults while replicas record. */
interface Story {
  readonly faults: readonly Fault[];
  /** Whether replicas are stopped before they have written everything. */
  readonly kills: boolean;
  /** Whether events are deleted, as if they had expired. */
  readonly expiry: boolean;
  /** Whether correlators combine events, evict most of them, and in core/v1 filter most as spam. */
  readonly evictions?: boolean;
}

/** Counts by pod. */
class Counts extends Map<string, number> {
  count(pod: string): number {
    return this.get(pod) ?? 0;
  }
  add(pod: string, count: number): void {
    this.set(pod, this.count(pod) + count);
  }
}

/** Lets replicas record, restart and end; returns by pod the events emitted, those lost and the server's counts. */
async function tell<V extends ApiVersion>(
  { apiVersion, makeEvent }: RecordedApi<V>,
  { faults, kills, expiry, evictions = false }: Story,
  seed: number,
  time: PacedTime,
): Promise<{ emitted: Counts; lost: Counts; counted: Counts; events: number; records: ReadonlyMap<unknown, string> }> {
  const random = seeded(seed);
  const pick = (n: number): number => Math.floor(random() * n);
  const api = new EventsApiServer();
  const emitted = new Counts();
  const lost = new Counts();
  const counted = new Counts();
  /** The highest count of each stored event, by uid. */
  const highest = new Counts();
  const backwards: string[] = [];
  let isCalm = false;

  const look = async (): Promise<
    readonly { pod: string; uid: string; name: string; resourceVersion: string; count: number }[]
  > => {
    const events = await storedEvents(api.fetch);
    return events.map(({ metadata, involvedObject, count, series }) => ({
      pod: involvedObject.name!,
      uid: metadata.uid!,
      name: metadata.name!,
      resourceVersion: metadata.resourceVersion!,
      count: count ?? series?.count ?? 1,
    }));
  };
  const watched = async (request: Request): Promise<Response> => {
    const response = await api.fetch(request);
    for (const { uid, name, count } of await look()) {
      if (count < highest.count(uid)) backwards.push(`${name} went from ${highest.count(uid)} to ${count}`);
      highest.set(uid, count);
    }
    return response;
  };
  const fetch = faultyFetch({
    api: watched,
    choose: () => isCalm || random() < 0.6 ? undefined : faults[pick(faults.length)],
    hang: time.hang,
  });
  const names = new StableNames<EventOf<V>>(undefined);
  const podOf = (event: EventOf<V>): string =>
    (event as { regarding?: { name?: string } }).regarding?.name ??
      (event as { involvedObject: { name?: string } }).involvedObject.name!;

  /** The records of the correlators by pod, those evicted among them. */
  const records = new Map<unknown, string>();
  /** A correlator with small caches. */
  const forgetful = (): Correlator<EventOf<V>> => {
    const identity = (event: CoreV1Event | EventsV1Event): string => names.identityOf(event as EventOf<V>);
    const inner =
      (apiVersion === "v1"
        ? new EventCorrelator({ identity, trailingWrites: true, cacheSize: 8, maxEvents: 3, burst: 3, qps: 50 })
        : new EventSeriesCorrelator({ identity, cacheSize: 4, maxNotes: 3 })) as unknown as Correlator<EventOf<V>>;
    return {
      correlate(event): Correlation<EventOf<V>> {
        const correlation = inner.correlate(event);
        records.set(correlation.record, podOf(event));
        return correlation;
      },
      updateState: (event, written) => inner.updateState(event, written),
    };
  };
  const start = (): EventRecording<V> => {
    const recording: EventRecording<V> = new EventRecording<V>(
      time.watch<EventOf<V>>(new FetchEventSink({ apiVersion, fetch })),
      {
        apiVersion,
        naming: "stable",
        correlator: evictions ? forgetful() : {},
        retryDelayMs: 1,
        requestTimeoutMs: 5,
        maxTries: 1000,
        random,
        onOutcome: (outcome: Outcome<EventOf<V>>) => {
          accounted(recording.stats());
          if (outcome.type === "recorded" || outcome.type === "coalesced" || outcome.type === "skipped") return;
          lost.add(podOf(outcome.event!), outcome.count);
        },
      },
    );
    return recording;
  };
  const replicas = Array.from({ length: REPLICAS }, start);
  const never = new AbortController().signal;
  const ending: Promise<void>[] = [];
  let made = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let events = pick(30); events > 0; events--) {
      const pod = `p-${pick(PODS)}`;
      const event = makeEvent(`e-${made++}`, {
        pod,
        message: `seen by ${pod}${evictions ? pick(5) : ""}`,
        namespace: "shop",
      });
      const named = { ...event, metadata: { ...event.metadata, name: names.create(event) } };
      replicas[pick(REPLICAS)]!.accept(named);
      emitted.add(pod, 1);
    }
    for (let passes = pick(6); passes > 0; passes--) await time.pass();
    const restarted = pick(REPLICAS * 4);
    if (restarted < REPLICAS) {
      const deadline = kills && pick(2) === 0 ? AbortSignal.abort() : never;
      // It ends while the others and its successor write.
      ending.push(replicas[restarted]!.stop({ signal: deadline }));
      replicas[restarted] = start();
    }
    if (expiry && pick(6) === 0) {
      const [event] = await look();
      if (event === undefined) continue;
      const url = `http://127.0.0.1:8001/api/v1/namespaces/shop/events/${event.name}`;
      // Its count may have grown since it was read.
      const body = JSON.stringify({ preconditions: { resourceVersion: event.resourceVersion } });
      const { ok } = await api.fetch(new Request(url, { method: "DELETE", body }));
      if (ok) counted.add(event.pod, event.count);
    }
  }
  isCalm = true;
  for (const replica of replicas) ending.push(replica.stop({ signal: never }));
  await time.until(Promise.all(ending));
  const events = await look();
  for (const { pod, count } of events) counted.add(pod, count);
  assert.deepEqual(backwards, []);
  return { emitted, lost, counted, events: events.length, records };
}

const CALM = { kills: false, expiry: false };
const TRANSIENT = FAULTS.filter((fault) => !isFinal(fault));

for (const seed of seeds(1)) {
  for (const api of [coreV1Api, eventsV1Api] as unknown as RecordedApi<"v1">[]) {
    const run = (story: Story) => PacedTime.run((time) => tell(api, story, seed, time));
    const where = `(${api.apiVersion}, seed ${seed})`;

    test(`EventRecording with naming stable counts exactly under transient faults ${where}`, async () => {
      const { emitted, counted, lost, events } = await run({ faults: TRANSIENT, kills: false, expiry: false });
      assert.deepEqual([...counted].sort(), [...emitted].sort());
      assert.equal(lost.size, 0);
      assert.equal(events, PODS);
    });

    test(`EventRecording with naming stable counts all events but those filtered before the first passes ${where}`, async () => {
      const { emitted, counted, lost, records } = await run({ ...CALM, faults: TRANSIENT, evictions: true });
      assert.ok(records.size > 4 * PODS, "records are evicted, and begin again");
      let filtered = 0;
      for (const [record, pod] of records) {
        if (!(record instanceof EventRecord) || record.writtenCount > 0) continue;
        filtered += record.count;
        counted.add(pod, record.count);
      }
      assert.equal(filtered > 0, api.apiVersion === "v1");
      assert.deepEqual([...counted].sort(), [...emitted].sort());
      assert.equal(lost.size, 0);
    });

    test(`EventRecording with naming stable counts exactly if the server claims that an event is missing ${where}`, async () => {
      const faults: Fault[] = ["404 on patch", "503", "done, connection reset", "hang"];
      const { emitted, counted, events } = await run({ faults, kills: false, expiry: false });
      assert.deepEqual([...counted].sort(), [...emitted].sort());
      assert.equal(events, PODS);
    });

    test(`EventRecording with naming stable loses no count to expired events and lost responses ${where}`, async () => {
      const { emitted, counted } = await run({ faults: TRANSIENT, kills: false, expiry: true });
      for (const [pod, count] of emitted) assert.ok(counted.count(pod) >= count, pod);
    });

    test(`EventRecording with naming stable counts exactly over all events if events expire ${where}`, async () => {
      const faults = TRANSIENT.filter((fault) => !fault.startsWith("done"));
      const { emitted, counted } = await run({ faults, kills: false, expiry: true });
      assert.deepEqual([...counted].sort(), [...emitted].sort());
    });

    test(`EventRecording with naming stable loses no more than its outcomes report ${where}`, async () => {
      const { emitted, counted, lost } = await run({ faults: FAULTS, kills: true, expiry: false });
      for (const [pod, count] of emitted) {
        assert.ok(counted.count(pod) <= count, pod);
        assert.ok(counted.count(pod) >= count - lost.count(pod), pod);
      }
    });
  }
}
