// fromKubeConfig() with the real @kubernetes/client-node, in each version that it must work with.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath, versions } from "node:process";
import { after, test } from "node:test";
import { EventBroadcaster, FetchEventSink } from "../../mod.ts";
import {
  fromKubeConfig,
  type FromKubeConfigOptions,
  kindOf,
  type KubeConfigLike,
} from "../../src/connect/client_node/mod.ts";
import { EventReader } from "../../src/read/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { readCertificate, serveTls, type TlsPeer } from "../connect/in_cluster/tls_server.ts";

const isBun = versions["bun"] !== undefined;
/** Its node:https keeps no connections. */
const isDeno = versions["deno"] !== undefined;
const [major, minor] = versions.node.split(".").map(Number) as [number, number];

/** The parts of a KubeConfig that the tests load one with. */
interface KubeConfig extends KubeConfigLike {
  loadFromClusterAndUser(cluster: object, user: object): void;
  setCurrentContext(name: string): void;
  addAuthenticator(authenticator: object): void;
  users: unknown[];
  contexts: unknown[];
  clusters: unknown[];
}

type Client = { readonly KubeConfig: new () => KubeConfig };

/** A class of its objects. */
interface ModelClass {
  new (): object;
  readonly name: string;
  readonly prototype: object;
  readonly attributeTypeMap?: readonly { readonly name: string; readonly type: string }[];
}

const VERSIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  "1.3": () => import("client-node-1.3"),
  "1.4": () => import("client-node-1.4"),
  "2.0": () => import("client-node-2.0"),
  "newest": () => import("client-node"),
};

const base64 = (name: string): string => btoa(readCertificate(name));
const ANN = { certData: base64("ann.crt"), keyData: base64("ann.key") };
const folder = mkdtempSync(join(tmpdir(), "kubecast-adopters-"));
// Bun ends its tests without an exit event.
after(() => rmSync(folder, { recursive: true }));

/** Writes an exec plugin that prints a status, and notes its runs. */
function plugin(name: string, status: object): object {
  const path = join(folder, `${name}.mjs`);
  const credential = { kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1", status };
  writeFileSync(path, `console.log(${JSON.stringify(JSON.stringify(credential))});`);
  const apiVersion = "client.authentication.k8s.io/v1";
  const args = isDeno ? ["run", "--no-config", path] : [path];
  return { exec: { apiVersion, command: execPath, args, interactiveMode: "Never" } };
}

/** A JWT that expires in an hour. */
function jwt(): string {
  const part = (value: object): string => btoa(JSON.stringify(value)).replace(/=+$/, "");
  return [part({ alg: "none" }), part({ exp: Math.floor(Date.now() / 1000) + 3600 }), "c2ln"].join(".");
}

type Admits = (request: Request, peer: TlsPeer) => boolean;
const bearer = (token: string): Admits => (request) => request.headers.get("authorization") === `Bearer ${token}`;

/** A TLS server with an Events API for those whom it admits. */
async function serve(admits: Admits, certificate = "server") {
  const api = new EventsApiServer({ flushesHeaders: true });
  let requests = 0;
  const connections = new Set<number>();
  const server = await serveTls(async (request, peer) => {
    requests++;
    for (const socket of server.sockets) connections.add(socket.remotePort!);
    return admits(request, peer) ? await api.fetch(request) : new Response(null, { status: 401 });
  }, certificate);
  return Object.assign(server, {
    url: `https://127.0.0.1:${server.port}`,
    get requests() {
      return requests;
    },
    connections,
  });
}

/** Loads a KubeConfig of one cluster and one user. */
function load({ KubeConfig }: Client, server: string, user: object, cluster: object = { caData: base64("ca.crt") }) {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser({ name: "c", server, ...cluster }, { name: "u", ...user });
  return kubeConfig;
}

/** Records two events, reads them, and sees the third on a watch. */
async function roundTrip(connection: ReturnType<typeof fromKubeConfig>): Promise<void> {
  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(new FetchEventSink(connection));
  const recorder = broadcaster.newRecorder({ component: "test" });
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } };
  recorder.event(pod, "Normal", "First", "first");
  recorder.event(pod, "Normal", "Second", "second");
  await recording.flush();
  const { fetch, server } = connection;
  const reader = new EventReader({ server, fetch, namespace: "shop" });
  const reasons: unknown[] = [];
  for await (const { reason } of reader.list()) reasons.push(reason);
  assert.deepEqual(reasons.sort(), ["First", "Second"]);
  const stop = new AbortController();
  for await (const { reason } of reader.occurrences({ signal: stop.signal })) {
    reasons.push(reason);
    if (reasons.length === 4) recorder.event(pod, "Normal", "Third", "third");
    if (reason === "Third") break;
  }
  const read = await connection.fetch(`/api/v1/namespaces/shop/events?limit=1`);
  assert.equal((await read.json()).items.length, 1);
  await broadcaster.shutdown();
}

async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}

