import type { AnyEvent } from "../../base/event/event.ts";
import { counted } from "../../base/tools/text.ts";
import { Timeline, type TimelineSnapshot } from "../../read/timeline/mod.ts";
import { Histogram } from "./chart.ts";
import { Details } from "./details.ts";
import { html, set } from "./element.ts";
import { type About, followServer, type Line, occurrencesOf, type Reading, savedLines, takeToken } from "./feed.ts";
import { footer } from "./footer.ts";
import { Lanes } from "./lanes.ts";
import { readoutOf } from "./readout.ts";
import { type State, StateView } from "./state_view.ts";
import { GROUPINGS, type Lane } from "../../read/timeline/lane.ts";
import { beginOf, type Choice, latestOf, type Picture, pictureOf } from "../../read/timeline/picture.ts";
import { changesText, failingText, notesOf, troubleText } from "../../read/timeline/picture_text.ts";
import { tallyText } from "../../read/timeline/tally.ts";
import { timeText, viewOf } from "../../read/timeline/time_axis.ts";

// The page is drawn from a picture of the timeline (../../read/timeline/picture.ts), which the terminal shares:
//
//   Page         page.ts      reads, keeps the user's choices, and draws
//   feed         feed.ts      lines of the server, or of the saved file
//   Histogram    chart.ts     the overview, and the marks of each lane (readout.ts: the counts at the pointer)
//   StateView    state_view.ts the source, whether reading works, and why nothing is shown
//   Lanes        lanes.ts     the list of lanes, and which of them are in sight
//   LaneView     lane_view.ts   one of them
//   Details      details.ts   everything about one lane
//   footer       footer.ts    the legend and the keys
//   html, svg    element.ts   elements of the document

const HOUR_MS = 3_600_000;
const MIN_ZOOM_MS = 60_000;
/** Drawing new data may take one part in this many of the time; the user's actions are drawn at once. */
const DATA_SHARE = 5;
const MIN_DATA_PAUSE_MS = 250;

/** By how many rows keys move the selection, by which factor they zoom, and by which share of the view they move it. */
const MOVES: Readonly<Record<string, number>> = {
  __proto__: null!,
  ...{ j: 1, k: -1, ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity },
};
const ZOOMS: Readonly<Record<string, readonly [factor: number, by: number]>> = {
  __proto__: null!,
  ...{ "+": [0.5, 0], "=": [0.5, 0], "-": [2, 0], "[": [1, -0.5], "]": [1, 0.5] },
};

/** The page: its data, the user's choices, and the parts that show them. */
class Page {
  readonly #timeline = new Timeline({ maxEvents: 100_000 });
  #about: About = { title: "Kubernetes events", selection: "", sinceMs: Date.now(), kubectlFlags: "" };
  #reading: Reading = { name: "loading" };
  readonly #hidden = new WeakSet<AnyEvent>();
  #forgotten = 0;
  #lost: (State & { readonly name: "disconnected" }) | undefined;
  #retry: () => void = () => {};
  #zoom: { readonly from: number; readonly to: number } | undefined;
  #open: Lane | undefined;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tookMs = 0;
  #picture: Picture | undefined;
  #pointer: PointerEvent | undefined;
  /** The trouble shown when the user last looked; until a live page has been read, no trouble counts as new. */
  #seen: ReadonlySet<string> | undefined;

