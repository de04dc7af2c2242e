import { passes } from "../../base/tools/check_options.ts";
import { Fifo } from "../../base/tools/fifo.ts";
import { callGuarded } from "../../base/tools/logger.ts";
import { onAbort } from "../../base/tools/abort.ts";
import { inMicrotask } from "../../base/tools/time.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { BroadcasterStats, ReadWatchOptions, WatchOptions, WhenFull } from "./broadcaster_options.ts";

/** Fills an inbox, and is notified by it. */
export interface InboxOwner<T> {
  /** Called when an inbox with the mode `"wait"` has more room. */
  roomFreed(): void;
  left(inbox: Inbox<T>): void;
  failed(error: unknown): void;
}

/**
 * The broadcaster's side of a watcher: its queue, its room and its losses.
 *
 * Events enter through `offer` and leave through the {@linkcode Consumer}: directly if it is waiting for them, else
 * through the queue.
 */
export class Inbox<T> {
  readonly queue: Fifo<WatchEvent<T>> = new Fifo();
  /** Whether distribution pauses until this inbox has room. */
  readonly waits: boolean;
  consumer: Consumer<T> = NO_CONSUMER;
  owner: InboxOwner<T> | undefined;
  /** The stream of the watcher, which ends once no more events can be read. */
  stream: { end(): void } | undefined;
  /** Whether the inbox takes no more events. Only the inbox itself sets it. */
  closed = false;
  /** Whether all events were read or discarded and none can follow. Only the inbox itself sets it. */
  ended = false;
  /** The number of the first event for this watcher. */
  since = 0;

  #highWaterMark: number;
  readonly #whenFull: WhenFull;
  readonly #filter: WatchOptions<T>["filter"];
  /** Only for `"wait"`: filter results by event number, because `reach` calls the filter before `offer`. */
  readonly #ahead = new Map<number, boolean>();
  readonly #onDrop: WatchOptions<T>["onDrop"];
  #signal: AbortSignal | undefined;
  #forgetSignal: (() => void) | undefined;
  #offered = 0;
  #dropped = 0;
  #reported = 0;
  #lagging = false;
  #errors = 0;

  constructor({ highWaterMark, whenFull, filter, onDrop }: ReadWatchOptions<T>) {
    this.#highWaterMark = highWaterMark;
    this.#whenFull = whenFull;
    this.#filter = filter;
    this.#onDrop = onDrop;
    this.waits = whenFull === "wait";
  }

  get dropped(): number {
    return this.#dropped;
  }

