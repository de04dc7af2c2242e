import type { ApiVersion, EventOf } from "../../base/event/event.ts";
import { Fifo } from "../../base/tools/fifo.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { EventRecording } from "../recording/event_recording.ts";
import type { Broadcaster } from "../broadcaster/broadcaster.ts";
import { redirect, type Watcher } from "../broadcaster/watcher.ts";
import type { Publisher } from "./publisher.ts";

/**
 * Feeds the recordings of a broadcaster, each from its own watcher.
 *
 * A watcher started with the broadcaster keeps events for the first recording, which takes it over. When the last
 * recording stops, its watcher remains and counts the events that follow, until another recording takes it over.
 * Watchers are taken over because a new one would miss the events that are accepted but not yet distributed.
 */
export class RecordingFeeds<V extends ApiVersion> {
  readonly #broadcaster: Broadcaster<EventOf<V>>;
  readonly #publisher: Publisher<V>;
  readonly #watchers = new Map<EventRecording<V>, Watcher<EventOf<V>>>();
  /** The watcher that the next recording takes over. */
  #idle: Watcher<EventOf<V>> | undefined;
  /** The events for the first recording. */
  readonly #early = new Fifo<EventOf<V>>();
  #evicted = 0;

  constructor(broadcaster: Broadcaster<EventOf<V>>, publisher: Publisher<V>) {
    this.#broadcaster = broadcaster;
    this.#publisher = publisher;
  }

  get early(): number {
    return this.#early.size;
  }

  /** Keeps the latest `limit` events from now on, for the first recording. */
  keepEarly(limit: number): void {
    const handler = ({ object }: WatchEvent<EventOf<V>>): void => {
      this.#early.push(object);
      if (this.#early.size <= limit) return;
      this.#early.shift();
      this.#evicted++;
    };
    this.#idle = this.#broadcaster.watch({ handler });
  }

  dropEarly(): void {
    this.#early.takeAll();
  }

  start(recording: EventRecording<V>): void {
    const handler = ({ object }: Pick<WatchEvent<EventOf<V>>, "object">): void =>
      recording.accept(object, this.#publisher.takeWaiter(object)?.end);
    const idle = this.#idle;
    this.#idle = undefined;
    if (idle !== undefined) redirect(idle, handler);
    // Without an idle watcher, the first recording has missed all earlier events.
    else if (this.#watchers.size === 0) this.#evicted = this.#broadcaster.stats().accepted;
    this.#watchers.set(recording, idle ?? this.#broadcaster.watch({ handler }));
    const count = this.#evicted;
    this.#evicted = 0;
    for (const object of this.#early.takeAll()) handler({ object });
    const message = "Recorded before the first recording started, and beyond maxEarlyEvents";
    if (count > 0) recording.lose("aged-out", { count, message });
  }

  stop(recording: EventRecording<V>): void {
    const watcher = this.#watchers.get(recording)!;
    this.#watchers.delete(recording);
    if (this.#watchers.size > 0) return watcher.stop();
    const drop = this.#publisher.afterLastRecording();
    redirect(watcher, ({ object }) => drop(object));
    this.#idle = watcher;
  }
}
