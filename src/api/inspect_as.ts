/** Symbols of the methods that `console.log` calls to print an object: on Deno, and on Node and Bun. */
const NAMES = ["Deno.customInspect", "nodejs.util.inspect.custom"] as const;

/** Returns the text that `console.log` prints of an object: its name and its fields. */
export function summaryOf(name: string, fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `${name} { ${pairs.map(([field, value]) => `${field}: ${JSON.stringify(value)}`).join(", ")} }`;
}

/**
 * Makes `console.log` print objects as `text`, on Deno, Node and Bun.
 *
 * Called in constructors; only the first call has an effect. Bundlers could not drop an unused class with methods named
 * by a symbol, or with a static block.
 *
 * @param target The prototype of the objects, or one object.
 */
export function inspectAs<T extends object>(target: T, text: (object: T) => string): void {
  if (Object.hasOwn(target, Symbol.for(NAMES[1]))) return;
  const value = function (this: T): string {
    try {
      return text(this);
    } catch {
      return "[object]"; // such as the prototype itself
    }
  };
  for (const name of NAMES) {
    Object.defineProperty(target, Symbol.for(name), { value, configurable: true, writable: true });
  }
}
