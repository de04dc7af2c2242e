import { classOf, showValue } from "../../base/tools/check_options.ts";
import {
  type CoreV1Event,
  EVENT_LIMITS,
  type EventsV1Event,
  type EventType,
  isEventType,
  truncateUtf8,
} from "../../base/event/event.ts";
import type {
  KubernetesObject,
  ObjectOrReference,
  V1ObjectMeta,
  V1ObjectReference,
} from "../../base/event/kubernetes_object.ts";
import { ProblemLog, reasonOf, tellLogger } from "../../base/tools/logger.ts";
import { timeOf } from "../../base/tools/time.ts";
import { distinguish } from "../../base/event/distinction.ts";
import { eventNamePrefix, EventNames, isDns1123Subdomain } from "../../base/event/names.ts";
import { MAX_WRITERS_BYTES } from "../../base/event/identity.ts";
import { validEntries, validOwners } from "./event_metadata.ts";
import { type EventPublisher, Refusal } from "./event_publisher.ts";
import type { CoreV1EventFields, EventsV1EventFields } from "./event_fields.ts";
import type { EventRecorderOptions } from "./event_recorder.ts";
import {
  checkReference,
  copyReference,
  getReference,
  isUnchanged,
  type NullableReference,
  referenceHints,
} from "./reference.ts";
import { EventTexts } from "./event_texts.ts";
import { type CallOptions, placedFields } from "./placed_fields.ts";

/** The start of the year 1, Go's zero time, which servers treat as unset. */
const NO_TIME = -62_135_596_800_000;
/** The last millisecond of the year 9999, the latest time of RFC 3339. */
const LAST_TIME = 253_402_300_799_999;
/** Below this, a number is probably in seconds, because in milliseconds it would be in early 1970. */
const MIN_PLAUSIBLE_MS = 10_000_000_000;

interface Subject {
  readonly reference: V1ObjectReference;
  readonly prefix: string;
}

/** The fields that the events of both APIs share, and the parts of the event's name. */
interface EventBeginning extends Subject {
  /** Named by `record`, once the event is complete. */
  readonly metadata: V1ObjectMeta;
  readonly type: EventType;
  /** Time of the call, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Time of the occurrence, in milliseconds since 1970. */
  readonly time: number;
}

/**
 * Builds and publishes the events of one API: the parts that both APIs share here, the rest by `build`. Enforces
 * limits.
 */
export class EventMaker<E extends CoreV1Event | EventsV1Event, F extends CoreV1EventFields | EventsV1EventFields> {
  readonly #publisher: EventPublisher<E>;
  readonly #options: EventRecorderOptions;
  readonly #names: EventNames;
  readonly #subjects = new WeakMap<object, Subject>();
  readonly #problems: ProblemLog;
  /** How to format and check the arguments of calls. */
  readonly #calls: CallOptions;
  /** Formats and truncates the texts of events. */
  readonly texts: EventTexts;
  readonly #build: (beginning: EventBeginning, fields: F) => E;

