import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { Namespace } from "./namespace.ts";
import type { SharedEvent } from "./shared_event.ts";
import type { Timer } from "./timers.ts";
import { coalesce, type Decision, merge, type QueuedWrite, type Write, type WriteFailure } from "./write.ts";

/** An event of either API. */
export interface Named {
  readonly metadata: V1ObjectMeta;
}

/** The failed tries of a write. */
interface Tries {
  readonly failures: number;
  /** Number of those denied while it was unknown whether a role allows them; see {@linkcode Permissions}. */
  readonly denials: number;
  /** Whether a request was cancelled early, in favor of others: its next one may use the full timeout. */
  readonly wasCancelledEarly: boolean;
  readonly lastError: unknown;
}

const UNTRIED: Tries = { failures: 0, denials: 0, wasCancelledEarly: false, lastError: undefined };

/**
 * The state of one event on its way to the server: the write that is queued, the one in flight, and the count that is
 * owed.
 *
 * ```
 *        queue           begin               succeed
 *  idle ──────► queued ─────────► in flight ─────────► idle, or queued if another write was queued meanwhile
 *    ▲           │  ▲ ▲               │ │
 *    └───────────┘  │ └───── retry ───┘ │ fail
 *        take       │ queue, unpark     ▼
 *                   └──────────────── parked, if it owes a count; else idle
 * ```
 *
 * After a permanent failure the entry stays queued if another write was queued meanwhile. A parked entry loses its count
 * when the recording ends.
 *
 * An event has one request in flight, and at most one write queued behind it, into which all later ones coalesce: counts
 * are absolute, so that the latest includes the earlier ones, even in a create. An attempt that failed, or was taken back,
 * is merged back into the queued write. All assignments to an entry's fields are in this file.
 */
export class Entry<E extends Named> {
  // -- Identity --
  /** The correlation key, the namespace and the name of the event. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** Another entry of this name; see {@linkcode EntryTable}. */
  next: Entry<E> | undefined;

  // -- The gap: all that the server lacks of it --
  /** The queued write, into which later ones coalesce. */
  queued: QueuedWrite<E> | undefined;
  /** The write in flight. */
  sending: Write<E> | undefined;
  /** While it only owes a count: the latest write that failed, which owes it, and the result of that. */
  parked: { readonly write: Write<E>; readonly result: WriteFailure<E> } | undefined;
  /** Number of repeats of an event with a stable name that {@linkcode share} has not returned yet. */
  added = 0;

  // -- On the server --
  /** Whether the server does not have the event yet. */
  creates: boolean;
  /** The event's version in the server's last response; by default its own. */
  version: string | undefined;
  /** Whether the server has another version, which must be read first. */
  isStale = false;
  /** State of an event with a stable name. */
  shared: SharedEvent | undefined;

  // -- In the queue --
  /** The failed tries of the write in flight or queued. */
  tries = UNTRIED;
  /** Its namespace in the {@linkcode Scheduler}; undefined while it is idle or parked. */
  home: Namespace<Entry<E>> | undefined;
  /** Whether it counts towards `maxPending`: not if it was queued only to update a count. */
  hasPlace = false;
  /** Delays the queued write. */
  timer: Timer | undefined;
  /** Whether the server asked for that delay. */
  isPauseRequested = false;
  /** The end of its `patchIntervalMs`, in milliseconds since 1970. */
  cooldownUntilMs = 0;
  /** Whether the queued write may be sent before that. */
  skipsCooldown = false;

  constructor({ type, key, event }: Decision<E>) {
    this.creates = type === "create";
    this.key = key;
    this.namespace = event.metadata.namespace ?? "";
    this.name = event.metadata.name ?? "";
  }

  /** Sets the next entry of its name in the {@linkcode EntryTable}. */
  link(next: Entry<E> | undefined): void {
    this.next = next;
  }

  /** Whether something is queued or in flight. */
  get isActive(): boolean {
    return this.home !== undefined;
  }

  /** Whether a write is queued, also behind one in flight. */
  get isQueued(): boolean {
    return this.queued !== undefined;
  }

  /** Enters the queue of its namespace. */
  activate(home: Namespace<Entry<E>>, { hasPlace }: { hasPlace: boolean }): void {
    this.home = home;
    this.hasPlace = hasPlace;
  }

  /** Leaves the queue: nothing is queued or in flight any more. */
  deactivate(): void {
    this.home = undefined;
    this.tries = UNTRIED;
  }

