// The event code of five projects in small, before and after, with their client's real package. The shapes are theirs:
// cjihrig/kubenode, defenseunicorns/pepr, akash-network/console, garden-io/garden, yehudacohen/typekro. The counts are
// those of the table in the module doc of src/connect/client_node.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, versions } from "node:process";
import { test } from "node:test";
import { CoreV1Api, KubeConfig, makeInformer, Watch } from "client-node-1.4";
import { createEventRecorder, type EventSink, StatusError } from "../../mod.ts";
import { fromKubeConfig, kindOf, type KubeConfigConnection } from "../../src/connect/client_node/mod.ts";
import { listen } from "../../src/serve/listen/mod.ts";
import { EventReader } from "../../src/read/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";

const POD = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } };
const NODE = { apiVersion: "v1", kind: "Node", metadata: { name: "n1", uid: "2" } };

type Intercept = (request: Request, direct: (request: Request) => Promise<Response>) => Promise<Response>;

interface StoredEvent {
  readonly involvedObject: { readonly apiVersion?: string; readonly kind?: string };
  readonly count?: number;
  readonly reason?: string;
}

/** A program with a client: a server, whose answers may be intercepted, and what it stores in the end. */
async function withClient(
  intercept: Intercept,
  run: (client: {
    readonly kubeConfig: KubeConfig;
    readonly core: CoreV1Api;
    readonly connection: KubeConfigConnection;
    readonly stored: () => Promise<StoredEvent[]>;
  }) => Promise<void>,
): Promise<void> {
  const api = new EventsApiServer({ flushesHeaders: true });
  const server = await listen({ fetch: (request) => intercept(request, api.fetch) });
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser({ name: "c", server: server.url, skipTLSVerify: true }, { name: "u" });
  const connection = fromKubeConfig(kubeConfig);
  const stored = async () => (await (await api.fetch(new Request("http://localhost/api/v1/events"))).json()).items;
  try {
    await run({ kubeConfig, core: kubeConfig.makeApiClient(CoreV1Api), connection, stored });
  } finally {
    await connection[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  }
}

/** Lets all requests pass. */
const direct: Intercept = (request, direct) => direct(request);

/** Answers the first write with 503. */
function busyOnce(): Intercept {
  let busy = 1;
  return (request, direct) =>
    request.method !== "GET" && busy-- > 0
      ? Promise.resolve(new Response("overloaded", { status: 503 }))
      : direct(request);
}

/** Ends the first watches after four changes, as servers do after minutes; or cuts their connection. */
function endingWatches(
  howMany: number,
  end: (controller: TransformStreamDefaultController<Uint8Array>) => void,
): Intercept {
  let left = howMany;
  return async (request, direct) => {
    const response = await direct(request);
    if (!request.url.includes("watch=true") || left-- <= 0) return response;
    let lines = 0;
    const body = response.body!.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk);
          lines += chunk.filter((byte) => byte === 10).length;
          if (lines >= 4) end(controller);
        },
      }),
    );
    return new Response(body, response);
  };
}

/** kubenode and pepr: an object for each call, as the client's own examples have it. */
async function createBefore(core: CoreV1Api, about: typeof POD | typeof NODE, reason: string): Promise<void> {
  const { apiVersion, kind, metadata: { name, uid } } = about;
  const namespace = (about.metadata as { readonly namespace?: string }).namespace as string;
  await core.createNamespacedEvent({
    namespace,
    body: {
      metadata: { generateName: `${name}-`, namespace },
      involvedObject: { apiVersion, kind, name, namespace, uid },
      type: "Normal",
      reason,
      message: "as before",
      count: 1,
      firstTimestamp: new Date(),
      lastTimestamp: new Date(),
      source: { component: "before" },
    },
  });
}

const counts = (events: readonly { readonly count?: number }[]): unknown => events.map(({ count }) => count);

