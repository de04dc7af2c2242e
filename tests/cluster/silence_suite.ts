/**
 * How long a watch goes on waiting on a connection that has died without a word: `kubecast forward` on all runtimes, beside
 * client-go's reflector, the informer of @kubernetes/client-node and an OpenTelemetry Collector, all reading from a real
 * kube-apiserver through a proxy that goes silent, at the same moment.
 *
 * `sh tests/cluster/run.sh silence`, at most twelve minutes: as long as client-go's watches last, and a bit more. Clients
 * that are not installed are left out: client-go needs Go, client-node `npm ci --prefix tests/clients/js`.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { installedRuntimes } from "../bench/everywhere.ts";
import { testWithServer } from "./kube_api_server.ts";
import { makeNamespace } from "./recording_checks.ts";
import { EventWriter } from "./storm/event_writer.ts";
import { clientGo, clientNode, collector, Forwarder, kubecast, type Program, untilTrue } from "./storm/forwarder.ts";

const LIMIT_MS = 660_000;
const SETTLED_MS = 5000;

const js = new URL("../clients/js/node_modules", import.meta.url).pathname;
const node = new URL("../runtimes/node_modules/node24/bin/node", import.meta.url).pathname;

/** The other clients that are installed. */
function others(): Record<string, Program> {
  const found: Record<string, Program> = {};
  if (new Deno.Command("sh", { args: ["-c", "command -v go"], stdout: "null" }).outputSync().success) {
    found["client-go's reflector"] = clientGo();
    found["client-go's reflector, DISABLE_HTTP2=1"] = clientGo({ DISABLE_HTTP2: "1" });
  }
  if (existsSync(js) && existsSync(node)) found["client-node's informer"] = clientNode(node);
  const program = Deno.env.get("COLLECTOR");
  if (program !== undefined) {
    found["Collector, k8s_events"] = collector(program, "k8s_events");
    found["Collector, k8sobjects"] = collector(program, "k8sobjects");
  }
  return found;
}

testWithServer("kubecast forward replaces a silently dead connection within 45 seconds", async (server) => {
  const namespace = await makeNamespace(server.request);
  await using stack = new AsyncDisposableStack();
  const ours = installedRuntimes.map(({ name, command }) => new Forwarder(name, kubecast(command()), server));
  const theirs = Object.entries(others()).map(([name, program]) => new Forwarder(name, program, server));
  const forwarders = [...ours, ...theirs].map((forwarder) => stack.use(forwarder));
  await Promise.all(forwarders.map((forwarder) => forwarder.listen(namespace)));
  const writer = new EventWriter(server, namespace);
  // The Collector takes only what happens after its start.
  while (forwarders.some(({ store }) => store.arrivals.size === 0)) {
    await writer.raise("first", 1);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  // Checkpoints are saved, and the watches are quiet.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  for (const { proxy } of forwarders) proxy.silence();
  const key = await writer.raise("silence", 1);
  const rows: Record<string, string> = {};
  await Promise.all(forwarders.map(async ({ name, store }) => {
    const noticed = untilTrue(`an event after the silence on ${name}`, () => store.arrivals.has(key), LIMIT_MS);
    rows[name] = await noticed.then((ms) => (ms / 1000).toFixed(1), () => `not within ${LIMIT_MS / 1000}`);
  }));
  const order = forwarders.map(({ name }) => [name, rows[name]!] as const);
  console.table(Object.fromEntries(order.map(([name, seconds]) => [name, { "noticed after, in seconds": seconds }])));
  for (const { name } of ours) assert.ok(Number(rows[name]) <= 47, `${name}: ${rows[name]} s`);
});
