import { checkOptions, invalid } from "../api/check_options.ts";
import type { ApiVersion, CoreV1Event, EventOf, EventsV1Event } from "../api/event.ts";
import { type EventLike, toWireEvent } from "../api/event_like.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import { callGuarded, reasonOf } from "../api/logger.ts";
import { StableNames } from "../api/stable_name.ts";
import { apiVersionOf, checkCorrelation, type Correlation, type Correlator } from "../correlator/correlator.ts";
import { checkSink, type EventSink } from "../sink/event_sink.ts";
import { Lanes } from "./lanes.ts";
import type { Outcome } from "./outcome.ts";
import { OwedCounts } from "./owed_counts.ts";
import type { FlushReport, Recording, RecordingStats } from "./recording.ts";
import { RecordingLog } from "./recording_log.ts";
import { checkRecordingOptions, createCorrelator, type EventRecordingOptions } from "./recording_options.ts";
import { StableWrites } from "./stable_writes.ts";
import { Sweeper } from "./sweeper.ts";
import { Tally } from "./tally.ts";
import { isNameTaken, outcomesOf, uncountedOf, Write, type WriteEnd } from "./write.ts";

const STOP_TIMEOUT_MS = 10_000;

/**
 * Writes events to a sink and accounts for every one of them. `startRecordingToSink` of an {@linkcode EventBroadcaster}
 * starts one; create it directly for events from another source.
 *
 * - The correlator for the events' API decides on each event synchronously, in order of acceptance.
 * - Each write goes into a lane, keyed by the event's namespace and name. A lane has one request in flight, so a create
 *   precedes its patches; up to `concurrency` lanes write concurrently.
 * - Events that arrive while a write is queued are coalesced into it: repeats into a queued create, and patches into
 *   the latest, as counts are absolute. A burst costs one request per distinct event, an outage one slot.
 * - Namespaces take turns, and each has a circuit breaker. It opens when three different events of the namespace fail
 *   with no write succeeding in between, or when a request times out. It pauses for one second at first and half a
 *   minute at most, then lets one event at a time through until a write succeeds; other namespaces continue. If three
 *   namespaces fail, or none can be reached, all writes pause, and resume slowly after a long outage. With `maxPending`
 *   events queued, the namespace with the most loses its newest.
 * - A patch of a deleted event creates it again; a create of an existing event counts as written and updates it. If the
 *   name belongs to a different event, the write is rejected.
 * - With stable names, processes count up one event on the server together; see {@linkcode EventNamingOptions.naming}.
 * - A patch applies only to the version that the server last returned: one that timed out and is delivered after a
 *   newer one changes nothing.
 *
 * Unlike client-go's `recordToSink`
 * ({@link https://github.com/kubernetes/client-go/blob/master/tools/record/event.go | tools/record/event.go}), which
 * writes events one by one and abandons an event after any HTTP error response.
 *
 * @typeParam V The API version.
 *
 * @example
 * ```ts
 * import { type CoreV1Event, EventRecording, FetchEventSink } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * await using recording = new EventRecording(new FetchEventSink({ fetch: new EventsApiServer().fetch }));
 * const event: CoreV1Event = {
 *   metadata: { name: "web-1.17b2", namespace: "default" },
 *   involvedObject: { kind: "Pod", namespace: "default", name: "web-1" },
 *   type: "Warning",
 *   reason: "BackOff",
 *   message: "Back-off restarting failed container",
 *   count: 1,
 * };
 * recording.accept(event);
 * recording.accept({ ...event, metadata: { name: "web-1.17b3", namespace: "default" } });
 * const { accepted, recorded, coalesced, requests } = await recording.flush();
 * assert.deepEqual({ accepted, recorded, coalesced, requests }, { accepted: 2, recorded: 1, coalesced: 1, requests: 1 });
 * ```
 *
 * @category Sink
 */
export class EventRecording<V extends ApiVersion = "v1"> implements Recording {
  /** Resolves once the recording has stopped and all events are accounted for; never rejects. */
  readonly finished: Promise<void>;
  readonly #apiVersion: V;
  readonly #correlator: Correlator<EventOf<V>>;
  readonly #lanes: Lanes<EventOf<V>>;
  readonly #stable: StableWrites<V> | undefined;
  readonly #tally: Tally<EventOf<V>>;
  readonly #owed: OwedCounts<EventOf<V>>;
  readonly #sweeper: Sweeper;
  readonly #log: RecordingLog;
  readonly #onStop: (() => void) | undefined;
  readonly #finish: () => void;
  readonly #flushes = new Set<Flush<EventOf<V>>>();
  #closing = false;
  #closed = false;

