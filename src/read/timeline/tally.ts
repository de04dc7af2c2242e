import { bucketsOf, type Span } from "./spans.ts";
import type { TimelineEvent } from "./event.ts";
import type { View } from "./time_axis.ts";

/** The number of occurrences in a view: at least `sure`, and at most `most`. */
export interface Tally {
  readonly sure: number;
  readonly most: number;
}

export function tallyText({ sure, most }: Tally): string {
  return sure === most ? sure.toLocaleString("en") : `${sure.toLocaleString("en")}–${most.toLocaleString("en")}`;
}

export function talliesOf(events: readonly TimelineEvent[], view: View): [troubles: Tally, normals: Tally] {
  const marks = marksOf(events, { ...view, buckets: 1 });
  return [tallyOf(marks.troubles, marks.unknownTroubles), tallyOf(marks.normals, marks.unknownNormals)];
}

function tallyOf([sure = 0]: Float64Array, unknown: readonly Span[]): Tally {
  return { sure, most: unknown.reduce((sum, { count }) => sum + count, sure) };
}

export function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({ sure: a.sure + b.sure, most: a.most + b.most }), { sure: 0, most: 0 });
}

/** The marks to draw: counts per bucket, and spans within which more occurred. */
export interface Marks {
  readonly troubles: Float64Array;
  readonly normals: Float64Array;
  readonly unknownTroubles: readonly Span[];
  readonly unknownNormals: readonly Span[];
}

export function marksOf(events: readonly TimelineEvent[], { from, to, buckets }: View): Marks {
  const [troubles, normals]: [Span[], Span[]] = [[], []];
  for (const { isTrouble, last, spans } of events) {
    if (last < from) continue;
    const all = isTrouble ? troubles : normals;
    for (const span of spans) if (span.to >= from && span.from < to) all.push(span);
  }
  const [t, n] = [bucketsOf(troubles, from, to, buckets), bucketsOf(normals, from, to, buckets)];
  return { troubles: t.exact, normals: n.exact, unknownTroubles: t.ranges, unknownNormals: n.ranges };
}

/** Joins spans that overlap or touch, with their counts. */
export function joined(spans: readonly Span[]): Span[] {
  const cover: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = cover.at(-1);
    if (last === undefined || span.from > last.to + 1) cover.push(span);
    else cover[cover.length - 1] = { ...last, to: Math.max(last.to, span.to), count: last.count + span.count };
  }
  return cover;
}
