import { Fifo } from "../../base/tools/fifo.ts";
import { readOptions } from "../../base/tools/check_options.ts";
import { onAbort } from "../../base/tools/abort.ts";
import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import {
  type BroadcasterOptions,
  broadcasterOptionTable,
  type BroadcasterStats,
  type ReadBroadcasterOptions,
  type WatchOptions,
  watchOptionTable,
} from "./broadcaster_options.ts";
import { Distribution } from "./distribution.ts";
import { Turns } from "./turns.ts";
import { inboxOf, Watcher } from "./watcher.ts";

/**
 * Thrown when publishing to or watching a broadcaster that was shut down (apimachinery's error "broadcaster already
 * stopped").
 *
 * @category Broadcaster
 */
export class BroadcasterStoppedError extends Error {
  /** Always `"BroadcasterStoppedError"`. */
  override readonly name = "BroadcasterStoppedError";

  /** Creates the error, with a fixed message. */
  constructor() {
    super("Cannot publish or watch: broadcaster already stopped");
  }
}

// The way of an event through this room, and where to change each step:
//
//   Broadcaster.action    broadcaster.ts     the door: accepts or refuses, makes producers wait, shuts down
//   Distribution.accept   distribution.ts    collects a batch, and offers it to every watcher, in order
//   Inbox.offer           inbox.ts           one watcher's filter, queue and losses
//   Consumer.feed         consumers.ts       reads an inbox: a loop, a reader, a handler or the stream
//   Watcher               watcher.ts         the user's side: a ReadableStream in front of the inbox
//
// broadcaster_options.ts has the options and counters; turns.ts lets timers fire while producers publish;
// filter_watch.ts maps one watcher to another.

/** A producer waiting for room. */
interface WaitingAction<T> {
  readonly event: WatchEvent<T>;
  readonly resolve: (turn: Promise<void> | undefined) => void;
  readonly reject: (error: BroadcasterStoppedError) => void;
}

/**
 * Fans out events: each one goes to every watcher (apimachinery's `watch.Broadcaster`).
 *
 * - **Order**: every watcher sees events in the order in which they were accepted.
 * - **Joining**: a watcher sees every event accepted after `watch()` returns, and none accepted before, even if not yet
 *   distributed.
 * - **Isolation**: a slow, stopped or throwing watcher never delays, starves or breaks another. Only a
 *   `"wait"` watcher can hold up distribution, and then for all watchers, which stay in step.
 * - **Loss**: a watcher queues up to its high-water mark, then its mode decides ({@linkcode WhenFull}); losses
 *   are counted per watcher. Room is checked when events are distributed.
 * - **Memory** is bounded by the high-water marks, even if watchers do not read.
 * - **Turns**: events accepted in one synchronous run reach the watchers together, in the next microtask, or as soon
 *   as there are `incomingHighWaterMark` of them.
 * - **Closing**: `shutdown` distributes the accepted events; then every watcher ends once its queue is read.
 *
 * See {@link https://github.com/kubernetes/apimachinery/blob/master/pkg/watch/mux.go | pkg/watch/mux.go} of
 * apimachinery.
 *
 * @typeParam T The type of the events' objects.
 *
 * @example
 * ```ts
 * import { Broadcaster } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const broadcaster = new Broadcaster<string>();
 * const watcher = broadcaster.watch();
 *
 * broadcaster.actionOrDrop("ADDED", "web-1");
 * await broadcaster.action("DELETED", "web-1");
 * await broadcaster.shutdown();
 *
 * const seen = [];
 * for await (const { type, object } of watcher) seen.push(`${type} ${object}`);
 * assert.deepEqual(seen, ["ADDED web-1", "DELETED web-1"]);
 * ```
 *
 * @category Broadcaster
 */
