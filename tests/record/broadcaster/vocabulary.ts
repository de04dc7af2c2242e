import assert from "node:assert/strict";
import type { Watcher, WatchEvent } from "../../../mod.ts";

/** An ADDED event with a number as its object. */
export function added(object: number): WatchEvent<number> {
  return { type: "ADDED", object };
}

/** Runs everything that waits for no timer. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}

/** Awaits a promise that must settle within a few turns of the event loop; one that hangs fails with its name. */
export async function soon<R>(what: string, promise: Promise<R>): Promise<R> {
  let pending = true;
  const settle = (): void => void (pending = false);
  promise.then(settle, settle);
  for (let turns = 0; pending && turns < 100; turns++) await new Promise((resolve) => setTimeout(resolve));
  assert.ok(!pending, `${what} is still pending`);
  return promise;
}

/** Asserts that the next reads return exactly these numbers. */
export async function received(watcher: Watcher<number>, ...numbers: number[]): Promise<void> {
  const iterator = watcher.values({ preventCancel: true });
  for (const number of numbers) {
    assert.deepEqual(await soon(`A read of ${number}`, iterator.next()), { value: added(number), done: false });
  }
  await iterator.return();
}

/** Asserts that nothing is readable and the watch is open. */
export async function empty(watcher: Watcher<number>): Promise<void> {
  await settled();
  assert.equal(watcher.queued, 0);
  const iterator = watcher.values({ preventCancel: true });
  let ended = false;
  const read = iterator.next().then(({ done }) => ended = done === true);
  await settled();
  assert.equal(ended, false);
  await iterator.return();
  await read;
}

/** Asserts that the watcher dropped exactly `n` events. */
export async function dropped(watcher: Watcher<number>, count: number): Promise<void> {
  await settled();
  assert.equal(watcher.dropped, count);
}

/** Asserts that the stream has ended. */
export async function closed(watcher: Watcher<number>): Promise<void> {
  assert.deepEqual(await soon("The end", watcher.values().next()), { value: undefined, done: true });
}

/** Reads the numbers until the watch ends. */
export async function rest(watcher: ReadableStream<WatchEvent<number>>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { object } of watcher) numbers.push(object);
  return numbers;
}

/** Reads everything. */
export async function all<R>(items: AsyncIterable<R>): Promise<R[]> {
  const read: R[] = [];
  for await (const item of items) read.push(item);
  return read;
}

/** A stream of these items. */
export function streamOf<R>(items: readonly R[]): ReadableStream<R> {
  return new ReadableStream({
    start(controller) {
      for (const item of items) controller.enqueue(item);
      controller.close();
    },
  });
}

/** A promise that the test resolves itself. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => open = resolve);
  return { opened, open: () => open() };
}

/** A signal that counts its listeners. */
export function countingSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  const listeners = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners.add(args[1]);
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners.delete(args[1]);
    removeEventListener.apply(signal, args);
  };
  return { signal, listeners, abort: (reason?: unknown) => controller.abort(reason) };
}
