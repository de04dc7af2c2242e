import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type CoreV1Event, EventBroadcaster, FetchEventSink } from "../../mod.ts";
import { type EventDelivery, otlpLogs, type OtlpLogsOptions } from "../../src/opentelemetry/mod.ts";
import { EventReader, toOccurrence } from "../../src/reader/mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";

const URL = "http://collector:4318";
const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

type KeyValues = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

interface Received {
  readonly resource: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly record: Readonly<Record<string, unknown>>;
}

function plain(attributes: KeyValues): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** An OTLP endpoint that keeps the records it acknowledges; `answer` may refuse a request. */
class Endpoint {
  readonly requests: { readonly url: string; readonly headers: Headers; readonly length: number }[] = [];
  readonly received: Received[] = [];
  answer: (records: readonly Received[], request: Request) => Response | Promise<Response> | undefined = () =>
    undefined;

  readonly fetch = async (request: Request): Promise<Response> => {
    const body = await request.clone().text();
    this.requests.push({ url: request.url, headers: request.headers, length: body.length });
    assert.equal(request.method, "POST");
    assert.equal(request.redirect, "manual"); // would send the headers elsewhere
    const records: Received[] = [];
    for (const { resource, scopeLogs } of JSON.parse(body).resourceLogs) {
      for (const { attributes, ...record } of scopeLogs[0].logRecords) {
        records.push({ resource: plain(resource.attributes), attributes: plain(attributes), record });
      }
    }
    const refusal = await this.answer(records, request);
    if (refusal !== undefined) return refusal;
    this.received.push(...records);
    return Response.json({});
  };

  get keys(): unknown[] {
    return this.received.map(({ attributes }) => attributes["log.record.uid"]);
  }
}

function delivery(name: string, message = "Back-off restarting container"): EventDelivery {
  const event: CoreV1Event = {
    metadata: { name, namespace: "shop", uid: `uid-${name}`, creationTimestamp: "2026-01-02T03:04:05Z" },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web", uid: "u1" },
    type: "Warning",
    reason: "BackOff",
    message,
    count: 1,
    lastTimestamp: "2026-01-02T03:04:05Z",
  };
  return { key: name, occurrence: toOccurrence(event) };
}

function deliveries(count: number): EventDelivery[] {
  return Array.from({ length: count }, (_, i) => delivery(`web.${i}`));
}

function exporter(options: Partial<OtlpLogsOptions> = {}) {
  const endpoint = new Endpoint();
  const warnings: string[] = [];
  const logger = {
    warn: (line: string) => void warnings.push(line),
    error: (line: string) => void warnings.push(line),
  };
  return { endpoint, warnings, deliver: otlpLogs({ url: URL, fetch: endpoint.fetch, logger, ...options }) };
}

