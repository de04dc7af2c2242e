import { type Completed, type OptionTable, readOptions } from "../api/check_options.ts";
import type { Logger } from "../api/logger.ts";
import type { Delivery } from "../api/occurrence.ts";
import type { Clock } from "../api/time.ts";

/**
 * Stores the progress of a {@linkcode forward}.
 *
 * @category Forwarding
 */
export interface Checkpoint {
  /** Returns the version that was saved last; `undefined` or `null` if there is none. */
  load(): string | null | undefined | Promise<string | null | undefined>;
  /**
   * Saves a version, an opaque string, atomically: a part of it must never be loaded. If it fails, it is called again later. Nothing is
   * delivered until it has ended.
   */
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
   * and every half a minute in the end; or as late as the `Retry-After` of a {@linkcode StatusError} asks, a minute at
   * most: `if (!response.ok) throw await StatusError.from(response)`.
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
  /**
   * Receives a line when deliveries fail and work again, when a checkpoint cannot be saved, when `deliver`, `save` or
   * `load` takes more than a minute, for each gap, and when forwarding ends with an error.
   */
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

const forwardOptionTable = () => ({
  deliver: ["a function"],
  checkpoint: ["anything"],
  maxBatch: ["a positive integer", 100],
  maxDelayMs: ["between 0 and 2147483647", 1000],
  logger: ["a Logger"],
  signal: ["an AbortSignal"],
  clock: ["a Clock", Date],
  random: ["a function", Math.random],
} as const satisfies OptionTable<ForwardOptions>);

/** Options of {@linkcode forward} with their defaults. */
export type ReadForwardOptions = Completed<ForwardOptions, ReturnType<typeof forwardOptionTable>>;

/** Checks the options of {@linkcode forward}, and adds the defaults. */
export function readForwardOptions(options: ForwardOptions): ReadForwardOptions {
  const read = readOptions("forward occurrences", options, forwardOptionTable());
  if (read.checkpoint !== undefined) {
    const table = { load: ["a function"], save: ["a function"] } as const;
    readOptions("forward occurrences", read.checkpoint, table, "checkpoint");
  }
  return read;
}
