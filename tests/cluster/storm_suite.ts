/**
 * A storm: processes of all runtimes, and of client-go, record into a real kube-apiserver that is killed, stopped and cut off
 * and revokes their token and role. Afterwards every count on the server is compared with the events emitted.
 *
 * `sh tests/cluster/run.sh storm`, some four minutes. Runtimes that are not installed are left out, and client-go without Go.
 */
import assert from "node:assert/strict";
import { installedRuntimes } from "../bench/everywhere.ts";
import { FaultyProxy } from "./storm/faulty_proxy.ts";
import { type KubeApiServer, testWithServer } from "./kube_api_server.ts";
import type { StormOptions, StormReport } from "./storm/recorder.ts";
import { Tenant } from "./storm/tenant.ts";

const PER_SECOND = 10;
const OBJECTS = 50;
const TIMEOUT_MS = 5000;
const CLIENT_GO = new URL("../parity/clientgo", import.meta.url).pathname;
const RECORDER = new URL("storm/recorder.ts", import.meta.url).pathname;

const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** What happens to the server and on the way to it; each is over when its promise resolves. */
const FAULTS: Readonly<
  Record<string, (parts: { server: KubeApiServer; proxy: FaultyProxy; tenant: Tenant }) => unknown>
> = {
  "kube-apiserver is killed, and comes back": async ({ server }) => {
    await server.kill();
    await rest(3000);
    await server.start();
  },
  "kube-apiserver is stopped for 8 s": async ({ server }) => {
    server.signal("kube-apiserver", "SIGSTOP");
    await rest(8000);
    server.signal("kube-apiserver", "SIGCONT");
  },
  "etcd is stopped for 6 s": async ({ server }) => {
    server.signal("etcd", "SIGSTOP");
    await rest(6000);
    server.signal("etcd", "SIGCONT");
  },
  "the role is taken away for 5 s": async ({ tenant }) => {
    await tenant.unbind();
    await rest(5000);
    await tenant.bind();
  },
  "the service account is created again, with a new token": ({ tenant }) => tenant.renew(),
  "connections are cut, ten times": async ({ proxy }) => {
    for (let i = 0; i < 10; i++, await rest(300)) proxy.cut();
  },
  "requests are delayed": async ({ proxy }) => {
    proxy.weather = "delays";
    await rest(5000);
    proxy.weather = "calm";
  },
  "answers are dropped": async ({ proxy }) => {
    proxy.weather = "drops answers";
    await rest(5000);
    proxy.weather = "calm";
  },
  "connections go silent": ({ proxy }) => proxy.silence(),
  "kube-apiserver is killed again, with the connections cut": async ({ server, proxy }) => {
    await server.kill();
    proxy.cut();
    await rest(3000);
    await server.start();
  },
};

/** A process that records until it is stopped. */
class Recorder {
  readonly name: string;
  readonly #child: Deno.ChildProcess;

  constructor(name: string, command: readonly string[], cwd?: string) {
    this.name = name;
    const [program, ...args] = command;
    this.#child = new Deno.Command(program!, { args, stdin: "piped", stdout: "piped", ...cwd !== undefined && { cwd } })
      .spawn();
  }

  /** Stops it, and returns its report after its last writes. */
  async end(): Promise<StormReport> {
    await this.#child.stdin.close();
    const { code, stdout } = await this.#child.output();
    assert.equal(code, 0, this.name);
    return JSON.parse(new TextDecoder().decode(stdout));
  }
}

function startRecorders(options: Omit<StormOptions, "name" | "apiVersion">): Recorder[] {
  const recorders = installedRuntimes.flatMap(({ name: runtime, command }) =>
    (["v1", "events.k8s.io/v1"] as const).map((apiVersion) => {
      const name = `${runtime}-${apiVersion}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
      const text = JSON.stringify({ ...options, name, apiVersion } satisfies StormOptions);
      return new Recorder(name, [...command(), RECORDER, text]);
    })
  );
  // One that gives events up, so that there is something to account for.
  const impatient = { ...options, name: "impatient", apiVersion: "v1", maxTries: 1 } satisfies StormOptions;
  recorders.push(
    new Recorder("impatient", [Deno.execPath(), "run", "-A", "--no-check", RECORDER, JSON.stringify(impatient)]),
  );
  try {
    const text = JSON.stringify({ ...options, name: "client-go" });
    recorders.push(new Recorder("client-go", ["go", "run", ".", "storm", text], CLIENT_GO));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log("client-go is left out: Go is not installed");
  }
  return recorders;
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);

testWithServer("EventRecording loses only the events that its outcomes report, in a storm", async (server, t) => {
  await using tenant = await Tenant.create(server);
  using proxy = new FaultyProxy(server.port);
  const recorders = startRecorders({
    server: `https://127.0.0.1:${await proxy.listen()}`,
    directory: tenant.directory,
    namespace: tenant.namespace,
    perSecond: PER_SECOND,
    objects: OBJECTS,
    timeoutMs: TIMEOUT_MS,
  });
  await tenant.sees(recorders.length);
  for (const [name, happen] of Object.entries(FAULTS)) {
    await t.step(name, async () => {
      await happen({ server, proxy, tenant });
      await rest(3000);
    });
  }
  const reports = await Promise.all(
    recorders.map(async (recorder) => [recorder.name, await recorder.end()] as const),
  );
  const stored = await tenant.counts();
  const rows: Record<string, Record<string, number>> = {};
  const wrong: string[] = [];
  for (const [name, { emitted, lost, stats }] of reports) {
    let missing = 0;
    for (const [object, count] of Object.entries(emitted)) {
      const gap = count - (stored.get(object) ?? 0);
      missing += gap;
      if (name === "client-go" || gap >= 0 && gap <= (lost[object] ?? 0)) continue;
      wrong.push(`${object}: emitted ${count}, stored ${stored.get(object)}, given up ${lost[object] ?? 0}`);
    }
    rows[name] = { emitted: sum(emitted), missing };
    if (stats === undefined) continue;
    const { requests, retries } = stats;
    Object.assign(rows[name], { "given up": sum(lost), requests, retries });
    if (retries === 0 && sum(lost) === 0) wrong.push(`${name} met no fault`);
  }
  console.table(rows);
  assert.deepEqual(wrong, []);
});
