import process from "node:process";
import type { Occurrence } from "../reader/mod.ts";
import { humanDuration } from "../server/store/event_table.ts";
import { isBrokenPipe, objectText, oneLine, onSignals, print } from "./shell.ts";

/** Options of {@linkcode LiveTable}. */
export interface LiveTableOptions {
  readonly withNamespace: boolean;
  readonly withColor: boolean;
  readonly withHeaders: boolean;
  /** Called when `q` or Ctrl-C is typed. */
  readonly onQuit: () => void;
}

/** More rows than any terminal has; at twice as many, the older half is dropped. */
const MAX_ROWS = 500;
const REDRAW_AFTER_MS = 50;
const AGES_CHANGE_AFTER_MS = 1000;

// The alternate screen, without cursor and wrapping: a line that is still too long stays one line.
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";
const [HOME, CLEAR_LINE, CLEAR_BELOW] = ["\x1b[H", "\x1b[K", "\x1b[J"];
const [YELLOW, PLAIN] = ["\x1b[33m", "\x1b[39m"];
const [CTRL_C, CTRL_Z] = ["\x03", "\x1a"];

/** Below it, the object comes first, as what does not fit is cut off. */
const MIN_COLUMNS = 60;
/** Narrower messages are written below their rows. */
const MIN_MESSAGE_COLUMNS = 30;

/**
 * A live table of events on a terminal, newest last, with one row per event however often it occurs. It fits the
 * terminal, also after a resize; long messages wrap, below their rows on a narrow terminal.
 *
 * It uses the terminal's alternate screen, which Ctrl-Z leaves until the process continues; `close()` restores the
 * normal one, and prints the table once below its content.
 */
