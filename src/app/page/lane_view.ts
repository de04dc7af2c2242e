import { type Gaps, LaneDrawing } from "./chart.ts";
import { cutElement, html, set, setCut, setText } from "./element.ts";
import type { Lane } from "../../read/timeline/lane.ts";
import type { Picture } from "../../read/timeline/picture.ts";
import { clausesOf, partsOfName } from "../../read/timeline/cuts.ts";
import type { StoryLine } from "../../read/timeline/story.ts";
import { tallyText } from "../../read/timeline/tally.ts";
import { sinceTexts, timeText } from "../../read/timeline/time_axis.ts";

/** On a narrow page, the heights of the charts below the words, of a lane in trouble and of a calm one. */
const NARROW_CHARTS = [37, 24] as const;
const INDENT_PX = 16;
/** The width of everything beside a message in its column, and about that of a character. */
const [BESIDE_PX, CHARACTER_PX] = [130, 6.4];
/** Number of characters at the end of a name that are never cut. */
const END_OF_NAME = 8;

/** A row of the list: the title of a section, or a lane. */
export interface Row {
  readonly key: string;
  readonly title?: string;
  readonly lane?: Lane;
  readonly level: number;
  readonly top: number;
  readonly height: number;
}

export interface RowState {
  readonly isNarrow: boolean;
  /** The width of the column of names and messages, and whether the first message has two lines. */
  readonly widthPx: number;
  readonly isRoomy: boolean;
  readonly isSelected: boolean;
  readonly isExpanded: boolean;
  /** Whether Tab moves the focus to this row. */
  readonly isEntry: boolean;
  readonly isNew: boolean;
}

export interface RowView {
  readonly element: HTMLElement;
  draw(row: Row, picture: Picture, gaps: Gaps, state: RowState): void;
}

