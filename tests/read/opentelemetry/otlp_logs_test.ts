import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { test } from "../../fake_time.ts";
import { type CoreV1Event, EventBroadcaster, FetchEventSink, StatusError } from "../../../mod.ts";
import { otlpLogs, type OtlpLogsOptions } from "../../../src/read/opentelemetry/mod.ts";
import { type Delivery, EventReader, forward, type Occurrence, toOccurrence } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { eventually } from "../../eventually.ts";

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

/** A response without a body; workerd makes up the text of a status that has none. */
function refusal(status: number): Response {
  return new Response(null, { status, statusText: "Refused" });
}

function delivery(name: string, message = "Back-off restarting container"): Delivery {
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

function deliveries(count: number): Delivery[] {
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
    count: 5,
    firstTimestamp: "2026-01-02T03:04:05Z",
    lastTimestamp: "2026-01-02T03:09:05Z",
  };
  const beforeMs = Date.now();
  await deliver([{ key: "e1/5", occurrence: { ...toOccurrence(event), delta: 2, estimated: true } }]);
  const observed = String(endpoint.received[0]!.record["observedTimeUnixNano"]);
  assert.match(observed, /^\d{13}000000$/);
  const observedMs = Number(observed.slice(0, 13));
  assert.ok(observedMs >= beforeMs && observedMs <= Date.now());
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
      observedTimeUnixNano: observed,
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
    assert.equal(attributes["k8s.event.reporting_controller"], "example.com/c");
    assert.deepEqual([record["severityNumber"], record["body"]], [9, { stringValue: "Pulled" }]);
    assert.equal(record["traceId"], "4bf92f3577b34da6a3ce929d0e0e4736");
    assert.match(String(record["timeUnixNano"]), /^1\d{12}000000$/);
  }
});

test("otlpLogs() exports the microseconds of the last occurrence, in either API", async () => {
  const metadata = { name: "web.1", namespace: "shop", creationTimestamp: "2026-01-02T03:04:00Z" };
  const about = { kind: "Pod", namespace: "shop", name: "web" };
  const at = (fraction: string): string => `2026-01-02T03:04:05${fraction}Z`;
  const cases: [event: object, fraction: string][] = [
    [{ metadata, involvedObject: about, eventTime: at(".123456") }, "123456000"],
    [{
      metadata,
      involvedObject: about,
      eventTime: at(".000001"),
      series: { count: 2, lastObservedTime: at(".999999") },
    }, "999999000"],
    [{ metadata, involvedObject: about, lastTimestamp: at("") }, "000000000"],
    [{ metadata, involvedObject: about, eventTime: at(".5") }, "500000000"],
    [{ metadata, involvedObject: about, eventTime: at(".123456789") }, "123456789"],
    [{ metadata, regarding: about, eventTime: at(".100200") }, "100200000"],
    [
      { metadata, regarding: about, eventTime: at(".1"), series: { count: 2, lastObservedTime: at(".234567") } },
      "234567000",
    ],
    [{ metadata, regarding: about, deprecatedLastTimestamp: at("") }, "000000000"],
  ];
  const { endpoint, deliver } = exporter();
  await deliver(cases.map(([event], i) => ({ key: String(i), occurrence: toOccurrence(event as CoreV1Event) })));
  assert.deepEqual(
    endpoint.received.map(({ record }) => record["timeUnixNano"]),
    cases.map(([, fraction]) => `1767323045${fraction}`),
  );
});

