import { createEventRecorder } from "../../mod.ts";
import { loadKubeconfig } from "../../src/connect/kubeconfig/mod.ts";

// A script as README has it, with the connection of the kubeconfig: it ends once its event is written.
const config = await loadKubeconfig();
const recorder = createEventRecorder({ component: "backup-script", ...config, logger: console });
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: config.namespace, uid: "u1" } };
recorder.event(pod, "Normal", "BackedUp", "Backed up 1,234 files");
await recorder.shutdown();
