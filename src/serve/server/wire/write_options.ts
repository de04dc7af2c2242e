import { badRequest, invalid } from "./api_error.ts";
import { isJsonObject, type JsonObject } from "./decode_object.ts";
import { DELETE_OPTIONS } from "./event_schema.ts";
import { type FieldError, forbiddenValue, invalidValue, notSupported, tooLong } from "./field_error.ts";
import { decodeOptions, readObject } from "./read_body.ts";
import { isTrue, parseInteger } from "./route.ts";

const FIELD_VALIDATIONS = ["Ignore", "Strict", "Warn"] as const;
/** `FieldManagerMaxLength` of apimachinery. */
const MAX_FIELD_MANAGER_BYTES = 128;

/** The query parameters of a write. */
export interface WriteOptions {
  /** Whether to do everything except store the result. */
  readonly dryRun: boolean;
  /** How unknown fields are handled. */
  readonly fieldValidation: typeof FIELD_VALIDATIONS[number];
}

const DEFAULTS: WriteOptions = { dryRun: false, fieldValidation: "Warn" };

/**
 * Parses and validates the query of a write (apimachinery's `meta/v1/validation`).
 *
 * @throws {ApiError} 422 if an option is invalid.
 */
export function parseWriteOptions(
  kind: "CreateOptions" | "UpdateOptions" | "PatchOptions",
  query: URLSearchParams,
): WriteOptions {
  if (query.size === 0) return DEFAULTS;
  const dryRun = query.getAll("dryRun");
  const fieldManager = query.get("fieldManager") ?? "";
  const fieldValidation = query.get("fieldValidation") || "Warn";
  const errors = checkDryRun(dryRun);
  if (new TextEncoder().encode(fieldManager).length > MAX_FIELD_MANAGER_BYTES) {
    errors.push(tooLong("fieldManager", MAX_FIELD_MANAGER_BYTES));
  }
  if (/\p{C}/u.test(fieldManager)) {
    errors.push(invalidValue("fieldManager", fieldManager, "should only contain printable characters"));
  }
  if (!FIELD_VALIDATIONS.includes(fieldValidation as WriteOptions["fieldValidation"])) {
    errors.push(notSupported("fieldValidation", fieldValidation, ["", ...FIELD_VALIDATIONS]));
  }
  if (kind === "PatchOptions" && query.has("force")) {
    errors.push(forbiddenValue("force", "may not be specified for non-apply patch"));
  }
  if (errors.length > 0) throw invalid({ kind, group: "meta.k8s.io" }, errors);
  return { dryRun: dryRun.length > 0, fieldValidation: fieldValidation as WriteOptions["fieldValidation"] };
}

/** Checks the values of `dryRun`, of which `All` is the only valid one. */
function checkDryRun(dryRun: readonly string[]): FieldError[] {
  return dryRun.every((value) => value === "All") ? [] : [notSupported("dryRun", dryRun, ["All"])];
}

export interface DeletePreconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** meta/v1 DeleteOptions: the fields that apply to events, or are validated. */
interface DeleteOptionsFields {
  readonly preconditions?: DeletePreconditions;
  readonly orphanDependents?: boolean;
  readonly dryRun?: readonly string[];
}

const POLICIES: readonly string[] = ["Foreground", "Background", "Orphan"];

/**
 * Reads and validates the options of a delete: the body, or the query if the body is empty.
 *
 * @throws {ApiError} 400 for malformed options, 422 for invalid ones.
 */
export async function readDeleteOptions(
  request: Request,
  query: URLSearchParams,
): Promise<{ preconditions: DeletePreconditions; dryRun: boolean }> {
  const { value } = await readObject(request, DELETE_OPTIONS, "options");
  const given = value === undefined ? optionsIn(query) : asObject(value);
  const { preconditions = {}, orphanDependents, dryRun = [] }: DeleteOptionsFields = decodeOptions(
    DELETE_OPTIONS,
    given,
  );
  // Decoding drops an empty policy, which is invalid too.
  const policy = given["propagationPolicy"] ?? undefined;
  const errors: FieldError[] = [];
  if (policy !== undefined && orphanDependents !== undefined) {
    const why = "orphanDependents and deletionPropagation cannot be both set";
    errors.push(invalidValue("propagationPolicy", policy, why));
  }
  if (policy !== undefined && !POLICIES.includes(policy as string)) {
    errors.push(notSupported("propagationPolicy", policy, [...POLICIES, "nil"]));
  }
  errors.push(...checkDryRun(dryRun));
  if (errors.length > 0) throw invalid({ kind: "DeleteOptions", group: "meta.k8s.io" }, errors);
  return { preconditions, dryRun: dryRun.length > 0 };
}

function optionsIn(query: URLSearchParams): JsonObject {
  if (query.has("gracePeriodSeconds")) parseInteger(query.get("gracePeriodSeconds")!);
  return {
    dryRun: query.getAll("dryRun"),
    propagationPolicy: query.get("propagationPolicy"),
    orphanDependents: query.has("orphanDependents") ? isTrue(query, "orphanDependents") : null,
    preconditions: { uid: query.get("uid") || null, resourceVersion: query.get("resourceVersion") || null },
  };
}

/** `null` is an object without fields. */
function asObject(value: unknown): JsonObject {
  const object = value ?? {};
  if (isJsonObject(object)) {
    const kind = object["kind"] || "DeleteOptions";
    if (kind === "DeleteOptions") return object;
    throw badRequest(`no kind ${JSON.stringify(kind)} is registered for the options of a delete`);
  }
  throw badRequest("json: cannot unmarshal a value that is not an object into Go value of type v1.DeleteOptions");
}