export class TitleView implements RowView {
  readonly #cell = html("span", { role: "gridcell" });
  readonly element: HTMLElement = html("div", { role: "row", class: "title" }, this.#cell);

  draw({ title = "" }: Row): void {
    setText(this.#cell, title);
  }
}

export class LaneView implements RowView {
  readonly #since = html("span", { class: "since" });
  readonly #twist: HTMLElement;
  readonly #place = cutElement("place");
  readonly #name = cutElement("own");
  readonly #new = html("span", { class: "new" });
  readonly #kinds = html("span", { class: "kinds" });
  readonly #count = html("div", { role: "gridcell", class: "count" });
  readonly #headline = new StoryLineView();
  readonly #beginning = new StoryLineView("began with");
  readonly #change = new StoryLineView("after", "change");
  readonly #drawing = new LaneDrawing();
  readonly #words = html("span", { class: "unseen" });
  readonly element: HTMLElement;

  constructor(on: (what: "toggle" | "open") => void) {
    this.#twist = html("span", {
      class: "twist",
      "aria-hidden": "true",
      click: (event: Event) => {
        event.stopPropagation();
        on("toggle");
      },
    });
    const why = [this.#headline, this.#beginning, this.#change].map(({ element }) => element);
    const name = [this.#since, this.#twist, this.#place, this.#name, this.#new, this.#kinds];
    this.element = html(
      "div",
      { role: "row", class: "lane", click: () => on("open") },
      html("div", { role: "rowheader", class: "name" }, ...name),
      this.#count,
      html("div", { role: "gridcell", class: "why" }, ...why),
      html("div", { role: "gridcell", class: "marks" }, this.#words, this.#drawing.element),
    );
  }

  draw(
    { lane, level, height }: Row,
    { view }: Picture,
    gaps: Gaps,
    { isNarrow, isRoomy, widthPx, isSelected, isExpanded, isEntry, isNew }: RowState,
  ): void {
    const { troubles, normals, onset, place, name, isNow, story, hasParts } = lane!;
    const { headline, beginning, change } = story;
    const isTrouble = troubles.most > 0;
    const [time, day] = isTrouble ? sinceTexts(onset, view, true) : ["", ""];
    set(this.element, "tabindex", isEntry ? 0 : -1);
    set(this.element, "aria-level", level);
    set(this.element, "aria-selected", String(isSelected));
    set(this.element, "aria-expanded", hasParts ? String(isExpanded) : undefined);
    set(this.element, "data-trouble", String(isTrouble));
    set(this.element, "data-now", String(isNow));
    this.element.style.setProperty("--indent", `${(level - 1) * INDENT_PX}px`);
    setText(this.#since, day === "" ? time : `${time}\n${day}`);
    setText(this.#twist, !hasParts ? "" : isExpanded ? "▾" : "▸");
    setCut(this.#place, place.slice(0, -END_OF_NAME), place && `${place.slice(-END_OF_NAME)}/`);
    setCut(this.#name, ...partsOfName(name, END_OF_NAME));
    const changes = isTrouble ? "" : story.changes.join(", ");
    setText(this.#kinds, [lane!.kinds, changes].filter((text) => text !== "").join(" · "));
    this.#new.hidden = !isNew;
    setText(this.#new, isNew ? "new" : "");
    setText(this.#count, tallyText(isTrouble ? troubles : normals));
    const space = (widthPx - BESIDE_PX - (level - 1) * INDENT_PX) / CHARACTER_PX;
    this.#headline.draw(headline, name, space, isRoomy ? 2 : 1);
    this.#beginning.draw(beginning, name, space);
    this.#change.draw(isTrouble ? change : undefined, name, space);
    const began = isTrouble ? `${lane!.reasons.join(", ")} since ${timeText(onset, view, true)}; ` : "";
    const words = `${began}trouble ${tallyText(troubles)}, normal ${tallyText(normals)}${
      isNow ? "; still failing" : ""
    }`;
    setText(this.#words, words);
    const said = [headline?.message, beginning && `Began with ${beginning.reason}: ${beginning.message}`];
    set(this.element, "title", [`${place && `${place}/`}${name}: ${words}`, ...said].filter(Boolean).join("\n"));
    const chartPx = isNarrow ? NARROW_CHARTS[isTrouble ? 0 : 1] : height - 1;
    const first = lane!.events[0]!.first;
    const since = gaps.filter(({ to }) => first < to);
    this.#drawing.draw(lane!.marks, view, chartPx, since, isTrouble ? lane : undefined);
  }
}

/** A line with a reason, its nodes, and its message, whose end is not cut. */
class StoryLineView {
  readonly #before: string;
  readonly #reason: HTMLElement;
  readonly #nodes = cutElement("node");
  readonly #message = cutElement("said");
  readonly element: HTMLElement;

  constructor(before = "", name = "reason") {
    this.#before = before;
    this.#reason = html("span", { class: name });
    this.element = html("div", {}, before, this.#reason, this.#nodes, this.#message);
  }

  draw(told: StoryLine | undefined, name: string, room: number, lines = 1): void {
    this.element.hidden = told === undefined;
    if (told === undefined) return;
    const { nodes, message } = told;
    const reason = told.reason === name ? "" : told.reason;
    // Long names of nodes give way to the message, which matters more.
    const on = nodes === "" || nodes.length > room / 4 ? "" : `on ${nodes}`;
    setText(this.#reason, reason);
    this.#nodes.hidden = on === "";
    setCut(this.#nodes, ...partsOfName(on, END_OF_NAME));
    // Further lines of a message begin where its first one does, and a word that does not fit leaves a gap.
    const width = room - `${this.#before} ${reason} `.length - on.length;
    const left = Math.floor(lines * width - 8 * (lines - 1));
    const [head, end] = message.length <= left ? [message, ""] : clausesOf(message, left);
    const isCut = head.length + end.length > left;
    setCut(this.#message, isCut ? `${head.slice(0, Math.max(0, left - end.length - 1))}…` : head, end);
  }
}
