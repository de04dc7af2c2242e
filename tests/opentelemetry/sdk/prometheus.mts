import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Whether Prometheus is installed. */
export function hasPrometheus(): boolean {
  return spawnSync("prometheus", ["--version"]).status === 0;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** The samples of a series, oldest first. */
export interface Series {
  /** Labels in the order of their names, without those that Prometheus adds: `{a="1"}`. */
  readonly labels: string;
  readonly values: readonly number[];
}

/** A Prometheus that scrapes one address. */
export class Prometheus {
  readonly #url: string;
  readonly #stop: () => Promise<void>;

  private constructor(url: string, stop: () => Promise<void>) {
    this.#url = url;
    this.#stop = stop;
  }

  /** Starts it, and waits until it answers. */
  static async start(target: string): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), "prometheus-"));
    const scrape = { job_name: "kubecast", static_configs: [{ targets: [target] }] };
    const config = { global: { scrape_interval: "400ms", scrape_timeout: "400ms" }, scrape_configs: [scrape] };
    await writeFile(join(folder, "prometheus.yml"), JSON.stringify(config)); // YAML, as all JSON is
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn("prometheus", [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
    ], { stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("exit", resolve));
    const prometheus = new Prometheus(`http://${address}`, async () => {
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true });
    });
    for (;;) {
      const response = await fetch(`http://${address}/-/ready`).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return prometheus;
      if (child.exitCode !== null) throw new Error("Cannot start Prometheus");
      await setTimeout(50);
    }
  }

  /** Every sample of a metric. */
  async samples(metric: string): Promise<Series[]> {
    const response = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent(`${metric}[1h]`)}`);
    const { data } = await response.json() as {
      data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
    };
    return data.result.map(({ metric, values }) => {
      const { __name__: _name, instance: _instance, job: _job, ...labels } = metric;
      const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`).sort();
      return { labels: `{${pairs}}`, values: values.map(([, value]) => Number(value)) };
    });
  }

  /** Ends it, and leaves nothing behind. */
  stop(): Promise<void> {
    return this.#stop();
  }
}
