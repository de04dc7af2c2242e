import { passes, showValue } from "../../base/tools/check_options.ts";
import type { KubernetesObject, WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { Watcher } from "../../record/broadcaster/watcher.ts";
import { accountOf, Waits } from "./waits.ts";

/**
 * Reads a watcher to its end and keeps its events, for tests (apimachinery's
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
 *
 * @category Testing
 */
export class WatchRecorder<T> {
  /** The events so far, in order; the list grows. */
  readonly events: readonly WatchEvent<T>[];
  /** Resolves when the watcher has ended. */
  readonly finished: Promise<void>;
  readonly #waits: Waits<WatchEvent<T>> = new Waits(() => this.#account());

  /**
   * Starts reading `watcher`, and locks it.
   *
   * @throws {TypeError} If `watcher` is locked to another reader.
   */
  constructor(watcher: Watcher<T>) {
    const events: WatchEvent<T>[] = [];
    this.events = events;
    this.finished = this.#read(watcher.values(), events);
  }

  /**
   * Resolves with the first event that matches: one already read, or as soon as it arrives. Rejects with a list of the
   * events if the watcher ends without a match, or with any error that `match` throws.
   *
   * @param match A test of the event.
   * @param options `signal` ends the wait, such as `AbortSignal.timeout(5000)`: the promise rejects with an error of
   * the same name that has the signal's reason as its `cause`, and lists the events.
   */
  waitFor(
    match: (event: WatchEvent<T>) => boolean,
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<WatchEvent<T>> {
    return this.#waits.wait((event) => passes("match", match(event)), this.events, options);
  }

  async #read(source: AsyncIterable<WatchEvent<T>>, events: WatchEvent<T>[]): Promise<void> {
    for await (const event of source) {
      events.push(event);
      this.#waits.offer(event);
    }
    this.#waits.end();
  }

  #account(): string {
    return accountOf("WatchRecorder", { seen: this.events.map(({ type, object }) => `${type} ${shortText(object)}`) });
  }
}

/** Returns a short text for an object: its kind and name if it has them. */
function shortText(object: unknown): string {
  const { kind, metadata } = Object(object) as KubernetesObject;
  return typeof metadata?.name === "string" ? `${kind ?? "object"} ${metadata.name}` : showValue(object);
}
