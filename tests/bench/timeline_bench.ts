/**
 * What a picture of events costs, beside grouping the same occurrences anew for each picture, as tables of events do, on
 * Deno, Bun and Node: `deno run -A tests/bench/timeline_bench.ts`, half a minute.
 */

import type { Occurrence } from "../../src/read/mod.ts";
import { Timeline } from "../../src/read/timeline/mod.ts";
import { frameOf, timelineOf } from "../app/cli/timeline_frames.ts";
import { line } from "../read/timeline/history.ts";

/** Medians, in milliseconds. */
type TimelineResult = Readonly<Record<string, number>>;

const OBJECTS = 20_000;
const REASONS = ["Scheduled", "Pulled", "BackOff", "Unhealthy", "Failed"];
const ROUNDS = 51;

function event(object: number, reason: string, count: number): Occurrence {
  const type = REASONS.indexOf(reason) < 2 ? "Normal" : "Warning";
  const first = object * 100;
  return line({ object: `web-${object}`, reason, type, count, delta: 1, first, last: first + 1000 * count });
}

function medianMs(run: (round: number) => void): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    run(round);
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

/** Groups occurrences by object, in the order of their first Warnings. */
function grouped(occurrences: readonly Occurrence[]): unknown[] {
  const onset = (group: readonly Occurrence[] = []): number =>
    Math.min(...group.map(({ type, first }) => type === "Warning" ? first!.getTime() : Infinity));
  const objects = Map.groupBy(occurrences, ({ regarding: { namespace, name } }) => `${namespace}/${name}`);
  return [...objects.values()].map((group) => ({ group, at: onset(group) })).sort((a, b) => a.at - b.at);
}

/** Measures each step. */
export function draw(): TimelineResult {
  const occurrences = Array.from({ length: OBJECTS }, (_, i) => REASONS.map((reason) => event(i, reason, 1))).flat();
  const timeline = new Timeline({ maxEvents: occurrences.length });
  const start = performance.now();
  for (const occurrence of occurrences) timeline.add(occurrence);
  const added = performance.now();
  timeline.getSnapshot();
  const first = performance.now();
  const frames = timelineOf(5000, true);
  return {
    "baseline: grouping everything again": medianMs(() => grouped(occurrences)),
    "adding 100,000 events": added - start,
    "the first snapshot": first - added,
    "one change, and the snapshot": medianMs((round) => {
      timeline.add(event(400 * round, "BackOff", 2));
      timeline.getSnapshot();
    }),
    "one event": medianMs((round) => timeline.get(`uid of web-${round}.BackOff`)),
    "a frame of 5,000 objects, 120 columns": medianMs(() => frameOf(frames, { columns: 120 })),
  };
}

if (import.meta.main) {
  const { everywhere, printTable } = await import("./everywhere.ts");
  const results = await everywhere<TimelineResult>(import.meta.url, "draw");
  const text = (ms: number): string => ms < 0.1 ? `${(1000 * ms).toFixed(1)} µs` : `${ms.toFixed(1)} ms`;
  printTable(
    ["20,000 objects, 100,000 events"],
    Object.keys(results[0]!).map((name) => [name, ...results.map((result) => text(result[name]!))]),
  );
}
