// Records an event within a span of OpenTelemetry's SDK, reads it from the cluster and exports it to a Collector; prints
// the ids of the span. Run by the suite of the Collector on each runtime.
import process from "node:process";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { EventBroadcaster, FetchEventSink } from "../../../../mod.ts";
import { otlpLogs, traceContext } from "../../../../src/read/opentelemetry/mod.ts";
import { EventReader } from "../../../../src/read/mod.ts";

const { KUBE_API_URL: server, KUBE_API_TOKEN: token, COLLECTOR_URL: url, INSTANCE: instance } = process.env;

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new TracerProvider());
const broadcaster = new EventBroadcaster();
broadcaster.startRecordingToSink(new FetchEventSink({ server, token }));
const recorder = broadcaster.newRecorder({ component: "example-controller" }, { annotate: traceContext(trace) });
const about = { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: `traced-${instance}` };
const ids = await trace.getTracer("suite").startActiveSpan("reconcile", async (span) => {
  await Promise.resolve();
  recorder.event(about, "Normal", "Traced", `Recorded on ${instance}`);
  span.end();
  return span.spanContext();
});
await broadcaster.shutdown();

const signal = AbortSignal.timeout(60_000);
const reader = new EventReader({ server, token, namespace: "default" });
const occurrence = await reader.waitFor(({ regarding }) => regarding.name === about.name, { signal });
const deliver = otlpLogs({ url: url!, resource: { "service.instance.id": instance! } });
await deliver([{ key: `${occurrence.event.metadata.uid}/${occurrence.count}`, occurrence }], { signal });
console.log(JSON.stringify(ids));
