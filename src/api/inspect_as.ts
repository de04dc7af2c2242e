/** The methods that Deno, and Node and Bun, call for the text that `console.log` prints of an object. */
const INSPECT = [Symbol.for("Deno.customInspect"), Symbol.for("nodejs.util.inspect.custom")];

/** Returns the text that `console.log` prints of an object: its name and its fields. */
export function summaryOf(name: string, fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `${name} { ${pairs.map(([field, value]) => `${field}: ${JSON.stringify(value)}`).join(", ")} }`;
}

/**
 * Makes `console.log` print objects with `text`, on Deno, Node and Bun.
 *
 * @param target The prototype of the objects, or one object.
 */
export function inspectAs<T extends object>(target: T, text: (object: T) => string): void {
  const value = function (this: T): string {
    try {
      return text(this);
    } catch {
      return "[object]"; // such as the prototype itself
    }
  };
  for (const symbol of INSPECT) Object.defineProperty(target, symbol, { value, configurable: true, writable: true });
}
