import type { Occurrence } from "../../base/event/occurrence.ts";
import { counted } from "../../base/tools/text.ts";
import { bucketsOf, type Span, type TimelineEvent, type TimelineSnapshot } from "./mod.ts";
import { durationText, timeText, type View } from "./time_axis.ts";
import { conditionsOf, isNormal } from "./trouble.ts";

const MINUTE = 60_000;
/** Trouble that occurred within this time still goes on, because kubelet backs off, and repeats an event, for five minutes. */
const FAILING_MS = 6 * MINUTE;
/** Says so. */
export const FAILING_TEXT = "still failing: seen in 6 min, nodes until they recover";
/** The same for a series, because client-go writes one that goes on every 30 minutes. */
const SERIES_MS = 31 * MINUTE;
/** By how much a clock may be ahead. Events that are later are set aside. */
const MAX_AHEAD_MS = 15 * MINUTE;
/** A clock that is ahead by less than this is not noted. */
const AHEAD_MS = 10_000;
/** Workloads whose trouble is the same, and began within this time, are one lane. */
const FOLD_MS = MINUTE;
const MIN_FOLDED = 3;
/** How many times longer than the time of most occurrences the picture of a file may be, to begin with the first. */
const MAX_STRETCH = 4;

/** How many occurrences there were in a view: `sure` of them certainly, `most` at most. */
export interface Tally {
  readonly sure: number;
  readonly most: number;
}

/** The most characters in which several nodes are named. */
export const MAX_NODES = 32;

/** A reason, the nodes that it names, and its message in one line. */
export interface Told {
  readonly reason: string;
  /** Their names, of hosts without the domain, or how many; empty if none is named, or the lane is about one. */
  readonly nodes: string;
  readonly message: string;
}

/** How many lanes are in trouble, such as `3 workloads in trouble`. */
export function troubleText({ troubled }: Picture, grouping: Grouping): string {
  const place = grouping === "reason" || grouping === "message" ? "of" : "in";
  return `${troubled.toLocaleString("en")} ${grouping}${troubled === 1 ? "" : "s"} ${place} trouble`;
}

/** How many lanes still fail, and when that was if it is not when the view ends. */
export function failingText({ failing, view, now }: Picture): string {
  const when = now - view.to > FAILING_MS ? ` at ${timeText(now, view)}` : "";
  return `${failing.toLocaleString("en")} still failing${when}`;
}

/** What a picture leaves out or does not know, in words. */
export function notesOf(picture: Picture, snapshot: Pick<TimelineSnapshot, "forgotten" | "untimed">): string[] {
  const { earlier, later, future, aheadMs, forgotten, untimed } = { ...picture, ...snapshot };
  return [
    ...forgotten > 0 ? [`${counted(forgotten, "older event")} not shown`] : [],
    ...aheadMs >= AHEAD_MS ? [`a clock is ahead by ${durationText(aheadMs)}`] : [],
    ...future > 0 ? [`${counted(future, "event")} of the future not shown: a clock is wrong`] : [],
    ...earlier > 0 ? [`${counted(earlier, "event")} that ended before not shown`] : [],
    ...later > 0 ? [`${counted(later, "event")} that began after not shown`] : [],
    ...untimed > 0 ? [`${counted(untimed, "event")} without a time`] : [],
  ];
}

/** A reporter for people, such as `kubelet on node-1`. */
export function reporterText({ component, instance }: Occurrence["reporter"]): string {
  return instance && instance !== component ? `${component} on ${instance}` : component;
}

export function tallyText({ sure, most }: Tally): string {
  return sure === most ? sure.toLocaleString("en") : `${sure.toLocaleString("en")}–${most.toLocaleString("en")}`;
}

const NO_NODE = "no node named";

type KeyOf = (event: TimelineEvent, facts: Facts) => readonly [place: string, name: string, key?: string];

