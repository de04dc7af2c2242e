import { EVENT_LIMITS, isEventType } from "../api/event.ts";
import { eventName, isDns1123Subdomain, isEventNamePrefix } from "../api/event_name.ts";
import type { KubernetesObject, V1ObjectMeta, V1ObjectReference } from "../api/kubernetes_object.ts";
import { tellLogger } from "../api/logger.ts";
import { showValue } from "../api/check_options.ts";
import { truncateUtf8 } from "../api/truncate_utf8.ts";
import type { EventFields, EventRecorderOptions } from "./event_recorder.ts";
import { type EventPublisher, Refusal } from "./event_publisher.ts";
import { copyReference, getReference } from "./reference.ts";
import { sprintf } from "./sprintf.ts";

/** The year 1 begins here, a time that servers take for none. */
const NO_TIME = -62_135_596_800_000;
/** The last millisecond of the year 9999, the last that RFC 3339 can write. */
const LAST_TIME = 253_402_300_799_999;

/** What every event begins with, once it is known that it can be made. */
interface EventBeginning {
  readonly reference: V1ObjectReference;
  readonly metadata: V1ObjectMeta;
  /** When it happened, in milliseconds since 1970. */
  readonly time: number;
}

/** An object as it was when it was last seen. */
interface Subject {
  readonly reference: V1ObjectReference;
  readonly isPrefix: boolean;
}

/** The steps that both recorders share: references, names, times and limits. */
export class EventMaker {
  readonly #publisher: EventPublisher<never>;
  readonly #options: EventRecorderOptions;
  readonly #subjects = new WeakMap<object, Subject>();

  constructor(publisher: EventPublisher<never>, options: EventRecorderOptions) {
    this.#publisher = publisher;
    this.#options = options;
  }

  /**
   * The beginning of an event.
   *
   * @throws {Refusal} If no event can be made.
   */
  begin(object: KubernetesObject | V1ObjectReference, fields: EventFields): EventBeginning {
    const { type, timestamp } = fields;
    let subject: Subject;
    try {
      subject = this.#subject(object);
    } catch (error) {
      throw new Refusal("invalid-object", sprintf("%v", error));
    }
    if (!isEventType(type)) {
      throw new Refusal("invalid-type", `Type must be "Normal" or "Warning", received ${showValue(type)}`);
    }
    const now = this.#publisher.clock.now();
    const time = timestamp === undefined ? now : timeOf(timestamp ?? now);
    if (!(time > NO_TIME && time <= LAST_TIME)) {
      throw new Refusal(
        "invalid-timestamp",
        `Timestamp must be a Date or milliseconds, of the years 1 to 9999, received ${showValue(timestamp ?? now)}`,
      );
    }
    return { reference: subject.reference, metadata: this.#metadata(subject, fields, now), time };
  }

  /** Accounts for an event that could not be made, whatever was thrown on the way: its caller hears of no error. */
  refuse(error: unknown, fields: EventFields): void {
    const because = error instanceof Refusal ? error.because : "invalid-field";
    const fault = Object(fields) === fields ? error : `Fields must be an object, received ${showValue(fields)}`;
    const message = sprintf("Cannot record %s: %v", nameOf(fields), fault);
    this.#publisher.refuse(because, message, this.#options.logger);
  }

  /**
   * The reference to an object, a copy that a later change of the object does not reach; frozen, as events share it.
   *
   * The same reference serves as long as the object stays as it was: the correlator knows it again by identity.
   */
  #subject(object: KubernetesObject & V1ObjectReference): Subject {
    const known = this.#subjects.get(object);
    if (known !== undefined && isUnchanged(known.reference, object)) return known;
    const given = getReference(object, this.#options.kindOf);
    const reference = Object.freeze(given === object ? copyReference(given) : given);
    checkReference(reference);
    const subject = { reference, isPrefix: isEventNamePrefix(reference.name ?? "") };
    this.#subjects.set(object, subject);
    return subject;
  }

  /** The reference to a second object, or nothing: an event is not lost for it. */
  related(object: KubernetesObject | V1ObjectReference | undefined): V1ObjectReference | undefined {
    if (object === undefined || object === null) return undefined;
    try {
      return this.#subject(object).reference;
    } catch (error) {
      this.#publisher.alter("related");
      tellLogger(this.#options.logger, "warn", sprintf("Related object left out: %v", error));
      return undefined;
    }
  }

  /** The event's own name, namespace, labels and annotations. */
  #metadata(subject: Subject, fields: EventFields, now: number): V1ObjectMeta {
    const namespace = subject.reference.namespace || "default";
    const name = this.#name(subject, fields.name, now);
    const { labels, annotations } = fields;
    if (labels === undefined && annotations === undefined) return { name, namespace };
    return {
      name,
      namespace,
      ...(labels && { labels: { ...labels } }),
      ...(annotations && { annotations: { ...annotations } }),
    };
  }

  #name({ reference, isPrefix }: Subject, name: string | undefined, now: number): string {
    if (name !== undefined && name !== null) {
      if (typeof name === "string" && isDns1123Subdomain(name)) return name;
      this.#publisher.alter("name");
    }
    return eventName(reference.name ?? "", now, isPrefix);
  }

