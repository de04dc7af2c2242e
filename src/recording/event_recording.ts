import { checkOptions, invalid } from "../api/check_options.ts";
import type { ApiVersion, CoreV1Event, EventOf, EventsV1Event } from "../api/event.ts";
import { type EventLike, toWireEvent } from "../api/event_like.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import { callGuarded, reasonOf } from "../api/logger.ts";
import { requireStack } from "../api/require_stack.ts";
import { StableNames } from "../api/stable_name.ts";
import { guardClock } from "../api/time.ts";
import { apiVersionOf, checkCorrelation, type Correlation, type Correlator } from "../correlator/correlator.ts";
import { checkSink, type EventSink } from "../sink/event_sink.ts";
import { guardRandom } from "./backoff.ts";
import { Entries } from "./entries.ts";
import { Flush } from "./flush.ts";
import { Ledger } from "./ledger.ts";
import type { Outcome } from "./outcome.ts";
import type { FlushReport, Recording, RecordingStats } from "./recording.ts";
import { RecordingLog } from "./recording_log.ts";
import { checkRecordingOptions, createCorrelator, type EventRecordingOptions } from "./recording_options.ts";
import { StableWrites } from "./stable_writes.ts";
import { Sweeper } from "./sweeper.ts";

const STOP_TIMEOUT_MS = 10_000;

