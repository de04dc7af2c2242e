import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, type Watcher, type WatchEvent } from "../../../mod.ts";
import { gate, settled, soon } from "./vocabulary.ts";

/**
 * Whether this is workerd, whose `pipeTo` writes one event more than the destination has room for, and waits for another
 * event before it aborts.
 */
const isWorkerd = globalThis.navigator?.userAgent === "Cloudflare-Workers";

function setUp(options: ConstructorParameters<typeof Broadcaster<number>>[0] = {}) {
  const broadcaster = new Broadcaster<number>(options);
  const send = (...numbers: number[]): void => numbers.forEach((n) => broadcaster.actionOrDrop("ADDED", n));
  return { broadcaster, watcher: broadcaster.watch(), send };
}

/** A destination whose writes end when the test ends them. */
function slowDestination(highWaterMark = 1) {
  const written: number[] = [];
  let next = gate();
  const destination = new WritableStream<WatchEvent<number>>({
    write: ({ object }) => {
      written.push(object);
      return next.opened;
    },
  }, { highWaterMark });
  const release = async (): Promise<void> => {
    const { open } = next;
    next = gate();
    open();
    await settled();
  };
  return { destination, written, release };
}

const evicts =
  "Watcher.pipeTo() keeps events that the destination has no room for in the watcher's queue, subject to whenFull";
test(evicts, { skip: isWorkerd }, async () => {
  const { broadcaster, watcher, send } = setUp({ highWaterMark: 2, whenFull: "drop-oldest" });
  const { destination, written, release } = slowDestination();
  const pipe = watcher.pipeTo(destination);
  send(1);
  await settled();
  send(2, 3, 4, 5, 6);
  await settled();
  assert.deepEqual(written, [1]);
  assert.equal(watcher.queued, 2);
  assert.equal(watcher.dropped, 3);
  const distributed = broadcaster.shutdown();
  for (let i = 0; i < 3; i++) await release();
  await pipe;
  await distributed;
  assert.deepEqual(written, [1, 5, 6]);
});

test("Watcher.pipeTo() closes the destination, unless preventClose is true, if the watcher has ended and is empty", async () => {
  for (const preventClose of [false, true]) {
    const { broadcaster, watcher } = setUp();
    await broadcaster.shutdown();
    let closed = false;
    const destination = new WritableStream<WatchEvent<number>>({ close: () => void (closed = true) });
    await soon("The pipe", watcher.pipeTo(destination, { preventClose }));
    assert.equal(closed, !preventClose);
    assert.deepEqual([watcher.locked, destination.locked], [false, false]);
  }
});

test("Watcher.pipeTo() fills a destination up to its high-water mark at once, and continues as it drains", {
  skip: isWorkerd,
}, async () => {
  const { broadcaster, watcher, send } = setUp();
  const { destination, written, release } = slowDestination(3);
  const pipe = watcher.pipeTo(destination);
  assert.equal(watcher.locked && destination.locked, true);
  await settled();
  send(1, 2, 3, 4, 5);
  await settled();
  assert.equal(watcher.queued, 2);
  await release();
  assert.equal(watcher.queued, 1);
  await broadcaster.shutdown();
  for (let i = 0; i < 4; i++) await release();
  await pipe;
  assert.deepEqual(written, [1, 2, 3, 4, 5]);
});

test("Watcher.pipeTo() of whenFull wait applies the destination's backpressure to the producer", async () => {
  const { broadcaster, watcher } = setUp({ highWaterMark: 0, incomingHighWaterMark: 1, whenFull: "wait" });
  const { destination, written, release } = slowDestination();
  const pipe = watcher.pipeTo(destination);
  await settled();
  await broadcaster.action("ADDED", 1);
  await broadcaster.action("ADDED", 2);
  let accepted = false;
  const third = broadcaster.action("ADDED", 3).then(() => accepted = true);
  await settled();
  assert.equal(accepted, false);
  await release();
  await third;
  const distributed = broadcaster.shutdown();
  for (let i = 0; i < 3; i++) await release();
  await distributed;
  await pipe;
  assert.deepEqual(written, [1, 2, 3]);
});

