import type { CoreV1Event } from "../api/core_v1_event.ts";
import { type AggregateKey, getGroupKey } from "./aggregate_by_reason.ts";
import { getEventKeyPrefix, getSpamKey, keyPart } from "./event_key.ts";

/**
 * The keys of events that differ in nothing but the message, and of the last such message in full.
 *
 * Joining and hashing long strings is most of the cost of correlating. Kept here, a key is joined once, and its hash, that
 * engines keep inside the string, is computed once: the maps then find it by identity.
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
    const { source, involvedObject } = event;
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
    const { source, involvedObject } = event;
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
