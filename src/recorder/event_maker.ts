import { invalid, showValue } from "../api/check_options.ts";
import {
  type CoreV1Event,
  EVENT_LIMITS,
  type EventsV1Event,
  type EventType,
  isEventType,
  truncateUtf8,
} from "../api/event.ts";
import type { KubernetesObject, ObjectOrReference, V1ObjectMeta, V1ObjectReference } from "../api/kubernetes_object.ts";
import { reasonOf, tellLogger } from "../api/logger.ts";
import { eventNamePrefix, EventNames, isDns1123Subdomain } from "../api/names.ts";
import { objectNameOf } from "../api/event_view.ts";
import { MAX_WRITERS_BYTES } from "../api/stable_name.ts";
import { validEntries } from "./event_metadata.ts";
import { type EventPublisher, Refusal } from "./event_publisher.ts";
import type { CoreV1EventFields, EventRecorderOptions, EventsV1EventFields } from "./event_recorder.ts";
import { copyReference, getReference, type NullableReference } from "./reference.ts";
import { referenceHints } from "./reference_hints.ts";
import { Printer } from "./sprintf.ts";

/** The start of the year 1, Go's zero time, which servers treat as unset. */
const NO_TIME = -62_135_596_800_000;
/** The last millisecond of the year 9999, the latest time of RFC 3339. */
const LAST_TIME = 253_402_300_799_999;
/** Numbers below it are probably seconds: as milliseconds, they would be in early 1970. */
const MIN_PLAUSIBLE_MS = 10_000_000_000;
/** Maximum number of distinct hints that a recorder logs, as they may contain user input. */
const MAX_HINTS = 100;

/** The fields that the events of both APIs share. */
export interface EventBeginning {
  readonly reference: V1ObjectReference;
  readonly metadata: V1ObjectMeta;
  readonly type: EventType;
  /** Time of the occurrence, in milliseconds since 1970. */
  readonly time: number;
}

/** A cached reference, with the prefix of its events' names. */
interface Subject {
  readonly reference: V1ObjectReference;
  readonly prefix: string;
}

/** Builds the parts of an event that both recorders share: reference, name, time, metadata; enforces limits. */
export class EventMaker<E extends CoreV1Event | EventsV1Event> {
  readonly #publisher: EventPublisher<E>;
  readonly #options: EventRecorderOptions;
  readonly #names: EventNames;
  readonly #subjects = new WeakMap<object, Subject>();
  readonly #hints = new Set<string>();
  #instance = { text: "", cut: "" };

  constructor(publisher: EventPublisher<E>, options: EventRecorderOptions) {
    this.#publisher = publisher;
    this.#options = options;
    this.#names = EventNames.of(publisher.clock);
  }

