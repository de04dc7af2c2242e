/**
 * An Events API as small and quick as can be, in a process of its own, that answers after a while: what is measured is the
 * client. `bun tests/bench/sink_server.ts LATENCY_MS [tls]`, or the same with `deno run -A`, prints its port. `GET /` tells the
 * sum of all counts, and forgets. With `tls` it has a certificate of the tests' own authority.
 */

import { readFileSync } from "node:fs";
import type { CoreV1Event } from "../../mod.ts";

/** Serves requests on a port of the loopback interface, which it returns. */
type Serve = (fetch: (request: Request) => Promise<Response>) => number;

interface Runtime {
  readonly Bun?: { serve(options: object): { readonly port: number } };
  readonly Deno?: { serve(options: object): { readonly addr: { readonly port: number } } };
  readonly process: { readonly argv: readonly string[] };
}

const { Bun, Deno, process } = globalThis as unknown as Runtime;
const [latency, protocol] = process.argv.slice(2);
const certificate = (name: string): string =>
  readFileSync(new URL(`../connect/in_cluster/certificates/${name}`, import.meta.url), "utf8");
const tls = protocol === "tls" ? { key: certificate("server.key"), cert: certificate("server.crt") } : undefined;
const options = { port: 0, hostname: "127.0.0.1", onListen: (): void => {} };
const serve: Serve = (fetch) =>
  Bun
    ? Bun.serve({ ...options, ...(tls && { tls }), fetch }).port
    : Deno!.serve({ ...options, ...tls, handler: fetch }).addr.port;
const latencyMs = Number(latency);
const events = new Map<string, CoreV1Event>();
let version = 0;

const port = serve(async (request) => {
  if (request.method === "GET") {
    const counted = events.values().reduce((sum, { count = 0 }) => sum + count, 0);
    events.clear();
    return Response.json({ counted });
  }
  const body = await request.json();
  if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
  const name = request.method === "POST" ? body.metadata.name : request.url.slice(request.url.lastIndexOf("/") + 1);
  let event = events.get(name);
  if (request.method === "POST") {
    if (event !== undefined) return Response.json({ kind: "Status", reason: "AlreadyExists" }, { status: 409 });
    event = body as CoreV1Event;
  } else {
    if (event === undefined) return Response.json({ kind: "Status", reason: "NotFound" }, { status: 404 });
    for (const { path, value } of body) (event as unknown as Record<string, unknown>)[path.slice(1)] = value;
  }
  const metadata = { ...event.metadata, resourceVersion: String(++version) };
  event = { kind: "Event", apiVersion: "v1", ...event, metadata }; // in the order of an API server
  events.set(name, event);
  return Response.json(event, { status: request.method === "POST" ? 201 : 200 });
});
globalThis.console.info(port);
