/**
 * Makes small mistakes in `src`, one at a time, and reports which of them the tests notice:
 *
 *     deno task more mutate [--count=200] [--seed=1] [--under=src/record/broadcaster] [--only=src/base/tools/time.ts:12]
 *         [--match='number by one'] [--near] [--workers=2]
 *
 * Each mistake is made in a copy. The tests run with leak checks: those of its folder first, the rest only where they
 * notice nothing, and not at all with `--near`. A mistake counts as caught if an assertion fails, even if another test
 * hangs: a limit alone does not name the fault. Of those that survive, some change nothing observable;
 * that is for a person to judge. `--match` chooses among the mistakes whose line, as printed, matches a regular
 * expression. Runs of the same seed over the same sources are the same.
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
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants.mjs";

const root = new URL("../..", import.meta.url).pathname;
/** Limits for what hangs: seconds of computing, however slow the machine is, and a long time for what only waits. */
const [NEAR_CPU_SECONDS, ALL_CPU_SECONDS, LIMIT_MS, FILE_LIMIT_MS] = [30, 150, 200_000, 40_000];
/** How Deno reports a test that waits for what cannot come any more. */
const PENDING = "Promise resolution is still pending";

/** The folders whose tests are nearest to those of `src`, where the name is not enough. */
const NEAREST = {
  "base/event": ["base", "record/recorder"],
  "base/tools": ["base", "record/recorder"],
  "connect/connection": ["connect/connection", "record/sink"],
  "connect/in_cluster": ["connect/in_cluster", "connect/kubeconfig"],
  "record/broadcaster": ["record/broadcaster", "serve/testing"],
};
/** Tests that need what is not in a copy, or look at the sources themselves. */
const LEFT_OUT =
  /tests\/(cluster|clients|npm|runtimes|bench|mutation)\/|kubectl_native|(examples|readme|import_arrows|public_api)_native/;

/** Tests that only the mistakes of their own folder are for. */
const SLOW = /^tests\/(?!faults\/).*_native_/;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    under: { type: "string", default: "src" },
    only: { type: "string" },
    match: { type: "string", default: "" },
    near: { type: "boolean", default: false },
    workers: { type: "string", default: "1" },
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
function runTests(copy, files, { cpuSeconds, limitMs = LIMIT_MS, failFast = true }) {
  if (files.length === 0) return Promise.resolve({ end: "passed" });
  const args = [
    process.execPath,
    "test",
    "--no-check",
    "--no-lock",
    "-A",
    "--quiet",
    "--reporter=tap",
    ...files,
  ];
  if (failFast) args.push("--fail-fast");
  return new Promise((resolve) => {
    const child = spawn("sh", ["-c", `ulimit -t ${cpuSeconds}; exec "$@"`, "sh", ...args], {
      cwd: copy,
      env: { ...process.env, NO_COLOR: "1" },
      detached: true,
    });
    let output = "";
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      process.kill(-child.pid, "SIGKILL");
    }, limitMs);
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output += data);
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      late ||= signal !== null;
      // Each is printed as its test ends, with its message as JSON: also where a later test hangs.
      const failures = [...output.matchAll(/^ *not ok \d+ - (.*)\n *---\n *{"message":"(.*)/gm)];
      const [asserted] = failures.filter(([, , message]) => !message.startsWith(PENDING));
      const hangs = late || failures.length > 0;
      const end = code === 0 ? "passed" : hangs && asserted === undefined ? "hung" : "failed";
      const by = (asserted ?? (late ? [, "the limit"] : failures[0]))?.[1] ?? "";
      resolve({ end, by });
    });
  });
}

/** A copy for each worker; the first one also tells what there is. */
const copies = Array.from({ length: Number(values.workers) }, copyTree);
const [copy] = copies;
const tests = filesUnder("tests", /_test\.ts$/).filter((path) => !LEFT_OUT.test(path));

/** The tests that are named after a mutant's file, the others of its folder, and all others that are not slow. */
function testsFor({ file }) {
  const folder = dirname(file).split("/").slice(1, 3).join("/");
  const folders = (NEAREST[folder] ?? [folder]).map((name) => `tests/${name}/`);
  const near = tests.filter((path) => folders.some((name) => path.startsWith(name)));
  const named = near.filter((path) => basename(path).startsWith(basename(file, ".ts")));
  return {
    near: [named, near.filter((path) => !named.includes(path))],
    others: [tests.filter((path) => !near.includes(path) && !SLOW.test(path))],
  };
}

