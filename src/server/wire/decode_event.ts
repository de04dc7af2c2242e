import type { CoreV1Event } from "../../api/event.ts";
import { badRequest, invalid, unrecognized } from "./api_error.ts";
import { toCoreV1 } from "./convert_event.ts";
import { DecodeError, decodeObject, goJsonType, isJsonObject, MAX_COMPLAINTS } from "./decode_object.ts";
import { CORE_V1_EVENT } from "./event_schema.ts";
import { invalidValue } from "./field_error.ts";
import type { ServedApi } from "./served_api.ts";
import type { WriteOptions } from "./write_options.ts";

/** An event that was read, in canonical core/v1 form, and what the client should be warned of. */
export interface DecodedEvent {
  readonly event: CoreV1Event;
  readonly warnings: readonly string[];
}

/**
 * Reads an event of either API; `null` is one without any field.
 *
 * @param options.text What the client sent: the event's own JSON, or the patch it is the outcome of.
 * @param options.isPatch Whether that is a patch: what is wrong is then the patch's fault, a 422.
 * @throws {ApiError} 400, or 422 for a patch, if it is no event of the API, or under `Strict` if fields are unknown or there
 *   twice.
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
    throw refuse("json: cannot unmarshal a value that is no object into Go value of type v1.Event");
  }
  for (const field of ["apiVersion", "kind"]) {
    const type = goJsonType(value[field] ?? "");
    if (type === "string") continue;
    if (isPatch) throw refuse(`json: cannot unmarshal ${type} into Go struct field Event.${field} of type string`);
    throw unrecognized(`json: cannot unmarshal ${type} into Go struct field .${field} of type string`, text);
  }
  checkType(api, value as { apiVersion?: string; kind?: string });
  try {
    const { object, unknownFields } = decodeObject(api.schema, value);
    // Text that is written the same again has no field twice, and most clients write it so.
    const isClean = !isPatch && unknownFields.length === 0 && text === JSON.stringify(given);
    const complaints = isClean || fieldValidation === "Ignore" ? [] : complaintsAbout(text, unknownFields);
    if (complaints.length > 0 && fieldValidation === "Strict") {
      throw refuse(`strict decoding error: ${complaints.join(", ")}`);
    }
    // Both APIs have the same fields under other names, so renamed fields decode without surprise.
    const core = api.strict ? decodeObject(CORE_V1_EVENT, toCoreV1(object)).object : object;
    return { event: core as unknown as CoreV1Event, warnings: complaints };
  } catch (error) {
    throw error instanceof DecodeError ? refuse(error.message) : error;
  }
}

/**
 * What `Strict` refuses and `Warn` warns of; what is inside an unknown field, or how often that is there, is all the same.
 * Unlike a cluster, which goes by the order of the text, it names the fields that are there twice first.
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

/** Refuses an object of another API version or kind, where it says what it is. */
function checkType(api: ServedApi, { apiVersion, kind }: { apiVersion?: string; kind?: string }): void {
  const version = apiVersion || api.apiVersion;
  if (version !== api.apiVersion) {
    throw badRequest(
      `the API version in the data (${version}) does not match the expected API version (${api.apiVersion})`,
    );
  }
  if (kind && kind !== "Event") {
    throw badRequest(
      `${kind} in version "${api.version}" cannot be handled as a Event: no kind "${kind}" is served here`,
    );
  }
}

/** How deep duplicate fields are looked for: no known field lies deeper, nor does a value of a JSON Patch that becomes one. */
const MAX_DEPTH = 8;
/** How long the paths may be together, so that a long name with many duplicates inside is not copied for each. */
const MAX_PATH_CHARACTERS = 65_536;

/** An object or an array that is being read. */
interface Level {
  /** The fields so far; an array has none. */
  readonly names: Set<string> | undefined;
  /** The field that is being read. */
  name: string;
  /** The item that is being read. */
  index: number;
  /** Whether the next text is the name of a field. */
  awaitsName: boolean;
}

/**
 * Finds the fields that an object has more than once, of which `JSON.parse` tells nothing: the last one wins there.
 *
 * @param text What `JSON.parse` has read without complaint.
 * @returns Their paths, such as `"metadata.name"` and `"[0].value"`, each once, in the order of their second occurrence, as many
 *   as are reported.
 */
function duplicateFields(text: string): string[] {
  const found = new Set<string>();
  const levels: Level[] = [];
  let depth = 0;
  let characters = 0;
  for (let i = 0; i < text.length && found.size < MAX_COMPLAINTS && characters < MAX_PATH_CHARACTERS; i++) {
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

/** Where the quote is that ends what the one at `start` begins. */
function endOfText(text: string, start: number): number {
  let end = start + 1;
  for (; text[end] !== '"'; end++) if (text[end] === "\\") end++;
  return end;
}

function pathOf(levels: readonly Level[]): string {
  return levels.map(({ names, name, index }) => names ? `.${name}` : `[${index}]`).join("").replace(/^\./, "");
}
