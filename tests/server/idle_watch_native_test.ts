import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { execPath, memoryUsage, versions } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { EventsApiServer } from "../../src/server/mod.ts";
import { CORE, coreEvent, send } from "./client.ts";

test("EventsApiServer keeps no process alive for watches: unread, timed out unread, aborted or waiting", async () => {
  const program = fileURLToPath(new URL("./idle_watch_program.ts", import.meta.url));
  const flags = "deno" in versions ? ["run", "--no-lock", "--no-check"] : [];
  const child = spawn(execPath, [...flags, program], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => void (output += chunk));
  const limit = setTimeout(() => child.kill(), 150_000);
  const code = await new Promise((resolve) => void child.on("close", resolve));
  clearTimeout(limit);
  assert.deepEqual([code, output], [0, "over\n"]);
});

test("EventsApiServer uses less than 100 MB for 10,000 unread watches and 1,000 writes", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const before = memoryUsage().heapUsed;
  const watches: Response[] = [];
  for (let i = 0; i < 10_000; i++) {
    watches.push(await api.fetch(new Request(`http://localhost${CORE}?watch=true&timeoutSeconds=3600`)));
  }
  for (let i = 0; i < 1000; i++) await send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", { count: i + 2 }) });
  const bytes = memoryUsage().heapUsed - before;
  assert.equal(watches.length, 10_000);
  assert.ok(bytes < 100_000_000, `${bytes} bytes`);
});
