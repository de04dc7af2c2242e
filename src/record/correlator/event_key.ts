import {
  type AnyEvent,
  checkEvent,
  COMBINED_PREFIX,
  type CoreV1Event,
  type EventsV1Event,
  isCoreV1,
  partFields,
} from "../../base/event/event.ts";
import { undistinguished, wholeTexts } from "../../base/event/distinction.ts";
import { identityKey } from "../../base/event/identity.ts";

type Field = string | null | undefined;

/**
 * Appends fields to a prefix, so that different fields never give equal keys.
 *
 * Every field is prefixed with its length, because a separator could occur in a field. Unlike client-go, which joins
 * fields without a separator, it gives "ab" and "c" another key than "a" and "bc".
 */
function joinKey(prefix: string, ...fields: Field[]): string {
  const parts = [prefix];
  for (const field of fields) {
    const text = field ?? "";
    parts.push(`${text.length}:${text}`);
  }
  return parts.join("");
}

/**
 * The part with which all keys of an event begin: its source, object and type. Caches the keys of the latest event from
 * that origin.
 *
 * A repeat finds its keys here, because joining and hashing them again would take most of the time of correlating it.
 */
class Origin {
  readonly key: string;
  readonly #apiVersion: Field;
  readonly #kind: Field;
  readonly #namespace: Field;
  readonly #name: Field;
  readonly #uid: Field;
  readonly #component: Field;
  readonly #host: Field;
  readonly #type: Field;
  #eventKey = "";
  #eventReason: Field;
  #fieldPath: Field;
  #message: Field;
  #groupKey = "";
  #groupReason: Field;
  #reporter: Field;
  #instance: Field;

  constructor({ source, involvedObject, type }: CoreV1Event) {
    const { apiVersion, kind, namespace, name, uid } = involvedObject ?? {};
    const { component, host } = source ?? {};
    this.#apiVersion = apiVersion;
    this.#kind = kind;
    this.#namespace = namespace;
    this.#name = name;
    this.#uid = uid;
    this.#component = component;
    this.#host = host;
    this.#type = type;
    this.key = joinKey("", apiVersion, kind, namespace, name, uid, component, host, type);
  }

  matches({ source, involvedObject, type }: CoreV1Event): boolean {
    return this.#uid === involvedObject?.uid && this.#name === involvedObject?.name && this.#type === type &&
      this.#namespace === involvedObject?.namespace && this.#kind === involvedObject?.kind &&
      this.#apiVersion === involvedObject?.apiVersion && this.#component === source?.component &&
      this.#host === source?.host;
  }

