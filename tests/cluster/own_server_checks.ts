import assert from "node:assert/strict";
import { rbacRules } from "../../mod.ts";
import { inClusterConfig } from "../../src/connect/in_cluster/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { compareAnswers, compareWatches } from "./compare_servers.ts";
import { differentialFuzz } from "./differential_fuzz.ts";
import { KnownDifferences } from "./known_differences.ts";
import { type KubeApiServer, RECORDER_TOKEN } from "./kube_api_server.ts";
import { call, type Cluster, CoreV1Scene, makeNamespace, pod, storedEvents } from "./recording_checks.ts";
import { SCRIPT, WATCHED } from "./scripted_requests.ts";

/** Looks at something that only a server of our own can be put through. */
export type Check = (server: KubeApiServer, admin: Cluster) => Promise<void>;

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const FLOW_CONTROL = "/apis/flowcontrol.apiserver.k8s.io/v1";

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (!await isSo()) {
    assert.ok(Date.now() < deadline, `waited for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Grants the users `recorder` and `ann` the rules in a namespace, one of them for the verb. */
export async function grant(
  { send }: Pick<Cluster, "send">,
  namespace: string,
  rules: readonly unknown[],
  verb: string = "create",
  what: { readonly group?: string; readonly resource?: string } = {},
): Promise<void> {
  const roles = `${RBAC}/namespaces/${namespace}/roles`;
  await call(send, "POST", roles, { metadata: { name: "recorder" }, rules });
  await call(send, "POST", `${RBAC}/namespaces/${namespace}/rolebindings`, {
    metadata: { name: "recorder" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "recorder" },
    subjects: [
      { kind: "User", name: "recorder" },
      // The client of the tests' certificates.
      { kind: "User", name: "ann" },
      { kind: "ServiceAccount", name: "recorder", namespace },
    ],
  });
  await until(async () => {
    const review = await call<{ status: { allowed: boolean } }>(
      send,
      "POST",
      "/apis/authorization.k8s.io/v1/subjectaccessreviews",
      { spec: { user: "recorder", resourceAttributes: { namespace, verb, resource: "events", ...what } } },
    );
    return review.status.allowed;
  }, "the role");
}

/** What is done to the server, in order. */
export const ownServerChecks: Readonly<Record<string, Check>> = {
  "RBAC: the documented rules are enough": async (_, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, rbacRules);
    await using scene = new CoreV1Scene({ ...admin, token: RECORDER_TOKEN });
    for (let i = 0; i < 3; i++) {
      scene.recorder.event(pod(namespace), "Normal", "Pulled", "Image pulled");
      await scene.recording.flush();
    }
    assert.deepEqual((await storedEvents(admin.send, namespace)).map(({ count }) => count), [3]);
  },

  "RBAC: one verb less is a refusal that names it": async (_, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, rbacRules.map((rule) => ({ ...rule, verbs: ["create"] })));
    const log: string[] = [];
    const write = (message: string, fields?: unknown): void => void log.push(`${message} ${JSON.stringify(fields)}`);
    await using scene = new CoreV1Scene({ ...admin, token: RECORDER_TOKEN }, {
      logger: { error: write, warn: write, info: write } as never,
    });
    for (let i = 0; i < 2; i++) {
      scene.recorder.event(pod(namespace), "Normal", "Pulled", "Image pulled");
      await scene.recording.flush();
    }
    const outcome = scene.outcomes.at(-1);
    assert.ok(outcome?.type === "rejected", JSON.stringify(scene.outcomes));
    assert.match(outcome.message, /User "recorder" cannot patch resource "events" in API group ""/);
    assert.match(log.join("\n"), /cannot patch/);
  },

  "API priority: events rejected with 429 are written later": async (_, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, rbacRules);
    await call(admin.send, "POST", `${FLOW_CONTROL}/prioritylevelconfigurations`, {
      metadata: { name: "recorder" },
      spec: {
        type: "Limited",
        limited: {
          nominalConcurrencyShares: 0,
          lendablePercent: 0,
          borrowingLimitPercent: 0,
          limitResponse: { type: "Reject" },
        },
      },
    });
    await call(admin.send, "POST", `${FLOW_CONTROL}/flowschemas`, {
      metadata: { name: "recorder" },
      spec: {
        priorityLevelConfiguration: { name: "recorder" },
        matchingPrecedence: 2,
        rules: [{
          subjects: [{ kind: "User", user: { name: "recorder" } }],
          resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"] }],
        }],
      },
    });
    // A level without seats still serves one request at a time; all others that come meanwhile are refused.
    await using scene = new CoreV1Scene({ ...admin, token: RECORDER_TOKEN }, { maxTries: 1000, concurrency: 32 });
    let emitted = 0;
    await until(() => {
      for (let i = 0; i < 40; i++) scene.recorder.event(pod(namespace, `web-${i}`), "Normal", "Pulled", "Image pulled");
      emitted++;
      return scene.recording.stats().retries > 0;
    }, "a refusal");
    await call(admin.send, "DELETE", `${FLOW_CONTROL}/flowschemas/recorder`);
    await scene.recording.flush();
    const counts = (await storedEvents(admin.send, namespace)).map(({ count }) => count);
    assert.deepEqual(counts, Array.from({ length: 40 }, () => emitted));
  },

  "An outage: counts are exact after the server was killed in the middle of a storm": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    await using scene = new CoreV1Scene(admin, { maxTries: 1000 });
    const emitted = new Map<string, number>();
    const emit = (times: number): void => {
      for (let i = 0; i < times; i++) {
        const name = `web-${i % 40}`;
        scene.recorder.event(pod(namespace, name), "Warning", "BackOff", "Back-off restarting failed container");
        emitted.set(name, (emitted.get(name) ?? 0) + 1);
      }
    };
    const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
    for (let i = 0; i < 20; i++, await pause()) emit(100);
    await server.kill();
    for (let i = 0; i < 20; i++, await pause()) emit(100);
    const restarted = server.start();
    for (let i = 0; i < 20; i++, await pause()) emit(100);
    await restarted;
    emit(100);
    await scene.recording.flush();
    const stored = await storedEvents(admin.send, namespace);
    const counts = new Map(stored.map(({ involvedObject, count }) => [involvedObject.name ?? "", count ?? 0]));
    assert.equal(stored.length, 40);
    assert.deepEqual([...counts].sort(), [...emitted].sort());
    const { accepted, recorded, coalesced } = scene.recording.stats();
    assert.equal(accepted, 6100);
    assert.equal(recorded + coalesced, accepted);
  },

  "In a pod: a service account's files, and a token that is replaced when it is refused": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, rbacRules);
    const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    const directory = await Deno.makeTempDir();
    const newToken = async (): Promise<string> => {
      await call(admin.send, "POST", accounts, { metadata: { name: "recorder" } });
      const { status } = await call<{ status: { token: string } }>(admin.send, "POST", `${accounts}/recorder/token`, {
        spec: { expirationSeconds: 600 },
      });
      await Deno.writeTextFile(`${directory}/token`, status.token);
      return status.token;
    };
    const old = await newToken();
    await Deno.writeTextFile(`${directory}/ca.crt`, server.ca);
    await Deno.writeTextFile(`${directory}/namespace`, namespace);
    const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: String(server.port) };
    const config = await inClusterConfig({ directory, env });
    assert.equal(config.namespace, namespace);
    await using scene = new CoreV1Scene({ url: config.server, fetch: config.fetch, token: config.token });
    const emit = async (): Promise<void> => {
      scene.recorder.event(pod(namespace), "Normal", "Pulled", "Image pulled");
      await scene.recording.flush();
    };
    await emit();
    await call(admin.send, "DELETE", `${accounts}/recorder`);
    await newToken();
    // The server remembers for some seconds that it has accepted a token.
    await until(async () => {
      const response = await server.request("/version", {}, old);
      await response.body?.cancel();
      return response.status === 401;
    }, "the refusal of the old token");
    await emit();
    const { recorded, rejected, retries } = scene.recording.stats();
    assert.deepEqual([recorded, rejected, retries], [2, 0, 0]);
    assert.deepEqual((await storedEvents(admin.send, namespace)).map(({ count }) => count), [2]);
    await Deno.remove(directory, { recursive: true });
  },

  "EventsApiServer responds as kube-apiserver does, except for the listed differences": async (_, admin) => {
    await call(admin.send, "DELETE", "/api/v1/namespaces/default/events");
    await using api = new EventsApiServer({
      namespacePhase: (namespace) => (namespace === "default" ? "Active" : "Missing"),
    });
    const embedded = (path: string, init: RequestInit): Promise<Response> =>
      api.fetch(new Request(`http://localhost${path}`, init));
    const { minor } = await call<{ minor: string }>(admin.send, "GET", "/version");
    const known = new KnownDifferences(parseInt(minor));
    const unexplained: string[] = [];
    const explain = (title: string, found: readonly string[]): void => {
      for (const difference of found) {
        if (known.explain(title, difference) === undefined) unexplained.push(`${title}\n  ${difference}`);
      }
    };
    for (const [group, requests] of Object.entries(SCRIPT)) {
      for (const request of requests) {
        explain(`${group}: ${request.title}`, await compareAnswers(admin.send, embedded, request));
      }
    }
    for (const [title, watch] of Object.entries(WATCHED)) {
      explain(`watch: ${title}`, await compareWatches(admin.send, embedded, watch));
    }
    assert.ok(unexplained.length === 0, unexplained.join("\n"));
    const unseen = known.unseen();
    assert.ok(unseen.length === 0, `no longer different:\n${unseen.join("\n")}`);
  },

  "EventsApiServer answers random requests as kube-apiserver does": async (_, admin) => {
    const api = new EventsApiServer();
    const embedded = (path: string, init: RequestInit): Promise<Response> => api.fetch(path, init);
    const found = await differentialFuzz(admin.send, embedded, { seed: 1, steps: 500 });
    assert.ok(found.length === 0, found.join("\n"));
  },

  // Last, since the server is another one afterwards.
  "Time to live: an event that expired is made again with its count": async (server, admin) => {
    await server.kill();
    await server.start(["--event-ttl=2s"]);
    const namespace = await makeNamespace(admin.send);
    await using scene = new CoreV1Scene(admin);
    // Outcomes show the writes: on a slow machine events expire before they could be read.
    const emit = async (): Promise<unknown> => {
      scene.recorder.event(pod(namespace), "Normal", "Pulled", "Image pulled");
      const { requests } = await scene.recording.flush();
      return [scene.outcomes.map(({ type, event }) => [type, event?.count]), requests];
    };
    assert.deepEqual(await emit(), [[["recorded", 1]], 1]);
    await until(async () => (await storedEvents(admin.send, namespace)).length === 0, "the end of its life");
    // A patch of a deleted event, and a create.
    assert.deepEqual(await emit(), [[["recorded", 1], ["recorded", 2]], 3]);
  },
};
