import type { Occurrence } from "../../read/mod.ts";
import { humanDuration } from "../../base/tools/time.ts";
import { Timeline } from "../../read/timeline/mod.ts";
import { type Outage, outageText, Screen } from "./screen.ts";
import { countText, objectText, yamlText } from "./shell.ts";
import { type Cells, cellText, fit, folded, TableLayout } from "./table_layout.ts";
import { isAsciiTerminal, lastHour } from "./timeline_frame.ts";

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
const GROUPINGS = ["event", "object", "reason"] as const;
const KEYS = "j k: move, /: filter, g: group, Enter: whole event, Esc: back, q: end";
const [REVERSE, PLAIN] = ["\x1b[7m", "\x1b[27m"];

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
  /** When each event occurred, by its own name. */
  readonly #times = new Timeline({ maxEvents: 2 * MAX_ROWS });
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
    this.#times.add({ ...occurrence, regarding: { namespace, name } });
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
    const events = this.#byTime().filter(([, { type, reason, regarding, message }]) =>
      `${type} ${reason} ${objectText(regarding, withNamespace)} ${message}`.toLowerCase().includes(wanted)
    );
    if (this.#grouping === "event") return events.map((event) => ({ key: event[0], events: [event] }));
    const groups = new Map<string, [string, Occurrence][]>();
    for (const event of events) {
      const [, { reason, regarding }] = event;
      const key = this.#grouping === "reason" ? reason : objectText(regarding, true);
      const group = groups.get(key) ?? [];
      group.push(event);
      // The group of the latest event is the last.
      groups.delete(key);
      groups.set(key, group);
    }
    return [...groups].map(([key, events]) => ({ key, events }));
  }

  /** The header and rows, wrapped and cut to the size of the terminal: the latest, or those around the selected one. */
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
    const selected = found < 0 ? all.length - 1 : found;
    // Each row has a line at least.
    const start = Math.max(0, selected - maxLines + 1);
    const near = all.slice(start, selected + maxLines);
    const cells = near.map((row) => this.#cellsOf(row));
    const layout = new TableLayout(cells, columns);
    const titles = withHeaders ? layout.header : [];
    // On a small terminal, several lines of titles would leave no room for rows.
    const head = titles.length > 1 && maxLines < 12 ? [] : titles;
    const room = Math.max(1, maxLines - head.length);
    const maxMessageLines = Math.max(1, Math.floor(room / 3));
    const blocks = near.map(({ events }, row) => {
      const isColored = withColor && events.some(([, { type }]) => type === "Warning");
      const block = layout.block(cells[row]!, { maxMessageLines, isColored });
      return start + row === found ? block.map((line) => `${REVERSE}${line}${PLAIN}`) : block;
    });
    let [first, end] = thatFit(blocks, selected - start, room);
    if (end - first < all.length && room >= MIN_ROOM_FOR_COUNT) {
      [first, end] = thatFit(blocks, selected - start, room - 1);
      const [earlier, later] = [start + first, all.length - start - end];
      const what = this.#grouping === "event" ? "event" : "row";
      const hidden = [
        ...earlier > 0 ? [`${this.#hasEvicted ? "more than " : ""}${countText(earlier, `earlier ${what}`)}`] : [],
        ...later > 0 ? [countText(later, `later ${what}`)] : [],
      ];
      head.push(fit(`${hidden.join(", ")} not shown`, columns));
    }
    this.#page = Math.max(1, end - first);
    return [...head, ...blocks.slice(first, end).flat()].slice(0, Math.max(maxLines, head.length + 1));
  }

  #cellsOf({ events }: Row): Cells {
    const occurrences = events.map(([, occurrence]) => occurrence);
    const spans = occurrences.flatMap(({ event: { metadata: { namespace = "", name = "" } } }) =>
      this.#times.get("", namespace, name)?.groups.flatMap(({ spans }) => spans) ?? []
    );
    const cells = cellsOf(occurrences, this.#options.withNamespace);
    return { ...cells, "LAST HOUR": lastHour(spans, Date.now(), isAsciiTerminal()) };
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

/** The blocks around one that have no more lines than `room`, that one at least: from the first to before the end. */
function thatFit(blocks: readonly string[][], around: number, room: number): [first: number, end: number] {
  let [first, end, left] = [around, around + 1, room - blocks[around]!.length];
  const fits = (at: number): boolean => at >= 0 && at < blocks.length && blocks[at]!.length <= left;
  while (fits(first - 1) || fits(end)) {
    if (fits(first - 1)) left -= blocks[--first]!.length;
    if (fits(end)) left -= blocks[end++]!.length;
  }
  return [first, end];
}

/** The cells of a row of events, the latest last. */
function cellsOf(occurrences: readonly Occurrence[], withNamespace: boolean): Cells {
  const { last, type, message } = occurrences.at(-1)!;
  const latestFirst = (textOf: (occurrence: Occurrence) => string): string[] => [
    ...new Set(occurrences.map((occurrence) => cellText(textOf(occurrence))).toReversed()),
  ];
  const [object, ...others] = latestFirst(({ regarding }) => objectText(regarding, withNamespace));
  return {
    "LAST SEEN": last ? humanDuration(Math.max(0, Date.now() - last.getTime())) : "unknown",
    TYPE: occurrences.some(({ type }) => type === "Warning") ? "Warning" : cellText(type),
    REASON: latestFirst(({ reason }) => reason).join(", "),
    OBJECT: others.length === 0 ? object! : `${object} and ${others.length} more`,
    COUNT: String(occurrences.reduce((sum, { count }) => sum + count, 0)),
    "LAST HOUR": "",
    MESSAGE: cellText(message),
  };
}

/** Lays a table out once, with all of its rows. */
export function tableOf(occurrences: readonly Occurrence[], options: TableOptions, columns: number): string[] {
  if (occurrences.length === 0) return [];
  const { withNamespace, withHeaders, withColor } = options;
  const cells = occurrences.map((occurrence) => cellsOf([occurrence], withNamespace));
  const layout = new TableLayout(cells, columns);
  const rows = cells.flatMap((row, i) =>
    layout.block(row, { maxMessageLines: Infinity, isColored: withColor && occurrences[i]!.type === "Warning" })
  );
  return [...withHeaders ? layout.header : [], ...rows];
}
