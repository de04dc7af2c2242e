import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMON_KINDS, EventsApiServer } from "../../../src/serve/server/mod.ts";
import { type Json, send } from "./client.ts";

/** The Accept header of kubectl 1.30 and later. */
const AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList," +
  "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";

test("discovery is aggregated on request, under its own media type", async () => {
  const api = new EventsApiServer();
  const core = await send(api, "GET", "/api?timeout=32s", { accept: AGGREGATED });
  assert.equal(
    core.headers.get("content-type"),
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList",
  );
  const [{ metadata, versions: [version] }] = core.body.items;
  assert.deepEqual([metadata, version.version], [{}, "v1"]);
  assert.deepEqual(version.resources[0], {
    resource: "events",
    singularResource: "event",
    scope: "Namespaced",
    responseKind: { group: "", version: "", kind: "Event" },
    verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    shortNames: ["ev"],
  });
  const groups = (await send(api, "GET", "/apis", { accept: AGGREGATED })).body;
  assert.deepEqual(groups.items.map((item: Json) => item.metadata.name), [
    "events.k8s.io",
    "apps",
    "batch",
    "autoscaling",
  ]);
});

test("discovery is unaggregated for kubectl 1.27 to 1.29, and 406 if only an unknown format is accepted", async () => {
  const api = new EventsApiServer();
  for (const version of ["", "v=v1;", "v=v2beta1;", "v=v3;"]) {
    const accept = `application/json;g=apidiscovery.k8s.io;${version}as=APIGroupDiscoveryList`;
    for (const [path, kind] of [["/api", "APIVersions"], ["/apis", "APIGroupList"]] as const) {
      assert.equal((await send(api, "GET", path, { accept: `${accept},application/json` })).body.kind, kind, version);
      assert.equal((await send(api, "GET", path, { accept })).body.reason, "NotAcceptable", version);
    }
  }
});

test("discovery is unaggregated by default", async () => {
  const api = new EventsApiServer({ kinds: [] });
  const get = async (target: string): Promise<Json> => (await send(api, "GET", target)).body;
  assert.deepEqual((await get("/api")).versions, ["v1"]);
  const group = {
    kind: "APIGroup",
    apiVersion: "v1",
    name: "events.k8s.io",
    versions: [{ groupVersion: "events.k8s.io/v1", version: "v1" }],
    preferredVersion: { groupVersion: "events.k8s.io/v1", version: "v1" },
  };
  assert.deepEqual(await get("/apis"), { kind: "APIGroupList", apiVersion: "v1", groups: [group] });
  assert.deepEqual(await get("/apis/events.k8s.io"), group);
  for (const target of ["/api/v1", "/apis/events.k8s.io/v1", "/api/v1/"]) {
    const { kind, resources } = await get(target);
    assert.deepEqual([kind, resources.length, resources[0].name, resources[0].namespaced], [
      "APIResourceList",
      1,
      "events",
      true,
    ]);
  }
});

test("discovery lists the given kinds with their resource and namespaced, and without verbs", async () => {
  const kinds = [{ apiVersion: "example.com/v1", kind: "Policy", resource: "policies", namespaced: false }];
  const api = new EventsApiServer({ kinds });
  const { resources } = (await send(api, "GET", "/apis/example.com/v1")).body;
  assert.deepEqual(resources, [{
    name: "policies",
    singularName: "policy",
    namespaced: false,
    kind: "Policy",
    verbs: [],
  }]);
  assert.equal((await send(api, "GET", "/apis/example.com/v1/policies")).code, 404);
  assert.equal((await send(api, "GET", "/apis/apps")).body, "404 page not found\n");
});

test("discovery serves version and health", async () => {
  const api = new EventsApiServer();
  assert.match((await send(api, "GET", "/version")).body.gitVersion, /^v1\.\d+\.\d+/);
  for (const target of ["/healthz", "/livez", "/readyz", "/readyz/ping", "/livez/etcd"]) {
    const { code, body } = await send(api, "GET", target);
    assert.deepEqual([code, body], [200, "ok"]);
  }
  assert.equal((await send(api, "GET", "/readyz/nope")).code, 404);
});

