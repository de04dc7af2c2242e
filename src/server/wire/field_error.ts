/** One field that is wrong, as a cause of a 422 (apimachinery's `field.Error`). */
export interface FieldError {
  /** A machine's word, such as `"FieldValueInvalid"`. */
  readonly reason: string;
  /** What is wrong, without the field. */
  readonly message: string;
  /** The field's path, such as `"metadata.name"`. */
  readonly field: string;
}

/** Writes a value as Go's field errors do: as JSON. */
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

/** All errors in one line; each once, however often it was found, and in brackets where there are several. */
export function summarizeFieldErrors(errors: readonly FieldError[]): string {
  const lines = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))];
  return lines.length === 1 ? lines[0]! : `[${lines.join(", ")}]`;
}

/** How many errors are reported at most; it bounds the answer to hostile input. */
const MAX_FIELD_ERRORS = 100;

/** The first errors of a validation, which goes no further. */
export function firstErrors(errors: Iterable<FieldError>): FieldError[] {
  const first: FieldError[] = [];
  for (const error of errors) {
    first.push(error);
    if (first.length === MAX_FIELD_ERRORS) break;
  }
  return first;
}
