import process from "node:process";
import {
  dateText,
  durationText,
  isWarning,
  type Item,
  kindsOf,
  type Lane,
  NO_FILTER,
  type Picture,
  pictureOf,
  reasonsOf,
  sumOf,
  type Tally,
  tallyOf,
  ticksOf,
  tickText,
  type View,
  viewOf,
} from "../../read/timeline/picture.ts";
import { bucketsOf, type Span, type TimelineSnapshot } from "../../read/timeline/mod.ts";
import { countText } from "./shell.ts";
import { cellText, fit, widthOf } from "./table_layout.ts";

export interface FrameOptions {
  readonly columns: number;
  /** The most lines; `Infinity` in a pipe. */
  readonly rows: number;
  /** The time to show, in milliseconds since 1970; rounded out to whole columns. */
  readonly from: number;
  readonly to: number;
  /** What was read from where, and when. */
  readonly title: string;
  /** Whether the objects are one, of which each reason gets a row. */
  readonly isDetailed: boolean;
  readonly isUtc: boolean;
  readonly isAscii: boolean;
  readonly withColor: boolean;
  readonly withHeaders: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From here on, the chart takes half; where the reasons have a column; below, the chart is on a line of its own. */
const [WIDE_COLUMNS, WHY_COLUMNS, NARROW_COLUMNS] = [100, 76, 56];
/** Below, lines are cut, without colors. */
const MIN_COLUMNS = 16;
const TIME_WIDTH = "00:00".length;
const HOUR_COLUMNS = 20;
const TIME_GAP = 3;
const INDENT = " ".repeat(TIME_WIDTH + 1);

const UNICODE = { levels: ["▁", "▂", "▃", "▅", "▇", "█"], unknown: "░", gap: "╱", atMost: "≤", ellipsis: "…" };
const ASCII = { levels: [".", ":", "-", "=", "#", "@"], unknown: "~", gap: "/", atMost: "<", ellipsis: "~" };
const [YELLOW, MAGENTA, PLAIN] = ["\x1b[33m", "\x1b[35m", "\x1b[39m"];
const [DIM, BRIGHT] = ["\x1b[2m", "\x1b[22m"];

interface Row {
  readonly what: string;
  /** Such as "3 pods". */
  readonly kinds?: string;
  readonly since?: number;
  readonly tally: Tally;
  readonly cells: Cells;
  readonly why?: string;
  readonly message?: string;
  readonly isWarning?: boolean;
  readonly isNode?: boolean;
}

/** The exact count of each column, and where more may have been. */
interface Cells {
  readonly exact: Float64Array;
  readonly unknown: Uint8Array;
}

/**
 * Draws a timeline as lines for a terminal: workloads in the order in which their trouble began, or the reasons of one
 * object. Occurrences at unknown times are hatched, never spread; the rows add up, with those that do not fit in one.
 */
export function timelineFrame(snapshot: TimelineSnapshot, options: FrameOptions): string[] {
  return new Frame(snapshot, options).lines();
}

/** Whether the locale has no characters but ASCII's; macOS and Windows have no such variables. */
export function isAsciiTerminal(): boolean {
  const { env, platform } = process;
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return !/utf-?8/i.test(locale) && (locale !== "" || platform === "linux");
}

/** Draws when something occurred in the hour until `to`, in 20 columns. */
export function lastHour(spans: readonly Span[], to: number, isAscii: boolean): string {
  const stepMs = HOUR / HOUR_COLUMNS;
  const end = Math.ceil(to / stepMs) * stepMs;
  const view = { from: end - HOUR, to: end, stepMs, buckets: HOUR_COLUMNS, width: HOUR_COLUMNS, isUtc: true };
  const { exact, ranges } = bucketsOf(spans, view.from, view.to, HOUR_COLUMNS);
  const line = charactersOf(cellsOf(exact, ranges, view), isAscii ? ASCII : UNICODE).join("");
  return line.trim() === "" ? "" : line;
}

function cellsOf(exact: Float64Array, ranges: readonly Span[], { from, stepMs, buckets }: View): Cells {
  const unknown = new Uint8Array(buckets);
  for (const range of ranges) {
    const [first, last] = [range.from, range.to].map((ms) => Math.floor((ms - from) / stepMs));
    unknown.fill(1, Math.max(0, first!), Math.min(buckets - 1, last!) + 1);
  }
  return { exact, unknown };
}

/** The characters of a row: exact counts, then gaps, then unknown times. */
function charactersOf({ exact, unknown }: Cells, signs: typeof UNICODE, gaps?: Uint8Array): string[] {
  return Array.from(exact, (count, i) => {
    if (count > 0) return signs.levels[Math.min(signs.levels.length - 1, Math.floor(Math.log2(count)))]!;
    return gaps?.[i] ? signs.gap : unknown[i] ? signs.unknown : " ";
  });
}

class Frame {
  readonly #options: FrameOptions;
  readonly #signs: typeof UNICODE;
  readonly #view: View;
  readonly #picture: Picture;
  readonly #forgotten: number;
  readonly #gaps: Uint8Array;
  readonly #isNarrow: boolean;
  #widths = { what: 0, count: 0, why: 0 };