test("otlpLogs() names the node of the object, not that of another reporter", async () => {
  const pod = { kind: "Pod", namespace: "shop", name: "web" };
  const cases: [event: object, node: string | undefined][] = [
    [{ involvedObject: pod, source: { component: "kubelet", host: "node-1" } }, "node-1"],
    [{ regarding: pod, reportingController: "kubelet", reportingInstance: "node-1" }, "node-1"],
    [{ involvedObject: { kind: "Node", name: "node-2" }, source: { component: "node-controller" } }, "node-2"],
    [{ involvedObject: { kind: "Node", name: "node-2" }, source: { component: "kubelet", host: "node-2" } }, "node-2"],
    [{ involvedObject: pod, source: { component: "default-scheduler", host: "control-plane" } }, undefined],
    [{ regarding: pod, reportingController: "default-scheduler", reportingInstance: "control-plane" }, undefined],
    [{ involvedObject: pod, source: { component: "kubelet" } }, undefined],
    [{ involvedObject: pod }, undefined],
  ];
  const { endpoint, deliver } = exporter();
  await deliver(cases.map(([event], i) => {
    const occurrence: Occurrence = toOccurrence({ metadata: {}, ...event } as CoreV1Event);
    return { key: String(i), occurrence };
  }));
  assert.deepEqual(endpoint.received.map(({ resource }) => resource["k8s.node.name"]), cases.map(([, node]) => node));
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
  const late = toOccurrence({ metadata: {}, involvedObject: {}, lastTimestamp: "9999-12-31T23:59:59Z" });
  await deliver([sparse, odd, critical, late].map((occurrence, i) => ({ key: String(i), occurrence })));
  const [first, second, third, fourth] = endpoint.received;
  assert.equal(fourth!.record["timeUnixNano"], "0"); // more nanoseconds than 64 bits hold
  assert.equal(first!.record["timeUnixNano"], "0");
  assert.equal(first!.record["severityNumber"], undefined);
  assert.equal(first!.attributes["k8s.event.start_time"], "0001-01-01 00:00:00 +0000 UTC");
  assert.equal(first!.attributes["k8s.event.action"], "");
  assert.equal(second!.record["severityNumber"], undefined);
  assert.equal(second!.attributes["k8s.event.start_time"], "0001-01-01 00:00:00 +0000 UTC");
  assert.deepEqual([third!.record["severityNumber"], third!.record["severityText"]], [21, "Critical"]);
});