function chosenMutants() {
  const all = filesUnder("src", /\.ts$/).flatMap((file) => mutantsOf(file, readFileSync(join(copy, file), "utf8")));
  if (values.only) return all.filter(({ file, line }) => `${file}:${line}` === values.only);
  const pattern = new RegExp(values.match);
  const candidates = all.filter((mutant) => mutant.file.startsWith(values.under) && pattern.test(describe(mutant)));
  const random = generator(Number(values.seed));
  const chosen = [];
  while (chosen.length < Number(values.count) && candidates.length > 0) {
    chosen.push(...candidates.splice(Math.floor(random() * candidates.length), 1));
  }
  console.log(`${chosen.length} of ${all.length} mutants, seed ${values.seed}`);
  return chosen;
}

function describe({ file, line, kind, before, replacement }) {
  return `${file}:${line} ${kind}: ${before.replace(/\s+/g, " ").slice(0, 90)} → ${
    replacement.slice(0, 90) || "(nothing)"
  }`;
}

/** Runs groups of tests until one fails; where one hangs, looks for an assertion in each of the files by itself. */
async function runUntilFailure(copy, groups, cpuSeconds) {
  for (const files of groups) {
    const result = await runTests(copy, files, { cpuSeconds });
    if (result.end === "failed") return result;
    for (const file of result.end === "hung" ? groups.flat() : []) {
      const alone = await runTests(copy, [file], { cpuSeconds, limitMs: FILE_LIMIT_MS, failFast: false });
      if (alone.end === "failed") return alone;
    }
    if (result.end === "hung") return result;
  }
  return { end: "passed" };
}

/** Runs tests in a copy that has a mistake in it. */
async function tryMutant(copy, mutant, groups, cpuSeconds) {
  const { file, start, end, replacement } = mutant;
  const text = readFileSync(join(copy, file), "utf8");
  const line = describe(mutant);
  writeFileSync(join(copy, file), text.slice(0, start) + replacement + text.slice(end));
  const result = await runUntilFailure(copy, groups, cpuSeconds);
  writeFileSync(join(copy, file), text);
  const word = { failed: "caught", hung: "HANGS", passed: "unseen" }[result.end];
  console.log(`${word} ${line}${result.by ? ` [${result.by}]` : ""}`);
  return result.end;
}

const ends = { failed: [], hung: [], passed: [] };

/** Tries mutants with some of the tests that are for them; returns those that these do not see. */
async function tryAll(mutants, chooseTests, cpuSeconds) {
  const unseen = [];
  const left = [...mutants];
  await Promise.all(copies.map(async (copy) => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
      const end = await tryMutant(copy, mutant, chooseTests(mutant), cpuSeconds);
      (end === "passed" ? unseen : ends[end]).push(mutant);
    }
  }));
  return unseen;
}

try {
  const mutants = chosenMutants();
  const groups = mutants.map(testsFor).flatMap(({ near, others }) => values.near ? near : [...near, ...others]);
  // Of many folders, these are more than any mutant runs at once.
  const limits = { cpuSeconds: 4 * ALL_CPU_SECONDS, limitMs: 4 * LIMIT_MS };
  const unchanged = await runTests(copy, [...new Set(groups.flat())], limits);
  if (unchanged.end !== "passed") throw new Error(`Cannot begin: without a mistake, tests fail: ${unchanged.by}`);
  const unseen = await tryAll(mutants, (mutant) => testsFor(mutant).near, NEAR_CPU_SECONDS);
  console.log(`${unseen.length} unseen by the tests of their folder`);
  ends.passed = values.near ? unseen : await tryAll(unseen, (mutant) => testsFor(mutant).others, ALL_CPU_SECONDS);
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true });
}
console.log(`\n${ends.failed.length} caught, ${ends.hung.length} hang, ${ends.passed.length} survive:`);
for (const mutant of ends.passed) console.log(`${mutant.file}:${mutant.line} ${mutant.kind}`);
