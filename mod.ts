/**
 * Kubernetes' event recorder and broadcaster for the web platform.
 *
 * **To record from a script**, call {@linkcode createEventRecorder}:
 *
 * ```ts
 * import { createEventRecorder } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const api = new EventsApiServer(); // in memory, for this example
 * const recorder = createEventRecorder({
 *   component: "backup-script",
 *   fetch: api.fetch, // for a cluster: ...await loadKubeconfig()
 *   logger: console,
 * });
 * const pod = {
 *   apiVersion: "v1",
 *   kind: "Pod",
 *   metadata: { name: "web", namespace: "shop", uid: "1234" },
 * };
 * recorder.eventf(pod, "Normal", "BackedUp", "Backed up %d files", 1234);
 * const { lost } = await recorder.shutdown(); // now it is written
 * if (lost > 0) throw new Error("The event did not reach the server");
 * console.log(api.events()[0]?.message); // Backed up 1234 files
 * ```
 *
 * `loadKubeconfig` of `@kubecast/events/kubeconfig` connects as kubectl does, and `inClusterConfig` of
 * `@kubecast/events/in-cluster` as the pod that the program runs in.
 *
 * **In a controller**, whose recorders share watchers, logs and recordings, start at {@linkcode EventBroadcaster}: it
 * creates recorders, which record events about objects, fans the events out to watchers, and starts recordings, which
 * write them through {@linkcode FetchEventSink} and account for every one. {@linkcode Broadcaster} fans out events
 * about objects of any type.
 *
 * ```text
 * object + what happened
 *       │  1 recorder     builds a valid event; never waits, never throws
 *       ▼
 *  EventBroadcaster       2 fans out: a stream per watcher, drops counted
 *       │ ├── for await / pipeTo / handler / log
 *       ▼
 *  EventCorrelator        3 combines, counts repeats, filters spam
 *       ▼
 *  Recording ─► EventSink 4 writes: coalescing, retries, flush
 *       ▼
 *  Events API             5 a cluster's, or EventsApiServer in memory
 *       ▼
 *  EventReader            and back: list and watch as one stream
 * ```
 *
 * ## Outcomes
 *
 * Every event that a recording accepts ends in exactly one outcome, and its `stats()` add up at every instant:
 * `accepted = recorded + coalesced + skipped + dropped + rejected + abandoned + pending`. `onOutcome` is called with
 * each.
 *
 * | outcome   | meaning                                                                              | the defaults that decide                                                                  |
 * | --------- | ------------------------------------------------------------------------------------ | ----------------------------------------------------------------------------------------- |
 * | recorded  | stored by the server                                                                 |                                                                                           |
 * | coalesced | stored, in the count of a write shared with other events                             | waiting writes of one event become one                                                    |
 * | skipped   | counted, but not written separately: `"spam"`, `"series"`                            | 25 at once, then one per 5 minutes, per source, object and type                           |
 * | dropped   | never sent, with the reason: object without a kind, 65,536 different events pending, … | `maxPending` 65,536, or 4096 with `autoFlush: false`; 1000 events recorded before the first recording starts                 |
 * | rejected  | refused by the server permanently                                                    | 4xx except 408, 409, 429; after a 401, a new token is tried first; a first 401 or 403, a missing namespace and an exceeded quota are retried for about 15 s |
 * | abandoned | not written before it ran out of tries or the deadline passed                        | 12 tries 10 s apart that fail because of the event itself: a 409, or a 500 or time-out while others are written; an outage never counts; 10 s after `stop()` |
 *
 * `owed` is the number of skipped events whose count has not reached the server yet, and `uncounted` the number of
 * those whose write failed permanently. By default, events skipped as `"spam"` are in neither, because their count
 * reaches the server only with the next repeat that passes the filter, if there is one. With
 * `correlator: { trailingWrites: true }`, those that repeat a written event are `owed`, and written at a flush or at
 * the end.
 *
 * ## Correlation and names
 *
 * The correlator's decisions are client-go's: from the tenth different message of one reason on, events become one
 * "(combined from similar events)", a repeat increases a count, and the spam filter holds back excess events of one
 * source about one object. In events.k8s.io/v1 repeats become a series.
 *
 * By default each process counts repeats in its own events. With `naming: "stable"`, all processes that record the same
 * event increment one, exactly, even if responses are lost (unless more than 32 other processes write the event between
 * a lost response and the retry). A killed process loses only the repeats that it has not written:
 *
 * | `naming`             | one event on the server for           | use it for                                               | costs                                                       |
 * | -------------------- | ------------------------------------- | -------------------------------------------------------- | ----------------------------------------------------------- |
 * | `"unique"` (default) | each process and event                | a long-running controller with one replica               | one request per write                                       |
 * | `"stable"`           | each `identity`, across all processes | scripts, cron jobs, edge isolates, replicas, crash loops | two more requests when a process first writes an event that already exists |
 *
 * ## Nothing arrives?
 *
 * Before the first event, {@linkcode FetchEventSink.check} and `kubecast check` report each problem with its fix. The
 * library prints nothing by default. With `logger: console`, a broadcaster or recorder logs the reason.
 *
 * | log line                                                       | what to do                                                            |
 * | -------------------------------------------------------------- | --------------------------------------------------------------------- |
 * | `3 events were discarded: no recording or watcher was started` | call `startRecordingToSink`, before or after creating the recorder    |
 * | `Cannot record Pulled: … object web has no kind`               | list items have no kind: pass the recorder a `kindOf`, such as that of `/client-node` |
 * | `Cannot record Pulled: object is a Status, the error of …`      | the object was not read: check `response.ok` first                    |
 * | `The format "100% done" does not match its arguments: …`       | write `%%` for a percent sign, or call `event`, which does not format |
 * | `The reason of an event is probably its message, …`            | pass object, type, reason and message, in this order                  |
 * | `Cannot reach http://127.0.0.1:8001 (kubectl proxy, …)`        | run `kubectl proxy`, or pass the sink a `server`                      |
 * | `Requires net access …, run again with the --allow-net flag`   | run Deno with `--allow-net`                                           |
 * | `its certificate is not trusted: …`                            | use `inClusterConfig` or `loadKubeconfig`, which supply the authority; elsewhere set `NODE_EXTRA_CA_CERTS=ca.crt` |
 * | `the proxy http://… does not connect: …`                       | check `HTTPS_PROXY` or `proxy-url`, or list the server in `NO_PROXY`  |
 * | `it is down, or rejects this page's origin (CORS), …`          | let `kubectl proxy --www=FOLDER` serve the page, at its `/static/`    |
 * | `the server does not accept the credentials (HTTP 401)`        | pass the sink another `token`                                         |
 * | `No response within 30000 ms`, again and again, on Deno        | an HTTP/2 connection is dead: pass a `fetch` with `http2: false`      |
 * | `events is forbidden: …; the role needs the rule …`            | `kubecast check` prints the role                                      |
 * | `The server rejected an event: namespaces "shop" not found`    | events live in their object's namespace: create it                    |
 * | `Pod shop/web has no uid: kubectl describe will not show …`    | record about the object as read from the API, with its `metadata.uid` |
 * | `Pod web has no namespace: its events go to the namespace …`    | set `metadata.namespace`; `kubectl get events -n default` shows them  |
 * | `The spam filter skips events of kubelet about Pod …`          | set `correlator: { trailingWrites: true }`, `reserve` or `burst`      |
 * | `2 events are abandoned: the recording was stopped, …`         | pass `shutdown` a later deadline                                      |
 * | `Events are dropped: the last recording has been stopped`      | stop the recording after the last event, or start another one         |
 *
 * Events are in flight until `await broadcaster.shutdown()` or `recording.flush()` resolves. `Deno.exit()`,
 * `process.exit()` or an uncaught throw before that loses them silently. `await using broadcaster` shuts down however
 * its scope ends, even by a throw. Otherwise Deno, Bun and Node keep running until all are written, or forever if the
 * server is down. `shutdown()` waits at most 10 s, or until its `signal` aborts, and resolves with the number of `lost`
 * events.
 *
 * **From client-go?** The page of `@kubecast/events/client-go` lists the counterpart of each type, function and option,
 * and the differences. The module exports the building blocks that ports and extensions need.
 *
 * ## What it costs
 *
 * Compared with client-go in the same run, on a machine with two cores (`deno task more bench:clientgo`, the last row
 * `bench:cluster`):
 *
 * |                                                              | client-go |     Deno |      Bun |  Node 24 |
 * | ------------------------------------------------------------ | --------: | -------: | -------: | -------: |
 * | `eventf` and its delivery to a handler                       |  2,533 ns | 1,343 ns | 2,186 ns | 2,554 ns |
 * | heap held in an outage, 100,000 events of 2,000 kinds        |    1.0 MB |   5.4 MB |   5.9 MB |   5.4 MB |
 * | of these, in the server's counts afterwards (no spam filter) |     1,001 |  100,000 |  100,000 |  100,000 |
 * | of 2,000 new events, on a kube-apiserver after 60 s          |       310 |    2,000 |    2,000 |    2,000 |
 *
 * In a storm against a real kube-apiserver (`deno task more test:storm`), 16 and 124 of client-go's 740 and 733 events
 * are missing on the server after two runs, and none of the 9,028 of Deno, Bun and Node. The
 * {@link https://github.com/kubecast/events/blob/main/tests/bench/README.md | other numbers} include the size of each
 * entry point in a bundle.
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
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
 * recorder.eventf(pod, "Warning", "BackOff", "Back-off restarting container %s", "web");
 *
 * await broadcaster.shutdown();
 * assert.equal(recording.stats().recorded, 1);
 * ```
 *
 * @module
 */

