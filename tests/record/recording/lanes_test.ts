import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { RUNTIME_TIMERS } from "../../../src/base/tools/time.ts";
import { Entry, UNTRIED, writeOf } from "../../../src/record/recording/entry.ts";
import { Lanes } from "../../../src/record/recording/lanes.ts";
import { RetryPauses, type Verdict, VERDICTS } from "../../../src/record/recording/retry.ts";
import { Sender, type Slot } from "../../../src/record/recording/sender.ts";
import { seeded, seeds } from "../../random.ts";
import { makeEvent } from "./make_event.ts";

const { busy: BUSY, timeout: TIMEOUT, unreachable: UNREACHABLE, unready: UNREADY, contended: CONTENDED } = VERDICTS;

/** Lanes whose pauses are one second times the trips, and whose writes stay in flight until the test ends them. */
function makeLanes(concurrency = 8) {
  const slots = new Map<Entry, Slot>();
  const active = new Set<Entry>();
  const started: string[] = [];
  const load = { areOthersWaiting: false, starts: 0 };
  const sender = new Sender({
    concurrency,
    requestTimeoutMs: 1000,
    timers: RUNTIME_TIMERS,
    counts: { requests: 0 },
    onFree: () => {},
  });
  sender.setOthersWaiting = (areWaiting) => load.areOthersWaiting = areWaiting;
  const pauses = new RetryPauses({ backoff: (trips) => trips * 1000, retryDelayMs: 1000, random: () => 0.5 });
  const lanes = new Lanes(concurrency, pauses, RUNTIME_TIMERS);
  const startAll = (): void => {
    for (let slot = lanes.next(sender); slot !== undefined; slot = lanes.next(sender)) {
      const { entry } = slot;
      slots.set(entry, slot);
      started.push(entry.key);
      entry.sending = entry.queued;
      entry.queued = undefined;
    }
  };
  lanes.onTurn = () => {
    load.starts++;
    startAll();
  };
  /** Queues an event: of an object of its own, by default. */
  const push = (namespace: string, name: string, { object = name, hasPlace = true } = {}): Entry => {
    const event = makeEvent(name, { namespace });
    const entry = new Entry(`${namespace}/${name}`, namespace, name, true);
    lanes.enter(entry, object, hasPlace);
    active.add(entry);
    entry.queued = writeOf({ type: "create", key: entry.key, event }, hasPlace ? 1 : 0);
    lanes.queue(entry);
    return entry;
  };
  /** Gives slots to the entries whose turn has come, and returns the keys of all that were started since the last call. */
  const start = (): string[] => {
    startAll();
    return started.splice(0);
  };
  const write = (entry: Entry): void => {
    lanes.written(slots.get(entry)!);
    entry.sending = undefined;
    active.delete(entry);
    lanes.leave(entry);
  };
  /** Lets the write of an entry fail, which goes back to its place; its lane pauses if that is asked for. */
  const fail = (entry: Entry, verdict: Verdict, { requestedMs = 0, pauseMs = -1 } = {}): void => {
    lanes.judged(slots.get(entry)!, verdict, requestedMs);
    entry.queued = entry.sending;
    entry.sending = undefined;
    lanes.putBack(entry);
    if (pauseMs >= 0) lanes.breaker.pause(entry.lane!, pauseMs, requestedMs);
  };
  const drop = (entry: Entry): void => {
    if (entry.queued !== undefined) lanes.unqueue(entry);
    else lanes.free(slots.get(entry)!);
    entry.queued = entry.sending = undefined;
    active.delete(entry);
    lanes.leave(entry);
  };
  /** Drops all entries. */
  const dropAll = (): void => active.forEach(drop);
  const find = (key: string | undefined): Entry => [...active].find((entry) => entry.key === key)!;
  /** Drops the victim of a new event about an object, and returns its key. */
  const takeVictim = (namespace: string, object = "new"): string | undefined => {
    const victim = lanes.victimFor(namespace, object);
    if (victim !== undefined) drop(victim);
    return victim?.key;
  };
  return { lanes, sender, load, push, start, write, fail, drop, dropAll, find, takeVictim };
}

