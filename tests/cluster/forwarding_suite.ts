/**
 * A storm for forwarders: `kubecast forward` on all runtimes reads from a real kube-apiserver and delivers to stores of
 * keys, while the forwarders are killed and stopped, etcd is compacted and stopped, kube-apiserver is killed, connections
 * are cut and go silent, and stores refuse, hang, and lose answers. Afterwards every state of every event that a reader
 * could see must be in every store.
 *
 * `sh tests/cluster/run.sh forwarding`, some five minutes; `SEED=7` repeats the order of the faults. Runtimes that are not
 * installed are left out.
 */
import assert from "node:assert/strict";
import { installedRuntimes } from "../bench/everywhere.ts";
import { seeded } from "../random.ts";
import { ADMIN_TOKEN, KubeApiServer } from "./kube_api_server.ts";
import { makeNamespace } from "./recording_checks.ts";
import { EventWriter } from "./storm/event_writer.ts";
import { FaultyProxy } from "./storm/faulty_proxy.ts";
import { Store, type StoreMood } from "./storm/store.ts";

const KUBECAST = new URL("../../src/cli/mod.ts", import.meta.url).pathname;
const EVENTS = 40;
const FAULTS = 60;

const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** A forwarder on one runtime, which goes on from its checkpoint whenever it is killed, and its store. */
class Forwarder implements AsyncDisposable {
  readonly store = new Store();
  readonly proxy: FaultyProxy;
  readonly name: string;
  kills = 0;
  readonly #command: readonly string[];
  readonly #folder = Deno.makeTempDirSync({ prefix: "forwarder-" });
  #args: readonly string[] = [];
  #child: Deno.ChildProcess | undefined;

  constructor(name: string, command: readonly string[], server: KubeApiServer) {
    this.name = name;
    this.#command = command;
    this.proxy = new FaultyProxy(server.port);
  }

