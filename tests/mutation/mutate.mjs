/**
 * Makes small mistakes in `src`, one at a time, and tells which of them the tests notice:
 *
 *     deno task mutate [--count=200] [--seed=1] [--under=src/broadcaster] [--only=src/api/time.ts:12]
 *
 * Each mistake is made in a copy. The tests of its folder run first, the rest only where they notice nothing. A mistake
 * that makes a test hang counts for itself: a limit says nothing of what is wrong. Of those that survive, some change
 * nothing that anybody could see; that is for a person to judge. Runs of the same seed over the same sources are the same.
 */

import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants.mjs";

const root = new URL("../..", import.meta.url).pathname;
const deno = join(root, "tests/runtimes/node_modules/.bin/deno");
/** Limits for what hangs: of the tests of a folder, and of all. */
const [NEAR_LIMIT_MS, LIMIT_MS] = [45_000, 300_000];

/** The folders whose tests are nearest to those of `src`, where the name is not enough. */
const NEAREST = {
  api: ["api", "recorder"],
  connection: ["connection", "sink"],
  broadcaster: ["broadcaster", "testing"],
};
/** Tests that need what is not in a copy, or look at the sources themselves. */
const LEFT_OUT =
  /tests\/(cluster|clients|npm|runtimes|bench|mutation)\/|kubectl_native|(examples|readme|import_arrows|public_api)_native/;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    under: { type: "string", default: "src" },
    only: { type: "string" },
  },
});

/** Numbers of at least 0 and less than 1: the same for the same seed (mulberry32). */
function generator(seed) {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  };
}

function filesUnder(folder, pattern) {
  const paths = readdirSync(join(copy, folder), { recursive: true }).map((path) => join(folder, path));
  return paths.filter((path) => pattern.test(path) && !path.includes("node_modules")).sort();
}

/** Copies what is in version control, or could be, and links what is installed. */
function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), "mutation-"));
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const path of list.trim().split("\n")) {
    if (!existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  for (const path of ["node_modules", "tests/runtimes/node_modules"]) {
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path));
  }
  return copy;
}

/** How a run of tests ends: `"passed"`, `"failed"` by an assertion or another error, or `"hung"`. */
function runTests(copy, files, limitMs) {
  if (files.length === 0) return Promise.resolve({ end: "passed" });
  const args = ["test", "--no-check", "--frozen", "-A", "--quiet", "--fail-fast", ...files];
  return new Promise((resolve) => {
    const child = spawn(deno, args, { cwd: copy, env: { ...process.env, NO_COLOR: "1" }, detached: true });
    let output = "";
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      process.kill(-child.pid, "SIGKILL");
    }, limitMs);
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output += data);
    child.on("close", (code) => {
      clearTimeout(timer);
      const failed = /^(.*) \.\.\. FAILED/m.exec(output)?.[1] ?? /^error: (.*)/m.exec(output)?.[1] ?? "";
      const stuck = late || /Promise resolution is still pending/.test(output);
      resolve({ end: stuck ? "hung" : code === 0 ? "passed" : "failed", by: late ? "the limit" : failed });
    });
  });
}

const copy = copyTree();
const tests = filesUnder("tests", /_test\.ts$/).filter((path) => !LEFT_OUT.test(path));

/** The tests of a mutant's folder, and those that run in addition where these notice nothing. */
function testsFor({ file }) {
  const [, folder] = file.split("/");
  const folders = (NEAREST[folder] ?? [folder]).map((name) => `tests/${name}/`);
  const near = tests.filter((path) => folders.some((name) => path.startsWith(name)));
  return [near, tests.filter((path) => !near.includes(path) && !path.includes("_native_"))];
}

function chosenMutants() {
  const all = filesUnder("src", /\.ts$/).flatMap((file) => mutantsOf(file, readFileSync(join(copy, file), "utf8")));
  if (values.only) return all.filter(({ file, line }) => `${file}:${line}` === values.only);
  const candidates = all.filter(({ file }) => file.startsWith(values.under));
  const random = generator(Number(values.seed));
  const chosen = [];
  while (chosen.length < Number(values.count) && candidates.length > 0) {
    chosen.push(...candidates.splice(Math.floor(random() * candidates.length), 1));
  }
  console.log(`${chosen.length} of ${all.length} mutants, seed ${values.seed}`);
  return chosen;
}

function describe({ file, line, kind, start, end, replacement }) {
  const before = readFileSync(join(copy, file), "utf8").slice(start, end).replace(/\s+/g, " ");
  return `${file}:${line} ${kind}: ${before.slice(0, 90)} → ${replacement.slice(0, 90) || "(nothing)"}`;
}

/** Runs tests over a source that has a mistake in it. */
async function tryMutant(mutant, files, limitMs) {
  const { file, start, end, replacement } = mutant;
  const text = readFileSync(join(copy, file), "utf8");
  const line = describe(mutant);
  writeFileSync(join(copy, file), text.slice(0, start) + replacement + text.slice(end));
  const result = await runTests(copy, files, limitMs);
  writeFileSync(join(copy, file), text);
  const word = { failed: "caught", hung: "HANGS", passed: "unseen" }[result.end];
  console.log(`${word} ${line}${result.by ? ` [${result.by}]` : ""}`);
  return result.end;
}

const ends = { failed: [], hung: [], passed: [] };
try {
  const unchanged = await runTests(copy, tests, LIMIT_MS);
  if (unchanged.end !== "passed") throw new Error(`Cannot begin: without a mistake, tests fail: ${unchanged.by}`);
  const unseen = [];
  for (const mutant of chosenMutants()) {
    const end = await tryMutant(mutant, testsFor(mutant)[0], NEAR_LIMIT_MS);
    (end === "passed" ? unseen : ends[end]).push(mutant);
  }
  console.log(`${unseen.length} unseen by the tests of their folder; now the others`);
  for (const mutant of unseen) ends[await tryMutant(mutant, testsFor(mutant)[1], LIMIT_MS)].push(mutant);
} finally {
  rmSync(copy, { recursive: true });
}
console.log(`\n${ends.failed.length} caught, ${ends.hung.length} hang, ${ends.passed.length} survive:`);
for (const { file, line, kind } of ends.passed) console.log(`${file}:${line} ${kind}`);