  eventKey(reason: Field, fieldPath: Field, message: Field): string {
    const isLatest = reason === this.#eventReason && fieldPath === this.#fieldPath && message === this.#message;
    if (isLatest && this.#eventKey !== "") return this.#eventKey;
    const key = joinKey(this.key, reason, fieldPath, message);
    if ((message?.length ?? 0) > MAX_KEPT_LENGTH) return key;
    this.#eventReason = reason;
    this.#fieldPath = fieldPath;
    this.#message = message;
    return this.#eventKey = key;
  }

  groupKey(reason: Field, reporter: Field, instance: Field): string {
    const isLatest = reason === this.#groupReason && reporter === this.#reporter && instance === this.#instance;
    if (isLatest && this.#groupKey !== "") return this.#groupKey;
    this.#groupReason = reason;
    this.#reporter = reporter;
    this.#instance = instance;
    return this.#groupKey = joinKey("similar:" + this.key, reason, reporter, instance);
  }
}

/** The longest message whose key is cached, so that all origins together take at most about 10 MB. */
const MAX_KEPT_LENGTH = 1024;

/** Maximum number of cached origins; equal to the default `cacheSize` of a correlator. */
const MAX_ORIGINS = 4096;

/** The latest origin of each object, by uid or else by name; shared by all correlators. */
const origins = /* @__PURE__ */ new Map<Field, Origin>();

function originOf(event: CoreV1Event): Origin {
  checkEvent("make a key", event);
  const id = event.involvedObject?.uid || event.involvedObject?.name;
  const known = origins.get(id);
  if (known?.matches(event)) return known;
  if (origins.size >= MAX_ORIGINS) origins.clear();
  const origin = new Origin(event);
  origins.set(id, origin);
  return origin;
}

/**
 * Returns the default key of the spam filter: source, involved object and type (client-go's `getSpamKey`).
 *
 * It includes the involved object's kind, namespace, name, uid and apiVersion. All reasons share the key, unlike with
 * {@linkcode getSpamKeyWithReason}. Unlike client-go, never returns equal keys for different objects.
 *
 * @category Correlator
 */
export function getSpamKey(event: CoreV1Event): string {
  return originOf(event).key;
}

/**
 * Returns {@linkcode getSpamKey} with the reason: a key of the spam filter that gives each reason its own budget, so
 * that a frequent reason does not silence the others.
 *
 * @example
 * ```ts
 * import { EventCorrelator, getSpamKeyWithReason } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const correlator = new EventCorrelator({ burst: 1, spamKey: getSpamKeyWithReason });
 * const pod = { kind: "Pod", namespace: "default", name: "web-1" };
 * const pulled = { metadata: { name: "web-1.1" }, involvedObject: pod, type: "Normal", reason: "Pulled", count: 1 };
 * assert.equal(correlator.correlate(pulled).type, "create");
 * assert.equal(correlator.correlate(pulled).type, "skip");
 * assert.equal(correlator.correlate({ ...pulled, reason: "Started" }).type, "create");
 * ```
 *
 * @category Correlator
 */
export function getSpamKeyWithReason(event: CoreV1Event): string {
  return joinKey(originOf(event).key, event.reason);
}

/**
 * Returns the key under which repeats of an event are counted: source, involved object with field path, type, reason
 * and message (client-go's `getEventKey`).
 *
 * Of the involved object, it includes the fields that {@linkcode getSpamKey} includes, and the field path. Unlike
 * client-go, never returns equal keys for different events.
 *
 * @category Correlator
 */
export function getEventKey(event: CoreV1Event): string {
  const origin = originOf(event);
  const { reason, involvedObject, message } = event;
  return origin.eventKey(reason, involvedObject?.fieldPath, message) + wholeTexts(event);
}

/** Group and local key of an event; see {@linkcode EventAggregatorOptions.aggregateKey}. */
export interface AggregateKey {
  readonly group: string;
  readonly local: string;
}

/**
 * The default grouping of similar events: those that differ only in message, with the same source, involved object,
 * type, reason, reporting component and instance (client-go's `EventAggregatorByReasonFunc`).
 *
 * Unlike client-go, never returns equal groups for different events, nor a group that equals the key of an event.
 *
 * @category Correlator
 */
export function aggregateByReason(event: CoreV1Event): { readonly group: string; readonly local: string } {
  checkEvent("make a key", event);
  const { reason, reportingComponent, reportingInstance, message } = event;
  return {
    group: originOf(event).groupKey(reason, reportingComponent, reportingInstance),
    local: (message ?? "") + wholeTexts(event),
  };
}

/** Returns an event whose message or note is only the prefix that all combined events share. */
export function withoutMessage<E>(event: E): E {
  return { ...undistinguished(event), [isCoreV1(event as AnyEvent) ? "message" : "note"]: COMBINED_PREFIX };
}

/** Groups events whose identities differ only in the message. */
export function aggregateByIdentity(identity: (event: CoreV1Event) => string): (event: CoreV1Event) => AggregateKey {
  return (event) => {
    const group = identityKey(event, identity(withoutMessage(event)));
    return { group: `similar:${group}`, local: identity(event) };
  };
}

/**
 * Returns the message of a combined event: a prefix and the latest message (client-go's
 * `EventAggregatorByReasonMessageFunc`).
 *
 * @category Correlator
 */
export function aggregateByReasonMessage(event: CoreV1Event): string {
  checkEvent("make a message", event);
  return COMBINED_PREFIX + (event.message ?? "");
}

/**
 * Returns the default key of a series: reporter, type, reason, action, and both objects of the event (client-go's
 * `getKey` of tools/events).
 *
 * Unlike client-go, the key omits the objects' `resourceVersion`, which would start a new series at every change of an
 * object. It omits the note too; see {@linkcode EventSeriesCorrelatorOptions.maxNotes}.
 *
 * @example
 * ```ts
 * import { getSeriesKey } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const event = { metadata: {}, reason: "Pulled", regarding: { kind: "Pod", name: "web", resourceVersion: "7" } };
 * const later = { ...event, regarding: { ...event.regarding, resourceVersion: "8" } };
 * assert.equal(getSeriesKey(later), getSeriesKey(event));
 * ```
 *
 * @category Correlator
 */
export function getSeriesKey(event: EventsV1Event): string {
  checkEvent("make a key", event);
  const { type, reason, action, reportingController, reportingInstance, regarding, related } = event;
  const reporter = [type, reason, action, reportingController, reportingInstance];
  return joinKey("", ...reporter, ...partFields(regarding), ...partFields(related));
}
