import { callGuarded } from "../../base/tools/logger.ts";
import { checkFunction, checkResult, readOptions } from "../../base/tools/check_options.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import { inboxOf, Watcher } from "./watcher.ts";

/**
 * Maps the events of a watcher, or drops some (apimachinery's `watch.Filter`).
 *
 * Nothing is read ahead. An event leaves `watcher` when the filtered watcher is read, so the queue, high-water mark and
 * counters of `watcher` apply. Stopping the filtered watcher stops `watcher`; when `watcher` ends, so does the filtered
 * watcher. To drop events only, the `filter` of {@linkcode WatchOptions} is cheaper, because it runs before the queue.
 *
 * @typeParam T The type of the objects of `watcher`.
 * @typeParam U The type of the objects of the filtered watcher.
 *
 * @param watcher The watcher to read; locked from now on.
 * @param map Returns the event to pass on, or undefined to drop it; if it throws, the event is dropped.
 * @param options `onError` is called with errors of `map`; its own errors are ignored.
 * @throws {TypeError} If `watcher` is already being read, or `map` or `onError` is not a function.
 *
 * @example
 * ```ts
 * import { Broadcaster } from "@kubecast/events";
 * import { filterWatch } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const broadcaster = new Broadcaster<number>();
 * const even = filterWatch(broadcaster.watch(), ({ type, object }) => {
 *   return object % 2 === 0 ? { type, object: `number ${object}` } : undefined;
 * });
 * for (let n = 1; n <= 4; n++) broadcaster.actionOrDrop("ADDED", n);
 * await broadcaster.shutdown();
 *
 * const seen = [];
 * for await (const { object } of even) seen.push(object);
 * assert.deepEqual(seen, ["number 2", "number 4"]);
 * ```
 *
 * @category Broadcaster
 */
export function filterWatch<T, U = T>(
  watcher: Watcher<T>,
  map: (event: WatchEvent<T>) => WatchEvent<U> | undefined,
  options: { readonly onError?: ((error: unknown) => void) | undefined } = {},
): Watcher<U> {
  checkFunction("filter a watch", "map", map);
  readOptions("filter a watch", options, { onError: ["a function"] });
  const { onError } = options;
  const filtered = new Watcher<U>([], { highWaterMark: 0, whenFull: "wait" });
  const inbox = inboxOf(filtered);
  const events = watcher.values();
  let reading = false;

  function pass(event: WatchEvent<T>): void {
    try {
      const mapped = map(event);
      checkResult("map", "an event or undefined", mapped, !(mapped instanceof Promise));
      if (mapped !== undefined) inbox.offer([mapped], 0, 1, 0);
    } catch (error) {
      inbox.failed(error);
    }
  }

  async function read(): Promise<void> {
    if (reading) return;
    reading = true;
    while (!inbox.closed && inbox.room > 0) {
      const { value, done } = await events.next();
      if (done) return inbox.close();
      pass(value);
    }
    reading = false;
  }

  inbox.owner = {
    roomFreed: () => void read(),
    left: () => watcher.stop(),
    failed: (error) => callGuarded(onError, error),
  };
  return filtered;
}
