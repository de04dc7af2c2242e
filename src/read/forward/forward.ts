import { delay } from "@std/async/delay";
import { anySignal, onAbort, untilAborted } from "../../base/tools/abort.ts";
import { readOptions } from "../../base/tools/check_options.ts";
import { reasonOf, tellLogger } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import { retryPause } from "../../base/event/retry_pauses.ts";
import { MAX_PAUSE_MS, MIN_PAUSE_MS } from "./deliveries.ts";
import type { OccurrenceStream, ReadOptions } from "../reader/event_stream.ts";
import {
  checkLeadership,
  type ForwardOptions,
  type Leadership,
  type ReadForwardOptions,
  readForwardOptions,
} from "./forward_options.ts";
import { ForwardingTerm } from "./forwarding_term.ts";

// The path of an occurrence to a store, and where to change each step:
//
//   forward               forward.ts            runs one term after another, until the end (forward_options.ts)
//   ForwardingTerm        forwarding_term.ts    reads from the saved position on, and collects batches
//   Deliveries            deliveries.ts         calls the user's functions: retries, halves refused batches, saves
//   leaseCheckpoint       lease_checkpoint.ts   elects one of several replicas, and keeps the position
//   LeaseTerm             lease_term.ts         renews the Lease and saves the position, until another may lead
//   LeaseResource         lease.ts              reads and writes the Lease

/** The default deadline of a stop; a recording's is the same. */
const STOP_MS = 10_000;

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
  /** Number of failed calls of `deliver`, `onRefused` and `save`, and of calls that took more than a minute. */
  readonly failures: number;
  /** Number of occurrences that the store refused and `onRefused` accepted. */
  readonly refused: number;
  /** Number of times the server no longer had the next changes, so that occurrences may be missing. */
  readonly gaps: number;
  /** Number of occurrences that have been read, but not delivered. */
  readonly pending: number;
  /** How long ago the first pending event occurred, in milliseconds; 0 if there is none. */
  readonly behindMs: number;
  /** How long the batch in delivery has awaited the store or the checkpoint, in milliseconds; 0 without a batch. */
  readonly deliveringMs: number;
  /** The position last saved or loaded; a {@linkcode leaseCheckpoint} writes it within a second. */
  readonly position: string | undefined;
  /** Whether this process may deliver; always true unless its checkpoint elects one of several processes. */
  readonly leading: boolean;
  /** Number of times that this process began to lead. */
  readonly terms: number;
}

/**
 * Forwards occurrences to a store; returned by {@linkcode forward}.
 *
 * @category Forwarding
 */
