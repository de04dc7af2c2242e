/**
 * Recording into a real kube-apiserver over TLS, as a program in a pod does: client-go with its defaults and without its
 * limit of requests a second, and on Deno, Bun and Node a bare `fetch` with eight requests in flight, and this package.
 *
 * `deno task more bench:cluster`, some 15 minutes; needs Go. `EVENTS`, `STEADY_SECONDS`, `ROUNDS` and `PARTS` make it
 * shorter: `EVENTS=200 STEADY_SECONDS=5 ROUNDS=1 PARTS=burst,steady deno task more bench:cluster`.
 *
 * Each row is a process that outlives the rounds, which all take in turn; a runtime's `fetch` and recorder share one. What
 * has arrived is seen on a watch of this process. Only the spam filter is off, on all sides.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { CoreV1Event } from "../../mod.ts";
import { KubeApiServer } from "../cluster/kube_api_server.ts";
import { Tenant } from "../cluster/storm/tenant.ts";
import type { ClientOptions, Command, Usage } from "./cluster_client.ts";
import { installedRuntimes } from "./everywhere.ts";
import { median } from "./fetch_loop.ts";

const setting = (name: string, otherwise: number): number => Number(Deno.env.get(name) ?? otherwise);
const EVENTS = setting("EVENTS", 2000);
const STEADY_SECONDS = setting("STEADY_SECONDS", 60);
const ROUNDS = setting("ROUNDS", 3);
const PER_SECOND = 50;
const OUTAGE_SECONDS = 20;
const OUTAGE_EVENTS = EVENTS * 2.5;
/** How long what is emitted may take to arrive; and how long after nothing arrives any more: client-go pauses for 10 s. */
const [LIMIT_MS, IDLE_MS] = [60_000, 12_000];

const CLIENT = new URL("cluster_client.ts", import.meta.url).pathname;
const CLIENT_GO = new URL("../parity/clientgo", import.meta.url).pathname;

const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
const now = (): number => performance.timeOrigin + performance.now();

/** A process that emits events. */
class Client implements Disposable {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor([program, ...args]: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = spawn(program!, args, {
      env: { ...Deno.env.toObject(), ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#answers = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  /** Emits events, and returns what the process has used since it began; without events, that alone. */
  async ask(command: Partial<Command> = {}): Promise<Usage> {
    const whole: Command = { by: "kubecast", label: "", events: 0, pods: 1, perSecond: 0, ...command };
    this.#child.stdin!.write(`${JSON.stringify(whole)}\n`);
    const { value, done } = await this.#answers.next();
    if (done) throw new Error(`A client has ended: ${this.#child.spawnargs.join(" ")}`);
    return JSON.parse(value);
  }

  [Symbol.dispose](): void {
    this.#child.kill("SIGKILL");
  }
}

/** What has arrived of a label. */
interface Arrivals {
  readonly counts: Map<string, number>;
  readonly latenciesMs: number[];
  total: number;
  lastMs: number;
}

/** Sees the events of a namespace, by the label of their pods. */
class EventWatch implements Disposable {
  readonly #byLabel = new Map<string, Arrivals>();
  readonly #end = new AbortController();

  constructor(server: KubeApiServer, namespace: string) {
    void this.#run(server, `/api/v1/namespaces/${namespace}/events?watch=1`);
  }

  of(label: string): Arrivals {
    const arrivals = this.#byLabel.get(label) ?? { counts: new Map(), latenciesMs: [], total: 0, lastMs: now() };
    this.#byLabel.set(label, arrivals);
    return arrivals;
  }

  /** Waits until so many events have arrived, or no more do. */
  async until(label: string, events: number): Promise<Arrivals> {
    const arrivals = this.of(label);
    const startedMs = now();
    while (arrivals.total < events) {
      const ms = now();
      if (ms - startedMs > LIMIT_MS || ms - Math.max(arrivals.lastMs, startedMs) > IDLE_MS) break;
      await rest(20);
    }
    return arrivals;
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }

  /** Watches, and after an outage again, when the server first tells what there is. */
  async #run(server: KubeApiServer, path: string): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      try {
        const { body } = await server.request(path, { signal });
        let rest = "";
        for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
          const lines = (rest + chunk).split("\n");
          rest = lines.pop()!;
          for (const line of lines) this.#see(JSON.parse(line).object, now());
        }
      } catch {
        // The server is down.
      }
      await rest(100);
    }
  }

