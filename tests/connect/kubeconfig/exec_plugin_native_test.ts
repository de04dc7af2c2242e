import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { FetchEventSink } from "../../../mod.ts";
import { type Kubeconfig, loadKubeconfig, type LoadKubeconfigOptions } from "../../../src/connect/kubeconfig/mod.ts";
import { countingSignal } from "../../record/broadcaster/vocabulary.ts";
import { eventually } from "../../eventually.ts";
import { readCertificate, serveTls } from "../in_cluster/tls_server.ts";
import { makeEvent } from "../../record/recording/make_event.ts";
import { KUBECAST, kubecast, Program } from "../../app/cli/start_kubecast.ts";
import { certificateData, Folder, kubeconfig, scopedTest as test } from "./folder.ts";

const V1 = "client.authentication.k8s.io/v1";
const V1BETA1 = "client.authentication.k8s.io/v1beta1";
const { signal } = new AbortController();

/** A folder with a plugin that prints a file, keeps its arguments and environment, and counts its runs. */
class PluginFolder extends Folder {
  readonly command: string = this.write(
    "bin/plugin",
    `#!/bin/sh
echo run >> "$FOLDER/runs"
printf '%s' "$KUBERNETES_EXEC_INFO" > "$FOLDER/info"
printf '%s' "$*" > "$FOLDER/args"
cat "$FOLDER/printed"
exit "\${PLUGIN_EXIT:-0}"
`,
    0o700,
  );

  prints(status: unknown, apiVersion = V1, kind = "ExecCredential"): void {
    this.write("printed", { apiVersion, kind, status });
  }

  async load(
    exec: object = {},
    { cluster = { server: "https://127.0.0.1:1" }, ...options }: LoadKubeconfigOptions & { readonly cluster?: object } =
      {},
  ): Promise<Kubeconfig> {
    const spec = { apiVersion: V1, interactiveMode: "Never", command: "bin/plugin", ...exec };
    const path = this.write("config", kubeconfig(cluster, { exec: spec }));
    return await inTime(loadKubeconfig({ path, env: { ...process.env, FOLDER: this.path }, ...options }));
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), "utf8");
  }

  get runs(): number {
    return this.read("runs").trim().split("\n").length;
  }
}

async function inTime<T>(loading: Promise<T>): Promise<T> {
  let limit: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error("loadKubeconfig() is still pending after two minutes")), 120_000);
  });
  return await Promise.race([loading, late]).finally(() => clearTimeout(limit));
}

function tick(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until a process has ended; after two minutes, kills it and rejects. */
async function ended(pid: number): Promise<void> {
  for (const startedAt = Date.now(); isRunning(pid); await tick()) {
    if (Date.now() - startedAt < 120_000) continue;
    process.kill(pid, "SIGKILL");
    assert.fail("The plugin is still running after two minutes");
  }
  await tick();
}

/** Returns what is written to stderr meanwhile. */
async function stderrOf(run: () => Promise<void>): Promise<string> {
  const { write } = process.stderr;
  let shown = "";
  process.stderr.write = (text: string | Uint8Array) => (shown += text, true);
  await run().finally(() => process.stderr.write = write);
  return shown;
}

async function tokenOf({ token }: Kubeconfig, refused?: string): Promise<string | undefined> {
  return typeof token === "function" ? await token(refused) : token;
}

test("loadKubeconfig() runs an exec plugin with its args, env and KUBERNETES_EXEC_INFO", async (scope) => {
  for (const apiVersion of [V1, V1BETA1]) {
    const folder = scope.keep(new PluginFolder());
    folder.prints({ token: "from-plugin" }, apiVersion);
    const config = scope.keep(
      await folder.load({ apiVersion, args: ["--for", "a b"], env: [{ name: "X", value: "1" }] }),
    );
    assert.equal(await tokenOf(config), "from-plugin");
    assert.equal(folder.read("args"), "--for a b");
    assert.deepEqual(JSON.parse(folder.read("info")), {
      kind: "ExecCredential",
      apiVersion,
      spec: { interactive: false },
    });
    assert.equal(folder.runs, 1);
  }
});

test("loadKubeconfig() passes to an exec plugin with interactiveMode IfAvailable whether stdin is a terminal", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin" });
  scope.keep(await folder.load({ interactiveMode: "IfAvailable" }));
  assert.deepEqual(JSON.parse(folder.read("info")).spec, { interactive: process.stdin.isTTY === true });
});

