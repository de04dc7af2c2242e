import { type Clock, startTimer } from "../../../base/tools/time.ts";
import type { EventsPath } from "../wire/route.ts";
import type { EventStore } from "../store/event_store.ts";
import { keyPrefix } from "../store/stored_event.ts";
import { tooLargeResourceVersion } from "../wire/api_error.ts";
import { jsonResponse } from "../wire/json_response.ts";
import type { ListOptions } from "../wire/list_options.ts";
import type { EventForm } from "../wire/negotiate.ts";
import { ChangeLines, errorLine, EventWatch, watchTooOld } from "./event_watch.ts";
import { type PendingRead, PendingReads } from "./pending_reads.ts";

/**
 * Maximum number of reads resolved in one turn of the event loop: the fewest after a change, doubled by each turn without
 * one. A writer among a thousand watchers waits for these reads only, and the later ones get several changes at once.
 * Measured with 100 creates among 1,000 watchers.
 */
const FEWEST_READS_PER_TURN = 10;
const MOST_READS_PER_TURN = 80;

export interface WatchClient {
  /** The form of its events, but for the time. */
  readonly form: EventForm;
  /**
   * Ends the watch when its signal aborts; `undefined` through a socket, where closing the connection does. Kept because
   * in Node the signal of a garbage-collected request never aborts.
   */
  readonly request: Request | undefined;
}

/** The watches started between two calls of `end()`, which ends them together. */
interface Generation {
  over: boolean;
  /** The error with which reads reject from now on; `undefined` for a clean end. */
  error?: Error;
}

/**
 * All watches. Only those with a pending read are tracked here: changes that concern them wake them, once per burst. The
 * others find the changes in the history at their next read.
 */
