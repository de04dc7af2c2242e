import type { ApiVersion, EventOf } from "../../base/event/event.ts";
import type { V1ObjectMeta } from "../../base/event/kubernetes_object.ts";
import type { Gap, Occurrence } from "../../base/event/occurrence.ts";
import { invalid } from "../../base/tools/check_options.ts";
import { Position } from "./position.ts";

/**
 * Where a stream starts: with all events, with only new ones, or after a version.
 *
 * @category Reader
 */
export type Since = "beginning" | "now" | (string & Record<never, never>);

/**
 * Options of {@linkcode EventReader.watch} and {@linkcode EventReader.occurrences}.
 *
 * @category Reader
 */
export interface ReadOptions {
  /**
   * Where the stream starts: `"beginning"` emits existing events first, `"now"` skips them without listing them, and
   * the `position` of an earlier stream, or a `resourceVersion`, resumes after it.
   *
   * To resume exactly, the events at that version are listed first, without being emitted. If the server no longer has that
   * version, every event changed since is emitted as `ADDED`, then a bookmark that marks the gap. If the server's history is
   * not that of the position, because it is another server or was restored from a backup, every event is emitted.
   *
   * @default {"beginning"}
   */
  readonly since?: Since | undefined;
  /** Ends the stream when it aborts: loops over it end without an error. */
  readonly signal?: AbortSignal | undefined;
}

/** Rejects invalid versions up front, because a server answers them with 500, which would be retried forever. */
export function checkSince(since: unknown, verb: string = "watch events", name: string = "since"): void {
  if (since === "beginning" || since === "now" || Position.parse(since) !== undefined) return;
  throw new RangeError(invalid(verb, name, 'be "beginning", "now", a position or a resourceVersion', since));
}

/**
 * A change that an {@linkcode EventStream} reports, or a bookmark, which has only metadata.
 *
 * @typeParam E The event type.
 *
 * @category Reader
 */
export type ReaderEvent<E> =
  | { readonly type: "ADDED" | "MODIFIED" | "DELETED"; readonly object: E }
  | { readonly type: "BOOKMARK"; readonly object: { readonly metadata: V1ObjectMeta } };

/**
 * Counters of an {@linkcode EventStream} or {@linkcode OccurrenceStream}.
 *
 * @category Reader
 */
export interface EventStreamStats {
  /** Number of lists. */
  readonly lists: number;
  /** Number of watches opened: about one in `quietMs`. */
  readonly watches: number;
  /** Number of changes read, except those reported before. */
  readonly events: number;
  /** Number of times that changes were lost, so that the events were listed again. */
  readonly gaps: number;
  /** The last gap, once the events have been listed again. */
  readonly lastGap?: Gap | undefined;
  /** When the next request is sent; set while the stream waits after a failure. */
  readonly retryAt?: Date | undefined;
  /**
   * Why events cannot be read, such as "Cannot reach …: connection refused". Set after the second failure in a row, or
   * the first if the server has never responded, until a watch works again.
   */
  readonly trouble?: string | undefined;
}

/**
 * A watch that reconnects, and can be resumed.
 *
 * @typeParam T The type of its items.
 *
 * @category Reader
 */
export interface ResumableStream<T> extends ReadableStream<T>, AsyncDisposable {
  /**
   * Where to resume: a stream `since` this position continues after the last item read, with deltas relative to it.
   * `undefined` until the server has responded. While the initial events, or the list after a gap, are being read, it
   * stays at their start, so resuming there repeats changes. Without changes, it advances every minute or two.
   *
   * Opaque: it contains the `resourceVersion`, and an event that distinguishes this history from another one with the
   * same version, such as that of a server restored from a backup.
   */
  readonly position: string | undefined;
  /** Where the stream began; a stream `since` this position repeats it. `undefined` until the server has responded. */
  readonly beginning: string | undefined;
  /**
   * The version of the position; `undefined` until all initial events have been read. After deletions, it is the
   * version before them and their number, such as `"41+2"`, because events that expire together share one version.
   */
  readonly resourceVersion: string | undefined;
  /**
   * Resolves when all initial events have been read from the stream, or at once if it resumes. Rejects if the stream
   * ends before that; ignoring the rejection is safe.
   */
  readonly synced: Promise<void>;
  /** Returns the counters of lists, watches and events. */
  stats(): EventStreamStats;
  /** Reads item by item; leaving the loop ends the watch, unless `preventCancel` is true. */
  [Symbol.asyncIterator](options?: { readonly preventCancel?: boolean }): AsyncGenerator<T, undefined>;
}

/**
 * Changes of events: returned by {@linkcode EventReader.watch}.
 *
 * @typeParam V The API version.
 *
 * @category Reader
 */
export type EventStream<V extends ApiVersion = "v1"> = ResumableStream<ReaderEvent<EventOf<V>>>;

/**
 * Occurrences of events: returned by {@linkcode EventReader.occurrences}.
 *
 * @category Reader
 */
export type OccurrenceStream = ResumableStream<Occurrence>;
