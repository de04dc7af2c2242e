import process from "node:process";
import { counted } from "../api/logger.ts";
import type { Occurrence } from "../reader/mod.ts";
import { humanDuration } from "../server/store/event_table.ts";
import { collapsed, isBrokenPipe, objectText, onSignals, print } from "./shell.ts";
import { type Cells, fit, TableLayout } from "./table_layout.ts";

export interface LiveTableOptions {
  readonly withNamespace: boolean;
  readonly withColor: boolean;
  readonly withHeaders: boolean;
  /** Whether the server has answered, for the text of an empty table. */
  readonly isConnected: () => boolean;
  /** Called when `q` or Ctrl-C is typed. */
  readonly onQuit: () => void;
}

/** More rows than any terminal has; at twice as many, the older half is dropped. */
const MAX_ROWS = 500;
/** 20 frames per second, however many events arrive. */
const REDRAW_AFTER_MS = 50;
/** Ages are shown in seconds. */
const AGES_CHANGE_AFTER_MS = 1000;
/** On fewer lines, all show rows. */
const MIN_ROOM_FOR_COUNT = 6;

// The alternate screen, without cursor and wrapping: a line that is still too long stays one line.
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";
const [HOME, CLEAR_LINE, CLEAR_BELOW] = ["\x1b[H", "\x1b[K", "\x1b[J"];
const [CTRL_C, CTRL_Z] = ["\x03", "\x1a"];

/**
 * A live table of events on a terminal, newest last, with one row per event however often it occurs. It fits the
 * terminal, also after a resize, and shows the number of earlier events that do not fit.
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
  #hasEvicted = false;
  #note = "";
  /** Resolves when the latest output is written. */
  #drawing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(options: LiveTableOptions) {
    this.#options = options;
    this.#print(ENTER);
    readKeys(this.#onKeys);
    this.#signals = [
      onSignals(this.#redraw, ["SIGWINCH"]),
      onSignals(() => void this.#suspend(process.pid), ["SIGTSTP"]),
      onSignals(() => this.#resume(), ["SIGCONT"]),
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
      this.#hasEvicted = true;
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
    // The whole job stops: whoever started this process, such as npx, too.
    else if (text.includes(CTRL_Z)) void this.#suspend(0);
  };

  /** @param pid The process to stop, or 0 for its process group. */
  async #suspend(pid: number): Promise<void> {
    if (this.#isSuspended || this.#isClosed) return;
    this.#isSuspended = true;
    readKeys(undefined, this.#onKeys);
    // Before anything stops: a shell then takes the terminal back, and changing its mode would stop this process.
    await this.#print(LEAVE);
    process.kill(pid, "SIGSTOP");
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
    if (this.#note !== "") lines.push(fit(collapsed(this.#note), columns));
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
    const { withNamespace, withHeaders, withColor, isConnected } = this.#options;
    const all = this.#byTime();
    if (all.length === 0) return [fit(`${isConnected() ? "No events" : "Not connected"} yet. Type q to end.`, columns)];
    // Each row has a line at least.
    const latest = all.slice(-maxLines).map(([, occurrence]) => occurrence);
    const cells = latest.map((occurrence) => cellsOf(occurrence, withNamespace));
    const layout = new TableLayout(cells, columns);
    const titles = withHeaders ? layout.header : [];
    // On a small terminal, several lines of titles would leave no room for rows.
    const head = titles.length > 1 && maxLines < 12 ? [] : titles;
    const room = Math.max(1, maxLines - head.length);
    const maxMessageLines = Math.max(1, Math.floor(room / 3));
    const blocks = latest.map(({ type }, row) =>
      layout.block(cells[row]!, { maxMessageLines, isColored: withColor && type === "Warning" })
    );
    let shown = lastThatFit(blocks, room);
    if (shown.length < all.length && room >= MIN_ROOM_FOR_COUNT) {
      shown = lastThatFit(blocks, room - 1);
      const hidden = counted(all.length - shown.length, "earlier event", "earlier events");
      head.push(fit(`${this.#hasEvicted ? "more than " : ""}${hidden} not shown`, columns));
    }
    return [...head, ...shown.flat()].slice(0, Math.max(maxLines, head.length + 1));
  }
}

/** The last blocks that have no more lines than `room`, at least one. */
function lastThatFit(blocks: readonly string[][], room: number): readonly string[][] {
  let [first, left] = [blocks.length - 1, room - blocks.at(-1)!.length];
  while (first > 0 && blocks[first - 1]!.length <= left) left -= blocks[--first]!.length;
  return blocks.slice(first);
}

function cellsOf({ last, regarding, type, reason, count, message }: Occurrence, withNamespace: boolean): Cells {
  const isKnown = !Number.isNaN(last.getTime());
  return {
    "LAST SEEN": isKnown ? humanDuration(Math.max(0, Date.now() - last.getTime())) : "unknown",
    TYPE: collapsed(type),
    REASON: collapsed(reason),
    OBJECT: collapsed(objectText(regarding, withNamespace)),
    COUNT: String(count),
    MESSAGE: collapsed(message),
  };
}

/** Calls `listener` with each key typed, without echo, instead of `previous`. */
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