/** What makes lanes of events: a place and a name, which are the key too unless there is another. */
const KEYS = {
  workload: ({ kind, namespace, workload }) => [namespace || kind.toLowerCase(), workload],
  node: (event, facts) => facts.nodeOf(event) ? ["node", facts.nodeOf(event)!] : ["", NO_NODE],
  namespace: ({ namespace }) => ["", namespace || "cluster-scoped"],
  reason: ({ reason, isTrouble }) => ["", reason, `${isTrouble} ${reason}`],
  message: (event) => ["", event.reason, `${event.type} ${event.reason} ${saidBy(event)}`],
  object: ({ kind, name }) => [kind.toLowerCase(), name],
} satisfies Record<string, KeyOf>;

export type Grouping = Exclude<keyof typeof KEYS, "object">;

export const GROUPINGS = ["workload", "node", "namespace", "reason", "message"] as const satisfies readonly Grouping[];

/** What the person wants to see. */
export interface Choice {
  readonly grouping: Grouping;
  /** All events, those that are trouble, or the trouble of what still fails. */
  readonly only: "all" | "trouble" | "now";
  /** A namespace with the trouble of cluster-scoped objects; empty for all. */
  readonly namespace: string;
  readonly text: string;
}

export const ALL: Choice = { grouping: "workload", only: "all", namespace: "", text: "" };

export interface Picture {
  readonly view: View;
  readonly began: readonly Lane[];
  readonly before: readonly Lane[];
  readonly calm: readonly Lane[];
  /** How many are in trouble, those that are folded too, and how many still are. */
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

/** The latest time of events; what a clock that is wrong tells of the future is set aside. */
export function latestOf({ events }: TimelineSnapshot, now: number, maxMs: number = now + MAX_AHEAD_MS): number {
  return events.reduce((most, { last }) => last <= maxMs ? Math.max(most, last) : most, -Infinity);
}

/**
 * Where a picture of a file begins: with its first event, unless that was long before most of what has a time. A list has
 * what occurred in its last hour, and of each event since when.
 */
export function beginOf({ events }: TimelineSnapshot, endMs: number): number {
  const begun = events.filter(({ first }) => first < endMs);
  const times = Float64Array.from(begun.flatMap(({ spans }) => spans), ({ to }) => to).sort();
  const limit = endMs - MAX_STRETCH * Math.max(MINUTE, endMs - (times[times.length >> 2] ?? endMs));
  return Math.min(begun.find(({ first }) => first >= limit)?.first ?? endMs, endMs - 1000);
}

/** What only all events together tell about one of them. */
class Facts {
  readonly view: View;
  readonly #now: number;
  readonly #events: readonly TimelineEvent[];
  readonly #conditions = new Map<string, TimelineEvent>();
  #nodes: Map<string, string> | undefined;

  constructor(events: readonly TimelineEvent[], view: View, now: number) {
    this.view = view;
    this.#now = now;
    this.#events = events;
    for (const event of events) {
      for (const condition of conditionsOf(event)) {
        const key = `${event.object} ${condition}`;
        if (event.last >= (this.#conditions.get(key)?.last ?? -Infinity)) this.#conditions.set(key, event);
      }
    }
  }

  /** The node that an event names, or another one about the same object: pods never move. */
  nodeOf({ node, latest }: TimelineEvent): string | undefined {
    if (node !== undefined) return node;
    this.#nodes ??= new Map(
      this.#events.flatMap(({ node, latest: { regarding: { uid } } }) =>
        uid && node !== undefined ? [[uid, node]] : []
      ),
    );
    return this.#nodes.get(latest.regarding.uid ?? "");
  }

  /** Whether the trouble goes on: it was seen lately, and has not ended; the condition of a node lasts until it ends. */
  isNow(event: TimelineEvent): boolean {
    if (!event.isTrouble) return false;
    const conditions = conditionsOf(event);
    const isLatest = (each: string): boolean => this.#conditions.get(`${event.object} ${each}`) === event;
    if (conditions.length > 0 && (event.kind === "Node" || !conditions.some(isLatest))) {
      return conditions.some(isLatest);
    }
    return event.last >= this.#now - (event.latest.event.series ? SERIES_MS : FAILING_MS);
  }

