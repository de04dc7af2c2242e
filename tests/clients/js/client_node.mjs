// @kubernetes/client-node, as users write it.
import assert from "node:assert/strict";
import { env, pid } from "node:process";
import { test } from "node:test";
import {
  CoreV1Api,
  EventsV1Api,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  V1MicroTime,
  VersionApi,
  Watch,
} from "@kubernetes/client-node";

const config = new KubeConfig();
// The client rejects plain HTTP unless certificates are not verified.
config.loadFromClusterAndUser({ name: "test", server: env.KUBE_API_URL, skipTLSVerify: true }, { name: "nobody" });
const core = config.makeApiClient(CoreV1Api);
const events = config.makeApiClient(EventsV1Api);

let namespaces = 0;
const nextNamespace = () => `js-${pid}-${namespaces++}`;

/** A core/v1 event, as users of the client write one. */
function coreEvent(namespace, name) {
  return {
    metadata: { name, namespace },
    involvedObject: { kind: "Pod", namespace, name: "web" },
    reason: "Pulled",
    message: "pulled",
    type: "Normal",
    firstTimestamp: new Date(0),
    lastTimestamp: new Date(0),
    count: 1,
  };
}

/** The code of the answer to a request that must fail. */
async function codeOf(promise) {
  try {
    await promise;
    return 0;
  } catch (error) {
    return error.code;
  }
}

/** Until `done()` is true. */
async function until(done) {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test("@kubernetes/client-node creates, lists, reads, replaces and deletes core/v1 events", async () => {
  const namespace = nextNamespace();
  const created = await core.createNamespacedEvent({ namespace, body: coreEvent(namespace, "a") });
  assert.deepEqual([created.metadata.name, created.firstTimestamp instanceof Date, created.eventTime], [
    "a",
    true,
    null,
  ]);
  const list = await core.listNamespacedEvent({ namespace, fieldSelector: "involvedObject.name=web", limit: 10 });
  assert.equal(list.items.length, 1);
  const read = await core.readNamespacedEvent({ namespace, name: "a" });
  const replaced = await core.replaceNamespacedEvent({ namespace, name: "a", body: { ...read, count: 2 } });
  assert.equal(replaced.count, 2);
  assert.equal(await codeOf(core.replaceNamespacedEvent({ namespace, name: "a", body: read })), 409);
  assert.equal(await codeOf(core.createNamespacedEvent({ namespace, body: coreEvent(namespace, "a") })), 409);
  assert.equal(await codeOf(core.readNamespacedEvent({ namespace, name: "b" })), 404);
  assert.equal((await core.deleteNamespacedEvent({ namespace, name: "a" })).status, "Success");
  await core.createNamespacedEvent({ namespace, body: coreEvent(namespace, "b") });
  assert.equal((await core.deleteCollectionNamespacedEvent({ namespace })).kind, "EventList");
  assert.equal((await core.listNamespacedEvent({ namespace })).items.length, 0);
});

test("@kubernetes/client-node writes events.k8s.io/v1 events", async () => {
  const namespace = nextNamespace();
  const body = {
    metadata: { name: "a" },
    regarding: { kind: "Pod", namespace, name: "web" },
    reason: "Created",
    note: "created",
    action: "CreatePod",
    type: "Normal",
    eventTime: new V1MicroTime(),
    reportingController: "example.com/c",
    reportingInstance: "c-1",
  };
  assert.equal((await events.createNamespacedEvent({ namespace, body })).note, "created");
  const wrong = { ...body, metadata: { name: "b" }, type: "Error" };
  assert.equal(await codeOf(events.createNamespacedEvent({ namespace, body: wrong })), 422);
  assert.equal((await core.readNamespacedEvent({ namespace, name: "a" })).message, "created");
});

test("@kubernetes/client-node patches in three ways, and gets an error for server-side apply", async () => {
  const namespace = nextNamespace();
  await core.createNamespacedEvent({ namespace, body: coreEvent(namespace, "a") });
  const operations = [{ op: "replace", path: "/count", value: 2 }];
  assert.equal((await core.patchNamespacedEvent({ namespace, name: "a", body: operations })).count, 2);
  const patch = (strategy, count, fields) =>
    core.patchNamespacedEvent(
      { namespace, name: "a", body: { apiVersion: "v1", kind: "Event", metadata: { name: "a" }, count }, ...fields },
      setHeaderOptions("Content-Type", strategy),
    );
  assert.equal((await patch(PatchStrategy.MergePatch, 3)).count, 3);
  assert.equal((await patch(PatchStrategy.StrategicMergePatch, 4)).count, 4);
  assert.equal(await codeOf(patch(PatchStrategy.ServerSideApply, 5, { fieldManager: "test", force: true })), 415);
  // An object under the default, which is JSON Patch: what a cluster refuses too.
  assert.equal(await codeOf(core.patchNamespacedEvent({ namespace, name: "a", body: { count: 9 } })), 400);
});

test("@kubernetes/client-node watches, without an error at the start", async () => {
  const namespace = nextNamespace();
  const path = `/api/v1/namespaces/${namespace}/events`;
  const { metadata: { resourceVersion } } = await core.listNamespacedEvent({ namespace });
  const seen = [];
  const watch = new Watch(config);
  const controller = await watch.watch(
    path,
    { resourceVersion },
    (type, { metadata }) => seen.push(`${type} ${metadata.name}`),
    (error) => error?.name !== "AbortError" && seen.push(`error ${error}`),
  );
  await core.createNamespacedEvent({ namespace, body: coreEvent(namespace, "a") });
  await core.deleteNamespacedEvent({ namespace, name: "a" });
  await until(() => seen.length >= 2);
  controller.abort();
  assert.deepEqual(seen, ["ADDED a", "DELETED a"]);
});

test("@kubernetes/client-node runs an informer", async () => {
  const namespace = nextNamespace();
  await core.createNamespacedEvent({ namespace, body: coreEvent(namespace, "a") });
  const path = `/api/v1/namespaces/${namespace}/events`;
  const informer = makeInformer(config, path, () => core.listNamespacedEvent({ namespace }));
  const seen = [];
  for (const type of ["add", "update", "delete"]) {
    informer.on(type, ({ metadata }) => seen.push(`${type} ${metadata.name}`));
  }
  informer.on("error", (error) => seen.push(`error ${error}`));
  await informer.start();
  await core.createNamespacedEvent({ namespace, body: coreEvent(namespace, "b") });
  const operations = [{ op: "replace", path: "/count", value: 2 }];
  await core.patchNamespacedEvent({ namespace, name: "b", body: operations });
  await core.deleteNamespacedEvent({ namespace, name: "a" });
  await until(() => seen.length >= 4);
  assert.deepEqual(seen, ["add a", "add b", "update b", "delete a"]);
  assert.deepEqual(informer.list().map(({ metadata, count }) => `${metadata.name} ${count}`), ["b 2"]);
  await informer.stop();
});

test("@kubernetes/client-node reads discovery", async () => {
  const namespace = nextNamespace();
  const objects = KubernetesObjectApi.makeApiClient(config);
  const created = await objects.create({ apiVersion: "v1", kind: "Event", ...coreEvent(namespace, "a") });
  assert.equal(created.metadata.name, "a");
  assert.equal((await config.makeApiClient(VersionApi).getCode()).major, "1");
});
