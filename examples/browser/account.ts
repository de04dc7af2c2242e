import type { RecordingStats } from "@kubecast/events";
import { element, show } from "./element.ts";

const explanations = {
  recorded: "The API has it",
  coalesced: "The API has it, in the count of a write that it shared with others",
  skipped: "Counted, but not written now: the spam filter keeps it back",
  dropped: "Never tried: too much was waiting",
  rejected: "The API said no for good",
  abandoned: "Tried, and given up",
  pending: "Not decided yet",
};
const outcomes = Object.keys(explanations) as (keyof typeof explanations)[];
const bar = element("bar");
for (const outcome of outcomes) {
  const part = document.createElement("i");
  part.style.background = `var(--${outcome})`;
  bar.append(part);
  const entry = document.createElement("div");
  entry.style.setProperty("--own", `var(--${outcome})`);
  entry.innerHTML = `<dt title="${explanations[outcome]}">${outcome}</dt><dd id="${outcome}">0</dd>`;
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
