import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, type Watcher, type WatchEvent } from "../../mod.ts";
import { added, gate, settled, soon } from "./vocabulary.ts";

/**
 * Whether this is workerd, whose streams leave the standard where these tests compare with it: its own `pipeTo` never settles
 * in some endings, and a destination has room for one write more.
 */
const isWorkerd = globalThis.navigator?.userAgent === "Cloudflare-Workers";

/** A source of a pipe, and a function that ends it. */
interface Source {
  readonly stream: ReadableStream<WatchEvent<number>>;
  end(): void;
  isCancelled(): boolean;
}

function platformSource(): Source {
  let cancelled = false;
  let controller!: ReadableStreamDefaultController<WatchEvent<number>>;
  const stream = new ReadableStream<WatchEvent<number>>({
    start: (c) => {
      controller = c;
      for (const n of [1, 2, 3]) controller.enqueue(added(n));
    },
    cancel: () => void (cancelled = true),
  });
  return { stream, end: () => controller.close(), isCancelled: () => cancelled };
}

function watcherSource(): Source {
  const broadcaster = new Broadcaster<number>();
  const stream = broadcaster.watchWithPrefix([1, 2, 3].map(added));
  const isCancelled = (): boolean => broadcaster.stats().watchers.length === 0;
  return { stream, end: () => void broadcaster.shutdown(), isCancelled };
}

/** Ways to end a pipe; each is called before the pipe starts, and after it has written all it can. */
const ENDINGS: Readonly<Record<string, (trial: Trial, phase: "before" | "after") => void>> = {
  "the source ends": ({ source }, phase) => phase === "after" && source.end(),
  "the source has ended": ({ source }, phase) => phase === "before" && source.end(),
  "the signal aborts": ({ controller }, phase) => phase === "after" && controller.abort(new Error("signal")),
  "the signal has aborted": ({ controller }, phase) => phase === "before" && controller.abort(new Error("signal")),
  "the destination is in error": ({ fail }, phase) => phase === "after" && fail(),
  "the destination was in error": ({ fail }, phase) => phase === "before" && fail(),
  "the destination was closed": ({ destination }, phase) => {
    if (phase === "before") void destination.close();
  },
};

interface Trial {
  readonly source: Source;
  readonly controller: AbortController;
  readonly destination: WritableStream<WatchEvent<number>>;
  fail(): void;
}

/** The final state of a pipe, its source and its destination. */
async function pipeTrial(source: Source, ending: string, options: StreamPipeOptions): Promise<unknown> {
  const controller = new AbortController();
  const seen: unknown[] = [];
  let fail!: () => void;
  const destination = new WritableStream<WatchEvent<number>>({
    start: (c) => {
      fail = () => c.error(new Error("destination"));
    },
    write: ({ object }) => void seen.push(object),
    close: () => void seen.push("closed"),
    abort: (reason) => void seen.push(`aborted: ${reason.message}`),
  });
  const trial: Trial = { source, controller, destination, fail };
  await settled();
  ENDINGS[ending]!(trial, "before");
  await settled();
  const pipe = source.stream.pipeTo(destination, { ...options, signal: controller.signal });
  const result = pipe.then(() => "resolved", (error) => error instanceof TypeError ? "TypeError" : error.message);
  await settled();
  ENDINGS[ending]!(trial, "after");
  const outcome = { result: await soon("The pipe", result), seen, cancelled: false, locked: false };
  await settled();
  outcome.cancelled = source.isCancelled();
  outcome.locked = source.stream.locked || destination.locked;
  return outcome;
}

for (const ending of Object.keys(ENDINGS)) {
  test(`Watcher.pipeTo() behaves as the platform's when ${ending}`, { skip: isWorkerd }, async () => {
    for (let bits = 0; bits < 8; bits++) {
      const options = { preventClose: (bits & 1) > 0, preventAbort: (bits & 2) > 0, preventCancel: (bits & 4) > 0 };
      const ended = ending.startsWith("the source");
      const expected = await pipeTrial(platformSource(), ending, options) as object;
      const actual = await pipeTrial(watcherSource(), ending, options);
      // A watcher that has ended counts as cancelled.
      assert.deepEqual(actual, { ...expected, ...(ended && { cancelled: true }) }, JSON.stringify(options));
    }
  });
}

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

