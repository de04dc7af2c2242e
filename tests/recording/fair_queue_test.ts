import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { FairQueue } from "../../src/recording/fair_queue.ts";
import { Lane } from "../../src/recording/namespace_queue.ts";
import { Write } from "../../src/recording/write.ts";
import { seeded, seeds } from "../random.ts";
import { makeEvent } from "./make_event.ts";

function makeQueue(concurrency = 8) {
  const queue = new FairQueue({ concurrency, pauseMs: () => 1000, onReady: () => {} });
  const push = (namespace: string, name: string, failures = 0): Lane<unknown> => {
    const lane = new Lane<unknown>(`${namespace}/${name}`, name, queue.of(namespace), false);
    queue.opened(lane);
    lane.waiting = new Write<unknown>({ type: "create", key: name, event: makeEvent(name, { namespace }) }, {
      carried: 1,
    });
    lane.waiting.failures = failures;
    queue.push(lane);
    return lane;
  };
  const keys = (count: number): (string | undefined)[] => Array.from({ length: count }, () => queue.next()?.key);
  return { queue, push, keys };
}

test("FairQueue serves namespaces in turns, each first in, first out", () => {
  const { push, keys } = makeQueue();
  for (const name of ["1", "2", "3"]) push("a", name);
  push("b", "1");
  push("c", "1");
  assert.deepEqual(keys(6), ["a/1", "b/1", "c/1", "a/2", "a/3", undefined]);
});

test("FairQueue serves retries after fresh lanes except every fourth turn, and at most two of eight", () => {
  const { queue, push, keys } = makeQueue();
  for (const name of ["r1", "r2", "r3"]) push("a", name, 1);
  for (const name of ["1", "2", "3", "4"]) push("b", name);
  assert.equal(queue.isReady, true);
  assert.deepEqual(keys(7), ["b/1", "b/2", "b/3", "a/r1", "b/4", "a/r2", undefined]);
  assert.equal(queue.isReady, false);
});

test("FairQueue probes a namespace with a lane that has not failed, except every fourth probe", () => {
  const time = new FakeTime();
  try {
    const { queue, push } = makeQueue();
    const { namespace } = push("a", "retry", 1);
    for (const name of ["1", "2", "3", "4"]) push("a", name);
    const probes: (string | undefined)[] = [];
    queue.failed(queue.next()!, { atMost: 1 });
    for (let i = 0; i < 4; i++) {
      assert.equal(queue.next(), undefined);
      time.tick(1000);
      const lane = queue.next()!;
      probes.push(lane.key);
      queue.failed(lane, {});
      queue.ended(lane);
    }
    assert.deepEqual(probes, ["a/2", "a/3", "a/4", "a/retry"]);
    namespace.breaker.reset();
  } finally {
    time.restore();
  }
});

test("FairQueue serves a retry at any concurrency", () => {
  for (const concurrency of [1, 2, 3]) {
    const { push, keys } = makeQueue(concurrency);
    for (const name of ["1", "2"]) push("a", name, 1);
    assert.deepEqual(keys(2), ["a/1", undefined]);
  }
});

test("FairQueue serves probes after fresh lanes and before retries", () => {
  const { queue, push, keys } = makeQueue();
  queue.failed(push("a", "probe"), { atMost: 1 });
  queue.hurry();
  for (const name of ["1", "2"]) push("b", name);
  push("c", "retry", 1);
  assert.deepEqual(keys(5), ["b/1", "b/2", "a/probe", "c/retry", undefined]);
});

test("FairQueue serves probes before fresh lanes every fourth turn", () => {
  const { queue, push, keys } = makeQueue();
  queue.failed(push("a", "probe"), { atMost: 1 });
  queue.hurry();
  for (const name of ["1", "2", "3", "4"]) push("b", name);
  assert.deepEqual(keys(5), ["b/1", "b/2", "b/3", "a/probe", "b/4"]);
});

test("NamespaceQueue.takeAll() removes the lanes that match, also after others were served", () => {
  const { push, keys } = makeQueue();
  const [first, second, third] = ["1", "2", "3"].map((name) => push("a", name));
  const { namespace } = first!;
  const [failed, kept] = ["4", "5"].map((name) => new Lane<unknown>(`a/${name}`, name, namespace, false));
  namespace.backingOff.add(failed!).add(kept!);
  assert.deepEqual(keys(1), ["a/1"]);
  const matches = (lane: Lane<unknown>): boolean => lane === second || lane === failed;
  assert.deepEqual(namespace.takeAll(matches), [second, failed]);
  assert.deepEqual([...namespace.backingOff], [kept]);
  assert.equal(namespace.fresh.size, 1);
  assert.equal(namespace.fresh.shift(), third);
});

test("FairQueue chooses no victim among lanes that only update a count, or that were served", () => {
  const { queue, push, keys } = makeQueue();
  push("a", "1");
  push("a", "2");
  const extra = new Lane<unknown>("a/count", "count", queue.of("a"), true);
  extra.waiting = new Write<unknown>({ type: "create", key: "count", event: makeEvent("count") });
  queue.opened(extra);
  queue.push(extra);
  assert.equal(queue.takeVictim("b")?.key, "a/2");
  push("a", "3");
  assert.deepEqual(keys(3), ["a/1", "a/count", "a/3"]);
  queue.push(extra);
  assert.equal(queue.takeVictim("b"), undefined);
});

test("FairQueue is empty once its last lanes were served and taken for others, and serves later ones", () => {
  const { queue, push, keys } = makeQueue();
  push("a", "1");
  push("a", "2");
  assert.deepEqual(keys(1), ["a/1"]);
  assert.equal(queue.takeVictim("b")?.key, "a/2");
  assert.deepEqual(keys(1), [undefined]);
  push("a", "3");
  assert.deepEqual(keys(2), ["a/3", undefined]);
});

