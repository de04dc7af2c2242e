import type { FlushReport, RecordingStats } from "../recording/recording.ts";
import { NO_EVENTS, reportOf } from "../recording/ledger.ts";
import type { EventBroadcasterStats } from "./event_broadcaster_options.ts";

/** Adds up the counters of recordings, name by name. */
export function sumOf(all: readonly RecordingStats[]): RecordingStats {
  return all.reduce<RecordingStats>(added, NO_EVENTS);
}

function added<T extends object>(sum: T, counters: T): T {
  const total = new Map<string, unknown>(Object.entries(sum));
  for (const [name, count] of Object.entries(counters)) {
    const before = total.get(name) ?? 0;
    total.set(name, typeof before === "number" ? before + count : added(before, count));
  }
  return Object.fromEntries(total) as T;
}

/** Adds the events that never reached a recording to the counters of the recordings, as accepted and dropped. */
export function broadcasterReport(
  recordings: RecordingStats,
  { refused, unrecorded }: EventBroadcasterStats,
): FlushReport {
  const because = unrecorded > 0 ? added(refused, { stopped: unrecorded }) : refused;
  const dropped = Object.values(because).reduce((sum, count) => sum + count, 0);
  return reportOf(sumOf([recordings, { ...NO_EVENTS, accepted: dropped, dropped, because }]));
}
