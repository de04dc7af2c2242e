import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import {
  type Clock,
  ConnectionError,
  type CoreV1Event,
  type Correlator,
  correlatorFor,
  EventCorrelator,
  type EventSink,
  StatusError,
} from "../../mod.ts";
import { ScriptedSink } from "../../src/testing/mod.ts";
import { Agenda, RUNTIME_TIMERS } from "../../src/recording/timers.ts";
import { Writer } from "../../src/recording/writer.ts";
import { FlushesOnDemand } from "../../src/recording/flushes_on_demand.ts";
import { Ledger } from "../../src/recording/ledger.ts";
import { Reports } from "../../src/recording/reports.ts";
import { RecordingLog } from "../../src/recording/recording_log.ts";
import { Isolate, LOST } from "../faults/isolate.ts";
import { seeded, seeds } from "../random.ts";
import { makeEvent } from "./make_event.ts";

const MAX_PENDING = 12;
const CONCURRENCY = 3;

/** Asserts the invariants of every instant, for any behavior of the server. */
function assertInvariants(
  { writer, ledger }: { writer: Writer<CoreV1Event>; ledger: Ledger<CoreV1Event> },
  { senders = 1 } = {},
): void {
  const { entries, slots } = writer;
  const { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, pending, owed } = ledger;
  assert.equal(recorded + coalesced + skipped + dropped + rejected + abandoned + pending, accepted);
  let [carried, owes, active, places, inFlight] = [0, 0, 0, 0, 0];
  let oldestId = entries.ids.latest + 1;
  const keys = new Set<string>();
  for (const entry of entries.values()) {
    const { queued, sending, parked, isActive } = entry;
    for (const write of [queued, sending, parked?.write]) {
      carried += write?.carried ?? 0;
      owes += write?.owed ?? 0;
    }
    if (isActive) active++;
    if (isActive && entry.hasPlace) places++;
    if (sending !== undefined) inFlight++;
    oldestId = Math.min(oldestId, sending?.id ?? Infinity, queued?.id ?? Infinity);
    const key = JSON.stringify([entry.namespace, entry.name, entry.key]);
    assert.ok(!keys.has(key), `two entries of ${key}`);
    keys.add(key);
    if (parked !== undefined) {
      const { write } = parked;
      assert.deepEqual([isActive, queued, sending, write.carried], [false, undefined, undefined, 0], "parked");
      assert.ok(write.owed > 0, "a parked entry owes a count");
    }
    assert.ok(isActive || parked !== undefined || entry.cooldownUntilMs > 0, "an idle entry is forgotten");
    assert.equal(isActive, queued !== undefined || sending !== undefined, "an active entry has something to write");
    if (!isActive) assert.deepEqual([entry.tries.failures, entry.timer], [0, undefined], "an idle entry tries nothing");
  }
  for (const { record, count } of ledger.held.values()) {
    owes += count;
    assert.ok(count > 0 && record.isAhead, "a count is held while its record is ahead");
  }
  assert.equal(carried, pending);
  assert.equal(owes, owed);
  assert.equal(active, entries.size);
  assert.deepEqual([slots.length, entries.ids.oldest], [inFlight, oldestId]);
  assert.ok(places <= MAX_PENDING && inFlight <= CONCURRENCY * senders, `${places} places, ${inFlight} requests`);
}

/** The answers of a server in trouble. */
function answer(random: () => number, event: CoreV1Event, isCreate: boolean): Promise<CoreV1Event | typeof LOST> {
  const status = (code: number, reason?: string, retryAfterMs?: number): Promise<never> =>
    Promise.reject(new StatusError({ code, message: reason ?? `HTTP ${code}`, reason }, { retryAfterMs }));
  const dice = random();
  if (dice < 0.5) return Promise.resolve({ ...event, metadata: { ...event.metadata, resourceVersion: "7" } });
  if (dice < 0.6) return status(503);
  if (dice < 0.65) return status(429, undefined, 500);
  if (dice < 0.7) return Promise.reject(new ConnectionError("Connection refused"));
  if (dice < 0.76) return status(422, "Invalid");
  if (dice < 0.82) return isCreate ? status(409, "AlreadyExists") : status(404, "NotFound");
  if (dice < 0.85) return isCreate ? status(403, "Forbidden") : status(409, "Conflict");
  if (dice < 0.87) {
    const details = { causes: [{ reason: "NamespaceTerminating" }] };
    return Promise.reject(new StatusError({ code: 403, reason: "Forbidden", message: "terminated", details }));
  }
  return Promise.resolve(LOST);
}

