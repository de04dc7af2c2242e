/** The times that a picture shows, in buckets, over a width in pixels or terminal columns. */
export interface View {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  readonly buckets: number;
  readonly width: number;
  /** Whether times are shown in UTC rather than this machine's zone. */
  readonly isUtc: boolean;
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const LAST_DATE_MS = 100_000_000 * DAY;
/** The possible lengths of buckets, and intervals between the times on the axis. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 3, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((n) => n * DAY),
];
/** Minimum width of a bucket: a bar of five pixels and a gap. */
const MIN_BUCKET_PX = 6;
const MIN_TICK_PX = 76;

/** Returns the shortest step of at least `ms` that is a multiple of `ofMs`. */
function stepFor(ms: number, ofMs = 1): number {
  const unit = Math.max(ofMs, DAY);
  return STEPS.find((step) => step >= ms && step % ofMs === 0) ?? Math.ceil(ms / unit) * unit;
}

/** Returns the nearest valid date, because a file may contain the last one, and buckets begin before the first. */
function dateOf(ms: number): Date {
  return new Date(Math.min(LAST_DATE_MS, Math.max(-LAST_DATE_MS, ms)));
}

const offsetMs = (ms: number, isUtc: boolean): number => isUtc ? 0 : -dateOf(ms).getTimezoneOffset() * MINUTE;

/** Rounds a time down in the zone in which times are shown. */
function floorTime(ms: number, stepMs: number, isUtc: boolean): number {
  const offset = offsetMs(ms, isUtc);
  return Math.floor((ms + offset) / stepMs) * stepMs - offset;
}

/** Returns the view of a time range; its buckets have a round length, and none is cut. */
export function viewOf(from: number, to: number, width: number, minBucket = MIN_BUCKET_PX, isUtc = false): View {
  const stepMs = stepFor((to - from) / Math.max(1, width / minBucket));
  const start = floorTime(from, stepMs, isUtc);
  const buckets = Math.max(1, Math.ceil((to - start) / stepMs));
  return { from: start, to: start + buckets * stepMs, stepMs, buckets, width, isUtc };
}

export const xOf = (view: View, ms: number): number => (ms - view.from) / (view.to - view.from) * view.width;

/** Returns round times for the axis, each the start of a bucket. */
export function ticksOf({ from, to, stepMs, buckets, width, isUtc }: View, minTick = MIN_TICK_PX): number[] {
  const step = stepFor((to - from) / Math.max(1, width / minTick), stepMs);
  return Array.from({ length: buckets }, (_, i) => from + i * stepMs).filter((at) => floorTime(at, step, isUtc) === at);
}

/** Formats a time on the axis: a midnight as its day if the view has several days, or as its month if it has years. */
export function tickText(at: number, view: View, withSeconds?: boolean): string {
  const days = (view.to - view.from) / DAY;
  if (days <= 1 || floorTime(at, DAY, view.isUtc) !== at) return timeText(at, { ...view, to: at }, withSeconds);
  const date = dateText(at, false, view.isUtc).slice(0, -6);
  return days > 300 ? date.slice(0, -3) : date.slice(-5);
}

/** Formats a time, with seconds if they matter, and with the date if it is far from the end of the view. */
export function timeText(ms: number, view: View, withSeconds = ms % MINUTE !== 0 && view.stepMs < MINUTE): string {
  if (!Number.isFinite(ms)) return "unknown";
  const text = dateText(ms, withSeconds, view.isUtc);
  return Math.abs(view.to - ms) < 20 * HOUR ? text.slice(text.indexOf(" ") + 1) : text;
}

export function dateText(ms: number, withSeconds = false, isUtc = false): string {
  const text = dateOf(ms + offsetMs(ms, isUtc)).toISOString();
  return text.slice(0, withSeconds ? -5 : -8).replace("T", " ");
}

/** Formats the time at which something began, and its day if the view ends on another one. */
export function sinceTexts(
  ms: number,
  { to, isUtc }: View,
  withSeconds = false,
): readonly [time: string, day: string] {
  const [day = "", time = ""] = dateText(ms, withSeconds, isUtc).split(" ");
  const end = dateText(to - 1, false, isUtc);
  return [time, end.startsWith(day) ? "" : end.startsWith(day.slice(0, -5)) ? day.slice(-5) : day];
}

export function durationText(ms: number): string {
  const [size, unit] = ms < MINUTE ? [SECOND, "s"] : ms < HOUR ? [MINUTE, "min"] : ms < DAY ? [HOUR, "h"] : [DAY, "d"];
  return `${Math.round(ms / (size as number))} ${unit}`;
}