  constructor(snapshot: TimelineSnapshot, options: FrameOptions) {
    const { columns, from, to, isAscii, isUtc } = options;
    this.#options = columns < MIN_COLUMNS ? { ...options, withColor: false } : options;
    this.#signs = isAscii ? ASCII : UNICODE;
    this.#isNarrow = columns < NARROW_COLUMNS;
    const cells = this.#isNarrow ? columns : Math.floor(columns * (columns >= WIDE_COLUMNS ? 0.5 : 0.4)) + 1;
    let view = viewOf(from, to, cells, 1, isUtc);
    // A time that begins within a column takes one more.
    if (view.buckets > cells) view = viewOf(from, to, cells - 1, 1, isUtc);
    view = this.#view = { ...view, width: view.buckets };
    this.#picture = pictureOf(snapshot, NO_FILTER, view);
    this.#forgotten = snapshot.forgotten;
    const gaps = snapshot.gaps.filter((gap) => gap.from < view.to && gap.to >= view.from);
    this.#gaps = cellsOf(new Float64Array(), gaps.map((gap) => ({ ...gap, count: 1 })), view).unknown;
  }

  lines(): string[] {
    const { isDetailed, withHeaders, rows: maxLines, columns } = this.#options;
    const { began, before, calm } = this.#picture;
    const items = [...began, ...before, ...calm].flatMap(({ items }) => items);
    const trouble = isDetailed ? this.#reasons(items) : [...began, ...before].map((lane) => this.#workload(lane));
    const head = this.#title(trouble);
    if (items.length === 0) return [...head, this.#fit("No events in this time.")];
    const total = { what: "all warnings", ...this.#counted(items.filter(isWarning)), isWarning: true };
    const normal = { what: "all normal events", ...this.#counted(items.filter((item) => !isWarning(item))) };
    const others = `+ ${calm.length}${this.#isNarrow ? " other" : " without warnings"}`;
    const first = isDetailed ? [] : normal.tally.most > 0 ? [total, normal] : [total];
    const quiet = calm.flatMap(({ items }) => items);
    const last = isDetailed || calm.length === 0 ? [] : [{ what: others, ...this.#counted(quiet) }];
    const height = this.#isNarrow ? 2 : 1;
    let rows: readonly Row[] = [...first, ...trouble, ...last];
    const legend = this.#legend(rows);
    const room = maxLines - head.length - (withHeaders ? 1 : 0) - legend.length;
    let more: Row | undefined;
    if (rows.length * height > room) {
      // The row of the rest, and the line that names it.
      const fits = Math.max(1, Math.floor((room - 1) / height) - (isDetailed ? 1 : 2));
      const most = trouble.toSorted((a, b) => Number(b.isNode) - Number(a.isNode) || b.tally.most - a.tally.most);
      const shown = new Set(most.slice(0, fits));
      const left = most.slice(fits);
      if (left.length > 0) more = this.#rest(left);
      rows = [...isDetailed ? [] : [total], ...trouble.filter((row) => shown.has(row)), ...more ? [more] : []];
    }
    this.#measure(rows);
    // Messages if there is room for all.
    const withMessages = isDetailed ||
      more === undefined && room >= rows.length * height + trouble.length && !this.#isNarrow;
    const body = rows.flatMap((row) => [
      ...this.#row(row),
      ...row.message && (row === more || withMessages) ? [this.#dim(this.#fit(`${INDENT}  ${row.message}`))] : [],
    ]);
    const lines = [...head, ...withHeaders ? [this.#header()] : [], ...body, ...legend];
    const shown = lines.slice(0, Math.max(maxLines, head.length + 2));
    return columns < MIN_COLUMNS ? shown.map((line) => this.#fit(line)) : shown;
  }

  /** What was read on the left, the sums on the right; below each other where it is narrow. */
  #title(trouble: readonly Row[]): string[] {
    const { title, columns, isDetailed } = this.#options;
    const { length } = trouble;
    const warnings = length === 0 ? "no warnings" : `${countText(length, "workload")} with warnings`;
    const sums = isDetailed
      ? countText(trouble.reduce((sum, { tally }) => sum + tally.most, 0), "occurrence")
      : `${warnings}, ${countText(this.#picture.objects, "object")}`;
    const left = this.#text(title);
    const room = columns - widthOf(left) - sums.length;
    return room >= 2 ? [`${left}${" ".repeat(room)}${sums}`] : [this.#fit(left), this.#fit(sums)];
  }

  #workload(lane: Lane): Row {
    const { place, name, objects, items, onset } = lane;
    const troubles = items.filter(isWarning);
    const latest = troubles.reduce((a, b) => a.group.last >= b.group.last ? a : b);
    return {
      what: this.#text(`${place}/${name}`),
      kinds: this.#text(kindsOf(objects)),
      since: onset,
      ...this.#counted(troubles),
      why: this.#text(reasonsOf(lane, this.#view).join(", ")),
      message: this.#text(latest.group.message),
      isWarning: true,
      isNode: objects[0]!.kind === "Node",
    };
  }

  #reasons(items: readonly Item[]): Row[] {
    const wasBefore = ({ group }: Item): number => Number(group.first < this.#view.from);
    return items
      .toSorted((a, b) =>
        Number(isWarning(b)) - Number(isWarning(a)) || wasBefore(a) - wasBefore(b) || a.group.first - b.group.first
      )
      .map((item) => ({
        what: `${isWarning(item) ? "!" : " "} ${this.#text(item.group.reason)}`,
        since: item.group.first,
        ...this.#counted([item]),
        message: this.#text(item.group.message),
        isWarning: isWarning(item),
      }))
      .filter(({ tally }) => tally.most > 0);
  }

  /** One row of those that do not fit. */
  #rest(rows: readonly Row[]): Row {
    const { buckets } = this.#view;
    const cells = { exact: new Float64Array(buckets), unknown: new Uint8Array(buckets) };
    for (const row of rows) {
      for (let i = 0; i < buckets; i++) {
        cells.exact[i]! += row.cells.exact[i]!;
        cells.unknown[i]! |= row.cells.unknown[i]!;
      }
    }
    return {
      what: `+ ${rows.length} more`,
      tally: sumOf(rows.map(({ tally }) => tally)),
      cells,
      why: [...new Set(rows.flatMap(({ why = "" }) => why === "" ? [] : why.split(", ")))].join(", "),
      message: rows.map(({ what, tally }) => `${what} ${this.#count(tally)}`).join(", "),
      isWarning: rows.some(({ isWarning }) => isWarning),
    };
  }

  #counted(items: readonly Item[]): Pick<Row, "tally" | "cells"> {
    const { from, to, buckets } = this.#view;
    const { exact, ranges } = bucketsOf(items.flatMap(({ group }) => group.spans), from, to, buckets);
    return { tally: tallyOf(items, this.#view), cells: cellsOf(exact, ranges, this.#view) };
  }

  #measure(rows: readonly Row[]): void {
    const { columns } = this.#options;
    const widest = (text: (row: Row) => string): number => Math.max(...rows.map((row) => widthOf(text(row))));
    const count = Math.max("COUNT".length, widest(({ tally }) => this.#count(tally)));
    const left = columns - INDENT.length - count - 1 - (this.#isNarrow ? 0 : this.#view.buckets + 1);
    const longest = widest(({ what, kinds }) => kinds ? `${what}  ${kinds}` : what);
    const why = columns < WHY_COLUMNS
      ? 0
      : Math.min(widest(({ why = "" }) => why), Math.max(left - 1 - longest, Math.floor(left * 0.4)));
    this.#widths = {
      count,
      why: Math.max(0, why),
      what: Math.max(1, Math.min(longest, left - (why > 0 ? why + 1 : 0))),
    };
  }

  #header(): string {
    const { what, count, why } = this.#widths;
    const { columns } = this.#options;
    const { buckets } = this.#view;
    if (this.#isNarrow) return this.#dim(this.#fit(" ".repeat(Math.max(0, columns - buckets)) + this.#times()));
    const titles = ["SINCE", "WHAT".padEnd(what), this.#times().padEnd(buckets), "COUNT".padStart(count)];
    return this.#dim([...titles, ...why > 0 ? ["WHY"] : []].join(" "));
  }

  #times(): string {
    const { from, stepMs, buckets } = this.#view;
    // With seconds, they are longer.
    const room = TIME_WIDTH + TIME_GAP + (stepMs * (TIME_WIDTH + TIME_GAP) < MINUTE ? 3 : 0);
    const ticks = ticksOf(this.#view, room);
    const withSeconds = ticks.some((at) => at % MINUTE !== 0);
    let line = "";
    for (const at of ticks) {
      const text = tickText(at, this.#view, withSeconds);
      const column = (at - from) / stepMs;
      if (column + text.length <= buckets) line = line.padEnd(column) + text;
    }
    return line;
  }

  #row(row: Row): string[] {
    const { columns } = this.#options;
    const { what, count, why } = this.#widths;
    const { since, kinds = "" } = row;
    // The day, if it began more than a day before the end; far years are longer.
    const [from, to] = this.#view.to - (since ?? NaN) > DAY ? [-11, -6] : [-5];
    const began = since === undefined ? "" : dateText(since, false, this.#view.isUtc).slice(from, to);
    const isRoomy = kinds !== "" && what - widthOf(row.what) - 2 >= widthOf(kinds);
    const name = fit(row.what, what, this.#signs.ellipsis);
    const padding = " ".repeat(Math.max(0, what - widthOf(name) - (isRoomy ? widthOf(kinds) + 2 : 0)));
    const label = `${began.padEnd(TIME_WIDTH)} ${name}${this.#dim(isRoomy ? `  ${kinds}` : "")}${padding}`;
    const total = this.#count(row.tally).padStart(count);
    const cells = this.#colored(row);
    if (this.#isNarrow) {
      return [`${label} ${total}`, (" ".repeat(Math.max(0, columns - this.#view.buckets)) + cells).trimEnd()];
    }
    return [
      `${label} ${cells} ${total}${why > 0 ? ` ${fit(row.why ?? "", why, this.#signs.ellipsis)}` : ""}`.trimEnd(),
    ];
  }

  #colored({ cells, isWarning = false }: Row): string {
    const signs = this.#signs;
    const characters = charactersOf(cells, signs, this.#gaps);
    if (!this.#options.withColor) return characters.join("");
    const styleOf = (sign: string): string =>
      sign === signs.gap ? MAGENTA : sign === signs.unknown ? DIM : isWarning ? YELLOW : "";
    let line = "";
    let style = "";
    for (const sign of characters) {
      const next = sign === " " ? style : styleOf(sign);
      if (next !== style) line += `${endOf(style)}${next}`;
      style = next;
      line += sign;
    }
    return line + endOf(style);
  }

  #legend(rows: readonly Row[]): string[] {
    const { levels, unknown, gap, atMost } = this.#signs;
    const parts = [
      `a column ${durationText(this.#view.stepMs)}`,
      levels.map((level, i) => `${level}${2 ** i}`).join(" "),
      ...rows.some(({ cells }) => cells.unknown.includes(1)) ? [`${unknown} at times unknown`] : [],
      ...rows.some(({ tally }) => tally.sure < tally.most) ? [`${atMost} at most`] : [],
      ...this.#gaps.includes(1) ? [`${gap} not watched`] : [],
      ...this.#forgotten > 0 ? [`${this.#forgotten} older events not shown`] : [],
    ];
    const lines = [""];
    for (const part of parts) {
      const line = lines.at(-1) === "" ? part : `${lines.at(-1)}   ${part}`;
      if (widthOf(line) <= this.#options.columns || lines.at(-1) === "") lines[lines.length - 1] = line;
      else lines.push(part);
    }
    return lines.map((line) => this.#dim(this.#fit(line)));
  }

  #count({ sure, most }: Tally): string {
    return `${sure < most ? this.#signs.atMost : ""}${most}`;
  }

  #text(text: string): string {
    const safe = cellText(text);
    return this.#options.isAscii ? safe.replace(/[^\x20-\x7e]/gu, "?") : safe;
  }

  #fit(text: string): string {
    return fit(text, this.#options.columns, this.#signs.ellipsis);
  }

  #dim(text: string): string {
    return this.#options.withColor && text !== "" ? `${DIM}${text}${BRIGHT}` : text;
  }
}

function endOf(style: string): string {
  return style === "" ? "" : style === DIM ? BRIGHT : PLAIN;
}
