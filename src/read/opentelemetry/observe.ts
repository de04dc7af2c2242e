import { invalid, readOptions } from "../../base/tools/check_options.ts";
import { type Attributes, checkAttributes, checkMeter, type Meter, type ObservableResult } from "./meter.ts";

type Stats = Readonly<Record<string, unknown>>;

type Kind = "Counter" | "UpDownCounter" | "Gauge";
/** An instrument; unless `valueOf` is given, its value is the counter called like the last word of its name. */
type Instrument = readonly [name: string, kind: Kind, unit: string, text: string, valueOf?: (stats: Stats) => unknown];

type Points = readonly (readonly [value: unknown, attributes?: Attributes])[];

const OUTCOME = "kubecast.outcome";
const BECAUSE = "kubecast.because";

/** The outcome of an event by its reason; every other reason is one of a dropped event. */
const OUTCOME_OF: Readonly<Record<string, string>> = {
  spam: "skipped",
  series: "skipped",
  tries: "abandoned",
  deadline: "abandoned",
};

/** Returns a point for each of several counts, with the count's name as an attribute. */
function by(attribute: string, counts: unknown): [value: unknown, attributes: Record<string, string>][] {
  return Object.entries(counts ?? {}).map(([name, count]) => [count, { [attribute]: name }]);
}

function outcomes({ recorded, coalesced, rejected, because }: Stats): Points {
  const reasons = by(BECAUSE, because);
  for (const [, attributes] of reasons) attributes[OUTCOME] = OUTCOME_OF[attributes[BECAUSE]!] ?? "dropped";
  return [...by(OUTCOME, { recorded, coalesced, rejected }), ...reasons];
}

const altered = ({ altered }: Stats): Points => by("kubecast.field", altered);
const lag = ({ behindMs }: Stats): number => Number(behindMs) / 1000;
const watcherCount = ({ watchers }: Stats): number => (watchers as unknown[]).length;

function sumOf(field: string): (stats: Stats) => number {
  return ({ watchers }) => (watchers as Record<string, number>[]).reduce((sum, watcher) => sum + watcher[field]!, 0);
}

