import type { CoreV1Event } from "../api/event.ts";
import { type AggregateKey, getEventKeyPrefix, getGroupKey, getSpamKey, keyPart } from "./event_key.ts";

const MAX_VARIANTS = 16;

/**
 * Caches the {@linkcode EventKeys} of the objects of recent events.
 *
 * Evicted keys are recomputed, so it is simply cleared when it is full, which costs less than an order of use. An
 * object is looked up by its uid alone, a string whose hash the engine knows by then; its events are told apart by
 * comparing fields.
 */
export class EventKeyCache {
  readonly #maxObjects: number;
  readonly #objects = new Map<string, EventKeys[]>();

  constructor(maxObjects: number) {
    this.#maxObjects = maxObjects;
  }

  /** Returns the keys of `event`; valid until the next call. */
  of(event: CoreV1Event): EventKeys {
    const keys = this.#find(event);
    keys.turnTo(event.message ?? "");
    return keys;
  }

  #find(event: CoreV1Event): EventKeys {
    const { uid, name } = event.involvedObject ?? {};
    const id = uid || name || "";
    let variants = this.#objects.get(id);
    if (variants === undefined) {
      if (this.#objects.size === this.#maxObjects) this.#objects.clear();
      this.#objects.set(id, variants = []);
    }
    for (const keys of variants) if (keys.match(event)) return keys;
    // So many kinds of events about one object are rare, unless objects without a name share this entry.
    if (variants.length === MAX_VARIANTS) variants.length = 0;
    const keys = new EventKeys(event);
    variants.push(keys);
    return keys;
  }
}

/**
 * The keys of events that differ only in the message, and the full key of the latest one.
 *
 * Joining and hashing long strings is most of the cost of correlating. Cached here, a key is joined once, and its hash,
 * which engines store inside the string, is computed once: maps then find it by identity.
 */
export class EventKeys implements AggregateKey {
  /** The key of {@linkcode aggregateByReason}. */
  readonly group: string;
  /** The key of {@linkcode getSpamKey}. */
  readonly spam: string;
  /** The key of {@linkcode getSpamKeyWithReason}. */
  readonly spamWithReason: string;
  /** The local key of {@linkcode aggregateByReason}: the latest message, the same string for the same text. */
  local = "";

  readonly #component: string | undefined;
  readonly #host: string | undefined;
  readonly #kind: string | undefined;
  readonly #namespace: string | undefined;
  readonly #name: string | undefined;
  readonly #fieldPath: string | undefined;
  readonly #uid: string | undefined;
  readonly #apiVersion: string | undefined;
  readonly #type: string | undefined;
  readonly #reason: string | undefined;
  readonly #reportingComponent: string | undefined;
  readonly #reportingInstance: string | undefined;
  readonly #prefix: string;
  #event: string | undefined;

  constructor(event: CoreV1Event) {
    const { source } = event;
    const involvedObject = event.involvedObject ?? {};
    this.#component = source?.component;
    this.#host = source?.host;
    this.#kind = involvedObject.kind;
    this.#namespace = involvedObject.namespace;
    this.#name = involvedObject.name;
    this.#fieldPath = involvedObject.fieldPath;
    this.#uid = involvedObject.uid;
    this.#apiVersion = involvedObject.apiVersion;
    this.#type = event.type;
    this.#reason = event.reason;
    this.#reportingComponent = event.reportingComponent;
    this.#reportingInstance = event.reportingInstance;
    this.spam = getSpamKey(event);
    this.spamWithReason = this.spam + keyPart(event.reason);
    this.group = getGroupKey(this.spamWithReason, event);
    this.#prefix = getEventKeyPrefix(this.spamWithReason, event);
  }

  /** The key of {@linkcode getEventKey} for the latest message. */
  get event(): string {
    return this.#event ??= this.#prefix + this.local;
  }

  /** Whether these are the keys of `event`, its message aside. */
  match(event: CoreV1Event): boolean {
    const { source } = event;
    const involvedObject = event.involvedObject ?? {};
    return this.#reason === event.reason && this.#type === event.type &&
      this.#uid === involvedObject.uid && this.#name === involvedObject.name &&
      this.#namespace === involvedObject.namespace && this.#kind === involvedObject.kind &&
      this.#fieldPath === involvedObject.fieldPath && this.#apiVersion === involvedObject.apiVersion &&
      this.#component === source?.component && this.#host === source?.host &&
      this.#reportingComponent === event.reportingComponent && this.#reportingInstance === event.reportingInstance;
  }

  /** Makes `message` the latest. */
  turnTo(message: string): void {
    if (message === this.local) return;
    this.local = message;
    this.#event = undefined;
  }
}
