import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { RUNTIME_TIMERS } from "../../../src/base/tools/time.ts";
import { type Entry, newEntry, UNTRIED, writeOf } from "../../../src/record/recording/entry.ts";
import { RetryPauses, VERDICTS } from "../../../src/record/recording/retry.ts";
import { Scheduler } from "../../../src/record/recording/scheduler.ts";
import { Sender, type Slot } from "../../../src/record/recording/sender.ts";
import { seeded, seeds } from "../../random.ts";
import { makeEvent } from "./make_event.ts";

/** Opens the circuit breaker of a namespace with one failure, and that of the server with three namespaces. */
const SILENCE = VERDICTS.silence;

/** A scheduler that pauses namespaces and the server for a second, and whose writes go on until the test ends them. */
function makeScheduler(concurrency = 8) {
  const sent: Slot[] = [];
  const slots = new Map<Entry, Slot>();
  const load = { isFull: false, starts: 0 };
  const sender = new Sender({
    concurrency,
    requestTimeoutMs: 1000,
    timers: RUNTIME_TIMERS,
    counts: { requests: 0 },
    onFree: () => {},
  });
  sender.setOthersWaiting = (isFull) => load.isFull = isFull;
  const pauses = new RetryPauses({ backoff: () => 1000, retryDelayMs: 1000, random: () => 0.5 });
  const scheduler = new Scheduler(concurrency, pauses, RUNTIME_TIMERS);
  const startAll = (): void => {
    for (let slot = scheduler.next(sender); slot !== undefined; slot = scheduler.next(sender)) {
      slots.set(slot.entry, slot);
      sent.push(slot);
    }
  };
  scheduler.onTurn = () => {
    load.starts++;
    startAll();
  };
  /** Takes an entry into its namespace, with a write to queue. */
  const open = (namespace: string, name: string, { hasPlace = true } = {}): Entry => {
    const event = makeEvent(name, { namespace });
    const entry = newEntry(`${namespace}/${name}`, namespace, name, true);
    scheduler.enter(entry, hasPlace);
    entry.queued = writeOf({ type: "create", key: entry.key, event }, hasPlace ? 1 : 0);
    return entry;
  };
  const push = (namespace: string, name: string, { isRetry = false } = {}): Entry => {
    const entry = open(namespace, name);
    if (isRetry) entry.tries = { ...UNTRIED, failures: 1 };
    scheduler.queue(entry);
    return entry;
  };
  /** Gives slots to the entries whose turn has come, and returns the keys of all that were started since the last call. */
  const start = (): string[] => {
    startAll();
    return sent.splice(0).map(({ entry }) => entry.key);
  };
  const end = (entry: Entry): void => {
    scheduler.free(slots.get(entry)!);
    startAll();
  };
  /** Takes the key of a victim, which leaves the queue. */
  const takeVictim = (name: string): string | undefined => {
    const victim = scheduler.takeVictim(name);
    if (victim !== undefined) scheduler.leave(victim);
    return victim?.key;
  };
  const isSuspended = (entry: Entry): boolean => scheduler.namespaceOf(entry).breaker?.isClosed === false;
  return { scheduler, sender, load, open, push, start, end, takeVictim, isSuspended };
}

/** Runs with fake time; fails if a timer is left. */
function withFakeTime(run: (time: FakeTime) => void): void {
  const time = new FakeTime();
  try {
    run(time);
    assert.equal(time.next(), false, "a timer is left");
  } finally {
    time.restore();
  }
}

test("Scheduler starts in a microtask once an entry is pushed, with all of the same burst", async () => {
  const { sender, load, push } = makeScheduler();
  for (let burst = 1; burst <= 2; burst++) {
    for (const name of ["1", "2"]) push("a", `${burst}-${name}`);
    assert.equal(sender.slots.length, 2 * burst - 2);
    for (let i = 0; i < 3; i++) await null;
    assert.deepEqual([sender.slots.length, load.starts], [2 * burst, burst]);
  }
});

