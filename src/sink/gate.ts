import { delay } from "@std/async/delay";
import { AbortGroup } from "./abort_group.ts";

const LANES_THAT_SHUT = 3;

/** Options of {@linkcode Gate}. */
interface GateOptions {
  /** How many writes pass side by side when all is well. */
  readonly concurrency: number;
  /** Called when writes may pass again. */
  readonly onOpen: () => void;
}

/**
 * How many writes may be under way, by what becomes of them.
 *
 * One event that fails is its own lane's business. But where several fail one after the other and none succeeds, or the
 * server asks for a pause, it is the far end that is in trouble: then all wait, and afterwards one write at a time tries,
 * until one succeeds. So an outage uses up few tries however many events wait, and its end meets no herd.
 */
export class Gate {
  readonly #concurrency: number;
  readonly #onOpen: () => void;
  readonly #failed = new Set<string>();
  readonly #ownPauses = new AbortGroup();
  readonly #requestedPauses = new AbortGroup();
  #pauses = 0;
  #trying = false;
  #shuts = 0;

  constructor({ concurrency, onOpen }: GateOptions) {
    this.#concurrency = concurrency;
    this.#onOpen = onOpen;
  }

  /** How many writes may be under way now. */
  get limit(): number {
    if (this.#pauses > 0) return 0;
    return this.#trying ? 1 : this.#concurrency;
  }

  /** Notes a write that arrived. */
  succeeded(): void {
    this.#trying = false;
    this.#shuts = 0;
    this.#failed.clear();
  }

  /** Notes a write that failed for now, and whether the gate must be shut: how often in a row then, or 0. */
  failed(key: string): number {
    // No more than matter: an outage may see a million.
    if (this.#failed.size < LANES_THAT_SHUT) this.#failed.add(key);
    if (this.#pauses > 0 || !this.#trying && this.#failed.size < LANES_THAT_SHUT) return 0;
    return ++this.#shuts;
  }

  /** Lets nothing pass for a while, and then one write at a time until one succeeds. */
  pause(ms: number): Promise<void> {
    return this.#pause(ms, this.#ownPauses);
  }

  /** Does the same because the server has asked for it. */
  pauseAsRequested(ms: number): Promise<void> {
    return this.#pause(ms, this.#requestedPauses);
  }

  /** Ends the pauses, but for those that the server has asked for. */
  hurry(): void {
    this.#ownPauses.abort();
  }

  /** Ends all pauses. */
  reset(): void {
    this.#ownPauses.abort();
    this.#requestedPauses.abort();
  }

  async #pause(ms: number, pauses: AbortGroup): Promise<void> {
    this.#pauses++;
    this.#trying = true;
    try {
      await pauses.run((signal) => delay(ms, { signal }));
    } catch {
      // Interrupted: the pause is over.
    }
    if (--this.#pauses === 0) this.#onOpen();
  }
}
