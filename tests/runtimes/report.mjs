// deno-lint-ignore-file no-console
import process from "node:process";

/** Prints the results of the bundled tests in a runtime; the process fails if a test failed or none ran. */
export function report(runtime, { passed, failed, skipped, lines }) {
  for (const line of lines) console.log(`${runtime}: ${line}`);
  console.log(`${runtime}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
