/**
 * Random requests to a real kube-apiserver and to an EventsApiServer: `deno task more test:differential`, with `SEED` and
 * `STEPS` in the environment for another sequence than a fresh one of 5,000.
 */
import assert from "node:assert/strict";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { differentialFuzz } from "./differential_fuzz.ts";
import { testWithServer } from "./kube_api_server.ts";

const seed = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 1e9));
const steps = Number(Deno.env.get("STEPS") ?? 5000);

testWithServer(
  `EventsApiServer answers ${steps} random requests as kube-apiserver does (seed ${seed})`,
  async (server) => {
    const api = new EventsApiServer();
    const embedded = (path: string, init: RequestInit): Promise<Response> => api.fetch(path, init);
    const found = await differentialFuzz(server.request, embedded, { seed, steps });
    assert.equal(found.length, 0, `${found.length} of ${steps} differ:\n${found.join("\n")}`);
  },
);
