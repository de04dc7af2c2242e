import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, BroadcasterStoppedError, type WatchEvent } from "../../../mod.ts";
import { added, all, closed, empty, gate, received, rest, settled, soon, streamOf } from "./vocabulary.ts";

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** A broadcaster with one watcher of whenFull wait. */
function waiting(highWaterMark: number, incomingHighWaterMark: number) {
  const broadcaster = new Broadcaster<number>({ highWaterMark, incomingHighWaterMark, whenFull: "wait" });
  return { broadcaster, watcher: broadcaster.watch() };
}

// -- Distribution: mux_test.go --

test("Broadcaster delivers every event to every watcher, in order and with its type", async () => {
  const broadcaster = new Broadcaster<string>();
  const watchers = numbers(20).map(() => broadcaster.watch());
  const table: WatchEvent<string>[] = [
    { type: "ADDED", object: "foo" },
    { type: "MODIFIED", object: "foo" },
    { type: "DELETED", object: "foo" },
    { type: "BOOKMARK", object: "bar" },
    { type: "ERROR", object: "baz" },
  ];
  for (const { type, object } of table) await broadcaster.action(type, object);
  await broadcaster.shutdown();
  for (const watcher of watchers) assert.deepEqual(await all(watcher), table);
});

test("Broadcaster delivers the same object to all watchers", async () => {
  const broadcaster = new Broadcaster<object>();
  const [a, b] = [broadcaster.watch(), broadcaster.watch()];
  const object = {};
  broadcaster.actionOrDrop("ADDED", object);
  await broadcaster.shutdown();
  const [first, second] = [await all(a), await all(b)];
  assert.ok(first[0]?.object === object);
  assert.ok(first[0] === second[0]);
});

test("Watcher.stop() leaves the other watchers running", async () => {
  const broadcaster = new Broadcaster<number>();
  const [a, b] = [broadcaster.watch(), broadcaster.watch()];
  broadcaster.actionOrDrop("ADDED", 1);
  await received(a, 1);
  a.stop();
  a.stop();
  broadcaster.actionOrDrop("ADDED", 2);
  await received(b, 1, 2);
  await closed(a);
});

test("Broadcaster distributes a burst of any size within one synchronous run, without loss for a handler", () => {
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 7 });
  const seen: number[] = [];
  broadcaster.watch({ handler: ({ object }) => void seen.push(object) });
  for (const n of numbers(70)) assert.ok(broadcaster.actionOrDrop("ADDED", n));
  assert.deepEqual(seen, numbers(70));
});

test("Broadcaster.watch() delivers no event that was accepted before it, even if not yet distributed", async () => {
  const broadcaster = new Broadcaster<number>();
  const early = broadcaster.watch();
  broadcaster.actionOrDrop("ADDED", 1);
  const late = broadcaster.watch();
  broadcaster.actionOrDrop("ADDED", 2);
  await received(early, 1, 2);
  await received(late, 2);
});

test("Broadcaster.watch() delivers no older event when called from a handler", async () => {
  const broadcaster = new Broadcaster<number>();
  const late: ReturnType<typeof broadcaster.watch>[] = [];
  broadcaster.watch({
    handler({ object }) {
      if (object === 1) late.push(broadcaster.watch());
    },
  });
  for (const n of [1, 2]) broadcaster.actionOrDrop("ADDED", n);
  await settled();
  broadcaster.actionOrDrop("ADDED", 3);
  await received(late[0]!, 3);
});

test("Broadcaster.watch() delivers no older event while a full watcher blocks the distribution", async () => {
  const { broadcaster, watcher } = waiting(1, 10);
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  await settled();
  const late = broadcaster.watch({ highWaterMark: 0 });
  broadcaster.actionOrDrop("ADDED", 4);
  assert.equal(broadcaster.stats().queued, 3);
  await received(watcher, 1, 2, 3);
  await received(late, 4);
  await received(watcher, 4);
});

test("Broadcaster.watchWithPrefix() delivers the prefix first, even if it exceeds highWaterMark", async () => {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 1 });
  const watcher = broadcaster.watchWithPrefix([1, 2, 3].map(added));
  broadcaster.actionOrDrop("ADDED", 4);
  await broadcaster.shutdown();
  assert.deepEqual(await rest(watcher), [1, 2, 3, 4]);
  assert.equal(watcher.dropped, 0);
});

