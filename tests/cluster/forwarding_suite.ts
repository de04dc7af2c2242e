/**
 * A storm for forwarders: `kubecast forward` on all runtimes reads from a real kube-apiserver and delivers to stores of
 * keys, while the forwarders are killed and stopped, etcd is compacted, stopped and killed, kube-apiserver is killed,
 * connections are cut and go silent, and stores refuse, hang, and lose answers. Afterwards every state of every event that
 * a reader could see must be in every store. Two OpenTelemetry Collectors meet the same; what they lose is only counted.
 *
 * `sh tests/cluster/run.sh forwarding`, some eight minutes; `SEED=7` repeats the order of the faults, `COMPACTION=0` leaves
 * compactions out, so that every state can be seen. Runtimes that are not installed are left out, and the Collectors where
 * there is none.
 */
import assert from "node:assert/strict";
import { installedRuntimes } from "../bench/everywhere.ts";
import { seeded } from "../random.ts";
import { testWithServer } from "./kube_api_server.ts";
import { makeNamespace } from "./recording_checks.ts";
import { EventWriter } from "./storm/event_writer.ts";
import { collector, Forwarder, kubecast, untilTrue } from "./storm/forwarder.ts";
import type { StoreMood } from "./storm/store.ts";

const EVENTS = 40;
const FAULTS = 90;

const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

testWithServer(
  "kubecast forward delivers every state that a reader could see to a store of keys, in a storm",
  async (server) => {
    const seed = Number(Deno.env.get("SEED") ?? Date.now() % 1e6);
    console.log(`SEED=${seed}`);
    const random = seeded(seed);
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const namespace = await makeNamespace(server.request);
    await using stack = new AsyncDisposableStack();
    const ours = installedRuntimes.map(({ name, command }) => new Forwarder(name, kubecast(command()), server));
    const program = Deno.env.get("COLLECTOR");
    const theirs = (program === undefined ? [] : ["k8s_events", "k8sobjects"] as const).map((receiver) =>
      new Forwarder(`Collector, ${receiver}`, collector(program!, receiver), server)
    );
    const forwarders = [...ours, ...theirs].map((forwarder) => stack.use(forwarder));
    await Promise.all(forwarders.map((forwarder) => forwarder.listen(namespace)));
    const writer = new EventWriter(server, namespace);
    // Nobody sees the states from before its start, and a Collector no event of that time.
    do {
      await writer.raise("first", 1);
      await rest(1000);
    } while (forwarders.some(({ store }) => store.arrivals.size === 0));
    const begin = writer.states.length;

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
      for (const { name, store } of ours) {
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
      "etcd is killed, and comes back": async () => {
        await server.kill("etcd");
        await rest(random() * 2000);
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
    const names = Object.keys(faults).filter((name) => Deno.env.get("COMPACTION") !== "0" || !/compaction/.test(name));
    const weighted = names.flatMap((name) =>
      name === "kill -9" ? [name, name, name, name] : name.endsWith("killed, and comes back") ? [name] : [name, name]
    );
    write();
    for (let i = 0; i < FAULTS; i++) {
      await faults[i % 20 === 19 ? "kube-apiserver is killed, and comes back" : oneOf(weighted)]!();
      await rest(random() * 2000);
    }
    await writer.stop();
    const last = await writer.raise("last", 1);
    for (const { name, store } of ours) {
      await untilTrue(`the last event on ${name}`, () => store.arrivals.has(last));
    }
    // A Collector that is ahead of its queue may have lost the event.
    for (const { store } of theirs) await untilTrue("", () => store.arrivals.has(last), 30_000).catch(() => {});
    const rows: Record<string, Record<string, number | string>> = {};
    const wrong: string[] = [];
    for (const forwarder of forwarders) {
      const { name, store, kills, exits } = forwarder;
      const code = await forwarder.end();
      const states = writer.states.slice(begin);
      const missing = states.filter(({ key }) => !store.arrivals.has(key));
      // A reader that was away misses a state that was replaced and whose version was compacted.
      const unseeable = missing.filter(({ goneAt }) => compactions.some((version) => goneAt <= version));
      const known = new Set(writer.states.map(({ key }) => key));
      const invented = [...store.arrivals.keys()].filter((key) => !known.has(key));
      const lost = missing.length - unseeable.length;
      rows[name] = {
        states: states.length,
        lost,
        "compacted unseen": unseeable.length,
        "delivered again": store.repeated,
        "without an answer": store.unanswered,
        kills,
        "lost per kill": (lost / kills).toFixed(1),
        "again per kill": (store.repeated / kills).toFixed(1),
      };
      if (theirs.includes(forwarder)) continue;
      const gaps = forwarder.lines().filter((line) => line.includes("no longer had the changes")).length;
      if (code !== 0 || exits > 0) wrong.push(`${name} exited with ${code}: ${forwarder.lines().at(-1)}`);
      if (lost > 0) wrong.push(`${name} lost ${lost} states`);
      if (unseeable.length > 0 && gaps === 0) wrong.push(`${name} reported no gap`);
      if (invented.length > 0) wrong.push(`${name} delivered unknown keys: ${invented.slice(0, 3)}`);
      const allowed = kills * store.largest + store.unanswered;
      if (store.repeated > allowed) wrong.push(`${name} delivered ${store.repeated} again, more than ${allowed}`);
    }
    console.table(rows);
    assert.deepEqual(wrong, []);
  },
);
