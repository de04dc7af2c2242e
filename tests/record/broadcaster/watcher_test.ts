import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, Watcher, type WatchEvent } from "../../../mod.ts";
import { added, all, closed, countingSignal, empty, gate, received, rest, settled, soon } from "./vocabulary.ts";

function setUp(...numbers: number[]) {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watch();
  const send = (...numbers: number[]): void => {
    for (const n of numbers) broadcaster.actionOrDrop("ADDED", n);
  };
  send(...numbers);
  return { broadcaster, watcher, send };
}

/** A watcher whose stream was read before. */
async function readBefore(...numbers: number[]) {
  const { broadcaster, watcher, send } = setUp(0, ...numbers);
  const reader = watcher.getReader();
  assert.equal((await reader.read()).value?.object, 0);
  reader.releaseLock();
  return { broadcaster, watcher, send };
}

const watching = (broadcaster: Broadcaster<number>): number => broadcaster.stats().watchers.length;

// -- Reading --

test("Watcher is a ReadableStream", () => {
  const { watcher } = setUp();
  assert.ok(watcher instanceof ReadableStream);
  assert.ok(watcher instanceof Watcher);
});

test("Watcher is readable by for await, and stops when the loop ends", async () => {
  const { broadcaster, watcher, send } = setUp(1, 2, 3);
  const seen: number[] = [];
  for await (const { object } of watcher) {
    assert.equal(watcher.locked, true);
    seen.push(object);
    if (object === 2) break;
  }
  assert.deepEqual(seen, [1, 2]);
  assert.equal(watcher.locked, false);
  assert.equal(watching(broadcaster), 0);
  assert.equal(watcher.queued, 0);
  send(4);
  await closed(watcher);
});

test("Watcher stops when the loop throws", async () => {
  const { broadcaster, watcher } = setUp(1);
  const loop = (async () => {
    for await (const _event of watcher) throw new Error("loop");
  })();
  await assert.rejects(loop, { message: "loop" });
  assert.equal(watching(broadcaster), 0);
});

test("Watcher.values() with preventCancel leaves the watcher running", async () => {
  const { watcher, send } = setUp(1, 2);
  for await (const { object } of watcher.values({ preventCancel: true })) if (object === 1) break;
  assert.equal(watcher.locked, false);
  send(3);
  await received(watcher, 2, 3);
});

test("Watcher.values() serves concurrent reads in order", async () => {
  const { broadcaster, watcher, send } = setUp();
  const iterator = watcher.values();
  const reads = [1, 2, 3, 4].map(() => iterator.next());
  send(1, 2, 3);
  await settled();
  await broadcaster.shutdown();
  assert.deepEqual(await Promise.all(reads), [
    { value: added(1), done: false },
    { value: added(2), done: false },
    { value: added(3), done: false },
    { value: undefined, done: true },
  ]);
});

test("Watcher.values() locks the stream, and releases it at the end", async () => {
  const { watcher } = setUp(1);
  const iterator = watcher.values({ preventCancel: true });
  assert.throws(() => watcher.getReader(), TypeError);
  await assert.rejects(watcher.cancel(), TypeError);
  await iterator.return();
  assert.deepEqual(await iterator.next(), { value: undefined, done: true });
  await received(watcher, 1);
});

test("Watcher.values() is disposable", async () => {
  const { broadcaster, watcher } = setUp(1);
  await watcher.values()[Symbol.asyncDispose]();
  assert.equal(watching(broadcaster), 0);
});

test("Watcher.batches() yields all queued events at once", async () => {
  const { broadcaster, watcher, send } = setUp(1, 2, 3);
  const seen: number[][] = [];
  const loop = (async () => {
    for await (const batch of watcher.batches()) seen.push(batch.map(({ object }) => object));
  })();
  await settled();
  send(4, 5);
  await settled();
  send(6);
  await broadcaster.shutdown();
  await loop;
  assert.deepEqual(seen, [[1, 2, 3], [4, 5], [6]]);
});

