import { invalid, type OptionKinds, returningString } from "./check_options.ts";
import type { ApiVersion, CoreV1Event, EventOf, EventsV1Event } from "./event.ts";
import type { V1ObjectMeta, V1ObjectReference } from "./kubernetes_object.ts";
import { isDns1123Subdomain, MAX_SUBDOMAIN_LENGTH } from "./names.ts";

/** How the messages and notes of combined events begin. */
export const COMBINED_PREFIX = "(combined from similar events): ";

/**
 * How events are named.
 *
 * @typeParam V The API version.
 *
 * @category Events
 */
export interface EventNamingOptions<V extends ApiVersion = "v1"> {
  /**
   * - `"unique"`: each event has a name of its own, so each process writes its own event and counts its repeats.
   * - `"stable"`: the name derives from the `identity`, so all processes that record the same event, restarted ones and
   *   replicas among them, count up one event on the server. A recording adds its repeats to the count there, under a
   *   lock on the version, and needs no permission beyond `create` and `patch`. It takes two requests more, once, for
   *   an event that exists already when the process first writes it.
   *
   * The name is `<object name>.<hash>`, or the hash alone where the object's name is not a DNS-1123 subdomain: the 64
   * bits of FNV-1a of the identity in UTF-8, as 16 hex digits. Among a million events of one object, two share a name
   * with a probability of 1 in 37 million. The identities are compared before an event is counted up; a different event
   * under the name is left alone, and this one gets a unique name, with a line to the logger.
   *
   * Counts survive lost answers, restarts and contention: the annotation `kubecast.dev/writers` has the count of each
   * of the latest 32 writers. An event that expired or was deleted begins anew, with the repeats that were not written
   * before. A process that is killed loses the repeats that it has not written. The count includes repeats that the
   * spam filter stops (`trailingWrites`), but not events that it stops from the first. Start one recording per server:
   * two of them count twice.
   *
   * Events with a name given to `record` keep it, and are counted up under it.
   *
   * @default {"unique"}
   */
  readonly naming?: "unique" | "stable" | undefined;
  /**
   * Returns what stays the same across repeats of an event: two events with the same identity, in one namespace and
   * about objects of the same name, are one event on the server. Only `"stable"` naming uses it, for stored events too:
   * read only the fields that a server stores. An identity without `naming` is a `TypeError`.
   *
   * Leave out the message, and the latest message replaces the earlier one (in core/v1; notes of events.k8s.io/v1 are
   * immutable). If this throws or does not return a string, the event gets a unique name, with a line to the logger.
   *
   * @default {getEventIdentity}
   *
   * @example One event per object and reason, with the latest message
   * ```ts
   * import { EventBroadcaster, getEventIdentity } from "@kubecast/events";
   *
   * const broadcaster = new EventBroadcaster({
   *   naming: "stable",
   *   identity: (event) => getEventIdentity({ ...event, message: "" }),
   * });
   * await broadcaster.shutdown();
   * ```
   */
  readonly identity?: ((event: EventOf<V>) => string) | undefined;
}

/** The kinds of {@linkcode EventNamingOptions}. */
export const EVENT_NAMING_OPTIONS: OptionKinds<EventNamingOptions<ApiVersion>> = {
  naming: ["unique", "stable"],
  identity: "a function",
};

/** Throws a `TypeError` for an identity that would be ignored, as `naming` was left out. */
export function checkNaming(verb: string, { naming, identity }: EventNamingOptions<ApiVersion>): void {
  if (identity === undefined || naming !== undefined) return;
  throw new TypeError(invalid(verb, "naming", 'be "stable" for an identity, or "unique" to ignore it', naming));
}

/** Upper bound of the bytes of the annotation `kubecast.dev/writers`, with its key. */
export const MAX_WRITERS_BYTES = 1024;

type EitherEvent = Partial<CoreV1Event & EventsV1Event>;

/**
 * The default identity of an event with a stable name: API version, reporter, object, type, reason and message; in
 * events.k8s.io/v1 also the action and the second object.
 *
 * Of an object it takes API version, kind, namespace, name, uid and field path. The reporter is the component and host
 * in core/v1, and the controller without its instance, which differs between replicas, in events.k8s.io/v1. Identities
 * of different events are never equal.
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
  const { involvedObject, regarding, related, source, type, reason, action, message, note } = event as EitherEvent;
  const { reportingComponent, reportingController } = event as EitherEvent;
  const fields = involvedObject !== undefined
    ? ["v1", source?.component || reportingComponent, source?.host, ...fieldsOf(involvedObject)]
    : ["events.k8s.io/v1", reportingController, action, ...fieldsOf(regarding), ...fieldsOf(related)];
  fields.push(type, reason, message ?? note);
  for (let i = 0; i < fields.length; i++) fields[i] ??= "";
  return JSON.stringify(fields);
}

function fieldsOf(reference: V1ObjectReference | null | undefined): (string | undefined)[] {
  const { apiVersion, kind, namespace, name, uid, fieldPath } = reference ?? {};
  return [apiVersion, kind, namespace, name, uid, fieldPath];
}

/** Makes the stable names of events, and compares events by their identity. */
export class StableNames<E> {
  readonly #identity: (event: E) => string;
  readonly #onError: (error: unknown) => void;

  /** @param onError Called each time that the default identity replaces one that fails. */
  constructor(identity: ((event: E) => string) | undefined, onError: (error: unknown) => void = () => {}) {
    this.#identity = returningString("identity", identity ?? (getEventIdentity as (event: unknown) => string));
    this.#onError = onError;
  }

  /**
   * Makes the name of an event.
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
  // A truncated prefix must not end in a separator.
  const prefix = objectName.slice(0, MAX_SUBDOMAIN_LENGTH - hash.length - 1).replace(/[-.]+$/, "");
  return `${prefix}.${hash}`;
}

/** Returns the key of the events that share a stable name: of one namespace, object name and identity. */
export function stableKey<E extends { readonly metadata: V1ObjectMeta }>(event: E, identity: string): string {
  return `${event.metadata.namespace}/${objectNameOf(event)}/${identity}`;
}

/** Returns the name of the object that an event is about. */
export function objectNameOf(event: unknown): string {
  const { involvedObject, regarding = involvedObject } = event as EitherEvent;
  return regarding?.name ?? "";
}

/** Replaces the latest message of a combined event by the prefix that all events of its group share. */
export function withoutMessage<E>(event: E): E {
  const isCore = (event as EitherEvent).involvedObject !== undefined;
  return { ...event, [isCore ? "message" : "note"]: COMBINED_PREFIX };
}

const PRIME_LOW = 0x1b3;
const encoder = new TextEncoder();

/**
 * FNV-1a of 64 bits, in 16 hex digits.
 *
 * See {@link https://www.rfc-editor.org/rfc/rfc9923 | RFC 9923}: the offset basis is cbf29ce484222325, the prime
 * 2^40 + 1b3.
 */
export function fnv1a64(text: string): string {
  const bytes = encoder.encode(text);
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < bytes.length; i++) {
    low ^= bytes[i]!;
    // In halves of 16 bits, whose products are integers that engines multiply fastest.
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