  #see({ involvedObject, message = "", count = 1 }: CoreV1Event, ms: number): void {
    const pod = involvedObject?.name ?? "";
    const arrivals = this.of(pod.slice(0, pod.lastIndexOf(".")));
    const known = arrivals.counts.get(pod) ?? 0;
    if (count <= known) return;
    arrivals.counts.set(pod, count);
    arrivals.total += count - known;
    arrivals.lastMs = ms;
    const emittedMs = Number(message.match(/ at (.*)/)?.[1]);
    if (emittedMs > 0) arrivals.latenciesMs.push(ms - emittedMs);
  }
}

/** What one round came to. */
interface Sample {
  /** Until the last event arrived. */
  readonly ms: number;
  readonly latenciesMs: readonly number[];
  readonly missing: number;
  /** Of the processor, for an event that arrived. */
  readonly cpuUs: number;
  readonly requests: number;
  readonly refused: number;
}

/** A part of the table: what is emitted, and its columns. */
interface Part extends Pick<Command, "events" | "pods" | "perSecond"> {
  readonly heads: readonly string[];
  readonly cells: (samples: readonly Sample[]) => readonly string[];
}

const show = (value: number): string => Math.round(value).toLocaleString("en-US");
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const of = (samples: readonly Sample[], value: (sample: Sample) => number): number => median(samples.map(value));
const cpu = (samples: readonly Sample[]): string => `${show(of(samples, ({ cpuUs }) => cpuUs))} µs`;
const ms = (samples: readonly Sample[]): string => seconds(of(samples, ({ ms }) => ms));
const requests = (samples: readonly Sample[]): string => show(of(samples, ({ requests }) => requests));
function lacking(samples: readonly Sample[]): string {
  const missing = of(samples, ({ missing }) => missing);
  return missing > 0 ? `, ${show(missing)} missing` : "";
}

const steadyEvents = Math.ceil(PER_SECOND * STEADY_SECONDS / ROUNDS);
const OUTAGE: Part = {
  events: OUTAGE_EVENTS,
  pods: OUTAGE_EVENTS / 2,
  perSecond: OUTAGE_EVENTS / OUTAGE_SECONDS,
  heads: [`${show(OUTAGE_EVENTS)} in an outage of ${OUTAGE_SECONDS} s, requests (HTTP 429)`],
  cells: (samples) => [
    `${ms(samples)}, ${requests(samples)} (${of(samples, ({ refused }) => refused)})${lacking(samples)}`,
  ],
};
const PARTS: Readonly<Record<string, Part>> = {
  burst: {
    events: EVENTS,
    pods: EVENTS,
    perSecond: 0,
    heads: [`${show(EVENTS)} new events`, "processor for one"],
    cells: (samples) => [ms(samples) + lacking(samples), cpu(samples)],
  },
  steady: {
    events: steadyEvents,
    pods: steadyEvents,
    perSecond: PER_SECOND,
    heads: [`${PER_SECOND} a second, p50 / p99 / max`, "processor for one"],
    cells: (samples) => {
      const latencies = samples.flatMap(({ latenciesMs }) => latenciesMs).sort((a, b) => a - b);
      const at = (share: number): string => show(latencies[Math.floor((latencies.length - 1) * share)]!);
      return [`${at(0.5)} / ${at(0.99)} / ${at(1)} ms${lacking(samples)}`, cpu(samples)];
    },
  },
  repeats: {
    events: EVENTS,
    pods: 20,
    perSecond: 0,
    heads: [`${show(EVENTS)} repeats about 20 pods, requests`],
    cells: (samples) => [`${ms(samples)}, ${requests(samples)}${lacking(samples)}`],
  },
  outage: OUTAGE,
};
const parts = Object.entries(PARTS)
  .filter(([name]) => (Deno.env.get("PARTS") ?? name).split(",").includes(name)).map(([, part]) => part);