/** Runs with fake time; fails if a timer is left once all entries are dropped. */
function withTime(concurrency: number, run: (parts: ReturnType<typeof makeLanes>, time: FakeTime) => void): void {
  const time = new FakeTime();
  try {
    const parts = makeLanes(concurrency);
    run(parts, time);
    parts.dropAll();
    assert.equal(time.next(), false, "a timer is left");
  } finally {
    time.restore();
  }
}

// -- Turns --

test("Lanes start in a microtask once an entry is queued, with all of the same burst", async () => {
  const { sender, load, push } = makeLanes();
  for (let burst = 1; burst <= 2; burst++) {
    for (const name of ["1", "2"]) push("a", `${burst}-${name}`);
    assert.equal(sender.slots.length, 2 * burst - 2);
    for (let i = 0; i < 3; i++) await null;
    assert.deepEqual([sender.slots.length, load.starts], [2 * burst, burst]);
  }
});

test("Lanes serve namespaces in turn, the objects of each in turn, and one event of an object at a time", () => {
  const { push, start, write } = makeLanes();
  const [first] = ["1", "2"].map((name) => push("a", name, { object: "web" }));
  for (const name of ["3", "4"]) push("a", name);
  push("b", "1");
  push("c", "1");
  assert.deepEqual(start(), ["a/1", "b/1", "c/1", "a/3", "a/4"]);
  write(first!);
  assert.deepEqual(start(), ["a/2"]);
});

test("Lanes put an object that was served behind the others of its namespace", () => {
  const { push, start, write } = makeLanes(1);
  const [first] = ["1", "2", "3"].map((name) => push("a", name, { object: "web" }));
  assert.deepEqual(start(), ["a/1"]);
  for (const name of ["x", "y"]) push("a", name);
  write(first!);
  assert.deepEqual(start(), ["a/x"]);
});

test("Lanes serve doubtful objects after fresh ones except every eighth turn, and at most two of eight", () => {
  withTime(8, ({ load, push, start, fail, drop }, time) => {
    const other = push("b", "0");
    const doubtful = ["r1", "r2", "r3"].map((name) => push("a", name));
    assert.equal(start().length, 4);
    for (const entry of doubtful) fail(entry, CONTENDED, { pauseMs: 1000 });
    time.tick(1000);
    assert.deepEqual(start(), ["a/r1", "a/r2"]);
    // The third one does not wait for room alone.
    for (const name of ["1", "2", "3", "4", "5"]) push("b", name);
    assert.deepEqual([start(), load.areOthersWaiting], [["b/1", "b/2", "b/3", "b/4", "b/5"], false]);
    push("c", "1");
    assert.deepEqual([start(), load.areOthersWaiting], [[], true]);
    drop(other);
    assert.deepEqual(start(), ["c/1"]);
    // Turns 1 to 12 are over; the sixteenth is that of a doubtful one.
    const names = ["6", "7", "8", "9"].map((name) => push("b", name));
    for (const entry of doubtful.slice(0, 2)) drop(entry);
    assert.deepEqual(start(), ["b/6", "b/7"]);
    for (const entry of names.slice(0, 2)) drop(entry);
    assert.deepEqual(start(), ["b/8", "a/r3"]);
  });
});

test("Lanes probe a namespace that is ajar with a fresh object", () => {
  withTime(1, ({ push, start, fail, find }, time) => {
    const entries = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].map((name) => push("a", name));
    const probes: string[] = [];
    let [key] = start();
    for (let i = 0; i < 9; i++) {
      fail(find(key), TIMEOUT, { pauseMs: 0 });
      assert.deepEqual(start(), []);
      time.tick(1000 * (i + 1));
      [key] = start();
      probes.push(key!);
    }
    assert.deepEqual(probes, entries.slice(1).map((entry) => entry.key));
  });
});

test("Lanes serve a doubtful object at any concurrency", () => {
  for (const concurrency of [1, 2, 3]) {
    withTime(concurrency, ({ push, start, fail }, time) => {
      const entries = ["1", "2"].map((name) => push("a", name, { object: "web" }));
      assert.deepEqual(start(), ["a/1"]);
      fail(entries[0]!, CONTENDED, { pauseMs: 1000 });
      time.tick(1000);
      assert.deepEqual(start(), ["a/1"]);
    });
  }
});