for (const [version, load_] of Object.entries(VERSIONS)) {
  // client-node 2 does not load on older ones.
  if (!/^1/.test(version) && !isBun && (major < 22 || (major === 22 && minor < 19))) continue;
  const client = await load_() as Client;

  const works = (name: string, run: () => Promise<void>): void => test(`client-node ${version}: ${name}`, run);

  /** One way to authenticate. */
  const authenticates = (
    name: string,
    admits: Admits,
    prepareConfig: (server: string) => KubeConfig | Promise<KubeConfig>,
    options: FromKubeConfigOptions & { certificate?: string } = {},
  ): void =>
    works(name, async () => {
      const { certificate, ...rest } = options;
      const server = await serve(admits, certificate);
      const connection = fromKubeConfig(await prepareConfig(server.url), rest);
      try {
        await roundTrip(connection);
      } finally {
        await connection[Symbol.asyncDispose]();
        await until(() => server.sockets.size === 0);
        await server.close();
      }
    });

  authenticates("token", bearer("secret"), (server) => load(client, server, { token: "secret" }));
  authenticates(
    "client certificate",
    (_, { clientName }) => clientName === "ann",
    (server) => load(client, server, ANN),
  );
  authenticates(
    "exec plugin with a token",
    bearer("from-plugin"),
    (server) => load(client, server, plugin("token", { token: "from-plugin" })),
  );
  const pem = { clientCertificateData: readCertificate("ann.crt"), clientKeyData: readCertificate("ann.key") };
  authenticates(
    "exec plugin with a certificate",
    (_, { clientName }) => clientName === "ann",
    (server) => load(client, server, plugin("certificate", pem)),
  );
  const idToken = jwt();
  authenticates(
    "oidc",
    bearer(idToken),
    (server) => load(client, server, { authProvider: { name: "oidc", config: { "id-token": idToken } } }),
  );
  authenticates("custom authenticator", bearer("custom"), (server) => {
    const kubeConfig = load(client, server, { authProvider: { name: "ours", config: {} } });
    kubeConfig.addAuthenticator({
      isAuthProvider: (user: { authProvider?: { name: string } }) => user.authProvider?.name === "ours",
      applyAuthentication: (_user: object, options: { headers: Record<string, string> }) => {
        options.headers["Authorization"] = "Bearer custom";
        return Promise.resolve();
      },
    });
    return kubeConfig;
  });
  authenticates(
    "basic authentication and impersonation",
    ({ headers }) =>
      headers.get("authorization") === `Basic ${btoa("ann:pw")}` && headers.get("impersonate-user") === "bob",
    (server) => load(client, server, { username: "ann", password: "pw", impersonateUser: "bob" }),
  );
  authenticates(
    "tlsServerName",
    (_, { serverName }) => serverName === "kubernetes.example",
    (server) => load(client, server, { token: "t" }, { caData: base64("ca.crt"), tlsServerName: "kubernetes.example" }),
    { certificate: "named" },
  );
  authenticates(
    "skipTLSVerify",
    bearer("secret"),
    (server) => load(client, server, { token: "secret" }, { skipTLSVerify: true }),
    { certificate: "expired" },
  );
  authenticates("prepare adds a header", ({ headers }) => headers.get("x-team") === "shop", (server) => {
    return load(client, server, { token: "t" });
  }, { prepare: ({ headers }) => void (headers["x-team"] = "shop") });

  works("kindOf() knows the items of every list, by the API that lists them, in minified bundles too", () => {
    const classes = client as unknown as Readonly<Record<string, ModelClass>>;
    const items = Object.entries(classes).flatMap(([name, { attributeTypeMap = [] }]) => {
      const item = attributeTypeMap.find((field) => field.name === "items")?.type.match(/^Array<(\w+)>$/)?.[1];
      return name.endsWith("List") && item !== undefined ? [item] : [];
    });
    assert.ok(items.length > 75, `${items.length} lists`);
    let told = 0;
    for (const item of items) {
      const { apiVersion = "", kind } = kindOf(new classes[item]!()) ?? {};
      const [version, group = "core"] = apiVersion.split("/").reverse() as [string, string?];
      const api = [...group.replace(/\.k8s\.io$/, "").split("."), version, "Api"]
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
      const methods = Object.getOwnPropertyNames(classes[api]?.prototype ?? {});
      assert.ok(
        methods.includes(`list${kind}`) || methods.includes(`listNamespaced${kind}`),
        `${item}: ${api} ${kind}`,
      );
      const { attributeTypeMap } = classes[item]!;
      const minified = kindOf(
        new class a {
          static attributeTypeMap = attributeTypeMap;
        }(),
      );
      if (minified === undefined) continue;
      told++;
      assert.deepEqual(minified, { apiVersion, kind });
    }
    assert.ok(told / items.length > 0.75, `${told} of ${items.length} minified`);
    return Promise.resolve();
  });

  works("an untrusted certificate is refused", async () => {
    const server = await serve(() => true);
    const connection = fromKubeConfig(load(client, server.url, { token: "t" }, { caData: base64("other_ca.crt") }));
    await assert.rejects(connection.fetch("/version"));
    await connection[Symbol.asyncDispose]();
    await assert.rejects(connection.fetch("/version"), /disposed of/);
    await server.close();
  });

  works("a token file that rotates, as in a pod", async () => {
    let token = "old";
    const server = await serve((request, peer) => bearer(token)(request, peer));
    const path = join(folder, `token-${version}`);
    writeFileSync(path, token);
    const user = { authProvider: { name: "tokenFile", config: { tokenFile: path } } };
    const connection = fromKubeConfig(load(client, server.url, user));
    assert.equal((await connection.fetch("/version")).status, 200);
    writeFileSync(path, token = "new");
    // client-node reads it once a minute.
    assert.equal((await connection.fetch("/version")).status, 401);
    const RealDate = Date;
    try {
      globalThis.Date = class extends RealDate {
        constructor(...args: []) {
          super(...(args.length > 0 ? args : [RealDate.now() + 61_000]) as []);
        }
      } as DateConstructor;
      assert.equal((await connection.fetch("/version")).status, 200);
    } finally {
      globalThis.Date = RealDate;
    }
    await connection[Symbol.asyncDispose]();
    await server.close();
  });

  works("one connection serves all requests, and another the watch", async () => {
    const server = await serve(bearer("secret"));
    const connection = fromKubeConfig(load(client, server.url, { token: "secret" }));
    for (let i = 0; i < 20; i++) await (await connection.fetch("/version")).text();
    if (!isDeno) assert.equal(server.connections.size, 1);
    await roundTrip(connection);
    if (!isDeno) assert.ok(server.connections.size <= 4, `${server.connections.size} connections`);
    await connection[Symbol.asyncDispose]();
    await until(() => server.sockets.size === 0);
    await server.close();
  });

  works("credentials go to no other cluster's server", async () => {
    const server = await serve(() => true);
    const kubeConfig = load(client, server.url, { token: "secret" });
    const connection = fromKubeConfig(kubeConfig);
    kubeConfig.loadFromClusterAndUser({ name: "d", server: "https://other.example" }, { name: "v", token: "other" });
    await assert.rejects(connection.fetch("/version"), /is no longer current/);
    assert.equal(server.requests, 0);
    await server.close();
  });

  works("HTTPS through a proxy, and through an agent of one's own", async () => {
    const server = await serve(bearer("secret"));
    let tunnels = 0;
    const open = new Set<Socket>();
    const proxy = createServer().on("connect", (request, socket: Socket) => {
      tunnels++;
      const upstream = connect(Number(request.url!.split(":")[1]), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(upstream).pipe(socket);
      });
      for (const end of [socket, upstream]) open.add(end.on("error", () => end.destroy()));
    });
    await new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve));
    const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      const kubeConfig = load(client, server.url, { token: "secret" }, { caData: base64("ca.crt"), proxyUrl });
      if (isBun) return assert.throws(() => fromKubeConfig(kubeConfig), /proxyUrl is not supported on Bun/);
      const connection = fromKubeConfig(kubeConfig);
      await roundTrip(connection);
      await connection[Symbol.asyncDispose]();
      assert.ok(tunnels > 0 && (isDeno || tunnels <= 4), `${tunnels} tunnels`);
      const { HttpsProxyAgent } = await import("hpagent");
      const agent = new HttpsProxyAgent({ proxy: proxyUrl, ca: readCertificate("ca.crt"), keepAlive: true });
      const before = tunnels;
      const direct = load(client, server.url, { token: "secret" });
      const own = fromKubeConfig(direct, { prepare: (security) => void (security.agent = agent) });
      assert.equal((await own.fetch("/version")).status, 200);
      assert.equal(tunnels, before + 1);
      await own[Symbol.asyncDispose]();
      await until(() => server.sockets.size === 0);
    } finally {
      for (const socket of open) socket.destroy();
      proxy.close();
      await server.close();
    }
  });

  works("plain HTTP only with skipTLSVerify, as with the client", async () => {
    const api = new EventsApiServer();
    const plain = createServer((incoming, outgoing) => {
      api.fetch(new Request(`http://localhost${incoming.url}`)).then(async (response) => {
        outgoing.end(new Uint8Array(await response.arrayBuffer()));
      });
    });
    await new Promise<void>((resolve) => void plain.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
    const connection = fromKubeConfig(load(client, url, {}, { skipTLSVerify: true }));
    assert.equal((await connection.fetch("/version")).status, 200);
    const refused = load(client, url, {}, {});
    await assert.rejects(refused.applyToHTTPSOptions({}), /HTTP protocol is not allowed/);
    assert.throws(() => fromKubeConfig(refused), /needs skipTLSVerify: true in its cluster/);
    await connection[Symbol.asyncDispose]();
    plain.close();
  });

  works("a KubeConfig without a cluster is refused", async () => {
    assert.throws(() => fromKubeConfig(new client.KubeConfig()), /it has no current cluster/);
    assert.throws(
      () => fromKubeConfig({} as KubeConfigLike),
      /must be a KubeConfig of @kubernetes\/client-node 1.3 or/,
    );
    await Promise.resolve();
  });
}
