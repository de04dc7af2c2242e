import { readFileSync } from "node:fs";

/**
 * Returns client-go's output for a part, one JSON value per line, which `fresh.ts --write` makes.
 *
 * In the bundle, whose runtimes have no files, `tests/runtimes/bundle.ts` puts another module in the place of this one.
 */
export function readVectors(part: "correlator" | "differences" | "recorder" | "series" | "sprintf"): string {
  return readFileSync(new URL(`vectors/${part}.ndjson`, import.meta.url), "utf8");
}
