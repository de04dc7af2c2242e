import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, Watcher, type WatchEvent } from "../../../mod.ts";
import { filterWatch } from "../../../src/client_go/mod.ts";
import { closed, received, rest, settled, soon } from "./vocabulary.ts";

const big = (event: WatchEvent<number>): WatchEvent<number> | undefined => event.object > 2 ? event : undefined;

function setUp() {
  const broadcaster = new Broadcaster<number>({ highWaterMark: 3 });
  const upstream = broadcaster.watch();
  const send = (...numbers: number[]): void => {
    for (const n of numbers) broadcaster.actionOrDrop("ADDED", n);
  };
  return { broadcaster, upstream, send };
}

test("filterWatch() passes the events for which the function returns one", async () => {
  const { broadcaster, upstream, send } = setUp();
  const watcher = filterWatch(upstream, big);
  send(1, 3, 2);
  await received(watcher, 3);
  send(4);
  await broadcaster.shutdown();
  assert.deepEqual(await soon("The loop", rest(watcher)), [4]);
});

test("filterWatch() maps events", async () => {
  const { broadcaster, upstream, send } = setUp();
  const watcher = filterWatch(upstream, ({ type, object }) => ({ type, object: `web-${object}` }));
  send(1, 2);
  await broadcaster.shutdown();
  const seen: string[] = [];
  for await (const { object } of watcher) seen.push(object);
  assert.deepEqual(seen, ["web-1", "web-2"]);
});

test("filterWatch() reads nothing ahead, so that the upstream drops and counts", async () => {
  const { upstream, send } = setUp();
  const watcher = filterWatch(upstream, big);
  send(3, 4, 5, 6);
  await settled();
  assert.equal(upstream.queued, 3);
  assert.equal(upstream.dropped, 1);
  await received(watcher, 3);
  await settled();
  assert.equal(upstream.queued, 2);
});

test("filterWatch() serves several reads and the stream's reader", async () => {
  const { upstream, send } = setUp();
  const watcher = filterWatch(upstream, big);
  const iterator = watcher.values({ preventCancel: true });
  const reads = [iterator.next(), iterator.next()];
  send(1, 3, 4);
  assert.deepEqual((await Promise.all(reads)).map(({ value }) => value?.object), [3, 4]);
  await iterator.return();
  const reader = watcher.getReader();
  send(5, 6);
  assert.equal((await soon("A read", reader.read())).value?.object, 5);
  assert.equal((await soon("A read", reader.read())).value?.object, 6);
});

test("filterWatch() reads one event per read, even after an earlier read was released", async () => {
  const { upstream, send } = setUp();
  const watcher = filterWatch(upstream, (event) => event);
  const reader = watcher.getReader();
  const given = reader.read();
  reader.releaseLock();
  await assert.rejects(given, TypeError);
  const read = watcher.getReader().read();
  send(1, 2, 3);
  assert.equal((await soon("The read", read)).value?.object, 1);
  await settled();
  assert.equal(upstream.queued, 2);
  assert.equal(watcher.queued, 0);
});

test("filterWatch() stops the upstream when it is stopped, idle or with a read pending", async () => {
  for (const pending of [false, true]) {
    const { broadcaster, upstream } = setUp();
    const watcher = filterWatch(upstream, big);
    const read = pending ? watcher.values().next() : undefined;
    await settled();
    watcher.stop();
    await settled();
    assert.equal(broadcaster.stats().watchers.length, 0);
    if (read) assert.deepEqual(await soon("The read", read), { value: undefined, done: true });
    else await closed(watcher);
  }
});

test("filterWatch() stops the upstream when its consumer leaves the loop", async () => {
  const { broadcaster, upstream, send } = setUp();
  send(3, 4);
  for await (const { object } of filterWatch(upstream, big)) {
    assert.equal(object, 3);
    break;
  }
  assert.equal(broadcaster.stats().watchers.length, 0);
  assert.equal(upstream.queued, 0);
});

test("filterWatch() ends when the upstream stops", async () => {
  const { upstream } = setUp();
  const watcher = filterWatch(upstream, big);
  const read = watcher.values().next();
  upstream.stop();
  assert.deepEqual(await soon("The read", read), { value: undefined, done: true });

  const stopped = new Watcher<number>();
  stopped.stop();
  await closed(filterWatch(stopped, big));
});

test("filterWatch() drops an event for which the function returns a Promise", async () => {
  const { broadcaster, upstream, send } = setUp();
  const errors: unknown[] = [];
  const never = (): never => Promise.reject(new Error("Never")) as never;
  const watcher = filterWatch(upstream, (event) => event.object === 2 ? never() : event, {
    onError: (error) => errors.push(error),
  });
  send(1, 2, 3);
  await broadcaster.shutdown();
  assert.deepEqual(await soon("The loop", rest(watcher)), [1, 3]);
  assert.deepEqual(errors.map(String), ["TypeError: map must return an event or undefined, received [object Promise]"]);
});

test("filterWatch() drops an event for which the function throws", async () => {
  const { broadcaster, upstream, send } = setUp();
  const errors: unknown[] = [];
  const watcher = filterWatch(upstream, (event) => {
    if (event.object === 2) throw new Error("map");
    return event;
  }, {
    onError(error) {
      errors.push(error);
      throw new Error("onError");
    },
  });
  send(1, 2, 3);
  await broadcaster.shutdown();
  assert.deepEqual(await soon("The loop", rest(watcher)), [1, 3]);
  assert.deepEqual(errors.map((error) => (error as Error).message), ["map"]);
});

test("filterWatch() rejects a non-function, and leaves the watcher unlocked", () => {
  const { upstream } = setUp();
  assert.throws(() => filterWatch(upstream, undefined as never), {
    name: "TypeError",
    message: "Cannot filter a watch: map must be a function, received undefined",
  });
  assert.throws(() => filterWatch(upstream, big, { onError: {} as never }), {
    name: "TypeError",
    message: "Cannot filter a watch: onError must be a function, received [object Object]",
  });
  assert.equal(upstream.locked, false);
});
