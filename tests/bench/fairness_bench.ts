/**
 * Delays, drops and tries of a recording under partial and whole failure, on simulated time:
 * `deno task more bench:fairness [PART OF A NAME]`, under a minute.
 */

import { SCENARIOS } from "../faults/scenarios.ts";
import { percentile, simulate } from "../faults/simulation.ts";

/** Formats a duration for people. */
function spoken(ms: number): string {
  if (Number.isNaN(ms)) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 100_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

const part = Deno.args[0] ?? "";
console.log(
  "| scenario | healthy written | p50 | p95 | max | dropped | failing: dropped, requests a minute | 429 | most a second |",
);
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  if (!name.includes(part)) continue;
  const { groups, requests } = await simulate(scenario);
  const healthy = groups.get("healthy")!;
  const failing = groups.get("failing");
  const minutes = scenario.durationMs / 60_000;
  const tooMany = requests.filter(({ answer }) =>
    typeof answer === "object" && "status" in answer && answer.status === 429
  );
  const refused = requests.filter(({ answer }) => answer === "refused").length;
  const seconds = new Map<number, number>();
  for (const { atMs } of requests) {
    seconds.set(Math.floor(atMs / 1000), (seconds.get(Math.floor(atMs / 1000)) ?? 0) + 1);
  }
  const { emitted, written, delaysMs, dropped } = healthy;
  console.log(
    `| ${name} | ${(100 * written / emitted).toFixed(1)} % | ${spoken(percentile(delaysMs, 0.5))} | ` +
      `${spoken(percentile(delaysMs, 0.95))} | ${spoken(percentile(delaysMs, 1))} | ${dropped} | ` +
      (failing === undefined
        ? `${refused} refused`
        : `${failing.dropped}/${failing.emitted}, ${(failing.requests / minutes).toFixed(1)}`) +
      ` | ${tooMany.length} | ${Math.max(...seconds.values())} |`,
  );
}
