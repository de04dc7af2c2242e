import type { Lane } from "./lane.ts";

/** Lanes that are ready to write, first come, first served. */
export class LaneQueue<E> {
  #lanes: Lane<E>[] = [];
  #head = 0;

  /** Puts a lane at the end. */
  push(lane: Lane<E>): void {
    this.#lanes.push(lane);
  }

  /** Takes the first lane out. */
  shift(): Lane<E> | undefined {
    const lane = this.#lanes[this.#head];
    if (lane === undefined) return undefined;
    this.#head++;
    // An array's own shift moves all that is left; this one does so rarely.
    if (this.#head === this.#lanes.length || this.#head === 1024) {
      this.#lanes = this.#lanes.slice(this.#head);
      this.#head = 0;
    }
    return lane;
  }

  /** Takes all lanes out. */
  clear(): void {
    this.#lanes = [];
    this.#head = 0;
  }
}
