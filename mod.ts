/**
 * The event recorder and broadcaster of Kubernetes for the web platform.
 *
 * Start at {@linkcode EventBroadcaster}: it makes recorders, which say what happened to an object, tells everyone who
 * listens, and starts recordings, which write it down by way of {@linkcode FetchEventSink} and account for every event.
 * {@linkcode Broadcaster} does the telling for objects of any kind.
 *
 * @example Record an event, and see what became of it
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
export type { ApiVersion, EventOf } from "./src/api/api_version.ts";
export type { Clock } from "./src/api/clock.ts";
export type { CoreV1Event } from "./src/api/core_v1_event.ts";
export type { V1EventSeries } from "./src/api/event_series.ts";
export type { V1EventSource } from "./src/api/event_source.ts";
export type { EventType } from "./src/api/event_type.ts";
export type { EventsV1Event } from "./src/api/events_v1_event.ts";
export type { JsonPatchOperation } from "./src/api/json_patch_operation.ts";
export type { KubernetesObject } from "./src/api/kubernetes_object.ts";
export type { Logger } from "./src/api/logger.ts";
export type { V1ObjectMeta } from "./src/api/object_meta.ts";
export type { V1ObjectReference } from "./src/api/object_reference.ts";
export type { V1Status, V1StatusCause, V1StatusDetails } from "./src/api/status.ts";
export { getFieldSelector } from "./src/api/get_field_selector.ts";
export { formatMicroTime, formatTime } from "./src/api/time.ts";
export type { WatchEvent, WatchEventType } from "./src/api/watch_event.ts";

// 1 recorder
export { EventRecorderAdapter } from "./src/recorder/event_recorder_adapter.ts";
export { getPartialReference, getReference } from "./src/recorder/reference.ts";
export type { KindOf } from "./src/recorder/reference.ts";
export { sprintf } from "./src/recorder/sprintf.ts";
export type { CoreV1EventFields, EventFields, EventsV1EventFields } from "./src/recorder/event_fields.ts";
export type {
  CoreV1EventRecorder,
  EventRecorder,
  EventRecorderOptions,
  EventsV1EventRecorder,
} from "./src/recorder/event_recorder.ts";
export type { EventsV1Reporter, ReporterOf } from "./src/recorder/events_v1_reporter.ts";

// 2 broadcaster
export { Broadcaster } from "./src/broadcaster/broadcaster.ts";
export type { BroadcasterOptions, ShutdownOptions } from "./src/broadcaster/broadcaster_options.ts";
export type { BroadcasterStats, WatcherStats } from "./src/broadcaster/broadcaster_stats.ts";
export { EventBroadcaster } from "./src/broadcaster/event_broadcaster.ts";
export type { EventBroadcasterOptions } from "./src/broadcaster/event_broadcaster_options.ts";
export type { EventBroadcasterStats } from "./src/broadcaster/event_broadcaster_stats.ts";
export { EventBroadcasterAdapter } from "./src/broadcaster/event_broadcaster_adapter.ts";
export type {
  AdaptedRecordingOptions,
  EventBroadcasterAdapterOptions,
} from "./src/broadcaster/event_broadcaster_adapter.ts";
export { BroadcasterStoppedError } from "./src/broadcaster/broadcaster_stopped_error.ts";
export { emptyWatcher } from "./src/broadcaster/empty_watcher.ts";
export { filterWatch } from "./src/broadcaster/filter_watch.ts";
export type { FilterWatchOptions } from "./src/broadcaster/filter_watch.ts";
export { Watcher } from "./src/broadcaster/watcher.ts";
export type { WatcherIterator, WatcherIteratorOptions } from "./src/broadcaster/watcher.ts";
export type { WatcherLag, WatchOptions, WhenFull } from "./src/broadcaster/watch_options.ts";

// 3 correlator
export { aggregateByReason, aggregateByReasonMessage } from "./src/correlator/aggregate_by_reason.ts";
export type { AggregateKey } from "./src/correlator/aggregate_by_reason.ts";
export type { Correlation } from "./src/correlator/correlation.ts";
export type { Correlator } from "./src/correlator/correlator.ts";
export { correlatorFor } from "./src/correlator/correlator_for.ts";
export { EventAggregator } from "./src/correlator/event_aggregator.ts";
export type { AggregatedEvent, EventAggregatorOptions } from "./src/correlator/event_aggregator.ts";
export { EventCorrelator } from "./src/correlator/event_correlator.ts";
export type { EventCorrelatorOptions, EventCorrelatorStats } from "./src/correlator/event_correlator.ts";
export { EventDeduplicator } from "./src/correlator/event_deduplicator.ts";
export type { EventDeduplicatorOptions, ObservedEvent } from "./src/correlator/event_deduplicator.ts";
export { getEventKey, getSpamKey, getSpamKeyWithReason } from "./src/correlator/event_key.ts";
export type { EventRecord } from "./src/correlator/event_record.ts";
export type { CacheStats, RecordCacheOptions } from "./src/correlator/record_cache.ts";
export { EventSeriesCorrelator } from "./src/correlator/event_series_correlator.ts";
export type {
  EventSeriesCorrelatorOptions,
  EventSeriesCorrelatorStats,
} from "./src/correlator/event_series_correlator_options.ts";
export { getSeriesKey } from "./src/correlator/series_key.ts";
export { EventSourceObjectSpamFilter } from "./src/correlator/spam_filter.ts";
export type { EventSourceObjectSpamFilterOptions, SpamReserve } from "./src/correlator/spam_filter.ts";
export { TokenBucket } from "./src/correlator/token_bucket.ts";
export type { TokenBucketOptions } from "./src/correlator/token_bucket.ts";
export { uncorrelated } from "./src/correlator/uncorrelated.ts";

// 4 sink
export { constantBackoff, exponentialBackoff } from "./src/sink/backoff.ts";
export type { Backoff, ExponentialBackoffOptions } from "./src/sink/backoff.ts";
export { EventRecording } from "./src/sink/event_recording.ts";
export type { EventRecordingOptions, LostEvents } from "./src/sink/event_recording_options.ts";
export type { EventSink, EventSinkRequestOptions } from "./src/sink/event_sink.ts";
export { FetchEventSink } from "./src/sink/fetch_event_sink.ts";
export type { FetchEventSinkOptions, PatchType, TokenSource } from "./src/sink/fetch_event_sink_options.ts";
export type { AbandonReason, DropReason, Outcome, SkipReason } from "./src/sink/outcome.ts";
export { rbacRules } from "./src/sink/rbac_rules.ts";
export type { RbacRule } from "./src/sink/rbac_rules.ts";
export type { FlushOptions, FlushReport, Recording, RecordingStats } from "./src/sink/recording.ts";
export type { CorrelatorOptions, RecordingOptions } from "./src/sink/recording_options.ts";
export { RequestConstructionError } from "./src/sink/request_construction_error.ts";
export { StatusError } from "./src/sink/status_error.ts";
export type { StatusErrorOptions } from "./src/sink/status_error.ts";
