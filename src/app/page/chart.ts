import { html, set, setText, svg } from "./element.ts";
import type { Lane } from "../../read/timeline/lane.ts";
import type { Picture } from "../../read/timeline/picture.ts";
import { joined, type Marks, tallyText } from "../../read/timeline/tally.ts";
import type { Span } from "../../read/timeline/mod.ts";
import { durationText, ticksOf, tickText, timeText, type View, xOf } from "../../read/timeline/time_axis.ts";

export type Gaps = readonly { readonly from: number; readonly to: number }[];

/** The path of a band that covers times; without a height, of a thread. */
function bandPath(spans: readonly Span[], view: View, top: number, height?: number): string {
  return joined(spans).map(({ from, to }) => {
    const [start, end] = [Math.max(0, xOf(view, from)), Math.min(view.width, xOf(view, to + 1))];
    const width = Math.max(3, end - start).toFixed(1);
    const down = height === undefined ? "" : `v${height}`;
    return `M${start.toFixed(1)} ${top}${down}h${width}${down && `v-${height}`}`;
  }).join("");
}

/**
 * Returns the path of bars, each as wide as a bucket less a gap, and of the height `heightOf` its count, on top of
 * `base`.
 */
function barsPath(
  counts: Float64Array,
  view: View,
  bottom: number,
  heightOf: (count: number, bucket: number) => readonly [base: number, height: number],
): string {
  const each = view.width / view.buckets;
  const width = Math.max(1, each - 1).toFixed(1);
  let path = "";
  counts.forEach((count, i) => {
    if (count === 0) return;
    const [base, height] = heightOf(count, i);
    path += `M${(i * each).toFixed(1)} ${(bottom - base).toFixed(1)}h${width}v-${height.toFixed(1)}h-${width}z`;
  });
  return path;
}

/** A drawing with a path for each kind of mark. */
class Drawing {
  readonly element: SVGSVGElement = svg("svg", { "aria-hidden": "true" });
  readonly #paths = new Map<string, SVGPathElement>();

  set(kind: string, d: string): void {
    let path = this.#paths.get(kind);
    if (path === undefined) {
      this.#paths.set(kind, path = svg("path", { class: kind }));
      this.element.append(path);
    }
    set(path, "d", d);
  }

  /** Draws the background: the times of the axis, gaps, and a thread where more happened at unknown times. */
  ground({ unknownTroubles, unknownNormals }: Marks, view: View, gaps: Gaps, bottom: number): void {
    set(this.element, "viewBox", `0 0 ${view.width} ${bottom}`);
    this.set(
      "grid",
      ticksOf(view).map((at) => `M${Math.round(xOf(view, at)) + 0.5} 0v${bottom}`).join(""),
    );
    const seen = gaps.filter(({ from, to }) => to >= view.from && from < view.to);
    this.set("gap", bandPath(seen.map((gap) => ({ ...gap, count: 1 })), view, 0, bottom));
    this.set("unknown normal", bandPath(unknownNormals, view, bottom - 5.5));
    this.set("unknown trouble", bandPath(unknownTroubles, view, bottom - 1.5));
  }
}

/** Six pixels, and four more for each doubling, so that one occurrence is visible next to a thousand. */
const heightOf = (count: number): number => 6 + 4 * Math.log2(count);
const [WORDS_PX, WORDS_BASE_PX] = [16, 13];
/** The width of the number that stands for reasons that do not fit. */
const MORE_PX = 18;

let context: CanvasRenderingContext2D | undefined;

/** Returns the width of a label, with some room. */
function widthOf(text: string): number {
  if (context === undefined) {
    context = document.createElement("canvas").getContext("2d")!;
    context.font = `11px ${getComputedStyle(document.body).fontFamily}`;
  }
  return context.measureText(text).width + 8;
}

/** The marks of a lane, or of a card of the details. */
export class LaneDrawing {
  readonly #drawing = new Drawing();
  readonly #labels = svg("g", {});
  readonly element: SVGSVGElement = this.#drawing.element;

