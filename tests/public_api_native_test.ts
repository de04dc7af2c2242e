import { test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { execPath, versions } from "node:process";
import { promisify } from "node:util";
import { readPublicApi, SNAPSHOT } from "./public_api/read.ts";

const root = new URL("../", import.meta.url);
const files = (await readdir(new URL("src/", root), { recursive: true }))
  .filter((path) => path.endsWith(".ts"))
  .map((path) => `src/${path.replaceAll("\\", "/")}`);

/** A number or string as in code, without digit separators. */
function literal(text: string): string {
  return text.replace(/(?<=\d)_(?=\d)/g, "").trim();
}

test("src documents the same defaults that its code has", async () => {
  const sources = new Map<string, string>();
  for (const path of files) sources.set(path, await readFile(new URL(path, root), "utf8"));
  const given = new Set<string>();
  for (const source of sources.values()) {
    for (const [, name, value] of source.matchAll(/\b(\w+)(?:: \w+)? = (-?[\d_.]+|"[^"]*"|true|false)(?=[,\s})])/g)) {
      given.add(`${name} = ${literal(value!)}`);
    }
    // In a table of options: its check, then its default.
    for (const [, name, value] of source.matchAll(/\b(\w+): \[[^[\]\n]+, (-?[\d_.]+|"[^"]*"|true|false)\]/g)) {
      given.add(`${name} = ${literal(value!)}`);
    }
  }
  const wrong: string[] = [];
  let documented = 0;
  for (const [path, source] of sources) {
    const docs = source.matchAll(
      /@default \{(-?[\d_.]+|"[^"]*"|true|false)\}(?:(?!\*\/)[\s\S])*\*\/\s*(?:readonly )?(\w+)\?:/g,
    );
    for (const [, value, name] of docs) {
      documented++;
      if (!given.has(`${name} = ${literal(value!)}`)) wrong.push(`${path}: ${name} is documented as ${value}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(documented > 20, `${documented} defaults documented`);
});

test("mod.ts exports by name, in the order of the data path, and shadows no web global", async () => {
  const mod = await readFile(new URL("mod.ts", root), "utf8");
  assert.ok(!mod.includes("export *"));
  const headings = [...mod.matchAll(/^\/\/ (.*)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    "Start here",
    "1 record",
    "2 watch",
    "3 correlate",
    "4 write",
    "What travels",
  ]);
  const exported = Object.keys(await import("../mod.ts"));
  assert.deepEqual(exported.filter((name) => name in globalThis), []);
});

test("mod.ts exports the documented names", async () => {
  const exported = new Set(Object.keys(await import("../mod.ts")));
  const promised = [
    ..."createEventRecorder EventBroadcaster FetchEventSink Watcher Broadcaster BroadcasterStoppedError".split(" "),
    ..."getEventIdentity StatusError ConnectionError RequestConstructionError rbacRules".split(" "),
  ];
  assert.deepEqual([...exported].sort(), promised.sort());
});

test("src/read/mod.ts exports the documented names, and shadows no web global", async () => {
  const exported = Object.keys(await import("../src/read/mod.ts"));
  assert.deepEqual(exported.sort(), [
    "EventReader",
    "StatusError",
    "forward",
    "leaseCheckpoint",
    "readerRbacRules",
    "toOccurrence",
  ]);
  assert.deepEqual(exported.filter((name) => name in globalThis), []);
});

const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  "mod.ts": ["Events", "Recorder", "Broadcaster", "Correlator", "Sink", "Connection"],
  "src/serve/server/mod.ts": ["Server", "Faults"],
  "src/read/mod.ts": ["Reader", "Forwarding", "Connection"],
  "src/read/timeline/mod.ts": ["Timeline"],
  "src/read/opentelemetry/mod.ts": ["OpenTelemetry"],
  "src/serve/testing/mod.ts": ["Testing"],
  "src/client_go/mod.ts": ["Events", "Recorder", "Broadcaster", "Correlator", "Sink"],
  "src/connect/in_cluster/mod.ts": ["Connection"],
  "src/connect/kubeconfig/mod.ts": ["Connection"],
  "src/connect/client_node/mod.ts": ["Connection"],
  "src/serve/listen/mod.ts": ["Server"],
  "src/app/cli/mod.ts": ["Command"],
};

interface Documentation {
  readonly nodes: Readonly<Record<string, { readonly symbols: readonly DocumentedSymbol[] }>>;
}

interface DocumentedSymbol {
  readonly name: string;
  readonly declarations: readonly {
    readonly kind: string;
    readonly jsDoc?: { readonly tags?: readonly { readonly kind: string; readonly doc?: string }[] };
  }[];
}

test("mod.ts and the other entry points give every export a @category", { skip: !("deno" in versions) }, async () => {
  const entryPoints: string[] = Object.values(JSON.parse(await readFile(new URL("deno.json", root), "utf8")).exports);
  assert.deepEqual(entryPoints.map((path) => path.slice("./".length)).sort(), Object.keys(CATEGORIES).sort());
  const documented = await promisify(execFile)(execPath, ["doc", "--json", ...Object.keys(CATEGORIES)], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const { nodes } = JSON.parse(documented.stdout) as Documentation;
  assert.ok(nodes[new URL("mod.ts", root).href]!.symbols.length <= 62, "a type that one method uses needs no name");
  for (const [path, categories] of Object.entries(CATEGORIES)) {
    const { symbols } = nodes[new URL(path, root).href]!;
    const found = new Set<string | undefined>();
    for (const { name, declarations } of symbols) {
      // A type of another entry point is documented there.
      if (declarations.every(({ kind }) => kind === "reference")) continue;
      const tags = declarations.flatMap(({ jsDoc }) => jsDoc?.tags ?? []).filter(({ kind }) => kind === "category");
      const [category, ...others] = new Set(tags.map(({ doc }) => doc));
      assert.deepEqual(others, [], `${path} ${name}`);
      assert.ok(categories.includes(category!), `${path} ${name}: ${category}`);
      found.add(category);
    }
    assert.deepEqual([...found].sort(), [...categories].sort(), path);
  }
});

test("the public API is the one of public_api.txt", { skip: !("deno" in versions) }, async () => {
  const [found, kept] = [await readPublicApi(), await readFile(SNAPSHOT, "utf8")].map((text) => text.split("\n"));
  const [added, removed] = [[found!, kept!], [kept!, found!]].map(([some, others]) =>
    some!.filter((line) => !others!.includes(line))
  );
  const diff = [...removed!.map((line) => `- ${line}`), ...added!.map((line) => `+ ${line}`)].join("\n");
  assert.ok(
    found!.join("\n") === kept!.join("\n"),
    `The public API has changed. If it should, run \`deno task api\` and add a line to CHANGELOG.md.\n${diff}`,
  );
});

test("deno.lock contains only the package's own dependencies, and none of the examples'", async () => {
  const { dependencies } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
  const { specifiers } = JSON.parse(await readFile(new URL("deno.lock", root), "utf8"));
  const locked = Object.keys(specifiers).map((specifier) => specifier.replace(/^npm:(.+)@.*$/, "$1"));
  assert.deepEqual(locked.sort(), Object.keys(dependencies).filter((name) => !name.startsWith("@std/")).sort());
});
