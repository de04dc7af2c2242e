// Runs one scenario with @kubernetes/client-node: node client_node.mjs SERVER SCENARIO. Prints what it saw as JSON.
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
import { argv, stdout } from "node:process";

const [server, scenario] = argv.slice(2);
const config = new KubeConfig();
// The client refuses plain HTTP unless told that certificates do not matter.
config.loadFromClusterAndUser({ name: "memory", server, skipTLSVerify: true }, { name: "nobody" });
const core = config.makeApiClient(CoreV1Api);
const events = config.makeApiClient(EventsV1Api);
const namespace = "default";

/** A core/v1 event, as users of the client write one. */
function coreEvent(name) {
  return {
    metadata: { name },
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

const scenarios = {
  async core() {
    const created = await core.createNamespacedEvent({ namespace, body: coreEvent("a") });
    const list = await core.listNamespacedEvent({ namespace, fieldSelector: "involvedObject.name=web", limit: 10 });
    const all = await core.listEventForAllNamespaces();
    const read = await core.readNamespacedEvent({ namespace, name: "a" });
    const replaced = await core.replaceNamespacedEvent({ namespace, name: "a", body: { ...read, count: 2 } });
    const stale = await codeOf(core.replaceNamespacedEvent({ namespace, name: "a", body: read }));
    const exists = await codeOf(core.createNamespacedEvent({ namespace, body: coreEvent("a") }));
    const missing = await codeOf(core.readNamespacedEvent({ namespace, name: "b" }));
    const deleted = await core.deleteNamespacedEvent({ namespace, name: "a" });
    await core.createNamespacedEvent({ namespace, body: coreEvent("b") });
    const collection = await core.deleteCollectionNamespacedEvent({ namespace });
    return {
      created: [created.metadata.name, created.firstTimestamp instanceof Date, created.eventTime],
      lists: [list.items.length, all.items.length],
      replaced: replaced.count,
      codes: { stale, exists, missing },
      deleted: deleted.status,
      collection: [collection.kind, (await core.listNamespacedEvent({ namespace })).items.length],
    };
  },

  async events() {
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
    const created = await events.createNamespacedEvent({ namespace, body });
    const invalid = await codeOf(
      events.createNamespacedEvent({ namespace, body: { ...body, metadata: { name: "b" }, type: "Error" } }),
    );
    const inCore = await core.readNamespacedEvent({ namespace, name: "a" });
    return { created: created.note, invalid, inCore: inCore.message };
  },

  async patch() {
    await core.createNamespacedEvent({ namespace, body: coreEvent("a") });
    const operations = [{ op: "replace", path: "/count", value: 2 }];
    const json = await core.patchNamespacedEvent({ namespace, name: "a", body: operations });
    const counts = [json.count];
    const strategies = [PatchStrategy.MergePatch, PatchStrategy.StrategicMergePatch, PatchStrategy.ServerSideApply];
    for (const [index, strategy] of strategies.entries()) {
      const body = { apiVersion: "v1", kind: "Event", metadata: { name: "a" }, count: index + 3 };
      const fields = strategy === PatchStrategy.ServerSideApply ? { fieldManager: "test", force: true } : {};
      const options = setHeaderOptions("Content-Type", strategy);
      const patched = await core.patchNamespacedEvent({ namespace, name: "a", body, ...fields }, options);
      counts.push(patched.count);
    }
    // An object under the default, which is JSON Patch: what a cluster refuses too.
    const refused = await codeOf(core.patchNamespacedEvent({ namespace, name: "a", body: { count: 9 } }));
    return { counts, refused };
  },

  async watch() {
    await core.createNamespacedEvent({ namespace, body: coreEvent("a") });
    const { metadata: { resourceVersion } } = await core.listEventForAllNamespaces();
    const seen = [];
    const watch = new Watch(config);
    const controller = await watch.watch("/api/v1/events", { resourceVersion }, (type, { metadata }) => {
      seen.push(`${type} ${metadata.name}`);
    }, () => {});
    await core.createNamespacedEvent({ namespace, body: coreEvent("b") });
    await core.deleteNamespacedEvent({ namespace, name: "a" });
    await until(() => seen.length === 2);
    controller.abort();
    return { seen };
  },

  async informer() {
    await core.createNamespacedEvent({ namespace, body: coreEvent("a") });
    const informer = makeInformer(config, "/api/v1/events", () => core.listEventForAllNamespaces());
    const seen = [];
    for (const type of ["add", "update", "delete"]) {
      informer.on(type, ({ metadata }) => seen.push(`${type} ${metadata.name}`));
    }
    await informer.start();
    await core.createNamespacedEvent({ namespace, body: coreEvent("b") });
    const operations = [{ op: "replace", path: "/count", value: 2 }];
    await core.patchNamespacedEvent({ namespace, name: "b", body: operations });
    await core.deleteNamespacedEvent({ namespace, name: "a" });
    await until(() => seen.length >= 4);
    const cached = informer.list().map(({ metadata, count }) => `${metadata.name} ${count}`);
    await informer.stop();
    return { seen, cached };
  },

  async objects() {
    const objects = KubernetesObjectApi.makeApiClient(config);
    const created = await objects.create({ apiVersion: "v1", kind: "Event", ...coreEvent("a") });
    const version = await config.makeApiClient(VersionApi).getCode();
    return { created: created.metadata.name, major: version.major };
  },
};

stdout.write(JSON.stringify(await scenarios[scenario]()));