test("Watcher.batches() joins events of several batches", async () => {
  const { watcher, send } = setUp(1, 2);
  for (const n of [3, 5]) {
    await settled();
    send(n, n + 1);
  }
  await received(watcher, 1);
  const iterator = watcher.batches();
  const { value } = await iterator.next();
  assert.deepEqual(value, [2, 3, 4, 5, 6].map(added));
});

test("Watcher.batches() respects filter and highWaterMark", async () => {
  const broadcaster = new Broadcaster<number>();
  broadcaster.actionOrDrop("ADDED", 0);
  const late = broadcaster.watch().batches();
  const small = broadcaster.watch({ highWaterMark: 2 });
  const filtered = broadcaster.watch({ filter: ({ object }) => object !== 2 }).batches();
  const first = late.next();
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  assert.deepEqual((await soon("The first read", first)).value, [1, 2, 3].map(added));
  assert.deepEqual((await small.batches().next()).value, [1, 2].map(added));
  assert.deepEqual((await filtered.next()).value, [1, 3].map(added));
});

test("Watcher is readable by getReader(), and then by for await", async () => {
  const { broadcaster, watcher, send } = setUp(1, 2);
  const reader = watcher.getReader();
  assert.equal((await reader.read()).value?.object, 1);
  const reads = [reader.read(), reader.read(), reader.read()];
  send(3, 4, 5);
  assert.deepEqual((await Promise.all(reads)).map(({ value }) => value?.object), [2, 3, 4]);
  reader.releaseLock();
  await broadcaster.shutdown();
  assert.deepEqual(await rest(watcher), [5]);
});

test("Watcher serves concurrent reads of a reader in order, and respects highWaterMark", async () => {
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 3 });
  const watcher = broadcaster.watch({ highWaterMark: 1 });
  const send = (...numbers: number[]): void => numbers.forEach((n) => broadcaster.actionOrDrop("ADDED", n));
  send(1);
  await settled();
  const reader = watcher.getReader();
  const reads = [reader.read(), reader.read()];
  send(2, 3, 4); // three are distributed at once, before the stream pulls for its second read
  send(5, 6, 7);
  assert.equal(watcher.queued, 1);
  reads.push(reader.read());
  assert.deepEqual((await Promise.all(reads)).map(({ value }) => value?.object), [1, 2, 3]);
  assert.equal(watcher.queued, 0);
  assert.equal(watcher.dropped, 4);
});

for (const whenFull of ["drop-newest", "drop-oldest", "wait"] as const) {
  test(`Watcher.batches() continues where a reader of the stream stopped (${whenFull})`, async () => {
    const broadcaster = new Broadcaster<number>();
    const watcher = broadcaster.watch({ whenFull });
    const send = (...numbers: number[]): void => numbers.forEach((n) => broadcaster.actionOrDrop("ADDED", n));
    send(1, 2, 3);
    const reader = watcher.getReader();
    assert.equal((await reader.read()).value?.object, 1);
    reader.releaseLock();
    send(4, 5);
    await settled();
    const seen: number[][] = [];
    for await (const batch of watcher.batches({ preventCancel: true })) {
      seen.push(batch.map(({ object }) => object));
      if (seen.length === 2) break;
      send(6, 7);
      await settled();
    }
    assert.deepEqual(seen, [[2, 3, 4, 5], [6, 7]]);
    send(8);
    await broadcaster.shutdown();
    assert.deepEqual(await rest(watcher), [8]);
  });
}

