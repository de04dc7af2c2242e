// Runs the tests on Deno: deno task test [FILE or option of deno test …]
//
// Every few seconds a line of the folders whose tests have passed since the last one; at the end the tests and the time of
// each room and its folders, the slowest tests, those ignored, and deno test's own errors and summary. A test that loops
// ends the run, and is named.
import { stripVTControlCharacters } from "node:util";

const LINE_EVERY_MS = 5000;
/** Longer than the limit of strict_harness.ts, which ends all tests but those that loop. */
const LOOPS_MS = 240_000;
const SLOWEST = 5;

const args = ["test", "--quiet", "--frozen", "--doc", "--allow-all", "--parallel", "--reporter=pretty", ...Deno.args];
const running = Deno.makeTempDirSync();
const env = { RUNNING_TESTS: running };
const tests = new Deno.Command(Deno.execPath(), { args, env, stdout: "piped", stderr: "inherit" }).spawn();

interface Folder {
  passed: number;
  ms: number;
}

const startedMs = Date.now();
console.log("Checks the types first, then runs the tests, which takes a few minutes on two cores");
const folders = new Map<string, Folder>();
const times: { readonly test: string; readonly ms: number }[] = [];
const ignored: string[] = [];
/** The folders whose tests have ended since the last line. */
const recent = new Set<string>();
let passed = 0;
let file = "";

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function msOf(duration: string): number {
  const units: Readonly<Record<string, number>> = { µs: 0.001, ms: 1, s: 1000, m: 60_000 };
  return [...duration.matchAll(/(\d+)(µs|ms|s|m)/g)].reduce((ms, [, n, unit]) => ms + Number(n) * units[unit!]!, 0);
}

function count(name: string, result: string, duration: string): void {
  const test = `${file}: ${name}`;
  if (result === "ignored") return void ignored.push(test);
  if (result === "FAILED") return; // listed by deno test
  const isExample = file.includes("#");
  const folder = isExample ? "examples in the docs" : file.split("/").slice(0, -1).join("/");
  recent.add(folder);
  const { passed: others, ms: before } = folders.get(folder) ?? { passed: 0, ms: 0 };
  const ms = msOf(duration);
  folders.set(folder, { passed: others + 1, ms: before + ms });
  times.push({ test, ms });
  passed++;
}

function report(): void {
  const width = 2 + Math.max(0, ...[...folders.keys()].map((name) => name.length));
  const print = (name: string, of: readonly Folder[]): void => {
    const sum = (key: keyof Folder): number => of.reduce((sum, folder) => sum + folder[key], 0);
    console.log(`${name.padEnd(width)} ${String(sum("passed")).padStart(5)} passed ${seconds(sum("ms")).padStart(8)}`);
  };
  for (const [room, inside] of Map.groupBy([...folders].sort(), ([name]) => name.split("/").slice(0, 2).join("/"))) {
    print(room, inside.map(([, folder]) => folder));
    if (inside.length > 1) { for (const [name, folder] of inside) print(`  ${name}`, [folder]); }
  }
  console.log("\nslowest:");
  for (const { test, ms } of times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    console.log(`  ${seconds(ms)} ${test}`);
  }
  if (ignored.length > 0) console.log(`\nignored:\n${ignored.map((test) => `  ${test}`).join("\n")}`);
}

/** Ends the run if a test loops. */
function endLoops(): void {
  for (const { name } of Deno.readDirSync(running)) {
    try {
      const file = `${running}/${name}`;
      if (Date.now() - Deno.statSync(file).mtime!.getTime() < LOOPS_MS) continue;
      console.log(`LOOPS, so that all tests were ended: ${Deno.readTextFileSync(file)}`);
      tests.kill("SIGKILL");
    } catch (error) {
      // The test has just ended.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

const timer = setInterval(() => {
  endLoops();
  if (recent.size === 0) return;
  const since = `${Math.round((Date.now() - startedMs) / 1000)} s`.padStart(6);
  console.log(`${since} ${String(passed).padStart(6)} passed  ${[...recent].sort().join(", ")}`);
  recent.clear();
}, LINE_EVERY_MS);

let isReported = false;
let rest = "";
for await (const text of tests.stdout.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  for (const line of lines) {
    const plain = stripVTControlCharacters(line);
    const [, running] = plain.match(/^running \d+ tests? from (\S+)$/) ?? [];
    // In parallel each line begins with the file.
    const result = plain.match(/^(?:(\.\/\S+) => )?(.*) \.\.\. (ok|FAILED|ignored)(?: \(([^()]*)\))?$/);
    if (running !== undefined) file = running.replace("./", "");
    else if (result !== null) {
      const [, from, name, word, duration = ""] = result;
      if (from !== undefined) file = from.replace("./", "");
      if (!name!.startsWith(" ")) count(name!, word!, duration);
    } else {
      if (!isReported && /^( ERRORS |(ok|FAILED) \|)/.test(plain)) {
        isReported = true;
        report();
      }
      console.log(line);
    }
  }
}
clearInterval(timer);
if (rest !== "") console.log(rest);
Deno.removeSync(running, { recursive: true });
Deno.exit((await tests.status).code);
