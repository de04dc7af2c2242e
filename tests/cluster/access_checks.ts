import assert from "node:assert/strict";
import { type AccessReport, type ApiVersion, FetchEventSink, rbacRules } from "../../mod.ts";
import { EventBroadcasterAdapter } from "../../src/client_go/mod.ts";
import { loadKubeconfig } from "../../src/connect/kubeconfig/mod.ts";
import { RECORDER_TOKEN } from "./kube_api_server.ts";
import { type Check, grant, until } from "./own_server_checks.ts";
import { call, type Cluster, makeNamespace, storedEvents } from "./recording_checks.ts";
import { output, RUNTIMES } from "./shell_checks.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const CORE = "";
const EVENTS = "events.k8s.io";

/** A rule for events of an API group. */
function rule(group: string, ...verbs: readonly string[]): unknown {
  return { apiGroups: [group], resources: ["events"], verbs };
}

/** Asks as a user whether events can be written. */
async function check(
  { url, fetch }: Cluster,
  { token = RECORDER_TOKEN, namespace, apiVersion = "v1" }: {
    readonly token?: string | undefined;
    readonly namespace: string;
    readonly apiVersion?: ApiVersion;
  },
): Promise<AccessReport> {
  const report = await new FetchEventSink({ server: url, fetch, token, apiVersion }).check({ namespace });
  assert.ok(!JSON.stringify(report).includes(token), "the report contains the token");
  return report;
}

function typesOf({ problems }: AccessReport): string[] {
  return problems.map(({ type }) => type);
}

/** The access by which to see that a role is in force. */
function inForce(
  title: string,
  core: string,
  events: string,
): [verb: string, what: { group?: string; resource?: string }] {
  if (title === "pods") return ["get", { resource: "pods" }];
  const [verb = "get"] = `${core} ${events}`.match(/\w+/) ?? [];
  return [verb, { group: core === "" && events !== "" ? EVENTS : CORE }];
}

/** Rules, and the verbs that they permit in core/v1 and in events.k8s.io/v1. */
const ROLES: Readonly<Record<string, readonly [rules: readonly unknown[], core: string, events: string]>> = {
  "both APIs": [rbacRules, "create patch", "create patch"],
  "all verbs": [[rule("*", "*")], "create patch list watch", "create patch list watch"],
  "core/v1": [[rule(CORE, "create", "patch")], "create patch", ""],
  "events.k8s.io/v1": [[rule(EVENTS, "create", "patch")], "", "create patch"],
  "create in core/v1": [[rule(CORE, "create")], "create", ""],
  "patch in core/v1": [[rule(CORE, "patch")], "patch", ""],
  "create in both": [[rule(CORE, "create"), rule(EVENTS, "create")], "create", "create"],
  "reading": [
    [rule(CORE, "get", "list", "watch"), rule(EVENTS, "get", "list", "watch")],
    "list watch",
    "list watch",
  ],
  "pods": [[{ apiGroups: [""], resources: ["pods"], verbs: ["*"] }], "", ""],
};

