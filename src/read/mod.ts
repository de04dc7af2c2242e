/**
 * Reads events from a cluster: {@linkcode EventReader} lists and watches them as a `ReadableStream` that reconnects and
 * resumes, counts occurrences rather than objects, and waits for an event in tests. {@linkcode forward} delivers them
 * to a permanent store, from any number of replicas with {@linkcode leaseCheckpoint}. **To follow warnings**:
 *
 * ```ts
 * import { createEventRecorder } from "@kubecast/events";
 * import { EventReader } from "@kubecast/events/reader";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const { fetch } = new EventsApiServer(); // for a cluster: new EventReader({ server: "https://…", token })
 * const recorder = createEventRecorder({ component: "example-controller", fetch });
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
 * for (let i = 0; i < 3; i++) recorder.event(pod, "Warning", "BackOff", "Back-off restarting");
 * await recorder.shutdown();
 *
 * const reader = new EventReader({ fetch, namespace: "shop", fieldSelector: "type=Warning" });
 * for await (const { regarding, reason, count, delta } of reader.occurrences()) {
 *   console.log(`${regarding.name}: ${reason} (x${count}, ${delta} new)`); // web: BackOff (x3, 3 new)
 *   break; // without it, the loop runs until the signal of { signal } aborts
 * }
 * ```
 *
 * It needs `get`, `list` and `watch` on events ({@linkcode readerRbacRules}).
 *
 * **A server that is down** is retried forever and silently, unless you pass a `logger`, such as `console`.
 *
 * **Counts.** An event is stored once, and its count rises. `occurrences()` emits each increase with its `delta`; the
 * deltas of an event add up to its count, even over several streams, each resumed at the `position` of the previous
 * one.
 *
 * **Gaps.** etcd keeps changes for five to ten minutes by default. A stream whose next changes are gone lists the
 * events, emits the differences, and then a bookmark annotated `kubecast.dev/gap`; `stats().gaps` counts the gap.
 *
 * **Requests.** A stream first lists the events, page by page; one that resumes lists those at its position. Then it
 * watches, for at most `quietMs` (30 seconds) at a time, so that a silently dead connection is noticed 15 seconds
 * later. Before each watch, a list of one event shows whether the server's history is still the same. While nothing
 * happens, every other watch needs another list of one event, so that the version does not expire.
 *
 * | if a watch is                                | then                                                          |
 * | -------------------------------------------- | ------------------------------------------------------------- |
 * | ended by the server, cut, or dead            | the next one starts after the last change                     |
 * | refused with 429 or 5xx                      | it is retried forever, after 0.4 to 30 s or `Retry-After`     |
 * | expired: 410, or it ends at once             | the events are listed and compared, and the gap is marked     |
 * | refused with 401, 403 or 404                 | it is retried for a minute if the server has responded before |
 * | on another server, or a restored one         | as if expired; every event of unknown history is emitted      |
 *
 * In a storm of kills, compactions and outages against a real kube-apiserver (`sh tests/cluster/run.sh forwarding`),
 * Deno, Bun and Node lost none of 3,522 states, and replaced silently dead connections after 34 to 41 seconds.
 *
 * @module
 */

export { readerRbacRules } from "../connect/connection/rbac_rules.ts";
export { EventReader } from "./reader/event_reader.ts";
export { forward, type Forwarding, type ForwardStats } from "./forward/forward.ts";
export { leaseCheckpoint, type LeaseCheckpointOptions } from "./forward/lease_checkpoint.ts";
export { type Delivery, type Gap, type Occurrence, toOccurrence } from "../base/event/occurrence.ts";
export { StatusError } from "../base/event/status_error.ts";

export type {
  EventStream,
  EventStreamStats,
  OccurrenceStream,
  ReaderEvent,
  ReadOptions,
  ResumableStream,
  Since,
} from "./reader/event_stream.ts";
export type { Checkpoint, ForwardOptions, Leadership } from "./forward/forward_options.ts";
export type { EventReaderOptions } from "./reader/event_reader_options.ts";
export type { OccurrenceMatch, WaitForOptions } from "./reader/wait_for.ts";

export type { ApiVersion, CoreV1Event, EventOf, EventsV1Event } from "../base/event/event.ts";
export type { EventLike } from "../base/event/event_like.ts";
export type { V1ObjectReference, WatchEvent } from "../base/event/kubernetes_object.ts";
export type { Logger } from "../base/tools/logger.ts";
export type { Clock } from "../base/tools/time.ts";
export type { ConnectionOptions } from "../connect/connection/connection.ts";
