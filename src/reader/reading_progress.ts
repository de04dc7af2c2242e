import type { Clock } from "../api/time.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { isNewer } from "./known_events.ts";

/** A version received this recently cannot have expired: etcd compacts every five minutes. */
const FRESH_MS = 60_000;
/** After complete watches of this time in all, every change from before them has been read. */
const CAUGHT_UP_MS = 40_000;

/** How far events have been reported, by resource version. */
export class ReadingProgress {
  readonly #clock: Clock;
  /** Everything up to this version has been reported. */
  #version: string | undefined;
  /** The newest reported version, perhaps incomplete. */
  #latest: string | undefined;
  /** Number of deletions after the version, and how many of them an earlier stream has reported. */
  #deletions = 0;
  #reportedBefore = 0;
  /** Last time at which the version was known to be the server's newest. */
  #freshAtMs = -Infinity;
  /** A version that the server had, when it was read, and how long complete watches opened since then have lasted. */
  #checked: { readonly version: string; readonly atMs: number; watchedMs: number } | undefined;

  /** @param position The position that an earlier stream reached. */
  constructor(clock: Clock, position: string | undefined) {
    this.#clock = clock;
    const [version, deletions] = position?.split("+") ?? [];
    this.#version = this.#latest = version;
    this.#reportedBefore = Number(deletions ?? 0);
  }

  /** The version up to which everything has been reported; `undefined` before the first list is complete. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Where another stream can resume: after the version and, such as in "41+2", as many deletions. */
  get position(): string | undefined {
    const deletions = Math.max(this.#deletions, this.#reportedBefore);
    return deletions === 0 ? this.#version : `${this.#version}+${deletions}`;
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
    return this.#version !== undefined && isNewer(this.#version, version);
  }

  /** Called when everything up to the server's newest version has been reported. */
  reached(version: string): void {
    this.#complete(version);
    this.#freshAtMs = this.#clock.now();
  }

  /**
   * Called with a change of a watch; returns whether no earlier stream has reported it. Events that expire together share
   * one version, so a deletion completes only the versions before its own.
   *
   * @param isNew Whether this stream has not reported it.
   */
  reported(
    { type, object }: WatchEvent<{ readonly metadata: { readonly resourceVersion?: string | undefined } }>,
    isNew: boolean,
  ): boolean {
    const version = object.metadata.resourceVersion!;
    if (this.#latest === undefined || isNewer(version, this.#latest)) {
      if (type !== "DELETED") this.#complete(version);
      else if (this.#version !== this.#latest) this.#complete(this.#latest);
      this.#latest = version;
    }
    const isCounted = type === "DELETED" && isNew && version === this.#latest && version !== this.#version;
    return !isCounted || ++this.#deletions > this.#reportedBefore;
  }

  #complete(version: string | undefined): void {
    this.#version = this.#latest = version;
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
    if (isNewer(this.#latest!, version) || version === this.#version) return false;
    this.#complete(version);
    this.#freshAtMs = atMs;
    return true;
  }
}