test("30 equal events are 30 objects before, and one with a count after", async () => {
  await withClient(direct, async ({ core, stored }) => {
    for (let i = 0; i < 30; i++) await createBefore(core, POD, "Ready");
    assert.equal((await stored()).length, 30);
  });
  await withClient(direct, async ({ connection, stored }) => {
    const recorder = createEventRecorder({ component: "after", ...connection });
    for (let i = 0; i < 30; i++) recorder.event(POD, "Normal", "Ready", "as after");
    await recorder.shutdown();
    // The others count as spam, as in client-go.
    assert.deepEqual(counts(await stored()), [25]);
  });
});

test("an event answered with one 503 is lost before, and stored after", async () => {
  await withClient(busyOnce(), async ({ core, stored }) => {
    await assert.rejects(createBefore(core, POD, "Ready"));
    assert.equal((await stored()).length, 0);
  });
  await withClient(busyOnce(), async ({ connection, stored }) => {
    const recorder = createEventRecorder({ component: "after", ...connection, retryDelayMs: 10 });
    const outcome = await recorder.write(POD, { type: "Normal", reason: "Ready", message: "as after" });
    assert.equal(outcome.type, "recorded");
    await recorder.shutdown();
    assert.deepEqual(counts(await stored()), [1]);
  });
});

test("an event about a node is refused by the client before, and stored after", async () => {
  await withClient(direct, async ({ core, stored }) => {
    await assert.rejects(createBefore(core, NODE, "Ready"), /namespace/);
    assert.equal((await stored()).length, 0);
  });
  await withClient(direct, async ({ connection, stored }) => {
    const recorder = createEventRecorder({ component: "after", ...connection });
    recorder.event(NODE, "Normal", "Ready", "as after");
    await recorder.shutdown();
    assert.deepEqual(counts(await stored()), [1]);
  });
});

/** akash and typekro: watches again whenever a watch ends, if it ends without an error. */
async function watchBefore(
  kubeConfig: KubeConfig,
  deliver: (reason: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const watch = new Watch(kubeConfig);
  while (!signal.aborted) {
    await new Promise<void>((resolve, reject) => {
      const done = (error: unknown): void => error && !signal.aborted ? reject(error) : resolve();
      const show = (_type: string, event: { readonly reason: string }): void => deliver(event.reason);
      watch.watch("/api/v1/namespaces/shop/events", {}, show, done).then((request) => {
        signal.addEventListener("abort", () => request.abort());
      }, reject);
    });
  }
}

/** Collects until nothing has come for a while, and stops. */
async function collect(run: (deliver: (reason: string) => void, signal: AbortSignal) => Promise<void>, enough: number) {
  const delivered: string[] = [];
  const stop = new AbortController();
  let error: unknown;
  const running = run((reason) => delivered.push(reason), stop.signal).catch((reason) => error = reason);
  while (delivered.length < enough && error === undefined) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop.abort();
  await running;
  return { delivered, error };
}

const FOUR = ["A", "B", "C", "D"];

/** Serves a list of one pod, whose items have no kind, as those of a cluster; and a watch that adds another pod. */
const servesPods: Intercept = (request, direct) => {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname !== "/api/v1/pods") return direct(request);
  const metadata = { resourceVersion: "1" };
  if (searchParams.get("watch") !== "true") {
    const items = [{ metadata: POD.metadata, spec: { containers: [] } }];
    return Promise.resolve(Response.json({ apiVersion: "v1", kind: "PodList", metadata, items }));
  }
  const added = { ...POD, metadata: { ...POD.metadata, name: "added", resourceVersion: "2" } };
  const line = `${JSON.stringify({ type: "ADDED", object: added })}\n`;
  return Promise.resolve(
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(line)),
      }),
    ),
  );
};

