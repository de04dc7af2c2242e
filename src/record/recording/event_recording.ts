import { onAbort } from "../../base/tools/abort.ts";
import { invalid, readOptions } from "../../base/tools/check_options.ts";
import type { AnyEvent, ApiVersion, EventOf } from "../../base/event/event.ts";
import type { EventLike } from "../../base/event/event_like.ts";
import { callGuarded } from "../../base/tools/logger.ts";
import { StableNames } from "../../base/event/identity.ts";
import { Agenda, runtimeTimers, startTimer } from "../../base/tools/time.ts";
import type { EventSink } from "../sink/event_sink.ts";
import { Entries } from "./entries.ts";
import { type Flush, waitingFlush, WritingFlushes } from "./flush.ts";
import { Intake } from "./intake.ts";
import { Lanes } from "./lanes.ts";
import type { OnOutcome } from "./entry.ts";
import { Ledger, reportOf } from "./ledger.ts";
import { StableWrites } from "./reconcile.ts";
import type { FlushOptions, FlushReport, Outcome, Recording, RecordingStats } from "./recording.ts";
import {
  createCorrelator,
  type EventRecordingOptions,
  readRecordingOptions,
  releaseCorrelator,
} from "./recording_options.ts";
import { Reports } from "./reports.ts";
import { RetryPauses } from "./retry.ts";
import { Writer } from "./writer.ts";

// What happens to an event, and where to change each step:
//
//   EventRecording.accept   event_recording.ts   the door
//   Intake.take             intake.ts            asks the correlator
//   Entries.want            entries.ts           queues a write, if maxPending allows; has all states of an entry
//   Lanes.next              lanes.ts             decides, by ten rules, whose turn it is, and who waits (gate.ts)
//   Writer.start            writer.ts            sends; after a failure, retries the write or ends it
//   verdict, RetryPauses    retry.ts             what each kind of failure means, and how long the pauses are
//   Breaker.judged          breaker.ts           which gate a failure shuts, and a success opens (pace.ts)
//   reconcile, StableWrites reconcile.ts         which requests the write takes (shared_event.ts)
//   Sender.run              sender.ts            slots, time-outs, the budget of a flush
//   Entries.over, retry     entries.ts           the result: done, queued again, or parked if it owes a count
//   Ledger, Reports         ledger.ts, reports.ts   counts, and calls onOutcome and the logger
//
// The idea: an object, its namespace and the server are gates, one inside the other. A write is made once all three let
// it pass. The gate of an object is its lane, which lets one write pass at a time, so that its events are stored in
// order. A failure shuts one gate, and everything behind that gate waits: an object, a namespace, or all writes. The
// same tree decides whose turn it is, who waits, and which event is dropped if there is no room.
//
// A flush (flush.ts) waits for the writes queued before it. entry.ts has what the steps pass on: an Entry is an event
// that is not up to date on the server, and a Write brings it up to date. Users see recording.ts, with the outcomes and
// counters, and recording_options.ts, with the options and defaults.

