const DAY_MS = 86_400_000;
const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS } as const;

/** Returns the milliseconds of a span such as `90s`, `1h30m` or `2d`; `undefined` if it is invalid or zero. */
export function parseSpan(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhdw]))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/([\d.]+)([a-z]+)/g)];
  const ms = Math.ceil(parts.reduce((sum, [, number, unit]) => sum + Number(number) * UNITS_MS[unit as "s"], 0));
  return ms > 0 && ms < Infinity ? ms : undefined;
}

/** A date, a time or both, and optionally a zone: RFC 3339, a part of it, or a zone as printed by `date +%z`. */
const TIME = /^(\d{4}-\d\d-\d\d)?(?:(?:^|[T ])(\d\d?:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/** How to read a time without a day or a zone. */
export interface TimeContext {
  /** The time from which spans go back; a time of day is the latest up to it. */
  readonly endMs: number;
  /** The earliest sensible time; an earlier time of day means that of the next day. */
  readonly beginMs?: number | undefined;
  /** Whether a time without a zone is in UTC; otherwise it is in this machine's zone. */
  readonly isUtc: boolean;
}

/** Parses a time, such as `15m`, `10:30` or RFC 3339, to milliseconds since 1970; `undefined` if it is invalid. */
export function parseInstant(text: string, { endMs, beginMs = -Infinity, isUtc }: TimeContext): number | undefined {
  const spanMs = parseSpan(text);
  if (spanMs !== undefined) return endMs - spanMs;
  const [found, day, time = "00:00", zone = isUtc ? "Z" : ""] = TIME.exec(text.toUpperCase()) ?? [];
  if (!found) return undefined;
  const at = (day: string): number | undefined => {
    // Checks the day, because Date.parse reads 30 February as 2 March.
    const isDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(8));
    const ms = Date.parse(`${day}T${time.replace(/^\d:/, "0$&")}${zone}`);
    return isDay && !Number.isNaN(ms) ? ms : undefined;
  };
  if (day !== undefined) return at(day);
  const offsetMs = zone === "" ? new Date(endMs).getTimezoneOffset() * 60_000 : 0;
  const noon = Date.parse(`${new Date(endMs - offsetMs).toISOString().slice(0, 10)}T12:00Z`);
  const dayOf = (days: number): number => at(new Date(noon + days * DAY_MS).toISOString().slice(0, 10))!;
  const latest = dayOf(0) > endMs ? -1 : 0;
  return dayOf(dayOf(latest) < beginMs ? latest + 1 : latest);
}
