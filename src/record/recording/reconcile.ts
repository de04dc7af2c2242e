import {
  type AnyEvent,
  countOf,
  isCoreV1,
  objectNameOf,
  objectOf,
  partFields,
  viewOf,
} from "../../base/event/event.ts";
import type { JsonPatchOperation } from "../../base/event/kubernetes_object.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { EventSink } from "../sink/event_sink.ts";
import { EventNames } from "../../base/event/names.ts";
import { doubled } from "../../base/event/retry_pauses.ts";
import { stableName, type StableNames } from "../../base/event/identity.ts";
import type { Clock } from "../../base/tools/time.ts";
import { createLruCache } from "../correlator/records.ts";
import { distinctionOf, undistinguished } from "../../base/event/distinction.ts";
import { withoutMessage } from "../correlator/event_key.ts";
import { type Entry, learn, learnStored, patchOf, type Write } from "./entry.ts";
import type { ReadOptions } from "./recording_options.ts";
import type { Reports } from "./reports.ts";
import { ContendedError } from "./retry.ts";
import type { Requester, Sender, Slot } from "./sender.ts";
import { isCountedAlike, SharedEvent, withoutWriters } from "./shared_event.ts";

/** Number of events whose state on the server is remembered; any other takes two more requests. */
const MAX_EVENTS = 4096;
/** Number of consecutive conflicts with other writers before a write fails and waits for its next try. */
const MAX_ROUNDS = 8;
/** Longest pause after the second conflict in a row, enough for a few writes of other processes; doubles each time. */
const FIRST_PAUSE_MS = 80;
/** Longest pause after any conflict, because the write keeps its slot meanwhile. */
const MAX_PAUSE_MS = 500;

/**
 * An attempt at the write in flight of an entry, in one request or several.
 *
 * It is over once the write has ended or was taken back. From then on its promises never settle, so that a late
 * response cannot interfere with another attempt.
 */
export class Attempt implements Requester {
  readonly entry: Entry;
  readonly write: Readonly<Write>;
  readonly #sender: Sender;
  readonly #sink: EventSink<AnyEvent>;

  constructor({ entry, sender }: Slot, sink: EventSink<AnyEvent>) {
    this.entry = entry;
    this.write = entry.sending!;
    this.#sender = sender;
    this.#sink = sink;
  }

  get wasCutShort(): boolean {
    return this.entry.tries.wasCutShort;
  }

  get isOver(): boolean {
    return this.entry.sending !== this.write;
  }

  create(event: AnyEvent): Promise<AnyEvent> {
    return this.#sender.run(this, (signal) => this.#sink.create(event, { signal }));
  }

  patch(event: AnyEvent, operations: readonly JsonPatchOperation[]): Promise<AnyEvent> {
    return this.#sender.run(this, (signal) => this.#sink.patch(event, operations, { signal }));
  }

  /**
   * Reads the stored event of this name. If the sink has no `read`, uses an empty patch, which needs no permission to
   * get events.
   */
  read(event: AnyEvent): Promise<AnyEvent> {
    const sink = this.#sink;
    return this.#sender.run(this, (signal) => sink.read?.(event, { signal }) ?? sink.patch(event, [], { signal }));
  }

  pause(ms: number): Promise<void> {
    return this.#sender.pause(this, ms);
  }
}

/**
 * Makes the write of an attempt and returns the event as stored, if the sink returns it.
 *
 * Takes one request unless something went wrong:
 *
 * 1. If the server has the event, patches it at the version in its last response, so that a patch that is delivered late
 *    changes nothing. Otherwise, or if the event has expired, creates it.
 * 2. On a conflict, or if the event to create exists, an earlier response was lost or another client wrote the event.
 *    Reads the stored event; if it is the same event, adopts it, and patches it unless its count is up to date.
 *
 * Rejects with a {@linkcode StatusError} whose reason is `"AlreadyExists"` if the name belongs to a different event.
 */
export async function reconcile(attempt: Attempt): Promise<AnyEvent | undefined> {
  const { entry, write } = attempt;
  const operations = patchOf(write);
  const isFirst = entry.creates && !entry.wasSent;
  if (!entry.creates && !entry.isStale && operations !== undefined) {
    try {
      return await patch(attempt, operations);
    } catch (error) {
      if (!(error instanceof StatusError && (error.isNotFound || error.isConflict))) throw error;
      // If it was not found, it has expired and is created below; after a conflict, it is adopted below.
      learn(entry, { creates: error.isNotFound, isStale: error.isConflict });
    }
  }
  if (entry.creates) {
    entry.wasSent = true;
    try {
      return await attempt.create(withVersion(write.event, undefined));
    } catch (error) {
      if (!(error instanceof StatusError && error.isAlreadyExists)) throw error;
      learn(entry, { creates: false, isStale: true });
    }
  }
  try {
    return await adopt(attempt, operations, isFirst);
  } catch (error) {
    if (!(error instanceof StatusError && (error.isNotFound || error.isAccessDenied))) throw error;
    // The event was just deleted, or cannot be read without the permission to patch, so the next try starts with a
    // create.
    learn(entry, { creates: true });
    if (error.isNotFound) throw new ContendedError(error.message, { cause: error });
    // An event that never repeated is up to date; assume that an earlier request created it.
    if (operations === undefined) return undefined;
    throw error;
  }
}

