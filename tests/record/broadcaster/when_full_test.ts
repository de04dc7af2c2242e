import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, type BroadcasterStats, type Watcher, type WatchOptions } from "../../../mod.ts";
import { closed, dropped, empty, received, rest, settled, soon } from "./vocabulary.ts";

/** A watcher with highWaterMark 2, unless the options differ, and a function that publishes numbers to it. */
function setUp(options: WatchOptions<number> = {}) {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 2 });
  const watcher = broadcaster.watch(options);
  const send = async (...numbers: number[]): Promise<void> => {
    for (const n of numbers) broadcaster.actionOrDrop("ADDED", n);
    await settled();
  };
  return { broadcaster, watcher, send };
}

test("Watcher of wait calls its filter once per event, in order", async () => {
  const seen: unknown[] = [];
  const { watcher, send } = setUp({
    whenFull: "wait",
    filter(event) {
      seen.push(event?.object);
      if (seen.length > 9) watcher.stop(); // ends what would go on forever
      return true;
    },
  });
  await send(1, 2);
  assert.deepEqual(seen, [1, 2]);
});

// -- Loss: the rules of tokio's broadcast channel, which drops the oldest --

test("Watcher of drop-oldest drops the oldest events", async () => {
  const { watcher, send } = setUp({ whenFull: "drop-oldest" });
  await send(1, 2, 3);
  await dropped(watcher, 1);
  await received(watcher, 2, 3);
  await empty(watcher);
});

test("Watcher of drop-newest keeps the oldest events", async () => {
  const { watcher, send } = setUp();
  await send(1, 2, 3);
  await dropped(watcher, 1);
  await received(watcher, 1, 2);
  await empty(watcher);
});

for (const whenFull of ["drop-newest", "drop-oldest"] as const) {
  const latest = (early: number[], late: number[]): number[] => whenFull === "drop-oldest" ? late : early;

  test(`Watcher drops nothing within highWaterMark (${whenFull})`, async () => {
    const { watcher, send } = setUp({ whenFull });
    for (const n of [1, 3, 5, 7]) {
      await send(n, n + 1);
      await received(watcher, n, n + 1);
    }
    await dropped(watcher, 0);
  });

  test(`Watcher that drops affects no other (${whenFull})`, async () => {
    const { broadcaster, watcher, send } = setUp({ whenFull });
    const other = broadcaster.watch();
    for (const n of [1, 3, 5]) {
      await send(n, n + 1);
      await received(other, n, n + 1);
    }
    await dropped(watcher, 4);
    await dropped(other, 0);
  });

  test(`Watcher recovers after drops, and drops again (${whenFull})`, async () => {
    const { watcher, send } = setUp({ whenFull });
    await send(1, 2, 3, 4);
    await dropped(watcher, 2);
    await received(watcher, ...latest([1, 2], [3, 4]));
    await send(5);
    await received(watcher, 5);
    await dropped(watcher, 2);
    await send(6);
    await send(7, 8, 9);
    await dropped(watcher, 4);
    await received(watcher, ...latest([6, 7], [8, 9]));
    await empty(watcher);
  });

  test(`Watcher.dropped is exact (${whenFull})`, async () => {
    const { watcher, send } = setUp({ whenFull, highWaterMark: 5 });
    for (let n = 0; n < 100; n += 10) await send(...Array.from({ length: 10 }, (_, i) => n + i));
    await dropped(watcher, 95);
    await received(watcher, ...latest([0, 1, 2, 3, 4], [95, 96, 97, 98, 99]));
  });

  test(`Watcher with highWaterMark 1 holds one event (${whenFull})`, async () => {
    const { watcher, send } = setUp({ whenFull, highWaterMark: 1 });
    await send(1, 2, 3);
    await dropped(watcher, 2);
    await received(watcher, ...latest([1], [3]));
    await empty(watcher);
  });

  test(`Watcher with highWaterMark 0 gets events for pending reads, as from Go's unbuffered channel (${whenFull})`, async () => {
    const { watcher, send } = setUp({ whenFull, highWaterMark: 0 });
    await send(1);
    await dropped(watcher, 1);
    const iterator = watcher.values();
    const reads = [iterator.next(), iterator.next()];
    await send(2, 3, 4);
    assert.deepEqual((await Promise.all(reads)).map(({ value }) => value?.object), [2, 3]);
    await dropped(watcher, 2);
  });

  test(`Watcher with highWaterMark 0 drops events after a pending read was released (${whenFull})`, async () => {
    const { broadcaster, watcher, send } = setUp({ whenFull, highWaterMark: 0 });
    const reader = watcher.getReader();
    const read = reader.read();
    reader.releaseLock();
    await assert.rejects(read, TypeError);
    await send(1);
    await send(2);
    await dropped(watcher, 2);
    const [stats] = broadcaster.stats().watchers;
    assert.deepEqual([stats?.queued, stats?.delivered], [0, 0]);
    const next = watcher.getReader().read();
    await send(3);
    assert.equal((await next).value?.object, 3);
  });

  test(`Watcher that was full at shutdown() can still be read (${whenFull})`, async () => {
    const { broadcaster, watcher, send } = setUp({ whenFull });
    await send(1, 2, 3);
    await broadcaster.shutdown();
    assert.deepEqual(await rest(watcher), latest([1, 2], [2, 3]));
    await closed(watcher);
  });

  test(`Watcher queues no event that its filter rejects (${whenFull})`, async () => {
    const { watcher, send } = setUp({ whenFull, filter: ({ object }) => object > 3 });
    await send(1, 2, 3, 4, 5);
    await dropped(watcher, 0);
    await received(watcher, 4, 5);
  });

  test(`Watcher.queued includes events inside its stream (${whenFull})`, async () => {
    const { watcher, send } = setUp({ whenFull });
    const reader = watcher.getReader();
    const first = reader.read();
    await send(1, 2, 3, 4);
    assert.equal((await first).value?.object, 1);
    assert.equal(watcher.queued, 2);
    await dropped(watcher, 1);
    await send(5);
    await dropped(watcher, 2);
    const left = [await reader.read(), await reader.read()].map(({ value }) => value?.object);
    assert.deepEqual(left, latest([2, 3], [4, 5]));
    assert.equal(watcher.queued, 0);
  });
}

