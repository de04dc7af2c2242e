import type { WatchEvent, WatchEventType } from "../api/watch_event.ts";
import type { BroadcasterStats, WatcherStats } from "./broadcaster_stats.ts";
import { BroadcasterStoppedError } from "./broadcaster_stopped_error.ts";
import { checkMark } from "./check_mark.ts";
import { checkWhenFull, type Inbox, type InboxOwner } from "./inbox.ts";
import type { WatchOptions, WhenFull } from "./watch_options.ts";
import { inboxOf, Watcher } from "./watcher.ts";

export type { BroadcasterStats, WatcherStats } from "./broadcaster_stats.ts";
export type { WatcherLag, WatchOptions, WhenFull } from "./watch_options.ts";

/** Options of a {@linkcode Broadcaster}. */
export interface BroadcasterOptions {
  /**
   * How many events a watcher queues at most, unless it says otherwise: an integer of at least 0.
   *
   * @default {1000}
   */
  readonly highWaterMark?: number | undefined;
  /**
   * What happens to an event for which a watcher has no room, unless the watcher says otherwise.
   *
   * @default {"drop-newest"}
   */
  readonly whenFull?: WhenFull | undefined;
  /**
   * How many accepted events wait to be distributed at most, an integer of at least 1. As many are distributed at once,
   * fewer in the next microtask.
   *
   * @default {1000}
   */
  readonly incomingHighWaterMark?: number | undefined;
  /** Told what a watcher's handler, filter or `onDrop` threw; what it throws itself is ignored. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Shuts the broadcaster down when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** A producer that waits for room. */
interface WaitingAction<T> {
  readonly event: WatchEvent<T>;
  readonly accepted: () => void;
  readonly refused: (error: BroadcasterStoppedError) => void;
}

/**
 * Tells everyone who listens: each event goes to every watcher, in the order in which events were accepted (apimachinery's
 * `watch.Broadcaster`).
 */
export class Broadcaster<T> implements AsyncDisposable {
  readonly #highWaterMark: number;
  readonly #whenFull: WhenFull;
  readonly #incomingHighWaterMark: number;
  readonly #onError: ((error: unknown) => void) | undefined;

  /** Accepted, and not yet looked at by the distribution. */
  #incoming: WatchEvent<T>[] = [];
  /** What is being distributed, `#next` being the first that is not; a full "wait" watcher makes it stay. */
  #batch: readonly WatchEvent<T>[] = [];
  #next = 0;
  /** The number of `#batch[0]`: events are numbered as they are accepted. */
  #start = 0;
  #scheduled = false;
  #distributing = false;

  readonly #inboxes = new Set<Inbox<T>>();
  /** The inboxes as an array that nobody changes; undefined after one has come or gone. */
  #snapshot: readonly Inbox<T>[] | undefined;
  #waitingInboxes = 0;

  readonly #actions: WaitingAction<T>[] = [];
  #incomingFull = 0;
  #writable: WritableStream<WatchEvent<T>> | undefined;
  #stopped = false;
  readonly #distributed = Promise.withResolvers<void>();
  #forgetSignal: () => void = () => {};

  /** Makes a broadcaster without watchers. */
  constructor(options: BroadcasterOptions = {}) {
    const { highWaterMark = 1000, whenFull = "drop-newest", incomingHighWaterMark = 1000, onError, signal } = options;
    checkMark("broadcast", "highWaterMark", highWaterMark, 0);
    checkMark("broadcast", "incomingHighWaterMark", incomingHighWaterMark, 1);
    checkWhenFull(whenFull);
    this.#highWaterMark = highWaterMark;
    this.#whenFull = whenFull;
    this.#incomingHighWaterMark = incomingHighWaterMark;
    this.#onError = onError;
    if (signal?.aborted) this.#stop();
    else if (signal) {
      const shutdown = () => void this.shutdown().catch((error) => this.#failed(error));
      signal.addEventListener("abort", shutdown);
      this.#forgetSignal = () => signal.removeEventListener("abort", shutdown);
    }
  }

  /** The incoming queue as a stream; closing or aborting it shuts the broadcaster down. */
  get writable(): WritableStream<WatchEvent<T>> {
    return this.#writable ??= new WritableStream({
      write: (event) => this.#publish(event),
      close: () => this.shutdown(),
      abort: () => this.shutdown(),
    });
  }

