/** How an error names a value that it cannot use: text in quotes, so that it shows where it is empty, an object by its class. */
export function showValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  try {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
    return `[object ${value.constructor?.name ?? "Object"}]`;
  } catch {
    // It throws when it is looked at.
    return "an object";
  }
}
