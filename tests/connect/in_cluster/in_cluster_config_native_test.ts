import { test } from "node:test";
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FetchEventSink } from "../../../mod.ts";
import {
  type InClusterConfig,
  inClusterConfig as findCluster,
  type InClusterConfigOptions,
} from "../../../src/connect/in_cluster/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { makeEvent } from "../../record/recording/make_event.ts";
import { eventually, inTime } from "../../eventually.ts";
import { serveTls } from "./tls_server.ts";

const { signal } = new AbortController();

const configs: InClusterConfig[] = [];

/** The same, and afterwards its connections are closed. */
async function inClusterConfig(options: InClusterConfigOptions): Promise<InClusterConfig> {
  const config = await findCluster(options);
  configs.push(config);
  return config;
}

/** Runs with the files of a service account with the named certificate authority. */
async function withServiceAccount(ca: string, run: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "kubecast-"));
  try {
    writeFileSync(join(directory, "token"), "token-1\n");
    writeFileSync(join(directory, "namespace"), "of-the-pod\n");
    copyFileSync(fileURLToPath(new URL(`./certificates/${ca}`, import.meta.url)), join(directory, "ca.crt"));
    await run(directory);
  } finally {
    rmSync(directory, { recursive: true });
    for (const config of configs.splice(0)) config[Symbol.dispose]();
  }
}

/** Runs against an API server with TLS that accepts only one token. */
async function withServer(
  run: (server: { port: string; accept(token: string): void }) => Promise<void>,
): Promise<void> {
  const api = new EventsApiServer();
  let token = "token-1";
  const server = await serveTls(async (request) => {
    if (request.headers.get("authorization") !== `Bearer ${token}`) return new Response(null, { status: 401 });
    return await api.fetch(request);
  });
  try {
    await run({ port: String(server.port), accept: (other) => void (token = other) });
  } finally {
    await server.close();
  }
}

test("inClusterConfig() connects with the cluster's ca.crt and the rotated token", async () => {
  await withServiceAccount("ca.crt", async (directory) => {
    await withServer(async ({ port, accept }) => {
      const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: port };
      const config = await inClusterConfig({ directory, env });
      assert.equal(config.server, `https://127.0.0.1:${port}`);
      assert.equal(config.namespace, "of-the-pod");
      const sink = new FetchEventSink(config);
      const created = await sink.create(makeEvent("a"), { signal });
      assert.ok(created.metadata.uid);
      accept("token-2");
      writeFileSync(join(directory, "token"), "token-2\n");
      const patched = await sink.patch(created, [{ op: "replace", path: "/count", value: 7 }], { signal });
      assert.equal(patched.count, 7);
    });
  });
});

test("inClusterConfig() trusts no certificate authority but ca.crt", async () => {
  await withServiceAccount("other_ca.crt", async (directory) => {
    await withServer(async ({ port }) => {
      const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: port };
      const sink = new FetchEventSink(await inClusterConfig({ directory, env }));
      await assert.rejects(sink.create(makeEvent("a"), { signal }), {
        kind: "certificate",
        message:
          `Cannot reach https://127.0.0.1:${port}: its certificate is not trusted: it was issued by CN=Kubecast ` +
          `test authority ca, and the authority of ${directory}/ca.crt is CN=Kubecast test authority other_ca`,
      });
    });
  });
});

test("inClusterConfig() reads ca.crt again once the cluster has replaced its authority, unless it has none", async () => {
  await withServiceAccount("other_ca.crt", async (directory) => {
    await withServer(async ({ port }) => {
      const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: port };
      const { fetch } = await inClusterConfig({ directory, env });
      const path = join(directory, "ca.crt");
      const authority = fileURLToPath(new URL("./certificates/ca.crt", import.meta.url));
      writeFileSync(path, "");
      for (let i = 0; i < 2; i++) await assert.rejects(fetch("/version"), { kind: "certificate" });
      copyFileSync(authority, path);
      const both = await Promise.allSettled([fetch("/version"), fetch("/version")]);
      assert.deepEqual(
        both.map((ended) => ended.status === "rejected" && ended.reason.kind),
        Array(2).fill("certificate"),
      );
      const { ok, body } = await fetch("/version");
      await body!.cancel();
      assert.ok(ok);
    });
  });
});

