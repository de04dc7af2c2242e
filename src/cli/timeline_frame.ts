import process from "node:process";
import { counted } from "../api/logger.ts";
import {
  bucketsOf,
  type Span,
  type TimelineGroup,
  type TimelineObject,
  type TimelineSnapshot,
} from "../timeline/mod.ts";
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

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MAX_DATE_MS = 100_000_000 * DAY;
/** The lengths of a column of time, and the distances of the times above. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 3, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((n) => n * DAY),
];
/** From here on, the reasons have a column; below the second, the chart is on a line of its own. */
const [WIDE_COLUMNS, NARROW_COLUMNS] = [100, 56];
const TIME_WIDTH = "00:00".length;
/** Of the line of the last hour. */
const HOUR_COLUMNS = 20;
/** Between two times above the chart. */
const TIME_GAP = 3;
const INDENT = " ".repeat(TIME_WIDTH + 1);

const UNICODE = { levels: ["▁", "▂", "▃", "▅", "▇", "█"], unknown: "░", gap: "╱", atMost: "≤", ellipsis: "…" };
const ASCII = { levels: [".", ":", "-", "=", "#", "@"], unknown: "~", gap: "/", atMost: "<", ellipsis: "~" };
const [YELLOW, MAGENTA, PLAIN] = ["\x1b[33m", "\x1b[35m", "\x1b[39m"];
const [DIM, BRIGHT] = ["\x1b[2m", "\x1b[22m"];

/** A row of the picture. */
interface Row {
  readonly what: string;
  /** Such as "3 pods". */
  readonly kinds: string;
  /** When it began. */
  readonly since?: number;
  readonly tally: Tally;
  readonly why: string;
  readonly message: string;
  readonly isWarning: boolean;
  readonly isNode?: boolean;
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
  const tally = new Tally(new Axis(end - HOUR, end, HOUR_COLUMNS, true));
  return tally.add(spans) ? charactersOf(tally, isAscii ? ASCII : UNICODE).join("").padStart(HOUR_COLUMNS) : "";
}

/** The characters of a row: exact counts, then gaps, then unknown times. */
function charactersOf({ exact, unknown }: Tally, signs: typeof UNICODE, gaps: readonly boolean[] = []): string[] {
  return Array.from(exact, (count, i) => {
    if (count > 0) return signs.levels[Math.min(signs.levels.length - 1, Math.floor(Math.log2(count)))]!;
    return gaps[i] ? signs.gap : unknown[i] ? signs.unknown : " ";
  });
}

class Frame {
  readonly #snapshot: TimelineSnapshot;
  readonly #options: FrameOptions;
  readonly #signs: typeof UNICODE;
  readonly #axis: Axis;
  readonly #gapCells: readonly boolean[];
  readonly #isNarrow: boolean;
  readonly #trouble: Row[];
  readonly #warnings: Tally;
  readonly #normals: Tally;
  /** The workloads without warnings. */
  readonly #calm: Row[];
  #widths = { what: 0, count: 0, why: 0 };

