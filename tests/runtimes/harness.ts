/**
 * `test()` of node:test for runtimes that have none: workerd, edge-runtime, browsers and, bundled, Node 20.
 *
 * @module
 */

/** Options of {@linkcode test}. */
export interface TestOptions {
  /** Skips the test, with the reason. */
  readonly skip?: boolean | string | undefined;
}

type TestFunction = () => unknown;

interface TestCase {
  readonly name: string;
  readonly options: TestOptions;
  readonly fn: TestFunction;
}

/** Results of the tests. */
export interface TestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** One line per failed or skipped test. */
  readonly lines: string[];
}

const cases: TestCase[] = [];
/** Only a test that hangs needs as much, however slow the machine is. Node and Bun get the same limit in .ci/run. */
const LIMIT_MS = 180_000;
// Taken here, because tests may fake them.
const { setTimeout, clearTimeout } = globalThis;

/** Runs a test; rejects if it takes longer than the limit. */
export async function withinLimit(fn: TestFunction, limitMs: number = LIMIT_MS): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout.call(globalThis, () => reject(new Error(`not done after ${limitMs} ms`)), limitMs);
  });
  try {
    await Promise.race([fn(), late]);
  } finally {
    clearTimeout.call(globalThis, timer);
  }
}

/** Adds a test. */
export function test(name: string, fn: TestFunction): void;
export function test(name: string, options: TestOptions, fn: TestFunction): void;
export function test(name: string, optionsOrFn: TestOptions | TestFunction, maybeFn?: TestFunction): void {
  const [options, fn] = typeof optionsOrFn === "function" ? [{}, optionsOrFn] : [optionsOrFn, maybeFn!];
  cases.push({ name, options, fn });
}

const describeError = (error: unknown): string => (error as Error)?.stack ?? String(error);

/** Runs every test in order, each within a limit; one that leaves a rejection unhandled fails. */
export async function run(onStart: (name: string) => void = () => {}): Promise<TestReport> {
  const report: TestReport = { passed: 0, failed: 0, skipped: 0, lines: [] };
  const stray = new Map<unknown, unknown>();
  globalThis.addEventListener?.("unhandledrejection", (event) => {
    event.preventDefault?.(); // edge-runtime passes no real event
    const { promise = event, reason } = event as Partial<PromiseRejectionEvent>;
    stray.set(promise, reason);
  });
  // workerd reports a rejection before the microtasks are done, and takes it back.
  globalThis.addEventListener?.(
    "rejectionhandled",
    (event) => void stray.delete((event as PromiseRejectionEvent).promise),
  );
  globalThis.addEventListener?.("error", (event) => {
    event.preventDefault?.();
    stray.set(event, (event as ErrorEvent).error);
  });
  for (const { name, options, fn } of cases) {
    if (options.skip) {
      report.skipped++;
      report.lines.push(`skipped ${name}: ${options.skip}`);
      continue;
    }
    onStart(name);
    stray.clear();
    try {
      await withinLimit(fn);
      // A macrotask, so that an unhandled rejection is reported before the next test starts.
      await new Promise<void>((resolve) => void setTimeout.call(globalThis, resolve, 0));
      for (const error of stray.values()) throw error;
      report.passed++;
    } catch (error) {
      report.failed++;
      report.lines.push(`not ok ${name}: ${describeError(error)}`);
    }
  }
  return report;
}
