import { inboxOf, Watcher } from "./watcher.ts";

/** Makes a watcher that has nothing to say and is closed at once (apimachinery's `watch.NewEmptyWatch`). */
export function emptyWatcher<T>(): Watcher<T> {
  const watcher = new Watcher<T>();
  inboxOf(watcher).close();
  return watcher;
}