test("Watcher.pipeTo() of whenFull wait queues no more events of a batch than its highWaterMark", async () => {
  const { broadcaster, watcher } = setUp({ highWaterMark: 2, whenFull: "wait" });
  const { destination, written, release } = slowDestination();
  const pipe = watcher.pipeTo(destination);
  await settled();
  for (const n of [1, 2, 3, 4, 5]) broadcaster.actionOrDrop("ADDED", n);
  await settled();
  assert.deepEqual([watcher.queued, broadcaster.stats().queued], [2, 2]);
  const distributed = broadcaster.shutdown();
  for (let i = 0; i < 5; i++) await release();
  await distributed;
  await pipe;
  assert.deepEqual(written, [1, 2, 3, 4, 5]);
});

test("Watcher.pipeTo() resumes a waiting producer as soon as an event has left the queue", async () => {
  const { broadcaster, watcher } = setUp({ highWaterMark: 2, incomingHighWaterMark: 1, whenFull: "wait" });
  const { destination, release } = slowDestination();
  const pipe = watcher.pipeTo(destination);
  await settled();
  for (const n of [1, 2, 3, 4]) await soon(`Event ${n}`, broadcaster.action("ADDED", n));
  const fifth = broadcaster.action("ADDED", 5);
  await release();
  await soon("The fifth event", fifth);
  assert.equal(watcher.queued, 2);
  watcher.stop();
  await release();
  await soon("The pipe", pipe);
});

test(
  "Watcher.pipeTo() with preventCancel leaves the events after its end to the next reader",
  { skip: isWorkerd },
  async () => {
    const { watcher, send } = setUp();
    const controller = new AbortController();
    const pipe = watcher.pipeTo(new WritableStream(), { signal: controller.signal, preventCancel: true });
    send(1);
    await settled();
    controller.abort(new Error("enough"));
    await assert.rejects(pipe, { message: "enough" });
    send(2, 3);
    await settled();
    const reader = watcher.getReader();
    const next = await soon("The next events", Promise.all([reader.read(), reader.read()]));
    assert.deepEqual(next.map(({ value }) => value?.object), [2, 3]);
  },
);

test("Watcher.pipeTo() may be stopped from within the destination", async () => {
  const { broadcaster, send } = setUp();
  const written: number[] = [];
  const watcher: Watcher<number> = broadcaster.watch();
  const write = ({ object }: WatchEvent<number>): void => {
    written.push(object);
    watcher.stop();
    send(9);
  };
  const pipe = watcher.pipeTo(new WritableStream({ write }, { highWaterMark: 10 }));
  await settled();
  send(1);
  await pipe;
  assert.deepEqual(written, [1]);
  assert.equal(watcher.queued, 0);
});

test("Watcher.pipeTo() and pipeThrough() reject a locked stream, and lock nothing", async () => {
  const { watcher } = setUp();
  const locked = new WritableStream<WatchEvent<number>>();
  const writer = locked.getWriter();
  await assert.rejects(watcher.pipeTo(locked), TypeError);
  assert.throws(() => watcher.pipeThrough({ writable: locked, readable: new ReadableStream() }), TypeError);
  assert.equal(watcher.locked, false);
  writer.releaseLock();
  const reader = watcher.getReader();
  await assert.rejects(watcher.pipeTo(locked), TypeError);
  assert.throws(() => watcher.pipeThrough(new TransformStream()), TypeError);
  assert.equal(locked.locked, false);
  reader.releaseLock();
  await watcher.pipeTo(locked, { signal: AbortSignal.abort(new Error("enough")) }).catch(() => {});
  assert.equal(watcher.locked, false);
});

test("Watcher.pipeThrough() forwards an error of the transform, and stops", async () => {
  const { broadcaster, watcher, send } = setUp();
  const transform = (): never => {
    throw new Error("transform");
  };
  const reader = watcher.pipeThrough(new TransformStream<WatchEvent<number>, number>({ transform })).getReader();
  const read = assert.rejects(reader.read(), { message: "transform" });
  send(1, 2);
  await read;
  await settled();
  assert.equal(broadcaster.stats().watchers.length, 0);
});
