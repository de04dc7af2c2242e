import type { TimelineEvent } from "./event.ts";
import { burstOf } from "./burst.ts";
import { Facts } from "./facts.ts";
import { folded, type Grouping, type Lane, lanesOf, mergedLane, NO_NODE } from "./lane.ts";
import { type Marks, marksOf, sumOf, type Tally } from "./tally.ts";
import type { View } from "./time_axis.ts";
import type { TimelineSnapshot } from "./timeline.ts";

const MINUTE = 60_000;
/** By how much a clock may be ahead. Events that are later are set aside. */
const MAX_AHEAD_MS = 15 * MINUTE;
/** A file's picture is at most this many times as long as the period of most of its occurrences. */
const MAX_STRETCH = 4;

/** The user's choice of events. */
export interface Choice {
  readonly grouping: Grouping;
  /** All events, only trouble, or only the trouble of lanes that still fail. */
  readonly only: "all" | "trouble" | "now";
  /** A namespace with the trouble of cluster-scoped objects; empty for all. */
  readonly namespace: string;
  readonly text: string;
  /** Whether an event is shown; the others only decide what still fails. By default, all are shown. */
  readonly selects?: (event: TimelineEvent) => boolean;
}

export const ALL: Choice = { grouping: "workload", only: "all", namespace: "", text: "" };

export interface Picture {
  readonly view: View;
  readonly began: readonly Lane[];
  readonly before: readonly Lane[];
  readonly calm: readonly Lane[];
  /** The largest burst among the lanes of `began`, with the parts of a fold in place of it. */
  readonly burst: readonly Lane[];
  /** Number of lanes in trouble, counting the parts of folds, and of those that still fail, even outside the view. */
  readonly troubled: number;
  readonly failing: number;
  readonly troubles: Tally;
  readonly normals: Tally;
  /** Objects with an event in the view. */
  readonly objects: number;
  /** Number of events that ended before the view. */
  readonly earlier: number;
  /** Number of events that began after the view. */
  readonly later: number;
  /** Number of events so much later than now that a clock must be wrong. */
  readonly future: number;
  /** The time when this was read, and by how much a clock is ahead of it. */
  readonly now: number;
  readonly aheadMs: number;
  readonly histogram: Marks;
  readonly namespaces: readonly string[];
  /** Makes one lane of several. */
  readonly merged: (lanes: readonly Lane[], name: string) => Lane;
}

/** Returns the latest time of events, except those in the future, whose clock is wrong. */
export function latestOf({ events }: TimelineSnapshot, now: number, maxMs: number = now + MAX_AHEAD_MS): number {
  return events.reduce((most, { last }) => last <= maxMs ? Math.max(most, last) : most, -Infinity);
}

/**
 * Returns where the picture of a file begins: with its first event, unless that was long before most occurrences. A
 * list contains the occurrences of its last hour, but the first time of an event may be much earlier.
 */
export function beginOf({ events }: TimelineSnapshot, endMs: number): number {
  const begun = events.filter(({ first }) => first < endMs);
  const times = Float64Array.from(begun.flatMap(({ spans }) => spans), ({ to }) => to).sort();
  const limit = endMs - MAX_STRETCH * Math.max(MINUTE, endMs - (times[times.length >> 2] ?? endMs));
  return Math.min(begun.find(({ first }) => first >= limit)?.first ?? endMs, endMs - 1000);
}

/** Arranges the events in a view, as seen at the time `now`. */
export function pictureOf(snapshot: TimelineSnapshot, choice: Choice, view: View, now: number): Picture {
  const facts = new Facts(snapshot.events, view, now);
  const { grouping, only } = choice;
  const chosen = chosenOf(snapshot.events, choice, facts);
  const here = new Set<string>();
  for (const event of chosen) if (facts.isWithin(event)) here.add(event.object);
  // Includes earlier events of the objects, which show when their trouble began.
  let events = chosen.filter(({ object, first }) => here.has(object) && first < view.to);
  const failing = facts.failing.filter(({ object }) => here.has(object));
  const levels = (["workload", "object"] as const).filter((level) => level !== grouping);
  let lanes = lanesOf(facts, { events, failing }, grouping, levels);
  if (only === "now") {
    lanes = lanes.filter(({ isNow }) => isNow);
    events = lanes.flatMap(({ events }) => events);
  }
  const troubled = lanes.filter(({ troubles }) => troubles.most > 0);
  const shown = folded(facts, troubled, grouping);
  // In a file, later events may be within the view.
  const shownMs = Math.max(now + MAX_AHEAD_MS, view.to - 1);
  return {
    view,
    began: shown.filter(({ onset }) => onset >= view.from),
    burst: burstOf(troubled.filter(({ onset }) => onset >= view.from)),
    before: shown.filter(({ onset }) => onset < view.from),
    calm: lanes.filter(({ troubles }) => troubles.most === 0),
    troubled: troubled.filter(({ name }) => name !== NO_NODE).length,
    failing: lanes.filter(({ isNow, name }) => isNow && name !== NO_NODE).length,
    troubles: sumOf(lanes.map(({ troubles }) => troubles)),
    normals: sumOf(lanes.map(({ normals }) => normals)),
    objects: only === "now" ? new Set(events.map(({ object }) => object)).size : here.size,
    earlier: chosen.filter(({ last, object }) => last < view.from && !here.has(object)).length,
    later: chosen.filter(({ first, last }) => first >= view.to && last <= shownMs).length,
    future: chosen.filter(({ last }) => last > shownMs).length,
    now,
    aheadMs: Math.max(0, latestOf(snapshot, now, shownMs) - now),
    histogram: marksOf(events, view),
    namespaces: [...new Set(snapshot.events.map(({ namespace }) => namespace))].filter((name) => name !== "").sort(),
    merged: (lanes, name) => mergedLane(facts, lanes, name),
  };
}

function chosenOf(events: readonly TimelineEvent[], choice: Choice, facts: Facts): readonly TimelineEvent[] {
  const { only, namespace, text, selects } = choice;
  const chosen = events.filter((event) =>
    (selects?.(event) ?? true) && (only === "all" || event.isTrouble) &&
    (namespace === "" || event.namespace === namespace || event.namespace === "" && event.isTrouble)
  );
  const whole = text.trim().toLowerCase();
  if (whole === "") return chosen;
  const texts = chosen.map((event) => textOf(event, facts.nodeOf(event)));
  const having = (words: readonly string[]): TimelineEvent[] =>
    chosen.filter((_, i) => words.every((word) => texts[i]!.includes(word)));
  const exact = having([whole]);
  // Prefers events that contain the text as typed.
  return exact.length > 0 ? exact : having(whole.split(/\s+/));
}

function textOf({ kind, namespace, name, type, reason, message, latest }: TimelineEvent, node = ""): string {
  const { component, instance = "" } = latest.reporter;
  return `${kind}/${namespace}/${name} ${namespace}/${kind}/${name} ${type} ${reason} ${message} ${component} ${instance} ${node}`
    .toLowerCase();
}