export class EventWatches {
  readonly #store: EventStore;
  readonly #clock: Clock;
  /** Whether the HTTP server sends headers before the first byte of a body. */
  readonly #flushesHeaders: boolean;
  readonly #lines: ChangeLines;
  readonly #reads = new PendingReads();
  /** Reads to resolve, with the version after which they have changes; earlier versions first. */
  readonly #due = new Map<EventWatch, { readonly read: PendingRead; readonly since: number }>();
  #nextTurn: ReturnType<typeof setTimeout> | undefined;
  #readsPerTurn = FEWEST_READS_PER_TURN;
  /** The version up to which every pending read has read, or missed nothing that concerns it. */
  #seen = 0;
  #isWaking = false;
  #generation: Generation = { over: false };
  /** Fires when the first watch with a pending read times out. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerMs = Infinity;

  constructor(store: EventStore, clock: Clock, flushesHeaders: boolean) {
    this.#flushesHeaders = flushesHeaders;
    this.#store = store;
    this.#clock = clock;
    this.#lines = new ChangeLines(store);
  }

  /** Must be called after every change: wakes the pending reads. */
  changed(): void {
    if (this.#reads.size === 0) return;
    this.#store.expireOnTime();
    if (this.#isWaking) return;
    this.#isWaking = true;
    queueMicrotask(() => this.#wake());
  }

  /** Must be called before changes up to a version are discarded: delivers them to the pending reads first. */
  forgets(resourceVersion: number): void {
    if (this.#reads.size > 0 && resourceVersion > this.#seen) this.#wake();
    const [first] = this.#due.values();
    if (first !== undefined && resourceVersion > first.since) this.#resolve(Infinity);
  }

  watch(path: EventsPath, options: ListOptions, client: WatchClient): Response {
    const { resourceVersion = 0, timeoutSeconds = 0, sendInitialEvents, allowWatchBookmarks } = options;
    const { history, resourceVersion: current } = this.#store;
    // In the stream, as in a cluster, which notices only when it reads the initial events.
    if (sendInitialEvents && resourceVersion > current) {
      return jsonResponse(errorLine(tooLargeResourceVersion(resourceVersion, current)));
    }
    if (!sendInitialEvents && resourceVersion !== 0 && !history.reaches(resourceVersion)) {
      return jsonResponse(history.endsSilently(resourceVersion) ? "" : watchTooOld());
    }
    const watch = new EventWatch({
      ...options,
      store: this.#store,
      lines: this.#lines,
      prefix: keyPrefix(path.namespace),
      form: () => ({ ...client.form, nowMs: this.#clock.now() }),
      // A watch from a future version waits for it.
      resourceVersion: sendInitialEvents || resourceVersion === 0 ? current : resourceVersion,
      sendBookmark: sendInitialEvents && allowWatchBookmarks,
      endsAtMs: timeoutSeconds > 0 ? Date.now() + timeoutSeconds * 1000 : Infinity,
    });
    return jsonResponse(this.#body(watch, client));
  }

  /**
   * Ends every current watch; clients may still read the changes so far.
   *
   * @param error Makes reads reject with it at once instead.
   */
  end(error?: Error): void {
    this.#wake();
    this.#resolve(Infinity);
    const generation = this.#generation;
    this.#generation = { over: false };
    generation.over = true;
    if (error !== undefined) generation.error = error;
    for (const watch of this.#reads.watches()) {
      const read = this.#reads.take(watch);
      if (error === undefined) read?.resolve(undefined);
      else read?.reject(error);
    }
    this.#stopTimersIfIdle();
  }

  /**
   * The body of a watch, written as the client reads it.
   *
   * Bun sends the headers with the first byte of the body: there a quiet watch begins with a space. It starts the first
   * line, as clients that read by lines fail at an empty one.
   */
  #body(watch: EventWatch, { request }: WatchClient): ReadableStream<Uint8Array> {
    const generation = this.#generation;
    const end = (): void => {
      request?.signal.removeEventListener("abort", end);
      watch.over = true;
      this.#reads.take(watch)?.resolve(undefined);
      this.#due.get(watch)?.read.resolve(undefined);
      this.#due.delete(watch);
      this.#stopTimersIfIdle();
    };
    if (request?.signal.aborted) watch.over = true;
    else request?.signal.addEventListener("abort", end);
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (this.#flushesHeaders || request !== undefined) return;
        controller.enqueue(watch.read() ?? new TextEncoder().encode(" "));
      },
      pull: async (controller) => {
        const bytes = await this.#read(watch, generation);
        if (bytes !== undefined) return controller.enqueue(bytes);
        end();
        controller.close();
      },
      cancel: end,
    }, { highWaterMark: 0 });
  }

  /** Reads the next lines of a watch; `undefined` once it has ended. */
  #read(watch: EventWatch, generation: Generation): Promise<Uint8Array | undefined> {
    if (generation.error !== undefined) return Promise.reject(generation.error);
    this.#store.removeExpired();
    if (watch.endsAtMs <= Date.now()) watch.over = true;
    const bytes = watch.read();
    if (bytes !== undefined || watch.over || generation.over) return Promise.resolve(bytes);
    if (this.#reads.size === 0) this.#seen = this.#store.resourceVersion;
    const read = new Promise<Uint8Array | undefined>((resolve, reject) => this.#reads.add(watch, { resolve, reject }));
    this.#store.expireOnTime();
    this.#startTimer(watch.endsAtMs);
    return read;
  }

  /** Resolves the pending reads that the latest changes concern: the first of them now. */
  #wake(): void {
    this.#isWaking = false;
    // Without a pending read, the history may no longer reach the version seen.
    if (this.#reads.size === 0) return;
    const since = this.#seen;
    this.#seen = this.#store.resourceVersion;
    for (const [watch, read] of this.#reads.takeConcernedBy(this.#store.history.since(since))) {
      watch.skipTo(since);
      this.#due.set(watch, { read, since });
    }
    this.#readsPerTurn = FEWEST_READS_PER_TURN;
    if (this.#nextTurn === undefined) this.#resolve(this.#readsPerTurn);
  }

  /** Resolves due reads, and leaves those beyond a limit to the next turn. */
  #resolve(limit: number): void {
    clearTimeout(this.#nextTurn);
    this.#nextTurn = undefined;
    for (const [watch, { read }] of this.#due) {
      if (limit-- === 0) {
        this.#nextTurn = setTimeout(() => this.#resolve(this.#readsPerTurn), 0);
        this.#readsPerTurn = Math.min(2 * this.#readsPerTurn, MOST_READS_PER_TURN);
        return;
      }
      this.#due.delete(watch);
      const bytes = watch.read();
      if (bytes !== undefined || watch.over) read.resolve(bytes);
      else this.#reads.add(watch, read);
    }
    this.#stopTimersIfIdle();
  }

  /** Clears the timers unless a read is pending. */
  #stopTimersIfIdle(): void {
    if (this.#reads.size + this.#due.size > 0) return;
    this.#store.stopExpiring();
    clearTimeout(this.#timer);
    this.#timerMs = Infinity;
  }

  #startTimer(endsAtMs: number): void {
    if (endsAtMs >= this.#timerMs) return;
    clearTimeout(this.#timer);
    this.#timerMs = endsAtMs;
    this.#timer = startTimer(() => this.#endOverdue(), Math.max(0, endsAtMs - Date.now()));
  }

  #endOverdue(): void {
    this.#timerMs = Infinity;
    this.#wake();
    this.#resolve(Infinity);
    const nowMs = Date.now();
    let nextMs = Infinity;
    for (const watch of this.#reads.watches()) {
      if (watch.endsAtMs <= nowMs) this.#reads.take(watch)?.resolve(undefined);
      else nextMs = Math.min(nextMs, watch.endsAtMs);
    }
    this.#stopTimersIfIdle();
    this.#startTimer(nextMs);
  }
}
