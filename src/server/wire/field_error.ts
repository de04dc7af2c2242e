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

export function required(field: string, detail = ""): FieldError {
  return {
    reason: "FieldValueRequired",
    field,
    message: detail === "" ? "Required value" : `Required value: ${detail}`,
  };
}

export function invalidValue(field: string, value: unknown, detail: string): FieldError {
  return { reason: "FieldValueInvalid", field, message: `Invalid value: ${show(value)}: ${detail}` };
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

/** Collects the first errors of a validation, and stops it at the limit. */
export function firstErrors<E>(errors: Iterable<E>): E[] {
  const first: E[] = [];
  for (const error of errors) {
    first.push(error);
    if (first.length === MAX_FIELD_ERRORS) break;
  }
  return first;
}
