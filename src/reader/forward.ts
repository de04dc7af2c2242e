import { delay } from "@std/async/delay";
import { checkOptions, type OptionKinds } from "../api/check_options.ts";
import { counted, type Logger, reasonOf, tellLogger } from "../api/logger.ts";
import { onAbort } from "../api/on_abort.ts";
import type { Clock } from "../api/time.ts";
import { untilAborted } from "../connection/connection.ts";
import type { ReadOptions } from "./event_reader.ts";
import type { OccurrenceStream } from "./event_stream.ts";
import type { Occurrence } from "./occurrence.ts";

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Longest pause between tries while stopping. */
const STOPPING_PAUSE_MS = 1000;
const STOP_MS = 10_000;
/** How often the checkpoint is saved while nothing is delivered: the version advances without occurrences too. */
const IDLE_SAVE_MS = 1000;

/**
 * An occurrence to deliver, with the key by which a store can tell that it has it already.
 *
 * @category Forwarding
 */
export interface Delivery {
  /**
   * The event's uid and count, such as `"9f0b5c3e-0000-4000-8000-000000000001/3"`: equal in every process that reads
   * the event, and whenever it is delivered again.
   */
  readonly key: string;
  /** The occurrence, with the event itself. */
  readonly occurrence: Occurrence;
}

/**
 * Where a {@linkcode forward} keeps how far it has come.
 *
 * @category Forwarding
 */
export interface Checkpoint {
  /** Returns the version that was saved last; `undefined` if there is none. */
  load(): string | undefined | Promise<string | undefined>;
  /** Saves a version, atomically: a part of it must never be loaded. If it fails, it is called again later. */
  save(resourceVersion: string): void | Promise<void>;
}

/**
 * Options of {@linkcode forward}.
 *
 * @category Forwarding
 */
export interface ForwardOptions {
  /**
   * Delivers occurrences to a store, and resolves once the store has them. Called with one batch at a time, in order. If
   * it throws or rejects, it is called again with the same batch, for as long as it fails: after half a second at first,
   * and every half a minute in the end.
   *
   * `signal` aborts at the deadline of {@linkcode Forwarding.stop}; for a time limit, use
   * `AbortSignal.any([signal, AbortSignal.timeout(30_000)])`.
   */
  readonly deliver: (
    batch: readonly Delivery[],
    options: { readonly signal: AbortSignal },
  ) => void | Promise<void>;
  /**
   * Keeps the progress across restarts. Without it, all events that the server has are delivered at every start.
   *
   * @default {none}
   */
  readonly checkpoint?: Checkpoint | undefined;
  /**
   * Maximum number of occurrences per batch; as many may wait for the batch in delivery.
   *
   * @default {100}
   */
  readonly maxBatch?: number | undefined;
  /**
   * Maximum time that an occurrence waits for others, in milliseconds.
   *
   * @default {1000}
   */
  readonly maxDelayMs?: number | undefined;
  /** Receives a line when deliveries fail and work again, when a checkpoint cannot be saved, and for each gap. */
  readonly logger?: Logger | undefined;
  /** Stops forwarding when it aborts, as {@linkcode Forwarding.stop} does. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Measures how far the store is behind.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * Returns random numbers from 0 up to 1, to spread retries.
   *
   * @default {Math.random}
   */
  readonly random?: (() => number) | undefined;
}

const FORWARD_OPTIONS: OptionKinds<ForwardOptions> = {
  deliver: "a function",
  checkpoint: "anything",
  maxBatch: "a positive integer",
  maxDelayMs: "between 0 and 2147483647",
  logger: "a Logger",
  signal: "an AbortSignal",
  clock: "a Clock",
  random: "a function",
};

/**
 * Counters of a {@linkcode Forwarding}.
 *
 * @category Forwarding
 */
