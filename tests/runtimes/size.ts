// What each entry point costs in a bundle, dependencies included; that mod.ts keeps to its budget, and holds neither the
// server nor the doubles, and no package but lru-cache; and what is left of it for a page that imports its Broadcaster
// alone: deno task more size

/**
 * The most that mod.ts may take, minified and gzipped: to exceed it, save bytes elsewhere or raise it with a reason.
 * 3,000 of them are the questions, problems and fixes of `FetchEventSink.check()`.
 */
const BUDGET_BYTES = 51_500;

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

async function gzipped(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

// The module graph lists the modules of the bundle; its text shows that no other code got in.
const { modules } = JSON.parse(await deno("info", "--json", "mod.ts")) as { modules: { specifier: string }[] };
const root = `file://${Deno.cwd()}/src/`;
const strangers = modules.map(({ specifier }) => specifier).filter((specifier) => {
  if (specifier.startsWith("npm:")) return !/^npm:\/?lru-cache@/.test(specifier);
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
  const gzippedBytes = await gzipped(bytes);
  const sizes = `${bytes.length} bytes minified, ${gzippedBytes} bytes minified and gzipped`;
  return { text: new TextDecoder().decode(bytes), gzippedBytes, sizes };
}

const { text, gzippedBytes, sizes } = await bundled("mod.ts");
for (const name of ["EventsApiServer", "FakeRecorder", "apiVersions", "/var/run/secrets"]) {
  if (text.includes(name)) throw new Error(`Cannot ship mod.ts: its bundle holds ${name}`);
}
if (gzippedBytes > BUDGET_BYTES) throw new Error(`Cannot ship mod.ts: ${sizes}, with a budget of ${BUDGET_BYTES}`);
console.log(`@kubecast/events: ${sizes}`);

Deno.writeTextFileSync("dist/size.ts", 'export { Broadcaster } from "../mod.ts";\n');
const alone = await bundled("dist/size.ts");
if (alone.text.length > text.length / 3) throw new Error(`Cannot shake mod.ts: Broadcaster alone takes ${alone.sizes}`);
console.log(`Broadcaster alone: ${alone.sizes}`);

/** Entry points that need files or processes, so that browsers have no use for them. */
const native = ["./in-cluster", "./kubeconfig", "./cli"];
const { exports } = JSON.parse(Deno.readTextFileSync("deno.json")) as { exports: Record<string, string> };
for (const [path, file] of Object.entries(exports)) {
  if (path === ".") continue;
  const { sizes } = await bundled(file, native.includes(path) ? "deno" : "browser");
  console.log(`@kubecast/events${path.slice(1)}: ${sizes}`);
}
console.log(`no module of mod.ts lies outside src/{${stations.join(",")}} and lru-cache`);
