import type { Write } from "./write.ts";

/**
 * The writes of one event: one under way, and one that waits behind it and takes in all that come meanwhile. So a create
 * is never overtaken by its patch, and an event that nobody can write costs no more than two slots however often it repeats.
 */
export class Lane<E> {
  /** Namespace and name of the event. */
  readonly key: string;
  /** The write to make next. */
  waiting: Write<E> | undefined;
  /** The write under way. */
  sending: Write<E> | undefined;

  constructor(key: string) {
    this.key = key;
  }
}

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