export interface ForwardStats {
  /** Number of occurrences that the store has confirmed. */
  readonly delivered: number;
  /** Number of batches that the store has confirmed. */
  readonly batches: number;
  /** Number of failed calls of `deliver` and `save`. */
  readonly failures: number;
  /** Number of times the server no longer had the next changes: occurrences in between may be missing. */
  readonly gaps: number;
  /** Number of occurrences that have been read, but not delivered. */
  readonly pending: number;
  /** How long ago the first pending event occurred, in milliseconds; 0 if there is none. */
  readonly behindMs: number;
  /** The version saved last, or loaded. */
  readonly resourceVersion: string | undefined;
}

/**
 * Occurrences on their way into a store: returned by {@linkcode forward}.
 *
 * @category Forwarding
 */
export interface Forwarding extends AsyncDisposable {
  /**
   * Resolves once forwarding has stopped; rejects on an error that no retry can solve, such as a missing permission, or
   * if the checkpoint cannot be loaded.
   */
  readonly finished: Promise<void>;
  /**
   * Stops reading, and delivers what has been read. What the store has not confirmed at the deadline, ten seconds by
   * default, is delivered again after the next start.
   *
   * @param options `signal` is the deadline.
   * @throws {TypeError} If `signal` is not an AbortSignal; rejects for no other reason.
   */
  stop(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Returns the current counters. */
  stats(): ForwardStats;
}

/**
 * Forwards the occurrences of a reader into a store, exactly: across restarts, crashes and outages on both sides.
 *
 * - **Nothing is lost.** The checkpoint is saved only after the store has confirmed everything before it, so a process
 *   that starts again delivers the rest. While the store fails, reading stops: memory stays flat, and the checkpoint
 *   where it is.
 * - **Nothing is doubled** in a store that knows keys: a delivery that is repeated, after a crash or a lost answer, has
 *   the same `key`. Any other store has every occurrence at least once; a crash repeats a batch at most, or the first
 *   list if that was not over.
 * - **Gaps are reported.** If the server has compacted the changes after the checkpoint, five minutes after they
 *   happened by default, the current state of every event changed since is delivered, `estimated`. `stats().gaps`
 *   counts it.
 *
 * One delivery is one state of an event that the server reported: if a count rises from 3 to 7 in one write, one
 * delivery has `delta: 4`.
 *
 * @param reader An `EventReader` of either API.
 * @throws {TypeError} If an option has the wrong type.
 * @throws {RangeError} If a number is out of range.
 *
 * @example
 * ```ts
 * import { EventReader, forward } from "@kubecast/events/reader";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const { fetch } = new EventsApiServer();
 * const store = new Map<string, string>();
 * let saved: string | undefined;
 * await using forwarding = forward(new EventReader({ fetch }), {
 *   deliver(batch) {
 *     for (const { key, occurrence } of batch) store.set(key, occurrence.message);
 *   },
 *   checkpoint: { load: () => saved, save: (resourceVersion) => void (saved = resourceVersion) },
 * });
 * assert.equal(forwarding.stats().failures, 0);
 * ```
 *
 * @category Forwarding
 */
export function forward(
  reader: { occurrences(options?: ReadOptions): OccurrenceStream },
  options: ForwardOptions,
): Forwarding {
  checkOptions("forward occurrences", options, FORWARD_OPTIONS);
  if (options.checkpoint !== undefined) {
    const kinds = { load: "a function", save: "a function" } as const;
    checkOptions("forward occurrences: checkpoint", options.checkpoint, kinds);
  }
  return new OccurrenceForwarding(reader, options);
}

class OccurrenceForwarding implements Forwarding {
  readonly finished: Promise<void>;
  readonly #options: ForwardOptions;
  readonly #maxBatch: number;
  readonly #stats = { delivered: 0, batches: 0, failures: 0, gaps: 0 };
  readonly #reading = new AbortController();
  readonly #delivering = new AbortController();
  #stream: OccurrenceStream | undefined;
  /** Occurrences that wait, and the version to resume from after them. */
  #waiting: Delivery[] = [];
  #version: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the waiting occurrences have waited long enough. */
  #isDue = false;
  #inFlight: readonly Delivery[] = [];
  #flight: Promise<void> | undefined;
  #saved: string | undefined;
  #isFailing = false;
  #isSaveFailing = false;

