// How do I record from a Bun script, with an API server of its own? bun examples/bun_script.ts   (after npm ci)

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

/** The part of Bun that this script uses. */
declare const Bun: {
  serve(options: object): { readonly url: URL; stop(closeActiveConnections: boolean): Promise<void> };
};

const api = new EventsApiServer();
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, idleTimeout: 0, fetch: api.fetch });

const broadcaster = new EventBroadcaster({ logger: console });
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ server: server.url }));
const recorder = broadcaster.newRecorder({ component: "backup-script" });
const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "backup", namespace: "shop", uid: "1234" } };
recorder.event(job, "Normal", "Started", "Backing up");
recorder.eventf(job, "Normal", "Completed", "Backed up %d files", 1234);

const { recorded, pending } = await recording.flush();
console.log(`${recorded} written, ${pending} pending`);
await broadcaster.shutdown();
await server.stop(true);
// 2 written, 0 pending
