import type { CoreV1Event } from "../../../base/event/event.ts";
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
 * The schema of a patched event without a version: a cluster decodes it by internal field names, so all fields are
 * unknown.
 */
const WITHOUT_VERSION = typedSchema("Event", {});

/**
 * Decodes an event of either API; `null` is an event without fields.
 *
 * @param options.text The request body: the event's JSON, or the patch that produced the event.
 * @param options.isPatch Whether it is a patch: errors are then a 422.
 * @throws {ApiError} 400, or 422 for a patch, if it is not an event of the API, or under `Strict` if fields are
 * unknown.
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
    const unknown = fieldValidation === "Ignore"
      ? []
      : unknownFields.map((name) => `unknown field ${JSON.stringify(name)}`);
    if (unknown.length > 0 && fieldValidation === "Strict") {
      throw refuse(`strict decoding error: ${unknown.join(", ")}`);
    }
    const repeated = removeRepeatedOwners((core as unknown as { metadata: Owned }).metadata, isPatch);
    return { event: core as object as CoreV1Event, warnings: [...unknown, ...repeated] };
  } catch (error) {
    throw error instanceof DecodeError ? refuse(error.message) : error;
  }
}

interface Owned {
  ownerReferences?: readonly { readonly uid: string }[];
}

/** Removes owners that equal an earlier one; returns the warning of a cluster. */
function removeRepeatedOwners(metadata: Owned, isPatch: boolean): readonly string[] {
  const distinct = new Map<string, { readonly uid: string }>();
  const repeated: string[] = [];
  for (const owner of metadata.ownerReferences ?? []) {
    const text = JSON.stringify(owner);
    if (distinct.has(text)) repeated.push(owner.uid);
    else distinct.set(text, owner);
  }
  if (repeated.length === 0) return [];
  metadata.ownerReferences = [...distinct.values()];
  return [
    `.metadata.ownerReferences contains duplicate entries${isPatch ? " after mutating admission happens" : ""}; ` +
    "API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your " +
    `requests; duplicate UID(s) observed: ${repeated.join(", ")}`,
  ];
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