  constructor(snapshot: TimelineSnapshot, options: FrameOptions) {
    const { columns, from, to, isDetailed, isAscii, isUtc } = options;
    this.#snapshot = snapshot;
    this.#options = options;
    this.#signs = isAscii ? ASCII : UNICODE;
    this.#isNarrow = columns < NARROW_COLUMNS;
    // An hour that begins within a column takes one more.
    const cells = this.#isNarrow ? columns : Math.floor(columns * (columns >= WIDE_COLUMNS ? 0.5 : 0.4)) + 1;
    const axis = this.#axis = new Axis(from, to, cells, isUtc);
    this.#gapCells = Array.from({ length: axis.n }, (_, i) => {
      const start = axis.from + i * axis.stepMs;
      return snapshot.gaps.some((gap) => gap.from < start + axis.stepMs && gap.to >= start);
    });
    const rows = isDetailed ? this.#reasons() : this.#workloads();
    this.#trouble = rows.filter(({ isWarning }) => isDetailed || isWarning);
    this.#calm = rows.filter(({ isWarning }) => !isDetailed && !isWarning);
    this.#warnings = Tally.sum(axis, rows.filter(({ isWarning }) => isWarning).map(({ tally }) => tally));
    this.#normals = new Tally(axis);
    for (const { groups } of snapshot.objects) {
      for (const group of groups) if (!isWarning(group)) this.#normals.add(group.spans);
    }
  }

  lines(): string[] {
    const { isDetailed, withHeaders, rows: maxLines, columns } = this.#options;
    const head = this.#title();
    if (this.#trouble.length + this.#calm.length === 0) return [...head, fit("No events in this time.", columns)];
    const total = { ...EMPTY, what: "all warnings", tally: this.#warnings, isWarning: true };
    const normal = { ...EMPTY, what: "all normal events", tally: this.#normals };
    const calm = {
      ...EMPTY,
      what: `+ ${this.#calm.length}${this.#isNarrow ? " other" : " without warnings"}`,
      tally: Tally.sum(this.#axis, this.#calm.map(({ tally }) => tally)),
    };
    const first = isDetailed ? [] : this.#normals.count > 0 ? [total, normal] : [total];
    const last = isDetailed || this.#calm.length === 0 ? [] : [calm];
    const height = this.#isNarrow ? 2 : 1;
    const legend = this.#legend();
    const room = maxLines - head.length - (withHeaders ? 1 : 0) - legend.length;
    let shown: readonly Row[] = inOrder(this.#trouble, this.#axis.from);
    let rows = [...first, ...shown, ...last];
    let more: Row | undefined;
    if (rows.length * height > room) {
      // The row of the rest, and the line that names it.
      const fits = Math.max(1, Math.floor((room - 1) / height) - (isDetailed ? 1 : 2));
      const most = this.#trouble.toSorted((a, b) =>
        Number(b.isNode ?? false) - Number(a.isNode ?? false) || b.tally.count - a.tally.count
      );
      const left = most.slice(fits);
      shown = inOrder(most.slice(0, fits), this.#axis.from);
      rows = [...isDetailed ? [] : [total], ...shown];
      if (left.length > 0) {
        more = {
          ...EMPTY,
          what: `+ ${left.length} more${isDetailed || this.#isNarrow ? "" : " in trouble"}`,
          tally: Tally.sum(this.#axis, left.map(({ tally }) => tally)),
          why: [...new Set(left.flatMap(({ why }) => why === "" ? [] : why.split(", ")))].join(", "),
          message: left.map(({ what, tally }) => `${what} ${tally.count}`).join(", "),
          isWarning: left.some(({ isWarning }) => isWarning),
        };
        rows.push(more);
      }
    }
    this.#measure(rows);
    // Messages if there is room for all.
    const withMessages = more === undefined && room >= rows.length * height + shown.length && !this.#isNarrow ||
      isDetailed;
    const body = rows.flatMap((row) => [
      ...this.#row(row),
      ...row === more || withMessages && row.message !== ""
        ? [this.#dim(fit(`${INDENT}  ${row.message}`, columns, this.#signs.ellipsis))]
        : [],
    ]);
    return [...head, ...withHeaders ? [this.#header()] : [], ...body, ...legend].slice(
      0,
      Math.max(maxLines, head.length + 2),
    );
  }

  /** What was read on the left, the sums on the right; below each other where it is narrow. */
  #title(): string[] {
    const { title, columns, isDetailed, isAscii } = this.#options;
    const objects = this.#snapshot.objects.length;
    const sums = isDetailed
      ? counted(this.#trouble.reduce((sum, { tally }) => sum + tally.count, 0), "occurrence", "occurrences")
      : `${counted(objects, "object", "objects")}, ${this.#trouble.length} in trouble`;
    const left = isAscii ? ascii(cellText(title)) : cellText(title);
    const room = columns - widthOf(left) - sums.length;
    if (room >= 2) return [`${left}${" ".repeat(room)}${sums}`];
    return [left, sums].map((text) => fit(text, columns, this.#signs.ellipsis));
  }

  #workloads(): Row[] {
    const byWorkload = new Map<string, TimelineObject[]>();
    for (const object of this.#snapshot.objects) {
      const name = nameOf(object);
      const objects = byWorkload.get(name);
      if (objects) objects.push(object);
      else byWorkload.set(name, [object]);
    }
    return [...byWorkload].flatMap(([what, objects]) => this.#workload(what, objects) ?? []);
  }

  #workload(what: string, objects: readonly TimelineObject[]): Row | undefined {
    const [warnings, normals] = [new Tally(this.#axis), new Tally(this.#axis)];
    const reasons: TimelineGroup[] = [];
    for (const { groups } of objects) {
      for (const group of groups) {
        if (!isWarning(group)) normals.add(group.spans);
        else if (warnings.add(group.spans)) reasons.push(group);
      }
    }
    const isInTrouble = reasons.length > 0;
    const tally = isInTrouble ? warnings : normals;
    if (tally.count === 0) return undefined;
    reasons.sort((a, b) => a.first - b.first);
    const latest = reasons.reduce<TimelineGroup | undefined>(
      (a, b) => a !== undefined && a.last >= b.last ? a : b,
      undefined,
    );
    return {
      what: this.#text(what),
      kinds: this.#text(kindsOf(objects)),
      ...isInTrouble && { since: reasons[0]!.first },
      tally,
      why: this.#text([...new Set(reasons.map(({ reason }) => reason))].join(", ")),
      message: this.#text(latest?.message ?? ""),
      isWarning: isInTrouble,
      isNode: objects[0]!.kind === "Node",
    };
  }

  #reasons(): Row[] {
    return this.#snapshot.objects.flatMap(({ groups }) => groups).flatMap((group) => {
      const tally = new Tally(this.#axis);
      if (!tally.add(group.spans)) return [];
      const what = `${isWarning(group) ? "!" : " "} ${this.#text(group.reason)}`;
      const { first: since, message } = group;
      return [{ ...EMPTY, what, since, tally, message: this.#text(message), isWarning: isWarning(group) }];
    });
  }

  /** Decides the widths of the columns. */
  #measure(rows: readonly Row[]): void {
    const { columns } = this.#options;
    const widest = (text: (row: Row) => string): number => Math.max(...rows.map((row) => widthOf(text(row))));
    const count = Math.max("COUNT".length, widest(({ tally }) => this.#count(tally)));
    const left = columns - INDENT.length - count - 1 - (this.#isNarrow ? 0 : this.#axis.n + 1);
    const longest = widest(labelOf);
    const why = columns < WIDE_COLUMNS
      ? 0
      : Math.min(widest((row) => row.why), Math.max(left - 1 - longest, Math.floor(left * 0.4)));
    this.#widths = {
      count,
      why: Math.max(0, why),
      what: Math.max(1, Math.min(longest, left - (why > 0 ? why + 1 : 0))),
    };
  }

  #header(): string {
    const { what, count, why } = this.#widths;
    if (this.#isNarrow) return this.#dim(this.#axis.times.padStart(this.#options.columns));
    const titles = ["SINCE", "WHAT".padEnd(what), this.#axis.times.padEnd(this.#axis.n), "COUNT".padStart(count)];
    return this.#dim([...titles, ...why > 0 ? ["WHY"] : []].join(" "));
  }

  #row(row: Row): string[] {
    const { columns } = this.#options;
    const { what, count, why } = this.#widths;
    const since = row.since === undefined ? "" : this.#axis.since(row.since);
    const room = what - widthOf(row.what) - 2;
    const kinds = row.kinds === "" || room < widthOf(row.kinds) ? "" : `  ${row.kinds}`;
    const name = fit(row.what, what, this.#signs.ellipsis);
    const padding = " ".repeat(Math.max(0, what - widthOf(name) - widthOf(kinds)));
    const label = `${since.padEnd(TIME_WIDTH)} ${name}${this.#dim(kinds)}${padding}`;
    const total = this.#count(row.tally).padStart(count);
    const cells = this.#cells(row);
    if (this.#isNarrow) return [`${label} ${total}`, (" ".repeat(columns - this.#axis.n) + cells).trimEnd()];
    return [`${label} ${cells} ${total}${why > 0 ? ` ${fit(row.why, why, this.#signs.ellipsis)}` : ""}`.trimEnd()];
  }

  #cells({ tally, isWarning }: Row): string {
    const signs = this.#signs;
    const characters = charactersOf(tally, signs, this.#gapCells);
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

  #legend(): string[] {
    const { levels, unknown, gap, atMost } = this.#signs;
    const tallies = [this.#warnings, this.#normals];
    const parts = [
      `a column ${durationOf(this.#axis.stepMs)}`,
      levels.map((level, i) => `${level}${2 ** i}`).join(" "),
      ...tallies.some(({ unknown }) => unknown.includes(1)) ? [`${unknown} at times unknown`] : [],
      ...tallies.some(({ isAtMost }) => isAtMost) ? [`${atMost} at most`] : [],
      ...this.#gapCells.includes(true) ? [`${gap} not watched`] : [],
      ...this.#snapshot.forgotten > 0 ? [`${this.#snapshot.forgotten} older events not shown`] : [],
    ];
    const lines = [""];
    for (const part of parts) {
      const line = lines.at(-1) === "" ? part : `${lines.at(-1)}   ${part}`;
      if (widthOf(line) <= this.#options.columns || lines.at(-1) === "") lines[lines.length - 1] = line;
      else lines.push(part);
    }
    return lines.map((line) => this.#dim(fit(line, this.#options.columns, this.#signs.ellipsis)));
  }

  #count({ count, isAtMost }: Tally): string {
    return `${isAtMost ? this.#signs.atMost : ""}${count}`;
  }

  #text(text: string): string {
    const safe = cellText(text);
    return this.#options.isAscii ? ascii(safe) : safe;
  }

  #dim(text: string): string {
    return this.#options.withColor && text !== "" ? `${DIM}${text}${BRIGHT}` : text;
  }
}

const EMPTY = { kinds: "", why: "", message: "", isWarning: false } as const;

/** The counts of a row. */
class Tally {
  readonly exact: Float64Array;
  /** 1 where some occurrences may have been. */
  readonly unknown: Uint8Array;
  /** All occurrences that may have been in this time. */
  count = 0;
  isAtMost = false;
  readonly #axis: Axis;

  constructor(axis: Axis) {
    this.#axis = axis;
    this.exact = new Float64Array(axis.n);
    this.unknown = new Uint8Array(axis.n);
  }

  static sum(axis: Axis, tallies: readonly Tally[]): Tally {
    const sum = new Tally(axis);
    for (const { exact, unknown, count, isAtMost } of tallies) {
      for (let i = 0; i < axis.n; i++) {
        sum.exact[i]! += exact[i]!;
        sum.unknown[i]! |= unknown[i]!;
      }
      sum.count += count;
      sum.isAtMost ||= isAtMost;
    }
    return sum;
  }

  /** Adds spans; returns whether any may have been in this time. */
  add(spans: readonly Span[]): boolean {
    const { from, to, n, stepMs } = this.#axis;
    const before = this.count;
    const { exact, ranges } = bucketsOf(spans, from, to, n);
    for (let i = 0; i < n; i++) {
      this.exact[i]! += exact[i]!;
      this.count += exact[i]!;
    }
    for (const range of ranges) {
      const [first, last] = [range.from, range.to].map((ms) => Math.floor((ms - from) / stepMs));
      this.unknown.fill(1, Math.max(0, first!), Math.min(n - 1, last!) + 1);
      this.count += range.count;
      if (range.estimated || range.from < from || range.to >= to) this.isAtMost = true;
    }
    return this.count > before;
  }
}

/** The times of the columns. */
class Axis {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly stepMs: number;
  readonly #isUtc: boolean;

  constructor(from: number, to: number, maxColumns: number, isUtc: boolean) {
    this.#isUtc = isUtc;
    const start = (stepMs: number): number => this.#floor(from, stepMs);
    const columns = (stepMs: number): number => Math.max(1, Math.ceil((to - start(stepMs)) / stepMs));
    this.stepMs = STEPS.find((stepMs) => columns(stepMs) <= maxColumns) ??
      Math.ceil((to - from) / maxColumns / DAY) * DAY;
    this.from = start(this.stepMs);
    this.n = Math.min(columns(this.stepMs), maxColumns);
    this.to = this.from + this.n * this.stepMs;
  }

  /** The times above the columns, at round ones. */
  get times(): string {
    const stepMs = STEPS.find((step) => step % this.stepMs === 0 && step / this.stepMs >= TIME_WIDTH + TIME_GAP) ??
      Infinity;
    let line = "";
    for (let i = 0; i + TIME_WIDTH <= this.n; i++) {
      const ms = this.from + i * this.stepMs;
      if (this.#floor(ms, stepMs) === ms) line = line.padEnd(i) + this.#text(ms, stepMs >= DAY);
    }
    return line;
  }

  /** When something began: the day, if that was more than a day before the end. */
  since(ms: number): string {
    return this.#text(ms, this.to - ms > DAY);
  }

  #text(ms: number, isDay: boolean): string {
    const text = dateOf(ms + this.#offsetMs(ms)).toISOString();
    // From the end, as far years are longer.
    return isDay ? text.slice(-19, -14) : text.slice(-13, -8);
  }

  /** Rounds down by the person's clock. */
  #floor(ms: number, stepMs: number): number {
    const offsetMs = this.#offsetMs(ms);
    return Math.floor((ms + offsetMs) / stepMs) * stepMs - offsetMs;
  }

  #offsetMs(ms: number): number {
    return this.#isUtc ? 0 : -dateOf(ms).getTimezoneOffset() * MINUTE;
  }
}

/** The nearest time that a date can have: a file may name the last, and columns begin before the first. */
function dateOf(ms: number): Date {
  return new Date(Math.min(MAX_DATE_MS, Math.max(-MAX_DATE_MS, ms)));
}

/** By the beginning of the trouble: first what began in this time, then what had begun before. */
function inOrder(rows: readonly Row[], from: number): Row[] {
  const wasBefore = ({ since = 0 }: Row): number => Number(since < from);
  return rows.toSorted((a, b) =>
    Number(b.isWarning) - Number(a.isWarning) || wasBefore(a) - wasBefore(b) || (a.since ?? 0) - (b.since ?? 0)
  );
}

/** The name of a row: of a workload with its namespace, or of a cluster-scoped object with its kind. */
function nameOf({ kind, namespace, workload }: TimelineObject): string {
  return `${namespace === "" ? kind.toLowerCase() : namespace}/${workload}`;
}

function kindsOf(objects: readonly TimelineObject[]): string {
  const [{ kind, namespace }] = objects as readonly [TimelineObject];
  if (objects.length === 1) return namespace === "" ? "" : kind.toLowerCase();
  return `${objects.length} ${objects.every((object) => object.kind === kind) ? `${kind.toLowerCase()}s` : "objects"}`;
}

function labelOf({ what, kinds }: Row): string {
  return kinds === "" ? what : `${what}  ${kinds}`;
}

function isWarning({ type }: TimelineGroup): boolean {
  return type === "Warning";
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, "?");
}

function endOf(style: string): string {
  return style === "" ? "" : style === DIM ? BRIGHT : PLAIN;
}

/** Formats the length of a column, such as `30s`, `2m`, `6h` or `1d`. */
function durationOf(ms: number): string {
  const [size, unit] = ms < MINUTE ? [SECOND, "s"] : ms < HOUR ? [MINUTE, "m"] : ms < DAY ? [HOUR, "h"] : [DAY, "d"];
  return `${ms / (size as number)}${unit}`;
}