export interface Forwarding extends AsyncDisposable {
  /**
   * Resolves once forwarding has stopped. Rejects on an error that no retry can fix, such as a missing permission, or
   * if the checkpoint cannot be loaded. Occurrences already read are delivered first, for up to ten seconds.
   */
  readonly finished: Promise<void>;
  /**
   * Stops reading, delivers the occurrences read so far, then lets another process lead. Occurrences that the store has
   * not confirmed by the deadline, ten seconds by default, are delivered again after the next start.
   *
   * @param options `signal` aborts at the deadline.
   * @throws {TypeError} If `signal` is not an AbortSignal; rejects for no other reason.
   */
  stop(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Returns the current counters. */
  stats(): ForwardStats;
}

/**
 * Forwards the occurrences of a reader to a store, exactly: across restarts, crashes and outages on both sides.
 *
 * - **Nothing is lost.** The checkpoint is saved only after the store has confirmed everything before it. While the
 *   store fails, reading stops, so memory use does not grow.
 * - **Nothing is duplicated** in a store that deduplicates by key, because a delivery that is repeated after a crash or
 *   a lost response has the same `key` and `delta`. Any other store gets every occurrence at least once. A crash
 *   repeats at most one batch; with a {@linkcode leaseCheckpoint}, the batches of the last second; or the first list,
 *   if it was still being read.
 * - **In order.** At a first start, existing events are delivered by time (if there are more than 10,000, in several
 *   sorted parts); later ones in the order of the server.
 * - **Gaps are reported** in `stats().gaps`. If the server has compacted the changes after the checkpoint, by default
 *   five minutes after they happened, the current state of every event changed since is delivered as `estimated`. If
 *   the server's history is another one, for example after a restore, the state of every event is. After a compaction,
 *   a history without the newest reported event counts as another one.
 *
 * **How a store counts correctly:**
 * - A delivery states that the occurrences `count - delta + 1` to `count` of the event `uid` have happened. A store
 *   that keeps the highest `count` of each uid, or merges these ranges, is correct even if deliveries are repeated,
 *   late, estimated, or made by several processes, unless another client lowers a count.
 * - `key` identifies one state of one event (its uid, count and resourceVersion), and is the same in every process that
 *   reads it. A store may ignore or overwrite a key that it already has. The sum of the deltas over all keys is exact
 *   if all deliveries came through one checkpoint (a file, or one {@linkcode leaseCheckpoint} for any number of
 *   replicas) and none is `estimated`.
 * - `estimated` marks a delta that may be too high: after a gap, or after a count that fell.
 *
 * @param reader An `EventReader` of either API.
 * @throws {TypeError} If `reader` is not a reader, or an option has the wrong type.
 * @throws {RangeError} If a number is out of range.
 *
 * @example
 * ```ts
 * import { EventReader, forward } from "@kubecast/events/reader";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const { fetch } = new EventsApiServer(); // for a cluster: new EventReader(await inClusterConfig())
 * const store = new Map<string, string>(); // yours: a database that ignores or overwrites existing keys
 * let saved: string | undefined; // yours: a file or a row that outlives the process
 * const forwarding = forward(new EventReader({ fetch }), {
 *   deliver: (batch) => batch.forEach(({ key, occurrence }) => store.set(key, occurrence.message)),
 *   checkpoint: { load: () => saved, save: (position) => void (saved = position) },
 *   logger: console,
 * });
 * await forwarding.stop(); // at SIGTERM, for example
 * ```
 *
 * @category Forwarding
 */
export function forward(
  reader: { occurrences(options?: ReadOptions): OccurrenceStream },
  options: ForwardOptions,
): Forwarding {
  return new OccurrenceForwarding(reader, readForwardOptions(reader, options));
}

class OccurrenceForwarding implements Forwarding {
  readonly finished: Promise<void>;
  readonly #options: ReadForwardOptions;
  readonly #reader: Parameters<typeof forward>[0];
  readonly #stopping = new AbortController();
  readonly #deadline = new AbortController();
  readonly #counts = { delivered: 0, batches: 0, failures: 0, refused: 0 };
  /** The current or last term, and the number of gaps in earlier terms. */
  #term: ForwardingTerm | undefined;
  #earlierGaps = 0;
  #terms = 0;
  #isLeading = false;

  constructor(reader: Parameters<typeof forward>[0], options: ReadForwardOptions) {
    const { signal, logger } = options;
    this.#reader = reader;
    this.#options = options;
    const forget = onAbort(signal, () => void this.stop());
    this.finished = this.#run().finally(forget);
    this.finished.catch((error) => tellLogger(logger, "error", `Forwarding ended: ${reasonOf(error)}`));
    if (signal?.aborted) void this.stop();
  }

  stats(): ForwardStats {
    const { checkpoint, clock } = this.#options;
    const leading = checkpoint?.lead === undefined || this.#isLeading;
    const { gaps = 0, pending = 0, firstPending, deliveringMs = 0, saved: position } = this.#term ?? {};
    return {
      ...this.#counts,
      gaps: this.#earlierGaps + gaps,
      pending: leading ? pending : 0,
      behindMs: leading && firstPending ? Math.max(0, clock.now() - firstPending.getTime()) : 0,
      deliveringMs,
      position,
      leading,
      terms: this.#terms,
    };
  }

