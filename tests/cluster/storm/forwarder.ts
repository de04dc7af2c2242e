import { ADMIN_TOKEN, type KubeApiServer } from "../kube_api_server.ts";
import { FaultyProxy } from "./faulty_proxy.ts";
import { Store } from "./store.ts";

/** What a program of a forwarder is given. */
interface Surroundings {
  /** A folder that outlives the process; `ca.crt` in it is the server's authority. */
  readonly folder: string;
  /** The server's URL, by way of a {@linkcode FaultyProxy}. */
  readonly server: string;
  /** A kubeconfig with that server. */
  readonly kubeconfig: string;
  readonly namespace: string;
  /** The URL of the store. */
  readonly store: string;
}

/** Returns the command that forwards the events of a namespace to a store. */
export type Program = (
  parts: Surroundings,
) => { readonly command: readonly string[]; readonly env?: Readonly<Record<string, string>> };

const KUBECAST = new URL("../../../src/app/cli/mod.ts", import.meta.url).pathname;
const CLIENT_GO = new URL("../../parity/clientgo", import.meta.url).pathname;
const INFORMER = new URL("../../clients/js/informer.mjs", import.meta.url).pathname;

/** `kubecast forward` with a checkpoint, on the runtime of a command; more flags may name files of its folder. */
export function kubecast(
  runtime: readonly string[],
  more: (folder: string) => readonly string[] = () => [],
): Program {
  return ({ folder, kubeconfig, store }) => ({
    command: [
      ...[...runtime, KUBECAST, "forward", "--to", store, "--kubeconfig", kubeconfig],
      ...["--checkpoint", `${folder}/checkpoint`, "--progress", "1s", ...more(folder)],
    ],
  });
}

/** A replica of `kubecast forward` on the runtime of a command, which shares a Lease with others. */
export function replica(runtime: readonly string[], name: string, lease: string): Program {
  return ({ kubeconfig, store }) => ({
    command: [
      ...[...runtime, KUBECAST, "forward", "--to", store, "--kubeconfig", kubeconfig],
      ...["--lease", lease, "--progress", "1s", "--header", `replica=${name}`],
    ],
  });
}

/** An OpenTelemetry Collector that reads with one of its receivers, and sends through a queue on the disk. */
export function collector(program: string, receiver: "k8s_events" | "k8sobjects"): Program {
  return ({ folder, kubeconfig, namespace, store }) => {
    const objects = { name: "events", mode: "watch", namespaces: [namespace] };
    const config = {
      extensions: { file_storage: { directory: `${folder}/storage`, create_directory: true, fsync: true } },
      receivers: {
        k8s_events: { auth_type: "kubeConfig", namespaces: [namespace] },
        k8sobjects: { auth_type: "kubeConfig", objects: [objects] },
      },
      exporters: {
        otlphttp: {
          logs_endpoint: store,
          encoding: "json",
          compression: "none",
          timeout: "10s",
          sending_queue: { storage: "file_storage", queue_size: 100_000 },
          retry_on_failure: { initial_interval: "500ms", max_interval: "5s", max_elapsed_time: 0 },
        },
      },
      service: {
        extensions: ["file_storage"],
        pipelines: { logs: { receivers: [receiver], exporters: ["otlphttp"] } },
      },
    };
    Deno.writeTextFileSync(`${folder}/config.yaml`, JSON.stringify(config)); // YAML, as all JSON is
    return { command: [program, `--config=file:${folder}/config.yaml`], env: { KUBECONFIG: kubeconfig } };
  };
}

/** client-go's reflector, which delivers what it stores; by HTTP/2 as is its default, or without it. */
export function clientGo(env: Readonly<Record<string, string>> = {}): Program {
  return ({ folder, server, namespace, store }) => {
    const options = JSON.stringify({ server, token: ADMIN_TOKEN, ca: `${folder}/ca.crt`, namespace, store });
    const build = 'cd "$0" && go build -o "$1/clientgo" . && exec "$1/clientgo" watch "$2"';
    return { command: ["sh", "-c", build, CLIENT_GO, folder, options], env };
  };
}

/** The informer of @kubernetes/client-node, on Node. */
export function clientNode(node: string): Program {
  return ({ kubeconfig, namespace, store }) => ({ command: [node, INFORMER, kubeconfig, namespace, store] });
}

/** A process that forwards events to a store of its own, and goes on from its files whenever it is killed. */
export class Forwarder implements AsyncDisposable {
  readonly name: string;
  readonly store: Store;
  readonly proxy: FaultyProxy;
  kills = 0;
  /** How often it has ended by itself. */
  exits = 0;
  readonly #server: KubeApiServer;
  readonly #program: Program;
  readonly #token: string;
  readonly #folder = Deno.makeTempDirSync({ prefix: "forwarder-" });
  #started: ReturnType<Program> = { command: [] };
  #child: Deno.ChildProcess | undefined;

  constructor(name: string, program: Program, server: KubeApiServer, store = new Store(), token = ADMIN_TOKEN) {
    this.name = name;
    this.store = store;
    this.#token = token;
    this.#program = program;
    this.#server = server;
    this.proxy = new FaultyProxy(server.port);
  }

  /** Starts it for a namespace. */
  async listen(namespace: string): Promise<void> {
    const server = `https://127.0.0.1:${await this.proxy.listen()}`;
    const cluster = { server, "certificate-authority": "certs/apiserver.crt" };
    Deno.writeTextFileSync(`${this.#folder}/ca.crt`, this.#server.ca);
    this.#started = this.#program({
      folder: this.#folder,
      server,
      kubeconfig: this.#server.writeKubeconfig({ token: this.#token }, namespace, cluster),
      namespace,
      store: await this.store.listen(),
    });
    this.start();
  }

  /** Starts it again, after it was killed; whenever it ends by itself, it is started a second later, as a pod would be. */
  start(): void {
    const { command, env = {} } = this.#started;
    // Through a shell, since a child's output can otherwise only be discarded or read.
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", `exec "$0" "$@" >>"$LOG" 2>&1`, ...command],
      env: { ...env, LOG: `${this.#folder}/log` },
      stdin: "null",
    }).spawn();
    this.#child = child;
    void child.status.then(async () => {
      if (this.#child !== child) return;
      this.exits++;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      if (this.#child === child) this.start();
    });
  }

  /** Stops the process, or lets it go on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    try {
      this.#child?.kill(signal);
    } catch {
      // It has ended by itself.
    }
  }

  async kill(): Promise<void> {
    this.kills++;
    await this.#end("SIGKILL");
  }

  /** Ends as a pod does; returns its exit code. */
  end(): Promise<number | undefined> {
    return this.#end("SIGTERM");
  }

  /** The lines of a file in its folder: of its log, if not given. */
  lines(file = "log"): string[] {
    return Deno.readTextFileSync(`${this.#folder}/${file}`).trimEnd().split("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end("SIGKILL");
    this.proxy[Symbol.dispose]();
    this.store[Symbol.dispose]();
    Deno.removeSync(this.#folder, { recursive: true });
  }

  async #end(signal: Deno.Signal): Promise<number | undefined> {
    const child = this.#child;
    this.#child = undefined;
    try {
      child?.kill(signal);
    } catch {
      // It has ended by itself.
    }
    return (await child?.status)?.code;
  }
}

/** Waits until a condition holds; returns how long that took, in milliseconds. */
export async function untilTrue(what: string, condition: () => boolean, limitMs = 180_000): Promise<number> {
  const startMs = Date.now();
  while (!condition()) {
    if (Date.now() - startMs > limitMs) throw new Error(`${what} did not happen within ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return Date.now() - startMs;
}
