import type { CoreV1Event } from "../../api/event.ts";
import { badRequest, invalid, unrecognized } from "./api_error.ts";
import { toCoreV1 } from "./convert_event.ts";
import {
  DecodeError,
  decodeObject,
  goJsonType,
  isJsonObject,
  type JsonObject,
  MAX_COMPLAINTS,
} from "./decode_object.ts";
import { CORE_V1_EVENT } from "./event_schema.ts";
import { invalidValue } from "./field_error.ts";
import { EVENTS_V1, type ServedApi } from "./served_api.ts";
import type { WriteOptions } from "./write_options.ts";

/** A decoded event in canonical core/v1 form, and the warnings for the client. */
export interface DecodedEvent {
  readonly event: CoreV1Event;
  readonly warnings: readonly string[];
}

/**
 * Decodes an event of either API; `null` is an event without fields.
 *
 * @param options.text The request body: the event's JSON, or the patch that produced the event.
 * @param options.isPatch Whether it is a patch: errors are then a 422.
 * @throws {ApiError} 400, or 422 for a patch, if it is not an event of the API, or under `Strict` if fields are unknown
 *   or duplicate.
 */
export function decodeEvent(
  api: ServedApi,
  given: unknown,
  options: { fieldValidation: WriteOptions["fieldValidation"]; text: string; isPatch?: boolean },
): DecodedEvent {
  const { fieldValidation, text, isPatch = false } = options;
  const value = given ?? {};
  const refuse = (why: string): Error =>
    isPatch
      ? invalid({ kind: "" }, [invalidValue("patch", text, why)])
      : badRequest(`Event in version "${api.version}" cannot be handled as a Event: ${why}`);
  if (!isJsonObject(value)) {
    throw refuse("json: cannot unmarshal a value that is not an object into Go value of type v1.Event");
  }
  for (const field of ["apiVersion", "kind"]) {
    const type = goJsonType(value[field] ?? "");
    if (type === "string") continue;
    if (isPatch) throw refuse(`json: cannot unmarshal ${type} into Go struct field Event.${field} of type string`);
    throw unrecognized(`json: cannot unmarshal ${type} into Go struct field .${field} of type string`, text);
  }
  const mismatch = typeMismatch(api, value as { apiVersion?: string; kind?: string });
  if (mismatch !== undefined) throw isPatch ? refuse(mismatch) : badRequest(mismatch);
  try {
    const { event, unknownFields } = decodeFields(api, value);
    // Text that serializes to itself has no duplicate fields; most clients send such text.
    const isClean = !isPatch && unknownFields.length === 0 && text === JSON.stringify(given);
    const complaints = isClean || fieldValidation === "Ignore" ? [] : complaintsAbout(text, unknownFields);
    if (complaints.length > 0 && fieldValidation === "Strict") {
      throw refuse(`strict decoding error: ${complaints.join(", ")}`);
    }
    return { event, warnings: complaints };
  } catch (error) {
    throw error instanceof DecodeError ? refuse(error.message) : error;
  }
}

/**
 * Decodes the fields of an event of either API into canonical core/v1 form.
 *
 * @throws {DecodeError} If a field has the wrong type.
 */
export function decodeFields(
  api: ServedApi,
  value: JsonObject,
): { event: CoreV1Event; unknownFields: readonly string[] } {
  const { object, unknownFields } = decodeObject(api.schema, value);
  // Both APIs have the same fields under different names, so this finds no more unknown ones.
  const core = api === EVENTS_V1 ? decodeObject(CORE_V1_EVENT, toCoreV1(object)).object : object;
  return { event: core as unknown as CoreV1Event, unknownFields };
}

/**
 * Reports duplicate fields in the text of an applied configuration, whose other problems are reported elsewhere.
 *
 * @returns The warnings for the client.
 * @throws {ApiError} 422 under `Strict` if there are any.
 */
export function reportDuplicates(text: string, fieldValidation: WriteOptions["fieldValidation"]): readonly string[] {
  const complaints = fieldValidation === "Ignore" ? [] : complaintsAbout(text, []);
  if (complaints.length === 0 || fieldValidation !== "Strict") return complaints;
  throw invalid({ kind: "" }, [invalidValue("patch", text, `strict decoding error: ${complaints.join(", ")}`)]);
}

