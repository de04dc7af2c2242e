import { test } from "node:test";
import assert from "node:assert/strict";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { serveHttp } from "../serve/server/serve_http.ts";
import { recordInKilledProcesses } from "./killed_processes.ts";

for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
  test(`EventBroadcaster of ${apiVersion} with naming stable loses only unwritten counts when its process is killed`, async () => {
    const api = new EventsApiServer();
    const { url: server, close } = await serveHttp(api.fetch);
    const { emitted, written } = await recordInKilledProcesses({ server, apiVersion, namespace: "shop", times: 30 });
    await close();
    const [event, ...others] = [...api.events()] as { count?: number; series?: { count: number } }[];
    assert.deepEqual(others, []);
    const count = event?.count ?? event?.series?.count ?? 1;
    assert.ok(written <= count && count <= emitted, `${emitted} emitted, ${written} written, ${count} counted`);
  });
}
