import { test } from "node:test";
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";

/** The folders of src that a folder may import, besides api and itself. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  api: [],
  connection: [],
  recorder: [],
  correlator: [],
  sink: ["connection"],
  recording: ["correlator", "sink"],
  broadcaster: [],
  event_broadcaster: ["broadcaster", "recorder", "sink", "recording"],
  server: [],
  reader: ["connection"],
  timeline: [],
  page: ["timeline"],
  opentelemetry: [],
  testing: ["recorder", "broadcaster", "sink"],
  client_go: ["recorder", "broadcaster", "event_broadcaster", "correlator", "recording", "reader"],
  in_cluster: ["connection"],
  kubeconfig: ["connection", "in_cluster"],
  client_node: ["connection", "in_cluster"],
  listen: [],
  cli: [
    "recorder",
    "correlator",
    "connection",
    "sink",
    "recording",
    "broadcaster",
    "event_broadcaster",
    "server",
    "reader",
    "timeline",
    "page",
    "in_cluster",
    "kubeconfig",
    "listen",
    "opentelemetry",
  ],
};

/** The rooms of server that one of them may import; "." is the folder itself, which may import all. */
const SERVER_ARROWS: Readonly<Record<string, readonly string[]>> = {
  wire: [],
  store: ["wire"],
  patch: ["wire"],
  discovery: ["wire"],
  watch: ["wire", "store"],
};

/** The folders that may touch files, processes and environments. */
const NATIVE_FOLDERS: readonly string[] = ["in_cluster", "kubeconfig", "client_node", "listen", "cli"];
// The name of a symbol does not count as its use.
const NATIVE = /\b(Deno(?!\.customInspect")|Bun|process|Buffer)\.|from "node:|\bimport\("node:/;

const src = new URL("../src/", import.meta.url);
const files = (await readdir(src, { recursive: true })).map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"));

async function codeOf(path: string): Promise<string> {
  const text = await readFile(new URL(path, src), "utf8");
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** The files of src that a file imports from, types included. */
async function importsOf(path: string): Promise<string[]> {
  const targets = (await codeOf(path)).matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+)"/gm);
  return [...targets].map(([, target]) => new URL(target!, new URL(path, src)).href.slice(src.href.length));
}

function folderOf(path: string): string {
  return path.split("/")[0]!;
}

test("src has the folders of the design and no others", () => {
  const folders = new Set(files.map(folderOf));
  assert.deepEqual([...folders].sort(), Object.keys(ARROWS).filter((folder) => folders.has(folder)).sort());
  assert.ok(files.length > 50);
});

test("src imports only along the arrows of the data path", async () => {
  const wrong: string[] = [];
  for (const path of files) {
    const allowed = [folderOf(path), "api", ...ARROWS[folderOf(path)]!];
    for (const target of await importsOf(path)) {
      if (!allowed.includes(folderOf(target))) wrong.push(`${path} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("src/server imports only along the arrows between its rooms", async () => {
  const roomOf = (path: string): string => path.split("/").at(-2)!;
  const wrong: string[] = [];
  for (const path of files.filter((path) => path.startsWith("server/") && roomOf(path) !== "server")) {
    const allowed = [roomOf(path), ...SERVER_ARROWS[roomOf(path)]!];
    for (const target of await importsOf(path)) {
      if (target.startsWith("server/") && !allowed.includes(roomOf(target))) wrong.push(`${path} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

for (const [place, arrows] of Object.entries({ "src": ARROWS, "src/server": SERVER_ARROWS })) {
  test(`the arrows of ${place} form no cycle`, () => {
    const visit = (room: string, above: readonly string[]): void => {
      assert.ok(!above.includes(room), [...above, room].join(" -> "));
      for (const other of arrows[room]!) visit(other, [...above, room]);
    };
    for (const room of Object.keys(arrows)) visit(room, []);
  });
}

test("no folder of src but server has rooms", () => {
  assert.deepEqual(files.filter((path) => path.split("/").length > 2 && !path.startsWith("server/")), []);
});

test("src uses only web APIs, except in in_cluster, kubeconfig, client_node, listen and cli", async () => {
  const wrong: string[] = [];
  for (const path of files) {
    if (!NATIVE_FOLDERS.includes(folderOf(path)) && NATIVE.test(await codeOf(path))) wrong.push(path);
  }
  assert.deepEqual(wrong, []);
});

test("src has no import cycles, type imports included", async () => {
  const imports = new Map<string, readonly string[]>();
  for (const path of files) imports.set(path, await importsOf(path));
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
