import {
  checkFunction,
  checkMethods,
  type Completed,
  invalid,
  lackedMethods,
  type OptionTable,
  readOptions,
} from "../../base/tools/check_options.ts";
import type { Logger } from "../../base/tools/logger.ts";
import type { Delivery } from "../../base/event/occurrence.ts";
import { type Clock, timeOf } from "../../base/tools/time.ts";

/**
 * Stores the progress of a {@linkcode forward}.
 *
 * @category Forwarding
 */
export interface Checkpoint {
  /**
   * Returns the position that was last saved; `undefined` or `null` if there is none. To skip the events that exist at
   * the first start, return `"now"` in that case.
   */
  load(): string | null | undefined | Promise<string | null | undefined>;
  /**
   * Saves a position, an opaque string. Must be atomic, so that a part of a position is never loaded. If it fails, it
   * is called again later. No delivery begins until it has ended; the first one waits until it has succeeded.
   */
  save(position: string): void | Promise<void>;
  /**
   * Waits until this process may deliver, if only one of several processes may, as with a {@linkcode leaseCheckpoint}.
   * Called again when its term has ended. Rejects when the signal aborts, or for a reason that no retry can fix.
   *
   * @param options `signal` ends the wait and, later, the term without releasing it. `onWait` is called with the reason
   * for waiting, such as `"web-1 leads"`.
   */
  lead?(options: {
    readonly signal: AbortSignal;
    readonly onWait?: ((why: string) => void) | undefined;
  }): Promise<Leadership>;
}

/**
 * The term of a process that may deliver, from {@linkcode Checkpoint.lead}.
 *
 * @category Forwarding
 */
export interface Leadership {
  /** Aborts when another process may have begun to deliver; its reason explains why. */
  readonly lost: AbortSignal;
  /**
   * Returns whether the term has not expired, by the clock; if it has, aborts `lost`. Called before each delivery. If
   * it throws, forwarding ends with the error.
   */
  holds(): boolean;
  /** Ends the term early, so that another process need not wait until it expires; never rejects. */
  release(): Promise<void>;
}

/**
 * Options of {@linkcode forward}.
 *
 * @category Forwarding
 */
export interface ForwardOptions {
  /**
   * Delivers occurrences to a store, and resolves once the store has them. Called with one batch at a time, in order. While
   * it throws or rejects, it is called again with the same batch, after half a second to half a minute, or after the
   * `Retry-After` of a {@linkcode StatusError}, up to a minute: `if (!response.ok) throw await StatusError.from(response)`.
   *
   * An error whose `status` is a 4xx, or a `StatusError` with such a code, refuses the batch, except for 401, 404, 405,
   * 407, 408, 409 and 429, which are not about the events. A refused batch is halved until one delivery is left, which
   * is passed to `onRefused`.
   *
   * The array and its deliveries are copies; the occurrences are shared with later tries, so do not modify them.
   *
   * `signal` aborts at the deadline of {@linkcode Forwarding.stop}, and when another process leads. For a time limit, use
   * `AbortSignal.any([signal, AbortSignal.timeout(30_000)])`. Do not await `stop()` here: it would take until its deadline.
   */
  readonly deliver: (
    batch: readonly Delivery[],
    options: { readonly signal: AbortSignal },
  ) => void | Promise<void>;
  /**
   * Keeps a delivery that the store refuses, for example in a file, and resolves once that is done; forwarding then
   * continues. If it throws or rejects, it is called again later. Without it, a refused delivery is retried, and logged
   * each time, until the store accepts it.
   */
  readonly onRefused?: ((delivery: Delivery, error: unknown) => void | Promise<void>) | undefined;
  /**
   * Keeps the progress across restarts. Without it, all events on the server are delivered at every start.
   *
   * @default {none}
   */
  readonly checkpoint?: Checkpoint | undefined;
  /**
   * At a first start, without a saved position, skips the existing events whose last occurrence is before this time.
   *
   * @default {none are skipped}
   */
  readonly notBefore?: Date | undefined;
  /**
   * Maximum number of occurrences per batch; the same number may wait while a batch is being delivered.
   *
   * @default {100}
   */
  readonly maxBatch?: number | undefined;
  /**
   * Maximum time that an occurrence waits for its batch to fill, in milliseconds.
   *
   * @default {1000}
   */
  readonly maxDelayMs?: number | undefined;
  /**
   * Receives a line when deliveries fail, are refused or work again, when a checkpoint cannot be saved, when a function
   * takes more than a minute, for each gap, when this process begins or ceases to lead, and when forwarding ends with
   * an error.
   */
  readonly logger?: Logger | undefined;
  /** Stops forwarding when it aborts, as {@linkcode Forwarding.stop} does. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The clock that measures how far the store is behind.
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

const forwardOptionTable = () => ({
  deliver: ["a function"],
  onRefused: ["a function"],
  checkpoint: ["anything"],
  notBefore: ["anything"],
  maxBatch: ["a positive integer", 100],
  maxDelayMs: ["between 0 and 2147483647", 1000],
  logger: ["a Logger"],
  signal: ["an AbortSignal"],
  clock: ["a Clock", Date],
  random: ["a function", Math.random],
} as const satisfies OptionTable<ForwardOptions>);

const ACTION = "forward occurrences";

/** Options of {@linkcode forward} with their defaults. */
export type ReadForwardOptions = Completed<ForwardOptions, ReturnType<typeof forwardOptionTable>>;

/** Checks the reader and the options of {@linkcode forward}, and adds the defaults. */
export function readForwardOptions(reader: unknown, options: ForwardOptions): ReadForwardOptions {
  const read = readOptions(ACTION, options, forwardOptionTable());
  if (lackedMethods(reader, "occurrences").length > 0) {
    throw new TypeError(invalid(ACTION, "reader", "have the method occurrences", reader));
  }
  checkFunction(ACTION, "deliver", read.deliver);
  if (read.notBefore !== undefined && Number.isNaN(timeOf(read.notBefore))) {
    throw new TypeError(invalid(ACTION, "notBefore", "be a Date", read.notBefore));
  }
  if (read.checkpoint !== undefined) checkMethods(ACTION, "checkpoint", read.checkpoint, ["load", "save"], "lead");
  return read;
}

/** Throws a TypeError unless `lead` of a checkpoint resolved with a {@linkcode Leadership}. */
export function checkLeadership(value: unknown): void {
  const lacked = [
    ...lackedMethods(value, "holds", "release"),
    ...lackedMethods(Object(value).lost, "addEventListener"),
  ];
  if (lacked.length === 0) return;
  throw new TypeError(invalid(ACTION, "checkpoint.lead()", "resolve with a Leadership (lost, holds, release)", value));
}
