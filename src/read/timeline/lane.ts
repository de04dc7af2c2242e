import type { TimelineEvent } from "./event.ts";
import type { Facts } from "./facts.ts";
import { patternOf, Story } from "./story.ts";
import { type Marks, marksOf, sumOf, talliesOf, type Tally } from "./tally.ts";

/** Workloads with the same trouble that began within this time share a lane. */
const FOLD_MS = 60_000;
const MIN_FOLDED = 3;
export const NO_NODE = "no node named";

type KeyOf = (event: TimelineEvent, facts: Facts) => readonly [place: string, name: string, key?: string];

/** The place and name of an event's lane; they are also its key, unless one is given. */
const KEYS = {
  workload: ({ kind, namespace, workload }) => [namespace || kind.toLowerCase(), workload],
  node: (event, facts) => facts.nodeOf(event) ? ["node", facts.nodeOf(event)!] : ["", NO_NODE],
  namespace: ({ namespace }) => ["", namespace || "cluster-scoped"],
  reason: ({ reason, isTrouble }) => ["", reason, `${isTrouble} ${reason}`],
  message: (event) => ["", event.reason, `${event.type} ${event.reason} ${patternOf(event)}`],
  object: ({ kind, name }) => [kind.toLowerCase(), name],
} satisfies Record<string, KeyOf>;

export type Grouping = Exclude<keyof typeof KEYS, "object">;

export const GROUPINGS = ["workload", "node", "namespace", "reason", "message"] as const satisfies readonly Grouping[];

/** A row of the picture: events that belong together, and the parts that they consist of. */
export class Lane {
  readonly key: string;
  /** The namespace, or the kind of a cluster-scoped object; empty if the name is enough. */
  readonly place: string;
  readonly name: string;
  /** The events in the order in which they began. */
  readonly events: readonly TimelineEvent[];
  readonly troubles: Tally;
  readonly normals: Tally;
  /** The time of the first trouble; `Infinity` without any. */
  readonly onset: number;
  /** The trouble that still fails, including that of events that are not selected. */
  readonly failing: readonly TimelineEvent[];
  readonly #facts: Facts;
  readonly #levels: readonly (keyof typeof KEYS)[];
  #here: readonly TimelineEvent[] | undefined;
  #story: Story | undefined;
  #objects: readonly TimelineEvent[] | undefined;
  #parts: readonly Lane[] | undefined;

  constructor(
    facts: Facts,
    [key, place, name]: readonly [key: string, place: string, name: string],
    events: readonly TimelineEvent[],
    failing: readonly TimelineEvent[],
    levels: readonly (keyof typeof KEYS)[],
    parts?: readonly Lane[],
  ) {
    this.key = key;
    this.place = place;
    this.name = name;
    this.events = events;
    this.failing = failing;
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

  /** Whether this lane stands for several lanes with the same trouble. */
  get isFold(): boolean {
    return this.key.startsWith("fold ");
  }

  /** Whether the lane has several parts. */
  get hasParts(): boolean {
    return this.#parts === undefined ? this.#levels.length > 0 && this.objects.length > 1 : this.#parts.length > 1;
  }

  /** The parts of the lane; none if it is about a single object. */
  get parts(): readonly Lane[] {
    if (this.#parts !== undefined) return this.#parts;
    for (const [i, level] of this.#levels.entries()) {
      const lanes = lanesOf(this.#facts, this, level, this.#levels.slice(i + 1), `${this.key} `);
      if (lanes.length > 1) return this.#parts = folded(this.#facts, lanes, level);
    }
    return this.#parts = [];
  }

  /** A lane for each message; messages that differ only in generated parts count as one. */
  get messages(): Lane[] {
    return lanesOf(this.#facts, this, "message", []);
  }

  /** The trouble in the view. */
  get #troubles(): readonly TimelineEvent[] {
    return this.#here ??= this.events.filter((event) => event.isTrouble && this.#facts.isWithin(event));
  }

  /** The reasons of the lane's trouble in the view, in the order in which they began. */
  get reasons(): readonly string[] {
    return [...new Set(this.#troubles.map(({ reason }) => reason))];
  }

  /** The time at which trouble with a reason begins in the view. */
  beganAt(reason: string): number {
    return Math.max(this.#facts.view.from, this.#troubles.find((event) => event.reason === reason)?.first ?? NaN);
  }

  /** Whether the lane still fails. */
  get isNow(): boolean {
    return this.failing.length > 0;
  }

  /** The explanation of its trouble. */
  get story(): Story {
    return this.#story ??= new Story(this, this.#troubles, this.#facts);
  }

  get objects(): readonly TimelineEvent[] {
    return this.#objects ??= [...new Map(this.events.map((event) => [event.object, event])).values()];
  }

  /** The kinds of its objects, such as `3 pods`; empty if its place shows them. For a fold, its workloads and places. */
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

/** Groups events, and orders the lanes: trouble by its onset, calm ones by their names, calm messages by time. */
export function lanesOf(
  facts: Facts,
  { events, failing }: Pick<Lane, "events" | "failing">,
  level: keyof typeof KEYS,
  levels: readonly (keyof typeof KEYS)[],
  prefix = "",
): Lane[] {
  const keyOf: KeyOf = KEYS[level];
  type Names = readonly [key: string, place: string, name: string];
  const groups = new Map<string, { names: Names; events: TimelineEvent[]; failing: TimelineEvent[] }>();
  const groupOf = (event: TimelineEvent) => {
    const [place, name, key = `${place}/${name}`] = keyOf(event, facts);
    const group = groups.get(key) ?? { names: [prefix + key, place, name], events: [], failing: [] };
    groups.set(key, group);
    return group;
  };
  for (const event of events) groupOf(event).events.push(event);
  for (const event of failing) groupOf(event).failing.push(event);
  return [...groups.values()].map(({ names, events, failing }) => new Lane(facts, names, events, failing, levels))
    .filter(({ troubles, normals }) => troubles.most + normals.most > 0)
    .sort((a, b) =>
      level === "message" && a.onset === b.onset ? a.events[0]!.first - b.events[0]!.first : byOnset(a, b)
    );
}

/** Compares lanes by the second in which their trouble began; within a second, nodes come first. */
function byOnset(a: Lane, b: Lane): number {
  const [x, y] = [Math.floor(a.onset / 1000), Math.floor(b.onset / 1000)];
  // A difference would be NaN for Infinity - Infinity.
  if (x !== y) return x < y ? -1 : 1;
  return Number(b.isNode) - Number(a.isNode) || (a.key < b.key ? -1 : 1);
}

/** Makes one lane of workloads whose trouble began at about the same time, with the same reasons, change and end. */
export function folded(facts: Facts, lanes: readonly Lane[], level: keyof typeof KEYS): readonly Lane[] {
  if (level !== "workload" || lanes.length < MIN_FOLDED) return lanes;
  const open = new Map<string, Lane[]>();
  const folds: Lane[][] = [];
  for (const lane of lanes) {
    const key = lane.isNode || lane.onset === Infinity ? lane.key : storyOf(lane);
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

function storyOf({ reasons, isNow, story: { headline, change } }: Lane): string {
  return [...[...reasons].sort(), isNow, headline?.reason, change?.reason].join();
}

export function mergedLane(facts: Facts, lanes: readonly Lane[], name: string): Lane {
  const events = lanes.flatMap(({ events }) => events).sort((a, b) => a.first - b.first);
  const failing = lanes.flatMap(({ failing }) => failing);
  return new Lane(facts, [`fold ${lanes[0]!.key}`, "", name], events, failing, [], lanes);
}
