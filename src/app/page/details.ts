import type { Span, TimelineGroup, TimelineSnapshot } from "../../read/timeline/mod.ts";
import { LaneDrawing } from "./chart.ts";
import { copyButton, html, set, setText } from "./element.ts";
import {
  isWarning,
  type Item,
  joined,
  type Lane,
  marksOf,
  tallyOf,
  tallyText,
  timeText,
  type View,
} from "../../read/timeline/picture.ts";

/** More reasons than anyone reads. */
const MAX_CARDS = 12;
const MAX_RANGES = 3;
const CHART_PX = 22;

/** Everything about one lane: a card for each reason, and the command that shows more. */
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

  draw({ key, name, objects, items }: Lane, view: View, snapshot: TimelineSnapshot, kubectlFlags: string): void {
    if (key !== this.#key) {
      this.#key = key;
      this.#cards.clear();
      this.#list.replaceChildren();
      this.element.scrollTop = 0;
    }
    const { namespace } = objects[0]!;
    const kinds = [...Map.groupBy(objects, ({ kind }) => kind)].map(([kind, { length }]) =>
      length === 1 ? kind : `${length} ${kind}s`
    );
    setText(this.#title, objects.length === 1 ? objects[0]!.name : name);
    setText(this.#about, kinds.join(", ") + (namespace === "" ? "" : ` in ${namespace}`));
    const reasons = [...Map.groupBy(items, ({ group: { type, reason } }) => `${type} ${reason}`)]
      .map(([reason, items]) => ({ reason, items, first: Math.min(...items.map(({ group }) => group.first)) }))
      .sort((a, b) => Number(isWarning(b.items[0]!)) - Number(isWarning(a.items[0]!)) || a.first - b.first);
    for (const { reason, items, first } of reasons.slice(0, MAX_CARDS)) {
      const card = this.#cards.get(reason) ?? new Card();
      this.#cards.set(reason, card);
      if (!card.element.isConnected) this.#list.append(card.element);
      card.draw(items, first, view, snapshot);
    }
    const more = reasons.length - MAX_CARDS;
    setText(this.#more, more > 0 ? `And ${more} more reasons: filter by one.` : "");
    // Of several, about the one with most Warnings.
    const command = describeCommand(objects.reduce((a, b) => b.warnings > a.warnings ? b : a), kubectlFlags);
    this.#command.hidden = command === undefined;
    setText(this.#code, command ?? "");
  }
}

/** All events of one reason in a lane. */
class Card {
  readonly #reason = html("h3", {});
  readonly #count = html("span", { class: "count" });
  readonly #message = html("p", { class: "message" });
  readonly #drawing = new LaneDrawing();
  readonly #facts = new Map(["first", "last", "by", "in all"].map((name) => [name, html("dd", {})]));
  readonly #times = html("p", { class: "soft" });
  readonly #yaml = html("pre", { tabindex: 0 });
  readonly #whole = html(
    "details",
    { toggle: () => this.#writeYaml() },
    html("summary", {}, "The event as YAML"),
    this.#yaml,
  );
  #latest: TimelineGroup | undefined;
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

  draw(items: readonly Item[], first: number, view: View, snapshot: TimelineSnapshot): void {
    const groups = items.map(({ group }) => group);
    const latest = this.#latest = groups.reduce((a, b) => b.last > a.last ? b : a);
    const here = tallyOf(items, view);
    const count = groups.reduce((sum, { count }) => sum + count, 0);
    set(this.element, "data-trouble", String(isWarning(items[0]!)));
    setText(this.#reason, latest.reason);
    setText(this.#count, `×${tallyText(here)}`);
    setText(this.#message, latest.message + (latest.isCombined ? " (the latest of several such messages)" : ""));
    this.#drawing.draw(marksOf(items, view), { ...view, width: 330 }, { height: CHART_PX, gaps: snapshot.gaps });
    const { component, instance } = latest.latest.reporter;
    const facts = {
      first: timeText(first, view, true),
      last: timeText(latest.last, view, true),
      by: instance && instance !== component ? `${component} on ${instance}` : component,
      "in all": here.sure === count ? "" : count.toLocaleString("en"),
    };
    for (const [name, text] of Object.entries(facts)) {
      const value = this.#facts.get(name)!;
      setText(value, text);
      value.parentElement!.hidden = text === "";
    }
    setText(this.#times, timesText(items, view, snapshot.resolutionMs));
    this.#writeYaml();
  }

  #writeYaml(): void {
    if (this.#whole.open && this.#latest !== undefined) setText(this.#yaml, yamlOf(this.#latest.latest.event));
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