  draw(marks: Marks, view: View, height: number, gaps: Gaps, lane?: Lane): void {
    const drawing = this.#drawing;
    const most = height - (lane === undefined ? 1 : WORDS_PX);
    const limited = (count: number): number => Math.min(most, heightOf(count));
    drawing.ground(marks, view, gaps, height);
    drawing.set("trouble", barsPath(marks.troubles, view, height, (count) => [0, limited(count)]));
    drawing.set(
      "normal",
      barsPath(marks.normals, view, height, (count, i) => {
        const base = marks.troubles[i] === 0 ? 0 : limited(marks.troubles[i]!);
        return [Math.min(base, most - 5), Math.max(5, Math.min(most - base, heightOf(count)))];
      }),
    );
    const onset = lane?.onset ?? Infinity;
    const x = onset >= view.from && onset < view.to ? Math.max(4, xOf(view, onset)) : undefined;
    drawing.set("stem", x === undefined ? "" : `M${x.toFixed(1)} 9V${height}`);
    drawing.set("onset", x === undefined ? "" : `M${(x - 3.5).toFixed(1)} 9a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1-7 0z`);
    if (lane === undefined) this.#labels.replaceChildren();
    else this.#label(lane, view, x);
  }

  /**
   * Labels the reasons where they began: the first one to the left of its dot, because nothing is drawn there; then the
   * headline's; then the others, as far as there is room.
   */
  #label(lane: Lane, view: View, dot: number | undefined): void {
    const [first, ...others] = lane.reasons;
    const headline = lane.story.headline?.reason;
    const placed: { x: number; end: number; text: string; isFirst?: true }[] = [];
    const place = (text: string, x: number, isFirst?: true): boolean => {
      const end = x + widthOf(`${text} +9`);
      if (x < 0 || end > view.width || placed.some((other) => x < other.end && other.x < end)) return false;
      placed.push({ x, end, text, ...isFirst && { isFirst } });
      return true;
    };
    let hidden = 0;
    if (first !== undefined) {
      const left = (dot ?? 0) - widthOf(first) + 1;
      if (dot !== undefined && left >= MORE_PX) placed.push({ x: left, end: dot + 6, text: first, isFirst: true });
      else if (!place(first, (dot ?? -6) + 8, true)) hidden++;
    }
    for (const reason of others.sort((a, b) => Number(b === headline) - Number(a === headline))) {
      const x = Math.min(
        Math.max(xOf(view, lane.beganAt(reason)), (dot ?? -8) + 8),
        view.width - widthOf(`${reason} +9`),
      );
      if (!place(reason, x)) hidden++;
    }
    const last = placed.reduce((a, b) => a && a.x > b.x ? a : b, placed[0]);
    while (this.#labels.children.length < placed.length) this.#labels.append(svg("text", { y: WORDS_BASE_PX }));
    while (this.#labels.children.length > placed.length) this.#labels.lastChild!.remove();
    placed.forEach((label, i) => {
      const element = this.#labels.children[i]!;
      const isMore = hidden > 0 && label === last;
      set(element, "x", (label.x - (isMore && label.end === (dot ?? NaN) + 6 ? MORE_PX : 0)).toFixed(1));
      set(element, "class", label.isFirst ? "first" : undefined);
      setText(element, isMore ? `${label.text} +${hidden}` : label.text);
    });
    this.element.append(this.#labels);
  }
}

const [PLOT_PX, AXIS_PX] = [78, 22];
/** Minimum length of a selection, in pixels; a shorter one is a click. */
const MIN_BRUSH_PX = 6;

/** The overview of all events, in which the user can select a time range. */
export class Histogram {
  readonly #drawing = new Drawing();
  readonly #axis = svg("g", { class: "axis" });
  readonly #readout = html("output", { class: "readout", "aria-hidden": "true" });
  readonly element: HTMLElement;
  #view: View | undefined;
  #peak = "";
  #brushFrom: number | undefined;

  constructor(onBrush: (from: number, to: number) => void) {
    this.element = html(
      "div",
      {
        class: "histogram",
        role: "img",
        pointerdown: (event: PointerEvent) => {
          if (event.button !== 0 || this.#view === undefined) return;
          this.#brushFrom = this.#at(event);
          this.element.setPointerCapture(event.pointerId);
        },
        pointermove: (event: PointerEvent) => {
          if (this.#brushFrom === undefined) return;
          const [from, to] = [this.#brushFrom, this.#at(event)].sort((a, b) => a - b) as [number, number];
          this.#drawing.set("brush", `M${from} 0H${to}V${PLOT_PX}H${from}z`);
        },
        pointerup: (event: PointerEvent) => {
          const [a, b] = [this.#brushFrom, this.#at(event)];
          this.#endBrush();
          if (a === undefined || Math.abs(a - b) < MIN_BRUSH_PX) return;
          const { from, stepMs, width, buckets } = this.#view!;
          const [first, last] = [a, b].sort((a, b) => a - b).map((x) => x / width * buckets) as [number, number];
          onBrush(from + Math.floor(first) * stepMs, from + Math.ceil(last) * stepMs);
        },
        pointercancel: () => this.#endBrush(),
      },
      this.#drawing.element,
      this.#readout,
    );
  }

  draw({ view, histogram, now, troubles: all, normals: calm }: Picture, gaps: Gaps, isRead: boolean): void {
    this.#view = view;
    const { troubles, normals } = histogram;
    const peak = Math.max(...troubles.map((count, i) => count + normals[i]!));
    // A minimum, so that a few occurrences do not fill the chart.
    const scaled = (count: number): number => count / Math.max(4, peak) * (PLOT_PX - 16);
    const drawing = this.#drawing;
    drawing.ground(histogram, view, gaps, PLOT_PX);
    set(drawing.element, "viewBox", `0 0 ${view.width} ${PLOT_PX + AXIS_PX}`);
    drawing.set("base", `M0 ${PLOT_PX + 0.5}h${view.width}`);
    drawing.set("trouble", barsPath(troubles, view, PLOT_PX, (count) => [0, scaled(count)]));
    drawing.set("normal", barsPath(normals, view, PLOT_PX, (count, i) => [scaled(troubles[i]!), scaled(count)]));
    // Marks the present if the axis extends beyond it, because a clock is ahead.
    drawing.set(
      "now",
      view.to - now > view.stepMs && now >= view.from ? `M${xOf(view, now).toFixed(1)} 12V${PLOT_PX}` : "",
    );
    this.#axis.replaceChildren(
      ...ticksOf(view).map((at) => {
        const x = xOf(view, at);
        const anchor = x < 20 ? "start" : x > view.width - 20 ? "end" : "middle";
        return svg("text", { x: x.toFixed(1), y: PLOT_PX + 17, "text-anchor": anchor }, tickText(at, view));
      }),
    );
    drawing.element.append(this.#axis);
    this.#peak = peak > 0 ? `peak ${peak.toLocaleString("en")} in ${durationText(view.stepMs)}` : "";
    this.read();
    const times = `${timeText(view.from, view)} to ${timeText(view.to, view)}, by ${durationText(view.stepMs)}`;
    const text = `Events from ${times}: trouble ${tallyText(all)} · normal ${tallyText(calm)}`;
    set(this.element, "aria-label", isRead ? text : "No events were read");
  }

  /** Shows the numbers under the pointer, or the highest. */
  read(text: string = this.#peak): void {
    setText(this.#readout, text);
  }

  #at({ clientX }: PointerEvent): number {
    const { left, width } = this.#drawing.element.getBoundingClientRect();
    return Math.min(width, Math.max(0, clientX - left));
  }

  #endBrush(): void {
    this.#brushFrom = undefined;
    this.#drawing.set("brush", "");
  }
}
