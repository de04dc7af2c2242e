import type { TimelineEvent } from "./event.ts";
import type { Facts } from "./facts.ts";
import { isHost } from "./cuts.ts";
import { timeText } from "./time_axis.ts";
import { conditionsOf, isNormal } from "./trouble.ts";

/** The most characters in which several nodes are named. */
export const MAX_NODES = 32;

/** A reason, the nodes that it names, and its message in one line. */
export interface Told {
  readonly reason: string;
  /** Their names, of hosts without the domain, or how many; empty if none is named, or the lane is about one. */
  readonly nodes: string;
  readonly message: string;
}

/** What each start and end of a pod tells. */
const ROUTINE =
  /^(?:Scheduled|Pulled|Created|Started|Successful(?:Create|Delete)|Completed|SawCompletedJob|NodeReady)$/;
/** A change is told if trouble began within this time. */
const CHANGE_MS = 120_000;
/** Messages that tell no cause: a time-out, or that a pod is being deleted. */
const NO_CAUSE = /^skip schedule deleting pod|(?:timed out(?: waiting for the condition)?|deadline exceeded)\W*$/i;

/** The parts in which alike messages differ: uids, digests, suffixes of names, and numbers except status and exit codes. */
const GENERATED =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b[\da-f]{32,}\b|(?<=-)[bcdfghjklmnpqrstvwxz2456789]{5,10}(?![a-z\d])|(?<!\d|code:? ?|code=)\d+/g;

/** Returns an event's message, without its object and generated parts. */
export function saidBy({ namespace, name, message }: TimelineEvent): string {
  const text = name.length < 3 ? message : message.replaceAll(`${namespace}/${name}`, name).replaceAll(name, "#");
  return text.replace(GENERATED, "#");
}

/** The scheduler's message about a pod: the number of nodes, and for each reason the number of nodes that it excludes. */
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

/** The events of which a lane consists, in the order in which they began. */
interface Events {
  readonly isNode: boolean;
  readonly place: string;
  readonly events: readonly TimelineEvent[];
  readonly onset: number;
}

/** What a lane tells: why it fails, with what that began, and what changed before. */
export class Story {
  readonly #lane: Events;
  readonly #troubles: readonly TimelineEvent[];
  readonly #facts: Facts;

  /** @param troubles The trouble of the lane in the view. */
  constructor(lane: Events, troubles: readonly TimelineEvent[], facts: Facts) {
    this.#lane = lane;
    this.#troubles = troubles;
    this.#facts = facts;
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
    const nodes = [...new Set(this.#lane.place === "node" ? [] : places)];
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
    const conditions = this.#lane.isNode ? all.filter((event) => conditionsOf(event).length > 0) : [];
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
    const begun = this.#troubles.find(({ kind, reason }) => kind === "Node" && reason === condition.reason)!;
    const cause = this.#troubles.find((event) =>
      event.kind === "Node" && isWarning(event) && event.first <= begun.first
    );
    if (cause === undefined) return this.#toldOf(condition);
    const { reason, message } = this.#toldOf(this.#cause(cause));
    return { reason: condition.reason, message: `after ${reason}: ${message}`, nodes: "" };
  }

  /** With what its trouble began, if what tells most is of another reason. */
  get beginning(): Told | undefined {
    const { telling } = this;
    const first = this.#lane.events.find(({ isTrouble }) => isTrouble);
    const isTold = first?.reason === telling?.reason || telling?.message.startsWith(`after ${first?.reason}: `);
    return first === undefined || telling === undefined || isTold ? undefined : this.#toldOf(this.#cause(first));
  }

  /** What is no trouble, but more than each start and end of a pod tells: such as a new image or a reload. */
  get #changes(): readonly TimelineEvent[] {
    return this.#lane.events.filter(({ isTrouble, reason }) => !isTrouble && !ROUTINE.test(reason));
  }

  /** The reasons of changes, for a lane without trouble. */
  get changes(): readonly string[] {
    return [...new Set(this.#changes.map(({ reason }) => reason))];
  }

  /** The last change shortly before its trouble began. */
  get change(): Told | undefined {
    const change = this.#changes.findLast(({ first }) =>
      first <= this.#lane.onset && first >= this.#lane.onset - CHANGE_MS
    );
    if (change === undefined || this.#lane.onset < this.#facts.view.from) return undefined;
    const time = timeText(change.first, this.#facts.view, true);
    return { reason: change.reason, message: `${messageOf(change)} (${time})`, nodes: "" };
  }

  /**
   * Of the trouble of an event's reason what says most: the longest message, because causes are longer than what follows
   * from them, if any tells a cause. What is said of a condition changes: there, what still holds for most.
   */
  #cause(event: TimelineEvent, objects?: ReadonlySet<string>): TimelineEvent {
    const { reason } = event;
    let told = this.#lane.events.filter((each) =>
      each.isTrouble && each.reason === reason && (objects?.has(each.object) ?? true)
    );
    const preferred = (select: (event: TimelineEvent) => boolean): void =>
      void (told = told.some(select) ? told.filter(select) : told);
    preferred(({ message }) => !NO_CAUSE.test(message));
    if (conditionsOf(event).length > 0) {
      preferred((each) => this.#facts.isNow(each));
      const counts = new Map<string, number>();
      for (const each of told) counts.set(saidBy(each), (counts.get(saidBy(each)) ?? 0) + 1);
      const most = Math.max(...counts.values());
      told = told.filter((each) => counts.get(saidBy(each)) === most);
    }
    return told.reduce((a, b) => b.message.length > a.message.length ? b : a);
  }
}
