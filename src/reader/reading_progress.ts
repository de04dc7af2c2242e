import type { WatchEvent } from "../api/kubernetes_object.ts";
import type { Clock } from "../api/time.ts";
import { isNewer, Position, type Witness } from "./position.ts";

/** A version received this recently cannot have expired: etcd compacts every five minutes. */
const FRESH_MS = 60_000;
/** After complete watches of this time in all, every change from before them has been read. */
const CAUGHT_UP_MS = 40_000;

interface ReadingProgressOptions {
  readonly clock: Clock;
  /** The position that an earlier stream reached. */
  readonly position: Position | undefined;
  /** Returns the newest event that is known to exist. */
  readonly newest: () => Witness | undefined;
}

/**
 * How far events have been reported.
 *
 * The position advances with each change but a deletion: the next one may share its version. While deletions of the
 * version `latest` arrive, the position stays at the version before, and counts them.
 */
export class ReadingProgress {
  readonly #clock: Clock;
  readonly #newest: () => Witness | undefined;
  #position: Position | undefined;
  #beginning: Position | undefined;
  /** The newest reported version: the position's, or that of the deletions after it. */
  #latest: string | undefined;
  /** Number of deletions of the latest version that this stream has read, of which an earlier one reported the first. */
  #deletions = 0;
  #reportedBefore = 0;
  /** Whether the position's witness is among those deletions. */
  #isWitnessDeleted = false;
  /** Last time at which the version was known to be the server's newest. */
  #freshAtMs = -Infinity;
  /** A version that the server had, when it was read, and how long complete watches opened since then have lasted. */
  #checked: { readonly version: string; readonly atMs: number; watchedMs: number } | undefined;

  constructor({ clock, position, newest }: ReadingProgressOptions) {
    this.#clock = clock;
    this.#newest = newest;
    this.#position = this.#beginning = position;
    this.#latest = this.version;
    this.#reportedBefore = position?.deletions ?? 0;
  }

  /** Where another stream can resume; `undefined` before the server's first response. */
  get position(): Position | undefined {
    return this.#position;
  }

  /** The first position. */
  get beginning(): Position | undefined {
    return this.#beginning;
  }

  /** The version up to which everything has been reported; `undefined` before the first list is complete. */
  get version(): string | undefined {
    return this.#position?.isBegun ? undefined : this.#position?.version;
  }

  /** Whether the version was the server's newest within the last minute, so that it cannot have expired. */
  get isFresh(): boolean {
    return this.#clock.now() - this.#freshAtMs < FRESH_MS;
  }

  /** Whether the server's version is known, to catch up with. */
  get isChecked(): boolean {
    return this.#checked !== undefined;
  }

  /** Whether a version is of an older state: from another server, or a restored one. */
  isAheadOf(version: string): boolean {
    return this.#position !== undefined && isNewer(this.#position.version, version);
  }

  /** Called when the first list begins. */
  begun(version: string): void {
    this.#position ??= new Position(version, undefined, 0, true);
    this.#beginning ??= this.#position;
  }

  /** Called when everything up to the server's newest version has been reported. */
  reached(version: string): void {
    this.#complete(version, this.#newest());
    this.#latest = version;
    this.#freshAtMs = this.#clock.now();
    this.#beginning ??= this.#position;
  }

  /** Called with the listed state of the position's witness; its name is needed to ask for it again. */
  found(witness: Witness): void {
    const { version, deletions } = this.#position!;
    this.#position = new Position(version, witness, deletions);
  }

  /**
   * Called with a change of a watch; returns whether no earlier stream has reported it.
   *
   * @param isNew Whether this stream has not reported it.
   */
  reported({ type, object: { metadata } }: WatchEvent<{ readonly metadata: Witness }>, isNew: boolean): boolean {
    const version = metadata.resourceVersion!;
    const isDeletion = type === "DELETED";
    if (this.#latest === undefined || isNewer(version, this.#latest)) {
      if (!isDeletion) this.#complete(version, type === "BOOKMARK" ? undefined : metadata);
      else if (this.version !== this.#latest) this.#complete(this.#latest!);
      this.#latest = version;
    }
    if (!isDeletion) return true;
    const { witness, version: before } = this.#position!;
    this.#isWitnessDeleted ||= witness !== undefined && witness.uid === metadata.uid;
    if (!isNew || version !== this.#latest || version === before) return true;
    const isFirst = ++this.#deletions > this.#reportedBefore;
    if (isFirst) this.#position = new Position(before, witness, this.#deletions);
    return isFirst;
  }

  /** Moves to a version with its witness: by default that of the position, if it still exists. */
  #complete(version: string, witness?: Witness): void {
    if (witness?.uid === undefined) witness = this.#isWitnessDeleted ? this.#newest() : this.#position?.witness;
    this.#isWitnessDeleted = false;
    this.#position = new Position(version, witness);
    this.#deletions = this.#reportedBefore = 0;
  }

  /** Called with a version that the server has. */
  checked(version: string): void {
    this.#checked = { version, atMs: this.#clock.now(), watchedMs: 0 };
  }

  /** Called after a failure: the server may be another one. */
  forgetChecked(): void {
    this.#checked = undefined;
  }

  /**
   * Called after a complete watch without a change; returns whether the version has advanced. It would grow stale until
   * etcd compacts it, as other objects share its counter.
   *
   * Once a watch has run its time, every change up to a version that the server had before it was opened has arrived.
   * Waits for two watches by default, in case etcd stalled during the first.
   */
  catchUp(watchedMs: number): boolean {
    if (this.#checked === undefined) return false;
    this.#checked.watchedMs += watchedMs;
    const { version, atMs } = this.#checked;
    if (this.#checked.watchedMs < CAUGHT_UP_MS) return false;
    this.#checked = undefined;
    if (isNewer(this.#latest!, version) || version === this.version) return false;
    this.#complete(version);
    this.#latest = version;
    this.#freshAtMs = atMs;
    return true;
  }
}
