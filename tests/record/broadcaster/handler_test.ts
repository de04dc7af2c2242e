import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, type Watcher } from "../../../mod.ts";
import { added, gate, received, settled } from "./vocabulary.ts";

function send(broadcaster: Broadcaster<number>, ...numbers: number[]): void {
  for (const n of numbers) broadcaster.actionOrDrop("ADDED", n);
}

test("Watcher.handler is called with every event at any highWaterMark", async () => {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 0 });
  const seen: number[] = [];
  broadcaster.watch({ handler: ({ object }) => void seen.push(object) });
  send(broadcaster, 1, 2, 3);
  assert.deepEqual(seen, []);
  await settled();
  assert.deepEqual(seen, [1, 2, 3]);
});

test("Watcher.handler that throws is called with the next event, and disturbs no other watcher", async () => {
  const errors: unknown[] = [];
  const broadcaster = new Broadcaster<number>({ onError: (error) => errors.push(error) });
  let calls = 0;
  broadcaster.watch({
    handler() {
      calls++;
      throw new Error("handler");
    },
  });
  const watcher = broadcaster.watch();
  send(broadcaster, 1, 2);
  await received(watcher, 1, 2);
  assert.equal(calls, 2);
  assert.equal(errors.length, 2);
  assert.equal(broadcaster.stats().watchers[0]?.errors, 2);
});

test("Watcher.handler that rejects is called with the next event", async () => {
  const errors: unknown[] = [];
  const broadcaster = new Broadcaster<number>({ onError: (error) => errors.push(error) });
  const seen: number[] = [];
  broadcaster.watch({
    async handler({ object }) {
      seen.push(object);
      await settled();
      throw new Error("later");
    },
  });
  send(broadcaster, 1, 2);
  await settled();
  await settled();
  await settled();
  assert.deepEqual(seen, [1, 2]);
  assert.deepEqual(errors.map((error) => (error as Error).message), ["later", "later"]);
});

test("Broadcaster.onError that throws or rejects disturbs no watcher", async () => {
  const throws = (): never => {
    throw new Error("onError");
  };
  for (const onError of [throws, () => Promise.reject(new Error("onError"))]) {
    const broadcaster = new Broadcaster<number>({ onError });
    broadcaster.watch({
      handler() {
        throw new Error("handler");
      },
    });
    const watcher = broadcaster.watch();
    send(broadcaster, 1);
    await received(watcher, 1);
    await new Promise((resolve) => setTimeout(resolve)); // an unhandled rejection would fail the test
  }
});

test("Watcher.filter that throws skips that event for that watcher only", async () => {
  const errors: unknown[] = [];
  const broadcaster = new Broadcaster<number>({ onError: (error) => errors.push(error) });
  const filtered = broadcaster.watch({
    filter({ object }) {
      if (object === 2) throw new Error("filter");
      return true;
    },
  });
  const other = broadcaster.watch();
  send(broadcaster, 1, 2, 3);
  await received(other, 1, 2, 3);
  await received(filtered, 1, 3);
  assert.equal(errors.length, 1);
  assert.equal(broadcaster.stats().watchers[0]?.errors, 1);
});

test("Watcher.filter that throws for the prefix is reported to onError too", async () => {
  const errors: unknown[] = [];
  const broadcaster = new Broadcaster<number>({ onError: (error) => errors.push(error) });
  const watcher = broadcaster.watchWithPrefix([added(1), added(2)], {
    filter({ object }) {
      if (object === 1) throw new Error("filter");
      return true;
    },
  });
  send(broadcaster, 3);
  await received(watcher, 2, 3);
  assert.deepEqual(errors.map((error) => (error as Error).message), ["filter"]);
  assert.equal(broadcaster.stats().watchers[0]?.errors, 1);
});

test("Watcher.filter is called once per event", async () => {
  const broadcaster = new Broadcaster<number>();
  const asked: number[] = [];
  const waiting = broadcaster.watch({ whenFull: "wait", highWaterMark: 1 });
  const filter = ({ object }: { object: number }): boolean => asked.push(object) > 0;
  const watcher = broadcaster.watch({ filter, highWaterMark: 1 });
  send(broadcaster, 1, 2, 3);
  await received(waiting, 1, 2, 3);
  await received(watcher, 1);
  assert.deepEqual(asked, [1, 2, 3]);
});

