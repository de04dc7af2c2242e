import assert from "node:assert/strict";
import { rbacRules } from "../../mod.ts";
import { loadKubeconfig } from "../../src/connect/kubeconfig/mod.ts";
import { readerRbacRules } from "../../src/read/mod.ts";
import { Program } from "../app/cli/start_kubecast.ts";
import { readCertificate } from "../connect/in_cluster/tls_server.ts";
import { ADMIN_TOKEN, RECORDER_TOKEN } from "./kube_api_server.ts";
import { type Check, grant, until } from "./own_server_checks.ts";
import { call, CoreV1Scene, makeNamespace, pod, storedEvents } from "./recording_checks.ts";

const CERTIFICATE = {
  "client-certificate-data": btoa(readCertificate("ann.crt")),
  "client-key-data": btoa(readCertificate("ann.key")),
};
const root = new URL("../../", import.meta.url).pathname;
const tools = `${root}tests/runtimes/node_modules`;

/** The installed runtimes that `kubecast` runs on. */
export const RUNTIMES: readonly (readonly string[])[] = [
  [Deno.execPath(), "run", "-A", "--frozen"],
  [`${tools}/.bin/bun`],
  [`${tools}/node22/bin/node`],
  [`${tools}/node24/bin/node`],
].filter(([program]) => isFile(program!));

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Runs a program with a kubeconfig, and returns its output. */
export async function output(
  command: readonly string[],
  KUBECONFIG: string,
): Promise<{ code: number; out: string; err: string }> {
  const [program, ...args] = command;
  const { code, stdout, stderr } = await new Deno.Command(program!, { args, cwd: root, env: { KUBECONFIG } }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  return { code, out, err };
}

/** Kubeconfigs, and the command, against a server that has real objects and real credentials. */
export const shellChecks: Readonly<Record<string, Check>> = {
  "Kubeconfig: the server accepts tokens, client certificates and exec plugins": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, rbacRules);
    const credential = {
      apiVersion: "client.authentication.k8s.io/v1",
      kind: "ExecCredential",
      status: { clientCertificateData: readCertificate("ann.crt"), clientKeyData: readCertificate("ann.key") },
    };
    const exec = {
      apiVersion: credential.apiVersion,
      interactiveMode: "Never",
      command: "printf",
      args: ["%s", JSON.stringify(credential)],
    };
    for (const user of [{ token: RECORDER_TOKEN }, CERTIFICATE, { exec }]) {
      await using config = await loadKubeconfig({ path: server.writeKubeconfig(user, namespace) });
      assert.equal(config.namespace, namespace);
      await using scene = new CoreV1Scene({ url: config.server, fetch: config.fetch, token: config.token as never });
      scene.recorder.event(pod(namespace), "Normal", "Pulled", `By ${Object.keys(user)[0]}`);
      await scene.recording.flush();
      assert.deepEqual(scene.outcomes.map(({ type }) => type), ["recorded"]);
    }
    const stored = await storedEvents(admin.send, namespace);
    assert.deepEqual(
      stored.map(({ message }) => message).sort(),
      ["By client-certificate-data", "By exec", "By token"],
    );
  },

  "kubecast record: kubectl describe shows the event, on every runtime, by a client certificate": async (
    server,
    admin,
  ) => {
    const namespace = await makeNamespace(admin.send);
    const objects = [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }];
    await grant(admin, namespace, [...rbacRules, ...objects, {
      apiGroups: [""],
      resources: ["events"],
      verbs: ["list"],
    }]);
    const { metadata } = await call<{ metadata: { uid: string } }>(
      admin.send,
      "POST",
      `/api/v1/namespaces/${namespace}/pods`,
      { metadata: { name: "web" }, spec: { containers: [{ name: "web", image: "web" }] } },
    );
    const kubeconfig = server.writeKubeconfig(CERTIFICATE, namespace);
    for (const [index, runtime] of RUNTIMES.entries()) {
      const command = [
        ...runtime,
        "tests/app/cli/kubecast.ts",
        "record",
        "po/web",
        `BackOff${index}`,
        "Back-off restarting",
      ];
      const { code, err } = await output([...command, "--type", "Warning", "--component", "shell"], kubeconfig);
      assert.deepEqual([code, err.replace(/^.*Warning: .*\n.*\n/, "")], [0, ""], runtime[0]);
    }
    const stored = await storedEvents(admin.send, namespace);
    assert.ok(stored.length >= 1);
    assert.deepEqual(stored.map(({ reason }) => reason).sort(), RUNTIMES.map((_, index) => `BackOff${index}`));
    for (const { involvedObject, type, source } of stored) {
      assert.deepEqual(
        [involvedObject.uid, involvedObject.kind, involvedObject.apiVersion, type, source?.component],
        [metadata.uid, "Pod", "v1", "Warning", "shell"],
      );
    }
    const kubectl = await output(["kubectl", "describe", "pod", "web"], kubeconfig).catch(() => undefined);
    if (kubectl === undefined) return;
    assert.equal(kubectl.code, 0, kubectl.err);
    assert.match(kubectl.out, /Warning +BackOff0 +\S+ +shell +Back-off restarting/);
  },

  "README's first program: kubectl describe shows its event, by kubectl proxy, on every runtime": async (
    server,
    admin,
  ) => {
    const namespace = await makeNamespace(admin.send);
    await call(admin.send, "POST", `/api/v1/namespaces/${namespace}/pods`, {
      metadata: { name: "web" },
      spec: { containers: [{ name: "web", image: "web" }] },
    });
    const kubeconfig = server.writeKubeconfig({ token: ADMIN_TOKEN }, namespace);
    const env = { KUBECONFIG: kubeconfig };
    let proxy: Deno.ChildProcess;
    try {
      proxy = new Deno.Command("kubectl", { args: ["proxy", "--port=0"], env, stdout: "piped" }).spawn();
    } catch {
      return; // kubectl is not installed
    }
    try {
      const { value = "" } = await proxy.stdout.pipeThrough(new TextDecoderStream()).values().next();
      const url = `http://${value.match(/127\.0\.0\.1:\d+/)![0]}`;
      const [, program] = (await Deno.readTextFile("README.md")).match(/^```ts ignore\n([\s\S]*?)^```$/m)!;
      await Deno.mkdir("dist", { recursive: true });
      const file = "dist/readme_cluster.ts";
      await Deno.writeTextFile(
        file,
        program!.replaceAll("http://127.0.0.1:8001", url).replace("/shop/", `/${namespace}/`),
      );
      for (const runtime of RUNTIMES) {
        const { code, err } = await output([...runtime, file], kubeconfig);
        assert.equal(code, 0, err);
      }
      const { out } = await output(["kubectl", "describe", "pod", "web"], kubeconfig);
      const shown = out.match(/Normal +BackedUp +\S+ +backup-script +Backed up 1,234 files/g);
      assert.equal(shown?.length, RUNTIMES.length, out);
    } finally {
      proxy.kill();
      await proxy.status;
    }
  },

  "examples/with_client_node.ts: records with the client certificate of client-node's KubeConfig": async (
    server,
    admin,
  ) => {
    const namespace = await makeNamespace(admin.send);
    const listsPods = { apiGroups: [""], resources: ["pods"], verbs: ["list"] };
    await grant(admin, namespace, [...rbacRules, ...readerRbacRules, listsPods]);
    await call(admin.send, "POST", `/api/v1/namespaces/${namespace}/pods`, {
      metadata: { name: "web" },
      spec: { containers: [{ name: "web", image: "web" }] },
    });
    const example = await Deno.readTextFile("examples/with_client_node.ts");
    // A certificate takes the place of the example's own server and token.
    const program = example
      .replace(/^const server = [\s\S]*?^}\);$/m, "const kubeConfig = new KubeConfig();\nkubeConfig.loadFromDefault();")
      .replace("await server.shutdown();\n", "")
      .replaceAll('"shop"', JSON.stringify(namespace));
    assert.ok(!program.includes("secret"));
    await Deno.mkdir("dist", { recursive: true });
    await Deno.writeTextFile("dist/with_client_node_cluster.ts", program);
    const { code, out, err } = await output(
      ["deno", "run", "--no-lock", "-A", "dist/with_client_node_cluster.ts"],
      server.writeKubeconfig(CERTIFICATE, namespace),
    );
    assert.deepEqual([code, out], [0, "Pod/web Seen: Found in a list\n"], err);
  },

  "createEventRecorder(): a script writes with the connection of the kubeconfig, and ends, on every runtime": async (
    server,
    admin,
  ) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, rbacRules);
    const kubeconfig = server.writeKubeconfig(CERTIFICATE, namespace);
    for (const runtime of RUNTIMES) {
      const { code, err } = await output([...runtime, "tests/cluster/script_program.ts"], kubeconfig);
      assert.equal(code, 0, err);
    }
    const reasons = (await storedEvents(admin.send, namespace)).map(({ reason }) => reason);
    assert.deepEqual(reasons, RUNTIMES.map(() => "BackedUp"));
  },

  "kubecast watch: prints what occurs, on every runtime, however TLS is set up": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    await grant(admin, namespace, [...rbacRules, ...readerRbacRules]);
    const authority = { "certificate-authority": "certs/apiserver.crt" };
    const clusters = [
      authority,
      { ...authority, "tls-server-name": "kubernetes.default.svc" },
      { "insecure-skip-tls-verify": true },
    ];
    await using scene = new CoreV1Scene(admin);
    for (const [index, runtime] of RUNTIMES.entries()) {
      for (const [setting, cluster] of clusters.entries()) {
        const KUBECONFIG = server.writeKubeconfig(CERTIFICATE, namespace, cluster);
        const args = ["tests/app/cli/kubecast.ts", "watch", "-o", "json", "--since", "now", "--types", "Warning"];
        const program = new Program([...runtime, ...args], { KUBECONFIG });
        const reason = `Reason${index}${setting}`;
        let isShown = false;
        program.waitFor(new RegExp(reason)).then(() => isShown = true, () => {});
        // Again and again, as it starts to watch at a time of its own.
        await until(async () => {
          scene.recorder.event(pod(namespace), "Warning", reason, "Back-off restarting");
          await scene.recording.flush();
          return isShown;
        }, `${reason}: ${program.err}`);
        program.kill("SIGINT");
        const { code, out } = await program.ended;
        assert.equal(code, 0, runtime[0]);
        assert.deepEqual(
          out.trim().split("\n").map((line) => JSON.parse(line).reason).filter((other) => other !== reason),
          [],
        );
      }
    }
  },

  "kubecast: custom short names, objects of the cluster, and objects that are not there": async (server, admin) => {
    const namespace = await makeNamespace(admin.send);
    const kubeconfig = server.writeKubeconfig({ token: "admin-token" }, namespace);
    const kubecast = (...args: string[]): ReturnType<typeof output> =>
      output([...RUNTIMES[0]!, "tests/app/cli/kubecast.ts", ...args], kubeconfig);
    await call(admin.send, "POST", `/apis/apps/v1/namespaces/${namespace}/deployments`, {
      metadata: { name: "web" },
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web" }] } },
      },
    });
    const released = await kubecast("record", "deploy/web", "Released", "Version 1.4.2");
    assert.deepEqual([released.code, released.err], [0, ""]);
    assert.match(released.out, /^event\/web\.[0-9a-f]+ recorded\n$/);
    const missing = await kubecast("record", "jobs.batch/backup", "Skipped", "Nothing to do");
    assert.equal(missing.code, 0);
    assert.match(
      missing.err,
      /^kubecast: The event has no uid, .+: cannot read job\/backup in namespace .+ \(jobs\.batch "backup" not found\)$/m,
    );
    const suggested = missing.err.match(/^ {2}kubectl (get events .+)$/m)![1]!.split(" ");
    const listed = await output(["kubectl", ...suggested], kubeconfig).catch(() => undefined);
    if (listed !== undefined) assert.match(listed.out, /Skipped +job\/backup +Nothing to do/, listed.err);
    const node = await kubecast("record", "no/node-1", "Rebooted", "Rebooted");
    assert.equal(node.code, 0);
    const unknown = await kubecast("record", "deplyment/web", "Released", "Version 1.4.2");
    assert.deepEqual([unknown.code, unknown.err.split("\n")[0]], [
      2,
      "kubecast: The server has no kind deplyment (is it deployment?)",
    ]);
    const run = await kubecast("run", "deploy/web", "--", "sh", "-c", "echo out; exit 3");
    assert.deepEqual(run, { code: 3, out: "out\n", err: "" });
    const stored = await storedEvents(admin.send, namespace);
    assert.deepEqual(
      stored.map((
        { reason, involvedObject: { kind, apiVersion, uid } },
      ) => [reason, kind, apiVersion, uid !== undefined])
        .sort(),
      [
        ["Failed", "Deployment", "apps/v1", true],
        ["Released", "Deployment", "apps/v1", true],
        ["Skipped", "Job", "batch/v1", false],
        ["Started", "Deployment", "apps/v1", true],
      ],
    );
    const inDefault = await storedEvents(admin.send, "default");
    assert.ok(inDefault.some(({ reason, involvedObject }) => reason === "Rebooted" && involvedObject.kind === "Node"));
  },
};
