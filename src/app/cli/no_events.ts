import { counted } from "../../base/tools/text.ts";
import { toOccurrence } from "../../read/mod.ts";
import type { SelectedReader } from "./event_selection.ts";

/** What a person waits for at most, who has nothing to look at. */
const TIMEOUT_MS = 3000;

/**
 * Says what the server has if it has none of the selected events: how many others, where, and since when, as the end of a
 * sentence; empty if it has none, or does not tell.
 */
export async function otherEvents({ namespaces, everywhere }: SelectedReader, signal: AbortSignal): Promise<string> {
  let [here, elsewhere, oldest] = [0, 0, Infinity];
  const soon = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    for await (const event of everywhere.list({ signal: soon })) {
      if (namespaces.length === 0 || namespaces.includes(event.metadata.namespace!)) here++;
      else elsewhere++;
      oldest = Math.min(oldest, toOccurrence(event).last?.getTime() ?? Infinity);
    }
  } catch {
    // Without permission, or in that time, it is not known.
  }
  const others = [
    ...here > 0 ? [`${counted(here, "other")} there`] : [],
    ...elsewhere > 0 ? [`${elsewhere} in other namespaces (--all-namespaces)`] : [],
  ];
  const since = oldest === Infinity ? "" : `, since ${new Date(oldest).toISOString()}`;
  return others.length === 0 ? "" : `: the server has ${others.join(" and ")}${since}`;
}
