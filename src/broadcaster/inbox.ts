import { checkOptions } from "../api/check_options.ts";
import { callGuarded } from "../api/logger.ts";
import { onAbort } from "../api/on_abort.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { BatchQueue } from "./batch_queue.ts";
import type { WatcherStats } from "./broadcaster_options.ts";
import { WATCH_OPTIONS, type WatcherLag, type WatchOptions, type WhenFull } from "./watch_options.ts";

/** Who fills an inbox, and what it wants to know of it. */
export interface InboxOwner<T> {
  /** An inbox whose mode is `"wait"` has more room than before. */
  roomFreed(): void;
  /** The inbox takes nothing any more. */
  left(inbox: Inbox<T>): void;
  /** A callback threw. */
  failed(error: unknown): void;
}

/**
 * A watcher as the broadcaster sees it: what is queued for it, how much room it has, what it lost.
 *
 * Events come in by `offer` and leave through the {@linkcode Consumer}: directly if it is waiting for them, else by way of
 * the queue.
 */
export class Inbox<T> {
  /** What waits to be read. */
  readonly queue: BatchQueue<WatchEvent<T>> = new BatchQueue();
  /** Whether distribution waits for room here. */
  readonly waits: boolean;
  /** Who is reading. */
  consumer: Consumer<T> = NOBODY;
  /** Who fills the inbox. */
  owner: InboxOwner<T> | undefined;
  /** The stream in front of it, which ends once nothing can be read any more. */
  stream: { end(): void } | undefined;
  /** Whether it takes nothing more; only the inbox itself sets it. */
  closed = false;
  /** The number of the first event that this watcher is to see. */
  since = 0;

  #highWaterMark: number;
  readonly #whenFull: WhenFull;
  readonly #filter: EventFilter<T> | undefined;
  readonly #onDrop: ((lag: WatcherLag) => void) | undefined;
  #signal: AbortSignal | undefined;
  #forgetSignal: (() => void) | undefined;
  #offered = 0;
  #dropped = 0;
  #told = 0;
  #lagging = false;
  #errors = 0;
  #ended = false;

  constructor(options: WatchOptions<T>) {
    checkOptions("watch", options, WATCH_OPTIONS);
    const { highWaterMark = 1000, whenFull = "drop-newest", filter, onDrop } = options;
    this.#highWaterMark = highWaterMark;
    this.#whenFull = whenFull;
    this.#filter = filter && new EventFilter(filter, this);
    this.#onDrop = onDrop;
    this.waits = whenFull === "wait";
  }

  /** Whether everything was read, or given up, and nothing can follow. */
  get ended(): boolean {
    return this.#ended;
  }

