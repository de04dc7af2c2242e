import assert from "node:assert/strict";
import { test } from "node:test";
import { isInServedGroup, isTrue, parseEventsPath, requestVerb } from "../../../src/serve/server/wire/route.ts";
import { CORE_V1, EVENTS_V1 } from "../../../src/serve/server/wire/served_api.ts";

const all = { namespace: "", name: "" };

test("parseEventsPath() reads the namespace and the name of both APIs", () => {
  for (const api of [CORE_V1, EVENTS_V1]) {
    const parse = (path: string): unknown => parseEventsPath(api.prefix + path);
    assert.deepEqual(parse("/events"), { ...all, api });
    assert.deepEqual(parse("/events/"), { ...all, api });
    assert.deepEqual(parse("/namespaces/shop/events"), { ...all, api, namespace: "shop" });
    assert.deepEqual(parse("/namespaces/shop/events/a%20b"), { ...all, api, namespace: "shop", name: "a b" });
    for (
      const other of [
        "",
        "/pods",
        "/watch/events",
        "/events/a",
        "/namespaces/shop",
        "/namespaces//events",
        "/events/a/status",
      ]
    ) {
      assert.equal(parse(other), undefined, other);
    }
    const message = `the path cannot be decoded: ${api.prefix}/namespaces/%ff/events`;
    assert.throws(() => parse("/namespaces/%ff/events"), { message });
    assert.equal(parse("/namespaces/shop/events/a%2Fb"), undefined);
  }
});

test("isInServedGroup() accepts every version of the group of either API", () => {
  for (const path of ["/api/v1", "/api/v2/pods", "/apis/events.k8s.io/v1/events", "/apis/events.k8s.io/v1beta1"]) {
    assert.ok(isInServedGroup(path), path);
  }
  for (const path of ["/api", "/apis/example.com/v1", "/apis/events.k8s.iox/v1", "/"]) {
    assert.ok(!isInServedGroup(path), path);
  }
});

test("requestVerb() returns the RBAC verb of a path, or undefined", () => {
  const table: readonly [method: string, path: string, verb: string | undefined][] = [
    ["GET", "/api/v1/events", "list"],
    ["GET", "/api/v1/events?watch=true", "watch"],
    ["GET", "/api/v1/events?watch", "watch"],
    ["GET", "/api/v1/events?watch=0", "list"],
    ["GET", "/api/v1/events?watch=False", "list"],
    ["GET", "/api/v1/namespaces/shop/events/a", "get"],
    ["GET", "/api/v1/namespaces/shop/events/a?watch=true", "get"],
    ["POST", "/api/v1/namespaces/shop/events", "create"],
    ["POST", "/api/v1/events", undefined],
    ["POST", "/api/v1/namespaces/shop/events/a", undefined],
    ["PUT", "/api/v1/namespaces/shop/events/a", "update"],
    ["PUT", "/api/v1/namespaces/shop/events", undefined],
    ["PATCH", "/api/v1/namespaces/shop/events/a", "patch"],
    ["PATCH", "/api/v1/namespaces/shop/events", undefined],
    ["DELETE", "/api/v1/namespaces/shop/events/a", "delete"],
    ["DELETE", "/api/v1/namespaces/shop/events", "deletecollection"],
    ["DELETE", "/api/v1/events", undefined],
    ["OPTIONS", "/api/v1/events", undefined],
  ];
  for (const [method, target, verb] of table) {
    const { pathname, searchParams } = new URL(target, "http://localhost");
    assert.equal(requestVerb(method, parseEventsPath(pathname)!, searchParams), verb, `${method} ${target}`);
  }
});

test("isTrue() returns true for a parameter unless it is missing, false or 0", () => {
  const query = new URLSearchParams("a=true&b=&c=1&d=false&e=FALSE&f=0");
  assert.deepEqual(["a", "b", "c", "d", "e", "f", "g"].filter((name) => isTrue(query, name)), ["a", "b", "c"]);
});
