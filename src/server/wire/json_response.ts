import type { V1Status } from "../../api/status.ts";

const HEADERS = { "content-type": "application/json", "cache-control": "no-cache, private" };

/** An answer in JSON, from text that is JSON already. */
export function jsonResponse(
  body: string | ReadableStream<Uint8Array>,
  options: { code?: number; warnings?: readonly string[]; contentType?: string } = {},
): Response {
  const { code = 200, warnings = [], contentType } = options;
  const headers = new Headers(HEADERS);
  if (contentType !== undefined) headers.set("content-type", contentType);
  // Header values are Latin-1: what is not gets escaped.
  for (const warning of warnings) {
    const text = JSON.stringify(warning).replace(
      /[^ -~]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    headers.append("warning", `299 - ${text}`);
  }
  return new Response(body as BodyInit, { status: code, headers });
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