test("Watcher.handler that returns a promise pauses that watcher alone, which queues up to highWaterMark", async () => {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 2 });
  const seen: number[] = [];
  const door = gate();
  const slow = broadcaster.watch({
    handler({ object }) {
      seen.push(object);
      return object === 1 ? door.opened : undefined;
    },
  });
  const other = broadcaster.watch({ highWaterMark: 9 });
  send(broadcaster, 1, 2, 3, 4, 5);
  await received(other, 1, 2, 3, 4, 5);
  assert.deepEqual(seen, [1]);
  assert.equal(slow.queued, 2);
  assert.equal(slow.dropped, 2);
  door.open();
  await settled();
  send(broadcaster, 6);
  await settled();
  assert.deepEqual(seen, [1, 2, 3, 6]);
});

test("Watcher.handler gets events published while it catches up after the queued ones", async () => {
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 1 });
  const seen: number[] = [];
  const door = gate();
  broadcaster.watch({
    handler({ object }) {
      seen.push(object);
      if (object === 2) send(broadcaster, 4);
      return object === 1 ? door.opened : undefined;
    },
  });
  send(broadcaster, 1, 2, 3);
  door.open();
  await settled();
  assert.deepEqual(seen, [1, 2, 3, 4]);
});

test("Watcher.handler gets the events queued before shutdown()", async () => {
  const broadcaster = new Broadcaster<number>();
  const seen: number[] = [];
  broadcaster.watch({
    async handler({ object }) {
      await settled();
      seen.push(object);
    },
  });
  send(broadcaster, 1, 2, 3);
  await broadcaster.shutdown();
  for (let i = 0; i < 5; i++) await settled();
  assert.deepEqual(seen, [1, 2, 3]);
});

test("Watcher.handler gets the prefix after watchWithPrefix() has returned, and before live events", async () => {
  const broadcaster = new Broadcaster<number>();
  const seen: number[] = [];
  const watcher: Watcher<number> = broadcaster.watchWithPrefix([1, 2].map(added), {
    handler({ object }) {
      seen.push(object);
      assert.equal(watcher.locked, true);
    },
  });
  send(broadcaster, 3);
  assert.deepEqual(seen, []);
  await settled();
  assert.deepEqual(seen, [1, 2, 3]);
});

test("Watcher.handler gets the prefix first, even if later events are distributed at once", async () => {
  const broadcaster = new Broadcaster<number>({ incomingHighWaterMark: 1 });
  const seen: number[] = [];
  broadcaster.watchWithPrefix([1, 2].map(added), { handler: ({ object }) => void seen.push(object) });
  send(broadcaster, 3);
  await settled();
  send(broadcaster, 4);
  assert.deepEqual(seen, [1, 2, 3, 4]);
});

test("Watcher with a handler is locked", async () => {
  const broadcaster = new Broadcaster<number>();
  const watcher = broadcaster.watch({ handler() {} });
  assert.equal(watcher.locked, true);
  assert.throws(() => watcher.getReader(), TypeError);
  const taken = { name: "TypeError", message: /it is already being read, call watch\(\) once per reader$/ };
  assert.throws(() => watcher.values(), taken);
  assert.throws(() => watcher.batches(), taken);
  await assert.rejects(watcher.cancel(), TypeError);
});

test("Watcher.stop() called from its own handler delivers no further event", async () => {
  const broadcaster = new Broadcaster<number>();
  const seen: number[] = [];
  const watcher: Watcher<number> = broadcaster.watch({
    handler({ object }) {
      seen.push(object);
      if (object === 2) watcher.stop();
    },
  });
  send(broadcaster, 1, 2, 3);
  await settled();
  send(broadcaster, 4);
  await settled();
  assert.deepEqual(seen, [1, 2]);
});