/** Patches the event at the version in the server's last response. */
function patch(attempt: Attempt, operations: readonly JsonPatchOperation[]): Promise<AnyEvent> {
  const { entry, write: { event } } = attempt;
  return attempt.patch(withVersion(event, entry.version ?? event.metadata.resourceVersion), operations);
}

/** Reads the event that is stored under the name, and patches it if it has repeated since. */
async function adopt(
  attempt: Attempt,
  operations: readonly JsonPatchOperation[] | undefined,
  isFirst: boolean,
): Promise<AnyEvent> {
  const { entry, write } = attempt;
  const event = withVersion(write.event, undefined);
  const stored = await attempt.read(event);
  if (!isSameEvent(stored, write, isFirst)) throw nameTaken(write.event.metadata.name);
  learnStored(entry, Object(stored).metadata?.resourceVersion);
  // The stored count may be ahead: a caller that names its events may repeat one that the correlator has evicted.
  const isAhead = (countOf(stored) ?? 1) > (countOf(event) ?? Infinity);
  return operations === undefined || isAhead ? stored : await patch(attempt, operations);
}

function withVersion(event: AnyEvent, resourceVersion: string | undefined): AnyEvent {
  if (event.metadata.resourceVersion === resourceVersion) return event;
  return { ...event, metadata: { ...event.metadata, resourceVersion } };
}

/**
 * Whether `stored` is the event to write, apart from its count; true if the sink does not return it.
 *
 * @param isFirst Whether no earlier attempt can have created it.
 */
function isSameEvent(stored: AnyEvent, { event, type, patch }: Readonly<Write>, isFirst: boolean): boolean {
  if (objectOf(stored) === undefined) return true;
  // An occurrence that was recorded late may have moved the start of this one.
  const { firstTimestamp } = patch?.some(({ path }) => path === "/firstTimestamp") ? viewOf(stored) : viewOf(event);
  // The message of a combined event changes as it repeats.
  const isSameMessage = type === "patch" && !isFirst ||
    (viewOf(stored).message ?? "") === (viewOf(event).message ?? "");
  return isSameMessage && identityOf(stored) === identityOf(isCoreV1(event) ? { ...event, firstTimestamp } : event);
}

/** The fields that stay the same across repeats: object, reporter, type, reason, action and start time. */
function identityOf(event: AnyEvent): string {
  const { involvedObject, source, reportingComponent, firstTimestamp } = viewOf(event);
  const { type, reason, action, reportingInstance, eventTime } = event;
  const began = Math.floor(Date.parse(eventTime ?? firstTimestamp ?? "") / 1000);
  const reporter = [source?.component, source?.host, reportingComponent, reportingInstance];
  const fields = [...partFields(involvedObject), ...reporter, type, reason, action, began];
  return JSON.stringify(fields.map((field) => field || ""));
}

/** Creates the error for an event whose name belongs to a different event. */
export function nameTaken(name: string | undefined = ""): StatusError {
  return new StatusError({
    status: "Failure",
    reason: "AlreadyExists",
    message: `events "${name}" already exists, as a different event (give each its own name, or none)`,
    details: { name, kind: "events" },
    code: 409,
  });
}

/**
 * Makes the writes of events with stable names, which other processes write too. Each process adds the repeats that it
 * saw to the count on the server.
 *
 * - Creates an event at the first write since the start. If it exists already, reads it, and adopts it if it is the
 *   same event; otherwise writes this one under a unique name.
 * - Adds to the count under a lock on the version read. If that is stale, reads the event again, after a random pause
 *   that spreads contending processes; after {@linkcode MAX_ROUNDS} conflicts the try fails.
 * - If an answer was lost, reads from the event itself whether the write was applied ({@linkcode SharedEvent}).
 * - Creates an expired or deleted event again, with the repeats that are not known to be written.
 */
export class StableWrites {
  readonly #names: StableNames<AnyEvent>;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #reports: Reports;
  readonly #events = createLruCache<SharedEvent>(MAX_EVENTS);
  /** The shared events of the entries being written, which are not forgotten meanwhile. */
  readonly #byEntry = new WeakMap<Entry, SharedEvent>();