  get readable(): boolean {
    // A closed inbox no longer listens to its signal, which may live much longer, so check the signal here.
    if (this.closed && this.#signal?.aborted) this.stop();
    return this.queue.size > 0;
  }

  get queued(): number {
    return this.readable ? this.queue.size : 0;
  }

  /** Number of events that the inbox can take without loss. */
  get room(): number {
    return Math.max(0, this.#highWaterMark - this.queue.size + this.consumer.wanted);
  }

  /**
   * Returns the index of the first event for which there is no room, or `to`. Distribution pauses there, before any
   * watcher gets that event. Only called for `"wait"`.
   */
  reach(batch: readonly WatchEvent<T>[], from: number, to: number, start: number): number {
    let { room } = this;
    const first = Math.min(to, Math.max(from, this.since - start));
    if (this.#filter === undefined) return Math.min(to, first + room);
    for (let i = first; i < to && !this.closed; i++) {
      // Without room, call the filter only with the next event.
      if (room === 0 && i > from) return i;
      const passes = this.#ahead.get(start + i) ?? this.#passes(batch[i]!);
      this.#ahead.set(start + i, passes);
      if (passes && room-- === 0) return i;
    }
    return to;
  }

  stats(): BroadcasterStats["watchers"][number] {
    const queued = this.queued;
    const delivered = this.#offered - this.#dropped - queued;
    return { queued, delivered, dropped: this.#dropped, errors: this.#errors };
  }

  /** Takes the events from `batch[from]` up to, not including, `batch[to]`; `batch[0]` has the number `start`. */
  offer(batch: readonly WatchEvent<T>[], from: number, to: number, start: number): void {
    if (this.closed) return;
    from = Math.min(to, Math.max(from, this.since - start));
    if (this.#filter !== undefined) {
      batch = this.#select(batch, from, to, start);
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
      this.#enqueue(batch, rest, to);
    } else this.#overflow(batch, rest, to, missing);
  }

  /** Queues events ahead of all others, beyond the high-water mark if necessary. */
  prefix(events: readonly WatchEvent<T>[]): void {
    if (events.length === 0) return;
    this.#highWaterMark = Math.max(this.#highWaterMark, events.length + 1);
    if (this.#filter !== undefined) events = this.#select(events, 0, events.length);
    this.#offered += events.length;
    this.#enqueue(events, 0, events.length);
  }

  take(): WatchEvent<T> {
    const event = this.queue.shift()!;
    this.roomFreed();
    return event;
  }

  takeAll(): readonly WatchEvent<T>[] {
    const events = this.queue.takeAll();
    this.roomFreed();
    return events;
  }

  /** Notifies the owner of more room, or ends a closed inbox that is empty. */
  roomFreed(): void {
    if (this.closed) this.#endIfEmpty();
    else if (this.waits) this.owner?.roomFreed();
  }

  stopWith(signal: AbortSignal | undefined): void {
    if (signal?.aborted) return this.stop();
    this.#signal = signal;
    if (signal !== undefined && !this.closed) this.#forgetSignal = onAbort(signal, () => this.stop());
  }

  /** Takes no more events; queued ones can still be read. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#forgetSignal?.();
    this.owner?.left(this);
    if (this.#dropped > this.#reported) this.#reportDrop();
    this.#endIfEmpty();
  }

  /** Takes no more events and drops the queued ones. */
  stop(): void {
    this.queue.takeAll();
    this.close();
    this.#endIfEmpty();
  }

  failed(error: unknown): void {
    this.#errors++;
    if (this.owner !== undefined) return this.owner.failed(error);
    // The filter is called with the prefix before the watcher has joined its broadcaster.
    inMicrotask(() => this.owner?.failed(error));
  }

  #enqueue(batch: readonly WatchEvent<T>[], from: number, to: number): void {
    for (let i = from; i < to; i++) this.queue.push(batch[i]!);
  }

  /** Returns the events that pass the filter, which is called once for each, in order. */
  #select(batch: readonly WatchEvent<T>[], from: number, to: number, start = 0): WatchEvent<T>[] {
    const selected: WatchEvent<T>[] = [];
    for (let i = from; i < to && !this.closed; i++) {
      const event = batch[i]!;
      const passes = this.waits ? this.#ahead.get(start + i) ?? this.#passes(event) : this.#passes(event);
      if (passes) selected.push(event);
      if (this.waits) this.#ahead.delete(start + i);
    }
    return selected;
  }

  #passes(event: WatchEvent<T>): boolean {
    try {
      return passes("filter", this.#filter!(event));
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  #endIfEmpty(): void {
    if (this.ended || this.queue.size > 0) return;
    this.ended = true;
    this.consumer.end();
    this.stream?.end();
  }

  /** Drops `missing` events, at least one, that exceed the high-water mark. */
  #overflow(batch: readonly WatchEvent<T>[], from: number, to: number, missing: number): void {
    const room = to - from - missing;
    if (room > 0) this.#lagging = false;
    if (this.#whenFull === "drop-oldest") {
      for (let i = 0; i < missing && this.queue.size > 0; i++) this.queue.shift();
      this.#enqueue(batch, Math.max(from, to - this.#highWaterMark), to);
    } else this.#enqueue(batch, from, from + room);
    // A closing watcher counts only the event that closed it.
    const closing = this.#whenFull === "close";
    this.#dropped += closing ? 1 : missing;
    if (closing) this.close();
    if (!this.#lagging) this.#reportDrop();
  }

  #reportDrop(): void {
    this.#lagging = true;
    const missed = this.#dropped - this.#reported;
    this.#reported = this.#dropped;
    callGuarded(this.#onDrop, { missed, total: this.#dropped }, (error) => this.failed(error));
  }
}

/** The reading end of an inbox: an iterator, the stream's controller or a handler. */
export interface Consumer<T> {
  /** Number of events that the consumer is waiting for; 0 while events are queued. */
  readonly wanted: number;
  /** Takes events from `batch[from]` up to, not including, `batch[to]`; returns the index of the first not taken. */
  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number;
  /** Called when no more events will follow. */
  end(): void;
}

/** The consumer of an inbox without a reader. */
const NO_CONSUMER: Consumer<never> = {
  wanted: 0,
  feed: (_batch, from) => from,
  end: () => {},
};