export class LiveTable {
  /** Rows are in the order of their times. */
  readonly isSorted = true;
  readonly #rows = new Map<string, Occurrence>();
  readonly #options: LiveTableOptions;
  readonly #redraw = (): void => {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#draw(), REDRAW_AFTER_MS);
  };
  readonly #ages = setInterval(this.#redraw, AGES_CHANGE_AFTER_MS);
  readonly #signals: readonly Disposable[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #isSuspended = false;
  #note = "";
  /** Resolves when the latest output is written. */
  #drawing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(options: LiveTableOptions) {
    this.#options = options;
    this.#print(ENTER);
    readKeys(this.#onKeys);
    this.#signals = [
      onSignals(["SIGWINCH"], this.#redraw),
      onSignals(["SIGTSTP"], () => void this.#suspend()),
      onSignals(["SIGCONT"], () => this.#resume()),
    ];
    this.#redraw();
  }

  /** Shows an occurrence; rejects once the terminal is gone. */
  show(occurrence: Occurrence): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const { namespace = "", name = "" } = occurrence.event.metadata;
    const key = `${namespace}/${name}`;
    this.#rows.set(key, occurrence);
    // Evicts many at once: sorting for each event would be slow for a long list.
    if (this.#rows.size === 2 * MAX_ROWS) {
      for (const [oldest] of this.#byTime().slice(0, MAX_ROWS)) this.#rows.delete(oldest);
    }
    this.#note = "";
    this.#redraw();
    return Promise.resolve();
  }

  /** Shows a line below the table, until the next event. */
  note(line: string): void {
    this.#note = line;
    this.#redraw();
  }

  /** Restores the terminal. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const listener of this.#signals) listener[Symbol.dispose]();
    readKeys(undefined, this.#onKeys);
    clearInterval(this.#ages);
    clearTimeout(this.#timer);
    await this.#drawing;
    const { columns, rows } = terminalSize();
    await print(`${LEAVE}${this.#lines(columns, rows).join("\n")}\n`).catch((error) => {
      if (!isBrokenPipe(error)) throw error;
    });
  }

  readonly #onKeys = (keys: unknown): void => {
    const text = String(keys);
    if (text.includes("q") || text.includes(CTRL_C)) this.#options.onQuit();
    // To the whole job: whoever started this process, such as npx, stops too.
    else if (text.includes(CTRL_Z)) process.kill(0, "SIGTSTP");
  };

  async #suspend(): Promise<void> {
    if (this.#isSuspended || this.#isClosed) return;
    this.#isSuspended = true;
    readKeys(undefined, this.#onKeys);
    await this.#print(LEAVE);
    process.kill(process.pid, "SIGSTOP");
  }

  #resume(): void {
    if (!this.#isSuspended || this.#isClosed) return;
    this.#isSuspended = false;
    this.#print(ENTER);
    readKeys(this.#onKeys);
    this.#redraw();
  }

  #print(text: string): Promise<void> {
    return this.#drawing = print(text).catch((error) => void (this.#failure = error));
  }

  async #draw(): Promise<void> {
    // Slow terminals get fewer frames.
    await this.#drawing;
    this.#timer = undefined;
    if (this.#isClosed || this.#isSuspended) return;
    const { columns, rows } = terminalSize();
    const lines = this.#lines(columns, this.#note === "" ? rows : rows - 1);
    if (this.#note !== "") lines.push(fit(oneLine(this.#note), columns));
    // Each line is cleared before it is written: after a line of full width, the cursor is still on its last character.
    const frame = lines.slice(0, rows).map((line) => `${CLEAR_LINE}${line}`).join("\r\n");
    const rest = lines.length < rows ? `\r\n${CLEAR_BELOW}` : "";
    this.#print(`${HOME}${frame}${rest}`);
  }

  /** All rows, the latest last. */
  #byTime(): [key: string, occurrence: Occurrence][] {
    return [...this.#rows].sort(([, a], [, b]) => (a.last.getTime() || 0) - (b.last.getTime() || 0));
  }

  /** The header and the latest rows, wrapped and cut to the size of the terminal. */
  #lines(columns: number, maxLines: number): string[] {
    const { withNamespace, withHeaders } = this.#options;
    const room = Math.max(1, maxLines - (withHeaders ? 1 : 0));
    // Each row has a line at least.
    const shown = this.#byTime().slice(-room).map(([, occurrence]) => occurrence);
    if (shown.length === 0) return [fit("No events yet. Ctrl-C ends.", columns)];
    const layout = new Layout(shown.map((occurrence) => cellsOf(occurrence, withNamespace)), columns);
    const maxMessageLines = Math.max(1, Math.floor(room / 3));
    const blocks: string[][] = [];
    for (let row = shown.length - 1, left = room; row >= 0 && left > 0; row--) {
      const block = layout.block(row, maxMessageLines, this.#options.withColor && shown[row]!.type === "Warning");
      if (block.length > left && blocks.length > 0) break;
      left -= block.length;
      blocks.unshift(block.slice(0, room));
    }
    return [...withHeaders ? [layout.header] : [], ...blocks.flat()];
  }
}

const TITLES = ["LAST SEEN", "TYPE", "REASON", "OBJECT", "COUNT", "MESSAGE"] as const;
type Cells = Readonly<Record<(typeof TITLES)[number], string>>;

function cellsOf({ last, regarding, type, reason, count, message }: Occurrence, withNamespace: boolean): Cells {
  const isKnown = !Number.isNaN(last.getTime());
  return {
    "LAST SEEN": isKnown ? humanDuration(Math.max(0, Date.now() - last.getTime())) : "unknown",
    TYPE: oneLine(type),
    REASON: oneLine(reason),
    OBJECT: oneLine(objectText(regarding, withNamespace)),
    COUNT: String(count),
    MESSAGE: oneLine(message),
  };
}

/** Where the cells of a table go on a terminal of some width. */
class Layout {
  readonly #rows: readonly Cells[];
  readonly #columns: number;
  /** The columns but for the message. */
  readonly #titles: readonly (typeof TITLES)[number][];
  readonly #widths: readonly number[];
  /** Where messages begin beside their rows; `undefined` if they are below. */
  readonly #messageAt: number | undefined;

  constructor(rows: readonly Cells[], columns: number) {
    this.#rows = rows;
    this.#columns = columns;
    this.#titles = columns < MIN_COLUMNS
      ? ["OBJECT", "REASON", "COUNT", "LAST SEEN", "TYPE"]
      : ["LAST SEEN", "TYPE", "REASON", "OBJECT", "COUNT"];
    this.#widths = this.#titles.map((title) => {
      const widest = Math.max(title.length, ...rows.map((cells) => widthOf(cells[title])));
      // The name of an object tells it from others at its end.
      return title === "OBJECT" ? widest : Math.min(Math.max(8, Math.floor(columns / 3)), widest);
    });
    const begin = this.#widths.reduce((sum, width) => sum + width + 2, 0);
    const widest = Math.max("MESSAGE".length, ...rows.map(({ MESSAGE }) => widthOf(MESSAGE)));
    this.#messageAt = columns - begin >= Math.min(MIN_MESSAGE_COLUMNS, widest) ? begin : undefined;
  }

  get header(): string {
    const titles = this.#titles.map((title, i) => title.padEnd(this.#widths[i]!));
    return fit([...titles, ...this.#messageAt === undefined ? [] : ["MESSAGE"]].join("  ").trimEnd(), this.#columns);
  }

  /** The lines of a row. */
  block(row: number, maxMessageLines: number, isColored: boolean): string[] {
    const cells = this.#rows[row]!;
    const padded = this.#titles.map((title, i) => pad(fit(cells[title], this.#widths[i]!), this.#widths[i]!));
    let line = fit(padded.join("  ").trimEnd(), this.#columns);
    const indent = this.#messageAt ?? Math.min(4, Math.floor(this.#columns / 8));
    const message = wrap(cells.MESSAGE, Math.max(1, this.#columns - indent), maxMessageLines);
    const isBeside = this.#messageAt !== undefined;
    if (isBeside) line = `${pad(line, indent)}${message.shift() ?? ""}`.trimEnd();
    if (isColored) {
      // Only this cell: the type, or the reason where the type may be cut off.
      const at = this.#titles.indexOf(this.#columns < MIN_COLUMNS ? "REASON" : "TYPE");
      const start = padded.slice(0, at).reduce((sum, cell) => sum + cell.length + 2, 0);
      const end = start + padded[at]!.trimEnd().length;
      line = `${line.slice(0, start)}${YELLOW}${line.slice(start, end)}${PLAIN}${line.slice(end)}`;
    }
    return [line, ...message.map((text) => " ".repeat(indent) + text)];
  }
}

/** Calls `listener` with what is typed, key by key and without echo; or no longer calls `previous`. */
function readKeys(listener: ((keys: unknown) => void) | undefined, previous?: (keys: unknown) => void): void {
  const { stdin } = process;
  if (!stdin.isTTY) return;
  stdin.setRawMode(listener !== undefined);
  if (listener !== undefined) stdin.on("data", listener).resume();
  else stdin.off("data", previous!).pause();
}

function terminalSize(): { readonly columns: number; readonly rows: number } {
  const [columns, rows] = process.stdout.getWindowSize?.() ?? [];
  // A terminal that does not know its size reports 0.
  return { columns: columns || 80, rows: rows || 24 };
}

const segmenter = new Intl.Segmenter();
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** The approximate number of terminal columns that a text takes. */
function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += WIDE.test(segment) ? 2 : /^\p{M}/u.test(segment) ? 0 : 1;
  return width;
}

/** Cuts a text to a width, with an ellipsis. */
function fit(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let [kept, used] = ["", 0];
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Breaks a text into lines, at spaces if there are any; the last of `maxLines` ends in an ellipsis if more follows. */
function wrap(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  for (let rest = text.trim(); rest !== "";) {
    if (lines.length === maxLines - 1) return [...lines, fit(rest, width)];
    let [end, used, breakAt] = [0, 0, 0];
    for (const { segment } of segmenter.segment(rest)) {
      used += widthOf(segment);
      if (segment === " ") breakAt = end;
      if (used > width) break;
      end += segment.length;
    }
    const isWhole = end === rest.length;
    // At least a character, even if it is wider than the terminal.
    const at = isWhole ? end : breakAt || end || (segmenter.segment(rest).containing(0)?.segment.length ?? 1);
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return lines;
}
