/**
 * `test()` and `after()` of node:test on Deno, to which deno.json maps it: over `Deno.test` with its leak checks, which
 * node:test has not. A test fails that leaves a timer, a request or an open resource behind, or that takes too long.
 *
 * @module
 */
import { type TestOptions, withinLimit } from "./harness.ts";

type TestFunction = () => unknown;

/** A folder of run_tests.ts, where each file writes the name of its running test: no timer ends a test that loops. */
const folder = Deno.env.get("RUNNING_TESTS");
const running = folder && `${folder}/${crypto.randomUUID()}`;

/** Adds a function that is called after the last test of the file. */
export function after(fn: () => void): void {
  Deno.test.afterAll(fn);
}

/** Adds a test. */
export function test(name: string, optionsOrFn: TestOptions | TestFunction, maybeFn?: TestFunction): void {
  const [options, fn] = typeof optionsOrFn === "function" ? [{}, optionsOrFn] : [optionsOrFn, maybeFn!];
  Deno.test({
    name,
    ignore: Boolean(options.skip),
    sanitizeOps: true,
    sanitizeResources: true,
    async fn() {
      if (running) Deno.writeTextFileSync(running, name);
      try {
        await withinLimit(fn);
      } finally {
        if (running) Deno.removeSync(running);
      }
    },
  });
}
