import type { Clock } from "../api/clock.ts";
import type { Correlator } from "../correlator/correlator.ts";
import { EventCorrelator, type EventCorrelatorOptions } from "../correlator/event_correlator.ts";
import { uncorrelated } from "../correlator/uncorrelated.ts";
import type { RecordingOptions } from "./recording_options.ts";

/** The correlator that an option asks for. */
export function correlatorOf<E>(
  option: NonNullable<RecordingOptions<E>["correlator"]>,
  clock: Clock,
): Correlator<E> {
  // The first and the last are for core/v1 events: the recording of another API is given a correlator of that API.
  if (option === false) return uncorrelated as unknown as Correlator<E>;
  if ("correlate" in option) return option;
  return new EventCorrelator({ clock, ...option as EventCorrelatorOptions }) as unknown as Correlator<E>;
}