  constructor(reader: Parameters<typeof forward>[0], options: ForwardOptions) {
    const { maxBatch = 100, signal, logger } = options;
    this.#options = options;
    this.#maxBatch = maxBatch;
    const forget = onAbort(signal, () => void this.stop());
    this.finished = this.#run(reader).finally(forget);
    this.finished.catch((error) => tellLogger(logger, "error", `Forwarding ended: ${reasonOf(error)}`));
    if (signal?.aborted) void this.stop();
  }

  stats(): ForwardStats {
    const first = this.#inFlight[0] ?? this.#waiting[0];
    const { clock = Date } = this.#options;
    return {
      ...this.#stats,
      gaps: this.#stream?.stats().gaps ?? 0,
      pending: this.#inFlight.length + this.#waiting.length,
      // NaN if the event has no times.
      behindMs: first === undefined ? 0 : Math.max(0, clock.now() - first.occurrence.last.getTime()) || 0,
      resourceVersion: this.#saved,
    };
  }

  async stop(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    checkOptions("stop forwarding", options, { signal: "an AbortSignal" });
    const { signal } = options;
    const expire = (): void => this.#delivering.abort(new DOMException("Forwarding was stopped", "AbortError"));
    const timer = signal === undefined ? setTimeout(expire, STOP_MS) : undefined;
    const forget = onAbort(signal, expire);
    this.#reading.abort();
    if (signal?.aborted) expire();
    await this.finished.catch(() => {});
    forget();
    clearTimeout(timer);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #run(reader: Parameters<typeof forward>[0]): Promise<void> {
    const since = await this.#load();
    if (this.#reading.signal.aborted) return;
    this.#saved = since;
    this.#stream = reader.occurrences({ since, signal: this.#reading.signal });
    const idle = setInterval(() => void this.#saveIdle(), IDLE_SAVE_MS);
    try {
      await this.#read(this.#stream);
    } finally {
      clearInterval(idle);
      this.#reading.abort();
      // What has been read is delivered, even if reading failed.
      while (this.#dispatch() || this.#flight !== undefined) await this.#flight;
      clearTimeout(this.#timer);
      if (this.#inFlight.length + this.#waiting.length === 0) await this.#save(this.#stream.resourceVersion);
    }
  }

  async #load(): Promise<string | undefined> {
    const { signal } = this.#reading;
    try {
      return await untilAborted(Promise.resolve(this.#options.checkpoint?.load()), signal);
    } catch (cause) {
      if (signal.aborted) return undefined;
      throw new Error(`Cannot load the checkpoint: ${reasonOf(cause)}`, { cause });
    }
  }

  /** Reads occurrences to the end of the stream; waits while a batch is full. */
  async #read(stream: OccurrenceStream): Promise<void> {
    const { maxDelayMs = 1000 } = this.#options;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#waiting.push({ key: keyOf(value), occurrence: value });
      this.#version = stream.resourceVersion;
      if (this.#waiting.length >= this.#maxBatch) {
        if (!this.#dispatch()) await this.#flight;
      } else if (this.#timer === undefined) {
        this.#timer = setTimeout(() => {
          this.#isDue = true;
          this.#dispatch();
        }, maxDelayMs);
      }
    }
  }

  /** Starts to deliver the waiting occurrences, unless a batch is in delivery. Returns whether it has. */
  #dispatch(): boolean {
    if (this.#flight !== undefined || this.#waiting.length === 0 || this.#delivering.signal.aborted) return false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
    this.#inFlight = this.#waiting;
    this.#waiting = [];
    this.#fly(this.#deliver(this.#inFlight, this.#version));
    return true;
  }

  /** Holds back the next batch until this one is over. */
  #fly(flight: Promise<void>): void {
    this.#flight = flight.finally(() => {
      this.#flight = undefined;
      if (this.#isDue || this.#waiting.length >= this.#maxBatch) this.#dispatch();
    });
  }

  /** Delivers a batch, and saves its version; returns without either at the deadline. Never rejects. */
  async #deliver(batch: readonly Delivery[], version: string | undefined): Promise<void> {
    this.#reportGaps();
    for (let failures = 0; !this.#delivering.signal.aborted;) {
      const reason = await this.#failureOf((signal) => this.#options.deliver(batch.slice(), { signal }));
      if (reason === undefined) {
        if (this.#isFailing) this.#warn("Forwarding works again");
        this.#isFailing = false;
        this.#stats.delivered += batch.length;
        this.#stats.batches++;
        this.#inFlight = [];
        return await this.#save(version);
      }
      if (this.#delivering.signal.aborted) return;
      if (!this.#isFailing) {
        this.#warn(`Cannot deliver ${counted(batch.length, "occurrence", "occurrences")}: ${reason}; retrying`);
      }
      this.#isFailing = true;
      await this.#pause(failures++);
    }
  }

  /** Calls a function of the options; returns why it failed. Ends at the deadline, also if the function does not. */
  async #failureOf(call: (signal: AbortSignal) => void | Promise<void>): Promise<string | undefined> {
    const { signal } = this.#delivering;
    try {
      await untilAborted((async () => await call(signal))(), signal);
      return undefined;
    } catch (error) {
      if (!signal.aborted) this.#stats.failures++;
      return reasonOf(error);
    }
  }

  /** Waits before the next try: not for long while stopping. */
  async #pause(failures: number): Promise<void> {
    const { random = Math.random } = this.#options;
    const isStopping = this.#reading.signal.aborted;
    const maxMs = isStopping ? STOPPING_PAUSE_MS : MAX_PAUSE_MS;
    const ms = Math.ceil(Math.min(MIN_PAUSE_MS * 2 ** failures, maxMs) * (1 + random()) / 2);
    const { signal } = isStopping ? this.#delivering : this.#reading;
    await delay(ms, { signal }).catch(() => {});
  }

