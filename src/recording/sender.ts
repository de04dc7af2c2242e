import type { Entry, Named } from "./entry.ts";
import type { Namespace } from "./namespace.ts";
import type { RequestsInFlight } from "./requests_in_flight.ts";
import type { RoundRobin } from "./round_robin.ts";

/** The namespaces with entries of one kind: fresh ones, probes or retries. */
export type Kind<E extends Named> = RoundRobin<Namespace<Entry<E>>, Entry<E>>;

/** A slot of a sender, taken by a write in flight. */
export interface Slot<E extends Named> {
  readonly sender: Sender<E>;
  readonly entry: Entry<E>;
  readonly namespace: Namespace<Entry<E>>;
  readonly kind: Kind<E>;
}

interface SenderOptions {
  /** Number of its slots. */
  readonly concurrency: number;
  readonly requests: RequestsInFlight;
  /** Called when one of its writes is over, or may make no more requests; not for one that a flush takes back. */
  readonly onFree: () => void;
}

/**
 * The slots and requests of a recording or, with `autoFlush: false`, of one of its flushes, which can use no requests or
 * timers of another.
 */
export class Sender<E extends Named> {
  readonly requests: RequestsInFlight;
  readonly onFree: () => void;
  readonly #concurrency: number;
  // No Set: what its outgrown tables hold outlives V8's minor collections, which then take three times as long.
  readonly #slots: Slot<E>[] = [];
  readonly #byKind = new Map<Kind<E>, number>();

  constructor({ concurrency, requests, onFree }: SenderOptions) {
    this.requests = requests;
    this.#concurrency = concurrency;
    this.onFree = onFree;
  }

  /** The slots that are taken. */
  get slots(): readonly Slot<E>[] {
    return this.#slots;
  }

  /** Whether all slots are taken. */
  get isFull(): boolean {
    return this.#slots.length >= this.#concurrency;
  }

  /** Whether a kind has taken fewer slots than its part of them, which is at least one; ignores whether a slot is free. */
  admits(kind: Kind<E>): boolean {
    if (kind.part === 1) return true;
    return (this.#byKind.get(kind) ?? 0) < Math.max(Math.floor(this.#concurrency * kind.part), 1);
  }

  take(slot: Slot<E>): void {
    this.#slots.push(slot);
    this.#byKind.set(slot.kind, (this.#byKind.get(slot.kind) ?? 0) + 1);
  }

  free(slot: Slot<E>): void {
    this.#slots.splice(this.#slots.indexOf(slot), 1);
    this.#byKind.set(slot.kind, this.#byKind.get(slot.kind)! - 1);
  }
}