export class Broadcaster<T> implements AsyncDisposable {
  readonly #options: ReadBroadcasterOptions;
  readonly #distribution: Distribution<T>;
  /** Producers waiting for room; empty while there is room. */
  readonly #waiting: Fifo<WaitingAction<T>> = new Fifo();
  readonly #turns = new Turns();
  /**
   * Created only by `shutdown`, because in an edge isolate, code that awaits a promise created at module level resumes
   * in another request.
   */
  #distributed: Promise<void> | undefined;
  #resolveDistributed: () => void = () => {};
  #incomingFull = 0;
  #stopped = false;
  #writable: WritableStream<WatchEvent<T>> | undefined;
  #breakWritable: () => void = () => {};
  #forgetSignal: () => void = () => {};

  /**
   * Creates a broadcaster without watchers.
   *
   * @throws {RangeError} If a high-water mark is out of its range, or `whenFull` is unknown.
   * @throws {TypeError} If `onError` is not a function, or `signal` not an AbortSignal.
   */
  constructor(options?: BroadcasterOptions);
  /**
   * Creates a broadcaster from options that a subclass has read.
   *
   * @internal
   */
  constructor(options: BroadcasterOptions, read: ReadBroadcasterOptions);
  constructor(
    options: BroadcasterOptions = {},
    read: ReadBroadcasterOptions = readOptions("broadcast", options, broadcasterOptionTable()),
  ) {
    const { incomingHighWaterMark, onError, signal } = read;
    this.#options = read;
    this.#distribution = new Distribution({
      highWaterMark: incomingHighWaterMark,
      onRoom: () => this.#acceptWaiting(),
      onIdle: () => this.#closeIfStopped(),
      onError,
    });
    if (signal?.aborted) this.#stop();
    else this.#forgetSignal = onAbort(signal, () => this.#shutDown());
  }

  /**
   * A stream that publishes the events piped into it, with the backpressure of `"wait"` watchers.
   *
   * Closing or aborting it shuts the broadcaster down, unless `pipeTo` is called with `preventClose` or `preventAbort`;
   * a write that is waiting for room then rejects. A shutdown errors the stream with a
   * {@linkcode BroadcasterStoppedError}.
   *
   * When the `signal` of a `pipeTo` aborts, the pipe still waits for the write in progress, that is, until there is
   * room.
   */
  get writable(): WritableStream<WatchEvent<T>> {
    return this.#writable ??= new WritableStream({
      start: (controller) => {
        this.#breakWritable = () => controller.error(new BroadcasterStoppedError());
        if (this.#stopped) this.#breakWritable();
        // abort() would be too late: the platform calls it only after the write in progress, which may be waiting for
        // room, and its promise would wait for unread watchers.
        onAbort(controller.signal, () => {
          this.#breakWritable = () => {};
          this.#shutDown();
        });
      },
      write: (event) => this.#publish(event),
      close: async () => {
        this.#breakWritable = () => {};
        await this.shutdown();
      },
    });
  }

  /**
   * Publishes an event; resolves once it is accepted. Waits while the incoming queue is full, first come, first served.
   *
   * @throws {BroadcasterStoppedError} After shutdown, or at a shutdown while it waits; always as a rejection.
   */
  action(type: WatchEvent<T>["type"], object: T): Promise<void> {
    try {
      return this.#publish({ type, object }) ?? Promise.resolve();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Publishes an event without waiting.
   *
   * @returns Whether the event was accepted. If the incoming queue is full (see `incomingHighWaterMark` of
   * {@linkcode BroadcasterOptions}), it is dropped and counted in `stats().dropped`.
   * @throws {BroadcasterStoppedError} After shutdown.
   */
  actionOrDrop(type: WatchEvent<T>["type"], object: T): boolean {
    if (this.#stopped) throw new BroadcasterStoppedError();
    if (this.#distribution.full) {
      this.#incomingFull++;
      return false;
    }
    this.#distribution.accept({ type, object });
    return true;
  }

  /**
   * Starts a watcher, which sees every event accepted from now on and none accepted before.
   *
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {RangeError} If `highWaterMark` is out of its range, or `whenFull` is unknown.
   * @throws {TypeError} If an option is of another type.
   *
   * @example
   * ```ts
   * import { Broadcaster } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * const broadcaster = new Broadcaster<number>();
   * const lags: number[] = [];
   * const watcher = broadcaster.watch({
   *   filter: ({ object }) => object % 2 === 0,
   *   highWaterMark: 2,
   *   whenFull: "drop-oldest",
   *   onDrop: ({ missed }) => lags.push(missed),
   * });
   * for (let n = 1; n <= 10; n++) broadcaster.actionOrDrop("ADDED", n);
   * await broadcaster.shutdown();
   *
   * const seen = [];
   * for await (const { object } of watcher) seen.push(object);
   * assert.deepEqual(seen, [8, 10]);
   * assert.deepEqual(lags, [3]);
   * ```
   */
  watch(options: WatchOptions<T> = {}): Watcher<T> {
    return this.watchWithPrefix([], options);
  }

  /**
   * Starts a watcher that sees `events` first, then every event accepted from now on; its high-water mark is at least
   * one more than the number of `events`.
   *
   * @param events The initial events, such as the objects of a list; the `filter` applies to them too.
   * @throws {BroadcasterStoppedError} After shutdown.
   * @throws {RangeError} If `highWaterMark` is out of its range, or `whenFull` is unknown.
   * @throws {TypeError} If an option is of another type.
   */
  watchWithPrefix(events: Iterable<WatchEvent<T>>, options: WatchOptions<T> = {}): Watcher<T> {
    if (this.#stopped) throw new BroadcasterStoppedError();
    const watcher = new Watcher<T>(events, options, readOptions("watch", options, watchOptionTable(this.#options)));
    const inbox = inboxOf(watcher);
    if (!inbox.closed) this.#distribution.join(inbox);
    // The filter, which was called with `events`, may have shut the broadcaster down.
    if (this.#stopped) this.#distribution.distribute();
    return watcher;
  }

  /** Returns the current counters. */
  stats(): BroadcasterStats {
    const { accepted, queued, inboxes } = this.#distribution;
    return {
      accepted,
      dropped: { incomingFull: this.#incomingFull },
      queued,
      watchers: Array.from(inboxes, (inbox) => inbox.stats()),
    };
  }

  /**
   * Refuses new events, distributes the accepted ones, then closes every watcher: queued events can still be read.
   *
   * Resolves once everything is distributed, which may have to wait until a full `"wait"` watcher has room or stops.
   * Resolves with `undefined`, or with the report of a subclass. Idempotent.
   *
   * @param options `signal` is the deadline, by default none. When it aborts, watchers that still hold up distribution
   * are stopped, so that the others get the rest. Rejects with a TypeError if it is not an AbortSignal.
   */
  async shutdown(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<unknown> {
    const { signal } = readOptions("shut down", options, { signal: ["an AbortSignal"] });
    this.#distributed ??= new Promise((resolve) => this.#resolveDistributed = resolve);
    this.#stop();
    if (signal?.aborted) this.#distribution.hurry();
    const forget = onAbort(signal, () => this.#distribution.hurry());
    await this.#distributed;
    return forget();
  }

  /** The same as {@linkcode shutdown}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.shutdown();
  }

  #publish(event: WatchEvent<T>): Promise<void> | undefined {
    if (this.#stopped) throw new BroadcasterStoppedError();
    if (this.#distribution.full) {
      return new Promise((resolve, reject) => this.#waiting.push({ event, resolve, reject }));
    }
    this.#distribution.accept(event);
    return this.#turns.next();
  }

  #acceptWaiting(): void {
    while (this.#waiting.size > 0 && !this.#distribution.full) {
      const { event, resolve } = this.#waiting.shift()!;
      this.#distribution.accept(event);
      resolve(this.#turns.next());
    }
  }

  #shutDown(): void {
    this.shutdown().catch((error) => this.#distribution.failed(error));
  }

  #stop(): void {
    if (!this.#stopped) {
      this.#stopped = true;
      this.#forgetSignal();
      this.#breakWritable();
      for (const { reject } of this.#waiting.takeAll()) reject(new BroadcasterStoppedError());
    }
    this.#distribution.distribute();
  }

  #closeIfStopped(): void {
    if (!this.#stopped) return;
    for (const inbox of [...this.#distribution.inboxes]) inbox.close();
    this.#resolveDistributed();
  }
}
