// Records two events to a server that fails once, and exits by itself: run by idle_native_test.ts.
import { type ApiVersion, createEventRecorder, FetchEventSink } from "../../mod.ts";
import { unrefTimer } from "../../src/base/tools/time.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { coreV1Api, eventsV1Api, type RecordedApi } from "./recorded_api.ts";

const { argv } = globalThis.process;

// Fires only in a process that something else keeps alive.
unrefTimer(setTimeout(() => {
  globalThis.console.info("kept alive");
  globalThis.process.exit(1);
}, 20_000));

async function record<V extends ApiVersion>({ apiVersion, makeEvent, correlator }: RecordedApi<V>): Promise<void> {
  const api = new EventsApiServer();
  let calls = 0;
  const sink = new FetchEventSink({
    apiVersion,
    fetch: (request) => ++calls === 1 ? Promise.resolve(new Response(null, { status: 503 })) : api.fetch(request),
  });
  const recording = new EventRecording(sink, {
    correlator: correlator({ clock: Date, cacheSize: 4096 }),
    retryDelayMs: 10,
    requestTimeoutMs: 3_600_000,
    onOutcome: ({ type }) => globalThis.console.info(`${type} after ${calls} requests`),
  });
  const about = { message: "It happened", namespace: "default" };
  recording.accept(makeEvent("a", { pod: "a", ...about }));
  await recording.flush();
  recording.accept(makeEvent("b", { pod: "b", ...about }));
  if (argv.includes("--stop")) await recording.stop();
}

/** Records an event that is never written, and does not wait for it. */
function neglect(): void {
  const fetch = (): Promise<never> => Promise.reject(new TypeError("Connection refused"));
  const options = { component: "idle", keepAlive: false, retryDelayMs: 3_600_000, backoff: () => 3_600_000 };
  const recorder = createEventRecorder({ ...options, fetch });
  recorder.event({ kind: "Pod", name: "a" }, "Normal", "Happened", "It happened");
  globalThis.console.info("recorded");
}

if (argv.includes("--neglect")) neglect();
else await (argv.includes("--series") ? record(eventsV1Api) : record(coreV1Api));
