import type { TimelineEvent } from "./event.ts";
import type { View } from "./time_axis.ts";
import { conditionsOf } from "./trouble.ts";

const MINUTE = 60_000;
/** How long trouble counts as still failing after it was seen; kubelet repeats an event after up to five minutes. */
export const FAILING_MS = 6 * MINUTE;
/** The legend of the mark of such trouble. */
export const FAILING_TEXT = "still failing: seen in 6 min, nodes until they recover";
/** The same for a series, which client-go writes every 30 minutes while it goes on. */
const SERIES_MS = 31 * MINUTE;

/** Facts about an event that follow from all events together. */
export class Facts {
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

  /** The node that an event names, or that another event about the same object names, because pods never move. */
  nodeOf({ node, latest }: TimelineEvent): string | undefined {
    if (node !== undefined) return node;
    this.#nodes ??= new Map(
      this.#events.flatMap(({ node, latest: { regarding: { uid } } }) =>
        uid && node !== undefined ? [[uid, node]] : []
      ),
    );
    return this.#nodes.get(latest.regarding.uid ?? "");
  }

  /** The trouble in the view that goes on. */
  get failing(): readonly TimelineEvent[] {
    return this.#events.filter((event) => this.isNow(event) && this.isWithin(event));
  }

  /** Whether the trouble goes on: it was seen recently and has not ended; a node's condition lasts until it ends. */
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
