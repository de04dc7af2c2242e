import { copyButton, html, setText } from "./element.ts";
import type { About, Reading } from "./feed.ts";
import { dateText } from "../../read/timeline/time_axis.ts";

const HOUR_MS = 3_600_000;

/** The state of reading, as reported by the server, or a lost connection to it. */
export type State = Reading | { readonly name: "disconnected"; readonly text: string; readonly retryAtMs: number };

const NAMES = {
  loading: "Reading events…",
  unreachable: "The cluster does not answer",
  refused: "Refused",
  disconnected: "Disconnected",
};

interface StateOptions {
  readonly onRetry: () => void;
  readonly onClear: () => void;
  /** Called when a second of waiting is over. */
  readonly onTick: () => void;
}

/** Shows the state of reading: in the header, in a banner if it fails, and in place of lanes if there are none. */
export class StateView {
  readonly #options: StateOptions;
  readonly #name = html("h1", {}, "Kubernetes events");
  readonly #state = html("span", { class: "state", role: "status" });
  readonly title: HTMLElement = html("div", { class: "which" }, this.#name, this.#state);
  readonly #bannerText = html("span", { role: "alert" });
  /** The countdown, which is not in the alert, so that screen readers do not read out every second. */
  readonly #countdown = html("span", {});
  readonly #bannerButton = html(
    "button",
    { type: "button", class: "quiet", click: () => this.#options.onRetry() },
    "Try now",
  );
  readonly banner: HTMLElement = html(
    "div",
    { class: "banner" },
    this.#bannerText,
    this.#countdown,
    this.#bannerButton,
  );
  readonly empty: HTMLElement = html("div", { class: "empty" });
  #tick: ReturnType<typeof setTimeout> | undefined;

  constructor(options: StateOptions) {
    this.#options = options;
  }

  draw(state: State, about: About): void {
    setText(this.#name, about.title);
    setText(this.#state, [this.#text(state, about), about.selection].filter((text) => text !== "").join(" · "));
    this.#drawBanner(state);
  }

  /** Shows why there are no lanes. */
  drawEmpty(state: State, nothing?: { readonly isRead: boolean; readonly hasEvents: boolean }): void {
    this.empty.hidden = nothing === undefined;
    if (nothing === undefined) return;
    const { isRead, hasEvents } = nothing;
    const key = `${state.name} ${state.text} ${isRead} ${hasEvents}`;
    if (this.empty.dataset["key"] === key) return;
    this.empty.dataset["key"] = key;
    const say = (title: string, ...more: readonly Node[]): void =>
      this.empty.replaceChildren(html("h2", {}, title), ...more);
    if (state.name === "refused") {
      const { fix } = state;
      const command = (text: string): HTMLElement[] => [
        html("p", {}, "An administrator of the cluster can permit it:"),
        html("div", { class: "command" }, html("code", { tabindex: 0 }, text), copyButton(() => text)),
      ];
      say("Cannot read events", ...fix === undefined ? [] : command(fix));
    } else if (!isRead) say(state.name === "loading" ? "Reading events…" : "Cannot read events");
    else if (hasEvents) {
      const clear = html(
        "button",
        { type: "button", class: "quiet", click: () => this.#options.onClear() },
        "Show everything",
      );
      say("Nothing matches", html("p", {}, "No event matches the filter and the times. "), clear);
    } else say("No events", html("p", {}, state.text ?? "Most clusters keep them for an hour."));
  }

  #text({ name, atMs = NaN }: State & Pick<Reading, "atMs">, { sinceMs, toMs = NaN }: About): string {
    if (name === "live") return `Live, reading since ${dateText(sinceMs).slice(11)}`;
    if (name !== "saved") return NAMES[name];
    return `${toMs < atMs - HOUR_MS ? `Until ${dateText(toMs)}, saved` : "Saved"} ${dateText(atMs)}`;
  }

  #drawBanner(state: State): void {
    const isShown = state.name === "unreachable" || state.name === "refused" || state.name === "disconnected";
    this.banner.hidden = !isShown;
    this.#bannerButton.hidden = state.name !== "disconnected";
    if (!isShown) return;
    setText(this.#bannerText, state.text ?? "");
    const leftMs = (state.retryAtMs ?? NaN) - Date.now();
    const isFinal = state.name === "refused" && state.retryAtMs === undefined;
    setText(
      this.#countdown,
      leftMs > 0 ? `Trying again in ${Math.ceil(leftMs / 1000)} s.` : isFinal ? "" : "Trying again…",
    );
    clearTimeout(this.#tick);
    if (leftMs > 0) this.#tick = setTimeout(() => this.#options.onTick(), leftMs % 1000 + 10);
  }
}
