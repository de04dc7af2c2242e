import { showValue } from "../api/show_value.ts";

/** Throws unless `sink` has the methods of an `EventSink`. */
export function checkSink(sink: unknown): void {
  const methods = Object(sink) as Record<string, unknown>;
  const missing = ["create", "update", "patch"].filter((name) => typeof methods[name] !== "function");
  if (missing.length === 0) return;
  throw new TypeError(
    `Cannot record: sink must have the methods create, update and patch, received ${showValue(sink)} without ${
      missing.join(" and ")
    }`,
  );
}
