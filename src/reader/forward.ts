import { delay } from "@std/async/delay";
import { readOptions } from "../api/check_options.ts";
import { reasonOf, tellLogger } from "../api/logger.ts";
import { onAbort } from "../api/on_abort.ts";
import type { Delivery } from "../api/occurrence.ts";
import { Deliveries, deliveryOf } from "./deliveries.ts";
import type { OccurrenceStream, ReadOptions } from "./event_stream.ts";
import { type ForwardOptions, type ReadForwardOptions, readForwardOptions } from "./forward_options.ts";

/** Default deadline of a stop, as of a recording. */
const STOP_MS = 10_000;
/** How often the checkpoint is saved while nothing is delivered: the version advances without occurrences too. */
const IDLE_SAVE_MS = 1000;

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
   * if the checkpoint cannot be loaded. Occurrences already read are delivered first, within ten seconds.
   */
  readonly finished: Promise<void>;
  /**
   * Stops reading, and delivers the occurrences read so far. Those that the store has not confirmed at the deadline,
   * ten seconds by default, are delivered again after the next start.
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
  return new OccurrenceForwarding(reader, readForwardOptions(options));
}

class OccurrenceForwarding implements Forwarding {
  readonly finished: Promise<void>;
  readonly #options: ReadForwardOptions;
  readonly #reading = new AbortController();
  readonly #delivering = new AbortController();
  readonly #deliveries: Deliveries;
  #stream: OccurrenceStream | undefined;
  /** Occurrences that wait, and the version to resume from after them. */
  #waiting: Delivery[] = [];
  #version: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the waiting occurrences have waited long enough. */
  #isDue = false;
  #inFlight: readonly Delivery[] = [];
  #flight: Promise<void> | undefined;
  #reportedGaps = 0;

  constructor(reader: Parameters<typeof forward>[0], options: ReadForwardOptions) {
    const { signal, logger } = options;
    this.#options = options;
    const signals = { stopping: this.#reading.signal, deadline: this.#delivering.signal };
    this.#deliveries = new Deliveries({ ...options, ...signals });
    const forget = onAbort(signal, () => void this.stop());
    this.finished = this.#run(reader).finally(forget);
    this.finished.catch((error) => tellLogger(logger, "error", `Forwarding ended: ${reasonOf(error)}`));
    if (signal?.aborted) void this.stop();
  }

  stats(): ForwardStats {
    const first = this.#inFlight[0] ?? this.#waiting[0];
    const { clock } = this.#options;
    return {
      ...this.#deliveries.stats,
      gaps: this.#stream?.stats().gaps ?? 0,
      pending: this.#inFlight.length + this.#waiting.length,
      // NaN if the event has no times.
      behindMs: first === undefined ? 0 : Math.max(0, clock.now() - first.occurrence.last.getTime()) || 0,
      resourceVersion: this.#deliveries.saved,
    };
  }

  async stop(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const { signal } = readOptions("stop forwarding", options, { signal: ["an AbortSignal"] });
    const timer = signal === undefined ? setTimeout(this.#expire, STOP_MS) : undefined;
    const forget = onAbort(signal, this.#expire);
    this.#reading.abort();
    if (signal?.aborted) this.#expire();
    await this.finished.catch(() => {});
    forget();
    clearTimeout(timer);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Ends deliveries: the deadline has come. */
  readonly #expire = (): void => this.#delivering.abort(new DOMException("Forwarding was stopped", "AbortError"));

  async #run(reader: Parameters<typeof forward>[0]): Promise<void> {
    const since = await this.#deliveries.load();
    if (this.#reading.signal.aborted) return;
    this.#stream = reader.occurrences({ since, signal: this.#reading.signal });
    const idle = setInterval(() => void this.#saveIdle(), IDLE_SAVE_MS);
    let deadline: ReturnType<typeof setTimeout> | undefined;
    try {
      await this.#read(this.#stream);
    } catch (error) {
      // The store may be down too: that must not hide the error.
      deadline = setTimeout(this.#expire, STOP_MS);
      throw error;
    } finally {
      clearInterval(idle);
      this.#reading.abort();
      // Occurrences already read are delivered, even if reading failed.
      while (this.#dispatch() || this.#flight !== undefined) await this.#flight;
      clearTimeout(deadline);
      clearTimeout(this.#timer);
      if (this.#inFlight.length + this.#waiting.length === 0) await this.#deliveries.save(this.#stream.resourceVersion);
    }
  }

  /** Reads occurrences to the end of the stream; waits while a batch is full. */
  async #read(stream: OccurrenceStream): Promise<void> {
    const { maxBatch, maxDelayMs } = this.#options;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#waiting.push(deliveryOf(value));
      this.#version = stream.resourceVersion;
      if (this.#waiting.length >= maxBatch) {
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

  /** Delivers a batch, and saves its version; returns without either at the deadline. */
  async #deliver(batch: readonly Delivery[], version: string | undefined): Promise<void> {
    this.#reportGaps();
    if (!await this.#deliveries.deliver(batch)) return;
    this.#inFlight = [];
    await this.#deliveries.save(version);
  }

  /** Holds back the next batch until this one is over. */
  #fly(flight: Promise<void>): void {
    this.#flight = flight.finally(() => {
      this.#flight = undefined;
      if (this.#isDue || this.#waiting.length >= this.#options.maxBatch) this.#dispatch();
    });
  }

  /** Saves the version of a stream that has no occurrences to deliver. */
  async #saveIdle(): Promise<void> {
    this.#reportGaps();
    const version = this.#stream!.resourceVersion;
    // It covers an occurrence as soon as that is handed over, a moment before it is read.
    await delay(0);
    const isIdle = this.#flight === undefined && this.#waiting.length === 0;
    const isLatest = this.#stream!.resourceVersion === version && !this.#reading.signal.aborted;
    if (isIdle && isLatest) this.#fly(this.#deliveries.save(version));
  }

  #reportGaps(): void {
    const { gaps } = this.#stream!.stats();
    if (gaps === this.#reportedGaps) return;
    this.#reportedGaps = gaps;
    const { saved } = this.#deliveries;
    const after = saved === undefined ? "" : ` after resourceVersion ${saved}`;
    const message = `The server no longer had the changes${after}: occurrences may be missing, and deltas estimated`;
    tellLogger(this.#options.logger, "warn", message);
  }
}
