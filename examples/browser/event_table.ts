import { EventReader } from "@kubecast/events/reader";
import { Timeline, type TimelineSnapshot } from "@kubecast/events/timeline";
import { element, show } from "./element.ts";

const LONGEST = 100;
const PAUSE_MS = 200;

/** Keeps a table of what a reader reads, latest first: a row for each stored event. */
export function showEvents(fetch: (request: Request) => Promise<Response>): void {
  const timeline = new Timeline({ maxEvents: 2000 });
  void timeline.follow(new EventReader({ fetch }));
  let waits = false;
  timeline.subscribe(() => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      showRows(timeline.getSnapshot());
    }, PAUSE_MS);
  });
}

function showRows({ events }: TimelineSnapshot): void {
  const { length } = events;
  show(element("stored-count"), `${length} rows${length > LONGEST ? `, the latest ${LONGEST} shown` : ""}`);
  element("events").replaceChildren(
    ...events.toSorted((a, b) => b.last - a.last).slice(0, LONGEST).map(
      ({ kind, namespace, name, last, type, reason, count, latest, isTrouble }) => {
        const row = document.createElement("tr");
        row.classList.toggle("warning", isTrouble);
        const object = `${namespace ? `${namespace}/` : ""}${kind}/${name}`;
        const cells = [new Date(last).toLocaleTimeString(), type, reason, object, count, latest.message];
        for (const text of cells) row.insertCell().textContent = String(text);
        row.cells[4]!.className = "count";
        return row;
      },
    ),
  );
}