test("Watcher.stop() called from its own handler, which then throws, delivers no further event", async () => {
  const errors: unknown[] = [];
  const broadcaster = new Broadcaster<number>({ onError: (error) => errors.push(error) });
  const seen: number[] = [];
  const watcher: Watcher<number> = broadcaster.watch({
    handler({ object }) {
      seen.push(object);
      watcher.stop();
      throw new Error("handler");
    },
  });
  send(broadcaster, 1, 2, 3);
  await settled();
  assert.deepEqual(seen, [1]);
  assert.equal(errors.length, 1);
});

test("Watcher.handler is called again after it returned a Promise whose then() throws", async () => {
  const broadcaster = new Broadcaster<number>();
  const seen: number[] = [];
  broadcaster.watch({
    handler({ object }) {
      seen.push(object);
      const then = (): never => {
        throw new Error("then");
      };
      return object === 1 ? Object.assign(Promise.resolve(), { then }) : undefined;
    },
  });
  send(broadcaster, 1, 2);
  await settled();
  send(broadcaster, 3);
  await settled();
  assert.deepEqual(seen, [1, 2, 3]);
});

test("Watcher.handler is called without a receiver, even with queued events", async () => {
  const broadcaster = new Broadcaster<number>();
  const receivers: unknown[] = [];
  const { opened, open } = gate();
  broadcaster.watch({
    handler(this: unknown) {
      // A bundle that is a script, not a module, gets the global object.
      receivers.push(this === globalThis ? undefined : this);
      return receivers.length === 1 ? opened : undefined;
    },
  });
  send(broadcaster, 1, 2);
  await settled();
  open();
  await settled();
  assert.deepEqual(receivers, [undefined, undefined]);
});

test("Watcher.stop() called from another watcher's handler delivers no further event of the batch", async () => {
  const broadcaster = new Broadcaster<number>();
  const seen: number[] = [];
  const watchers: Watcher<number>[] = [];
  const count = 5;
  for (let i = 0; i < count; i++) {
    const handler = ({ object }: { object: number }): void => {
      seen.push(i);
      if (object === 1 && i === 1) { for (const watcher of watchers) if (watcher !== watchers[0]) watcher.stop(); }
    };
    watchers.push(broadcaster.watch({ handler }));
  }
  send(broadcaster, 1, 2);
  await settled();
  assert.deepEqual(seen, [0, 0, 1]);
  assert.equal(broadcaster.stats().watchers.length, 1);
});

test("Watcher.stop() called from a filter delivers no further event", async () => {
  const broadcaster = new Broadcaster<number>();
  const seen: number[] = [];
  const watcher: Watcher<number> = broadcaster.watch({
    filter({ object }) {
      if (object === 2) watcher.stop();
      return true;
    },
    handler: ({ object }) => void seen.push(object),
  });
  send(broadcaster, 1, 2, 3);
  await settled();
  assert.deepEqual(seen, []);
  assert.equal(broadcaster.stats().watchers.length, 0);
});

test("Watcher.stop() drops the queue while its handler is pending", async () => {
  const broadcaster = new Broadcaster<number>();
  const seen: number[] = [];
  const watcher = broadcaster.watch({
    async handler({ object }) {
      seen.push(object);
      await settled();
    },
  });
  send(broadcaster, 1, 2, 3);
  await Promise.resolve();
  assert.equal(watcher.queued, 2);
  watcher.stop();
  assert.equal(watcher.queued, 0);
  await settled();
  await settled();
  assert.deepEqual(seen, [1]);
});

test("Watcher.handler is awaited only if it returns a thenable", async () => {
  const errors: unknown[] = [];
  const broadcaster = new Broadcaster<number>({ onError: (error) => errors.push(error) });
  const results = [0, 1, "", "text", null, true, Symbol("s"), 1n, {}, { then: 1 }, () => {}, [], new Date()];
  const seen: number[] = [];
  const handler = ({ object }: { object: number }): void => {
    seen.push(object);
    return results[object] as void;
  };
  broadcaster.watch({ handler });
  send(broadcaster, ...results.keys());
  await Promise.resolve();
  assert.deepEqual(seen, [...results.keys()]);
  assert.deepEqual(errors, []);
  assert.equal(broadcaster.stats().watchers[0]?.errors, 0);
});
