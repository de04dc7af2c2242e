import type { Occurrence } from "../../read/mod.ts";
import { humanDuration } from "../../base/tools/time.ts";
import { counted } from "../../base/tools/text.ts";
import { isTrouble } from "../../read/timeline/mod.ts";
import { type Outage, outageText, Screen } from "./screen.ts";
import { objectText, yamlText } from "./shell.ts";
import { cellText, fit, fitMessage, fitMiddle, folded, widthOf, wrap } from "./table_layout.ts";

export interface TableOptions {
  readonly withNamespace: boolean;
  readonly withColor: boolean;
  readonly withHeaders: boolean;
}

export interface LiveTableOptions extends TableOptions {
  /** Whether the server has answered, for the text of an empty table. */
  readonly isConnected: () => boolean;
  /** Why nothing can be read, for a line below the table. */
  readonly outage?: () => Outage;
  /** Called when `q` or Ctrl-C is typed. */
  readonly onQuit: () => void;
}

/** More rows than any terminal has; at twice as many, the older half is dropped. */
const MAX_ROWS = 500;
/** More than any terminal shows of a message: each frame lays it out. */
const MAX_MESSAGE_LENGTH = 10_000;
/** 20 frames per second, however many events arrive. */
const REDRAW_AFTER_MS = 50;
/** On fewer lines, all show rows. */
const MIN_ROOM_FOR_COUNT = 6;
/** The events of a group that are shown whole. */
const MAX_WHOLE = 20;
const GROUPINGS = ["event", "object", "reason", "reporter"] as const;
const KEYS = "j k: move, /: filter, g: group, Enter: whole event, Esc: back, q: end";
const [REVERSE, UPRIGHT] = ["\x1b[7m", "\x1b[27m"];
const [YELLOW, PLAIN] = ["\x1b[33m", "\x1b[39m"];
/** From here on, the type stands in words, and columns are two apart; below, messages and counts are left out. */
const [WIDE_COLUMNS, ROOMY_COLUMNS, MIN_MESSAGE] = [140, 100, 12];

/** A row: the event of a key, or several, the latest last. */
interface Row {
  readonly key: string;
  readonly events: readonly [key: string, occurrence: Occurrence][];
}

/**
 * A live table of events on a terminal, newest last, with one row per event however often it occurs, or per object or
 * reason. It fits the terminal, also after a resize, and shows the number of earlier events that do not fit. Its keys
 * select a row, filter, group and show whole events; until one is typed, it follows the latest events.
 */
export class LiveTable {
  readonly #rows = new Map<string, Occurrence>();
  readonly #options: LiveTableOptions;
  readonly #screen: Screen;
  #hasEvicted = false;
  #grouping: (typeof GROUPINGS)[number] = "event";
  #filter = "";
  #isTyping = false;
  #isClosed = false;
  /** The selected row; without one, the latest are shown. */
  #selected: string | undefined;
  /** The first line that is shown of the selected row's events; without one, the table is. */
  #wholeFrom: number | undefined;
  /** The lines of the last frame, by which pages scroll. */
  #page = 1;