// Start here
export {
  createEventRecorder,
  type StandaloneEventRecorder,
  type StandaloneEventRecorderOptions,
} from "./src/record/event_broadcaster/create_event_recorder.ts";
export { EventBroadcaster } from "./src/record/event_broadcaster/event_broadcaster.ts";
export type {
  EventBroadcasterOptions,
  EventBroadcasterStats,
} from "./src/record/event_broadcaster/event_broadcaster_options.ts";
export { FetchEventSink, type FetchEventSinkOptions } from "./src/record/sink/fetch_event_sink.ts";
export type { ConnectionOptions } from "./src/connect/connection/connection.ts";
export type { Logger } from "./src/base/tools/logger.ts";

// 1 record
export type { CoreV1EventFields, EventsV1EventFields } from "./src/record/recorder/event_fields.ts";
export type {
  CoreV1EventRecorder,
  EventRecorder,
  EventRecorderOptions,
  EventsV1EventRecorder,
  EventsV1Reporter,
} from "./src/record/recorder/event_recorder.ts";
export { type EventNamingOptions, getEventIdentity } from "./src/base/event/identity.ts";

// 2 watch
export { Watcher } from "./src/record/broadcaster/watcher.ts";
export type { WatcherIterator } from "./src/record/broadcaster/consumers.ts";
export { Broadcaster, BroadcasterStoppedError } from "./src/record/broadcaster/broadcaster.ts";
export type {
  BroadcasterOptions,
  BroadcasterStats,
  WatchOptions,
  WhenFull,
} from "./src/record/broadcaster/broadcaster_options.ts";

