import process from "node:process";
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = new URL("../", import.meta.url);
const names = (await readdir(new URL("examples/", root))).filter((name) => name.endsWith(".ts")).sort();
const runtime = globalThis as { Deno?: { execPath(): string }; Bun?: unknown };
const installed = new URL("tests/runtimes/node_modules/.bin/bun", root);
/** The installed programs that run examples. */
const programs: Readonly<Record<string, string | undefined>> = {
  deno: runtime.Deno?.execPath(),
  bun: runtime.Bun ? process.execPath : existsSync(installed) ? fileURLToPath(installed) : undefined,
};

for (const name of names) {
  const source = await readFile(new URL(`examples/${name}`, root), "utf8");
  const [first] = source.split("\n");
  const command = first!.match(/^\/\/ [^?:]*[?:] ((?:deno run|deno task|bun) .*?)(?: {3}.*)?$/)?.[1];
  // Examples that run elsewhere, or until stopped, have their own tests.
  if (command === undefined) continue;
  const runs = `examples/${name} runs by the command in its first line, and prints its last lines`;
  const [tool, ...args] = command.split(" ");
  const program = programs[tool!];
  if (program === undefined) {
    test(`${runs} (needs ${tool})`, { skip: true }, () => {});
    continue;
  }
  test(runs, async () => {
    const options = { cwd: root, env: { ...process.env, NO_COLOR: "1" }, timeout: 150_000 };
    const { stdout } = await promisify(execFile)(program, args, options);
    assert.ok(stdout.length > 0);
    const promised = source.match(/\n((?:\/\/ .*\n)+)$/)?.[1];
    if (promised !== undefined) assert.equal(stdout, promised.replace(/^\/\/ /gm, ""));
  });
}

test("examples start with the question that they answer and their command", async () => {
  assert.ok(names.length >= 9);
  for (const name of names) {
    const [first] = (await readFile(new URL(`examples/${name}`, root), "utf8")).split("\n");
    assert.match(first!, /^\/\/ .*(deno|bun|kubectl|wrangler|node)/, name);
  }
});