test("Broadcaster.watchWithPrefix() filters the prefix too", async () => {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watchWithPrefix([1, 2, 3].map(added), { filter: ({ object }) => object !== 2 });
  await broadcaster.shutdown();
  assert.deepEqual(await rest(watcher), [1, 3]);
});

test("Broadcaster.watchWithPrefix() ends after the prefix if its filter calls shutdown()", async () => {
  const broadcaster = new Broadcaster<number>();
  const filter = (): boolean => {
    void broadcaster.shutdown();
    return true;
  };
  const watcher = broadcaster.watchWithPrefix([added(1)], { filter });
  assert.deepEqual(await rest(watcher), [1]);
  assert.equal(broadcaster.stats().watchers.length, 0);
});

test("Broadcaster accepts events from a handler, in the same order for every watcher", async () => {
  const broadcaster = new Broadcaster<number>();
  broadcaster.watch({ handler: ({ object }) => void (object < 3 && broadcaster.actionOrDrop("ADDED", object + 10)) });
  const watcher = broadcaster.watch();
  for (const n of [1, 2]) broadcaster.actionOrDrop("ADDED", n);
  await received(watcher, 1, 2, 11, 12);
});

test("Broadcaster.actionOrDrop() drops events from a handler past incomingHighWaterMark", () => {
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 2 });
  const accepted: boolean[] = [];
  broadcaster.watch({
    handler({ object }) {
      if (object === 1) { for (const n of [3, 4, 5]) accepted.push(broadcaster.actionOrDrop("ADDED", n)); }
    },
  });
  for (const n of [1, 2]) broadcaster.actionOrDrop("ADDED", n);
  assert.deepEqual(accepted, [true, true, false]);
  assert.equal(broadcaster.stats().dropped.incomingFull, 1);
});

// -- Backpressure --

test("Broadcaster.actionOrDrop() returns false and counts a drop once incomingHighWaterMark is reached", async () => {
  const { broadcaster, watcher } = waiting(1, 2);
  assert.deepEqual([1, 2, 3, 4].map((n) => broadcaster.actionOrDrop("ADDED", n)), [true, true, true, false]);
  assert.equal(broadcaster.stats().dropped.incomingFull, 1);
  await received(watcher, 1, 2, 3);
  assert.equal(broadcaster.actionOrDrop("ADDED", 5), true);
  await received(watcher, 5);
});

test("Broadcaster.action() waits for room in first-in, first-out order", async () => {
  const { broadcaster, watcher } = waiting(1, 1);
  const accepted: number[] = [];
  const actions = numbers(6).map((n) => broadcaster.action("ADDED", n).then(() => accepted.push(n)));
  await settled();
  assert.deepEqual(accepted, [0, 1]);
  assert.equal(broadcaster.actionOrDrop("ADDED", 99), false);
  await received(watcher, 0);
  await settled();
  assert.deepEqual(accepted, [0, 1, 2]);
  await received(watcher, 1, 2, 3, 4, 5);
  await Promise.all(actions);
});

test("Broadcaster.action() accepts a waiting producer before a later one, even from a handler", async () => {
  const { broadcaster, watcher } = waiting(1, 1);
  broadcaster.watch({ handler: ({ object }) => void (object === 2 && broadcaster.actionOrDrop("ADDED", 99)) });
  const actions = [1, 2, 3].map((n) => broadcaster.action("ADDED", n));
  await received(watcher, 1, 2, 3);
  await Promise.all(actions);
  await empty(watcher);
});

test("Broadcaster keeps all watchers in step with a full one of whenFull wait", async () => {
  const broadcaster = new Broadcaster<number>();
  const slow = broadcaster.watch({ whenFull: "wait", highWaterMark: 2 });
  const fast = broadcaster.watch();
  for (const n of numbers(5)) broadcaster.actionOrDrop("ADDED", n);
  await settled();
  assert.equal(fast.queued, 2);
  await received(slow, 0);
  await settled();
  assert.equal(fast.queued, 3);
  slow.stop();
  await received(fast, 0, 1, 2, 3, 4);
});

test("Broadcaster.writable applies backpressure while a watcher of whenFull wait is full", async () => {
  const { broadcaster, watcher } = waiting(1, 1);
  const writer = broadcaster.writable.getWriter();
  let ready = 0;
  const writes = (async () => {
    for (const n of numbers(6)) {
      await writer.ready;
      ready++;
      writer.write(added(n)).catch(() => {});
    }
  })();
  await settled();
  assert.equal(ready, 3);
  await received(watcher, 0, 1, 2, 3, 4, 5);
  await writes;
});