/** Default deadline of `stop`: a third of the time that Kubernetes gives a pod to terminate by default. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Writes events to a sink and accounts for every one of them. `startRecordingToSink` of an {@linkcode EventBroadcaster}
 * starts one; create it directly for events from another source.
 *
 * - The correlator for the events' API decides on each event synchronously, in order of acceptance.
 * - The events of an object are written one after another, in order, even across retries; up to `concurrency` objects
 *   are written concurrently. The server stores them, and its watchers see them, in the order of their latest
 *   occurrences.
 * - Events that arrive while a write is queued are coalesced into it, because counts are absolute: repeats into a
 *   queued create, and patches into the latest patch. In a burst, each distinct event takes one request; in an outage,
 *   one place in the queue.
 * - Objects and namespaces take turns. If a write fails, only its object waits. If three objects of a namespace fail
 *   with no success in between, or a request times out while no other write of the namespace succeeds, the namespace
 *   pauses, for one second at first and half a minute at most, and then lets one event at a time through until a write
 *   succeeds; other namespaces continue. If three namespaces fail, or the server cannot be reached, all writes pause,
 *   and resume slowly after a long outage.
 * - The recording never abandons an event because the server is in trouble, regardless of the response. A lone event
 *   that always gets a 500 is kept, and tried every ten seconds until the recording stops, so pass `flush` a deadline.
 *   An event that fails while others of its namespace are written is abandoned after `maxTries`; other events of its
 *   object wait for at most three of its pauses.
 * - If the problem may pass (the namespace does not exist, its quota is exceeded, or a role or the credentials are not
 *   known yet), a write is tried five times within about 15 seconds before the event is rejected.
 * - At `maxPending` events, a new event displaces one from the namespace with the most: an event of an object whose
 *   writes fail, or else the newest event of the object with the most.
 * - A patch of a deleted event creates it again; a create of an existing event counts as written and updates it. If the
 *   name belongs to a different event, the write is rejected.
 * - With stable names, several processes increment the same event on the server; see
 *   {@linkcode EventNamingOptions.naming}.
 * - A patch applies only to the version that the server last returned, so a patch that timed out and is delivered after
 *   a newer one changes nothing.
 *
 * client-go's `recordToSink` ({@link https://github.com/kubernetes/client-go/blob/master/tools/record/event.go |
 * tools/record/event.go}), by contrast, writes events one by one, and abandons an event after any HTTP error response.
 *
 * @typeParam V The API version.
 *
 * @example
 * ```ts
 * import { type CoreV1Event, FetchEventSink } from "@kubecast/events";
 * import { EventRecording } from "@kubecast/events/client-go";
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
  readonly #ledger: Ledger;
  readonly #reports: Reports;
  readonly #lanes: Lanes;
  readonly #entries: Entries;
  readonly #intake: Intake;
  readonly #writer: Writer;
  readonly #flush: Flush;
  readonly #onStop: (() => void) | undefined;
  /** Called once all events are accounted for. */
  readonly #onEnd: () => void;
  /** While the state is `"stopping"`, `onStop` may still hand over events; later states accept none. */
  #state: "running" | "stopping" | "stopped" | "finished" = "running";
  #finished: Promise<void> | undefined;
  #resolveFinished: (() => void) | undefined;

  /**
   * Starts a recording; makes no request before the first event.
   *
   * @throws {RangeError} If a number in the options, or in the correlator's, is out of range.
   * @throws {TypeError} If the sink lacks a method, an option has a wrong type, or the correlator is for the other API.
   */
  constructor(
    sink: EventSink<EventOf<V>> & { readonly apiVersion?: V | undefined },
    options: EventRecordingOptions<V> = {},
  ) {
    // From here on, events are of either API.
    const read = readRecordingOptions(sink, options as unknown as EventRecordingOptions<ApiVersion>);
    const { apiVersion, autoFlush, naming = "unique", identity, signal } = read;
    const reports = this.#reports = new Reports(read);
    const ledger = this.#ledger = new Ledger(reports);
    const identities = naming === "stable" || identity !== undefined
      ? new StableNames(identity, reports.callbackThrew("identity"))
      : undefined;
    const correlator = createCorrelator(read.correlator, { ...read, naming, identities });
    const agenda = autoFlush ? undefined : new Agenda();
    const timers = agenda ?? runtimeTimers(read.keepAlive);
    const context = { correlator, timers, ledger, reports };
    const stable = naming === "stable" ? new StableWrites(identities!, read, reports) : undefined;
    const pauses = new RetryPauses(read);
    const lanes = this.#lanes = new Lanes(autoFlush ? read.concurrency : Infinity, pauses, timers);
    const entries = this.#entries = new Entries(context, lanes, stable, read);
    const parts = { ...read, sink: sink as unknown as EventSink<AnyEvent>, stable };
    const writer = this.#writer = new Writer(context, lanes, entries, pauses, parts);
    const intake = this.#intake = new Intake(apiVersion, context, entries);
    this.#flush = agenda === undefined
      ? waitingFlush(entries, intake, writer.sender!)
      : new WritingFlushes(entries, intake, writer, agenda).run;
    this.#onStop = read.onStop;
    const removeCallback = onAbort(signal, () => void this.stop());
    this.#onEnd = () => {
      removeCallback();
      releaseCorrelator(correlator);
      callGuarded(read.onFinished, undefined, reports.callbackThrew("onFinished"));
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
   * Accepts an event: correlates and queues it synchronously. Never throws.
   *
   * Do not modify the event afterwards. An event without `metadata`, or a core/v1 event without an `involvedObject`, is
   * dropped as `"invalid-object"`. A core/v1 event needs a `count` of 1; the repeats of an event without a count are
   * written as new events. Times may be `Date`s.
   *
   * @param onOutcome Called once with the outcome of this event alone, after the `onOutcome` of the recording.
   */
  accept(given: EventOf<V> | EventLike<EventOf<V>>, onOutcome?: (outcome: Outcome<EventOf<V>>) => void): void {
    const event = given as AnyEvent;
    const waiting = onOutcome as OnOutcome | undefined;
    this.#ledger.counts.accepted++;
    if (this.#state === "running" || this.#state === "stopping") this.#intake.take(event, waiting);
    else {
      this.#reports.stopped();
      this.#ledger.drop("stopped", { message: "The recording has been stopped", event }, waiting);
    }
    // If the runtime of a worker refused requests, this may be another invocation, which may make them.
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
    const { count = 1, message = because, event } = Object(options) as typeof options;
    if (Number.isSafeInteger(count) && count >= 0) {
      this.#ledger.counts.accepted += count;
      this.#ledger.drop(because, { count, message, event: event as AnyEvent | undefined });
    } else this.#reports.invalid(invalid("count lost events", "count", "be an integer of at least 0", count));
    this.#reports.send();
  }

  /** Waits until all events accepted so far are written or accounted for; see {@linkcode Recording.flush}. */
  async flush(options: FlushOptions = {}): Promise<FlushReport> {
    readOptions("flush", options, { signal: ["an AbortSignal"], maxRequests: ["a positive integer or Infinity"] });
    if (options.maxRequests !== undefined && this.#writer.sender !== undefined) {
      throw new TypeError("Cannot flush: maxRequests requires a recording with autoFlush: false");
    }
    // Events recorded in this turn are distributed in a microtask that is already queued.
    await undefined;
    this.#entries.queueParked(this.#state === "stopped");
    this.#writer.resume();
    const pending = await this.#flush(options);
    return reportOf({ ...this.stats(), pending });
  }

  /** Stops accepting events and writes the pending ones until the deadline; see {@linkcode Recording.stop}. */
  async stop(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    readOptions("stop", options, { signal: ["an AbortSignal"] });
    // Not AbortSignal.timeout(), because its timer would keep running after the stop.
    const deadline = new AbortController();
    const { signal = deadline.signal } = options;
    const timer = signal === deadline.signal ? startTimer(() => deadline.abort(), STOP_TIMEOUT_MS) : undefined;
    await undefined;
    this.#close();
    const { pending } = await this.flush({ signal });
    clearTimeout(timer);
    this.#writer.abandon();
    this.#entries.end();
    this.#reports.unfinished({ pending, uncounted: this.#ledger.counts.uncounted });
    this.#reports.send();
    this.#end();
  }

  /** Returns the current counters. */
  stats(): RecordingStats {
    return this.#ledger.stats(this.#lanes.active);
  }

  /** The same as `stop()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #close(): void {
    if (this.#state !== "running") return;
    this.#state = "stopping";
    callGuarded(this.#onStop, undefined, this.#reports.callbackThrew("onStop"));
    this.#state = "stopped";
    this.#intake.stop();
    this.#lanes.breaker.endPauses();
  }

  #end(): void {
    if (this.#state === "finished") return;
    this.#state = "finished";
    this.#resolveFinished?.();
    this.#onEnd();
  }
}
