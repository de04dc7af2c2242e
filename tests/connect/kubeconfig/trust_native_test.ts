import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { FetchEventSink } from "../../../mod.ts";
import { fromKubeConfig } from "../../../src/connect/client_node/mod.ts";
import { inClusterConfig } from "../../../src/connect/in_cluster/mod.ts";
import { loadKubeconfig } from "../../../src/connect/kubeconfig/mod.ts";
import { readCertificate, serveTls } from "../in_cluster/tls_server.ts";
import { runProgram } from "../../run_program.ts";
import { certificateData, Folder, kubeconfig, type Scope, scopedTest as test } from "./folder.ts";

/** What a cluster needs of a connection. */
interface Case {
  readonly host: string;
  readonly port: number;
  readonly authority: string;
  readonly serverName?: string | undefined;
}

type Fetch = (path: string) => Promise<Response>;

/** The ways to connect, each of which returns the `fetch` of a connection. */
const doors: Readonly<Record<string, (scope: Scope, of: Case) => Promise<Fetch>>> = {
  async loadKubeconfig({ keep }, { host, port, authority, serverName }) {
    const cluster = {
      server: `https://${host}:${port}`,
      "certificate-authority-data": certificateData(authority),
      "tls-server-name": serverName,
    };
    return keep(await loadKubeconfig({ path: keep(new Folder()).write("config", kubeconfig(cluster)), env: {} })).fetch;
  },
  async inClusterConfig({ keep }, { host, port, authority }) {
    const folder = keep(new Folder());
    folder.write("token", "token-1");
    folder.write("ca.crt", readCertificate(authority));
    const env = { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: `${port}` };
    return keep(await inClusterConfig({ directory: folder.path, env })).fetch;
  },
  fromKubeConfig({ keep }, { host, port, authority, serverName }) {
    const kubeConfig = {
      getCurrentCluster: () => ({ server: `https://${host}:${port}` }),
      getCurrentContext: () => "a",
      getContextObject: () => null,
      applyToHTTPSOptions: (options: object) =>
        Promise.resolve(
          void Object.assign(options, { ca: readCertificate(authority), ...serverName && { servername: serverName } }),
        ),
    };
    return Promise.resolve(keep(fromKubeConfig(kubeConfig)).fetch);
  },
};

/** Serves with a certificate, and returns the port. */
async function serve({ keep }: Scope, certificate: string): Promise<number> {
  const server = await serveTls((_, peer) => Promise.resolve(Response.json(peer)), certificate);
  keep({ [Symbol.asyncDispose]: () => server.close() });
  return server.port;
}

const HOSTS = ["127.0.0.1", "localhost"] as const;

/** Whether kubectl trusts a server; `undefined` where it is not installed. */
function kubectlTrusts({ host, port, authority, serverName }: Case): Promise<boolean | undefined> {
  const ca = new URL(`../in_cluster/certificates/${authority}`, import.meta.url).pathname;
  const flags = [
    `--server=https://${host}:${port}`,
    `--certificate-authority=${ca}`,
    "--token=x",
    "--kubeconfig=/dev/null",
  ];
  if (serverName !== undefined) flags.push(`--tls-server-name=${serverName}`);
  return new Promise((resolve) => {
    const child = spawn("kubectl", [...flags, "get", "--raw", "/"], { stdio: ["ignore", "ignore", "pipe"] });
    let told = "";
    child.stderr!.on("data", (chunk) => told += chunk);
    child.on("error", () => resolve(undefined));
    child.on("close", (code) => {
      if (code !== 0) assert.match(told, /certificate/);
      resolve(code === 0);
    });
  });
}