  /**
   * Builds the shared fields of an event; reads each input field once.
   *
   * @throws {Refusal} If the input is invalid.
   */
  begin(object: ObjectOrReference, fields: CoreV1EventFields | EventsV1EventFields): EventBeginning {
    const { type, timestamp, name, labels, annotations } = fields;
    let subject: Subject;
    try {
      subject = this.#subject(object, true);
    } catch (error) {
      throw new Refusal("invalid-object", reasonOf(error));
    }
    if (!isEventType(type)) {
      throw new Refusal("invalid-type", `Type must be "Normal" or "Warning", received ${showValue(type)}`);
    }
    const now = this.#publisher.clock.now();
    const time = timestamp === undefined ? now : timeOf(timestamp ?? now);
    if (!(time > NO_TIME && time <= LAST_TIME)) {
      throw new Refusal(
        "invalid-timestamp",
        `Timestamp must be a Date, milliseconds or an RFC 3339 string, of the years 1 to 9999, received ${
          showValue(timestamp ?? now)
        }`,
      );
    }
    if (typeof timestamp === "number" && timestamp > 0 && timestamp < MIN_PLAUSIBLE_MS) {
      this.#hint("The timestamp of an event is in 1970: pass milliseconds, not seconds", "seconds");
    }
    const metadata: { -readonly [Field in keyof V1ObjectMeta]: V1ObjectMeta[Field] } = {
      name: this.#name(subject, name, now),
      namespace: subject.reference.namespace || "default",
    };
    if (this.#isEntries("labels", labels)) metadata.labels = this.#valid("labels", labels);
    const added = this.#annotate();
    const given = this.#isEntries("annotations", annotations) ? annotations : undefined;
    if (added !== undefined || given !== undefined) {
      metadata.annotations = this.#valid("annotations", { ...added, ...given });
    }
    return { reference: subject.reference, metadata, type, time };
  }

  /** Counts and logs a call that produced no event, given anything thrown. Never throws. */
  refuse(error: unknown, fields: CoreV1EventFields | EventsV1EventFields): void {
    const because = error instanceof Refusal ? error.because : "invalid-field";
    const fault = Object(fields) === fields
      ? reasonOf(error)
      : `Fields must be an object, received ${showValue(fields)}`;
    this.#publisher.refuse(because, `Cannot record ${nameOf(fields)}: ${fault}`, this.#options.logger);
  }

  /**
   * Returns a reference to an object: a copy, unaffected by later changes of the object.
   *
   * Events share the frozen reference until the object changes, so that the correlator compares and hashes the same
   * strings again.
   */
  #subject(object: KubernetesObject & NullableReference, isRegarding: boolean): Subject {
    const known = this.#subjects.get(object);
    if (known !== undefined && isUnchanged(known.reference, object)) return known;
    const given = getReference(object, this.#options.kindOf);
    const reference = Object.freeze(given === object ? copyReference(given) : given);
    checkReference(reference);
    if (isRegarding) {
      for (const { key, line } of referenceHints(reference)) this.#hint(line, key);
    }
    const subject = { reference, prefix: eventNamePrefix(reference.name ?? "") };
    this.#subjects.set(object, subject);
    return subject;
  }

  /**
   * Returns the reference to a second object; `undefined` if it is missing or invalid, which does not drop the event.
   */
  related(object: ObjectOrReference | null | undefined): V1ObjectReference | undefined {
    if (object === undefined || object === null) return undefined;
    try {
      return this.#subject(object, false).reference;
    } catch (error) {
      this.#publisher.alter("related");
      tellLogger(this.#options.logger, "warn", `Related object omitted: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Returns the annotations of the option `annotate`; none if it throws, which does not drop the event. */
  #annotate(): Readonly<Record<string, string>> | undefined {
    if (this.#options.annotate === undefined) return undefined;
    try {
      const added: unknown = this.#options.annotate();
      // Unhandled, its rejection would end the process.
      if (added instanceof Promise) added.catch(() => {});
      return this.#isEntries("annotations", added) ? { ...added } : undefined;
    } catch (error) {
      this.#altered("annotations", `Annotations are omitted from events, as annotate threw: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Whether labels or annotations were passed; counts and logs a value that is not an object. */
  #isEntries(field: string, entries: unknown): entries is Readonly<Record<string, string>> {
    if (entries === undefined || entries === null) return false;
    // Not a Map, a list or a Promise, whose properties are not the entries.
    if (Object.prototype.toString.call(entries) === "[object Object]") return true;
    this.#altered(field, `The ${field} of an event must be an object, received ${showValue(entries)}`);
    return false;
  }

  #valid(field: "labels" | "annotations", entries: Readonly<Record<string, string>>): typeof entries {
    const reservedBytes = this.#publisher.stableNames && MAX_WRITERS_BYTES;
    const report = (key: string, reason: string): void => {
      this.#altered(field, `${showValue(key)} of an event's ${field} ${reason}`);
    };
    return validEntries(field, entries, report, reservedBytes);
  }

  #altered(field: string, hint: string): void {
    this.#publisher.alter(field);
    this.#hint(hint);
  }

  #name({ reference, prefix }: Subject, name: string | null | undefined, now: number): string | undefined {
    if (name !== undefined && name !== null) {
      if (typeof name === "string" && isDns1123Subdomain(name)) return name;
      this.#publisher.alter("name");
    }
    // `publish` creates stable names, from the complete event.
    if (this.#publisher.stableNames !== undefined) return undefined;
    return this.#names.create(reference.name ?? "", now, prefix);
  }

  /** Publishes a complete event; names it first if it has no name. */
  publish(event: E): void {
    const metadata: { name?: string | undefined } = event.metadata;
    // Not published yet, so safe to modify.
    if (metadata.name === undefined) metadata.name = this.#stableName(event);
    this.#publisher.publish(event, this.#options.logger);
  }

  #stableName(event: E): string {
    const { stableNames, clock } = this.#publisher;
    try {
      return stableNames!.create(event);
    } catch (error) {
      this.#hint(`Events get unique names because identity failed: ${reasonOf(error)}`);
      return this.#names.create(objectNameOf(event), clock.now());
    }
  }

  /** Truncates the reporting instance, once for all events: measuring it may require encoding it. */
  reportingInstance(text: string): string {
    if (this.#instance.text !== text) this.#instance = { text, cut: truncateUtf8(text, EVENT_LIMITS.fieldBytes) };
    const { cut } = this.#instance;
    if (cut !== text) this.#publisher.alter("reportingInstance");
    return cut;
  }

  /** Truncates a short field to the server's limit. */
  field(name: string, value: string): string {
    return this.#cut(name, value, EVENT_LIMITS.fieldBytes);
  }

  /** Truncates the message of core/v1 to the server's limit, or the note of events.k8s.io/v1. */
  message(name: "message" | "note", fields: { readonly message?: string; readonly note?: string }): string {
    let value: unknown = fields[name];
    const other = name === "message" ? "note" : "message";
    if ((value === undefined || value === null) && fields[other] !== undefined) {
      value = fields[other];
      const fix = `rename it to ${name}`;
      this.#altered(name, `The ${name} of an event was passed as its ${other}, which only the other API has: ${fix}`);
    }
    return this.#cut(name, value, EVENT_LIMITS.messageBytes);
  }

  /** Formats a message or note, up to the server's limit; logs a format that does not match its arguments, once. */
  format(format: string, args: readonly unknown[]): string {
    const printer = new Printer(EVENT_LIMITS.messageBytes);
    const text = printer.print(format, args);
    if (printer.mistake !== undefined) {
      const shown = showValue(format);
      this.#hint(`The format ${shown} does not match its arguments: ${printer.mistake}`, shown);
    }
    return text;
  }

  #cut(name: string, value: unknown, maxBytes: number): string {
    if (typeof value !== "string") return this.#coerce(name, value, maxBytes);
    const cut = truncateUtf8(value, maxBytes);
    if (cut !== value) this.#publisher.alter(name);
    return cut;
  }

  /** Coerces a field that is not a string: garbled beats lost. */
  #coerce(name: string, value: unknown, maxBytes: number): string {
    const text = truncateUtf8(new Printer(maxBytes).print("%v", [value]), maxBytes);
    this.#publisher.alter(name);
    const fault = `The ${name} of an event must be a string, received ${showValue(value)}: converted to "${text}"`;
    tellLogger(this.#options.logger, "warn", fault);
    return text;
  }

  /** Logs a mistake in the calling code, once. */
  #hint(line: string, key = line): void {
    if (this.#hints.size >= MAX_HINTS || this.#hints.has(key)) return;
    this.#hints.add(key);
    tellLogger(this.#options.logger, "warn", line);
  }
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Milliseconds since 1970; NaN for other values: `Number("2026")` and `Number([])` would be valid but wrong times. */
function timeOf(timestamp: unknown): number {
  if (typeof timestamp === "string") return RFC_3339.test(timestamp) ? Date.parse(timestamp) : NaN;
  const ms: unknown = Object(timestamp).valueOf();
  return typeof ms === "number" ? ms : NaN;
}

/** Returns the event's reason for an error message. */
function nameOf(fields: CoreV1EventFields | EventsV1EventFields): string {
  try {
    return truncateUtf8(String(fields.reason ?? ""), EVENT_LIMITS.fieldBytes) || "an event";
  } catch {
    return "an event";
  }
}

/** Throws a `TypeError` if a field of a reference is not a string. */
function checkReference(reference: V1ObjectReference): void {
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = reference;
  const isGood = isString(kind) && isString(namespace) && isString(name) && isString(uid) && isString(apiVersion) &&
    isString(resourceVersion) && isString(fieldPath);
  if (isGood) return;
  const [field, value] = Object.entries(reference).find(([, value]) => !isString(value))!;
  throw new TypeError(invalid("make a reference", field, "be a string", value));
}

function isString(value: unknown): boolean {
  return typeof value === "string" || value === undefined;
}

function isUnchanged(known: V1ObjectReference, object: KubernetesObject & NullableReference): boolean {
  const from = object.metadata ?? object;
  return isSame(from.name, known.name) && isSame(from.namespace, known.namespace) && isSame(from.uid, known.uid) &&
    isSame(from.resourceVersion, known.resourceVersion) && isSame(object.fieldPath, known.fieldPath) &&
    (object.kind || known.kind) === known.kind && (object.apiVersion || known.apiVersion) === known.apiVersion;
}

function isSame(value: string | null | undefined, known: string | undefined): boolean {
  return value === known || (value === null && known === undefined);
}
