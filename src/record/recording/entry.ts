import { type AnyEvent, type CoreV1Event, countOf, isCoreV1, objectOf } from "../../base/event/event.ts";
import type { JsonPatchOperation } from "../../base/event/kubernetes_object.ts";
import type { RequestConstructionError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { Correlation, CountRecord } from "../correlator/correlator.ts";
import { EventRecord, repeatPatch } from "../correlator/event_deduplicator.ts";
import { Branch, Gate } from "./gate.ts";
import { List } from "../../base/tools/list.ts";
import type { Outcome } from "./recording.ts";

/** A correlation that requires a write. */
export type Decision = Exclude<Correlation<AnyEvent>, { readonly type: "skip" }>;

/**
 * An event that is not up to date on the server: the write in flight, and the queued write of everything since.
 *
 * Each group of fields is assigned only in the file that its comment names.
 */
export class Entry {
  /** The correlation key, the namespace and the name of the event. */
  readonly key: string;
  readonly namespace: string;
  readonly name: string;

  // What the server lacks (assigned in entries.ts):
  /** Its key in the table of entries. */
  id = "";
  /** The queued write, into which later ones are merged. */
  queued: Write | undefined;
  /** The write in flight, which never changes. */
  sending: Readonly<Write> | undefined;
  /** Why it is parked: the result of the latest write that failed. */
  failure: WriteFailure | undefined;
  /** The failed tries of the write. */
  tries: Tries = UNTRIED;

  // What the server has (assigned by learn() and learnStored(), and where a create is queued or sent):
  /** Whether the server does not have the event yet. */
  creates: boolean;
  /** Whether a create was sent, so that the server may have the event even if no response came. */
  wasSent = false;
  /** The event's version in the server's last response; undefined before the first. */
  version: string | undefined;
  /** Whether the server has another version, which must be read first. */
  isStale = false;

  // Where it waits (assigned in lanes.ts):
  /** The lane of its object, while something is queued or in flight. */
  lane: Lane | undefined;
  /** Its neighbors in the queue of the lane. */
  before: Entry | undefined;
  after: Entry | undefined;
  /** Whether it counts towards `maxPending`; false if it was queued only to update a count. */
  hasPlace = false;

  constructor(key: string, namespace: string, name: string, creates: boolean) {
    this.key = key;
    this.namespace = namespace;
    this.name = name;
    this.creates = creates;
  }
}

/** An object with pending events, which are written one at a time: the innermost gate. */
export class Lane extends Gate {
  declare readonly parent: Namespace;
  /** The entries with a queued write, ordered by the latest event in it. An entry in flight may be queued too. */
  readonly queue: List<Entry> = new List();
  /** Number of its entries queued or in flight. */
  active = 0;
  /** Whether someone waits for the outcome of one of its events. */
  isAwaited = false;

  protected get wants(): "fresh" | undefined {
    return this.queue.first === undefined || this.isPassing ? undefined : "fresh";
  }
}

/** A namespace with pending events. */
export class Namespace extends Branch<Lane> {
  /** Its lanes that are not open. */
  readonly failing = new Set<Lane>();
  /** Number of its writes in flight that were not probes. */
  freshInFlight = 0;
  /** Whether its latest write succeeded. */
  isTrusted = false;
  /** Whether the server has refused its events so often that waiting for it is pointless. */
  isUnready = false;
}

/** A write of an event: its latest correlation, and the number of events whose outcome it decides. */
export interface Write {
  type: Decision["type"];
  event: AnyEvent;
  /** The patch of a custom correlator; the patch of a built-in one is derived from the event when it is sent. */
  patch: readonly JsonPatchOperation[] | undefined;
  record: CountRecord<AnyEvent> | undefined;
  /** How many accepted events this write settles; 0 if it only delivers a held-back count. */
  carried: number;
  /** Number of skipped events whose count it delivers. */
  owed: number;
  /** Number of repeats that no attempt has added to the count of a stable name yet. */
  added: number;
  /** Sequence number in the order of queuing, by which a flush ignores later writes; 0 if no flush waits for it. */
  id: number;
  /** Its order in its lane, which is that of the latest event in it. */
  order: number;
  /** When the first event that it carries happened. */
  began: string | null | undefined;
  /** Waiters for the outcomes of the events that the write carries. */
  waiters: Waiter[] | undefined;
}

/** Receives the outcome of one event. */
export type OnOutcome = (outcome: Outcome<AnyEvent>) => void;

/** Waits for the outcome of one event. */
export interface Waiter {
  /** Number of events that the write carried before this one. */
  place: number;
  readonly onOutcome: OnOutcome;
}

/** The failed tries of a write. */
export interface Tries {
  /** Number of tries that count towards `maxTries`. */
  readonly failures: number;
  /** Number of tries that may have failed because of the event itself. */
  readonly suspicions: number;
  /** The recording's number of successes at the latest try; undefined before the first. */
  readonly latestAfter: number | undefined;
  /** Whether a request was cut short in favor of others, so that the next request may use the full timeout. */
  readonly wasCutShort: boolean;
  readonly lastError: unknown;
}

export const UNTRIED: Tries = {
  failures: 0,
  suspicions: 0,
  latestAfter: undefined,
  wasCutShort: false,
  lastError: undefined,
};

/** The result of a write. */
export type WriteResult =
  | { readonly type: "written"; readonly stored: AnyEvent | undefined }
  | { readonly type: "refused"; readonly error: StatusError | RequestConstructionError }
  | { readonly type: "terminating" }
  | { readonly type: "full" }
  | { readonly type: "tries"; readonly error: unknown; readonly failures: number }
  | { readonly type: "deadline"; readonly error: unknown };

/** The result of a write that failed permanently. */
export type WriteFailure = Exclude<WriteResult, { readonly type: "written" }>;

/** Updates what is known about an event on the server, from the response to a failed request. */
export function learn(entry: Entry, { creates, isStale = false }: { creates: boolean; isStale?: boolean }): void {
  entry.creates = creates;
  entry.isStale = isStale;
}

/** Updates what is known about an event on the server, after it was stored or read. */
export function learnStored(entry: Entry, version: string | undefined): void {
  entry.creates = entry.isStale = false;
  entry.version = version;
}

/** Returns the write of a decision, which owes nothing yet. */
export function writeOf(decision: Decision, carried: number): Write {
  const { type, event, record } = decision;
  const patch = decision.type === "patch" ? ownPatchOf(decision) : undefined;
  const began = observedTimeOf(event);
  return { type, event, patch, record, carried, owed: 0, added: 0, id: 0, order: 0, began, waiters: undefined };
}

/** Returns the number of repeats that a decision adds; undefined if a custom correlator gives no valid number. */
export function addedBy(decision: Decision): number | undefined {
  const added = decision.type === "patch" ? decision.added : countOf(decision.event);
  return Number.isSafeInteger(added) && added! >= 0 ? added : undefined;
}

/** Merges a later write of the event into a queued one. Counts are absolute, so the later one includes the earlier. */
export function merge(queued: Write, later: Readonly<Write>): void {
  queued.type = later.type;
  queued.event = later.event;
  queued.patch = later.patch;
  queued.record = later.record;
  if (later.waiters !== undefined) {
    for (const waiter of later.waiters) waiter.place += queued.carried;
    queued.waiters = [...queued.waiters ?? [], ...later.waiters];
  }
  queued.carried += later.carried;
  queued.owed += later.owed;
  queued.added += later.added;
  queued.order = later.order;
  queued.began ??= later.began;
}

/** Returns the name of the lane of an event: its object, without the uid, because an object may be created again. */
export function laneOf(event: AnyEvent): string {
  const { kind, name } = Object(objectOf(event));
  return `${kind}/${name}`;
}

/** Returns the patch to send if the server has the event already; `undefined` if it never repeated. */
export function patchOf({ type, event, patch }: Readonly<Write>): readonly JsonPatchOperation[] | undefined {
  return type === "create" ? undefined : patch ?? repeatPatch(event as CoreV1Event);
}

/** Returns the correlation of a write, for its correlator's `updateState`. */
export function correlationOf(key: string, write: Readonly<Write>): Correlation<AnyEvent> {
  const { event, record } = write;
  const patch = patchOf(write);
  return patch === undefined ? { type: "create", key, event, record } : { type: "patch", key, event, record, patch };
}

/** Whether the write failed because its name belongs to a different event. */
export function isNameTaken(result: WriteResult): boolean {
  return result.type === "refused" && result.error instanceof StatusError && result.error.isAlreadyExists;
}

/** The fields that a repeat changes. */
const REPEATED: ReadonlySet<string> = new Set(["/count", "/lastTimestamp", "/message"]);

/**
 * Returns the patch of a decision; `undefined` if it can be derived from the event, like the patch of a built-in
 * correlator. If a custom correlator that wraps a built-in one has added operations, they are kept.
 */
function ownPatchOf({ record, patch }: Decision & { type: "patch" }): readonly JsonPatchOperation[] | undefined {
  if (!(record instanceof EventRecord)) return patch;
  for (const { op, path } of patch) if (op !== "replace" || !REPEATED.has(path)) return patch;
  return undefined;
}

/** When the latest repeat of an event happened. */
function observedTimeOf(event: AnyEvent): string | null | undefined {
  if (!isCoreV1(event)) return event.series?.lastObservedTime ?? event.eventTime;
  return event.count === 1 ? event.firstTimestamp : event.lastTimestamp;
}
