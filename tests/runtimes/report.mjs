// deno-lint-ignore-file no-console
import process from "node:process";

/** Prints how the bundled tests went in a runtime; the process fails if a test did, or if there was none. */
export function report(runtime, { passed, failed, skipped, lines }) {
  for (const line of lines) console.log(`${runtime}: ${line}`);
  console.log(`${runtime}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