  async stop(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const { signal } = readOptions("stop forwarding", options, { signal: ["an AbortSignal"] });
    const timer = signal === undefined ? setTimeout(this.#expire, STOP_MS) : undefined;
    const forget = onAbort(signal, this.#expire);
    this.#stopping.abort();
    if (signal?.aborted) this.#expire();
    await this.finished.catch(() => {});
    forget();
    clearTimeout(timer);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** Ends deliveries at the deadline. */
  readonly #expire = (): void => this.#deadline.abort(new DOMException("Forwarding was stopped", "AbortError"));

  /** Forwards in terms; in a single endless one if the checkpoint does not elect a leader. */
  async #run(): Promise<void> {
    if (this.#options.checkpoint?.lead === undefined) return await this.#lead(undefined);
    const ending = new AbortController();
    const end = (): void => ending.abort();
    onAbort(this.#deadline.signal, end);
    for (let failures = 0; !this.#stopping.signal.aborted;) {
      const forgetStop = onAbort(this.#stopping.signal, end);
      const leadership = await this.#waitToLead(ending.signal);
      // From here on, only the deadline ends the term.
      forgetStop();
      if (leadership !== undefined) await this.#lead(leadership);
      if (!leadership?.lost.aborted) return;
      // Pauses longer each time, because each term may be lost at once.
      failures = this.#term?.saved === undefined ? failures + 1 : 1;
      const pauseMs = retryPause(failures, { minMs: MIN_PAUSE_MS, maxMs: MAX_PAUSE_MS, random: this.#options.random });
      await delay(Math.ceil(pauseMs), { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  /** Waits until this process may deliver; returns `undefined` when stopping. */
  async #waitToLead(signal: AbortSignal): Promise<Leadership | undefined> {
    let last = "";
    const onWait = (why: string): void => {
      if (why !== last) this.#warn(`Waiting to forward: ${why}`);
      last = why;
    };
    try {
      const leading = Promise.resolve(this.#options.checkpoint!.lead!({ signal, onWait }));
      // Releases a term that begins too late, because nothing else would end it.
      leading.then((late) => signal.aborted ? late?.release() : undefined).catch(() => {});
      const leadership = await untilAborted(leading, signal);
      if (!signal.aborted) checkLeadership(leadership);
      return leadership;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  /** Forwards for a term. */
  async #lead(leadership: Leadership | undefined): Promise<void> {
    const [stopping, deadline] = [this.#stopping.signal, this.#deadline.signal];
    const lost = leadership === undefined ? [] : [leadership.lost];
    let failing: ReturnType<typeof setTimeout> | undefined;
    this.#earlierGaps += this.#term?.gaps ?? 0;
    const term = this.#term = new ForwardingTerm({
      ...this.#options,
      reader: this.#reader,
      counts: this.#counts,
      stopping: anySignal([stopping, ...lost]),
      deadline: anySignal([deadline, ...lost]),
      holds: () => !deadline.aborted && (leadership === undefined || leadership.holds()),
      onFailure: () => void (failing = setTimeout(this.#expire, STOP_MS)),
    });
    this.#terms++;
    this.#isLeading = true;
    if (leadership !== undefined) this.#warn("Forwarding: this process leads");
    try {
      await term.run();
    } finally {
      clearTimeout(failing);
      this.#isLeading = false;
      // After the deadline, a delivery that was cut off may still arrive, so others must wait for the term to expire.
      if (leadership !== undefined && !leadership.lost.aborted && !deadline.aborted) {
        try {
          await untilAborted(leadership.release(), deadline);
        } catch {
          // Other processes wait until the term expires.
        }
      }
    }
    if (leadership?.lost.aborted && !stopping.aborted) {
      const why = `${reasonOf(leadership.lost.reason)}, ${
        counted(term.pending, "occurrence is", "occurrences are")
      } left`;
      this.#warn(`This process no longer forwards: ${why} to the next`);
    }
  }

  #warn(message: string): void {
    tellLogger(this.#options.logger, "warn", message);
  }
}
