import { bucketsOf, type Span, type TimelineGroup, type TimelineObject, type TimelineSnapshot } from "./mod.ts";

/** The times that are shown, in buckets, over a width in pixels or columns of a terminal. */
export interface View {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  readonly buckets: number;
  readonly width: number;
  /** Whether the person reads UTC, in place of the zone of this machine. */
  readonly isUtc: boolean;
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
const LAST_DATE_MS = 100_000_000 * DAY;
/** The lengths of buckets, and the distances of the times on the axis. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 3, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((n) => n * DAY),
];
/** A bar is five pixels wide at least, with room beside it. */
const MIN_BUCKET_PX = 6;
const MIN_TICK_PX = 76;

/** The shortest step of at least a length that is a multiple of `ofMs`. */
function stepFor(ms: number, ofMs = 1): number {
  const unit = Math.max(ofMs, DAY);
  return STEPS.find((step) => step >= ms && step % ofMs === 0) ?? Math.ceil(ms / unit) * unit;
}

/** The nearest time that a date can have: a file may name the last, and buckets begin before the first. */
function dateOf(ms: number): Date {
  return new Date(Math.min(LAST_DATE_MS, Math.max(-LAST_DATE_MS, ms)));
}

const offsetMs = (ms: number, isUtc: boolean): number => isUtc ? 0 : -dateOf(ms).getTimezoneOffset() * MINUTE;

/** Rounds down by the person's clock. */
function floorTime(ms: number, stepMs: number, isUtc: boolean): number {
  const offset = offsetMs(ms, isUtc);
  return Math.floor((ms + offset) / stepMs) * stepMs - offset;
}

/** The view of a time range: its buckets are of a round length, and all whole. */
export function viewOf(from: number, to: number, width: number, minBucket = MIN_BUCKET_PX, isUtc = false): View {
  const stepMs = stepFor((to - from) / Math.max(1, width / minBucket));
  const start = floorTime(from, stepMs, isUtc);
  const buckets = Math.max(1, Math.ceil((to - start) / stepMs));
  return { from: start, to: start + buckets * stepMs, stepMs, buckets, width, isUtc };
}

export const xOf = (view: View, ms: number): number => (ms - view.from) / (view.to - view.from) * view.width;

/** Round times for the axis, each the start of a bucket. */
export function ticksOf({ from, to, stepMs, buckets, width, isUtc }: View, minTick = MIN_TICK_PX): number[] {
  const step = stepFor((to - from) / Math.max(1, width / minTick), stepMs);
  return Array.from({ length: buckets }, (_, i) => from + i * stepMs).filter((at) => floorTime(at, step, isUtc) === at);
}

/** A time of the axis: the day at its midnight where there are several, of years the month. */
export function tickText(at: number, view: View, withSeconds?: boolean): string {
  const days = (view.to - view.from) / DAY;
  if (days <= 1 || floorTime(at, DAY, view.isUtc) !== at) return timeText(at, { ...view, to: at }, withSeconds);
  const date = dateText(at, false, view.isUtc).slice(0, -6);
  return days > 300 ? date.slice(0, -3) : date.slice(-5);
}

/** A time: with seconds if they matter, and with the date if it is far from the end of the view. */
export function timeText(ms: number, view: View, withSeconds = ms % MINUTE !== 0 && view.stepMs < MINUTE): string {
  if (!Number.isFinite(ms)) return "unknown";
  const text = dateText(ms, withSeconds, view.isUtc);
  return Math.abs(view.to - ms) < 20 * HOUR ? text.slice(text.indexOf(" ") + 1) : text;
}

export function dateText(ms: number, withSeconds = false, isUtc = false): string {
  const text = dateOf(ms + offsetMs(ms, isUtc)).toISOString();
  return text.slice(0, withSeconds ? -5 : -8).replace("T", " ");
}

export function durationText(ms: number): string {
  const [size, unit] = ms < MINUTE ? [SECOND, "s"] : ms < HOUR ? [MINUTE, "min"] : ms < DAY ? [HOUR, "h"] : [DAY, "d"];
  return `${ms / (size as number)} ${unit}`;
}

/** How many occurrences there were in a view: `sure` of them certainly, `most` at most. */
export interface Tally {
  readonly sure: number;
  readonly most: number;
}

export function tallyText({ sure, most }: Tally): string {
  return sure === most ? sure.toLocaleString("en") : `${sure.toLocaleString("en")}–${most.toLocaleString("en")}`;
}

export function warningsText(warnings: Tally): string {
  return `${tallyText(warnings)} ${warnings.sure === 1 && warnings.most === 1 ? "warning" : "warnings"}`;
}

export interface Filter {
  readonly warningsOnly: boolean;
  readonly namespace: string;
  /** Words that must all occur in an object's name, or an event's reason or message. */
  readonly text: string;
}

export interface Item {
  readonly object: TimelineObject;
  readonly group: TimelineGroup;
}

/** A line of the picture: a workload, or one of its objects. */
export interface Lane {
  readonly key: string;
  /** The namespace, or the kind of a cluster-scoped object. */
  readonly place: string;
  readonly name: string;
  readonly objects: readonly TimelineObject[];
  readonly items: readonly Item[];
  readonly warnings: Tally;
  readonly normals: Tally;
  /** The first Warning; Infinity without one. */
  readonly onset: number;
}

export interface Picture {
  readonly view: View;
  readonly began: readonly Lane[];
  readonly before: readonly Lane[];
  readonly calm: readonly Lane[];
  readonly warnings: Tally;
  readonly normals: Tally;
  /** Objects with an event in the view. */
  readonly objects: number;
  readonly histogram: Marks;
  readonly namespaces: readonly string[];
}

export const NO_FILTER: Filter = { warningsOnly: false, namespace: "", text: "" };

export const isWarning = ({ group }: Item): boolean => group.type === "Warning";

function textOf({ object: { kind, namespace, name }, group: { type, reason, message } }: Item): string {
  return `${kind}/${namespace}/${name} ${type} ${reason} ${message}`.toLowerCase();
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Arranges what a view shows: workloads by the first Warning. */
export function pictureOf({ objects }: TimelineSnapshot, filter: Filter, view: View): Picture {
  const words = filter.text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  // In the order in which they are in memory, they are counted in half of the time.
  const histogram: Item[] = [];
  const byWorkload = new Map<string, { objects: TimelineObject[]; items: Item[] }>();
  for (const object of objects) {
    if (filter.namespace !== "" && object.namespace !== filter.namespace) continue;
    const items: Item[] = [];
    for (const group of object.groups) {
      const item = { object, group };
      if (filter.warningsOnly && !isWarning(item)) continue;
      if (words.length === 0 || hasAll(textOf(item), words)) items.push(item);
    }
    if (!items.some(({ group }) => isWithin(group, view))) continue;
    const key = `${object.namespace || object.kind}/${object.workload}`;
    const workload = byWorkload.get(key) ?? { objects: [], items: [] };
    byWorkload.set(key, workload);
    workload.objects.push(object);
    workload.items.push(...items);
    histogram.push(...items);
  }
  const lanes = [...byWorkload].map(([key, { objects, items }]) =>
    laneOf(key, objects[0]!.workload, objects, items, view)
  );
  const troubles = lanes.filter(({ warnings }) => warnings.most > 0).sort(byOnset);
  return {
    view,
    began: troubles.filter(({ onset }) => onset >= view.from),
    before: troubles.filter(({ onset }) => onset < view.from),
    calm: lanes.filter(({ warnings }) => warnings.most === 0).sort((a, b) => a.key < b.key ? -1 : 1),
    warnings: sumOf(lanes.map(({ warnings }) => warnings)),
    normals: sumOf(lanes.map(({ normals }) => normals)),
    objects: lanes.reduce((sum, { objects }) => sum + objects.length, 0),
    histogram: marksOf(histogram, view),
    namespaces: [...new Set(objects.map(({ namespace }) => namespace))].filter((name) => name !== "").sort(),
  };
}

function byOnset(a: Lane, b: Lane): number {
  // Not a difference: Infinity - Infinity is NaN.
  return a.onset === b.onset ? (a.key < b.key ? -1 : 1) : a.onset - b.onset;
}

function isWithin({ spans }: TimelineGroup, { from, to }: View): boolean {
  return spans.some((span) => span.to >= from && span.from < to);
}

export function tallyOf(items: readonly Item[], { from, to }: View): Tally {
  let [sure, most] = [0, 0];
  for (const { group } of items) {
    for (const span of group.spans) {
      if (span.to < from || span.from >= to) continue;
      most += span.count;
      if (span.from >= from && span.to < to && !span.estimated) sure += span.count;
    }
  }
  return { sure, most };
}

export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({ sure: a.sure + b.sure, most: a.most + b.most }), { sure: 0, most: 0 });
}

