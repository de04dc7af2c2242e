/**
 * Building blocks for ports of client-go programs, for extensions, and for their tests. Everything that a controller
 * needs is in `@kubecast/events`.
 *
 * ```ts
 * import { EventCorrelator, getSpamKeyWithReason } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const correlator = new EventCorrelator({ burst: 1, spamKey: getSpamKeyWithReason });
 * const involvedObject = { kind: "Pod", namespace: "shop", name: "web" };
 * const backOff = { metadata: {}, involvedObject, type: "Warning", reason: "BackOff", message: "Back-off" };
 * assert.equal(correlator.correlate(backOff).type, "create");
 * assert.equal(correlator.correlate(backOff).type, "skip"); // counted, not written
 * assert.equal(correlator.correlate({ ...backOff, reason: "Pulled" }).type, "create"); // each reason has its own budget
 * ```
 *
 * ## tools/record
 *
 * | client-go                                                                  | here                                                                                                                           |
 * | -------------------------------------------------------------------------- | ------------------------------------------------------------------------------------------------------------------------------ |
 * | `NewBroadcaster()`, `EventBroadcaster`                                     | `new EventBroadcaster()`                                                                                                       |
 * | `NewBroadcasterForTests(d)`, `WithSleepDuration(d)`                        | `startRecordingToSink(sink, { retryDelayMs })`                                                                                 |
 * | `NewBroadcasterWithCorrelatorOptions(o)`, `WithCorrelatorOptions(o)`       | `startRecordingToSink(sink, { correlator })`                                                                                   |
 * | `WithContext(ctx)`, `BroadcasterOption`                                    | `new EventBroadcaster({ signal, … })`                                                                                          |
 * | `StartRecordingToSink(sink)`                                               | the same; `stop()` of the returned recording writes the pending events and ends it                                              |
 * | `StartEventWatcher`, `StartLogging`, `StartStructuredLogging`, `Shutdown`  | the same in camelCase; `shutdown()` writes the queue, for 10 s or until its `signal` aborts, and reports how many events are `lost` |
 * | `NewRecorder(scheme, source)`                                              | `newRecorder(source, { kindOf })`: `kindOf` stands in for the scheme where objects lack a kind                                 |
 * | `EventRecorder`, `EventRecorderLogger`                                     | `CoreV1EventRecorder`: `event`, `eventf`, `annotatedEventf`, `withLogger`, `pastEventf` of older versions, and `record`        |
 * | `Eventf(object, reason, …)` of 1.1, without a type                         | `eventf(object, "Normal", reason, …)`                                                                                          |
 * | `EventSink`, `EventSinkImpl`                                               | `EventSink`: `create` and `patch`; {@linkcode FetchEventSink}                                                                  |
 * | `EventCorrelator`, `NewEventCorrelator(clock)`, `NewEventCorrelatorWithOptions(o)` | {@linkcode EventCorrelator}: `correlate` is `EventCorrelate`, `updateState` is `UpdateState`                           |
 * | `EventCorrelateResult`                                                     | {@linkcode Correlation}: `type` is `"create"`, `"patch"` or `"skip"`                                                           |
 * | `EventAggregator`, `NewEventAggregator(…)`                                 | {@linkcode EventAggregator}                                                                                                    |
 * | `EventAggregatorKeyFunc`, `EventAggregatorByReasonFunc`                    | the option `aggregateKey`, {@linkcode aggregateByReason}                                                                       |
 * | `EventAggregatorMessageFunc`, `EventAggregatorByReasonMessageFunc`         | the option `aggregateMessage`, {@linkcode aggregateByReasonMessage}                                                            |
 * | `EventSourceObjectSpamFilter`, `NewEventSourceObjectSpamFilter(…)`         | {@linkcode EventSourceObjectSpamFilter}                                                                                        |
 * | `EventFilterFunc`, `EventSpamKeyFunc`                                      | a custom {@linkcode Correlator}, the option `spamKey`                                                                          |
 * | `getEventKey`, `getSpamKey`, its `eventLogger`                             | {@linkcode getEventKey}, {@linkcode getSpamKey}, {@linkcode EventDeduplicator}                                                 |
 * | `EventRecorderAdapter`, `NewEventRecorderAdapter(recorder)`                | {@linkcode EventRecorderAdapter}                                                                                               |
 * | `recordToSink`, without a broadcaster                                      | {@linkcode EventRecording}                                                                                                     |
 * | `FakeRecorder`, `NewFakeRecorder(n)`                                       | `new FakeRecorder({ includeObject })` of `@kubecast/events/testing`: `lines` has the strings of its channel, without a limit   |
 * | `util.GenerateEventName`, `ValidateEventType`, `IsKeyNotFoundError`        | the recorder names events and checks types; a patch of an expired event creates it again                                        |
 *
 * The nine `CorrelatorOptions` are options of {@linkcode EventCorrelator}, and of `correlator` in
 * `startRecordingToSink`:
 *
 * | client-go              | here               | default                              |
 * | ---------------------- | ------------------ | ------------------------------------ |
 * | `LRUCacheSize`         | `cacheSize`        | 4096                                 |
 * | `BurstSize`            | `burst`            | 25                                   |
 * | `QPS`                  | `qps`              | 1 / 300                              |
 * | `KeyFunc`              | `aggregateKey`     | {@linkcode aggregateByReason}        |
 * | `MessageFunc`          | `aggregateMessage` | {@linkcode aggregateByReasonMessage} |
 * | `MaxEvents`            | `maxEvents`        | 10                                   |
 * | `MaxIntervalInSeconds` | `maxIntervalMs`    | 600,000                              |
 * | `Clock`                | `clock`            | `Date`                               |
 * | `SpamKeyFunc`          | `spamKey`          | {@linkcode getSpamKey}               |
 *
 * ## tools/events
 *
 * | client-go                                                          | here                                                                                                       |
 * | ------------------------------------------------------------------ | ---------------------------------------------------------------------------------------------------------- |
 * | `NewBroadcaster(sink)`, `EventBroadcaster`                         | `new EventBroadcaster({ apiVersion: "events.k8s.io/v1" })`                                                 |
 * | `StartRecordingToSink(stop)`, `StartRecordingToSinkWithContext(ctx)` | `startRecordingToSink(sink, { signal })`, once per sink                                                  |
 * | `NewRecorder(scheme, reportingController)`                         | `newRecorder({ reportingController }, { kindOf })`                                                         |
 * | `EventRecorder`, `AnnotatedEventRecorder`, `EventRecorderLogger`   | `EventsV1EventRecorder`: `eventf`, `annotatedEventf`, `withLogger`, and `record`                           |
 * | `EventSink`, `EventSinkImpl`                                       | `EventSink`, `new FetchEventSink({ apiVersion: "events.k8s.io/v1" })`                                      |
 * | event series, `refreshExistingEventSeries`, `finishSeries`         | {@linkcode EventSeriesCorrelator}, {@linkcode getSeriesKey}                                                |
 * | `EventBroadcasterAdapter`, `NewEventBroadcasterAdapter(client)`, `NewEventBroadcasterAdapterWithContext` | `await` {@linkcode EventBroadcasterAdapter}`.discover({ server, token, signal })`; `DeprecatedNewLegacyRecorder` is `newLegacyRecorder` |
 * | `FakeRecorder`, `NewFakeRecorder(n)`                               | `new FakeRecorder({ apiVersion: "events.k8s.io/v1" })`; `Verbose` is `includeObject`                       |
 * | `GetFieldSelector(…)`                                              | {@linkcode getFieldSelector}                                                                               |
 *
 * ## apimachinery's pkg/watch
 *
 * | apimachinery                                                                            | here                                                                                              |
 * | --------------------------------------------------------------------------------------- | ------------------------------------------------------------------------------------------------- |
 * | `Broadcaster`, `NewBroadcaster(n, behaviour)`                                           | `new Broadcaster({ highWaterMark: n, whenFull })`                                                 |
 * | `NewLongQueueBroadcaster(n, …)`                                                         | `incomingHighWaterMark: n` too                                                                    |
 * | `FullChannelBehavior`: `DropIfChannelFull`, `WaitIfChannelFull`; `DefaultChanSize`      | `whenFull`: `"drop-newest"`, `"wait"`, and also `"drop-oldest"` and `"close"`; 1000               |
 * | `Action`, `ActionOrDrop`, `Watch`, `WatchWithPrefix`, `Shutdown`                        | the same in camelCase; `action` returns a promise                                                 |
 * | `Interface`, `ProxyWatcher`, `NewProxyWatcher(ch)`, `MockWatcher`                       | {@linkcode Watcher}, a `ReadableStream`: `ResultChan()` is the watcher itself, `Stop()` is `stop()` |
 * | `Event`, `EventType`                                                                    | `WatchEvent`, with `type` and `object`                                                            |
 * | `Filter(w, f)`, `FilterFunc`; `NewEmptyWatch()`                                         | {@linkcode filterWatch}; a `new Watcher()` that is stopped                                        |
 * | `FakeWatcher`, `NewFake()`, `NewFakeWithChanSize`, `NewFakeWithOptions`, `FakeOptions`, `RaceFreeFakeWatcher`, `NewRaceFreeFake()`, `NewRaceFreeFakeWithLogger` | `new FakeWatcher()` of `@kubecast/events/testing`, which never blocks |
 * | `Recorder`, `NewRecorder(w)`                                                            | `new WatchRecorder(watcher)` of `@kubecast/events/testing`                                        |
 * | `StreamWatcher`, `NewStreamWatcher`, `NewStreamWatcherWithLogger`, `Decoder`, `Reporter` | `new EventReader(…).watch()` of `@kubecast/events/reader`, which also lists and resumes           |
 *
 * ## tools/watch
 *
 * All of `@kubecast/events/reader`:
 *
 * | client-go                                                                                | here                                                                                  |
 * | ---------------------------------------------------------------------------------------- | ------------------------------------------------------------------------------------- |
 * | `RetryWatcher`, `NewRetryWatcher`, `NewRetryWatcherWithContext`                          | `new EventReader(…).watch({ since, signal })`, which also lists again after a 410     |
 * | `Until`, `UntilWithSync`, `UntilWithoutRetry`, `ConditionFunc`, `PreconditionFunc`, `ErrWatchClosed` | `waitFor(match, { signal })`, whose rejection lists the events seen       |
 * | `ContextWithOptionalTimeout`                                                             | `AbortSignal.timeout(ms)`                                                             |
 * | `NewIndexerInformerWatcher`, `NewIndexerInformerWatcherWithLogger`                       | the `Timeline` of `@kubecast/events/timeline`, which keeps the events that a reader has read |
 *
 * ## tools/reference
 *
 * | client-go                                     | here                                                                                     |
 * | --------------------------------------------- | ---------------------------------------------------------------------------------------- |
 * | `GetReference(scheme, object)`                | {@linkcode getReference}`(object, kindOf)`, which throws for an object without a kind    |
 * | `GetPartialReference(scheme, object, path)`   | {@linkcode getPartialReference}`(object, fieldPath, kindOf)`                             |
 * | `ErrNilObject`                                | an `Error`; recorders drop the event and log it                                          |
 *
 * Without a counterpart in client-go: {@linkcode correlatorFor} chooses a correlator for each event,
 * {@linkcode exponentialBackoff} is for the option `backoff`, {@linkcode getSpamKeyWithReason} gives each reason its
 * own budget, and {@linkcode formatMicroTime} formats the times of events.k8s.io/v1.
 *
 * ## What differs
 *
 * Each difference is deliberate, and a test of its name (in `tests/parity`) compares it with client-go:
 *
 * - **Patches** are JSON Patches (`application/json-patch+json`) that test the version last read, because strategic
 *   merge patches work only on Kubernetes. A role needs the same verbs, `create` and `patch`; a custom sink receives
 *   the operations as an array.
 * - **Outcomes**: no event is lost silently, because each has an outcome with its reason; client-go has neither.
 * - **Retries**: a recording retries 429, 5xx, time-outs and lost connections for as long as it takes, and also 401 and
 *   403 once a write has succeeded. Before that, it retries a 401 or 403 for about 15 seconds, like a missing
 *   namespace and an exceeded quota. client-go abandons an event after any status, and after twelve tries otherwise; a
 *   recording does so only if the event itself is at fault. Writes run in parallel, eight at a time, in order for each
 *   object; a failing object or namespace delays no other.
 * - **Early events**: up to 1000 events from before the first recording starts are kept, and written then, because a
 *   controller often records while its client is being created.
 * - **Keys** of the correlator cannot collide; client-go joins fields without a separator.
 * - **Counts** stop at 2147483647, the largest int32; client-go's become negative.
 * - **Names** never share a nanosecond. client-go's would here, because JavaScript's clocks tick in milliseconds.
 * - **Kinds**: an event has its own `apiVersion` and `kind`, because a sink receives it as it is sent.
 * - **Half a kind**: an event about an object with only one of `kind` and `apiVersion` is dropped and logged, because
 *   `kubectl describe` would not find it.
 * - **Invalid events** of events.k8s.io/v1, without a reason or an action, are dropped. Invalid labels and annotations
 *   are omitted, because the server would otherwise reject the whole event.
 * - **A repeat** changes only the count, the times and the message of an event. In client-go, an expired event is
 *   created again with the labels and annotations of its latest repeat, so the stored event depends on timing.
 * - **Times**: the first time is the earliest and the last time the latest that calls passed, in any order, even if the
 *   clock is set back. In client-go, the last time can go back, and a series has the clock's time. `eventTime` of
 *   events.k8s.io/v1 is immutable, so it stays the time of the first event recorded.
 * - **Combined events** have the times that calls passed, the labels, annotations and reporter of the latest event, and
 *   their own name. A full group forgets its oldest event; client-go's forgets an arbitrary one.
 * - **A series** keeps up to ten different notes, because a stored note cannot change, and writes its last count at the
 *   end. It is written half an hour after its last write; client-go writes all series at the same time.
 * - **Changed objects**: a new `resourceVersion` of the object does not begin a new series.
 * - **Cluster-scoped objects**: their events go to the namespace `default`, as in client-go. In events.k8s.io/v1, the
 *   recorder's option `clusterNamespace` sends them to `kube-system`, for roles that may write only there.
 * - **Limits that are off**: `maxEvents`, `maxNotes`, `burst` and `qps` may be `Infinity`.
 * - **Misplaced arguments**: if a message is passed as the reason or action, or `related` is left out, the event is
 *   recorded as it was probably meant, and the mistake is logged once. Go's compiler finds most of these mistakes.
 * - **Texts** over 32 KiB, or notes over 1,024 bytes, are truncated in the middle, because the server would reject the
 *   note.
 * - **Identity**: the broadcaster's option `identity`, or the `identity` passed to a call, replaces client-go's key. A
 *   name passed to a call is part of the key, and so is the full text of a truncated field.
 * - **Formats**: a verb that does not fit its argument prints it as `%v` does, an unknown verb stays in the text, and
 *   arguments without a verb follow the text, so that no `%!d(string=hi)`, `MISSING` or `EXTRA` reaches the cluster,
 *   where it could not be corrected ({@linkcode sprintf}).
 * - **Logs**: `startLogging` escapes line breaks and invisible characters, so that one event cannot look like two.
 * - **The adapter** of a core/v1 recorder keeps `related` and `action`, because core/v1 has fields for them.
 * - **Fakes** record exactly the events that recorders record, and never treat a reason as a format.
 *
 * As in client-go, events with a **type** other than `Normal` and `Warning` are dropped (and here counted as
 * `"invalid-type"` and logged), so projects that write "Info" or "Error" have to choose one of the two. And a handler
 * or watcher that changes an event changes it for everyone, including the recordings, because all share one object.
 * Copy it first: `structuredClone(event)`.
 *
 * ## java-operator-sdk's EventRecorder
 *
 * | java-operator-sdk                                                     | here                                                                                       |
 * | --------------------------------------------------------------------- | ------------------------------------------------------------------------------------------ |
 * | `keyStrategy(byReason())`: the message is not part of the identity    | `identity: (event) => getEventIdentity({ ...event, message: "" })` of the broadcaster, see the example at `EventNamingOptions` |
 * | `key()` of a record, which takes precedence                           | `identity` of `record()`                                                                   |
 * | `name()` of a record | `name` of `record()` |
 * | a naming strategy of the recorder | its option `nameOf` |
 * | else the hash of the identity as the name | `naming: "stable"` of the broadcaster: the object's name and the hash |
 * | `ownerReference(true)` of the recorder | its option `ownedByObject`; both need a uid |
 * | `ownedByRegarding()` of a record | `ownerReferences` of `record()`, which may also name other owners |
 * | labels, annotations                                                   | `labels` and `annotations` of `record()`; `annotate` of the recorder for all               |
 * | the namespace of events about cluster-scoped objects                  | `clusterNamespace`, in events.k8s.io/v1; in core/v1 servers accept only `default`          |
 * | repeats patch count, time and message, after a request that reads the event | the same, without that request; with `naming: "stable"` even after a restart, and across replicas |
 * | a custom `EventSink`                                                  | `EventSink`                                                                                |
 * | the recorder of a reconciliation, bound to its object | `recorder.record.bind(undefined, object)`: methods work detached |
 * | one call, one request; an error is logged                             | queued, in order for each object, retried, flushed at the end                              |
 *
 * @module
 */

