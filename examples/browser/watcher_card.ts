import type { CoreV1Event, EventBroadcaster, Watcher, WhenFull } from "@kubecast/events";
import { show } from "./element.ts";

/** How a watcher starts out. */
export interface WatcherCardOptions {
  readonly paceMs: number;
  readonly highWaterMark: number;
  readonly whenFull: WhenFull;
}

/** A watcher and its controls: how long it takes for an event, how much it queues, and what happens when that is full. */
export class WatcherCard {
  readonly element: HTMLElement = document.createElement("div");
  readonly #broadcaster: EventBroadcaster;
  readonly #pace: HTMLInputElement;
  readonly #mark: HTMLInputElement;
  readonly #mode: HTMLSelectElement;
  #watcher: Watcher<CoreV1Event> | undefined;
  #seen = 0;

  constructor(name: string, broadcaster: EventBroadcaster, { paceMs, highWaterMark, whenFull }: WatcherCardOptions) {
    this.#broadcaster = broadcaster;
    this.element.className = "watcher";
    this.element.role = "group";
    this.element.ariaLabel = name;
    this.element.innerHTML = `<h3>${name} <small class="state"></small></h3>
      <div class="queue" role="meter" aria-label="Queue of the ${name.toLowerCase()}" aria-valuemin="0"><i></i></div>
      <dl class="numbers">
        <div><dt>Queued</dt><dd class="queued">0</dd></div>
        <div><dt>Seen</dt><dd class="seen">0</dd></div>
        <div><dt>Lost</dt><dd class="lost">0</dd></div>
      </dl>
      <label class="range">Time per event <b class="pace-shown"></b>
        <input class="pace" type="range" min="0" max="500" step="10" value="${paceMs}"></label>
      <label class="range">High-water mark <b class="mark-shown"></b>
        <input class="mark" type="range" min="1" max="200" value="${highWaterMark}"></label>
      <label>When full <select>${
      ["drop-newest", "drop-oldest", "wait", "close"].map((mode) => `<option>${mode}</option>`).join("")
    }</select></label>
      <button type="button">Restart the ${name.toLowerCase()}</button>`;
    this.#pace = this.#part("input.pace");
    this.#mark = this.#part("input.mark");
    this.#mode = this.#part("select");
    this.#mode.value = whenFull;
    this.#mark.addEventListener("change", () => this.#watch());
    this.#mode.addEventListener("change", () => this.#watch());
    this.#part("button").addEventListener("click", () => this.#watch());
    this.#watch();
  }

  #part<E extends HTMLElement>(selector: string): E {
    return this.element.querySelector<E>(selector)!;
  }

  /** Starts over: mark and mode are a watcher's for life. */
  #watch(): void {
    this.#watcher?.stop();
    this.#seen = 0;
    this.#watcher = this.#broadcaster.watch({
      highWaterMark: this.#mark.valueAsNumber,
      whenFull: this.#mode.value as WhenFull,
      handler: () => {
        this.#seen++;
        const paceMs = this.#pace.valueAsNumber;
        return paceMs > 0 ? new Promise((resolve) => void setTimeout(resolve, paceMs)) : undefined;
      },
    });
    this.refresh();
  }

  /** Shows how the watcher is doing. */
  refresh(): void {
    const { queued, dropped } = this.#watcher!;
    const mark = this.#mark.valueAsNumber;
    const queue = this.#part(".queue");
    queue.classList.toggle("full", queued >= mark);
    queue.ariaValueNow = String(queued);
    queue.ariaValueMax = String(mark);
    this.#part(".queue i").style.width = `${Math.min(100, 100 * queued / mark)}%`;
    // The first event for which a watcher of this mode has no room ends it.
    show(this.#part(".state"), this.#mode.value === "close" && dropped > 0 ? "closed" : "");
    show(this.#part(".queued"), queued);
    show(this.#part(".seen"), this.#seen);
    show(this.#part(".lost"), dropped);
    show(this.#part(".pace-shown"), `${this.#pace.value} ms`);
    show(this.#part(".mark-shown"), mark);
  }
}
