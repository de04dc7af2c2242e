/**
 * Events for a picture: {@linkcode Timeline} keeps stored events in the order in which they began, each with its
 * message, its reporter, and the times of its occurrences as far as they are known. {@linkcode bucketsOf} counts
 * occurrences for a chart, and {@linkcode isTrouble} recognizes bad news.
 *
 * Runs on any runtime, without a DOM, and without timers except the one that calls listeners. `kubecast timeline` draws
 * the picture in a terminal.
 *
 * Kubernetes stores an event once and raises its count, so only two of 400 occurrences have a time. Charts that spread
 * a count evenly between the two invent the others. Here, the others are a {@linkcode Span}: a number of occurrences
 * between two times. An event that is watched has the time of every occurrence.
 *
 * @example A row per workload in trouble, with the last hour in 60 columns
 * ```ts
 * import { bucketsOf, Timeline } from "@kubecast/events/timeline";
 *
 * const timeline = new Timeline(); // timeline.follow(new EventReader(…)), or add(JSON.parse(line))
 * const now = Date.now();
 * const troubles = timeline.getSnapshot().events.filter(({ isTrouble }) => isTrouble);
 * const rows = new Map<string, typeof troubles>();
 * for (const event of troubles) {
 *   const name = `${event.namespace}/${event.workload}`;
 *   rows.set(name, [...rows.get(name) ?? [], event]);
 * }
 * for (const [name, events] of rows) {
 *   const { exact, ranges } = bucketsOf(events.flatMap(({ spans }) => spans), now - 3_600_000, now, 60);
 *   console.log(name, events[0]!.reason, events[0]!.message, exact, ranges.length);
 * }
 * ```
 *
 * @module
 */

export { Timeline, type TimelineOptions, type TimelineSnapshot } from "./timeline.ts";
export type { TimelineEvent } from "./event.ts";
export { bucketsOf, type Span } from "./spans.ts";
export { isTrouble } from "./trouble.ts";
export { workloadOf } from "./workload.ts";

export type { CoreV1Event, EventsV1Event, V1EventSource } from "../../base/event/event.ts";
export type { V1ObjectMeta, V1ObjectReference } from "../../base/event/kubernetes_object.ts";
export type { Gap, Occurrence } from "../../base/event/occurrence.ts";
