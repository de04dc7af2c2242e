import { isDns1123Subdomain } from "../../../base/event/names.ts";

/** An invalid field, as a cause of a 422 (apimachinery's `field.Error`). */
export interface FieldError {
  /** Machine-readable reason, such as `"FieldValueInvalid"`. */
  readonly reason: string;
  /** Human-readable message, without the field. */
  readonly message: string;
  /** The field's path, such as `"metadata.name"`. */
  readonly field: string;
}

/** Formats a value as Go's field errors do: as JSON. */
function show(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** Truncates a long message. A cluster does not, so that 3 MB of quotation marks become 48 MB there. */
export function truncated(text: string, maxCharacters = 10_000): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}...`;
}

export function required(field: string, detail = ""): FieldError {
  return {
    reason: "FieldValueRequired",
    field,
    message: detail === "" ? "Required value" : `Required value: ${detail}`,
  };
}

export function invalidValue(field: string, value: unknown, detail: string): FieldError {
  return { reason: "FieldValueInvalid", field, message: truncated(`Invalid value: ${show(value)}: ${detail}`) };
}

export function notSupported(field: string, value: unknown, supported: readonly string[]): FieldError {
  const list = supported.map(show).join(", ");
  return {
    reason: "FieldValueNotSupported",
    field,
    message: `Unsupported value: ${show(value)}: supported values: ${list}`,
  };
}

export function forbiddenValue(field: string, detail: string): FieldError {
  return { reason: "FieldValueForbidden", field, message: `Forbidden: ${detail}` };
}

export function tooLong(field: string, maxBytes: number): FieldError {
  return { reason: "FieldValueTooLong", field, message: `Too long: may not be more than ${maxBytes} bytes` };
}

/** The errors without duplicates; their keys are their texts. */
export function distinctErrors(errors: readonly FieldError[]): Map<string, FieldError> {
  return new Map(errors.map((error) => [`${error.field}: ${error.message}`, error]));
}

/** Maximum number of reported errors; bounds the response to hostile input. */
const MAX_FIELD_ERRORS = 100;

/** Collects the errors of a validation up to the limit, at which the validation stops. */
export function firstErrors<E>(errors: Iterable<E>): E[] {
  const first: E[] = [];
  for (const error of errors) {
    first.push(error);
    if (first.length === MAX_FIELD_ERRORS) break;
  }
  return first;
}

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and " +
  "must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start " +
  "and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** The errors in a qualified name, `[prefix/]name`; empty if valid (apimachinery's `IsQualifiedName`). */
export function qualifiedNameErrors(value: string): string[] {
  const parts = value.split("/");
  if (parts.length > 2) {
    return [`a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const errors: string[] = [];
  const name = parts.at(-1)!;
  if (parts.length === 2) {
    if (parts[0] === "") errors.push("prefix part must be non-empty");
    else errors.push(...subdomainErrors(parts[0]!).map((error) => `prefix part ${error}`));
  }
  if (name === "") errors.push("name part must be non-empty");
  else if (name.length > 63) errors.push("name part must be no more than 63 bytes");
  if (!NAME.test(name)) errors.push(`name part ${NAME_RULE}`);
  return errors;
}

/** The errors in a label value (apimachinery's `IsValidLabelValue`). */
export function labelValueErrors(value: string): string[] {
  const errors: string[] = [];
  if (value.length > 63) errors.push("must be no more than 63 bytes");
  if (value !== "" && !NAME.test(value)) {
    errors.push(
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
        "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
        "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    );
  }
  return errors;
}

/** The errors in a DNS-1123 subdomain, as events.k8s.io/v1 requires of names (apimachinery's `NameIsDNSSubdomain`). */
export function subdomainErrors(given: string, isPrefix = false): string[] {
  // apimachinery masks a prefix's last dash and drops the byte before it, which may be part of a multi-byte character.
  const value = isPrefix && /[^\u0080-\uffff]-$/.test(given) ? `${given.slice(0, -2)}a` : given;
  if (isDns1123Subdomain(value)) return [];
  return value.length > 253 ? ["must be no more than 253 bytes"] : [SUBDOMAIN_RULE];
}

/** The errors in a DNS-1123 label, as required of namespaces. */
export function labelErrors(value: string): string[] {
  const errors = value.length > 63 ? ["must be no more than 63 bytes"] : [];
  return LABEL.test(value) ? errors : [...errors, LABEL_RULE];
}

/** The errors in a name as a path segment, the only check of core/v1 (apimachinery's `IsValidPathSegmentName`). */
export function pathSegmentErrors(value: string, isPrefix = false): string[] {
  if (!isPrefix && (value === "." || value === "..")) return [`may not be '${value}'`];
  const errors: string[] = [];
  for (const part of "/%") if (value.includes(part)) errors.push(`may not contain '${part}'`);
  return errors;
}