test("Watcher of whenFull close ends after its queue, and counts the event that overflowed", async () => {
  const { broadcaster, watcher, send } = setUp({ whenFull: "close" });
  await send(1, 2);
  assert.equal(broadcaster.stats().watchers.length, 1);
  await send(3, 4);
  assert.equal(broadcaster.stats().watchers.length, 0);
  await dropped(watcher, 1);
  assert.deepEqual(await rest(watcher), [1, 2]);
  await closed(watcher);
});

test("Watcher of whenFull close ends a stream reader without an error", async () => {
  const { watcher, send } = setUp({ whenFull: "close" });
  const reader = watcher.getReader();
  const first = reader.read();
  await send(1, 2, 3, 4);
  assert.equal((await first).value?.object, 1);
  assert.equal((await reader.read()).value?.object, 2);
  assert.equal((await reader.read()).value?.object, 3);
  assert.deepEqual(await reader.read(), { value: undefined, done: true });
  await reader.closed;
});

test("Watcher of whenFull wait drops nothing in any way of reading", async () => {
  const { broadcaster, watcher } = setUp({ whenFull: "wait", highWaterMark: 1 });
  const piped = broadcaster.watch({ whenFull: "wait", highWaterMark: 0 });
  const batches = broadcaster.watch({ whenFull: "wait", highWaterMark: 3 });
  const handled: number[] = [];
  const handler = async ({ object }: { object: number }): Promise<void> => {
    await settled();
    handled.push(object);
  };
  broadcaster.watch({ whenFull: "wait", highWaterMark: 0, handler });
  const written: number[] = [];
  const pipe = piped.pipeTo(new WritableStream({ write: ({ object }) => void written.push(object) }));
  const inBatches = (async () => {
    const numbers: number[] = [];
    for await (const batch of batches.batches()) numbers.push(...batch.map(({ object }) => object));
    return numbers;
  })();
  const read = rest(watcher);
  const sent = Array.from({ length: 50 }, (_, n) => n);
  for (const n of sent) await soon(`Event ${n}`, broadcaster.action("ADDED", n));
  await soon("The shutdown", broadcaster.shutdown());
  await soon("The pipe", pipe);
  assert.deepEqual(await soon("The loop", read), sent);
  assert.deepEqual(await soon("The loop over batches", inBatches), sent);
  assert.deepEqual(written, sent);
  await settled();
  await settled();
  assert.deepEqual(handled, sent);
});

// -- onDrop --

function lagging(options: WatchOptions<number>) {
  const lags: { missed: number; total: number }[] = [];
  return { lags, ...setUp({ ...options, onDrop: (lag) => void lags.push(lag) }) };
}

test("Watcher.onDrop is called once when drops begin, and again after there was room", async () => {
  const { lags, watcher, send } = lagging({});
  await send(1, 2);
  assert.deepEqual(lags, []);
  await send(3, 4, 5);
  await send(6);
  await send(7);
  assert.deepEqual(lags, [{ missed: 3, total: 3 }]);
  await received(watcher, 1);
  await send(8);
  assert.deepEqual(lags.length, 1);
  await send(9);
  assert.deepEqual(lags, [{ missed: 3, total: 3 }, { missed: 3, total: 6 }]);
  await dropped(watcher, 6);
});

