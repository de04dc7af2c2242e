import { test } from "node:test";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type Lease, LeaseServer } from "../../read/forward/lease_server.ts";
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

test("kubecast check --lease prints which replica leads, and exits with 1 if none does", async () => {
  const leases = new LeaseServer();
  const fetch = leases.fetch();
  let isPermitted = true;
  const users: (string | null)[] = [];
  await withApi(
    async ({ flags }) => {
      const check = async (...more: string[]) => {
        const [ran] = await kubecastEach([["check", ...flags, "--lease", "shop/events", ...more]]);
        const { code, out } = ran!;
        return [code, out.match(/^Forwarder +(.*)$/m)?.[1] ?? JSON.parse(out).forwarder];
      };
      assert.deepEqual(await check(), [1, "unknown: there is no such Lease"]);
      const spec: Lease["spec"] = { holderIdentity: "web-1_0a1b2c3d", leaseDurationSeconds: 15, leaseTransitions: 3 };
      leases.lease = { metadata: { name: "events", resourceVersion: "1" }, spec };
      assert.deepEqual(await check(), [1, "nobody leads: never renewed by web-1_0a1b2c3d, no position yet"]);
      const renew = (agoMs: number) => {
        spec.renewTime = new Date(Date.now() - agoMs).toISOString().replace("Z", "000Z");
      };
      const annotations = { "kubecast.dev/position": "41@41/u-1", "kubecast.dev/selection": "namespace shop" };
      leases.lease.metadata.annotations = annotations;
      // An hour ahead, as another machine's clock may be.
      renew(-3_600_000);
      const where = "position 41@41/u-1 of namespace shop";
      assert.deepEqual(await check(), [0, `web-1_0a1b2c3d leads, renewed 0.0s ago, ${where}`]);
      const { renewedMs, ...rest } = (await check("-o", "json"))[1];
      assert.deepEqual([renewedMs, rest], [0, {
        ...{ namespace: "shop", name: "events", holder: "web-1_0a1b2c3d", isHeld: true },
        ...{ position: "41@41/u-1", selection: "namespace shop" },
      }]);
      renew(60_000);
      const [code, text] = await check();
      assert.equal(code, 1);
      assert.match(text, /^nobody leads: renewed 6\ds ago by web-1_0a1b2c3d, position 41@41\/u-1 of namespace shop$/);
      spec.holderIdentity = "";
      assert.deepEqual(await check(), [1, `nobody leads, ${where}`]);
      isPermitted = false;
      assert.match(
        String(await check("--as", "Änn ☃")),
        /^1,unknown: ann may not read this Lease; kubecast .+ --lease shop\/events --manifest prints/,
      );
      assert.equal(Buffer.from(users.at(-1)!, "latin1").toString(), "Änn ☃");
      const [wrong] = await kubecastEach([["check", ...flags, "--lease", "events"]]);
      assert.deepEqual([wrong!.code, wrong!.err.split(",")[0]], [2, "kubecast: --lease must be NAMESPACE/NAME"]);
    },
    {},
    (path, headers, request) => {
      if (path !== "/apis/coordination.k8s.io/v1/namespaces/shop/leases/events") return undefined;
      users.push(headers.get("impersonate-user"));
      return isPermitted
        ? fetch(request)
        : Response.json({ ...forbidden, message: "ann may not read this Lease" }, { status: 403 });
    },
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
        assert.match(
          err,
          /^kubecast: the namespace nowhere does not exist: .+\n {2}kubectl create namespace nowhere$/m,
        );
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
    ["check", "--server", "http://127.0.0.1:9", "--as", "a\nb"],
  ]);
  const [unusable] = await kubecastEach([["check", "--kubeconfig", "/nowhere/config", "-o", "json"]]);
  assert.deepEqual([unusable!.code, unusable!.err], [1, ""]);
  const { ok, problems: [problem] } = JSON.parse(unusable!.out);
  assert.deepEqual([ok, problem.type], [false, "unreachable"]);
  assert.match(problem.message, /^Cannot read kubeconfig \/nowhere\/config: /);
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
