/**
 * How long a program takes that imports the package, and `kubecast --help`, beside an empty one:
 * `deno task more bench:startup`, about a minute. Deno runs the sources, as from JSR; Bun and Node the npm package.
 *
 * Cold is without the compiled code that a runtime keeps of earlier runs, warm with it; the files are in memory. Each cell
 * is the lower quartile of runs in turn, in milliseconds; behind the empty program's, what the others add to it.
 */
import { installedRuntimes, printTable } from "./everywhere.ts";

const ROUNDS = 20;
const root = new URL("../../", import.meta.url).pathname;
const folder = Deno.makeTempDirSync({ prefix: "kubecast-startup-" });

/** What keeps compiled code, and what does not: flags of Deno, variables of the others. */
const CACHES: Readonly<Record<string, Readonly<Record<"cold" | "warm", Readonly<Record<string, string>>>>>> = {
  Deno: { cold: { flag: "--no-code-cache" }, warm: {} },
  Bun: { cold: { BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" }, warm: {} },
  Node: { cold: { NODE_DISABLE_COMPILE_CACHE: "1" }, warm: { NODE_COMPILE_CACHE: `${folder}/cache` } },
};

/** The programs' arguments, by their titles. */
function programs(isDeno: boolean): Record<string, readonly string[]> {
  const empty = `${folder}/empty.js`;
  Deno.writeTextFileSync(empty, "");
  const [main, command] = isDeno ? ["mod.ts", "src/app/cli/mod.ts"] : ["dist/npm/mod.js", "dist/npm/kubecast.js"];
  return {
    "an empty program": [empty],
    "one that imports the package": [`${root}${main}`],
    "`kubecast --help`": [`${root}${command}`, "--help"],
  };
}

function run([program, ...args]: readonly string[], env: Readonly<Record<string, string>>): number {
  const startedMs = performance.now();
  const { success } = new Deno.Command(program!, { args, env, cwd: root, stdout: "null", stderr: "inherit" })
    .outputSync();
  if (!success) throw new Error(`${program} ${args.join(" ")} failed`);
  return performance.now() - startedMs;
}

function quartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2]!;
}

const titles = Object.keys(programs(true));
const columns = installedRuntimes.map(({ name, command }) => {
  const { cold, warm } = CACHES[name.split(" ")[0]!]!;
  const perState = [cold, warm].map((state) => {
    const { flag, ...env } = state;
    const runtime = [...command(flag === undefined ? [] : [flag])];
    const all = Object.values(programs(name === "Deno"));
    const samples = titles.map((): number[] => []);
    for (let round = -2; round < ROUNDS; round++) {
      for (const [i, program] of all.entries()) {
        const ms = run([...runtime, ...program], env);
        if (round >= 0) samples[i]!.push(ms);
      }
    }
    const [empty = 0, ...others] = samples.map(quartile);
    return [empty.toFixed(0), ...others.map((ms) => `+${(ms - empty).toFixed(0)}`)];
  });
  return titles.map((_, i) => perState.map((cells) => cells[i]!).join(" / "));
});
printTable(["cold / warm, ms"], titles.map((title, i) => [title, ...columns.map((column) => column[i]!)]));
Deno.removeSync(folder, { recursive: true });
