/**
 * `test()` and `after()` of node:test on Deno, to which deno.json maps it: over `Deno.test` with its leak checks, which
 * node:test has not. A test fails that leaves a timer, a request or an open resource behind.
 *
 * @module
 */
import type { TestOptions } from "./harness.ts";

type TestFunction = () => unknown;

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
      await fn();
    },
  });
}