/**
 * Writes events to a sink and accounts for every one of them. `startRecordingToSink` of an {@linkcode EventBroadcaster}
 * starts one; create it directly for events from another source.
 *
 * - The correlator for the events' API decides on each event synchronously, in order of acceptance.
 * - Each event has one request in flight, so a create precedes its patches; up to `concurrency` events are written
 *   concurrently.
 * - Events that arrive while a write is queued are coalesced into it: repeats into a queued create, and patches into
 *   the latest, as counts are absolute. A burst costs one request per distinct event, an outage one slot.
 * - Namespaces take turns, and each has a circuit breaker. It opens when three different events of the namespace fail
 *   with no write succeeding in between, or when a request times out. It pauses for one second at first and half a
 *   minute at most, then lets one event at a time through until a write succeeds; other namespaces continue. If three
 *   namespaces fail, or none can be reached, all writes pause, and resume slowly after a long outage. With `maxPending`
 *   events queued, the namespace with the most loses one whose write has failed, or else its newest.
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
  readonly #entries: Entries<EventOf<V>>;
  readonly #ledger: Ledger<EventOf<V>>;
  readonly #sweeper: Sweeper;
  readonly #log: RecordingLog;
  readonly #onStop: (() => void) | undefined;
  readonly #finish: () => void;
  readonly #flushes = new Set<Flush>();
  #closing = false;
  #closed = false;
  /** Number of events accepted when the call stack was nearly used up, and not accounted for yet. */
  #overflowed = 0;

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
      clock: given = Date,
      naming = "unique",
      identity,
      onStop,
    } = options;
    const names = naming === "stable"
      ? new StableNames<EventOf<V>>(identity, (error) => this.#log.threw("identity", error))
      : undefined;
    const clock = guardClock(given, (error) => this.#log.threw("clock", error));
    const random = guardRandom(options.random ?? Math.random);
    this.#apiVersion = apiVersion;
    this.#log = new RecordingLog({ logger, clock, maxPending });
    this.#ledger = new Ledger(onOutcome, (error) => this.#log.threw("onOutcome", error));
    this.#correlator = createCorrelator(correlator, { apiVersion, clock: given, names });
    const isBuiltIn = this.#correlator !== correlator;
    this.#entries = new Entries({
      sink,
      correlator: this.#correlator,
      ledger: this.#ledger,
      log: this.#log,
      stable: names && new StableWrites<V>({
        names,
        clock,
        random,
        onRenamed: (event, name) => this.#log.renamed(event, name),
      }),
      concurrency,
      maxPending,
      maxTries,
      backoff,
      retryDelayMs,
      requestTimeoutMs,
      patchIntervalMs,
      // Built-in correlators read no more of a written event than its version, as nothing else changes.
      versionOnly: onOutcome === undefined && isBuiltIn,
      clock,
      random,
      onDone: (id) => {
        for (const flush of this.#flushes) flush.done(id);
      },
    });
    this.#sweeper = new Sweeper(this.#correlator, {
      onDue: () => this.#sweep(),
      onThrow: (error) => this.#log.threw("The correlator", error),
    });
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
    try {
      requireStack(); // or a change below could fail halfway
    } catch {
      this.#overflowed++;
      return;
    }
    if (this.#overflowed > 0) this.#loseOverflowed();
    this.#ledger.accept(1);
    this.#decide(given);
    this.#ledger.tell();
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
    this.#ledger.accept(count);
    this.#ledger.end({ type: "dropped", count, event, because, message });
    this.#ledger.tell();
  }

  /** Waits until all events accepted so far are written or accounted for; see {@linkcode Recording.flush}. */
  async flush(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<FlushReport> {
    checkOptions("flush", options, { signal: "an AbortSignal" });
    // Events recorded in this turn are distributed in a microtask that is already queued.
    await undefined;
    const { signal } = options;
    this.#entries.retryParked();
    let isHandedOver = false;
    let flush: Flush;
    do {
      // Counts that do not fit stay in the correlator until others are written.
      isHandedOver = this.#entries.addHeld();
      this.#entries.release();
      this.#ledger.tell();
      flush = new Flush(this.#entries, signal);
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
    if (this.#entries.size > 0) {
      this.#entries.abandon();
      this.#ledger.tell();
      await this.flush();
    }
    this.#entries.abandonCounts();
    this.#ledger.tell();
    const { uncounted } = this.#ledger;
    if (pending > 0 || uncounted > 0) this.#log.unfinished({ pending, uncounted });
    this.#finish();
    return this.finished;
  }

  /** Returns the current counters. */
  stats(): RecordingStats {
    if (this.#overflowed > 0) this.#loseOverflowed();
    const { size: lanes, requests, retries } = this.#entries;
    return { ...this.#ledger.counts(), lanes, requests, retries };
  }

  /** The same as `stop()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  static #inspect(recording: EventRecording<ApiVersion>): string {
    const { because: _because, ...counts } = recording.stats();
    return summaryOf("EventRecording", { state: recording.#closing ? "stopped" : "running", ...counts });
  }

  /** Correlates an accepted event, and queues its write or counts its outcome. */
  #decide(given: EventOf<V> | EventLike<EventOf<V>>): void {
    if (this.#closed) {
      this.#log.stopped();
      return this.#drop(given, "stopped", "The recording has been stopped");
    }
    let event = given as EventOf<V>;
    let correlation: Correlation<EventOf<V>>;
    let isHeld: boolean | undefined;
    try {
      if (!this.#isEvent(given)) {
        const message = invalid("record", "event", `be ${A_VALID_EVENT[this.#apiVersion]}`, given);
        this.#log.invalid(message);
        return this.#drop(given, "invalid-object", message);
      }
      event = toWireEvent<EventOf<V>>(given);
      correlation = checkCorrelation(this.#correlator.correlate(event));
      isHeld = correlation.type === "skip" && correlation.record?.isAhead;
    } catch (error) {
      this.#log.threw("The correlator", error);
      return this.#drop(event, "correlator-error", `The correlator threw: ${reasonOf(error)}`);
    }
    this.#sweeper.arm();
    const { evicted } = correlation;
    if (evicted !== undefined && evicted.type !== "skip") this.#entries.add(evicted, { carried: 0 });
    if (correlation.type !== "skip") return this.#entries.add(correlation, { carried: 1 });
    if (isHeld) this.#ledger.hold(correlation.record!);
    if (correlation.because === "spam") this.#log.spam(event);
    this.#ledger.end({ type: "skipped", count: 1, event: correlation.event, because: correlation.because });
  }

  #drop(event: unknown, because: (Outcome & { type: "dropped" })["because"], message: string): void {
    this.#ledger.end({ type: "dropped", count: 1, event: event as EventOf<V>, because, message });
  }

  /** Accounts for events that were accepted when the call stack was used up. */
  #loseOverflowed(): void {
    const count = this.#overflowed;
    this.#overflowed = 0;
    this.#ledger.accept(count);
    const message = "The call stack was used up";
    this.#ledger.end({ type: "dropped", count, because: "correlator-error", message });
  }

  /** Whether an event has the objects without which it is none of its API, and a name and namespace if any. */
  #isEvent(event: EventOf<V> | EventLike<EventOf<V>>): boolean {
    const { metadata, involvedObject, regarding }: Partial<CoreV1Event & EventsV1Event> = Object(event);
    if (!metadata || typeof (metadata.name ?? "") !== "string" || typeof (metadata.namespace ?? "") !== "string") {
      return false;
    }
    // A recording for events.k8s.io/v1 may be of v1 only by default, as its sink does not tell.
    return this.#apiVersion !== "v1" || Boolean(involvedObject ?? regarding);
  }

  /** Queues the counts that have become due. */
  #sweep(): void {
    if (this.#entries.isFullOfCounts) return;
    try {
      for (const correlation of this.#correlator.sweep?.() ?? []) {
        if (correlation.type !== "skip") this.#entries.add(correlation, { carried: 0, isBounded: false });
      }
    } catch (error) {
      this.#log.threw("The correlator", error);
    }
    this.#ledger.tell();
  }

  #close(): void {
    if (this.#closing) return;
    this.#closing = true;
    callGuarded(this.#onStop, undefined, (error) => this.#log.threw("onStop", error));
    this.#closed = true;
    this.#sweeper.stop();
    this.#entries.hurry();
  }
}

const A_VALID_EVENT: Readonly<Record<ApiVersion, string>> = {
  "v1": "an object with metadata and an involvedObject",
  "events.k8s.io/v1": "an object with metadata",
};