test("Scheduler serves namespaces in turns, each first in, first out", () => {
  const { push, start } = makeScheduler();
  for (const name of ["1", "2", "3"]) push("a", name);
  push("b", "1");
  push("c", "1");
  assert.deepEqual(start(), ["a/1", "b/1", "c/1", "a/2", "a/3"]);
});

test("Scheduler serves retries after fresh entries except every fourth turn, and at most two of eight", () => {
  const { load, push, start } = makeScheduler();
  for (const name of ["r1", "r2", "r3"]) push("a", name, { isRetry: true });
  for (const name of ["1", "2", "3", "4"]) push("b", name);
  assert.deepEqual(start(), ["b/1", "b/2", "b/3", "a/r1", "b/4", "a/r2"]);
  for (const name of ["5", "6"]) push("b", name);
  assert.deepEqual(start(), ["b/5", "b/6"]);
  // The third retry does not wait for room alone.
  assert.equal(load.isFull, false);
  push("c", "1");
  assert.deepEqual([start(), load.isFull], [[], true]);
});

test("Scheduler probes a namespace with an entry that has not failed, except every fourth probe", () => {
  withFakeTime((time) => {
    const { scheduler, push, start, end } = makeScheduler(1);
    const retry = push("a", "retry", { isRetry: true });
    const entries = new Map(["1", "2", "3", "4", "5"].map((name) => [`a/${name}`, push("a", name)]));
    entries.set(retry.key, retry);
    const probes: string[] = [];
    let [key] = start();
    for (let i = 0; i < 4; i++) {
      const entry = entries.get(key!)!;
      scheduler.failed(entry, SILENCE, 0);
      end(entry);
      assert.deepEqual(start(), []);
      time.tick(1000);
      [key] = start();
      probes.push(key!);
    }
    assert.deepEqual(probes, ["a/2", "a/3", "a/4", "a/retry"]);
  });
});

test("Scheduler serves a retry at any concurrency", () => {
  for (const concurrency of [1, 2, 3]) {
    const { push, start } = makeScheduler(concurrency);
    for (const name of ["1", "2"]) push("a", name, { isRetry: true });
    assert.deepEqual(start(), ["a/1"]);
  }
});

test("Scheduler serves probes after fresh entries and before retries", () => {
  const { scheduler, push, start } = makeScheduler();
  scheduler.failed(push("a", "probe"), SILENCE, 0);
  for (const name of ["1", "2"]) push("b", name);
  push("c", "retry", { isRetry: true });
  scheduler.endPauses();
  assert.deepEqual(start(), ["b/1", "b/2", "a/probe", "c/retry"]);
});

test("Scheduler serves probes before fresh entries every fourth turn", () => {
  const { scheduler, push, start } = makeScheduler();
  scheduler.failed(push("a", "probe"), SILENCE, 0);
  for (const name of ["1", "2", "3", "4"]) push("b", name);
  scheduler.endPauses();
  assert.deepEqual(start(), ["b/1", "b/2", "b/3", "a/probe", "b/4"]);
});

test("Scheduler.takeAll() removes the entries that match, also after others were served", () => {
  const { scheduler, open, push, start } = makeScheduler(1);
  const [first, second, third] = ["1", "2", "3"].map((name) => push("a", name));
  const namespace = scheduler.namespaceOf(first!);
  const [failed, kept] = ["4", "5"].map((name) => open("a", name));
  for (const entry of [failed!, kept!]) scheduler.pause(entry, 1000, false);
  assert.deepEqual(start(), ["a/1"]);
  const matches = (entry: Entry): boolean => entry === second || entry === failed;
  assert.deepEqual(scheduler.takeAll(matches, "a"), [second, failed]);
  assert.deepEqual([...namespace.pausing], [kept]);
  assert.equal(namespace.fresh.size, 1);
  assert.equal(namespace.fresh.shift(), third);
  scheduler.takeAll(() => true);
});