test("otlpLogs() exports an event with the attributes of the Collector's receiver", async () => {
  const { endpoint, deliver } = exporter({
    headers: { "x-api-key": "secret" },
    resource: { "k8s.cluster.name": "production" },
    clock: { now: () => 1_700_000_000_000 },
  });
  const event: CoreV1Event = {
    metadata: {
      name: "web.17b2",
      namespace: "shop",
      uid: "e1",
      creationTimestamp: "2026-01-02T03:04:05Z",
      annotations: { traceparent: TRACEPARENT },
    },
    involvedObject: {
      apiVersion: "v1",
      kind: "Pod",
      namespace: "shop",
      name: "web",
      uid: "u1",
      resourceVersion: "12",
      fieldPath: "spec.containers{web}",
    },
    type: "Warning",
    reason: "BackOff",
    message: "Back-off restarting container",
    source: { component: "kubelet", host: "node-1" },
    action: "Restart",
    reportingComponent: "kubelet",
    reportingInstance: "node-1",
    count: 5,
    firstTimestamp: "2026-01-02T03:04:05Z",
    lastTimestamp: "2026-01-02T03:09:05Z",
  };
  await deliver([{ key: "e1/5", occurrence: { ...toOccurrence(event), delta: 2, estimated: true } }]);
  assert.deepEqual(endpoint.received, [{
    resource: {
      "k8s.cluster.name": "production",
      "k8s.node.name": "node-1",
      "k8s.object.kind": "Pod",
      "k8s.object.name": "web",
      "k8s.object.uid": "u1",
      "k8s.object.fieldpath": "spec.containers{web}",
      "k8s.object.api_version": "v1",
      "k8s.object.resource_version": "12",
    },
    attributes: {
      "k8s.event.reason": "BackOff",
      "k8s.event.action": "Restart",
      "k8s.event.start_time": "2026-01-02 03:04:05 +0000 UTC",
      "k8s.event.name": "web.17b2",
      "k8s.event.uid": "e1",
      "k8s.namespace.name": "shop",
      "k8s.event.reporting_controller": "kubelet",
      "k8s.event.reporting_instance": "node-1",
      "k8s.event.count": "5",
      "kubecast.event.delta": "2",
      "kubecast.event.estimated": true,
      "log.record.uid": "e1/5",
    },
    record: {
      timeUnixNano: "1767323345000000000",
      observedTimeUnixNano: "1700000000000000000",
      severityNumber: 13,
      severityText: "Warning",
      eventName: "k8s.event",
      body: { stringValue: "Back-off restarting container" },
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      spanId: "00f067aa0ba902b7",
      flags: 1,
    },
  }]);
  const [request] = endpoint.requests;
  assert.equal(request!.url, "http://collector:4318/v1/logs");
  assert.equal(request!.headers.get("content-type"), "application/json");
  assert.equal(request!.headers.get("x-api-key"), "secret");
});

test("otlpLogs() exports events of both APIs as a reader reports them", async () => {
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const api = new EventsApiServer();
    const broadcaster = new EventBroadcaster({ apiVersion });
    broadcaster.startRecordingToSink(new FetchEventSink({ apiVersion, fetch: api.fetch }));
    const recorder = broadcaster.newRecorder({ component: "example.com/c", reportingController: "example.com/c" }, {
      annotate: () => ({ traceparent: TRACEPARENT }),
    });
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "u1" } };
    const event = { type: "Normal", reason: "Pulled", action: "Pull", message: "Pulled", note: "Pulled" } as const;
    recorder.record(pod, event);
    await broadcaster.shutdown();
    const { endpoint, deliver } = exporter();
    for await (const occurrence of new EventReader({ apiVersion, fetch: api.fetch }).occurrences()) {
      await deliver([{ key: "k", occurrence }]);
      break;
    }
    const { resource, attributes, record } = endpoint.received[0]!;
    assert.equal(resource["k8s.object.kind"], "Pod");
    assert.equal(attributes["k8s.event.reason"], "Pulled");
    assert.equal(attributes["k8s.namespace.name"], "shop");
    if (apiVersion !== "v1") assert.equal(attributes["k8s.event.reporting_controller"], "example.com/c");
    assert.deepEqual([record["severityNumber"], record["body"]], [9, { stringValue: "Pulled" }]);
    assert.equal(record["traceId"], "4bf92f3577b34da6a3ce929d0e0e4736");
    assert.match(String(record["timeUnixNano"]), /^1\d{12}000000$/);
  }
});

test("otlpLogs() exports sparse and unusual events", async () => {
  const { endpoint, deliver } = exporter();
  const sparse = toOccurrence({ metadata: {}, involvedObject: {} });
  const odd = toOccurrence({
    metadata: { creationTimestamp: "yesterday" },
    involvedObject: {},
    type: "constructor",
    message: "\ud800",
  });
  const critical = toOccurrence({ metadata: {}, involvedObject: {}, type: "Critical" });
  await deliver([sparse, odd, critical].map((occurrence, i) => ({ key: String(i), occurrence })));
  const [first, second, third] = endpoint.received;
  assert.equal(first!.record["timeUnixNano"], "0");
  assert.equal(first!.record["severityNumber"], undefined);
  assert.equal(first!.attributes["k8s.event.start_time"], "0001-01-01 00:00:00 +0000 UTC");
  assert.equal(first!.attributes["k8s.event.action"], "");
  assert.equal(second!.record["severityNumber"], undefined);
  assert.equal(second!.attributes["k8s.event.start_time"], "0001-01-01 00:00:00 +0000 UTC");
  assert.deepEqual([third!.record["severityNumber"], third!.record["severityText"]], [21, "Critical"]);
});