test("otlpLogs() exports fields of the wrong type, however deep, as empty text, and any valid time", async () => {
  const { endpoint, deliver } = exporter();
  let deep: unknown = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  const wrong = {
    metadata: { name: deep, annotations: { traceparent: deep }, creationTimestamp: deep },
    involvedObject: { kind: { a: 1 }, uid: true },
    reportingInstance: deep,
    action: { a: 1 },
  } as unknown as CoreV1Event;
  const late = { metadata: { creationTimestamp: "+012026-01-02T03:04:05Z" }, involvedObject: {} };
  await deliver([wrong, late].map((event, i) => ({ key: String(i), occurrence: toOccurrence(event) })));
  const [first, second] = endpoint.received;
  for (const name of ["k8s.event.name", "k8s.event.action", "k8s.event.reporting_instance"]) {
    assert.equal(first!.attributes[name], "", name);
  }
  assert.equal(first!.attributes["k8s.event.start_time"], "0001-01-01 00:00:00 +0000 UTC");
  assert.deepEqual([first!.resource["k8s.object.kind"], first!.resource["k8s.object.uid"]], ["", ""]);
  assert.equal(first!.record["traceId"], undefined);
  assert.equal(second!.attributes["k8s.event.start_time"], "+012026-01-02 03:04:05 +0000 UTC");
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

test("otlpLogs() shows no secret that the endpoint echoes, or that a fetch quotes", async () => {
  const headers = { authorization: "Bearer s3cret-token" };
  const echo = { partialSuccess: { rejectedLogRecords: 1, errorMessage: "no access with s3cret-token" } };
  const { deliver, warnings } = exporter({ headers, fetch: () => Promise.resolve(Response.json(echo)) });
  await deliver(deliveries(2));
  assert.deepEqual(warnings, [`1 log record was rejected by ${URL}/v1/logs: no access with [secret]`]);
  const quoting = exporter({ headers, fetch: () => Promise.reject(new Error("invalid header Bearer s3cret-token")) });
  await assert.rejects(quoting.deliver(deliveries(2)), (error: Error) => {
    assert.doesNotMatch(`${error.message} ${error.cause}`, /s3cret/);
    return true;
  });
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

test("otlpLogs() rejects on retryable failures, and omits acknowledged records from the retry", async () => {
  for (const status of [401, 403, 404, 408, 429, 500, 502, 503, 504]) {
    const { endpoint, deliver } = exporter();
    const batch = Array.from({ length: 20 }, (_, i) => delivery(`web.${i}`, "x".repeat(100_000)));
    endpoint.answer = () => endpoint.requests.length > 1 ? refusal(status) : undefined;
    const hints: Record<number, string> = {
      401: " (no token was sent)",
      403: " (check the headers)",
      404: " (check the url's path, which mostly ends with /v1/logs)",
    };
    const message = `Cannot export logs to ${URL}/v1/logs: HTTP ${status} Refused${hints[status] ?? ""}`;
    await assert.rejects(deliver(batch), { message });
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

test("otlpLogs() rejects if the endpoint is unreachable, redirects, or fails", async () => {
  const answers: [RegExp, () => Promise<Response>][] = [
    [
      /^Cannot reach http:\/\/collector:4318: connection refused$/,
      () => Promise.reject(new TypeError("connection refused")),
    ],
    [
      /responded with a redirect, which is not followed/,
      () => Promise.resolve(new Response(null, { status: 302, headers: { location: "/login" } })),
    ],
    [
      /logs: queue is\nfull$/,
      () => Promise.resolve(Response.json({ code: 14, message: "queue is\nfull" }, { status: 503 })),
    ],
  ];
  for (const [message, fetch] of answers) {
    const { deliver } = exporter({ fetch });
    await assert.rejects(deliver(deliveries(2)), { message });
    assert.deepEqual(deliver.stats(), { exported: 0, rejected: 0 });
  }
});

/** A body that never ends, one that is longer than any answer, and one whose connection breaks. */
const BODIES = {
  hanging: () => new ReadableStream<Uint8Array<ArrayBuffer>>(),
  endless: () => {
    let pulled = 0;
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        assert.ok(pulled++ < 40, `${pulled} chunks`);
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
  },
  cut: () => {
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.error(new TypeError("connection reset")),
    });
  },
};

/** Endpoints as they are: what a delivery of a record comes to, and what is logged, over three deliveries. */
const ENDPOINTS: [what: string, answer: () => Response | Promise<Response>, end: string, warnings: number][] = [
  ["200 with OTLP's JSON", () => Response.json({ partialSuccess: {} }), "delivered", 0],
  ["200 with text", () => new Response("OK"), "delivered", 1],
  ["200 with HTML", () => new Response("<html>Log in</html>"), "delivered", 1],
  ["200 with protobuf", () => new Response(new Uint8Array([10, 2, 8, 1])), "delivered", 1],
  ["200 with a body that never ends", () => new Response(BODIES.hanging()), "delivered", 1],
  ["200 with a body that is too long", () => new Response(BODIES.endless()), "delivered", 1],
  ["200 with a body that is cut", () => new Response(BODIES.cut()), "delivered", 1],
  ["200 without a body", () => new Response(null), "delivered", 0],
  ["202", () => new Response("accepted", { status: 202 }), "delivered", 1],
  ["204", () => new Response(null, { status: 204 }), "delivered", 0],
  ["301", () => new Response(null, { status: 301, headers: { location: "/" } }), "waits: responded with a redirect", 0],
  ["400", () => refusal(400), "refused: HTTP 400", 0],
  ["401", () => refusal(401), "waits: HTTP 401 Refused (no token was sent)", 0],
  ["403", () => refusal(403), "waits: HTTP 403 Refused (check the headers)", 0],
  ["404", () => refusal(404), "waits: HTTP 404 Refused (check the url's path, which mostly ends with /v1/logs)", 0],
  ["413", () => refusal(413), "refused: HTTP 413", 0],
  ["415", () => refusal(415), "waits: HTTP 415 Refused (it must accept JSON)", 0],
  ["422", () => refusal(422), "refused: HTTP 422", 0],
  ["429", () => refusal(429), "waits: HTTP 429", 0],
  ["500", () => refusal(500), "waits: HTTP 500", 0],
  ["503", () => refusal(503), "waits: HTTP 503", 0],
  ["no response", () => new Promise(() => {}), "waits: did not respond within 5 ms", 0],
  ["a broken connection", () => Promise.reject(new TypeError("reset")), "waits: Cannot reach", 0],
];

for (const [what, answer, end, warnings] of ENDPOINTS) {
  test(`otlpLogs() decides by the status of an endpoint: ${what}`, async () => {
    let requests = 0;
    const { deliver, warnings: lines } = exporter({
      // It has accepted a record before: it is the right URL.
      fetch: () => Promise.resolve(requests++ === 0 ? Response.json({}) : answer()),
      requestTimeoutMs: 5,
    });
    await deliver(deliveries(1));
    for (let delivery = 0; delivery < 3; delivery++) {
      const came = await deliver(deliveries(1)).then(
        () => "delivered",
        (error: Error) => `${error instanceof StatusError ? "refused" : "waits"}: ${error.message}`,
      );
      const [how, text = ""] = end.split(": ");
      assert.ok(came.startsWith(how!) && came.includes(text), came);
    }
    assert.equal(requests, 4);
    assert.deepEqual(deliver.stats(), { exported: end === "delivered" ? 4 : 1, rejected: 0 });
    assert.equal(lines.length, warnings, lines.join());
  });
}

for (const status of [400, 413, 422]) {
  test(`otlpLogs() lets forward() find and set aside the records that are refused with ${status}`, async () => {
    const { fetch } = new EventsApiServer();
    const names = ["a", "b", "bad", "c"];
    const body = (name: string): string => JSON.stringify(delivery(name).occurrence.event);
    for (const name of names) {
      const init = { method: "POST", headers: { "content-type": "application/json" }, body: body(name) };
      await fetch(new Request("http://localhost/api/v1/namespaces/shop/events", init));
    }
    const { endpoint, deliver } = exporter();
    const nameOf = ({ attributes }: Received): unknown => attributes["k8s.event.name"];
    endpoint.answer = (records) => {
      return records.some((record) => nameOf(record) === "bad")
        ? Response.json({ code: 3, message: "bad timestamp" }, { status })
        : undefined;
    };
    const aside: unknown[] = [];
    const forwarding = forward(new EventReader({ fetch }), {
      deliver,
      maxDelayMs: 0,
      onRefused: ({ occurrence }, error) => void aside.push([occurrence.event.metadata.name, (error as Error).message]),
    });
    const stored = ["a", "b", "c"];
    await eventually("The last record", () => endpoint.received.length >= stored.length);
    await forwarding.stop({ signal: AbortSignal.abort() });
    assert.deepEqual(endpoint.received.map(nameOf), stored);
    const message = `Cannot export logs to ${URL}/v1/logs: bad timestamp`;
    assert.deepEqual(aside, [["bad", message]]);
    assert.deepEqual(deliver.stats(), { exported: stored.length, rejected: 0 });
  });

  test(`otlpLogs() blames the URL, not a record, if every response is ${status}`, async () => {
    const { endpoint, deliver } = exporter();
    endpoint.answer = () => refusal(status);
    const hint = status === 400 ? " (is it https?)" : "";
    const message = `Cannot export logs to ${URL}/v1/logs: HTTP ${status} Refused${hint}`;
    await assert.rejects(deliver(deliveries(3)), { message, name: "StatusError", code: status });
    await assert.rejects(deliver(deliveries(1)), { message, name: "Error" });
    assert.deepEqual(deliver.stats(), { exported: 0, rejected: 0 });
  });
}

test("otlpLogs() distinguishes a refused record from a wrong URL, even if none was accepted before", async () => {
  const { endpoint, deliver } = exporter();
  endpoint.answer = (records) => records.length > 0 ? refusal(400) : undefined;
  await assert.rejects(deliver(deliveries(1)), { name: "StatusError", code: 400 });
});

test("otlpLogs() logs an endpoint's message about accepted records, cut to one line of 1024 characters", async () => {
  const { endpoint, deliver, warnings } = exporter();
  const cases: [object, string][] = [
    [{ errorMessage: "deprecated\nfield" }, "log records were accepted with a warning by URL: deprecated\\nfield"],
    [
      { rejectedLogRecords: 9, errorMessage: "x".repeat(5000) },
      `1 log record was rejected by URL: ${"x".repeat(1024)}`,
    ],
    [{ rejectedLogRecords: 1, errorMessage: { toString: 1 } }, "1 log record was rejected by URL: "],
  ];
  for (const [partialSuccess, expected] of cases) {
    endpoint.answer = () => Response.json({ partialSuccess });
    await deliver(deliveries(1));
    assert.equal(warnings.pop(), expected.replace("URL", `${URL}/v1/logs`));
  }
  assert.deepEqual(deliver.stats(), { exported: 1, rejected: 2 });
});

test("otlpLogs() counts and logs partial success, and does not repeat it", async () => {
  const { endpoint, deliver, warnings } = exporter();
  let partialSuccess: object = { rejectedLogRecords: "2", errorMessage: "too old" };
  endpoint.answer = () => Response.json({ partialSuccess });
  await deliver(deliveries(5));
  assert.equal(endpoint.requests.length, 1);
  assert.deepEqual(deliver.stats(), { exported: 3, rejected: 2 });
  assert.deepEqual(warnings, [`2 log records were rejected by ${URL}/v1/logs: too old`]);
  for (const rejectedLogRecords of [undefined, "many", -1, 0.5, { valueOf: 1, toString: 1 }]) {
    partialSuccess = { rejectedLogRecords };
    await deliver(deliveries(1));
  }
  assert.deepEqual(deliver.stats(), { exported: 8, rejected: 2 });
});

test("otlpLogs() waits for as long as Retry-After asked, up to a minute", async () => {
  const cases = [["2", 2000], ["Fri, 02 Jan 2026 03:04:35 GMT", 30_000], ["3600", 60_000]] as const;
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

test(
  "otlpLogs() waits from the Date of the response, not from the local time, to a date in Retry-After",
  async (time) => {
    const { endpoint, deliver } = exporter();
    const headers = { date: "Fri, 02 Jan 2026 04:04:05 GMT", "retry-after": "Fri, 02 Jan 2026 04:04:08 GMT" };
    endpoint.answer = () => new Response(null, { status: 429, headers });
    await assert.rejects(deliver(deliveries(1)), /HTTP 429/);
    endpoint.answer = () => undefined;
    const delivered = deliver(deliveries(1));
    await time.tickAsync(3000);
    await delivered;
  },
  "2026-01-02T03:04:05Z",
);

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
  await assert.rejects(deliver(deliveries(1)), { message: /did not respond within 5 ms$/ });
});

test("otlpLogs() fails after requestTimeoutMs even if fetch ignores its signal", async () => {
  const { deliver } = exporter({ fetch: () => new Promise<Response>(() => {}), requestTimeoutMs: 5 });
  await assert.rejects(deliver(deliveries(1)), { message: /did not respond within 5 ms$/ });
});

test("otlpLogs() rejects if fetch resolves to anything but a Response", async () => {
  const { deliver } = exporter({ fetch: () => Promise.resolve(undefined as unknown as Response) });
  await assert.rejects(deliver(deliveries(1)), { message: /fetch must resolve to a Response, received undefined$/ });
});

test("otlpLogs() sends its headers with every request, given as an iterator too", async () => {
  const { endpoint, deliver } = exporter({ headers: [["x-api-key", "a"]].values() as unknown as [string, string][] });
  await deliver(deliveries(1));
  await deliver(deliveries(1));
  assert.deepEqual(endpoint.requests.map(({ headers }) => headers.get("x-api-key")), ["a", "a"]);
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
  endpoint.answer = () => refusal(500);
  await assert.rejects(deliver(deliveries(1)), { message: `Cannot export logs to ${URL}/v1/logs: HTTP 500 Refused` });
});

test("otlpLogs() leaves secrets in headers and URLs out of errors", async () => {
  const { endpoint, deliver } = exporter({ headers: { authorization: "Bearer s3cr3t-token" } });
  endpoint.answer = () => Response.json({ code: 16, message: "invalid token s3cr3t-token" }, { status: 401 });
  await assert.rejects(deliver(deliveries(1)), {
    message: `Cannot export logs to ${URL}/v1/logs: invalid token [secret] (check the token)`,
  });
  for (
    const options of [
      { url: URL, headers: { authorization: "Bearer s3cr3t\ntoken" } },
      { url: "http//me:s3cr3t@collector" },
      { url: "collector:4318?token=s3cr3t" },
    ]
  ) {
    assert.throws(() => otlpLogs(options), ({ name, message }) => name === "TypeError" && !message.includes("s3cr3t"));
  }
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
    [{ url: URL, resource: "production" }, /resource must be attributes/],
    [{ url: URL, resource: new Map([["k8s.cluster.name", "production"]]) }, /resource must be attributes/],
    ...[5n, NaN, null, ["a"], {}].map((value): [object, RegExp] => {
      return [{ url: URL, resource: { "k8s.cluster.name": value } }, /resource must be attributes/];
    }),
    [{ url: URL, logger: {} }, /logger must/],
    [{ url: URL, header: {} }, /unknown option header \(known: url, headers/],
    [{ url: URL, headers: { "a b": "c" } }, /header|a b/i],
  ];
  for (const [options, message] of cases) {
    assert.throws(() => otlpLogs(options as OtlpLogsOptions), { name: "TypeError", message });
  }
  const message = /^Cannot export logs: url must be an http or https URL without credentials, .*, received "one with/;
  assert.throws(() => otlpLogs({ url: "http://me:password@collector" }), { name: "TypeError", message });
  assert.throws(() => otlpLogs({ url: URL, requestTimeoutMs: 0 }), { name: "RangeError", message: /requestTimeoutMs/ });
});
