import type { RecordingStats } from "@kubecast/events";
import { element, show } from "./element.ts";

const explanations = {
  recorded: "Stored by the API.",
  coalesced: "Stored by the API, in the count of a write shared with other events.",
  skipped: "Counted, but not written now: the spam filter held it back.",
  dropped: "Never tried, because too many different events were pending.",
  rejected: "Refused by the API permanently.",
  abandoned: "Failed too many times, or not written before the deadline.",
  pending: "Still on its way.",
};
const outcomes = Object.keys(explanations) as (keyof typeof explanations)[];
const bar = element("bar");
for (const outcome of outcomes) {
  const part = document.createElement("i");
  part.style.background = `var(--${outcome})`;
  bar.append(part);
  const entry = document.createElement("div");
  entry.style.setProperty("--own", `var(--${outcome})`);
  entry.innerHTML = `<dt>${outcome}</dt><dd id="${outcome}">0</dd>`;
  element("outcomes").append(entry);
  element("meanings").insertAdjacentHTML("beforeend", `<dt>${outcome}</dt><dd>${explanations[outcome]}</dd>`);
}

/** Shows how every event ended, and that the numbers add up. */
export function showAccount(stats: RecordingStats): void {
  outcomes.forEach((outcome, index) => {
    (bar.children[index] as HTMLElement).style.flexGrow = String(stats[outcome]);
    show(element(outcome), stats[outcome]);
  });
  const counts = outcomes.filter((outcome) => stats[outcome] > 0).map((outcome) => `${stats[outcome]} ${outcome}`);
  if (counts.length === 0) return show(element("sum"), "No events yet. Press a button in box 1.");
  bar.ariaLabel = counts.join(", ");
  show(element("sum"), `${stats.accepted} accepted = ${counts.join(" + ")}`);
}
