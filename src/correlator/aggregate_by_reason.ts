import type { CoreV1Event } from "../api/core_v1_event.ts";
import { getSpamKeyWithReason, keyPart } from "./event_key.ts";

/** Where an {@linkcode EventAggregator} files an event. */
export interface AggregateKey {
  /**
   * What similar events share: many different ones of one group are combined. The combined event is counted under it, so no
   * event may have it for its own key ({@linkcode getEventKey}).
   */
  readonly group: string;
  /** What tells events of the group apart: from `maxEvents` different ones on they are combined. */
  readonly local: string;
}

/** The group of {@linkcode aggregateByReason}. */
export function getGroupKey(spamKeyWithReason: string, event: CoreV1Event): string {
  return `similar:${spamKeyWithReason}${keyPart(event.reportingComponent)}${keyPart(event.reportingInstance)}`;
}

/**
 * Groups events that differ in nothing but the message: same source, involved object, type, reason, reporting component
 * and instance (client-go's `EventAggregatorByReasonFunc`).
 *
 * Unlike client-go's, groups of different events are never equal, and never equal to the key of an event.
 */
export function aggregateByReason(event: CoreV1Event): AggregateKey {
  return { group: getGroupKey(getSpamKeyWithReason(event), event), local: event.message ?? "" };
}

/** The message of a combined event: the latest one behind a prefix (client-go's `EventAggregatorByReasonMessageFunc`). */
export function aggregateByReasonMessage(event: CoreV1Event): string {
  return `(combined from similar events): ${event.message ?? ""}`;
}
