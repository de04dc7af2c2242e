// How do I record from a pod? deno run --allow-net --allow-env --allow-read examples/in_cluster.ts   (explains itself outside of a pod)

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { inClusterConfig, NotInClusterError } from "@kubecast/events/in-cluster";

// The service account's role needs the rule: apiGroups ["", "events.k8s.io"], resources ["events"], verbs ["create", "patch"].
try {
  const config = await inClusterConfig();
  const broadcaster = new EventBroadcaster({ logger: console });
  broadcaster.startRecordingToSink(new FetchEventSink(config));
  const recorder = broadcaster.newRecorder({ component: "example-controller" });
  const { namespace } = config;
  recorder.event({ apiVersion: "v1", kind: "Namespace", name: namespace, namespace }, "Normal", "Started", "Hello");
  await broadcaster.shutdown({ signal: AbortSignal.timeout(5000) }); // at SIGTERM in a controller, see end_cleanly.ts
} catch (error) {
  if (!(error instanceof NotInClusterError)) throw error;
  console.log(error.message);
}