  constructor(
    publisher: EventPublisher<E>,
    options: EventRecorderOptions,
    build: (beginning: EventBeginning, fields: F) => E,
  ) {
    this.#publisher = publisher;
    this.#options = options;
    this.#problems = new ProblemLog((level, line) => tellLogger(options.logger, level, line));
    this.#names = EventNames.of(publisher.clock);
    this.#build = build;
    const tell = (line: string, key: string): void => this.#problems.tell("warn", line, key);
    this.texts = new EventTexts(tell, (field, line, key) => this.#altered(field, line, key));
    const format = (text: unknown, args: readonly unknown[]): unknown => this.texts.format(text, args);
    this.#calls = { apiVersion: publisher.apiVersion, format, tell };
  }

  /**
   * Records an event.
   *
   * @param args The arguments of the message or note, if it is a format.
   * @param waiter Passed on to the publisher, with the event or the reason why there is none.
   */
  readonly record = (object: ObjectOrReference, given: F, args?: readonly unknown[], waiter?: unknown): void => {
    try {
      this.texts.digests = undefined;
      const subject = this.#regarding(object, given);
      if (Object(given) !== given) throw new Refusal("invalid-field", ""); // refuse() writes the message
      const fields = placedFields(given, args, this.#calls);
      const beginning = this.#begin(subject, fields);
      const event = this.#build(beginning, fields);
      const metadata: { name?: string | undefined } = event.metadata;
      const name = this.#givenName(event, fields);
      this.#distinguish(event, fields, name);
      // Safe to modify, because it is not published yet.
      metadata.name = name ?? this.#newName(event, beginning);
      this.#publisher.publish(event, this.#problems, waiter);
    } catch (error) {
      this.refuse(error, given, waiter);
    }
  };

  #regarding(object: ObjectOrReference, fields: F): Subject {
    try {
      return this.#subject(object, true);
    } catch (error) {
      const order = isEventType(object) || "kind" in Object(fields) ? ": the object comes first" : "";
      throw new Refusal("invalid-object", reasonOf(error) + order);
    }
  }

  /**
   * Builds the fields of an event that do not depend on the API.
   *
   * @throws {Refusal} If the input is invalid.
   */
  #begin({ reference, prefix }: Subject, fields: F): EventBeginning {
    const { type, timestamp, labels, annotations, reason, action } = fields;
    const { annotate, clusterNamespace = "default", ownedByObject = false } = this.#options;
    const ownerReferences = fields.ownerReferences ?? (ownedByObject && reference.uid ? [reference] : undefined);
    if (this.#publisher.apiVersion !== "v1" && !(reason && action)) {
      throw new Refusal(
        "invalid-field",
        `Reason and action must not be empty, received ${showValue(reason)} and ${showValue(action)}`,
      );
    }
    if (!isEventType(type)) {
      const order = isEventType(reason) ? ": the type comes before the reason" : "";
      throw new Refusal("invalid-type", `Type must be "Normal" or "Warning", received ${showValue(type)}${order}`);
    }
    const nowMs = this.#publisher.clock.now();
    const time = timestamp === undefined ? nowMs : timeOf(timestamp ?? nowMs);
    if (!(time > NO_TIME && time <= LAST_TIME)) {
      throw new Refusal(
        "invalid-timestamp",
        "Timestamp must be a Date, a Temporal.Instant, milliseconds or an RFC 3339 string, of a date that exists in the " +
          `years 1 to 9999, received ${showValue(timestamp ?? nowMs)}`,
      );
    }
    if (typeof timestamp === "number" && timestamp > 0 && timestamp < MIN_PLAUSIBLE_MS) {
      this.#problems.tell("warn", "The timestamp of an event is in 1970: pass milliseconds, not seconds", "seconds");
    }
    if (timestamp === undefined && nowMs === 0 && this.#publisher.clock === Date) {
      this.#problems.tell(
        "warn",
        "The clock stands at 1970, as a worker's does while its modules load: record events in requests",
        "clock",
      );
    }
    const metadata: { -readonly [Field in keyof V1ObjectMeta]: V1ObjectMeta[Field] } = {
      name: undefined,
      namespace: reference.namespace || clusterNamespace,
    };
    if (labels !== undefined && this.#isEntries("labels", labels)) metadata.labels = this.#valid("labels", labels);
    const added = annotate && this.#annotate(annotate);
    const given = annotations !== undefined && this.#isEntries("annotations", annotations) ? annotations : undefined;
    if (added !== undefined || given !== undefined) {
      metadata.annotations = this.#valid("annotations", { ...added, ...given });
    }
    if (ownerReferences !== undefined) {
      metadata.ownerReferences = validOwners(
        ownerReferences,
        metadata.namespace!,
        (owner) => this.#subject(owner, false).reference,
        (line) => this.#altered("ownerReferences", line, "owner"),
      );
    }
    return { reference, prefix, metadata, type, nowMs, time };
  }

  /** Counts and logs a call that produced no event; `error` may be any thrown value. Never throws. */
  refuse(error: unknown, fields: F, waiter: unknown): void {
    const because = error instanceof Refusal ? error.because : "invalid-field";
    const fault = Object(fields) === fields
      ? reasonOf(error)
      : `Fields must be an object, received ${showValue(fields)}`;
    const reason = nameOf(fields);
    const message = `Cannot record ${reason}: ${fault}`;
    this.#publisher.refuse(because, message, waiter);
    this.#problems.tell("warn", message, `${because} ${reason}`);
  }

