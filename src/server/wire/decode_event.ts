import type { CoreV1Event } from "../../api/event.ts";
import { badRequest, invalid, unrecognized } from "./api_error.ts";
import { type ServedApi, toCoreV1 } from "./served_api.ts";
import { DecodeError, decodeObject, goJsonType, isJsonObject } from "./decode_object.ts";
import { CORE_V1_EVENT, typedSchema } from "./event_schema.ts";
import { invalidValue } from "./field_error.ts";
import type { WriteOptions } from "./write_options.ts";

/** A decoded event in canonical core/v1 form, and the warnings for the client. */
export interface DecodedEvent {
  readonly event: CoreV1Event;
  readonly warnings: readonly string[];
}

/**
 * A patched event without a version: a cluster decodes it by the names of its internal fields, so that all are unknown.
 */
const WITHOUT_VERSION = typedSchema("Event", {});

/**
 * Decodes an event of either API; `null` is an event without fields.
 *
 * @param options.text The request body: the event's JSON, or the patch that produced the event.
 * @param options.isPatch Whether it is a patch: errors are then a 422.
 * @throws {ApiError} 400, or 422 for a patch, if it is not an event of the API, or under `Strict` if fields are unknown.
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
      : badRequest(`Event in version "v1" cannot be handled as a Event: ${why}`);
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
    const schema = isPatch && !value["apiVersion"] ? WITHOUT_VERSION : api.schema;
    const { object, unknownFields } = decodeObject(schema, value);
    // Both APIs have the same fields under different names, so this finds no more unknown ones.
    const core = schema === CORE_V1_EVENT ? object : decodeObject(CORE_V1_EVENT, toCoreV1(object)).object;
    const event = core as object as CoreV1Event;
    if (unknownFields.length === 0 || fieldValidation === "Ignore") return { event, warnings: [] };
    const warnings = unknownFields.map((field) => `unknown field ${JSON.stringify(field)}`);
    if (fieldValidation === "Strict") throw refuse(`strict decoding error: ${warnings.join(", ")}`);
    return { event, warnings };
  } catch (error) {
    throw error instanceof DecodeError ? refuse(error.message) : error;
  }
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
    return `${kind} in version "v1" cannot be handled as a Event: no kind "${kind}" is served here`;
  }
  return undefined;
}
