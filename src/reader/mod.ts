/**
 * Reads events from a cluster: {@linkcode EventReader} lists and watches them as a `ReadableStream` that reconnects and
 * resumes, counts occurrences rather than objects, and waits for an event in tests; {@linkcode forward} delivers them
 * to a store that lasts.
 *
 * **Counts.** An event is stored once, and its count rises. `occurrences()` emits each rise with its `delta`; the deltas
 * of an event add up to its count, also over streams that resume from each other's `resourceVersion`. A delta that
 * cannot be known is marked as `estimated`.
 *
 * **Gaps.** etcd keeps changes for five to ten minutes by default. A stream whose next changes are gone lists the events,
 * emits what has changed, and then a bookmark annotated `kubecast.dev/gap`; `stats().gaps` counts it.
 *
 * **Requests.** A list by pages, then watches of at most `quietMs` (30 seconds), so that a silently dead connection is
 * noticed 15 seconds later; in quiet times a list of one event for every two watches, so that the version does not
 * expire. A stream that resumes lists the events at its version first.
 *
 * | a watch is                                   | then                                                          |
 * | -------------------------------------------- | ------------------------------------------------------------- |
 * | ended by the server, cut, or dead            | the next one starts after the last change                     |
 * | refused with 429 or 5xx                      | it is retried forever, after 0.4 to 30 s or as asked          |
 * | expired: 410, or it ends at once             | the events are listed and compared, and the gap is marked     |
 * | refused with 401, 403 or 404                 | it is retried for a minute if the server has responded before |
 * | on a server whose version is behind          | as expired: it is another server, or was restored             |
 *
 * @example
 * ```ts
 * import { EventReader } from "@kubecast/events/reader";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const api = new EventsApiServer(); // for a cluster: new EventReader({ server: "https://…", token })
 * const reader = new EventReader({ fetch: api.fetch, namespace: "shop" });
 * for await (const { reason, count, delta } of reader.occurrences({ signal: AbortSignal.timeout(10) })) {
 *   console.log(`${reason} (x${count}, ${delta} new)`);
 * }
 * ```
 *
 * @module
 */

export { readerRbacRules } from "../connection/rbac_rules.ts";
export { EventReader } from "./event_reader.ts";
export { forward } from "./forward.ts";
export { toOccurrence } from "./occurrence.ts";

export type { EventReaderOptions, ReadOptions, WaitForOptions } from "./event_reader.ts";
export type { EventStream, OccurrenceStream } from "./event_stream.ts";
export type { Checkpoint, Delivery, Forwarding, ForwardOptions, ForwardStats } from "./forward.ts";
export type { Occurrence } from "./occurrence.ts";
export type { EventStreamStats, Since } from "./reflector.ts";
export type { OccurrenceMatch } from "./wait_for.ts";
