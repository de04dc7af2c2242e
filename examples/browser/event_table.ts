import type { CoreV1Event } from "@kubecast/events";
import { element, show } from "./element.ts";

const LONGEST = 100;

/** Shows what the API has, the latest first. */
export async function showEvents(fetch: (request: Request) => Promise<Response>): Promise<void> {
  const response = await fetch(new Request("http://localhost/api/v1/events"));
  const { items } = await response.json() as { items: CoreV1Event[] };
  show(
    element("stored-count"),
    `${items.length} events${items.length > LONGEST ? `, the latest ${LONGEST} shown` : ""}`,
  );
  const version = ({ metadata }: CoreV1Event): number => Number(metadata.resourceVersion);
  items.sort((a, b) => version(b) - version(a));
  element("events").replaceChildren(
    ...items.slice(0, LONGEST).map((event) => {
      const row = document.createElement("tr");
      row.classList.toggle("warning", event.type === "Warning");
      const { lastTimestamp, type, reason, involvedObject, count, message } = event;
      const time = lastTimestamp ? new Date(lastTimestamp).toLocaleTimeString() : "";
      for (const text of [time, type, reason, `${involvedObject.kind}/${involvedObject.name}`, count, message]) {
        row.insertCell().textContent = String(text ?? "");
      }
      row.cells[4]!.className = "count";
      return row;
    }),
  );
}
