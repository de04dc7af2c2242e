import { collapsed } from "./shell.ts";

const TITLES = ["LAST SEEN", "TYPE", "REASON", "OBJECT", "COUNT", "LAST HOUR", "MESSAGE"] as const;
type Title = (typeof TITLES)[number];

/** The texts of a row, each in one line; the last hour is shown where there is room. */
export type Cells = Readonly<Record<Title, string>>;

/** Narrower messages go below their rows; long ones get at most half of the width that they share with the object. */
const MIN_MESSAGE_COLUMNS = 30;
/** Names that are cut into more lines than this could not be read; narrower ones are on lines of their own. */
const MIN_OBJECT_COLUMNS = 20;
/** For all cells but the message. */
const MAX_CELL_LINES = 3;
const GAP = "  ";
const [YELLOW, PLAIN] = ["\x1b[33m", "\x1b[39m"];

interface Column {
  readonly title: Title;
  readonly width: number;
}

/**
 * Where the cells of a table go on a terminal of some width, and long cells wrap: in one line, with the message at its
 * end or below; or, if that is too narrow, below their object.
 */
export class TableLayout {
  /** The columns of each line of a row. */
  readonly #lines: readonly (readonly Column[])[];
  /** Precedes the lines below the first one. */
  readonly #indent: string;

  constructor(rows: readonly Cells[], columns: number) {
    this.#indent = " ".repeat(Math.min(4, Math.floor(columns / 8)));
    const below = Math.max(1, columns - this.#indent.length);
    const widest = (title: Title): number => Math.max(title.length, ...rows.map((cells) => widthOf(cells[title])));
    const column = (title: Title, maxWidth: number): Column => ({ title, width: Math.min(widest(title), maxWidth) });
    const third = Math.max(9, Math.floor(columns / 3));
    const left = (["LAST SEEN", "TYPE", "REASON"] as const).map((title) => column(title, third));
    const count = column("COUNT", third);
    // For the object alone, and for an object with a message beside it.
    const room = columns - widthOfLine([...left, count]) - GAP.length;
    const roomBeside = room - GAP.length - Math.min(widest("MESSAGE"), Math.max(MIN_MESSAGE_COLUMNS, room >> 1));
    const minWidth = Math.min(MIN_OBJECT_COLUMNS, widest("OBJECT"));
    if (roomBeside >= minWidth) {
      const line = [...left, column("OBJECT", roomBeside), count];
      const hour = { title: "LAST HOUR", width: widest("LAST HOUR") } as const;
      const isRoomy = rows.some((cells) => cells["LAST HOUR"].trim() !== "") &&
        columns - widthOfLine([...line, hour]) - GAP.length >= Math.min(widest("MESSAGE"), MIN_MESSAGE_COLUMNS);
      if (isRoomy) line.push(hour);
      this.#lines = [[...line, { title: "MESSAGE", width: columns - widthOfLine(line) - GAP.length }]];
      return;
    }
    const message = [{ title: "MESSAGE", width: below }] as const;
    if (room >= minWidth) this.#lines = [[...left, column("OBJECT", room), count], message];
    else {
      const others = (["LAST SEEN", "COUNT", "TYPE", "REASON"] as const).map((title) => column(title, below));
      this.#lines = [[{ title: "OBJECT", width: columns }], ...inLines(others, below), message];
    }
  }

  /** The lines of titles; a message below its row has none. */
  get header(): string[] {
    const titles = Object.fromEntries(TITLES.map((title) => [title, title])) as Cells;
    const isBelow = this.#lines.at(-1)!.length === 1;
    return this.block({ ...titles, MESSAGE: isBelow ? "" : "MESSAGE" });
  }

  /** The lines of a row; `isColored` colors its type. */
  block(cells: Cells, { maxMessageLines = 1, isColored = false } = {}): string[] {
    return this.#lines.flatMap((columns, i) => {
      const wrapped = columns.map(({ title, width }) =>
        // The columns of the chart are spaces, too.
        title === "LAST HOUR"
          ? [cells[title]]
          : wrap(cells[title], width, title === "MESSAGE" ? maxMessageLines : MAX_CELL_LINES)
      );
      return Array.from({ length: Math.max(...wrapped.map(({ length }) => length)) }, (_, line) => {
        const texts = columns.map(({ title, width }, at) => {
          const text = wrapped[at]![line] ?? "";
          const padded = text + " ".repeat(Math.max(0, width - widthOf(text)));
          return isColored && title === "TYPE" ? padded.replace(/\S+/, `${YELLOW}$&${PLAIN}`) : padded;
        });
        return `${i === 0 ? "" : this.#indent}${texts.join(GAP)}`.trimEnd();
      });
    });
  }
}

function widthOfLine(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, (columns.length - 1) * GAP.length);
}

function inLines(columns: readonly Column[], maxWidth: number): Column[][] {
  const lines: Column[][] = [[]];
  for (const column of columns) {
    const line = lines.at(-1)!;
    if (line.length > 0 && widthOfLine([...line, column]) > maxWidth) lines.push([column]);
    else line.push(column);
  }
  return lines;
}

const WIDE =
  /(?!\p{RI})\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/**
 * Collapses a text to printable characters of known widths: terminals disagree about a variation selector, which makes
 * an emoji of a digit or a heart.
 */
export function cellText(text: string): string {
  return collapsed(text).replace(/[\ufe0e\ufe0f]/g, "");
}

/** Characters of one column each. */
const NARROW = /^[\x20-\x7e]*$/;

/** The number of terminal columns that a text takes; more where terminals disagree, as about skin tones. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : /^\p{M}/u.test(character) ? 0 : 1;
  return width;
}

let segmenter: Intl.Segmenter | undefined;

/** The characters as a reader sees them. Loading Unicode's rules takes long: not when the module is imported. */
function segmentsOf(text: string): Intl.Segments {
  return (segmenter ??= new Intl.Segmenter()).segment(text);
}

/** Far more than a character has: a long text is not segmented anew for each of its lines. */
const MAX_LENGTH_PER_COLUMN = 16;

/** The length of the beginning of a text that fits a width. */
function lengthWithin(text: string, width: number): number {
  if (NARROW.test(text.slice(0, width + 1))) return Math.max(0, Math.min(width, text.length));
  let [length, used] = [0, 0];
  for (const { segment } of segmentsOf(text.slice(0, MAX_LENGTH_PER_COLUMN * width))) {
    used += widthOf(segment);
    if (used > width) break;
    length += segment.length;
  }
  return length;
}

/** Cuts a text to a width, with an ellipsis. */
export function fit(text: string, width: number, ellipsis = "…"): string {
  return widthOf(text) <= width ? text : `${text.slice(0, lengthWithin(text, width - 1))}${ellipsis}`;
}

/** Breaks a text into lines of a width, with all of its spaces. */
export function folded(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  do {
    const length = lengthWithin(rest, width) || rest.length;
    lines.push(rest.slice(0, length));
    rest = rest.slice(length);
  } while (rest !== "");
  return lines;
}

/** Breaks a text into lines, at spaces if there are any; the last of `maxLines` ends in an ellipsis if more follows. */
function wrap(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  for (let rest = text.trim(); rest !== "";) {
    if (lines.length === maxLines - 1) return [...lines, fit(rest, width)];
    // At least a character, even if it is wider than the terminal.
    const end = lengthWithin(rest, width) ||
      segmentsOf(rest.slice(0, MAX_LENGTH_PER_COLUMN)).containing(0)!.segment.length;
    const space = end === rest.length ? -1 : rest.lastIndexOf(" ", end);
    const at = space > 0 ? space : end;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return lines;
}