function laneOf(key: string, name: string, objects: TimelineObject[], items: Item[], view: View): Lane {
  const troubles = items.filter(isWarning);
  const { namespace, kind } = objects[0]!;
  return {
    key,
    place: namespace || kind.toLowerCase(),
    name,
    objects,
    items,
    warnings: tallyOf(troubles, view),
    normals: tallyOf(items.filter((item) => !isWarning(item)), view),
    onset: troubles.reduce((least, { group }) => Math.min(least, group.first), Infinity),
  };
}

/** The lanes of the objects of a workload, in the same order as workloads. */
export function objectLanes(lane: Lane, view: View): Lane[] {
  return lane.objects.map((object) => {
    const name = `${object.kind.toLowerCase()}/${object.name}`;
    const items = lane.items.filter((item) => item.object === object);
    return laneOf(`${lane.key} ${object.key}`, name, [object], items, view);
  }).filter(({ warnings, normals }) => warnings.most + normals.most > 0).sort(byOnset);
}

/** The reasons of the Warnings of a lane in a view, in the order in which they began. */
export function reasonsOf({ items }: Lane, view: View): string[] {
  const groups = items.filter((item) => isWarning(item) && isWithin(item.group, view)).map(({ group }) => group);
  return [...new Set(groups.sort((a, b) => a.first - b.first).map(({ reason }) => reason))];
}

