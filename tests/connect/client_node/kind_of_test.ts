import { test } from "node:test";
import assert from "node:assert/strict";
import { createEventRecorder } from "../../../mod.ts";
import { kindOf } from "../../../src/connect/client_node/kind_of.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";

/** Returns an object of a class of this name. */
function objectOf(name: string, fields: object = {}): object {
  const model = { [name]: class {} }[name]!;
  return Object.assign(new model(), { metadata: { name: "web" } }, fields);
}

test("kindOf() reads the class, even one that a bundler has renamed", () => {
  const deployment = { apiVersion: "apps/v1", kind: "Deployment" };
  for (const name of ["V1Deployment", "_V1Deployment", "V1Deployment$1", "V1Deployment2"]) {
    assert.deepEqual(kindOf(objectOf(name)), deployment, name);
  }
  assert.deepEqual(kindOf(objectOf("V1PodList")), { apiVersion: "v1", kind: "PodList" });
  assert.deepEqual(kindOf(objectOf("V2HorizontalPodAutoscaler"))?.apiVersion, "autoscaling/v2");
  assert.deepEqual(kindOf(objectOf("CoreV1Event")), { apiVersion: "v1", kind: "Event" });
  assert.deepEqual(kindOf(objectOf("EventsV1Event")), { apiVersion: "events.k8s.io/v1", kind: "Event" });
  assert.deepEqual(kindOf(objectOf("V1beta1IPAddress"))?.apiVersion, "networking.k8s.io/v1beta1");
});

test("kindOf() returns the kind of an object that has one, whatever its class", () => {
  const widget = { apiVersion: "example.com/v1", kind: "Widget" };
  assert.deepEqual(kindOf(objectOf("V1Pod", widget)), widget);
  assert.deepEqual(kindOf({ ...widget, metadata: {} }), widget);
});

test("kindOf() returns undefined for other objects", () => {
  const others = [
    {},
    Object.create(null),
    { constructor: { name: "V1Pod" } },
    objectOf("V1Widget"),
    objectOf("Pod"),
    null as unknown as object,
    "web" as unknown as object,
    undefined as unknown as object,
  ];
  for (const object of others) assert.equal(kindOf(object), undefined);
});

test("kindOf() returns undefined for an item parsed as JSON, and the recorder logs what to pass instead", async () => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => void lines.push(line), error: assert.fail };
  const recorder = createEventRecorder({ component: "test", fetch: new EventsApiServer().fetch, kindOf, logger });
  recorder.event({ metadata: { name: "web" } }, "Normal", "Seen", "Found in a list");
  assert.equal((await recorder.shutdown()).lost, 1);
  assert.match(
    lines[0]!,
    /web has no kind \(kindOf returned none: .* kindOf\(object\) \?\? \{ apiVersion: "v1", kind: "Pod" \}\)/,
  );
});
