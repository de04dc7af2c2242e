import type { Lane } from "../../read/timeline/lane.ts";
import { bucketsOf } from "../../read/timeline/mod.ts";
import type { Picture } from "../../read/timeline/picture.ts";
import { timeText } from "../../read/timeline/time_axis.ts";

/** Returns the counts of a bucket that begins at `from`: of a lane, by reason; otherwise, of all events. */
export function readoutOf({ view, began, before, calm }: Picture, from: number, lane: Lane | undefined): string {
  const counts = new Map<string, number>(lane ? [] : [["trouble", 0], ["normal", 0]]);
  let unknown = 0;
  const lanes = lane ? [lane] : [...began, ...before, ...calm];
  for (const { reason, isTrouble, spans } of lanes.flatMap(({ events }) => events)) {
    const name = lane ? reason : isTrouble ? "trouble" : "normal";
    const { exact: [sure = 0], ranges } = bucketsOf(spans, from, from + view.stepMs, 1);
    if (sure > 0) counts.set(name, (counts.get(name) ?? 0) + sure);
    unknown += ranges.reduce((sum, { count }) => sum + count, 0);
  }
  const found = [...counts].map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
  if (unknown > 0) {
    found.push(`up to ${unknown.toLocaleString("en")} ${found.length > 0 ? "more " : ""}at unknown times`);
  }
  return [timeText(from, view, true), ...lane ? [lane.name] : [], found.join(", ") || "nothing"].join(" · ");
}