/** Entries that write to a sink, and what they share with a recording. */
function makeEntries(
  {
    sink,
    correlator,
    patchIntervalMs,
    clock = Date,
    random = Math.random,
    onOutcome,
    onThrow = assert.ifError,
    agenda,
  }: {
    sink: EventSink;
    correlator: Correlator;
    patchIntervalMs: number;
    clock?: Clock;
    random?: () => number;
    onOutcome?: () => void;
    onThrow?: (error: unknown) => void;
    /** That of entries that are written on demand. */
    agenda?: Agenda;
  },
) {
  const reports = new Reports();
  const ledger = new Ledger<CoreV1Event>({ onOutcome, reports, onThrow });
  const writer = new Writer<CoreV1Event>({
    sink,
    correlator,
    ledger,
    reports,
    log: new RecordingLog({ logger: undefined, reports, clock: Date, maxPending: MAX_PENDING }),
    stable: undefined,
    concurrency: CONCURRENCY,
    maxPending: MAX_PENDING,
    maxTries: 3,
    backoff: undefined,
    retryDelayMs: 1000,
    requestTimeoutMs: 6000,
    patchIntervalMs,
    versionOnly: true,
    autoFlush: agenda === undefined,
    timers: agenda ?? RUNTIME_TIMERS,
    clock,
    random,
    onProgress: () => flushes?.progress(),
  });
  const flushes = agenda && new FlushesOnDemand(writer, agenda);
  /** Correlates and queues an event. */
  const accept = (event: CoreV1Event): void => {
    ledger.accept(1);
    const correlation = correlator.correlate(event);
    const { entries } = writer;
    const { evicted, record } = correlation;
    if (evicted !== undefined && evicted.type !== "skip") entries.add(evicted, { carried: 0 });
    if (correlation.type !== "skip") return entries.add(correlation, { carried: 1 });
    if (record?.isAhead) ledger.hold(correlation.key, record);
    ledger.count({ type: "skipped", count: 1, event, because: correlation.because });
  };
  return { writer, entries: writer.entries, ledger, reports, flushes, accept };
}

/** An event of a random object, in one of two namespaces. */
function randomEvent(random: () => number, id: number): CoreV1Event {
  const pod = `p-${Math.floor(random() ** 2 * 30)}`;
  return makeEvent(`e-${id}`, { pod, namespace: `team-${pod.length}` });
}

for (const seed of seeds(6)) {
  for (const patchIntervalMs of [0, 2000]) {
    test(`Entries keep their invariants at every instant, with patchIntervalMs ${patchIntervalMs} (seed ${seed})`, async () => {
      const time = new FakeTime(0);
      try {
        const random = seeded(seed);
        const broken: unknown[] = [];
        const check = (): void => {
          try {
            assertInvariants({ writer, ledger });
          } catch (error) {
            broken.push(error);
          }
        };
        const write = (isCreate: boolean) => (event: CoreV1Event): Promise<CoreV1Event> => {
          return new Promise((resolve, reject) => {
            const answered = (stored: CoreV1Event | typeof LOST): void => void (stored === LOST || resolve(stored));
            setTimeout(() => answer(random, event, isCreate).then(answered, reject), random() * 3000);
          });
        };
        const sink: EventSink = { create: write(true), update: write(true), patch: write(false) };
        const correlator = new EventCorrelator({ burst: 3, qps: 1, cacheSize: 20, trailingWrites: true });
        const { writer, entries, ledger, reports, accept } = makeEntries({
          sink,
          correlator,
          patchIntervalMs,
          random,
          onOutcome: () => check(),
          onThrow: (error) => broken.push(error),
        });
        for (let step = 0; step < 400; step++) {
          accept(randomEvent(random, step));
          check();
          if (random() < 0.1) entries.addHeld();
          if (random() < 0.05) entries.retryParked();
          if (random() < 0.05) entries.endCooldowns();
          check();
          await time.tickAsync(Math.floor(random() * 1000));
          reports.send();
          check();
        }
        writer.shortenPauses();
        check();
        for (let second = 0; second < 5; second++) await time.tickAsync(1000);
        check();
        writer.abandon();
        for (let turn = 0; turn < 5; turn++) await time.tickAsync(0);
        check();
        entries.end();
        check();
        assert.deepEqual(broken, []);
        assert.deepEqual([ledger.pending, ledger.owed, entries.size], [0, 0, 0]);
        assert.ok(ledger.recorded > 50 && ledger.dropped > 0 && ledger.rejected > 0, "all kinds of ends happen");
      } finally {
        time.restore();
      }
    });
  }
}