test("Scheduler chooses no victim among entries that only update a count, or that were served", () => {
  const { scheduler, open, push, start, end, takeVictim } = makeScheduler();
  push("a", "1");
  push("a", "2");
  const count = open("a", "count", { hasPlace: false });
  scheduler.queue(count);
  assert.equal(takeVictim("b"), "a/2");
  push("a", "3");
  assert.deepEqual(start(), ["a/1", "a/count", "a/3"]);
  end(count);
  scheduler.queue(count);
  assert.equal(scheduler.takeVictim("b"), undefined);
});

test("Scheduler serves later entries after its last ones were served or evicted", () => {
  const { push, start, end, takeVictim } = makeScheduler(1);
  const first = push("a", "1");
  push("a", "2");
  assert.deepEqual(start(), ["a/1"]);
  assert.equal(takeVictim("b"), "a/2");
  end(first);
  assert.deepEqual(start(), []);
  push("a", "3");
  assert.deepEqual(start(), ["a/3"]);
});

test("Scheduler reserves the last place for namespaces that the server has answered", () => {
  const { scheduler, push, start, end } = makeScheduler(2);
  const [first] = ["1", "2", "3"].map((name) => push("a", name));
  assert.deepEqual(start(), ["a/1"]);
  scheduler.succeeded(first!);
  end(first!);
  assert.deepEqual(start(), ["a/2", "a/3"]);
});

test("Scheduler reserves the last place again once a write of the namespace has failed", () => {
  const { scheduler, push, start, isSuspended } = makeScheduler(2);
  const [entry] = ["1", "2", "3"].map((name) => push("a", name));
  scheduler.succeeded(entry!);
  scheduler.failed(entry!, VERDICTS.failed, 0);
  assert.equal(isSuspended(entry!), false);
  assert.deepEqual(start(), ["a/1"]);
});

test("Scheduler chooses a victim of the largest namespace: first a failed entry, then the newest; else a failed one of the same namespace", () => {
  const { push, takeVictim } = makeScheduler();
  for (const name of ["1", "2", "3"]) push("large", name);
  push("large", "failed", { isRetry: true });
  push("small", "1");
  assert.equal(takeVictim("new"), "large/failed");
  assert.equal(takeVictim("new"), "large/3");
  assert.equal(takeVictim("large"), undefined);
  push("large", "failed again", { isRetry: true });
  assert.equal(takeVictim("large"), "large/failed again");
});

test("Scheduler chooses a failed entry of the same namespace if all of the largest are in flight", () => {
  const { scheduler, push, start } = makeScheduler();
  for (const name of ["1", "2", "3"]) push("large", name);
  assert.equal(start().length, 3);
  const failed = push("small", "failed", { isRetry: true });
  assert.equal(scheduler.takeVictim("small"), failed);
});

test("Scheduler keeps the number of a namespace's events when a count of it leaves", () => {
  const { scheduler, open, push, takeVictim } = makeScheduler();
  push("large", "1");
  push("large", "2");
  scheduler.leave(open("large", "count", { hasPlace: false }));
  assert.deepEqual([scheduler.active, scheduler.places], [2, 2]);
  assert.equal(takeVictim("new"), "large/2");
});

test("Scheduler.endPauses() ends the pauses of namespaces, except those that the server asked for", () => {
  withFakeTime((time) => {
    const { scheduler, push, start, end } = makeScheduler();
    const entries = ["a", "b"].flatMap((name) => [push(name, "1"), push(name, "2")]);
    assert.equal(start().length, 4);
    for (const entry of entries) end(entry);
    push("a", "3");
    push("b", "3");
    scheduler.failed(entries[0]!, SILENCE, 0);
    scheduler.failed(entries[2]!, SILENCE, 1000);
    assert.deepEqual(start(), []);
    scheduler.endPauses();
    time.tick(0);
    assert.deepEqual(start(), ["a/3"]);
    time.tick(999);
    assert.deepEqual(start(), []);
    time.tick(1);
    assert.deepEqual(start(), ["b/3"]);
  });
});