/** The instruments of each kind of source, by a field that only its counters have. */
const INSTRUMENTS: Readonly<Record<string, readonly Instrument[]>> = {
  recorded: [
    ["kubecast.events", "Counter", "{event}", "Events by outcome, and the reason for it", outcomes],
    ["kubecast.recording.accepted", "Counter", "{event}", "Events accepted: with an outcome, or pending"],
    ["kubecast.recording.pending", "UpDownCounter", "{event}", "Events without an outcome yet"],
    ["kubecast.recording.owed", "UpDownCounter", "{event}", "Skipped events whose count a later write will deliver"],
    ["kubecast.recording.uncounted", "Counter", "{event}", "Skipped events whose count will not reach the server"],
    ["kubecast.recording.entries", "UpDownCounter", "{event}", "Distinct events queued or in flight"],
    ["kubecast.recording.requests", "Counter", "{request}", "Requests made to the sink"],
    ["kubecast.recording.retries", "Counter", "{retry}", "Failed writes scheduled for a retry"],
  ],
  watchers: [
    ["kubecast.broadcaster.accepted", "Counter", "{event}", "Events accepted for distribution"],
    ["kubecast.broadcaster.dropped", "Counter", "{event}", "Events dropped before distribution, by reason"],
    ["kubecast.broadcaster.queued", "UpDownCounter", "{event}", "Accepted events that are not distributed yet"],
    ["kubecast.broadcaster.refused", "Counter", "{event}", "Calls that made no event, by reason"],
    ["kubecast.broadcaster.altered", "Counter", "{field}", "Fields truncated or replaced, by field", altered],
    ["kubecast.broadcaster.early", "UpDownCounter", "{event}", "Events kept for the first recording"],
    ["kubecast.broadcaster.unrecorded", "Counter", "{event}", "Events that no recording received"],
    ["kubecast.broadcaster.watcher.count", "UpDownCounter", "{watcher}", "Current watchers", watcherCount],
    ["kubecast.broadcaster.watcher.queued", "UpDownCounter", "{event}", "Unread events", sumOf("queued")],
    ["kubecast.broadcaster.watcher.delivered", "UpDownCounter", "{event}", "Events received", sumOf("delivered")],
    ["kubecast.broadcaster.watcher.dropped", "UpDownCounter", "{event}", "Events lost while full", sumOf("dropped")],
  ],
  lists: [
    ["kubecast.reader.lists", "Counter", "{list}", "Lists of events"],
    ["kubecast.reader.watches", "Counter", "{watch}", "Watches opened"],
    ["kubecast.reader.events", "Counter", "{event}", "Changes read"],
    ["kubecast.reader.gaps", "Counter", "{gap}", "Times that the next changes were no longer available"],
  ],
  behindMs: [
    ["kubecast.forwarding.delivered", "Counter", "{event}", "Occurrences that the store has confirmed"],
    ["kubecast.forwarding.batches", "Counter", "{batch}", "Batches that the store has confirmed"],
    ["kubecast.forwarding.failures", "Counter", "{failure}", "Failed deliveries and checkpoints"],
    ["kubecast.forwarding.gaps", "Counter", "{gap}", "Times that occurrences may be missing"],
    ["kubecast.forwarding.pending", "UpDownCounter", "{event}", "Occurrences read, but not delivered"],
    ["kubecast.forwarding.lag", "Gauge", "s", "How long ago the first pending event occurred", lag],
  ],
  exported: [
    ["kubecast.logs", "Counter", "{record}", "Log records by the endpoint's answer", (s) => by(OUTCOME, s)],
  ],
  // A watcher; it comes last, because other sources have this field too.
  dropped: [
    ["kubecast.watcher.queued", "UpDownCounter", "{event}", "Events that the watcher has not read"],
    ["kubecast.watcher.dropped", "Counter", "{event}", "Events that the watcher lost because it was full"],
  ],
};

function pointsOf([name, , , , valueOf]: Instrument, stats: Stats): Points {
  const value = valueOf === undefined ? stats[name.slice(name.lastIndexOf(".") + 1)] : valueOf(stats);
  if (Array.isArray(value)) return value;
  return Object(value) === value ? by(BECAUSE, value) : [[value]];
}

/**
 * Reports the counters of a source as metrics, with the values of its `stats()` at the time of each collection.
 *
 * - A **recording**: `kubecast.events` by `kubecast.outcome` and `kubecast.because`; `kubecast.recording.accepted`,
 *   `pending`, `owed`, `uncounted`, `entries`, `requests` and `retries`.
 * - A **broadcaster**: `kubecast.broadcaster.accepted`, `dropped`, `queued`, `refused`, `altered`, `early` and
 *   `unrecorded`; `kubecast.broadcaster.watcher.count`, `queued`, `delivered` and `dropped`, summed over its current
 *   watchers, so that they fall when one stops.
 * - A **watcher**: `kubecast.watcher.queued` and `dropped`.
 * - An event stream of a **reader**: `kubecast.reader.lists`, `watches`, `events` and `gaps`.
 * - A **forwarding**: `kubecast.forwarding.delivered`, `batches`, `failures`, `gaps`, `pending`, and `lag` in seconds.
 * - {@linkcode otlpLogs}: `kubecast.logs` by `kubecast.outcome`.
 *
 * There are no other attributes, so that the number of series is bounded. For counts by namespace or reason, see
 * {@linkcode countOutcomes}; for durations, {@linkcode measureFetch}. Costs nothing between collections, or without an
 * SDK.
 *
 * @param source A broadcaster, recording, event stream of a reader, forwarding, {@linkcode otlpLogs} or watcher.
 * @param meter The meter that `metrics.getMeter("@kubecast/events")` of `@opentelemetry/api` returns once the SDK is
 * started.
 * @param options `attributes` are added to every value. Sources of one kind that a meter observes with the same
 * attributes are summed (of their lags, the longest is reported); give them different attributes to distinguish them.
 * @returns A function that stops reporting the source; until then the meter holds it in memory.
 * @throws {TypeError} If the source has no counters, or the meter is not a `Meter`.
 *
 * @example
 * ```ts ignore
 * import { metrics } from "@opentelemetry/api";
 *
 * const meter = metrics.getMeter("@kubecast/events");
 * observe(broadcaster, meter);
 * observe(recording, meter);
 * ```
 *
 * @category OpenTelemetry
 */
