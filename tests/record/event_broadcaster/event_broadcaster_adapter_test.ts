import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { BroadcasterStoppedError, type CoreV1Event, type EventsV1Event } from "../../../mod.ts";
import { EventBroadcasterAdapter } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };
const node = { apiVersion: "v1", kind: "Node", metadata: { name: "node-1", uid: "5678" } };
const DISCOVERY = "/apis/events.k8s.io/v1";

/** An API server whose discovery of events.k8s.io/v1 responds with `status`, if given. */
class Cluster {
  readonly api = new EventsApiServer();
  readonly requests: string[] = [];
  readonly fetch: (request: Request) => Promise<Response>;

  constructor(status?: number, body: string = "404 page not found\n") {
    this.fetch = (request) => {
      const { pathname } = new URL(request.url);
      this.requests.push(`${request.method} ${pathname}`);
      if (status === undefined || pathname !== DISCOVERY) return this.api.fetch(request);
      return Promise.resolve(new Response(body, { status }));
    };
  }

  async list<E>(path: string): Promise<E[]> {
    return (await (await this.api.fetch(new Request(`http://localhost${path}`))).json()).items;
  }
}

/** Records one event through an adapter, three times. */
async function record(cluster: Cluster): Promise<EventBroadcasterAdapter> {
  const broadcaster = await EventBroadcasterAdapter.discover({ fetch: cluster.fetch, hostname: "host" });
  broadcaster.startRecordingToSink();
  const recorder = broadcaster.newRecorder({ reportingController: "example.com/scheduler" });
  for (let i = 0; i < 3; i++) {
    recorder.eventf(pod, node, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-1");
  }
  const { accepted, lost } = await broadcaster.shutdown();
  assert.deepEqual([accepted, lost], [3, 0]);
  return broadcaster;
}

test("EventBroadcasterAdapter records in events.k8s.io/v1 if the server serves it", async () => {
  const cluster = new Cluster();
  assert.equal((await record(cluster)).apiVersion, "events.k8s.io/v1");
  const [event, ...others] = await cluster.list<EventsV1Event>("/apis/events.k8s.io/v1/events");
  assert.equal(others.length, 0);
  assert.equal(event!.series?.count, 3);
  assert.equal(event!.reportingInstance, "example.com/scheduler-host");
  assert.deepEqual([event!.action, event!.related?.name], ["Binding", "node-1"]);
  assert.deepEqual(cluster.requests.filter((line) => line.startsWith("GET")), [`GET ${DISCOVERY}`]);
});

// Kubernetes 1.38 answers with a Status.
const notFound = JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 });
for (const [status, body] of [[404, "404 page not found\n"], [404, notFound], [403, ""]] as const) {
  test(`EventBroadcasterAdapter records in core/v1 if discovery responds with ${status} and "${body.trim()}"`, async () => {
    const cluster = new Cluster(status, body);
    assert.equal((await record(cluster)).apiVersion, "v1");
    const [event, ...others] = await cluster.list<CoreV1Event>("/api/v1/events");
    assert.equal(others.length, 0);
    assert.equal(event!.count, 3);
    assert.equal(event!.message, "Assigned to node-1");
    assert.equal(event!.source?.component, "example.com/scheduler");
    // client-go's adapter drops these two.
    assert.deepEqual([event!.action, event!.related?.name], ["Binding", "node-1"]);
    assert.deepEqual(cluster.requests.slice(0, 2), [`GET ${DISCOVERY}`, "POST /api/v1/namespaces/shop/events"]);
  });
}

for (
  const [title, permitted, namespace, apiVersion] of [
    ["only core/v1", ["/create", "/patch"], undefined, "v1"],
    ["core/v1, and to create in events.k8s.io/v1", ["/create", "/patch", "events.k8s.io/create"], "shop", "v1"],
    ["only events.k8s.io/v1", ["events.k8s.io/create", "events.k8s.io/patch"], undefined, "events.k8s.io/v1"],
    ["neither API", [], "shop", "events.k8s.io/v1"],
    ["nothing, and answers no reviews", undefined, undefined, "events.k8s.io/v1"],
  ] as const
) {
  test(`EventBroadcasterAdapter.discover() chooses ${apiVersion} if the server permits ${title}`, async () => {
    const api = new EventsApiServer();
    const namespaces = new Set<string | undefined>();
    const fetch = async (request: Request): Promise<Response> => {
      if (!request.url.endsWith("/selfsubjectaccessreviews")) return await api.fetch(request);
      if (permitted === undefined) return new Response("404 page not found", { status: 404 });
      const { spec: { resourceAttributes } } = await request.json();
      namespaces.add(resourceAttributes.namespace);
      const allowed = (permitted as readonly string[]).includes(
        `${resourceAttributes.group}/${resourceAttributes.verb}`,
      );
      return Response.json({ status: { allowed } }, { status: 201 });
    };
    const adapter = await EventBroadcasterAdapter.discover({ fetch, namespace });
    assert.equal(adapter.apiVersion, apiVersion);
    assert.deepEqual([...namespaces], permitted === undefined ? [] : [namespace]);
    await adapter.shutdown();
  });
}

