// Records one event over and over, and prints how often it was said and written: run by killed_processes.ts.
import { EventBroadcaster, FetchEventSink } from "../../mod.ts";
import type { KilledProgramOptions } from "./killed_processes.ts";

const { server, token, apiVersion, namespace, times }: KilledProgramOptions = JSON.parse(
  globalThis.process.argv.at(-1)!,
);
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace, uid: "1234" } };

/** Returns what says the event once. */
function start(): { say(): void; broadcaster: EventBroadcaster<"v1"> | EventBroadcaster<"events.k8s.io/v1"> } {
  if (apiVersion === "v1") {
    const broadcaster = new EventBroadcaster({ naming: "stable" });
    const recorder = broadcaster.newRecorder({ component: "test" });
    return { broadcaster, say: () => recorder.event(pod, "Normal", "Ran", "It ran") };
  }
  const broadcaster = new EventBroadcaster({ apiVersion, naming: "stable" });
  const recorder = broadcaster.newRecorder({ reportingController: "test" });
  return { broadcaster, say: () => recorder.eventf(pod, undefined, "Normal", "Ran", "Run", "It ran") };
}

const { say, broadcaster } = start();
const sink = new FetchEventSink({ apiVersion, server, token });
const recording = (broadcaster as EventBroadcaster).startRecordingToSink(sink as unknown as FetchEventSink, {
  retryDelayMs: 20,
});
for (let said = 1; said <= times; said++) {
  globalThis.console.info(`said ${said}`);
  say();
  // What is said twice between two writes adds up.
  if (said % 2 === 0) continue;
  const { accepted, pending, owed } = await recording.flush();
  globalThis.console.info(`written ${accepted - pending - owed}`);
}
const { accepted } = await recording.flush();
await broadcaster.shutdown();
globalThis.console.info(`written ${accepted}`);