  constructor(
    names: StableNames<AnyEvent>,
    { clock, random }: Pick<ReadOptions, "clock" | "random">,
    reports: Reports,
  ) {
    this.#names = names;
    this.#clock = clock;
    this.#random = random;
    this.#reports = reports;
  }

  /** Makes the write in flight of an entry, in one request unless another process wrote the event too. */
  async send(attempt: Attempt): Promise<AnyEvent | undefined> {
    const { entry } = attempt;
    const shared = this.#byEntry.get(entry)!;
    let stored = entry.isStale ? await this.#read(attempt, shared) : undefined;
    for (let round = 1;; round++) {
      try {
        return await this.#write(attempt, shared) ?? stored;
      } catch (error) {
        if (!(error instanceof StatusError && isOvertaken(error, entry))) throw error;
        learn(entry, { creates: entry.creates, isStale: !error.isNotFound });
        if (round === MAX_ROUNDS) {
          throw new ContendedError(`Other writers updated the event first: ${error.message}`, { cause: error });
        }
        if (round > 1) await attempt.pause(this.#random() * doubled(round - 1, FIRST_PAUSE_MS, MAX_PAUSE_MS));
        const { version } = shared;
        if (error.isNotFound) shared.gone();
        else stored = await this.#read(attempt, shared);
        // A patch that does not apply to its own version never will.
        if (error.isInvalid && shared.version === version) throw error;
      }
    }
  }

  /** Counts repeats of an entry's event, before they are sent or because they are not. The next write delivers them. */
  addRepeats(entry: Entry, added: number): void {
    // If callers name events, the same name continues its count after an eviction.
    const key = `${entry.namespace}/${entry.name}/${entry.key}`;
    const shared = this.#byEntry.get(entry) ?? this.#events.get(key) ?? new SharedEvent(entry.name);
    this.#byEntry.set(entry, shared);
    this.#events.set(key, shared);
    shared.add(added);
  }

  /**
   * Makes the request that brings the count on the server up to date. If it is up to date, makes no request and returns
   * `undefined`.
   */
  async #write(attempt: Attempt, shared: SharedEvent): Promise<AnyEvent | undefined> {
    if (shared.unwritten === 0) return undefined;
    const { entry, write } = attempt;
    learn(entry, { creates: !shared.isStored });
    if (entry.creates) {
      const event = shared.toCreate(write);
      return await shared.request(event, () => attempt.create(event));
    }
    const { event, operations } = shared.toPatch(write);
    return await shared.request(event, () => attempt.patch(event, operations));
  }

  /** Reads the event that is stored under the name; adopts and returns it if it is the same event. */
  async #read(attempt: Attempt, shared: SharedEvent): Promise<AnyEvent | undefined> {
    const { entry, write } = attempt;
    const { event } = write;
    learn(entry, { creates: false, isStale: true });
    let stored: AnyEvent;
    try {
      stored = await attempt.read(shared.renamed(event));
    } catch (error) {
      if (!(error instanceof StatusError && error.isNotFound)) throw error;
      shared.gone();
      learn(entry, { creates: true });
      return undefined;
    }
    // If the sink does not return it, assume that this event was created earlier, and the answer was lost.
    if (!Object(stored).metadata) stored = shared.toCreate(write);
    if (shared.knows(stored) || this.#isSame(event, stored)) {
      shared.adopt(stored);
      return stored;
    }
    const name = EventNames.of(this.#clock).create(objectNameOf(event), this.#clock.now());
    this.#reports.renamed(event, name);
    shared.rename(name);
    return undefined;
  }

  /** Whether a stored event has the identity of the one to write, and its count in the field of this API. */
  #isSame(event: AnyEvent, stored: AnyEvent): boolean {
    if (!isCountedAlike(stored, event)) return false;
    // The name derives from this identity, which is not stored.
    if (distinctionOf(event).identity !== undefined) return true;
    const names = this.#names;
    const own = withoutWriters(stored);
    const identity = names.identityOf(event);
    const combined = names.identityOf(withoutMessage(event));
    const isNamedBy = (its: string): boolean => stableName(objectNameOf(event), its) === event.metadata.name;
    // A combined event is named by its identity without the message, which changes.
    return !isNamedBy(identity) && isNamedBy(combined)
      ? names.identityOf(withoutMessage(own)) === combined
      : names.identityOf(own) === names.identityOf(undistinguished(event));
  }
}

/** Whether a write failed because the event on the server has changed, exists already or is gone. */
function isOvertaken(error: StatusError, { creates }: { readonly creates: boolean }): boolean {
  // A patch that does not apply to a later version is invalid before it is a conflict.
  return creates ? error.isAlreadyExists : error.isNotFound || error.isConflict || error.isInvalid;
}