  /** How many events were lost. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether something is queued to be read. */
  get readable(): boolean {
    // A closed inbox is no longer on its signal, which may outlive it by far, and looks at it instead.
    if (this.closed && this.#signal?.aborted) this.stop();
    return this.queue.size > 0;
  }

  /** How many events are waiting to be read. */
  get queued(): number {
    return this.readable ? this.queue.size : 0;
  }

  /** How many events it could take without losing any. */
  get room(): number {
    return Math.max(0, this.#highWaterMark - this.queue.size + this.consumer.wanted);
  }

  /** The index of the first event, of those that `offer` would be given, for which it has no room; `to` if there is none. */
  reach(batch: readonly WatchEvent<T>[], from: number, to: number, start: number): number {
    let { room } = this;
    const first = Math.min(to, Math.max(from, this.since - start));
    if (this.#filter === undefined) return Math.min(to, first + room);
    for (let i = first; i < to && !this.closed; i++) {
      // Whatever there is room for goes first: the filter is not asked about what comes after it.
      if (room === 0 && i > from) return i;
      if (this.#filter.foresee(batch[i]!, start + i) && room-- === 0) return i;
    }
    return to;
  }

  /** The numbers, made when asked for. */
  stats(): WatcherStats {
    const queued = this.queued;
    const delivered = this.#offered - this.#dropped - queued;
    return { queued, delivered, dropped: this.#dropped, errors: this.#errors };
  }

  /** Takes events in, from `batch[from]` on and before `batch[to]`; `batch[0]` has the number `start`. */
  offer(batch: readonly WatchEvent<T>[], from: number, to: number, start: number): void {
    if (this.closed) return;
    if (start + from < this.since) from = Math.min(to, this.since - start);
    if (this.#filter !== undefined) {
      batch = this.waits ? this.#filter.take(batch, from, to, start) : this.#filter.pass(batch, from, to);
      from = 0;
      to = batch.length;
      if (this.closed) return;
    }
    this.#offered += to - from;
    const rest = this.consumer.feed(batch, from, to);
    if (rest > from) this.#lagging = false;
    if (rest === to || this.closed) return;
    const missing = to - rest - (this.#highWaterMark - this.queue.size);
    if (missing <= 0 || this.waits) {
      this.#lagging = false;
      this.queue.push(batch, rest, to);
    } else this.#overflow(batch, rest, to, missing);
  }

  /** Queues events before all others, however many. */
  prefix(events: readonly WatchEvent<T>[]): void {
    if (events.length === 0) return;
    this.#highWaterMark = Math.max(this.#highWaterMark, events.length + 1);
    if (this.#filter !== undefined) events = this.#filter.pass(events, 0, events.length);
    this.#offered += events.length;
    this.queue.push(events, 0, events.length);
  }

  /** Takes the oldest event; there must be one. */
  take(): WatchEvent<T> {
    const event = this.queue.shift();
    this.roomFreed();
    return event;
  }

  /** Takes everything that is queued. */
  takeAll(): readonly WatchEvent<T>[] {
    const events = this.queue.takeAll();
    this.roomFreed();
    return events;
  }

  /** Tells the owner that there is more room, or ends where nothing can follow. */
  roomFreed(): void {
    if (this.closed) this.#endIfEmpty();
    else if (this.waits) this.owner?.roomFreed();
  }

  /** Stops when `signal` aborts. */
  stopWith(signal: AbortSignal | undefined): void {
    if (signal?.aborted) return this.stop();
    this.#signal = signal;
    if (!this.closed) this.#forgetSignal = onAbort(signal, () => this.stop());
  }

  /** Takes nothing more, but what is queued can still be read. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#forgetSignal?.();
    this.owner?.left(this);
    this.#endIfEmpty();
  }

  /** Takes nothing more and forgets what is queued. */
  stop(): void {
    this.#offered -= this.queue.size;
    this.queue.clear();
    this.close();
    this.#endIfEmpty();
  }

  /** Counts what a callback threw and passes it on. */
  failed(error: unknown): void {
    this.#errors++;
    if (this.owner !== undefined) return this.owner.failed(error);
    // A filter is asked about the prefix before the watcher has joined its broadcaster.
    queueMicrotask(() => this.owner?.failed(error));
  }

  #endIfEmpty(): void {
    if (this.#ended || this.queue.size > 0) return;
    this.#ended = true;
    this.consumer.end();
    this.stream?.end();
  }

  /** Loses as many events as are missing room, which is at least one. */
  #overflow(batch: readonly WatchEvent<T>[], from: number, to: number, missing: number): void {
    const room = to - from - missing;
    if (room > 0) this.#lagging = false;
    if (this.#whenFull === "drop-oldest") {
      this.queue.drop(missing);
      this.queue.push(batch, Math.max(from, to - this.#highWaterMark), to);
    } else this.queue.push(batch, from, from + room);
    const closing = this.#whenFull === "close";
    if (closing) this.#offered -= missing - 1;
    this.#dropped += closing ? 1 : missing;
    if (closing) this.close();
    if (!this.#lagging) this.#tell();
  }

  #tell(): void {
    this.#lagging = true;
    const missed = this.#dropped - this.#told;
    this.#told = this.#dropped;
    callGuarded(this.#onDrop, { missed, total: this.#dropped }, (error) => this.failed(error));
  }
}

/** The end of an inbox from which events leave: an iterator, a pipe, the stream's controller or a handler. */
export interface Consumer<T> {
  /** How many events it is waiting for; there are none while something is queued. */
  readonly wanted: number;
  /** Takes events at once, from `batch[from]` on and before `batch[to]`; returns the index of the first not taken. */
  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number;
  /** Learns that nothing will come any more. */
  end(): void;
}

/** Nobody reads yet. */
export const NOBODY: Consumer<never> = {
  wanted: 0,
  feed: (_batch, from) => from,
  end: () => {},
};

/** Whose filter it is, and who hears of what it throws. */
interface FilterOwner {
  /** Whether the filter need not be asked any more. */
  readonly closed: boolean;
  /** The filter threw; the event passes by. */
  failed(error: unknown): void;
}

/** The filter of a watcher: asked about each event once, in order, though distribution may have to look ahead. */
class EventFilter<T> {
  readonly #filter: (event: WatchEvent<T>) => boolean;
  readonly #owner: FilterOwner;
  /** What it said of events that were not taken yet, by their number. */
  readonly #asked = new Map<number, boolean>();

  constructor(filter: (event: WatchEvent<T>) => boolean, owner: FilterOwner) {
    this.#filter = filter;
    this.#owner = owner;
  }

  /** Asks about `batch[from]` and what follows before `batch[to]`; gives back what passes. */
  pass(batch: readonly WatchEvent<T>[], from: number, to: number): WatchEvent<T>[] {
    const filter = this.#filter;
    const owner = this.#owner;
    const wanted: WatchEvent<T>[] = [];
    for (let i = from; i < to && !owner.closed; i++) {
      const event = batch[i]!;
      try {
        if (filter(event)) wanted.push(event);
      } catch (error) {
        owner.failed(error);
      }
    }
    return wanted;
  }

  /** Whether the event with this number will pass, for those who have to know before it is taken. */
  foresee(event: WatchEvent<T>, number: number): boolean {
    let passes = this.#asked.get(number);
    if (passes === undefined) this.#asked.set(number, passes = this.pass([event], 0, 1).length > 0);
    return passes;
  }

  /** The same as `pass`, of events of which some were foreseen; `batch[0]` has the number `start`. */
  take(batch: readonly WatchEvent<T>[], from: number, to: number, start: number): WatchEvent<T>[] {
    const wanted = batch.slice(from, to).filter((event, i) => this.foresee(event, start + from + i));
    for (let i = from; i < to; i++) this.#asked.delete(start + i);
    return wanted;
  }
}
