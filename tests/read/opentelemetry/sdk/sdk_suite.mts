// OpenTelemetry's own SDK, and a Prometheus that scrapes it: `npm ci` in this folder, then on any runtime, such as
// `node --test tests/read/opentelemetry/sdk/sdk_suite.mts`; the steps of .ci/run are the ones for all.
import { test } from "node:test";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { EventBroadcaster, FetchEventSink } from "../../../../mod.ts";
import { countOutcomes, measureFetch, observe, traceContext } from "../../../../src/read/opentelemetry/mod.ts";
import { EventReader } from "../../../../src/read/mod.ts";
import { EventsApiServer } from "../../../../src/serve/server/mod.ts";
import { hasPrometheus, Prometheus } from "./prometheus.mts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "u1" } };

/** A source that remembers what its `stats()` returned. */
function recorded<S extends object>(source: { stats(): S }): { readonly seen: S[]; stats(): S } {
  const seen: S[] = [];
  return {
    seen,
    stats() {
      const stats = source.stats();
      seen.push(stats);
      return stats;
    },
  };
}

test("observe() without an SDK does nothing, without an error", async () => {
  const meter = metrics.getMeter("@kubecast/events");
  const broadcaster = new EventBroadcaster();
  const source = recorded(broadcaster);
  const stop = observe(source, meter);
  countOutcomes(meter, { by: ["reason"] })({ type: "dropped", count: 1 });
  const fetch = measureFetch(meter, () => Promise.resolve(new Response("ok")));
  assert.equal(await (await fetch(new Request("http://example.com/"))).text(), "ok");
  stop();
  assert.equal(source.seen.length, 1); // to find out what it is
  await broadcaster.shutdown();
});

test("observe(), countOutcomes() and measureFetch() work with the SDK's meter, units and buckets included", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  const meter = provider.getMeter("@kubecast/events");
  const onOutcome = countOutcomes(meter, { by: ["namespace", "reason"] });
  const broadcaster = new EventBroadcaster({ onOutcome });
  const fetch = measureFetch(meter, new EventsApiServer().fetch);
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch }));
  const source = recorded(recording);
  const stop = observe(source, meter);
  const recorder = broadcaster.newRecorder({ component: "example-controller" });
  for (let i = 0; i < 40; i++) recorder.event(pod, "Warning", "Unhealthy", "Readiness probe failed");
  await recording.flush();
  await provider.forceFlush();
  const data = exporter.getMetrics().at(-1)!.scopeMetrics[0]!.metrics;
  const named = (name: string) => data.find(({ descriptor }) => descriptor.name === name)!;
  assert.equal(named("kubecast.events").descriptor.unit, "{event}");
  assert.equal((named("kubecast.events") as { isMonotonic?: boolean }).isMonotonic, true);
  assert.equal((named("kubecast.recording.pending") as { isMonotonic?: boolean }).isMonotonic, false);
  const outcomes = named("kubecast.outcomes").dataPoints.map((
    { attributes, value },
  ) => [attributes["kubecast.outcome"], value]);
  assert.deepEqual(outcomes.sort(), [["coalesced", 24], ["recorded", 1], ["skipped", 15]]);
  const [point] = named("http.client.request.duration").dataPoints;
  const { buckets, count } = point!.value as { buckets: { boundaries: number[] }; count: number };
  assert.deepEqual([buckets.boundaries[0], buckets.boundaries.at(-1), count], [0.005, 10, 1]);
  const collections = source.seen.length;
  stop();
  await provider.forceFlush();
  assert.equal(source.seen.length, collections);
  await provider.shutdown();
  await broadcaster.shutdown();
});

test("observe() adds up the sources that one meter of the SDK observes", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  const values = async (): Promise<number[]> => {
    exporter.reset();
    await provider.forceFlush();
    return exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics).flatMap(({ metrics }) => metrics)
      .filter(({ descriptor }) => descriptor.name === "kubecast.events").flatMap(({ dataPoints }) => dataPoints)
      .map(({ value }) => Number(value));
  };
  const [stop] = [3, 4].map((recorded) =>
    observe({ stats: () => ({ recorded }) }, provider.getMeter("@kubecast/events"))
  );
  assert.deepEqual(await values(), [7]);
  stop!();
  assert.deepEqual(await values(), [4]);
  await provider.shutdown();
});

