/** Encodes texts in UTF-8. */
export const UTF8: TextEncoder = /* @__PURE__ */ new TextEncoder();

/**
 * Matches control characters, line separators, and characters that are invisible or change the direction of text,
 * except the two that choose between text and emoji. Messages also come from servers, and could otherwise forge lines,
 * color a terminal, or hide and reorder text.
 */
export const UNPRINTABLE = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** Escapes all {@linkcode UNPRINTABLE} characters but tabs. */
export function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, (character) => {
    if (character === "\t") return character;
    if (character === "\n") return "\\n";
    const code = character.codePointAt(0)!.toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** Replaces {@linkcode UNPRINTABLE} characters, except line feeds. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => character === "\n" ? character : "\ufffd");
}

/** Collapses white space and replaces {@linkcode UNPRINTABLE} characters. */
export function collapsed(text: string): string {
  return printable(text.replace(/\s+/g, " "));
}

/** Returns a text as one word of a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w:@.,/+%-][\w:@.,/+%=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a number with its noun: `1 event`, `2 events`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Formats a value as JSON with all {@linkcode UNPRINTABLE} characters escaped, in one line unless `indent` is given.
 */
export function jsonText(
  value: unknown,
  indent?: number,
  replacer?: (key: string, value: unknown) => unknown,
): string {
  const escape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, replacer, indent).replace(UNPRINTABLE, (character) => {
    return character === "\n" ? character : character.split("").map(escape).join("");
  });
}

/**
 * Formats a value as YAML, with all {@linkcode UNPRINTABLE} characters escaped. Quotes a text that YAML would parse as
 * another type, including in version 1.1, which kubectl reads and in which `no` is false.
 */
export function yamlText(value: unknown): string {
  // Go through JSON, which turns dates into text.
  return `${yamlOf(JSON.parse(JSON.stringify(value)), "")}\n`;
}

function yamlOf(value: unknown, indent: string): string {
  if (typeof value === "string") return yamlScalar(value, indent);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return isList ? "[]" : "{}";
  return entries.map(([key, each]) => {
    const text = yamlOf(each, `${indent}  `);
    const isBlock = typeof each === "object" && each !== null && Object.keys(each).length > 0;
    if (isList) return `${indent}- ${isBlock ? text.trimStart() : text}`;
    return `${indent}${yamlScalar(key)}:${isBlock ? "\n" : " "}${text}`;
  }).join("\n");
}

function yamlScalar(text: string, indent?: string): string {
  const isPlain = /^[A-Za-z/][\w ./()-]*$/.test(text) && !/ $|^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  if (isPlain) return text;
  const isBlock = indent !== undefined && /^\S.*\n[^]*\S$/.test(text) && printable(text) === text;
  if (isBlock) return `|-\n${text.replace(/^(?=.)/gm, indent || "  ")}`;
  return JSON.stringify(text).replace(UNPRINTABLE, (character) => {
    return `\\U${character.codePointAt(0)!.toString(16).padStart(8, "0")}`;
  });
}
