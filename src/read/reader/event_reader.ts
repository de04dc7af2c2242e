import { type ApiVersion, type CoreV1Event, type EventOf, type EventsV1Event, viewOf } from "../../base/event/event.ts";
import { invalid, readOptions } from "../../base/tools/check_options.ts";
import type { ObjectOrReference, V1ObjectMeta, V1ObjectReference } from "../../base/event/kubernetes_object.ts";
import { Connection } from "../../connect/connection/connection.ts";
import { type CompleteReaderOptions, type EventReaderOptions, readReaderOptions } from "./event_reader_options.ts";
import {
  checkSince,
  type EventStream,
  type OccurrenceStream,
  type ReaderEvent,
  type ReadOptions,
} from "./event_stream.ts";
import { byTime } from "./by_time.ts";
import { EventsResource } from "./events_resource.ts";
import { getFieldSelector } from "./get_field_selector.ts";
import type { Change } from "./known_events.ts";
import { listEvents } from "./event_pages.ts";
import { type Gap, type Occurrence, occurrenceOf, toOccurrence } from "../../base/event/occurrence.ts";
import { ReflectorStream } from "./reflector_stream.ts";
import { type OccurrenceMatch, waitForOccurrence, type WaitForOptions } from "./wait_for.ts";

// The path from a stored event to an item of a stream, and where to change each step:
//
//   EventReader.watch    event_reader.ts       checks the options and selectors (event_reader_options.ts)
//   ReflectorStream      reflector_stream.ts   emits items on demand, and keeps the position (event_stream.ts)
//   Reflector.batches    reflector.ts          chooses the next request: the states of lists and watches
//   WatchRetries         watch_retries.ts      decides which failures are final, and pauses after the others
//   EventPages           event_pages.ts        lists, page by page
//   openWatch            open_watch.ts         watches, line by line (line_decoder.ts)
//   EventsResource       events_resource.ts    sends the requests
//   ReportedChanges      reported_changes.ts   turns responses into changes, each once, and bookmarks
//   KnownEvents          known_events.ts       remembers the count of each event, to detect what changed
//   ReadingProgress      reading_progress.ts   tracks up to which version everything was read (position.ts)
//
// Built on a stream: waitFor (wait_for.ts), and the initial occurrences in the order of time (by_time.ts).

/**
 * Reads events from an Events API: a cluster's, or an `EventsApiServer`.
 *
 * - **Survives** expired versions, closed and dead connections, 429 and 5xx, rotated tokens and server restarts. It
 *   then resumes after the last event, or lists again and emits exactly the changes: without duplicates, in order.
 * - **Ends** only when its signal aborts, when it is cancelled, or on an error that no retry can fix: 403 without the
 *   permissions that {@linkcode readerRbacRules} lists, 404 if the server lacks the API, or an invalid selector.
 *   Retries 401 and 403 for some seconds, because the server may be starting. If the server has responded before,
 *   retries 401, 403, 404 and any 4xx of a proxy for a minute.
 * - **Waits silently** for a server that is down. Pass a `logger`, such as `console`, to learn why nothing arrives, and
 *   a `signal` to end the wait, which is not an error, even if the server has never responded.
 * - **Applies backpressure**: when a consumer stops reading, so does the socket. A stream keeps no events, only the
 *   version and the count of each.
 *
 * In a pod, `inClusterConfig` of `@kubecast/events/in-cluster` returns its options.
 *
 * @typeParam V The API version.
 *
 * `examples/many_watchers.ts` pipes one watch into a `Broadcaster`, for many watchers.
 *
 * @category Reader
 */
export class EventReader<V extends ApiVersion = "v1"> {
  readonly #resource: EventsResource<V>;
  readonly #options: CompleteReaderOptions<V>;

  /**
   * Creates a reader; sends no request.
   *
   * @throws {TypeError} If `server` is not an http or https URL, or an option has the wrong type.
   * @throws {RangeError} If `apiVersion`, `namespace` or `pageSize` is invalid.
   */
  constructor(options: EventReaderOptions<V> = {}) {
    const verb = "create an EventReader";
    this.#options = readReaderOptions(verb, options);
    this.#resource = new EventsResource(new Connection(this.#options, verb), this.#options);
  }

