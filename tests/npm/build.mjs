// Builds the npm package into dist/npm, and its tarball dist/kubecast-events.tgz: deno task npm
//
// tsdown (rolldown, with declarations by isolatedDeclarations) bundles: one file for each entry point plus what they
// share loads faster than 130 modules, keeps names and comments, and keeps the members that a Symbol names in the
// declarations. The stand-in of @std/async goes into the bundle, or with STD=folder the genuine package of that folder.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

const root = fileURLToPath(new URL("../../", import.meta.url));
const out = `${root}dist/npm`;
const readJson = (file) => JSON.parse(readFileSync(root + file, "utf8"));
const { name, version, description, license, exports: modules } = readJson("deno.json");
const {
  dependencies: { "@std/async": _bundled, ...dependencies },
  keywords,
  homepage,
  bugs,
  repository,
} = readJson("package.json");

/** The entry points by name: `mod` is ".", all others are called as they are imported. */
const entries = Object.fromEntries(
  Object.entries(modules).map(([path, file]) => [path === "." ? "mod" : path.slice(2), file]),
);

rmSync(out, { recursive: true, force: true });
await build({
  cwd: root,
  config: false,
  logLevel: "warn",
  entry: entries,
  outDir: out,
  format: "esm",
  platform: "neutral",
  // In a program bundled with the package, the command's module would take itself for the program.
  define: { "import.meta.main": "false" },
  target: "es2022", // lowers `using`, which Node 20 lacks
  hash: false,
  dts: true,
  // The code keeps its names and comments: maps would carry its text twice.
  sourcemap: false,
  // In place of a file for each set of entry points that share something: every file more takes Node time to load.
  outputOptions: {
    // Else errors of the compiler name `import("…").n`.
    minifyInternalExports: false,
    codeSplitting: { groups: [{ name: "connection", test: /\/src\/(base\/\w+|connect\/connection)\/\w+\.ts$/ }] },
  },
  alias: { "@std/async/delay": `${process.env.STD ?? `${root}tests/offline/std_async`}/delay.ts` },
  deps: { alwaysBundle: [/^@std\//], neverBundle: [...Object.keys(dependencies), /^node:/] },
});

// Declarations use the types of disposables, which few projects have in `lib`. Those of an entry point begin with its
// page, which the bundler drops.
for (const file of readdirSync(out).filter((file) => file.endsWith(".d.ts"))) {
  const path = `${out}/${file}`;
  const entry = entries[basename(file, ".d.ts")];
  const [page] = entry === undefined ? [""] : /^\/\*\*.*?\*\/\n/s.exec(readFileSync(root + entry, "utf8"));
  writeFileSync(path, `/// <reference lib="esnext.disposable" />\n${page}${readFileSync(path, "utf8")}`);
}

const target = (entry) => ({ types: `./${entry}.d.ts`, default: `./${entry}.js` });
writeFileSync(
  `${out}/package.json`,
  JSON.stringify(
    {
      name,
      version,
      description,
      keywords,
      homepage,
      bugs,
      license,
      repository,
      type: "module",
      engines: { node: ">=20" },
      sideEffects: ["./kubecast.js"],
      bin: { kubecast: "kubecast.js" },
      // For resolutions that know no `exports`: TypeScript's `node10`, which is the default of `module: commonjs`.
      main: "./mod.js",
      types: "./mod.d.ts",
      exports: {
        ...Object.fromEntries(
          Object.keys(entries).map((entry) => [entry === "mod" ? "." : `./${entry}`, target(entry)]),
        ),
        "./package.json": "./package.json",
      },
      dependencies,
    },
    null,
    2,
  ),
);
writeFileSync(
  `${out}/kubecast.js`,
  `#!/usr/bin/env node
import process from "node:process";
import { main } from "./cli.js";

process.exit(await main(process.argv.slice(2)));
`,
  { mode: 0o755 },
);
for (const file of ["README.md", "LICENSE", ".github/CHANGELOG.md"]) cpSync(root + file, `${out}/${basename(file)}`);
let notices = readFileSync(`${root}tests/npm/NOTICES.md`, "utf8");
if (process.env.STD) {
  // The license of just what is bundled.
  const license = readFileSync(`${process.env.STD}/../LICENSE`, "utf8").trimEnd();
  notices = notices.replace(/(?<=```text\n)[^`]*(?=\n```)/, () => license);
  if (!notices.includes(license)) throw new Error("Cannot build the package: NOTICES.md has no room for a license");
}
writeFileSync(`${out}/NOTICES.md`, notices);

mkdirSync(`${root}dist`, { recursive: true });
const [{ filename }] = JSON.parse(
  execFileSync("npm", ["pack", out, "--json", "--pack-destination", `${root}dist`], { encoding: "utf8" }),
);
renameSync(`${root}dist/${filename}`, `${root}dist/kubecast-events.tgz`);
console.log(`dist/kubecast-events.tgz: ${name} ${version} with ${Object.keys(entries).join(", ")}`);
