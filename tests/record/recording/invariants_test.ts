import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { ConnectionError, type CoreV1Event, type EventSink, StatusError } from "../../../mod.ts";
import { EventCorrelator } from "../../../src/client_go/mod.ts";
import type { AnyEvent } from "../../../src/base/event/event.ts";
import type { Correlator } from "../../../src/record/correlator/correlator.ts";
import { Agenda, RUNTIME_TIMERS } from "../../../src/base/tools/time.ts";
import { Entries } from "../../../src/record/recording/entries.ts";
import { waitingFlush, WritingFlushes } from "../../../src/record/recording/flush.ts";
import { Intake } from "../../../src/record/recording/intake.ts";
import { Lanes } from "../../../src/record/recording/lanes.ts";
import { Ledger } from "../../../src/record/recording/ledger.ts";
import { Reports } from "../../../src/record/recording/reports.ts";
import { RetryPauses } from "../../../src/record/recording/retry.ts";
import { Writer } from "../../../src/record/recording/writer.ts";
import { Isolate, LOST } from "../../faults/isolate.ts";
import { seeded, seeds } from "../../random.ts";
import { makeEvent } from "./make_event.ts";

const MAX_PENDING = 12;
const CONCURRENCY = 3;

/** Asserts the invariants of every instant, for any behavior of the server. */
function assertInvariants({ ledger, lanes, entries, writer }: Parts, { senders = 1 } = {}): void {
  const { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, owed } = ledger.counts;
  assert.equal(recorded + coalesced + skipped + dropped + rejected + abandoned + ledger.pending, accepted);
  let [carried, owes, active, places, inFlight, numbered] = [0, 0, 0, 0, 0, 0];
  const keys = new Set<string>();
  const sendingIn = new Set<unknown>();
  for (const entry of entries.values()) {
    const { queued, sending, failure, lane, hasPlace } = entry;
    const isActive = lane !== undefined;
    for (const write of [queued, sending]) {
      if (write === undefined) continue;
      carried += write.carried;
      owes += write.owed;
      if (write.id > 0) numbered++;
      assert.equal(write.id > 0, failure === undefined, "a write has an id unless it is parked");
    }
    if (isActive) active++;
    if (isActive && hasPlace) places++;
    if (sending !== undefined) inFlight++;
    if (lane !== undefined) {
      const inLane = [...lane.queue];
      assert.equal(inLane.includes(entry), queued !== undefined, "what is queued is in its lane");
      const orders = inLane.map((other) => other.queued!.order);
      assert.deepEqual(orders, orders.toSorted((a, b) => a - b), "a lane is in order");
      if (sending !== undefined) assert.ok(!sendingIn.has(lane), "a lane has one write in flight");
      if (sending !== undefined) sendingIn.add(lane);
    }
    const key = JSON.stringify([entry.namespace, entry.name, entry.key]);
    assert.ok(!keys.has(key), `two entries of ${key}`);
    keys.add(key);
    assert.notEqual(isActive, failure !== undefined, "an entry is active or parked");
    if (isActive) assert.ok(queued !== undefined || sending !== undefined, "an active entry has something to write");
    else {
      assert.deepEqual([sending, queued!.carried, entry.tries.failures], [undefined, 0, 0]);
      assert.ok(queued!.owed > 0, "a parked entry owes a count");
    }
  }
  for (const { record, count } of ledger.held.values()) {
    owes += count;
    assert.ok(count > 0 && record.isAhead, "a count is held while its record is ahead");
  }
  assert.deepEqual([carried, owes], [ledger.pending, owed]);
  assert.deepEqual([active, places, inFlight], [lanes.active, lanes.places, entries.inFlight]);
  const slots = [...writer.senders].flatMap((sender) => sender.slots);
  assert.deepEqual(slots.filter(({ entry }) => entry.sending === undefined), []);
  assert.equal(slots.length, inFlight);
  const backlog = entries.openBacklog(() => {});
  assert.deepEqual([backlog.left, entries.pendingIn(backlog)], [numbered, carried]);
  entries.backlogs.delete(backlog);
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

type Parts = ReturnType<typeof makeParts>;

/** The rooms of a recording that writes to a sink. */
function makeParts(
  { sink, random, onOutcome, onThrow, agenda }: {
    sink: EventSink;
    random: () => number;
    onOutcome: () => void;
    onThrow: (line: string) => void;
    /** That of writes on demand. */
    agenda?: Agenda;
  },
) {
  const autoFlush = agenda === undefined;
  const timers = agenda ?? RUNTIME_TIMERS;
  const error = (line: string): void => void (line.includes("threw") && onThrow(line));
  const reports = new Reports({ onOutcome, logger: { warn() {}, error }, clock: Date, maxPending: MAX_PENDING });
  const ledger = new Ledger(reports);
  const correlator = new EventCorrelator({ burst: 3, qps: 1, cacheSize: 20, trailingWrites: true });
  const context = { correlator: correlator as unknown as Correlator<AnyEvent>, timers, ledger, reports };
  const pauses = new RetryPauses({ backoff: undefined, retryDelayMs: 1000, random });
  const lanes = new Lanes(autoFlush ? CONCURRENCY : Infinity, pauses, timers);
  const options = { autoFlush, maxPending: MAX_PENDING, retryDelayMs: 1000, concurrency: CONCURRENCY, maxTries: 3 };
  const entries = new Entries(context, lanes, undefined, options);
  const writer = new Writer(context, lanes, entries, pauses, {
    ...options,
    sink: sink as unknown as EventSink<AnyEvent>,
    stable: undefined,
    requestTimeoutMs: 6000,
    keepAlive: true,
  });
  const intake = new Intake("v1", context, entries);
  const flush = agenda === undefined
    ? waitingFlush(entries, intake, writer.sender!)
    : new WritingFlushes(entries, intake, writer, agenda).run;
  const accept = (event: CoreV1Event): void => {
    ledger.counts.accepted++;
    intake.take(event, undefined);
  };
  return { reports, ledger, lanes, entries, writer, intake, flush, accept };
}

/** An event of a random object, in one of two namespaces. */
function randomEvent(random: () => number, id: number): CoreV1Event {
  const pod = `p-${Math.floor(random() ** 2 * 30)}`;
  return makeEvent(`e-${id}`, { pod, namespace: `team-${pod.length}` });
}

for (const seed of seeds(6)) {
  test(`Entries keep their invariants at every instant (seed ${seed})`, async (time) => {
    const random = seeded(seed);
    const broken: unknown[] = [];
    const check = (): void => {
      try {
        assertInvariants(parts);
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
    const sink: EventSink = { create: write(true), patch: write(false) };
    const onThrow = (line: string): void => void broken.push(line);
    const parts = makeParts({ sink, random, onOutcome: () => check(), onThrow });
    const { writer, entries, lanes, ledger, reports, intake, accept } = parts;
    for (let step = 0; step < 400; step++) {
      accept(randomEvent(random, step));
      check();
      if (random() < 0.1) intake.queueHeld();
      if (random() < 0.05) entries.queueParked(false);
      check();
      await time.tickAsync(Math.floor(random() * 1000));
      reports.send();
      check();
    }
    intake.stop();
    lanes.breaker.endPauses();
    check();
    for (let second = 0; second < 5; second++) await time.tickAsync(1000);
    check();
    writer.abandon();
    for (let turn = 0; turn < 5; turn++) await time.tickAsync(0);
    check();
    entries.end();
    check();
    assert.deepEqual(broken.slice(0, 1), []);
    assert.deepEqual([ledger.pending, ledger.counts.owed, lanes.active], [0, 0, 0]);
    const { recorded, dropped, rejected } = ledger.counts;
    assert.ok(recorded > 50 && dropped > 0 && rejected > 0, "all kinds of ends happen");
  }, 0);
}

for (const seed of seeds(6)) {
  test(`Entries keep their invariants in requests that end early (seed ${seed})`, async () => {
    const random = seeded(seed);
    const pick = (n: number): number => Math.floor(random() * n);
    const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
    await Isolate.run(random, async (isolate) => {
      const broken: unknown[] = [];
      let [begun, resolved, killed] = [0, 0, 0];
      const check = (): void => {
        try {
          // What one that is gone had in flight counts until another takes over.
          assertInvariants(parts, { senders: begun - resolved });
        } catch (error) {
          broken.push(error);
        }
      };
      const write = (isCreate: boolean): EventSink["create"] => (event, { signal }) => {
        check();
        if (event.metadata.name === "last") {
          return isolate.fetch(() => Promise.resolve(event), { afterMs: 2000, signal });
        }
        return isolate.fetch(() => answer(random, event, isCreate), { afterMs: random() * 300, signal });
      };
      const sink: EventSink = {
        create: write(true),
        patch: (event, _patch, options) => write(false)(event, options),
      };
      const onThrow = (line: string): void => void broken.push(line);
      const parts = makeParts({ sink, random, onOutcome: () => check(), onThrow, agenda: new Agenda() });
      const { writer, entries, lanes, ledger, reports, intake, flush: run, accept } = parts;
      const flush = async (forMs: number | undefined, maxRequests?: number): Promise<void> => {
        begun++;
        const controller = forMs === undefined ? undefined : new AbortController();
        const timer = forMs === undefined ? undefined : setTimeout(() => controller!.abort(), forMs);
        entries.queueParked(false);
        check();
        await run({ signal: controller?.signal, maxRequests });
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
            if (entries.inFlight > 0) killed++;
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
        // One that lives long enough to find those that are gone.
        accept(makeEvent("last", { pod: "last" }));
        await flush(undefined);
        await flush(2000);
        assert.equal(entries.inFlight, 0);
        intake.stop();
        lanes.breaker.endPauses();
        check();
        writer.abandon();
        reports.send();
        check();
        // It tries the counts that are parked once more.
        await flush(undefined);
        writer.abandon();
        entries.end();
      });
      await isolate.advance(20_000);
      check();
      assert.deepEqual([broken, isolate.violations], [[], []]);
      assert.deepEqual([ledger.pending, ledger.counts.owed, lanes.active], [0, 0, 0]);
      assert.deepEqual([entries.backlogs.size, writer.senders.size], [0, 0], "a flush has left something behind");
      const { recorded, dropped, rejected } = ledger.counts;
      assert.ok(recorded > 50 && dropped > 0 && rejected > 0 && killed > 5, "all kinds of ends happen");
    });
  });
}
