// How do I use the newer API, events.k8s.io/v1? deno run examples/record_events_v1.ts

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

const apiVersion = "events.k8s.io/v1";
const api = new EventsApiServer();
const broadcaster = new EventBroadcaster({ apiVersion, logger: console });
broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion, fetch: api.fetch }));
const recorder = broadcaster.newRecorder({ reportingController: "example.com/job-controller" });

const cronJob = {
  apiVersion: "batch/v1",
  kind: "CronJob",
  metadata: { name: "backup", namespace: "shop", uid: "1234" },
};
const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "backup-1", namespace: "shop", uid: "1234" } };

// regarding, related, type, reason, action, note; repeats become a series.
for (let i = 0; i < 3; i++) {
  recorder.eventf(cronJob, job, "Normal", "SuccessfulCreate", "CreateJob", "Created job %s", job.metadata.name);
}
await broadcaster.shutdown();

for (const { regarding, action, note, series } of api.events({ apiVersion })) {
  console.log(`${regarding?.kind}/${regarding?.name} ${action}: ${note} (x${series?.count})`);
}
// CronJob/backup CreateJob: Created job backup-1 (x3)
