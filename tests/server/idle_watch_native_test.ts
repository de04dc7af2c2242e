import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { execPath, versions } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const FLAGS = "deno" in versions ? ["run", "--no-lock", "--no-check", "--v8-flags=--expose-gc"] : ["--expose-gc"];

async function outputOf(program: string): Promise<[code: unknown, output: string]> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(execPath, [...FLAGS, path], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => void (output += chunk));
  const limit = setTimeout(() => child.kill(), 150_000);
  const code = await new Promise((resolve) => void child.on("close", resolve));
  clearTimeout(limit);
  return [code, output];
}

test("EventsApiServer keeps no process alive for watches: unread, timed out unread, aborted or waiting", async () => {
  assert.deepEqual(await outputOf("./idle_watch_program.ts"), [0, "over\n"]);
});

test("EventsApiServer uses less than 100 MB for 10,000 unread watches and 1,000 writes", async () => {
  const [code, output] = await outputOf("./unread_watches_program.ts");
  assert.equal(code, 0);
  const { watches, bytes } = JSON.parse(output);
  assert.equal(watches, 10_000);
  assert.ok(bytes < 100_000_000, `${bytes} bytes`);
});
