import type { Span, TimelineSnapshot } from "../timeline/mod.ts";
import { LaneDrawing } from "./chart.ts";
import { copyButton, html, set, setText } from "./element.ts";
import {
  type Item,
  joined,
  type Lane,
  marksOf,
  type Tally,
  tallyOf,
  tallyText,
  timeText,
  type View,
} from "./picture.ts";

/** More reasons than anyone reads. */
const MAX_CARDS = 12;
const MAX_RANGES = 3;
const CHART_PX = 22;

/** Everything about one lane: a card for each reason, and the command that shows more. */
export class Details {
  readonly #title = html("h2", {});
  readonly #about = html("p", { class: "soft" });
  readonly #cards = html("div", { class: "cards" });
  readonly #more = html("p", { class: "soft" });
  readonly #command = new Command();
  readonly element: HTMLElement;
  readonly close: HTMLButtonElement;
  readonly #views = new Map<string, Card>();
  #key = "";

  constructor({ onClose }: { readonly onClose: () => void }) {
    this.close = html(
      "button",
      { type: "button", class: "quiet", "aria-label": "Close the details", click: onClose },
      "✕",
    );
    this.element = html(
      "aside",
      { class: "details", "aria-label": "Details", tabindex: 0, hidden: true },
      html("div", { class: "head" }, this.#title, this.close),
      this.#about,
      this.#cards,
      this.#more,
      this.#command.element,
    );
  }

  draw(lane: Lane, view: View, snapshot: TimelineSnapshot, kubectlFlags: string): void {
    if (lane.key !== this.#key) {
      this.#key = lane.key;
      this.#views.clear();
      this.#cards.replaceChildren();
      this.element.scrollTop = 0;
    }
    const kinds = new Map<string, number>();
    for (const { kind } of lane.objects) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const { namespace } = lane.objects[0]!;
    setText(this.#title, lane.objects.length === 1 ? lane.objects[0]!.name : lane.name);
    setText(
      this.#about,
      [...kinds].map(([kind, n]) => n === 1 ? kind : `${n} ${kind}s`).join(", ") +
        (namespace === "" ? "" : ` in ${namespace}`),
    );
    const groups = new Map<string, Item[]>();
    for (const item of lane.items) {
      const key = `${item.group.type} ${item.group.reason}`;
      const items = groups.get(key);
      if (items === undefined) groups.set(key, [item]);
      else items.push(item);
    }
    const cards = [...groups].map(([key, items]) => ({ key, ...summed(items, view) }))
      .sort((a, b) => Number(b.isWarning) - Number(a.isWarning) || a.first - b.first);
    for (const { key, ...summary } of cards.slice(0, MAX_CARDS)) {
      let card = this.#views.get(key);
      if (card === undefined) {
        this.#views.set(key, card = new Card());
        this.#cards.append(card.element);
      }
      card.draw(summary, view, snapshot);
    }
    setText(this.#more, cards.length > MAX_CARDS ? `And ${cards.length - MAX_CARDS} more reasons: filter by one.` : "");
    this.#command.draw(lane, kubectlFlags);
  }
}

/** All events of one reason in a lane. */
interface Summary {
  readonly items: readonly Item[];
  readonly isWarning: boolean;
  /** In the view, and in all. */
  readonly here: Tally;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly latest: Item;
}

function summed(items: readonly Item[], view: View): Summary {
  const latest = items.reduce((a, b) => b.group.last > a.group.last ? b : a);
  return {
    items,
    isWarning: latest.group.type === "Warning",
    here: tallyOf(items, view),
    count: items.reduce((sum, { group }) => sum + group.count, 0),
    first: Math.min(...items.map(({ group }) => group.first)),
    last: Math.max(...items.map(({ group }) => group.last)),
    latest,
  };
}

class Card {
  readonly #reason = html("h3", {});
  readonly #count = html("span", { class: "count" });
  readonly #message = html("p", { class: "message" });
  readonly #drawing = new LaneDrawing();
  readonly #facts = new Map(["first", "last", "by", "in all"].map((name) => [name, html("dd", {})]));
  readonly #times = html("p", { class: "soft" });
  readonly #yaml = html("pre", { tabindex: 0 });
  readonly #whole: HTMLDetailsElement = html(
    "details",
    { toggle: () => this.#writeYaml() },
    html("summary", {}, "The event as YAML"),
    this.#yaml,
  );
  #latest: Item | undefined;
  readonly element: HTMLElement;

  constructor() {
    const facts = html("dl", {});
    for (const [name, value] of this.#facts) facts.append(html("div", {}, html("dt", {}, name), value));
    this.element = html(
      "section",
      { class: "card" },
      html("div", { class: "head" }, this.#reason, this.#count),
      this.#message,
      html("div", { class: "marks" }, this.#drawing.element),
      facts,
      this.#times,
      this.#whole,
    );
  }

  draw({ items, isWarning, here, count, first, last, latest }: Summary, view: View, snapshot: TimelineSnapshot): void {
    const { group } = latest;
    set(this.element, "data-trouble", String(isWarning));
    setText(this.#reason, group.reason);
    setText(this.#count, `×${tallyText(here)}`);
    setText(this.#message, group.message + (group.isCombined ? " (the latest of several such messages)" : ""));
    this.#drawing.draw(marksOf(items, view), { ...view, width: 330 }, { height: CHART_PX, gaps: snapshot.gaps });
    const { component, instance } = group.latest.reporter;
    this.#fact("first", timeText(first, view, true));
    this.#fact("last", timeText(last, view, true));
    this.#fact("by", instance && instance !== component ? `${component} on ${instance}` : component);
    this.#fact("in all", here.sure === count ? "" : count.toLocaleString("en"));
    setText(this.#times, timesText(items, view, snapshot.resolutionMs));
    this.#latest = latest;
    this.#writeYaml();
  }

  #fact(name: string, text: string): void {
    const value = this.#facts.get(name)!;
    setText(value, text);
    value.parentElement!.hidden = text === "";
  }

  #writeYaml(): void {
    if (this.#whole.open && this.#latest !== undefined) setText(this.#yaml, yamlOf(this.#latest.group.latest.event));
  }
}

/** How many have their times, and between which times the others were. */
function timesText(items: readonly Item[], view: View, resolutionMs: number): string {
  const spans = items.flatMap(({ group }) => group.spans);
  const isKnown = ({ from, to, estimated }: Span): boolean => to - from < resolutionMs && !estimated;
  const known = spans.reduce((sum, span) => sum + (isKnown(span) ? span.count : 0), 0);
  const unknown = joined(spans.filter((span) => !isKnown(span))).sort((a, b) => b.count - a.count);
  if (unknown.length === 0) return "";
  const most = spans.some(({ estimated }) => estimated) ? "at most " : "";
  const words = unknown.slice(0, MAX_RANGES).map(({ from, to, count }) =>
    `${most}${count.toLocaleString("en")} between ${timeText(from, view, true)} and ${timeText(to, view, true)}`
  );
  const more = unknown.slice(MAX_RANGES).reduce((sum, { count }) => sum + count, 0);
  if (more > 0) words.push(`${more.toLocaleString("en")} at other times`);
  return `${known.toLocaleString("en")} with their times. Without: ${words.join("; ")}.`;
}

/** The command that shows more about an object: of several, about the one with most Warnings. */
class Command {
  readonly #text = html("code", { tabindex: 0 });
  readonly element: HTMLElement = html(
    "div",
    { class: "command" },
    this.#text,
    copyButton(() => this.#text.textContent),
  );

  draw({ objects }: Lane, flags: string): void {
    const command = describeCommand(objects.reduce((a, b) => b.warnings > a.warnings ? b : a), flags);
    this.element.hidden = command === undefined;
    setText(this.#text, command ?? "");
  }
}

type ObjectName = { readonly kind: string; readonly namespace: string; readonly name: string };

/** kubectl's command about an object; `undefined` for names that no object has: whoever may record events chooses them. */
export function describeCommand({ kind, namespace, name }: ObjectName, flags: string): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9.]*$/.test(kind) || !isName(name) || !isName(namespace || "default")) return undefined;
  const place = namespace === "" ? "" : ` -n ${shellWord(namespace)}`;
  return `kubectl${flags} describe ${kind.toLowerCase()} ${shellWord(name)}${place}`;
}

/** Whether a text can be a name: never a flag, and nothing that a terminal acts upon when it is pasted. */
function isName(text: string): boolean {
  return /^[^\s\p{C}-][^\s\p{C}]*$/u.test(text);
}

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w.:@%+=/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Formats an object of JSON as YAML: texts that mean something else without quotes have some. */
export function yamlOf(value: unknown, indent = ""): string {
  if (typeof value === "string") {
    const isPlain = /^[A-Za-z/][\w ./()-]*$/.test(value) && !/ $|^(true|false|null|yes|no|on|off|y|n)$/i.test(value);
    return isPlain ? value : JSON.stringify(value);
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  if (entries.length === 0) return isList ? "[]" : "{}";
  return entries.map(([key, each]) => {
    const text = yamlOf(each, `${indent}  `);
    const isBlock = typeof each === "object" && each !== null && Object.keys(each).length > 0;
    if (isList) return `${indent}- ${isBlock ? text.trimStart() : text}`;
    return `${indent}${yamlOf(key)}:${isBlock ? "\n" : " "}${text}`;
  }).join("\n");
}