test("loadKubeconfig() passes the cluster to an exec plugin with provideClusterInfo", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin" });
  const extension = { audience: "06e3fbd18de8" };
  const cluster = {
    server: "https://127.0.0.1:1",
    "certificate-authority-data": certificateData("ca.crt"),
    "tls-server-name": "kubernetes.example",
    extensions: [{ name: "other", extension: {} }, { name: "client.authentication.k8s.io/exec", extension }],
  };
  scope.keep(await folder.load({ provideClusterInfo: true }, { cluster }));
  const { spec } = JSON.parse(folder.read("info"));
  const { "certificate-authority-data": ca, ...rest } = spec.cluster;
  assert.deepEqual(rest, { server: "https://127.0.0.1:1", "tls-server-name": "kubernetes.example", config: extension });
  assert.equal(atob(ca).trim(), readCertificate("ca.crt").trim());
});

test("loadKubeconfig() passes every connection option of the cluster to an exec plugin", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin" });
  const server = "https://127.0.0.1:1";
  const insecure = { server, "insecure-skip-tls-verify": true, "disable-compression": true };
  scope.keep(await folder.load({ provideClusterInfo: true }, { cluster: insecure }));
  assert.deepEqual(JSON.parse(folder.read("info")).spec.cluster, { ...insecure, config: null });
  const proxied = { server, "proxy-url": "http://127.0.0.1:1" };
  try {
    scope.keep(await folder.load({ provideClusterInfo: true }, { cluster: proxied }));
  } catch (error) {
    // Node supports no proxy, but runs the plugin first.
    assert.match(String(error), /proxy-url is not supported on Node/);
  }
  assert.deepEqual(JSON.parse(folder.read("info")).spec.cluster, { ...proxied, config: null });
});

test("loadKubeconfig() reads a long token of an exec plugin, and null for absent fields", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  const token = "0123456789".repeat(30_000);
  folder.prints({ token, clientCertificateData: null, clientKeyData: null, expirationTimestamp: null });
  assert.equal(await tokenOf(scope.keep(await folder.load())), token);
});

test("loadKubeconfig() prefers the variables of an exec section to the environment", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin" });
  const env = { ...process.env, FOLDER: folder.path, PLUGIN_EXIT: "3" };
  const config = scope.keep(await folder.load({ env: [{ name: "PLUGIN_EXIT", value: "0" }] }, { env }));
  assert.equal(await tokenOf(config), "from-plugin");
});

test("loadKubeconfig() runs an exec plugin again once its credentials expired or were refused, once for concurrent requests", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  const clock = { ms: Date.parse("2026-01-01T00:00:00Z"), now: (): number => clock.ms };
  folder.prints({ token: "one", expirationTimestamp: "2026-01-01T01:00:00Z" });
  const config = scope.keep(await folder.load({}, { clock }));
  clock.ms += 3_600_000;
  assert.equal(await tokenOf(config), "one");
  folder.prints({ token: "two" });
  clock.ms += 1;
  assert.deepEqual(await Promise.all([tokenOf(config), tokenOf(config), tokenOf(config)]), ["two", "two", "two"]);
  assert.equal(folder.runs, 2);
  folder.prints({ token: "three" });
  clock.ms += 1e12;
  assert.equal(await tokenOf(config), "two");
  assert.deepEqual(await Promise.all([tokenOf(config, "two"), tokenOf(config, "two")]), ["three", "three"]);
  assert.equal(await tokenOf(config, "two"), "three", "already replaced");
  assert.equal(folder.runs, 3);
});

