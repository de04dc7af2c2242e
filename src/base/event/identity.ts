import { type OptionTable, returningString } from "../tools/check_options.ts";
import { UTF8 } from "../tools/text.ts";
import {
  type ApiVersion,
  checkEvent,
  componentOf,
  type CoreV1Event,
  type EventOf,
  type EventsV1Event,
  isCoreV1,
  objectNameOf,
  partFields,
  viewOf,
} from "./event.ts";
import { distinctionOf, wholeTexts } from "./distinction.ts";
import type { V1ObjectMeta } from "./kubernetes_object.ts";
import { isDns1123Subdomain, MAX_SUBDOMAIN_LENGTH } from "./names.ts";

/**
 * How events are named.
 *
 * @typeParam V The API version.
 *
 * @category Events
 */
export interface EventNamingOptions<V extends ApiVersion = "v1"> {
  /**
   * - `"unique"`: each event has its own name, so each process writes its own event and counts its own repeats.
   * - `"stable"`: the name derives from the `identity`, so all processes that record the same event, including
   *   restarted ones and replicas, increment one event on the server. A recording adds its repeats to the count there
   *   with optimistic locking, and needs no permission beyond `create` and `patch`. When the process first writes an
   *   event that already exists, that takes two more requests, once.
   *
   * The name is `<object name>.<hash>`, or the hash alone if the object's name is not a DNS-1123 subdomain: the 64-bit
   * FNV-1a hash of the identity in UTF-8, as 16 hex digits. Among a million events of one object, the chance of a
   * collision is 1 in 37 million. Identities are compared before a count is incremented. If a different event has the
   * name, it is left alone, and this one gets a unique name, which is logged.
   *
   * Counts survive lost responses, restarts and contention, because the annotation `kubecast.dev/writers` has the count
   * of each of the latest 32 writers. An expired or deleted event is recreated with the unwritten repeats, including
   * those of a request whose response was lost. A killed process loses its unwritten repeats. The count includes
   * repeats that the spam filter stops (`trailingWrites`), but not those that it stops before the first one passes,
   * since the start or since `cacheSize` evicted the event. Start only one recording per server, because two would
   * count twice.
   *
   * With either naming, a name passed to `record` is kept, and is part of the event's identity.
   *
   * @default {"unique"}
   */
  readonly naming?: "unique" | "stable" | undefined;
  /**
   * Returns the key that repeats of an event share. Two events with the same identity and namespace, about objects of
   * the same name, are one event. An `identity` passed to `record` takes precedence. With `"stable"` naming, the
   * function is called for stored events too, so read only fields that a server stores.
   *
   * A repeat changes the count, the times and, in core/v1, the message of the event; notes of events.k8s.io/v1 are
   * immutable. If the function throws or does not return a string, that is logged, and the default is used; with
   * `"stable"` naming, the event then gets a unique name.
   *
   * @default {with unique names the fields that client-go compares, with stable names getEventIdentity}
   *
   * @example One status event per object and reason, with the latest message
   * ```ts
   * import { EventBroadcaster, FetchEventSink, getEventIdentity } from "@kubecast/events";
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const api = new EventsApiServer();
   * const broadcaster = new EventBroadcaster({ identity: (event) => getEventIdentity({ ...event, message: "" }) });
   * broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
   * const recorder = broadcaster.newRecorder({ component: "example-controller" });
   * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
   * for (const done of [10, 50, 100]) recorder.eventf(pod, "Normal", "BackingUp", "%d%% done", done);
   * await broadcaster.shutdown();
   * assert.deepEqual(api.events().map(({ count, message }) => `${message} (x${count})`), ["100% done (x3)"]);
   * ```
   *
   * @example Keep the events of different attempts apart
   * ```ts
   * import { EventBroadcaster, FetchEventSink, getEventIdentity } from "@kubecast/events";
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const api = new EventsApiServer();
   * const attempt = "example.com/attempt";
   * const broadcaster = new EventBroadcaster({
   *   identity: (event) => getEventIdentity(event) + event.metadata.annotations?.[attempt],
   * });
   * broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
   * const recorder = broadcaster.newRecorder({ component: "example-controller" });
   * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
   * for (const id of ["1", "1", "2"]) recorder.annotatedEventf(pod, { [attempt]: id }, "Warning", "Failed", "Backup failed");
   * await broadcaster.shutdown();
   * assert.deepEqual(api.events().map(({ count }) => count).sort(), [1, 2]);
   * ```
   */
  readonly identity?: ((event: EventOf<V>) => string) | undefined;
}

export const eventNamingOptionTable = () => ({
  naming: [["unique", "stable"]],
  identity: ["a function"],
} as const satisfies OptionTable<EventNamingOptions<ApiVersion>>);

/** Upper bound of the bytes of the annotation `kubecast.dev/writers`, with its key. */
export const MAX_WRITERS_BYTES = 1024;

