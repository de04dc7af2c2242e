/**
 * A number of occurrences between two times, whose exact times are unknown; a point in time if both are equal.
 *
 * @category Timeline
 */
export interface Span {
  /** Earliest time, in milliseconds since 1970. */
  readonly from: number;
  /** Latest time, inclusive. */
  readonly to: number;
  /** Number of occurrences. */
  readonly count: number;
  /** True if `count` is an upper bound, because the reader did not know the previous count. */
  readonly estimated?: true;
}

/**
 * Counts the occurrences in `n` buckets of equal length from `from` up to `to`, without inventing times.
 *
 * A span within a single bucket is counted in `exact`. A span that crosses the bounds of buckets, or is estimated, is
 * never spread, but returned in `ranges`, to be drawn as uncertain. So a bucket has at least `exact` occurrences, and
 * at most those and the counts of the ranges that overlap it. Spans outside the buckets are left out.
 *
 * @param spans The spans, in any order.
 * @param from Start of the first bucket, in milliseconds since 1970.
 * @param to End of the last bucket, exclusive.
 * @param n Number of buckets.
 * @throws {RangeError} Unless `from` is before `to` and `n` is a positive integer.
 *
 * @example
 * ```ts
 * import { bucketsOf } from "@kubecast/events/timeline";
 * import assert from "node:assert/strict";
 *
 * const spans = [{ from: 10, to: 10, count: 1 }, { from: 12, to: 19, count: 3 }, { from: 5, to: 25, count: 8 }];
 * const { exact, ranges } = bucketsOf(spans, 0, 40, 4);
 * assert.deepEqual([...exact], [0, 4, 0, 0]);
 * assert.deepEqual(ranges, [{ from: 5, to: 25, count: 8 }]);
 * ```
 *
 * @category Timeline
 */
export function bucketsOf(
  spans: Iterable<Span>,
  from: number,
  to: number,
  n: number,
): { readonly exact: Float64Array; readonly ranges: Span[] } {
  if (!(from < to) || !Number.isSafeInteger(n) || n < 1) {
    throw new RangeError(`Cannot count spans: ${n} buckets from ${from} to ${to}`);
  }
  const exact = new Float64Array(n);
  const ranges: Span[] = [];
  const perMs = n / (to - from);
  for (const span of spans) {
    if (span.to < from || span.from >= to) continue;
    const bucket = Math.floor((span.from - from) * perMs);
    if (span.estimated || span.to >= to || Math.floor((span.to - from) * perMs) !== bucket) {
      ranges.push(span);
    } else exact[Math.min(bucket, n - 1)]! += span.count; // rounding may yield n just before `to`
  }
  return { exact, ranges };
}

/**
 * Appends a span whose times are rounded to steps of `resolutionMs`, or adds its count to one of the latest spans if
 * that has the same steps. Returns whether the list has grown.
 */
export function pushSpan(spans: Span[], span: Span, resolutionMs: number): boolean {
  const from = Math.floor(span.from / resolutionMs) * resolutionMs;
  const to = Math.floor(span.to / resolutionMs) * resolutionMs + resolutionMs - 1;
  // Each report of an event adds at most a point and a range.
  for (let i = spans.length - 1; i >= 0 && i >= spans.length - 3; i--) {
    const other = spans[i]!;
    if (other.from !== from || other.to !== to || other.estimated !== span.estimated) continue;
    spans[i] = { ...other, count: other.count + span.count };
    return false;
  }
  spans.push({ ...span, from, to });
  return true;
}