test("EventBroadcasterAdapter.discover() rejects if discovery fails, and can be called again", async () => {
  const discover = (fetch: (request: Request) => Promise<Response>): Promise<unknown> =>
    EventBroadcasterAdapter.discover({ fetch });
  await assert.rejects(discover(new Cluster(503).fetch), { name: "StatusError", code: 503 });
  await assert.rejects(discover(new Cluster(401).fetch), { name: "StatusError", code: 401 });
  await assert.rejects(discover(() => Promise.reject(new TypeError("fetch failed"))), /127\.0\.0\.1:8001/);
  const signal = AbortSignal.abort(new Error("no time"));
  await assert.rejects(EventBroadcasterAdapter.discover({ fetch: new Cluster().fetch, signal }), /no time/);
  const ending = new AbortController();
  const hanging = (): Promise<Response> => {
    ending.abort(new Error("no time either"));
    return new Promise(() => {});
  };
  await assert.rejects(EventBroadcasterAdapter.discover({ fetch: hanging, signal: ending.signal }), /no time either/);
  await assert.rejects(EventBroadcasterAdapter.discover({ server: "ftp://host" }), TypeError);
  await assert.rejects(
    EventBroadcasterAdapter.discover(signal as never),
    /must be an object such as { server }, received \[object AbortSignal\]$/,
  );
  const page = (): Promise<Response> =>
    Promise.resolve(new Response("<html>", { headers: { "content-type": "text/html" } }));
  await assert.rejects(discover(page), /responded with text\/html instead of JSON \(is it an API server\?\)$/);
});

test("EventBroadcasterAdapter.discover() rejects if the server does not respond within 30 s", async (time) => {
  const fetch = (): Promise<Response> => new Promise(() => {});
  const discovered = assert.rejects(EventBroadcasterAdapter.discover({ fetch }), {
    name: "TimeoutError",
    message: "No response within 30000 ms",
  });
  await time.tickAsync(60_000);
  await discovered;
});

test("EventBroadcasterAdapter.discover() sends the token of the sink", async () => {
  const cluster = new Cluster();
  const seen = new Set<string | null>();
  const fetch = (request: Request): Promise<Response> => {
    seen.add(request.headers.get("authorization"));
    return cluster.fetch(request);
  };
  const broadcaster = await EventBroadcasterAdapter.discover({ fetch, token: () => "abc" });
  const recordings = broadcaster.startRecordingToSink();
  broadcaster.newRecorder({ reportingController: "test" }).eventf(pod, undefined, "Normal", "A", "Do", "x");
  const [report] = await Promise.all(recordings.map((recording) => recording.flush()));
  assert.equal(report!.recorded, 1);
  await broadcaster.shutdown();
  assert.deepEqual([...seen], ["Bearer abc"]);
});

test("EventBroadcasterAdapter.newLegacyRecorder() returns core/v1 recorders, counted in the same stats", async () => {
  const cluster = new Cluster();
  const outcomes: string[] = [];
  const broadcaster = new EventBroadcasterAdapter("events.k8s.io/v1", {
    fetch: cluster.fetch,
    onOutcome: ({ type }) => void outcomes.push(type),
  });
  assert.equal(broadcaster.startRecordingToSink().length, 2);
  broadcaster.newLegacyRecorder({ component: "kubelet" }).event(pod, "Normal", "Pulled", "there");
  broadcaster.newRecorder({ reportingController: "test" }).eventf(pod, undefined, "Normal", "Started", "Start", "on");
  await broadcaster[Symbol.asyncDispose]();
  assert.deepEqual(outcomes, ["recorded", "recorded"]);
  await broadcaster.shutdown();
  const messages = (await cluster.list<CoreV1Event>("/api/v1/events")).map(({ message }) => message);
  assert.deepEqual(messages.sort(), ["on", "there"]);
  assert.throws(() => broadcaster.startRecordingToSink(), BroadcasterStoppedError);
});

test("EventBroadcasterAdapter rejects an unknown apiVersion", () => {
  assert.throws(() => new EventBroadcasterAdapter(undefined as never), {
    name: "RangeError",
    message:
      'Cannot create an EventBroadcasterAdapter: apiVersion must be one of "v1", "events.k8s.io/v1", received undefined',
  });
});

test("EventBroadcasterAdapter checks the controller name in both APIs", () => {
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const broadcaster = new EventBroadcasterAdapter(apiVersion);
    assert.throws(() => broadcaster.newRecorder({ reportingController: "not a name" }), /must be a qualified name/);
  }
});
