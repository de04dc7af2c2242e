import { Buffer } from "node:buffer";
import { pipeline, Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { createGunzip } from "node:zlib";
import { parse as parseYaml } from "yaml";

type Bytes = AsyncIterable<Uint8Array>;

/** Decodes a file as text, in any encoding that a shell writes, and decompresses gzip first. */
export async function* textOf(bytes: Bytes): AsyncGenerator<string, void, undefined> {
  const chunks = withWholeMark(bytes);
  const { value: head } = await chunks.next();
  if (head === undefined) return;
  const all = async function* (): Bytes {
    yield head;
    yield* chunks;
  };
  if (head[0] === 0x1f && head[1] === 0x8b) {
    // Unlike DecompressionStream, gunzip also reads files of several members.
    return yield* textOf(pipeline(Readable.from(all()), createGunzip(), () => {}));
  }
  const start = Buffer.from(head).toString("latin1", 0, 4);
  const packed = PACKED.find(([mark]) => mark === start)?.[1];
  if (packed !== undefined) throw new Error(`it is ${packed}, to be unpacked first`);
  const decoder = new TextDecoder(encodingOf(head));
  for await (const chunk of all()) yield decoder.decode(chunk, { stream: true });
}

/** The first bytes of files that must be unpacked first, with their names. */
const PACKED = [
  ["PK\x03\x04", "a zip archive"],
  ["BZh9", "compressed by bzip2"],
  ["\xfd7zX", "compressed by xz"],
  ["\x28\xb5\x2f\xfd", "compressed by zstd"],
] as const;

/** Joins the first chunks until they contain the four bytes that show the encoding; a pipe may yield single bytes. */
async function* withWholeMark(bytes: Bytes): AsyncGenerator<Uint8Array, void, undefined> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of bytes) {
    const joined: Uint8Array = head?.length ? Buffer.concat([head, chunk]) : chunk;
    head = head && joined.length < 4 ? joined : undefined;
    if (head === undefined) yield joined;
  }
  if (head?.length) yield head;
}

/**
 * Returns the encoding: `>` of Windows PowerShell writes UTF-16; other tools omit its mark, so every other byte is 0.
 */
function encodingOf([a, b, c, d]: Uint8Array): string {
  const [isEven, isOdd] = [a === 0 && c === 0, b === 0 && d === 0];
  if (a === 0xff && b === 0xfe || isOdd && !isEven && c !== 0) return "utf-16le";
  return a === 0xfe && b === 0xff || isEven && !isOdd && d !== 0 ? "utf-16be" : "utf-8";
}

/** A part of a text: a value in JSON or YAML, a value whose end is missing, or other text. */
export interface TextPart {
  readonly value?: unknown;
  readonly broken?: string;
  readonly text?: string;
}

/** Brackets and strings; brackets inside strings do not count. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g;
/**
 * The timestamp that CI and `kubectl logs --timestamps` write before each line, even within a value of several lines;
 * `gh run view --log` writes the job and the step before it, GitLab the stream after it. Also the byte order mark of a
 * file that was appended to another one.
 */