test("traceContext() annotates the events that are recorded within a span of the SDK", async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new TracerProvider());
  try {
    const seen: unknown[] = [];
    const broadcaster = new EventBroadcaster();
    broadcaster.startEventWatcher(({ metadata }) => void seen.push(metadata.annotations?.["traceparent"]));
    const recorder = broadcaster.newRecorder({ component: "example-controller" }, { annotate: traceContext(trace) });
    const ids = await trace.getTracer("test").startActiveSpan("reconcile", async (span) => {
      await setTimeout(1);
      recorder.event(pod, "Normal", "Scaled", "Scaled up to 3");
      span.end();
      return span.spanContext();
    });
    recorder.event(pod, "Normal", "Scaled", "Scaled up to 4");
    await broadcaster.shutdown();
    assert.deepEqual(seen, [`00-${ids.traceId}-${ids.spanId}-01`, undefined]);
  } finally {
    trace.disable();
    context.disable();
  }
});

/** An API server that fails often. */
function faulty(fetch: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  let requests = 0;
  return async (request) => {
    const number = ++requests;
    await setTimeout(number % 4);
    if (number % 5 === 0) return new Response(null, { status: 500 });
    if (number % 7 === 0) return Response.json({ kind: "Status", code: 422, message: "invalid" }, { status: 422 });
    if (number % 11 === 0) throw new TypeError("connection reset");
    return await fetch(request);
  };
}

type Numbers = Readonly<Record<string, number>>;

/** The values that a scrape must have, by Prometheus' names. */
function expected(stats: Readonly<Record<string, unknown>>): Record<string, number> {
  const { recorded, coalesced, rejected, accepted, pending, owed, uncounted, requests, retries } = stats as Numbers;
  return {
    'kubecast_events_total{kubecast_outcome="recorded"}': recorded!,
    'kubecast_events_total{kubecast_outcome="coalesced"}': coalesced!,
    'kubecast_events_total{kubecast_outcome="rejected"}': rejected!,
    "kubecast_recording_accepted_total{}": accepted!,
    "kubecast_recording_pending{}": pending!,
    "kubecast_recording_owed{}": owed!,
    "kubecast_recording_uncounted_total{}": uncounted!,
    "kubecast_recording_requests_total{}": requests!,
    "kubecast_recording_retries_total{}": retries!,
  };
}

/** Outcomes, and retries, of which every storm must have some. */
const KINDS = ["recorded", "coalesced", "skipped", "dropped", "rejected", "retries"] as const;
const OUTCOMES: Readonly<Record<string, string>> = { spam: "skipped", tries: "abandoned", deadline: "abandoned" };

