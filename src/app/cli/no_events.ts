import { counted } from "../../base/tools/text.ts";
import { EventReader, toOccurrence } from "../../read/mod.ts";
import type { SelectedReader } from "./selected_reader.ts";

/** How long to look for other events, because the user has nothing to look at meanwhile. */
const TIMEOUT_MS = 3000;

/**
 * Returns the end of the sentence about an empty selection: how many other events the server has, where, and since
 * when; empty if it has none, or if that is unknown.
 */
export async function otherEvents(
  { namespaces, isFiltered, connection }: SelectedReader,
  signal: AbortSignal,
): Promise<string> {
  let [here, elsewhere, oldest] = [0, 0, Infinity];
  const soon = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    for await (const event of new EventReader({ ...connection, namespace: undefined }).list({ signal: soon })) {
      const isHere = namespaces.length === 0 || namespaces.includes(event.metadata.namespace!);
      // Without a filter, an event in these namespaces has been added since they were read.
      if (isHere && !isFiltered) continue;
      if (isHere) here++;
      else elsewhere++;
      oldest = Math.min(oldest, toOccurrence(event).last?.getTime() ?? Infinity);
    }
  } catch {
    // Without permission, or after the timeout, nothing is known about the others.
  }
  const others = [
    ...here > 0 ? [`${counted(here, "other")} there`] : [],
    ...elsewhere > 0 ? [`${elsewhere} in other namespaces (--all-namespaces)`] : [],
  ];
  const since = oldest === Infinity ? "" : `, since ${new Date(oldest).toISOString()}`;
  return others.length === 0 ? "" : `: the server has ${others.join(" and ")}${since}`;
}
