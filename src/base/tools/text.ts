/**
 * Control characters, line separators, and characters that are invisible or change the direction of text, but for those
 * that choose between text and emoji: messages come from servers too, and could forge lines, color a terminal, or hide
 * and reorder what it shows.
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

/** Quotes a text, where it needs that, as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w:@.,/+%-][\w:@.,/+%=-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a number with its noun: `1 event`, `2 events`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