test(
  "Prometheus scrapes numbers that equal stats(), at every scrape of a storm",
  { skip: !hasPrometheus() },
  async () => {
    const exporter = new PrometheusExporter({
      preventServerStart: true,
      withoutScopeInfo: true,
      withoutTargetInfo: true,
    });
    const provider = new MeterProvider({ readers: [exporter] });
    const meter = provider.getMeter("@kubecast/events");
    // On a busy machine, Prometheus may time out while it reads a response: the samples tell which scrapes it stored.
    let scrapes = 0;
    meter.createObservableGauge("scrape").addCallback((result) => result.observe(scrapes++));
    const server = createServer((request, response) => exporter.getMetricsRequestHandler(request, response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };

    const api = new EventsApiServer();
    const broadcaster = new EventBroadcaster();
    const sink = new FetchEventSink({ fetch: measureFetch(meter, faulty(api.fetch)) });
    const recording = broadcaster.startRecordingToSink(sink, { maxPending: 30, maxTries: 2, retryDelayMs: 20 });
    const slow = broadcaster.watch({ highWaterMark: 100 });
    const stream = new EventReader({ fetch: api.fetch }).watch();
    const sources = [recorded(recording), recorded(broadcaster), recorded(stream)] as const;
    for (const source of sources) {
      observe(source, meter);
      source.seen.length = 0;
    }
    observe(slow, meter);
    const reading = (async () => {
      for await (const _ of stream);
    })();
    const prometheus = await Prometheus.start(`127.0.0.1:${port}`);
    try {
      const recorder = broadcaster.newRecorder({ component: "example-controller" });
      let series: ReadonlyMap<string, readonly number[]> = new Map();
      const isOver = (): boolean => {
        const numbers = series.get("scrape{}") ?? [];
        const last = sources[0].seen[numbers.at(-1) ?? -1];
        return numbers.length >= 8 && KINDS.every((kind) => last![kind] > 0);
      };
      for (let i = 0; i < 10_000 && !isOver(); i++) {
        for (let j = 0; j < 40; j++) {
          const about = { kind: "Pod", namespace: `ns-${j % 3}`, name: `web-${(i + j) % 50}` };
          for (let k = 0; k < 2; k++) recorder.event(about, "Warning", "BackOff", `Back-off ${j % 2 ? i : "again"}`);
        }
        await setTimeout(10);
        if (i % 25 === 0) series = await prometheus.samples();
      }
      const valuesOf = (metric: string) =>
        [...series].filter(([key]) => key.startsWith(`${metric}{`)).map(([, values]) => values);
      const scraped = <S extends object>({ seen }: { readonly seen: readonly S[] }): S[] =>
        series.get("scrape{}")!.map((number) => seen[number]!);
      const [ofRecording, ofBroadcaster, ofStream] = [scraped(sources[0]), scraped(sources[1]), scraped(sources[2])];
      const last = ofRecording.at(-1)!;
      assert.ok(ofRecording.length >= 8);
      for (const kind of KINDS) assert.ok(last[kind] > 0, `the storm had no ${kind} events`);
      for (const key of Object.keys(expected({}))) {
        assert.deepEqual(series.get(key), ofRecording.map((stats) => expected({ ...stats })[key]), key);
      }
      for (const because of Object.keys(last.because)) {
        const key = `kubecast_events_total{kubecast_because="${because}",kubecast_outcome="${
          OUTCOMES[because] ?? "dropped"
        }"}`;
        const seen = ofRecording.map((stats) => (stats.because as Numbers)[because]).filter((count) =>
          count !== undefined
        );
        assert.deepEqual(series.get(key), seen, key);
      }
      // Every event has one outcome, or is pending.
      const sumOfLast = (metric: string) => valuesOf(metric).reduce((sum, values) => sum + values.at(-1)!, 0);
      assert.equal(sumOfLast("kubecast_events_total") + last.pending, last.accepted);
      const dropped = ofBroadcaster.map(({ watchers }) => watchers.reduce((sum, watcher) => sum + watcher.dropped, 0));
      assert.ok(dropped.at(-1)! > 0);
      assert.deepEqual(valuesOf("kubecast_broadcaster_watcher_dropped"), [dropped]);
      // The slow watcher is the only one that drops; its own is a counter.
      assert.deepEqual(valuesOf("kubecast_watcher_dropped_total"), [dropped]);
      assert.deepEqual(valuesOf("kubecast_broadcaster_accepted_total"), [ofBroadcaster.map((stats) => stats.accepted)]);
      assert.deepEqual(valuesOf("kubecast_reader_events_total"), [ofStream.map((stats) => stats.events)]);
      const measured = sumOfLast("http_client_request_duration_count");
      // A request is measured when it ends.
      assert.ok(measured <= last.requests && measured > last.requests / 2, `${measured} of ${last.requests}`);
    } finally {
      await prometheus.stop();
      await stream[Symbol.asyncDispose]();
      await reading;
      await broadcaster.shutdown({ signal: AbortSignal.timeout(1000) });
      await provider.shutdown();
      server.closeAllConnections();
      server.close();
    }
  },
);
