import type { Correlation, EventsV1Event } from "../../mod.ts";
import { EventSeriesCorrelator } from "../../src/client_go/mod.ts";
import { FakeClock } from "../../src/serve/testing/fake_clock.ts";
import { sameWire, type Wire } from "./wire.ts";

/** An event, or a tick of client-go's clock if it has no `of`, and the writes of client-go. */
interface SeriesLine {
  readonly ms: number;
  readonly of?: number;
  readonly writes?: readonly {
    readonly is: "create" | "patch";
    readonly event: number;
    readonly patch?: { series: Wire };
  }[];
}

/** Deliberate differences from client-go in the time of writes, and how often a replay met each. */
export interface SeriesDifferences {
  /** Client-go wrote a count that the server already had. */
  knownCount: number;
  /** Client-go refreshed a series after half an hour; here it was written more recently. */
  refreshAtTick: number;
  /** Here a series was refreshed after half an hour; client-go waits for its tick. */
  refreshWhenDue: number;
}

/** The result of a replay. */
export interface SeriesReplay {
  readonly events: number;
  readonly differences: SeriesDifferences;
  /** Other differences of the correlator; the replay ends at the first. */
  readonly mistakes: readonly string[];
}

type SeriesPatch = Extract<Correlation<EventsV1Event>, { type: "patch" }>;

const HALF_AN_HOUR = 1_800_000;

/** Replays the output of client-go's tools/events broadcaster, one JSON value per line. */
export function replaySeries(lines: string): SeriesReplay {
  // The clock of a Go test that runs in a bubble starts here.
  const clock = new FakeClock("2000-01-01T00:00:00Z");
  const startMs = clock.now();
  const correlator = new EventSeriesCorrelator({ clock });
  const differences: SeriesDifferences = { knownCount: 0, refreshAtTick: 0, refreshWhenDue: 0 };
  const names = new Map<number, string | undefined>();
  /** The stored state of each event by name, and its time. */
  const stored = new Map<string | undefined, { readonly series: Wire; readonly ms: number }>();
  let events = 0;

  const store = (write: SeriesPatch): Wire => {
    const series = { ...write.event.series };
    stored.set(write.event.metadata.name, { series, ms: clock.now() });
    correlator.updateState(write.event, write);
    return series;
  };

  const playEvent = ({ of, writes: [write] = [] }: SeriesLine): string => {
    const event: EventsV1Event = {
      metadata: { name: `e${events++}`, namespace: "default" },
      regarding: { kind: "Pod", namespace: "default", name: `web-${of}`, apiVersion: "v1" },
      type: "Normal",
      reason: "Pulled",
      action: "Pull",
      note: "Image pulled",
      reportingController: "example.com/controller",
    };
    const got = correlator.correlate(event);
    if (got.type === "patch" && write === undefined) {
      const since = clock.now() - (stored.get(got.event.metadata.name)?.ms ?? clock.now());
      store(got);
      if (since < HALF_AN_HOUR) return "ours wrote the series";
      differences.refreshWhenDue++;
      return "";
    }
    if (got.type !== (write?.is ?? "skip")) return `ours decided ${got.type}`;
    if (write === undefined) return "";
    if (write.is === "create") names.set(write.event, got.event.metadata.name);
    if (got.type !== "patch") return "";
    const isSame = names.get(write.event) === got.event.metadata.name && sameWire(store(got), write.patch!.series);
    return isSame ? "" : `ours wrote ${JSON.stringify(got.event)}`;
  };

  const playTick = ({ writes = [] }: SeriesLine): string => {
    const before = new Map(stored);
    const ours = new Map(correlator.sweep().map((write) => [write.event.metadata.name, store(write as SeriesPatch)]));
    for (const { event, patch } of writes) {
      const name = names.get(event);
      const written = ours.get(name);
      ours.delete(name);
      if (written !== undefined && sameWire(written, patch!.series)) continue;
      if (written !== undefined) return `ours wrote ${JSON.stringify(written)}`;
      if (sameWire(stored.get(name)?.series ?? {}, patch!.series)) differences.knownCount++;
      else if ((clock.now() - startMs) % HALF_AN_HOUR === 0) differences.refreshAtTick++;
      else return `ours did not write ${JSON.stringify(patch)} of ${name}`;
    }
    for (const name of ours.keys()) {
      if (clock.now() - before.get(name)!.ms < HALF_AN_HOUR) return `ours wrote ${name} too`;
      differences.refreshWhenDue++;
    }
    return "";
  };

  for (const text of lines.trim().split("\n")) {
    const line = JSON.parse(text) as SeriesLine;
    clock.step(line.ms);
    const mistake = line.of === undefined ? playTick(line) : playEvent(line);
    if (mistake !== "") return { events, differences, mistakes: [`${mistake}\n  where client-go went ${text}`] };
  }
  return { events, differences, mistakes: [] };
}
