import type { TimelineEvent } from "./event.ts";
import type { Lane } from "./lane.ts";
import { ROUTINE } from "./story.ts";
import { conditionsOf } from "./trouble.ts";

const MINUTE = 60_000;
/** The longest time from the first to the last onset of a burst. */
const BURST_MS = 2 * MINUTE;
/** How long before a burst the change that caused it may be; a leak, for example, takes minutes to show. */
const BEFORE_MS = 10 * MINUTE;

/** Returns the largest group of lanes whose trouble began at about the same time; `lanes` are ordered by that time. */
export function burstOf(lanes: readonly Lane[]): readonly Lane[] {
  let [burst, first]: [readonly Lane[], number] = [[], 0];
  lanes.forEach(({ onset }, i) => {
    while (onset - lanes[first]!.onset > BURST_MS) first++;
    if (i + 1 - first > burst.length) burst = lanes.slice(first, i + 1);
  });
  return burst;
}

/** Whether an event changes what runs, unlike a step of every pod, or of every run of a Job. */
function isChange(event: TimelineEvent): boolean {
  const { kind, reason, isTrouble } = event;
  if (isTrouble || /^(?:Pod|Job|CronJob|ReplicaSet|PodDisruptionBudget)$/.test(kind)) return false;
  return conditionsOf(event).length === 0 && (!ROUTINE.test(reason) || reason === "SuccessfulDelete");
}

/**
 * Returns what changed before or in a burst: the first change of each workload or other object. Nodes and DaemonSets
 * are first, because their changes concern everything that runs there; then those in the namespaces with most of the
 * burst.
 */
export function changesBefore(burst: readonly Lane[], events: readonly TimelineEvent[]): readonly TimelineEvent[] {
  const [from, to] = [(burst[0]?.onset ?? Infinity) - BEFORE_MS, burst.at(-1)?.onset ?? 0];
  const changes = events.filter((event) => event.first >= from && event.first <= to && isChange(event)).reverse();
  const rankOf = ({ kind, namespace }: TimelineEvent): number =>
    /^(?:Node|DaemonSet)$/.test(kind) ? events.length : burst.filter(({ place }) => place === namespace).length;
  return [...new Map(changes.map((event) => [`${event.namespace}/${event.workload}`, event])).values()]
    .sort((a, b) => rankOf(b) - rankOf(a) || a.first - b.first);
}