  /**
   * Returns a reference to an object: a frozen copy, which later changes of the object do not affect.
   *
   * Events about an unchanged object share one reference.
   */
  #subject(object: KubernetesObject & NullableReference, isRegarding: boolean): Subject {
    const known = this.#subjects.get(object);
    if (known !== undefined && isUnchanged(known.reference, object)) return known;
    const given = getReference(object, this.#options.kindOf);
    const reference = Object.freeze(given === object ? copyReference(given) : given);
    checkReference(reference);
    if (isRegarding) {
      for (const { key, line } of referenceHints(reference)) this.#problems.tell("warn", line, key);
    }
    const subject = { reference, prefix: eventNamePrefix(reference.name ?? "") };
    this.#subjects.set(object, subject);
    return subject;
  }

  /**
   * Returns the reference to a second object, or `undefined` if there is none. Also for an invalid one, because the
   * event is recorded anyway.
   */
  related(object: ObjectOrReference | null | undefined): V1ObjectReference | undefined {
    if (object === undefined || object === null) return undefined;
    try {
      return this.#subject(object, false).reference;
    } catch (error) {
      this.#altered("related", `Related object omitted: ${reasonOf(error)}`, "related");
      return undefined;
    }
  }

  /**
   * Returns the annotations of the option `annotate`, or `undefined` if it throws, because that must not drop the
   * event.
   */
  #annotate(annotate: () => unknown): Readonly<Record<string, string>> | undefined {
    try {
      const added = annotate();
      // An unhandled rejection would end the process.
      if (added instanceof Promise) added.catch(() => {});
      return this.#isEntries("annotations", added) ? { ...added } : undefined;
    } catch (error) {
      this.#altered("annotations", `The annotations of annotate are omitted, because it threw: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** Whether labels or annotations are an object. Counts and logs any other value except null and undefined. */
  #isEntries(field: string, entries: unknown): entries is Readonly<Record<string, string>> {
    if (entries === undefined || entries === null) return false;
    // The properties of a Map, a list or a Promise are not its entries.
    if (classOf(entries) === "Object") return true;
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

  #altered(field: string, problem: string, key?: string): void {
    this.#publisher.alter(field);
    this.#problems.tell("warn", problem, key);
  }

  /** Attaches to an event what the call passed besides its fields: identity, name, time and digests. */
  #distinguish(event: E, { identity: given, timestamp }: F, name: string | undefined): void {
    const identity: unknown = given ?? undefined;
    const isValid = typeof identity === "string" && identity !== "";
    if (identity !== undefined && !isValid) {
      const rule = "must be a non-empty string";
      this.#altered("identity", `The identity of an event ${rule}, received ${showValue(identity)}: ignored`);
    }
    const { digests } = this.texts;
    const isDated = timestamp !== undefined && timestamp !== null;
    if (!isValid && name === undefined && digests === undefined && !isDated) return;
    distinguish(event, { identity: isValid ? identity : undefined, name, digests, isDated });
  }

  /** Returns the valid name passed by the call, or by the option `nameOf`, if there is one. */
  #givenName(event: E, { name }: F): string | undefined {
    let given: unknown = name ?? undefined;
    try {
      given ??= this.#options.nameOf?.(event) ?? undefined;
    } catch (error) {
      this.#altered("name", `Events get generated names, because nameOf threw: ${reasonOf(error)}`);
    }
    if (given === undefined || typeof given === "string" && isDns1123Subdomain(given)) return given;
    const rule = "must be a DNS-1123 subdomain";
    this.#altered(
      "name",
      `The name of an event ${rule}, received ${showValue(given)}: a generated name is used`,
      "name",
    );
    return undefined;
  }

  /** Returns a stable name, which depends on the complete event, or a unique one. */
  #newName(event: E, { reference, prefix, nowMs }: EventBeginning): string {
    const { stableNames } = this.#publisher;
    try {
      if (stableNames !== undefined) return stableNames.create(event);
    } catch (error) {
      this.#problems.tell("warn", `Events get unique names because identity failed: ${reasonOf(error)}`);
    }
    return this.#names.create(reference.name ?? "", nowMs, prefix);
  }
}

function nameOf(fields: CoreV1EventFields | EventsV1EventFields): string {
  try {
    return truncateUtf8(String(fields.reason ?? ""), EVENT_LIMITS.fieldBytes) || "an event";
  } catch {
    return "an event";
  }
}
