import { type Gaps, LaneDrawing } from "./chart.ts";
import { cutElement, html, set, setCut, setText } from "./element.ts";
import {
  clausesOf,
  type Lane,
  MAX_NODES,
  partsOfName,
  type Picture,
  tallyText,
  type Told,
} from "../../read/timeline/picture.ts";
import { sinceTexts, timeText } from "../../read/timeline/time_axis.ts";

/** A line of the list: a title of a section, or a lane. */
interface Row {
  readonly key: string;
  readonly title?: string;
  readonly lane?: Lane;
  readonly level: number;
  readonly top: number;
  readonly height: number;
}

const TITLE_PX = 32;
/** The heights of a lane in trouble and of a calm one, and those of their charts below the words where it is narrow. */
const [WIDE, NARROW] = [[44, 28], [78, 52]] as const;
const NARROW_CHARTS = [37, 24] as const;
/** The height of another line: with what its trouble began, or of messages where there is room. */
const LINE_PX = 18;
const NARROW_PX = 720;
const INDENT_PX = 16;
/** What stands beside a message in its column, and about how wide a character of it is. */
const [BESIDE_PX, CHARACTER_PX] = [130, 6.4];
/** How far beyond both edges rows are drawn, so that scrolling shows no gaps. */
const BEYOND_PX = 300;
/** Number of characters at the end of a name that are never cut. */
const END_OF_NAME = 8;

interface LanesOptions {
  /** Called when another lane is chosen; `isOpen` if its details are wanted. */
  readonly onSelect: (lane: Lane, isOpen: boolean) => void;
  readonly onExpand: () => void;
  /** Whether the trouble of a lane began since the person looked. */
  readonly isNew: (lane: Lane) => boolean;
}

