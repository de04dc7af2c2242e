// Serves an EventsApiServer with Deno.serve or Bun.serve, and prints its URL: run by hostile_clients_native_test.ts.
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import type { Json } from "./client.ts";

const api = new EventsApiServer();
const { Deno, Bun } = globalThis as Json;
const port = Bun
  ? Bun.serve(Object.assign(api, { port: 0 })).port
  : Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, api.fetch).addr.port;
console.log(`Serving events at http://127.0.0.1:${port} `);