/**
 * Returns the default identity of an event with a stable name: API version, reporter, object, type, reason and message,
 * and in events.k8s.io/v1 also the action and the second object.
 *
 * An object is identified by API version, kind, namespace, name, uid and field path. The reporter is the component and
 * host in core/v1, and the controller without its instance, which differs between replicas, in events.k8s.io/v1.
 * Identities of different events are never equal.
 *
 * @example
 * ```ts
 * import { getEventIdentity } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const event = { metadata: {}, involvedObject: { kind: "Pod", name: "web" }, reason: "BackOff", message: "1 of 3" };
 * const later = { ...event, lastTimestamp: "2026-01-01T00:00:00Z", count: 7 };
 * assert.equal(getEventIdentity(later), getEventIdentity(event));
 * assert.notEqual(getEventIdentity({ ...event, message: "2 of 3" }), getEventIdentity(event));
 * ```
 *
 * @category Events
 */
export function getEventIdentity(event: CoreV1Event | EventsV1Event): string {
  checkEvent("make an identity", event);
  const view = viewOf(event);
  const { involvedObject, source, reportingComponent, message } = view;
  const { type, reason, action, related } = event;
  const fields = isCoreV1(event)
    ? ["v1", componentOf(view), source?.host, ...partFields(involvedObject)]
    : ["events.k8s.io/v1", reportingComponent, action, ...partFields(involvedObject), ...partFields(related)];
  fields.push(type, reason, message);
  const whole = wholeTexts(event);
  if (whole !== "") fields.push(whole);
  for (let i = 0; i < fields.length; i++) fields[i] ??= "";
  return JSON.stringify(fields);
}

/** Computes the identities of events, under which repeats are counted, and their stable names. */
export class StableNames<E extends object> {
  readonly #identity: (event: E) => string;
  readonly #onError: (error: unknown) => void;

  /** @param onError Called each time the option `identity` fails and the default one is used. */
  constructor(identity: ((event: E) => string) | undefined, onError: (error: unknown) => void = () => {}) {
    const standard = returningString("identity", identity ?? (getEventIdentity as (event: unknown) => string));
    this.#identity = (event) => distinctionOf(event).identity ?? standard(event);
    this.#onError = onError;
  }

  /**
   * Returns the name for an event.
   *
   * @throws If the option `identity` throws or does not return a string.
   */
  create(event: E): string {
    return stableName(objectNameOf(event), this.#identity(event));
  }

  /** Returns the identity of an event, the default one if the option `identity` fails. */
  identityOf(event: E): string {
    try {
      return this.#identity(event);
    } catch (error) {
      this.#onError(error);
      return getEventIdentity(event as CoreV1Event | EventsV1Event);
    }
  }
}

/** Returns the name of an event about the object `objectName`; see {@linkcode EventNamingOptions.naming}. */
export function stableName(objectName: string, identity: string): string {
  const hash = fnv1a64(identity);
  if (!isDns1123Subdomain(objectName)) return hash;
  // A truncated prefix must not end with a separator.
  const prefix = objectName.slice(0, MAX_SUBDOMAIN_LENGTH - hash.length - 1).replace(/[-.]+$/, "");
  return `${prefix}.${hash}`;
}

/**
 * Returns the key under which the repeats of an event are counted: namespace, object name and identity if there is an
 * identity, else the `standard` key; and the name, if one was passed to the call.
 */
export function eventKeyOf<E extends { readonly metadata: V1ObjectMeta }>(
  event: E,
  standard: (event: E) => string,
  identity?: (event: E) => string,
): string {
  const { name, identity: own } = distinctionOf(event);
  const its = own ?? identity?.(event);
  const key = its === undefined ? standard(event) : identityKey(event, its);
  return name === undefined ? key : `${key.length}:${key}${name}`;
}

/** Returns the key made of an event's namespace, object name and identity. */
export function identityKey(event: { readonly metadata: V1ObjectMeta }, identity: string): string {
  return `${event.metadata.namespace}/${objectNameOf(event)}/${identity}`;
}

const PRIME_LOW = 0x1b3;

/**
 * Returns the 64-bit FNV-1a hash of a text in UTF-8, as 16 hex digits.
 *
 * See {@link https://www.rfc-editor.org/rfc/rfc9923 | RFC 9923}: the offset basis is cbf29ce484222325, the prime
 * 2^40 + 1b3.
 */
export function fnv1a64(text: string): string {
  const bytes = UTF8.encode(text);
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < bytes.length; i++) {
    low ^= bytes[i]!;
    // Multiply 16-bit halves, because products within int32 are the fastest.
    const lower = (low & 0xffff) * PRIME_LOW;
    const upper = (low >>> 16) * PRIME_LOW + (lower >>> 16);
    high = Math.imul(high, PRIME_LOW) + (low << 8) + (upper >>> 16) | 0;
    low = upper << 16 | lower & 0xffff;
  }
  return hexOf32Bits(high) + hexOf32Bits(low);
}

function hexOf32Bits(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, "0");
}
