// How do I record from a Pepr capability, or another admission controller? deno run examples/pepr.ts

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

/** The parts of Pepr's API that this example uses, of `When(a.Deployment).IsCreatedOrUpdated().Validate(…)`. */
interface PeprValidateRequest<T> {
  readonly Raw: T;
  Approve(): { readonly allowed: boolean };
  Deny(reason: string): { readonly allowed: boolean };
}
interface Deployment {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string; readonly uid?: string };
  readonly spec?: { readonly replicas?: number };
}

// In a cluster: new FetchEventSink(await inClusterConfig()); the module's ClusterRole needs `rbacRules`.
const api = new EventsApiServer();
// Admission pods are replicated and restart; with stable names, all of them increment one event.
const broadcaster = new EventBroadcaster({ naming: "stable", logger: console });
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
// Objects under admission may lack their kind.
const kindOf = (): { apiVersion: string; kind: string } => ({ apiVersion: "apps/v1", kind: "Deployment" });
const recorder = broadcaster.newRecorder({ component: "pepr-replicas" }, { kindOf });

/** The capability. Recording never blocks or throws, so admission is not delayed. */
function validate(request: PeprValidateRequest<Deployment>): { readonly allowed: boolean } {
  const { spec: { replicas = 1 } = {} } = request.Raw;
  if (replicas > 1) return request.Approve();
  recorder.eventf(
    request.Raw,
    "Warning",
    "TooFewReplicas",
    "%d replica is not enough, at least 2 are required",
    replicas,
  );
  return request.Deny("at least 2 replicas are required");
}

// Pepr calls the capability for each request of the API server.
for (const replicas of [1, 3, 1]) {
  const Raw = { metadata: { name: "web", namespace: "shop", uid: "1234" }, spec: { replicas } };
  const { allowed } = validate({ Raw, Approve: () => ({ allowed: true }), Deny: () => ({ allowed: false }) });
  console.log(`${replicas} replicas: ${allowed ? "allowed" : "denied"}`);
}
await recording.flush();
for (const { reason, message, count } of api.events()) console.log(`${reason}: ${message} (x${count})`);
await broadcaster.shutdown();
// 1 replicas: denied
// 3 replicas: allowed
// 1 replicas: denied
// TooFewReplicas: 1 replica is not enough, at least 2 are required (x2)