test("loadKubeconfig() runs an exec plugin once for a burst of requests that are refused, or while it fails", async ({ keep }) => {
  const server = await serveTls(() => Promise.resolve(new Response(null, { status: 401 })));
  keep({ [Symbol.asyncDispose]: () => server.close() });
  const cluster = {
    server: `https://127.0.0.1:${server.port}`,
    "certificate-authority-data": certificateData("ca.crt"),
  };
  const clock = { ms: 1e12, now: (): number => clock.ms };
  const folder = keep(new PluginFolder());
  folder.prints({ token: "refused" });
  const { fetch } = keep(await folder.load({}, { cluster, clock }));
  const burst = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) {
      const requests = Array.from({ length: 10 }, () => fetch("/").then(({ status }) => status, () => 0));
      assert.deepEqual(new Set(await Promise.all(requests)).size, 1);
    }
  };
  await burst();
  assert.equal(folder.runs, 2, "at first, and after the first 401");
  clock.ms += 5000;
  folder.write("printed", "no longer logged in");
  await burst();
  assert.equal(folder.runs, 3);
  clock.ms += 5000;
  folder.prints({ token: "another" });
  await burst();
  assert.equal(folder.runs, 5);
});

test("loadKubeconfig() uses the client certificate of an exec plugin, and another after a 401", async (scope) => {
  const server = await serveTls((_, { clientName }) =>
    Promise.resolve(Response.json({}, { status: clientName === "bob" ? 404 : 401 }))
  );
  try {
    const folder = scope.keep(new PluginFolder());
    const print = (name: string): void =>
      folder.prints({
        clientCertificateData: readCertificate(`${name}.crt`),
        clientKeyData: readCertificate(`${name}.key`),
      });
    print("ann");
    const cluster = {
      server: `https://127.0.0.1:${server.port}`,
      "certificate-authority-data": certificateData("ca.crt"),
    };
    const config = scope.keep(await folder.load({}, { cluster }));
    assert.equal(config.token, undefined);
    print("bob");
    const sink = new FetchEventSink(config);
    await assert.rejects(sink.create(makeEvent("a"), { signal }), { code: 401 });
    await assert.rejects(sink.create(makeEvent("a"), { signal }), { code: 404 });
    assert.equal(folder.runs, 2);
  } finally {
    await server.close();
  }
});

// client-go's maybeRefreshCreds: "Credentials already rotated".
test("loadKubeconfig() keeps an exec plugin's new credentials when a request with the old ones is refused", async ({ keep }) => {
  const server = await serveTls(() => Promise.resolve(new Response(null, { status: 401 })));
  const cluster = {
    server: `https://127.0.0.1:${server.port}`,
    "certificate-authority-data": certificateData("ca.crt"),
  };
  const folder = keep(new PluginFolder());
  folder.prints({ token: "one" });
  const config = keep(await folder.load({}, { cluster }));
  folder.prints({ token: "two" });
  const send = async (token: string): Promise<void> => {
    const response = await config.fetch(new Request(config.server, { headers: { authorization: `Bearer ${token}` } }));
    await response.body?.cancel();
  };
  try {
    await send("one");
    assert.equal(await tokenOf(config), "two");
    await send("one");
    assert.equal(await tokenOf(config), "two");
    assert.equal(folder.runs, 2);
    await send("two");
    assert.equal(await tokenOf(config), "two");
    assert.equal(folder.runs, 3);
  } finally {
    await server.close();
  }
});

// client-go's UpdateTransportConfig: not with a token or a certificate of its own.
test("loadKubeconfig() runs no exec plugin for a user that has a client certificate", async (scope) => {
  const exec = { apiVersion: V1, interactiveMode: "Never", command: "kubecast-missing-plugin" };
  const certificate = {
    "client-certificate-data": certificateData("ann.crt"),
    "client-key-data": certificateData("ann.key"),
  };
  const path = scope.keep(new Folder()).write("config", kubeconfig({ server: "https://a" }, { ...certificate, exec }));
  const config = scope.keep(await loadKubeconfig({ path, env: {} }));
  assert.equal(await tokenOf(config), undefined);
});

test("loadKubeconfig() runs no exec plugin for a user that has a token", async (scope) => {
  const folder = scope.keep(new Folder());
  const exec = { apiVersion: V1, interactiveMode: "Never", command: "kubecast-missing-plugin" };
  const path = folder.write("config", kubeconfig({ server: "https://a" }, { token: "own", exec }));
  const config = scope.keep(await loadKubeconfig({ path, env: {} }));
  assert.equal(await tokenOf(config), "own");
});

