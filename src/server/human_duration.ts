const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Below `below`, an age is told in `unit`s, with the smaller unit beside it where there is one and it is not zero. */
const STEPS: readonly { below: number; unit: [number, string]; smaller?: [number, string] }[] = [
  { below: 2 * MINUTE, unit: [SECOND, "s"] },
  { below: 10 * MINUTE, unit: [MINUTE, "m"], smaller: [SECOND, "s"] },
  { below: 3 * HOUR, unit: [MINUTE, "m"] },
  { below: 8 * HOUR, unit: [HOUR, "h"], smaller: [MINUTE, "m"] },
  { below: 2 * DAY, unit: [HOUR, "h"] },
  { below: 8 * DAY, unit: [DAY, "d"], smaller: [HOUR, "h"] },
  { below: 2 * YEAR, unit: [DAY, "d"] },
  { below: 8 * YEAR, unit: [YEAR, "y"], smaller: [DAY, "d"] },
  { below: Infinity, unit: [YEAR, "y"] },
];

/** An age as kubectl shows it, such as `"3m20s"` (apimachinery's `duration.HumanDuration`). */
export function humanDuration(ms: number): string {
  if (ms < -SECOND) return "<invalid>";
  const age = Math.max(0, ms);
  const { unit: [size, letter], smaller } = STEPS.find(({ below }) => age < below)!;
  const text = Math.floor(age / size) + letter;
  const rest = smaller ? Math.floor(age % size / smaller[0]) : 0;
  return rest > 0 ? text + rest + smaller![1] : text;
}
