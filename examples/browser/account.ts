import type { RecordingStats } from "@kubecast/events";
import { element, show } from "./element.ts";

const outcomes = ["recorded", "coalesced", "skipped", "dropped", "rejected", "abandoned", "pending"] as const;
const bar = element("bar");
for (const outcome of outcomes) {
  const part = document.createElement("i");
  part.style.background = `var(--${outcome})`;
  bar.append(part);
  const entry = document.createElement("div");
  entry.style.setProperty("--own", `var(--${outcome})`);
  entry.innerHTML = `<dt>${outcome}</dt><dd id="${outcome}">0</dd>`;
  element("outcomes").append(entry);
}

/** Shows how every event ended, and that the numbers add up. */
export function showAccount(stats: RecordingStats): void {
  outcomes.forEach((outcome, index) => {
    (bar.children[index] as HTMLElement).style.flexGrow = String(stats[outcome]);
    show(element(outcome), stats[outcome]);
  });
  const said = outcomes.filter((outcome) => stats[outcome] > 0).map((outcome) => `${stats[outcome]} ${outcome}`);
  if (said.length === 0) return show(element("sum"), "Nothing was said yet.");
  bar.ariaLabel = said.join(", ");
  show(element("sum"), `${stats.accepted} accepted = ${said.join(" + ")}`);
}