/**
 * The lanes, of which only those in sight are elements. A lane keeps its element while it is in sight, so that the focus
 * and a selection of text stay where they are while events arrive.
 */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #content = html("div", { class: "rows", role: "treegrid", "aria-label": "Lanes" });
  readonly element: HTMLElement;
  readonly #views = new Map<string, RowView>();
  readonly #expanded = new Set<string>();
  #rows: Row[] = [];
  #picture: Picture | undefined;
  #gaps: Gaps = [];
  #selected: string | undefined;
  #isNarrow = false;
  #isRoomy = false;
  /** Whether all rows are drawn, for paper. */
  isPrinting = false;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.element = html("div", { class: "lanes", scroll: () => this.#show() }, this.#content);
  }

  /** The selected lane, as it is now. */
  get selected(): Lane | undefined {
    return this.#selectedRow?.lane;
  }

  get #selectedRow(): Row | undefined {
    return this.#rows.find(({ key }) => key === this.#selected);
  }

  /** The lane whose element contains another one. */
  laneAt(element: Element): Lane | undefined {
    const at = element.closest(".lane")?.ariaRowIndex;
    return at == null ? undefined : this.#rows[Number(at) - 1]?.lane;
  }

  draw(picture: Picture, gaps: Gaps): void {
    this.#picture = picture;
    this.#gaps = gaps;
    const rows: Row[] = this.#rows = [];
    let top = 0;
    this.#isNarrow = this.element.clientWidth < NARROW_PX;
    const [troubleHeight, calmHeight] = this.#isNarrow ? NARROW : WIDE;
    const add = (row: Omit<Row, "top" | "height">, height: number): void => {
      rows.push({ ...row, top, height });
      top += height;
    };
    const linesOf = ({ telling, beginning, change }: Lane): number =>
      [telling, beginning, change].filter((told) => told !== undefined).length;
    // The messages that tell most have two lines each as long as all trouble stays in sight.
    const most = [...picture.began, ...picture.before]
      .reduce((sum, lane) => sum + troubleHeight + linesOf(lane) * LINE_PX, 2 * TITLE_PX);
    this.#isRoomy = most <= this.element.clientHeight;
    this.element.toggleAttribute("data-roomy", this.#isRoomy);
    const addLane = (lane: Lane, level: number): void => {
      const isTrouble = lane.troubles.most > 0;
      const more = isTrouble ? linesOf(lane) - (this.#isRoomy ? 0 : 1) : 0;
      add({ key: lane.key, lane, level }, (isTrouble ? troubleHeight : calmHeight) + more * LINE_PX);
      if (this.#expanded.has(lane.key)) { for (const part of lane.parts) addLane(part, level + 1); }
    };
    const { view, began, before, calm } = picture;
    const sections = [
      ["Trouble, in the order in which it began", began],
      [`Trouble that began before ${timeText(view.from, view)}`, before],
      ["Without trouble", calm],
    ] as const;
    for (const [i, [title, lanes]] of sections.entries()) {
      if (lanes.length === 0) continue;
      add({ key: `section ${i}`, title, level: 1 }, TITLE_PX);
      for (const lane of lanes) addLane(lane, 1);
    }
    set(this.#content, "aria-rowcount", rows.length);
    this.#content.style.height = `${top}px`;
    this.#show();
  }

  move(by: number): void {
    const lanes = this.#rows.filter(({ lane }) => lane !== undefined);
    const at = lanes.findIndex(({ key }) => key === this.#selected);
    const row = lanes[Math.min(lanes.length - 1, Math.max(0, at < 0 ? 0 : at + by))];
    if (row !== undefined) this.#select(row, false);
  }

  /** Shows or hides what the selected lane consists of; returns whether that changed something. */
  expand(isWanted: boolean): boolean {
    const row = this.#selectedRow;
    if (row === undefined) return false;
    if (this.#toggle(row, isWanted)) return true;
    if (isWanted || row.level === 1) return false;
    const parent = this.#rows.findLast(({ level, top }) => level < row.level && top < row.top);
    if (parent !== undefined) this.#select(parent, false);
    return true;
  }

  #toggle({ key, lane }: Row, isWanted = !this.#expanded.has(key)): boolean {
    if (!lane!.hasParts || this.#expanded.has(key) === isWanted) return false;
    if (isWanted) this.#expanded.add(key);
    else this.#expanded.delete(key);
    this.#options.onExpand();
    return true;
  }

  open(lane: Lane | undefined = this.selected): void {
    const row = this.#rows.find(({ key }) => key === lane?.key);
    if (row !== undefined) this.#select(row, true);
  }

  #select(row: Row, isOpen: boolean): void {
    this.#selected = row.key;
    const { scrollTop, clientHeight } = this.element;
    if (row.top < scrollTop) this.element.scrollTop = row.top - TITLE_PX;
    else if (row.top + row.height > scrollTop + clientHeight) {
      this.element.scrollTop = row.top + row.height - clientHeight;
    }
    this.#show();
    this.focus();
    this.#options.onSelect(row.lane!, isOpen);
  }

  focus(): void {
    if (this.#selected !== undefined) this.#views.get(this.#selected)?.element.focus({ preventScroll: true });
  }

  #show(): void {
    const picture = this.#picture;
    if (picture === undefined) return;
    const { scrollTop, clientHeight } = this.element;
    const focused = document.activeElement;
    const first = this.#rows.find(({ lane }) => lane !== undefined)?.key;
    const hasSelected = this.selected !== undefined;
    const gone = new Set(this.#views.keys());
    const wanted: HTMLElement[] = [];
    this.#rows.forEach((row, i) => {
      const isNear = this.isPrinting ||
        row.top + row.height > scrollTop - BEYOND_PX && row.top < scrollTop + clientHeight + BEYOND_PX;
      const hasFocus = this.#views.get(row.key)?.element === focused;
      if (!isNear && !hasFocus) return;
      gone.delete(row.key);
      let view = this.#views.get(row.key);
      if (view === undefined) {
        view = row.lane === undefined ? new TitleView() : new LaneView((what) => {
          const now = this.#rows.find(({ key }) => key === row.key);
          if (now === undefined) return;
          if (what === "toggle") this.#toggle(now);
          else this.#select(now, true);
        });
        this.#views.set(row.key, view);
      }
      wanted.push(view.element);
      view.element.style.transform = `translateY(${row.top}px)`;
      view.element.style.height = `${row.height}px`;
      set(view.element, "aria-rowindex", i + 1);
      const isSelected = row.key === this.#selected;
      view.draw(row, picture, this.#gaps, {
        isNarrow: this.#isNarrow,
        room: (this.element.clientWidth - (this.#isNarrow ? 0 : picture.view.width) - BESIDE_PX) / CHARACTER_PX,
        isRoomy: this.#isRoomy,
        isSelected,
        isExpanded: this.#expanded.has(row.key),
        isEntry: hasSelected ? isSelected : row.key === first,
        isNew: row.lane !== undefined && this.#options.isNew(row.lane),
      });
    });
    for (const key of gone) {
      this.#views.get(key)!.element.remove();
      this.#views.delete(key);
    }
    if (wanted.every((element, i) => element === this.#content.children[i])) return;
    // In the order in which they are seen; the one that has the focus would lose it if it moved.
    const fixed = wanted.findIndex((element) => element === focused);
    wanted.forEach((element, i) => {
      if (i < fixed) this.#content.insertBefore(element, wanted[fixed]!);
      else if (i > fixed) this.#content.append(element);
    });
  }
}

interface RowState {
  readonly isNarrow: boolean;
  /** About how many characters a line of a message has, and whether the first one has two. */
  readonly room: number;
  readonly isRoomy: boolean;
  readonly isSelected: boolean;
  readonly isExpanded: boolean;
  /** Whether Tab comes here. */
  readonly isEntry: boolean;
  readonly isNew: boolean;
}

interface RowView {
  readonly element: HTMLElement;
  draw(row: Row, picture: Picture, gaps: Gaps, state: RowState): void;
}

class TitleView implements RowView {
  readonly #cell = html("span", { role: "gridcell" });
  readonly element: HTMLElement = html("div", { role: "row", class: "title" }, this.#cell);

  draw({ title = "" }: Row): void {
    setText(this.#cell, title);
  }
}

class LaneView implements RowView {
  readonly #since = html("span", { class: "since" });
  readonly #twist: HTMLElement;
  readonly #place = cutElement("place");
  readonly #name = cutElement("own");
  readonly #new = html("span", { class: "new" });
  readonly #kinds = html("span", { class: "kinds" });
  readonly #count = html("div", { role: "gridcell", class: "count" });
  readonly #telling = new ToldView();
  readonly #beginning = new ToldView("began with");
  readonly #change = new ToldView("after", "change");
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
    const why = [this.#telling, this.#beginning, this.#change].map(({ element }) => element);
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
    { isNarrow, isRoomy, room, isSelected, isExpanded, isEntry, isNew }: RowState,
  ): void {
    const { troubles, normals, onset, place, name, isNow, telling, beginning, change, hasParts } = lane!;
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
    const changes = isTrouble ? "" : lane!.changes.join(", ");
    setText(this.#kinds, [lane!.kinds, changes].filter((text) => text !== "").join(" · "));
    this.#new.hidden = !isNew;
    setText(this.#new, isNew ? "new" : "");
    setText(this.#count, tallyText(isTrouble ? troubles : normals));
    const space = room - (level - 1) * INDENT_PX / CHARACTER_PX;
    this.#telling.draw(telling, name, isRoomy ? 2 * space - 8 : space);
    this.#beginning.draw(beginning, name, space);
    this.#change.draw(isTrouble ? change : undefined, name, space);
    const began = isTrouble ? `${lane!.reasons.join(", ")} since ${timeText(onset, view, true)}; ` : "";
    const words = `${began}trouble ${tallyText(troubles)}, normal ${tallyText(normals)}${
      isNow ? "; still failing" : ""
    }`;
    setText(this.#words, words);
    const said = [telling?.message, beginning && `Began with ${beginning.reason}: ${beginning.message}`];
    set(this.element, "title", [`${place && `${place}/`}${name}: ${words}`, ...said].filter(Boolean).join("\n"));
    const chartPx = isNarrow ? NARROW_CHARTS[isTrouble ? 0 : 1] : height - 1;
    const first = lane!.events[0]!.first;
    const since = gaps.filter(({ to }) => first < to);
    this.#drawing.draw(lane!.marks, view, chartPx, since, isTrouble ? lane : undefined);
  }
}

/** A line of a reason, the nodes that it names, and its message, of which the end is not cut. */
class ToldView {
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

  draw(told: Told | undefined, name: string, room: number): void {
    this.element.hidden = told === undefined;
    if (told === undefined) return;
    const { nodes, message } = told;
    const reason = told.reason === name ? "" : told.reason;
    const on = nodes && `on ${nodes}`;
    setText(this.#reason, reason);
    this.#nodes.hidden = on === "";
    setCut(this.#nodes, ...partsOfName(on, END_OF_NAME));
    const left = Math.floor(room - `${this.#before} ${reason} `.length - Math.min(on.length, MAX_NODES));
    const [head, end] = message.length <= left ? [message, ""] : clausesOf(message, left);
    const isCut = head.length + end.length > left;
    setCut(this.#message, isCut ? `${head.slice(0, Math.max(0, left - end.length - 1))}…` : head, end);
  }
}