for (const read of ["values", "batches"] as const) {
  test(`Watcher.${read}() works after a reader is released before its first read`, async () => {
    for (const leave of ["return", Symbol.asyncDispose] as const) {
      const { broadcaster, watcher } = await readBefore(1, 2);
      await watcher[read]()[leave]();
      assert.equal(watching(broadcaster), 0);
      assert.equal(watcher.locked, false);
      assert.equal(watcher.queued, 0);
    }
  });

  test(`Watcher.${read}() works after a reader is released with reads pending`, async () => {
    for (const preventCancel of [false, true]) {
      const { broadcaster, watcher, send } = await readBefore();
      const iterator = watcher[read]({ preventCancel });
      const reads = [iterator.next(), iterator.next()];
      await settled();
      await iterator.return();
      for (const read of reads) assert.deepEqual(await read, { value: undefined, done: true });
      assert.equal(watching(broadcaster), preventCancel ? 1 : 0);
      send(1, 2);
      await broadcaster.shutdown();
      assert.deepEqual(await rest(watcher), preventCancel ? [1, 2] : []);
    }
  });

  test(`Watcher.${read}() loses nothing after a reader is released as an event arrives`, async () => {
    const { broadcaster, watcher, send } = await readBefore();
    const iterator = watcher[read]({ preventCancel: true });
    const first = iterator.next();
    await settled();
    send(1, 2, 3);
    await Promise.resolve(); // distributed, and not read yet
    await iterator.return();
    assert.deepEqual(await first, { value: read === "values" ? added(1) : [1, 2, 3].map(added), done: false });
    await broadcaster.shutdown();
    assert.deepEqual(await rest(watcher), read === "values" ? [2, 3] : []);
  });

  test(`Watcher.${read}() after a reader serves concurrent reads in order, and ends`, async () => {
    const { broadcaster, watcher, send } = await readBefore(1, 2);
    const iterator = watcher[read]();
    const reads = [iterator.next(), iterator.next(), iterator.next(), iterator.next()];
    await settled();
    send(3, 4);
    await settled();
    await broadcaster.shutdown();
    const got = (await Promise.all(reads)).map(({ value }) => value).flat();
    const [ends, events] = read === "values" ? [[], [1, 2, 3, 4]] : [[undefined, undefined], [1, 2, 3, 4]];
    assert.deepEqual(got, [...events.map(added), ...ends]);
    assert.deepEqual(await iterator.next(), { value: undefined, done: true });
    assert.equal(watcher.locked, false);
  });
}

for (const whenFull of ["drop-newest", "drop-oldest", "wait", "close"] as const) {
  for (const highWaterMark of [0, 5]) {
    test(`Watcher delivers a reader as many events as reads are pending (${whenFull}, highWaterMark ${highWaterMark})`, async () => {
      const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 4 });
      const watcher = broadcaster.watch({ whenFull, highWaterMark });
      const reader = watcher.getReader();
      const reads = Array.from({ length: 10 }, () => reader.read());
      const numbers = reads.map((_, n) => n);
      for (const n of numbers) assert.equal(broadcaster.actionOrDrop("ADDED", n), true);
      assert.deepEqual((await Promise.all(reads)).map(({ value }) => value?.object), numbers);
      assert.equal(watcher.dropped, 0);
      assert.equal(watcher.queued, 0);
    });
  }
}

test("Watcher.getReader() returns a platform reader, with its closed, cancel() and releaseLock()", async () => {
  const { broadcaster, watcher, send } = setUp();
  const reader = watcher.getReader();
  assert.ok(reader instanceof ReadableStreamDefaultReader);
  assert.throws(() => watcher.getReader(), TypeError);
  const pending = [reader.read(), reader.read()];
  reader.releaseLock();
  for (const read of [...pending, reader.read(), reader.closed]) await assert.rejects(read, TypeError);
  reader.releaseLock();
  send(1, 2);
  await received(watcher, 1);
  const next = watcher.getReader();
  assert.equal((await next.read()).value?.object, 2);
  const last = next.read();
  await broadcaster.shutdown();
  for (const read of [last, next.read()]) assert.deepEqual(await read, { value: undefined, done: true });
  await next.closed;
  const other = new Broadcaster<number>();
  const cancelled = other.watch().getReader();
  const read = cancelled.read();
  await cancelled.cancel();
  assert.deepEqual(await read, { value: undefined, done: true });
  await cancelled.closed;
  assert.equal(watching(other), 0);
  assert.throws(() => other.watch().getReader({ mode: "byob" }), TypeError);
});

test("Watcher loses nothing to a read that the platform rejected on releaseLock()", async () => {
  const { broadcaster, watcher, send } = setUp();
  const reader = new ReadableStreamDefaultReader<WatchEvent<number>>(watcher);
  const read = reader.read();
  await settled();
  reader.releaseLock();
  await assert.rejects(read, TypeError);
  send(1);
  await settled();
  assert.equal(watcher.queued, 1);
  const again = new ReadableStreamDefaultReader<WatchEvent<number>>(watcher);
  send(2);
  assert.equal((await again.read()).value?.object, 1);
  again.releaseLock();
  await broadcaster.shutdown();
  assert.deepEqual(await rest(watcher), [2]);
});