test("Broadcaster.writable accepts a pipe, and shuts the broadcaster down when it closes", async () => {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watch();
  await streamOf([1, 2, 3].map(added)).pipeTo(broadcaster.writable);
  assert.throws(() => broadcaster.actionOrDrop("ADDED", 4), BroadcasterStoppedError);
  assert.deepEqual(await rest(watcher), [1, 2, 3]);
});

test("Broadcaster.writable is not errored when it closes", async () => {
  const writer = new Broadcaster<number>().writable.getWriter();
  await writer.close();
  await writer.ready;
  await writer.closed;
});

test("Broadcaster.writable with preventClose leaves the broadcaster running", async () => {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watch();
  await streamOf([added(1)]).pipeTo(broadcaster.writable, { preventClose: true });
  broadcaster.actionOrDrop("ADDED", 2);
  await received(watcher, 1, 2);
});

test("Broadcaster.writable shuts the broadcaster down when it is aborted", async () => {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watch();
  await broadcaster.writable.abort(new Error("enough"));
  await closed(watcher);
});

test("Broadcaster.writable does not wait for unread watchers when it is aborted", async () => {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 1 });
  const watcher = broadcaster.watch({ whenFull: "wait" });
  const writer = broadcaster.writable.getWriter();
  for (let object = 0; object < 3; object++) await writer.write({ type: "ADDED", object });
  await writer.abort();
  assert.throws(() => broadcaster.watch(), BroadcasterStoppedError);
  const seen: number[] = [];
  for await (const { object } of watcher) seen.push(object);
  assert.deepEqual(seen, [0, 1, 2]);
});

test("Broadcaster.writable rejects a write that waits for room, and shuts the broadcaster down, when it is aborted", async () => {
  const { broadcaster, watcher } = waiting(1, 1);
  const writer = broadcaster.writable.getWriter();
  const writes = numbers(5).map((n) => writer.write(added(n)));
  const ends = Promise.all(writes.slice(2).map((write) => assert.rejects(write)));
  await settled();
  const aborted = writer.abort(new Error("enough"));
  await ends;
  assert.throws(() => broadcaster.actionOrDrop("ADDED", 9), { name: "BroadcasterStoppedError" });
  assert.deepEqual(await rest(watcher), [0, 1]);
  await aborted;
});

test("Broadcaster.writable is errored after shutdown(), so that a pipe cancels its source", async () => {
  const broadcaster = new Broadcaster<number>();
  const cancelled = gate();
  const source = new ReadableStream<WatchEvent<number>>({ cancel: () => cancelled.open() });
  const pipe = source.pipeTo(broadcaster.writable);
  await broadcaster.shutdown();
  // By the standard the pipe rejects; in workerd it resolves. Either way it has ended and released its source.
  const error = await soon("The pipe", pipe.then(() => undefined, (error) => error));
  assert.ok(error === undefined || error instanceof BroadcasterStoppedError);
  await soon("The cancel", cancelled.opened);
  await assert.rejects(new Broadcaster<number>({ signal: AbortSignal.abort() }).writable.getWriter().closed, {
    name: "BroadcasterStoppedError",
  });
});

test("Broadcaster resumes producers and watchers when a full watcher of whenFull wait stops", async () => {
  const { broadcaster, watcher } = waiting(1, 1);
  const other = broadcaster.watch({ whenFull: "drop-newest", highWaterMark: 10 });
  const actions = numbers(5).map((n) => broadcaster.action("ADDED", n));
  await settled();
  assert.equal(other.queued, 1);
  watcher.stop();
  await Promise.all(actions);
  await received(other, 0, 1, 2, 3, 4);
});

test("Broadcaster skips events for which a filter returns a Promise, because no event waits for its value", async () => {
  const errors: unknown[] = [];
  const broadcaster = new Broadcaster<number>({ onError: (error) => errors.push(error) });
  const never = (): never => Promise.reject(new Error("Never")) as never;
  const watcher = broadcaster.watch({ filter: ({ object }) => object === 2 ? never() : 1 as unknown as boolean });
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  await broadcaster.shutdown();
  assert.deepEqual(await rest(watcher), [1, 3]);
  assert.deepEqual(errors.map(String), ["TypeError: filter must return a boolean, received [object Promise]"]);
});

