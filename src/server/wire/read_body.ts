import { badRequest, entityTooLarge, unsupportedMediaType } from "./api_error.ts";

/** The most a body may have, as in a cluster. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/**
 * Reads a body as text.
 *
 * @throws {ApiError} 413 as soon as there are more than 3 MiB; the rest is not read.
 */
export async function readBody(request: Request): Promise<string> {
  if (request.body === null) return "";
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) throw tooLarge();
  const decoder = new TextDecoder();
  const reader = request.body.getReader();
  let bytes = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > MAX_BODY_BYTES) {
      // Whether the sender likes it is its own affair.
      reader.cancel().catch(() => {});
      throw tooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

function tooLarge(): Error {
  return entityTooLarge(`limit is ${MAX_BODY_BYTES}`);
}

/** The media type of a body, without parameters and in lower case; empty where none is given. */
export function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

/**
 * Sees to it that a body may be read as JSON; one without a type is taken for it, as the server does.
 *
 * @throws {ApiError} 415 if it says to be anything else.
 */
export function checkJsonType(request: Request): void {
  const type = mediaTypeOf(request);
  if (type !== "" && type !== "application/json") throw unsupportedMediaType();
}

const NO_VERSION = "couldn't get version/kind; json parse error";

/** What fails where the JSON of an event, of the options of a delete, or of a patch is none. */
const FAILURES = {
  event: `the object provided is unrecognized (must be of type Event): ${NO_VERSION}`,
  options: NO_VERSION,
  patch: "error decoding patch",
} as const;

/** Parses JSON; 400 where it is none. */
export function parseJson(text: string, as: keyof typeof FAILURES): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = text === "" ? "unexpected end of JSON input" : (error as Error).message;
    throw badRequest(`${FAILURES[as]}: ${why}`);
  }
}
