const encoder = new TextEncoder();
const decoder = new TextDecoder();
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
  // It is at least one byte: the text after that many cannot fit.
  const bytes = encoder.encode(text.length > maxBytes ? text.slice(0, maxBytes + 1) : text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes - MARK_BYTES;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  return decoder.decode(bytes.subarray(0, end)) + MARK;
}
