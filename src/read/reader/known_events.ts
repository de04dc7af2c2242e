import type { CoreV1Event, EventsV1Event } from "../../base/event/event.ts";
import type { V1ObjectMeta, WatchEvent } from "../../base/event/kubernetes_object.ts";
import { type Counted, countedOf, deltaOf, hasFallen, mayContinue, wordsOf } from "../../base/event/occurrence.ts";
import { isNewer, isOlder, type Position, type Witness } from "./position.ts";

type Event = CoreV1Event | EventsV1Event;

export function hasVersion(object: { readonly metadata?: V1ObjectMeta } | null | undefined): boolean {
  return typeof object?.metadata?.resourceVersion === "string";
}

/** Whether an object has a version, and identifying names that are strings. */
export function isVersioned(object: { readonly metadata?: V1ObjectMeta } | null | undefined): boolean {
  if (!hasVersion(object)) return false;
  const { name, namespace, uid } = object!.metadata!;
  return typeof name === "string" && typeof (namespace ?? "") === "string" && typeof (uid ?? "") === "string";
}

/** A change to report. */
export interface Change<E> {
  readonly event: WatchEvent<E>;
  /** The number of occurrences since the last report of the event. */
  readonly delta: number;
  /** Whether the delta is a guess, because the count of the last report is unknown. */
  readonly isEstimated: boolean;
  /** Whether the event's count and words are the same as at the last report. */
  readonly isSame: boolean;
  /** Where to resume after the change; set later. */
  position: Position | undefined;
}

export function changeOf<E>(event: WatchEvent<E>, delta = 0, isEstimated = false, isSame = delta === 0): Change<E> {
  return { event, delta, isEstimated, isSame, position: undefined };
}

/** The last report of an event. */
interface ReportedEvent extends Counted {
  readonly words: number;
}

/** The reported state of an event, and the number of the last list that contained it. */
interface KnownEvent extends ReportedEvent {
  count: number;
  first: string | undefined;
  words: number;
  resourceVersion: string;
  list: number;
}

/** Maximum number of deleted events to remember, in case they are created again with a continued count. */
const MAX_DELETED = 4096;

/**
 * Remembers the version and count of every reported event, so that another list reports only changes, a repeated
 * response reports nothing twice, and the deltas of an event add up to its count. Holds one entry per event on the
 * server.
 *
 * @typeParam E The event type.
 */
export class KnownEvents<E extends Event> {
  /** The events by namespace, then by name, because joining both would cost a string per change. */
  readonly #namespaces = new Map<string, Map<string, KnownEvent>>();
  /** Deleted events by namespace and name, in the order of deletion. */
  readonly #deleted = new Map<string, ReportedEvent>();
  /** False once a reported event may have been forgotten: one from an earlier stream, or an old deletion. */
  #remembersAll: boolean;
  /** Whether all events of the server are known, rather than only those that changed after a version. */
  isComplete = false;
  /** The number of the current list, and the position up to which events have been reported, at least in part. */
  #list = 0;
  #since: Position | undefined;
  /** Whether the current list belongs to another history than the reported events. */
  #isOther = false;
  /** Events left out because an earlier stream reported them, and whether the current list contains the witness. */
  #old: (readonly [events: Map<string, KnownEvent>, name: string])[] = [];
  #hasWitness = false;
  /** The latest deletions, which share one version if the events expired together. */
  readonly #deletions = new Set<string>();
  #deletionVersion: string | undefined;
  readonly #toEvent: (metadata: V1ObjectMeta) => E;

  /**
   * @param isFirst Whether no event has been reported by an earlier stream.
   * @param toEvent Creates an event with only metadata.
   */
  constructor(isFirst: boolean, toEvent: (metadata: V1ObjectMeta) => E) {
    this.#remembersAll = isFirst;
    this.#toEvent = toEvent;
  }

  /** The newest event that is known to exist. */
  get newest(): Witness | undefined {
    let newest: (KnownEvent & Witness) | undefined;
    for (const [namespace, events] of this.#namespaces) {
      for (const [name, known] of events) {
        if (newest !== undefined && !isNewer(known.resourceVersion, newest.resourceVersion)) continue;
        newest = { ...known, namespace, name };
      }
    }
    return newest;
  }

  /**
   * Starts comparing with a list.
   *
   * @param since The position up to which events have been reported: all, or a part while the first list is read.
   * @param isOther Whether the list belongs to another history, in which the same events may have occurred more often.
   */
  beginList(since: Position | undefined, isOther: boolean): void {
    this.#list++;
    this.#since = since;
    this.#isOther = isOther;
    this.#hasWitness = since?.witness === undefined;
  }

