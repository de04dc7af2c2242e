/** What a JSON field may hold, named as in Go's error messages. */
export type ScalarType = "string" | "int32" | "int64" | "bool" | "time" | "microTime";

/** The type of a field: a scalar, an object, a map of strings, or a list. */
export type FieldType =
  | ScalarType
  | ObjectSchema
  | { readonly mapOf: "string" }
  | { readonly listOf: "string" | ObjectSchema }
  | "ignored";

/** One field of a Go struct. */
export interface FieldSchema {
  readonly name: string;
  readonly type: FieldType;
  /** Whether it is written even when empty: a string as `""`, a time as `null`, an object as `{}`. */
  readonly always: boolean;
}

/** A Go struct as it travels in JSON. */
export interface ObjectSchema {
  /** The struct's name, for decode errors. */
  readonly goType: string;
  /** The fields, in the order in which they are written. */
  readonly fields: readonly FieldSchema[];
  /** The names of the fields. */
  readonly names: ReadonlySet<string>;
}

/** Describes a Go struct by the types of its fields and the names of those that are `always` written. */
export function objectSchema(
  goType: string,
  types: Readonly<Record<string, FieldType>>,
  always: readonly string[] = [],
): ObjectSchema {
  const fields = Object.entries(types).map(([name, type]) => ({ name, type, always: always.includes(name) }));
  return { goType, fields, names: new Set(Object.keys(types)) };
}
