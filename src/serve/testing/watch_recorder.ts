import { checkMethods, passes, showValue } from "../../base/tools/check_options.ts";
import type { KubernetesObject, WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { Watcher } from "../../record/broadcaster/watcher.ts";
import { type WaitOptions, Waits } from "./waits.ts";

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
 * await recorder.assertNoMore(); // none but that one
 * assert.deepEqual(recorder.events, [{ type: "ADDED", object: "web-1" }]);
 * ```
 *
 * @category Testing
 */
export class WatchRecorder<T> {
  readonly #events: WatchEvent<T>[] = [];
  /** The events so far, in order; the list grows. */
  readonly events: readonly WatchEvent<T>[] = this.#events;
  /** Resolves when the watcher has ended. */
  readonly finished: Promise<void>;
  readonly #waits = new Waits<WatchEvent<T>>({
    name: "WatchRecorder",
    what: "seen",
    textOf: ({ type, object }) => `${type} ${shortText(object)}`,
  });

  /**
   * Starts reading `watcher`, and locks it.
   *
   * @throws {TypeError} If `watcher` is locked to another reader.
   */
  constructor(watcher: Watcher<T>) {
    checkMethods("read a watcher", "watcher", watcher, ["values"]);
    this.finished = this.#read(watcher.values());
  }

  /**
   * Resolves with the next event that matches: one already read, or as soon as it arrives. Each event is returned once,
   * so a second wait for the same event is for another one. Rejects with a list of the events if the watcher ends
   * without a match, or with any error that `match` throws.
   *
   * @param match Returns whether to resolve with an event; by default, any event.
   * @param options `signal`, such as `AbortSignal.timeout(5000)`, ends the wait: the promise rejects with an error that
   * has the name of the signal's reason, and the reason as its `cause`, and lists the events.
   */
  waitFor(match?: (event: WatchEvent<T>) => boolean, options: WaitOptions = {}): Promise<WatchEvent<T>> {
    return this.#waits.next((event) => match === undefined || passes("match", match(event)), options);
  }

  /**
   * Resolves if no event matches, except those that `waitFor` has returned; otherwise rejects with an error that lists
   * the events.
   *
   * @param match Returns whether an event must not exist; by default, none may.
   * @param options `signal`, such as `AbortSignal.timeout(50)`, ends the time in which no event may follow; without it,
   * only events sent so far count.
   */
  assertNoMore(match?: (event: WatchEvent<T>) => boolean, options: WaitOptions = {}): Promise<void> {
    return this.#waits.none((event) => match === undefined || passes("match", match(event)), options);
  }

  /** Empties `events`; pending waits continue. */
  clear(): void {
    this.#events.length = 0;
    this.#waits.clear();
  }

  async #read(source: AsyncIterable<WatchEvent<T>>): Promise<void> {
    for await (const event of source) {
      this.#events.push(event);
      this.#waits.add(event);
    }
    this.#waits.end();
  }
}

/** Returns a short text for an object: its kind and name if it has them. */
function shortText(object: unknown): string {
  const { kind, metadata } = Object(object) as KubernetesObject;
  return typeof metadata?.name === "string" ? `${kind ?? "object"} ${metadata.name}` : showValue(object);
}