  readonly #grouping = this.#select("Rows", GROUPINGS.map((name) => [name, `By ${name}`]));
  readonly #only = this.#select("Events", [["all", "All events"], ["trouble", "Trouble"], ["now", "Failing now"]]);
  readonly #namespace = this.#select("Namespace", [["", "All namespaces"]]);
  readonly #text = html("input", {
    type: "search",
    placeholder: matchMedia("(max-width: 719px)").matches ? "Filter" : "Filter: name, reason, message, node",
    "aria-label": "Filter by name, reason, message, reporter or node",
    input: () => this.drawSoon(),
  });
  readonly #state = new StateView({
    onRetry: () => this.#retry(),
    onClear: () => this.#clear(),
    onTick: () => this.drawSoon(),
  });
  readonly #sum = html("div", { class: "sum" });
  readonly #histogram = new Histogram((from, to) => this.#zoomTo(from, to));
  readonly #lanes = new Lanes({
    onSelect: (lane, isOpen) => {
      if (isOpen || this.#open !== undefined) this.#open = lane;
      this.drawSoon();
    },
    onExpand: () => this.drawSoon(),
    isNew: (lane) => this.#isNew(lane),
  });
  /** A line through all charts, at the pointer. */
  readonly #hair = html("div", { class: "hair", hidden: true });
  readonly #details = new Details({ onClose: () => this.#closeDetails() });

  constructor() {
    document.body.append(
      html(
        "header",
        {},
        this.#state.title,
        html("div", { class: "choices" }, this.#grouping, this.#only, this.#namespace, this.#text),
      ),
      this.#state.banner,
      html(
        "main",
        {
          pointermove: (event: PointerEvent) => this.#hover(this.#pointer = event),
          pointerleave: () => this.#hover(this.#pointer = undefined),
        },
        html("div", { class: "overview" }, this.#sum, this.#histogram.element),
        this.#state.empty,
        this.#lanes.element,
        this.#hair,
      ),
      this.#details.element,
      footer(),
    );
    this.#listen();
  }

  /** Shows a saved file, or follows `kubecast ui`. */
  async start(): Promise<void> {
    this.#draw();
    const saved = await savedLines();
    if (saved !== undefined) {
      for (const line of saved) this.#take(line);
      return this.drawSoon();
    }
    this.#timeline.subscribe(() => this.#drawForData());
    await followServer(takeToken(), {
      onLine: (line) => {
        this.#lost = undefined;
        this.#take(line);
      },
      onLost: (text, retryAtMs, retry) => {
        this.#lost = { name: "disconnected", text, retryAtMs };
        this.#retry = retry;
        this.drawSoon();
      },
      onRefused: (text) => {
        this.#reading = { name: "refused", text };
        this.drawSoon();
      },
    });
  }

  #take(line: Line): void {
    const { about, gap, reading } = line;
    if (about !== undefined) {
      this.#about = about;
      document.title = `${about.title}: events`;
    }
    if (line.forgotten !== undefined) this.#forgotten = line.forgotten;
    if (gap !== undefined) this.#timeline.gap(gap.from, gap.to);
    if (line.isHidden) this.#hidden.add(line.event!);
    for (const occurrence of occurrencesOf(line)) this.#timeline.add(occurrence);
    if (reading !== undefined) {
      this.#reading = reading;
      this.drawSoon();
    }
  }

  /** Draws an action of the user, in the next frame. */
  drawSoon(): void {
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  /** Draws new data, for at most a fifth of the time, so that the page stays responsive. */
  #drawForData(): void {
    this.#timer ??= setTimeout(() => this.drawSoon(), Math.max(MIN_DATA_PAUSE_MS, DATA_SHARE * this.#tookMs));
  }

  #select(label: string, options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
    const change = (): void => this.drawSoon();
    return html(
      "select",
      { "aria-label": label, change },
      ...options.map(([value, text]) => html("option", { value }, text)),
    );
  }

  get #choice(): Choice {
    const [grouping, only] = [this.#grouping.value, this.#only.value] as [Choice["grouping"], Choice["only"]];
    const selects: Choice["selects"] = ({ latest }) => !this.#hidden.has(latest.event);
    return { grouping, only, namespace: this.#namespace.value, text: this.#text.value, selects };
  }

  get #now(): number {
    return this.#about.nowMs ?? Date.now();
  }

  /** The times to show: those that the user chose, all of a file, or the last hour, with any times of a clock ahead. */
  #window(): { readonly from: number; readonly to: number } {
    const [{ fromMs, toMs }, now] = [this.#about, this.#now];
    const snapshot = this.#timeline.getSnapshot();
    const to = toMs ?? Math.max(now, latestOf(snapshot, now) + 1);
    return this.#zoom ?? { from: fromMs ?? (toMs === undefined ? now - HOUR_MS : beginOf(snapshot, toMs)), to };
  }

  #draw(): void {
    const startMs = performance.now();
    this.#frame = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const state = this.#lost ?? this.#reading;
    // Set before anything is measured, because the details take room from the rest.
    this.#details.element.hidden = this.#open === undefined;
    document.body.toggleAttribute("data-details", this.#open !== undefined);
    const { from, to } = this.#window();
    const view = viewOf(from, to, Math.max(120, this.#histogram.element.clientWidth));
    const snapshot = this.#timeline.getSnapshot();
    const { events, gaps } = snapshot;
    if (state.name === "live" && this.#seen === undefined) this.#look();
    const picture = this.#picture = pictureOf(snapshot, this.#choice, view, this.#now);
    // Don't draw a half-read list.
    const isRead = state.name === "live" || state.name === "saved" || events.length > 0 && state.name !== "loading";
    document.body.dataset["state"] = state.name;
    document.body.toggleAttribute("data-gap", gaps.some((gap) => gap.to >= view.from && gap.from < view.to));
    this.#state.draw(state, this.#about);
    this.#drawNamespaces(picture.namespaces);
    this.#drawSum(picture, state, isRead, snapshot);
    const isEmpty = picture.began.length + picture.before.length + picture.calm.length === 0;
    // Before the lanes, which measure the room that it leaves.
    this.#state.drawEmpty(state, isEmpty ? { isRead, hasEvents: events.length > 0 } : undefined);
    this.#histogram.draw(picture, gaps, isRead);
    this.#lanes.draw(picture, gaps);
    this.#hover(this.#pointer);
    if (this.#open !== undefined) {
      this.#open = this.#lanes.selected ?? this.#open;
      this.#details.draw(this.#open, view, snapshot, this.#about.kubectlFlags);
    }
    this.#tookMs = performance.now() - startMs;
  }

  #look(): void {
    const troubles = this.#timeline.getSnapshot().events.filter(({ isTrouble }) => isTrouble);
    this.#seen = new Set(troubles.map(({ key }) => key));
  }

  #isNew(lane: Lane): boolean {
    const seen = this.#seen;
    if (seen === undefined || lane.onset === Infinity) return false;
    if (lane.isFold) return lane.parts.some((part) => this.#isNew(part));
    return lane.events.every(({ isTrouble, key }) => !isTrouble || !seen.has(key));
  }

  /** Shows the counts at the pointer: of a row, by reason; otherwise, of all events. */
  #hover(pointer: PointerEvent | undefined): void {
    const { left = 0, width = 0 } = pointer ? this.#histogram.element.getBoundingClientRect() : {};
    const x = (pointer?.clientX ?? -1) - left;
    this.#hair.hidden = this.#picture === undefined || x < 0 || x >= width;
    if (this.#picture === undefined || this.#hair.hidden) return this.#histogram.read();
    this.#hair.style.transform = `translateX(${pointer!.clientX}px)`;
    const { view } = this.#picture;
    const from = view.from + Math.floor(x / width * view.buckets) * view.stepMs;
    this.#histogram.read(readoutOf(this.#picture, from, this.#lanes.laneAt(pointer!.target as Element)));
  }

  #drawNamespaces(namespaces: readonly string[]): void {
    // With a single namespace, there is nothing to choose.
    this.#namespace.hidden = namespaces.length < 2;
    if (this.#namespace.options.length === namespaces.length + 1) return;
    const { value } = this.#namespace;
    const all = html("option", { value: "" }, "All namespaces");
    this.#namespace.replaceChildren(all, ...namespaces.map((name) => html("option", { value: name }, name)));
    this.#namespace.value = namespaces.includes(value) ? value : "";
  }

  #drawSum(picture: Picture, state: State, isRead: boolean, snapshot: TimelineSnapshot): void {
    const { troubled, failing, troubles, normals, objects, view, histogram } = picture;
    const isCertain = state.name === "live" || state.name === "saved";
    const title = isRead && troubled > 0
      ? troubleText(picture, this.#choice.grouping)
      : isRead && isCertain
      ? this.#namespace.value + this.#text.value === "" ? "No trouble" : "No trouble matches"
      : state.name === "loading"
      ? "…"
      : "–";
    const lines: HTMLElement[] = [html("strong", {}, title)];
    if (isRead) {
      const unknown = [...histogram.unknownTroubles, ...histogram.unknownNormals]
        .reduce((sum, { count }) => sum + count, 0);
      const tallies = [
        `trouble ${tallyText(troubles)}`,
        `normal ${tallyText(normals)}`,
        counted(objects, "object"),
        ...unknown > 0 ? [`${unknown.toLocaleString("en")} at unknown times`] : [],
        ...notesOf(picture, { ...snapshot, forgotten: snapshot.forgotten + this.#forgotten }),
      ];
      if (failing > 0) lines.push(html("span", { class: "failing" }, failingText(picture)));
      lines.push(html("span", {}, tallies.join(" · ")));
      const changes = changesText(picture, snapshot);
      if (changes !== "") lines.push(html("span", { class: "changes", title: changes }, changes));
      const fresh = [...picture.began, ...picture.before].flatMap((lane) => lane.isFold ? lane.parts : lane)
        .filter((lane) => this.#isNew(lane));
      document.body.toggleAttribute("data-new", fresh.length > 0);
      if (fresh.length > 0) {
        const click = (): void => {
          const shown = [...picture.began, ...picture.before].find((lane) => this.#isNew(lane));
          this.#look();
          this.#lanes.open(shown);
        };
        lines.push(html("button", { type: "button", class: "quiet fresh", click }, `${fresh.length} new ↓`));
      }
    }
    if (this.#zoom !== undefined) {
      const text = `${timeText(view.from, view)}–${timeText(view.to, view)}`;
      const back = html("button", { type: "button", class: "quiet", click: () => this.#zoomTo() }, `${text} ✕`);
      set(back, "aria-label", `Only ${text}: show all times`);
      lines.push(back);
    }
    const isSame = lines.length === this.#sum.children.length &&
      lines.every((line, i) => line.textContent === this.#sum.children[i]!.textContent);
    // Not replaced if unchanged, because a button would lose the focus.
    if (!isSame) this.#sum.replaceChildren(...lines);
  }

  #zoomTo(from?: number, to?: number): void {
    this.#zoom = from === undefined || to === undefined ? undefined : { from, to: Math.max(to, from + MIN_ZOOM_MS) };
    this.drawSoon();
  }

  /** Zooms around the middle, or moves to earlier or later times. */
  #shift(factor: number, by: number): void {
    const { from, to } = this.#window();
    const length = Math.max(MIN_ZOOM_MS, (to - from) * factor);
    const middle = (from + to) / 2 + by * (to - from);
    this.#zoomTo(middle - length / 2, middle + length / 2);
  }

  #next(select: HTMLSelectElement): void {
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    this.drawSoon();
  }

  #clear(): void {
    this.#text.value = this.#namespace.value = "";
    this.#only.value = "all";
    this.#zoomTo();
  }

  #closeDetails(): void {
    this.#open = undefined;
    this.#draw();
    this.#lanes.focus();
  }

  /** Goes one step back: closes the details, then undoes the zoom, then the filter. */
  #back(): void {
    if (this.#open !== undefined) this.#closeDetails();
    else if (this.#zoom !== undefined) this.#zoomTo();
    else this.#clear();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (event.key === "Escape") {
      if (target === this.#text) this.#text.blur();
      return this.#back();
    }
    if (target.matches("input[type=search], select, pre, code")) return;
    // Within a control, keys with a longer name are its own.
    if (event.key.length > 1 && target.closest("button, summary, input, aside") !== null) return;
    const actions: Readonly<Record<string, () => void>> = {
      __proto__: null!,
      "/": () => this.#text.focus(),
      g: () => this.#next(this.#grouping),
      w: () => this.#next(this.#only),
      0: () => this.#zoomTo(),
      ArrowRight: () => this.#lanes.expand(true) || this.#lanes.open(),
      ArrowLeft: () => this.#lanes.expand(false) || this.#closeDetails(),
      Enter: () => this.#lanes.open(),
    };
    const [by, zoom] = [MOVES[event.key], ZOOMS[event.key]];
    const action = by ? () => this.#lanes.move(by) : zoom ? () => this.#shift(...zoom) : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  #listen(): void {
    addEventListener("keydown", (event) => this.#onKey(event));
    addEventListener("resize", () => this.drawSoon());
    for (const [name, isPrinting] of [["beforeprint", true], ["afterprint", false]] as const) {
      addEventListener(name, () => {
        this.#lanes.isPrinting = isPrinting;
        this.#draw();
      });
    }
    // Time moves on even without events.
    setInterval(() => this.#about.toMs === undefined && !document.hidden && this.#drawForData(), 5000);
  }
}

void new Page().start();
