import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { endAfterTests } from "../../../run_program.ts";

/** Whether Prometheus is installed. */
export function hasPrometheus(): boolean {
  return spawnSync("prometheus", ["--version"]).status === 0;
}

/** A free port below those that systems give away, which another program might get before Prometheus listens. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.on("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
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
    // Long enough for a response on a busy machine; a timeout may not be longer than the interval.
    const config = { global: { scrape_interval: "1s", scrape_timeout: "1s" }, scrape_configs: [scrape] };
    await writeFile(join(folder, "prometheus.yml"), JSON.stringify(config)); // YAML, as all JSON is
    const address = `127.0.0.1:${await freePort()}`;
    const child = spawn("prometheus", [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
    ], { stdio: "ignore" });
    endAfterTests(child);
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

  /**
   * Every sample stored so far, oldest first, by metric and labels: `up{}`, `requests_total{code="200"}`. The labels are
   * in the order of their names, without those that Prometheus adds. A scrape is there as a whole, or not at all.
   */
  async samples(): Promise<Map<string, readonly number[]>> {
    const response = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent('{job="kubecast"}[1h]')}`);
    const { data } = await response.json() as {
      data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
    };
    return new Map(data.result.map(({ metric, values }) => {
      const { __name__: name, instance: _instance, job: _job, ...labels } = metric;
      const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`).sort();
      return [`${name}{${pairs}}`, values.map(([, value]) => Number(value))];
    }));
  }

  /** Ends it, and leaves nothing behind. */
  stop(): Promise<void> {
    return this.#stop();
  }
}
