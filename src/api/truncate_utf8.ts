const encoder = new TextEncoder();
const MARK = "…";
const MARK_BYTES = 3;

/**
 * Truncates a text to at most `maxBytes` bytes of UTF-8, on a character boundary; a truncated text ends in `…`.
 *
 * The API server counts bytes, not characters: it rejects a note of 1024 characters outside ASCII.
 */
export function truncateUtf8(text: string, maxBytes: number): string {
  // A UTF-16 code unit is at most three bytes: most texts fit without being encoded.
  if (text.length * 3 <= maxBytes) return text;
  const buffer = new Uint8Array(maxBytes);
  if (encoder.encodeInto(text, buffer).read === text.length) return text;
  const { read } = encoder.encodeInto(text, buffer.subarray(MARK_BYTES));
  return text.slice(0, read) + MARK;
}
