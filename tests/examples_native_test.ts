import process from "node:process";
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
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
    const { stdout } = await promisify(execFile)(program, args, { cwd: root, env: { ...process.env, NO_COLOR: "1" } });
    assert.ok(stdout.length > 0);
    const promised = source.match(/\n((?:\/\/ .*\n)+)$/)?.[1];
    if (promised !== undefined) assert.equal(stdout, promised.replace(/^\/\/ /gm, ""));
  });
}

const skip = programs["deno"] === undefined;

test("examples/with_client_node.ts takes the KubeConfig of a pod, too", { skip }, async () => {
  const example = await readFile(new URL("examples/with_client_node.ts", root), "utf8");
  const certificates = new URL("tests/in_cluster/certificates/", root);
  const [cert, key] = await Promise.all(
    ["server.crt", "server.key"].map((file) => readFile(new URL(file, certificates), "utf8")),
  );
  const program = fileURLToPath(new URL(`dist/with_client_node_pod_${process.pid}.ts`, root));
  const tokenFile = `${program}.token`;
  const changes = [
    // As KubeConfig.loadFromCluster() does.
    [`token: "secret"`, `authProvider: { name: "tokenFile", config: ${JSON.stringify({ tokenFile })} }`],
    // Without TLS, no credentials are read.
    ["Deno.serve({", `Deno.serve({ ...${JSON.stringify({ cert, key })},`],
    ["http://", "https://"],
  ] as const;
  await mkdir(new URL("dist/", root), { recursive: true });
  await writeFile(tokenFile, "secret");
  await writeFile(program, changes.reduce((text, [from, to]) => text.replace(from, to), example));
  try {
    const args = ["run", "--no-lock", "-A", program];
    const { stdout } = await promisify(execFile)(programs["deno"]!, args, { cwd: root });
    assert.equal(stdout, "Pod/web Seen: Found in a list\n");
  } finally {
    for (const file of [program, tokenFile]) await rm(file);
  }
});

test("examples start with the question that they answer and their command", async () => {
  assert.ok(names.length >= 9);
  for (const name of names) {
    const [first] = (await readFile(new URL(`examples/${name}`, root), "utf8")).split("\n");
    assert.match(first!, /^\/\/ .*(deno|bun|kubectl|wrangler|node)/, name);
  }
});
