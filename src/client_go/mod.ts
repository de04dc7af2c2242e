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
 * The nine `CorrelatorOptions` are options of {@linkcode EventCorrelator}, and of `correlator` in `startRecordingToSink`:
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
 * Each by decision, and a test of this name (`tests/parity`) plays it against client-go:
 *
 * - **Patches** are JSON Patches (`application/json-patch+json`) that test the version last read, because strategic merge
 *   patches work on Kubernetes alone. A role needs the same verbs, `create` and `patch`; a sink of your own gets the
 *   operations as an array.
 * - **Outcomes**: no event is lost silently. Each has an outcome with its reason, because client-go has neither.
 * - **Retries**: 429, 5xx, time-outs and lost connections, and 401 and 403 once a write has succeeded, for as long as it
 *   takes; a 401 or 403 before that, a missing namespace and an exceeded quota for about 15 seconds. client-go gives up at
 *   any status, and after twelve tries at anything else; a recording does so only where the event itself is at fault.
 *   Writes run in parallel, eight at a time, in order for each object; an object or namespace that fails delays no other.
 * - **Early events**: those recorded before the first recording starts are kept, 1000 of them, and written, because a
 *   controller often records while its client is being made.
 * - **Keys** of the correlator cannot collide; client-go joins fields without a separator.
 * - **Counts** stop at 2147483647, the largest int32; client-go's become negative.
 * - **Names** never share a nanosecond, because clocks of JavaScript tick in milliseconds.
 * - **Kinds**: an event has its own `apiVersion` and `kind`, because a sink gets it as it is on the wire.
 * - **Half a kind**: about an object that has only one of `kind` and `apiVersion`, no event is recorded, because
 *   `kubectl describe` would not find it; the logger says why.
 * - **Invalid events** of events.k8s.io/v1, without a reason or an action, are dropped, labels and annotations that the
 *   server rejects are left out: a rejected event would be lost whole.
 * - **A repeat** changes the count, the times and the message of an event, and nothing else. In client-go an event that
 *   has expired is created again with the labels and annotations of its latest repeat, so that what is stored depends on
 *   the timing.
 * - **Times**: the first is the least and the last the greatest of those that calls gave, whatever their order, and when
 *   the clock is set back; in client-go the last one goes back, and that of a series is the clock's. `eventTime` of
 *   events.k8s.io/v1 is immutable: it stays that of the first event recorded.
 * - **Combined events** have the times that calls gave, labels, annotations and reporter of the latest event, and a name
 *   of their own; a full group forgets its oldest event, not any.
 * - **A series** keeps up to ten different notes, because a stored note cannot change, and writes its last count at the
 *   end. It is written half an hour after its last write, not by a clock of all series.
 * - **Changed objects**: a new `resourceVersion` of the object begins no new series.
 * - **Cluster-scoped objects**: in events.k8s.io/v1 their events go to `kube-system` by the recorder's option
 *   `clusterNamespace`, for roles that may write only there; client-go knows `default` alone.
 * - **Limits that are off**: `maxEvents`, `maxNotes`, `burst` and `qps` may be `Infinity`.
 * - **Misplaced arguments**: a message that was passed as the reason or action, or a left-out `related` object, is
 *   recorded as it was probably meant, with one line to the logger. Go's compiler finds most of them.
 * - **Texts** beyond 32 KiB, or 1,024 bytes of a note, are truncated and keep their tail; the server would reject the note.
 * - **Identity**: a name that a call gives is part of what makes events equal, the option `identity` of the broadcaster
 *   and the `identity` of a call replace client-go's key, and the whole text counts where it is truncated.
 * - **Formats**: a verb that does not fit its argument prints it as `%v` does, an unknown one stays as it was written, and
 *   arguments without a verb follow the text: no `%!d(string=hi)`, `MISSING` or `EXTRA` reaches the cluster, where
 *   it could not be corrected ({@linkcode sprintf}).
 * - **Logs**: `startLogging` escapes line breaks and invisible characters, so that one event cannot look like two.
 * - **The adapter** of a core/v1 recorder keeps `related` and `action`, for which core/v1 has fields.
 * - **Fakes** record what recorders record: they drop what those drop, and no reason is a format.
 *
 * As in client-go, **types** other than `Normal` and `Warning` are dropped (here counted as `"invalid-type"` and logged):
 * projects that write "Info" or "Error" choose one of the two. And a handler or watcher that changes an event changes it
 * for all, also for the recordings, because all get one object. Copy it first: `structuredClone(event)`.
 *
 * ## java-operator-sdk's EventRecorder
 *
 * | java-operator-sdk                                                     | here                                                                                       |
 * | --------------------------------------------------------------------- | ------------------------------------------------------------------------------------------ |
 * | `keyStrategy(byReason())`: the message is no part of the identity     | `identity: (event) => getEventIdentity({ ...event, message: "" })` of the broadcaster, whose page has it as an example |
 * | `key()` of a record, which comes first                                | `identity` of `record()`                                                                   |
 * | `name()` of a record                                                  | `name` of `record()`                                                                       |
 * | a naming strategy; else the hash of the identity                      | `naming: "stable"`: the object's name and the hash of the identity                         |
 * | `ownerReference(true)`, `ownedByRegarding()`                          | `ownerReferences: [object]` of `record()`; only an owner with a uid, as there              |
 * | labels, annotations                                                   | `labels` and `annotations` of `record()`; `annotate` of the recorder for all               |
 * | the namespace of events about cluster-scoped objects                  | `clusterNamespace`, in events.k8s.io/v1; a server takes no other than `default` in core/v1 |
 * | repeats patch count, time and message, after a request that reads the event | the same, without that request; with `naming: "stable"` also after a restart, and by replicas together |
 * | an `EventSink` of your own                                            | `EventSink`                                                                                |
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
export {
  EventAggregator,
  type EventAggregatorOptions,
  EventDeduplicator,
  EventSourceObjectSpamFilter,
  type EventSourceObjectSpamFilterOptions,
} from "../record/correlator/event_stages.ts";
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
