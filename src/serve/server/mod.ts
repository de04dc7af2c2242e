/**
 * An in-memory Kubernetes Events API, for scripts and tests without a cluster. **To write to it without a socket**:
 *
 * ```ts
 * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const api = new EventsApiServer();
 * const broadcaster = new EventBroadcaster();
 * broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
 * const recorder = broadcaster.newRecorder({ component: "example-controller" });
 * const pod = { apiVersion: "v1", kind: "Pod", name: "web" };
 * recorder.event(pod, "Warning", "BackOff", "Back-off restarting failed container");
 * await broadcaster.shutdown();
 *
 * console.log(api.events()[0]?.reason); // BackOff
 * ```
 *
 * **To serve it to kubectl**, run `kubecast serve`, or call `listen` on Deno, Bun or Node; in a worker,
 * `export default` the server itself.
 *
 * ```ts ignore
 * import { listen } from "@kubecast/events/listen";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * await listen(new EventsApiServer(), { port: 8001 }); // kubectl --server=http://127.0.0.1:8001 get events -A
 * ```
 *
 * It serves both API groups over one store: lists, watches, patches, tables for kubectl, discovery, access reviews, and
 * a real API server's validation; it reads JSON and protobuf. A {@linkcode Fault} makes it fail as a cluster does.
 *
 * It has no authentication, so serve it on the loopback interface only; it refuses requests from web pages. Tests of
 * readers can end, break and expire watches with `closeWatches()`, `cutWatches()`, `expire()` and faults.
 *
 * @module
 */

export { EventsApiServer } from "./events_api_server.ts";
export { seededRandom } from "./fault.ts";
export { COMMON_KINDS } from "./discovery/discovery.ts";

export type { Clock } from "../../base/tools/time.ts";
export type { EventsApiServerOptions } from "./events_api_server_options.ts";
export type { Fault, FaultAnswer } from "./fault.ts";
export type { FetchHandler } from "./fetch_handler.ts";
export type { NamespacePhase } from "./store/event_writer.ts";
export type { RequestVerb } from "./wire/route.ts";
export type { ServedKind } from "./discovery/discovery.ts";
