import type { WatchEvent } from "../api/watch_event.ts";
import type { Consumer, Inbox } from "./inbox.ts";

/**
 * The source of a watcher's stream, which becomes the consumer of the inbox when the stream is read for the first time:
 * by a reader, `pipeTo`, `tee`, a `Response` or a transfer.
 *
 * Enqueuing ahead is cheaper than a pull per event, but the stream's own queue can neither evict nor tell of a read:
 * so only inboxes that need no such thing move on what they have.
 */
export class StreamConsumer<T> implements Consumer<T>, UnderlyingDefaultSource<WatchEvent<T>> {
  readonly #inbox: Inbox<T>;
  #controller!: ReadableStreamDefaultController<WatchEvent<T>>;
  #pulled = false;
  #open = true;

  constructor(inbox: Inbox<T>) {
    this.#inbox = inbox;
  }

  get wanted(): number {
    return this.#pulled ? 1 : 0;
  }

  get held(): number {
    return 0 - (this.#controller.desiredSize ?? 0);
  }

  start(controller: ReadableStreamDefaultController<WatchEvent<T>>): void {
    this.#controller = controller;
  }

  pull(): void {
    const inbox = this.#inbox;
    inbox.consumer = this;
    if (inbox.queue.size === 0) {
      this.#pulled = true;
      inbox.roomFreed();
      return;
    }
    const events = inbox.eager ? inbox.queue.takeAll() : [inbox.queue.shift()];
    for (const event of events) this.#controller.enqueue(event);
    inbox.roomFreed();
  }

  cancel(): void {
    this.#open = false;
    this.#inbox.stop();
  }

  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    const inbox = this.#inbox;
    // A read that is still waiting makes enqueue call pull again.
    while (from < to && this.#pulled) {
      this.#pulled = false;
      this.#controller.enqueue(batch[from++]!);
    }
    if (!inbox.eager) return from;
    // Asked after each event: one that goes to a read of which pull has not told yet takes no room.
    while (from < to && this.held < inbox.highWaterMark) this.#controller.enqueue(batch[from++]!);
    return from;
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#controller.close();
  }
}