  /** A short field, cut to what the server takes. */
  field(name: string, value: string): string {
    return this.#cut(name, value, EVENT_LIMITS.fieldBytes);
  }

  /** A message or note, cut to what the server takes. */
  message(name: string, value: string): string {
    return this.#cut(name, value, EVENT_LIMITS.messageBytes);
  }

  #cut(name: string, value: string, maxBytes: number): string {
    if (typeof value !== "string") return this.#textOf(name, value, maxBytes);
    const cut = truncateUtf8(value, maxBytes);
    if (cut !== value) this.#publisher.alter(name);
    return cut;
  }

  /** What becomes of a field that is no string: better a text that nobody meant than no event. */
  #textOf(name: string, value: unknown, maxBytes: number): string {
    const text = truncateUtf8(sprintf("%v", value), maxBytes);
    this.#publisher.alter(name);
    const fault = `The ${name} of an event must be a string, received ${showValue(value)}: it is "${text}" now`;
    tellLogger(this.#options.logger, "warn", fault);
    return text;
  }
}

/** Milliseconds since 1970. Not `Number("2026")`, which is a time, but the wrong one. */
function timeOf(timestamp: unknown): number {
  return typeof timestamp === "string" ? NaN : Number(timestamp);
}

/** What a message calls an event of which nothing was made: by its reason, where that can be read. */
function nameOf(fields: EventFields): string {
  try {
    return String(fields.reason ?? "") || "an event";
  } catch {
    return "an event";
  }
}

/** Makes sure that all fields of a reference are strings. */
function checkReference(reference: V1ObjectReference): void {
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = reference;
  const isGood = isString(kind) && isString(namespace) && isString(name) && isString(uid) && isString(apiVersion) &&
    isString(resourceVersion) && isString(fieldPath);
  if (isGood) return;
  const [field, value] = Object.entries(reference).find(([, value]) => !isString(value))!;
  throw new TypeError(`Cannot make a reference: ${field} must be a string, received ${showValue(value)}`);
}

function isString(value: unknown): boolean {
  return typeof value === "string" || value === undefined || value === null;
}

function isUnchanged(known: V1ObjectReference, object: KubernetesObject & V1ObjectReference): boolean {
  const from: V1ObjectReference = object.metadata ?? object;
  return from.name === known.name && from.namespace === known.namespace && from.uid === known.uid &&
    from.resourceVersion === known.resourceVersion && object.fieldPath === known.fieldPath &&
    (object.kind || known.kind) === known.kind && (object.apiVersion || known.apiVersion) === known.apiVersion;
}