test("Watcher is readable by for await first, then by getReader()", async () => {
  const { watcher, send } = setUp(1, 2, 3);
  await received(watcher, 1);
  const reader = watcher.getReader();
  assert.equal((await reader.read()).value?.object, 2);
  send(4);
  assert.equal((await reader.read()).value?.object, 3);
  assert.equal((await reader.read()).value?.object, 4);
});

test("Watcher.pipeTo() and pipeThrough() pass events to a writable stream and through a transform", async () => {
  const { broadcaster, watcher } = setUp(1, 2, 3);
  const other = broadcaster.watch();
  const written: number[] = [];
  const pipe = watcher.pipeTo(new WritableStream({ write: ({ object }) => void written.push(object) }));
  const doubled = other.pipeThrough(
    new TransformStream<WatchEvent<number>, number>({
      transform: ({ object }, controller) => controller.enqueue(2 * object),
    }),
  );
  const read = all(doubled);
  broadcaster.actionOrDrop("ADDED", 4);
  await broadcaster.shutdown();
  await pipe;
  assert.deepEqual(written, [1, 2, 3, 4]);
  assert.deepEqual(await read, [8]);
});

test("Watcher.pipeTo() stops the watcher when the destination fails", async () => {
  const { broadcaster, watcher } = setUp(1);
  const failing = new WritableStream({
    write() {
      throw new Error("sink");
    },
  });
  await assert.rejects(watcher.pipeTo(failing), { message: "sink" });
  assert.equal(watching(broadcaster), 0);
});

test("Watcher.tee() delivers every event to both branches", async () => {
  const { broadcaster, watcher, send } = setUp(1);
  const [a, b] = watcher.tee();
  send(2);
  await broadcaster.shutdown();
  assert.deepEqual([await rest(a), await rest(b)], [[1, 2], [1, 2]]);
});

test("Watcher is the body of a Response, if its events are bytes", async () => {
  const broadcaster = new Broadcaster<number>();
  const text = new TransformStream<WatchEvent<number>, Uint8Array>({
    transform: (event, controller) => controller.enqueue(new TextEncoder().encode(JSON.stringify(event) + "\n")),
  });
  const response = new Response(broadcaster.watch().pipeThrough(text));
  for (const n of [1, 2]) broadcaster.actionOrDrop("ADDED", n);
  await broadcaster.shutdown();
  assert.equal(await response.text(), '{"type":"ADDED","object":1}\n{"type":"ADDED","object":2}\n');
});

// -- Stopping --

test("Watcher.stop() drops the queue in every way of reading", async () => {
  const { broadcaster, watcher } = setUp(1, 2);
  await settled();
  assert.equal(watcher.queued, 2);
  watcher.stop();
  assert.equal(watcher.queued, 0);
  assert.equal(watcher.dropped, 0);
  watcher.stop();
  await closed(watcher);
  assert.deepEqual(await watcher.getReader().read(), { value: undefined, done: true });
  assert.equal(watching(broadcaster), 0);
});

test("Watcher.stop() ends pending reads", async () => {
  const { broadcaster, watcher } = setUp();
  const [byReader, byBatches] = [broadcaster.watch(), broadcaster.watch()];
  const iterator = watcher.values();
  const reads = [iterator.next(), iterator.next(), byReader.getReader().read(), byBatches.batches().next()];
  await settled();
  for (const each of [watcher, byReader, byBatches]) each.stop();
  for (const read of reads) assert.deepEqual(await read, { value: undefined, done: true });
});

test("Watcher.stop() ends a pipe, and closes its sink", async () => {
  const { watcher } = setUp();
  const sink = gate();
  const pipe = watcher.pipeTo(new WritableStream({ close: () => sink.open() }));
  await settled();
  watcher.stop();
  await pipe;
  await sink.opened;
});