  constructor(options: LiveTableOptions) {
    this.#options = options;
    this.#screen = new Screen({
      draw: (columns, rows) => this.#draw(columns, rows),
      onKey: (key) => this.#onKey(key),
      onQuit: options.onQuit,
      redrawAfterMs: REDRAW_AFTER_MS,
    });
  }

  /** Shows an occurrence; rejects once the terminal is gone. */
  show(occurrence: Occurrence): Promise<void> {
    if (this.#screen.failure !== undefined) return Promise.reject(this.#screen.failure);
    const { namespace = "", name = "" } = occurrence.event.metadata;
    this.#rows.set(`${namespace}/${name}`, {
      ...occurrence,
      message: occurrence.message.slice(0, MAX_MESSAGE_LENGTH),
    });
    // Evicts many at once: sorting for each event would be slow for a long list.
    if (this.#rows.size === 2 * MAX_ROWS) {
      for (const [oldest] of this.#byTime().slice(0, MAX_ROWS)) this.#rows.delete(oldest);
      this.#hasEvicted = true;
    }
    this.#screen.redraw();
    return Promise.resolve();
  }

  remove(
    { namespace = "", name = "" }: { readonly namespace?: string | undefined; readonly name?: string | undefined },
  ): void {
    if (this.#rows.delete(`${namespace}/${name}`)) this.#screen.redraw();
  }

  async close(): Promise<void> {
    this.#selected = this.#wholeFrom = undefined;
    this.#isTyping = false;
    this.#isClosed = true;
    await this.#screen.close();
  }

  #onKey(key: string): void {
    if (this.#isTyping) this.#type(key);
    else if (key === "q") this.#options.onQuit();
    else if (this.#wholeFrom !== undefined) this.#scroll(key);
    else this.#move(key);
    this.#screen.redraw();
  }

  #type(key: string): void {
    if (key === "enter") this.#isTyping = false;
    else if (key === "escape") [this.#isTyping, this.#filter] = [false, ""];
    else if (key === "backspace") this.#filter = [...this.#filter].slice(0, -1).join("");
    else if (key.length <= 2 && key >= " ") this.#filter += key;
  }

  #scroll(key: string): void {
    // The end of the text is known when it is drawn.
    const from = Math.max(0, this.#wholeFrom! + (this.#stepOf(key) ?? 0));
    this.#wholeFrom = ["enter", "escape", "backspace"].includes(key) ? undefined : from;
  }

  /** By how many lines or rows a key moves. */
  #stepOf(key: string): number | undefined {
    const page = this.#page;
    const pages = { "page down": page, " ": page, "page up": -page, home: -Infinity, end: Infinity };
    return { j: 1, down: 1, k: -1, up: -1, ...pages }[key];
  }

  #move(key: string): void {
    const rows = this.#visible();
    const at = this.#selected === undefined ? rows.length : rows.findIndex(({ key }) => key === this.#selected);
    const by = this.#stepOf(key);
    if (by !== undefined) this.#selected = rows[Math.max(0, Math.min(rows.length - 1, at + by))]?.key;
    else if (key === "/") this.#isTyping = true;
    else if (key === "enter") {
      this.#selected ??= rows.at(-1)?.key;
      if (this.#selected !== undefined) this.#wholeFrom = 0;
    } else if (key === "g") {
      this.#grouping = GROUPINGS[(GROUPINGS.indexOf(this.#grouping) + 1) % GROUPINGS.length]!;
      this.#selected = undefined;
    } else if (key === "escape") {
      if (this.#selected === undefined) this.#filter = "";
      this.#selected = undefined;
    }
  }

  #draw(columns: number, rows: number): string[] {
    const foot: string[] = [];
    if (this.#isTyping || this.#filter !== "") foot.push(`/${this.#filter}${this.#isTyping ? "_" : ""}`);
    else if (this.#selected !== undefined) foot.push(KEYS);
    const outage = this.#isClosed ? "" : outageText(this.#options.outage?.() ?? {});
    if (outage !== "") foot.push(outage);
    const room = Math.max(1, rows - foot.length);
    const lines = this.#wholeFrom === undefined ? this.#lines(columns, room) : this.#whole(columns, room);
    return [...lines, ...foot.map((line) => fit(cellText(line), columns))];
  }

  #byTime(): [key: string, occurrence: Occurrence][] {
    return [...this.#rows].sort(([, a], [, b]) => (a.last?.getTime() ?? 0) - (b.last?.getTime() ?? 0));
  }

  /** The rows that the filter leaves, grouped. */
  #visible(): Row[] {
    const wanted = this.#filter.toLowerCase();
    const { withNamespace } = this.#options;
    const events = this.#byTime().filter(([, { type, reason, regarding, message, reporter }]) =>
      `${type} ${reason} ${objectText(regarding, withNamespace)} ${message} ${reporterText(reporter)}`.toLowerCase()
        .includes(wanted)
    );
    if (this.#grouping === "event") return events.map((event) => ({ key: event[0], events: [event] }));
    const groups = new Map<string, [string, Occurrence][]>();
    for (const event of events) {
      const [, { reason, regarding, reporter }] = event;
      const keys = { reason, object: objectText(regarding, true), reporter: reporterText(reporter) };
      const key = keys[this.#grouping];
      const group = groups.get(key) ?? [];
      group.push(event);
      // The group of the latest event is the last.
      groups.delete(key);
      groups.set(key, group);
    }
    return [...groups].map(([key, events]) => ({ key, events }));
  }

  /** The header and a line for each row: the latest, or those around the selected one. */
  #lines(columns: number, maxLines: number): string[] {
    const { withHeaders, withColor, isConnected, withNamespace } = this.#options;
    const all = this.#visible();
    if (all.length === 0) {
      const nothing = this.#filter !== ""
        ? "No event matches."
        : `${isConnected() ? "No events" : "Not connected"} yet.`;
      const help = this.#isClosed ? "" : this.#filter === "" ? " Type q to end." : " Esc clears the filter.";
      return [fit(nothing + help, columns)];
    }
    const found = this.#selected === undefined ? -1 : all.findIndex(({ key }) => key === this.#selected);
    const head = withHeaders && maxLines > 1 ? 1 : 0;
    const isCut = all.length > maxLines - head && maxLines - head >= MIN_ROOM_FOR_COUNT;
    const room = Math.max(1, maxLines - head - (isCut ? 1 : 0));
    // The selected row is in the middle, unless that would leave lines empty.
    const start = Math.max(0, Math.min(all.length - room, found < 0 ? Infinity : found - (room >> 1)));
    const shown = all.slice(start, start + room);
    const isReporter = this.#grouping === "reporter";
    const [titles, ...lines] = table(
      shown.map(({ key, events }) => cellsOf(events.map(([, event]) => event), withNamespace, isReporter ? key : "")),
      columns,
      { isReporter, withColor },
    );
    if (found >= start) lines[found - start] = `${REVERSE}${lines[found - start]}${UPRIGHT}`;
    const [earlier, later] = [start, all.length - start - shown.length];
    const what = this.#grouping === "event" ? "event" : "row";
    const hidden = [
      ...earlier > 0 ? [`${this.#hasEvicted ? "more than " : ""}${counted(earlier, `earlier ${what}`)}`] : [],
      ...later > 0 ? [counted(later, `later ${what}`)] : [],
    ];
    this.#page = shown.length;
    return [...head ? [titles!] : [], ...isCut ? [fit(`${hidden.join(", ")} not shown`, columns)] : [], ...lines];
  }

  /** The selected row's events as YAML, the latest first. */
  #whole(columns: number, maxLines: number): string[] {
    const row = this.#visible().find(({ key }) => key === this.#selected);
    const events = row?.events.slice(-MAX_WHOLE).map(([, { event }]) => event).toReversed() ?? [];
    if (events.length === 0) return [fit("The server no longer has this event. Esc leads back.", columns)];
    const lines = events.map(yamlText).join("---\n").trimEnd().split("\n").flatMap((line) => folded(line, columns));
    this.#page = maxLines;
    this.#wholeFrom = Math.min(this.#wholeFrom!, Math.max(0, lines.length - maxLines));
    return lines.slice(this.#wholeFrom, this.#wholeFrom + maxLines);
  }
}

const TITLES = ["SEEN", "!", "REASON", "OBJECT", "COUNT", "MESSAGE"] as const;
type Title = (typeof TITLES)[number];

/** The texts of a row, each in one line. */
type Cells = Readonly<Record<Title | "TYPE", string>>;

function reporterText({ component, instance }: Occurrence["reporter"]): string {
  return instance && instance !== component ? `${component} on ${instance}` : component;
}

/** The cells of a row of events, the latest last; of a reporter, its name is in place of the objects. */
function cellsOf(occurrences: readonly Occurrence[], withNamespace: boolean, reporter = ""): Cells {
  const { last, type, message } = occurrences.at(-1)!;
  const latestFirst = (textOf: (occurrence: Occurrence) => string): string[] => [
    ...new Set(occurrences.map((occurrence) => cellText(textOf(occurrence))).toReversed()),
  ];
  const objects = latestFirst(({ regarding }) => objectText(regarding, withNamespace));
  const others = objects.length - 1;
  const trouble = occurrences.findLast(isTrouble);
  return {
    SEEN: last ? humanDuration(Math.max(0, Date.now() - last.getTime())) : "unknown",
    "!": trouble ? "!" : "",
    TYPE: cellText(trouble?.type ?? type),
    REASON: latestFirst(({ reason }) => reason).join(", "),
    OBJECT: reporter !== ""
      ? `${cellText(reporter)}, ${counted(objects.length, "object")}`
      : objects[0]! + (others > 0 ? ` and ${others} more` : ""),
    COUNT: String(occurrences.reduce((sum, { count }) => sum + count, 0)),
    MESSAGE: cellText(message),
  };
}

interface Look {
  readonly isReporter?: boolean;
  readonly withColor: boolean;
  /** Whether messages that are cut follow whole on lines of their own. */
  readonly withWhole?: boolean;
}

/**
 * Lays out the titles and a line for each row. Names are cut in their middle, messages before their end; where there is
 * no room for a message of some words, it is left out.
 */
function table(rows: readonly Cells[], columns: number, { isReporter = false, withColor, withWhole }: Look): string[] {
  const gap = columns < ROOMY_COLUMNS ? " " : "  ";
  const type = columns < WIDE_COLUMNS ? "!" : "TYPE";
  const widest = (title: Title | "TYPE"): number =>
    Math.max(title === "!" ? 1 : title.length, ...rows.map((cells) => widthOf(cells[title])));
  const [seen, mark, count] = [widest("SEEN"), widest(type), widest("COUNT")];
  const room = columns - seen - mark - count - 3 * gap.length;
  const reason = Math.min(widest("REASON"), Math.max(10, Math.floor(columns * 0.18)));
  const fits = room - reason - 2 * gap.length;
  const object = Math.min(widest("OBJECT"), Math.max(Math.floor(columns * 0.3), fits - widest("MESSAGE")));
  const message = Math.max(0, fits - object);
  const isShort = message < MIN_MESSAGE;
  const nameWidth = isShort ? Math.max(1, Math.min(widest("OBJECT"), room - reason - gap.length)) : object;
  const pad = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));
  const lineOf = (cells: Cells, isTitle: boolean): string => {
    const sign = pad(cells[type], mark);
    const texts = [
      pad(cells.SEEN, seen),
      withColor && !isTitle && cells["!"] !== "" ? `${YELLOW}${sign}${PLAIN}` : sign,
      pad(fit(cells.REASON, reason), reason),
      pad(fitMiddle(cells.OBJECT, nameWidth), nameWidth),
      " ".repeat(Math.max(0, count - cells.COUNT.length)) + cells.COUNT,
      ...isShort ? [] : [fitMessage(cells.MESSAGE, message)],
    ];
    return texts.join(gap).trimEnd();
  };
  const titles = Object.fromEntries([...TITLES, "TYPE"].map((title) => [title, title])) as Cells;
  const head = { ...titles, "!": "", OBJECT: isReporter ? "REPORTER" : "OBJECT" };
  return [
    cutLine(lineOf(head, true), columns),
    ...rows.flatMap((cells) => [
      cutLine(lineOf(cells, false), columns),
      ...withWhole && (isShort || widthOf(cells.MESSAGE) > message)
        ? wrap(cells.MESSAGE, Math.max(1, columns - 4), Infinity).map((line) => `    ${line}`)
        : [],
    ]),
  ];
}

/** A line that fits: one that does not, as on a tiny terminal, loses its colors. */
function cutLine(line: string, columns: number): string {
  const plain = line.replace(YELLOW, "").replace(PLAIN, "");
  return widthOf(plain) <= columns ? line : fit(plain, columns);
}

/** Lays a table out once, with all of its rows and whole messages. */
export function tableOf(occurrences: readonly Occurrence[], options: TableOptions, columns: number): string[] {
  if (occurrences.length === 0) return [];
  const { withNamespace, withHeaders, withColor } = options;
  const cells = occurrences.map((occurrence) => cellsOf([occurrence], withNamespace));
  return table(cells, columns, { withColor, withWhole: true }).slice(withHeaders ? 0 : 1);
}
