import type { Clock } from "../api/time.ts";

const REMEMBERED_MS = 30_000;

/** Remembers for half a minute which namespaces take no new events, so that each need not be told for each event. */
export class TerminatingNamespaces {
  readonly #saidMs = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that the server has said so. */
  add(namespace = ""): void {
    for (const other of this.#saidMs.keys()) if (!this.has(other)) this.#saidMs.delete(other);
    this.#saidMs.set(namespace, this.#clock.now());
  }

  /** Whether the server has said so lately. */
  has(namespace = ""): boolean {
    const saidMs = this.#saidMs.get(namespace);
    if (saidMs === undefined) return false;
    const agoMs = this.#clock.now() - saidMs;
    // Less than 0 where the clock was set back since.
    return agoMs >= 0 && agoMs < REMEMBERED_MS;
  }
}