for (const stop of ["stop()", "signal"] as const) {
  test(`Watcher ends immediately by its ${stop}, with many queued events and in every way of reading`, async () => {
    const controller = new AbortController();
    const { broadcaster, send } = setUp();
    const watch = () => broadcaster.watch({ signal: controller.signal });
    const watchers = [watch(), watch(), watch(), watch(), watch(), watch(), watch()] as const;
    const [byReader, byPlatform, byLoop, byBatches, byPipe, byTee] = watchers;
    send(1, 2, 3, 4, 5);
    await settled();
    const reader = byReader.getReader();
    const platforms = new ReadableStreamDefaultReader<WatchEvent<number>>(byPlatform);
    const loop = byLoop.values();
    const batches = byBatches.batches();
    const written: number[] = [];
    const sink = gate();
    const write = ({ object }: WatchEvent<number>): Promise<void> => {
      written.push(object);
      return sink.opened;
    };
    const pipe = byPipe.pipeTo(new WritableStream({ write }));
    const [branch] = byTee.tee();
    const tee = branch.getReader();
    for (const first of [reader.read(), platforms.read(), loop.next(), tee.read()]) {
      assert.equal((await first).value?.object, 1);
    }
    send(6);
    await settled();
    const taken = byTee.queued;
    if (stop === "signal") controller.abort();
    else for (const watcher of watchers) watcher.stop();
    for (const watcher of watchers) assert.equal(watcher.queued, 0);
    for (const read of [reader.read(), platforms.read(), loop.next(), batches.next()]) {
      assert.deepEqual(await read, { value: undefined, done: true });
    }
    // A branch of tee() reads ahead, and delivers the chunks it has read.
    for (let ahead = 5 - taken; ahead > 0; ahead--) assert.equal((await tee.read()).done, false);
    assert.deepEqual(await tee.read(), { value: undefined, done: true });
    sink.open();
    await pipe;
    assert.deepEqual(written, [1]);
    assert.equal(watching(broadcaster), 1);
  });
}

test("Watcher.stop() called inside a loop ends the loop", async () => {
  const { watcher } = setUp(1, 2, 3);
  const seen: number[] = [];
  for await (const { object } of watcher) {
    seen.push(object);
    watcher.stop();
  }
  assert.deepEqual(seen, [1]);
});

test("Watcher.stop() resumes a producer that waits for it", async () => {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 0, incomingHighWaterMark: 1, whenFull: "wait" });
  const watcher = broadcaster.watch();
  await broadcaster.action("ADDED", 1);
  const action = broadcaster.action("ADDED", 2);
  watcher.stop();
  await action;
});

test("Watcher.cancel() stops it", async () => {
  const { broadcaster, watcher } = setUp(1);
  await watcher.cancel("enough");
  assert.equal(watching(broadcaster), 0);
  assert.equal(watcher.queued, 0);
  await closed(watcher);
  const read = broadcaster.watch();
  const reader = read.getReader();
  broadcaster.actionOrDrop("ADDED", 2);
  await reader.read();
  await reader.cancel(new Error("enough"));
  assert.equal(watching(broadcaster), 0);
});

test("Watcher stops when its signal aborts, and removes its listener", async () => {
  const { broadcaster } = setUp();
  const { signal, listeners, abort } = countingSignal();
  const stopped = broadcaster.watch({ signal });
  const left = broadcaster.watch({ signal });
  const [reading, waiting] = [broadcaster.watch({ signal }), broadcaster.watch({ signal })];
  assert.equal(listeners.size, 1);
  stopped.stop();
  await left.values().return();
  assert.equal(listeners.size, 1);
  broadcaster.actionOrDrop("ADDED", 1);
  await settled();
  const read = waiting.values();
  await read.next();
  const pending = read.next();
  abort(new Error("enough"));
  assert.deepEqual(await pending, { value: undefined, done: true });
  assert.equal(reading.queued, 0);
  await closed(reading);
  assert.equal(listeners.size, 0);
  assert.equal(watching(broadcaster), 1);
  await closed(broadcaster.watch({ signal }));
  assert.equal(watching(broadcaster), 1);
});