/** A row of the table. */
interface Contestant {
  readonly name: string;
  readonly by: Command["by"];
  /** Its process; one of its own for each round, if what it has queued would last for minutes. */
  readonly client: () => Client;
  readonly isSlow?: boolean;
  readonly samples: Map<Part, Sample[]>;
}

let labels = 0;

async function measure(contestant: Contestant, part: Part, watch: EventWatch, server: KubeApiServer): Promise<void> {
  const { name, by, isSlow, samples } = contestant;
  const { events, pods, perSecond } = part;
  const client = contestant.client();
  const label = `${by}-${labels++}`;
  const before = await client.ask();
  let startedMs = now();
  if (part === OUTAGE) await server.kill();
  await client.ask({ events, pods, perSecond, by, label });
  if (part === OUTAGE) {
    await server.start();
    startedMs = now();
  }
  const { total, lastMs, latenciesMs } = await watch.until(label, events);
  const after = await client.ask();
  if (isSlow) client[Symbol.dispose]();
  const sample = {
    ms: lastMs - startedMs,
    latenciesMs,
    missing: events - total,
    cpuUs: (after.cpuMs - before.cpuMs) * 1000 / total,
    requests: after.requests - before.requests,
    refused: after.refused - before.refused,
  };
  console.error(name, JSON.stringify({ events, pods, perSecond, ...sample, latenciesMs: undefined }));
  samples.set(part, [...samples.get(part) ?? [], sample]);
}

const binaries = Deno.env.get("KUBE_BINARIES");
if (binaries === undefined) throw new Error("KUBE_BINARIES is not set; see tests/cluster/run.sh");
await using server = new KubeApiServer({ binaries });
await server.start();
await using tenant = await Tenant.create(server);
const { directory, namespace } = tenant;
using watch = new EventWatch(server, namespace);
using clients = new DisposableStack();

const options = { server: server.url, directory, namespace } satisfies ClientOptions;
const trust = { DENO_CERT: `${directory}/ca.crt`, NODE_EXTRA_CA_CERTS: `${directory}/ca.crt` };
const program = `${directory}/client-go`;
const { success } = new Deno.Command("go", { args: ["build", "-o", program, "."], cwd: CLIENT_GO }).outputSync();
if (!success) throw new Error("client-go's program could not be built");
const clientGo = (qps: number): Client =>
  clients.use(new Client([program, "cluster", JSON.stringify({ ...options, qps })], {}));
const unlimited = clientGo(-1);
const contestants: Contestant[] = [
  { name: "client-go, defaults", by: "kubecast", client: () => clientGo(0), isSlow: true, samples: new Map() },
  { name: "client-go, `QPS: -1`", by: "kubecast", client: () => unlimited, samples: new Map() },
  ...installedRuntimes.flatMap(({ name, command }): Contestant[] => {
    const client = clients.use(new Client([...command(), CLIENT, JSON.stringify(options)], trust));
    return [
      { name: `${name}, bare \`fetch\``, by: "fetch", client: () => client, samples: new Map() },
      { name: `${name}, Kubecast`, by: "kubecast", client: () => client, samples: new Map() },
    ];
  }),
];

for (const [i, { client, by, isSlow }] of contestants.entries()) {
  if (isSlow) continue;
  await client().ask({ by, label: `warm-${i}`, events: 300, pods: 300 });
  await watch.until(`warm-${i}`, 300);
}
for (let round = 0; round < ROUNDS; round++) {
  for (const part of parts.filter((part) => part !== OUTAGE)) {
    for (const i of contestants.keys()) {
      const contestant = contestants[(i + round) % contestants.length]!;
      if (!contestant.isSlow || round === 0) await measure(contestant, part, watch, server);
    }
  }
}
for (const contestant of parts.includes(OUTAGE) ? contestants : []) {
  // A bare `fetch` would lose them.
  if (contestant.by === "kubecast") await measure(contestant, OUTAGE, watch, server);
}

const heads = parts.flatMap(({ heads }) => heads);
console.log(`| | ${heads.join(" | ")} |`);
console.log(`| --- |${" ---: |".repeat(heads.length)}`);
for (const { name, samples } of contestants) {
  const cells = parts.flatMap((part) => samples.has(part) ? part.cells(samples.get(part)!) : part.heads.map(() => ""));
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}