test("loadKubeconfig() rejects a missing exec plugin with its installHint, with control characters escaped", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  const command = "kubecast-missing-plugin";
  await assert.rejects(folder.load({ command, installHint: "Run:\n\x1b[1mbrew install it\x07" }), {
    name: "KubeconfigError",
    message:
      `Cannot get credentials: the exec plugin ${command} is not installed, or its folder is not in the PATH of ` +
      `this process\n\nRun:\nU+001B[1mbrew install itU+0007`,
  });
  await assert.rejects(folder.load({ command }), {
    message: /kubecast-missing-plugin is not installed, or its folder is not in the PATH of this process$/,
  });
  await assert.rejects(folder.load({ command: `\x1b[31m${command}` }), {
    message: /plugin U\+001B\[31mkubecast-.* installed, or /,
  });
});

test("Kubeconfig.fetch() stops waiting for a hanging exec plugin when the request's signal aborts", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  const clock = { ms: Date.parse("2026-01-01T00:00:00Z"), now: (): number => clock.ms };
  folder.prints({
    clientCertificateData: readCertificate("ann.crt"),
    clientKeyData: readCertificate("ann.key"),
    expirationTimestamp: "2026-01-01T01:00:00Z",
  });
  const config = scope.keep(await folder.load({}, { clock }));
  clock.ms += 3_600_001;
  folder.write("bin/plugin", '#!/bin/sh\necho $$ > "$FOLDER/started"; exec sleep 60\n', 0o700);
  const aborter = new AbortController();
  const answer = config.fetch(new Request(config.server, { signal: aborter.signal }));
  const rejected = assert.rejects(answer, /^Error: enough$/);
  const started = join(folder.path, "started");
  while (!existsSync(started) || folder.read("started") === "") await tick();
  aborter.abort(new Error("enough"));
  const pid = Number(folder.read("started"));
  const limit = setTimeout(() => process.kill(pid), 120_000);
  await rejected.finally(() => clearTimeout(limit));
  await config[Symbol.asyncDispose]();
  await ended(pid);
});

test("loadKubeconfig() stops waiting for an exec plugin when its signal aborts, even if the plugin cannot be stopped", async (scope) => {
  const scripts = {
    "ignores the signal": "trap '' TERM; echo $$ > started; while [ -e started ]; do sleep 0.1; done",
    "runs a program of its own": "(echo $$ > started; while [ -e started ]; do sleep 0.1; done); true",
  };
  for (const [name, script] of Object.entries(scripts)) {
    const folder = scope.keep(new PluginFolder());
    const aborter = new AbortController();
    const args = ["-c", `cd "$FOLDER"; ${script}`];
    const loading = folder.load({ command: "sh", args }, { signal: aborter.signal });
    const rejected = assert.rejects(loading, /^Error: enough$/, name);
    const started = join(folder.path, "started");
    while (!existsSync(started) || folder.read("started") === "") await tick();
    aborter.abort(new Error("enough"));
    // Ends a pending plugin.
    const limit = setTimeout(() => rmSync(started), 120_000);
    await rejected.finally(() => clearTimeout(limit));
    assert.ok(existsSync(started), `it ${name}, and was waited for`);
    await ended(Number(folder.read("started")));
    rmSync(started);
    await tick();
  }
});

test("loadKubeconfig() passes stderr of an exec plugin on, without control characters", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin" });
  const text = "Open \\033]0;title\\007\\033[2Jhttps://example.com\\r\\n1 %%\\r\\t2 %%\\v\\f\\n";
  const args = ["-c", `printf '${text}' >&2; cat "$FOLDER/printed"`];
  const shown = await stderrOf(async () => {
    const config = scope.keep(await folder.load({ command: "sh", args }));
    assert.equal(await tokenOf(config), "from-plugin");
  });
  assert.equal(shown, "Open U+001B]0;titleU+0007U+001B[2Jhttps://example.com\n1 %\n\t2 %U+000BU+000C\n");
});