test("Lanes reserve the last slot for namespaces whose latest write succeeded", () => {
  const { push, start, write, fail } = makeLanes(2);
  const entries = ["1", "2", "3", "4"].map((name) => push("a", name));
  assert.deepEqual(start(), ["a/1"]);
  write(entries[0]!);
  assert.deepEqual(start(), ["a/2", "a/3"]);
  fail(entries[1]!, BUSY);
  assert.deepEqual(start(), []);
});

// -- Places in a lane --

test("Lanes move a write that is queued again to the end of its lane, and put one back in its place", () => {
  const { lanes, push, start } = makeLanes(1);
  const [first, second, third] = ["1", "2", "3"].map((name) => push("a", name, { object: "web" }));
  const queue = (): string[] => [...third!.lane!.queue].map(({ name }) => name);
  lanes.queue(second!, true);
  assert.deepEqual(queue(), ["1", "3", "2"]);
  assert.deepEqual(start(), ["a/1"]);
  first!.queued = first!.sending;
  first!.sending = undefined;
  lanes.putBack(first!);
  assert.deepEqual(queue(), ["1", "3", "2"]);
  // It is there already.
  lanes.putBack(first!);
  assert.deepEqual(queue(), ["1", "3", "2"]);
});

test("Lanes.witnessOf() returns the entry behind the first that has failed least often, and the first of several such", () => {
  const { lanes, push } = makeLanes();
  const entries = ["1", "2", "3", "4"].map((name) => push("a", name, { object: "web" }));
  const { lane } = entries[0]!;
  for (const [index, suspicions] of [9, 1, 0, 0].entries()) entries[index]!.tries = { ...UNTRIED, suspicions };
  assert.equal(lanes.witnessOf(lane!)?.name, "3");
  assert.equal(lanes.witnessOf(push("a", "5").lane!), undefined);
});

test("Lanes give their own lanes to the entries that a written witness has overtaken", () => {
  const { lanes, sender, push, start, write, fail } = makeLanes();
  const entries = ["1", "2", "3", "4"].map((name) => push("a", name, { object: "web" }));
  assert.deepEqual(start(), ["a/1"]);
  fail(entries[0]!, VERDICTS.failed);
  const slot = lanes.take(sender, entries[2]!, true);
  entries[2]!.sending = entries[2]!.queued;
  entries[2]!.queued = undefined;
  lanes.written(slot);
  const objects = entries.map(({ lane }) => lane!.name);
  assert.equal(new Set(objects).size, 3);
  assert.equal(objects[3], objects[2]);
  assert.deepEqual(start(), ["a/4", "a/1", "a/2"]);
  write(entries[0]!);
});

// -- Victims --

test("Lanes choose no victim among entries that only update a count, or that are in flight", () => {
  const { push, start, takeVictim } = makeLanes();
  push("a", "1");
  push("a", "2");
  push("a", "count", { hasPlace: false });
  assert.equal(takeVictim("b"), "a/2");
  push("a", "3");
  assert.deepEqual(start(), ["a/1", "a/count", "a/3"]);
  assert.equal(takeVictim("b"), undefined);
});

test("Lanes choose no victim that is both in flight and queued, because it would keep its place", () => {
  const { lanes, push, start, takeVictim } = makeLanes();
  const [first] = ["1", "2"].map((name) => push("a", name, { object: "web" }));
  start();
  first!.queued = { ...first!.sending! };
  lanes.queue(first!);
  assert.equal(takeVictim("b"), "a/2");
  assert.equal(takeVictim("b"), undefined);
});

test("Lanes choose as victim, in the largest namespace, the latest entry of a failing object, or else of the largest object", () => {
  withTime(1, ({ push, start, fail, takeVictim }) => {
    const failing = push("large", "1", { object: "failing" });
    assert.deepEqual(start(), ["large/1"]);
    for (const name of ["2", "3", "4"]) push("large", name, { object: "busy" });
    push("large", "5");
    push("small", "1");
    fail(failing, CONTENDED, { pauseMs: 1000 });
    assert.deepEqual(["new", "new", "new"].map((name) => takeVictim(name)), ["large/1", "large/4", "large/3"]);
    assert.equal(takeVictim("large", "busy"), undefined);
    assert.equal(takeVictim("small", "1"), undefined);
  });
});