test("otlpLogs() takes trace ids only from a valid traceparent", async () => {
  const ids = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const cases: Record<string, boolean> = {
    [`00-${ids}`]: true,
    [`cc-${ids}`]: true,
    [`cc-${ids}-more`]: true,
    [`00-${ids}-more`]: false,
    [`ff-${ids}`]: false,
    [`00-${ids.toUpperCase()}`]: false,
    [`00-${"0".repeat(32)}-00f067aa0ba902b7-01`]: false,
    [`00-4bf92f3577b34da6a3ce929d0e0e4736-${"0".repeat(16)}-01`]: false,
    [`00-${ids}x`]: false,
    "": false,
  };
  const { endpoint, deliver } = exporter();
  await deliver(
    Object.keys(cases).map((traceparent) => {
      const occurrence = toOccurrence({ metadata: { annotations: { traceparent } }, involvedObject: {} });
      return { key: traceparent, occurrence };
    }),
  );
  assert.deepEqual(
    endpoint.received.map(({ attributes, record }) => [attributes["log.record.uid"], "traceId" in record]),
    Object.entries(cases),
  );
});

test("otlpLogs() keeps requests below 3 MiB", async () => {
  const { endpoint, deliver } = exporter();
  const batch = Array.from({ length: 40 }, (_, i) => delivery(`web.${i}`, "é".repeat(100_000)));
  await deliver(batch);
  assert.equal(endpoint.requests.length, 4);
  assert.ok(endpoint.requests.every(({ length }) => length <= 2 ** 20 + 1000));
  assert.deepEqual(endpoint.keys, batch.map(({ key }) => key));
  assert.deepEqual(deliver.stats(), { exported: 40, rejected: 0 });
});

test("otlpLogs() puts the records of one object under one resource", async () => {
  let resources = 0;
  const { deliver } = exporter({
    fetch: async (request) => {
      resources = (await request.json()).resourceLogs.length;
      return Response.json({});
    },
  });
  await deliver(deliveries(100));
  assert.equal(resources, 1);
});

test("otlpLogs() rejects any failure that a retry can mend, then leaves out what was acknowledged", async () => {
  for (const status of [401, 403, 404, 408, 429, 500, 502, 503, 504]) {
    const { endpoint, deliver } = exporter();
    const batch = Array.from({ length: 20 }, (_, i) => delivery(`web.${i}`, "x".repeat(100_000)));
    endpoint.answer = () => endpoint.requests.length > 1 ? new Response(null, { status }) : undefined;
    await assert.rejects(deliver(batch), { message: `Cannot export logs to ${URL}/v1/logs: HTTP ${status}` });
    const acknowledged = endpoint.received.length;
    assert.ok(acknowledged > 0 && acknowledged < 20);
    endpoint.answer = () => undefined;
    await deliver(batch);
    assert.deepEqual(endpoint.keys, batch.map(({ key }) => key));
    assert.deepEqual(deliver.stats(), { exported: 20, rejected: 0 });
    // A key that is delivered again later is exported again.
    await deliver(batch.slice(0, 1));
    assert.equal(endpoint.received.length, 21);
  }
});

