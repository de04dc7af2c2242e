/**
 * The beginnings of `kubecast forward`, beside a real kube-apiserver, on each runtime: it is killed amid its first list
 * while counts rise; started beside an API server that restarts, which forbids all until it knows its roles; and its store
 * refuses some events for good. And those of a recorder, which has only created when the API server restarts.
 *
 * `sh tests/cluster/run.sh starts`, a minute or two; `ROUNDS=5` is the number of kills and of restarts.
 */
import assert from "node:assert/strict";
import { createEventRecorder, rbacRules } from "../../mod.ts";
import { readerRbacRules } from "../../src/read/mod.ts";
import { installedRuntimes } from "../bench/everywhere.ts";
import { seeded } from "../random.ts";
import { RECORDER_TOKEN, testWithServer } from "./kube_api_server.ts";
import { grant } from "./own_server_checks.ts";
import { makeNamespace, pod, storedEvents } from "./recording_checks.ts";
import { EventWriter } from "./storm/event_writer.ts";
import { Forwarder, kubecast, untilTrue } from "./storm/forwarder.ts";

const rounds = Number(Deno.env.get("ROUNDS") ?? 3);
/** As many as take three pages of a list. */
const EVENTS = 1200;
const REFUSED = 5;

const rest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

testWithServer(
  "kubecast forward begins anew after a kill amid its first list, beside a restarting server, and past refusals",
  async (server) => {
    const table: Record<string, Record<string, number>> = {};
    for (const { name, command } of installedRuntimes) {
      const namespace = await makeNamespace(server.request);
      await grant({ send: server.request }, namespace, readerRbacRules, "watch");
      const writer = new EventWriter(server, namespace);
      const random = seeded(5);
      const raise = async (count: number): Promise<void> => {
        for (let i = 0; i < count; i++) await writer.raise(`web.${Math.floor(random() * EVENTS)}`, 3);
      };
      for (let i = 0; i < EVENTS; i += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, j) => writer.raise(`web.${i + j}`, 2)));
      }
      const flags = (folder: string): string[] => ["--header", `replica=${name}`, "--dead-letter", `${folder}/refused`];
      await using forwarder = new Forwarder(name, kubecast(command(), flags), server, undefined, RECORDER_TOKEN);
      const { store } = forwarder;

      // So that a kill falls amid the list, whose second page is then another one than the first process would have read.
      store.delayMs = 300;
      let amid = 0;
      await forwarder.listen(namespace);
      for (let round = 0; round < rounds; round++) {
        const { length } = store.rows;
        await untilTrue("a delivery", () => store.rows.length > length);
        await forwarder.kill();
        if (store.arrivals.size < EVENTS) amid++;
        await raise(40);
        forwarder.start();
      }
      await untilTrue("the first list", () => store.arrivals.size >= EVENTS);
      store.delayMs = 0;

      for (let round = 0; round < rounds; round++) {
        await forwarder.end();
        await server.kill();
        const started = server.start();
        await rest(round * 400);
        forwarder.start();
        await started;
        await raise(20);
      }

      store.refusedReason = "Refused";
      const refused = await Promise.all(
        Array.from({ length: REFUSED }, (_, i) => writer.raise(`refused.${i}`, 1, "Refused")),
      );
      await raise(20);
      const last = await writer.raise("last", 1);
      await untilTrue("the last delivery", () => store.arrivals.has(last));
      await untilTrue("the refusals", () => forwarder.lines("refused").length >= REFUSED);
      assert.equal(await forwarder.end(), 0);

      const aside = forwarder.lines("refused").map((line) => JSON.parse(line).key.replace(/@\d+$/, ""));
      assert.deepEqual(aside.sort(), refused.sort());
      const { occurrences, ...faulty } = store.compare(writer.states.filter(({ key }) => !refused.includes(key)));
      table[name] = { "kills amid the list": amid, occurrences, ...faulty, "exits by itself": forwarder.exits };
    }
    console.table(table);
    for (const [name, { missing, tooMany, conflicts, ...row }] of Object.entries(table)) {
      assert.deepEqual({ missing, tooMany, conflicts }, { missing: 0, tooMany: 0, conflicts: 0 }, name);
      assert.equal(row["exits by itself"], 0, name);
    }
  },
);

testWithServer(
  "EventRecorder counts the first repeats beside a restarting server, having only created before",
  async (server) => {
    for (let round = 0; round < rounds; round++) {
      const namespace = await makeNamespace(server.request);
      await grant({ send: server.request }, namespace, rbacRules);
      let forbidden = 0;
      await using recorder = createEventRecorder({
        component: "starts",
        fetch: async (request) => {
          const { pathname, search } = new URL(request.url);
          const { method, headers, signal } = request;
          const init = { method, headers, signal, body: await request.text() };
          const response = await server.request(pathname + search, init, RECORDER_TOKEN);
          if (response.status === 403) forbidden++;
          return response;
        },
      });
      const say = (): void => {
        for (let i = 0; i < 60; i++) recorder.event(pod(namespace, `web-${i}`), "Warning", "BackOff", "Back-off");
      };
      say();
      await recorder.flush();
      await server.kill();
      const started = server.start();
      for (let repeat = 0; repeat < 3; repeat++) {
        say();
        await rest(500);
      }
      await started;
      await recorder.flush();
      const counts = (await storedEvents(server.request, namespace)).map(({ count }) => count);
      console.log(`${forbidden} requests were forbidden`);
      assert.deepEqual(counts, Array(60).fill(4));
    }
  },
);
