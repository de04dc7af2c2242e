import { showValue } from "./show_value.ts";

/** The text of whatever was thrown. */
export function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    // It has no text, such as an object without a prototype.
    return showValue(error);
  }
}