test("inClusterConfig() trusts every certificate authority of ca.crt", async () => {
  await withServiceAccount("ca.crt", async (directory) => {
    await withServer(async ({ port }) => {
      const path = join(directory, "ca.crt");
      const other = readFileSync(fileURLToPath(new URL("./certificates/other_ca.crt", import.meta.url)), "utf8");
      writeFileSync(path, `# another\n${other}# the cluster's\n${readFileSync(path, "utf8")}`);
      const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: port };
      const sink = new FetchEventSink(await inClusterConfig({ directory, env }));
      assert.ok((await sink.create(makeEvent("a"), { signal })).metadata.uid);
    });
  });
});

test("inClusterConfig() rejects an invalid HTTP status as a ConnectionError", async () => {
  await withServiceAccount("ca.crt", async (directory) => {
    const odd = { status: 999, headers: new Headers(), arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) };
    const server = await serveTls(() => Promise.resolve(odd as Response));
    try {
      const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: String(server.port) };
      const sink = new FetchEventSink(await inClusterConfig({ directory, env }));
      await assert.rejects(sink.create(makeEvent("a"), { signal }));
    } finally {
      await server.close();
    }
  });
});

test("inClusterConfig() rejects outside of a cluster", async () => {
  const set = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  for (const env of [{}, { ...set, KUBERNETES_SERVICE_HOST: "" }, { ...set, KUBERNETES_SERVICE_PORT: undefined }]) {
    await assert.rejects(inClusterConfig({ env }), {
      name: "NotInClusterError",
      message:
        "Cannot find the cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, so this is not a pod",
    });
  }
  await withServiceAccount("ca.crt", async (directory) => {
    await assert.rejects(inClusterConfig({ env: set, directory: join(directory, "none") }), {
      name: "NotInClusterError",
      message: /^Cannot use the pod's service account: .*none.token.* \(is automountServiceAccountToken false, /,
    });
    writeFileSync(join(directory, "token"), " \n");
    await assert.rejects(inClusterConfig({ env: set, directory }), { message: /The token file is empty/ });
  });
});

test("inClusterConfig() rejects a ca.crt that contains no certificate", async () => {
  const env = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  await withServiceAccount("ca.crt", async (directory) => {
    const path = join(directory, "ca.crt");
    const pem = readFileSync(path, "utf8");
    const garbled = pem.replace(/(?<=CERTIFICATE-----\n).{20}/, "!".repeat(20));
    for (
      const text of ["", "garbage", pem.slice(0, pem.length / 2), garbled, pem.replaceAll("CERTIFICATE", "PUBLIC KEY")]
    ) {
      writeFileSync(path, text);
      await assert.rejects(inClusterConfig({ directory, env }), {
        name: "NotInClusterError",
        message: `Cannot use the pod's service account: The certificate authority must be PEM certificates: ${path}`,
      });
    }
    // As Go, which skips blocks that are not certificates.
    writeFileSync(path, `# A comment\n${pem}\n${pem.slice(0, 100)}`);
    await inClusterConfig({ directory, env });
  });
});

test("inClusterConfig() prefers POD_NAMESPACE, then the namespace file in directory, then default", async () => {
  const env = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
  await withServiceAccount("ca.crt", async (directory) => {
    assert.equal((await inClusterConfig({ directory, env })).server, "https://[fd00::1]:443");
    assert.equal((await inClusterConfig({ directory, env: { ...env, POD_NAMESPACE: "mine" } })).namespace, "mine");
    writeFileSync(join(directory, "namespace"), "\n");
    assert.equal((await inClusterConfig({ directory, env })).namespace, "default");
    rmSync(join(directory, "namespace"));
    assert.equal((await inClusterConfig({ directory, env })).namespace, "default");
  });
});

