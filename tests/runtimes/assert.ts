/**
 * The part of node:assert/strict that the tests use, for runtimes that have none.
 *
 * @module
 */
class AssertionError extends Error {
  override readonly name = "AssertionError";
}

type Expected = RegExp | Error | object | ((error: unknown) => unknown) | (new (...args: never[]) => unknown);

function show(value: unknown): string {
  const plain = (_key: string, part: unknown): unknown =>
    typeof part === "bigint" ? `${part}n` : part === undefined ? "undefined" : part;
  try {
    return JSON.stringify(value, plain) ?? String(value);
  } catch {
    return String(value);
  }
}

/** Whether two values have classes of the same name, as a runtime's objects may come from another realm. */
function sameClass(a: object, b: object): boolean {
  const [prototypeA, prototypeB] = [Object.getPrototypeOf(a), Object.getPrototypeOf(b)];
  if (prototypeA === prototypeB) return true;
  return prototypeA !== null && prototypeB !== null && a.constructor?.name === b.constructor?.name;
}

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || !sameClass(a, b)) return false;
  if (a instanceof Date && b instanceof Date) return Object.is(a.getTime(), b.getTime());
  if (a instanceof RegExp && b instanceof RegExp) return String(a) === String(b);
  if (a instanceof Error && b instanceof Error) return a.name === b.name && a.message === b.message;
  if (a instanceof Set && b instanceof Set) {
    return a.size === b.size && [...a].every((item) => b.has(item) || [...b].some((other) => same(item, other)));
  }
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && same(value, b.get(key)));
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key as keyof typeof a], b[key as keyof typeof b]));
}

function ok(value: unknown, message?: string): asserts value {
  if (!value) throw new AssertionError(message ?? `${show(value)} is not truthy`);
}

function isClass(expected: Expected): expected is new (...args: never[]) => unknown {
  return typeof expected === "function" && expected.prototype !== undefined;
}

function matchError(error: unknown, expected: Expected | undefined): void {
  if (expected === undefined) return;
  if (expected instanceof RegExp) return ok(expected.test(String(error)), `${error} does not match ${expected}`);
  if (isClass(expected)) return ok(error instanceof expected, `${error} is not of ${expected.name}`);
  if (typeof expected === "function") return ok(expected(error) === true, `${error} does not match`);
  const wanted = expected instanceof Error ? { name: expected.name, message: expected.message } : expected;
  for (const [key, value] of Object.entries(wanted)) {
    const actual = (error as Record<string, unknown>)?.[key];
    const fits = value instanceof RegExp && typeof actual === "string" ? value.test(actual) : same(actual, value);
    ok(fits, `${key} of the error: ${show(actual)} is not ${value instanceof RegExp ? value : show(value)}`);
  }
}

export default Object.assign(ok, {
  ok,
  equal: (actual: unknown, expected: unknown, message?: string): void =>
    ok(Object.is(actual, expected), message ?? `${show(actual)} is not ${show(expected)}`),
  notEqual: (actual: unknown, expected: unknown, message?: string): void =>
    ok(!Object.is(actual, expected), message ?? `${show(actual)} is the same`),
  deepEqual: (actual: unknown, expected: unknown, message?: string): void =>
    ok(same(actual, expected), message ?? `${show(actual)} differs from ${show(expected)}`),
  notDeepEqual: (actual: unknown, expected: unknown, message?: string): void =>
    ok(!same(actual, expected), message ?? `${show(actual)} is the same`),
  match: (text: string, pattern: RegExp, message?: string): void =>
    ok(pattern.test(text), message ?? `${show(text)} does not match ${pattern}`),
  doesNotMatch: (text: string, pattern: RegExp, message?: string): void =>
    ok(!pattern.test(text), message ?? `${show(text)} matches ${pattern}`),
  fail: (message = "failed"): never => {
    throw new AssertionError(message);
  },
  throws: (fn: () => unknown, expected?: Expected): void => {
    try {
      fn();
    } catch (error) {
      return matchError(error, expected);
    }
    throw new AssertionError("did not throw");
  },
  doesNotThrow: (fn: () => unknown, message?: string): void => {
    try {
      fn();
    } catch (error) {
      throw new AssertionError(`${message ?? "threw"}: ${error}`);
    }
  },
  rejects: async (promise: Promise<unknown> | (() => Promise<unknown>), expected?: Expected): Promise<void> => {
    try {
      await (typeof promise === "function" ? promise() : promise);
    } catch (error) {
      return matchError(error, expected);
    }
    throw new AssertionError("did not reject");
  },
});
