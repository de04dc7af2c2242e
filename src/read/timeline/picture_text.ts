import type { Occurrence } from "../../base/event/occurrence.ts";
import { counted } from "../../base/tools/text.ts";
import { changesBefore } from "./burst.ts";
import { FAILING_MS } from "./facts.ts";
import type { Grouping } from "./lane.ts";
import type { Picture } from "./picture.ts";
import { durationText, timeText } from "./time_axis.ts";
import type { TimelineSnapshot } from "./timeline.ts";

/** A clock that is ahead by less than this is not noted. */
const AHEAD_MS = 10_000;

/** Returns how many lanes are in trouble, such as `3 workloads in trouble`. */
export function troubleText({ troubled }: Picture, grouping: Grouping): string {
  const place = grouping === "reason" || grouping === "message" ? "of" : "in";
  return `${troubled.toLocaleString("en")} ${grouping}${troubled === 1 ? "" : "s"} ${place} trouble`;
}

/** Returns how many lanes still fail, with the time if that is not the end of the view. */
export function failingText({ failing, view, now }: Picture): string {
  const when = now - view.to > FAILING_MS ? ` at ${timeText(now, view)}` : "";
  return `${failing.toLocaleString("en")} still failing${when}`;
}

/** Returns what changed before most trouble began, such as `changed before 10:30: 10:27 ScalingReplicaSet web`. */
export function changesText({ burst, view }: Picture, { events }: Pick<TimelineSnapshot, "events">): string {
  const changes = changesBefore(burst, events).map(({ workload, reason, first }) =>
    `${timeText(first, view, false)} ${reason} ${workload}`
  );
  const end = burst.at(-1)?.onset ?? NaN;
  return changes.length === 0 ? "" : `changed before ${timeText(end, view, false)}: ${changes.join(", ")}`;
}

/** Returns notes about what a picture leaves out or does not know. */
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

/** Returns a readable name of a reporter, such as `kubelet on node-1`. */
export function reporterText({ component, instance }: Occurrence["reporter"]): string {
  return instance && instance !== component ? `${component} on ${instance}` : component;
}
