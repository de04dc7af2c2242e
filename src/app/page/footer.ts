import { html } from "./element.ts";
import { FAILING_TEXT } from "../../read/timeline/facts.ts";

const LEGEND = [
  ["trouble", "■", "Trouble"],
  ["normal", "■", "Normal"],
  ["trouble", "╍", "at unknown times between"],
  ["gap", "▨", "not watched"],
  ["onset", "●", FAILING_TEXT],
  ["new", "new", "since you looked"],
] as const;
const KEYS = { "↑ ↓": "select", "→": "open", "/": "filter", g: "group", w: "trouble" };

/** Creates the line below the lanes: what the marks mean, the keys, and the zone of the times. */
export function footer(): HTMLElement {
  return html(
    "footer",
    {},
    html(
      "div",
      { class: "legend" },
      ...LEGEND.map(([kind, sign, text]) =>
        html("span", {}, html("span", { class: kind, "aria-hidden": "true" }, sign), ` ${text}`)
      ),
    ),
    html(
      "div",
      { class: "keys" },
      ...Object.entries(KEYS).map(([keys, text]) =>
        html("span", {}, ...keys.split(" ").map((key) => html("kbd", {}, key)), ` ${text}`)
      ),
      html("span", {}, "drag the chart to zoom, ", html("kbd", {}, "0"), " back"),
      html("span", {}, `times: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`),
    ),
  );
}