test("Broadcaster does not wait for a full watcher whose filter rejects the event", async () => {
  const broadcaster = new Broadcaster<number>();
  const odd = broadcaster.watch({ whenFull: "wait", highWaterMark: 1, filter: ({ object }) => object % 2 === 1 });
  const all = broadcaster.watch();
  for (const n of [0, 2, 4, 1, 6, 8, 3, 10]) broadcaster.actionOrDrop("ADDED", n);
  await settled();
  assert.equal(all.queued, 6);
  assert.equal(odd.queued, 1);
  await received(odd, 1, 3);
  assert.equal(all.queued, 8);
});

test("Broadcaster calls the filter of a watcher of whenFull wait once per event, before waiting", async () => {
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 4 });
  const asked: number[] = [];
  const filter = ({ object }: { object: number }): boolean => {
    asked.push(object);
    if (object === 2) throw new Error("passes nothing");
    if (object === 7) watcher.stop();
    return object > 3;
  };
  const watcher = broadcaster.watch({ whenFull: "wait", highWaterMark: 0, filter });
  const other = broadcaster.watch();
  for (let n = 0; n < 9; n++) assert.equal(broadcaster.actionOrDrop("ADDED", n), n < 8, `${n}`);
  await settled();
  assert.deepEqual(asked, [0, 1, 2, 3, 4]);
  assert.equal(other.queued, 4);
  await received(watcher, 4, 5, 6);
  await settled();
  assert.deepEqual(asked, [0, 1, 2, 3, 4, 5, 6, 7]);
  await received(other, 0, 1, 2, 3, 4, 5, 6, 7);
});

// -- Shutdown --

test("Broadcaster.shutdown() distributes all accepted events, which stay readable", async () => {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watch();
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  await broadcaster.shutdown();
  assert.equal(watcher.queued, 3);
  assert.deepEqual(await rest(watcher), [1, 2, 3]);
  await closed(watcher);
});

test("Broadcaster.shutdown() is idempotent, and later events throw BroadcasterStoppedError", async () => {
  const broadcaster = new Broadcaster<number>();
  const first = broadcaster.shutdown();
  assert.throws(() => broadcaster.actionOrDrop("ADDED", 1), BroadcasterStoppedError);
  assert.throws(() => broadcaster.watch(), { name: "BroadcasterStoppedError" });
  assert.throws(() => broadcaster.watchWithPrefix([]), BroadcasterStoppedError);
  await assert.rejects(broadcaster.action("ADDED", 1), BroadcasterStoppedError);
  await Promise.all([first, broadcaster.shutdown(), broadcaster[Symbol.asyncDispose]()]);
});

test("Broadcaster.shutdown() waits for a full watcher, and rejects waiting producers", async () => {
  const { broadcaster, watcher } = waiting(1, 1);
  const actions = [1, 2, 3].map((n) => broadcaster.action("ADDED", n));
  let distributed = false;
  await settled();
  const shutdown = broadcaster.shutdown().then(() => distributed = true);
  await assert.rejects(actions[2]!, BroadcasterStoppedError);
  await settled();
  assert.equal(distributed, false);
  assert.deepEqual(await rest(watcher), [1, 2]);
  await shutdown;
});

test("Broadcaster.shutdown() continues when the full watcher stops", async () => {
  const { broadcaster, watcher } = waiting(0, 2);
  const other = broadcaster.watch({ whenFull: "drop-newest", highWaterMark: 5 });
  for (const n of [1, 2]) broadcaster.actionOrDrop("ADDED", n);
  const shutdown = broadcaster.shutdown();
  watcher.stop();
  await shutdown;
  assert.deepEqual(await rest(other), [1, 2]);
});

test("Broadcaster.shutdown() may be called from a handler", async () => {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watch();
  let shutdown: Promise<unknown> | undefined;
  broadcaster.watch({
    handler({ object }) {
      broadcaster.actionOrDrop("ADDED", object + 1);
      shutdown = broadcaster.shutdown();
    },
  });
  broadcaster.actionOrDrop("ADDED", 1);
  await settled();
  await shutdown;
  assert.deepEqual(await rest(watcher), [1, 2]);
});

test("Broadcaster shuts down when its signal aborts, and removes its listener", async () => {
  const controller = new AbortController();
  const broadcaster = new Broadcaster<number>({ signal: controller.signal });
  const watcher = broadcaster.watch();
  broadcaster.actionOrDrop("ADDED", 1);
  controller.abort();
  assert.throws(() => broadcaster.actionOrDrop("ADDED", 2), BroadcasterStoppedError);
  assert.deepEqual(await rest(watcher), [1]);

  const stopped = new Broadcaster<number>({ signal: controller.signal });
  assert.throws(() => stopped.watch(), BroadcasterStoppedError);
  await stopped.shutdown();
});

