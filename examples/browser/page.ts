// A page to play with: deno task more page, then open dist/browser/index.html

import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
import { showAccount } from "./account.ts";
import { element, show } from "./element.ts";
import { showEvents } from "./event_table.ts";
import { showFlights } from "./flights.ts";
import { noteOutcome, showOutcomes } from "./latest_outcomes.ts";
import { scenes, trickle } from "./scenes.ts";
import { SwitchableApi } from "./switchable_api.ts";
import { WatcherCard } from "./watcher_card.ts";

const CONCURRENCY = 4;

const api = new SwitchableApi();
/** When the recording tries again; kept after a failure, until a write succeeds. */
let nextTryAt: number | undefined;
const broadcaster = new EventBroadcaster({ incomingHighWaterMark: 200 });
const recorder = broadcaster.newRecorder({ component: "kubelet", host: "this-page" });
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }), {
  concurrency: CONCURRENCY,
  backoff(tries, random) {
    const pauseMs = Math.min(500 * 2 ** Math.min(tries, 4), 4000) * (1 + random()) / 2;
    nextTryAt = Date.now() + pauseMs;
    return pauseMs;
  },
  maxTries: 1000,
  onOutcome(outcome) {
    if (outcome.type === "recorded") nextTryAt = undefined;
    noteOutcome(outcome);
  },
});
const watchers = [
  new WatcherCard("Quick watcher", broadcaster, { paceMs: 0, highWaterMark: 100, whenFull: "drop-newest" }),
  new WatcherCard("Slow watcher", broadcaster, { paceMs: 60, highWaterMark: 40, whenFull: "drop-newest" }),
];
element("watchers").append(...watchers.map((watcher) => watcher.element));

for (const { title, explanation, play } of scenes) {
  const button = document.createElement("button");
  button.innerHTML = `${title}<small>${explanation}</small>`;
  button.addEventListener("click", () => play(recorder));
  element("scenes").append(button);
}

const up = element<HTMLInputElement>("api");
const latency = element<HTMLInputElement>("latency");
const steady = element<HTMLInputElement>("steady");

function refresh(): void {
  api.isUp = up.checked;
  api.latencyMs = latency.valueAsNumber;
  show(element("api-state"), api.isUp ? "The API is up" : "The API is down");
  show(element("latency-shown"), `${api.latencyMs} ms`);
  const { accepted, queued, refused } = broadcaster.stats();
  show(element("said"), accepted);
  show(element("incoming"), queued);
  show(element("refused"), Object.values(refused).reduce((sum, count) => sum + count, 0));
  for (const watcher of watchers) watcher.refresh();
  const stats = recording.stats();
  show(element("entries"), stats.entries);
  show(element("requests"), stats.requests);
  show(element("retries"), stats.retries);
  showFlights(api.inFlight, { concurrency: CONCURRENCY, nextTryAt: stats.pending > 0 ? nextTryAt : undefined });
  showAccount(stats);
  showOutcomes();
}

up.addEventListener("change", refresh);
setInterval(refresh, 100);
setInterval(() => steady.checked && trickle(recorder), 150);
showEvents(api.peek);
refresh();
