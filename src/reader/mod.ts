/**
 * Reads events from a cluster: {@linkcode EventReader} lists and watches them as a `ReadableStream` that reconnects and
 * resumes, counts occurrences rather than objects, and waits for an event in tests.
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