  async #save(version: string | undefined): Promise<void> {
    const { checkpoint } = this.#options;
    // Undefined amid the initial events.
    if (checkpoint === undefined || version === undefined || version === this.#saved) return;
    if (this.#delivering.signal.aborted) return;
    const reason = await this.#failureOf(() => checkpoint.save(version));
    if (reason === undefined) this.#saved = version;
    else if (!this.#isSaveFailing) this.#warn(`Cannot save the checkpoint: ${reason}; retrying`);
    this.#isSaveFailing = reason !== undefined;
  }

  /** Saves the version of a stream that has no occurrences to deliver. */
  async #saveIdle(): Promise<void> {
    this.#reportGaps();
    const version = this.#stream!.resourceVersion;
    // It covers an occurrence as soon as that is handed over, a moment before it is read.
    await delay(0);
    const isIdle = this.#flight === undefined && this.#waiting.length === 0;
    const isLatest = this.#stream!.resourceVersion === version && !this.#reading.signal.aborted;
    if (isIdle && isLatest) this.#fly(this.#save(version));
  }

  #reportGaps(): void {
    const { gaps } = this.#stream!.stats();
    if (gaps === this.#stats.gaps) return;
    this.#stats.gaps = gaps;
    this.#warn(
      `The server no longer had the changes after resourceVersion ${this.#saved}: occurrences may be missing, and deltas estimated`,
    );
  }

  #warn(message: string): void {
    tellLogger(this.#options.logger, "warn", message);
  }
}

function keyOf({ event: { metadata: { uid, namespace, name } }, count }: Occurrence): string {
  return `${uid ?? `${namespace}/${name}`}/${count}`;
}
