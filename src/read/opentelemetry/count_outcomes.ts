import { checkWord, readOptions } from "../../base/tools/check_options.ts";
import { type AnyEvent, type CoreV1Event, type EventsV1Event, objectOf } from "../../base/event/event.ts";
import { checkMeter, type Meter } from "./meter.ts";

const BY: Readonly<Record<string, readonly [attribute: string, of: (event: AnyEvent) => unknown]>> = {
  // Events that a program passes to `action()` may lack metadata.
  namespace: ["k8s.namespace.name", ({ metadata }) => metadata?.namespace],
  reason: ["k8s.event.reason", ({ reason }) => reason],
  type: ["k8s.event.type", ({ type }) => type],
  kind: ["k8s.object.kind", (event) => objectOf(event)?.kind],
};

/**
 * Returns an `onOutcome`, for a broadcaster or a recording, that counts events by outcome and by fields of the event,
 * in the counter `kubecast.outcomes`.
 *
 * Its attributes are `kubecast.outcome`, `kubecast.because` and those of `by`. Every combination is a series, so choose
 * fields that have few values in your cluster. Events that end as `uncounted` have been counted as `skipped` before.
 * Use {@linkcode observe} for totals.
 *
 * @param options `by` names the fields, none by default: `"namespace"`, `"reason"`, `"type"`, or `"kind"` (the kind of
 * the object that the event is about).
 * @throws {RangeError} If `by` contains other words.
 * @throws {TypeError} If the meter is not a `Meter`, or `by` is not an array.
 *
 * @example
 * ```ts ignore
 * const broadcaster = new EventBroadcaster({ onOutcome: countOutcomes(meter, { by: ["namespace", "reason"] }) });
 * ```
 *
 * @category OpenTelemetry
 */
export function countOutcomes(
  meter: Meter,
  options: { readonly by?: readonly ("namespace" | "reason" | "type" | "kind")[] | undefined } = {},
): (outcome: {
  readonly type: string;
  readonly count: number;
  readonly because?: string;
  readonly event?: CoreV1Event | EventsV1Event | undefined;
}) => void {
  const verb = "count outcomes";
  checkMeter(verb, meter, "createCounter");
  const fields = readOptions(verb, options, { by: ["an array", []] }).by.map((field) => {
    checkWord<string>(verb, "by", field, Object.keys(BY));
    return BY[field]!;
  });
  const counter = meter.createCounter("kubecast.outcomes", {
    unit: "{event}",
    description: "Events by outcome, reason and fields of the event.",
  });
  return ({ type, count, because, event }) => {
    const attributes = fields.map(([attribute, of]) => [attribute, event && of(event)]);
    const all = [["kubecast.outcome", type], ["kubecast.because", because], ...attributes];
    counter.add(count, Object.fromEntries(all.filter(([, value]) => typeof value === "string")));
  };
}
