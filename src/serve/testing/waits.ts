import { readOptions } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { onAbort } from "../../base/tools/abort.ts";

/** The latest lines shown for each kind, to keep the error of a failed test readable. */
const MAX_LINES = 20;

/** Summarizes events for the error of a failed test: the number of each kind, and the latest of each. */
export function accountOf(name: string, happened: Readonly<Record<string, readonly string[]>>): string {
  const counts = Object.entries(happened).map(([what, lines]) => `${lines.length} ${what}`);
  const lists = Object.entries(happened).flatMap(([what, lines]) => [
    ...(lines.length > MAX_LINES ? [`  ${what}: … ${lines.length - MAX_LINES} before these`] : []),
    ...lines.slice(-MAX_LINES).map((line) => `  ${what}: ${line}`),
  ]);
  return [`${name}: ${counts.join(", ")}`, ...lists].join("\n");
}

interface Wait<T> {
  offer(item: T): void;
  reject(reason: unknown): void;
}

/** Pending waits for an item that matches. */
export class Waits<T> {
  readonly #waits = new Set<Wait<T>>();
  readonly #account: () => string;
  #ended = false;

  /** @param account Returns the summary of the items so far, for errors. */
  constructor(account: () => string) {
    this.#account = account;
  }

  /**
   * Resolves with the first item that matches, among those `seen` or as soon as it arrives. Rejects with any error that
   * `match` throws, or with a summary of the items when the signal aborts or no more can arrive.
   */
  wait(match: (item: T) => boolean, seen: Iterable<T>, options: { signal?: AbortSignal | undefined }): Promise<T> {
    // Errors thrown in here reject.
    return new Promise((resolve, reject) => {
      const { signal } = readOptions("wait", options, { signal: ["an AbortSignal"] });
      for (const item of seen) if (match(item)) return resolve(item);
      if (signal?.aborted) throw this.#failure(signal.reason);
      if (this.#ended) throw this.#failure("the watcher has ended");
      const forget = onAbort(signal, () => wait.reject(this.#failure(signal?.reason)));
      // The timer of AbortSignal.timeout() does not keep the process alive, so the test could end early.
      const keptAlive = signal && setInterval(() => {}, 1 << 30);
      const end = (): void => {
        this.#waits.delete(wait);
        forget();
        clearInterval(keptAlive);
      };
      const wait: Wait<T> = {
        offer(item) {
          try {
            if (!match(item)) return;
            end();
            resolve(item);
          } catch (error) {
            wait.reject(error);
          }
        },
        reject(reason) {
          end();
          reject(reason);
        },
      };
      this.#waits.add(wait);
    });
  }

  offer(item: T): void {
    for (const wait of this.#waits) wait.offer(item);
  }

  /** Rejects all pending and later waits: no more items will arrive. */
  end(): void {
    this.#ended = true;
    for (const wait of this.#waits) wait.reject(this.#failure("the watcher has ended"));
  }

  /** Creates an error with the name of its cause, such as `TimeoutError`. */
  #failure(cause: unknown): Error {
    const error = new Error(`Cannot wait for the event: ${reasonOf(cause)}\n${this.#account()}`, { cause });
    if (cause instanceof Error) error.name = cause.name;
    return error;
  }
}