/** A server's certificate, the authority, and the end of the error, if it is not trusted. */
const cases:
  readonly (readonly [certificate: string, authority: string, fault?: RegExp | undefined, serverName?: string])[] = [
    ["server", "ca.crt"],
    ["below", "middle.crt"],
    ["chain", "ca.crt"],
    ["chain", "middle.crt"],
    ["chain", "other_ca.crt", /: it was issued by CN=middle, and the authority of .+ is CN=.+ other_ca$/],
    ["leaf", "leaf.crt"],
    ["leaf", "leaf_ca.crt"],
    ["server", "leaf_ca.crt"],
    [
      "forged",
      "leaf_ca.crt",
      /: it was issued by CN=leaf, and the authority of .+ is another .+ or one that may not issue it$/,
    ],
    ["self_ca", "self_ca.crt"],
    ["self_leaf", "self_leaf.crt"],
    ["ca_server", "ca_server.crt"],
    ["leaf", "ca.crt", undefined, "localhost"],
    ["leaf", "ca.crt", undefined, "127.0.0.1"],
    ["named", "ca.crt", undefined, "kubernetes.example"],
    ["named", "ca.crt", /: it is for kubernetes\.example, not for (127\.0\.0\.1|localhost)$/],
    ["leaf", "leaf.crt", /: it is for 127\.0\.0\.1, localhost, not for kubernetes\.example$/, "kubernetes.example"],
    ["leaf", "leaf.crt", /: it is for 127\.0\.0\.1, localhost, not for 127\.0\.0\.2$/, "127.0.0.2"],
    [
      "server",
      "other_ca.crt",
      /: it was issued by CN=Kubecast test authority ca, and the authority of .+ is CN=.+ other_ca$/,
    ],
    ["server", "leaf.crt", /: it was issued by CN=Kubecast test authority ca, and the authority of .+ is CN=leaf$/],
    ["below", "ca.crt", /: it was issued by CN=middle, and the authority of .+ is CN=Kubecast test authority ca$/],
    ["self_ca", "ca.crt", /: it was issued by CN=self_ca, and the authority of .+ is CN=Kubecast test authority ca$/],
    ["expired", "ca.crt", /: it expired at 2020-01-02T00:00:00Z, and this machine's clock says 2\d\d\d-.+Z$/],
    ["expired", "expired.crt", /: it expired at 2020-01-02T00:00:00Z, and this machine's clock says 2\d\d\d-.+Z$/],
    ["future", "ca.crt", /: it is not valid before 2100-01-01T00:00:00Z, and this machine's clock says 2\d\d\d-.+Z$/],
    [
      "of_old",
      "old.crt",
      /: it was issued by CN=old, and the authority CN=old of .+ expired at 2020-01-02T00:00:00Z, and /,
    ],
    [
      "forged",
      "leaf.crt",
      /: it was issued by CN=leaf, and the authority of .+ is another .+ or one that may not issue it$/,
    ],
    ["cn_only", "ca.crt", /: it has no subjectAltName, only the subject CN=localhost$/],
    [
      "cn_only",
      "ca.crt",
      /: it has no subjectAltName, only the subject CN=localhost$/,
      "localhost",
    ],
    ["forged_v1", "ca.crt", /: it has no subjectAltName, only the subject CN=localhost$/],
    [
      "forged_v1",
      "ca.crt",
      /: it has no subjectAltName, only the subject CN=localhost$/,
      "localhost",
    ],
  ];

for (const [door, connect] of Object.entries(doors)) {
  test(`${door}() trusts the servers that kubectl trusts, and explains what is wrong with others`, async (scope) => {
    for (const [certificate, authority, fault, serverName] of cases) {
      if (serverName !== undefined && door === "inClusterConfig") continue;
      const port = await serve(scope, certificate);
      for (const host of HOSTS) {
        const of = { host, port, authority, serverName };
        const fetch = await connect(scope, of);
        const title = `${certificate} by ${authority}, ${host}, ${serverName}`;
        if (fault === undefined) {
          assert.equal((await fetch("/")).status, 200, title);
          continue;
        }
        await assert.rejects(fetch("/"), (error: Error & { kind?: string; fix?: string }) => {
          assert.equal(error.name, "ConnectionError", title);
          assert.match(error.message, fault, title);
          const prefix = `Cannot reach https://${host}:${port}: its certificate is not trusted: it `;
          assert.equal(error.message.slice(0, prefix.length), prefix);
          assert.deepEqual([error.kind, error.fix!.length > 10], ["certificate", true]);
          return true;
        });
      }
    }
  });
}

test("loadKubeconfig() trusts a server exactly if kubectl does, if that is installed", async (scope) => {
  for (const [certificate, authority, fault, serverName] of cases) {
    const port = await serve(scope, certificate);
    const trusted = await kubectlTrusts({ host: "localhost", port, authority, serverName });
    if (trusted === undefined) return;
    assert.equal(trusted, fault === undefined, `${certificate} by ${authority}, ${serverName}`);
  }
});

test("FetchEventSink.check() names the certificate's fault and a fix for each", async (scope) => {
  const fixes = new Set<string>();
  for (
    const [certificate, authority] of [["named", "ca.crt"], ["expired", "ca.crt"], ["future", "ca.crt"], [
      "server",
      "other_ca.crt",
    ], ["cn_only", "ca.crt"]]
  ) {
    const port = await serve(scope, certificate!);
    const cluster = { server: `https://127.0.0.1:${port}`, "certificate-authority-data": certificateData(authority!) };
    const path = scope.keep(new Folder()).write("config", kubeconfig(cluster));
    const config = scope.keep(await loadKubeconfig({ path, env: {} }));
    const { problems: [problem, ...others] } = await new FetchEventSink(config).check();
    assert.deepEqual([problem!.type, others], ["unreachable", []]);
    assert.match(problem!.message, /: its certificate is not trusted: it /);
    fixes.add(problem!.fix);
  }
  assert.equal(fixes.size, 5);
});

test("loadKubeconfig() trusts a server with CA:TRUE by its authority, or on Deno names the fix", async (scope) => {
  const port = await serve(scope, "ca_server");
  const fetch = await doors["loadKubeconfig"]!(scope, { host: "127.0.0.1", port, authority: "ca.crt" });
  if (!("Deno" in globalThis)) return void assert.equal((await fetch("/")).status, 200);
  await assert.rejects(fetch("/"), {
    kind: "certificate",
    message: /: it is that of an authority \(CA:TRUE\), which Deno does not accept from a server$/,
    fix: /give this certificate as the authority$/,
  });
});

test("loadKubeconfig() without an authority explains that this runtime does not trust the server, and names the fix", async (scope) => {
  const port = await serve(scope, "server");
  const path = scope.keep(new Folder()).write("config", kubeconfig({ server: `https://127.0.0.1:${port}` }));
  const { fetch } = scope.keep(await loadKubeconfig({ path, env: {} }));
  await assert.rejects(fetch("/"), {
    kind: "certificate",
    message:
      `Cannot reach https://127.0.0.1:${port}: its certificate is not trusted: it was issued by CN=Kubecast test ` +
      "authority ca, which this runtime does not trust, and no authority was given",
    fix:
      /certificate-authority-data.+--certificate-authority=ca.crt.+NODE_EXTRA_CA_CERTS=ca.crt.+DENO_CERT=ca.crt.+NODE_USE_SYSTEM_CA=1.+ DENO_TLS_CA_STORE=system/,
  });
});

test("loadKubeconfig() with certificateAuthority or insecureSkipTlsVerify trusts as kubectl does with its flags", async (scope) => {
  const port = await serve(scope, "server");
  const folder = scope.keep(new Folder());
  const server = `https://127.0.0.1:${port}`;
  const certificateAuthority = folder.write("authority.crt", readCertificate("ca.crt"));
  const other = { server, "certificate-authority-data": certificateData("server.crt") };
  const configs = [{ server }, other, { server, "insecure-skip-tls-verify": true }].map((cluster, i) => {
    return folder.write(`config-${i}`, kubeconfig(cluster));
  });
  for (const path of configs) {
    for (const trust of [{ certificateAuthority }, { insecureSkipTlsVerify: true }]) {
      const { fetch } = scope.keep(await loadKubeconfig({ path, env: {}, ...trust }));
      assert.equal((await fetch("/")).status, 200, `${path} ${Object.keys(trust)}`);
    }
  }
  const both = { path: configs[0], certificateAuthority, insecureSkipTlsVerify: true, env: {} };
  await assert.rejects(loadKubeconfig(both), /insecure-skip-tls-verify and a certificate authority are both given/);
  const wrong = { path: configs[0], server, certificateAuthority: folder.write("no.crt", "text"), env: {} };
  await assert.rejects(loadKubeconfig(wrong), /the certificate authority must be PEM certificates/);
});

test("loadKubeconfig() without an authority trusts those that the runtime's variables name", async (scope) => {
  const port = await serve(scope, "server");
  const folder = scope.keep(new Folder());
  const config = folder.write("config", kubeconfig({ server: `https://127.0.0.1:${port}` }));
  const ca = folder.write("authority.crt", readCertificate("ca.crt"));
  const printed = await runProgram(new URL("./request_program.ts", import.meta.url), {
    args: [config],
    variables: { NODE_EXTRA_CA_CERTS: ca, DENO_CERT: ca, DENO_NO_UPDATE_CHECK: "1" },
  });
  assert.ok("clientName" in JSON.parse(printed) || printed === "{}", printed);
});
