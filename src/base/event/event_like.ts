import { invalid } from "../tools/check_options.ts";
import { formatMicroTime, formatTime } from "../tools/time.ts";
import { type AnyEvent, type ApiVersion, type CoreV1Event, type EventsV1Event, objectOf } from "./event.ts";
import type { V1ObjectMeta } from "./kubernetes_object.ts";

/**
 * An event of a typed JavaScript client, such as `CoreV1Event` of `@kubernetes/client-node`, whose times may be `Date`s
 * and whose series may lack a field.
 *
 * @typeParam E The event type on the wire.
 *
 * @category Events
 */
export type EventLike<E = CoreV1Event> =
  & {
    readonly [Field in keyof E as Exclude<Field, "metadata">]: Field extends
      `${string}Timestamp` | "eventTime" | "lastObservedTime" ? E[Field] | Date
      : Field extends "series" ? EventLike<Partial<E[Field] & object>> | undefined | null
      : E[Field];
  }
  & { readonly metadata?: EventLike<V1ObjectMeta> | undefined };

/** Converts an event to its wire format; returns the same object unless a time is a `Date`. */
export function toWireEvent<E>(event: E | EventLike<E>): E {
  const timed = event as EventLike<CoreV1Event & EventsV1Event>;
  if (timed?.metadata && !holdsDate(timed)) return event as E;
  const { metadata, series, ...fields } = Object(timed) as typeof timed;
  const wire = { ...textual(fields), metadata: textual(metadata ?? {}), ...series && { series: textual(series) } };
  return wire as E;
}

function holdsDate(event: EventLike<CoreV1Event & EventsV1Event>): boolean {
  const { eventTime, firstTimestamp, lastTimestamp, deprecatedFirstTimestamp, deprecatedLastTimestamp } = event;
  const { metadata, series } = event;
  return isDate(firstTimestamp) || isDate(lastTimestamp) || isDate(eventTime) || isDate(series?.lastObservedTime) ||
    isDate(metadata?.creationTimestamp) || isDate(metadata?.deletionTimestamp) ||
    isDate(deprecatedFirstTimestamp) || isDate(deprecatedLastTimestamp);
}

/** Formats dates with their field's precision. */
function textual(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (!isDate(value)) return [name, value];
      return [name, (name.endsWith("Timestamp") ? formatTime : formatMicroTime)(value.getTime())];
    }),
  );
}

/** Whether a value is a `Date`, of this realm or another. */
function isDate(value: unknown): value is Date {
  return typeof value === "object" && value !== null && "getTime" in value;
}

/** Returns why a value cannot be recorded as an event of an API; `undefined` if it can. */
export function eventProblem(event: unknown, apiVersion: ApiVersion): string | undefined {
  const { metadata }: Partial<AnyEvent> = Object(event);
  const hasMetadata = metadata && isOptionalText(metadata.name) && isOptionalText(metadata.namespace);
  // Only core/v1 needs this check: a recording of core/v1 may get events of events.k8s.io/v1, because v1 is the default
  // for a sink that names no API.
  if (hasMetadata && (apiVersion !== "v1" || objectOf(event))) return undefined;
  const kind = apiVersion === "v1" ? "an object with metadata and an involvedObject" : "an object with metadata";
  return invalid("record", "event", `be ${kind}`, event);
}

function isOptionalText(value: unknown): boolean {
  return typeof (value ?? "") === "string";
}
