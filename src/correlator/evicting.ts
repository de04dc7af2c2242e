import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { Correlation } from "./correlation.ts";

/** `correlation` with the write of the event, if any, that had to make room for its own. */
export function evicting<E = CoreV1Event>(
  correlation: Correlation<E>,
  evicted: Correlation<E> | undefined,
): Correlation<E> {
  return evicted === undefined ? correlation : { ...correlation, evicted };
}
