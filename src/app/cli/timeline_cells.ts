import process from "node:process";
import type { Span } from "../../read/timeline/mod.ts";
import type { Lane } from "../../read/timeline/lane.ts";
import { ticksOf, tickText, type View } from "../../read/timeline/time_axis.ts";

export const UNICODE = {
  levels: ["▁", "▂", "▃", "▅", "▇", "█"],
  normal: "·",
  unknown: "┄",
  gap: "╱",
  now: "●",
  atMost: "≤",
  ellipsis: "…",
};
export const ASCII = {
  levels: [".", ":", "-", "=", "#", "@"],
  normal: "'",
  unknown: "~",
  gap: "/",
  now: "*",
  atMost: "<",
  ellipsis: "~",
};
export const [RED, YELLOW, MAGENTA, PLAIN] = ["\x1b[31m", "\x1b[33m", "\x1b[35m", "\x1b[39m"];
export const [DIM, BRIGHT] = ["\x1b[2m", "\x1b[22m"];

const MINUTE = 60_000;
export const TIME_WIDTH = "00:00".length;
const TIME_GAP = 3;

/** Whether the locale has only ASCII characters; macOS and Windows lack these variables. */
export function isAsciiTerminal(): boolean {
  const { env, platform } = process;
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return !/utf-?8/i.test(locale) && (locale !== "" || platform === "linux");
}

/** How the characters of a lane are drawn: `gaps` marks the columns that were not watched completely. */
interface CellOptions {
  readonly view: View;
  readonly gaps: Uint8Array;
  readonly signs: typeof UNICODE;
  readonly withColor: boolean;
}

/** The columns that spans cover, at least in part. */
export function covered(spans: readonly Pick<Span, "from" | "to">[], { from, to, stepMs, buckets }: View): Uint8Array {
  const columns = new Uint8Array(buckets);
  for (const span of spans) {
    if (span.from >= to || span.to < from) continue;
    const [first, last] = [span.from, span.to].map((ms) => Math.floor((ms - from) / stepMs));
    columns.fill(1, Math.max(0, first!), Math.min(buckets - 1, last!) + 1);
  }
  return columns;
}

/** The characters of a lane: exact counts, then those of Normal events beside trouble, then gaps, then unknown times. */
export function cellsOf({ marks }: Lane, isTrouble: boolean, { view, gaps, signs, withColor }: CellOptions): string {
  const { levels, normal, gap, unknown } = signs;
  const [exact, ranges] = isTrouble ? [marks.troubles, marks.unknownTroubles] : [marks.normals, marks.unknownNormals];
  const unknowns = covered(ranges, view);
  let [line, style] = ["", ""];
  exact.forEach((count, i) => {
    const level = levels[Math.min(levels.length - 1, Math.floor(Math.log2(count)))];
    const sign = count > 0 ? level! : marks.normals[i]! > 0 ? normal : gaps[i] ? gap : unknowns[i] ? unknown : " ";
    const own = count > 0 ? (isTrouble ? YELLOW : "") : sign === gap ? MAGENTA : DIM;
    const next = !withColor ? "" : sign === " " ? style : own;
    if (next !== style) line += `${endOf(style)}${next}`;
    style = next;
    line += sign;
  });
  return line + endOf(style);
}

function endOf(style: string): string {
  return style === "" ? "" : style === DIM ? BRIGHT : PLAIN;
}

/** Returns the line of times above the columns. */
export function timesOf(view: View): string {
  const { from, stepMs, buckets } = view;
  // Times with seconds are longer.
  const room = TIME_WIDTH + TIME_GAP + (stepMs * (TIME_WIDTH + TIME_GAP) < MINUTE ? 3 : 0);
  const ticks = ticksOf(view, room);
  const withSeconds = ticks.some((at) => at % MINUTE !== 0);
  let line = "";
  for (const at of ticks) {
    const text = tickText(at, view, withSeconds);
    const column = (at - from) / stepMs;
    if (column + text.length <= buckets) line = line.padEnd(column) + text;
  }
  return line;
}