test("Broadcaster calls the shutdown() of a subclass on abort and on disposal", async () => {
  let calls = 0;
  class Counting extends Broadcaster<number> {
    override shutdown(): Promise<unknown> {
      calls++;
      return super.shutdown();
    }
  }
  const controller = new AbortController();
  const broadcaster = new Counting({ signal: controller.signal });
  controller.abort();
  await broadcaster[Symbol.asyncDispose]();
  await new Counting().writable.close();
  assert.equal(calls, 3);
});

// -- Numbers and checks --

test("Broadcaster.stats() counts accepted, refused, queued, delivered and dropped events", async () => {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 2 });
  const watcher = broadcaster.watch();
  broadcaster.watch({ handler() {} });
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  assert.deepEqual(broadcaster.stats(), {
    accepted: 3,
    dropped: { incomingFull: 0 },
    queued: 3,
    watchers: [{ queued: 0, delivered: 0, dropped: 0, errors: 0 }, { queued: 0, delivered: 0, dropped: 0, errors: 0 }],
  });
  await settled();
  await received(watcher, 1);
  assert.deepEqual(broadcaster.stats(), {
    accepted: 3,
    dropped: { incomingFull: 0 },
    queued: 0,
    watchers: [{ queued: 1, delivered: 1, dropped: 1, errors: 0 }, { queued: 0, delivered: 3, dropped: 0, errors: 0 }],
  });
  watcher.stop();
  assert.equal(broadcaster.stats().watchers.length, 1);
  broadcaster.actionOrDrop("ADDED", 4);
  broadcaster.watch();
  broadcaster.actionOrDrop("ADDED", 5);
  broadcaster.watchWithPrefix([added(1), added(2)]);
  await settled();
  assert.deepEqual(broadcaster.stats().watchers.slice(1), [
    { queued: 1, delivered: 0, dropped: 0, errors: 0 },
    { queued: 2, delivered: 0, dropped: 0, errors: 0 },
  ]);
});

test("Broadcaster has the documented defaults", async () => {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watch();
  broadcaster.watch({ whenFull: "wait", highWaterMark: 0 });
  for (const n of numbers(1001)) assert.equal(broadcaster.actionOrDrop("ADDED", n), n < 1000);
  const other = new Broadcaster<number>();
  const full = other.watch();
  for (const n of numbers(1001)) other.actionOrDrop("ADDED", n);
  await settled();
  assert.equal(full.queued, 1000);
  assert.equal(full.dropped, 1);
  assert.equal(watcher.queued, 0);
});

test("Broadcaster rejects an invalid highWaterMark, incomingHighWaterMark and whenFull", () => {
  const mark = "highWaterMark must be an integer of at least 0, received";
  assert.throws(() => new Broadcaster({ highWaterMark: -1 }), {
    name: "RangeError",
    message: `Cannot broadcast: ${mark} -1`,
  });
  assert.throws(() => new Broadcaster({ highWaterMark: NaN }), RangeError);
  assert.throws(() => new Broadcaster({ incomingHighWaterMark: 0 }), {
    message: "Cannot broadcast: incomingHighWaterMark must be a positive integer, received 0",
  });
  assert.throws(() => new Broadcaster({ highWaterMark: "10" as never }), { message: `Cannot broadcast: ${mark} "10"` });
  assert.throws(() => new Broadcaster({ onError: {} as never }), {
    name: "TypeError",
    message: "Cannot broadcast: onError must be a function, received [object Object]",
  });
  assert.throws(() => new Broadcaster({ signal: new AbortController() as never }), {
    name: "TypeError",
    message: "Cannot broadcast: signal must be an AbortSignal, received [object AbortController]",
  });
  const broadcaster = new Broadcaster();
  assert.throws(() => broadcaster.watch((() => {}) as never), {
    name: "TypeError",
    message: "Cannot watch: options must be an object such as { handler }, received a function",
  });
  for (const name of ["filter", "handler", "onDrop"]) {
    assert.throws(() => broadcaster.watch({ [name]: "x" }), {
      name: "TypeError",
      message: `Cannot watch: ${name} must be a function, received "x"`,
    });
  }
  assert.throws(() => broadcaster.watch({ highWaterMark: 1.5 }), { message: `Cannot watch: ${mark} 1.5` });
  assert.throws(() => broadcaster.watch({ whenFull: "block" as "wait" }), {
    name: "RangeError",
    message: 'Cannot watch: whenFull must be one of "drop-newest", "drop-oldest", "wait", "close", received "block"',
  });
  assert.equal(broadcaster.stats().watchers.length, 0);
});