test("Watcher.batches() resolves a pending read with only its own events of a batch", async () => {
  const { broadcaster, send } = setUp(1);
  const later = broadcaster.watch().batches().next();
  send(2);
  assert.deepEqual(await soon("The read of a later watcher", later), { value: [added(2)], done: false });
  broadcaster.watch({ whenFull: "wait", highWaterMark: 1 });
  const batches = broadcaster.watch().batches();
  send(3, 4);
  assert.deepEqual(await soon("The read beside a full watcher", batches.next()), { value: [added(3)], done: false });
});

test("Watcher that was closed removes its listener from the signal, read or not", async () => {
  const { broadcaster } = setUp();
  const { signal, listeners } = countingSignal();
  const watcher = broadcaster.watch({ signal });
  const full = broadcaster.watch({ signal, highWaterMark: 0, whenFull: "close" });
  broadcaster.actionOrDrop("ADDED", 1);
  await broadcaster.shutdown();
  assert.equal(listeners.size, 0);
  assert.deepEqual(await rest(watcher), [1]);
  await closed(full);
});

test("Watcher aborted after shutdown() drops its queue, and ends its pending reads", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const { broadcaster } = setUp();
  const watchers = [1, 2, 3, 4, 5].map(() => broadcaster.watch({ signal }));
  const handled: number[] = [];
  const { opened, open } = gate();
  const handler = async ({ object }: WatchEvent<number>): Promise<void> => {
    handled.push(object);
    await opened;
  };
  broadcaster.watch({ signal, handler });
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  await broadcaster.shutdown();
  const reader = watchers[0]!.getReader();
  assert.equal((await reader.read()).value?.object, 1);
  const platforms = new ReadableStreamDefaultReader<WatchEvent<number>>(watchers[1]!);
  assert.equal((await platforms.read()).value?.object, 1);
  controller.abort();
  assert.deepEqual(await reader.read(), { value: undefined, done: true });
  assert.deepEqual(await platforms.read(), { value: undefined, done: true });
  assert.deepEqual(await all(watchers[2]!.batches()), []);
  assert.equal(watchers[3]!.queued, 0);
  const written: unknown[] = [];
  await watchers[4]!.pipeTo(new WritableStream({ write: (event) => void written.push(event) }));
  assert.deepEqual(written, []);
  open();
  await settled();
  assert.deepEqual(handled, [1]);
});

test("Watcher adds one listener to a signal shared by many watchers and broadcasters", async () => {
  const { signal, listeners, abort } = countingSignal();
  const broadcasters = [1, 2, 3].map(() => new Broadcaster<number>({ signal }));
  const watchers = broadcasters.flatMap((broadcaster) => [1, 2, 3].map(() => broadcaster.watch({ signal })));
  const distributed = broadcasters.map((broadcaster) => broadcaster.shutdown({ signal }));
  assert.equal(listeners.size, 1);
  await Promise.all(distributed);
  assert.equal(listeners.size, 0);
  const later = new Broadcaster<number>({ signal });
  assert.equal(listeners.size, 1);
  abort();
  for (const watcher of [...watchers]) await closed(watcher);
  assert.throws(() => later.watch(), { name: "BroadcasterStoppedError" });
  assert.equal(listeners.size, 0);
});

test("Watcher is disposable while idle, while read and after it ended", async () => {
  const { broadcaster, watcher } = setUp(1);
  const reading = broadcaster.watch();
  const read = reading.values().next();
  watcher[Symbol.dispose]();
  assert.equal(watching(broadcaster), 1);
  await reading[Symbol.asyncDispose]();
  assert.equal(watching(broadcaster), 0);
  assert.deepEqual(await read, { value: undefined, done: true });
  watcher[Symbol.dispose]();
  await watcher[Symbol.asyncDispose]();
  assert.equal(watching(broadcaster), 0);
});

test("Watcher that is started and stopped leaves nothing behind", async () => {
  const { broadcaster, watcher, send } = setUp();
  for (let n = 0; n < 100; n++) {
    const passing = broadcaster.watch({ whenFull: n % 2 ? "wait" : "drop-oldest", highWaterMark: 0 });
    send(n);
    passing.stop();
    assert.equal(watching(broadcaster), 1);
    await received(watcher, n);
  }
  await empty(watcher);
});