const PREFIX = /^\ufeff?(?:(?:[^\t]{1,200}\t[^\t]{1,200}\t)?\d{4}-\d\d-\d\dT[\d:.]+Z (?:[\da-f]{2}[OE][ +])?)?/;
const YAML_START = /^(?:-(?:\s|$)|["']?[\w./-]+["']?:(?:\s|$))/;
/** Length above which a YAML document is parsed only if it may contain events, because YAML is far slower than JSON. */
const LONG_YAML = 2000;
/** A field of every event, or of a line with one. */
const EVENT_FIELD = /\b(?:[iI]nvolvedObject|regarding)\b|\bevent"?:/;
/**
 * The beginning of a line within a JSON value; a number must end there, so that the date of a log line does not match.
 */
const JSON_LINE = /^\s*(?:["{}[\],:]|(?:true|false|null)\b|-?[\d.eE+-]+\s*(?:[,\]}]|$)|$)/;
/** Maximum depth at which to look for complete items in a list whose end is missing. */
const MAX_LOST_DEPTH = 3;

/**
 * Splits a text into values of any layout: JSON that is in lines, indented, joined, or after other text, as in a log,
 * and YAML documents. A YAML list is read item by item. Keeps only one value at a time.
 */
export class DocumentSplitter {
  #parts: TextPart[] = [];
  /** The pieces of an unfinished line. */
  #pieces: string[] = [];
  /** The lines of an unfinished value, which is JSON if brackets are open, and otherwise YAML. */
  #lines: string[] = [];
  #depth = 0;
  /** Whether the items of a YAML list are being read; kubectl writes the kind of the list after them. */
  #isKindMissing = false;

  /** Returns the parts that another piece of the text completes. */
  push(piece: string): readonly TextPart[] {
    const end = piece.lastIndexOf("\n");
    // Joins the pieces of a long line only once.
    if (end < 0) this.#pieces.push(piece);
    else {
      const lines = (this.#pieces.join("") + piece.slice(0, end)).split("\n");
      this.#pieces = [piece.slice(end + 1)];
      for (const line of lines) this.#line(undecorated(line.endsWith("\r") ? line.slice(0, -1) : line));
    }
    return this.#take();
  }

  /** Returns the remaining parts, once the text has ended; a broken one means that the end of the text is missing. */
  end(): readonly TextPart[] {
    const rest = this.#pieces.join("");
    this.#line(undecorated(rest));
    if (this.#depth > 0) this.#salvage();
    // The last field of an item is its type. If that line is missing or cut, the item may be incomplete.
    const isItem = this.#isKindMissing && this.#lines[0]?.startsWith("-");
    if (isItem) this.#parts.push({ broken: this.#lines.join("\n") });
    if (isItem && (rest !== "" || !this.#lines.some((line) => line.startsWith("  type: ")))) this.#lines = [];
    this.#endYaml();
    return this.#take();
  }

  #take(): readonly TextPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #line(line: string): void {
    const opens = line.startsWith("{") || line.startsWith("[");
    if (this.#depth > 0) {
      const isNested = (): boolean => /[{[,:]\s*$/.test(this.#lines.findLast((line) => line.trim() !== "") ?? "");
      if (opens ? isNested() : JSON_LINE.test(line)) return this.#scan(line);
      // The value is incomplete: a crash left a part of a line, or a log line contained a bracket.
      this.#salvage();
    }
    if (opens) {
      this.#endYaml();
      this.#json(line);
    } else if (/^---(?:\s|$)/.test(line)) this.#endYaml();
    else if (YAML_START.test(line)) {
      if (line.startsWith("-") || this.#lines[0]?.startsWith("-")) this.#endYaml(line.startsWith("-"));
      this.#lines.push(line);
    } else if (this.#lines.length > 0 && /^(?:\s|#|$)/.test(line)) this.#lines.push(line);
    else {
      this.#endYaml();
      this.#scan(line);
    }
  }

  /** Reads a line that begins with a value, which usually is the whole line. */
  #json(line: string): void {
    if (/[}\]]/.test(line.trimEnd().at(-1)!)) {
      try {
        return void this.#parts.push({ value: JSON.parse(line) });
      } catch {
        // The line may contain several values, or only the beginning of one.
      }
    }
    this.#scan(line);
  }

  /** Finds where JSON values begin and end. */
  #scan(line: string): void {
    let [from, isText] = [0, this.#depth === 0];
    for (const { 0: token, index } of line.matchAll(TOKENS)) {
      if (token === "{" || token === "[") {
        if (this.#depth++ === 0) [from, isText] = [index, false];
      } else if (this.#depth > 0 && (token === "}" || token === "]") && --this.#depth === 0) {
        this.#lines.push(line.slice(from, index + 1));
        this.#parts.push(parsed(this.#lines.join("\n"), JSON.parse));
        this.#lines = [];
      }
    }
    if (this.#depth > 0) this.#lines.push(line.slice(from));
    else if (isText && line.trim() !== "") this.#parts.push({ text: line });
  }

  /** Ends a value whose end is missing. Items of a list, or the event of a line, may still be complete. */
  #salvage(): void {
    this.#parts.push(withoutEnd(this.#lines.join("\n")));
    for (let depth = 0; depth < MAX_LOST_DEPTH && this.#depth > 0; depth++) {
      const lines = this.#lines.join("\n").slice(1).split("\n");
      this.#lines = [];
      this.#depth = 0;
      for (const line of lines) this.#scan(line);
    }
    this.#lines = [];
    this.#depth = 0;
  }

  /** @param isHead Whether an item follows, so that a key without a value is that of a list. */
  #endYaml(isHead = false): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join("\n");
    this.#lines = [];
    if (!text.startsWith("-")) this.#isKindMissing = /^apiVersion:[^]*^items:\s*$/m.test(text) && !/^kind:/m.test(text);
    if (isHead && /^\S*:\s*$/.test(text.split("\n").at(-1)!)) return;
    const isOther = text.length > LONG_YAML && !EVENT_FIELD.test(text);
    const parse = (text: string): unknown => parseYaml(text, { uniqueKeys: false, prettyErrors: false });
    this.#parts.push(isOther ? { value: { kind: /^(?:- | {2})?kind: *(\S+)/m.exec(text)?.[1] } } : parsed(text, parse));
  }
}

/** Removes the prefix, and colors, as of `jq -C`. */
function undecorated(line: string): string {
  return (line.includes("\x1b") ? stripVTControlCharacters(line) : line).replace(PREFIX, "");
}

function parsed(text: string, parse: (text: string) => unknown): TextPart {
  try {
    return { value: parse(text) };
  } catch {
    return withoutEnd(text);
  }
}

/** Returns the part of a value whose end is missing, or text, because a log line may look like the beginning of one. */
function withoutEnd(text: string): TextPart {
  return EVENT_FIELD.test(text) ? { broken: text } : { text };
}
