import type { Timer } from "../../base/tools/time.ts";
import { List } from "../../base/tools/list.ts";

/**
 * Number of distinct parts that must fail in a row to shut a gate, because one or two may be at fault themselves. It
 * doubles each time a success opens the gate, up to three rounds of the default concurrency of eight requests.
 */
const MIN_THRESHOLD = 3;
const MAX_THRESHOLD = 24;
/**
 * Every eighth turn goes to a doubtful part first, so that it does not starve while fresh parts keep all slots busy.
 */
const DOUBTFUL_EVERY = 8;

/**
 * A unit that can fail as a whole: an object, its namespace, or the server. A write is made once all three let it pass.
 *
 * | state | trips | timer | lets pass                                                            |
 * | ----- | ----- | ----- | -------------------------------------------------------------------- |
 * | open  | 0     |       | all writes; one at a time in a lane                                  |
 * | shut  | 1, …  | runs  | none                                                                 |
 * | ajar  | 1, …  |       | one, until a success opens the gate or a failure shuts it for longer |
 *
 * A write that passes an ajar gate is a probe. A gate with something to send waits for its turn in one of two rings of
 * its parent: the fresh ring if its next write passes only open gates from there on, or the doubtful ring otherwise.
 */
export abstract class Gate {
  readonly name: string;
  /** The gate around it; the server has none. */
  readonly parent: Branch | undefined;
  /** Number of times in a row that it was shut; 0 while it is open. */
  trips = 0;
  /** Sets the gate ajar. */
  timer: Timer | undefined;
  /** When that timer ends. */
  endMs = 0;
  /** When the pause that the server asked for ends; 0 if it asked for none. */
  notBeforeMs = 0;
  /** The recording's number of successes when the gate was first shut; valid while it is not open. */
  shutAfter = 0;
  /** Whether one of its writes is in flight; for a branch, this matters only while it is ajar. */
  isPassing = false;
  /** Number of its entries that count towards `maxPending`. */
  places = 0;
  /** Its index among the parts of its parent with the same number of places. */
  rank = 0;
  /** The ring in which it waits for its turn, and its neighbors there. */
  ring: List<Gate> | undefined;
  before: Gate | undefined;
  after: Gate | undefined;

  constructor(name: string, parent: Branch | undefined) {
    this.name = name;
    this.parent = parent;
  }

  get isOpen(): boolean {
    return this.trips === 0;
  }

  /** Whether it lets a write pass now, regardless of the gates around it. */
  get admits(): boolean {
    return this.trips === 0 || this.timer === undefined && !this.isPassing;
  }

  /** The ring that its parts require; undefined if it has nothing to send. */
  protected abstract get wants(): "fresh" | "doubtful" | undefined;

  /** Moves the gate to the right ring after a change. If it is there already, it keeps its turn. */
  offer(): void {
    const { parent, wants } = this;
    if (parent === undefined) return;
    const ring = wants === undefined || !this.admits ? undefined : parent[this.isOpen ? wants : "doubtful"];
    if (ring === this.ring) return;
    this.ring?.remove(this);
    this.ring = ring;
    ring?.add(this);
    parent.offer();
  }
}

/** A gate with others inside. */
export class Branch<P extends Gate = Gate> extends Gate {
  readonly parts = new Map<string, P>();
  /** The parts that wait for their turn. */
  readonly fresh: List<Gate> = new List();
  readonly doubtful: List<Gate> = new List();
  /** The recording's number of successes at the latest success of this branch. */
  succeeded = 0;
  /** Number of temporary refusals in a row. */
  refusals = 0;
  #turns = 0;
  /** The parts that failed since the last success; created lazily, because most branches never see a failure. */
  #failed: Set<Gate> | undefined;
  #threshold = MIN_THRESHOLD;
  /** The parts by their number of places; the last are the largest. */
  readonly #byPlaces: (P[] | undefined)[] = [];

  protected get wants(): "fresh" | "doubtful" | undefined {
    if (this.fresh.first !== undefined) return "fresh";
    return this.doubtful.first === undefined ? undefined : "doubtful";
  }

  /** Yields the parts with places: the largest first, and of equally large ones the latest first. */
  *bySize(): IterableIterator<P> {
    for (let places = this.#byPlaces.length - 1; places > 0; places--) {
      const parts = this.#byPlaces[places] ?? [];
      for (let rank = parts.length - 1; rank >= 0; rank--) yield parts[rank]!;
    }
  }

  /** Returns the part whose turn it is: a fresh one that `mayPass`, or else a doubtful one if `takesDoubtful`. */
  next(takesDoubtful: boolean, mayPass: (part: P) => boolean = () => true): P | undefined {
    const doubtful = takesDoubtful ? this.doubtful.first as P | undefined : undefined;
    if (doubtful !== undefined && this.isOpen && this.#turns % DOUBTFUL_EVERY === DOUBTFUL_EVERY - 1) return doubtful;
    let fresh = this.fresh.first as P | undefined;
    while (fresh !== undefined && !mayPass(fresh)) fresh = fresh.after as P | undefined;
    return fresh ?? doubtful;
  }

  /** Called when one of its writes starts; gives others the next turn. */
  pass(): void {
    this.#turns++;
    this.isPassing = true;
    const { ring } = this;
    ring?.remove(this);
    ring?.add(this);
    this.offer();
  }

  /** Counts a failed part; returns whether enough have failed since the last success to shut this branch. */
  countFailure(part: Gate, atMost = Infinity): boolean {
    const failed = this.#failed ??= new Set();
    // Bounds the set, because an outage may see a million failures.
    if (failed.size < this.#threshold) failed.add(part);
    return failed.size >= Math.min(this.#threshold, atMost);
  }

  /** Forgets the failures, after a success. */
  recover(): void {
    this.refusals = 0;
    this.#failed?.clear();
    // If some writes succeed and some fail, only many failures in a row mean that the branch as a whole is in trouble.
    if (!this.isOpen) this.#threshold = Math.min(this.#threshold * 2, MAX_THRESHOLD);
  }

  /** Called once it is empty: also forgets how often it has recovered. */
  reset(): void {
    this.recover();
    this.#threshold = MIN_THRESHOLD;
  }

  /** Changes a part's number of places by one, and moves it to the parts with that number, in constant time. */
  resize(part: P, by: 1 | -1): void {
    const byPlaces = this.#byPlaces;
    const from = byPlaces[part.places];
    if (from !== undefined) {
      const last = from.pop()!;
      if (last !== part) from[part.rank] = last;
      last.rank = part.rank;
      if (from.length === 0) byPlaces[part.places] = undefined;
    }
    part.places += by;
    // Reuse an emptied array, because a part that grows alone would otherwise need a new one each time.
    const spare = from?.length === 0 ? from : undefined;
    if (part.places > 0) part.rank = (byPlaces[part.places] ??= spare ?? []).push(part) - 1;
    while (byPlaces.length > 0 && byPlaces.at(-1) === undefined) byPlaces.pop();
  }
}
