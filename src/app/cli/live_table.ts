import type { Occurrence } from "../../read/mod.ts";
import { humanDuration } from "../../base/tools/time.ts";
import { counted, yamlText } from "../../base/tools/text.ts";
import { byTime } from "../../read/reader/by_time.ts";
import { isTrouble } from "../../read/timeline/mod.ts";
import { reporterText } from "../../read/timeline/picture_text.ts";
import { type Outage, outageText, Screen } from "./screen.ts";
import { objectText } from "./shell.ts";
import { cellText, fit, fitMessage, fitName, folded, widthOf, wrap } from "./table_layout.ts";

export interface TableOptions {
  readonly withNamespace: boolean;
  readonly withColor: boolean;
  readonly withHeaders: boolean;
  /** The time in milliseconds from which ages count back; that of this machine by default. */
  readonly now?: (() => number) | undefined;
}

export interface LiveTableOptions extends TableOptions {
  /** Whether the server has answered, for the text of an empty table. */
  readonly isConnected: () => boolean;
  /** Returns why nothing can be read, for a line below the table. */
  readonly outage?: () => Outage;
  /** Called when `q` or Ctrl-C is typed. */
  readonly onQuit: () => void;
}

/** Number of rows kept, more than any terminal has. At twice as many, the older half is dropped. */
const MAX_ROWS = 500;
/** Maximum length of a kept message, because each frame lays it out; no terminal shows more. */
const MAX_MESSAGE_LENGTH = 10_000;
/** Delay before events are drawn, which limits the rate to 20 frames per second. */
const REDRAW_AFTER_MS = 50;
/** Minimum number of lines at which one of them shows how many rows are hidden. */
const MIN_ROOM_FOR_COUNT = 6;
/** Maximum number of events of a group that are shown whole. */
const MAX_WHOLE = 20;
const GROUPINGS = ["event", "object", "reason", "reporter"] as const;
const KEYS = "j k: move, /: filter, g: group, Enter: whole event, Esc: back, q: end";
const [REVERSE, UPRIGHT] = ["\x1b[7m", "\x1b[27m"];
const [YELLOW, PLAIN] = ["\x1b[33m", "\x1b[39m"];
/** The minimum width at which cells are two spaces apart, and the minimum room in which a message is shown. */
const [ROOMY_COLUMNS, MIN_MESSAGE] = [100, 12];

/** A row: the event with a key, or several events, the latest last. */
interface Row {
  readonly key: string;
  readonly events: readonly [key: string, occurrence: Occurrence][];
}

/**
 * A live table of events on a terminal, newest last. It has one row per event, object or reason; a repeat adds no row.
 * The table fits the terminal, even after a resize, and shows the number of earlier events that do not fit. Keys select
 * a row, filter, group and show whole events; until one is pressed, the table follows the latest events.
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
  /** The selected row; without one, the latest rows are shown. */
  #selected: string | undefined;
  /** The first line shown of the selected row's events; `undefined` while the table is shown. */
  #wholeFrom: number | undefined;
  /** The number of lines in the last frame, by which pages scroll. */
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
    // Evicts many rows at once, because sorting a long list for each event would be slow.
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
    // The end of the text is only known when it is drawn.
    const from = Math.max(0, this.#wholeFrom! + (this.#stepOf(key) ?? 0));
    this.#wholeFrom = ["enter", "escape", "backspace"].includes(key) ? undefined : from;
  }

  /** Returns by how many lines or rows a key moves. */
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
    return [...this.#rows].sort(([, a], [, b]) => byTime(a, b));
  }

  /** Returns the rows that match the filter, grouped. */
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
      // Moves the group to the end, because it has the latest event.
      groups.delete(key);
      groups.set(key, group);
    }
    return [...groups].map(([key, events]) => ({ key, events }));
  }

  /** Returns the header and a line for each row: the latest ones, or those around the selected one. */
  #lines(columns: number, maxLines: number): string[] {
    const { withHeaders, withColor, isConnected } = this.#options;
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
    const cells = shown.map(({ key, events }) =>
      cellsOf(events.map(([, event]) => event), this.#options, isReporter ? key : undefined)
    );
    const [titles, ...lines] = table(cells, columns, { ...isReporter && { title: "REPORTER" }, withColor });
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

  /** Returns the selected row's events as YAML, the latest first. */
  #whole(columns: number, maxLines: number): string[] {
    const row = this.#visible().find(({ key }) => key === this.#selected);
    const events = row?.events.slice(-MAX_WHOLE).map(([, { event }]) => event).toReversed() ?? [];
    if (events.length === 0) return [fit("The server no longer has this event. Esc returns.", columns)];
    const lines = events.map(yamlText).join("---\n").trimEnd().split("\n").flatMap((line) => folded(line, columns));
    this.#page = maxLines;
    this.#wholeFrom = Math.min(this.#wholeFrom!, Math.max(0, lines.length - maxLines));
    return lines.slice(this.#wholeFrom, this.#wholeFrom + maxLines);
  }
}