test("otlpLogs() rejects if the endpoint is unreachable, or does not answer as one", async () => {
  const answers: [RegExp, () => Promise<Response>][] = [
    [/: connection refused$/, () => Promise.reject(new TypeError("connection refused"))],
    [/response is not that of an OTLP endpoint$/, () => Promise.resolve(new Response("<html>Log in</html>"))],
    [/HTTP 302$/, () => Promise.resolve(new Response(null, { status: 302, headers: { location: "/login" } }))],
    [
      /HTTP 503: queue is\\nfull$/,
      () => Promise.resolve(Response.json({ code: 14, message: "queue is\nfull" }, { status: 503 })),
    ],
  ];
  for (const [message, fetch] of answers) {
    const { deliver } = exporter({ fetch });
    await assert.rejects(deliver(deliveries(2)), { message });
    assert.deepEqual(deliver.stats(), { exported: 0, rejected: 0 });
  }
  const { deliver } = exporter({ fetch: () => Promise.resolve(new Response(null, { status: 204 })) });
  await deliver(deliveries(2));
  assert.deepEqual(deliver.stats(), { exported: 2, rejected: 0 });
});

for (const status of [400, 413]) {
  test(`otlpLogs() splits a request that is answered with ${status}, down to the record that is refused`, async () => {
    const { endpoint, deliver, warnings } = exporter();
    endpoint.answer = (records) => {
      const refused = records.some(({ attributes }) => attributes["log.record.uid"] === "web.13");
      return refused ? Response.json({ message: "bad timestamp" }, { status }) : undefined;
    };
    await deliver(deliveries(20));
    assert.deepEqual(endpoint.keys, deliveries(20).map(({ key }) => key).filter((key) => key !== "web.13"));
    assert.deepEqual(deliver.stats(), { exported: 19, rejected: 1 });
    assert.deepEqual(warnings, [
      `1 log record was rejected by ${URL}/v1/logs: Cannot export logs to ${URL}/v1/logs: HTTP ${status}: bad timestamp`,
    ]);
  });

  test(`otlpLogs() rejects if all it ever gets is ${status}`, async () => {
    const { endpoint, deliver } = exporter();
    endpoint.answer = () => new Response(null, { status });
    await assert.rejects(deliver(deliveries(3)), { message: new RegExp(`HTTP ${status}$`) });
    assert.deepEqual(deliver.stats(), { exported: 0, rejected: 0 });
  });
}

test("otlpLogs() counts and logs partial success, and does not repeat it", async () => {
  const { endpoint, deliver, warnings } = exporter();
  let partialSuccess: object = { rejectedLogRecords: "2", errorMessage: "too old" };
  endpoint.answer = () => Response.json({ partialSuccess });
  await deliver(deliveries(5));
  assert.equal(endpoint.requests.length, 1);
  assert.deepEqual(deliver.stats(), { exported: 3, rejected: 2 });
  assert.deepEqual(warnings, [`2 log records were rejected by ${URL}/v1/logs: too old`]);
  for (partialSuccess of [{}, { rejectedLogRecords: "many" }, { rejectedLogRecords: -1 }]) await deliver(deliveries(1));
  assert.deepEqual(deliver.stats(), { exported: 6, rejected: 2 });
});

test("otlpLogs() waits for as long as Retry-After asked, up to 75 s", async () => {
  const cases = [["2", 2000], ["Fri, 02 Jan 2026 03:04:35 GMT", 30_000], ["3600", 75_000]] as const;
  for (const [retryAfter, waitsMs] of cases) {
    const time = new FakeTime("2026-01-02T03:04:05Z");
    try {
      const { endpoint, deliver } = exporter();
      endpoint.answer = () => new Response(null, { status: 429, headers: { "retry-after": retryAfter } });
      await assert.rejects(deliver(deliveries(1)), /HTTP 429/);
      endpoint.answer = () => undefined;
      const delivered = deliver(deliveries(1));
      await time.tickAsync(waitsMs - 1);
      assert.equal(endpoint.requests.length, 1);
      await time.tickAsync(1);
      await delivered;
      assert.equal(endpoint.requests.length, 2);
    } finally {
      time.restore();
    }
  }
});

