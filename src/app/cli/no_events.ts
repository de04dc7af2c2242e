import { counted } from "../../base/tools/text.ts";
import { toOccurrence } from "../../read/mod.ts";
import type { SelectedReader } from "./event_selection.ts";

/** What a person waits for at most, who has nothing to look at. */
const TIMEOUT_MS = 3000;

/** Says that there are no events of a selection, and what the server has beside them: where, and since when. */
export async function noEvents(
  { selection, namespaces, everywhere }: SelectedReader,
  signal: AbortSignal,
  { isYet = false }: { readonly isYet?: boolean } = {},
): Promise<string> {
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
  ].join(" and ");
  const since = oldest === Infinity ? "" : `, since ${new Date(oldest).toISOString()}`;
  return `No events ${isYet ? "yet " : ""}in ${selection}${others && `: the server has ${others}${since}`}`;
}
