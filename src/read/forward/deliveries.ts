import { delay } from "@std/async/delay";
import { reasonOf, tellLogger } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import { untilAborted } from "../../base/tools/abort.ts";
import { requestedPause, retryPause } from "../../base/event/retry_pauses.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { ReadForwardOptions } from "./forward_options.ts";
import { checkSince } from "../reader/event_stream.ts";
import { Position } from "../reader/position.ts";
import type { Delivery, Occurrence } from "../../base/event/occurrence.ts";

/** The first pause between tries. Pauses double up to `MAX_PAUSE_MS`, as the reader's do. */
export const MIN_PAUSE_MS = 500;
export const MAX_PAUSE_MS = 30_000;
/** The longest pause between tries while stopping. */
const STOPPING_PAUSE_MS = 1000;
/** How long a function may take before that is logged, because a hanging function looks like a quiet server. */
const SLOW_MS = 60_000;
/** The 4xx statuses that concern the request or the store rather than the events, so that a retry may succeed. */
const RETRIED_4XX = new Set([401, 404, 405, 407, 408, 409, 429]);

/** Returns an occurrence with its key. */
export function deliveryOf(occurrence: Occurrence): Delivery {
  const { event: { metadata: { uid, namespace, name, resourceVersion } }, count } = occurrence;
  return { key: `${uid ?? `${namespace}/${name}`}/${count}@${resourceVersion}`, occurrence };
}

/** The counters of a forwarding, summed over its terms. */
interface DeliveryCounts {
  delivered: number;
  batches: number;
  failures: number;
  refused: number;
}

export interface DeliveriesOptions extends ReadForwardOptions {
  readonly counts: DeliveryCounts;
  /** Aborts when reading ends, after which pauses are short. */
  readonly stopping: AbortSignal;
  /** Aborts when every try must end, even one whose function never returns. */
  readonly deadline: AbortSignal;
  /** Whether this process may still deliver and save; once false, `deadline` has aborted. */
  readonly holds: () => boolean;
}

interface Failure {
  readonly error: unknown;
  readonly reason: string;
  /** The status of the store's response; 0 if there is none. */
  readonly status: number;
  /** The pause that the store asks for; 0 if none. */
  readonly retryAfterMs: number;
}

