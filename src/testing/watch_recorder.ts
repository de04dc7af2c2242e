import type { WatchEvent } from "../api/watch_event.ts";
import type { Watcher } from "../broadcaster/watcher.ts";
import { Waits } from "./waits.ts";

/**
 * Reads a watcher to its end and keeps what it sees, for tests (apimachinery's
 * {@link https://pkg.go.dev/k8s.io/apimachinery/pkg/watch#Recorder | watch.Recorder}).
 *
 * @typeParam T The objects that events are about.
 *
 * @example
 * ```ts
 * import { Broadcaster } from "@kubecast/events";
 * import { WatchRecorder } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const broadcaster = new Broadcaster<string>();
 * const recorder = new WatchRecorder(broadcaster.watch());
 * broadcaster.actionOrDrop("ADDED", "web-1");
 *
 * await recorder.waitFor((event) => event.object === "web-1");
 * assert.deepEqual(recorder.events, [{ type: "ADDED", object: "web-1" }]);
 * ```
 */
export class WatchRecorder<T> {
  /** What was seen so far, in order; the list grows. */
  readonly events: readonly WatchEvent<T>[];
  /** Resolves when the watcher has ended. */
  readonly finished: Promise<void>;
  readonly #waits = new Waits<WatchEvent<T>>();

  /**
   * Starts to read `watcher`, which is locked from now on.
   *
   * @throws {TypeError} If somebody else is reading `watcher`.
   */
  constructor(watcher: Watcher<T>) {
    const events: WatchEvent<T>[] = [];
    this.events = events;
    this.finished = this.#read(watcher.values(), events);
  }

  /**
   * Resolves with the first event that matches, among those already seen or as soon as it comes; rejects if the watcher
   * ends without one, or with what `match` throws.
   *
   * @param match A test of the event.
   * @param options `signal` ends the wait: the promise rejects with its reason.
   */
  waitFor(
    match: (event: WatchEvent<T>) => boolean,
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<WatchEvent<T>> {
    return this.#waits.wait(match, this.events, options);
  }

  async #read(source: AsyncIterable<WatchEvent<T>>, events: WatchEvent<T>[]): Promise<void> {
    for await (const event of source) {
      events.push(event);
      this.#waits.tell(event);
    }
    this.#waits.end(new Error("Cannot wait for the event: the watcher has ended"));
  }
}