// tools/record
export { EventRecording } from "../record/recording/event_recording.ts";
export type { EventRecordingOptions } from "../record/recording/recording_options.ts";
export { exponentialBackoff } from "../record/recording/retry.ts";
export { type Correlation, type Correlator, correlatorFor, type CountRecord } from "../record/correlator/correlator.ts";
export { EventCorrelator, type EventCorrelatorOptions } from "../record/correlator/event_correlator.ts";
export { EventAggregator, type EventAggregatorOptions } from "../record/correlator/event_aggregator.ts";
export { EventDeduplicator } from "../record/correlator/event_deduplicator.ts";
export {
  EventSourceObjectSpamFilter,
  type EventSourceObjectSpamFilterOptions,
} from "../record/correlator/spam_filter.ts";
export type { CacheStats } from "../record/correlator/records.ts";
export {
  aggregateByReason,
  aggregateByReasonMessage,
  getEventKey,
  getSeriesKey,
  getSpamKey,
  getSpamKeyWithReason,
} from "../record/correlator/event_key.ts";
export { EventRecorderAdapter } from "../record/recorder/event_recorder_adapter.ts";
export { sprintf } from "../record/recorder/sprintf.ts";

// tools/events
export {
  EventSeriesCorrelator,
  type EventSeriesCorrelatorOptions,
} from "../record/correlator/event_series_correlator.ts";
export {
  EventBroadcasterAdapter,
  type EventBroadcasterAdapterOptions,
} from "../record/event_broadcaster/event_broadcaster_adapter.ts";
export { getFieldSelector } from "../read/reader/get_field_selector.ts";
export { formatMicroTime } from "../base/tools/time.ts";

// pkg/watch, tools/reference
export { filterWatch } from "../record/broadcaster/filter_watch.ts";
export { getPartialReference, getReference } from "../record/recorder/reference.ts";
