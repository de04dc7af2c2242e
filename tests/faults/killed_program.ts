// Records one event repeatedly, and prints how often it was emitted and written: run by killed_processes.ts.
import { EventBroadcaster, FetchEventSink } from "../../mod.ts";
import type { KilledProgramOptions } from "./killed_processes.ts";

const { server, token, apiVersion, namespace, times }: KilledProgramOptions = JSON.parse(
  globalThis.process.argv.at(-1)!,
);
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace, uid: "1234" } };

/** Returns a function that emits the event once. */
function start(): { emit(): void; broadcaster: EventBroadcaster<"v1"> | EventBroadcaster<"events.k8s.io/v1"> } {
  if (apiVersion === "v1") {
    const broadcaster = new EventBroadcaster({ naming: "stable" });
    const recorder = broadcaster.newRecorder({ component: "test" });
    return { broadcaster, emit: () => recorder.event(pod, "Normal", "Ran", "It ran") };
  }
  const broadcaster = new EventBroadcaster({ apiVersion, naming: "stable" });
  const recorder = broadcaster.newRecorder({ reportingController: "test" });
  return { broadcaster, emit: () => recorder.eventf(pod, undefined, "Normal", "Ran", "Run", "It ran") };
}

const { emit, broadcaster } = start();
const sink = new FetchEventSink({ apiVersion, server, token });
const recording = (broadcaster as EventBroadcaster).startRecordingToSink(sink as unknown as FetchEventSink, {
  retryDelayMs: 20,
});
for (let emitted = 1; emitted <= times; emitted++) {
  globalThis.console.info(`emitted ${emitted}`);
  emit();
  // Repeats between two writes add up.
  if (emitted % 2 === 0) continue;
  const { accepted, pending, owed } = await recording.flush();
  globalThis.console.info(`written ${accepted - pending - owed}`);
}
const { accepted } = await recording.flush();
await broadcaster.shutdown();
globalThis.console.info(`written ${accepted}`);