// 3 correlate
export type { Correlation, Correlator, CountRecord } from "./src/record/correlator/correlator.ts";
export type { EventCorrelatorOptions } from "./src/record/correlator/event_correlator.ts";
export type { EventAggregatorOptions } from "./src/record/correlator/event_aggregator.ts";
export type { EventSourceObjectSpamFilterOptions } from "./src/record/correlator/spam_filter.ts";
export type { EventSeriesCorrelatorOptions } from "./src/record/correlator/event_series_correlator.ts";

// 4 write
export type {
  FlushOptions,
  FlushReport,
  Outcome,
  Recording,
  RecordingStats,
} from "./src/record/recording/recording.ts";
export type { RecordingOptions } from "./src/record/recording/recording_options.ts";
export type { EventSink } from "./src/record/sink/event_sink.ts";
export { StatusError } from "./src/base/event/status_error.ts";
export { ConnectionError, RequestConstructionError } from "./src/base/event/connection_error.ts";
export type { AccessReport } from "./src/connect/connection/access_report.ts";
export { rbacRules } from "./src/connect/connection/rbac_rules.ts";

// What travels
export type {
  ApiVersion,
  CoreV1Event,
  EventOf,
  EventsV1Event,
  EventType,
  V1EventSource,
} from "./src/base/event/event.ts";
export type { EventLike } from "./src/base/event/event_like.ts";
export type {
  JsonPatchOperation,
  KubernetesObject,
  ObjectOrReference,
  V1ObjectMeta,
  V1ObjectReference,
  V1OwnerReference,
  V1Status,
  WatchEvent,
} from "./src/base/event/kubernetes_object.ts";
export type { Clock } from "./src/base/tools/time.ts";
