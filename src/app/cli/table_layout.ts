import { collapsed } from "../../base/tools/text.ts";
import { clausesOf, partsOfName } from "../../read/timeline/cuts.ts";

const WIDE =
  /(?!\p{RI})\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/**
 * Collapses a text to printable characters of known widths. Removes variation selectors, which turn a digit or a heart into
 * an emoji, because terminals disagree about their width.
 */
export function cellText(text: string): string {
  return collapsed(text).replace(/[\ufe0e\ufe0f]/g, "");
}

/** Text whose characters take one column each. */
const NARROW = /^[\x20-\x7e]*$/;

/** Returns the number of columns that a text takes. If terminals disagree, as about skin tones, returns the larger one. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += WIDE.test(character) ? 2 : /^\p{M}/u.test(character) ? 0 : 1;
  return width;
}

let segmenter: Intl.Segmenter | undefined;

/** Returns the characters as a reader sees them. Created on demand, because loading Unicode's rules takes long. */
function segmentsOf(text: string): Intl.Segments {
  return (segmenter ??= new Intl.Segmenter()).segment(text);
}

/** Maximum code units to segment per column, far more than a character has, because segmenting a long text is slow. */
const MAX_LENGTH_PER_COLUMN = 16;

/** Returns the length of the beginning of a text that fits a width. */
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

/** Cuts a name in its middle; a host's name, at its end. */
function fitMiddle(text: string, width: number, ellipsis = "…"): string {
  if (widthOf(text) <= width) return text;
  const ends = [...segmentsOf(partsOfName(text, Math.max(1, width >> 1))[1])].map(({ segment }) => segment);
  while (ends.length > 0 && widthOf(ends.join("")) > width >> 1) ends.shift();
  const end = ends.join("");
  return `${fit(text, width - widthOf(end), ellipsis)}${end}`;
}

/** Cuts `place/name` to a width: each part as a name is cut, with at least a third for the place. */
export function fitName(text: string, width: number, ellipsis = "…"): string {
  const at = text.lastIndexOf("/");
  if (at < 0 || widthOf(text) <= width) return fitMiddle(text, width, ellipsis);
  const [place, name] = [text.slice(0, at), text.slice(at + 1)];
  const room = Math.max(Math.floor(width / 3), width - 1 - widthOf(name));
  const start = fitMiddle(place, Math.max(1, room), ellipsis);
  return fit(`${start}/${fitMiddle(name, Math.max(1, width - 1 - widthOf(start)), ellipsis)}`, width, ellipsis);
}

/** Returns as many texts as fit a width, and the number of the others. */
export function fitList(texts: readonly string[], width: number, ellipsis = "…"): string {
  for (let n = texts.length; n > 0; n--) {
    const text = texts.slice(0, n).join(", ") + (n < texts.length ? ` +${texts.length - n}` : "");
    if (widthOf(text) <= width) return text;
  }
  return fit(texts[0] ?? "", width, ellipsis);
}

/** Cuts a message in the middle, so that its end stays, such as the cause of an error. */
export function fitMessage(text: string, width: number, ellipsis = "…"): string {
  const [head, end] = clausesOf(text, width);
  if (widthOf(text) <= width || widthOf(end) >= width) return fit(text, width, ellipsis);
  return `${fit(head, width - widthOf(end), ellipsis)}${end.replace(/…$/, ellipsis)}`;
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

/** Breaks a message into lines at its spaces. If it does not fit into `maxLines`, its middle is cut and its end stays. */
export function wrap(text: string, width: number, maxLines: number, ellipsis = "…"): string[] {
  const lines: string[] = [];
  // Breaking at spaces leaves a part of each line empty.
  const room = maxLines === Infinity ? Infinity : maxLines * width - (maxLines - 1) * Math.min(12, width >> 2);
  for (
    let rest = maxLines > 1 ? fitMessage(text.trim(), room, ellipsis) : text.trim();
    rest !== "" && lines.length < maxLines;
  ) {
    if (lines.length === maxLines - 1) return [...lines, fitMessage(rest, width, ellipsis)];
    // Takes at least one character, even if it is wider than the terminal.
    const end = lengthWithin(rest, width) ||
      segmentsOf(rest.slice(0, MAX_LENGTH_PER_COLUMN)).containing(0)!.segment.length;
    const space = end === rest.length ? -1 : rest.lastIndexOf(" ", end);
    const at = space > 0 ? space : end;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return lines;
}
