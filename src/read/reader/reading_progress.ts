import type { WatchEvent } from "../../base/event/kubernetes_object.ts";
import type { Clock } from "../../base/tools/time.ts";
import { isNewer, isOlder, Position, type Witness } from "./position.ts";

/** How long a version cannot expire after it was received, because etcd compacts every five minutes. */
const FRESH_MS = 60_000;
/** The total duration of complete watches after which every change from before them has been read. */
const CAUGHT_UP_MS = 40_000;

/**
 * Tracks how far events have been reported.
 *
 * The position advances with each change except a deletion, because the next deletion may have the same version, like
 * those of events that expire together. While deletions of a version arrive, the position stays at the version before
 * them, and counts them:
 *
 * | watch             | position | newest |
 * | ----------------- | -------- | ------ |
 * | an event, at 41   | `41`     | 41     |
 * | a deletion, at 42 | `41+1`   | 42     |
 * | a second, at 42   | `41+2`   | 42     |
 * | an event, at 43   | `43`     | 43     |
 */
export class ReadingProgress {
  readonly #clock: Clock;
  /** Returns the newest event that is known to exist. */
  readonly #newestEvent: () => Witness | undefined;
  /** Where another stream can resume; `undefined` before the server's first response. */
  position: Position | undefined;
  /** The first position. */
  beginning: Position | undefined;
  /** The newest reported version. */
  #newest: string | undefined;
  /** Number of deletions after the position that an earlier stream reported and this one has to read again. */
  #deletionsToSkip: number;
  #isWitnessDeleted = false;
  /** When the version was last known to be the server's latest. */
  #freshAtMs = -Infinity;
  /** A version of the server, the time at which it was read, and how long complete watches have lasted since then. */
  #checked: { readonly version: string; readonly atMs: number; watchedMs: number } | undefined;

  /** @param position The position that an earlier stream reached. */
  constructor(clock: Clock, position: Position | undefined, newestEvent: () => Witness | undefined) {
    this.#clock = clock;
    this.#newestEvent = newestEvent;
    this.position = this.beginning = position;
    this.#newest = this.version;
    this.#deletionsToSkip = position?.deletions ?? 0;
  }

  /** The version up to which everything has been reported; `undefined` before the first list is complete. */
  get version(): string | undefined {
    return this.position?.isBegun ? undefined : this.position?.version;
  }

  /** Whether the version was the server's latest within the last minute, so that it cannot have expired. */
  get isFresh(): boolean {
    return this.#clock.now() - this.#freshAtMs < FRESH_MS;
  }

  /** Whether a version of the server is known that the position can catch up with. */
  get isChecked(): boolean {
    return this.#checked !== undefined;
  }

  /** Whether a version of the server is older than the position, because it is another server, or was restored. */
  isAheadOf(version: string): boolean {
    return this.position !== undefined && isOlder(version, this.position.version);
  }

  /** Called when the first list begins. */
  begun(version: string): void {
    this.position ??= new Position(version, undefined, 0, true);
    this.beginning ??= this.position;
  }

  /** Called when everything up to the server's latest version has been reported. */
  reached(version: string): void {
    this.#complete(version, this.#newestEvent());
    this.#freshAtMs = this.#clock.now();
    this.beginning ??= this.position;
  }

  /** Called with the listed state of the position's witness, whose name is needed to ask for it again. */
  found(witness: Witness): void {
    const { version, deletions } = this.position!;
    this.position = new Position(version, witness, deletions);
  }

  /**
   * Called with a change of a watch; returns whether no earlier stream has reported it.
   *
   * @param isNew Whether this stream has not reported it.
   */
  reported({ type, object: { metadata } }: WatchEvent<{ readonly metadata: Witness }>, isNew: boolean): boolean {
    const version = metadata.resourceVersion!;
    const isDeletion = type === "DELETED";
    if (this.#newest === undefined || isNewer(version, this.#newest)) {
      if (!isDeletion) this.#complete(version, type === "BOOKMARK" ? undefined : metadata);
      else if (this.version !== this.#newest) this.#complete(this.#newest!);
      this.#newest = version;
    }
    if (!isDeletion) return true;
    const { witness, version: before, deletions } = this.position!;
    this.#isWitnessDeleted ||= witness !== undefined && witness.uid === metadata.uid;
    if (!isNew || version !== this.#newest || version === before) return true;
    if (this.#deletionsToSkip > 0) {
      this.#deletionsToSkip--;
      return false;
    }
    this.position = new Position(before, witness, deletions + 1);
    return true;
  }

  /** Moves to a version with its witness; by default the position's witness, if it still exists. */
  #complete(version: string, witness?: Witness): void {
    if (witness?.uid === undefined) witness = this.#isWitnessDeleted ? this.#newestEvent() : this.position?.witness;
    this.#isWitnessDeleted = false;
    this.position = new Position(version, witness);
    this.#newest = version;
    this.#deletionsToSkip = 0;
  }

  /** Called with a version that the server has. */
  checked(version: string): void {
    this.#checked = { version, atMs: this.#clock.now(), watchedMs: 0 };
  }

  /** Called after a failure, because the next response may come from another server. */
  forgetChecked(): void {
    this.#checked = undefined;
  }

  /**
   * Called after a complete watch without a change, to advance the version; returns whether it did. The version would
   * otherwise go stale and be compacted, because all objects share its counter.
   *
   * A watch that ran for its whole time has delivered every change up to the version that the server had before. Waits
   * for two watches by default, in case etcd stalled during the first.
   */
  catchUp(watchedMs: number): boolean {
    if (this.#checked === undefined) return false;
    this.#checked.watchedMs += watchedMs;
    const { version, atMs } = this.#checked;
    if (this.#checked.watchedMs < CAUGHT_UP_MS) return false;
    this.#checked = undefined;
    if (isOlder(version, this.#newest!) || version === this.version) return false;
    this.#complete(version);
    this.#freshAtMs = atMs;
    return true;
  }
}