  /**
   * Starts a recording; makes no request before the first event.
   *
   * @throws {RangeError} If a number in the options, or in the correlator's, is out of range.
   * @throws {TypeError} If the sink lacks a method, an option has the wrong type, or the correlator is for the other API.
   */
  constructor(
    sink: EventSink<EventOf<V>> & { readonly apiVersion?: V | undefined },
    options: EventRecordingOptions<V> = {},
  ) {
    inspectAs(EventRecording.prototype, EventRecording.#inspect);
    checkSink(sink);
    checkRecordingOptions(options);
    const {
      correlator = {},
      apiVersion = sink.apiVersion ?? apiVersionOf(correlator) as V | undefined ?? "v1" as V,
      concurrency = 8,
      maxPending = 4096,
      maxTries = 12,
      retryDelayMs = 10_000,
      backoff,
      requestTimeoutMs = 30_000,
      patchIntervalMs = 0,
      onOutcome,
      logger,
      signal,
      clock = Date,
      random = Math.random,
      naming = "unique",
      identity,
      onStop,
    } = options;
    const names = naming === "stable"
      ? new StableNames<EventOf<V>>(identity, (error) => this.#log.threw("identity", error))
      : undefined;
    this.#apiVersion = apiVersion;
    this.#log = new RecordingLog({ logger, clock, maxPending });
    this.#tally = new Tally(onOutcome, (error) => this.#log.threw("onOutcome", error));
    this.#owed = new OwedCounts(maxPending);
    this.#correlator = createCorrelator(correlator, { apiVersion, clock, names });
    this.#stable = names && new StableWrites<V>({
      names,
      clock,
      random,
      onRenamed: (event, name) => this.#log.renamed(event, name),
    });
    this.#lanes = new Lanes(sink, {
      concurrency,
      maxPending,
      maxTries,
      backoff,
      retryDelayMs,
      requestTimeoutMs,
      // The correlators of this package read no more of a written event than its version, as nothing else changes.
      versionOnly: onOutcome === undefined && this.#correlator !== correlator,
      patchIntervalMs,
      clock,
      random,
      send: this.#stable?.send,
      onEnd: (write, end) => this.#ended(write, end),
      onRetry: (write, outage) => this.#log.failed(write, { outage, pending: this.#tally.pending }),
      onAbsorbed: (write) => this.#done(write),
    });
    this.#sweeper = new Sweeper(this.#correlator, () => void this.#fileHeldBack(() => this.#correlator.sweep?.()));
    this.#onStop = onStop;
    let finish!: () => void;
    this.finished = new Promise((resolve) => finish = resolve);
    this.#finish = finish;
    const onAbort = (): void => void this.stop();
    signal?.addEventListener("abort", onAbort);
    void this.finished.then(() => signal?.removeEventListener("abort", onAbort));
    if (signal?.aborted) onAbort();
  }

  /**
   * Accepts an event: correlates and queues it synchronously. Never throws.
   *
   * Do not modify the event afterwards. An event without `metadata`, or a core/v1 event without an `involvedObject`, is
   * dropped as `"invalid-object"`. A core/v1 event needs a `count` of 1: repeats of an event without a count are written
   * as new events. Times may be `Date`s.
   */
  accept(given: EventOf<V> | EventLike<EventOf<V>>): void {
    let event = given as EventOf<V>;
    this.#tally.accept(1);
    if (this.#closed) {
      this.#log.stopped();
      const message = "The recording has been stopped";
      return this.#tally.end({ type: "dropped", count: 1, event, because: "stopped", message });
    }
    try {
      if (!this.#hasObjects(given)) return this.#dropInvalid(given);
      event = toWireEvent<EventOf<V>>(given);
      const correlation = checkCorrelation(this.#correlator.correlate(event));
      this.#sweeper.arm();
      if (correlation.evicted !== undefined) this.#fileCount(correlation.evicted);
      if (correlation.type !== "skip") {
        const write = new Write(correlation, { carried: 1 });
        if (this.#owed.total > 0) this.#owed.handOver(write);
        return this.#file(write);
      }
      if (correlation.owed) this.#owed.holdBack(correlation.key);
      if (correlation.because === "spam") this.#log.spam(event);
      this.#tally.end({ type: "skipped", count: 1, event: correlation.event, because: correlation.because });
    } catch (error) {
      this.#log.threw("The correlator", error);
      const message = `The correlator threw: ${reasonOf(error)}`;
      this.#tally.end({ type: "dropped", count: 1, event, because: "correlator-error", message });
    }
  }

  /**
   * Accounts for events lost before they reached the recording: counts them as accepted and dropped. Never throws.
   *
   * @param options `count` is the number of lost events, 1 by default; anything but an integer of at least 0 is ignored,
   * and logged. `message` explains the loss, the reason by default; `event` is the lost event, if one was created.
   */
  lose(
    because: (Outcome & { type: "dropped" })["because"],
    options: {
      readonly count?: number | undefined;
      readonly message?: string | undefined;
      readonly event?: EventOf<V> | undefined;
    } = {},
  ): void {
    const { count = 1, message = because, event } = options;
    if (!(Number.isSafeInteger(count) && count >= 0)) {
      return this.#log.invalid(invalid("count lost events", "count", "be an integer of at least 0", count));
    }
    this.#tally.accept(count);
    this.#tally.end({ type: "dropped", count, event, because, message });
  }

  /** Waits until all events accepted so far are written or accounted for; see {@linkcode Recording.flush}. */
  async flush(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<FlushReport> {
    checkOptions("flush", options, { signal: "an AbortSignal" });
    // Events recorded in this turn are distributed in a microtask that is already queued.
    await undefined;
    const { signal } = options;
    this.#retryFailedCounts();
    let isHandedOver = false;
    let flush: Flush<EventOf<V>>;
    do {
      // Counts that do not fit stay in the correlator until others are written.
      isHandedOver = this.#fileHeldBack(() => this.#correlator.takeUnwritten?.());
      this.#lanes.release();
      flush = new Flush(this.#lanes, signal);
      this.#flushes.add(flush);
      await flush.finished;
      this.#flushes.delete(flush);
    } while (!isHandedOver && !signal?.aborted);
    return { ...this.stats(), pending: flush.pending };
  }

  /** Stops accepting events and writes the pending ones until the deadline; see {@linkcode Recording.stop}. */
  async stop(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    checkOptions("stop", options, { signal: "an AbortSignal" });
    const { signal = AbortSignal.timeout(STOP_TIMEOUT_MS) } = options;
    await undefined;
    this.#close();
    const { pending } = await this.flush({ signal });
    if (this.#lanes.size > 0) {
      this.#lanes.abandon();
      await this.flush();
    }
    this.#abandonCounts();
    if (pending > 0 || this.#tally.uncounted > 0) this.#log.unfinished({ pending, uncounted: this.#tally.uncounted });
    this.#finish();
    return this.finished;
  }

  /** Returns the current counters. */
  stats(): RecordingStats {
    const { size: lanes, requests, retries } = this.#lanes;
    return { ...this.#tally.counts(), owed: this.#owed.total, lanes, requests, retries };
  }

  /** The same as `stop()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  static #inspect(recording: EventRecording<ApiVersion>): string {
    const { because: _because, ...counts } = recording.stats();
    return summaryOf("EventRecording", { state: recording.#closing ? "stopped" : "running", ...counts });
  }

  #close(): void {
    if (this.#closing) return;
    this.#closing = true;
    callGuarded(this.#onStop, undefined, (error) => this.#log.threw("onStop", error));
    this.#closed = true;
    this.#sweeper.stop();
    this.#lanes.hurry();
  }

  /** Whether an event has the objects without which it is none of its API. */
  #hasObjects(event: EventOf<V> | EventLike<EventOf<V>>): boolean {
    const { metadata, involvedObject, regarding }: Partial<CoreV1Event & EventsV1Event> = Object(event);
    // A recording for events.k8s.io/v1 may be of v1 only by default, as its sink does not tell.
    return Boolean(metadata) && (this.#apiVersion !== "v1" || Boolean(involvedObject ?? regarding));
  }

  #dropInvalid(given: unknown): void {
    const objects = this.#apiVersion === "v1" ? "metadata and an involvedObject" : "metadata";
    const message = invalid("record", "event", `be an object with ${objects}`, given);
    this.#log.invalid(message);
    const event = given as EventOf<V>;
    this.#tally.end({ type: "dropped", count: 1, event, because: "invalid-object", message });
  }

  #file(write: Write<EventOf<V>>): void {
    if (this.#lanes.add(write)) return;
    this.#ended(write, { type: "full" });
  }

  /** Queues the counts held back by the correlator; returns `false` if too many are queued already. */
  #fileHeldBack(handOver: () => Iterable<Correlation<EventOf<V>>> | undefined): boolean {
    if (this.#lanes.isFullOfCounts) return false;
    try {
      for (const correlation of handOver() ?? []) this.#fileCount(correlation, { isBounded: false });
    } catch (error) {
      this.#log.threw("The correlator", error);
    }
    return true;
  }

  /** Queues a write that only updates a count: its events already have an outcome. */
  #fileCount(correlation: Correlation<EventOf<V>>, { isBounded = true } = {}): void {
    if (correlation.type === "skip") return;
    const write = new Write(correlation);
    this.#owed.handOver(write);
    if (isBounded && this.#lanes.isFullOfCounts) this.#ended(write, { type: "full" });
    else this.#lanes.add(write);
  }

  /** Queues the counts again whose writes failed permanently. */
  #retryFailedCounts(): void {
    for (const { write } of this.#owed.takeFailed()) {
      const retry = new Write(write.correlation);
      // An event with a stable name has the failed write in its account.
      retry.added = 0;
      retry.replace(write);
      this.#lanes.add(retry);
    }
  }

  #ended(write: Write<EventOf<V>>, end: WriteEnd<EventOf<V>>): void {
    if (end.type === "written") {
      this.#updateCorrelator(write, end.stored);
      this.#owed.settle(write.owed);
    } else {
      this.#stable?.keep(write);
      if (isNameTaken(end)) this.#forget(write);
    }
    for (const outcome of outcomesOf(write, end)) this.#tally.end(outcome);
    this.#log.ended(write, { end, pending: this.#tally.pending });
    // A failed count is not lost yet: it stays owed until the recording ends.
    if (end.type !== "written" && write.owed > 0 && (isNameTaken(end) || !this.#owed.keep(write, end))) {
      this.#abandonCount(write, end);
    }
    this.#done(write);
  }

  /** Accounts for the counts that will not reach the server. */
  #abandonCounts(): void {
    for (const { write, end } of this.#owed.takeFailed()) this.#abandonCount(write, end);
    const count = this.#owed.takeHeldBack();
    this.#owed.settle(count);
    this.#tally.end({
      type: "uncounted",
      count,
      because: "deadline",
      message: "The correlator never returned it",
    });
  }

  #abandonCount(write: Write<EventOf<V>>, end: WriteEnd<EventOf<V>>): void {
    this.#owed.settle(write.owed);
    this.#tally.end(uncountedOf(write, end));
  }

  /** Makes the correlator forget an event whose name belongs to a different one, which its repeats would patch. */
  #forget(write: Write<EventOf<V>>): void {
    try {
      this.#correlator.forget?.(write.correlation);
    } catch (error) {
      this.#log.threw("The correlator", error);
    }
    this.#owed.handOver(write);
  }

  /** Updates the correlator with the event as stored by the server. */
  #updateCorrelator(write: Write<EventOf<V>>, stored: EventOf<V> | undefined): void {
    try {
      if (stored === undefined) return;
      // The count of an event with a stable name includes those of other processes.
      this.#correlator.updateState(this.#stable ? write.event : stored, write.correlation);
    } catch (error) {
      this.#log.threw("The correlator", error);
    }
  }

  #done(write: Write<EventOf<V>>): void {
    for (const flush of this.#flushes) flush.done(write);
  }
}