test("discovery responds with a Status to other versions of the groups of events, in text to other groups", async () => {
  const api = new EventsApiServer();
  for (const method of ["GET", "POST"]) {
    for (const path of ["/api/v2", "/apis/events.k8s.io/v1beta1", "/apis/events.k8s.io/v1beta1/events"]) {
      assert.equal((await send(api, method, path)).body.reason, "NotFound", path);
    }
    assert.equal((await send(api, method, "/apis/example.com/v1")).body, "404 page not found\n");
  }
});

test("discovery serves an OpenAPI v2 document of both APIs in JSON, and an empty one in protobuf", async () => {
  const api = new EventsApiServer();
  const accept = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
  const empty = await send(api, "GET", "/openapi/v2", { accept });
  assert.deepEqual([empty.code, empty.body], [200, ""]);
  assert.equal(empty.headers.get("content-type"), "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
  const { swagger, paths } = (await send(api, "GET", "/openapi/v2")).body;
  assert.equal(swagger, "2.0");
  assert.deepEqual(
    Object.keys(paths),
    ["/api/v1", "/apis/events.k8s.io/v1"].flatMap((prefix) =>
      ["/events", "/namespaces/{namespace}/events", "/namespaces/{namespace}/events/{name}"].map((path) =>
        prefix + path
      )
    ),
  );
  assert.deepEqual(paths["/api/v1/namespaces/{namespace}/events"].post["x-kubernetes-action"], "post");
});

test("discovery serves an OpenAPI v3 document with the operations on events", async () => {
  const api = new EventsApiServer();
  const { paths } = (await send(api, "GET", "/openapi/v3")).body;
  assert.deepEqual(Object.keys(paths), ["api/v1", "apis/events.k8s.io/v1"]);
  for (const { serverRelativeURL } of Object.values(paths) as Json[]) {
    const document = (await send(api, "GET", serverRelativeURL)).body;
    assert.equal(document.info.version, serverRelativeURL.endsWith("/api/v1") ? "core/v1" : "events.k8s.io/v1");
    const [list, collection, item] = Object.values(document.paths) as Json[];
    assert.equal(item.patch.parameters[0].name, "fieldValidation");
    assert.deepEqual([list, collection, item].map((operations) => Object.keys(operations)), [
      ["get"],
      ["get", "post", "delete"],
      ["get", "put", "patch", "delete"],
    ]);
  }
  assert.equal((await send(api, "GET", "/openapi/v4")).code, 404);
});

test("discovery rejects writes", async () => {
  const api = new EventsApiServer();
  assert.equal((await send(api, "POST", "/apis", { body: {} })).code, 404);
  assert.equal((await send(api, "POST", "/api/v1/pods", { body: {} })).body.reason, "NotFound");
});

test("COMMON_KINDS have the names and the scope of a cluster", async () => {
  const api = new EventsApiServer({ kinds: COMMON_KINDS });
  const resources: string[] = [];
  for (const path of ["/api/v1", ...new Set(COMMON_KINDS.map(({ apiVersion }) => `/apis/${apiVersion}`))]) {
    const { body } = await send(api, "GET", path);
    for (const { name, kind, shortNames = [], namespaced } of body.resources ?? []) {
      resources.push(`${path} ${kind} ${[name, ...shortNames].join()}${namespaced ? "" : " (of the cluster)"}`);
    }
  }
  assert.deepEqual(resources, [
    "/api/v1 Event events,ev",
    "/api/v1 Pod pods,po",
    "/api/v1 Service services,svc",
    "/api/v1 ConfigMap configmaps,cm",
    "/api/v1 Secret secrets",
    "/api/v1 ServiceAccount serviceaccounts,sa",
    "/api/v1 PersistentVolumeClaim persistentvolumeclaims,pvc",
    "/api/v1 PersistentVolume persistentvolumes,pv (of the cluster)",
    "/api/v1 Node nodes,no (of the cluster)",
    "/api/v1 Namespace namespaces,ns (of the cluster)",
    "/apis/apps/v1 Deployment deployments,deploy",
    "/apis/apps/v1 ReplicaSet replicasets,rs",
    "/apis/apps/v1 StatefulSet statefulsets,sts",
    "/apis/apps/v1 DaemonSet daemonsets,ds",
    "/apis/batch/v1 Job jobs",
    "/apis/batch/v1 CronJob cronjobs,cj",
    "/apis/autoscaling/v2 HorizontalPodAutoscaler horizontalpodautoscalers,hpa",
  ]);
});
