import type { WatchEvent } from "../api/watch_event.ts";
import type { Consumer, Inbox } from "./inbox.ts";

/**
 * The source of a watcher's stream, for reads that bypass the watcher's methods: `tee`, a transfer, a `Response`, or a
 * reader created by its constructor.
 *
 * Enqueues only events that a read is waiting for: the stream's own queue could be neither evicted from nor freed.
 */
export class StreamConsumer<T> implements Consumer<T>, UnderlyingDefaultSource<WatchEvent<T>> {
  /** The stream of this source. */
  stream: ReadableStream | undefined;
  readonly #inbox: Inbox<T>;
  #controller!: ReadableStreamDefaultController<WatchEvent<T>>;
  #pulled = false;
  #open = true;

  constructor(inbox: Inbox<T>) {
    this.#inbox = inbox;
  }

  /** At most 1: the stream does not report further reads until one is served. */
  get wanted(): number {
    return this.#pulled ? 1 : 0;
  }

  start(controller: ReadableStreamDefaultController<WatchEvent<T>>): void {
    this.#controller = controller;
  }

  pull(): void {
    const inbox = this.#inbox;
    inbox.consumer = this;
    this.#pulled = !inbox.readable;
    if (!this.#pulled) this.#controller.enqueue(inbox.queue.shift());
    inbox.roomFreed();
  }

  cancel(): void {
    this.#open = false;
    this.#inbox.stop();
  }

  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number {
    // If another read is pending, enqueue calls pull again. An abandoned read leaves the stream unlocked.
    while (from < to && this.#pulled) {
      this.#pulled = false;
      if (this.stream?.locked) this.#controller.enqueue(batch[from++]!);
    }
    return from;
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#controller.close();
  }
}