/** What `FetchEventSink.check()` finds on a real server. */
export const accessChecks: Readonly<Record<string, Check>> = {
  "check(): reports what each role permits, and writes nothing": async (_, admin) => {
    for (const [title, [rules, core, events]] of Object.entries(ROLES)) {
      const namespace = await makeNamespace(admin.send);
      await grant(admin, namespace, rules, ...inForce(title, core, events));
      for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
        const { ok, user, permitted, version, problems } = await check(admin, { namespace, apiVersion });
        assert.equal(user, "recorder");
        assert.match(version!, /^v1\./);
        const [coreVerbs, eventsVerbs] = [permitted.v1, permitted["events.k8s.io/v1"]].map((verbs) =>
          Object.entries(verbs).filter(([, isPermitted]) => isPermitted).map(([name]) => name).join(" ")
        );
        assert.deepEqual([coreVerbs, eventsVerbs], [core, events], title);
        const isEnough = (apiVersion === "v1" ? core : events).startsWith("create patch");
        assert.deepEqual([ok, problems.map(({ type }) => type)], isEnough ? [true, []] : [false, ["forbidden"]], title);
      }
      assert.deepEqual(await storedEvents(admin.send, namespace), []);
    }
  },

  "check(): a role of another namespace, of no namespace, and of none": async (_, admin) => {
    const [here, there] = [await makeNamespace(admin.send), await makeNamespace(admin.send)];
    await grant(admin, there, rbacRules);
    assert.deepEqual(typesOf(await check(admin, { namespace: there })), []);
    assert.deepEqual(typesOf(await check(admin, { namespace: here })), ["forbidden"]);
    const unreadable = await check(admin, { namespace: "kubecast-nowhere" });
    assert.deepEqual(typesOf(unreadable), ["forbidden"]);
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: here };
    await call(admin.send, "POST", `${RBAC}/clusterroles`, { metadata: { name: here }, rules: rbacRules });
    const subjects = [{ kind: "User", name: "recorder" }];
    await call(admin.send, "POST", `${RBAC}/clusterrolebindings`, { metadata: { name: here }, roleRef, subjects });
    try {
      await until(async () => (await check(admin, { namespace: here })).ok, "the cluster role");
      assert.deepEqual(typesOf(await check(admin, { namespace: "kubecast-nowhere" })), ["namespace-missing"]);
    } finally {
      await call(admin.send, "DELETE", `${RBAC}/clusterrolebindings/${here}`);
    }
    await until(async () => !(await check(admin, { namespace: here })).ok, "the end of the cluster role");
  },

  "check(): the role that it returns is enough, and so is the command": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    const [{ manifests } = assert.fail()] = (await check(admin, { namespace })).problems;
    const [role, binding] = manifests!;
    await call(admin.send, "POST", `${RBAC}/namespaces/${namespace}/roles`, role);
    await call(admin.send, "POST", `${RBAC}/namespaces/${namespace}/rolebindings`, binding);
    await until(async () => (await check(admin, { namespace })).ok, "the role");
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    await call(admin.send, "POST", accounts, { metadata: { name: "controller" } });
    const { status: { token } } = await call<{ status: { token: string } }>(
      admin.send,
      "POST",
      `${accounts}/controller/token`,
      { spec: { expirationSeconds: 600 } },
    );
    const other = await makeNamespace(admin.send);
    const report = await check(admin, { namespace: other, token });
    assert.equal(report.user, `system:serviceaccount:${namespace}:controller`);
    const { fix } = report.problems[0]!;
    assert.match(fix, new RegExp(`--serviceaccount=${namespace}:controller -n ${other}$`));
    const kubeconfig = server.writeKubeconfig({ token: "admin-token" }, other);
    const created = await output(
      ["sh", "-c", `kubectl version --client >/dev/null 2>&1 || exit 77; ${fix}`],
      kubeconfig,
    );
    if (created.code === 77) return;
    assert.equal(created.code, 0, created.err);
    await until(async () => (await check(admin, { namespace: other, token })).ok, "the role");
  },

  "check(): a token that is expired, unknown or missing": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    for (const token of [server.expiredToken(namespace, "controller"), "unknown"]) {
      const { ok, problems } = await check(admin, { namespace, token });
      assert.deepEqual([ok, problems.map(({ type, message }) => [type, message])], [
        false,
        [["unauthorized", "Unauthorized (check the token)"]],
      ]);
    }
    const anonymous = await new FetchEventSink({ server: admin.url, fetch: admin.fetch }).check({ namespace });
    assert.deepEqual(typesOf(anonymous), ["unauthorized"]);
    assert.match(anonymous.problems[0]!.message, /^system:anonymous may not create .+: no credentials were sent$/);
  },

  "check(): a namespace that is missing or terminating": async (_, admin) => {
    const namespace = await makeNamespace(admin.send);
    // Without a controller it stays so.
    await call(admin.send, "DELETE", `/api/v1/namespaces/${namespace}`);
    for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
      const terminating = await check(admin, { namespace, apiVersion, token: admin.token });
      assert.deepEqual([terminating.ok, typesOf(terminating)], [false, ["namespace-terminating"]]);
      const missing = await check(admin, { namespace: "kubecast-nowhere", apiVersion, token: admin.token });
      assert.deepEqual([missing.ok, typesOf(missing)], [false, ["namespace-missing"]]);
    }
    assert.deepEqual(typesOf(await check(admin, { namespace: "kubecast-nowhere" })), ["forbidden"]);
  },

  "check(): a clock an hour off": async (_, admin) => {
    const { now } = Date;
    try {
      for (const [hours, text] of [[-1, "60 min behind"], [1, "60 min ahead of"]] as const) {
        Date.now = () => now() + hours * 3_600_000;
        const { ok, problems } = await check(admin, { namespace: "default", token: admin.token });
        assert.equal(ok, true);
        assert.deepEqual(problems.map(({ type }) => type), ["clock"]);
        assert.match(problems[0]!.message, new RegExp(text));
      }
    } finally {
      Date.now = now;
    }
    const { clockSkewMs, problems } = await check(admin, { namespace: "default", token: admin.token });
    assert.deepEqual([Math.abs(clockSkewMs!) < 60_000, problems], [true, []]);
  },

  "check(): an untrusted certificate, a dead proxy, and servers that are no API server": async (server, admin) => {
    const untrusted = await new FetchEventSink({ server: server.url, token: admin.token }).check();
    assert.deepEqual(typesOf(untrusted), ["unreachable"]);
    assert.match(untrusted.problems[0]!.message, /certificate is not trusted/);
    assert.match(untrusted.problems[0]!.fix, /loadKubeconfig/);

    const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const proxy = `http://127.0.0.1:${closed.addr.port}`;
    closed.close();
    const authority = { "certificate-authority": "certs/apiserver.crt" };
    const path = server.writeKubeconfig({ token: admin.token }, "default", { ...authority, "proxy-url": proxy });
    await using config = await loadKubeconfig({ path });
    const proxied = await new FetchEventSink(config).check();
    assert.deepEqual(typesOf(proxied), ["unreachable"], JSON.stringify(proxied));
    assert.match(proxied.problems[0]!.fix, /proxy/i);

    for (const body of ["<html>", `{"ok":true}`]) {
      await using web = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => new Response(body));
      const report = await new FetchEventSink({ server: `http://127.0.0.1:${web.addr.port}` }).check();
      assert.deepEqual(typesOf(report), ["not-an-api-server"]);
    }
    const unencrypted = await new FetchEventSink({ server: server.url.replace("https", "http") }).check();
    assert.ok(["unreachable", "not-an-api-server"].includes(typesOf(unencrypted)[0]!), JSON.stringify(unencrypted));
  },

  "discover(): the API that the role permits": async (_, admin) => {
    for (const [group, apiVersion] of [[CORE, "v1"], [EVENTS, "events.k8s.io/v1"]] as const) {
      const namespace = await makeNamespace(admin.send);
      await grant(admin, namespace, [rule(group, "create", "patch")], "create", { group });
      const { url: server, fetch } = admin;
      await using adapter = await EventBroadcasterAdapter.discover({ server, fetch, token: RECORDER_TOKEN, namespace });
      assert.equal(adapter.apiVersion, apiVersion);
      const [recording] = adapter.startRecordingToSink();
      const recorder = adapter.newRecorder({ reportingController: "example.com/scheduler" });
      const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace, uid: "u1" } };
      recorder.eventf(pod, undefined, "Normal", "Scheduled", "Binding", "Assigned");
      const { recorded, rejected } = await recording!.flush();
      assert.deepEqual([recorded, rejected], [1, 0]);
    }
  },

  "kubecast check: exits with 0, 1 and 2, on every runtime": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, rbacRules);
    const kubeconfig = server.writeKubeconfig({ token: RECORDER_TOKEN }, namespace);
    for (const runtime of RUNTIMES) {
      const kubecast = (...args: string[]): ReturnType<typeof output> =>
        output([...runtime, "tests/app/cli/kubecast.ts", "check", ...args], kubeconfig);
      const good = await kubecast();
      assert.equal(good.code, 0, good.err);
      assert.match(good.out, /\nUser +recorder\n/);
      const bad = await kubecast("-n", "default", "-o", "json");
      assert.equal(bad.code, 1, bad.err);
      assert.deepEqual(typesOf(JSON.parse(bad.out)), ["forbidden"]);
      assert.equal((await kubecast("pod/web")).code, 2);
    }
  },
};
