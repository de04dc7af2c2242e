import { type Gaps, LaneDrawing } from "./chart.ts";
import { html, set, setText } from "./element.ts";
import {
  kindsOf,
  type Lane,
  marksOf,
  objectLanes,
  type Picture,
  reasonsOf,
  tallyText,
  timeText,
  warningsText,
} from "../../read/timeline/picture.ts";

/** A line of the list: a title of a section, or a lane. */
interface Row {
  readonly key: string;
  readonly title?: string;
  readonly lane?: Lane;
  readonly level: 1 | 2;
  readonly top: number;
  readonly height: number;
}

const TITLE_PX = 30;
/** Rows beyond both edges, so that scrolling shows no gaps. */
const BEYOND_PX = 300;

interface LanesOptions {
  /** Called when another lane is chosen; `isOpen` if its details are wanted. */
  readonly onSelect: (lane: Lane, isOpen: boolean) => void;
  readonly onExpand: () => void;
}

/**
 * The lanes, of which only those in sight are elements. A lane keeps its element while it is in sight, so that the focus
 * and a selection of text stay where they are while events arrive.
 */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #content = html("div", { class: "rows", role: "treegrid", "aria-label": "Workloads" });
  readonly element: HTMLElement;
  readonly #views = new Map<string, RowView>();
  readonly #expanded = new Set<string>();
  #rows: Row[] = [];
  #picture: Picture | undefined;
  #gaps: Gaps = [];
  #selected: string | undefined;
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

  draw(picture: Picture, gaps: Gaps): void {
    this.#picture = picture;
    this.#gaps = gaps;
    const rows: Row[] = this.#rows = [];
    let top = 0;
    const laneHeight = this.element.clientWidth < 720 ? 52 : 30;
    const add = (row: Omit<Row, "top" | "height">, height = laneHeight): void => {
      rows.push({ ...row, top, height });
      top += height;
    };
    const { view } = picture;
    const sections = [
      ["Trouble that began here, in order", picture.began],
      [`Trouble that began before ${timeText(view.from, view)}`, picture.before],
      ["Without warnings", picture.calm],
    ] as const;
    for (const [i, [title, lanes]] of sections.entries()) {
      if (lanes.length === 0) continue;
      add({ key: `section ${i}`, title, level: 1 }, TITLE_PX);
      for (const lane of lanes) {
        add({ key: lane.key, lane, level: 1 });
        if (!this.#expanded.has(lane.key) || lane.objects.length < 2) continue;
        for (const object of objectLanes(lane, view)) add({ key: object.key, lane: object, level: 2 });
      }
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

  /** Shows or hides the objects of the selected workload; returns whether that changed something. */
  expand(isWanted: boolean): boolean {
    const row = this.#selectedRow;
    if (row === undefined) return false;
    if (row.level === 2) {
      if (isWanted) return false;
      const parent = this.#rows.find(({ key, level }) => level === 1 && row.key.startsWith(`${key} `));
      if (parent !== undefined) this.#select(parent, false);
      return true;
    }
    return this.#toggle(row, isWanted);
  }

  #toggle({ key, lane }: Row, isWanted = !this.#expanded.has(key)): boolean {
    if (lane!.objects.length < 2 || this.#expanded.has(key) === isWanted) return false;
    if (isWanted) this.#expanded.add(key);
    else this.#expanded.delete(key);
    this.#options.onExpand();
    return true;
  }

  open(): void {
    if (this.#selectedRow !== undefined) this.#select(this.#selectedRow, true);
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
        isSelected,
        isExpanded: this.#expanded.has(row.key),
        isEntry: hasSelected ? isSelected : row.key === first,
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
  readonly isSelected: boolean;
  readonly isExpanded: boolean;
  /** Whether Tab comes here. */
  readonly isEntry: boolean;
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
  readonly #twist: HTMLElement;
  readonly #place = html("span", { class: "place" });
  readonly #name = html("span", { class: "own" });
  readonly #kinds = html("span", { class: "kinds" });
  readonly #count = html("div", { role: "gridcell", class: "count" });
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
    const name = html("div", { role: "rowheader", class: "name" }, this.#twist, this.#place, this.#name, this.#kinds);
    this.element = html(
      "div",
      { role: "row", class: "lane", click: () => on("open") },
      name,
      this.#count,
      html("div", { role: "gridcell", class: "marks" }, this.#words, this.#drawing.element),
    );
  }

  draw(
    { lane, level, height }: Row,
    { view }: Picture,
    gaps: Gaps,
    { isSelected, isExpanded, isEntry }: RowState,
  ): void {
    const { objects, warnings, normals, items, onset, place, name } = lane!;
    const canExpand = level === 1 && objects.length > 1;
    set(this.element, "tabindex", isEntry ? 0 : -1);
    set(this.element, "aria-level", level);
    set(this.element, "aria-selected", String(isSelected));
    set(this.element, "aria-expanded", canExpand ? String(isExpanded) : undefined);
    setText(this.#twist, !canExpand ? "" : isExpanded ? "▾" : "▸");
    setText(this.#place, level === 1 ? `${place}/` : "");
    setText(this.#name, name);
    setText(this.#kinds, level === 1 ? kindsOf(objects) : "");
    const isTrouble = warnings.most > 0;
    set(this.element, "data-trouble", String(isTrouble));
    const tally = isTrouble ? warnings : normals;
    setText(this.#count, tallyText(tally));
    const reasons = reasonsOf(lane!, view);
    const began = Number.isFinite(onset) ? `${reasons.join(", ")} since ${timeText(onset, view, true)}; ` : "";
    const words = `${began}${warningsText(warnings)}, ${tallyText(normals)} normal`;
    setText(this.#words, words);
    set(this.element, "title", `${name}: ${words}`);
    const marksHeight = height > 40 ? 27 : height - 1;
    this.#drawing.draw(marksOf(items, view), view, {
      height: marksHeight,
      gaps: gaps.filter(({ to }) => objects.some(({ first }) => first < to)),
      onset: isTrouble ? onset : undefined,
      reasons,
      bandLabel: (span) => {
        const reason = items.find(({ group }) => group.spans.includes(span))?.group.reason ?? "";
        const since = span.from < view.from ? ` since ${timeText(span.from, view)}` : ", times unknown";
        return `${reason} · ${span.estimated ? "at most " : ""}${span.count.toLocaleString("en")}${since}`;
      },
    });
  }
}