test("Lanes choose a victim of the same namespace if that is the largest: of an object that fails, or of a larger one", () => {
  withTime(1, ({ push, start, fail, takeVictim }) => {
    const failing = push("a", "1", { object: "failing" });
    assert.deepEqual(start(), ["a/1"]);
    for (const name of ["2", "3", "4"]) push("a", name, { object: "busy" });
    assert.equal(takeVictim("a", "busy"), undefined);
    assert.equal(takeVictim("a", "new"), "a/4");
    push("a", "5", { object: "failing" });
    fail(failing, CONTENDED, { pauseMs: 1000 });
    // Its own object fails as well, and is as large.
    assert.equal(takeVictim("a", "failing"), undefined);
    assert.equal(takeVictim("a", "busy"), "a/5");
  });
});

test("Lanes choose a victim that is not in flight, even if other objects are as large", () => {
  const { push, start, takeVictim } = makeLanes(3);
  for (const name of ["1", "2", "3", "4"]) push("large", name);
  assert.deepEqual(start(), ["large/1", "large/2"]);
  assert.deepEqual(["new", "new"].map((name) => takeVictim(name)), ["large/4", "large/3"]);
});

for (const seed of seeds(3)) {
  test(`Lanes choose a victim of the largest namespace as they grow and shrink (seed ${seed})`, () => {
    const random = seeded(seed);
    const { lanes, push, drop } = makeLanes();
    const open: Entry[] = [];
    const count = (matches: (entry: Entry) => boolean): number => open.filter(matches).length;
    const close = (entry: Entry): void => {
      open.splice(open.indexOf(entry), 1);
      drop(entry);
    };
    for (let i = 0; i < 2000; i++) {
      const namespace = `team-${Math.floor(random() ** 2 * 8)}`;
      const object = `pod-${Math.floor(random() ** 2 * 8)}`;
      const step = random();
      if (step < 0.5) open.push(push(namespace, String(i), { object }));
      else if (step < 0.75) {
        if (open.length > 0) close(open[Math.floor(random() * open.length)]!);
      } else {
        const sizes = new Map<string, number>();
        for (const entry of open) sizes.set(entry.namespace, count((other) => other.namespace === entry.namespace));
        const most = Math.max(0, ...sizes.values());
        const own = sizes.get(namespace) ?? 0;
        const sizeOf = (name: string, lane: string): number =>
          count((other) => other.namespace === name && other.lane!.name === lane);
        const victim = lanes.victimFor(namespace, object);
        const largestOf = (name: string): number =>
          Math.max(0, ...open.filter((other) => other.namespace === name).map(({ lane }) => sizeOf(name, lane!.name)));
        if (victim === undefined) {
          assert.ok(most <= own + 1 && largestOf(namespace) <= sizeOf(namespace, object) + 1);
          continue;
        }
        assert.equal(sizes.get(victim.namespace), most > own + 1 ? most : own);
        assert.equal(sizeOf(victim.namespace, victim.lane!.name), largestOf(victim.namespace));
        close(victim);
      }
      assert.deepEqual([lanes.active, lanes.places], [open.length, open.length]);
    }
  });
}

// -- Gates --

/** Lets new objects fail until the next one does not start; returns how many failed. */
function failUntilShut(
  { push, start, fail }: ReturnType<typeof makeLanes>,
  verdict: Verdict,
  namespaceOf: () => string,
): number {
  for (let i = 0; i < 100; i++) {
    const entry = push(namespaceOf(), `${Math.random()}`);
    if (start().length === 0) return i;
    fail(entry, verdict, { pauseMs: 3_600_000 });
  }
  return Infinity;
}

for (const [what, namespaceOf] of [["namespace", () => "a"], ["server", () => `a-${Math.random()}`]] as const) {
  test(`Lanes shut a ${what} after three of its parts fail in a row, and after twice as many each time that it recovers`, () => {
    withTime(8, (parts, time) => {
      const { start, write, find, dropAll } = parts;
      const counts: number[] = [];
      for (let round = 0; round < 5; round++) {
        counts.push(failUntilShut(parts, BUSY, namespaceOf));
        time.tick(1000);
        const [key] = start();
        write(find(key));
      }
      assert.deepEqual(counts, [3, 6, 12, 24, 24]);
      // Once it is empty, it begins again.
      dropAll();
      assert.equal(failUntilShut(parts, BUSY, namespaceOf), 3);
    });
  });
}

