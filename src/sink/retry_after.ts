/**
 * Reads when to come back from a `Retry-After` header: seconds, or an HTTP date, which client-go does not understand.
 *
 * A date is taken relative to the answer's own `Date`, so that a clock that is wrong here does no harm.
 *
 * @returns Milliseconds from now, or nothing where the header says nothing.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const then = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(then)) return undefined;
  const sent = Date.parse(headers.get("date") ?? "");
  return Math.max(then - (Number.isNaN(sent) ? Date.now() : sent), 0);
}
