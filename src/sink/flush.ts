import type { Write } from "./write.ts";

/** Waits for writes to be done, or for a deadline. */
export class Flush<E> {
  /** Settles when all writes are done, or at the deadline. */
  readonly finished: Promise<void>;
  readonly #writes: Set<Write<E>>;
  readonly #finish: () => void;

  constructor(writes: Iterable<Write<E>>, signal: AbortSignal | undefined) {
    let resolve!: () => void;
    this.finished = new Promise((done) => resolve = done);
    this.#writes = new Set(writes);
    this.#finish = resolve;
    signal?.addEventListener("abort", resolve, { once: true });
    void this.finished.then(() => signal?.removeEventListener("abort", resolve));
    if (this.#writes.size === 0 || signal?.aborted) resolve();
  }

  /** How many accepted events the writes carry that are not done. */
  get pending(): number {
    let carried = 0;
    for (const write of this.#writes) carried += write.carried;
    return carried;
  }

  /** Notes that a write is done, or has become part of another that is waited for too. */
  done(write: Write<E>): void {
    if (this.#writes.delete(write) && this.#writes.size === 0) this.#finish();
  }
}