test("otlpLogs() stops waiting when the signal aborts", async () => {
  const { endpoint, deliver } = exporter();
  endpoint.answer = () => new Response(null, { status: 503, headers: { "retry-after": "60" } });
  await assert.rejects(deliver(deliveries(1)), /HTTP 503/);
  const aborter = new AbortController();
  const delivered = deliver(deliveries(1), { signal: aborter.signal });
  aborter.abort(new Error("the deadline has passed"));
  await assert.rejects(delivered, /the deadline has passed/);
  await assert.rejects(deliver(deliveries(1), { signal: aborter.signal }), /the deadline has passed/);
  assert.equal(endpoint.requests.length, 1);
});

/** A fetch that only ends when it is aborted. */
function hang(request: Request): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
  });
}

test("otlpLogs() aborts a request by its signal, and after requestTimeoutMs", async () => {
  const aborter = new AbortController();
  const delivered = exporter({ fetch: hang }).deliver(deliveries(1), { signal: aborter.signal });
  await Promise.resolve();
  aborter.abort(new Error("the deadline has passed"));
  await assert.rejects(delivered, { message: "the deadline has passed" });
  const { deliver } = exporter({ fetch: hang, requestTimeoutMs: 5 });
  await assert.rejects(deliver(deliveries(1)), { message: /No response within 5 ms$/ });
});

test("otlpLogs() leaves no listener on the signal", async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, args);
  };
  let during = 0;
  const { endpoint, deliver } = exporter();
  endpoint.answer = () => void (during = listeners);
  await deliver(deliveries(1), { signal });
  assert.deepEqual([during, listeners], [1, 0]);
});

test("otlpLogs() makes no request for an empty batch", async () => {
  const { endpoint, deliver } = exporter();
  await deliver([]);
  assert.equal(endpoint.requests.length, 0);
});

test("otlpLogs() leaves the query of its URL out of errors", async () => {
  const { endpoint, deliver } = exporter({ url: `${URL}/?token=secret` });
  endpoint.answer = () => new Response(null, { status: 500 });
  await assert.rejects(deliver(deliveries(1)), { message: `Cannot export logs to ${URL}/v1/logs: HTTP 500` });
});

test("otlpLogs() appends /v1/logs to a URL without a path", async () => {
  const urls = {
    "http://collector:4318": "http://collector:4318/v1/logs",
    "https://collector/?tenant=a": "https://collector/v1/logs?tenant=a",
    "http://loki:3100/otlp/v1/logs": "http://loki:3100/otlp/v1/logs",
  };
  for (const [url, expected] of Object.entries(urls)) {
    const { endpoint, deliver } = exporter({ url: new globalThis.URL(url) });
    await deliver(deliveries(1));
    assert.equal(endpoint.requests[0]!.url, expected);
  }
});

test("otlpLogs() throws a TypeError that names the invalid option", () => {
  const cases: [object, RegExp][] = [
    [{ url: "collector:4318" }, /^Cannot export logs: url must be an http or https URL .*, received "collector:4318"$/],
    [{ url: "" }, /url must be an http/],
    [{}, /url must be an http/],
    [{ url: 4318 }, /url must be an http/],
    [{ url: URL, fetch: "fetch" }, /fetch must be a function/],
    [{ url: URL, resource: "production" }, /resource must be an object/],
    [{ url: URL, logger: {} }, /logger must/],
    [{ url: URL, header: {} }, /did you mean headers/],
    [{ url: URL, headers: { "a b": "c" } }, /header|a b/i],
  ];
  for (const [options, message] of cases) {
    assert.throws(() => otlpLogs(options as OtlpLogsOptions), { name: "TypeError", message });
  }
  const message =
    'Cannot export logs: url must be an http or https URL without credentials, such as "http://localhost:4318"';
  assert.throws(() => otlpLogs({ url: "http://me:password@collector" }), { name: "TypeError", message });
  assert.throws(() => otlpLogs({ url: URL, requestTimeoutMs: 0 }), { name: "RangeError", message: /requestTimeoutMs/ });
});
