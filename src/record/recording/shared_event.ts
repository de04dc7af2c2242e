import { type AnyEvent, type CoreV1Event, type EventsV1Event, isCoreV1 } from "../../base/event/event.ts";
import type { JsonPatchOperation } from "../../base/event/kubernetes_object.ts";
import { MAX_COUNT } from "../correlator/event_deduplicator.ts";
import type { Write } from "./entry.ts";
import { isBefore } from "../../base/tools/time.ts";
import { RequestConstructionError, RequestLimitError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";

/** The fields of a stored event that are needed to add to its count. */
type StoredEvent =
  & Pick<CoreV1Event, "metadata" | "count" | "message" | "firstTimestamp" | "lastTimestamp">
  & Pick<EventsV1Event, "series" | "eventTime">;

/** The annotation with the count of each of the latest writers of an event. */
export const WRITERS_ANNOTATION = "kubecast.dev/writers";
/** Maximum number of writers in the annotation, of 12 bytes or so each; the least recent one is evicted. */
const MAX_WRITERS = 32;

/**
 * An event that several processes count. Tracks how much of its count on the server comes from this process, and how
 * much of this process's count is unwritten. If this process has seen five repeats, of which the server includes three,
 * the next write adds two.
 *
 * The event's annotation {@linkcode WRITERS_ANNOTATION} has the count of each writer. If an answer was lost, the writer
 * reads there whether its write was applied, so that nothing is counted twice. Nothing is lost either, unless
 * {@linkcode MAX_WRITERS} others have written in between.
 */
export class SharedEvent {
  readonly #writer = newWriter();
  #name: string;
  /** The event in the latest answer of the server; undefined until the first answer, and once it is gone. */
  #stored: StoredEvent | undefined;
  /** The uid of that event, kept even once it is gone. */
  #uid: string | undefined;
  /** Whether an event that was stored is gone. */
  #wasStored = false;
  /** Number of occurrences in this process since the event was created. */
  #seen = 0;
  /** Number of these occurrences that the count on the server includes. */
  #included = 0;
  /**
   * The value that `#included` has if the unanswered request was applied. That is a patch of the stored version or, if
   * no version is known, a create.
   */
  #unanswered = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the event is known to be on the server. */
  get isStored(): boolean {
    return this.#stored !== undefined;
  }

  /** The event's version in the latest answer of the server; differs between events. */
  get version(): string {
    return `${this.#uid} ${this.#stored?.metadata.resourceVersion}`;
  }

  /** Number of occurrences that are not in the count on the server. */
  get unwritten(): number {
    return this.#seen - this.#included;
  }

  /** Counts repeats, to be written. */
  add(repeats: number): void {
    this.#seen += repeats;
  }

  /** Makes a request that brings the count on the server up to date; `event` is the event as updated. */
  async request(event: AnyEvent, send: () => Promise<AnyEvent>): Promise<AnyEvent> {
    const seen = this.#seen;
    const unanswered = this.#unanswered;
    try {
      const answered = send();
      // Set until the request is answered. If it never is, another attempt reads whether it was applied.
      this.#unanswered = seen;
      const answer = await answered;
      const addedMeanwhile = this.#seen - seen;
      if (this.#stored === undefined) this.#restart();
      // A custom sink may resolve with anything, or nothing.
      const stored = typeof Object(answer).metadata?.resourceVersion === "string" ? answer : event;
      this.#store(stored);
      this.#included = this.#seen - addedMeanwhile;
      return stored;
    } catch (error) {
      const isAnswered = error instanceof StatusError && error.code < 500 && error.code !== 408;
      const isUnsent = error instanceof RequestLimitError || error instanceof RequestConstructionError;
      if (isAnswered || isUnsent) this.#unanswered = unanswered;
      throw error;
    }
  }

  /** Whether a stored event is known to be this one, even if edited since. */
  knows(stored: AnyEvent): boolean {
    const { uid } = stored.metadata;
    return uid !== undefined && uid === this.#uid || writersOf(stored).has(this.#writer);
  }

  /** Called when the event was read. */
  adopt(stored: AnyEvent): void {
    if (this.#uid !== undefined && this.#uid !== stored.metadata?.uid) this.#restart();
    const counted = writersOf(stored).get(this.#writer);
    if (counted !== undefined) this.#included = Math.min(counted, this.#seen);
    // It is unknown whether the write was applied. Assume so, rather than count twice.
    else if (this.#isPushedOut(stored)) this.#included = Math.max(this.#included, this.#unanswered);
    this.#store(stored);
  }

  #store(stored: AnyEvent): void {
    const { uid, resourceVersion, annotations: given } = stored.metadata;
    const { count, series, message, firstTimestamp, lastTimestamp, eventTime } = stored as Partial<
      CoreV1Event & EventsV1Event
    >;
    // Copied, because a sink in memory may change the annotations of its answer.
    const annotations = given && { ...given };
    // Keep only the fields needed to count, because there may be thousands of events.
    const metadata = { resourceVersion, annotations };
    this.#stored = { metadata, count, series, message, firstTimestamp, lastTimestamp, eventTime };
    this.#uid = uid;
    this.#unanswered = 0;
  }

  /** Whether enough others have written since to have evicted this writer from the annotation. */
  #isPushedOut(stored: AnyEvent): boolean {
    const before = writersOf(this.#stored);
    const writers = [...writersOf(stored)];
    return writers.length === MAX_WRITERS && writers.every(([writer, count]) => before.get(writer) !== count);
  }

  /** Called when the event has expired or was deleted; the next one counts the repeats not known to be written. */
  gone(): void {
    this.#wasStored ||= this.#stored !== undefined;
    this.#stored = undefined;
    this.#unanswered = 0;
  }

  /** Called when the name belongs to a different event. */
  rename(name: string): void {
    this.gone();
    this.#name = name;
  }

  /** Starts counting for another event in its place, without the repeats that the previous one includes. */
  #restart(): void {
    this.#seen -= this.#included;
    // A create without a response may have created the other event; a patch concerned the old one.
    this.#unanswered = this.#stored === undefined ? Math.max(this.#unanswered - this.#included, 0) : 0;
    this.#included = 0;
  }

  /** Returns `event` with the name under which it is stored, and without its version. */
  renamed<E extends AnyEvent>(event: E): E {
    return { ...event, metadata: { ...event.metadata, name: this.#name, resourceVersion: undefined } };
  }

  /** Returns the event to create; `began` is the time of its first repeat. */
  toCreate({ event, began, patch }: Readonly<Write>): AnyEvent {
    const count = Math.min(this.unwritten, MAX_COUNT);
    const metadata = {
      ...this.renamed(event).metadata,
      annotations: { ...event.metadata.annotations, [WRITERS_ANNOTATION]: this.#writers(new Map(), this.unwritten) },
    };
    if (isCoreV1(event)) {
      return { ...event, metadata, count, firstTimestamp: began, ...this.#lateFirst(event, patch, began) };
    }
    const series = count > 1 ? { count, lastObservedTime: observedOf(event) } : undefined;
    return { ...event, metadata, eventTime: began, series };
  }

  /** Returns the stored event with the unwritten repeats added, and the patch that adds them. */
  toPatch(
    { event, patch }: Readonly<Write>,
  ): { readonly event: AnyEvent; readonly operations: readonly JsonPatchOperation[] } {
    const stored = this.#stored!;
    const { annotations, resourceVersion } = stored.metadata;
    const writers = this.#writers(writersOf(stored), this.#seen);
    const count = Math.min(countInItsApi(stored, event) + this.unwritten, MAX_COUNT);
    const fields = isCoreV1(event)
      ? { ...repeated(stored, event, count), ...this.#lateFirst(event, patch, stored.firstTimestamp) }
      : { series: { count, lastObservedTime: observedOf(later(stored, event, observedOf)) } };
    const operations: JsonPatchOperation[] = Object.entries(fields).map(([field, value]) => {
      return { op: "add", path: `/${field}`, value };
    });
    // After a reset of the server, another event may have this version.
    if (this.#uid !== undefined) operations.unshift({ op: "test", path: "/metadata/uid", value: this.#uid });
    const written = { [WRITERS_ANNOTATION]: writers };
    // JSON Patch cannot add a member to a missing object.
    operations.push(
      annotations
        ? { op: "add", path: `/metadata/annotations/${WRITERS_ANNOTATION.replace("/", "~1")}`, value: writers }
        : { op: "add", path: "/metadata/annotations", value: written },
    );
    const metadata = {
      ...event.metadata,
      name: this.#name,
      uid: this.#uid,
      resourceVersion,
      annotations: { ...annotations, ...written },
    };
    return { event: { ...event, ...fields, metadata }, operations };
  }

  /** Returns the first time of an event, if it comes from an occurrence recorded late and is before `time`. */
  #lateFirst(
    { firstTimestamp }: CoreV1Event,
    patch: Write["patch"],
    time: string | null | undefined,
  ): Pick<CoreV1Event, "firstTimestamp"> {
    const isLate = patch?.some(({ path }) => path === "/firstTimestamp") && isBefore(firstTimestamp, time);
    // An event created in place of an expired one may not count that occurrence.
    return isLate && !this.#wasStored ? { firstTimestamp } : {};
  }

  /** Returns the annotation with this writer as the latest. */
  #writers(writers: Map<string, number>, count: number): string {
    writers.delete(this.#writer);
    writers.set(this.#writer, count);
    return [...writers].slice(-MAX_WRITERS).map(([writer, count]) => `${writer}=${count}`).join(" ");
  }
}

/** Returns eight random letters and digits. */
function newWriter(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/** Reads the annotation; ignores invalid entries. */
function writersOf(stored: Pick<AnyEvent, "metadata"> | undefined): Map<string, number> {
  const text: unknown = Object(Object(stored).metadata?.annotations)[WRITERS_ANNOTATION];
  const entries = typeof text === "string" ? text.matchAll(/(?:^| )([0-9a-z]{8})=(\d{1,15})(?= |$)/g) : [];
  return new Map([...entries].map(([, writer, count]) => [writer!, Number(count)]));
}

/** Returns a stored event without the annotation, as the recorder made it. */
export function withoutWriters(stored: AnyEvent): AnyEvent {
  const { [WRITERS_ANNOTATION]: writers, ...rest } = stored.metadata.annotations ?? {};
  if (writers === undefined) return stored;
  const annotations = Object.keys(rest).length > 0 ? rest : undefined;
  return { ...stored, metadata: { ...stored.metadata, annotations } };
}

/** Whether the count of a stored event is in the field that the API of `event` uses, not in the other API's. */
export function isCountedAlike(stored: AnyEvent, event: AnyEvent): boolean {
  const { count, series, eventTime, deprecatedCount } = stored as Partial<CoreV1Event & EventsV1Event>;
  return isCoreV1(event) ? !series && Boolean(count || !eventTime) : !deprecatedCount;
}

function countInItsApi({ count, series }: StoredEvent, event: AnyEvent): number {
  const own: unknown = isCoreV1(event) ? count : series?.count;
  return Number.isInteger(own) ? Math.max(own as number, 1) : 1;
}

/** The fields of core/v1 that a repeat changes. The message is the latest one. */
function repeated(stored: StoredEvent, event: CoreV1Event, count: number): Partial<CoreV1Event> {
  const { lastTimestamp, message } = later(stored, event, (one) => one.lastTimestamp);
  return { count, lastTimestamp: lastTimestamp ?? null, message: message ?? "" };
}

function observedOf({ series, eventTime }: Pick<EventsV1Event, "series" | "eventTime">): string | null {
  return series?.lastObservedTime ?? eventTime ?? null;
}

/** The later of two events; the second one if their times cannot be compared. */
function later<A, B>(a: A, b: B, timeOf: (event: A | B) => string | null | undefined): A | B {
  return isBefore(timeOf(b), timeOf(a)) ? a : b;
}
