import { type CoreV1Event, countOf, objectNameOf, objectOf } from "../../base/event/event.ts";
import { getEventIdentity, stableName } from "../../base/event/identity.ts";
import { type Occurrence, occurrenceOf } from "../../base/event/occurrence.ts";
import { collapsed } from "../../base/tools/text.ts";
import type { TextPart } from "./documents.ts";
import { fromAnyValue, recordsOf } from "./otlp_events.ts";

/** Finds the occurrences in a value, in any lists and wrappers. */
export function* occurrencesIn(value: unknown): Generator<Occurrence, void, undefined> {
  if (typeof value === "string") {
    if (!/\b(?:involvedObject|regarding)\b/.test(value)) return;
    // Collectors keep a line of JSON as a string.
    const json = tryParse(value.match(/[{[].*[}\]]/s)?.[0] ?? "");
    if (json !== undefined) yield* occurrencesIn(json);
    // In a log line, for example of logfmt, JSON is a quoted string.
    else for (const [quoted] of value.matchAll(/"(?:[^"\\]|\\.)*"/gs)) yield* occurrencesIn(tryParse(quoted));
  } else if (isObject(value)) {
    const { event, kvlistValue, delta, scopeLogs, name, namespace, uid } = value;
    if ("event_time" in value) yield* occurrencesIn(camelCased(value));
    // In an old kubectl cluster-info dump, an object contains the fields of its metadata.
    else if ("InvolvedObject" in value) {
      yield* occurrencesIn({ ...camelCased(value), metadata: { name, namespace, uid } });
    } else if (isEvent(event) && Number.isSafeInteger(delta)) yield ownOccurrence(value, event);
    else if (isEvent(value)) yield occurrenceOf(named(value), countOf(value) ?? 1);
    else if (kvlistValue !== undefined) yield* occurrencesIn(fromAnyValue(value));
    else if (Array.isArray(scopeLogs)) { for (const inner of recordsOf(value)) yield* occurrencesIn(inner); }
    else for (const inner of Object.values(value)) yield* occurrencesIn(inner);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether a value is an event of either API: it has a reason, and its kind or the object that it is about. */
function isEvent(value: unknown): value is CoreV1Event {
  const about: unknown = objectOf(value);
  const { reason, kind } = Object(value) as Partial<CoreV1Event>;
  const isAbout = isObject(about) && typeof (about["name"] ?? about["kind"]) === "string";
  return typeof reason === "string" && (isAbout ? kind ?? "Event" : kind) === "Event";
}

/** Returns an occurrence from a line of `forward --to stdout` or `watch -o json`. */
function ownOccurrence({ delta, estimated, gap }: Readonly<Record<string, unknown>>, event: CoreV1Event): Occurrence {
  const { from, to } = Object(gap) as { from?: string; to?: string };
  return {
    ...occurrenceOf(named(event), Number(delta)),
    ...estimated === true && { estimated },
    ...to && { gap: { from: from ? new Date(from) : undefined, to: new Date(to) } },
  };
}

/** Gives a name to an event whose exporter left it out, because events are distinguished by their names. */
function named(event: CoreV1Event): CoreV1Event {
  if (event.metadata?.name) return event;
  const { firstTimestamp, eventTime } = event;
  const name = stableName(objectNameOf(event), `${getEventIdentity(event)}${eventTime ?? firstTimestamp}`);
  return { ...event, metadata: { namespace: objectOf(event)?.namespace, ...event.metadata, name } };
}

/** Renames the fields of Python or Go, such as `event_time` or `APIVersion`, as in JSON. */
function camelCased(value: object): object {
  return JSON.parse(
    JSON.stringify(value).replace(/"\w+":/g, (name) => {
      const small = name.replace(/^"(?:[A-Z]+(?![a-z])|[A-Z])/, (start) => start.toLowerCase());
      return small.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    }),
  );
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether a value is a list without events. `[]` counts only as the first value; a later one may be part of a log. */
export function isEmptyList(value: unknown, isFirst: boolean): boolean {
  if (Array.isArray(value)) return value.length === 0 && isFirst;
  const { kind, items } = Object(value) as { readonly kind?: string; readonly items?: readonly unknown[] | null };
  return /^(?:Event)?List$/.test(String(kind)) && (items === null || items?.length === 0);
}

/** Describes a part of a file without events. */
export function described({ value, text, broken }: TextPart): string {
  const [first] = [value].flat();
  if (isObject(first)) {
    const { items, message, error } = first;
    const [item] = Array.isArray(items) ? items : [];
    const { kind, apiVersion } = isObject(item) && item["kind"] !== undefined ? item : first;
    if ("Name" in first || "Events" in first) return "what kubectl describe prints for people";
    if (typeof error === "string") return `an error, ${JSON.stringify(collapsed(error.slice(0, 60)))}`;
    if (kind === "Status") return `an error of the server, ${JSON.stringify(message)}`;
    if (/^audit\.k8s\.io\//.test(String(apiVersion))) return "audit events, which are about requests";
    return typeof kind === "string" ? `of the kind ${collapsed(kind)}` : "JSON or YAML of something else";
  }
  if (broken !== undefined) return "a part of JSON or YAML, whose end is missing";
  const line = (text ?? String(value)).trim().split("\n", 1)[0]!;
  if (/^(?:NAMESPACE +)?LAST SEEN\b/.test(line)) return "the table that kubectl prints for people";
  if (line.includes("\0") || line.includes("\ufffd")) return "a binary file";
  return `text that begins with ${JSON.stringify(collapsed(line.slice(0, 60)))}`;
}
