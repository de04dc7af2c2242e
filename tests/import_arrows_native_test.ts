import { test } from "node:test";
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";

/**
 * The architecture: the rooms of each folder of src that has rooms, from the ground up, and for each room those that it may
 * import, with the reason. A room may import only rooms above it in its table, so there is no circle. The files of a folder
 * itself stand above its rooms and may import all of them.
 */
const ROOMS: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  "": {
    base: {},
    connect: { base: "knows the errors and the options that all rooms share" },
    record: { base: "makes events, and reads options", connect: "its sink sends requests to a server" },
    read: { base: "turns stored events into occurrences", connect: "lists and watches by requests to a server" },
    serve: {
      base: "checks the same events and answers with the same errors",
      record: "its doubles stand in for recorders",
    },
    app: {
      base: "prints events and times",
      connect: "finds the cluster that flags and files name",
      record: "`kubecast record` and `run` record events",
      read: "`watch`, `timeline`, `ui` and `forward` read them",
      serve: "`kubecast serve` is a server",
    },
    client_go: {
      base: "renames Go's helpers",
      record: "exports what ports of controllers need",
      read: "exports client-go's field selector",
    },
  },
  base: { tools: {}, event: { tools: "checks what it is given, and parses times" } },
  connect: {
    connection: {},
    in_cluster: { connection: "makes a Connection of a pod's files" },
    kubeconfig: {
      connection: "makes a Connection of kubeconfig files",
      in_cluster: "shares its TLS and its token files",
    },
    client_node: { connection: "makes a Connection of a KubeConfig", in_cluster: "shares its TLS" },
  },
  record: {
    recorder: {},
    broadcaster: {},
    correlator: {},
    sink: {},
    recording: { correlator: "asks what to write", sink: "writes it" },
    event_broadcaster: {
      recorder: "makes recorders",
      broadcaster: "is one, of events",
      sink: "makes one of a server",
      recording: "starts recordings",
    },
  },
  read: {
    reader: {},
    forward: { reader: "reads what it forwards" },
    timeline: {},
    opentelemetry: {},
  },
  serve: { server: {}, listen: {}, testing: {} },
  "serve/server": {
    wire: {},
    store: { wire: "keeps events as they travel" },
    patch: { wire: "answers with its errors" },
    discovery: { wire: "describes its schema" },
    watch: { wire: "writes changes as they travel", store: "reads its changes" },
  },
  app: { page: {}, cli: { page: "serves it, and saves it" } },
};

/** Where files, processes, sockets and environments may be touched. */
const NATIVE_ROOMS: readonly string[] = [
  "connect/in_cluster/",
  "connect/kubeconfig/",
  "connect/client_node/",
  "serve/listen/",
  "app/cli/",
];
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

const imports = new Map<string, readonly string[]>();
for (const path of files) imports.set(path, await importsOf(path));

/** The room of a folder that holds a file; undefined if the file stands outside of the folder's rooms. */
function roomOf(path: string, folder: string): string | undefined {
  if (folder !== "" && !path.startsWith(`${folder}/`)) return undefined;
  const [room, ...rest] = path.slice(folder === "" ? 0 : folder.length + 1).split("/");
  return rest.length > 0 ? room : undefined;
}

for (const [folder, rooms] of Object.entries(ROOMS)) {
  const name = `src/${folder}`.replace(/\/$/, "");

  test(`${name} has the rooms of its table and no others`, () => {
    const found = new Set(files.map((path) => roomOf(path, folder)).filter((room) => room !== undefined));
    assert.deepEqual([...found].sort(), Object.keys(rooms).sort());
  });

  test(`${name} imports along the arrows of its table, each of which is used`, () => {
    const found = new Set<string>();
    for (const path of files) {
      const from = roomOf(path, folder);
      if (from === undefined) continue;
      for (const target of imports.get(path)!) {
        const to = roomOf(target, folder);
        if (to === undefined || to === from) continue;
        found.add(`${from} -> ${to}`);
        assert.ok(rooms[from]![to] !== undefined, `${path} imports ${target}`);
      }
    }
    const arrows = Object.entries(rooms).flatMap(([from, targets]) =>
      Object.keys(targets).map((to) => `${from} -> ${to}`)
    );
    assert.deepEqual([...found].sort(), arrows.sort());
  });

  test(`${name} has no arrow that points upwards`, () => {
    const order = Object.keys(rooms);
    for (const [from, targets] of Object.entries(rooms)) {
      for (const to of Object.keys(targets)) assert.ok(order.indexOf(to) < order.indexOf(from), `${from} -> ${to}`);
    }
  });
}

test("src has rooms in the folders of the table alone", () => {
  const folders = new Set(files.map((path) => path.split("/").slice(0, -2).join("/")));
  assert.deepEqual([...folders].sort(), Object.keys(ROOMS).sort());
});

test("src has at most fifteen arrows between its rooms", () => {
  const count = Object.values(ROOMS[""]!).reduce((sum, targets) => sum + Object.keys(targets).length, 0);
  assert.ok(count <= 15, `${count} arrows`);
});

test("CONTRIBUTING has the rooms of src with what each imports, and where else than web APIs may be used", async () => {
  const text = await readFile(new URL("../.github/CONTRIBUTING.md", import.meta.url), "utf8");
  const codes = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
  const rows = text.match(/^\| room +\|[^]*?\n\n/m)![0].trim().split("\n").slice(2).map((row) => row.split("|"));
  const found = rows.map(([, room, , targets]) => [...codes(room!), codes(targets!)]);
  assert.deepEqual(found, Object.entries(ROOMS[""]!).map(([room, targets]) => [room, Object.keys(targets)]));
  const native = text.match(/uses web APIs only, except in ([^]*?), which/)![1]!;
  assert.deepEqual(codes(native).map((room) => `${room}/`), NATIVE_ROOMS);
});

test("src uses only web APIs, except where it meets files, processes and sockets", async () => {
  const wrong: string[] = [];
  for (const path of files) {
    if (!NATIVE_ROOMS.some((room) => path.startsWith(room)) && NATIVE.test(await codeOf(path))) wrong.push(path);
  }
  assert.deepEqual(wrong, []);
});

test("src has no import cycles, type imports included", () => {
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