test("loadKubeconfig() survives a full or closed stderr, and others' rejections, while an exec plugin prints", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin" });
  // In two writes: the second follows the error of the first.
  const args = ["-c", `echo one >&2; sleep 0.1; echo two >&2; cat "${folder.path}/printed"`];
  const exec = { apiVersion: V1, interactiveMode: "Never", command: "sh", args };
  const path = folder.write("config", kubeconfig({ server: "https://127.0.0.1:1" }, { exec }));
  const load = [...KUBECAST.slice(0, -1), fileURLToPath(new URL("./load_program.ts", import.meta.url)), path];
  const full = existsSync("/dev/full") ? ['exec "$@" 2>/dev/full'] : [];
  for (const script of [...full, 'mkfifo "$0"; : <"$0" & exec 3>"$0"; wait; exec "$@" 2>&3']) {
    const { code, out } = await new Program(["sh", "-c", script, join(folder.path, "pipe"), ...load]).ended;
    assert.deepEqual([code, out], [0, "from-plugin\n"], script);
  }
});

test("loadKubeconfig() waits for a pipe until its signal aborts, or until it is written", async (scope) => {
  const folder = scope.keep(new Folder());
  const pipe = join(folder.path, "ca.fifo");
  execFileSync("mkfifo", [pipe]);
  const server = "https://127.0.0.1:1";
  const key = { "client-certificate-data": certificateData("ann.crt"), "client-key": pipe };
  const cert = { "client-certificate": pipe, "client-key-data": certificateData("ann.key") };
  const users = [{ tokenFile: pipe }, key, cert].map((user, i) =>
    folder.write(`user${i}`, kubeconfig({ server }, user))
  );
  const path = folder.write("config", kubeconfig({ server, "certificate-authority": pipe }));
  // Opened in both ways, it has a writer that does not write.
  const writer = openSync(pipe, "r+");
  // Keeps what is written until it is read, however late.
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    for (const unwritten of [path, ...users, pipe]) {
      const aborter = new AbortController();
      const loading = inTime(loadKubeconfig({ path: unwritten, signal: aborter.signal }));
      const rejected = assert.rejects(loading, /^Error: enough$/);
      await tick();
      aborter.abort(new Error("enough"));
      await rejected;
    }
    const written = loadKubeconfig({ path });
    await tick();
    writeSync(writer, readCertificate("ca.crt"));
    closeSync(writer);
    scope.keep(await written);
  } finally {
    closeSync(reader);
    rmSync(pipe);
  }
});

test("loadKubeconfig() waits for the first writer of a pipe, for a second", async (scope) => {
  const folder = scope.keep(new Folder());
  const pipe = join(folder.path, "config.fifo");
  execFileSync("mkfifo", [pipe]);
  // Keeps what is written until it is read, however late.
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const written = inTime(loadKubeconfig({ path: pipe }));
    for (let i = 0; i < 10; i++) await tick();
    writeFileSync(pipe, JSON.stringify(kubeconfig({ server: "https://127.0.0.1:1" })));
    scope.keep(await written);
    const unwritten = inTime(loadKubeconfig({ path: pipe, signal: AbortSignal.timeout(30_000) }));
    await assert.rejects(unwritten, /^KubeconfigError: Cannot use kubeconfig \S+: not found or empty; /);
  } finally {
    closeSync(reader);
    rmSync(pipe);
  }
});

