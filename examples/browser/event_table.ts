import { EventReader, type Occurrence } from "@kubecast/events/reader";
import { DashboardStore } from "../dashboard_store.ts";
import { element, show } from "./element.ts";

const LONGEST = 100;
const PAUSE_MS = 200;

/** Keeps a table of the stored events, latest first, from a reader. */
export function showEvents(fetch: (request: Request) => Promise<Response>): void {
  const store = new DashboardStore(new EventReader({ fetch }));
  let waits = false;
  store.subscribe(() => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      showOccurrences(store.getSnapshot());
    }, PAUSE_MS);
  });
  showOccurrences(store.getSnapshot());
}

function showOccurrences(occurrences: readonly Occurrence[]): void {
  if (occurrences.length === 0) return; // the table is visibly empty
  const { length } = occurrences;
  show(element("stored-count"), `${length} events${length > LONGEST ? `, the latest ${LONGEST} shown` : ""}`);
  element("events").replaceChildren(
    ...occurrences.slice(0, LONGEST).map(({ last, type, reason, regarding, count, message }) => {
      const row = document.createElement("tr");
      row.classList.toggle("warning", type === "Warning");
      const cells = [last.toLocaleTimeString(), type, reason, `${regarding.kind}/${regarding.name}`, count, message];
      for (const text of cells) row.insertCell().textContent = String(text);
      row.cells[4]!.className = "count";
      return row;
    }),
  );
}