test("inClusterConfig() reads the token again after 50 seconds, and keeps the old one if that fails", async () => {
  const env = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  await withServiceAccount("ca.crt", async (directory) => {
    const startMs = Date.UTC(2026, 0, 1);
    const clock = { ms: startMs, now: (): number => clock.ms };
    const { token } = await inClusterConfig({ directory, env, clock });
    assert.ok(typeof token === "function");
    writeFileSync(join(directory, "token"), "token-2");
    clock.ms = startMs + 49_999;
    assert.equal(await token(), "token-1");
    clock.ms = startMs + 50_000;
    assert.equal(await token(), "token-2");
    clock.ms = startMs + 200_000;
    writeFileSync(join(directory, "token"), "");
    assert.equal(await token(), "token-2");
    rmSync(join(directory, "token"));
    assert.equal(await token(), "token-2");
    assert.equal(await token("token-2"), "token-2");
    writeFileSync(join(directory, "token"), "token-3");
    assert.equal(await token("token-2"), "token-3");
  });
});

test("inClusterConfig() rejects an invalid port, such as the variable of a Service called kubernetes-service", async () => {
  await withServiceAccount("ca.crt", async (directory) => {
    for (const port of ["tcp://10.96.0.1:443", "443/tcp", "99999"]) {
      const env = { KUBERNETES_SERVICE_HOST: "10.96.0.1", KUBERNETES_SERVICE_PORT: port };
      await assert.rejects(inClusterConfig({ directory, env }), {
        name: "NotInClusterError",
        message: /KUBERNETES_SERVICE_PORT are not a host and a port number$/,
      });
    }
  });
});

test("inClusterConfig() advises on a pod, not on a kubeconfig, when its token is rejected", async () => {
  await withServer(async ({ port, accept }) => {
    accept("token-2");
    const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: port };
    await withServiceAccount("ca.crt", async (directory) => {
      const { problems: [problem] } = await new FetchEventSink(await inClusterConfig({ directory, env })).check();
      assert.ok(problem!.message.endsWith(`(sent a token from ${directory}/token)`), problem!.message);
      assert.match(problem!.fix, /^Restart the pod/);
    });
  });
});

test("InClusterConfig may be disposed twice", async () => {
  const env = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  await withServiceAccount("ca.crt", async (directory) => {
    const config = await inClusterConfig({ directory, env });
    config[Symbol.dispose]();
    config[Symbol.dispose]();
    await assert.rejects(config.fetch("/"), new TypeError("The connection was disposed of"));
  });
});

test("InClusterConfig closes its connections when it is disposed of, including that of a request in flight", async () => {
  await withServiceAccount("ca.crt", async (directory) => {
    let asked = 0;
    const server = await serveTls(({ url }) => {
      asked++;
      return url.endsWith("/waiting") ? new Promise(() => {}) : Promise.resolve(new Response("x"));
    });
    try {
      const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: String(server.port) };
      const config = await inClusterConfig({ directory, env });
      // Bun has no means to close idle connections: leaves none but that of the request.
      const idle = Array.from(
        { length: "Bun" in globalThis ? 1 : 3 },
        async () => (await config.fetch("/idle")).text(),
      );
      await inTime("The responses", Promise.all(idle));
      const before = asked;
      const waiting = assert.rejects(config.fetch("/waiting"));
      await eventually("The request", () => asked > before);
      config[Symbol.dispose]();
      await inTime("The rejection", waiting);
      await eventually("The end of the sockets", () => server.sockets.size === 0);
    } finally {
      await server.close();
    }
  });
});

test("inClusterConfig() suggests the option whose name is nearest to an unknown one", async () => {
  await assert.rejects(inClusterConfig({ diectory: "/tmp" } as never), {
    name: "TypeError",
    message: "Cannot find the cluster: unknown option diectory (known: directory, env, clock)",
  });
});
