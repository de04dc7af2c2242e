/**
 * Makes fresh vectors with client-go, from any seed, and replays them:
 *
 *     deno run -A tests/parity/fresh.ts [--seed=N] [--steps=N] [--write]
 *
 * With `--write` they become the ones that the tests replay. Needs Go, which fetches client-go at the first run; Node and
 * Bun run it too.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { replayCorrelator } from "./replay_correlator.ts";
import { replayDifferences } from "./replay_differences.ts";
import { replayRecorder } from "./replay_recorder.ts";
import { replaySeries } from "./replay_series.ts";
import { replaySprintf } from "./replay_sprintf.ts";

const REPLAYS = {
  correlator: { replay: replayCorrelator, steps: 400 },
  recorder: { replay: replayRecorder, steps: 400 },
  series: { replay: replaySeries, steps: 1200 },
  sprintf: { replay: replaySprintf, steps: 600 },
  differences: { replay: replayDifferences, steps: 1 },
};

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    steps: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

function vectors(part: string, steps: string): string {
  const { stdout, stderr, status, error } = spawnSync("go", ["run", ".", "-seed", values.seed, "-steps", steps, part], {
    cwd: fileURLToPath(new URL("clientgo", import.meta.url)),
    maxBuffer: 2 ** 30,
    encoding: "utf8",
  });
  if (error !== undefined || status !== 0) {
    throw new Error(`Cannot make vectors with client-go: ${error?.message ?? stderr}`);
  }
  return stdout;
}

for (const [part, { replay, steps }] of Object.entries(REPLAYS)) {
  const lines = vectors(part, values.steps ?? String(steps));
  const { mistakes, differences } = await replay(lines);
  const met = Object.entries(differences).map(([name, times]) => `${name} ${times}`).join(", ");
  console.log(`${part}: ${lines.split("\n").length - 1} lines, ${mistakes.length} mistakes; on purpose: ${met}`);
  for (const mistake of mistakes.slice(0, 20)) console.log(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
  if (values.write) writeFileSync(new URL(`vectors/${part}.ndjson`, import.meta.url), lines);
}
