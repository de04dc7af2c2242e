/** An object as JSON. */
export type Wire = Readonly<Record<string, unknown>>;

function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Applies a JSON merge patch (RFC 7386) to a copy. */
export function mergePatch(target: Wire, patch: Wire): Wire {
  const merged: Record<string, unknown> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else if (isWire(value)) merged[key] = mergePatch(isWire(merged[key]) ? merged[key] : {}, value);
    else merged[key] = value;
  }
  return merged;
}

/** Removes members that are absent, null, empty or zero, which are equal in Go. */
function withoutZeros(value: unknown): unknown {
  if (!isWire(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, withoutZeros(item)] as const)
    .filter(([, item]) => item !== undefined && item !== null && item !== "" && item !== 0)
    .filter(([, item]) => !isWire(item) || Object.keys(item).length > 0);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether two objects are equal when decoded in Go. */
export function sameWire(a: Wire, b: Wire): boolean {
  return JSON.stringify(withoutZeros(a)) === JSON.stringify(withoutZeros(b));
}