export function observe(
  source: { stats(): object } | { readonly queued: number; readonly dropped: number },
  meter: Meter,
  options: { readonly attributes?: Attributes | undefined } = {},
): () => void {
  const stats = statsOf(source);
  const marker = Object.keys(INSTRUMENTS).find((field) => field in stats);
  if (marker === undefined) {
    throw new TypeError(invalid("observe", "source", "have the counters of this package", source));
  }
  const instruments = INSTRUMENTS[marker]!;
  const methods = instruments.map(([, kind]) => `createObservable${kind}` as const);
  checkMeter("observe", meter, "addBatchObservableCallback", "removeBatchObservableCallback", ...methods);
  const { attributes } = readOptions("observe", options, { attributes: ["anything"] });
  checkAttributes("observe", "attributes", attributes);
  const key = JSON.stringify([marker, Object.entries(attributes ?? {}).sort()]);
  const groups = observed.get(meter) ?? new Map<string, Group>();
  observed.set(meter, groups);
  const group = groups.get(key) ?? observeGroup(instruments, meter, attributes);
  groups.set(key, group);
  const one = { source };
  group.sources.add(one);
  return () => {
    if (!group.sources.delete(one) || group.sources.size > 0) return;
    groups.delete(key);
    group.stop();
  };
}

/** The sources of one kind with the same attributes, reported as one, because a meter keeps a single value for them. */
interface Group {
  readonly sources: Set<{ readonly source: unknown }>;
  readonly stop: () => void;
}

const observed = new WeakMap<Meter, Map<string, Group>>();

/** Creates the instruments of a group, without sources yet. */
function observeGroup(instruments: readonly Instrument[], meter: Meter, attributes: Attributes | undefined): Group {
  const sources: Group["sources"] = new Set();
  const created = instruments.map(([name, kind, unit, description]) =>
    meter[`createObservable${kind}` as const](name, { unit, description })
  );
  const callback = (result: ObservableResult): void => {
    const stats = Array.from(new Set(Array.from(sources, ({ source }) => source)), statsOf);
    for (const [i, instrument] of instruments.entries()) {
      for (const [value, own] of totalOf(instrument, stats)) {
        result.observe(created[i], value, { ...attributes, ...own });
      }
    }
  };
  meter.addBatchObservableCallback(callback, created);
  return { sources, stop: () => meter.removeBatchObservableCallback(callback, created) };
}

/** Returns the points of an instrument over all sources: sums, or the greatest value for a gauge. */
function totalOf(instrument: Instrument, stats: readonly Stats[]): Iterable<readonly [number, Attributes]> {
  const totals = new Map<string, [value: number, attributes: Attributes]>();
  for (const [value, attributes = {}] of stats.flatMap((one) => pointsOf(instrument, one))) {
    // A source from another version of this package may lack a counter.
    if (!Number.isFinite(value)) continue;
    const key = JSON.stringify(attributes);
    const total = totals.get(key);
    if (total === undefined) totals.set(key, [value as number, attributes]);
    else total[0] = instrument[1] === "Gauge" ? Math.max(total[0], value as number) : total[0] + (value as number);
  }
  return totals.values();
}

function statsOf(source: unknown): Stats {
  const { stats } = Object(source) as { stats?: unknown };
  return Object(typeof stats === "function" ? stats.call(source) : source);
}
