import type { ApiVersion, EventOf } from "../api/event.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import type { EventRecording } from "../recording/event_recording.ts";
import type { WatchOptions } from "../broadcaster/watch_options.ts";
import { redirect, type Watcher } from "../broadcaster/watcher.ts";

/**
 * Keeps the latest `limit` events until the first recording takes them over.
 *
 * Unlike client-go, which does not record events from before `StartRecordingToSink`.
 */
export class EarlyEvents<V extends ApiVersion> {
  readonly #limit: number;
  readonly #ring: EventOf<V>[] = [];
  readonly #watcher: Watcher<EventOf<V>>;
  #oldest = 0;
  #agedOut = 0;

  /** Starts to keep the events of `watch`. */
  constructor(limit: number, watch: (options: WatchOptions<EventOf<V>>) => Watcher<EventOf<V>>) {
    this.#limit = limit;
    this.#watcher = watch({ handler: ({ object }) => this.#keep(object) });
  }

  /** How many events are kept. */
  get kept(): number {
    return this.#ring.length;
  }

  /**
   * Hands over the kept events, in order, and reports the evicted ones as lost.
   *
   * @returns The watcher, which from now on calls `handler`.
   */
  handOver(
    recording: EventRecording<V>,
    handler: (event: WatchEvent<EventOf<V>>) => void,
  ): Watcher<EventOf<V>> {
    redirect(this.#watcher, handler);
    for (const event of this.#ring.slice(this.#oldest)) recording.accept(event);
    for (const event of this.#ring.slice(0, this.#oldest)) recording.accept(event);
    const message = "Dropped for newer events before a recording started (maxEarlyEvents)";
    if (this.#agedOut > 0) recording.lose("aged-out", { count: this.#agedOut, message });
    return this.#watcher;
  }

  /** Keeps an event, and evicts the oldest if there is no room. */
  #keep(event: EventOf<V>): void {
    if (this.#ring.length < this.#limit) {
      this.#ring.push(event);
      return;
    }
    this.#ring[this.#oldest] = event;
    this.#oldest = (this.#oldest + 1) % this.#limit;
    this.#agedOut++;
  }
}
