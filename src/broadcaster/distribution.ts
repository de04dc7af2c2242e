import { callGuarded } from "../api/logger.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import type { Inbox, InboxOwner } from "./inbox.ts";

/** Options of a {@linkcode Distribution}. */
interface DistributionOptions {
  /** How many accepted events wait at most. */
  readonly highWaterMark: number;
  /** Called when there is room for further events. */
  readonly onRoom: () => void;
  /** Called when everything accepted is distributed. */
  readonly onIdle: () => void;
  /** Told what a watcher's callback threw. */
  readonly onError: ((error: unknown) => void) | undefined;
}

/**
 * Brings accepted events to every inbox, in order: the counterpart of client-go's `distribute` goroutine.
 *
 * Events gather in a batch, which the next microtask distributes, or the event that makes it full. Events are numbered as
 * they are accepted, so that an inbox can tell those that came before it. Where an inbox has to be waited for, the batch
 * stays, from the first event that it could not take: everybody goes on from there when it has room.
 */
export class Distribution<T> implements InboxOwner<T> {
  /** Those who get every event, in the order in which they came. */
  readonly inboxes = new Set<Inbox<T>>();
  readonly #options: DistributionOptions;
  readonly #highWaterMark: number;

  /** Accepted since the batch was taken. */
  #incoming: WatchEvent<T>[] = [];
  /** What is being distributed; `#next` is the index of the first event that is not. */
  #batch: readonly WatchEvent<T>[] = [];
  #next = 0;
  /** The number of `#batch[0]`. */
  #start = 0;
  #scheduled = false;
  #distributing = false;
  /** The inboxes in an array that stays as it is while it is walked through; undefined when one has come or gone. */
  #snapshot: readonly Inbox<T>[] | undefined;
  /** How many of the inboxes have to be waited for. */
  #waiting = 0;
  #hurried = false;

  constructor(options: DistributionOptions) {
    this.#options = options;
    this.#highWaterMark = options.highWaterMark;
  }

  /** How many events were accepted. */
  get accepted(): number {
    return this.#start + this.#batch.length + this.#incoming.length;
  }

  /** How many accepted events are not distributed yet. */
  get queued(): number {
    return this.#batch.length - this.#next + this.#incoming.length;
  }

  /** Whether there is no room for another event. */
  get full(): boolean {
    return this.queued >= this.#highWaterMark;
  }

  /** Accepts an event, for which there must be room. */
  accept(event: WatchEvent<T>): void {
    if (!this.#scheduled) this.#schedule();
    this.#incoming.push(event);
    try {
      if (this.full) this.distribute();
    } catch {
      // The caller, deep in a recursion, has used up the stack: the microtask distributes.
    }
  }

  /** Adds an inbox; it gets what is accepted from now on. */
  join(inbox: Inbox<T>): void {
    inbox.owner = this;
    inbox.since = this.accepted;
    this.inboxes.add(inbox);
    this.#snapshot = undefined;
    if (inbox.waits) this.#waiting++;
  }

  /**
   * Distributes what was accepted.
   *
   * @throws {RangeError} If too little stack is left for it, before anything changes: an overflow in its midst would lose
   * events.
   */
  distribute(): void {
    requireStack(100);
    this.#distribute();
  }

  /** What callbacks publish meanwhile has its turn in the next microtask. */
  #distribute(): void {
    if (this.#distributing) return;
    this.#distributing = true;
    try {
      if (this.#batch.length === 0) {
        this.#batch = this.#incoming;
        this.#incoming = [];
      }
      this.#distributeBatch();
    } finally {
      this.#distributing = false;
    }
    if (this.#next === this.#batch.length) this.#done();
  }

  /** Waits for nobody any more: an inbox is stopped as soon as it would have to be waited for. */
  hurry(): void {
    this.#hurried = true;
    this.distribute();
  }

  /** An inbox that was waited for can take more. */
  roomFreed(): void {
    if (this.#next < this.#batch.length && !this.#scheduled) this.#schedule();
  }

  /** An inbox takes nothing any more. */
  left(inbox: Inbox<T>): void {
    this.inboxes.delete(inbox);
    this.#snapshot = undefined;
    if (!inbox.waits) return;
    this.#waiting--;
    this.roomFreed();
  }

  /** A watcher's callback threw. */
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
    queueMicrotask(this.#flush);
    this.#scheduled = true;
  }

  readonly #flush = (): void => {
    this.#scheduled = false;
    this.#distribute();
  };

  #done(): void {
    this.#start += this.#batch.length;
    this.#batch = [];
    this.#next = 0;
    if (this.#incoming.length === 0) this.#options.onIdle();
    else if (!this.#scheduled) this.#schedule();
  }

  /** The index of the first event that an inbox which has to be waited for could not take. */
  #end(from: number): number {
    // In strides that double: filters look at about as many events as can be taken, not at the whole batch every time.
    for (let stride = 16;; stride *= 2) {
      const end = Math.min(this.#batch.length, from + stride);
      let to = end;
      for (const inbox of this.inboxes) if (inbox.waits) to = inbox.reach(this.#batch, from, to, this.#start);
      if (to < end || to === this.#batch.length) return to;
    }
  }

  /** Stops every inbox that could not take the next event. */
  #stopFull(next: number): void {
    for (const inbox of [...this.inboxes]) {
      if (inbox.waits && inbox.reach(this.#batch, next, next + 1, this.#start) === next) inbox.stop();
    }
  }
}

function requireStack(frames: number): number {
  return frames === 0 ? 0 : 1 + requireStack(frames - 1); // the sum, or JavaScriptCore reuses the frame
}
