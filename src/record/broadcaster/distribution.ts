import { callGuarded } from "../../base/tools/logger.ts";
import { inMicrotask } from "../../base/tools/time.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { Inbox, InboxOwner } from "./inbox.ts";

interface DistributionOptions {
  readonly highWaterMark: number;
  readonly onRoom: () => void;
  readonly onIdle: () => void;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** An empty batch, shared so that no turn allocates one. */
const NOTHING: never[] = [];

/**
 * Distributes accepted events to every inbox, in order (client-go's `distribute` goroutine).
 *
 * Events collect in a batch, which is distributed in the next microtask, or as soon as it is full. Events are numbered
 * when accepted, so that an inbox can skip earlier ones. If a `"wait"` inbox is full, distribution pauses at the first
 * event that it cannot take, and resumes there for all inboxes once it has room.
 */
export class Distribution<T> implements InboxOwner<T> {
  /** The inboxes that receive every event, in the order they joined. */
  readonly inboxes = new Set<Inbox<T>>();
  readonly #options: DistributionOptions;
  readonly #highWaterMark: number;

  /** Events accepted since the batch was taken. */
  #incoming: WatchEvent<T>[] = NOTHING;
  /** The batch being distributed; `#next` is the index of its first undistributed event. */
  #batch: readonly WatchEvent<T>[] = NOTHING;
  #next = 0;
  /** The number of `#batch[0]`. */
  #start = 0;
  #scheduled = false;
  #distributing = false;
  /** A copy of the inboxes, which stays stable during iteration; undefined after an inbox has joined or left. */
  #snapshot: readonly Inbox<T>[] | undefined;
  /** Number of inboxes with the mode `"wait"`. */
  #waiting = 0;
  #hurried = false;

  constructor(options: DistributionOptions) {
    this.#options = options;
    this.#highWaterMark = options.highWaterMark;
  }

  get accepted(): number {
    return this.#start + this.#batch.length + this.#incoming.length;
  }

  get queued(): number {
    return this.#batch.length - this.#next + this.#incoming.length;
  }

  get full(): boolean {
    return this.queued >= this.#highWaterMark;
  }

  /** Accepts an event, for which there must be room. */
  accept(event: WatchEvent<T>): void {
    if (!this.#scheduled) this.#schedule();
    if (this.#incoming === NOTHING) this.#incoming = [event];
    else this.#incoming.push(event);
    if (this.full) this.distribute();
  }

  /** Adds an inbox, which receives the events accepted from now on. */
  join(inbox: Inbox<T>): void {
    inbox.owner = this;
    inbox.since = this.accepted;
    this.inboxes.add(inbox);
    this.#snapshot = undefined;
    if (inbox.waits) this.#waiting++;
  }

  /** Distributes the accepted events. Events that callbacks publish meanwhile follow in the next microtask. */
  distribute(): void {
    if (this.#distributing) return;
    this.#distributing = true;
    try {
      if (this.#batch.length === 0) {
        this.#batch = this.#incoming;
        this.#incoming = NOTHING;
      }
      this.#distributeBatch();
    } finally {
      this.#distributing = false;
    }
    if (this.#next === this.#batch.length) this.#done();
  }

  /** Stops waiting for slow watchers: a full `"wait"` inbox is stopped instead. */
  hurry(): void {
    this.#hurried = true;
    this.distribute();
  }

  /** Called when a `"wait"` inbox has more room. */
  roomFreed(): void {
    if (this.#next < this.#batch.length && !this.#scheduled) this.#schedule();
  }

  left(inbox: Inbox<T>): void {
    this.inboxes.delete(inbox);
    this.#snapshot = undefined;
    if (!inbox.waits) return;
    this.#waiting--;
    this.roomFreed();
  }

  failed(error: unknown): void {
    callGuarded(this.#options.onError, error);
  }

  #distributeBatch(): void {
    while (this.#next < this.#batch.length) {
      const from = this.#next;
      const to = this.#waiting === 0 ? this.#batch.length : this.#end(from);
      if (to === from) {
        if (!this.#hurried) return;
        this.#stopFull(from);
        continue;
      }
      this.#next = to;
      this.#options.onRoom();
      for (const inbox of this.#snapshot ??= [...this.inboxes]) this.#offer(inbox, from, to);
    }
  }

  #offer(inbox: Inbox<T>, from: number, to: number): void {
    try {
      inbox.offer(this.#batch, from, to, this.#start);
    } catch (error) {
      this.failed(error);
    }
  }

  #schedule(): void {
    inMicrotask(this.#flush);
    this.#scheduled = true;
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    this.distribute();
  };

  #done(): void {
    this.#start += this.#batch.length;
    this.#batch = NOTHING;
    this.#next = 0;
    if (this.#incoming.length === 0) this.#options.onIdle();
    else if (!this.#scheduled) this.#schedule();
  }

  /** Returns the index of the first event that a `"wait"` inbox has no room for. */
  #end(from: number): number {
    // Look ahead in doubling strides, so that filters see only about as many events as there is room for.
    for (let stride = 16;; stride *= 2) {
      const end = Math.min(this.#batch.length, from + stride);
      let to = end;
      for (const inbox of this.inboxes) if (inbox.waits) to = inbox.reach(this.#batch, from, to, this.#start);
      if (to < end || to === this.#batch.length) return to;
    }
  }

  /** Stops every `"wait"` inbox that has no room for the next event. */
  #stopFull(next: number): void {
    for (const inbox of [...this.inboxes]) {
      if (inbox.waits && inbox.reach(this.#batch, next, next + 1, this.#start) === next) inbox.stop();
    }
  }
}
