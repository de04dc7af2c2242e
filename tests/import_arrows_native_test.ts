import { test } from "node:test";
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";

/** Which folders of src a folder may import from; all may import from api and themselves. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  api: [],
  recorder: [],
  correlator: [],
  sink: ["correlator"],
  broadcaster: ["recorder", "correlator", "sink"],
  server: ["broadcaster"],
  in_cluster: ["sink"],
  testing: ["recorder", "broadcaster", "sink"],
};

/** The platform's own names that only in_cluster may touch. */
const NATIVE = /\b(Deno|Bun|process|Buffer)\.|from "node:|\bimport\("node:/;

const src = new URL("../src/", import.meta.url);
const files = (await readdir(src, { recursive: true })).map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"));

async function codeOf(path: string): Promise<string> {
  const text = await readFile(new URL(path, src), "utf8");
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

test("src has the stations' folders and no others", () => {
  const folders = new Set(files.map((path) => path.split("/")[0]!));
  assert.deepEqual([...folders].sort(), Object.keys(ARROWS).filter((folder) => folders.has(folder)).sort());
  assert.ok(files.length > 50);
});

test("src imports along the arrows of the data path only", async () => {
  const wrong: string[] = [];
  for (const path of files) {
    const folder = path.split("/")[0]!;
    for (const [, target] of (await codeOf(path)).matchAll(/from "\.\.\/([a-z_]+)\//g)) {
      if (target !== "api" && !ARROWS[folder]!.includes(target!)) wrong.push(`${path} imports from ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("src uses web APIs only, but for in_cluster", async () => {
  const wrong: string[] = [];
  for (const path of files) {
    if (!path.startsWith("in_cluster/") && NATIVE.test(await codeOf(path))) wrong.push(path);
  }
  assert.deepEqual(wrong, []);
});

test("src has no import cycles", async () => {
  const imports = new Map<string, string[]>();
  for (const path of files) {
    const targets = [...(await codeOf(path)).matchAll(/^(?:import|export) (?!type )[^;]*? from "(\.[^"]+)"/gm)];
    imports.set(path, targets.map(([, target]) => new URL(target!, new URL(path, src)).href.slice(src.href.length)));
  }
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(path), `${[...trail, path].join(" -> ")}`);
    if (done.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of files) visit(path, []);
  assert.equal(done.size, files.length);
});
