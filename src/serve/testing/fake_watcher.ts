import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import { inboxOf, Watcher } from "../../record/broadcaster/watcher.ts";

/**
 * A watcher that a test feeds (apimachinery's
 * {@link https://pkg.go.dev/k8s.io/apimachinery/pkg/watch#FakeWatcher | watch.FakeWatcher}).
 *
 * It takes the arguments of a {@linkcode Watcher}: initial events and options. Unlike apimachinery's, it never blocks:
 * unread events queue up to `highWaterMark`, 1000 by default, or without a limit if `whenFull` is `"wait"`. As in
 * `RaceFreeFakeWatcher`, events sent after its end are ignored.
 *
 * @typeParam T The objects that events are about.
 *
 * @example
 * ```ts
 * import { FakeWatcher } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const watcher = new FakeWatcher<string>();
 * watcher.add("web-1");
 * watcher.delete("web-1");
 * watcher.close();
 *
 * const seen = [];
 * for await (const { type } of watcher) seen.push(type);
 * assert.deepEqual(seen, ["ADDED", "DELETED"]);
 * ```
 *
 * @category Testing
 */
export class FakeWatcher<T> extends Watcher<T> {
  /** Whether the watcher was stopped or closed, so that further events are ignored. */
  get stopped(): boolean {
    return inboxOf(this).closed;
  }

  /** Sends an event of type `"ADDED"`. */
  add(object: T): void {
    this.action("ADDED", object);
  }

  /** Sends an event of type `"MODIFIED"`. */
  modify(object: T): void {
    this.action("MODIFIED", object);
  }

  /** Sends an event of type `"DELETED"`, with the object's last state. */
  delete(object: T): void {
    this.action("DELETED", object);
  }

  /** Sends an event of type `"ERROR"`, with the `V1Status`. */
  error(object: T): void {
    this.action("ERROR", object);
  }

  /** Sends an event of any type. */
  action(type: WatchEvent<T>["type"], object: T): void {
    const event: WatchEvent<T> = { type, object };
    inboxOf(this).offer([event], 0, 1, 0);
  }

  /** Ends the watch, as a broadcaster's shutdown does; queued events can still be read. */
  close(): void {
    inboxOf(this).close();
  }
}