/** The texts of a row, each in one line; the mark shows trouble. */
type Cells = readonly [seen: string, mark: string, reason: string, object: string, count: string, message: string];

/** Returns the cells of a row of events, the latest last; `reporter` replaces the objects. */
function cellsOf(
  occurrences: readonly Occurrence[],
  { withNamespace, now = Date.now }: TableOptions,
  reporter?: string,
): Cells {
  const { last, message } = occurrences.at(-1)!;
  const latestFirst = (textOf: (occurrence: Occurrence) => string): string[] => [
    ...new Set(occurrences.map((occurrence) => cellText(textOf(occurrence))).toReversed()),
  ];
  const objects = latestFirst(({ regarding }) => objectText(regarding, withNamespace));
  const others = objects.length > 1 ? ` and ${objects.length - 1} more` : "";
  return [
    last ? humanDuration(Math.max(0, now() - last.getTime())) : "unknown",
    occurrences.some(isTrouble) ? "!" : " ",
    latestFirst(({ reason }) => reason).join(", "),
    reporter === undefined ? objects[0] + others : `${cellText(reporter)}, ${counted(objects.length, "object")}`,
    String(occurrences.reduce((sum, { count }) => sum + count, 0)),
    cellText(message),
  ];
}

/**
 * Lays out the titles and a line for each row. Names are cut in the middle, messages before their end; a message is
 * left out if there is no room for at least some words. `isWhole` repeats cut messages in full on separate lines.
 */
function table(
  cells: readonly Cells[],
  columns: number,
  { title = "OBJECT", withColor, isWhole }: { title?: string; withColor: boolean; isWhole?: boolean },
): string[] {
  const all: readonly Cells[] = [["SEEN", " ", "REASON", title, "COUNT", "MESSAGE"], ...cells];
  const gap = columns < ROOMY_COLUMNS ? " " : "  ";
  const [seen, , reasons, objects, count, messages] = all[0]!.map((_, i) =>
    Math.max(...all.map((row) => widthOf(row[i]!)))
  ) as [number, number, number, number, number, number];
  const reason = Math.min(reasons, Math.max(10, Math.floor(columns * 0.2)));
  const room = columns - seen - 1 - reason - count - 4 * gap.length;
  const beside = Math.min(objects, Math.max(Math.floor(columns * 0.3), room - gap.length - messages));
  const message = room - gap.length - beside < MIN_MESSAGE ? 0 : room - gap.length - beside;
  const object = message > 0 ? beside : Math.max(1, Math.min(objects, room));
  const pad = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - widthOf(text)));
  return all.flatMap((row, i) => {
    const line = [
      pad(row[0], seen),
      row[1],
      pad(fit(row[2], reason), reason),
      pad(fitName(row[3], object), object),
      row[4].padStart(count),
      ...message > 0 ? [fitMessage(row[5], message)] : [],
    ].join(gap);
    const colored = fit(line, columns).replace(/^(\S+ +)!/, withColor ? `$1${YELLOW}!${PLAIN}` : "$&").trimEnd();
    const isCut = isWhole && i > 0 && widthOf(row[5]) > message;
    return [colored, ...isCut ? wrap(row[5], Math.max(1, columns - 4), Infinity).map((text) => `    ${text}`) : []];
  });
}

/** Lays out a table once, with all of its rows and whole messages. */
export function tableOf(occurrences: readonly Occurrence[], options: TableOptions, columns: number): string[] {
  if (occurrences.length === 0) return [];
  const { withHeaders, withColor } = options;
  const cells = occurrences.map((occurrence) => cellsOf([occurrence], options));
  return table(cells, columns, { withColor, isWhole: true }).slice(withHeaders ? 0 : 1);
}
