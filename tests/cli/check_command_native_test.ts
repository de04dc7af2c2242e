import { test } from "node:test";
import assert from "node:assert/strict";
import { withApi } from "./events_api.ts";
import { kubecastEach } from "./start_kubecast.ts";

const forbidden = {
  kind: "Status",
  code: 403,
  message: 'events is forbidden: User "ann" cannot create resource "events"',
};

test("kubecast check prints whether events can be written, the problems, and the role as YAML", async () => {
  let isPermitted = true;
  const users: (string | null)[] = [];
  const intercept = (path: string, headers: Headers): Response | undefined => {
    users.push(headers.get("impersonate-user"));
    if (isPermitted) return undefined;
    if (path.endsWith("selfsubjectaccessreviews")) {
      return Response.json({ status: { allowed: false } }, { status: 201 });
    }
    return path.endsWith("/events") ? Response.json(forbidden, { status: 403 }) : undefined;
  };
  await withApi(
    async ({ flags, url, events }) => {
      const check = ["check", "-n", "shop", ...flags];
      const [good, json] = await kubecastEach([check, [...check, "-o", "json", "--as", "ann"]]);
      assert.deepEqual([good!.code, good!.err], [0, ""]);
      assert.match(good!.out, new RegExp(`^Server +${url}, v1\\.\\d+`));
      assert.match(
        good!.out,
        /\nv1 +create yes, patch yes; to read: list yes, watch yes\nevents\.k8s\.io\/v1 +create yes, patch yes; /,
      );
      assert.match(good!.out, /\nClock +in sync\n/);
      assert.ok(good!.out.endsWith("\nEvents can be written to v1.\n"), good!.out);
      const report = JSON.parse(json!.out);
      assert.deepEqual([json!.code, report.ok, report.namespace, report.problems], [0, true, "shop", []]);
      assert.deepEqual(new Set(users), new Set([null, "ann"]));
      assert.deepEqual(await events("shop"), []);
      isPermitted = false;
      const [bad, badJson] = await kubecastEach([check, [...check, "-o", "json"]]);
      assert.deepEqual([bad!.code, bad!.err, badJson!.code], [1, "", 1]);
      assert.match(bad!.out, /\nUser +ann\n/);
      assert.match(
        bad!.out,
        /\nEvents cannot be written:\n\nProblem: ann may not create or patch events .+\nFix: kubectl .+\n$/,
      );
      assert.match(
        bad!.out,
        /\n---\napiVersion: rbac\.authorization\.k8s\.io\/v1\nkind: RoleBinding\nmetadata:\n {2}name: /,
      );
      assert.equal(JSON.parse(badJson!.out).problems[0].manifests.length, 2);
    },
    {},
    intercept,
  );
});

test("kubecast record and watch name a namespace that does not exist, at once", async () => {
  const missing = { kind: "Status", code: 404, reason: "NotFound", details: { name: "nowhere", kind: "namespaces" } };
  await withApi(
    async ({ flags }) => {
      const ran = await kubecastEach([
        ["record", "pod/web", "Pulled", "there", "-n", "nowhere", ...flags],
        ["watch", "-n", "nowhere", ...flags],
      ]);
      for (const { code, out, err } of ran) {
        assert.deepEqual([code, out], [1, ""]);
        assert.match(err, /^kubecast: the namespace nowhere does not exist: kubectl create namespace nowhere, or give/);
      }
    },
    {},
    (path) => path === "/api/v1/namespaces/nowhere" ? Response.json(missing, { status: 404 }) : undefined,
  );
});

test("kubecast check exits with 1 for an unreachable server, and with 2 for wrong usage", async () => {
  const [down, json, ...wrong] = await kubecastEach([
    ["check", "--server", "http://127.0.0.1:9"],
    ["check", "--server", "http://127.0.0.1:9", "-o", "json", "--token", "hunter2"],
    ["check", "pod/web"],
    ["check", "-o", "yaml"],
    ["check", "--api-version", "v2"],
    ["check", "-n", "a.b"],
    ["check", "--server", "http://127.0.0.1:9", "--as", "☃"],
  ]);
  assert.deepEqual([down!.code, down!.err], [1, ""]);
  assert.match(
    down!.out,
    /^Server +http:\/\/127\.0\.0\.1:9, version unknown\nNamespace +default\n\n.+:\n\nProblem: .+\nFix: .+\n$/,
  );
  assert.equal(JSON.parse(json!.out).problems[0].type, "unreachable");
  assert.ok(!json!.out.includes("hunter2"));
  assert.equal(wrong.length, 5);
  for (const { code, err } of wrong) assert.equal(code, 2, err);
});
