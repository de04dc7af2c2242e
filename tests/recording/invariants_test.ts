import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { ConnectionError, type CoreV1Event, EventCorrelator, type EventSink, StatusError } from "../../mod.ts";
import { Entries } from "../../src/recording/entries.ts";
import { Ledger } from "../../src/recording/ledger.ts";
import { RecordingLog } from "../../src/recording/recording_log.ts";
import { seeded, seeds } from "../random.ts";
import { makeEvent } from "./make_event.ts";

const MAX_PENDING = 12;
const CONCURRENCY = 3;

/** Asserts what holds at every instant, whatever the server does. */
function assertInvariants(entries: Entries<CoreV1Event>, ledger: Ledger<CoreV1Event>): void {
  const { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, pending, owed } = ledger;
  assert.equal(recorded + coalesced + skipped + dropped + rejected + abandoned + pending, accepted);
  let [carried, owes, active, places, inFlight] = [0, 0, 0, 0, 0];
  const keys = new Set<string>();
  for (const entry of entries.values()) {
    const { sending, isActive, isQueued, parked } = entry;
    carried += entry.carried + (sending?.carried ?? 0);
    owes += entry.owed + (sending?.owed ?? 0);
    if (isActive) active++;
    if (isActive && entry.hasPlace) places++;
    if (sending !== undefined) inFlight++;
    const key = JSON.stringify([entry.namespace, entry.name, entry.key]);
    assert.ok(!keys.has(key), `two entries of ${key}`);
    keys.add(key);
    assert.equal(isQueued, entry.id !== Infinity, "an entry has an id while it is queued");
    if (entry.event === undefined) {
      assert.deepEqual([entry.carried, entry.owed], [0, 0], "nothing queued, nothing owed");
    }
    if (parked !== undefined) {
      assert.deepEqual([isActive, sending, entry.carried], [false, undefined, 0], "a parked entry waits for nothing");
      assert.ok(entry.owed > 0, "a parked entry owes a count");
    }
    assert.ok(isActive || parked !== undefined || entry.restUntilMs > 0, "an idle entry is forgotten");
    assert.equal(isActive, isQueued || sending !== undefined, "an active entry has something to write");
    if (!isActive) assert.deepEqual([entry.failures, entry.timer], [0, undefined], "an idle entry tries nothing");
  }
  for (const [record, count] of ledger.held) {
    owes += count;
    assert.ok(count > 0 && record.isAhead, "a count is held while its record is ahead");
  }
  assert.equal(carried, pending);
  assert.equal(owes, owed);
  assert.equal(active, entries.size);
  assert.ok(places <= MAX_PENDING && inFlight <= CONCURRENCY, `${places} places, ${inFlight} requests`);
}

/** The answers of a server in trouble. */
function answer(random: () => number, event: CoreV1Event, isCreate: boolean): Promise<CoreV1Event> {
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
  return new Promise(() => {}); // never
}

for (const seed of seeds(6)) {
  for (const patchIntervalMs of [0, 2000]) {
    test(`Entries keep their invariants at every instant, with patchIntervalMs ${patchIntervalMs} (seed ${seed})`, async () => {
      const time = new FakeTime(0);
      try {
        const random = seeded(seed);
        const ledger = new Ledger<CoreV1Event>((_outcome) => check(), (error) => broken.push(error));
        const broken: unknown[] = [];
        const check = (): void => {
          try {
            assertInvariants(entries, ledger);
          } catch (error) {
            broken.push(error);
          }
        };
        const write = (isCreate: boolean) => (event: CoreV1Event): Promise<CoreV1Event> => {
          return new Promise((resolve, reject) => {
            setTimeout(() => answer(random, event, isCreate).then(resolve, reject), random() * 3000);
          });
        };
        const sink: EventSink = { create: write(true), update: write(true), patch: write(false) };
        const correlator = new EventCorrelator({ burst: 3, qps: 1, cacheSize: 20, trailingWrites: true });
        const entries: Entries<CoreV1Event> = new Entries({
          sink,
          correlator,
          ledger,
          log: new RecordingLog({ logger: undefined, clock: Date, maxPending: MAX_PENDING }),
          stable: undefined,
          concurrency: CONCURRENCY,
          maxPending: MAX_PENDING,
          maxTries: 3,
          backoff: undefined,
          retryDelayMs: 1000,
          requestTimeoutMs: 6000,
          patchIntervalMs,
          versionOnly: true,
          clock: Date,
          random,
          onDone: () => {},
        });
        const accept = (event: CoreV1Event): void => {
          ledger.accept(1);
          const correlation = correlator.correlate(event);
          const { evicted, record } = correlation;
          if (evicted !== undefined && evicted.type !== "skip") entries.add(evicted, { carried: 0 });
          if (correlation.type !== "skip") return entries.add(correlation, { carried: 1 });
          if (record?.isAhead) ledger.hold(record);
          ledger.end({ type: "skipped", count: 1, event, because: correlation.because });
        };
        for (let step = 0; step < 400; step++) {
          const pod = `p-${Math.floor(random() ** 2 * 30)}`;
          accept(makeEvent(`e-${step}`, { pod, namespace: `team-${pod.length}` }));
          check();
          if (random() < 0.1) entries.addHeld();
          if (random() < 0.05) entries.retryParked();
          if (random() < 0.05) entries.release();
          check();
          await time.tickAsync(Math.floor(random() * 1000));
          ledger.tell();
          check();
        }
        entries.hurry();
        check();
        for (let second = 0; second < 5; second++) await time.tickAsync(1000);
        check();
        entries.abandon();
        for (let turn = 0; turn < 5; turn++) await time.tickAsync(0);
        check();
        entries.abandonCounts();
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