test("Broadcaster.shutdown() stops full watchers at its deadline, and delivers the rest to the others", async () => {
  const broadcaster = new Broadcaster<number>();
  const stuck = broadcaster.watch({ whenFull: "wait", highWaterMark: 1 });
  const other = broadcaster.watch();
  for (let n = 1; n <= 3; n++) broadcaster.actionOrDrop("ADDED", n);
  await Promise.resolve();
  assert.equal(other.queued, 1);
  const controller = new AbortController();
  const ended = broadcaster.shutdown({ signal: controller.signal });
  controller.abort();
  assert.equal(stuck.queued, 0);
  assert.equal(other.queued, 3);
  await ended;
  await broadcaster.shutdown({ signal: controller.signal });
});

test("Broadcaster.shutdown() at its deadline keeps watchers of whenFull wait that have room", async () => {
  const broadcaster = new Broadcaster<number>({ whenFull: "wait" });
  const stuck = [1, 2].map((highWaterMark) => broadcaster.watch({ highWaterMark }));
  const reading = broadcaster.watch();
  const handled: number[] = [];
  broadcaster.watch({ handler: ({ object }) => void handled.push(object) });
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  await settled();
  assert.deepEqual(handled, [1]);
  await broadcaster.shutdown({ signal: AbortSignal.abort() });
  assert.deepEqual(handled, [1, 2, 3]);
  assert.deepEqual(await rest(reading), [1, 2, 3]);
  for (const watcher of stuck) await closed(watcher);
});

test("Broadcaster.shutdown() rejects an invalid signal, and keeps running", async () => {
  const broadcaster = new Broadcaster<number>();
  await assert.rejects(broadcaster.shutdown({ signal: 5000 as never }), {
    name: "TypeError",
    message: "Cannot shut down: signal must be an AbortSignal, received 5000",
  });
  const watcher = broadcaster.watch();
  assert.equal(broadcaster.actionOrDrop("ADDED", 1), true);
  await broadcaster.shutdown();
  assert.deepEqual(await rest(watcher), [1]);
});

test("Broadcaster.shutdown() called from a handler after its deadline stops only full watchers", async () => {
  const broadcaster = new Broadcaster<number>({ whenFull: "wait" });
  const reading = broadcaster.watch();
  const shutdown = (): void => void broadcaster.shutdown({ signal: AbortSignal.abort() });
  broadcaster.watch({ handler: shutdown });
  for (const n of [1, 2]) broadcaster.actionOrDrop("ADDED", n);
  assert.deepEqual(await rest(reading), [1, 2]);
});

// -- Errors --

for (const path of ["action()", "action() that waits for room", "writable"] as const) {
  test(`Broadcaster lets timers fire while a producer awaits ${path} in a loop`, async () => {
    const { broadcaster, watcher } = path === "action() that waits for room" ? waiting(1, 1) : waiting(1000, 1000);
    const read = rest(watcher);
    const writer = path === "writable" ? broadcaster.writable.getWriter() : undefined;
    let fired = false;
    setTimeout(() => fired = true);
    let n = 0;
    const produce = async (): Promise<void> => {
      for (; !fired && n < 3_000_000; n++) await (writer ? writer.write(added(n)) : broadcaster.action("ADDED", n));
    };
    await soon("The producer", produce());
    assert.ok(fired);
    await broadcaster.shutdown();
    assert.equal((await read).length, n);
  });
}

test("Broadcaster calls a filter once per event, even if a full watcher blocks many", async () => {
  const count = 2000;
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: count, whenFull: "wait", highWaterMark: 1 });
  let calls = 0;
  broadcaster.watch({ filter: () => ++calls < 0 });
  const read = rest(broadcaster.watch({ filter: () => ++calls > 0 }));
  for (const n of numbers(count)) broadcaster.actionOrDrop("ADDED", n);
  await broadcaster.shutdown();
  assert.equal((await read).length, count);
  assert.ok(calls <= 2 * count + 2, `${calls} calls for ${count} events`);
});
