import type { CoreV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { CountRecord } from "../correlator/correlator.ts";
import type { Namespace } from "./namespace.ts";
import type { SharedEvent } from "./shared_event.ts";
import { type Decision, keptPatch, observedTimeOf, type Write, type WriteFailure } from "./write.ts";

/**
 * All that a recording knows of one event on its way to the server: the gap between what was counted and what the server
 * has, and the attempts to close it.
 *
 * ```
 *        want            begin               succeed
 *  idle ──────► queued ─────────► in flight ─────────► idle, or queued if more was wanted meanwhile
 *    ▲           │  ▲ ▲               │ │
 *    └───────────┘  │ └───── retry ───┘ │ fail
 *        take       │ want, unpark      ▼
 *                   └──────────────── parked, if it owes a count; else idle
 * ```
 *
 * What fails for good leaves the entry queued if more was wanted meanwhile. A parked entry gives up its count at the end.
 *
 * An event has one request in flight, and at most one write queued behind it, into which all later ones coalesce: counts
 * are absolute, so that the latest includes the earlier ones, even in a create. A failed attempt is merged back into the
 * gap. This file has every assignment to an entry's fields.
 */
export class Entry<E extends { readonly metadata: V1ObjectMeta }> {
  // -- Identity --
  /** The correlation key, the namespace and the name of the event. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** Another entry of this name; see {@linkcode Entries}. */
  next: Entry<E> | undefined;

  // -- The gap: what is to be written --
  /** The latest event to write; undefined if the server will have all with the write in flight. */
  event: E | undefined;
  /** The rest of the queued write; see {@linkcode Write}. */
  type: Decision<E>["type"] = "create";
  patch: readonly JsonPatchOperation[] | undefined;
  record: CountRecord<E> | undefined;
  carried = 0;
  owed = 0;
  id = Infinity;
  began: string | null | undefined;
  /** Number of repeats to add to the count of an event with a stable name, which {@linkcode StableWrites} takes. */
  added = 0;
  /** Why its latest write failed for good: set while it is parked, that is, while it owes a count and nothing else. */
  parked: WriteFailure<E> | undefined;

  // -- On the server --
  /** Whether the server does not have the event yet. */
  creates: boolean;
  /** The event's version in the server's last response; defaults to that of the event. */
  version: string | undefined;
  /** State of an event with a stable name. */
  shared: SharedEvent | undefined;

  // -- Trying --
  /** The write in flight. */
  sending: Write<E> | undefined;
  /** Number of failed tries of the write in flight or queued, and the error of the last one. */
  failures = 0;
  lastError: unknown;
  /** Number of those that the server denied before it had allowed any request. */
  denials = 0;
  /** Whether its request may use the full timeout, as an earlier one was cancelled in favor of others. */
  isPatient = false;
  /** Whether the queued write skips `patchIntervalMs`. */
  isUrgent = false;
  /** The end of its `patchIntervalMs`, in milliseconds since 1970. */
  restUntilMs = 0;

  // -- In the queue --
  /** The namespace that it takes turns in; undefined while it is idle or parked. */
  home: Namespace<Entry<E>> | undefined;
  /** Whether it counts towards `maxPending`: not if it was queued only to update a count. */
  hasPlace = false;
  /** Delays the queued write. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the server asked for that delay. */
  isPauseRequested = false;
  /** The kind of turn in which its request was started. */
  turn: { inFlight: number } | undefined;

  constructor({ type, key, event }: Decision<E>) {
    this.creates = type === "create";
    this.key = key;
    this.namespace = event.metadata.namespace ?? "";
    this.name = event.metadata.name ?? "";
  }

  /** Whether something is queued or in flight. */
  get isActive(): boolean {
    return this.home !== undefined;
  }

  /** Whether a write is queued, also behind one in flight. */
  get isQueued(): boolean {
    return this.event !== undefined && this.parked === undefined;
  }

  /** Takes a place in the queue of its namespace. */
  activate(home: Namespace<Entry<E>>, { hasPlace }: { hasPlace: boolean }): void {
    this.home = home;
    this.hasPlace = hasPlace;
  }

  /** Leaves the queue: nothing is queued or in flight any more. */
  deactivate(): void {
    this.home = undefined;
    this.failures = this.denials = 0;
    this.lastError = undefined;
    this.isPatient = false;
  }

  /** Wants a correlation written, with the events that it ends and the skipped ones whose count it delivers. */
  want(decision: Decision<E>, { carried, owed, id }: { carried: number; owed: number; id: number }): void {
    if (!this.isQueued) {
      this.id = id;
      this.began = observedTimeOf(decision.event);
      this.isUrgent = false;
      this.parked = undefined;
      if (decision.type === "create") this.creates = true;
    }
    this.type = decision.type;
    this.event = decision.event;
    this.patch = keptPatch(decision);
    this.record = decision.record;
    this.carried += carried;
    this.owed += owed;
    this.count(decision, carried + owed);
  }

  /** Adds the repeats of a correlation to those of an event with a stable name: `events`, unless it has a number. */
  count(decision: Decision<E>, events: number): void {
    this.added += addedBy(decision) ?? events;
  }

  /** Adds skipped events whose count the queued write delivers. */
  owe(count: number): void {
    this.owed += count;
  }

  /** Makes the queued write skip `patchIntervalMs`. */
  hurry(): void {
    this.isUrgent = true;
  }

  /** Removes and returns the queued write. */
  take(): Write<E> {
    const { type, event, patch, record, carried, owed, id, began } = this;
    this.event =
      this.patch =
      this.record =
      this.began =
        undefined;
    this.carried = this.owed = 0;
    this.id = Infinity;
    return { type, event: event!, patch, record, carried, owed, id, began };
  }

  /** Moves the queued write into flight. */
  begin(): Write<E> {
    return this.sending = this.take();
  }

  /** Called when the write in flight has reached the server, with the version that it answered. */
  succeed(version: string | undefined): void {
    this.sending = undefined;
    this.creates = false;
    this.version = version;
    this.failures = this.denials = 0;
    this.lastError = undefined;
    this.isPatient = false;
  }

  /**
   * Called when the write in flight failed and is to be retried; merges it back into the gap.
   *
   * @param failure `isTry` if it counts as a try; `isPatient` if its request was cancelled in favor of others; `isDenied`
   * if the server denied it.
   * @returns The id of the queued write that has become one with it; `Infinity` if there was none.
   */
  retry(failure: { error: unknown; isTry: boolean; isPatient?: boolean; isDenied?: boolean }): number {
    const { carried, owed, id, began } = this.sending!;
    const { id: queued } = this;
    if (!this.isQueued) this.#restore(this.sending!);
    this.sending = undefined;
    this.carried += carried;
    this.owed += owed;
    this.id = id;
    this.began = began;
    this.lastError = failure.error;
    if (failure.isTry) this.failures++;
    if (failure.isDenied) this.denials++;
    if (failure.isPatient) this.isPatient = true;
    return queued;
  }

  /** Called when the write in flight failed for good; what is queued begins with its own tries. */
  fail(): void {
    this.sending = undefined;
    this.failures = this.denials = 0;
    this.lastError = undefined;
    this.isPatient = false;
  }

  /** Keeps the count that a failed write owes, for the next write of the event or a flush. */
  park(write: Write<E>, end: WriteFailure<E>): void {
    this.#restore(write);
    this.owed += write.owed;
    this.began ??= write.began;
    this.parked = end;
  }

  /** Queues the count again that it owes. */
  unpark(id: number): void {
    this.parked = undefined;
    this.id = id;
  }

  /** Returns the write that it is parked for, and how that ended; it owes nothing any more. */
  giveUp(): { write: Write<E>; end: WriteFailure<E> } {
    const end = this.parked!;
    this.parked = undefined;
    return { write: this.take(), end };
  }

  /** Learns whether the server has the event, from a response; `version` if it was read. */
  learn({ creates, version = this.version }: { creates: boolean; version?: string | undefined }): void {
    this.creates = creates;
    this.version = version;
  }

  /** Sets the state of its event with a stable name, and returns the repeats to add to that since the last call. */
  share(shared: SharedEvent): number {
    const { added } = this;
    this.shared = shared;
    this.added = 0;
    return added;
  }

  /** Delays the queued write by a timer. */
  wait(timer: ReturnType<typeof setTimeout>, { isRequested = false } = {}): void {
    this.timer = timer;
    this.isPauseRequested = isRequested;
  }

  /** Clears the timer of the delay; does not queue the write. */
  wake(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Rests until a time, before the next patch. */
  rest(untilMs: number): void {
    this.restUntilMs = untilMs;
  }

  /** Counts its request in flight as one of a kind of turns. */
  takeTurn(turn: { inFlight: number } | undefined): void {
    this.turn = turn;
  }

  #restore({ type, event, patch, record }: Write<E>): void {
    this.type = type;
    this.event = event;
    this.patch = patch;
    this.record = record;
  }

  /** Links it to another entry of its name. */
  link(next: Entry<E> | undefined): void {
    this.next = next;
  }
}

/** Number of repeats in a correlation; undefined if a custom correlator does not return it. */
function addedBy<E>(decision: Decision<E>): number | undefined {
  if (decision.type === "patch") return decision.added;
  const { count, series } = decision.event as Partial<CoreV1Event>;
  return Math.max(count ?? series?.count ?? 1, 1);
}
