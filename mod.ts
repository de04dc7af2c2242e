/**
 * Kubernetes' event recorder and broadcaster for the web platform.
 *
 * Start at {@linkcode EventBroadcaster}: it creates recorders, which record events about objects, fans the events out
 * to watchers, and starts recordings, which write them through {@linkcode FetchEventSink} and account for every one.
 * {@linkcode Broadcaster} fans out events about objects of any type.
 *
 * @example Record an event and check its outcome
 * ```ts
 * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const api = new EventsApiServer(); // an Events API in memory; for a cluster: new FetchEventSink({ server: "https://…" })
 * const broadcaster = new EventBroadcaster({ logger: console });
 * const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
 *
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } };
 * recorder.eventf(pod, "Warning", "BackOff", "Back-off restarting container %s", "web");
 *
 * await broadcaster.shutdown();
 * assert.equal(recording.stats().recorded, 1);
 * ```
 *
 * @module
 */

// What travels
export type { ApiVersion, CoreV1Event, EventOf, EventsV1Event, EventType, V1EventSource } from "./src/api/event.ts";
export type { EventLike } from "./src/api/event_like.ts";
export type {
  KubernetesObject,
  ObjectOrReference,
  V1ObjectMeta,
  V1ObjectReference,
} from "./src/api/kubernetes_object.ts";
export type { WatchEvent } from "./src/api/watch_event.ts";
export type { JsonPatchOperation } from "./src/api/json_patch_operation.ts";
export type { V1Status } from "./src/api/status.ts";
export { type Clock, formatMicroTime } from "./src/api/time.ts";
export type { Logger } from "./src/api/logger.ts";
export { getFieldSelector } from "./src/api/get_field_selector.ts";
export { type EventNamingOptions, getEventIdentity } from "./src/api/stable_name.ts";

// 1 recorder
export type {
  CoreV1EventFields,
  CoreV1EventRecorder,
  EventRecorder,
  EventRecorderOptions,
  EventsV1EventFields,
  EventsV1EventRecorder,
  EventsV1Reporter,
} from "./src/recorder/event_recorder.ts";
export { EventRecorderAdapter } from "./src/recorder/event_recorder_adapter.ts";
export { getPartialReference, getReference } from "./src/recorder/reference.ts";
export { sprintf } from "./src/recorder/sprintf.ts";

// 2 broadcaster
export { Broadcaster, BroadcasterStoppedError } from "./src/broadcaster/broadcaster.ts";
export type { BroadcasterOptions, BroadcasterStats } from "./src/broadcaster/broadcaster_options.ts";
export {
  createEventRecorder,
  type StandaloneEventRecorder,
  type StandaloneEventRecorderOptions,
} from "./src/event_broadcaster/create_event_recorder.ts";
export { EventBroadcaster } from "./src/event_broadcaster/event_broadcaster.ts";
export type {
  EventBroadcasterOptions,
  EventBroadcasterStats,
} from "./src/event_broadcaster/event_broadcaster_options.ts";
export {
  EventBroadcasterAdapter,
  type EventBroadcasterAdapterOptions,
} from "./src/event_broadcaster/event_broadcaster_adapter.ts";
export { Watcher } from "./src/broadcaster/watcher.ts";
export type { WatcherIterator } from "./src/broadcaster/watcher_iterator.ts";
export type { WatchOptions, WhenFull } from "./src/broadcaster/watch_options.ts";
export { filterWatch } from "./src/broadcaster/filter_watch.ts";

// 3 correlator
export { type Correlation, type Correlator, correlatorFor } from "./src/correlator/correlator.ts";
export { EventCorrelator, type EventCorrelatorOptions } from "./src/correlator/event_correlator.ts";
export { EventAggregator, type EventAggregatorOptions } from "./src/correlator/event_aggregator.ts";
export { EventDeduplicator } from "./src/correlator/event_deduplicator.ts";
export { EventSourceObjectSpamFilter, type EventSourceObjectSpamFilterOptions } from "./src/correlator/spam_filter.ts";
export { EventSeriesCorrelator, type EventSeriesCorrelatorOptions } from "./src/correlator/event_series_correlator.ts";
export type { CacheStats } from "./src/correlator/record_cache.ts";
export {
  aggregateByReason,
  aggregateByReasonMessage,
  getEventKey,
  getSeriesKey,
  getSpamKey,
  getSpamKeyWithReason,
} from "./src/correlator/event_key.ts";

// 4 sink
export { EventRecording } from "./src/recording/event_recording.ts";
export type { EventRecordingOptions, RecordingOptions } from "./src/recording/recording_options.ts";
export type { FlushReport, Recording, RecordingStats } from "./src/recording/recording.ts";
export type { Outcome } from "./src/recording/outcome.ts";
export { exponentialBackoff } from "./src/recording/backoff.ts";
export type { EventSink } from "./src/sink/event_sink.ts";
export { FetchEventSink, type FetchEventSinkOptions } from "./src/sink/fetch_event_sink.ts";

// connection
export type { AccessReport } from "./src/connection/access_report.ts";
export type { ConnectionOptions } from "./src/connection/connection.ts";
export { ConnectionError, RequestConstructionError } from "./src/connection/connection_error.ts";
export { StatusError } from "./src/connection/status_error.ts";
export { rbacRules } from "./src/connection/rbac_rules.ts";