  isWithin({ spans, last }: TimelineEvent): boolean {
    const { from, to } = this.view;
    return last >= from && spans.some((span) => span.to >= from && span.from < to);
  }
}

/** A line of the picture: events that belong together, and what they consist of. */
export class Lane {
  readonly key: string;
  /** The namespace, or the kind of a cluster-scoped object; empty where the name says all. */
  readonly place: string;
  readonly name: string;
  /** By the time when they began. */
  readonly events: readonly TimelineEvent[];
  readonly troubles: Tally;
  readonly normals: Tally;
  /** The first trouble; Infinity without any. */
  readonly onset: number;
  readonly #facts: Facts;
  readonly #levels: readonly (keyof typeof KEYS)[];
  #here: readonly TimelineEvent[] | undefined;
  #objects: readonly TimelineEvent[] | undefined;
  #parts: readonly Lane[] | undefined;

  constructor(
    facts: Facts,
    [key, place, name]: readonly [key: string, place: string, name: string],
    events: readonly TimelineEvent[],
    levels: readonly (keyof typeof KEYS)[],
    parts?: readonly Lane[],
  ) {
    this.key = key;
    this.place = place;
    this.name = name;
    this.events = events;
    this.onset = events.find(({ isTrouble }) => isTrouble)?.first ?? Infinity;
    [this.troubles, this.normals] = parts === undefined
      ? talliesOf(events, facts.view)
      : [sumOf(parts.map(({ troubles }) => troubles)), sumOf(parts.map(({ normals }) => normals))];
    this.#facts = facts;
    this.#levels = levels;
    this.#parts = parts;
  }

  get isNode(): boolean {
    return this.place === "node" && this.events.some(({ kind }) => kind === "Node");
  }

  /** Whether it is several lanes whose trouble is the same. */
  get isFold(): boolean {
    return this.key.startsWith("fold ");
  }

  /** Whether it consists of several. */
  get hasParts(): boolean {
    return this.#parts === undefined ? this.#levels.length > 0 && this.objects.length > 1 : this.#parts.length > 1;
  }

