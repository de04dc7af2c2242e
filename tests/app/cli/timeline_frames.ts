/** Frames of `kubecast timeline` as they are kept; as a program, writes them: deno run -A tests/app/cli/timeline_frames.ts */
import { readFile, writeFile } from "node:fs/promises";
import { type FrameOptions, timelineFrame } from "../../../src/app/cli/timeline_frame.ts";
import { Timeline } from "../../../src/read/timeline/mod.ts";
import { failingHour, listedAtTheEnd, NOW } from "./failing_cluster.ts";

const KEPT = new URL("timeline_frames.txt", import.meta.url);
const MINUTE_MS = 60_000;

/** A timeline of so many objects at the end of the hour: of one list, or watched with a gap. */
export function timelineOf(objects: number, isWatched: boolean): Timeline {
  const timeline = new Timeline();
  for (const occurrence of isWatched ? failingHour(objects) : listedAtTheEnd(objects)) timeline.add(occurrence);
  if (isWatched) timeline.gap(NOW - 16 * MINUTE_MS, NOW - 13 * MINUTE_MS);
  return timeline;
}

/** Draws a timeline on a terminal of 24 lines, unless told. */
export function frameOf(timeline: Timeline, options: Partial<FrameOptions>): string[] {
  return timelineFrame(timeline.getSnapshot(), {
    columns: 100,
    rows: 24,
    from: NOW - 60 * MINUTE_MS,
    to: NOW,
    title: "all namespaces, listed at 10:30 UTC",
    now: NOW,
    grouping: "workload",
    isUtc: true,
    isAscii: false,
    withColor: false,
    withHeaders: true,
    ...options,
  });
}

const timelines = new Map<string, Timeline>();

function kept(objects: number, isWatched: boolean): Timeline {
  const key = `${objects} ${isWatched}`;
  const timeline = timelines.get(key) ?? timelineOf(objects, isWatched);
  timelines.set(key, timeline);
  return timeline;
}

/** All frames that are kept, with their titles. */
export function frames(): string {
  const texts: string[] = [];
  for (const columns of [120, 100, 80, 60, 30]) {
    for (const objects of [5, 5000]) {
      for (const isWatched of [false, true]) {
        const title = `${columns} columns, ${objects} objects, ${isWatched ? "watched" : "listed"}`;
        texts.push(`--- ${title}`, ...frameOf(kept(objects, isWatched), { columns }), "");
      }
    }
  }
  const watched = timelineOf(5, true);
  texts.push("--- ASCII", ...frameOf(watched, { columns: 80, isAscii: true }), "");
  const coloured = frameOf(watched, { columns: 80, withColor: true }).map((line) => line.replaceAll("\x1b", "␛"));
  texts.push("--- colors", ...coloured, "");
  const ledger = new Timeline();
  for (const occurrence of listedAtTheEnd(5)) {
    if (occurrence.regarding.namespace === "payments") ledger.add(occurrence);
  }
  texts.push("--- by node", ...frameOf(watched, { columns: 120, grouping: "node" }), "");
  texts.push(
    "--- one object",
    ...frameOf(ledger, { grouping: "message", title: "pod/ledger, namespace payments" }),
    "",
  );
  return texts.join("\n");
}

export function keptFrames(): Promise<string> {
  return readFile(KEPT, "utf8");
}

if (import.meta.main) await writeFile(KEPT, frames());
