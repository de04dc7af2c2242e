import { isFromBrowser } from "../browser_guard.ts";
import { badRequest, entityTooLarge, unrecognized, unsupportedMediaType } from "./api_error.ts";
import { decodeCbor } from "./cbor.ts";
import { DecodeError } from "./decode_object.ts";
import type { ObjectSchema } from "./event_schema.ts";
import { decodeProtobuf } from "./protobuf.ts";

/** The most a body may have, as in a cluster. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/**
 * Reads a body.
 *
 * @throws {ApiError} 413 as soon as there are more than 3 MiB; the rest is not read.
 */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) throw tooLarge();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks.length === 1 ? chunks[0]! : concatenate(chunks, length);
    length += value.length;
    if (length > MAX_BODY_BYTES) {
      // Whether the sender likes it is its own affair.
      reader.cancel().catch(() => {});
      throw tooLarge();
    }
    chunks.push(value);
  }
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(): Error {
  return entityTooLarge(`limit is ${MAX_BODY_BYTES}`);
}

/** The media type of a body, without parameters and in lower case; empty where none is given. */
export function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
}

/** What a body is read as. */
type Subject = "event" | "options" | "patch";

/** The beginning of the message where a body cannot be read. */
const FAILURES: Readonly<Record<Subject, string>> = {
  event: "the object provided is unrecognized (must be of type Event): ",
  options: "",
  patch: "error decoding patch: ",
};

/** A body that was read. */
export interface Body {
  /** What it holds, as `JSON.parse` gives it; `undefined` where it is empty. */
  readonly value: unknown;
  /** Its text; empty where its format has none. */
  readonly text: string;
}

/** How a body of a format is read. */
type Format = (bytes: Uint8Array, as: Subject, schema: ObjectSchema) => Body;

/** The formats by media type; a body without one is taken for JSON, as in a cluster, unless a browser sent it. */
const FORMATS: Readonly<Record<string, Format>> = {
  "": readJson,
  "application/json": readJson,
  "application/vnd.kubernetes.protobuf": (bytes, as, schema) => ({
    value: orRefuse(as, () => decodeProtobuf(schema, bytes)),
    text: "",
  }),
  "application/cbor": readCbor,
};

/**
 * Reads the object that a body holds.
 *
 * @throws {ApiError} 415 if its format is unknown, 413 if it is too large, 400 if it is not of its format.
 */
export async function readObject(request: Request, schema: ObjectSchema, as: "event" | "options"): Promise<Body> {
  const type = mediaTypeOf(request);
  // Any page may send a body without a type to any server.
  const isKnown = Object.hasOwn(FORMATS, type) && (type !== "" || !isFromBrowser(request));
  const format = isKnown ? FORMATS[type] : undefined;
  // A body that is empty has no format; only options may be left out.
  if (format === undefined && as === "event") throw unsupportedMediaType();
  const bytes = await readBytes(request);
  if (as === "options" && bytes.length === 0) return { value: undefined, text: "" };
  if (format === undefined) throw unsupportedMediaType();
  return format(bytes, as, schema);
}

/**
 * Reads the patch that a body holds.
 *
 * @throws {ApiError} 413 if it is too large, 400 if it is neither JSON nor, where its type says so, CBOR.
 */
export async function readPatch(request: Request): Promise<Body> {
  const read = mediaTypeOf(request).endsWith("+cbor") ? readCbor : readJson;
  return read(await readBytes(request), "patch");
}

function readCbor(bytes: Uint8Array, as: Subject): Body {
  return { value: orRefuse(as, () => decodeCbor(bytes)), text: "" };
}

function readJson(bytes: Uint8Array, as: Subject): Body {
  const text = new TextDecoder().decode(bytes);
  try {
    checkDepth(text);
    return { value: JSON.parse(text), text };
  } catch (error) {
    const why = text === "" ? "unexpected end of JSON input" : (error as Error).message;
    if (as === "event") throw unrecognized(why, text);
    throw badRequest(`${FAILURES[as]}${as === "patch" ? "" : "couldn't get version/kind; json parse error: "}${why}`);
  }
}

/** How deep JSON may be nested, as in Go. */
const MAX_DEPTH = 10_000;

/** Throws a SyntaxError if JSON is nested deeper than it may be. */
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

function orRefuse<T>(as: Subject, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof DecodeError ? badRequest(FAILURES[as] + error.message) : error;
  }
}
