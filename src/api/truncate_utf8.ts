const encoder = new TextEncoder();
const decoder = new TextDecoder();
const MARK = "…";
const MARK_BYTES = 3;
// Kept between calls: to allocate it takes longer than to encode most texts.
let buffer = new Uint8Array();

/**
 * Truncates a text to at most `maxBytes` bytes of UTF-8, on a character boundary; a truncated text ends in `…`. Replaces
 * unpaired surrogates as UTF-8 does, by U+FFFD: the server would store that, and the text would not equal its own event.
 *
 * The API server counts bytes, not characters: it rejects a note of 1024 characters outside ASCII.
 */
export function truncateUtf8(text: string, maxBytes: number): string {
  // A UTF-16 code unit is at most three bytes: most texts fit without being encoded.
  if (text.length * 3 <= maxBytes) return text.toWellFormed();
  if (buffer.length !== maxBytes) buffer = new Uint8Array(maxBytes);
  if (encoder.encodeInto(text, buffer).read === text.length) return text.toWellFormed();
  const { written } = encoder.encodeInto(text, buffer.subarray(MARK_BYTES));
  // From the bytes: a slice of the text would keep all of it in memory.
  return decoder.decode(buffer.subarray(MARK_BYTES, MARK_BYTES + written)) + MARK;
}