  /** What it consists of: nothing if that is a single object. */
  get parts(): readonly Lane[] {
    if (this.#parts !== undefined) return this.#parts;
    for (const [i, level] of this.#levels.entries()) {
      const lanes = lanesOf(this.#facts, this.events, level, this.#levels.slice(i + 1), `${this.key} `);
      if (lanes.length > 1) return this.#parts = folded(this.#facts, lanes, level);
    }
    return this.#parts = [];
  }

  /** A lane for each message; messages that differ in generated parts alone are one. */
  get messages(): Lane[] {
    return lanesOf(this.#facts, this.events, "message", []);
  }

  /** The trouble in the view. */
  get #troubles(): readonly TimelineEvent[] {
    return this.#here ??= this.events.filter((event) => event.isTrouble && this.#facts.isWithin(event));
  }

  /** The reasons of its trouble in the view, in the order in which they began. */
  get reasons(): readonly string[] {
    return [...new Set(this.#troubles.map(({ reason }) => reason))];
  }

  /** When trouble of a reason begins in the view. */
  beganAt(reason: string): number {
    return Math.max(this.#facts.view.from, this.#troubles.find((event) => event.reason === reason)?.first ?? NaN);
  }

  /** Whether it still fails. */
  get isNow(): boolean {
    return this.#troubles.some((event) => this.#facts.isNow(event));
  }

  /** What an event tells, and the nodes of the trouble that says the same: of what still fails, if any does. */
  #toldOf(told: TimelineEvent): Told {
    const { reason } = told;
    const said = saidBy(told);
    const alike = this.#troubles.filter((event) => event.reason === reason && saidBy(event) === said);
    const failing = alike.filter((event) => this.#facts.isNow(event));
    const places = (failing.length > 0 ? failing : alike).flatMap(({ kind, node }) =>
      kind === "Node" ? [] : node ?? []
    );
    const nodes = [...new Set(this.place === "node" ? [] : places)];
    const names = nodes.map((node) => isHost(node) ? node.slice(0, node.indexOf(".")) : node).join(", ");
    const isLong = nodes.length > 1 && names.length > MAX_NODES;
    return { reason, message: messageOf(told), nodes: isLong ? `${nodes.length} nodes` : names };
  }

  /**
   * The reason and the message that tell most: of what still fails, the reason that began first, known bad news that is
   * typed Normal last; of a node its latest condition, and the first Warning before it.
   */
  get telling(): Told | undefined {
    const lasting = this.#troubles.filter((event) => this.#facts.isNow(event));
    const all = lasting.length > 0 ? lasting : this.#troubles;
    const objects = new Set(all.map(({ object }) => object));
    const conditions = this.isNode ? all.filter((event) => conditionsOf(event).length > 0) : [];
    const isWarning = ({ type }: TimelineEvent): boolean => !isNormal(type);
    if (conditions.length === 0) {
      const first = all.find(isWarning) ?? all[0];
      if (first === undefined) return undefined;
      // kubelet backs off because something failed.
      const failed = first.reason !== "BackOff"
        ? undefined
        : this.#troubles.find(({ reason, last, object }) =>
          reason === "Failed" && last >= first.first && objects.has(object)
        );
      return this.#toldOf(this.#cause(failed ?? first, objects));
    }
    const condition = conditions.reduce((a, b) => b.last >= a.last ? b : a);
    const cause = this.#troubles.find((event) =>
      event.kind === "Node" && isWarning(event) && event.first <= condition.first
    );
    if (cause === undefined) return this.#toldOf(condition);
    const { reason, message } = this.#toldOf(this.#cause(cause));
    return { reason: condition.reason, message: `after ${reason}: ${message}`, nodes: "" };
  }

  /** With what its trouble began, if what tells most is of another reason. */
  get beginning(): Told | undefined {
    const { telling } = this;
    const first = this.events.find(({ isTrouble }) => isTrouble);
    const isTold = first?.reason === telling?.reason || telling?.message.startsWith(`after ${first?.reason}: `);
    return first === undefined || isTold ? undefined : this.#toldOf(this.#cause(first));
  }

  /** What is no trouble, but more than each start and end of a pod tells: such as a new image or a reload. */
  get #changes(): readonly TimelineEvent[] {
    return this.events.filter(({ isTrouble, reason }) => !isTrouble && !ROUTINE.test(reason));
  }

  /** The reasons of changes, for a lane without trouble. */
  get changes(): readonly string[] {
    return [...new Set(this.#changes.map(({ reason }) => reason))];
  }

  /** The last change shortly before its trouble began. */
  get change(): Told | undefined {
    const change = this.#changes.findLast(({ first }) => first <= this.onset && first >= this.onset - CHANGE_MS);
    if (change === undefined || this.onset < this.#facts.view.from) return undefined;
    const time = timeText(change.first, this.#facts.view, true);
    return { reason: change.reason, message: `${messageOf(change)} (${time})`, nodes: "" };
  }

  /**
   * Of the trouble of an event's reason what says most: the longest message, because causes are longer than what follows
   * from them, if any tells a cause. What is said of a condition changes: there, what still holds for most.
   */
  #cause(event: TimelineEvent, objects?: ReadonlySet<string>): TimelineEvent {
    const { reason } = event;
    let told = this.events.filter((each) =>
      each.isTrouble && each.reason === reason && (objects?.has(each.object) ?? true)
    );
    const preferred = (select: (event: TimelineEvent) => boolean): void =>
      void (told = told.some(select) ? told.filter(select) : told);
    preferred(({ message }) => !NO_CAUSE.test(message));
    if (conditionsOf(event).length > 0) {
      preferred((each) => this.#facts.isNow(each));
      told = [...Map.groupBy(told, saidBy).values()].reduce((a, b) => b.length > a.length ? b : a);
    }
    return told.reduce((a, b) => b.message.length > a.message.length ? b : a);
  }

  get objects(): readonly TimelineEvent[] {
    return this.#objects ??= [...new Map(this.events.map((event) => [event.object, event])).values()];
  }

  /** What it is about, such as `3 pods`; empty if its place says so. Of a fold, which workloads they are, and where. */
  get kinds(): string {
    if (this.isFold) {
      const places = [...new Set(this.parts.map(({ place }) => place))];
      const where = places.length === 1 ? places[0] : `${places.length} namespaces`;
      return `${[...new Set(this.parts.map(({ name }) => name))].join(", ")} in ${where}`;
    }
    const { objects } = this;
    const [{ kind, namespace }] = objects as [TimelineEvent];
    const one = kind.toLowerCase();
    if (objects.length === 1) return namespace === "" || this.place === one ? "" : one;
    if (one === "" || objects.some((object) => object.kind !== kind)) return `${objects.length} objects`;
    const plural = one.replace(/(?<![aeiou])y$/, "ie").replace(/(?:ss|x|ch)$/, "$&e").replace(/s?$/, "s");
    return `${objects.length} ${plural}`;
  }

  get marks(): Marks {
    return marksOf(this.events, this.#facts.view);
  }
}

/** What each start and end of a pod tells. */
const ROUTINE =
  /^(?:Scheduled|Pulled|Created|Started|Successful(?:Create|Delete)|Completed|SawCompletedJob|NodeReady)$/;
/** A change is told if trouble began within this time. */
const CHANGE_MS = 2 * MINUTE;
/** Messages that tell no cause: a time-out, or that a pod is being deleted. */
const NO_CAUSE = /^skip schedule deleting pod|(?:timed out(?: waiting for the condition)?|deadline exceeded)\W*$/i;

/** What differs between equal messages: uids, digests, suffixes of names, and numbers but codes of a status or an exit. */
const GENERATED =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b[\da-f]{32,}\b|(?<=-)[bcdfghjklmnpqrstvwxz2456789]{5,10}(?![a-z\d])|(?<!\d|code:? ?|code=)\d+/g;

/** What an event says, without its object and what is generated. */
function saidBy({ namespace, name, message }: TimelineEvent): string {
  const text = name.length < 3 ? message : message.replaceAll(`${namespace}/${name}`, name).replaceAll(name, "#");
  return text.replace(GENERATED, "#");
}

/** Groups events, and orders the lanes: trouble by its onset, calm ones by their names, calm messages by time. */
function lanesOf(
  facts: Facts,
  events: readonly TimelineEvent[],
  level: keyof typeof KEYS,
  levels: readonly (keyof typeof KEYS)[],
  prefix = "",
): Lane[] {
  const keyOf: KeyOf = KEYS[level];
  const groups = new Map<string, { readonly names: readonly [string, string]; readonly events: TimelineEvent[] }>();
  for (const event of events) {
    const [place, name, key = `${place}/${name}`] = keyOf(event, facts);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { names: [place, name], events: [event] });
    else group.events.push(event);
  }
  return [...groups].map(([key, { names, events }]) => new Lane(facts, [prefix + key, ...names], events, levels))
    .filter(({ troubles, normals }) => troubles.most + normals.most > 0)
    .sort((a, b) =>
      level === "message" && a.onset === b.onset ? a.events[0]!.first - b.events[0]!.first : byOnset(a, b)
    );
}

/** By the second in which trouble began: in the same one, nodes first. */
function byOnset(a: Lane, b: Lane): number {
  const [x, y] = [Math.floor(a.onset / 1000), Math.floor(b.onset / 1000)];
  // A difference would be NaN for Infinity - Infinity.
  if (x !== y) return x < y ? -1 : 1;
  return Number(b.isNode) - Number(a.isNode) || (a.key < b.key ? -1 : 1);
}

/** Makes one lane of workloads whose trouble has the same reasons and began at about the same time. */
function folded(facts: Facts, lanes: readonly Lane[], level: keyof typeof KEYS): readonly Lane[] {
  if (level !== "workload" || lanes.length < MIN_FOLDED) return lanes;
  const open = new Map<string, Lane[]>();
  const folds: Lane[][] = [];
  for (const lane of lanes) {
    const key = lane.isNode || lane.onset === Infinity ? lane.key : [...lane.reasons].sort().join();
    const fold = open.get(key);
    if (fold !== undefined && lane.onset - fold[0]!.onset < FOLD_MS) fold.push(lane);
    else {
      open.set(key, [lane]);
      folds.push(open.get(key)!);
    }
  }
  return folds.flatMap((fold) =>
    fold.length < MIN_FOLDED ? fold : [mergedLane(facts, fold, `${fold.length} workloads`)]
  ).sort(byOnset);
}

function mergedLane(facts: Facts, lanes: readonly Lane[], name: string): Lane {
  const events = lanes.flatMap(({ events }) => events).sort((a, b) => a.first - b.first);
  return new Lane(facts, [`fold ${lanes[0]!.key}`, "", name], events, [], lanes);
}

/** Arranges what a view shows, at the time `now`. */
export function pictureOf(snapshot: TimelineSnapshot, choice: Choice, view: View, now: number): Picture {
  const facts = new Facts(snapshot.events, view, now);
  const { grouping, only } = choice;
  const chosen = chosenOf(snapshot.events, choice, facts);
  const here = new Set<string>();
  for (const event of chosen) if (facts.isWithin(event)) here.add(event.object);
  // What an object had before the view tells when its trouble began.
  let events = chosen.filter(({ object }) => here.has(object));
  const levels = (["workload", "object"] as const).filter((level) => level !== grouping);
  let lanes = lanesOf(facts, events, grouping, levels);
  if (only === "now") {
    lanes = lanes.filter(({ isNow }) => isNow);
    events = lanes.flatMap(({ events }) => events);
  }
  const troubled = lanes.filter(({ troubles }) => troubles.most > 0);
  const shown = folded(facts, troubled, grouping);
  // Of a file, what is later may be in the view.
  const shownMs = Math.max(now + MAX_AHEAD_MS, view.to - 1);
  const counted = troubled.filter(({ name }) => name !== NO_NODE);
  return {
    view,
    began: shown.filter(({ onset }) => onset >= view.from),
    before: shown.filter(({ onset }) => onset < view.from),
    calm: lanes.filter(({ troubles }) => troubles.most === 0),
    troubled: counted.length,
    failing: counted.filter(({ isNow }) => isNow).length,
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
  const { only, namespace, text } = choice;
  const chosen = events.filter((event) =>
    (only === "all" || event.isTrouble) &&
    (namespace === "" || event.namespace === namespace || event.namespace === "" && event.isTrouble)
  );
  const whole = text.trim().toLowerCase();
  if (whole === "") return chosen;
  const texts = chosen.map((event) => textOf(event, facts.nodeOf(event)));
  const having = (words: readonly string[]): TimelineEvent[] =>
    chosen.filter((_, i) => words.every((word) => texts[i]!.includes(word)));
  const exact = having([whole]);
  // As it was typed, if any event has that.
  return exact.length > 0 ? exact : having(whole.split(/\s+/));
}

function textOf({ kind, namespace, name, type, reason, message, latest }: TimelineEvent, node = ""): string {
  const { component, instance = "" } = latest.reporter;
  return `${kind}/${namespace}/${name} ${namespace}/${kind}/${name} ${type} ${reason} ${message} ${component} ${instance} ${node}`
    .toLowerCase();
}

function talliesOf(events: readonly TimelineEvent[], { from, to }: View): [troubles: Tally, normals: Tally] {
  const [troubles, normals] = [{ sure: 0, most: 0 }, { sure: 0, most: 0 }];
  for (const { isTrouble, last, spans } of events) {
    if (last < from) continue;
    const tally = isTrouble ? troubles : normals;
    for (const span of spans) {
      if (span.to < from || span.from >= to) continue;
      tally.most += span.count;
      if (span.from >= from && span.to < to && !span.estimated) tally.sure += span.count;
    }
  }
  return [troubles, normals];
}

function sumOf(tallies: readonly Tally[]): Tally {
  return tallies.reduce((a, b) => ({ sure: a.sure + b.sure, most: a.most + b.most }), { sure: 0, most: 0 });
}

/** What there is to draw: counts per bucket, and times within which more happened. */
export interface Marks {
  readonly troubles: Float64Array;
  readonly normals: Float64Array;
  readonly unknownTroubles: readonly Span[];
  readonly unknownNormals: readonly Span[];
}

function marksOf(events: readonly TimelineEvent[], { from, to, buckets }: View): Marks {
  const [troubles, normals]: [Span[], Span[]] = [[], []];
  for (const { isTrouble, last, spans } of events) {
    if (last < from) continue;
    const all = isTrouble ? troubles : normals;
    for (const span of spans) if (span.to >= from && span.from < to) all.push(span);
  }
  const [t, n] = [bucketsOf(troubles, from, to, buckets), bucketsOf(normals, from, to, buckets)];
  return { troubles: t.exact, normals: n.exact, unknownTroubles: t.ranges, unknownNormals: n.ranges };
}

/** Joins spans that overlap or touch, with their counts. */
export function joined(spans: readonly Span[]): Span[] {
  const cover: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = cover.at(-1);
    if (last === undefined || span.from > last.to + 1) cover.push(span);
    else cover[cover.length - 1] = { ...last, to: Math.max(last.to, span.to), count: last.count + span.count };
  }
  return cover;
}

function isHost(name: string): boolean {
  return /\.[a-z][\w-]*\.[a-z]/i.test(name);
}

/** A name in two parts, of which the first may be cut: generated names differ in their ends, those of hosts before. */
export function partsOfName(name: string, maxEnd: number): readonly [start: string, end: string] {
  return isHost(name) ? [name, ""] : [name.slice(0, -maxEnd), name.slice(-maxEnd)];
}

/** The scheduler's message about a pod: how many nodes there are, and for how many of them which reason holds. */
const UNSCHEDULED = /^(.*?\b\d+\/\d+ nodes are available: )(.*?)\.?(?: preemption: .*)?$/s;

/**
 * A message as a row shows it, in one line. The scheduler sorts its reasons by their texts: here what is short comes first
 * and taints last, without preemption.
 */
function messageOf({ message }: TimelineEvent): string {
  const text = message.replace(/\s+/g, " ").trim();
  const [, nodes, reasons = ""] = UNSCHEDULED.exec(text) ?? [];
  if (nodes === undefined) return text;
  const rankOf = (reason: string): number => /taint/.test(reason) ? 2 : /Insufficient/.test(reason) ? 0 : 1;
  return nodes + reasons.replace(/: \}/g, "}").split(/, (?=\d)/).sort((a, b) => rankOf(a) - rankOf(b)).join(", ");
}

/** The share of its room that the end of a message may take. */
const END_SHARE = 0.85;

/**
 * Splits a message for which there is room for so many characters in two: the first part may be cut; the second is its
 * end, because errors are chains that end in their cause, whose last links tell most.
 */
export function clausesOf(message: string, room: number): readonly [head: string, end: string] {
  const least = message.length - Math.floor(room * END_SHARE);
  const at = message.indexOf(": ", Math.max(0, least));
  return at < 0 ? [message, ""] : [message.slice(0, at), message.slice(at)];
}