test("an event about an item of a list or informer lacks the kind before, and has it after", async () => {
  await withClient(servesPods, async ({ core, stored }) => {
    const { items: [pod] } = await core.listPodForAllNamespaces();
    await createBefore(core, pod as typeof POD, "Seen");
    assert.deepEqual((await stored()).map(({ involvedObject: { kind } }) => kind), [undefined]);
  });
  await withClient(servesPods, async ({ core, kubeConfig, connection, stored }) => {
    const recorder = createEventRecorder({ component: "after", ...connection, kindOf });
    const { items } = await core.listPodForAllNamespaces();
    for (const pod of items) recorder.event(pod, "Normal", "Seen", "Found in a list");
    const informer = makeInformer(kubeConfig, "/api/v1/pods", () => core.listPodForAllNamespaces());
    const found: unknown[] = [];
    await new Promise<void>((resolve) => {
      informer.on("add", (pod) => {
        recorder.event(pod, "Normal", "Added", "Found by an informer");
        if (found.push(pod.metadata?.name) === 2) resolve();
      });
      void informer.start();
    });
    await informer.stop();
    const { recorded, lost } = await recorder.shutdown();
    assert.deepEqual({ found, recorded, lost }, { found: ["web", "added"], recorded: 3, lost: 0 });
    const about = (await stored()).map(({ involvedObject: { apiVersion, kind } }) => `${apiVersion} ${kind}`);
    assert.deepEqual(about, ["v1 Pod", "v1 Pod", "v1 Pod"]);
  });
});

test("4 events with 5 watches that end are delivered 24 times before, and 4 times after", async () => {
  const ends = (): Intercept => endingWatches(5, (controller) => controller.terminate());
  await withClient(ends(), async ({ kubeConfig, core }) => {
    for (const reason of FOUR) await createBefore(core, POD, reason);
    const { delivered } = await collect((deliver, signal) => watchBefore(kubeConfig, deliver, signal), 24);
    assert.equal(delivered.length, 24);
  });
  await withClient(ends(), async ({ connection, core }) => {
    for (const reason of FOUR) await createBefore(core, POD, reason);
    const { delivered } = await collect(async (deliver, signal) => {
      for await (const { reason } of new EventReader(connection).occurrences({ signal })) deliver(reason);
    }, 4);
    assert.deepEqual(delivered.sort(), FOUR);
  });
});

test("a loop whose connection is cut ends before, and continues after", async () => {
  const cut = (): Intercept => endingWatches(1, (controller) => controller.error(new Error("cut")));
  await withClient(cut(), async ({ kubeConfig, core }) => {
    for (const reason of FOUR) await createBefore(core, POD, reason);
    const { error } = await collect((deliver, signal) => watchBefore(kubeConfig, deliver, signal), 99);
    assert.ok(error, "an error that ends akash's process");
  });
  await withClient(cut(), async ({ connection, core }) => {
    const { delivered, error } = await collect(async (deliver, signal) => {
      const occurrences = new EventReader(connection).occurrences({ since: "now", signal });
      const reading = (async () => {
        for await (const { reason } of occurrences) deliver(reason);
      })();
      await occurrences.synced;
      for (const reason of [...FOUR, "E"]) await createBefore(core, POD, reason);
      await reading;
    }, 5);
    assert.equal(error, undefined);
    assert.deepEqual(delivered.sort(), [...FOUR, "E"]);
  });
});

test("the latest event of an object is the last one created before, and the last one seen after", async () => {
  await withClient(direct, async ({ core, connection, stored }) => {
    const involvedObject = { kind: "Pod", name: "web", namespace: "shop", uid: "1" };
    const put = (name: string, reason: string, lastTimestamp: Date) =>
      core.createNamespacedEvent({
        namespace: "shop",
        body: { metadata: { name, namespace: "shop" }, involvedObject, reason, lastTimestamp },
      });
    await put("a", "BackOff", new Date("2026-01-01T12:30:00Z"));
    await new Promise((resolve) => setTimeout(resolve, 1100)); // creation times are whole seconds
    await put("b", "Pulled", new Date("2026-01-01T12:00:00Z"));
    const { items } = await core.listNamespacedEvent({ namespace: "shop" });
    const created = items.sort((a, b) => +a.metadata.creationTimestamp! - +b.metadata.creationTimestamp!);
    assert.equal(created.at(-1)!.reason, "Pulled");
    const [last] = await new EventReader(connection).about(POD).latest(1);
    assert.equal(last!.reason, "BackOff");
    assert.equal((await stored()).length, 2);
  });
});

