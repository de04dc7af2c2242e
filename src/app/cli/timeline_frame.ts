import type { AnyEvent } from "../../base/event/event.ts";
import { counted } from "../../base/tools/text.ts";
import { FAILING_TEXT } from "../../read/timeline/facts.ts";
import type { Grouping, Lane } from "../../read/timeline/lane.ts";
import { ALL, type Picture, pictureOf } from "../../read/timeline/picture.ts";
import { changesText, failingText, notesOf, troubleText } from "../../read/timeline/picture_text.ts";
import { MAX_NODES, type StoryLine } from "../../read/timeline/story.ts";
import type { Tally } from "../../read/timeline/tally.ts";
import { durationText, sinceTexts, timeText, type View, viewOf } from "../../read/timeline/time_axis.ts";
import type { TimelineSnapshot } from "../../read/timeline/mod.ts";
import { cellText, fit, fitList, fitMessage, fitName, widthOf, wrap } from "./table_layout.ts";
import { ASCII, BRIGHT, cellsOf, covered, DIM, PLAIN, RED, TIME_WIDTH, timesOf, UNICODE } from "./timeline_cells.ts";

export interface FrameOptions {
  readonly columns: number;
  /** Maximum number of lines; `Infinity` in a pipe. */
  readonly rows: number;
  /** The times to show, in milliseconds since 1970; extended to whole columns. */
  readonly from: number;
  readonly to: number;
  /** When the events were read, which decides what still fails. */
  readonly now: number;
  /** The title: what was read, from where, and when. */
  readonly title: string;
  readonly grouping: Grouping;
  /** Whether an event is selected; the others only decide what still fails. By default, all are selected. */
  readonly isSelected?: (event: AnyEvent) => boolean;
  readonly isUtc: boolean;
  readonly isAscii: boolean;
  readonly withColor: boolean;
  readonly withHeaders: boolean;
}

/** Minimum widths at which the chart takes half, the reasons have a column, and the chart is next to the names. */
const [WIDE_COLUMNS, WHY_COLUMNS, NARROW_COLUMNS] = [100, 76, 56];
/** Minimum width of a terminal; on a narrower one, lines are cut and have no colors. */
const MIN_COLUMNS = 16;
/** Minimum numbers of columns for names, and for reasons next to longer names. */
const [MIN_NAME, MIN_WHY] = [24, 18];
/** If not all rows fit: the share of the lines that rows take, and how many of the first to begin are among them. */
const [ROWS_SHARE, MIN_FIRST] = [0.6, 3];
/** Minimum number of columns in which the names of a fold are shown. */
const MIN_NAMES = 8;

/**
 * Draws a timeline as lines for a terminal: lanes in the order in which their trouble began, each with a message below
 * it if there is room. Occurrences at unknown times are a thread, never spread. Lanes that do not fit share one row, so
 * that the rows add up.
 */
export function timelineFrame(snapshot: TimelineSnapshot, options: FrameOptions): string[] {
  return new Frame(snapshot, options).lines();
}

interface Row {
  readonly lane: Lane;
  readonly isTrouble: boolean;
  readonly since: string;
  readonly what: string;
  readonly kinds: string;
  readonly count: string;
  readonly reasons: readonly string[];
  /** The lines of its story: the headline, the beginning and the change before it, and the workloads of a fold. */
  readonly notes: readonly string[];
}

class Frame {
  readonly #options: FrameOptions;
  readonly #signs: typeof UNICODE;
  readonly #view: View;
  readonly #picture: Picture;
  readonly #snapshot: TimelineSnapshot;
  readonly #gaps: Uint8Array;
  readonly #isNarrow: boolean;
  #widths = { since: TIME_WIDTH, what: 0, count: 0, why: 0 };

