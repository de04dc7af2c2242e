import { COMBINED_PREFIX, viewOf } from "../../base/event/event.ts";
import type { Occurrence } from "../../base/event/occurrence.ts";
import type { Span } from "./spans.ts";
import { isTrouble } from "./trouble.ts";
import { workloadOf } from "./workload.ts";

/**
 * An event as the server stores it, with its message, reporter and times; the same JavaScript object until it changes.
 *
 * @category Timeline
 */
export interface TimelineEvent {
  /** The event's uid, or else its namespace, name and first time; kept if the event is created again with its count. */
  readonly key: string;
  /** Kind of the object that the event is about, such as `"Pod"`; empty if unknown. */
  readonly kind: string;
  /** Namespace of the object; empty for cluster-scoped ones. */
  readonly namespace: string;
  /** Name of the object. */
  readonly name: string;
  /** The object as `kind/namespace/name`, to group by. */
  readonly object: string;
  /** Probable name of the object's workload; see {@linkcode workloadOf}. */
  readonly workload: string;
  /**
   * The node, if the event itself names it: as its object, as the host of the source of a kubelet or of an event about
   * a pod, as the instance of a kubelet, or as the node that a pod was assigned to.
   */
  readonly node: string | undefined;
  /** `"Normal"` or `"Warning"`; in core/v1, servers store any string. */
  readonly type: string;
  /** Whether the event reports trouble; see {@linkcode isTrouble}. */
  readonly isTrouble: boolean;
  /** Machine-readable reason. */
  readonly reason: string;
  /** The latest message, without the prefix of aggregated events. */
  readonly message: string;
  /** Whether this is an aggregate of similar events, of which the server keeps only the latest message. */
  readonly isCombined: boolean;
  /** Number of occurrences: the sum of the spans; an upper bound if any is estimated. */
  readonly count: number;
  /** Time of the first occurrence, in milliseconds since 1970; may be before the first span. */
  readonly first: number;
  /** Time of the last occurrence. */
  readonly last: number;
  /** When the event occurred, ordered by `to`. */
  readonly spans: readonly Span[];
  /** The latest occurrence. */
  readonly latest: Occurrence;
}

/** The timeline's record of an event, with a snapshot that is kept until the event changes. */
export class StoredEvent {
  /** The event's uids, and its namespace, name and first time, which stay if it is created again with its count. */
  readonly keys: string[] = [];
  readonly first: number;
  /** The count and the last time in the latest report. */
  count: number;
  last: number;
  /** The last time before the count fell; `NaN` if it never did. */
  before = NaN;
  #spans: Span[] = [];
  #latest: Occurrence;
  #latestMs: number;
  #snapshot: TimelineEvent | undefined;

  constructor(occurrence: Occurrence, first: number, last: number) {
    this.first = first;
    this.count = occurrence.count;
    this.last = this.#latestMs = last;
    this.#latest = occurrence;
  }

  get spans(): Span[] {
    return this.#spans;
  }

  set spans(spans: Span[]) {
    this.#spans = spans;
    this.#snapshot = undefined;
  }

  update(occurrence: Occurrence, last: number): void {
    if (last >= this.#latestMs) [this.#latest, this.#latestMs] = [occurrence, last];
    this.count = occurrence.count;
    this.last = Math.max(this.last, last);
    this.#snapshot = undefined;
  }

  snapshot(): TimelineEvent {
    if (this.#snapshot) return this.#snapshot;
    const latest = this.#latest;
    const { regarding: { kind = "", namespace = "", name = "" }, type, reason } = latest;
    const isCombined = latest.message.startsWith(COMBINED_PREFIX);
    const message = isCombined ? latest.message.slice(COMBINED_PREFIX.length) : latest.message;
    const spans = [...this.#spans].sort((a, b) => a.to - b.to);
    return this.#snapshot = {
      key: this.keys[0]!,
      kind,
      namespace,
      name,
      object: `${kind}/${namespace}/${name}`,
      workload: workloadOf(kind, name),
      node: nodeOf(latest),
      type,
      isTrouble: isTrouble({ type, reason, message }),
      reason,
      message,
      isCombined,
      count: spans.reduce((sum, { count }) => sum + count, 0),
      first: this.first,
      last: this.last,
      spans,
      latest,
    };
  }
}

function nodeOf({ regarding, reporter: { component, instance }, reason, message, event }: Occurrence) {
  if (regarding.kind === "Node") return regarding.name;
  const isKubelet = component === "kubelet";
  // A controller's host is the node on which the controller itself runs or, in a pod, the pod's name.
  const node = (isKubelet || regarding.kind === "Pod") && viewOf(event).source?.host || isKubelet && instance ||
    reason === "Scheduled" && /^Successfully assigned \S+ to (\S+)$/.exec(message)?.[1];
  return node || undefined;
}
