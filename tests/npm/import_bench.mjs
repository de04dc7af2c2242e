// How long Node takes to import the installed package, against one file that holds all of it: deno task more bench:import
//
// Each import happens in a process of its own, in turn; the ratios are those of the medians. That of the processor's time
// is the one to go by where other programs run too.
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
  const program = `const [cpu, started] = [process.cpuUsage(), performance.now()];
    await import(process.argv[1]);
    const { user, system } = process.cpuUsage(cpu);
    process.stdout.write(JSON.stringify([performance.now() - started, (user + system) / 1000]));`;
  const importMs = (file) => {
    const args = ["--input-type=module", "--eval", program, pathToFileURL(file).href];
    return JSON.parse(execFileSync(node, args, { encoding: "utf8" }));
  };
  const runs = { installed: [], bundled: [] };
  for (let round = 0; round < ROUNDS; round++) {
    runs.installed.push(importMs(installed));
    runs.bundled.push(importMs(bundled));
  }
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
  console.log(`Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`);
  for (const [index, what] of ["time", "processor's time"].entries()) {
    const [package_, file] = [runs.installed, runs.bundled].map((run) => median(run.map((values) => values[index])));
    const ratio = (package_ / file).toFixed(2);
    console.log(`${what}: the package ${package_.toFixed(1)} ms, one file ${file.toFixed(1)} ms, ${ratio}x`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