  constructor(snapshot: TimelineSnapshot, options: FrameOptions) {
    const { columns, from, to, isAscii, isUtc, grouping, isSelected = () => true, now } = options;
    this.#options = columns < MIN_COLUMNS ? { ...options, withColor: false } : options;
    this.#signs = isAscii ? ASCII : UNICODE;
    this.#isNarrow = columns < NARROW_COLUMNS;
    // On a common terminal, which has a column of reasons, names and reasons matter more than the chart.
    const share = columns >= WIDE_COLUMNS ? 0.5 : columns >= WHY_COLUMNS ? 0.3 : 0.4;
    const cells = this.#isNarrow ? columns : Math.floor(columns * share) + 1;
    let view = viewOf(from, to, cells, 1, isUtc);
    // A range that begins within a column needs one more column.
    if (view.buckets > cells) view = viewOf(from, to, cells - 1, 1, isUtc);
    view = this.#view = { ...view, width: view.buckets };
    this.#picture = pictureOf(
      snapshot,
      { ...ALL, grouping, selects: ({ latest }) => isSelected(latest.event) },
      view,
      now,
    );
    this.#snapshot = snapshot;
    this.#gaps = covered(snapshot.gaps, view);
  }

  lines(): string[] {
    const { withHeaders, rows: maxLines, columns, grouping } = this.#options;
    const { began, before, burst, calm, merged } = this.#picture;
    const head = this.#title();
    if (began.length + before.length + calm.length === 0) {
      return [
        ...head,
        this.#fit("No events in this time."),
        ...notesOf(this.#picture, this.#snapshot).map((note) => this.#dim(this.#fit(note))),
      ];
    }
    const trouble = [...began, ...before];
    const isEach = grouping === "message";
    const isBurst = (lane: Lane): boolean => burst.includes(lane.isFold ? lane.parts[0]! : lane);
    const lanes = isEach || trouble.length === 0 ? [...trouble, ...calm] : trouble;
    const last = lanes.length > trouble.length || calm.length === 0
      ? []
      : [this.#row(merged(calm, `+ ${calm.length} ${this.#isNarrow ? "other" : "without trouble"}`))];
    let rows = lanes.map((lane) => this.#row(lane)).concat(last);
    const legend = this.#legend(rows);
    const height = this.#isNarrow ? 2 : 1;
    const hasBoth = began.length > 0 && before.length > 0;
    const changes = changesText(this.#picture, this.#snapshot);
    const changed = changes === "" || this.#isNarrow ? [] : [this.#dim(this.#fit(this.#text(changes)))];
    const room = maxLines - head.length - changed.length - (withHeaders ? 1 : 0) - legend.length - (hasBoth ? 1 : 0);
    const most = this.#isNarrow || isEach || trouble.length === 0 ? room : room * ROWS_SHARE;
    if (rows.length * height > most) {
      // Nodes come first, then trouble that began in the view and still fails, then the largest burst and the first to
      // begin, because a cause has few events. Some lines are kept for messages and for the row of the rest.
      const fits = Math.max(1, Math.floor(most / height) - 1);
      const first = new Set(began.slice(0, MIN_FIRST));
      const rankOf = (lane: Lane): number =>
        lane.isNode ? 4 : began.includes(lane) && lane.isNow ? 3 : isBurst(lane) ? 2 : Number(first.has(lane));
      const ranked = lanes.toSorted((a, b) => rankOf(b) - rankOf(a) || b.troubles.most - a.troubles.most);
      const shown = new Set(ranked.slice(0, fits));
      const left = ranked.slice(fits);
      rows = lanes.filter((lane) => shown.has(lane)).map((lane) => this.#row(lane));
      if (left.length > 0) rows.push(this.#rest(left));
    }
    this.#measure(rows);
    const indent = " ".repeat(this.#widths.since + 1);
    const width = Math.max(1, columns - indent.length);
    // First, each row gets a line of its headline, nodes and bursts before others; then the beginning and the change
    // before it; then further lines of long headlines.
    let free = this.#isNarrow && !isEach ? 0 : room - rows.length * height;
    const isRest = ({ lane }: Pick<Row, "lane">): boolean => lane.name.startsWith("+ ");
    const lines = new Map(rows.map((row) => [row, [0, 0, 0, 0]]));
    const urgencyOf = ({ lane }: Row): number => 2 * Number(lane.isNode || isBurst(lane)) + Number(lane.isNow);
    const distanceOf = ({ lane }: Row): number => Math.abs(lane.onset - (burst[0]?.onset ?? 0));
    const urgent = rows.toSorted((a, b) => urgencyOf(b) - urgencyOf(a) || distanceOf(a) - distanceOf(b));
    // The same line again tells less than another; one that repeats its reason, nothing.
    const said = new Set<string>();
    const fresh = urgent.filter(({ notes: [note = ""], reasons, lane }) =>
      !isRest({ lane }) && !reasons.some((reason) => note.endsWith(reason)) &&
      said.size < said.add(fitMessage(note, width)).size
    );
    const wanted = new Set([...rows.filter(isRest), ...fresh, ...urgent]);
    for (const [note, most] of [[0, 1], [1, 1], [2, 1], [0, 2], [3, 1]] as const) {
      for (const row of wanted) {
        const text = row.notes[note] ?? "";
        if (free <= 0 || lines.get(row)![note] === most || wrap(text, width, most).length < most) continue;
        lines.get(row)![note] = most;
        free--;
      }
    }
    const earlier = hasBoth && rows.find(({ lane }) => before.includes(lane));
    const from = `began before ${timeText(this.#view.from, this.#view)}:`;
    const body = rows.flatMap((row) => [
      ...row === earlier ? [this.#dim(this.#fit(`${indent}${from}`))] : [],
      ...this.#lines(row),
      ...row.notes.flatMap((note, i) => wrap(note, width, lines.get(row)![i]!, this.#signs.ellipsis))
        .map((line) => this.#dim(`${indent}${line}`)),
    ]);
    const all = [...head, ...changed, ...withHeaders ? [this.#header()] : [], ...body, ...legend];
    const shown = all.slice(0, Math.max(maxLines, head.length + 2));
    return columns < MIN_COLUMNS ? shown.map((line) => this.#fit(line)) : shown;
  }

  /** Returns the title: what was read on the left, and the sums on the right; in two lines if there is little room. */
  #title(): string[] {
    const { title, columns, grouping } = this.#options;
    const { troubled, failing, objects } = this.#picture;
    const sums = [
      objects === 0 ? "no events" : troubled === 0 ? "no trouble" : troubleText(this.#picture, grouping),
      ...failing > 0 ? [failingText(this.#picture)] : [],
      counted(objects, "object"),
    ].join(", ");
    const left = this.#text(title);
    const room = columns - widthOf(left) - sums.length;
    return room >= 2 ? [`${left}${" ".repeat(room)}${sums}`] : [this.#fit(left), this.#fit(sums)];
  }

  #row(lane: Lane): Row {
    const { place, name, troubles, normals, onset } = lane;
    const { headline, beginning, change } = lane.story;
    const isTrouble = troubles.most > 0;
    const isEach = this.#options.grouping === "message";
    const told = headline ?? { ...lane.events[0]!, nodes: "" };
    const isRest = name.startsWith("+ ");
    const began = isTrouble ? onset : lane.events[0]!.first;
    const [time, day] = isRest || !isTrouble && !isEach ? ["", ""] : sinceTexts(began, this.#view);
    return {
      lane,
      isTrouble,
      since: onset < this.#view.from && day !== "" ? day : `${day && `${day} `}${time}`,
      what: (isEach ? `${isTrouble ? "!" : " "} ` : "") +
        this.#text(place === "" ? name : `${place}/${name}`),
      kinds: isRest ? "" : this.#text(lane.kinds),
      count: this.#count(isTrouble ? troubles : normals),
      reasons: (isTrouble || isRest ? lane.reasons : lane.story.changes).filter((reason) => reason !== name)
        .map((reason) => this.#text(reason)),
      notes: [
        told.message === "" || !isTrouble && !isEach ? "" : this.#said(lane, told),
        beginning === undefined ? "" : `began with ${this.#said(lane, beginning)}`,
        change === undefined ? "" : `after ${this.#said(lane, change)}`,
        lane.isFold && isTrouble ? this.#text(lane.kinds) : "",
      ],
    };
  }

  /** Returns a line of a story: the reason, the nodes and the message. */
  #said(lane: Lane, { reason, message, nodes }: StoryLine): string {
    const where = nodes === "" ? "" : ` on ${fitName(this.#text(nodes), MAX_NODES, this.#signs.ellipsis)}`;
    return (reason === lane.name ? "" : `${this.#text(reason)}${where}: `) + this.#text(message);
  }

  /** Returns one row for the lanes that do not fit. */
  #rest(lanes: readonly Lane[]): Row {
    const row = this.#row(this.#picture.merged(lanes, `+ ${lanes.length} more`));
    const named = lanes.flatMap((lane) => lane.isFold ? lane.parts : lane);
    const names = named.map(({ place, name, troubles, normals }) =>
      `${place && `${place}/`}${name} ${this.#count(troubles.most > 0 ? troubles : normals)}`
    );
    return { ...row, notes: [this.#text(names.join(", "))] };
  }

  #measure(rows: readonly Row[]): void {
    const { columns } = this.#options;
    const widest = (text: (row: Row) => string): number => Math.max(...rows.map((row) => widthOf(text(row))));
    const since = Math.max(TIME_WIDTH, widest(({ since }) => since));
    const count = Math.max("COUNT".length, widest(({ count }) => count));
    const left = columns - since - 1 - count - 3 - (this.#isNarrow ? 0 : this.#view.buckets + 1);
    const longest = widest(({ lane, what, kinds }) =>
      kinds ? `${what}  ${lane.isFold ? kinds.slice(0, MIN_NAME) : kinds}` : what
    );
    // Names get room first, then reasons; the kinds of objects take the rest.
    const most = Math.max(0, left - 1 - longest, Math.min(MIN_WHY, left - 1 - MIN_NAME));
    const why = columns < WHY_COLUMNS ? 0 : Math.min(widest(({ reasons }) => reasons.join(", ")), most);
    this.#widths = { since, count, why, what: Math.max(1, Math.min(longest, left - (why > 0 ? why + 1 : 0))) };
  }

  #header(): string {
    const { since, what, count, why } = this.#widths;
    const { columns } = this.#options;
    const { buckets } = this.#view;
    if (this.#isNarrow) return this.#dim(this.#fit(" ".repeat(Math.max(0, columns - buckets)) + timesOf(this.#view)));
    const titles = [
      "SINCE".padEnd(since),
      "WHAT".padEnd(what),
      timesOf(this.#view).padEnd(buckets),
      "COUNT".padStart(count),
    ];
    return this.#dim([...titles, ...why > 0 ? ["  WHY"] : []].join(" "));
  }

  #lines({ lane, isTrouble, since, kinds, count, reasons, ...row }: Row): string[] {
    const { columns, withColor } = this.#options;
    const { now, ellipsis } = this.#signs;
    const widths = this.#widths;
    const what = fitName(row.what, widths.what, ellipsis);
    const room = widths.what - widthOf(what) - 2;
    const about = kinds === "" || room < (lane.isFold ? MIN_NAMES : widthOf(kinds))
      ? ""
      : `  ${fit(kinds, room, ellipsis)}`;
    const padding = " ".repeat(Math.max(0, widths.what - widthOf(what) - widthOf(about)));
    const label = `${since.padEnd(widths.since)} ${what}${this.#dim(about)}${padding}`;
    const dot = !lane.isNow ? " " : withColor ? `${RED}${now}${PLAIN}` : now;
    const total = `${count.padStart(widths.count)} ${dot}`;
    const cells = cellsOf(lane, isTrouble, { view: this.#view, gaps: this.#gaps, signs: this.#signs, withColor });
    if (this.#isNarrow) {
      const line = (" ".repeat(Math.max(0, columns - this.#view.buckets)) + cells).trimEnd();
      return [`${label} ${total}`.trimEnd(), line];
    }
    const why = widths.why > 0 ? ` ${fitList(reasons, widths.why, ellipsis)}` : "";
    return [`${label} ${cells} ${total}${why}`.trimEnd()];
  }

  #legend(rows: readonly Row[]): string[] {
    const { levels, normal, unknown, gap, atMost, now } = this.#signs;
    const hasUnknown = rows.some(({ lane: { marks }, isTrouble }) =>
      (isTrouble ? marks.unknownTroubles : marks.unknownNormals).length > 0
    );
    const parts = [
      `a column ${durationText(this.#view.stepMs)}`,
      levels.map((level, i) => `${level}${2 ** i}`).join(" "),
      ...rows.some(({ lane, isTrouble }) => isTrouble && lane.normals.sure > 0) ? [`${normal} Normal`] : [],
      ...hasUnknown ? [`${unknown} at unknown times between`] : [],
      ...rows.some(({ count }) => count.startsWith(atMost)) ? [`${atMost} at most`] : [],
      ...this.#gaps.includes(1) ? [`${gap} not watched`] : [],
      ...rows.some(({ lane }) => lane.isNow) ? [`${now} ${FAILING_TEXT}`] : [],
      ...notesOf(this.#picture, this.#snapshot),
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