test("Scheduler.endPauses() ends the pauses of entries, except those that the server asked for", () => {
  withFakeTime((time) => {
    const { scheduler, open, start } = makeScheduler();
    const [own, requested] = [open("a", "own"), open("a", "requested")];
    scheduler.pause(own, 1000, false);
    scheduler.pause(requested, 1000, true);
    scheduler.endPauses();
    assert.deepEqual(start(), ["a/own"]);
    time.tick(1000);
    assert.deepEqual(start(), ["a/requested"]);
  });
});

test("Scheduler never chooses a count as the victim", () => {
  const { scheduler, open, push, takeVictim } = makeScheduler();
  for (const name of ["1", "2", "3"]) push("large", name);
  const count = open("large", "count", { hasPlace: false });
  const failed = open("large", "failed");
  for (const entry of [count, failed]) scheduler.pause(entry, 1000, false);
  const namespace = scheduler.namespaceOf(count);
  assert.equal(takeVictim("new"), failed.key);
  assert.deepEqual([...namespace.pausing], [count]);
  assert.equal(takeVictim("new"), "large/3");
  scheduler.takeAll(() => true);
});

for (const seed of seeds(3)) {
  test(`Scheduler chooses a victim of the largest namespace as they grow and shrink (seed ${seed})`, () => {
    const random = seeded(seed);
    const { scheduler, push } = makeScheduler();
    const open: Entry[] = [];
    const sizes = new Map<string, number>();
    const change = (name: string, by: number): void => void sizes.set(name, (sizes.get(name) ?? 0) + by);
    const close = (entry: Entry): void => {
      open.splice(open.indexOf(entry), 1);
      scheduler.takeAll((other) => other === entry, entry.namespace);
      scheduler.leave(entry);
      change(entry.namespace, -1);
    };
    for (let i = 0; i < 3000; i++) {
      const name = `team-${Math.floor(random() ** 2 * 8)}`;
      const step = random();
      if (step < 0.5) {
        open.push(push(name, String(i)));
        change(name, 1);
      } else if (step < 0.75) {
        if (open.length > 0) close(open[Math.floor(random() * open.length)]!);
      } else {
        const most = Math.max(0, ...sizes.values());
        const victim = scheduler.takeVictim(name);
        assert.equal(victim !== undefined, most > (sizes.get(name) ?? 0) + 1);
        if (victim === undefined) continue;
        assert.equal(sizes.get(victim.namespace), most);
        close(victim);
      }
      assert.deepEqual([scheduler.active, scheduler.places], [open.length, open.length]);
    }
  });
}

test("Scheduler looks at a few namespaces to choose a victim, however many there are", () => {
  const { scheduler, push, takeVictim } = makeScheduler();
  let reads = 0;
  for (let i = 0; i < 500; i++) {
    push(`team-${i}`, "1");
    const namespace = scheduler.namespaceOf(push(`team-${i}`, "2"));
    let { places } = namespace;
    Object.defineProperty(namespace, "places", {
      get: () => (reads++, places),
      set: (value: number) => places = value,
    });
  }
  reads = 0;
  for (let i = 0; i < 500; i++) assert.notEqual(takeVictim("new"), undefined);
  assert.ok(reads <= 500 * 10, `${reads} reads`);
});

