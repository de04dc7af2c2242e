// What each entry point costs in a bundle, dependencies included; that mod.ts and what is imported of it alone keep to
// their budgets; and that mod.ts holds neither the server, the doubles nor what is for those who come from client-go, and
// no package but lru-cache: deno task more size
import { gzipSync } from "node:zlib";

/**
 * The most that a bundle of these names of an entry point may take, minified and gzipped (level 9): to exceed it, save bytes
 * elsewhere or raise it with a reason. What bundlers cannot drop is in all of them: static blocks, tables with spreads,
 * products, calls and `new` at the top level, and subclasses of the platform's classes.
 */
const BUDGETS: readonly (readonly [file: string, names: string, bytes: number])[] = [
  // 4 KB more than before events were written in order per object, outages cost none, and likely mistakes had a line.
  ["mod.ts", "*", 52_600],
  ["mod.ts", "EventBroadcaster, FetchEventSink", 52_000],
  ["mod.ts", "Broadcaster", 5_300],
  ["mod.ts", "StatusError", 2_750], // of which some 500 read the errors of other clients
  ["mod.ts", "rbacRules", 250],
  ["src/client_go/mod.ts", "sprintf", 2_900], // the verbs that people use, with width, precision and flags
  ["src/client_go/mod.ts", "getFieldSelector", 800],
];

/** What only `./client-go` exports: nobody who imports from mod.ts pays for it. */
const clientGoAlone = [
  "record/broadcaster/filter_watch.ts",
  "record/event_broadcaster/event_broadcaster_adapter.ts",
  "read/reader/get_field_selector.ts",
  "record/recorder/event_recorder_adapter.ts",
];

/** The rooms that mod.ts is made of. */
const rooms = ["base", "connect", "record"];

async function deno(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" } })
    .output();
  if (!success) throw new Error(`Cannot measure the size: deno ${args[0]} failed\n${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

// The module graph lists the modules of the bundle; its text shows that no other code got in.
const { modules } = JSON.parse(await deno("info", "--json", "mod.ts")) as { modules: { specifier: string }[] };
const root = `file://${Deno.cwd()}/src/`;
const strangers = modules.map(({ specifier }) => specifier).filter((specifier) => {
  if (specifier.startsWith("npm:")) return !/^npm:\/?lru-cache@/.test(specifier);
  if (!specifier.startsWith(root)) return false;
  const path = specifier.slice(root.length);
  return clientGoAlone.includes(path) || !rooms.includes(path.split("/")[0]!);
});
if (strangers.length > 0) throw new Error(`Cannot ship mod.ts: it imports ${strangers.join(", ")}`);

Deno.mkdirSync("dist", { recursive: true });

async function bundled(
  entry: string,
  platform: "browser" | "deno" = "browser",
): Promise<{ text: string; bytes: number; gzippedBytes: number; sizes: string }> {
  await deno("bundle", "--quiet", "--platform", platform, "--minify", "--output", "dist/size.min.js", entry);
  const code = await Deno.readFile("dist/size.min.js");
  const bytes = code.length;
  const gzippedBytes = gzipSync(code, { level: 9 }).length;
  const sizes = `${bytes} bytes minified, ${gzippedBytes} bytes minified and gzipped`;
  return { text: new TextDecoder().decode(code), bytes, gzippedBytes, sizes };
}

const rows: string[] = [];
function addRow(what: string, { bytes, gzippedBytes }: { bytes: number; gzippedBytes: number }): void {
  rows.push(`| ${what} | ${bytes.toLocaleString("en")} bytes | ${gzippedBytes.toLocaleString("en")} bytes |`);
}

for (const [file, names, budget] of BUDGETS) {
  Deno.writeTextFileSync("dist/size.ts", `export ${names === "*" ? names : `{ ${names} }`} from "../${file}";\n`);
  const bundle = await bundled("dist/size.ts");
  const { text, gzippedBytes, sizes } = bundle;
  for (const name of ["EventsApiServer", "FakeRecorder", "apiVersions", "/var/run/secrets"]) {
    if (text.includes(name)) throw new Error(`Cannot ship ${file}: its bundle holds ${name}`);
  }
  if (gzippedBytes > budget) {
    throw new Error(`Cannot ship { ${names} } of ${file}: ${sizes}, with a budget of ${budget}`);
  }
  addRow(
    names === "*" ? "`@kubecast/events`" : `… \`{ ${names} }\` alone${file === "mod.ts" ? "" : ", of `/client-go`"}`,
    bundle,
  );
}

/** The most that an entry point may take. */
const ENTRY_BUDGETS: Record<string, number> = { "./server": 38_000 };

/** Entry points that need files or processes, so that browsers have no use for them. */
const native = ["./in-cluster", "./kubeconfig", "./client-node", "./listen", "./cli"];
const { exports } = JSON.parse(Deno.readTextFileSync("deno.json")) as { exports: Record<string, string> };
for (const [path, file] of Object.entries(exports)) {
  if (path === ".") continue;
  const bundle = await bundled(file, native.includes(path) ? "deno" : "browser");
  const budget = ENTRY_BUDGETS[path];
  if (budget !== undefined && bundle.gzippedBytes > budget) {
    throw new Error(`Cannot ship ${path}: ${bundle.sizes}, with a budget of ${budget}`);
  }
  addRow(`\`@kubecast/events${path.slice(1)}\``, bundle);
}
console.log(`no module of mod.ts lies outside src/{${rooms.join(",")}} and lru-cache`);

for (const row of ["| entry point | minified | gzipped |", "| --- | ---: | ---: |", ...rows]) console.log(row);
