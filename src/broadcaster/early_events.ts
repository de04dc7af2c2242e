import type { ApiVersion, EventOf } from "../api/event.ts";
import type { EventRecording } from "../sink/event_recording.ts";
import type { WatchOptions } from "./watch_options.ts";
import type { Watcher } from "./watcher.ts";

/**
 * Keeps the events that nobody records yet, the latest `limit` of them, until the first recording takes them over.
 *
 * Unlike client-go, whose events from before `StartRecordingToSink` go nowhere.
 */
export class EarlyEvents<V extends ApiVersion> {
  readonly #limit: number;
  readonly #ring: EventOf<V>[] = [];
  readonly #watcher: Watcher<EventOf<V>>;
  #oldest = 0;
  #agedOut = 0;
  #recording: EventRecording<V> | undefined;

  /** Starts to keep what `watch` brings. */
  constructor(limit: number, watch: (options: WatchOptions<EventOf<V>>) => Watcher<EventOf<V>>) {
    this.#limit = limit;
    this.#watcher = watch({ handler: ({ object }) => this.#accept(object) });
  }

  /** How many are kept. */
  get kept(): number {
    return this.#ring.length;
  }

  /**
   * Hands over what is kept, in order, and everything that comes from now on; accounts for what did not last so long.
   *
   * @returns The watcher that serves the recording from now on.
   */
  handOver(recording: EventRecording<V>): Watcher<EventOf<V>> {
    this.#recording = recording;
    const kept = [...this.#ring.slice(this.#oldest), ...this.#ring.slice(0, this.#oldest)];
    this.#ring.length = 0;
    for (const event of kept) recording.accept(event);
    const message = "Newer events took its place before a recording started";
    if (this.#agedOut > 0) recording.lose("aged-out", { count: this.#agedOut, message });
    return this.#watcher;
  }

  /** Takes an event: hands it on where a recording has taken over, else keeps it, at the cost of the oldest. */
  #accept(event: EventOf<V>): void {
    if (this.#recording !== undefined) this.#recording.accept(event);
    else if (this.#ring.length < this.#limit) this.#ring.push(event);
    else {
      this.#ring[this.#oldest] = event;
      this.#oldest = (this.#oldest + 1) % this.#limit;
      this.#agedOut++;
    }
  }
}