/** Waits until the writes queued so far are done, or for a deadline. */
class Flush<E extends { readonly metadata: V1ObjectMeta }> {
  /** Resolves when all writes are done, or at the deadline. */
  readonly finished: Promise<void>;
  readonly #lanes: Lanes<E>;
  readonly #lastId: number;
  readonly #finish: () => void;
  #left = 0;

  constructor(lanes: Lanes<E>, signal: AbortSignal | undefined) {
    let resolve!: () => void;
    this.finished = new Promise((done) => resolve = done);
    this.#lanes = lanes;
    this.#lastId = lanes.lastId;
    this.#finish = resolve;
    for (const _ of lanes.writes()) this.#left++;
    signal?.addEventListener("abort", resolve);
    void this.finished.then(() => signal?.removeEventListener("abort", resolve));
    if (this.#left === 0 || signal?.aborted) resolve();
  }

  /** Number of accepted events in the writes that are not done. */
  get pending(): number {
    let carried = 0;
    for (const write of this.#lanes.writes()) if (write.id <= this.#lastId) carried += write.carried;
    return carried;
  }

  /** Called when a write is done, or was coalesced into another that is also awaited. */
  done({ id }: Write<E>): void {
    if (id <= this.#lastId && --this.#left === 0) this.#finish();
  }
}
