import type { TimelineEvent } from "./event.ts";
import type { Facts } from "./facts.ts";
import { isHost } from "./cuts.ts";
import { timeText } from "./time_axis.ts";
import { conditionsOf, isNormal } from "./trouble.ts";

/** The maximum length of a list of nodes; a longer one becomes their number. */
export const MAX_NODES = 32;

/** A line of a story: a reason, its nodes, and its message without line breaks. */
export interface StoryLine {
  readonly reason: string;
  /** The names of the nodes, without the domains of hosts, or their number; empty if events name none or the lane is a node. */
  readonly nodes: string;
  readonly message: string;
}

/** The reasons of Normal events at each start and end of a pod. */
export const ROUTINE =
  /^(?:Scheduled|Pulled|Created|Started|Successful(?:Create|Delete)|Completed|SawCompletedJob|NodeReady)$/;
/** The longest time from a change to the trouble that it may have caused. */
const CHANGE_MS = 120_000;
/** Matches messages without a cause: time-outs, and pods that are being deleted. */
const NO_CAUSE = /^skip schedule deleting pod|(?:timed out(?: waiting for the condition)?|deadline exceeded)\W*$/i;

/** Matches the generated parts of messages: uids, digests, suffixes of names, and numbers except status and exit codes. */
const GENERATED =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b[\da-f]{32,}\b|(?<=-)[bcdfghjklmnpqrstvwxz2456789]{5,10}(?![a-z\d])|(?<!\d|code:? ?|code=)\d+/g;

/** Returns an event's message with `#` for its object and generated parts, so that messages that differ only there are equal. */
export function patternOf({ namespace, name, message }: TimelineEvent): string {
  const text = name.length < 3 ? message : message.replaceAll(`${namespace}/${name}`, name).replaceAll(name, "#");
  return text.replace(GENERATED, "#");
}

/** The times at the end of Go's message about a certificate, after its cause. */
const CERTIFICATE_TIMES = /: current time \S+ is (?:after|before) \S+$/;
/** The scheduler's message about a pod: the number of nodes, and for each reason the number of nodes that it excludes. */
const UNSCHEDULED = /^(.*?\b\d+\/\d+ nodes are available: )(.*?)\.?(?: preemption: .*)?$/s;

/**
 * Returns an event's message without line breaks, and without the times of a certificate. The scheduler sorts its reasons by their texts; here, insufficient
 * resources come first and taints last, and preemption is left out.
 */
function messageOf({ message }: TimelineEvent): string {
  const text = message.replace(/\s+/g, " ").trim().replace(CERTIFICATE_TIMES, "");
  const [, nodes, reasons = ""] = UNSCHEDULED.exec(text) ?? [];
  if (nodes === undefined) return text;
  const rankOf = (reason: string): number => /taint/.test(reason) ? 2 : /Insufficient/.test(reason) ? 0 : 1;
  return nodes + reasons.replace(/: \}/g, "}").split(/, (?=\d)/).sort((a, b) => rankOf(a) - rankOf(b)).join(", ");
}

/** The part of a lane that its story needs; the events are in the order in which they began. */
interface Events {
  readonly isNode: boolean;
  readonly place: string;
  readonly events: readonly TimelineEvent[];
  readonly onset: number;
}

/** Explains the trouble of a lane: its cause, its beginning, and the last change before it. */
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

  /** Returns the line of an event, with the nodes of all trouble with its message; if some still fails, only with those. */
  #lineOf(told: TimelineEvent): StoryLine {
    const { reason } = told;
    const said = patternOf(told);
    const alike = this.#troubles.filter((event) => event.reason === reason && patternOf(event) === said);
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
   * The most telling reason and message. For a node, these are its latest condition and the first Warning before it;
   * otherwise those of the reason that began first, among the trouble that still fails if some does. Warnings precede
   * bad news that has the type Normal.
   */
  get headline(): StoryLine | undefined {
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
      return this.#lineOf(this.#cause(failed ?? first, objects));
    }
    const condition = conditions.reduce((a, b) => b.last >= a.last ? b : a);
    const begun = this.#troubles.find(({ kind, reason }) => kind === "Node" && reason === condition.reason)!;
    const cause = this.#troubles.find((event) =>
      event.kind === "Node" && isWarning(event) && event.first <= begun.first && event.reason !== condition.reason
    );
    if (cause === undefined) return this.#lineOf(condition);
    const { reason, message } = this.#lineOf(this.#cause(cause));
    return { reason: condition.reason, message: `after ${reason}: ${message}`, nodes: "" };
  }

  /** The line of the first trouble, unless the headline has its reason. */
  get beginning(): StoryLine | undefined {
    const { headline } = this;
    const first = this.#lane.events.find(({ isTrouble }) => isTrouble);
    const isTold = first?.reason === headline?.reason || headline?.message.startsWith(`after ${first?.reason}: `);
    return first === undefined || headline === undefined || isTold ? undefined : this.#lineOf(this.#cause(first));
  }

  /** The Normal events that are not part of each start and end of a pod, such as a new image or a reload. */
  get #changes(): readonly TimelineEvent[] {
    return this.#lane.events.filter(({ isTrouble, reason }) => !isTrouble && !ROUTINE.test(reason));
  }

  /** The reasons of changes, for a lane without trouble. */
  get changes(): readonly string[] {
    return [...new Set(this.#changes.map(({ reason }) => reason))];
  }

  /** The last change, if the trouble began soon after it; the end of a pod in the same second follows from the trouble. */
  get change(): StoryLine | undefined {
    const change = this.#changes.findLast(({ first }) =>
      first < this.#lane.onset && first >= this.#lane.onset - CHANGE_MS
    );
    if (change === undefined || this.#lane.onset < this.#facts.view.from) return undefined;
    const time = timeText(change.first, this.#facts.view, true);
    return { reason: change.reason, message: `${messageOf(change)} (${time})`, nodes: "" };
  }

  /**
   * Returns the most telling trouble with an event's reason: the one with the longest message, because messages with a
   * cause are longer, and preferably not a time-out. The messages of a condition change over time, so for a condition
   * only the most frequent of those that still hold count.
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
      for (const each of told) counts.set(patternOf(each), (counts.get(patternOf(each)) ?? 0) + 1);
      const most = Math.max(...counts.values());
      told = told.filter((each) => counts.get(patternOf(each)) === most);
    }
    return told.reduce((a, b) => b.message.length > a.message.length ? b : a);
  }
}
