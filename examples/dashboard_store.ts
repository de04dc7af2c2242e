// How do I show events in React, Vue, Svelte or Solid? deno run examples/dashboard_store.ts
//
// In React: const { events } = useSyncExternalStore(timeline.subscribe, timeline.getSnapshot);
// A row: const event = useSyncExternalStore(timeline.subscribe, () => timeline.get(key));
import { createEventRecorder } from "@kubecast/events";
import { EventReader } from "@kubecast/events/reader";
import { EventsApiServer } from "@kubecast/events/server";
import { Timeline } from "@kubecast/events/timeline";

const { fetch } = new EventsApiServer(); // for a cluster: new EventReader({ server, token })
const timeline = new Timeline();
const aborter = new AbortController();
const following = timeline.follow(new EventReader({ fetch }), { signal: aborter.signal });
let rendered = Promise.withResolvers<void>();
timeline.subscribe(() => {
  const { events } = timeline.getSnapshot();
  console.log(events.map(({ name, reason, count, isTrouble }) => `${isTrouble ? "!" : ""}${name} ${reason} ${count}`));
  rendered.resolve();
});
const recorder = createEventRecorder({ component: "example-controller", fetch });
for (const [name, type] of [["web", "Normal"], ["db", "Warning"], ["web", "Warning"]] as const) {
  rendered = Promise.withResolvers();
  await recorder.write({ kind: "Pod", namespace: "shop", name }, { type, reason: "Checked", message: "Checked it" });
  await rendered.promise; // one rendering per event
}
await recorder.shutdown();
aborter.abort();
await following;
// [ "web Checked 1" ]
// [ "web Checked 1", "!db Checked 1" ]
// [ "web Checked 1", "!db Checked 1", "!web Checked 1" ]
