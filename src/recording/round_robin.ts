import { Fifo } from "../api/fifo.ts";

/** How a {@linkcode RoundRobin} serves namespaces. */
interface RoundRobinOptions<N, T> {
  /** Whether a namespace has an entry of this kind that may be sent. */
  readonly isReady: (namespace: N) => boolean;
  /** Removes and returns that entry. */
  readonly take: (namespace: N) => T;
  /** The part of the slots that entries of this kind may take: up to 1. */
  readonly part: number;
}

/** The namespaces that have entries of one kind to send; each is served one entry, then goes to the end. */
export class RoundRobin<N, T> {
  /** The part of the slots that entries of this kind may take. */
  readonly part: number;
  readonly #options: RoundRobinOptions<N, T>;
  readonly #queue = new Fifo<N>();
  readonly #queued = new Set<N>();

  constructor(options: RoundRobinOptions<N, T>) {
    this.part = options.part;
    this.#options = options;
  }

  /** Whether no namespace is queued. */
  get isEmpty(): boolean {
    return this.#queue.size === 0;
  }

  /** Appends a namespace, if it has an entry of this kind and is not queued yet. */
  offer(namespace: N): void {
    if (!this.#options.isReady(namespace) || this.#queued.has(namespace)) return;
    this.#queued.add(namespace);
    this.#queue.push(namespace);
  }

  /** Removes the first namespace that is still ready, and removes and returns its next entry. */
  next(): T | undefined {
    const { isReady, take } = this.#options;
    for (let namespace = this.#queue.shift(); namespace !== undefined; namespace = this.#queue.shift()) {
      this.#queued.delete(namespace);
      if (isReady(namespace)) return take(namespace);
    }
    return undefined;
  }
}
