/** What a JSON field may hold, named as in Go's error messages. */
export type ScalarType = "string" | "int32" | "int64" | "bool" | "time" | "microTime";

/** The type of a field: a scalar, an object, a map of strings, or a list. */
export type FieldType =
  | ScalarType
  | ObjectSchema
  | { readonly mapOf: "string" }
  | { readonly listOf: "string" | ObjectSchema }
  | "ignored";

/** The fields of a Go struct as it travels in JSON, in the order in which it is written. */
export interface ObjectSchema {
  /** The struct's name, for decode errors. */
  readonly goType: string;
  /** The fields; writing keeps this order. */
  readonly fields: Readonly<Record<string, FieldType>>;
  /** Fields that are written even when empty: strings as `""`, times as `null`, objects as `{}`. */
  readonly always?: readonly string[];
}