  /**
   * Lists the stored events, each once, page by page as the loop reads them. After the loop is left, sends no request.
   *
   * The events come in the server's order, by namespace and name, not by time. On 429 or 5xx, tries a page up to five
   * times, and logs the first failure. If the server drops its snapshot because the list takes too long, continues with
   * the current state.
   *
   * @param options `signal` aborts the list, which rejects with the signal's reason.
   * @throws {StatusError} If the server rejects the request; an `Error` if it is unreachable; or the signal's reason.
   *
   * @example
   * ```ts
   * import { EventReader } from "@kubecast/events/reader";
   * import { EventsApiServer } from "@kubecast/events/server";
   *
   * const reader = new EventReader({ fetch: new EventsApiServer().fetch });
   * for await (const { reason } of reader.list()) console.log(reason);
   * ```
   */
  list(options: { readonly signal?: AbortSignal | undefined } = {}): AsyncIterable<EventOf<V>> {
    const { signal } = readOptions("list events", options, { signal: ["an AbortSignal"] });
    return listEvents(this.#resource, { ...this.#options, signal });
  }

  /**
   * Lists the latest occurrence of each stored event, last seen first; events without times come last. Those of the
   * same second are in the order in which the server stored them, the last one first, because most times are whole
   * seconds. Reads all pages, and keeps twice `count` events and a page in memory.
   *
   * @param count Maximum number of occurrences.
   * @param options `signal` aborts the list, which rejects with the signal's reason.
   * @throws {RangeError} Rejects if `count` is not a positive integer; also with errors of {@linkcode EventReader.list}.
   *
   * @example
   * ```ts
   * import { EventReader } from "@kubecast/events/reader";
   * import { EventsApiServer } from "@kubecast/events/server";
   *
   * const reader = new EventReader({ fetch: new EventsApiServer().fetch, namespace: "shop" });
   * for (const { last, reason, message } of await reader.latest(10)) console.log(last?.toISOString(), reason, message);
   * ```
   */
  async latest(count: number, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<Occurrence[]> {
    readOptions("list the latest events", { count: count ?? NaN }, { count: ["a positive integer"] });
    const { signal } = readOptions("list the latest events", options, { signal: ["an AbortSignal"] });
    let latest = new Map<string, Occurrence>();
    /** Sorts the occurrences, and drops those beyond the limit. */
    const sort = () => latest = new Map([...latest].sort(([, a], [, b]) => byTime(b, a)).slice(0, count));
    for await (const event of listEvents(this.#resource, { ...this.#options, signal, isUnique: false })) {
      const key = `${event.metadata.namespace}/${event.metadata.name}`;
      latest.delete(key);
      latest.set(key, toOccurrence(event));
      if (latest.size >= 2 * count) sort();
    }
    sort();
    return [...latest.values()];
  }

  /**
   * Returns a reader with the connection and selectors of this one, for the events about one object: in its namespace,
   * or in `default` for a cluster-scoped object.
   *
   * Selects by uid, to exclude earlier objects of the same name; for an object without a uid, by kind and name. Events
   * about a Node come with one of two uids, because its kubelet uses the Node's name as the uid.
   *
   * @param object An object, or a reference to one; a Node must have its kind.
   * @throws {TypeError} If the object has neither a uid nor a name.
   *
   * @example
   * ```ts
   * import { EventReader } from "@kubecast/events/reader";
   * import { EventsApiServer } from "@kubecast/events/server";
   *
   * const pod = { kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
   * const [newest] = await new EventReader({ fetch: new EventsApiServer().fetch }).about(pod).latest(1);
   * console.log(newest?.message ?? "nothing happened");
   * ```
   */
  about(object: ObjectOrReference): EventReader<V> {
    const { metadata, ...own } = Object(object) as V1ObjectReference & { metadata?: V1ObjectMeta };
    const { kind, name, uid, namespace } = { ...own, ...metadata };
    if (!uid && !name) {
      throw new TypeError(invalid("read the events of an object", "object", "have a uid or a name", object));
    }
    const isNode = kind === "Node";
    const { apiVersion, fieldSelector, filter } = this.#options;
    const selector = getFieldSelector(apiVersion, uid && !isNode ? { uid } : { kind, name });
    // No selector can express either of two uids.
    const isAbout = (event: EventOf<V>): boolean => ["", uid, name].includes(viewOf(event).involvedObject?.uid ?? "");
    return new EventReader<V>({
      ...this.#options,
      namespace: namespace || "default",
      fieldSelector: fieldSelector ? `${fieldSelector},${selector}` : selector,
      filter: uid && isNode ? (event) => filter(event) && isAbout(event) : filter,
    });
  }

  /**
   * Watches events as a stream of changes; sends no request before it is read.
   *
   * Emits the existing events as `ADDED`, then a `BOOKMARK` annotated `k8s.io/initial-events-end: "true"`, as at the
   * end of Kubernetes'
   * {@link https://kubernetes.io/docs/reference/using-api/api-concepts/#streaming-lists | streaming lists} (not after a
   * `resourceVersion`), then every change. The object of a `BOOKMARK` has only metadata: check `type` first, or use
   * {@linkcode EventReader.occurrences}, which has no bookmarks. Existing events come in the order of
   * {@linkcode EventReader.list}; the stream's `synced` resolves when they have been read.
   *
   * After a gap, for example an outage of more than five minutes, the events are listed again and compared, and a `BOOKMARK`
   * annotated `kubecast.dev/gap: "true"` follows. Deletions found by the list have only metadata. A stream that resumes
   * in a gap, or began at `"now"`, cannot find them; its bookmark is also annotated `kubecast.dev/deletions: "unknown"`.
   *
   * @throws {RangeError} If `since` is not `"beginning"`, `"now"`, a position or a resource version.
   * @throws {TypeError} If `signal` is not an `AbortSignal`.
   *
   * @example Resume where an earlier process stopped
   * ```ts
   * import { EventReader } from "@kubecast/events/reader";
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const reader = new EventReader({ fetch: new EventsApiServer().fetch });
   * const stream = reader.watch();
   * for await (const { type } of stream) if (type === "BOOKMARK") break;
   * const checkpoint = stream.position; // to be stored
   * assert.equal(checkpoint, "1");
   *
   * reader.watch({ since: checkpoint });
   * ```
   */
  watch(options: ReadOptions = {}): EventStream<V> {
    return this.#stream(options, ({ event }) => event as ReaderEvent<EventOf<V>>);
  }

  #stream<T>(
    options: ReadOptions,
    toItem: (change: Change<EventOf<V>>, gap: Gap | undefined) => T | undefined,
  ): ReflectorStream<V, T> {
    const table = { since: ["anything", "beginning"], signal: ["an AbortSignal"] } as const;
    const { since, signal } = readOptions("watch events", options, table);
    checkSince(since);
    const ownItem: typeof toItem = (change, gap) => {
      const { type, object } = change.event;
      // Bookmarks, and deletions that a list shows, have only metadata.
      const isBare = type === "BOOKMARK" || type === "DELETED" && object.reason === undefined;
      return isBare || this.#options.filter(object) ? toItem(change, gap) : undefined;
    };
    return new ReflectorStream({ ...this.#options, resource: this.#resource, since, signal, toItem: ownItem });
  }

  /**
   * Watches occurrences: one {@linkcode Occurrence} for each change that raises a count, with the difference as its
   * `delta`, and one with a delta of 0 for each other change of the message, reason or type. Deletions and label
   * changes have none. The occurrences of existing events come first, in the order of {@linkcode EventReader.list}.
   *
   * The deltas of an event add up to its count: across reconnects and gaps, across streams that each resume at the
   * `position` of the previous one, and if the event expires and is created again with its count.
   *
   * If the earlier count is unknown, the occurrence has `estimated: true`. Its delta is
   * - the whole count, an upper bound, if the server no longer has the version to resume from or has another history,
   *   if the count fell, or if an earlier stream may have emitted a part of the count of an event that was created
   *   again, or is selected again by its labels;
   * - 1 for the first change of an event that is older than a stream from `"now"`.
   *
   * @throws {RangeError} If `since` is not `"beginning"`, `"now"`, a position or a resource version.
   * @throws {TypeError} If `signal` is not an `AbortSignal`.
   */
  occurrences(options: ReadOptions = {}): OccurrenceStream {
    return this.#stream(options, toOccurrenceItem);
  }

  /**
   * Waits for an occurrence that matches: of an existing event, or the next one reported. For scripts and end-to-end
   * tests.
   *
   * @param match Text that `<type> <reason> <message>` must contain, a pattern for it, or a function.
   * @returns The first occurrence that matches.
   * @throws {Error} When the signal aborts, with a list of the latest occurrences that did not match. Its `cause` is
   * the error of the last request, such as a `ConnectionError`, if that failed or the server has never responded;
   * otherwise, the signal's reason. Also rejects with any error of `match` or the stream.
   *
   * @example
   * ```ts
   * import { createEventRecorder } from "@kubecast/events";
   * import { EventReader } from "@kubecast/events/reader";
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const { fetch } = new EventsApiServer();
   * const recorder = createEventRecorder({ component: "example-controller", fetch });
   * const pod = { apiVersion: "v1", kind: "Pod", name: "web" };
   * recorder.event(pod, "Warning", "BackOff", "Back-off restarting container");
   *
   * const { count } = await new EventReader({ fetch }).waitFor(/BackOff/, { signal: AbortSignal.timeout(30_000) });
   * assert.equal(count, 1);
   * await recorder.shutdown();
   * ```
   */
  async waitFor(match: OccurrenceMatch, options: WaitForOptions = {}): Promise<Occurrence> {
    return await waitForOccurrence(this.#stream(options, toOccurrenceItem), match, options.signal);
  }
}

function toOccurrenceItem(
  { event, delta, isEstimated, isSame }: Change<CoreV1Event | EventsV1Event>,
  gap: Gap | undefined,
): Occurrence | undefined {
  return !isSame ? occurrenceOf(event.object, delta, isEstimated, gap) : undefined;
}
