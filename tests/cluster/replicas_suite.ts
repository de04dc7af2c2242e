/**
 * Replicas of `kubecast forward --lease`, one per runtime, forward from a real kube-apiserver into one store that loses 20 % of
 * its answers, while the leader is killed, stands still, is cut off, and all are restarted one by one, and while the API
 * server is down. Afterwards the ranges of all rows must cover every occurrence, and the deltas of all keys add up to it.
 *
 * `sh tests/cluster/run.sh replicas`, some five minutes; `FAULTS="kill -9,partition"` chooses faults, `ROUNDS=3` repeats them.
 */
import assert from "node:assert/strict";
import { installedRuntimes } from "../bench/everywhere.ts";
import { seeded } from "../random.ts";
import { testWithServer } from "./kube_api_server.ts";
import { makeNamespace } from "./recording_checks.ts";
import { EventWriter } from "./storm/event_writer.ts";
import { Forwarder, replica, untilTrue } from "./storm/forwarder.ts";
import { Store } from "./storm/store.ts";

const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

testWithServer(
  "replicas of kubecast forward lose nothing and double nothing by key, whatever happens to the one that leads",
  async (server) => {
    const namespace = await makeNamespace(server.request);
    const kubeconfig = server.writeKubeconfig({ token: "admin-token" }, namespace);
    applyManifest(kubeconfig, namespace);

    const store = new Store();
    await using stack = new AsyncDisposableStack();
    const replicas = installedRuntimes.map(({ name, command }) => {
      return stack.use(new Forwarder(name, replica(command(), name, `${namespace}/replicas`), server, store));
    });
    const writer = new EventWriter(server, namespace);
    for (const forwarder of replicas) await forwarder.listen(namespace);
    await writer.raise("first", 1);
    await untilTrue("the first delivery", () => store.rows.length > 0);
    store.lossRate = 0.2;
    writer.start({ events: 40, everyMs: 50, random: seeded(7) });

    const leader = (): Forwarder => replicas.find(({ name }) => name === store.rows.at(-1)!.from)!;
    const settled = (): Promise<void> => rest(4000);
    /** Waits for the first row of another replica; returns how long that took, in seconds. */
    const failover = async ({ name }: Forwarder): Promise<number> => {
      const { length } = store.rows;
      return await untilTrue("a failover", () => store.rows.slice(length).some(({ from }) => from !== name)) / 1000;
    };
    const faults: Readonly<Record<string, () => Promise<readonly number[]>>> = {
      "kill -9": async () => {
        const killed = leader();
        await killed.kill();
        const seconds = await failover(killed);
        killed.start();
        return [seconds];
      },
      SIGSTOP: async () => {
        const stopped = leader();
        stopped.signal("SIGSTOP");
        const seconds = await failover(stopped);
        await rest(3000);
        const { length } = store.rows;
        stopped.signal("SIGCONT");
        await rest(5000);
        woken += store.rows.slice(length).filter(({ from }) => from === stopped.name).length;
        return [seconds];
      },
      partition: async () => {
        const { proxy } = leader();
        const partitioned = leader();
        proxy.weather = "refuses connections";
        proxy.cut();
        const seconds = await failover(partitioned);
        proxy.weather = "calm";
        return [seconds];
      },
      "API server down 60 s": async () => {
        await server.kill();
        await rest(60_000);
        await server.start();
        const { length } = store.rows;
        return [await untilTrue("a delivery", () => store.rows.length > length) / 1000];
      },
      "rolling restart": async () => {
        const seconds: number[] = [];
        for (const forwarder of replicas) {
          const led = leader() === forwarder;
          const ended = forwarder.end();
          if (led) seconds.push(await failover(forwarder));
          assert.equal(await ended, 0);
          forwarder.start();
          await settled();
        }
        return seconds;
      },
    };
    /** Rows of leaders that had stood still, after they woke up. */
    let woken = 0;
    const chosen = Deno.env.get("FAULTS")?.split(",") ?? Object.keys(faults);
    const table: Record<string, object> = {};
    for (const name of chosen) {
      const seconds: number[] = [];
      const [rows, keys] = [store.rows.length, store.arrivals.size];
      for (let round = 0; round < Number(Deno.env.get("ROUNDS") ?? 1); round++) {
        await settled();
        seconds.push(...await faults[name]!());
      }
      seconds.sort((a, b) => a - b);
      table[name] = {
        rows: store.rows.length - rows,
        "doubled rows": store.rows.length - rows - (store.arrivals.size - keys),
        failovers: seconds.length,
        "p50, s": seconds[seconds.length >> 1]?.toFixed(1),
        "max, s": seconds.at(-1)?.toFixed(1),
      };
    }
    await writer.stop();
    store.lossRate = 0;
    const last = await writer.raise("last", 1);
    await untilTrue("the last delivery", () => store.arrivals.has(last));
    console.table(table);

    const { occurrences, ...faulty } = store.compare(writer.states);
    console.log(JSON.stringify({ occurrences, ...faulty, wokenRows: woken, rows: store.rows.length }));
    assert.deepEqual(faulty, { missing: 0, tooMany: 0, conflicts: 0 });
  },
);

/** Applies what `kubecast forward --manifest` prints, twice, as an upgrade does. */
function applyManifest(kubeconfig: string, namespace: string): void {
  const main = new URL("../../src/app/cli/mod.ts", import.meta.url).pathname;
  for (const flags of [["-A"], ["-n", namespace, "--for", "pod/web", "--dead-letter", "/kept/refused"]]) {
    const args = ["forward", ...flags, "--to", "stdout", "--lease", `${namespace}/manifest`, "--manifest"];
    const printed = new Deno.Command(Deno.execPath(), { args: ["run", "-A", "-q", main, ...args] }).outputSync();
    const file = Deno.makeTempFileSync({ suffix: ".yaml" });
    Deno.writeFileSync(file, printed.stdout);
    for (let round = 0; round < 2; round++) {
      const applied = new Deno.Command("kubectl", {
        args: ["--kubeconfig", kubeconfig, "apply", "--validate=strict", "-f", file],
      })
        .outputSync();
      const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
      assert.ok(applied.success, decode(applied.stderr));
      assert.match(decode(applied.stdout), /deployment\.apps\/manifest /);
    }
    Deno.removeSync(file);
  }
}
