import type { V1Status } from "../../../base/event/kubernetes_object.ts";

let common: Headers | undefined;

/** Returns the headers of most responses. Not created on import, because that would make Node load its `fetch`. */
function commonHeaders(): Headers {
  return common ??= new Headers({ "content-type": "application/json", "cache-control": "no-cache, private" });
}

/** Creates a JSON response from JSON text; appends a newline if it lacks one. */
export function jsonResponse(
  body: string | ReadableStream<Uint8Array>,
  options: { code?: number; warnings?: readonly string[]; contentType?: string } = {},
): Response {
  const { code = 200, warnings = [], contentType } = options;
  let headers = commonHeaders();
  if (contentType !== undefined || warnings.length > 0) {
    const own = new Headers(headers);
    if (contentType !== undefined) own.set("content-type", contentType);
    for (const warning of warningHeaders(warnings)) own.append("warning", warning);
    headers = own;
  }
  const endsLine = typeof body !== "string" || body === "" || body.endsWith("\n");
  return new Response((endsLine ? body : `${body}\n`) as BodyInit, { status: code, headers });
}

/** Minimum length of the chunks of a streamed list. */
const CHUNK_CHARACTERS = 1024 * 1024;

/**
 * Creates a response with a list: `head`, up to the opening bracket, the items, and the closing brackets. A long list
 * is streamed, because no string can hold more than about 500 MB.
 */
export function listResponse<T>(head: string, items: readonly T[], textOf: (item: T) => string): Response {
  let index = 0;
  let isOver = false;

  /** Continues a chunk until it is long enough, or the list is over. */
  function next(chunk: string): string {
    for (; index < items.length; index++) {
      if (chunk.length >= CHUNK_CHARACTERS) return chunk;
      chunk += (index === 0 ? "" : ",") + textOf(items[index]!);
    }
    isOver = true;
    return `${chunk}]}\n`;
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

/** Maximum length of all warnings together, and of each (apiserver's `filters/warning.go`). */
const MAX_WARNINGS_LENGTH = 4096;
const MAX_WARNING_LENGTH = 256;

/**
 * Returns the warnings as header values, truncated, without those beyond the limit. Counts escaped characters, because
 * clients limit headers in bytes. Unlike here, apiserver counts runes, and truncates only if all are too long together.
 */
function warningHeaders(warnings: readonly string[]): string[] {
  const headers: string[] = [];
  let length = 0;
  for (const warning of warnings) {
    if (length >= MAX_WARNINGS_LENGTH) break;
    headers.push(`299 - ${escapeWarning(warning.slice(0, MAX_WARNING_LENGTH))}`);
    length += headers.at(-1)!.length;
  }
  return headers;
}

/** Quotes a warning, and escapes all but printable ASCII: header values are limited to Latin-1. */
function escapeWarning(warning: string): string {
  return JSON.stringify(warning).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Creates a response with a `Status`, and with `Retry-After` if the status has it. */
export function statusResponse(status: V1Status, warnings: readonly string[] = []): Response {
  const response = jsonResponse(JSON.stringify(status), { code: status.code!, warnings });
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter) response.headers.set("retry-after", String(retryAfter));
  return response;
}

/** Creates a plain text response, as the API server sends outside its APIs. */
export function textResponse(text: string, code: number): Response {
  return new Response(text, { status: code, headers: { "content-type": "text/plain; charset=utf-8" } });
}