  /** Queues a write, or coalesces it into the queued one. */
  queue(write: QueuedWrite<E>): void {
    const { queued, parked } = this;
    if (queued !== undefined) return coalesce(queued, write);
    this.queued = parked === undefined ? write : { ...merge(parked.write, write), id: write.id };
    this.parked = undefined;
    this.skipsCooldown = false;
    if (write.type === "create") this.creates = true;
  }

  /** Counts repeats of an event with a stable name. */
  countRepeats(added: number): void {
    this.added += added;
  }

  /** Adds skipped events whose count the queued write delivers. */
  owe(count: number): void {
    this.queued!.owed += count;
  }

  /** Allows the queued write to be sent before the end of its `patchIntervalMs`. */
  skipCooldown(): void {
    this.skipsCooldown = true;
  }

  /** Removes and returns the queued write. */
  take(): Write<E> {
    const queued = this.queued!;
    this.queued = undefined;
    return queued;
  }

  /** Moves the queued write into flight. */
  begin(): Write<E> {
    return this.sending = this.take();
  }

  /** Called when the server has stored the write in flight, with the version in its response. */
  succeed(version: string | undefined): void {
    this.sending = undefined;
    this.creates = this.isStale = false;
    this.version = version;
    this.tries = UNTRIED;
  }

  /**
   * Called when the write in flight failed and will be retried; merges it back into the queued write.
   *
   * @param failure `isTry` if it counts as a try; `isEarly` if its request was cancelled early; `isDenied`
   * if the server denied it.
   * @returns The id of the queued write that it was merged into; 0 if there was none.
   */
  retry(
    { error, isTry, isEarly = false, isDenied = false }: {
      error: unknown;
      isTry: boolean;
      isEarly?: boolean;
      isDenied?: boolean;
    },
  ): number {
    const { failures, denials, wasCancelledEarly } = this.tries;
    this.tries = {
      failures: failures + (isTry ? 1 : 0),
      denials: denials + (isDenied ? 1 : 0),
      wasCancelledEarly: wasCancelledEarly || isEarly,
      lastError: error,
    };
    return this.takeBack();
  }

  /**
   * Merges the write in flight back into the queued one; ignores its response from now on.
   *
   * @returns The id of the queued write that it was merged into; 0 if there was none.
   */
  takeBack(): number {
    const { queued } = this;
    const sending = this.sending!;
    // A copy, by which a later attempt differs from this one.
    this.queued = queued === undefined ? { ...sending } : merge(sending, queued);
    this.sending = undefined;
    return queued?.id ?? 0;
  }

  /** Called when the write in flight failed permanently; the queued one starts with its own tries. */
  fail(): void {
    this.sending = undefined;
    this.tries = UNTRIED;
  }

  /** Keeps the count that a failed write owes, for the next write of the event or a flush. */
  park(failed: Write<E>, result: WriteFailure<E>): void {
    const { parked } = this;
    const write = parked === undefined ? failed : merge(parked.write, failed);
    this.parked = { write: { ...write, carried: 0 }, result };
  }

  /** Requeues the owed count. */
  unpark(id: number): void {
    this.queued = { ...this.parked!.write, id };
    this.parked = undefined;
  }

  /** Returns the write that it is parked for, and its result; clears the owed count. */
  giveUp(): { readonly write: Write<E>; readonly result: WriteFailure<E> } {
    const parked = this.parked!;
    this.parked = undefined;
    return parked;
  }

  /** Updates its state on the server from a response. */
  learn(
    { creates, version = this.version, isStale = false }: {
      creates: boolean;
      version?: string | undefined;
      isStale?: boolean;
    },
  ): void {
    this.creates = creates;
    this.version = version;
    this.isStale = isStale;
  }

  /** Sets the state of an event with a stable name; returns the repeats counted since the last call. */
  share(shared: SharedEvent): number {
    const { added } = this;
    this.shared = shared;
    this.added = 0;
    return added;
  }

  /** Delays the queued write by a timer. */
  delay(timer: Timer, { isRequested = false } = {}): void {
    this.timer = timer;
    this.isPauseRequested = isRequested;
  }

  /** Called when the timer has fired or was cleared. */
  endDelay(): void {
    this.timer = undefined;
  }

  /** Delays the next patch until a time. */
  startCooldown(untilMs: number): void {
    this.cooldownUntilMs = untilMs;
  }
}