test("loadKubeconfig() rejects invalid output of an exec plugin, without showing it", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  const fails = async (fault: string, exec: object = {}, env: Record<string, string> = {}): Promise<void> => {
    const loaded = folder.load(exec, { env: { ...process.env, FOLDER: folder.path, ...env } });
    await assert.rejects(loaded, (error: Error) => {
      assert.equal(error.message, `Cannot get credentials: the exec plugin ${folder.command} ${fault}`);
      assert.ok(!inspect(error).includes("secret"));
      return error.name === "KubeconfigError";
    });
  };
  for (const text of ["secret", "{secret", "- secret: [", "null", ""]) {
    folder.write("printed", text);
    await fails("did not print JSON or YAML");
  }
  folder.write("printed", "token: secret");
  await fails(`must print an ExecCredential of ${V1}`);
  folder.prints({ token: "secret" }, V1BETA1);
  await fails(`must print an ExecCredential of ${V1}`);
  folder.prints({ token: "secret" }, V1, "Secret");
  await fails(`must print an ExecCredential of ${V1}`);
  folder.prints(null);
  await fails("printed no status");
  folder.prints("secret");
  await fails("printed no status");
  folder.prints({ token: "" });
  await fails("printed neither a token nor a client certificate");
  folder.prints({ token: ["secret"] });
  await fails("printed a status whose token is not a string");
  folder.prints({ token: "secret", clientKeyData: "secret" });
  await fails("printed a client certificate or its key, but not both");
  folder.prints({ clientKeyData: "secret" });
  await fails("printed a client certificate or its key, but not both");
  folder.prints({ token: "secret", clientCertificateData: "secret" });
  await fails("printed a client certificate or its key, but not both");
  folder.prints({ clientCertificateData: readCertificate("ann.crt"), clientKeyData: readCertificate("bob.key") });
  await fails(
    "printed an invalid client certificate: the client key does not belong to the client certificate of CN=ann, O=team",
  );
  folder.prints({ token: "secret", expirationTimestamp: "soon" });
  await fails("printed an invalid expirationTimestamp");
  folder.prints({ token: "secret" });
  await fails("failed with exit code 3", {}, { PLUGIN_EXIT: "3" });
  if (process.stdin.isTTY) return;
  await fails("needs a terminal (interactiveMode: Always), and stdin is not one", { interactiveMode: "Always" });
});

// client-go's TestValidateAuthInfoExec….
test("loadKubeconfig() rejects an invalid exec section", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  for (
    const [exec, fault] of [
      [{ command: "" }, "command must be given"],
      [{ apiVersion: "" }, `apiVersion must be ${V1} or ${V1BETA1}, received ""`],
      [
        { apiVersion: "client.authentication.k8s.io/v1alpha1" },
        `apiVersion must be ${V1} or ${V1BETA1}, received "client.authentication.k8s.io/v1alpha1"` +
        ": update the plugin, and have it write the kubeconfig again",
      ],
      [{ interactiveMode: undefined }, 'interactiveMode must be Never, IfAvailable, Always, received ""'],
      [{ interactiveMode: "Maybe" }, 'interactiveMode must be Never, IfAvailable, Always, received "Maybe"'],
      [{ args: ["a", 1] }, "args must be a list of strings, received a number"],
      [{ env: [{ value: "secret" }] }, "env[0]: name must be given"],
    ] as const
  ) {
    const path = join(folder.path, "config");
    await assert.rejects(folder.load(exec), { message: `Cannot use kubeconfig ${path}: user "a": exec: ${fault}` });
  }
  folder.prints({ token: "one" }, V1BETA1);
  const config = scope.keep(await folder.load({ apiVersion: V1BETA1, interactiveMode: undefined }));
  assert.equal(await tokenOf(config), "one");
});

test("loadKubeconfig() names an exec plugin that cannot be run", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  const command = folder.write("bin/text", "not a program", 0o600);
  await assert.rejects(folder.load({ command }), {
    name: "KubeconfigError",
    message: /^Cannot get credentials: the exec plugin .+\/bin\/text cannot be run: /,
  });
});

test("loadKubeconfig() stops its exec plugin and rejects with the reason when its signal aborts", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  await assert.rejects(folder.load({}, { signal: AbortSignal.abort(new Error("Too late")) }), { message: "Too late" });
  assert.throws(() => folder.runs, "the plugin was run");
  folder.prints({ token: "from-plugin" });
  const counting = countingSignal();
  scope.keep(await folder.load({}, { signal: counting.signal }));
  assert.equal(counting.listeners.size, 0);
  const script = '#!/bin/sh\necho $$ > "$FOLDER/pid"\necho run >> "$FOLDER/runs"\nexec sleep 600\n';
  const command = folder.write("bin/sleeper", script, 0o700);
  const abort = new AbortController();
  const loaded = folder.load({ command }, { signal: abort.signal });
  const rejected = assert.rejects(loaded, { message: "Enough" });
  await eventually("The second run", () => folder.runs === 2);
  abort.abort(new Error("Enough"));
  await rejected;
  await ended(Number(folder.read("pid")));
});

