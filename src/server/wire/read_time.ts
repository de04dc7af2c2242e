import { formatTime } from "../../api/time.ts";

const RFC3339 = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|([+-])(\d\d):(\d\d))$/;
const ZERO_TIME = "0001-01-01T00:00:00Z";

/** A parsed time: its canonical text, `null` for Go's zero time, or Go's parse error. */
type ParsedTime = { readonly text: string | null } | { readonly error: string };

/**
 * Parses a `Time` (RFC 3339 with any fraction, which is truncated) or a `MicroTime` (exactly six fractional digits), as
 * apimachinery's `Time.UnmarshalJSON` and `MicroTime.UnmarshalJSON` do.
 */
export function readTime(text: string, type: "time" | "microTime"): ParsedTime {
  const known = knownTexts[type];
  if (known.has(text)) return { text };
  const parsed = parse(text, type);
  if ("text" in parsed && parsed.text === text) {
    if (known.size === MAX_KNOWN_TEXTS) known.clear();
    known.add(text);
  }
  return parsed;
}

/** Bounds memory; the events of a burst have few times. */
const MAX_KNOWN_TEXTS = 100;

/** Canonical texts: the events of a burst share their times, and a patch parses those of the stored event again. */
const knownTexts = { time: new Set<string>(), microTime: new Set<string>() };

function parse(text: string, type: "time" | "microTime"): ParsedTime {
  const micro = type === "microTime";
  const match = RFC3339.exec(text);
  const layout = micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00";
  if (match === null) return { error: cannotParse(text, layout, text) };
  const [, date = "", hour = "", minute = "", second = "", fraction = "", zone = "", sign, zoneHour, zoneMinute] =
    match;
  if (micro && fraction.length > 6) return { error: cannotParse(text, layout, fraction.slice(6) + zone, "Z07:00") };
  if (micro && fraction.length < 6) {
    return { error: cannotParse(text, layout, fraction === "" ? zone : `.${fraction}${zone}`, ".000000") };
  }
  if (
    !isRealDay(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 ||
    Number(zoneHour) > 24 || Number(zoneMinute) > 60 // Go's limits
  ) {
    return { error: `parsing time ${JSON.stringify(text)}: value out of range` };
  }
  let seconds = `${date}T${hour}:${minute}:${second}Z`;
  if (sign !== undefined) {
    const offsetMs = Number(`${sign}1`) * (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000;
    seconds = formatTime(Date.parse(seconds) - offsetMs);
  }
  if (seconds === ZERO_TIME && Number(fraction) === 0) return { text: null };
  return { text: micro ? `${seconds.slice(0, -1)}.${fraction}Z` : seconds };
}

/** Whether a date exists; in some engines `Date.parse` reads February 30th as March 2nd. */
function isRealDay(date: string): boolean {
  const [year, month, day] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
  if (month < 1 || month > 12 || day < 1) return false;
  // The calendar repeats every 400 years.
  return day <= 28 || day <= new Date(Date.UTC(2000 + year % 400, month, 0)).getUTCDate();
}

/** Go's error for a text that does not match a layout; `rest` is the unparsed remainder. */
function cannotParse(text: string, layout: string, rest: string, part = "2006"): string {
  return `parsing time ${JSON.stringify(text)} as ${JSON.stringify(layout)}: cannot parse ${JSON.stringify(rest)} as ${
    JSON.stringify(part)
  }`;
}

/** Milliseconds since 1970 of a canonical `Time` or `MicroTime`; `undefined` if absent. */
export function timeMs(text: string | null | undefined): number | undefined {
  return text ? Date.parse(text) : undefined;
}