  /**
   * Called when the list is complete. The witness is the newest reported event, so it expires last. If the list lacks
   * it, the list belongs to another history: forgets the events that were left out as old. Returns whether it forgot
   * any.
   */
  forgetOldOfOther(): boolean {
    if (this.#hasWitness || this.#old.length === 0) return false;
    for (const [events, name] of this.#old) events.delete(name);
    this.#old = [];
    return true;
  }

  /** Forgets the learned events, because they belong to another history. */
  forget(): void {
    this.#namespaces.clear();
  }

  /** Marks an event as reported. */
  learn(object: E): KnownEvent {
    const { name = "", resourceVersion = "" } = object.metadata;
    const { uid, count, first } = countedOf(object);
    const known = { uid, count, first, words: wordsOf(object), resourceVersion, list: this.#list };
    this.#namespace(object).set(name, known);
    return known;
  }

  /** Returns the changes to report for an item of the list. */
  compare(object: E): Change<E>[] {
    const { name = "", uid, resourceVersion = "" } = object.metadata;
    const namespace = this.#namespace(object);
    const known = namespace.get(name);
    this.#hasWitness ||= uid === this.#since!.witness!.uid;
    if (known?.uid === uid && known?.resourceVersion === resourceVersion) {
      known.list = this.#list;
      return [];
    }
    const learned = this.learn(object);
    if (known !== undefined && known.uid === uid) {
      const event = { type: "MODIFIED", object } as const;
      return [this.#isOther ? changeOf(event, learned.count, true) : this.#change(event, learned, known)];
    }
    if (known !== undefined) {
      const deletion = this.#deletion({ ...object.metadata, uid: known.uid });
      return [deletion, this.#change({ type: "ADDED", object }, learned, known)];
    }
    const { version, isBegun } = this.#since ?? {};
    const isOld = version !== undefined && !this.#isOther && !isNewer(resourceVersion, version);
    if (isOld && !isBegun && !this.isComplete) {
      this.#old.push([namespace, name]);
      return [];
    }
    // If an earlier stream ended during the first list, it may have reported the state of that version.
    const isUnsure = isBegun ? !isOld && learned.count > 1 : !this.#remembersAll;
    return [this.#change({ type: "ADDED", object }, learned, undefined, isUnsure && !this.isComplete)];
  }

  /** Returns the deletions of events missing from the list, which is now complete. */
  endList(resourceVersion: string): Change<E>[] {
    const deletions: Change<E>[] = [];
    for (const [namespace, events] of this.#namespaces) {
      for (const [name, known] of events) {
        if (known.list === this.#list) continue;
        this.#remove(namespace, name, known);
        deletions.push(this.#deletion({ namespace, name, uid: known.uid, resourceVersion }));
      }
    }
    this.isComplete = true;
    this.#old = [];
    return deletions;
  }

  /** Returns the change to report for a watch event; `undefined` if it has been reported already. */
  observe(event: WatchEvent<E>): Change<E> | undefined {
    const { type, object } = event;
    const { name = "", uid, resourceVersion = "" } = object.metadata;
    const known = this.#namespace(object).get(name);
    if (type === "DELETED") {
      return known !== undefined && isOlder(resourceVersion, known.resourceVersion)
        ? undefined
        : this.#observeDeletion(event, known);
    }
    if (known !== undefined && !isNewer(resourceVersion, known.resourceVersion)) return undefined;
    if (known !== undefined && known.uid === uid) {
      // Changed in place, because a watch mostly reports repeats.
      const [counted, words] = [countedOf(object), wordsOf(object)];
      const delta = deltaOf(counted, known);
      const isEstimated = hasFallen(counted, known);
      const isSame = delta === 0 && words === known.words;
      known.count = counted.count;
      known.first = counted.first;
      known.words = words;
      known.resourceVersion = resourceVersion;
      return changeOf(type === "MODIFIED" ? event : { type: "MODIFIED", object }, delta, isEstimated, isSame);
    }
    const learned = this.learn(object);
    if (known !== undefined || this.isComplete || type === "ADDED") {
      return this.#change(type === "ADDED" ? event : { type: "ADDED", object }, learned, known);
    }
    // The event is older than the stream, so its earlier count is unknown, and its first change counts as one.
    return changeOf(event, 1, true);
  }

  #observeDeletion(event: WatchEvent<E>, known: KnownEvent | undefined): Change<E> | undefined {
    const { namespace = "", name = "", resourceVersion } = event.object.metadata;
    const key = `${namespace}/${name}`;
    if (resourceVersion !== this.#deletionVersion) this.#deletions.clear();
    this.#deletionVersion = resourceVersion;
    const isNew = known !== undefined || !this.isComplete && !this.#deletions.has(key);
    this.#deletions.add(key);
    this.#remove(namespace, name, known);
    return isNew ? changeOf(event) : undefined;
  }

  /** Returns a change with its delta since the last report of the event, if that report is remembered. */
  #change(
    event: WatchEvent<E>,
    learned: ReportedEvent,
    known: KnownEvent | undefined,
    isEstimated = false,
  ): Change<E> {
    const { object } = event;
    let previous: ReportedEvent | undefined = known;
    if (event.type === "ADDED" && this.#deleted.size > 0) {
      const key = `${object.metadata.namespace ?? ""}/${object.metadata.name}`;
      previous ??= this.#deleted.get(key);
      this.#deleted.delete(key);
    }
    const isUnsure = previous === undefined
      ? isEstimated || !this.#remembersAll && mayContinue(object)
      : hasFallen(learned, previous);
    const delta = deltaOf(learned, previous);
    return changeOf(event, delta, isUnsure, delta === 0 && learned.words === previous?.words);
  }

  /** Removes an event, and remembers its count. */
  #remove(namespace: string, name: string, known: ReportedEvent | undefined): void {
    const events = this.#namespaces.get(namespace)!;
    events.delete(name);
    if (events.size === 0) this.#namespaces.delete(namespace);
    if (known === undefined) return;
    const { uid, count, first, words } = known;
    const key = `${namespace}/${name}`;
    this.#deleted.delete(key);
    this.#deleted.set(key, { uid, count, first, words });
    if (this.#deleted.size <= MAX_DELETED) return;
    this.#deleted.delete(this.#deleted.keys().next().value!);
    this.#remembersAll = false;
  }

  #namespace({ metadata: { namespace = "" } }: E): Map<string, KnownEvent> {
    let events = this.#namespaces.get(namespace);
    if (events === undefined) this.#namespaces.set(namespace, events = new Map());
    return events;
  }

  /** Creates the deletion of an event whose last state is unknown. */
  #deletion({ namespace, name, uid, resourceVersion }: V1ObjectMeta): Change<E> {
    const object = this.#toEvent({ name, namespace, uid, resourceVersion });
    return changeOf({ type: "DELETED", object });
  }
}
