import { freePort } from "../../../cluster/kube_api_server.ts";

/** A log record as the Collector writes it, with attributes by name. */
export interface Written {
  readonly resource: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** All other fields. */
  readonly record: Readonly<Record<string, unknown>>;
}

type KeyValues = readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];

interface FileLine {
  readonly resourceLogs: readonly {
    readonly resource: { readonly attributes?: KeyValues };
    readonly scopeLogs: readonly { readonly logRecords: readonly ({ readonly attributes?: KeyValues })[] }[];
  }[];
}

function plain(attributes: KeyValues = []): Record<string, unknown> {
  // An empty string is an empty value in a file.
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));
}

/** An OpenTelemetry Collector that writes what it receives, and what its own k8s_events receiver reads, to files. */
export class Collector implements AsyncDisposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "collector-" });
  readonly #child: Deno.ChildProcess;
  /** The endpoint for OTLP over HTTP. */
  readonly url = `http://127.0.0.1:${freePort()}`;

  constructor(program: string, kubeconfig: string) {
    const file = (name: string): object => ({ path: `${this.#folder}/${name}.json`, flush_interval: "100ms" });
    const config = {
      receivers: {
        otlp: { protocols: { http: { endpoint: this.url.slice("http://".length) } } },
        k8s_events: { auth_type: "kubeConfig" },
      },
      exporters: { "file/received": file("received"), "file/read": file("read") },
      service: {
        pipelines: {
          "logs/received": { receivers: ["otlp"], exporters: ["file/received"] },
          "logs/read": { receivers: ["k8s_events"], exporters: ["file/read"] },
        },
      },
    };
    Deno.writeTextFileSync(`${this.#folder}/config.yaml`, JSON.stringify(config)); // YAML, as all JSON is
    this.#child = new Deno.Command("/bin/sh", {
      args: ["-c", 'exec "$0" "$@" >log 2>&1', program, `--config=file:${this.#folder}/config.yaml`],
      env: { KUBECONFIG: kubeconfig },
      cwd: this.#folder,
      stdin: "null",
    }).spawn();
  }

  /** Resolves once it listens. */
  async ready(): Promise<void> {
    let hasEnded = false;
    void this.#child.status.then(() => hasEnded = true);
    while (!hasEnded) {
      const response = await fetch(this.url).catch(() => undefined);
      await response?.body?.cancel();
      if (response !== undefined) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`Cannot start the Collector:\n${Deno.readTextFileSync(`${this.#folder}/log`)}`);
  }

  /** Returns the records written so far: `received` by OTLP, or `read` by its own receiver. */
  written(name: "received" | "read"): Written[] {
    let text = "";
    try {
      text = Deno.readTextFileSync(`${this.#folder}/${name}.json`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
    // The last line may not be whole.
    return text.split("\n").slice(0, -1).flatMap((line) => {
      return (JSON.parse(line) as FileLine).resourceLogs.flatMap(({ resource, scopeLogs }) => {
        return scopeLogs.flatMap(({ logRecords }) => logRecords).map(({ attributes, ...record }) => {
          return { resource: plain(resource.attributes), attributes: plain(attributes), record };
        });
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await this.#child.status;
    Deno.removeSync(this.#folder, { recursive: true });
  }
}