test("loadKubeconfig() rejects missing credentials of an exec plugin that printed some before", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "one" });
  const config = scope.keep(await folder.load());
  const certificate = { clientCertificateData: readCertificate("ann.crt"), clientKeyData: readCertificate("ann.key") };
  folder.prints(certificate);
  await assert.rejects(tokenOf(config, "one"), { message: /the plugin printed a token before, but none this time$/ });
});

test("loadKubeconfig() rejects an exec plugin with a null byte in its args or env, and quotes neither", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  const expected = { name: "KubeconfigError", message: /cannot be run: its command, args or env are invalid$/ };
  await assert.rejects(folder.load({ args: ["secret\0"] }), expected);
  await assert.rejects(folder.load({ env: [{ name: "SECRET", value: "secret\0" }] }), expected);
});

test("loadKubeconfig() rejects an exec plugin that was killed by a signal without a name", async (scope) => {
  const folder = scope.keep(new Folder());
  const args = ["-c", "kill -34 $$"];
  const exec = { apiVersion: V1, interactiveMode: "Never", command: "sh", args };
  const path = folder.write("config", kubeconfig({ server: "https://127.0.0.1:1" }, { exec }));
  // In a process of its own: Deno's test runner lets no test handle a rejection that nobody handles.
  const { code, err } = await kubecast(["check", "--kubeconfig", path]);
  // Node and Bun report exit code 0.
  const why = "Deno" in globalThis ? "failed with signal 34" : "did not print JSON or YAML";
  assert.deepEqual([code, err], [1, `kubecast: Cannot get credentials: the exec plugin sh ${why}\n`]);
});

test("loadKubeconfig() stops an exec plugin that prints more than 1 MiB", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.write("bin/endless", '#!/bin/sh\necho $$ > "$FOLDER/pid"\nexec yes\n', 0o700);
  await assert.rejects(folder.load({ command: "bin/endless" }), /the exec plugin \S+ printed more than 1 MiB$/);
  await ended(Number(folder.read("pid")));
});

test("loadKubeconfig() stops an exec plugin that prints more than 1 MiB to stderr", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin" });
  const args = ["-c", 'yes | head -c 2000000 >&2; cat "$FOLDER/printed"'];
  const shown = await stderrOf(async () => {
    await assert.rejects(folder.load({ command: "sh", args }), /the exec plugin sh printed more than 1 MiB$/);
  });
  assert.ok(shown.length > 0 && shown.length <= 1024 * 1024, `${shown.length}`);
});

test("loadKubeconfig() runs an exec plugin once per request if its credentials are always expired", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin", expirationTimestamp: "2020-01-01T00:00:00Z" });
  const server = await serveTls(() => Promise.resolve(Response.json({ kind: "EventList" })));
  try {
    const ca = certificateData("ca.crt");
    const cluster = { server: `https://127.0.0.1:${server.port}`, "certificate-authority-data": ca };
    const config = scope.keep(await folder.load({}, { cluster }));
    const before = folder.runs;
    for (let i = 0; i < 3; i++) {
      const headers = { authorization: `Bearer ${await tokenOf(config)}` };
      await (await config.fetch(new Request(config.server, { headers }))).body?.cancel();
    }
    assert.deepEqual([before, folder.runs], [1, 4]);
  } finally {
    await server.close();
  }
});

test("loadKubeconfig() passes the cluster's server to an exec plugin verbatim", async (scope) => {
  const folder = scope.keep(new PluginFolder());
  folder.prints({ token: "from-plugin" });
  scope.keep(await folder.load({ provideClusterInfo: true }, { cluster: { server: "https://127.0.0.1:1/path/" } }));
  assert.equal(JSON.parse(folder.read("info")).spec.cluster.server, "https://127.0.0.1:1/path/");
});
