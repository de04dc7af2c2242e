import { invalid } from "./api_error.ts";
import { isTrue } from "./route.ts";
import { type FieldError, forbiddenValue, invalidValue, notSupported, required, tooLong } from "./field_error.ts";

const FIELD_VALIDATIONS = ["Ignore", "Strict", "Warn"] as const;
/** `FieldManagerMaxLength` of apimachinery. */
const MAX_FIELD_MANAGER_BYTES = 128;

/** The query parameters of a write. */
export interface WriteOptions {
  /** Whether to do everything except store the result. */
  readonly dryRun: boolean;
  /** How unknown and duplicate fields are handled. */
  readonly fieldValidation: typeof FIELD_VALIDATIONS[number];
  /** The name of the writer; empty if the client sends none. */
  readonly fieldManager: string;
  /** Whether an apply takes over fields of other owners. */
  readonly force: boolean;
}

const DEFAULTS: WriteOptions = { dryRun: false, fieldValidation: "Warn", fieldManager: "", force: false };

/** The options of a write; those of a server-side apply differ from those of other patches. */
type WriteOptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions" | "ApplyOptions";

/**
 * Parses and validates the query of a write (apimachinery's `meta/v1/validation`).
 *
 * @throws {ApiError} 422 if an option is invalid.
 */
export function parseWriteOptions(kind: WriteOptionsKind, query: URLSearchParams): WriteOptions {
  if (query.size === 0 && kind !== "ApplyOptions") return DEFAULTS;
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
  if (kind === "ApplyOptions" && fieldManager === "") {
    errors.push(required("fieldManager", "is required for apply patch"));
  }
  if (kind === "PatchOptions" && query.has("force")) {
    errors.push(forbiddenValue("force", "may not be specified for non-apply patch"));
  }
  if (errors.length > 0) {
    throw invalid({ kind: kind === "ApplyOptions" ? "PatchOptions" : kind, group: "meta.k8s.io" }, errors);
  }
  return {
    dryRun: dryRun.length > 0,
    fieldValidation: fieldValidation as WriteOptions["fieldValidation"],
    fieldManager,
    force: isTrue(query, "force"),
  };
}

/** Checks the values of `dryRun`, of which `All` is the only valid one. */
export function checkDryRun(dryRun: readonly string[]): FieldError[] {
  return dryRun.every((value) => value === "All") ? [] : [notSupported("dryRun", dryRun, ["All"])];
}
