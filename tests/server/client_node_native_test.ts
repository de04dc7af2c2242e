import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { EventsApiServer } from "../../src/server/mod.ts";
import type { Json } from "./client.ts";
import { serveHttp } from "./serve_http.ts";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const SCRIPT = path("clients/client_node.mjs");
const NODE = path("../runtimes/node_modules/node24/bin/node");
const skip = existsSync(path("clients/node_modules/@kubernetes/client-node"))
  ? existsSync(NODE) ? false : "there is no Node 24 (npm ci --prefix tests/runtimes)"
  : "there is no @kubernetes/client-node (npm ci --prefix tests/server/clients)";

/** What a scenario of the script saw. */
async function run(scenario: string): Promise<Json> {
  const api = new EventsApiServer();
  const server = await serveHttp(api.fetch);
  try {
    return await new Promise((resolve, reject) => {
      execFile(NODE, [SCRIPT, server.url, scenario], { timeout: 150_000 }, (error, stdout, stderr) => {
        if (error) reject(new Error(stderr || error.message));
        else resolve(JSON.parse(stdout));
      });
    });
  } finally {
    await api.shutdown();
    await server.close();
  }
}

test("@kubernetes/client-node creates, lists, reads, replaces and deletes core/v1 events", { skip }, async () => {
  assert.deepEqual(await run("core"), {
    created: ["a", true, null],
    lists: [1, 1],
    replaced: 2,
    codes: { stale: 409, exists: 409, missing: 404 },
    deleted: "Success",
    collection: ["EventList", 0],
  });
});

test("@kubernetes/client-node writes events.k8s.io/v1 events", { skip }, async () => {
  assert.deepEqual(await run("events"), { created: "created", invalid: 422, inCore: "created" });
});

test("@kubernetes/client-node patches in all four ways", { skip }, async () => {
  assert.deepEqual(await run("patch"), { counts: [2, 3, 4, 5], refused: 400 });
});

test("@kubernetes/client-node watches", { skip }, async () => {
  assert.deepEqual(await run("watch"), { seen: ["ADDED b", "DELETED a"] });
});

test("@kubernetes/client-node keeps an informer", { skip }, async () => {
  const { seen, cached } = await run("informer");
  assert.deepEqual(seen, ["add a", "add b", "update b", "delete a"]);
  assert.deepEqual(cached, ["b 2"]);
});

test("@kubernetes/client-node finds its way by discovery", { skip }, async () => {
  assert.deepEqual(await run("objects"), { created: "a", major: "1" });
});
