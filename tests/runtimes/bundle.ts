// Bundles the tests for runtimes without node:test, into dist/tests.mjs (a module) and dist/tests.js (a script):
// deno run -A --no-config tests/runtimes/bundle.ts [STD]   (STD as in derive_config.ts)
import { deriveConfig } from "./derive_config.ts";

/** Folders whose tests are not for every runtime. */
const excluded = new Set(["node_modules", "bench", "cluster"]);

function* testFiles(folder: string): Generator<string> {
  for (const { name, isDirectory } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (isDirectory && !excluded.has(name)) yield* testFiles(`${folder}/${name}`);
    else if (name.endsWith("_test.ts") && !name.endsWith("_native_test.ts")) yield `${folder}/${name}`;
  }
}

async function deno(...args: string[]): Promise<void> {
  const { success } = await new Deno.Command(Deno.execPath(), { args }).spawn().status;
  if (!success) Deno.exit(1);
}

const config = deriveConfig("bundle", Deno.args[0]);
const files = [...testFiles("tests")];
Deno.mkdirSync("dist", { recursive: true });
Deno.writeTextFileSync(
  "dist/all_tests.ts",
  files.map((file) => `import "../${file}";\n`).join("") + `import { run } from "../tests/runtimes/harness.ts";
Object.assign(globalThis, { tests: { run } });
export { run };
`,
);
const vectors = [...Deno.readDirSync("tests/parity/vectors")].map(({ name }) => {
  return [name.replace(".ndjson", ""), Deno.readTextFileSync(`tests/parity/vectors/${name}`)];
});
Deno.writeTextFileSync(
  "dist/vectors.ts",
  `const vectors: Record<string, string> = ${JSON.stringify(Object.fromEntries(vectors))};
export const readVectors = (part: string): string => vectors[part]!;
`,
);
const common = ["--quiet", "--no-lock", "--config", config];
// Fails for tests that use more of node:test and node:assert than this folder has.
await deno("check", ...common, "dist/all_tests.ts");
for (const [format, output] of [["esm", "dist/tests.mjs"], ["iife", "dist/tests.js"]] as const) {
  await deno("bundle", ...common, "--platform", "browser", "--format", format, "--output", output, "dist/all_tests.ts");
}
