// How much mod.ts costs a page, in bytes, and that neither the server nor the doubles are in it: deno task size

const stations = ["api", "recorder", "broadcaster", "correlator", "sink"];

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

// The module graph says what the bundle is made of; its text, that no code of theirs came by another way.
const { modules } = JSON.parse(await deno("info", "--json", "mod.ts")) as { modules: { specifier: string }[] };
const root = `file://${Deno.cwd()}/src/`;
const strangers = modules.map(({ specifier }) => specifier)
  .filter((specifier) => specifier.startsWith(root) && !stations.includes(specifier.slice(root.length).split("/")[0]!));
if (strangers.length > 0) throw new Error(`Cannot ship mod.ts: it imports ${strangers.join(", ")}`);

Deno.mkdirSync("dist", { recursive: true });
await deno("bundle", "--quiet", "--platform", "browser", "--minify", "--output", "dist/mod.min.js", "mod.ts");
const bytes = await Deno.readFile("dist/mod.min.js");
const text = new TextDecoder().decode(bytes);
for (const name of ["EventsApiServer", "FakeRecorder", "apiVersions", "serviceaccount"]) {
  if (text.includes(name)) throw new Error(`Cannot ship mod.ts: its bundle holds ${name}`);
}
console.log(`mod.ts: ${bytes.length} bytes minified, ${await gzipped(bytes)} bytes minified and gzipped`);
console.log(`no module of it lies outside src/{${stations.join(",")}}`);
