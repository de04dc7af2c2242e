import { Buffer } from "node:buffer";
import { generateKeyPairSync, sign } from "node:crypto";

/** What to start, and how. */
export interface KubeApiServerOptions {
  /** Where the programs `etcd` and `kube-apiserver` are. */
  readonly binaries: string;
}

/** The user that may do all. */
export const ADMIN_TOKEN = "admin-token";
/** A user who may do nothing, unless given a role. */
export const RECORDER_TOKEN = "recorder-token";

/** A free port below those that systems give away, which another program might get before this one listens. */
export function freePort(): number {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}

/**
 * A kube-apiserver with its etcd on this machine: TLS with a certificate authority that it makes for itself, users by token
 * file, RBAC; nothing else of a cluster, so that nothing deletes or changes what a test makes.
 */
export class KubeApiServer implements AsyncDisposable {
  readonly #binaries: string;
  readonly #folder = Deno.makeTempDirSync({ prefix: "kube-apiserver-" });
  readonly #port = freePort();
  readonly #etcdPort = freePort();
  readonly #peerPort = freePort();
  #etcd: Deno.ChildProcess | undefined;
  #eventsEtcd: Deno.ChildProcess | undefined;
  #apiServer: Deno.ChildProcess | undefined;
  #client: Deno.HttpClient | undefined;

  constructor({ binaries }: KubeApiServerOptions) {
    this.#binaries = binaries;
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    Deno.writeTextFileSync(`${this.#folder}/sa.key`, String(privateKey.export({ type: "pkcs1", format: "pem" })));
    const users = [`${ADMIN_TOKEN},admin,admin,"system:masters"`, `${RECORDER_TOKEN},recorder,recorder`];
    Deno.writeTextFileSync(`${this.#folder}/tokens.csv`, users.join("\n") + "\n");
  }

  /** Its URL. */
  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** Its port. */
  get port(): number {
    return this.#port;
  }

  /** The certificates that vouch for it. */
  get ca(): string {
    return Deno.readTextFileSync(`${this.#folder}/certs/apiserver.crt`);
  }

  /** A token of a service account, as the server signed it an hour before it expired. */
  expiredToken(namespace: string, account: string): string {
    const issuer = "https://kubernetes.default.svc";
    const exp = Math.floor(Date.now() / 1000) - 60;
    const claims = {
      iss: issuer,
      aud: [issuer],
      sub: `system:serviceaccount:${namespace}:${account}`,
      iat: exp - 3600,
      nbf: exp - 3600,
      exp,
      "kubernetes.io": { namespace, serviceaccount: { name: account, uid: "u1" } },
    };
    const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString("base64url");
    const body = [{ alg: "RS256", typ: "JWT" }, claims].map((part) => base64(JSON.stringify(part))).join(".");
    const key = Deno.readTextFileSync(`${this.#folder}/sa.key`);
    return `${body}.${base64(sign("sha256", new TextEncoder().encode(body), key))}`;
  }

