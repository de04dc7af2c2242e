import { reasonOf } from "../../../base/tools/logger.ts";
import { ApiError, badRequest, entityTooLarge, unrecognized, unsupportedMediaType } from "./api_error.ts";
import { DecodeError, decodeObject, type JsonObject } from "./decode_object.ts";
import type { ObjectSchema } from "./event_schema.ts";
import { decodeProtobuf } from "./protobuf.ts";

/** Maximum size of a body, as in a cluster. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;

/**
 * Reads a body.
 *
 * @throws {ApiError} 413 as soon as it exceeds 3 MiB; the rest is not read.
 */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (hasLength(request)) return new Uint8Array(await received(request, request.arrayBuffer()));
  return await received(request, readChunks(request));
}

const decoder = new TextDecoder();

/** @throws {ApiError} 500, as from a cluster, if the client sends only a part of the body, or invalid chunks. */
async function received<T>(request: Request, body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (error) {
    // Read only now, because Deno prints a warning when the signal of a served request is read.
    throw error instanceof ApiError || request.signal.aborted ? error : new ApiError(500, { message: reasonOf(error) });
  }
}

/**
 * Whether a header gives the body's length, which HTTP servers enforce. Runtimes read such a body several times faster
 * than a stream.
 *
 * @throws {ApiError} 413 if the length exceeds 3 MiB.
 */
function hasLength({ headers }: Request): boolean {
  const length = headers.get("content-length");
  if (length === null || headers.has("transfer-encoding")) return false;
  if (Number(length) > MAX_BODY_BYTES) throw tooLarge();
  return true;
}

async function readChunks(request: Request): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  // Copied into one buffer, because small chunks would take many times their size.
  let bytes = new Uint8Array();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return bytes.subarray(0, length);
    const end = length + value.length;
    if (end > MAX_BODY_BYTES) {
      // Ignores cancel errors.
      reader.cancel().catch(() => {});
      throw tooLarge();
    }
    if (end > bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * bytes.length));
      larger.set(bytes);
      bytes = larger;
    }
    bytes.set(value, length);
    length = end;
  }
}

function tooLarge(): Error {
  return entityTooLarge(`limit is ${MAX_BODY_BYTES}`);
}

/** A media type as Go parses it: each parameter has a value, quoted or not. */
const MEDIA_TYPE = /^([^;\s]+)\s*(?:;\s*[^\s;="]+\s*=\s*(?:[^\s;="]+|"(?:[^"\\]|\\.)*")\s*)*;?$/;

/** The media type of a body, without parameters and in lower case; the header itself if malformed, empty if absent. */
function mediaTypeOf({ headers }: Request): string {
  const header = headers.get("content-type") ?? "";
  const [, type = header] = MEDIA_TYPE.exec(header) ?? [];
  return type.toLowerCase();
}

/** The expected content of a body. */
type Subject = "event" | "options" | "patch";

/** The beginning of the error message for a malformed body. */
const FAILURES: Readonly<Record<Subject, string>> = {
  event: "the object provided is unrecognized (must be of type Event): ",
  options: "",
  patch: "error decoding patch: ",
};

interface Body {
  /** Its value, as `JSON.parse` returns it; `undefined` if the body is empty. */
  readonly value: unknown;
  /** Its text; empty for protobuf. */
  readonly text: string;
}

/**
 * Reads the object in a body; a body without a media type is read as JSON, as in a cluster, unless a browser sent it.
 *
 * @throws {ApiError} 415 if its format is unknown, 413 if it is too large, 400 if it is malformed.
 */
export async function readObject(request: Request, schema: ObjectSchema, subject: "event" | "options"): Promise<Body> {
  const type = mediaTypeOf(request);
  // Any web page can send a body without a type to any server.
  const isJson = type === "application/json" || type === "" && !isFromBrowser(request);
  const isKnown = isJson || type === "application/vnd.kubernetes.protobuf";
  if (!isKnown && subject !== "options") throw unsupportedMediaType();
  const bytes = await readBytes(request);
  // Only options may be omitted, and have no format then.
  if (subject === "options" && bytes.length === 0) return { value: undefined, text: "" };
  if (isJson) return parseJson(bytes, subject);
  if (!isKnown) throw unsupportedMediaType();
  try {
    return { value: decodeProtobuf(schema, bytes), text: "" };
  } catch (error) {
    throw error instanceof DecodeError ? badRequest(FAILURES[subject] + error.message) : error;
  }
}

/**
 * Decodes the object in a body of options.
 *
 * @throws {ApiError} 400 if a field has the wrong type.
 */
export function decodeOptions(schema: ObjectSchema, value: JsonObject): JsonObject {
  try {
    return decodeObject(schema, value).object;
  } catch (error) {
    throw error instanceof DecodeError ? badRequest(error.message) : error;
  }
}

/**
 * Reads the patch in a body.
 *
 * @throws {ApiError} 413 if it is too large, 400 if it is not valid JSON.
 */
export async function readPatch(request: Request): Promise<Body> {
  return parseJson(await readBytes(request), "patch");
}

function parseJson(bytes: Uint8Array, subject: Subject): Body {
  const text = decoder.decode(bytes);
  try {
    checkDepth(text);
    return { value: JSON.parse(text), text };
  } catch (error) {
    const why = text === "" ? "unexpected end of JSON input" : (error as Error).message;
    if (subject === "event") throw unrecognized(why, text);
    throw badRequest(
      `${FAILURES[subject]}${subject === "patch" ? "" : "couldn't get version/kind; json parse error: "}${why}`,
    );
  }
}

/** Maximum nesting of JSON, as in Go. */
const MAX_DEPTH = 10_000;

/** @throws {SyntaxError} If JSON is nested too deep. */
function checkDepth(text: string): void {
  if (text.length <= MAX_DEPTH) return;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    else if (char === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === "\\") i++;
    }
    if (depth > MAX_DEPTH) throw new SyntaxError(`invalid character '${char}' exceeded max depth`);
  }
}

/** Whether a browser sent the request through a socket: pages cannot omit these headers. */
export function isFromBrowser({ headers }: Request): boolean {
  return headers.has("origin") || headers.has("sec-fetch-site");
}
