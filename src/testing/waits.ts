import { checkOptions } from "../api/check_options.ts";
import { reasonOf } from "../api/logger.ts";
import { onAbort } from "../api/on_abort.ts";

const MAX_LINES = 20;

/** Says how many things happened, by what they were, and lists the latest of each, for whoever looks for why a test fails. */
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

/** Those who wait for something to come. */
export class Waits<T> {
  readonly #waits = new Set<Wait<T>>();
  readonly #account: () => string;
  #ended = false;

  /** Takes what errors say of the things that have come. */
  constructor(account: () => string) {
    this.#account = account;
  }

  /**
   * Resolves with the first that matches, among those `seen` or as soon as it is told; rejects with what `match` throws, or
   * with an account of what has come when the signal aborts or nothing can come any more.
   */
  wait(match: (item: T) => boolean, seen: Iterable<T>, options: { signal?: AbortSignal | undefined }): Promise<T> {
    // What is thrown in here rejects.
    return new Promise((resolve, reject) => {
      checkOptions("wait", options, { signal: "an AbortSignal" });
      const { signal } = options;
      for (const item of seen) if (match(item)) return resolve(item);
      if (signal?.aborted) throw this.#failure(signal.reason);
      if (this.#ended) throw this.#failure("the watcher has ended");
      const forget = onAbort(signal, () => wait.reject(this.#failure(signal?.reason)));
      // The timers of AbortSignal.timeout() let a process end that has nothing else to do, and the test with it.
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

  /** Tells of something that has come. */
  tell(item: T): void {
    for (const wait of this.#waits) wait.offer(item);
  }

  /** Rejects those who still wait, and all who come: nothing more will. */
  end(): void {
    this.#ended = true;
    for (const wait of this.#waits) wait.reject(this.#failure("the watcher has ended"));
  }

  /** An error that has the name of its cause, such as `TimeoutError`. */
  #failure(cause: unknown): Error {
    const error = new Error(`Cannot wait for the event: ${reasonOf(cause)}\n${this.#account()}`, { cause });
    if (cause instanceof Error) error.name = cause.name;
    return error;
  }
}
