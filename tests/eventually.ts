import assert from "node:assert/strict";

/** Pauses after which nothing more is expected: 20 s in all, many times what a busy machine needs. */
const MAX_PAUSES = 2000;
const PAUSE_MS = 10;

// Not those of a test's `FakeTime`.
const { clearTimeout, setTimeout } = globalThis;

/** Waits for a condition that takes sockets, processes or several turns; one that never holds fails by name. */
export async function eventually(what: string, isSo: () => boolean): Promise<void> {
  for (let pauses = 0; !isSo(); pauses++) {
    assert.ok(pauses < MAX_PAUSES, `${what} does not come`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Awaits a promise that takes sockets, processes or several turns; one that stays pending fails by name. */
export async function inTime<R>(what: string, promise: PromiseLike<R>): Promise<R> {
  let isPending = true;
  let wake = (): void => {};
  const settle = (): void => {
    isPending = false;
    wake();
  };
  promise.then(settle, settle);
  for (let pauses = 0; isPending; pauses++) {
    assert.ok(pauses < MAX_PAUSES, `${what} does not come`);
    await new Promise<void>((resolve) => {
      const pause = setTimeout(resolve, PAUSE_MS);
      wake = () => {
        clearTimeout(pause);
        resolve();
      };
    });
  }
  return await promise;
}
