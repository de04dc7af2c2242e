import assert from "node:assert/strict";
import {
  type ApiVersion,
  type ConnectionOptions,
  type CoreV1Event,
  EventBroadcaster,
  type EventOf,
  type EventSink,
  type EventsV1Event,
  FetchEventSink,
  type Outcome,
  type RecordingOptions,
} from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { coreV1Api, eventsV1Api, type RecordedApi } from "../faults/recorded_api.ts";
import { seeded } from "../random.ts";
import type { Send } from "./compare_servers.ts";

/** A cluster, and who may do what in it. */
export interface Cluster {
  readonly url: string;
  /** Sends a request as a user who may list events and create namespaces. */
  readonly send: Send;
  /** Makes requests that trust the cluster. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly token: string;
}

/** Sends JSON, and fails unless the server takes it. */
export async function call<T>(send: Send, method: string, path: string, body?: unknown): Promise<T> {
  const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await send(path, init);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Makes a namespace of its own for a check. */
export async function makeNamespace(send: Send): Promise<string> {
  const name = `kubecast-${crypto.randomUUID().slice(0, 8)}`;
  await call(send, "POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  return name;
}

/** What is stored of a namespace, in core/v1. */
export async function storedEvents(send: Send, namespace: string): Promise<CoreV1Event[]> {
  return (await call<{ items: CoreV1Event[] }>(send, "GET", `/api/v1/namespaces/${namespace}/events`)).items;
}

/** An object to speak of. */
export function pod(
  namespace: string,
  name = "web",
): { apiVersion: string; kind: string; metadata: Record<string, string> } {
  return { apiVersion: "v1", kind: "Pod", metadata: { name, namespace, uid: "u1" } };
}

/** Says things about objects, and keeps how they ended. */
export class CoreV1Scene implements AsyncDisposable {
  readonly outcomes: Outcome<CoreV1Event>[] = [];
  readonly #broadcaster = new EventBroadcaster();
  readonly recorder = this.#broadcaster.newRecorder({ component: "cluster-test", host: "here" });
  readonly recording;

  constructor(
    { url, fetch, token }: Omit<Cluster, "send" | "token"> & { readonly token: ConnectionOptions["token"] },
    options: RecordingOptions = {},
  ) {
    const sink = new FetchEventSink({ server: url, fetch, token });
    this.recording = this.#broadcaster.startRecordingToSink(sink, {
      correlator: { burst: 1_000_000 },
      retryDelayMs: 200,
      onOutcome: (outcome) => this.outcomes.push(outcome),
      ...options,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#broadcaster.shutdown({ signal: AbortSignal.timeout(5000) });
  }
}

/** Loses the first patch on its way, and delivers it after newer ones. */
async function deliverLate<V extends ApiVersion>(
  cluster: Cluster,
  { apiVersion, makeEvent, countOf, correlator }: RecordedApi<V>,
): Promise<void> {
  const namespace = await makeNamespace(cluster.send);
  let lost: Request | undefined;
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method !== "PATCH" || lost !== undefined) return await cluster.fetch(request);
    lost = request;
    throw new TypeError("connection reset");
  };
  const sink: EventSink<EventOf<V>> = new FetchEventSink({
    server: cluster.url,
    token: cluster.token,
    apiVersion,
    fetch,
  });
  const recording = new EventRecording<V>(sink, {
    apiVersion,
    retryDelayMs: 0,
    correlator: correlator({ clock: Date, cacheSize: 4096 }),
  });
  for (let i = 0; i < 3; i++) {
    recording.accept(makeEvent(`e-${i}`, { pod: "web", message: "It happened", namespace }));
    await recording.flush();
  }
  const response = await cluster.fetch(lost!);
  await response.body?.cancel();
  assert.equal(response.status, 409);
  await recording.stop();
  assert.equal(recording.stats().requests, 4);
  const path = `/${apiVersion === "v1" ? "api/v1" : "apis/events.k8s.io/v1"}/namespaces/${namespace}/events`;
  const { items } = await call<{ items: EventOf<V>[] }>(cluster.send, "GET", path);
  assert.deepEqual(items.map(countOf), [3]);
}

/** Reads the names of events that a watch reports, until there are so many. */
async function watchedNames({ send }: Cluster, namespace: string, count: number): Promise<string[]> {
  const response = await send(`/api/v1/namespaces/${namespace}/events?watch=true`, { method: "GET" });
  const names: string[] = [];
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (text + chunk).split("\n");
    text = lines.pop()!;
    for (const line of lines) names.push((JSON.parse(line) as { object: CoreV1Event }).object.metadata.name!);
    if (names.length >= count) return names;
  }
  throw new Error(`The watch ended after ${names.length} events`);
}

