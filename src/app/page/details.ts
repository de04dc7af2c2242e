import { shellWord, yamlText } from "../../base/tools/text.ts";
import type { TimelineEvent, TimelineSnapshot } from "../../read/timeline/mod.ts";
import { LaneDrawing } from "./chart.ts";
import { copyButton, html, set, setText } from "./element.ts";
import type { Lane } from "../../read/timeline/lane.ts";
import { reporterText } from "../../read/timeline/picture_text.ts";
import { joined, tallyText } from "../../read/timeline/tally.ts";
import { timeText, type View } from "../../read/timeline/time_axis.ts";

/** Maximum number of messages shown, more than anyone reads. */
const MAX_CARDS = 30;
const MAX_LISTED = 3;
const CHART_PX = 22;

/** Everything about one lane: a card for each message, and the command that shows more. */
export class Details {
  readonly #title = html("h2", {});
  readonly #about = html("p", { class: "soft" });
  readonly #list = html("div", { class: "cards" });
  readonly #more = html("p", { class: "soft" });
  readonly #code = html("code", { tabindex: 0 });
  readonly #command = html("div", { class: "command" }, this.#code, copyButton(() => this.#code.textContent));
  readonly element: HTMLElement;
  readonly #cards = new Map<string, Card>();
  #key = "";

  constructor({ onClose }: { readonly onClose: () => void }) {
    const label = "Close the details";
    this.element = html(
      "aside",
      { class: "details", "aria-label": "Details", tabindex: 0, hidden: true },
      html(
        "div",
        { class: "head" },
        this.#title,
        html("button", { type: "button", class: "quiet", "aria-label": label, click: onClose }, "✕"),
      ),
      this.#about,
      this.#list,
      this.#more,
      this.#command,
    );
  }

