import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event } from "../../mod.ts";
import { CircuitBreaker } from "../../src/recording/circuit_breaker.ts";
import { Entry } from "../../src/recording/entry.ts";
import { Namespace } from "../../src/recording/namespace.ts";
import { SharedEvent } from "../../src/recording/shared_event.ts";
import { type Decision, keptPatch, type Write, type WriteFailure } from "../../src/recording/write.ts";
import { seeded, seeds } from "../random.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR } from "./start_recording.ts";

const REFUSED: WriteFailure<CoreV1Event> = { type: "refused", error: SERVER_ERROR };
const TRIED = { error: SERVER_ERROR, isTry: true, isPatient: false };

/** The latest correlation of an event that has occurred `count` times, the last of them at that minute. */
function decide(type: "create" | "patch", { count = 1, added = 1, minute = 0 } = {}): Decision<CoreV1Event> {
  const lastTimestamp = `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;
  const event: CoreV1Event = { ...makeEvent("a"), count, firstTimestamp: lastTimestamp, lastTimestamp };
  return type === "create" ? { type, key: "a", event } : { type, key: "a", event, patch: [], added };
}

const CREATE = decide("create");
const PATCH = decide("patch", { count: 2, minute: 1 });
const LATER = decide("patch", { count: 3, minute: 2 });

/** The latest correlation that an entry is to write. */
function latest({ type, event, patch }: Entry<CoreV1Event>): unknown {
  return type === "create" ? { type, key: "a", event } : { type, key: "a", event, patch, added: 1 };
}

/** A write that was never queued. */
function writeOf(decision: Decision<CoreV1Event>, counts: { carried?: number; owed: number }): Write<CoreV1Event> {
  const { type, event, record } = decision;
  const patch = keptPatch(decision);
  return { type, event, patch, record, carried: 0, id: Infinity, began: undefined, ...counts };
}

/** An entry that wants its create, of one event. */
function queued(): Entry<CoreV1Event> {
  const entry = new Entry(CREATE);
  entry.want(CREATE, { carried: 1, owed: 0, id: 1 });
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
  entry.want(PATCH, { carried: 0, owed: 2, id: 2 });
  const write = entry.begin();
  entry.fail();
  entry.park(write, REFUSED);
  return entry;
}

test("Entry has nothing queued at first, and the id Infinity", () => {
  const entry = new Entry(CREATE);
  assert.deepEqual([entry.key, entry.namespace, entry.name], ["a", "default", "a"]);
  assert.deepEqual([entry.id, entry.carried, entry.owed], [Infinity, 0, 0]);
  assert.deepEqual([entry.isActive, entry.isQueued, entry.creates], [false, false, true]);
  assert.equal(new Entry(PATCH).creates, false);
});

test("Entry.want() coalesces what is queued: the latest decision, the earliest id and time, and all counts", () => {
  const entry = queued();
  entry.hurry();
  entry.want(PATCH, { carried: 1, owed: 0, id: 2 });
  entry.want(LATER, { carried: 1, owed: 4, id: 3 });
  assert.deepEqual(latest(entry), LATER);
  assert.deepEqual([entry.id, entry.carried, entry.owed, entry.began], [1, 3, 4, "2026-01-01T00:00:00Z"]);
  assert.deepEqual([entry.isQueued, entry.creates, entry.isUrgent], [true, true, true]);
});

test("Entry.want() queues one more write behind that in flight, with its own id, time and hurry", () => {
  const entry = queued();
  entry.hurry();
  const { event, carried, id } = entry.begin();
  assert.deepEqual([event, carried, id], [CREATE.event, 1, 1]);
  assert.deepEqual([entry.isQueued, entry.id, entry.carried], [false, Infinity, 0]);
  entry.want(PATCH, { carried: 1, owed: 1, id: 2 });
  assert.deepEqual(latest(entry), PATCH);
  assert.deepEqual([entry.id, entry.carried, entry.owed, entry.began], [2, 1, 1, "2026-01-01T00:01:00Z"]);
  assert.deepEqual([entry.sending!.id, entry.sending!.carried], [1, 1]);
  assert.equal(entry.isUrgent, false);
});

test("Entry.want() takes the count along that a parked entry owes", () => {
  const entry = parked();
  entry.want(LATER, { carried: 1, owed: 0, id: 3 });
  assert.equal(entry.parked, undefined);
  assert.deepEqual([entry.isQueued, entry.id, entry.carried, entry.owed], [true, 3, 1, 2]);
  assert.deepEqual(latest(entry), LATER);
});

test("Entry.succeed() keeps the version, and leaves what is queued meanwhile", () => {
  const entry = inFlight();
  entry.want(PATCH, { carried: 1, owed: 0, id: 2 });
  entry.succeed("7");
  assert.deepEqual([entry.creates, entry.version, entry.sending], [false, "7", undefined]);
  assert.deepEqual([entry.isQueued, entry.id, entry.carried], [true, 2, 1]);
});

test("Entry.retry() merges the write back: its id and time, the latest decision, and all counts", () => {
  const entry = inFlight();
  entry.want(LATER, { carried: 2, owed: 3, id: 5 });
  assert.equal(entry.retry(TRIED), 5);
  assert.deepEqual(latest(entry), LATER);
  assert.deepEqual([entry.id, entry.carried, entry.owed, entry.began], [1, 3, 3, "2026-01-01T00:00:00Z"]);
  assert.deepEqual([entry.sending, entry.creates, entry.failures], [undefined, true, 1]);
});

test("Entry.retry() queues the write again if there is no other", () => {
  const entry = inFlight();
  assert.equal(entry.retry(TRIED), Infinity);
  assert.deepEqual(latest(entry), CREATE);
  assert.deepEqual([entry.id, entry.carried, entry.lastError], [1, 1, SERVER_ERROR]);
});

test("Entry.retry() counts tries, and keeps patience until the write ends", () => {
  const entry = inFlight();
  entry.retry({ error: SERVER_ERROR, isTry: false, isPatient: true });
  assert.deepEqual([entry.failures, entry.isPatient], [0, true]);
  for (const tries of [1, 2]) {
    entry.begin();
    entry.retry(TRIED);
    assert.deepEqual([entry.failures, entry.isPatient], [tries, true]);
  }
  entry.begin();
  entry.succeed("1");
  assert.deepEqual([entry.failures, entry.isPatient, entry.lastError], [0, false, undefined]);
});

test("Entry.fail() lets what is queued begin with its own tries", () => {
  const entry = inFlight();
  entry.retry({ ...TRIED, isPatient: true });
  entry.begin();
  entry.want(PATCH, { carried: 1, owed: 0, id: 2 });
  entry.fail();
  assert.deepEqual([entry.sending, entry.failures, entry.isPatient], [undefined, 0, false]);
  assert.equal(entry.lastError, undefined);
  assert.deepEqual([entry.isQueued, entry.id, entry.carried], [true, 2, 1]);
});

test("Entry.park() keeps the owed count, but neither the events that the write carried nor an id", () => {
  const entry = queued();
  entry.owe(4);
  const write = entry.begin();
  entry.fail();
  entry.park(write, REFUSED);
  assert.deepEqual([entry.isQueued, entry.id, entry.carried, entry.owed], [false, Infinity, 0, 4]);
  assert.deepEqual([latest(entry), entry.parked], [CREATE, REFUSED]);
});

test("Entry.park() adds to the count that it owes already", () => {
  const entry = parked();
  entry.park(writeOf(LATER, { carried: 1, owed: 3 }), { type: "full" });
  assert.deepEqual([entry.carried, entry.owed, latest(entry), entry.parked], [0, 5, LATER, { type: "full" }]);
});

test("Entry.unpark() queues the owed count under a new id", () => {
  const entry = parked();
  entry.unpark(9);
  assert.deepEqual([entry.isQueued, entry.id, entry.owed, entry.parked], [true, 9, 2, undefined]);
  assert.deepEqual([entry.begin().owed, entry.owed], [2, 0]);
});

test("Entry.giveUp() returns the owed count, and owes nothing any more", () => {
  const entry = parked();
  const { write, end } = entry.giveUp();
  assert.deepEqual([write.event, write.carried, write.owed, end], [PATCH.event, 0, 2, REFUSED]);
  assert.deepEqual([entry.parked, entry.event, entry.owed, entry.id], [undefined, undefined, 0, Infinity]);
});

test("Entry.take() leaves the write in flight", () => {
  const entry = inFlight();
  entry.want(PATCH, { carried: 1, owed: 2, id: 2 });
  const { event, carried, owed, id } = entry.take();
  assert.deepEqual([event, carried, owed, id], [PATCH.event, 1, 2, 2]);
  assert.deepEqual([entry.isQueued, entry.carried, entry.owed, entry.id], [false, 0, 0, Infinity]);
  assert.equal(entry.sending!.id, 1);
});

test("Entry.creates and Entry.version survive failures", () => {
  const entry = inFlight();
  entry.retry(TRIED);
  entry.want(PATCH, { carried: 1, owed: 1, id: 2 });
  assert.equal(entry.creates, true);
  let write = entry.begin();
  entry.fail();
  entry.park(write, REFUSED);
  assert.equal(entry.creates, true);
  entry.unpark(3);
  entry.begin();
  entry.succeed("5");
  entry.want(LATER, { carried: 1, owed: 1, id: 4 });
  entry.begin();
  entry.retry(TRIED);
  write = entry.begin();
  entry.fail();
  entry.park(write, REFUSED);
  entry.want(LATER, { carried: 1, owed: 0, id: 5 });
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
  const breaker = new CircuitBreaker({ pauseMs: () => 0, onHalfOpen: () => {} });
  entry.activate(new Namespace<Entry<CoreV1Event>>("default", breaker), { hasPlace: true });
  entry.retry({ ...TRIED, isPatient: true });
  entry.take();
  assert.equal(entry.isActive, true);
  entry.deactivate();
  assert.deepEqual([entry.isActive, entry.failures, entry.isPatient, entry.lastError], [false, 0, false, undefined]);
});

test("Entry.share() returns each repeat once: those of a patch, or all of a custom correlator's that does not tell", () => {
  const entry = queued();
  const shared = new SharedEvent(CREATE.event.metadata);
  entry.want(decide("patch", { count: 4, added: 3 }), { carried: 1, owed: 2, id: 2 });
  assert.equal(entry.share(shared), 4);
  assert.equal(entry.share(shared), 0);
  entry.want({ type: "patch", key: "a", event: CREATE.event, patch: [] }, { carried: 1, owed: 2, id: 3 });
  entry.count(PATCH, 1);
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
      if (id !== Infinity) assert.ok(open.delete(id), `write ${id} ends twice`);
    };
    const park = (write: Write<CoreV1Event>): void => {
      end({ ...write, owed: 0 });
      if (write.owed === 0) return;
      if (entry.isQueued) entry.owe(write.owed);
      else entry.park(write, REFUSED);
    };
    /** The transitions, and when each is allowed. */
    const transitions: Record<string, { readonly isAllowed: () => boolean; readonly run: () => void }> = {
      want: {
        isAllowed: () => true,
        run: () => {
          const added = below(3);
          const isCreate = !entry.isQueued && entry.sending === undefined && random() < 0.5;
          const decision = isCreate ? CREATE : decide("patch", { added });
          const wanted = { carried: below(2), owed: below(3), id: ++lastId };
          const { creates } = entry;
          if (!entry.isQueued) open.add(lastId);
          entry.want(decision, wanted);
          given.carried += wanted.carried;
          given.owed += wanted.owed;
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
          assert.deepEqual([entry.creates, entry.version, entry.failures], [false, String(lastId), 0]);
        },
      },
      retry: {
        isAllowed: () => entry.sending !== undefined,
        run: () => {
          const { failures } = entry;
          const isTry = random() < 0.5;
          end({ carried: 0, owed: 0, id: entry.retry({ error: SERVER_ERROR, isTry, isPatient: random() < 0.5 }) });
          assert.equal(entry.failures, failures + (isTry ? 1 : 0));
        },
      },
      fail: {
        isAllowed: () => entry.sending !== undefined,
        run: () => {
          const write = entry.sending!;
          entry.fail();
          park(write);
          assert.equal(entry.failures, 0);
        },
      },
      park: {
        // A further write that was refused before it was queued.
        isAllowed: () => entry.parked !== undefined,
        run: () => {
          given.owed += 1;
          park(writeOf(PATCH, { owed: 1 }));
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
        run: () => end(entry.giveUp().write),
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
      if (name !== "succeed" && name !== "want") assert.deepEqual([entry.creates, entry.version], [creates, version]);
      if (name === "want") assert.equal(entry.version, version, message);
      const { sending } = entry;
      assert.equal(entry.carried + (sending?.carried ?? 0) + ended.carried, given.carried, message);
      assert.equal(entry.owed + (sending?.owed ?? 0) + ended.owed, given.owed, message);
      assert.equal(entry.added + ended.added, given.added, message);
      assert.equal(entry.id === Infinity, !entry.isQueued, message);
      const ids = [entry.id, sending?.id ?? Infinity].filter((id) => id !== Infinity);
      assert.deepEqual(new Set(ids), open, message);
      if (entry.event === undefined) assert.deepEqual([entry.carried, entry.owed], [0, 0], message);
      if (entry.parked === undefined) continue;
      assert.ok(entry.event !== undefined && entry.owed > 0 && sending === undefined, message);
      assert.equal(entry.carried, 0, message);
    }
    assert.deepEqual([...runs.keys()].sort(), Object.keys(transitions).sort());
  });
}
