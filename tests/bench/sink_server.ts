/**
 * An Events API as small and quick as can be, in a process of its own, that answers after a while: what is measured is the
 * client. `bun tests/bench/sink_server.ts LATENCY_MS` prints its port. `GET /` tells the sum of all counts, and forgets.
 */

import type { CoreV1Event } from "../../mod.ts";

interface BunServer {
  serve(options: { port: number; hostname: string; fetch(request: Request): Promise<Response> }): { port: number };
}

const { Bun, process } = globalThis as unknown as { Bun: BunServer; process: { argv: string[] } };
const latencyMs = Number(process.argv[2]);
const events = new Map<string, CoreV1Event>();
let version = 0;

const { port } = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
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
    event = { ...event, metadata: { ...event.metadata, resourceVersion: String(++version) } };
    events.set(name, event);
    return Response.json(event, { status: request.method === "POST" ? 201 : 200 });
  },
});
globalThis.console.info(port);
