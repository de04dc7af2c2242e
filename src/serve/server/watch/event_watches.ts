import { type Clock, inMicrotask, MAX_TIMER_MS, startTimer, unrefTimer } from "../../../base/tools/time.ts";
import { onAbort } from "../../../base/tools/abort.ts";
import type { EventsPath } from "../wire/route.ts";
import type { EventStore } from "../store/event_store.ts";
import { keyPrefix } from "../store/stored_event.ts";
import { tooLargeResourceVersion } from "../wire/api_error.ts";
import { jsonResponse } from "../wire/json_response.ts";
import type { ListOptions } from "../wire/list_options.ts";
import type { EventForm } from "../wire/negotiate.ts";
import { ChangeLines, errorLine, EventWatch, watchTooOld } from "./event_watch.ts";

export interface WatchClient {
  /** The form of the client's events, except for the time. */
  readonly form: EventForm;
  /**
   * The request whose signal breaks the watch; `undefined` for a request through a socket, whose closing ends the
   * watch. The whole request is kept, because in Node the signal of a garbage-collected request never aborts.
   */
  readonly request: Request | undefined;
}

/** The watches started between two calls of `end()`, which ends them together. */
interface Generation {
  over: boolean;
  /** The error with which reads reject from now on; `undefined` for a clean end. */
  error?: Error;
}

/** Resumes a pending read with lines; without lines, the read checks again whether the watch has ended. */
type Resume = (bytes?: Uint8Array) => void;

/**
 * All watches. Only those with a pending read are tracked here; a burst of changes resumes each affected read once.
 * Other watches find the changes in the history at their next read.
 *
 * Each pending read has its own promise and timer, because in an edge worker both end with the request that created
 * them, and the runtime kills a request that waits without a timer as hung.
 */
export class EventWatches {
  readonly #store: EventStore;
  readonly #clock: Clock;
  /** Whether the HTTP server sends headers before the first byte of a body. */
  readonly #flushesHeaders: boolean;
  readonly #lines: ChangeLines;
  readonly #pending = new Map<EventWatch, Resume>();
  /** The version up to which every pending read has read. */
  #seen = 0;
  #isDelivering = false;
  #generation: Generation = { over: false };

  constructor(store: EventStore, clock: Clock, flushesHeaders: boolean) {
    this.#flushesHeaders = flushesHeaders;
    this.#store = store;
    this.#clock = clock;
    this.#lines = new ChangeLines(store);
  }

  /** Must be called after every change: delivers it to the pending reads. */
  changed(): void {
    if (this.#isDelivering || this.#pending.size === 0) return;
    this.#isDelivering = true;
    inMicrotask(() => this.#deliver());
  }

  /** Must be called before changes up to a version are discarded: delivers them to the pending reads first. */
  forgets(resourceVersion: number): void {
    if (resourceVersion > this.#seen) this.#deliver();
  }

  watch(path: EventsPath, options: ListOptions, client: WatchClient): Response {
    const { resourceVersion = 0, timeoutSeconds = 0, sendInitialEvents, allowWatchBookmarks } = options;
    const { history, resourceVersion: current } = this.#store;
    // The error is a line of the stream, because a cluster notices it only while reading the initial events.
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
      // Without a limit, the longest timer ends it, after 24 days.
      endsAtMs: Date.now() + (timeoutSeconds > 0 ? timeoutSeconds * 1000 : MAX_TIMER_MS),
      keepsAlive: timeoutSeconds > 0,
    });
    return jsonResponse(this.#body(watch, client));
  }

  /**
   * Ends every current watch; clients may still read the changes so far.
   *
   * @param error If given, reads reject with this error at once instead.
   */
  end(error?: Error): void {
    this.#deliver();
    const generation = this.#generation;
    this.#generation = { over: false };
    generation.over = true;
    if (error !== undefined) generation.error = error;
    for (const resume of this.#pending.values()) resume();
  }

  /**
   * The body of a watch, written as the client reads it.
   *
   * Bun sends the headers with the first byte of the body, so on Bun a quiet watch begins with a space. The space is
   * part of the first line, because clients that read lines fail at an empty one.
   */
  #body(watch: EventWatch, { request }: WatchClient): ReadableStream<Uint8Array> {
    const generation = this.#generation;
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const forget = onAbort(request?.signal, () => {
      controller.error(request!.signal.reason);
      end();
    });
    const end = (): void => {
      forget();
      watch.over = true;
      this.#pending.get(watch)?.();
    };
    return new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
        if (this.#flushesHeaders || request !== undefined) return;
        controller.enqueue(watch.read() ?? new TextEncoder().encode(" "));
      },
      pull: async (controller) => {
        const bytes = await this.#read(watch, generation);
        if (bytes !== undefined) return controller.enqueue(bytes);
        if (request?.signal.aborted) return;
        end();
        controller.close();
      },
      cancel: end,
    }, { highWaterMark: 0 });
  }

  /** Reads the next lines of a watch; `undefined` once it has ended. */
  async #read(watch: EventWatch, generation: Generation): Promise<Uint8Array | undefined> {
    if (watch.endsAtMs <= Date.now()) watch.over = true;
    for (;;) {
      if (generation.error !== undefined) throw generation.error;
      this.#store.removeExpired();
      const bytes = watch.read();
      const isOver = watch.over || generation.over || watch.endsAtMs <= Date.now();
      if (bytes !== undefined || isOver) return bytes;
      const later = await this.#nextLines(watch);
      if (later !== undefined) return later;
    }
  }

  /** Waits for lines of a watch; returns `undefined` when the watch may have ended, or an event expired. */
  async #nextLines(watch: EventWatch): Promise<Uint8Array | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (callback: () => void, delayMs: number): void => {
      timer = startTimer(callback, delayMs);
      if (!watch.keepsAlive) unrefTimer(timer);
    };
    try {
      return await new Promise((resolve) => {
        const resume: Resume = (bytes) => {
          this.#pending.delete(watch);
          resolve(bytes);
        };
        if (this.#pending.size === 0) this.#seen = this.#store.resourceVersion;
        this.#pending.set(watch, resume);
        start(() => {
          // Keeps a timer until the read runs again, because another request may have called this.
          start(() => {}, MAX_TIMER_MS);
          resume();
        }, Math.min(watch.endsAtMs - Date.now(), this.#store.nextExpiryMs()));
      });
    } finally {
      // Cleared here, because only the request that started a timer can clear it.
      clearTimeout(timer);
    }
  }

  /** Resumes the pending reads that the latest changes concern. */
  #deliver(): void {
    this.#isDelivering = false;
    this.#seen = this.#store.resourceVersion;
    const nowMs = Date.now();
    for (const [watch, resume] of this.#pending) {
      const bytes = watch.read();
      // If its request has ended, so has its timer; such a read is removed here once its time is up.
      if (bytes !== undefined || watch.over || watch.endsAtMs <= nowMs) resume(bytes);
    }
  }
}
