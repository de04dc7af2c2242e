import { isError, readOptions } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { onAbort } from "../../base/tools/abort.ts";

/** Maximum number of lines of each kind that an error shows; the latest, so that it stays readable. */
const MAX_LINES = 20;
/** A number of microtasks after which every event has passed through a broadcaster and a stream. */
const MOST_MICROTASKS = 100;

/**
 * Options of a wait.
 *
 * @category Testing
 */
export interface WaitOptions {
  /** Ends the wait when it aborts, such as `AbortSignal.timeout(1000)`. */
  readonly signal?: AbortSignal | undefined;
}

interface WaitsOptions<T> {
  /** The name of the double, for errors. */
  readonly name: string;
  /** What happened to its items, such as `"recorded"`. */
  readonly what: string;
  readonly textOf: (item: T) => string;
  /** Other lines for errors, by what happened. */
  readonly others?: Readonly<Record<string, readonly string[]>>;
}

interface Wait<T> {
  /** Returns whether the item resolved the wait. */
  offer(item: T): boolean;
  reject(reason: unknown): void;
}

/** The items that a double has seen, and the waits for them. An item resolves one wait: the first that it matches. */
export class Waits<T> {
  readonly #options: WaitsOptions<T>;
  readonly #pending = new Set<Wait<T>>();
  #items: { readonly item: T; isTaken: boolean }[] = [];
  #ended = false;

  constructor(options: WaitsOptions<T>) {
    this.#options = options;
  }

  /** Adds an item, which may resolve a wait. */
  add(item: T): void {
    const entry = { item, isTaken: false };
    this.#items.push(entry);
    entry.isTaken = [...this.#pending].some((wait) => wait.offer(item));
  }

  /**
   * Resolves with the first item that matches and has not resolved another wait, or as soon as one arrives. Rejects with any
   * error that `match` throws, or with a summary of the items when the signal aborts or no more can arrive.
   */
  next(match: (item: T) => boolean, options: WaitOptions): Promise<T> {
    // Errors thrown here reject the promise.
    return new Promise((resolve, reject) => {
      const { signal } = readOptions("wait", options, { signal: ["an AbortSignal"] });
      const entry = this.#items.find(({ item, isTaken }) => !isTaken && match(item));
      if (entry !== undefined) {
        entry.isTaken = true;
        return resolve(entry.item);
      }
      if (signal?.aborted) throw this.#failure(signal.reason);
      if (this.#ended) throw this.#failure(ENDED);
      const forget = onAbort(signal, () => wait.reject(this.#failure(signal?.reason)));
      // The timer of AbortSignal.timeout() does not keep the process alive, so the test could end early.
      const keptAlive = signal && setInterval(() => {}, 1 << 30);
      const end = (): void => {
        this.#pending.delete(wait);
        forget();
        clearInterval(keptAlive);
      };
      const wait: Wait<T> = {
        offer(item) {
          try {
            if (!match(item)) return false;
            end();
            resolve(item);
            return true;
          } catch (error) {
            wait.reject(error);
            return false;
          }
        },
        reject(reason) {
          end();
          reject(reason);
        },
      };
      this.#pending.add(wait);
    });
  }

  /**
   * Rejects with a summary of the items if one matches that has not resolved a wait, or arrives before the signal aborts.
   */
  async none(match: (item: T) => boolean, options: WaitOptions): Promise<void> {
    // Waits for microtasks, because the test may have replaced timers.
    for (let microtask = 0; microtask < MOST_MICROTASKS; microtask++) await undefined;
    const isUnexpected = (item: T): boolean => {
      if (match(item)) throw this.unexpected(this.#options.textOf(item));
      return false;
    };
    try {
      await this.next(isUnexpected, { ...options, signal: Object(options).signal ?? AbortSignal.abort() });
    } catch (error) {
      if (!(error instanceof NoItem)) throw error;
    }
  }

  /** Creates the error of an assertion that nothing else happens. */
  unexpected(text: string): Error {
    return new Error(`Expected no more events, received: ${text}\n${this.#account()}`);
  }

  /** Forgets all items; waits continue. */
  clear(): void {
    this.#items = [];
  }

  /** Rejects all pending and later waits: no more items will arrive. */
  end(): void {
    this.#ended = true;
    for (const wait of this.#pending) wait.reject(this.#failure(ENDED));
  }

  /** Creates an error with the name of its cause, such as `TimeoutError`. */
  #failure(cause: unknown): Error {
    const error = new NoItem(`Cannot wait for the event: ${reasonOf(cause)}\n${this.#account()}`, { cause });
    if (isError(cause)) error.name = cause.name;
    return error;
  }

  /** Summarizes what happened: the number of each kind, and the latest of each. */
  #account(): string {
    const { name, what, textOf, others } = this.#options;
    const items = this.#items.map(({ item, isTaken }) => textOf(item) + (isTaken ? " (returned by a wait)" : ""));
    const happened = Object.entries({ [what]: items, ...others });
    const lists = happened.flatMap(([what, lines]) => [
      ...(lines.length > MAX_LINES ? [`  ${what}: … ${lines.length - MAX_LINES} before these`] : []),
      ...lines.slice(-MAX_LINES).map((line) => `  ${what}: ${line}`),
    ]);
    return [`${name}: ${happened.map(([what, lines]) => `${lines.length} ${what}`).join(", ")}`, ...lists].join("\n");
  }
}

const ENDED = "the watcher has ended";

/** The end of a wait without an item. */
class NoItem extends Error {}
