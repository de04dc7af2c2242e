// Records while all connections die silently: run by dead_connections_native_test.ts.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, FetchEventSink } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { inClusterConfig } from "../../src/connect/in_cluster/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { readCertificate } from "../connect/in_cluster/tls_server.ts";
import { makeEvent } from "../record/recording/make_event.ts";
import { serveHttp2, SilentProxy } from "./silent_proxy.ts";

const { process } = globalThis;
const { Deno } = globalThis as { readonly Deno?: { createHttpClient(options: { http2: false }): object } };

const api = new EventsApiServer();
const proxy = new SilentProxy();
const port = await proxy.listen(await serveHttp2(api.fetch));

async function connectInPod(): Promise<ConnectionOptions> {
  const directory = mkdtempSync(join(tmpdir(), "kubecast-"));
  process.on("exit", () => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, "token"), "token");
  writeFileSync(join(directory, "ca.crt"), readCertificate("ca.crt"));
  const env = { KUBERNETES_SERVICE_HOST: "127.0.0.1", KUBERNETES_SERVICE_PORT: String(port) };
  return await inClusterConfig({ directory, env });
}

/** The global fetch; on Deno with a client, as `ConnectionOptions.fetch` recommends. */
function connectDirectly(): ConnectionOptions {
  const server = `https://127.0.0.1:${port}`;
  if (Deno === undefined) return { server };
  const client = Deno.createHttpClient({ http2: false });
  return { server, fetch: (request) => fetch(request, { client } as RequestInit) };
}

const sink = new FetchEventSink(process.argv[2] === "in-pod" ? await connectInPod() : connectDirectly());
const recording = new EventRecording(sink, { requestTimeoutMs: 3000, retryDelayMs: 10, maxTries: 5 });
let dead = 0;
for (let round = 0; round < 3; round++) {
  if (round > 0) dead += proxy.silence();
  for (let i = 0; i < 20; i++) recording.accept(makeEvent(`e-${round}-${i}`, { pod: `p-${round}-${i}` }));
  await recording.flush();
}
const { recorded, abandoned, retries } = recording.stats();
const { items } = await (await api.fetch(new Request("http://localhost/api/v1/events"))).json();
globalThis.console.log(JSON.stringify({ recorded, abandoned, stored: items.length, dead, retries }));
process.exit();