test("Lanes count an object once, and only its first failure, while its namespace is open", () => {
  withTime(8, ({ push, start, fail }, time) => {
    const entries = ["1", "2"].map((name) => push("a", name));
    for (let tries = 1; tries <= 5; tries++) {
      assert.equal(start().length, 2);
      for (const entry of entries) fail(entry, BUSY, { pauseMs: 1000 });
      time.tick(1000);
    }
    push("a", "3");
    assert.deepEqual(start(), ["a/1", "a/2", "a/3"]);
  });
});

test("Lanes forget the failures of a namespace and of the server with each success", () => {
  withTime(8, ({ lanes, push, start, write, fail }) => {
    for (let i = 0; i < 10; i++) {
      const entry = push(`a-${i}`, "bad");
      assert.equal(start().length, 1);
      fail(entry, BUSY, { pauseMs: 1000 });
      const good = push("b", "good");
      assert.equal(start().length, 1);
      write(good);
    }
    assert.equal(lanes.breaker.isDown, false);
  });
});

test("Lanes charge every failure of a probe, and let others pass meanwhile", () => {
  withTime(8, ({ push, start, fail, find }, time) => {
    const first = push("a", "1");
    for (const name of ["2", "3"]) push("a", name);
    start();
    fail(first, TIMEOUT, { pauseMs: 3_600_000 });
    const more = push("a", "4");
    for (const trips of [1, 2, 3]) {
      assert.deepEqual(start(), []);
      time.tick(trips * 1000 - 1);
      assert.deepEqual(start(), []);
      push("b", `${trips}`);
      assert.deepEqual(start(), [`b/${trips}`]);
      time.tick(1);
      assert.deepEqual(start(), ["a/4"]);
      fail(find(more.key), BUSY);
    }
  });
});

test("Lanes honor a Retry-After with a namespace only if its probe gets it", () => {
  withTime(8, ({ push, start, fail }, time) => {
    const entries = ["1", "2", "3", "4"].map((name) => push("a", name));
    start();
    for (const entry of entries.slice(0, 3)) fail(entry, BUSY, { requestedMs: 30_000, pauseMs: 30_000 });
    const probe = push("a", "5");
    time.tick(999);
    assert.deepEqual(start(), []);
    time.tick(1);
    assert.deepEqual(start(), ["a/5"]);
    fail(probe, BUSY, { requestedMs: 30_000 });
    // One that started before it was shut tells nothing new.
    fail(entries[3]!, BUSY, { requestedMs: 60_000, pauseMs: 3_600_000 });
    time.tick(29_999);
    assert.deepEqual(start(), []);
    time.tick(1);
    assert.equal(start().length, 1);
  });
});

test("Lanes.endPauses() ends all pauses, except those that the server asked for", () => {
  withTime(64, ({ lanes, push, start, fail }, time) => {
    const [own, requested] = ["own", "requested"].map((name) => push("a", name));
    const silent = push("b", "1");
    assert.equal(start().length, 3);
    fail(own!, CONTENDED, { pauseMs: 5000 });
    fail(requested!, CONTENDED, { pauseMs: 5000, requestedMs: 5000 });
    fail(silent, TIMEOUT, { pauseMs: 5000 });
    lanes.breaker.endPauses();
    assert.deepEqual(start(), ["a/own", "b/1"]);
    time.tick(4999);
    assert.deepEqual(start(), []);
    time.tick(1);
    assert.deepEqual(start(), ["a/requested"]);
  });
});

test("Lanes.endPauses() ends the pause of a server that is down", () => {
  withTime(8, ({ lanes, push, start, fail }) => {
    const entry = push("a", "1");
    start();
    fail(entry, UNREACHABLE);
    assert.deepEqual(start(), []);
    lanes.breaker.endPauses();
    assert.deepEqual(start(), ["a/1"]);
  });
});

