import { invalid, readOptions } from "../api/check_options.ts";
import type { ApiVersion, EventOf } from "../api/event.ts";
import type { EventLike } from "../api/event_like.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import { callGuarded } from "../api/logger.ts";
import { onAbort } from "../api/on_abort.ts";
import { requireStack } from "../api/require_stack.ts";
import { StableNames } from "../api/stable_name.ts";
import { guardClock, startTimer } from "../api/time.ts";
import { apiVersionOf } from "../correlator/correlator.ts";
import { checkSink, type EventSink } from "../sink/event_sink.ts";
import { guardRandom } from "./backoff.ts";
import { AutomaticFlushes, type Flushes } from "./flush.ts";
import { FlushesOnDemand } from "./flushes_on_demand.ts";
import { Intake } from "./intake.ts";
import { Ledger } from "./ledger.ts";
import type { Outcome } from "./outcome.ts";
import type { FlushOptions, FlushReport, Recording, RecordingStats } from "./recording.ts";
import { Reports } from "./reports.ts";
import { RecordingLog } from "./recording_log.ts";
import {
  createCorrelator,
  type EventRecordingOptions,
  readRecordingOptions,
  releaseCorrelator,
} from "./recording_options.ts";
import { StableWrites } from "./stable_writes.ts";
import { Agenda, RUNTIME_TIMERS } from "./timers.ts";
import { Writer } from "./writer.ts";

