import type { CoreV1Event, Outcome } from "@kubecast/events";
import { element } from "./element.ts";

const KEPT = 4;
const latest: Outcome<CoreV1Event>[] = [];
let changed = false;

/** Takes an outcome in; called for each, so it only keeps it. */
export function noteOutcome(outcome: Outcome<CoreV1Event>): void {
  latest.unshift(outcome);
  if (latest.length > KEPT) latest.pop();
  changed = true;
}

/** Shows the latest outcomes. */
export function showOutcomes(): void {
  if (!changed) return;
  changed = false;
  element("writes").replaceChildren(...latest.map(({ type, count, event }) => {
    const [item, kind] = [document.createElement("li"), document.createElement("b")];
    item.style.setProperty("--own", `var(--${type})`);
    kind.textContent = count > 1 ? `${type} ${count}` : type;
    item.append(kind, ` ${event?.reason} ${event?.involvedObject.name}`);
    if (event?.count !== undefined && event.count > 1) item.append(` × ${event.count}`);
    return item;
  }));
}
