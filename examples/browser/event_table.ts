import { EventReader } from "@kubecast/events/reader";
import { Timeline, type TimelineSnapshot } from "@kubecast/events/timeline";
import { element, show } from "./element.ts";

const LONGEST = 100;
const PAUSE_MS = 200;

/** Keeps a table of what a reader reads, latest first: a row for each object, type and reason. */
export function showEvents(fetch: (request: Request) => Promise<Response>): void {
  const timeline = new Timeline({ maxEvents: 2000 });
  void timeline.follow(new EventReader({ fetch }));
  let waits = false;
  timeline.subscribe(() => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      showGroups(timeline.getSnapshot());
    }, PAUSE_MS);
  });
}

function showGroups({ objects }: TimelineSnapshot): void {
  const groups = objects.flatMap((object) => object.groups.map((group) => ({ object, group })));
  const { length } = groups.sort((a, b) => b.group.last - a.group.last);
  show(element("stored-count"), `${length} rows${length > LONGEST ? `, the latest ${LONGEST} shown` : ""}`);
  element("events").replaceChildren(
    ...groups.slice(0, LONGEST).map(
      ({ object: { kind, namespace, name }, group: { last, type, reason, count, latest } }) => {
        const row = document.createElement("tr");
        row.classList.toggle("warning", type === "Warning");
        const object = `${namespace ? `${namespace}/` : ""}${kind}/${name}`;
        const cells = [new Date(last).toLocaleTimeString(), type, reason, object, count, latest.message];
        for (const text of cells) row.insertCell().textContent = String(text);
        row.cells[4]!.className = "count";
        return row;
      },
    ),
  );
}
