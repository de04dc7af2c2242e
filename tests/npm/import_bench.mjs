// How long Node takes to import the installed package, against one file that holds all of it: deno task bench:import
//
// Each import happens in a process of its own, in turn; the ratio is that of the medians.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const ROUNDS = 25;
const root = fileURLToPath(new URL("../../", import.meta.url));
const node24 = `${root}tests/runtimes/node_modules/node24/bin/node`;
const node = existsSync(node24) ? node24 : "node";
const folder = mkdtempSync(`${tmpdir()}/kubecast-import-`);
try {
  writeFileSync(`${folder}/package.json`, '{ "private": true, "type": "module" }');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", `${root}dist/kubecast-events.tgz`], { cwd: folder });
  const installed = `${folder}/node_modules/@kubecast/events/mod.js`;
  const bundled = `${folder}/bundle.js`;
  buildSync({ entryPoints: [installed], outfile: bundled, bundle: true, format: "esm", platform: "node" });
  const program = `const started = performance.now(); await import(process.argv[1]);
    process.stdout.write(String(performance.now() - started));`;
  const importMs = (file) =>
    Number(
      execFileSync(node, ["--input-type=module", "--eval", program, pathToFileURL(file).href], { encoding: "utf8" }),
    );
  const times = { installed: [], bundled: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.installed.push(importMs(installed));
    times.bundled.push(importMs(bundled));
  }
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  const [package_, file] = [median(times.installed), median(times.bundled)];
  const version = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  console.log(
    `Node ${version}: the package ${package_.toFixed(1)} ms, one file ${file.toFixed(1)} ms, ${
      (package_ / file).toFixed(2)
    }x`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