  /** Writes a kubeconfig of one context, in which user and cluster have the fields given, and returns its path. */
  writeKubeconfig(
    user: object,
    namespace: string,
    cluster: object = { "certificate-authority": "certs/apiserver.crt" },
  ): string {
    const path = `${this.#folder}/kubeconfig-${crypto.randomUUID()}`;
    const config = {
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "test", cluster: { server: this.url, ...cluster } }],
      users: [{ name: "test", user }],
      contexts: [{ name: "test", context: { cluster: "test", user: "test", namespace } }],
      "current-context": "test",
    };
    Deno.writeTextFileSync(path, JSON.stringify(config));
    return path;
  }

  /** Starts it; ready when this resolves. */
  async start(flags: readonly string[] = []): Promise<void> {
    this.#etcd ??= this.#spawnEtcd("etcd", this.#etcdPort, this.#peerPort);
    this.#apiServer ??= this.#spawn("kube-apiserver", [
      `--etcd-servers=http://127.0.0.1:${this.#etcdPort}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${this.#port}`,
      `--cert-dir=${this.#folder}/certs`,
      `--token-auth-file=${this.#folder}/tokens.csv`,
      `--client-ca-file=${new URL("../connect/in_cluster/certificates/ca.crt", import.meta.url).pathname}`,
      "--authorization-mode=RBAC",
      "--disable-admission-plugins=ServiceAccount",
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${this.#folder}/sa.key`,
      `--service-account-signing-key-file=${this.#folder}/sa.key`,
      "--service-cluster-ip-range=10.0.0.0/24",
      ...flags,
    ]);
    const deadline = Date.now() + 600_000;
    while (!await this.#isReady()) {
      if (Date.now() > deadline) throw new Error(`Cannot start kube-apiserver:\n${this.#logTail()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** Ends it at once, as a power cut does, or its etcd; the other stays. `start` brings back what has been killed. */
  async kill(process: "etcd" | "kube-apiserver" = "kube-apiserver"): Promise<void> {
    const child = process === "etcd" ? this.#etcd : this.#apiServer;
    if (process === "etcd") this.#etcd = undefined;
    else this.#apiServer = undefined;
    child?.kill("SIGKILL");
    await child?.status;
  }

  /** Stops one of its processes, or lets it go on. */
  signal(process: "etcd" | "kube-apiserver", signal: "SIGSTOP" | "SIGCONT"): void {
    (process === "etcd" ? this.#etcd : this.#apiServer)?.kill(signal);
  }

  /** Has etcd forget everything before a revision, which is what a resource version is. */
  async compact(revision: string): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.#etcdPort}/v3/kv/compaction`, {
      method: "POST",
      body: JSON.stringify({ revision, physical: true }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Cannot compact: ${text}`);
  }

  /** Stops it, keeps a copy of what etcd has, and starts it again. */
  async backUp(): Promise<void> {
    await this.#whileDown(() => this.#copyEtcd("etcd", "backup"));
  }

  /** Stops it, brings back the copy, and starts it again. */
  async restore(): Promise<void> {
    await this.#whileDown(() => this.#copyEtcd("backup", "etcd"));
  }

  /** Stops it, and starts it with another etcd for events, which has none. */
  async moveEvents(): Promise<void> {
    await this.kill();
    const port = freePort();
    this.#eventsEtcd = this.#spawnEtcd("events", port, freePort());
    await this.start([`--etcd-servers-overrides=/events#http://127.0.0.1:${port}`]);
  }

  async #whileDown(change: () => void): Promise<void> {
    await this.kill();
    await this.kill("etcd");
    change();
    await this.start();
  }

  #copyEtcd(from: string, to: string): void {
    const script = 'cd "$0" && rm -rf "$2" && cp -r "$1" "$2"';
    const { success } = new Deno.Command("sh", { args: ["-c", script, this.#folder, from, to] }).outputSync();
    if (!success) throw new Error(`Cannot copy ${from}`);
  }

  /** Sends a request as a user. */
  readonly request = async (path: string, init: RequestInit = {}, token: string = ADMIN_TOKEN): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${token}`);
    this.#client ??= Deno.createHttpClient({ caCerts: [this.ca] });
    return await fetch(this.url + path, { ...init, headers, client: this.#client });
  };

  /** Ends all of it, and leaves nothing behind. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await this.kill("etcd");
    this.#eventsEtcd?.kill("SIGKILL");
    await this.#eventsEtcd?.status;
    this.#client?.close();
    Deno.removeSync(this.#folder, { recursive: true });
  }

  #spawnEtcd(folder: string, port: number, peerPort: number): Deno.ChildProcess {
    const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
    return this.#spawn("etcd", [
      `--data-dir=${this.#folder}/${folder}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
      "--unsafe-no-fsync",
    ]);
  }

  #spawn(program: string, args: readonly string[]): Deno.ChildProcess {
    // Through a shell, since a child's output can otherwise only be discarded or read.
    return new Deno.Command("/bin/sh", {
      args: ["-c", `exec "$0" "$@" >>"$LOG" 2>&1`, `${this.#binaries}/${program}`, ...args],
      env: { LOG: `${this.#folder}/${program}.log` },
      cwd: this.#folder,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
  }

  async #isReady(): Promise<boolean> {
    try {
      const response = await this.request("/readyz");
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  #logTail(): string {
    try {
      return Deno.readTextFileSync(`${this.#folder}/kube-apiserver.log`).split("\n").slice(-20).join("\n");
    } catch {
      return "no log";
    }
  }
}

/** Adds a test with a server of its own. */
export function testWithServer(name: string, run: (server: KubeApiServer, t: Deno.TestContext) => Promise<void>): void {
  Deno.test({
    name,
    // Connections that are kept alive for the next request outlive a test.
    sanitizeResources: false,
    sanitizeOps: false,
    fn: async (t) => {
      const binaries = Deno.env.get("KUBE_BINARIES");
      if (binaries === undefined) throw new Error("KUBE_BINARIES is not set; see tests/cluster/run.sh");
      await using server = new KubeApiServer({ binaries });
      await server.start();
      await run(server, t);
    },
  });
}