/** Records events of a few objects while one request in five fails, and checks the order that a watch sees. */
async function keepOrder<V extends ApiVersion>(
  cluster: Cluster,
  { apiVersion, makeEvent }: RecordedApi<V>,
): Promise<void> {
  const namespace = await makeNamespace(cluster.send);
  const pods = ["a", "b", "c", "d", "e"];
  const each = 60;
  const watched = watchedNames(cluster, namespace, pods.length * each);
  const random = seeded(1);
  const unavailable = (status: number): Response => new Response(null, { status });
  const faults = [
    () => unavailable(503),
    () => unavailable(429),
    () => unavailable(500),
    () => Promise.reject(new TypeError("connection refused")),
    async (request: Request) => {
      await (await cluster.fetch(request)).body?.cancel();
      throw new TypeError("connection reset");
    },
  ];
  const fetch = async (request: Request): Promise<Response> =>
    random() < 0.2 ? await faults[Math.floor(random() * faults.length)]!(request) : await cluster.fetch(request);
  const sink: EventSink<EventOf<V>> = new FetchEventSink({
    server: cluster.url,
    token: cluster.token,
    apiVersion,
    fetch,
  });
  const recording = new EventRecording<V>(sink, { apiVersion, retryDelayMs: 100, correlator: false });
  for (let i = 0; i < each; i++) {
    for (const pod of pods) {
      const name = `${pod}-${String(i).padStart(3, "0")}`;
      recording.accept(makeEvent(name, { pod, message: name, namespace }));
    }
  }
  const { recorded, retries } = await recording.flush();
  await recording.stop();
  assert.equal(recorded, pods.length * each);
  assert.ok(retries > 50, `${retries} retries`);
  const names = await watched;
  for (const pod of pods) {
    const its = names.filter((name) => name.startsWith(`${pod}-`));
    assert.deepEqual(its, its.toSorted(), `the events of ${pod}`);
  }
}

