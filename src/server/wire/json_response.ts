import type { V1Status } from "../../api/status.ts";

const HEADERS = { "content-type": "application/json", "cache-control": "no-cache, private" };

/** An answer in JSON, from text that is JSON already; it ends in a newline. */
export function jsonResponse(
  body: string | ReadableStream<Uint8Array>,
  options: { code?: number; warnings?: readonly string[]; contentType?: string } = {},
): Response {
  const { code = 200, warnings = [], contentType } = options;
  const headers = new Headers(HEADERS);
  if (contentType !== undefined) headers.set("content-type", contentType);
  for (const warning of warningHeaders(warnings)) headers.append("warning", warning);
  const isWhole = typeof body !== "string" || body === "" || body.endsWith("\n");
  return new Response((isWhole ? body : `${body}\n`) as BodyInit, { status: code, headers });
}

/** How many characters of a list are written at once. */
const CHUNK_CHARACTERS = 1024 * 1024;

/**
 * An answer that is a list: `head`, up to the bracket that begins the list, the items, and the end. A long one is written as
 * it is read, since no string can hold more than some 500 MB.
 */
export function listResponse(head: string, items: Iterable<string>): Response {
  const rest = items[Symbol.iterator]();
  let isOver = false;
  let separator = "";

  function next(text: string): string {
    while (text.length < CHUNK_CHARACTERS) {
      const { done, value } = rest.next();
      isOver = done === true;
      if (isOver) return `${text}]}\n`;
      text += separator + value;
      separator = ",";
    }
    return text;
  }

  const first = next(head);
  if (isOver) return jsonResponse(first);
  const encoder = new TextEncoder();
  return jsonResponse(
    new ReadableStream({
      start: (controller) => controller.enqueue(encoder.encode(first)),
      pull: (controller) => {
        controller.enqueue(encoder.encode(next("")));
        if (isOver) controller.close();
      },
    }, { highWaterMark: 0 }),
  );
}

/** How long all warnings together may be, and each of them once they are longer (apiserver's `filters/warning.go`). */
const MAX_WARNING_CHARACTERS = 4096;
const MAX_CUT_WARNING_CHARACTERS = 256;

/**
 * The warnings as headers. Where they are too long together, each is cut, and those beyond the limit are left out. Unlike
 * apiserver, which counts runes, this counts characters as they are escaped: clients limit the size of headers in bytes.
 */
function warningHeaders(warnings: readonly string[]): string[] {
  const whole = warnings.map(escapeWarning);
  if (length(whole) <= MAX_WARNING_CHARACTERS) return whole.map((text) => `299 - ${text}`);
  const headers: string[] = [];
  for (const warning of warnings) {
    if (length(headers) >= MAX_WARNING_CHARACTERS) break;
    headers.push(`299 - ${escapeWarning(warning.slice(0, MAX_CUT_WARNING_CHARACTERS))}`);
  }
  return headers;
}

function length(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** Header values are Latin-1: what is not is escaped. */
function escapeWarning(warning: string): string {
  return JSON.stringify(warning).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** An answer that is a `Status`, with `Retry-After` where the status has one. */
export function statusResponse(status: V1Status): Response {
  const response = jsonResponse(JSON.stringify(status), { code: status.code ?? 200 });
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter) response.headers.set("retry-after", String(retryAfter));
  return response;
}

/** An answer in plain text, as the server gives outside its APIs. */
export function textResponse(text: string, code: number): Response {
  return new Response(text, { status: code, headers: { "content-type": "text/plain; charset=utf-8" } });
}
