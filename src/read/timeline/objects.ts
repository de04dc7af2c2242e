import type { Occurrence } from "../../base/event/occurrence.ts";
import type { Span } from "./spans.ts";
import { workloadOf } from "./workload.ts";

/**
 * The events of one type and reason about an object.
 *
 * @category Timeline
 */
export interface TimelineGroup {
  /** `"Normal"` or `"Warning"`; core/v1 servers store any string. */
  readonly type: string;
  /** Machine-readable reason. */
  readonly reason: string;
  /** Message of the latest event, without the prefix of aggregated events. */
  readonly message: string;
  /** Whether the latest event is an aggregate of similar ones. */
  readonly isCombined: boolean;
  /** Number of occurrences: the sum of the spans; an upper bound if any is estimated. */
  readonly count: number;
  /** First time it occurred, in milliseconds since 1970; it may be before the first span. */
  readonly first: number;
  /** Last time it occurred. */
  readonly last: number;
  /** When it occurred, ordered by `to`. */
  readonly spans: readonly Span[];
  /** The latest occurrence. */
  readonly latest: Occurrence;
}

/**
 * An object with its events; the same JavaScript object until one of them changes.
 *
 * @category Timeline
 */
export interface TimelineObject {
  /** `kind/namespace/name`. */
  readonly key: string;
  /** Kind, such as `"Pod"`; empty if its events name none. */
  readonly kind: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  /** Its name, which a pod of a StatefulSet keeps when it is replaced. */
  readonly name: string;
  /** The probable name of its workload; see {@linkcode workloadOf}. */
  readonly workload: string;
  /** Its events: Warnings before others, then in the order in which they began. */
  readonly groups: readonly TimelineGroup[];
  /** Number of occurrences of Warnings. */
  readonly warnings: number;
  /** Number of all other occurrences. */
  readonly normals: number;
  /** First time of all, in milliseconds since 1970. */
  readonly first: number;
  /** Last time of all. */
  readonly last: number;
  /** First time of the Warnings; `Infinity` if there are none. */
  readonly onset: number;
}

/** Of client-go's EventAggregator, in front of the message of the latest event. */
const COMBINED = "(combined from similar events): ";

/** An event as the server stores it, whose count rises. */
export interface StoredEvent {
  /** Its uids, and its namespace, name and first time, which it keeps when it is created again with its count. */
  readonly keys: string[];
  readonly group: Group;
  readonly first: number;
  count: number;
  last: number;
  /** The last time before its count fell; `NaN` if it never did. */
  before: number;
  spans: Span[];
}

/** An object and its groups, with snapshots that are kept until they change. */
export class ObservedObject {
  readonly #groups = new Map<string, Group>();
  readonly #identity: Pick<TimelineObject, "key" | "kind" | "namespace" | "name">;
  #snapshot: TimelineObject | undefined;

  constructor(identity: Pick<TimelineObject, "key" | "kind" | "namespace" | "name">) {
    this.#identity = identity;
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  group(type: string, reason: string): Group {
    const key = `${type} ${reason}`;
    const group = this.#groups.get(key) ?? new Group((isEmpty) => {
      if (isEmpty) this.#groups.delete(key);
      this.#snapshot = undefined;
    });
    this.#groups.set(key, group);
    return group;
  }

  snapshot(): TimelineObject {
    if (this.#snapshot) return this.#snapshot;
    const groups = [...this.#groups.values()].map((group) => group.snapshot()).sort((a, b) =>
      Number(isWarning(b)) - Number(isWarning(a)) || a.first - b.first
    );
    const warnings = groups.filter(isWarning);
    const normals = groups.slice(warnings.length);
    const { kind, name } = this.#identity;
    return this.#snapshot = {
      ...this.#identity,
      workload: workloadOf(kind, name),
      groups,
      warnings: sumOf(warnings),
      normals: sumOf(normals),
      first: Math.min(...groups.map(({ first }) => first)),
      last: Math.max(...groups.map(({ last }) => last)),
      onset: warnings[0]?.first ?? Infinity,
    };
  }
}

export class Group {
  readonly events: Set<StoredEvent> = new Set();
  readonly #onChange: (isEmpty: boolean) => void;
  #latest: Occurrence | undefined;
  #latestMs = -Infinity;
  #snapshot: TimelineGroup | undefined;

  constructor(onChange: (isEmpty: boolean) => void) {
    this.#onChange = onChange;
  }

  update(occurrence: Occurrence, lastMs: number): void {
    if (lastMs >= this.#latestMs) [this.#latest, this.#latestMs] = [occurrence, lastMs];
    this.changed();
  }

  remove(event: StoredEvent): void {
    this.events.delete(event);
    this.changed();
  }

  changed(): void {
    this.#snapshot = undefined;
    this.#onChange(this.events.size === 0);
  }

  snapshot(): TimelineGroup {
    if (this.#snapshot) return this.#snapshot;
    const latest = this.#latest!;
    const { type, reason, message } = latest;
    const isCombined = message.startsWith(COMBINED);
    const events = [...this.events];
    const spans = events.flatMap(({ spans }) => spans).sort((a, b) => a.to - b.to);
    return this.#snapshot = {
      type,
      reason,
      message: isCombined ? message.slice(COMBINED.length) : message,
      isCombined,
      count: sumOf(spans),
      first: events.reduce((least, { first }) => Math.min(least, first), Infinity),
      last: events.reduce((most, { last }) => Math.max(most, last), -Infinity),
      spans,
      latest,
    };
  }
}

function isWarning({ type }: TimelineGroup): boolean {
  return type === "Warning";
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