test("FairQueue reserves the last place for namespaces that the server has answered", () => {
  const { queue, push, keys } = makeQueue(2);
  const lanes = ["1", "2", "3"].map((name) => push("a", name));
  assert.deepEqual(keys(2), ["a/1", undefined]);
  queue.succeeded(lanes[0]!.namespace);
  assert.deepEqual(keys(2), ["a/2", "a/3"]);
});

test("FairQueue reserves the last place again once a write of the namespace has failed", () => {
  const { queue, push, keys } = makeQueue(2);
  const [lane] = ["1", "2", "3"].map((name) => push("a", name));
  queue.succeeded(lane!.namespace);
  assert.equal(queue.failed(lane!, {}), false);
  assert.deepEqual(keys(2), ["a/1", undefined]);
});

test("FairQueue chooses a victim of the largest namespace: first a failed lane, then the newest; else a failed one of its own", () => {
  const { queue, push } = makeQueue();
  for (const name of ["1", "2", "3"]) push("large", name);
  push("large", "failed", 1);
  push("small", "1");
  assert.equal(queue.takeVictim("new")?.key, "large/failed");
  assert.equal(queue.takeVictim("new")?.key, "large/3");
  assert.equal(queue.takeVictim("large"), undefined);
  push("large", "failed again", 1);
  assert.equal(queue.takeVictim("large")?.key, "large/failed again");
});

test("FairQueue chooses a failed lane of its own if all of the largest namespace are in flight", () => {
  const { queue, push, keys } = makeQueue();
  for (const name of ["1", "2", "3"]) push("large", name);
  keys(3);
  const failed = push("small", "failed", 1);
  assert.equal(queue.takeVictim("small"), failed);
});

test("FairQueue keeps the number of a namespace's events when a count of it is closed", () => {
  const { queue, push } = makeQueue();
  const { namespace } = push("large", "1");
  push("large", "2");
  const count = new Lane<unknown>("large/count", "count", namespace, true);
  queue.opened(count);
  queue.closed(count);
  assert.equal(queue.takeVictim("new")?.key, "large/2");
});

test("FairQueue.hurry() ends the pauses of namespaces, except those that the server asked for", () => {
  const time = new FakeTime();
  try {
    const { queue, push } = makeQueue();
    const lanes = ["a", "b"].map((name) => [push(name, "1"), push(name, "2")][0]!);
    for (let i = 0; i < 4; i++) queue.ended(queue.next()!);
    push("a", "3");
    push("b", "3");
    queue.failed(lanes[0]!, { atMost: 1 });
    queue.failed(lanes[1]!, { atMost: 1, requestedMs: 1000 });
    assert.equal(queue.next(), undefined);
    queue.hurry();
    time.tick(0);
    assert.equal(queue.next()?.key, "a/3");
    assert.equal(queue.next(), undefined);
    time.tick(1250);
    assert.equal(queue.next()?.key, "b/3");
    for (const { namespace } of lanes) namespace.breaker.reset();
  } finally {
    time.restore();
  }
});

test("FairQueue never chooses a count as the victim", () => {
  const { queue, push } = makeQueue();
  for (const name of ["1", "2"]) push("large", name);
  const { namespace } = push("large", "3");
  const count = new Lane<unknown>("large/count", "count", namespace, true);
  const failed = new Lane<unknown>("large/failed", "failed", namespace, false);
  namespace.backingOff.add(count).add(failed);
  assert.equal(queue.takeVictim("new"), failed);
  assert.deepEqual([...namespace.backingOff], [count]);
  assert.equal(queue.takeVictim("new")?.key, "large/3");
});

for (const seed of seeds(3)) {
  test(`FairQueue chooses a victim of the largest namespace as they grow and shrink (seed ${seed})`, () => {
    const random = seeded(seed);
    const { queue, push } = makeQueue();
    const open: Lane<unknown>[] = [];
    const sizes = new Map<string, number>();
    const change = (name: string, by: number): void => void sizes.set(name, (sizes.get(name) ?? 0) + by);
    const close = (lane: Lane<unknown>): void => {
      open.splice(open.indexOf(lane), 1);
      lane.namespace.takeAll((other) => other === lane);
      queue.closed(lane);
      change(lane.namespace.name, -1);
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
        const victim = queue.takeVictim(name);
        assert.equal(victim !== undefined, most > (sizes.get(name) ?? 0) + 1);
        if (victim === undefined) continue;
        assert.equal(sizes.get(victim.namespace.name), most);
        close(victim);
      }
    }
  });
}

test("FairQueue.isAllSuspect ignores a namespace that was removed or has succeeded since it failed", () => {
  const { queue, push } = makeQueue();
  const [failed, removed, other] = [push("a", "1"), push("b", "1"), push("c", "1")];
  for (const lane of [failed, removed]) assert.equal(queue.failed(lane, { atMost: 1 }), true);
  assert.equal(queue.isAllSuspect, false);
  queue.closed(removed);
  assert.equal(queue.isAllSuspect, false);
  queue.succeeded(failed.namespace);
  queue.closed(failed);
  assert.equal(queue.isAllSuspect, false);
  for (let failure = 0; failure < 2; failure++) {
    assert.equal(queue.failed(other, { atMost: 1 }), true);
    assert.equal(queue.isAllSuspect, true);
    queue.hurry();
  }
  queue.closed(other);
});

test("FairQueue removes a namespace without lanes", () => {
  const { queue, push } = makeQueue();
  const lane = push("a", "1");
  assert.equal(queue.size, 1);
  assert.equal(queue.of("a"), lane.namespace);
  queue.closed(lane);
  assert.equal(queue.size, 0);
});
