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
  /** Last time at which the version was known to be the server's newest. */
  #freshAtMs = -Infinity;
  /** A version that the server had, when it was read, and how long complete watches opened since then have lasted. */
  #checked: { readonly version: string; readonly atMs: number; watchedMs: number } | undefined;

  /** @param version The version that an earlier stream reached. */
  constructor(clock: Clock, version: string | undefined) {
    this.#clock = clock;
    this.#version = this.#latest = version;
  }

  /** The version to resume from: everything up to it has been reported. `undefined` before the first list is complete. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Whether the version was the server's newest within the last minute, so that it cannot have expired. */
  get isFresh(): boolean {
    return this.#clock.now() - this.#freshAtMs < FRESH_MS;
  }

  /** Whether the server's version is known, to catch up with. */
  get isChecked(): boolean {
    return this.#checked !== undefined;
  }

  /** Whether a version is of an older state: that of another server, or of one that was restored. */
  isAheadOf(version: string): boolean {
    return this.#version !== undefined && isNewer(this.#version, version);
  }

  /** Called when everything up to the server's newest version has been reported. */
  reached(version: string): void {
    this.#version = this.#latest = version;
    this.#freshAtMs = this.#clock.now();
  }

  /**
   * Called with a reported change. Events that expire together share one version, so a deletion completes only the
   * versions before its own.
   */
  reported(
    { type, object }: WatchEvent<{ readonly metadata: { readonly resourceVersion?: string | undefined } }>,
  ): void {
    const version = object.metadata.resourceVersion!;
    if (this.#latest !== undefined && !isNewer(version, this.#latest)) return;
    this.#version = type === "DELETED" ? this.#latest : version;
    this.#latest = version;
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
    this.#version = this.#latest = version;
    this.#freshAtMs = atMs;
    return true;
  }
}
