import type { Clock } from "../api/clock.ts";

const REMEMBERED_MS = 30_000;

/** Remembers for half a minute which namespaces take no new events, so that each need not be told for each event. */
export class TerminatingNamespaces {
  readonly #untilMs = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that the server has said so. */
  add(namespace = ""): void {
    const nowMs = this.#clock.now();
    for (const [other, untilMs] of this.#untilMs) if (untilMs <= nowMs) this.#untilMs.delete(other);
    this.#untilMs.set(namespace, nowMs + REMEMBERED_MS);
  }

  /** Whether the server has said so lately. */
  has(namespace = ""): boolean {
    if (this.#untilMs.size === 0) return false;
    return (this.#untilMs.get(namespace) ?? 0) > this.#clock.now();
  }
}
