import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event } from "../../mod.ts";
import { CircuitBreaker } from "../../src/recording/circuit_breaker.ts";
import { Entry } from "../../src/recording/entry.ts";
import { Namespace } from "../../src/recording/namespace.ts";
import { SharedEvent } from "../../src/recording/shared_event.ts";
import { RUNTIME_TIMERS } from "../../src/recording/timers.ts";
import { addedBy, type Decision, type Write, type WriteFailure, writeOf } from "../../src/recording/write.ts";
import { seeded, seeds } from "../random.ts";
import { TestRecord } from "./count_record.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR } from "./start_recording.ts";

const REFUSED: WriteFailure<CoreV1Event> = { type: "refused", error: SERVER_ERROR };
const UNTRIED = { failures: 0, denials: 0, wasCancelledEarly: false, lastError: undefined };
const TRIED = { error: SERVER_ERROR, isTry: true, isEarly: false };

/** The latest correlation of an event that has occurred `count` times, the last of them at that minute. */
function decide(type: "create" | "patch", { count = 1, added = 1, minute = 0 } = {}): Decision<CoreV1Event> {
  const lastTimestamp = `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;
  const event: CoreV1Event = { ...makeEvent("a"), count, firstTimestamp: lastTimestamp, lastTimestamp };
  return type === "create" ? { type, key: "a", event } : { type, key: "a", event, patch: [], added };
}

const CREATE = decide("create");
const PATCH = decide("patch", { count: 2, minute: 1 });
const LATER = decide("patch", { count: 3, minute: 2 });

/** Queues the write of a correlation. */
function queue(
  entry: Entry<CoreV1Event>,
  decision: Decision<CoreV1Event>,
  counts: { carried: number; owed: number; id: number },
): void {
  entry.queue(writeOf(decision, counts));
  entry.countRepeats(addedBy(decision) ?? counts.carried + counts.owed);
}

/** The correlation of the queued write of an entry, or else of the one that it is parked for. */
function latest({ queued, parked }: Entry<CoreV1Event>): unknown {
  const { type, event, patch } = queued ?? parked!.write;
  return type === "create" ? { type, key: "a", event } : { type, key: "a", event, patch, added: 1 };
}

/** The number of the queued write, and those of the events in it; of a parked entry those that it owes. */
function numbers({ queued, parked }: Entry<CoreV1Event>): number[] {
  if (queued !== undefined) return [queued.id, queued.carried, queued.owed];
  return [0, parked?.write.carried ?? 0, parked?.write.owed ?? 0];
}

/** An entry whose create, of one event, is queued. */
function queued(): Entry<CoreV1Event> {
  const entry = new Entry(CREATE);
  queue(entry, CREATE, { carried: 1, owed: 0, id: 1 });
  return entry;
}

/** An entry whose create is in flight. */
function inFlight(): Entry<CoreV1Event> {
  const entry = queued();
  entry.begin();
  return entry;
}

/** An entry that the server has at version 1, parked for two owed events. */
function parked(): Entry<CoreV1Event> {
  const entry = inFlight();
  entry.succeed("1");
  queue(entry, PATCH, { carried: 0, owed: 2, id: 2 });
  const write = entry.begin();
  entry.fail();
  entry.park(write, REFUSED);
  return entry;
}

test("Entry has nothing queued at first", () => {
  const entry = new Entry(CREATE);
  assert.deepEqual([entry.key, entry.namespace, entry.name], ["a", "default", "a"]);
  assert.deepEqual([entry.queued, entry.sending, entry.parked], [undefined, undefined, undefined]);
  assert.deepEqual([entry.isActive, entry.isQueued, entry.creates], [false, false, true]);
  assert.equal(new Entry(PATCH).creates, false);
});

test("Entry.queue() coalesces queued writes: the latest decision, the earliest id and time, and all counts", () => {
  const entry = queued();
  entry.skipCooldown();
  queue(entry, PATCH, { carried: 1, owed: 0, id: 2 });
  queue(entry, LATER, { carried: 1, owed: 4, id: 3 });
  assert.deepEqual(latest(entry), LATER);
  assert.deepEqual([...numbers(entry), entry.queued!.began], [1, 3, 4, "2026-01-01T00:00:00Z"]);
  assert.deepEqual([entry.isQueued, entry.creates, entry.skipsCooldown], [true, true, true]);
});

test("Entry.queue() queues one more write behind that in flight, with its own id and time, and no skipped cooldown", () => {
  const entry = queued();
  entry.skipCooldown();
  const { event, carried, id } = entry.begin();
  assert.deepEqual([event, carried, id], [CREATE.event, 1, 1]);
  assert.deepEqual([entry.isQueued, ...numbers(entry)], [false, 0, 0, 0]);
  queue(entry, PATCH, { carried: 1, owed: 1, id: 2 });
  assert.deepEqual(latest(entry), PATCH);
  assert.deepEqual([...numbers(entry), entry.queued!.began], [2, 1, 1, "2026-01-01T00:01:00Z"]);
  assert.deepEqual([entry.sending!.id, entry.sending!.carried], [1, 1]);
  assert.equal(entry.skipsCooldown, false);
});

test("Entry.queue() takes the count along that a parked entry owes", () => {
  const entry = parked();
  queue(entry, LATER, { carried: 1, owed: 0, id: 3 });
  assert.equal(entry.parked, undefined);
  assert.deepEqual([...numbers(entry), entry.queued!.began], [3, 1, 2, "2026-01-01T00:01:00Z"]);
  assert.deepEqual(latest(entry), LATER);
});

test("Entry.succeed() keeps the version, and the write queued meanwhile", () => {
  const entry = inFlight();
  queue(entry, PATCH, { carried: 1, owed: 0, id: 2 });
  entry.succeed("7");
  assert.deepEqual([entry.creates, entry.version, entry.sending], [false, "7", undefined]);
  assert.deepEqual(numbers(entry), [2, 1, 0]);
});

test("Entry.retry() merges the write back: its id and time, the latest decision, and all counts", () => {
  const entry = inFlight();
  queue(entry, LATER, { carried: 2, owed: 3, id: 5 });
  assert.equal(entry.retry(TRIED), 5);
  assert.deepEqual(latest(entry), LATER);
  assert.deepEqual([...numbers(entry), entry.queued!.began], [1, 3, 3, "2026-01-01T00:00:00Z"]);
  assert.deepEqual([entry.sending, entry.creates, entry.tries.failures], [undefined, true, 1]);
});

test("Entry.retry() queues the write again if there is no other", () => {
  const entry = inFlight();
  assert.equal(entry.retry(TRIED), 0);
  assert.deepEqual(latest(entry), CREATE);
  assert.deepEqual([...numbers(entry), entry.tries.lastError], [1, 1, 0, SERVER_ERROR]);
});

test("Entry.takeBack() makes the next try of the same write a new attempt", () => {
  const entry = inFlight();
  const { sending } = entry;
  entry.takeBack();
  assert.notEqual(entry.begin(), sending);
  assert.deepEqual(entry.sending, sending);
  assert.equal(entry.tries.failures, 0);
});

test("Entry keeps the record and the patch of a correlator while its write is retried or parked", () => {
  const record = new TestRecord("a");
  const patch = [{ op: "replace", path: "/reason", value: "Killing" }] as const;
  const entry = inFlight();
  entry.succeed("1");
  queue(entry, { type: "patch", key: "a", event: PATCH.event, patch, record }, { carried: 0, owed: 1, id: 2 });
  entry.begin();
  entry.retry(TRIED);
  assert.deepEqual([entry.queued!.record, entry.queued!.patch], [record, patch]);
  const write = entry.begin();
  assert.deepEqual([write.record, write.patch], [record, patch]);
  entry.fail();
  assert.equal(entry.queued, undefined);
  entry.park(write, REFUSED);
  const { write: given } = entry.giveUp();
  assert.deepEqual([given.record, given.patch], [record, patch]);
});

test("Entry.retry() counts tries, and keeps patience until the write ends", () => {
  const entry = inFlight();
  entry.retry({ error: SERVER_ERROR, isTry: false });
  assert.deepEqual(entry.tries, { ...UNTRIED, lastError: SERVER_ERROR });
  entry.begin();
  entry.retry({ error: SERVER_ERROR, isTry: false, isEarly: true });
  assert.deepEqual([entry.tries.failures, entry.tries.wasCancelledEarly], [0, true]);
  for (const tries of [1, 2]) {
    entry.begin();
    entry.retry(TRIED);
    assert.deepEqual([entry.tries.failures, entry.tries.wasCancelledEarly], [tries, true]);
  }
  entry.begin();
  entry.succeed("1");
  assert.deepEqual(entry.tries, UNTRIED);
});

test("Entry.fail() restarts the try count for the queued write", () => {
  const entry = inFlight();
  entry.retry({ ...TRIED, isEarly: true });
  entry.begin();
  queue(entry, PATCH, { carried: 1, owed: 0, id: 2 });
  entry.fail();
  assert.deepEqual([entry.sending, entry.tries], [undefined, UNTRIED]);
  assert.deepEqual(numbers(entry), [2, 1, 0]);
});

test("Entry.park() keeps the owed count, but neither the events that the write carried nor an id", () => {
  const entry = queued();
  entry.owe(4);
  const write = entry.begin();
  entry.fail();
  entry.park(write, REFUSED);
  assert.deepEqual([entry.isQueued, ...numbers(entry)], [false, 0, 0, 4]);
  assert.deepEqual([latest(entry), entry.parked!.result], [CREATE, REFUSED]);
});

test("Entry.park() adds to the count that it owes already", () => {
  const entry = parked();
  entry.park(writeOf(LATER, { carried: 1, owed: 3 }), { type: "full" });
  assert.deepEqual([...numbers(entry), entry.parked!.write.began], [0, 0, 5, "2026-01-01T00:01:00Z"]);
  assert.deepEqual([latest(entry), entry.parked!.result], [LATER, { type: "full" }]);
});

test("Entry.unpark() queues the owed count under a new id", () => {
  const entry = parked();
  entry.unpark(9);
  assert.deepEqual([...numbers(entry), entry.parked], [9, 0, 2, undefined]);
  assert.deepEqual([entry.begin().owed, entry.queued], [2, undefined]);
});

test("Entry.giveUp() returns the owed count, and owes nothing afterwards", () => {
  const entry = parked();
  const { write, result } = entry.giveUp();
  assert.deepEqual([write.event, write.carried, write.owed, result], [PATCH.event, 0, 2, REFUSED]);
  assert.deepEqual([entry.parked, entry.queued], [undefined, undefined]);
});

test("Entry.take() leaves the write in flight", () => {
  const entry = inFlight();
  queue(entry, PATCH, { carried: 1, owed: 2, id: 2 });
  const { event, carried, owed, id } = entry.take();
  assert.deepEqual([event, carried, owed, id], [PATCH.event, 1, 2, 2]);
  assert.deepEqual([entry.queued, entry.sending!.id], [undefined, 1]);
});

test("Entry.creates and Entry.version survive failures", () => {
  const entry = inFlight();
  entry.retry(TRIED);
  queue(entry, PATCH, { carried: 1, owed: 1, id: 2 });
  assert.equal(entry.creates, true);
  let write = entry.begin();
  entry.fail();
  entry.park(write, REFUSED);
  assert.equal(entry.creates, true);
  entry.unpark(3);
  entry.begin();
  entry.succeed("5");
  queue(entry, LATER, { carried: 1, owed: 1, id: 4 });
  entry.begin();
  entry.retry(TRIED);
  write = entry.begin();
  entry.fail();
  entry.park(write, REFUSED);
  queue(entry, LATER, { carried: 1, owed: 0, id: 5 });
  assert.deepEqual([entry.creates, entry.version], [false, "5"]);
});

test("Entry.learn() keeps the version unless a response has another", () => {
  const entry = inFlight();
  entry.succeed("5");
  entry.learn({ creates: true });
  assert.deepEqual([entry.creates, entry.version], [true, "5"]);
  entry.learn({ creates: false, version: "6" });
  assert.deepEqual([entry.creates, entry.version], [false, "6"]);
});

test("Entry.deactivate() forgets the tries of a write that was dropped", () => {
  const entry = inFlight();
  const breaker = new CircuitBreaker({ pauseMs: () => 0, onHalfOpen: () => {}, timers: RUNTIME_TIMERS });
  entry.activate(new Namespace<Entry<CoreV1Event>>("default", breaker), { hasPlace: true });
  entry.retry({ ...TRIED, isEarly: true });
  entry.take();
  assert.equal(entry.isActive, true);
  entry.deactivate();
  assert.deepEqual([entry.isActive, entry.tries], [false, UNTRIED]);
});

test("Entry.share() returns one for an event without a count that the correlator evicts", () => {
  const entry = new Entry(CREATE);
  const evicted = { type: "create", key: "a", event: { ...makeEvent("a"), count: undefined } } as const;
  queue(entry, evicted, { carried: 0, owed: 0, id: 1 });
  assert.equal(entry.share(new SharedEvent(CREATE.event.metadata)), 1);
});

test("Entry.share() returns each repeat once: a patch's own, or all for a custom correlator that does not count them", () => {
  const entry = queued();
  const shared = new SharedEvent(CREATE.event.metadata);
  queue(entry, decide("patch", { count: 4, added: 3 }), { carried: 1, owed: 2, id: 2 });
  assert.equal(entry.share(shared), 4);
  assert.equal(entry.share(shared), 0);
  queue(entry, { type: "patch", key: "a", event: CREATE.event, patch: [] }, { carried: 1, owed: 2, id: 3 });
  entry.countRepeats(1);
  assert.deepEqual([entry.share(shared), entry.share(shared), entry.shared], [4, 0, shared]);
});

for (const seed of seeds(8)) {
  test(`Entry loses and doubles no count and no id in any sequence of transitions (seed ${seed})`, () => {
    const random = seeded(seed);
    const below = (count: number): number => Math.floor(random() * count);
    const entry = new Entry(CREATE);
    const shared = new SharedEvent(CREATE.event.metadata);
    const given = { carried: 0, owed: 0, added: 0 };
    const ended = { carried: 0, owed: 0, added: 0 };
    let lastId = 0;
    /** The ids of the writes that no transition has returned yet. */
    const open = new Set<number>();
    const end = ({ carried, owed, id }: { carried: number; owed: number; id: number }): void => {
      ended.carried += carried;
      ended.owed += owed;
      if (id !== 0) assert.ok(open.delete(id), `write ${id} ends twice`);
    };
    const park = (write: Write<CoreV1Event>): void => {
      end({ ...write, owed: 0 });
      if (write.owed === 0) return;
      if (entry.isQueued) entry.owe(write.owed);
      else entry.park(write, REFUSED);
    };
    /** The transitions, and when each is allowed. */
    const transitions: Record<string, { readonly isAllowed: () => boolean; readonly run: () => void }> = {
      queue: {
        isAllowed: () => true,
        run: () => {
          const added = below(3);
          const isCreate = !entry.isQueued && entry.sending === undefined && random() < 0.5;
          const decision = isCreate ? CREATE : decide("patch", { added });
          const counts = { carried: below(2), owed: below(3), id: ++lastId };
          const { creates } = entry;
          if (!entry.isQueued) open.add(lastId);
          queue(entry, decision, counts);
          given.carried += counts.carried;
          given.owed += counts.owed;
          given.added += isCreate ? 1 : added;
          assert.equal(entry.creates, isCreate || creates);
        },
      },
      owe: {
        isAllowed: () => entry.isQueued,
        run: () => {
          entry.owe(2);
          given.owed += 2;
        },
      },
      begin: {
        isAllowed: () => entry.isQueued && entry.sending === undefined,
        run: () => assert.equal(entry.begin(), entry.sending),
      },
      succeed: {
        isAllowed: () => entry.sending !== undefined,
        run: () => {
          end(entry.sending!);
          entry.succeed(String(lastId));
          assert.deepEqual([entry.creates, entry.version, entry.tries], [false, String(lastId), UNTRIED]);
        },
      },
      retry: {
        isAllowed: () => entry.sending !== undefined,
        run: () => {
          const { failures } = entry.tries;
          const isTry = random() < 0.5;
          end({ carried: 0, owed: 0, id: entry.retry({ error: SERVER_ERROR, isTry, isEarly: random() < 0.5 }) });
          assert.equal(entry.tries.failures, failures + (isTry ? 1 : 0));
        },
      },
      fail: {
        isAllowed: () => entry.sending !== undefined,
        run: () => {
          const write = entry.sending!;
          entry.fail();
          park(write);
          assert.deepEqual(entry.tries, UNTRIED);
        },
      },
      park: {
        // A further write that was refused before it was queued.
        isAllowed: () => entry.parked !== undefined,
        run: () => {
          given.owed += 1;
          park(writeOf(PATCH, { carried: 0, owed: 1 }));
        },
      },
      unpark: {
        isAllowed: () => entry.parked !== undefined,
        run: () => {
          open.add(++lastId);
          entry.unpark(lastId);
        },
      },
      giveUp: {
        isAllowed: () => entry.parked !== undefined,
        run: () => end({ ...entry.giveUp().write, id: 0 }),
      },
      take: {
        isAllowed: () => entry.isQueued,
        run: () => end(entry.take()),
      },
      share: {
        isAllowed: () => true,
        run: () => void (ended.added += entry.share(shared)),
      },
    };
    const runs = new Map<string, number>();
    for (let i = 0; i < 2000; i++) {
      const allowed = Object.entries(transitions).filter(([, { isAllowed }]) => isAllowed());
      const [name, { run }] = allowed[below(allowed.length)]!;
      const { creates, version } = entry;
      run();
      runs.set(name, (runs.get(name) ?? 0) + 1);
      const message = `after ${name}, step ${i}`;
      if (name !== "succeed" && name !== "queue") assert.deepEqual([entry.creates, entry.version], [creates, version]);
      if (name === "queue") assert.equal(entry.version, version, message);
      const { queued, sending, parked } = entry;
      const writes = [queued, sending, parked?.write].filter((write) => write !== undefined);
      const sum = (field: "carried" | "owed"): number =>
        writes.reduce((sum, write) => sum + write[field], ended[field]);
      assert.deepEqual([sum("carried"), sum("owed")], [given.carried, given.owed], message);
      assert.equal(entry.added + ended.added, given.added, message);
      const ids = [queued, sending].filter((write) => write !== undefined).map(({ id }) => id);
      assert.deepEqual(new Set(ids), open, message);
      if (parked === undefined) continue;
      assert.deepEqual([queued, sending, parked.write.carried], [undefined, undefined, 0], message);
      assert.ok(parked.write.owed > 0, message);
    }
    assert.deepEqual([...runs.keys()].sort(), Object.keys(transitions).sort());
  });
}
