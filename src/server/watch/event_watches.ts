import { type Clock, MAX_TIMER_MS } from "../../api/time.ts";
import type { EventsPath } from "../wire/route.ts";
import type { EventStore } from "../store/event_store.ts";
import { ExpiryTimer } from "../store/expiry_timer.ts";
import { tooLargeResourceVersion } from "../wire/api_error.ts";
import { jsonResponse } from "../wire/json_response.ts";
import type { ListOptions } from "../wire/list_options.ts";
import type { Representation } from "../wire/negotiate.ts";
import { EventWatch, type WatchChunk, writeChanges } from "./event_watch.ts";
import { type PendingRead, PendingReads } from "./pending_reads.ts";
import { StoredGzip } from "./stored_gzip.ts";
import { watchTooOld, WatchView } from "./watch_view.ts";

/**
 * Maximum number of reads resolved in one turn of the event loop: a writer among a thousand watchers waits for these only,
 * and those that come later read several changes at once.
 */
const READS_PER_TURN = 50;

/** Maximum size of the lines cached for watches with equal views. */
const MAX_SHARED_BYTES = 4 * 1024 * 1024;

/**
 * Bun's server sends no headers before the first byte of a body. Of a body in gzip, that byte is no data.
 */
const HOLDS_HEADERS = globalThis.navigator?.userAgent?.startsWith("Bun/");

/** The client of a watch. */
export interface WatchClient {
  readonly as: Representation;
  /** Whether it is connected through a socket. */
  readonly isRemote: boolean;
  /** Whether it decodes gzip. */
  readonly takesGzip: boolean;
  /**
   * Ends the watch when its signal aborts. Kept because in Node the signal of a garbage-collected request never aborts.
   */
  readonly request: Request | undefined;
}

/** Whether the runtime would hold back the headers of a response to this client, who decodes gzip. */
function isHeld({ isRemote, takesGzip }: WatchClient): boolean {
  return HOLDS_HEADERS && isRemote && takesGzip;
}

/** The state shared by the watches that `end()` ends together. */
interface Era {
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
  readonly #expiry: ExpiryTimer;
  readonly #reads = new PendingReads();
  /** Reads to resolve, with the version after which they have changes; earlier versions first. */
  readonly #due = new Map<EventWatch, { readonly read: PendingRead; readonly since: number }>();
  #nextTurn: ReturnType<typeof setTimeout> | undefined;
  /** The version up to which every pending read has read, or missed nothing that concerns it. */
  #seen = 0;
  #isWaking = false;
  #era: Era = { over: false };
  /** Fires when the first watch with a pending read times out. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerMs = Infinity;
  /** Cached lines up to the current version, by view and by the version after which they begin. */
  readonly #shared = new Map<string, Map<number, WatchChunk>>();
  #sharedVersion = 0;
  #sharedBytes = 0;

  constructor(store: EventStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#expiry = new ExpiryTimer(store, clock);
  }

