// Records two events into a server that fails once, and ends by itself: run by idle_native_test.ts.
import { type CoreV1Event, EventRecording, FetchEventSink } from "../../mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";
import { makeEvent } from "../sink/make_event.ts";

const api = new EventsApiServer();
let calls = 0;
const sink = new FetchEventSink({
  fetch: (request) => ++calls === 1 ? Promise.resolve(new Response(null, { status: 503 })) : api.fetch(request),
});
const recording = new EventRecording<CoreV1Event>(sink, {
  retryDelayMs: 10,
  requestTimeoutMs: 600_000,
  patchIntervalMs: 600_000,
  onOutcome: ({ type }) => globalThis.console.info(`${type} after ${calls} requests`),
});
recording.accept(makeEvent("a"));
await recording.flush();
recording.accept(makeEvent("b"));
if (globalThis.process.argv.includes("--stop")) await recording.stop();