/** Records in both APIs, and checks the stored events. */
export const recordingChecks: Readonly<Record<string, (cluster: Cluster) => Promise<void>>> = {
  "core/v1: counts are exact, and the server accepts every event": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster);
    for (let round = 0; round < 20; round++) {
      for (const name of ["a", "b", "c"]) {
        scene.recorder.event(pod(namespace, name), "Normal", "Pulled", "Image pulled");
      }
      await scene.recording.flush();
    }
    const stored = await storedEvents(cluster.send, namespace);
    assert.deepEqual(stored.map(({ count }) => count), [20, 20, 20]);
    const { accepted, recorded, coalesced } = scene.recording.stats();
    assert.deepEqual([accepted, recorded + coalesced], [60, 60]);
    const [event] = stored;
    assert.equal(event?.source?.component, "cluster-test");
    assert.equal(event?.involvedObject.uid, "u1");
    assert.ok(event?.lastTimestamp);
  },

  "core/v1: similar events are combined, and the server takes what stands for them": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster);
    for (let i = 0; i < 30; i++) {
      scene.recorder.annotatedEventf(pod(namespace), { n: "1" }, "Warning", "BackOff", "Back-off %d", i);
    }
    await scene.recording.flush();
    const stored = await storedEvents(cluster.send, namespace);
    assert.equal(stored.length, 10);
    const combined = stored.filter(({ message }) => message?.startsWith("(combined from similar events): "));
    assert.deepEqual(combined.map(({ count, message }) => [count, message]), [
      [21, "(combined from similar events): Back-off 29"],
    ]);
    assert.equal(combined[0]?.metadata.annotations?.["n"], "1");
  },

  "core/v1: what would be refused is made to fit": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster);
    scene.recorder.event(pod(namespace, "Upper_Case"), "Normal", "Odd", "x".repeat(5000));
    scene.recorder.event(pod(namespace, "x".repeat(253)), "Normal", "Odd", "é".repeat(2000));
    await scene.recording.flush();
    assert.equal((await storedEvents(cluster.send, namespace)).length, 2);
    assert.equal(scene.recording.stats().recorded, 2);
  },

  "core/v1: an event that is gone is made again with its count": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster);
    const emit = async (): Promise<void> => {
      scene.recorder.event(pod(namespace), "Normal", "Pulled", "Image pulled");
      await scene.recording.flush();
    };
    await emit();
    await emit();
    await call(cluster.send, "DELETE", `/api/v1/namespaces/${namespace}/events`);
    await emit();
    assert.deepEqual((await storedEvents(cluster.send, namespace)).map(({ count }) => count), [3]);
  },

  "core/v1: a missing namespace rejects events with that reason": async (cluster) => {
    await using scene = new CoreV1Scene(cluster);
    scene.recorder.event(pod("kubecast-nowhere"), "Normal", "Pulled", "Image pulled");
    await scene.recording.flush();
    const outcome = scene.outcomes[0];
    assert.ok(outcome?.type === "rejected", JSON.stringify(outcome));
    assert.match(outcome.message, /namespaces "kubecast-nowhere" not found/);
  },

  "core/v1: a namespace that is being deleted takes no more": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    await using scene = new CoreV1Scene(cluster, { concurrency: 1 });
    // What holds the namespace up is a finalizer; without it a cluster's controllers would end it soon.
    await call(cluster.send, "PATCH", `/api/v1/namespaces/${namespace}`, {
      metadata: { finalizers: ["kubecast.test/hold"] },
    });
    await call(cluster.send, "DELETE", `/api/v1/namespaces/${namespace}`);
    const probe = { metadata: { generateName: "probe-" }, involvedObject: { namespace } };
    const deadline = Date.now() + 300_000;
    // Admission sees the deletion a moment later.
    while (Date.now() < deadline) {
      const response = await cluster.send(`/api/v1/namespaces/${namespace}/events?dryRun=All`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(probe),
      });
      await response.body?.cancel();
      if (response.status === 403) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // The second waits for the first, and ends with it.
    for (const name of ["a", "b"]) {
      scene.recorder.event(pod(namespace, name), "Normal", "Killing", "Stopping container");
    }
    await scene.recording.flush();
    await call(cluster.send, "PATCH", `/api/v1/namespaces/${namespace}`, { metadata: { finalizers: null } });
    const [first, second] = scene.outcomes;
    assert.ok(first?.type === "rejected" && second?.type === "dropped", JSON.stringify(scene.outcomes));
    assert.match(first.message, /because it is being terminated/);
    assert.equal(second.because, "namespace-terminating");
  },

  "core/v1: a patch that is delivered late changes nothing": (cluster) => deliverLate(cluster, coreV1Api),

  "events.k8s.io/v1: a patch that is delivered late changes nothing": (cluster) => deliverLate(cluster, eventsV1Api),

  "core/v1: a watch sees the events of each object in order, though one request in five fails": (cluster) =>
    keepOrder(cluster, coreV1Api),

  "events.k8s.io/v1: a watch sees the events of each object in order, though one request in five fails": (cluster) =>
    keepOrder(cluster, eventsV1Api),

  "core/v1: an event whose name a different one has is rejected": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    for (const pods of [["a", "b"], ["c"]]) {
      await using scene = new CoreV1Scene(cluster);
      for (const name of pods) {
        const fields = { type: "Normal", reason: "Deployed", message: "Deployed", name: "deploy" } as const;
        scene.recorder.record(pod(namespace, name), fields);
        await scene.recording.flush();
      }
      const types = scene.outcomes.map(({ type }) => type);
      assert.deepEqual(types, pods.length === 2 ? ["recorded", "rejected"] : ["rejected"]);
      const outcome = scene.outcomes.at(-1)!;
      assert.ok(outcome.type === "rejected");
      assert.match(outcome.message, /^events "deploy" already exists, as a different event/);
    }
    assert.deepEqual((await storedEvents(cluster.send, namespace)).map(({ involvedObject }) => involvedObject.name), [
      "a",
    ]);
  },

  "events.k8s.io/v1: a series counts what repeats": async (cluster) => {
    const namespace = await makeNamespace(cluster.send);
    const broadcaster = new EventBroadcaster({ apiVersion: "events.k8s.io/v1" });
    const recorder = broadcaster.newRecorder({ reportingController: "kubecast.test/controller" });
    const sink = new FetchEventSink({
      server: cluster.url,
      fetch: cluster.fetch,
      token: cluster.token,
      apiVersion: "events.k8s.io/v1",
    });
    const recording = broadcaster.startRecordingToSink(sink, { retryDelayMs: 200 });
    for (let i = 0; i < 5; i++) {
      recorder.eventf(
        pod(namespace),
        pod(namespace, "other"),
        "Normal",
        "Created",
        "CreatePod",
        "Created pod %s",
        "web",
      );
      await recording.flush();
    }
    recorder.eventf(
      pod(namespace, "once"),
      undefined,
      "Warning",
      "Failed",
      "CreatePod",
      "Cannot create: %s",
      "x".repeat(5000),
    );
    await recording.flush();
    await broadcaster.shutdown();
    const path = `/apis/events.k8s.io/v1/namespaces/${namespace}/events`;
    const { items } = await call<{ items: EventsV1Event[] }>(cluster.send, "GET", path);
    assert.deepEqual(items.map(({ regarding, series }) => [regarding?.name, series?.count]), [
      ["once", undefined],
      ["web", 5],
    ]);
    assert.equal(items[1]?.related?.name, "other");
    assert.equal(recording.stats().rejected, 0);
  },
};