  async listen(server: KubeApiServer, namespace: string): Promise<void> {
    const cluster = {
      server: `https://127.0.0.1:${await this.proxy.listen()}`,
      "certificate-authority": "certs/apiserver.crt",
    };
    this.#args = [
      ...[
        "forward",
        "--to",
        await this.store.listen(),
        "--checkpoint",
        `${this.#folder}/checkpoint`,
        "--progress",
        "1s",
      ],
      ...["--kubeconfig", server.writeKubeconfig({ token: ADMIN_TOKEN }, namespace, cluster)],
    ];
  }

  start(): void {
    const [program, ...args] = this.#command;
    // Through a shell, since a child's output can otherwise only be discarded or read.
    this.#child = new Deno.Command("/bin/sh", {
      args: ["-c", `exec "$0" "$@" 2>>"$LOG"`, program!, ...args, KUBECAST, ...this.#args],
      env: { LOG: `${this.#folder}/log` },
      stdin: "null",
      stdout: "null",
    }).spawn();
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(signal);
  }

  async kill(): Promise<void> {
    this.kills++;
    this.#child?.kill("SIGKILL");
    await this.#child?.status;
  }

  /** Ends as a pod does; returns its exit code. */
  async end(): Promise<number> {
    this.#child!.kill("SIGTERM");
    return (await this.#child!.status).code;
  }

  /** The lines of its log. */
  get log(): string[] {
    return Deno.readTextFileSync(`${this.#folder}/log`).trimEnd().split("\n");
  }

  /** How many gaps it has reported. */
  get gaps(): number {
    return this.log.filter((line) => line.includes("no longer had the changes")).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child?.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.#child?.status;
    this.proxy[Symbol.dispose]();
    this.store[Symbol.dispose]();
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

async function untilTrue(what: string, condition: () => boolean, limitMs = 180_000): Promise<number> {
  const startMs = Date.now();
  while (!condition()) {
    if (Date.now() - startMs > limitMs) throw new Error(`${what} did not happen within ${limitMs} ms`);
    await rest(50);
  }
  return Date.now() - startMs;
}

Deno.test({
  name: "kubecast forward delivers every state that a reader could see to a store of keys, in a storm",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: async (t) => {
    const binaries = Deno.env.get("KUBE_BINARIES");
    assert.ok(binaries !== undefined, "KUBE_BINARIES is not set; see tests/cluster/run.sh");
    const seed = Number(Deno.env.get("SEED") ?? Date.now() % 1e6);
    console.log(`SEED=${seed}`);
    const random = seeded(seed);
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    await using server = new KubeApiServer({ binaries });
    await server.start();
    const namespace = await makeNamespace(server.request);
    await using stack = new AsyncDisposableStack();
    const forwarders: Forwarder[] = [];
    for (const { name, command } of installedRuntimes) {
      const forwarder = stack.use(new Forwarder(name, command(), server));
      await forwarder.listen(server, namespace);
      forwarder.start();
      forwarders.push(forwarder);
    }
    const writer = new EventWriter(server, namespace);
    const first = await writer.raise("first", 1);
    for (const { name, store } of forwarders) {
      await untilTrue(`the first event on ${name}`, () => store.arrivals.has(first));
    }

    await t.step("a silently dead connection is replaced within 45 seconds", async () => {
      // The checkpoint is saved, and the watch is quiet.
      await rest(5000);
      for (const { proxy } of forwarders) proxy.silence();
      const key = await writer.raise("silence", 1);
      const startMs = Date.now();
      const seconds: Record<string, string> = {};
      await Promise.all(forwarders.map(async ({ name, store }) => {
        await untilTrue(`an event after the silence on ${name}`, () => store.arrivals.has(key));
        seconds[name] = ((Date.now() - startMs) / 1000).toFixed(1);
      }));
      console.table({ "noticed after, in seconds": seconds });
      for (const [name, text] of Object.entries(seconds)) assert.ok(Number(text) <= 47, `${name}: ${text} s`);
    });

    const write = (): void => writer.start({ events: EVENTS, everyMs: 20, random });
    const compactions: number[] = [];
    /** Has etcd forget all past states. Nothing is written until every forwarder has listed those that are left. */
    const compact = async (restart = (): void => {}): Promise<void> => {
      await writer.stop();
      const key = await writer.raise("compaction", 1);
      const version = await writer.version();
      compactions.push(Number(version));
      await server.compact(version);
      restart();
      for (const { name, store } of forwarders) {
        await untilTrue(`the state after a compaction on ${name}`, () => store.arrivals.has(key));
      }
      write();
    };
    const faults: Readonly<Record<string, () => Promise<void>>> = {
      "kill -9": async () => {
        const forwarder = oneOf(forwarders);
        await forwarder.kill();
        await rest(random() * 2000);
        forwarder.start();
      },
      "kill -9, and compaction while it is down": async () => {
        const forwarder = oneOf(forwarders);
        await forwarder.kill();
        await rest(500);
        await compact(() => forwarder.start());
      },
      "SIGSTOP": async () => {
        const forwarder = oneOf(forwarders);
        forwarder.signal("SIGSTOP");
        await rest(3000);
        forwarder.signal("SIGCONT");
      },
      "a store has trouble": async () => {
        const { store } = oneOf(forwarders);
        store.mood = oneOf<StoreMood>(["refuses", "hangs", "loses answers"]);
        await rest(2000);
        store.calm();
      },
      "compaction": () => compact(),
      "kube-apiserver is killed, and comes back": async () => {
        await server.kill();
        await server.start();
      },
      "etcd is stopped": async () => {
        server.signal("etcd", "SIGSTOP");
        await rest(3000);
        server.signal("etcd", "SIGCONT");
      },
      "connections are cut": () => Promise.resolve(oneOf(forwarders).proxy.cut()),
      "connections go silent": () => Promise.resolve(oneOf(forwarders).proxy.silence()),
    };
    // Kills are the most frequent fault, restarts of the server the rarest.
    const weighted = Object.keys(faults).flatMap((name) =>
      name === "kill -9" ? [name, name, name, name] : name.startsWith("kube-apiserver") ? [name] : [name, name]
    );
    write();
    for (let i = 0; i < FAULTS; i++) {
      await faults[i % 20 === 19 ? "kube-apiserver is killed, and comes back" : oneOf(weighted)]!();
      await rest(random() * 2000);
    }
    await writer.stop();
    const last = await writer.raise("last", 1);
    for (const { name, store } of forwarders) {
      await untilTrue(`the last event on ${name}`, () => store.arrivals.has(last));
    }
    const rows: Record<string, Record<string, number>> = {};
    const wrong: string[] = [];
    for (const forwarder of forwarders) {
      const { name, store, kills } = forwarder;
      const code = await forwarder.end();
      if (code !== 0) wrong.push(`${name} exited with ${code}: ${forwarder.log.at(-1)}`);
      const missing = writer.states.filter(({ key }) => !store.arrivals.has(key));
      // A state was seen by nobody who was away when it was replaced and its version compacted.
      const unseeable = missing.filter(({ goneAt }) => compactions.some((version) => goneAt <= version));
      const known = new Set(writer.states.map(({ key }) => key));
      const invented = [...store.arrivals.keys()].filter((key) => !known.has(key));
      const lost = missing.length - unseeable.length;
      rows[name] = {
        states: writer.states.length,
        lost,
        "compacted unseen": unseeable.length,
        invented: invented.length,
        kills,
        gaps: forwarder.gaps,
        "delivered again": store.repeated,
        "without an answer": store.unanswered,
      };
      if (lost > 0) wrong.push(`${name} lost ${lost} states`);
      if (unseeable.length > 0 && forwarder.gaps === 0) wrong.push(`${name} reported no gap`);
      if (invented.length > 0) wrong.push(`${name} delivered unknown keys: ${invented.slice(0, 3)}`);
      const allowed = kills * store.largest + store.unanswered;
      if (store.repeated > allowed) wrong.push(`${name} delivered ${store.repeated} again, more than ${allowed}`);
    }
    console.table(rows);
    assert.deepEqual(wrong, []);
  },
});