test("Watcher.onDrop is called when the watcher ends, if it dropped more since the last call", async () => {
  for (const whenFull of ["drop-newest", "drop-oldest"] as const) {
    for (const end of ["stop", "shutdown"] as const) {
      const { lags, watcher, broadcaster, send } = lagging({ whenFull });
      await send(1, 2, 3);
      await send(4, 5);
      if (end === "stop") watcher.stop();
      else await broadcaster.shutdown(); // the queue is never read
      watcher.stop();
      assert.deepEqual(lags, [{ missed: 1, total: 1 }, { missed: 2, total: 3 }]);
      assert.equal(watcher.dropped, 3);
    }
  }
  const { lags, watcher } = lagging({ whenFull: "drop-newest" });
  watcher.stop();
  assert.deepEqual(lags, []);
});

test("Watcher.onDrop is called for dropped oldest events", async () => {
  const { lags, watcher, send } = lagging({ whenFull: "drop-oldest" });
  await send(1, 2, 3);
  await send(4, 5, 6, 7, 8);
  assert.deepEqual(lags, [{ missed: 1, total: 1 }]);
  await received(watcher, 7, 8);
  await send(9, 10, 11);
  assert.deepEqual(lags, [{ missed: 1, total: 1 }, { missed: 6, total: 7 }]);
});

test("Watcher.onDrop is called again after there was room for part of a batch", async () => {
  for (const whenFull of ["drop-newest", "drop-oldest"] as const) {
    const { lags, watcher, send } = lagging({ whenFull });
    await send(1, 2, 3);
    await received(watcher, ...(whenFull === "drop-newest" ? [1] : [2]));
    await send(4, 5);
    assert.deepEqual(lags, [{ missed: 1, total: 1 }, { missed: 1, total: 2 }]);
    await send(6);
    assert.equal(lags.length, 2);
    await dropped(watcher, 3);
  }
});

test("Watcher counts read events as delivered after drops and any kind of end", async () => {
  for (const whenFull of ["drop-newest", "drop-oldest", "close"] as const) {
    const { broadcaster, watcher, send } = setUp({ whenFull, highWaterMark: 2 });
    const stats = () => broadcaster.stats().watchers[0];
    await send(1, 2);
    assert.deepEqual(stats(), { queued: 2, delivered: 0, dropped: 0, errors: 0 });
    await received(watcher, 1);
    assert.deepEqual(stats(), { queued: 1, delivered: 1, dropped: 0, errors: 0 });
    // The stats of a watcher are read as it leaves.
    let last: BroadcasterStats["watchers"][number] | undefined;
    const left = broadcaster.watch({
      whenFull,
      highWaterMark: 1,
      onDrop: () => last = broadcaster.stats().watchers[1],
    });
    await send(3, 4, 5);
    if (whenFull !== "close") assert.deepEqual(last, { queued: 1, delivered: 0, dropped: 2, errors: 0 });
    assert.equal(left.dropped, whenFull === "close" ? 1 : 2);
  }
});

test("Watcher.onDrop is not called for events that the filter rejects", async () => {
  const { lags, send } = lagging({ filter: ({ object }) => object < 10 });
  await send(1, 2, 3);
  await send(10);
  await send(11, 4);
  assert.deepEqual(lags, [{ missed: 1, total: 1 }]);
});

test("Watcher.onDrop is called for the event that closed a watcher of whenFull close", async () => {
  const { lags, send } = lagging({ whenFull: "close" });
  await send(1, 2, 3, 4);
  assert.deepEqual(lags, [{ missed: 1, total: 1 }]);
});

test("Watcher.onDrop may stop the watcher, and may throw", async () => {
  const errors: unknown[] = [];
  const broadcaster = new Broadcaster<number>({ highWaterMark: 1, onError: (error) => errors.push(error) });
  const stopping: Watcher<number> = broadcaster.watch({ onDrop: () => stopping.stop() });
  const onDrop = (): void => {
    throw new Error("onDrop");
  };
  const throwing = broadcaster.watch({ onDrop });
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  await settled();
  await closed(stopping);
  assert.equal((errors[0] as Error).message, "onDrop");
  assert.equal(broadcaster.stats().watchers[0]?.errors, 1);
  await received(throwing, 1);
});

test("Watcher.onDrop is called again after a read, even with highWaterMark 0", async () => {
  const { lags, watcher, send } = lagging({ highWaterMark: 0 });
  await send(1, 2);
  const read = watcher.values().next();
  await send(3, 4);
  assert.equal((await read).value?.object, 3);
  assert.deepEqual(lags, [{ missed: 2, total: 2 }, { missed: 1, total: 3 }]);
});

test("Watcher of drop-oldest serves all pending reads of its stream before it drops", async () => {
  const { watcher, send } = setUp({ whenFull: "drop-oldest", highWaterMark: 1 });
  const reader = watcher.getReader();
  const reads = [reader.read(), reader.read()];
  await settled();
  await send(1, 2, 3, 4);
  assert.deepEqual((await Promise.all(reads)).map(({ value }) => value?.object), [1, 2]);
  await dropped(watcher, 1);
  await send(5);
  assert.equal((await reader.read()).value?.object, 5);
  await dropped(watcher, 2);
});
