import { checkOptions } from "../api/check_options.ts";

interface Wait<T> {
  offer(item: T): void;
  reject(reason: unknown): void;
}

/** Those who wait for something to come. */
export class Waits<T> {
  readonly #waits = new Set<Wait<T>>();
  #ended: Error | undefined;

  /**
   * Resolves with the first that matches, among those `seen` or as soon as it is told; rejects with what `match` throws,
   * with the signal's reason, or when nothing can come any more.
   */
  wait(match: (item: T) => boolean, seen: Iterable<T>, options: { signal?: AbortSignal | undefined }): Promise<T> {
    // What is thrown in here rejects.
    return new Promise((resolve, reject) => {
      checkOptions("wait", options, { signal: "an AbortSignal" });
      const { signal } = options;
      for (const item of seen) if (match(item)) return resolve(item);
      signal?.throwIfAborted();
      if (this.#ended !== undefined) throw this.#ended;
      const abort = (): void => wait.reject(signal?.reason);
      const end = (): void => {
        this.#waits.delete(wait);
        signal?.removeEventListener("abort", abort);
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
      signal?.addEventListener("abort", abort);
    });
  }

  /** Tells of something that has come. */
  tell(item: T): void {
    for (const wait of this.#waits) wait.offer(item);
  }

  /** Rejects those who still wait, and all who come. */
  end(error: Error): void {
    this.#ended = error;
    for (const wait of this.#waits) wait.reject(error);
  }
}