/**
 * The problems that `Strict` refuses and `Warn` warns of. Duplicates of an unknown field, or inside it, are ignored.
 * Unlike a cluster, which reports in the order of the text, this lists duplicate fields first.
 */
function complaintsAbout(text: string, unknownFields: readonly string[]): string[] {
  const duplicates = duplicateFields(text).filter((path) =>
    !unknownFields.some((field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`))
  );
  return [
    // Only a JSON Patch is a list.
    ...duplicates.map((path) => `${path.startsWith("[") ? "json patch " : ""}duplicate field ${JSON.stringify(path)}`),
    ...unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`),
  ].slice(0, MAX_COMPLAINTS);
}

/** The error message for an object that declares another API version or kind. */
function typeMismatch(
  api: ServedApi,
  { apiVersion, kind }: { apiVersion?: string; kind?: string },
): string | undefined {
  const version = apiVersion || api.apiVersion;
  if (version !== api.apiVersion) {
    return `the API version in the data (${version}) does not match the expected API version (${api.apiVersion})`;
  }
  if (kind && kind !== "Event") {
    return `${kind} in version "${api.version}" cannot be handled as a Event: no kind "${kind}" is served here`;
  }
  return undefined;
}

/** Maximum depth for finding duplicate fields: no known field, even as a value in a JSON Patch, is deeper. */
const MAX_DEPTH = 8;
/** Maximum total length of the paths, so that a long name with many duplicates inside is not copied for each. */
const MAX_PATH_CHARACTERS = 65_536;

/** An object or array being scanned. */
interface Level {
  /** The field names so far; `undefined` for an array. */
  readonly names: Set<string> | undefined;
  /** The current field. */
  name: string;
  /** The index of the current item. */
  index: number;
  /** Whether the next string is a field name. */
  awaitsName: boolean;
}

/**
 * Finds duplicate fields, which `JSON.parse` does not report: there the last one wins.
 *
 * @param text Valid JSON.
 * @returns Their paths, such as `"metadata.name"` and `"[0].value"`, each once, in the order of their second
 *   occurrence, at most {@linkcode MAX_COMPLAINTS}.
 */
function duplicateFields(text: string): string[] {
  const found = new Set<string>();
  const levels: Level[] = [];
  let depth = 0;
  let characters = 0;
  for (let i = 0; i < text.length; i++) {
    if (found.size === MAX_COMPLAINTS || characters >= MAX_PATH_CHARACTERS) break;
    const char = text[i];
    switch (char) {
      case "{":
      case "[": {
        const isObject = char === "{";
        if (depth++ < MAX_DEPTH) {
          levels.push({ names: isObject ? new Set() : undefined, name: "", index: 0, awaitsName: isObject });
        }
        break;
      }
      case "}":
      case "]":
        if (--depth < MAX_DEPTH) levels.pop();
        break;
      case ",": {
        const level = levels.at(-1)!;
        if (depth > MAX_DEPTH) break;
        level.index++;
        level.awaitsName = level.names !== undefined;
        break;
      }
      case '"': {
        const start = i;
        i = endOfText(text, start);
        const level = levels.at(-1);
        if (!level?.awaitsName || depth > MAX_DEPTH) break;
        level.awaitsName = false;
        const name = text.slice(start + 1, i);
        level.name = name.includes("\\") ? JSON.parse(`"${name}"`) : name;
        if (level.names!.has(level.name)) {
          const path = pathOf(levels);
          found.add(path);
          characters += path.length;
        }
        level.names!.add(level.name);
      }
    }
  }
  return [...found];
}

/** The index of the quote that closes the string opened at `start`. */
function endOfText(text: string, start: number): number {
  let end = start + 1;
  for (; text[end] !== '"'; end++) if (text[end] === "\\") end++;
  return end;
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ names, name, index }) => names ? `.${name}` : `[${index}]`).join("").replace(/^\./, "");
}