/** A sink of one's own over the client's API, for programs that must send through it: 25 lines. */
function clientSink(core: CoreV1Api): EventSink {
  type Body = Parameters<CoreV1Api["createNamespacedEvent"]>[0]["body"];
  const send = async <T,>(call: Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    try {
      return await call;
    } catch (error) {
      throw StatusError.of(error) ?? error;
    }
  };
  const asWire = <T,>(object: object): T => JSON.parse(JSON.stringify(object)) as T;
  const dated = (event: object): Body => {
    const dates = /^(first|last)Timestamp$/;
    return JSON.parse(JSON.stringify(event), (name, value) => dates.test(name) && value ? new Date(value) : value);
  };
  const target = ({ metadata }: { readonly metadata: { readonly name?: string; readonly namespace?: string } }) => ({
    name: metadata.name!,
    namespace: metadata.namespace ?? "default",
  });
  return {
    create: async (event, { signal }) =>
      asWire(await send(core.createNamespacedEvent({ ...target(event), body: dated(event) }), signal)),
    patch: async (event, patch, { signal }) =>
      asWire(await send(core.patchNamespacedEvent({ ...target(event), body: patch as unknown as object }), signal)),
    read: async (event, { signal }) => asWire(await send(core.readNamespacedEvent(target(event)), signal)),
  };
}

test("a sink that uses CoreV1Api, and StatusError.of() for its errors, counts and retries", async () => {
  const { EventBroadcaster } = await import("../../mod.ts");
  await withClient(busyOnce(), async ({ core, stored }) => {
    const broadcaster = new EventBroadcaster();
    const recording = broadcaster.startRecordingToSink(clientSink(core), { retryDelayMs: 10 });
    const recorder = broadcaster.newRecorder({ component: "after" });
    recorder.event(POD, "Normal", "Ready", "as after");
    await recording.flush();
    recorder.event(POD, "Normal", "Ready", "as after");
    await broadcaster.shutdown();
    assert.deepEqual(counts(await stored()), [2]);
  });
});

// Made for Node; it reads the kubeconfig of the environment at its first call.
const isNode22 = Number(versions.node.split(".")[0]) >= 22 && !("bun" in versions) && !("deno" in versions);

test("kubernetes-fluent-client stores 10 repeats as 10 objects before, one after; its errors are understood", {
  skip: !isNode22,
}, async () => {
  await withClient(direct, async ({ kubeConfig, connection, stored }) => {
    const folder = mkdtempSync(join(tmpdir(), "kubecast-fluent-"));
    env["KUBECONFIG"] = join(folder, "config");
    writeFileSync(env["KUBECONFIG"], kubeConfig.exportConfig());
    try {
      const { K8s, kind } = await import("kubernetes-fluent-client");
      const { metadata, ...own } = POD;
      const involvedObject = { ...own, ...metadata };
      const event = { type: "Normal", reason: "Ready", message: "as before", involvedObject };
      for (let i = 0; i < 10; i++) {
        await K8s(kind.CoreEvent).Create({ ...event, metadata: { name: `web-${i}`, namespace: "shop" } });
      }
      assert.equal((await stored()).length, 10);
      const again = K8s(kind.CoreEvent).Create({ ...event, metadata: { name: "web-1", namespace: "shop" } });
      assert.equal(await again.then(() => undefined, (error) => StatusError.of(error)?.isAlreadyExists), true);
      const recorder = createEventRecorder({ component: "after", ...connection });
      for (let i = 0; i < 10; i++) recorder.event(POD, "Normal", "Ready", "as after");
      await recorder.shutdown();
      assert.deepEqual(counts((await stored()).slice(10)), [10]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
