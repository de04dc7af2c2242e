import { anySignal } from "../../base/tools/abort.ts";
import { delay } from "@std/async/delay";
import { tellLogger } from "../../base/tools/logger.ts";
import type { Delivery } from "../../base/event/occurrence.ts";
import { Deliveries, type DeliveriesOptions, deliveryOf } from "./deliveries.ts";
import { initiallyByTime } from "../reader/by_time.ts";
import type { OccurrenceStream, ReadOptions } from "../reader/event_stream.ts";

/** How often the checkpoint is saved while nothing is delivered, because the position advances even then. */
const IDLE_SAVE_MS = 1000;

interface ForwardingTermOptions extends DeliveriesOptions {
  readonly reader: { occurrences(options?: ReadOptions): OccurrenceStream };
  /** Called as soon as reading has failed, so that a store that is also down does not hide the error. */
  readonly onFailure: () => void;
}

/** A period in which this process forwards, from the saved position to the end of the stream or of its leadership. */
export class ForwardingTerm {
  readonly #options: ForwardingTermOptions;
  readonly #deliveries: Deliveries;
  /** Aborts when reading has ended, for any reason. */
  readonly #ended = new AbortController();
  readonly #stopping: AbortSignal;
  #stream: OccurrenceStream | undefined;
  /** The occurrences of the next batch, and the position after them. */
  #waiting: Delivery[] = [];
  #position: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the waiting occurrences have waited long enough. */
  #isDue = false;
  #inFlight: readonly Delivery[] = [];
  #flight: Promise<void> | undefined;
  /** When the flight began. */
  #flightMs = 0;
  /** An error thrown by a custom leadership. */
  #failure: { readonly error: unknown } | undefined;
  #reportedGaps = 0;

  constructor(options: ForwardingTermOptions) {
    this.#options = options;
    this.#stopping = anySignal([options.stopping, this.#ended.signal]);
    this.#deliveries = new Deliveries({ ...options, stopping: this.#stopping });
  }

  get gaps(): number {
    return this.#stream?.stats().gaps ?? 0;
  }

  /** Number of occurrences that have been read, but not delivered. */
  get pending(): number {
    return this.#inFlight.length + this.#waiting.length;
  }

  /** When the first pending event occurred. */
  get firstPending(): Date | undefined {
    return (this.#inFlight[0] ?? this.#waiting[0])?.occurrence.last;
  }

  /** How long the batch in delivery has not been confirmed and saved, in milliseconds; 0 if there is none. */
  get deliveringMs(): number {
    return this.#flight === undefined ? 0 : Math.max(0, this.#options.clock.now() - this.#flightMs);
  }

  get saved(): string | undefined {
    return this.#deliveries.saved;
  }

  async run(): Promise<void> {
    const { reader, onFailure } = this.#options;
    const since = await this.#deliveries.load();
    const stream = this.#stream = reader.occurrences({ since, signal: this.#stopping });
    const idle = setInterval(() => void this.#saveIdle(stream), IDLE_SAVE_MS);
    try {
      await this.#read(stream, since === undefined ? this.#options.notBefore?.getTime() : undefined);
    } catch (error) {
      onFailure();
      throw error;
    } finally {
      clearInterval(idle);
      this.#ended.abort();
      // Delivers occurrences already read, even if reading failed: after the batch in delivery, one more at most.
      await this.#flight;
      this.#dispatch();
      await this.#flight;
      clearTimeout(this.#timer);
      if (this.pending === 0) await this.#deliveries.save(stream.position);
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /**
   * Reads occurrences to the end of the stream; waits while a batch is full.
   *
   * @param notBeforeMs The time before which initial occurrences are skipped.
   */
  async #read(stream: OccurrenceStream, notBeforeMs = -Infinity): Promise<void> {
    const { maxBatch, maxDelayMs } = this.#options;
    let isInitial = true;
    for await (const occurrence of initiallyByTime(stream, () => isInitial = false)) {
      if (isInitial && (occurrence.last?.getTime() ?? Infinity) < notBeforeMs) continue;
      this.#waiting.push(deliveryOf(occurrence));
      // The initial events are sorted, so until all are delivered, the position stays at their beginning.
      this.#position = isInitial ? stream.beginning : stream.position;
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

  /** Starts to deliver the waiting occurrences, unless a batch is in delivery; returns whether it did. */
  #dispatch(): boolean {
    const isOver = this.#failure !== undefined || this.#options.deadline.aborted;
    if (this.#flight !== undefined || this.#waiting.length === 0 || isOver) return false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
    this.#inFlight = this.#waiting;
    this.#waiting = [];
    this.#fly(this.#deliver(this.#inFlight, this.#position));
    return true;
  }

  /** Delivers a batch and saves its position; at the deadline, returns without saving. */
  async #deliver(batch: readonly Delivery[], position: string | undefined): Promise<void> {
    this.#reportGaps();
    await this.#deliveries.begin(this.#stream!.beginning);
    if (!await this.#deliveries.deliver(batch)) return;
    this.#inFlight = [];
    await this.#deliveries.save(position);
  }

  /** Holds back the next batch until this delivery or save has ended. */
  #fly(flight: Promise<void>): void {
    this.#flightMs = this.#options.clock.now();
    this.#flight = flight.catch((error) => {
      this.#failure ??= { error };
      this.#ended.abort();
    }).then(() => {
      this.#flight = undefined;
      if (this.#isDue || this.#waiting.length >= this.#options.maxBatch) this.#dispatch();
    });
  }

  /** Saves the position of a stream that has no occurrences to deliver. */
  async #saveIdle(stream: OccurrenceStream): Promise<void> {
    this.#reportGaps();
    const { position } = stream;
    // Waits a moment, because the position already covers an occurrence that is just being read.
    await delay(0);
    const isIdle = this.#flight === undefined && this.#waiting.length === 0;
    const isLatest = stream.position === position && !this.#stopping.aborted;
    if (isIdle && isLatest) this.#fly(this.#deliveries.save(position));
  }

  #reportGaps(): void {
    const { gaps } = this;
    if (gaps === this.#reportedGaps) return;
    this.#reportedGaps = gaps;
    const after = this.saved === undefined ? "" : ` after position ${this.saved}`;
    const message = `The server no longer had the changes${after}: occurrences may be missing, and deltas estimated`;
    tellLogger(this.#options.logger, "warn", message);
  }
}