for (const seed of seeds(6)) {
  for (const patchIntervalMs of [0, 2000]) {
    test(`Entries keep their invariants in requests that end early, with patchIntervalMs ${patchIntervalMs} (seed ${seed})`, async () => {
      const random = seeded(seed);
      const pick = (n: number): number => Math.floor(random() * n);
      const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
      await Isolate.run(random, async (isolate) => {
        const broken: unknown[] = [];
        let [begun, resolved, killed] = [0, 0, 0];
        const check = (): void => {
          try {
            // What one that is gone had in flight counts until another takes over.
            assertInvariants({ writer, ledger }, { senders: begun - resolved });
          } catch (error) {
            broken.push(error);
          }
        };
        const write = (isCreate: boolean): EventSink["create"] => (event, { signal }) => {
          check();
          return isolate.fetch(() => answer(random, event, isCreate), { afterMs: random() * 300, signal });
        };
        const sink: EventSink = {
          create: write(true),
          update: write(true),
          patch: (event, _patch, options) => write(false)(event, options),
        };
        const correlator = new EventCorrelator({ burst: 3, qps: 1, cacheSize: 20, trailingWrites: true });
        const { writer, entries, ledger, reports, flushes, accept } = makeEntries({
          sink,
          correlator,
          patchIntervalMs,
          random,
          onOutcome: () => check(),
          onThrow: (error) => broken.push(error),
          agenda: new Agenda(),
        });
        const flush = async (forMs: number | undefined, maxRequests?: number): Promise<void> => {
          begun++;
          const controller = forMs === undefined ? undefined : new AbortController();
          const timer = forMs === undefined ? undefined : setTimeout(() => controller!.abort(), forMs);
          entries.retryParked();
          check();
          const prepare = (): boolean => {
            const isAllQueued = entries.addHeld();
            entries.endCooldowns();
            reports.send();
            check();
            return isAllQueued;
          };
          await flushes!.run(prepare, { signal: controller?.signal, maxRequests });
          clearTimeout(timer);
          resolved++;
          check();
        };
        for (let step = 0; step < 300; step++) {
          await isolate.begin(async (request) => {
            for (let events = pick(5); events >= 0; events--) accept(randomEvent(random, step * 5 + events));
            reports.send();
            check();
            await sleep(pick(20));
            const flushed = flush([undefined, 0, 1000, 10_000][pick(4)], [undefined, undefined, 1, 2][pick(4)]);
            if (pick(6) === 0) {
              await sleep(pick(400));
              if (writer.slots.length > 0) killed++;
              request.kill();
            }
            await flushed;
          });
          check();
          await isolate.advance(pick(1000));
          check();
        }
        await isolate.advance(20_000);
        check();
        await isolate.begin(async () => {
          await flush(2000);
          assert.equal(writer.slots.length, 0);
          writer.shortenPauses();
          check();
          writer.abandon();
          reports.send();
          check();
          await flush(undefined);
          entries.end();
        });
        await isolate.advance(20_000);
        check();
        assert.deepEqual([broken, isolate.violations], [[], []]);
        assert.deepEqual([ledger.pending, ledger.owed, entries.size], [0, 0, 0]);
        const { recorded, dropped, rejected } = ledger;
        assert.ok(recorded > 50 && dropped > 0 && rejected > 0 && killed > 5, "all kinds of ends happen");
      });
    });
  }
}

test("Entries forget an event after its cooldown of patchIntervalMs, even if nothing else is written", async () => {
  const time = new FakeTime(0);
  try {
    const correlator = correlatorFor(() => false);
    const { entries, ledger } = makeEntries({ sink: new ScriptedSink(), correlator, patchIntervalMs: 2000 });
    for (const ms of [0, 500]) {
      ledger.accept(1);
      entries.add({ type: "create", key: `${ms}`, event: makeEvent(`e-${ms}`) }, { carried: 1 });
      await time.tickAsync(500);
    }
    assert.deepEqual([ledger.recorded, [...entries.values()].length], [2, 2]);
    await time.tickAsync(1000);
    assert.equal([...entries.values()].length, 1);
    await time.tickAsync(3000);
    assert.equal([...entries.values()].length, 0);
    assert.equal(time.next(), false, "a timer is left");
  } finally {
    time.restore();
  }
});

test("Entries forget the events that cool down even if the clock was set back by a day", async () => {
  const time = new FakeTime(0);
  try {
    let setBackMs = 0;
    const clock = { now: () => Date.now() - setBackMs };
    const correlator = correlatorFor(() => false);
    const { entries, ledger } = makeEntries({ sink: new ScriptedSink(), correlator, patchIntervalMs: 2000, clock });
    for (const key of ["a", "b"]) {
      ledger.accept(1);
      entries.add({ type: "create", key, event: makeEvent(key) }, { carried: 1 });
      await time.tickAsync(0);
      setBackMs = 86_400_000;
    }
    assert.deepEqual([ledger.recorded, [...entries.values()].length], [2, 1]);
    await time.tickAsync(4000);
    assert.equal([...entries.values()].length, 0);
    assert.equal(time.next(), false, "a timer is left");
  } finally {
    time.restore();
  }
});

test("Entries forget the events that cool down when they end, and leave no timer", async () => {
  const time = new FakeTime(0);
  try {
    const correlator = correlatorFor(() => false);
    const { entries, ledger } = makeEntries({ sink: new ScriptedSink(), correlator, patchIntervalMs: 2000 });
    ledger.accept(1);
    entries.add({ type: "create", key: "a", event: makeEvent("a") }, { carried: 1 });
    await time.tickAsync(0);
    assert.equal(ledger.recorded, 1);
    entries.end();
    assert.equal([...entries.values()].length, 0);
    assert.equal(time.next(), false, "a timer is left");
  } finally {
    time.restore();
  }
});