test("Watcher.pipeTo() fills a destination up to its high-water mark at once, and continues as it drains", async () => {
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

test("Watcher.pipeTo() writes each event once to a destination that has room for more", async () => {
  const { broadcaster, watcher, send } = setUp();
  const written: (number | undefined)[] = [];
  const write = (event?: WatchEvent<number>): void => void written.push(event?.object);
  const pipe = watcher.pipeTo(new WritableStream({ write }, { highWaterMark: 10 }));
  await settled();
  send(1, 2);
  await settled();
  send(3);
  await broadcaster.shutdown();
  await pipe;
  assert.deepEqual(written, [1, 2, 3]);
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

test("Watcher.pipeTo() aborts the destination at once, even during a write", async () => {
  const { broadcaster, watcher, send } = setUp();
  const downstream = new Broadcaster<number>({ highWaterMark: 0, incomingHighWaterMark: 1, whenFull: "wait" });
  const full = downstream.watch();
  const controller = new AbortController();
  const pipe = watcher.pipeTo(downstream.writable, { signal: controller.signal });
  send(1, 2, 3);
  await settled();
  const ended = assert.rejects(pipe, { message: "enough" });
  controller.abort(new Error("enough"));
  assert.throws(() => downstream.watch(), { name: "BroadcasterStoppedError" });
  full.stop();
  await ended;
  assert.equal(broadcaster.stats().watchers.length, 0);
});

test("Watcher.pipeTo() rejects once the destination has been aborted, as a stream's pipe does", async () => {
  const { watcher } = setUp();
  const controller = new AbortController();
  const { opened, open } = gate();
  const destination = new WritableStream<WatchEvent<number>>({ abort: () => opened });
  let rejected = false;
  const pipe = watcher.pipeTo(destination, { signal: controller.signal }).catch(() => void (rejected = true));
  await settled();
  controller.abort(new Error("enough"));
  await settled();
  assert.equal(rejected, false);
  open();
  await soon("The pipe", pipe);
  assert.equal(rejected, true);
});

test("Watcher.pipeTo() with preventCancel leaves the events after its end to the next reader", async () => {
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
});

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

test("Watcher.pipeTo() and pipeThrough() reject invalid options, and lock nothing", async () => {
  const { watcher } = setUp();
  const destination = new WritableStream<WatchEvent<number>>();
  const wrong = [{ signal: {} }, { signal: new AbortController() }, { preventclose: true }];
  for (const options of wrong as StreamPipeOptions[]) {
    await assert.rejects(watcher.pipeTo(destination, options), TypeError);
    assert.throws(
      () => watcher.pipeThrough({ writable: destination, readable: new ReadableStream() }, options),
      TypeError,
    );
  }
  await assert.rejects(watcher.pipeTo({} as never), TypeError);
  assert.equal(watcher.locked || destination.locked, false);
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

test("Watcher.pipeTo keeps the order of events published from the destination while queued ones are written", async () => {
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 1 });
  const watcher = broadcaster.watch();
  for (const n of [1, 2, 3]) broadcaster.actionOrDrop("ADDED", n);
  const written: number[] = [];
  let published = false;
  const destination = new WritableStream<WatchEvent<number>>({
    write({ object }) {
      written.push(object);
      if (written.length === 4) void broadcaster.shutdown();
    },
  }, {
    highWaterMark: 10,
    size() {
      if (!published) {
        published = true;
        broadcaster.actionOrDrop("ADDED", 4);
      }
      return 1;
    },
  });
  await watcher.pipeTo(destination);
  assert.deepEqual(written, [1, 2, 3, 4]);
});
