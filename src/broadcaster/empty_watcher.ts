import { inboxOf, Watcher } from "./watcher.ts";

/**
 * Makes a watcher that is closed at once: a loop over it ends before its first turn (apimachinery's `watch.NewEmptyWatch`).
 *
 * @typeParam T The objects that its events would be about.
 */
export function emptyWatcher<T>(): Watcher<T> {
  const watcher = new Watcher<T>();
  inboxOf(watcher).close();
  return watcher;
}
