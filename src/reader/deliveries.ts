import { delay } from "@std/async/delay";
import { counted, type Logger, reasonOf, tellLogger } from "../api/logger.ts";
import { untilAborted } from "../api/until_aborted.ts";
import { StatusError } from "../api/status_error.ts";
import type { Checkpoint } from "./forward_options.ts";
import { checkSince } from "./event_stream.ts";
import type { Delivery, Occurrence } from "../api/occurrence.ts";

/** Pauses double from the first to the last, like those of the reader itself. */
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** A store may ask for hours; it may be back long before. */
const MAX_RETRY_AFTER_MS = 60_000;
/** Longest pause between tries while stopping. */
const STOPPING_PAUSE_MS = 1000;
/** A function that has not ended after this time is logged: it may hang, which looks like a quiet server. */
const SLOW_MS = 60_000;

/** Returns an occurrence with its key. */
export function deliveryOf(occurrence: Occurrence): Delivery {
  const { event: { metadata: { uid, namespace, name } }, count } = occurrence;
  return { key: `${uid ?? `${namespace}/${name}`}/${count}`, occurrence };
}

interface DeliveriesOptions {
  readonly deliver: (batch: readonly Delivery[], options: { readonly signal: AbortSignal }) => void | Promise<void>;
  readonly checkpoint: Checkpoint | undefined;
  readonly logger: Logger | undefined;
  readonly random: () => number;
  /** Aborts when pauses are to be short. */
  readonly stopping: AbortSignal;
  /** Ends every try, also of functions that do not end. */
  readonly deadline: AbortSignal;
}

interface Failure {
  readonly reason: string;
  /** The pause that the store asks for; 0 if none. */
  readonly retryAfterMs: number;
}

/** The store and the checkpoint of a forwarding, which may throw, hang and fail for a time: no method rejects but `load`. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #stats = { delivered: 0, batches: 0, failures: 0 };
  #saved: string | undefined;
  #isFailing = false;
  #isSaveFailing = false;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** The counters. */
  get stats(): { readonly delivered: number; readonly batches: number; readonly failures: number } {
    return this.#stats;
  }

  /** The version saved last, or loaded. */
  get saved(): string | undefined {
    return this.#saved;
  }

  /** Loads the saved version; `undefined` if there is none, or when stopping. */
  async load(): Promise<string | undefined> {
    const { checkpoint, stopping } = this.#options;
    if (checkpoint === undefined) return undefined;
    let saved: string | null | undefined;
    try {
      saved = await this.#timed("Loading the checkpoint", async () => await checkpoint.load(), stopping);
    } catch (cause) {
      if (stopping.aborted) return undefined;
      throw new Error(`Cannot load the checkpoint: ${reasonOf(cause)}`, { cause });
    }
    this.#saved = saved ?? undefined;
    if (this.#saved !== undefined) checkSince(this.#saved, "forward occurrences", "the checkpoint");
    return this.#saved;
  }

  /** Delivers a batch, however often that takes; returns false at the deadline. */
  async deliver(batch: readonly Delivery[]): Promise<boolean> {
    const { deliver, deadline } = this.#options;
    const occurrences = counted(batch.length, "occurrence", "occurrences");
    for (let failures = 0; !deadline.aborted;) {
      const failure = await this.#failureOf(
        `Delivering ${occurrences}`,
        (signal) => deliver(batch.slice(), { signal }),
      );
      if (failure === undefined) {
        if (this.#isFailing) this.#warn("Forwarding works again");
        this.#isFailing = false;
        this.#stats.delivered += batch.length;
        this.#stats.batches++;
        return true;
      }
      if (deadline.aborted) return false;
      if (!this.#isFailing) this.#warn(`Cannot deliver ${occurrences}: ${failure.reason}; retrying`);
      this.#isFailing = true;
      await this.#pause(failures++, failure.retryAfterMs);
    }
    return false;
  }

  /** Saves a version, unless it is that already, or undefined, as amid the initial events. Tries once. */
  async save(version: string | undefined): Promise<void> {
    const { checkpoint, deadline } = this.#options;
    if (checkpoint === undefined || version === undefined || version === this.#saved || deadline.aborted) return;
    const failure = await this.#failureOf("Saving the checkpoint", () => checkpoint.save(version));
    if (failure === undefined) this.#saved = version;
    else if (!this.#isSaveFailing && !deadline.aborted) {
      this.#warn(`Cannot save the checkpoint: ${failure.reason}; retrying`);
    }
    this.#isSaveFailing = failure !== undefined;
  }

  /** Calls a function of the options; returns why it failed. */
  async #failureOf(action: string, call: (signal: AbortSignal) => void | Promise<void>): Promise<Failure | undefined> {
    const { deadline } = this.#options;
    try {
      await this.#timed(action, async () => await call(deadline), deadline);
      return undefined;
    } catch (error) {
      if (!deadline.aborted) this.#stats.failures++;
      return { reason: reasonOf(error), retryAfterMs: retryAfterMsOf(error) };
    }
  }

  /** Calls a function of the options until the signal aborts, and logs if that takes long. */
  async #timed<T>(action: string, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const timer = setTimeout(() => this.#warn(`${action} has not ended after ${SLOW_MS / 1000} s; waiting`), SLOW_MS);
    try {
      return await untilAborted(call(), signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits before the next try. */
  async #pause(failures: number, retryAfterMs: number): Promise<void> {
    const { random, stopping, deadline } = this.#options;
    const maxMs = stopping.aborted ? STOPPING_PAUSE_MS : MAX_PAUSE_MS;
    const ms = Math.ceil(Math.min(MIN_PAUSE_MS * 2 ** failures, maxMs) * (1 + random()) / 2);
    const askedMs = stopping.aborted ? 0 : Math.min(retryAfterMs, MAX_RETRY_AFTER_MS);
    await delay(Math.max(ms, askedMs), { signal: stopping.aborted ? deadline : stopping }).catch(() => {});
  }

  #warn(message: string): void {
    tellLogger(this.#options.logger, "warn", message);
  }
}

/** Returns the pause that an error asks for. Never throws: the error may be of any kind, such as a revoked proxy. */
function retryAfterMsOf(error: unknown): number {
  try {
    return error instanceof StatusError ? Number(error.retryAfterMs) || 0 : 0;
  } catch {
    return 0;
  }
}