test("Scheduler suspends the server once all namespaces in use fail, but not for one removed or recovered", () => {
  const { scheduler, open, isSuspended } = makeScheduler();
  const [failed, removed, other] = [open("a", "1"), open("b", "1"), open("c", "1")];
  const fail = (entry: Entry): boolean => {
    scheduler.failed(entry, VERDICTS.unreachable, 0);
    return scheduler.isSuspended;
  };
  for (const entry of [failed, removed]) {
    assert.equal(fail(entry), false);
    assert.equal(isSuspended(entry), true);
  }
  scheduler.leave(removed);
  assert.equal(fail(failed), false);
  scheduler.succeeded(failed);
  scheduler.leave(failed);
  assert.deepEqual([failed, removed].map((entry) => scheduler.namespaceOf(entry)), [undefined, undefined]);
  // Counts once, though its circuit breaker opens twice.
  for (let failure = 0; failure < 2; failure++) {
    scheduler.failed(other, SILENCE, 0);
    assert.equal(scheduler.namespaceOf(other).breaker!.admits, false);
    assert.equal(scheduler.isSuspended, false);
    scheduler.endPauses();
  }
  assert.equal(fail(other), true);
  scheduler.leave(other);
  assert.equal(scheduler.isSuspended, false);
});

test("Scheduler counts only the first failure of an event while its namespace is not suspended", () => {
  const { scheduler, open } = makeScheduler();
  const failedBefore = (name: string, failure: Partial<typeof UNTRIED>): Entry => {
    const entry = open("a", name);
    entry.tries = { ...UNTRIED, ...failure };
    return entry;
  };
  const tried = ["1", "2", "3"].map((name) => failedBefore(name, { failures: 1 }));
  const early = ["4", "5", "6"].map((name) => failedBefore(name, { wasCutShort: true }));
  for (const entry of [...tried, ...early]) scheduler.failed(entry, VERDICTS.failed, 0);
  const breaker = scheduler.namespaceOf(tried[0]!).breaker!;
  assert.equal(breaker.isClosed, true);
  const fresh = ["7", "8", "9"].map((name) => open("a", name));
  for (const entry of fresh) {
    assert.equal(breaker.isClosed, true);
    scheduler.failed(entry, VERDICTS.failed, 0);
  }
  assert.equal(breaker.isClosed, false);
  // Every failure of a probe counts.
  scheduler.endPauses();
  assert.equal(breaker.admits, true);
  scheduler.failed(tried[0]!, VERDICTS.failed, 0);
  assert.equal(breaker.admits, false);
  for (const entry of [...tried, ...early, ...fresh]) scheduler.leave(entry);
});

test("Scheduler starts nothing while the server is suspended, and is not full then", () => {
  withFakeTime((time) => {
    const { scheduler, load, open, push, start } = makeScheduler();
    for (const name of ["a", "b", "c"]) {
      assert.equal(scheduler.isSuspended, false);
      scheduler.failed(open(name, "1"), SILENCE, 0);
    }
    assert.equal(scheduler.isSuspended, true);
    for (const name of ["1", "2"]) push("d", name);
    assert.deepEqual([start(), load.isFull], [[], false]);
    time.tick(1000);
    assert.deepEqual(start(), ["d/1"]);
  });
});

test("Scheduler paces the writes after an outage of the server that lasted half a minute", () => {
  for (const [outageMs, started] of [[29_999, 3], [30_000, 1]] as const) {
    withFakeTime((time) => {
      const { scheduler, open, push, start } = makeScheduler();
      const failed = ["a", "b", "c"].map((name) => open(name, "1"));
      for (const entry of failed) scheduler.failed(entry, SILENCE, 0);
      time.tick(outageMs);
      scheduler.succeeded(failed[0]!);
      const waiting = ["1", "2", "3"].map((name) => push("d", name));
      assert.equal(start().length, started, `after ${outageMs} ms`);
      scheduler.takeAll(() => true);
      for (const entry of [...failed, ...waiting]) scheduler.leave(entry);
    });
  }
});

test("Scheduler removes a namespace without entries", () => {
  const { scheduler, open } = makeScheduler();
  const [first, second] = [open("a", "1"), open("a", "2")];
  assert.equal(scheduler.namespaceOf(first), scheduler.namespaceOf(second));
  scheduler.leave(first);
  assert.notEqual(scheduler.namespaceOf(second), undefined);
  scheduler.leave(second);
  assert.equal(scheduler.namespaceOf(second), undefined);
});
