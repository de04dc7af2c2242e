import { type Clock, unrefTimer } from "../api/time.ts";
import type { Entry, Named } from "./entry.ts";
import type { Timer, Timers } from "./timers.ts";

interface CooldownsOptions<E extends Named> {
  readonly patchIntervalMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Called with each entry whose cooldown is over. */
  readonly onEnd: (entry: Entry<E>) => void;
}

/**
 * The cooldowns of events between two of their writes: `patchIntervalMs` each.
 *
 * One timer serves all, so that an entry is forgotten after its cooldown even if nothing else is written. It does not
 * keep the process alive.
 */
export class Cooldowns<E extends Named> {
  readonly #options: CooldownsOptions<E>;
  /** All cooldowns are equally long, so the first to begin is the first to end. */
  readonly #entries = new Set<Entry<E>>();
  #timer: Timer | undefined;

  constructor(options: CooldownsOptions<E>) {
    this.#options = options;
  }

  /** Whether an entry cools down; still true for a while after the end, until that is noticed. */
  has(entry: Entry<E>): boolean {
    return this.#entries.has(entry);
  }

  /** Starts the cooldown of an event that was written; does nothing if `patchIntervalMs` is 0. */
  start(entry: Entry<E>): void {
    const { patchIntervalMs, clock } = this.#options;
    if (patchIntervalMs === 0) return;
    const nowMs = clock.now();
    this.#end(nowMs);
    entry.startCooldown(nowMs + patchIntervalMs);
    this.#entries.delete(entry);
    this.#entries.add(entry);
    if (this.#timer === undefined) this.#arm(patchIntervalMs);
  }

  /** Time left until an event may be written, in milliseconds; 0 or less if it may be now. */
  leftMs({ creates, skipsCooldown, cooldownUntilMs }: Entry<E>): number {
    const { patchIntervalMs, clock } = this.#options;
    if (patchIntervalMs === 0 || creates || skipsCooldown) return 0;
    // Caps it in case the clock was set back.
    return Math.min(cooldownUntilMs - clock.now(), patchIntervalMs);
  }

  /** Ends all cooldowns. */
  clear(): void {
    this.#options.timers.clear(this.#timer);
    this.#timer = undefined;
    this.#end(Infinity);
  }

  #arm(delayMs: number): void {
    this.#timer = unrefTimer(this.#options.timers.start(() => {
      this.#timer = undefined;
      this.#end(this.#options.clock.now());
      // Within another interval all current cooldowns end.
      if (this.#entries.size > 0) this.#arm(this.#options.patchIntervalMs);
    }, delayMs));
  }

  #end(nowMs: number): void {
    for (const entry of this.#entries) {
      const leftMs = entry.cooldownUntilMs - nowMs;
      // One that has more than an interval left ends too: the clock was set back.
      if (leftMs > 0 && leftMs <= this.#options.patchIntervalMs) break;
      this.#entries.delete(entry);
      this.#options.onEnd(entry);
    }
  }
}