  /** Must be called after every change: wakes the pending reads. */
  changed(): void {
    if (this.#reads.size === 0) return;
    this.#expiry.start();
    if (this.#isWaking) return;
    this.#isWaking = true;
    queueMicrotask(() => this.#wake());
  }

  /** Must be called before a change is discarded: delivers it to the pending reads first. */
  forgets(resourceVersion: number): void {
    if (this.#reads.size > 0 && resourceVersion > this.#seen) this.#wake();
    const [first] = this.#due.values();
    if (first !== undefined && resourceVersion > first.since) this.#resolve(Infinity);
  }

  /** Starts a watch. */
  watch(path: EventsPath, options: ListOptions, client: WatchClient): Response {
    const { as } = client;
    const { resourceVersion = 0, timeoutSeconds = 0, sendInitialEvents, allowWatchBookmarks } = options;
    const { history, resourceVersion: current } = this.#store;
    const sendsState = sendInitialEvents || resourceVersion === 0 && options.resourceVersionMatch === "";
    if (sendsState && resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
    if (!sendsState && resourceVersion !== 0 && !history.reaches(resourceVersion)) {
      return jsonResponse(history.endsSilently(resourceVersion) ? "" : watchTooOld());
    }
    const view = new WatchView({
      api: path.api,
      prefix: path.namespace === "" ? "" : `${path.namespace}/`,
      selects: options.selects,
      required: options.required,
      selectorText: options.selectorText,
      as,
      includeObject: options.includeObject,
      now: () => this.#clock.now(),
    });
    const watch = new EventWatch(view, this.#store, {
      // A watch from a future version waits for it.
      resourceVersion: sendsState || resourceVersion === 0 ? current : resourceVersion,
      sendsState,
      sendsBookmark: sendInitialEvents && allowWatchBookmarks,
      endsAtMs: timeoutSeconds > 0 ? Date.now() + timeoutSeconds * 1000 : Infinity,
    });
    const body = this.#body(watch, client);
    if (!isHeld(client)) return jsonResponse(body);
    const response = jsonResponse(body);
    response.headers.set("content-encoding", "gzip");
    return response;
  }

  /**
   * Ends every current watch; clients may still read the changes so far.
   *
   * @param error Makes reads reject with it at once instead.
   */
  end(error?: Error): void {
    this.#wake();
    this.#resolve(Infinity);
    const era = this.#era;
    this.#era = { over: false };
    era.over = true;
    if (error !== undefined) era.error = error;
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
   * Where the runtime sends no headers before the first byte of the body, and the client does not decode gzip, a watch
   * without a line yet begins with a space, which then starts the first line: clients that read by lines fail at an
   * empty one.
   */
  #body(watch: EventWatch, client: WatchClient): ReadableStream<Uint8Array> {
    const { isRemote, request } = client;
    const gzip = isHeld(client) ? new StoredGzip() : undefined;
    const encoded = (bytes: Uint8Array): Uint8Array => gzip?.encode(bytes) ?? bytes;
    const era = this.#era;
    const end = (): void => {
      request?.signal.removeEventListener("abort", end);
      watch.end();
      this.#reads.take(watch)?.resolve(undefined);
      this.#due.get(watch)?.read.resolve(undefined);
      this.#due.delete(watch);
      this.#stopTimersIfIdle();
    };
    if (request?.signal.aborted) watch.end();
    else request?.signal.addEventListener("abort", end);
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (!isRemote) return;
        const bytes = watch.read(this.#changesOf);
        if (gzip !== undefined) controller.enqueue(gzip.head());
        else if (HOLDS_HEADERS && bytes === undefined) controller.enqueue(new TextEncoder().encode(" "));
        if (bytes !== undefined) controller.enqueue(encoded(bytes));
      },
      pull: async (controller) => {
        const bytes = await this.#read(watch, era);
        if (bytes !== undefined) return controller.enqueue(encoded(bytes));
        end();
        if (gzip !== undefined) controller.enqueue(gzip.end());
        controller.close();
      },
      cancel: end,
    }, { highWaterMark: 0 });
  }

  /** Reads the next lines of a watch; `undefined` once it has ended. */
  #read(watch: EventWatch, era: Era): Promise<Uint8Array | undefined> {
    if (era.error !== undefined) return Promise.reject(era.error);
    this.#store.expire();
    if (watch.endsAtMs <= Date.now()) watch.end();
    const bytes = watch.read(this.#changesOf);
    if (bytes !== undefined || watch.over || era.over) return Promise.resolve(bytes);
    if (this.#reads.size === 0) this.#seen = this.#store.resourceVersion;
    const read = new Promise<Uint8Array | undefined>((resolve, reject) => this.#reads.add(watch, { resolve, reject }));
    this.#expiry.start();
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
    if (this.#nextTurn === undefined) this.#resolve(READS_PER_TURN);
  }

  /** Resolves due reads, and leaves those beyond a limit to the next turn. */
  #resolve(limit: number): void {
    clearTimeout(this.#nextTurn);
    this.#nextTurn = undefined;
    for (const [watch, { read }] of this.#due) {
      if (limit-- === 0) {
        this.#nextTurn = setTimeout(() => this.#resolve(READS_PER_TURN), 0);
        return;
      }
      this.#due.delete(watch);
      const bytes = watch.read(this.#changesOf);
      if (bytes !== undefined || watch.over) read.resolve(bytes);
      else this.#reads.add(watch, read);
    }
    this.#stopTimersIfIdle();
  }

  /** Clears the timers unless a read is pending. */
  #stopTimersIfIdle(): void {
    if (this.#reads.size + this.#due.size > 0) return;
    this.#expiry.stop();
    clearTimeout(this.#timer);
    this.#timerMs = Infinity;
  }

  #startTimer(endsAtMs: number): void {
    if (endsAtMs >= this.#timerMs) return;
    clearTimeout(this.#timer);
    this.#timerMs = endsAtMs;
    const delayMs = Math.min(MAX_TIMER_MS, Math.max(0, endsAtMs - Date.now()));
    this.#timer = setTimeout(() => this.#endOverdue(), delayMs);
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

  /** The lines since a version, written once for all watches with equal views. */
  readonly #changesOf = (view: WatchView, since: number): WatchChunk => {
    if (view.key === undefined) return writeChanges(view, this.#store, since);
    if (this.#sharedVersion !== this.#store.resourceVersion || this.#sharedBytes > MAX_SHARED_BYTES) {
      this.#shared.clear();
      this.#sharedVersion = this.#store.resourceVersion;
      this.#sharedBytes = 0;
    }
    let chunks = this.#shared.get(view.key);
    if (chunks === undefined) this.#shared.set(view.key, chunks = new Map());
    let chunk = chunks.get(since);
    if (chunk === undefined) {
      chunks.set(since, chunk = writeChanges(view, this.#store, since));
      this.#sharedBytes += chunk.bytes.length;
    }
    // A copy, as the reader may transfer or modify it.
    return { bytes: chunk.bytes.slice(), resourceVersion: chunk.resourceVersion };
  };
}
