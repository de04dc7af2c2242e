// How do the runs of a script increment one event? deno run -A examples/cron_script.ts   (in a cluster: with the API server's URL)

import { EventBroadcaster, FetchEventSink, getEventIdentity } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";

const [server] = Deno.args;

/** The script; each run is a new process without memory of the others. */
async function backUp(server: string): Promise<void> {
  await using broadcaster = new EventBroadcaster({
    naming: "stable",
    // The number of files differs between runs, so leaves out the message; the event then shows the latest one.
    identity: (event) => getEventIdentity({ ...event, message: "" }),
    logger: console,
  });
  broadcaster.startRecordingToSink(new FetchEventSink({ server }));
  const cronJob = {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "backup", namespace: "shop", uid: "1234" },
  };
  const recorder = broadcaster.newRecorder({ component: "backup-script" });
  recorder.eventf(cronJob, "Normal", "BackedUp", "Backed up %d files", new Date().getMilliseconds());
}

if (server !== undefined) await backUp(server);
else {
  const api = new EventsApiServer();
  const { addr, shutdown } = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, api.fetch);
  const args = ["run", "-A", import.meta.filename!, `http://127.0.0.1:${addr.port}`];
  for (let run = 0; run < 3; run++) await new Deno.Command(Deno.execPath(), { args, stdout: "inherit" }).output();
  for (const event of api.events()) console.log(`${event.reason} (x${"count" in event && event.count})`);
  await shutdown();
}
// BackedUp (x3)