/** A third of the time that Kubernetes gives a pod to terminate by default. */
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
  readonly #intake: Intake<EventOf<V>>;
  readonly #writer: Writer<EventOf<V>>;
  readonly #ledger: Ledger<EventOf<V>>;
  readonly #log: RecordingLog;
  readonly #reports = new Reports();
  readonly #flushes: Flushes;
  readonly #onStop: (() => void) | undefined;
  /** Called once all events are accounted for. */
  readonly #onEnd: () => void;
  /** While it is stopping, `onStop` may still hand over events; stopped, it accepts none. */
  #state: "running" | "stopping" | "stopped" | "finished" = "running";
  #finished: Promise<void> | undefined;
  #resolveFinished: (() => void) | undefined;

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
    const read = readRecordingOptions(options);
    const {
      correlator: given,
      autoFlush,
      apiVersion = sink.apiVersion ?? apiVersionOf(given) as V | undefined ?? "v1" as V,
      maxPending,
      onOutcome,
      logger,
      signal,
      naming = "unique", // no default among those of the options: an identity without a naming throws
      identity,
      onStop,
      onFinished,
    } = read;
    const names = naming === "stable"
      ? new StableNames<EventOf<V>>(identity, (error) => this.#log.threw("identity", error))
      : undefined;
    const clock = guardClock(read.clock, (error) => this.#log.threw("clock", error));
    const random = guardRandom(read.random);
    const reports = this.#reports;
    const log = this.#log = new RecordingLog({ logger, reports, clock, maxPending });
    const ledger = this.#ledger = new Ledger({
      onOutcome,
      reports,
      onThrow: (error) => this.#threw("onOutcome", error),
    });
    const correlator = createCorrelator(given, { apiVersion, clock: read.clock, names });
    const agenda = autoFlush ? undefined : new Agenda();
    const timers = agenda ?? RUNTIME_TIMERS;
    const writer = this.#writer = new Writer({
      ...read,
      sink,
      correlator,
      ledger,
      reports,
      log,
      stable: names && new StableWrites<V>({
        names,
        clock,
        random,
        onRenamed: (event, name) => log.renamed(event, name),
      }),
      // A built-in correlator needs only the version of a stored event: unless other processes count it too.
      versionOnly: correlator !== given && onOutcome === undefined && names === undefined,
      timers,
      clock,
      random,
      onProgress: () => this.#flushes.progress(),
    });
    this.#flushes = agenda === undefined ? new AutomaticFlushes(writer) : new FlushesOnDemand(writer, agenda);
    const { entries } = writer;
    this.#intake = new Intake<EventOf<V>>({ apiVersion, correlator, entries, ledger, log, reports, timers });
    this.#onStop = onStop;
    const removeCallback = onAbort(signal, () => void this.stop());
    this.#onEnd = () => {
      removeCallback();
      releaseCorrelator(correlator);
      callGuarded(onFinished, undefined, (error) => this.#threw("onFinished", error));
    };
    if (signal?.aborted) void this.stop();
  }

  /** Resolves once the recording has stopped and all events are accounted for; see {@linkcode Recording.finished}. */
  get finished(): Promise<void> {
    return this.#finished ??= this.#state === "finished"
      ? Promise.resolve()
      : new Promise((resolve) => this.#resolveFinished = resolve);
  }

  /**
   * Accepts an event: correlates and queues it synchronously. Never throws, unless the call stack has no room even for
   * the call.
   *
   * Do not modify the event afterwards. An event without `metadata`, or a core/v1 event without an `involvedObject`, is
   * dropped as `"invalid-object"`. A core/v1 event needs a `count` of 1: repeats of an event without a count are written
   * as new events. Times may be `Date`s.
   */
  accept(given: EventOf<V> | EventLike<EventOf<V>>): void {
    try {
      requireStack(); // or a change below could fail halfway
    } catch {
      // No stack is left to call even a method: the next call accounts for the event.
      this.#ledger.overflowed++;
      return;
    }
    this.#ledger.accept(1);
    if (this.#state === "running" || this.#state === "stopping") this.#intake.take(given);
    else {
      this.#log.stopped();
      this.#ledger.drop("stopped", { message: "The recording has been stopped", event: given as EventOf<V> });
    }
    this.#writer.resume();
    this.#reports.send();
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
      this.#log.invalid(invalid("count lost events", "count", "be an integer of at least 0", count));
    } else {
      this.#ledger.accept(count);
      this.#ledger.drop(because, { count, message, event });
    }
    this.#reports.send();
  }

  /** Waits until all events accepted so far are written or accounted for; see {@linkcode Recording.flush}. */
  async flush(options: FlushOptions = {}): Promise<FlushReport> {
    readOptions("flush", options, { signal: ["an AbortSignal"], maxRequests: ["a positive integer or Infinity"] });
    if (options.maxRequests !== undefined && this.#flushes instanceof AutomaticFlushes) {
      throw new TypeError("Cannot flush: maxRequests requires a recording with autoFlush: false");
    }
    // Events recorded in this turn are distributed in a microtask that is already queued.
    await undefined;
    const { entries } = this.#writer;
    entries.retryParked();
    this.#writer.resume();
    const pending = await this.#flushes.run(() => {
      // If maxPending is reached, the rest stays in the correlator until others are written.
      const isAllQueued = entries.addHeld();
      entries.endCooldowns();
      this.#reports.send();
      return isAllQueued;
    }, options);
    return { ...this.stats(), pending };
  }

  /** Stops accepting events and writes the pending ones until the deadline; see {@linkcode Recording.stop}. */
  async stop(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    readOptions("stop", options, { signal: ["an AbortSignal"] });
    // Not AbortSignal.timeout(), whose timer goes on after the stop.
    const deadline = new AbortController();
    const { signal = deadline.signal } = options;
    const timer = signal === deadline.signal ? startTimer(() => deadline.abort(), STOP_TIMEOUT_MS) : undefined;
    await undefined;
    this.#close();
    const { pending } = await this.flush({ signal });
    clearTimeout(timer);
    if (this.#writer.entries.size > 0) this.#writer.abandon();
    this.#writer.entries.end();
    const { uncounted } = this.#ledger;
    if (pending > 0 || uncounted > 0) this.#log.unfinished({ pending, uncounted });
    this.#reports.send();
    this.#end();
  }

  /** Returns the current counters. */
  stats(): RecordingStats {
    const { entries: { size: lanes }, requests, retries } = this.#writer;
    return { ...this.#ledger.counts(), lanes, requests, retries };
  }

  /** The same as `stop()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  static #inspect(recording: EventRecording<ApiVersion>): string {
    const { because: _because, ...counts } = recording.stats();
    return summaryOf("EventRecording", { state: recording.#state === "running" ? "running" : "stopped", ...counts });
  }

  #close(): void {
    if (this.#state !== "running") return;
    this.#state = "stopping";
    callGuarded(this.#onStop, undefined, (error) => this.#threw("onStop", error));
    this.#state = "stopped";
    this.#intake.stop();
    this.#writer.shortenPauses();
  }

  #end(): void {
    if (this.#state === "finished") return;
    this.#state = "finished";
    this.#resolveFinished?.();
    this.#onEnd();
  }

  /** Logs the error of a callback at once: a rejection may come after all other reports. */
  #threw(name: string, error: unknown): void {
    this.#log.threw(name, error);
    this.#reports.send();
  }
}
