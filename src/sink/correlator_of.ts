import type { ApiVersion, EventOf } from "../api/api_version.ts";
import type { Clock } from "../api/clock.ts";
import { showValue } from "../api/show_value.ts";
import type { Correlator } from "../correlator/correlator.ts";
import { EventCorrelator, type EventCorrelatorOptions } from "../correlator/event_correlator.ts";
import { EventSeriesCorrelator } from "../correlator/event_series_correlator.ts";
import type { EventSeriesCorrelatorOptions } from "../correlator/event_series_correlator_options.ts";
import { uncorrelated } from "../correlator/uncorrelated.ts";
import type { RecordingOptions } from "./recording_options.ts";

/**
 * The correlator that an option asks for, of the events' API.
 *
 * @throws {TypeError} If it is neither options nor a correlator nor `false`.
 */
export function correlatorOf<V extends ApiVersion>(
  option: NonNullable<RecordingOptions<V>["correlator"]>,
  { apiVersion, clock }: { apiVersion: V; clock: Clock },
): Correlator<EventOf<V>> {
  // It looks at names only, which both APIs have.
  if (option === false) return uncorrelated as unknown as Correlator<EventOf<V>>;
  if (typeof option !== "object" || option === null) {
    throw new TypeError(
      `Cannot record: correlator must be options, a correlator or false, received ${showValue(option)}`,
    );
  }
  if ("correlate" in option) return option;
  const options: EventCorrelatorOptions | EventSeriesCorrelatorOptions = { ...option, clock: option.clock ?? clock };
  const correlator = apiVersion === "v1" ? new EventCorrelator(options) : new EventSeriesCorrelator(options);
  return correlator as unknown as Correlator<EventOf<V>>;
}