/** What the objects of a lane are, such as `3 pods`; empty if its place says so. */
export function kindsOf(objects: readonly TimelineObject[]): string {
  const [{ kind, namespace }] = objects as readonly [TimelineObject];
  const one = kind.toLowerCase();
  if (objects.length === 1) return namespace === "" ? "" : one;
  if (one === "" || objects.some((object) => object.kind !== kind)) return `${objects.length} objects`;
  const plural = one.replace(/(?<![aeiou])y$/, "ie").replace(/(?:ss|x|ch)$/, "$&e").replace(/s?$/, "s");
  return `${objects.length} ${plural}`;
}

/** What there is to draw: counts per bucket, and times within which more happened. */
export interface Marks {
  readonly warnings: Float64Array;
  readonly normals: Float64Array;
  readonly unknownWarnings: readonly Span[];
  readonly unknownNormals: readonly Span[];
}

export function marksOf(items: readonly Item[], { from, to, buckets }: View): Marks {
  const [warnings, normals]: [Span[], Span[]] = [[], []];
  for (const item of items) {
    const spans = isWarning(item) ? warnings : normals;
    for (const span of item.group.spans) if (span.to >= from && span.from < to) spans.push(span);
  }
  const [w, n] = [bucketsOf(warnings, from, to, buckets), bucketsOf(normals, from, to, buckets)];
  return { warnings: w.exact, normals: n.exact, unknownWarnings: w.ranges, unknownNormals: n.ranges };
}

export function joined(spans: readonly Span[]): Span[] {
  const cover: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = cover.at(-1);
    if (last === undefined || span.from > last.to + 1) cover.push(span);
    else cover[cover.length - 1] = { ...last, to: Math.max(last.to, span.to), count: last.count + span.count };
  }
  return cover;
}

/** The path of a band that covers spans. */
export function bandPath(spans: readonly Span[], view: View, top: number, height: number): string {
  return joined(spans).map(({ from, to }) => {
    const [start, end] = [Math.max(0, xOf(view, from)), Math.min(view.width, xOf(view, to + 1))];
    const width = Math.max(3, end - start).toFixed(1);
    return `M${start.toFixed(1)} ${top}h${width}v${height}h-${width}z`;
  }).join("");
}

/** The path of bars: each a bucket wide, with a gap; `height` of a count, on top of `base`. */
export function barsPath(
  counts: Float64Array,
  view: View,
  bottom: number,
  heightOf: (count: number, bucket: number) => readonly [base: number, height: number],
): string {
  const each = view.width / view.buckets;
  const width = Math.max(1, each - 1).toFixed(1);
  let path = "";
  counts.forEach((count, i) => {
    if (count === 0) return;
    const [base, height] = heightOf(count, i);
    path += `M${(i * each).toFixed(1)} ${(bottom - base).toFixed(1)}h${width}v-${height.toFixed(1)}h-${width}z`;
  });
  return path;
}
