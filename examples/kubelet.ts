// How does a node's agent report startup failures and past events? deno run examples/kubelet.ts

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

/** The verbosity of the log, as klog's -v. */
const verbosity = 3;
const v = (level: number) => (line: string): void => verbosity >= level ? console.log(line) : undefined;

const api = new EventsApiServer();
const broadcaster = new EventBroadcaster({ logger: console });
broadcaster.startLogging(v(3)); // eventBroadcaster.StartLogging(glog.V(3).Infof)
broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));

const recorder = broadcaster.newRecorder({ component: "kubelet", host: "node-1" });
// The kubelet's own node, with its name as uid; kubectl describe node finds events by this uid too.
const node = { apiVersion: "v1", kind: "Node", name: "node-1", uid: "node-1" };

/** The components that a kubelet starts. */
const managers = {
  ImageManager: () => {
    throw new Error("no space left on device");
  },
  CAdvisor: () => {},
  ContainerManager: () => {
    throw new Error("cgroup v1 is not supported");
  },
  /** Reads the kernel's log from before this process started. */
  "OOM watcher": () => {
    const killed = { at: new Date("2026-01-01T03:04:05Z"), process: "java", pid: 4711 };
    recorder.pastEventf(
      node,
      killed.at,
      "Warning",
      "SystemOOM",
      "System OOM encountered, victim process: %s, pid: %d",
      killed.process,
      killed.pid,
    );
  },
};
for (const [name, start] of Object.entries(managers)) {
  try {
    start();
  } catch (error) {
    // Unlike client-go 1.1, whose Eventf had no type.
    recorder.eventf(node, "Warning", "KubeletSetupFailed", "Failed to start %s: %v", name, error);
  }
}
await broadcaster.shutdown();

for (const { metadata, reason, message, lastTimestamp } of api.events()) {
  const time = reason === "SystemOOM" ? ` at ${lastTimestamp}` : "";
  console.log(`${metadata.namespace} ${reason}: ${message}${time}`);
}
// Event(v1.ObjectReference{Kind:"Node", Namespace:"", Name:"node-1", UID:"node-1", APIVersion:"v1", ResourceVersion:"", FieldPath:""}): type: 'Warning' reason: 'KubeletSetupFailed' Failed to start ImageManager: no space left on device
// Event(v1.ObjectReference{Kind:"Node", Namespace:"", Name:"node-1", UID:"node-1", APIVersion:"v1", ResourceVersion:"", FieldPath:""}): type: 'Warning' reason: 'KubeletSetupFailed' Failed to start ContainerManager: cgroup v1 is not supported
// Event(v1.ObjectReference{Kind:"Node", Namespace:"", Name:"node-1", UID:"node-1", APIVersion:"v1", ResourceVersion:"", FieldPath:""}): type: 'Warning' reason: 'SystemOOM' System OOM encountered, victim process: java, pid: 4711
// default KubeletSetupFailed: Failed to start ImageManager: no space left on device
// default KubeletSetupFailed: Failed to start ContainerManager: cgroup v1 is not supported
// default SystemOOM: System OOM encountered, victim process: java, pid: 4711 at 2026-01-01T03:04:05Z
