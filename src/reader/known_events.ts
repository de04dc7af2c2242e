import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { WatchEvent } from "../api/watch_event.ts";

/** The identity and version of an object. */
export interface Versioned {
  readonly metadata: V1ObjectMeta;
}

/** Whether an object has a version. */
export function hasVersion(object: Partial<Versioned> | null | undefined): boolean {
  return typeof object?.metadata?.resourceVersion === "string";
}

/** Whether an object has a name and a version. */
export function isVersioned(object: Partial<Versioned> | null | undefined): boolean {
  return hasVersion(object) && typeof object!.metadata!.name === "string";
}

/** State of an event that has been reported, and the list that showed it last. */
interface KnownEvent {
  readonly uid: string | undefined;
  resourceVersion: string;
  list: number;
}

/**
 * Remembers the version of every reported event, so that another list reports exactly the changes, and a repeated
 * response reports nothing twice. It has one entry per event on the server.
 *
 * @typeParam E The event type.
 */
export class KnownEvents<E extends Versioned> {
  /** By namespace, then by name: joining both would cost a string per change. */
  readonly #namespaces = new Map<string, Map<string, KnownEvent>>();
  /** Whether every event of the server has been reported, not only those after a version. */
  #complete = false;
  #list = 0;
  /** The latest deletions, which share one version if the events expired together. */
  readonly #deletions = new Set<string>();
  #deletionVersion: string | undefined;
  readonly #toEvent: (metadata: V1ObjectMeta) => E;

  /** @param toEvent Creates an event with only metadata. */
  constructor(toEvent: (metadata: V1ObjectMeta) => E) {
    this.#toEvent = toEvent;
  }

  /** Starts comparing with a list. */
  beginList(): void {
    this.#list++;
  }

  /**
   * Returns the changes to report for an item of the list.
   *
   * @param since The version up to which everything has been reported, if this list continues its history.
   */
  compare(object: E, since: string | undefined): WatchEvent<E>[] {
    const { name = "", uid, resourceVersion = "" } = object.metadata;
    const namespace = this.#namespace(object);
    const known = namespace.get(name);
    if (known !== undefined && known.uid === uid) {
      known.list = this.#list;
      if (known.resourceVersion === resourceVersion) return [];
      known.resourceVersion = resourceVersion;
      return [{ type: "MODIFIED", object }];
    }
    namespace.set(name, { uid, resourceVersion, list: this.#list });
    if (known !== undefined) {
      return [this.#deletion({ ...object.metadata, uid: known.uid }), { type: "ADDED", object }];
    }
    const isOld = !this.#complete && since !== undefined && !isNewer(resourceVersion, since);
    return isOld ? [] : [{ type: "ADDED", object }];
  }

  /** Returns the deletions of events missing from the list, which is now complete. */
  endList(resourceVersion: string): WatchEvent<E>[] {
    const deletions: WatchEvent<E>[] = [];
    for (const [namespace, events] of this.#namespaces) {
      for (const [name, { uid, list }] of events) {
        if (list === this.#list) continue;
        events.delete(name);
        deletions.push(this.#deletion({ namespace, name, uid, resourceVersion }));
      }
      if (events.size === 0) this.#namespaces.delete(namespace);
    }
    this.#complete = true;
    return deletions;
  }

  /** Returns the change to report for a watch event; `undefined` if it has been reported already. */
  observe(change: WatchEvent<E>): WatchEvent<E> | undefined {
    const { type, object } = change;
    if (type === "DELETED") return this.#observeDeletion(object) ? change : undefined;
    const { name = "", uid, resourceVersion = "" } = object.metadata;
    const namespace = this.#namespace(object);
    const known = namespace.get(name);
    if (known !== undefined && known.uid === uid) {
      if (!isNewer(resourceVersion, known.resourceVersion)) return undefined;
      known.resourceVersion = resourceVersion;
      return type === "MODIFIED" ? change : { type: "MODIFIED", object };
    }
    namespace.set(name, { uid, resourceVersion, list: this.#list });
    return type === "ADDED" || !this.#complete ? change : { type: "ADDED", object };
  }

  #observeDeletion(object: E): boolean {
    const { namespace = "", name = "", resourceVersion } = object.metadata;
    if (resourceVersion !== this.#deletionVersion) this.#deletions.clear();
    this.#deletionVersion = resourceVersion;
    const events = this.#namespace(object);
    const isNew = events.delete(name) || !this.#complete && !this.#deletions.has(`${namespace}/${name}`);
    this.#deletions.add(`${namespace}/${name}`);
    if (events.size === 0) this.#namespaces.delete(namespace);
    return isNew;
  }

  #namespace({ metadata: { namespace = "" } }: E): Map<string, KnownEvent> {
    let events = this.#namespaces.get(namespace);
    if (events === undefined) this.#namespaces.set(namespace, events = new Map());
    return events;
  }

  /** Creates the deletion of an event whose last state is unknown. */
  #deletion({ namespace, name, uid, resourceVersion }: V1ObjectMeta): WatchEvent<E> {
    return { type: "DELETED", object: this.#toEvent({ name, namespace, uid, resourceVersion }) };
  }
}

/**
 * Whether a resource version is newer than another. Those of built-in resources are decimal numbers of any length
 * ({@link https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5504-comparable-resource-version | KEP-5504}).
 */
export function isNewer(version: string, than: string): boolean {
  return version.length === than.length ? version > than : version.length > than.length;
}
