import type { Gaps } from "./chart.ts";
import { html, set } from "./element.ts";
import { LaneView, type Row, type RowView, TitleView } from "./lane_view.ts";
import type { Lane } from "../../read/timeline/lane.ts";
import type { Picture } from "../../read/timeline/picture.ts";
import { timeText } from "../../read/timeline/time_axis.ts";

const TITLE_PX = 32;
/** The heights of a lane in trouble and of a calm one. */
const [WIDE, NARROW] = [[44, 28], [78, 52]] as const;
/** The height of each further line: how the trouble began, or more of a message where there is room. */
const LINE_PX = 18;
const NARROW_PX = 720;
/** How far beyond both edges rows are drawn, so that scrolling reveals no gaps. */
const BEYOND_PX = 300;
interface LanesOptions {
  /** Called when another lane is selected; `isOpen` is true if its details are to be shown. */
  readonly onSelect: (lane: Lane, isOpen: boolean) => void;
  readonly onExpand: () => void;
  /** Whether the trouble of a lane began since the user last looked. */
  readonly isNew: (lane: Lane) => boolean;
}

/**
 * The lanes, of which only the visible ones have elements. A lane keeps its element while it is visible, so that the
 * focus and a text selection stay in place while events arrive.
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

  /** The current state of the selected lane. */
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
    const linesOf = ({ story: { headline, beginning, change } }: Lane): number =>
      [headline, beginning, change].filter((told) => told !== undefined).length;
    // The most telling messages have two lines each, as long as all trouble stays in sight.
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

  /** Shows or hides the parts of the selected lane; returns whether that changed anything. */
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
        widthPx: this.element.clientWidth - (this.#isNarrow ? 0 : picture.view.width),
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
    // Puts the elements in visual order, without moving the focused one, which would lose the focus.
    const fixed = wanted.findIndex((element) => element === focused);
    wanted.forEach((element, i) => {
      if (i < fixed) this.#content.insertBefore(element, wanted[fixed]!);
      else if (i > fixed) this.#content.append(element);
    });
  }
}