test("Lanes are down after three unreachable objects, or all if there are fewer", () => {
  for (const [objects, after] of [[1, 1], [2, 2], [3, 3], [5, 3]] as const) {
    withTime(64, ({ lanes, push, start, write, fail, find }, time) => {
      const entries = Array.from({ length: objects }, (_, i) => push(`ns-${i % 2}`, `${i}`));
      assert.equal(start().length, objects);
      for (const [i, entry] of entries.entries()) {
        assert.equal(lanes.breaker.isDown, i >= after);
        fail(entry, UNREACHABLE);
      }
      assert.deepEqual([lanes.breaker.isDown, start()], [true, []]);
      time.tick(1000);
      const probes = start();
      assert.equal(probes.length, 1);
      write(find(probes[0]));
      assert.deepEqual([lanes.breaker.isDown, start().length], [false, objects - 1]);
    });
  }
});

test("Lanes are up again once only a namespace is blamed", () => {
  withTime(8, ({ lanes, push, start, fail }, time) => {
    const entry = push("a", "1");
    start();
    fail(entry, UNREACHABLE);
    assert.equal(lanes.breaker.isDown, true);
    time.tick(1000);
    assert.deepEqual(start(), ["a/1"]);
    assert.equal(lanes.breaker.countRefusal(entry.lane!, UNREADY), 1);
    assert.equal(lanes.breaker.isDown, false);
  });
});

test("Lanes count consecutive refusals of a namespace, beginning with a pause of one second", () => {
  withTime(8, ({ lanes, push, start, fail }, time) => {
    const entries = ["1", "2", "3"].map((name) => push("a", name));
    start();
    for (const entry of entries) fail(entry, BUSY);
    // It has been shut for longer before.
    time.tick(1000);
    start();
    fail(entries[0]!, BUSY);
    time.tick(2000);
    for (let refusals = 1; refusals <= 5; refusals++) {
      assert.equal(start().length, 1);
      const entry = entries.find(({ sending }) => sending !== undefined)!;
      assert.equal(lanes.breaker.countRefusal(entry.lane!, UNREADY), refusals);
      // Sent before it was shut.
      assert.equal(lanes.breaker.countRefusal(entry.lane!, UNREADY), refusals);
      fail(entry, UNREADY);
      time.tick(refusals * 1000 - 1);
      assert.deepEqual(start(), []);
      time.tick(1);
    }
  });
});

test("Lanes start nothing while the server is down, and let no sender cut requests short", () => {
  withTime(8, ({ load, push, start, fail, dropAll }, time) => {
    const entries = ["a", "b", "c"].map((namespace) => push(namespace, "1"));
    start();
    for (const entry of entries) fail(entry, TIMEOUT, { pauseMs: 3_600_000 });
    for (const name of ["1", "2"]) push("d", name);
    assert.deepEqual([start(), load.areOthersWaiting], [[], false]);
    time.tick(1000);
    assert.deepEqual(start(), ["d/1"]);
    dropAll();
  });
});

test("Lanes pace the writes after an outage of the server that lasted half a minute", () => {
  for (const [outageMs, started] of [[29_999, 3], [30_000, 1]] as const) {
    withTime(8, ({ push, start, write, fail }, time) => {
      const entries = ["a", "b", "c", "d"].map((namespace) => push(namespace, "1"));
      start();
      for (const entry of entries.slice(1)) fail(entry, TIMEOUT, { pauseMs: 3_600_000 });
      time.tick(outageMs);
      // It was in flight all the time.
      write(entries[0]!);
      for (const name of ["1", "2", "3"]) push("e", name);
      assert.equal(start().length, started, `after ${outageMs} ms`);
    });
  }
});

test("Lanes forget an object and a namespace without entries, and the server with the last one", () => {
  withTime(8, ({ lanes, push, start, fail, drop, dropAll }) => {
    const [first, second] = ["1", "2"].map((name) => push("a", name, { object: "web" }));
    const { lane } = first!;
    assert.equal(second!.lane, lane);
    start();
    fail(first!, UNREACHABLE, { pauseMs: 1000 });
    assert.equal(lanes.breaker.isDown, true);
    drop(first!);
    assert.equal(push("a", "3", { object: "web" }).lane, lane);
    dropAll();
    assert.deepEqual([lanes.breaker.isDown, lanes.active], [false, 0]);
    assert.notEqual(push("a", "1", { object: "web" }).lane, lane);
  });
});