  /** Publishes an event; waits while the incoming queue is full, first come, first served. */
  action(type: WatchEventType, object: T): Promise<void> {
    try {
      return this.#publish({ type, object }) ?? Promise.resolve();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Publishes an event, or returns false where the incoming queue is full. */
  actionOrDrop(type: WatchEventType, object: T): boolean {
    if (this.#stopped) throw new BroadcasterStoppedError();
    if (this.#queued >= this.#incomingHighWaterMark) {
      this.#incomingFull++;
      return false;
    }
    this.#accept({ type, object });
    return true;
  }

  /** Starts a watcher: it sees every event accepted from now on, and none accepted before. */
  watch(options: WatchOptions<T> = {}): Watcher<T> {
    return this.watchWithPrefix([], options);
  }

  /** Starts a watcher that sees the given events first. */
  watchWithPrefix(events: Iterable<WatchEvent<T>>, options: WatchOptions<T> = {}): Watcher<T> {
    if (this.#stopped) throw new BroadcasterStoppedError();
    const { highWaterMark = this.#highWaterMark, whenFull = this.#whenFull } = options;
    const watcher = new Watcher<T>({ ...options, highWaterMark, whenFull }, events);
    const inbox = inboxOf(watcher);
    if (inbox.closed) return watcher;
    inbox.owner = this.#owner;
    inbox.since = this.#accepted;
    this.#inboxes.add(inbox);
    this.#snapshot = undefined;
    if (inbox.waits) this.#waitingInboxes++;
    return watcher;
  }

  /** The numbers so far. */
  stats(): BroadcasterStats {
    return {
      accepted: this.#accepted,
      dropped: { incomingFull: this.#incomingFull },
      queued: this.#queued,
      watchers: Array.from(this.#inboxes, (inbox): WatcherStats => inbox.stats()),
    };
  }

  /** Accepts nothing more, distributes what was accepted, then closes every watcher. */
  shutdown(): Promise<void> {
    this.#stop();
    return this.#distributed.promise;
  }

  /** Shuts the broadcaster down. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }

  get #queued(): number {
    return this.#batch.length - this.#next + this.#incoming.length;
  }

  get #accepted(): number {
    return this.#start + this.#batch.length + this.#incoming.length;
  }

  #publish(event: WatchEvent<T>): Promise<void> | undefined {
    if (this.#stopped) throw new BroadcasterStoppedError();
    if (this.#queued < this.#incomingHighWaterMark) return this.#accept(event);
    return new Promise((accepted, refused) => {
      this.#actions.push({ event, accepted, refused });
    });
  }

  #accept(event: WatchEvent<T>): undefined {
    this.#incoming.push(event);
    if (!this.#scheduled) this.#schedule();
    if (this.#queued === this.#incomingHighWaterMark) this.#distribute();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(this.#flush);
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    this.#distribute();
  };

  /** Gives every inbox what was accepted; what their handlers publish meanwhile has its own turn. */
  #distribute(): void {
    if (this.#distributing) return;
    this.#distributing = true;
    if (this.#batch.length === 0) {
      this.#batch = this.#incoming;
      this.#incoming = [];
    }
    while (this.#next < this.#batch.length) {
      const from = this.#next;
      const to = Math.min(this.#batch.length, from + this.#room(this.#start + from));
      if (to <= from) break;
      this.#next = to;
      if (this.#actions.length > 0) this.#admit();
      for (const inbox of this.#snapshot ??= Array.from(this.#inboxes)) inbox.offer(this.#batch, from, to, this.#start);
    }
    this.#distributing = false;
    if (this.#next < this.#batch.length) return;
    this.#start += this.#batch.length;
    this.#batch = [];
    this.#next = 0;
    if (this.#incoming.length > 0) this.#schedule();
    else if (this.#stopped) this.#finish();
  }

  /** How many events, from the one with this number on, every inbox that waits could take. */
  #room(number: number): number {
    if (this.#waitingInboxes === 0) return Infinity;
    let room = Infinity;
    for (const inbox of this.#inboxes) {
      if (inbox.waits) room = Math.min(room, inbox.roomFrom(number));
    }
    return room;
  }

  /** Lets producers in, as many as there is room for. */
  #admit(): void {
    while (this.#actions.length > 0 && this.#queued < this.#incomingHighWaterMark) {
      const { event, accepted } = this.#actions.shift()!;
      this.#accept(event);
      accepted();
    }
  }

  #stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#forgetSignal();
    for (const { refused } of this.#actions.splice(0)) refused(new BroadcasterStoppedError());
    this.#distribute();
  }

  #finish(): void {
    for (const inbox of [...this.#inboxes]) inbox.close();
    this.#distributed.resolve();
  }

  #failed(error: unknown): void {
    try {
      this.#onError?.(error);
    } catch {
      // There is nobody left to tell.
    }
  }

  readonly #owner: InboxOwner<T> = {
    roomFreed: () => {
      if (this.#next < this.#batch.length) this.#schedule();
    },
    left: (inbox) => {
      this.#inboxes.delete(inbox);
      this.#snapshot = undefined;
      if (!inbox.waits) return;
      this.#waitingInboxes--;
      this.#owner.roomFreed();
    },
    failed: (error) => this.#failed(error),
  };
}