  draw(lane: Lane, view: View, snapshot: TimelineSnapshot, kubectlFlags: string): void {
    if (lane.key !== this.#key) {
      this.#key = lane.key;
      this.#cards.clear();
      this.#list.replaceChildren();
      this.element.scrollTop = 0;
    }
    const { objects, place, name } = lane;
    const kinds = [...Map.groupBy(objects, ({ kind }) => kind)].map(([kind, { length }]) =>
      length === 1 ? kind : `${length} ${kind}s`
    );
    const namespaces = [...new Set(objects.map(({ namespace }) => namespace))].filter((name) => name !== "");
    setText(this.#title, place === "" ? name : `${place}/${name}`);
    setText(this.#about, kinds.join(", ") + (namespaces.length > 0 ? ` in ${listText(namespaces)}` : ""));
    const messages = lane.messages;
    const shown = messages.slice(0, MAX_CARDS);
    for (const message of shown) {
      const card = this.#cards.get(message.key) ?? new Card();
      this.#cards.set(message.key, card);
      if (!card.element.isConnected) this.#list.append(card.element);
      card.draw(message, view, snapshot);
    }
    for (const [key, { element }] of this.#cards) if (!shown.some((message) => message.key === key)) element.remove();
    const more = messages.length - shown.length;
    setText(this.#more, more > 0 ? `And ${more} more messages: filter by one.` : "");
    // The command is about the object with the most trouble.
    const [most] = totalsOf(lane.events, (event) => event, ({ isTrouble, count }) => isTrouble ? count : 0);
    const command = most && describeCommand(most[0], kubectlFlags);
    this.#command.hidden = command === undefined;
    setText(this.#code, command ?? "");
  }
}

/** Returns values with their totals, the largest first. */
function totalsOf<K>(
  events: readonly TimelineEvent[],
  valueOf: (event: TimelineEvent) => K,
  countOf: (event: TimelineEvent) => number = ({ count }) => count,
): [value: K, total: number][] {
  const totals = new Map<K, number>();
  for (const event of events) totals.set(valueOf(event), (totals.get(valueOf(event)) ?? 0) + countOf(event));
  return [...totals].sort(([, a], [, b]) => b - a);
}

function listText(names: readonly string[], separator = ", "): string {
  const more = names.length - MAX_LISTED;
  return [...names.slice(0, MAX_LISTED), ...more > 0 ? [`and ${more} more`] : []].join(separator);
}

/** All events of one message in a lane. */
class Card {
  readonly #reason = html("h3", {});
  readonly #count = html("span", { class: "count" });
  readonly #message = html("p", { class: "message" });
  readonly #drawing = new LaneDrawing();
  readonly #facts = new Map(["about", "by", "first", "last", "in all"].map((name) => [name, html("dd", {})]));
  readonly #times = html("p", { class: "soft" });
  readonly #yaml = html("pre", { tabindex: 0 });
  readonly #whole = html(
    "details",
    { toggle: () => this.#writeYaml() },
    html("summary", {}, "The event as YAML"),
    this.#yaml,
  );
  #latest: TimelineEvent | undefined;
  readonly element: HTMLElement = html(
    "section",
    { class: "card" },
    html("div", { class: "head" }, this.#reason, this.#count),
    this.#message,
    html("div", { class: "marks" }, this.#drawing.element),
    html("dl", {}, ...[...this.#facts].map(([name, value]) => html("div", {}, html("dt", {}, name), value))),
    this.#times,
    this.#whole,
  );

  draw({ events, troubles, normals, marks }: Lane, view: View, snapshot: TimelineSnapshot): void {
    const latest = this.#latest = events.reduce((a, b) => b.last >= a.last ? b : a);
    const { isTrouble, type, reason, isCombined } = latest;
    const here = isTrouble ? troubles : normals;
    const count = events.reduce((sum, { count }) => sum + count, 0);
    const alike = new Set(events.map(({ message }) => message)).size - 1;
    const notes = [...alike > 0 ? [`and ${alike} alike`] : [], ...isCombined ? ["the latest of several such"] : []];
    set(this.element, "data-trouble", String(isTrouble));
    setText(this.#reason, reason + (isTrouble && type !== "Warning" ? ` (${type})` : ""));
    setText(this.#count, `×${tallyText(here)}`);
    setText(this.#message, latest.message + (notes.length > 0 ? ` (${notes.join(", ")})` : ""));
    this.#drawing.draw(marks, { ...view, width: 330 }, CHART_PX, snapshot.gaps);
    const counted = (valueOf: (event: TimelineEvent) => string): string => {
      const totals = totalsOf(events, valueOf);
      return listText(totals.map(([name, n]) => n === count ? name : `${name} ×${n.toLocaleString("en")}`), "\n");
    };
    const facts = {
      about: counted(({ kind, name }) => `${kind.toLowerCase()}/${name}`),
      by: counted(({ latest }) => reporterText(latest.reporter)),
      first: timeText(events[0]!.first, view, true),
      last: timeText(latest.last, view, true),
      "in all": here.sure === count ? "" : count.toLocaleString("en"),
    };
    for (const [name, text] of Object.entries(facts)) {
      const value = this.#facts.get(name)!;
      setText(value, text);
      value.parentElement!.hidden = text === "";
    }
    setText(this.#times, timesText(events, view, snapshot.resolutionMs));
    this.#writeYaml();
  }

  #writeYaml(): void {
    if (this.#whole.open && this.#latest !== undefined) setText(this.#yaml, yamlText(this.#latest.latest.event));
  }
}

/** Describes how many occurrences have their times, and between which times the others were. */
function timesText(events: readonly TimelineEvent[], view: View, resolutionMs: number): string {
  const spans = events.flatMap(({ spans }) => spans);
  const isKnown = ({ from, to, estimated }: TimelineEvent["spans"][number]): boolean =>
    to - from < resolutionMs && !estimated;
  const known = spans.reduce((sum, span) => sum + (isKnown(span) ? span.count : 0), 0);
  const unknown = joined(spans.filter((span) => !isKnown(span))).sort((a, b) => b.count - a.count);
  if (unknown.length === 0) return "";
  const most = spans.some(({ estimated }) => estimated) ? "at most " : "";
  const words = unknown.slice(0, MAX_LISTED).map(({ from, to, count }) =>
    `${most}${count.toLocaleString("en")} between ${timeText(from, view, true)} and ${timeText(to, view, true)}`
  );
  const more = unknown.slice(MAX_LISTED).reduce((sum, { count }) => sum + count, 0);
  if (more > 0) words.push(`${more.toLocaleString("en")} at other times`);
  return `${known.toLocaleString("en")} at known times; ${words.join("; ")}, perhaps with pauses.`;
}

type ObjectName = { readonly kind: string; readonly namespace: string; readonly name: string };

/**
 * Returns kubectl's command for an object; `undefined` for an invalid name, which any client that records may choose.
 */
export function describeCommand({ kind, namespace, name }: ObjectName, flags: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9.]*$/.test(kind) || !isName(name) || !isName(namespace || "default")) return undefined;
  const place = namespace === "" ? "" : ` -n ${shellWord(namespace)}`;
  return `kubectl${flags} describe ${kind.toLowerCase()} ${shellWord(name)}${place}`;
}

/** Whether a text is a possible name: not a flag, and without characters that a terminal acts on when it is pasted. */
function isName(text: string): boolean {
  return /^[^\s\p{C}-][^\s\p{C}]*$/u.test(text);
}
