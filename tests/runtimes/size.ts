// What each entry point costs in a bundle, dependencies included; that mod.ts and what is imported of it alone keep to
// their budgets; and that mod.ts holds neither the server nor the doubles, and no package but lru-cache:
// deno task more size
import { gzipSync } from "node:zlib";

/**
 * The most that a bundle of these names of mod.ts may take, minified and gzipped (level 9): to exceed it, save bytes
 * elsewhere or raise it with a reason. What bundlers cannot drop is in all of them: static blocks, tables with spreads,
 * calls and `new` at the top level, and subclasses of the platform's classes.
 */
const BUDGETS: Record<string, number> = {
  // What leaving out a folder saves: recording 14,400, correlator 4,800 and its lru-cache 5,700, recorder 7,300 (Go's
  // formatting 3,700), api 6,000 (errors of requests 2,300), sink and connection 4,800 (`check()` 2,700), broadcaster
  // 4,500, event_broadcaster 2,300. Texts longer than 14 characters are 6,000 of all.
  "*": 53_400,
  "EventBroadcaster, FetchEventSink": 51_700,
  "Broadcaster": 6_600,
  "sprintf": 4_600,
  "StatusError": 2_300,
  "rbacRules": 400,
  "getFieldSelector": 900,
};

const stations = [
  "api",
  "connection",
  "recorder",
  "broadcaster",
  "correlator",
  "sink",
  "recording",
  "event_broadcaster",
];

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
  // A function of two imports, for readers of the events that are recorded.
  if (specifier === `${root}reader/get_field_selector.ts`) return false;
  return specifier.startsWith(root) && !stations.includes(specifier.slice(root.length).split("/")[0]!);
});
if (strangers.length > 0) throw new Error(`Cannot ship mod.ts: it imports ${strangers.join(", ")}`);

Deno.mkdirSync("dist", { recursive: true });

async function bundled(
  entry: string,
  platform: "browser" | "deno" = "browser",
): Promise<{ text: string; gzippedBytes: number; sizes: string }> {
  await deno("bundle", "--quiet", "--platform", platform, "--minify", "--output", "dist/size.min.js", entry);
  const bytes = await Deno.readFile("dist/size.min.js");
  const gzippedBytes = gzipSync(bytes, { level: 9 }).length;
  const sizes = `${bytes.length} bytes minified, ${gzippedBytes} bytes minified and gzipped`;
  return { text: new TextDecoder().decode(bytes), gzippedBytes, sizes };
}

for (const [names, budget] of Object.entries(BUDGETS)) {
  Deno.writeTextFileSync("dist/size.ts", `export ${names === "*" ? names : `{ ${names} }`} from "../mod.ts";\n`);
  const { text, gzippedBytes, sizes } = await bundled("dist/size.ts");
  for (const name of ["EventsApiServer", "FakeRecorder", "apiVersions", "/var/run/secrets"]) {
    if (text.includes(name)) throw new Error(`Cannot ship mod.ts: its bundle holds ${name}`);
  }
  if (gzippedBytes > budget) {
    throw new Error(`Cannot ship { ${names} } of mod.ts: ${sizes}, with a budget of ${budget}`);
  }
  console.log(`{ ${names} }: ${sizes}`);
}

/** Entry points that need files or processes, so that browsers have no use for them. */
const native = ["./in-cluster", "./kubeconfig", "./cli"];
const { exports } = JSON.parse(Deno.readTextFileSync("deno.json")) as { exports: Record<string, string> };
for (const [path, file] of Object.entries(exports)) {
  if (path === ".") continue;
  const { sizes } = await bundled(file, native.includes(path) ? "deno" : "browser");
  console.log(`@kubecast/events${path.slice(1)}: ${sizes}`);
}
console.log(`no module of mod.ts lies outside src/{${stations.join(",")}} and lru-cache`);