/** Calls the store and the checkpoint of a forwarding, which may throw, hang and fail. Only `load` rejects. */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  /** The position last saved or loaded. */
  saved: string | undefined;
  #isFailing = false;
  #isSaveFailing = false;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
  }

  /** Loads the position to begin at; returns `undefined` if none was saved, or when stopping. */
  async load(): Promise<string | undefined> {
    const { checkpoint, stopping } = this.#options;
    if (checkpoint === undefined) return undefined;
    let loaded: string | null | undefined;
    try {
      loaded = await this.#timed("Loading the checkpoint", async () => await checkpoint.load(), stopping);
    } catch (cause) {
      if (stopping.aborted) return undefined;
      throw new Error(`Cannot load the checkpoint: ${reasonOf(cause)}`, { cause });
    }
    if (loaded === undefined || loaded === null) return undefined;
    checkSince(loaded, "forward occurrences", "the checkpoint");
    // To the next process, "beginning" and "now" would mean another position.
    if (Position.parse(loaded) !== undefined) this.saved = loaded;
    return loaded;
  }

  /**
   * Saves where the stream began, unless a position was saved before. Tries until it succeeds, because a process that
   * restarts after a crash must not begin with another list, in which counts may differ.
   */
  async begin(position: string | undefined): Promise<void> {
    const { checkpoint, deadline } = this.#options;
    if (checkpoint === undefined || this.saved !== undefined) return;
    for (let failures = 1; !deadline.aborted; failures++) {
      await this.save(position);
      if (this.saved !== undefined) return;
      await this.#pause(failures, 0);
    }
  }

  /** Delivers a batch, in parts if the store refuses it, and tries until it succeeds; returns false at the deadline. */
  async deliver(batch: readonly Delivery[]): Promise<boolean> {
    const { onRefused, counts, holds } = this.#options;
    const parts = [batch];
    const refused: { readonly text: string; readonly reason: string }[] = [];
    for (let failures = 0; parts.length > 0;) {
      const part = parts.at(-1)!;
      if (!holds()) return false;
      let failure = await this.#deliverOnce(part);
      if (failure === undefined) {
        if (this.#isFailing) this.#warn("Forwarding works again");
        this.#isFailing = false;
        failures = 0;
        parts.pop();
        continue;
      }
      const { status, error, reason } = failure;
      const isRefused = status >= 400 && status < 500 && !RETRIED_4XX.has(status);
      if (part.length > 1 && isRefused) {
        const middle = part.length >> 1;
        parts.pop();
        parts.push(part.slice(middle), part.slice(0, middle));
        continue;
      }
      const [first] = part;
      const text = isRefused ? textOf(first!) : counted(part.length, "occurrence", "occurrences");
      if (isRefused && onRefused !== undefined) {
        failure = await this.#failureOf(`Setting aside ${text}`, () => onRefused(first!, error));
        if (failure === undefined) {
          counts.refused++;
          refused.push({ text, reason });
          parts.pop();
          continue;
        }
      }
      if (!holds()) return false;
      // Names the event at every try, because it blocks all later ones.
      if (!this.#isFailing || isRefused) this.#warn(`Cannot deliver ${text}: ${failure.reason}; retrying`);
      this.#isFailing = true;
      await this.#pause(++failures, failure.retryAfterMs);
    }
    const [first] = refused;
    if (first !== undefined) {
      this.#warn(`Set aside ${refused.length} of ${batch.length} occurrences, such as ${first.text}: ${first.reason}`);
    }
    return true;
  }

  async #deliverOnce(part: readonly Delivery[]): Promise<Failure | undefined> {
    const { deliver, counts } = this.#options;
    const failure = await this.#failureOf(
      `Delivering ${counted(part.length, "occurrence", "occurrences")}`,
      // Passes copies, so that the function cannot change the keys of the next try.
      (signal) => deliver(part.map((delivery) => ({ ...delivery })), { signal }),
    );
    if (failure === undefined) {
      counts.delivered += part.length;
      counts.batches++;
    }
    return failure;
  }

  /** Saves a position once, unless it is saved already. */
  async save(position: string | undefined): Promise<void> {
    const { checkpoint, deadline, holds } = this.#options;
    if (checkpoint === undefined || position === undefined || position === this.saved || !holds()) return;
    const failure = await this.#failureOf("Saving the checkpoint", () => checkpoint.save(position));
    if (failure === undefined) this.saved = position;
    else if (!this.#isSaveFailing && !deadline.aborted) {
      this.#warn(`Cannot save the checkpoint: ${failure.reason}; retrying`);
    }
    this.#isSaveFailing = failure !== undefined;
  }

  /** Calls a function of the options; returns why it failed. */
  async #failureOf(action: string, call: (signal: AbortSignal) => void | Promise<void>): Promise<Failure | undefined> {
    const { deadline, counts } = this.#options;
    try {
      await this.#timed(action, async () => await call(deadline), deadline);
      return undefined;
    } catch (error) {
      if (!deadline.aborted) counts.failures++;
      return { error, reason: reasonOf(error), ...answerOf(error) };
    }
  }

  /** Calls a function of the options, waits for it until the signal aborts, and logs if that takes long. */
  async #timed<T>(action: string, call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const timer = setTimeout(() => {
      this.#options.counts.failures++;
      this.#warn(`${action} has not ended after ${SLOW_MS / 1000} s; waiting`);
    }, SLOW_MS);
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
    const ms = Math.ceil(retryPause(failures, { minMs: MIN_PAUSE_MS, maxMs, random }));
    await delay(stopping.aborted ? ms : Math.max(ms, retryAfterMs), { signal: stopping.aborted ? deadline : stopping })
      .catch(() => {});
  }

  #warn(message: string): void {
    tellLogger(this.#options.logger, "warn", message);
  }
}

/** Returns the name of a delivery's event, or its key if `deliver` has removed the name. */
function textOf({ key, occurrence: { reason, event } }: Delivery): string {
  const { namespace, name } = event?.metadata ?? {};
  return name === undefined ? `event ${key}` : `event ${namespace}/${name} (${reason})`;
}

/** Returns the status of an error and the pause that it asks for. Never throws, even for a revoked Proxy. */
function answerOf(error: unknown): Pick<Failure, "status" | "retryAfterMs"> {
  try {
    if (error instanceof StatusError) return { status: error.code, retryAfterMs: requestedPause(error) };
    return { status: Number(Object(error).status) || 0, retryAfterMs: 0 };
  } catch {
    return { status: 0, retryAfterMs: 0 };
  }
}
