import process from "node:process";
import type { Occurrence } from "../reader/mod.ts";
import { humanDuration } from "../server/wire/event_table.ts";
import { isBrokenPipe, objectText, oneLine, print } from "./shell.ts";

/** Options of {@linkcode LiveTable}. */
export interface LiveTableOptions {
  readonly withNamespace: boolean;
  readonly withColor: boolean;
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

/**
 * A live table of events on a terminal, newest last, with one row per event however often it occurs. It fits the
 * terminal, also after a resize.
 *
 * It uses the terminal's alternate screen; `close()` restores the normal one, and prints the table once below its
 * content.
 */
export class LiveTable {
  readonly #rows = new Map<string, Occurrence>();
  readonly #options: LiveTableOptions;
  readonly #redraw = (): void => {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#draw(), REDRAW_AFTER_MS);
  };
  readonly #ages = setInterval(this.#redraw, AGES_CHANGE_AFTER_MS);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #note = "";
  /** Resolves when the latest output is written. */
  #drawing: Promise<void>;
  #failure: unknown;

  constructor(options: LiveTableOptions) {
    this.#options = options;
    this.#drawing = print(ENTER).catch((error) => void (this.#failure = error));
    process.on("SIGWINCH", this.#redraw);
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
    process.off("SIGWINCH", this.#redraw);
    clearInterval(this.#ages);
    clearTimeout(this.#timer);
    await this.#drawing;
    const { columns, rows } = terminalSize();
    await print(`${LEAVE}${this.#lines(columns, rows).join("\n")}\n`).catch((error) => {
      if (!isBrokenPipe(error)) throw error;
    });
  }

  async #draw(): Promise<void> {
    // Slow terminals get fewer frames.
    await this.#drawing;
    this.#timer = undefined;
    if (this.#isClosed) return;
    const { columns, rows } = terminalSize();
    const lines = this.#lines(columns, this.#note === "" ? rows : rows - 1);
    if (this.#note !== "") lines.push(fit(oneLine(this.#note), columns));
    // Each line is cleared before it is written: after a line of full width, the cursor is still on its last character.
    const frame = lines.slice(0, rows).map((line) => `${CLEAR_LINE}${line}`).join("\r\n");
    const rest = lines.length < rows ? `\r\n${CLEAR_BELOW}` : "";
    this.#drawing = print(`${HOME}${frame}${rest}`).catch((error) => void (this.#failure = error));
  }

  /** All rows, the latest last. */
  #byTime(): [key: string, occurrence: Occurrence][] {
    return [...this.#rows].sort(([, a], [, b]) => (a.last.getTime() || 0) - (b.last.getTime() || 0));
  }

  /** The header and the latest rows, cut to the size of the terminal. */
  #lines(columns: number, maxLines: number): string[] {
    const { withNamespace, withColor } = this.#options;
    const shown = this.#byTime().slice(-Math.max(1, maxLines - 1));
    if (shown.length === 0) return [fit("No events yet. Ctrl-C ends.", columns)];
    const now = Date.now();
    const cells = shown.map(([, { last, regarding, type, reason, count, message }]) =>
      [
        Number.isNaN(last.getTime()) ? "unknown" : humanDuration(Math.max(0, now - last.getTime())),
        type,
        reason,
        objectText(regarding, withNamespace),
        String(count),
        message,
      ].map(oneLine)
    );
    const header = ["LAST SEEN", "TYPE", "REASON", "OBJECT", "COUNT", "MESSAGE"];
    // Only the last column may take more than a third.
    const widths = header.map((title, i) =>
      Math.min(
        Math.max(8, Math.floor(columns / 3)),
        Math.max(...[header, ...cells].map((row) => widthOf(row[i]!)), title.length),
      )
    );
    return [header, ...cells].map((row) => {
      const padded = row.map((cell, i) => i === row.length - 1 ? cell : pad(fit(cell, widths[i]!), widths[i]!));
      const line = fit(padded.join("  "), columns);
      if (!withColor || row[1] !== "Warning") return line;
      // Colors only the type's cell.
      const start = padded[0]!.length + 2;
      return `${line.slice(0, start)}${YELLOW}${line.slice(start, start + 7)}${PLAIN}${line.slice(start + 7)}`;
    });
  }
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
