import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { type Answer, send } from "./client.ts";

function review(spec: unknown, resource = "selfsubjectaccessreviews"): Promise<Answer> {
  return send(new EventsApiServer(), "POST", `/apis/authorization.k8s.io/v1/${resource}`, { body: { spec } });
}

test("EventsApiServer allows every verb on events, and none on other resources, in access reviews", async () => {
  const allowed = async (resourceAttributes: unknown): Promise<unknown> => {
    const { code, body } = await review({ resourceAttributes });
    assert.deepEqual([code, body.kind], [201, "SelfSubjectAccessReview"]);
    const { allowed } = body.status;
    assert.deepEqual(body.status, allowed ? { allowed } : { allowed, reason: "only events are served here" });
    return allowed;
  };
  assert.equal(await allowed({ verb: "create", resource: "events" }), true);
  assert.equal(await allowed({ verb: "*", resource: "events", group: "events.k8s.io", namespace: "shop" }), true);
  assert.equal(await allowed({ verb: "create", resource: "pods" }), false);
  assert.equal(await allowed({ verb: "create", resource: "events", group: "example.com" }), false);
  assert.equal(await allowed({ verb: "impersonate", resource: "events" }), false);
  assert.equal(await allowed({ verb: "get", resource: "events", subresource: "status" }), false);
});

test("EventsApiServer allows reading any path, and no other verb, in access reviews", async () => {
  const allowed = async (verb: string): Promise<unknown> => {
    const { code, body } = await review({ nonResourceAttributes: { path: "/healthz", verb } });
    assert.equal(code, 201);
    return body.status.allowed;
  };
  assert.deepEqual([await allowed("get"), await allowed("post")], [true, false]);
  const both = { nonResourceAttributes: { path: "/", verb: "get" }, resourceAttributes: { verb: "get" } };
  assert.equal((await review(both)).code, 422);
});

test("EventsApiServer responds to a SelfSubjectRulesReview with its rules", async () => {
  const { code, body } = await review({ namespace: "default" }, "selfsubjectrulesreviews");
  assert.deepEqual([code, body.status.resourceRules[0].resources], [201, ["events"]]);
  assert.deepEqual((await review(undefined, "selfsubjectrulesreviews")).body.spec, {});
});

test("EventsApiServer rejects an empty or invalid access review", async () => {
  assert.equal((await review({})).code, 422);
  assert.equal((await review(undefined)).code, 422);
  assert.equal((await review({ resourceAttributes: { verb: 7 } })).code, 400);
  assert.equal((await review({}, "subjectaccessreviews")).code, 404);
});
