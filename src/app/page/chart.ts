import type { Span } from "../../read/timeline/mod.ts";
import { html, set, setText, svg } from "./element.ts";
import {
  bandPath,
  barsPath,
  durationText,
  type Marks,
  type Picture,
  ticksOf,
  tickText,
  timeText,
  type View,
  warningsText,
  xOf,
} from "../../read/timeline/picture.ts";

export type Gaps = readonly { readonly from: number; readonly to: number }[];

/** The hatches that drawings refer to. */
export function hatches(): SVGSVGElement {
  const hatch = (id: string, turn: number): SVGPatternElement =>
    svg(
      "pattern",
      { id, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
      svg("path", { d: "M0 0v5", class: id }),
    );
  const patterns = [hatch("hatch-warning", 45), hatch("hatch-normal", 45), hatch("hatch-gap", -45)];
  return svg("svg", { class: "hatches", "aria-hidden": "true" }, svg("defs", {}, ...patterns));
}

function gapPath(gaps: Gaps, view: View, height: number): string {
  const spans = gaps.filter(({ from, to }) => to >= view.from && from < view.to).map((gap) => ({ ...gap, count: 1 }));
  return bandPath(spans, view, 0, height);
}

function gridPath(view: View, height: number): string {
  return ticksOf(view).map((at) => `M${Math.round(xOf(view, at)) + 0.5} 0v${height}`).join("");
}

/** A path for each kind of mark. */
class Paths {
  readonly element: SVGSVGElement = svg("svg", { "aria-hidden": "true" });
  readonly #paths = new Map<string, SVGPathElement>();

  constructor(kinds: readonly string[]) {
    for (const kind of kinds) {
      const path = svg("path", { class: kind });
      this.#paths.set(kind, path);
      this.element.append(path);
    }
  }

  set(kind: string, d: string): void {
    set(this.#paths.get(kind)!, "d", d);
  }
}

const KINDS = ["grid", "gap", "unknown-normal", "unknown-warning", "normal", "warning", "stem", "onset"];

/** Six pixels, and four more for each doubling, so that one occurrence shows beside a thousand, and lanes compare. */
const heightOf = (count: number): number => 6 + 4 * Math.log2(count);

/** The marks of a lane, or of a card of the details. */
export class LaneDrawing {
  readonly #paths = new Paths(KINDS);
  readonly #label = svg("text", { class: "label" });
  readonly element: SVGSVGElement = this.#paths.element;

  constructor() {
    this.element.append(this.#label);
  }

  draw(
    marks: Marks,
    view: View,
    { height, gaps, onset, reasons = [], bandLabel }: {
      readonly height: number;
      readonly gaps: Gaps;
      readonly onset?: number | undefined;
      readonly reasons?: readonly string[];
      readonly bandLabel?: (span: Span) => string;
    },
  ): void {
    set(this.element, "viewBox", `0 0 ${view.width} ${height}`);
    const most = height - 3;
    const limited = (count: number): number => Math.min(most, heightOf(count));
    const paths = this.#paths;
    paths.set("grid", gridPath(view, height));
    paths.set("gap", gapPath(gaps, view, height));
    paths.set("unknown-normal", bandPath(marks.unknownNormals, view, height - 8, 8));
    paths.set("unknown-warning", bandPath(marks.unknownWarnings, view, height - 8, 8));
    const { warnings } = marks;
    paths.set("warning", barsPath(warnings, view, height, (count) => [0, limited(count)]));
    paths.set(
      "normal",
      barsPath(marks.normals, view, height, (count, i) => {
        const base = warnings[i] === 0 ? 0 : limited(warnings[i]!);
        return [Math.min(base, most - 5), Math.max(5, Math.min(most - base, heightOf(count)))];
      }),
    );
    const isHere = onset !== undefined && onset >= view.from && onset < view.to;
    const x = isHere ? Math.max(4, xOf(view, onset)) : 0;
    paths.set("stem", isHere ? `M${x.toFixed(1)} 5V${height}` : "");
    paths.set("onset", isHere ? `M${(x - 3.5).toFixed(1)} 5a3.5 3.5 0 1 1 7 0a3.5 3.5 0 1 1-7 0z` : "");
    const place = isHere
      ? beside(x, reasons, marks, view)
      : bandLabel && within(marks.unknownWarnings, view, bandLabel);
    setText(this.#label, place?.text ?? "");
    set(this.#label, "x", place?.x.toFixed(1));
    set(this.#label, "y", place?.isOnTop ? 10 : isHere ? height / 2 + 4 : height - 13);
    set(this.#label, "text-anchor", place?.isLeft ? "end" : "start");
  }
}

interface Place {
  readonly text: string;
  readonly x: number;
  readonly isLeft?: boolean;
  readonly isOnTop?: boolean;
}

/** About as wide as text is drawn, with some room. */
const widthOf = (text: string): number => 6.4 * text.length + 14;

/**
 * The reasons left of the onset, before which there is no Warning; where Normal events or the edge are, right of it. As
 * many as there is room for: the details have all.
 */
function beside(x: number, reasons: readonly string[], { normals }: Marks, view: View): Place | undefined {
  const each = view.width / view.buckets;
  for (let n = reasons.length; n > 0; n--) {
    const text = reasons.slice(0, n).join(", ") + (n < reasons.length ? ` +${reasons.length - n}` : "");
    const isFree = normals.subarray(Math.max(0, Math.floor((x - widthOf(text)) / each)), Math.floor(x / each))
      .every((count) => count === 0);
    if (n <= 2 && x > widthOf(text) && isFree) return { text, x: x - 9, isLeft: true };
    if (n <= 2 && view.width - x > widthOf(text)) return { text, x: x + 8, isOnTop: true };
  }
  return undefined;
}

/** The text of the longest band, if it fits. */
function within(spans: readonly Span[], view: View, textOf: (span: Span) => string): Place | undefined {
  let longest = spans[0];
  for (const span of spans) if (span.to - span.from > longest!.to - longest!.from) longest = span;
  if (longest === undefined) return undefined;
  const [text, start] = [textOf(longest), Math.max(0, xOf(view, longest.from))];
  return Math.min(view.width, xOf(view, longest.to)) - start > widthOf(text) ? { text, x: start + 5 } : undefined;
}

const [PLOT_PX, BAND_PX, AXIS_PX] = [76, 5, 20];
/** Less is a click. */
const MIN_BRUSH_PX = 6;

/** All events together, and the way to choose a time. */
export class Histogram {
  readonly #paths = new Paths([
    "grid",
    "gap",
    "normal",
    "warning",
    "unknown-normal",
    "unknown-warning",
    "base",
    "brush",
  ]);
  readonly #axis = svg("g", { class: "axis" });
  readonly #readout = html("output", { class: "readout", "aria-hidden": "true" });
  readonly element: HTMLElement;
  #picture: Picture | undefined;
  #peak = "";
  #hover: number | undefined;
  #brushFrom: number | undefined;

  constructor(onBrush: (from: number, to: number) => void) {
    const drawing = this.#paths.element;
    drawing.append(this.#axis);
    this.element = html(
      "div",
      {
        class: "histogram",
        role: "img",
        pointerdown: (event: PointerEvent) => {
          if (event.button !== 0 || this.#picture === undefined) return;
          this.#brushFrom = this.#at(event);
          this.element.setPointerCapture(event.pointerId);
        },
        pointermove: (event: PointerEvent) => this.#move(event),
        pointerup: (event: PointerEvent) => {
          const [a, b] = [this.#brushFrom, this.#at(event)];
          this.#endBrush();
          if (a === undefined || Math.abs(a - b) < MIN_BRUSH_PX) return;
          const { from, stepMs, width, buckets } = this.#picture!.view;
          const bucket = (x: number): number => x / width * buckets;
          onBrush(
            from + Math.floor(bucket(Math.min(a, b))) * stepMs,
            from + Math.ceil(bucket(Math.max(a, b))) * stepMs,
          );
        },
        pointercancel: () => this.#endBrush(),
        pointerleave: () => {
          this.#hover = undefined;
          this.#read();
        },
      },
      drawing,
      this.#readout,
    );
  }

  draw(picture: Picture, gaps: Gaps): void {
    this.#picture = picture;
    const { view, histogram: { warnings, normals, unknownWarnings, unknownNormals } } = picture;
    const all = warnings.map((count, i) => count + normals[i]!);
    const peak = Math.max(...all);
    // A few occurrences are no tower.
    const scaled = (count: number): number => count / Math.max(4, peak) * (PLOT_PX - 16);
    const paths = this.#paths;
    set(paths.element, "viewBox", `0 0 ${view.width} ${PLOT_PX + BAND_PX + AXIS_PX}`);
    paths.set("grid", gridPath(view, PLOT_PX));
    paths.set("gap", gapPath(gaps, view, PLOT_PX));
    paths.set("base", `M0 ${PLOT_PX + 0.5}h${view.width}`);
    paths.set("warning", barsPath(warnings, view, PLOT_PX, (count) => [0, scaled(count)]));
    paths.set("normal", barsPath(normals, view, PLOT_PX, (count, i) => [scaled(warnings[i]!), scaled(count)]));
    // Below the axis: how high they would be in each bucket, nobody knows.
    paths.set("unknown-normal", bandPath(unknownNormals, view, PLOT_PX + 1, BAND_PX));
    paths.set("unknown-warning", bandPath(unknownWarnings, view, PLOT_PX + 1, BAND_PX));
    this.#axis.replaceChildren(
      ...ticksOf(view).map((at) => {
        const x = xOf(view, at);
        const anchor = x < 20 ? "start" : x > view.width - 20 ? "end" : "middle";
        return svg("text", { x: x.toFixed(1), y: PLOT_PX + BAND_PX + 15, "text-anchor": anchor }, tickText(at, view));
      }),
    );
    this.#peak = peak > 0 ? `peak ${peak.toLocaleString("en")} in ${durationText(view.stepMs)}` : "";
    this.#read();
  }

  /** Says in words what the drawing shows. */
  describe(text: string): void {
    set(this.element, "aria-label", text);
  }

  #at(event: PointerEvent): number {
    const { left, width } = this.#paths.element.getBoundingClientRect();
    return Math.min(width, Math.max(0, event.clientX - left));
  }

  #move(event: PointerEvent): void {
    const x = this.#hover = this.#at(event);
    this.#read();
    if (this.#brushFrom === undefined) return;
    const from = Math.min(x, this.#brushFrom);
    this.#paths.set("brush", `M${from} 0h${Math.abs(x - this.#brushFrom)}v${PLOT_PX}H${from}z`);
  }

  #endBrush(): void {
    this.#brushFrom = undefined;
    this.#paths.set("brush", "");
  }

  /** Shows the numbers of the bucket under the pointer, or the highest. */
  #read(): void {
    const x = this.#hover;
    if (this.#picture === undefined || x === undefined) return setText(this.#readout, this.#peak);
    const { view, histogram } = this.#picture;
    const i = Math.min(view.buckets - 1, Math.floor(x / view.width * view.buckets));
    const at = view.from + i * view.stepMs;
    const unknown = [...histogram.unknownWarnings, ...histogram.unknownNormals]
      .reduce((sum, span) => span.from < at + view.stepMs && span.to >= at ? sum + span.count : sum, 0);
    const more = unknown === 0 ? "" : `, up to ${unknown.toLocaleString("en")} more`;
    const [warnings, normals] = [histogram.warnings[i]!, histogram.normals[i]!];
    setText(
      this.#readout,
      `${timeText(at, view)} · ${warningsText({ sure: warnings, most: warnings })}, ${normals} normal${more}`,
    );
  }
}
