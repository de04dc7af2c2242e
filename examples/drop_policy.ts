// What happens to a watcher that is too slow? deno run examples/drop_policy.ts

import { Broadcaster, type Watcher, type WhenFull } from "@kubecast/events";

const broadcaster = new Broadcaster<number>();

/** A watcher with room for three events. It reports its losses once each time it falls behind. */
function watch(whenFull: WhenFull): Watcher<number> {
  return broadcaster.watch({
    highWaterMark: 3,
    whenFull,
    onDrop: ({ missed, total }) => console.log(`${whenFull} missed ${missed}, ${total} in all`),
  });
}

const newest = watch("drop-newest"); // keeps the first events, as client-go does
const oldest = watch("drop-oldest"); // keeps the latest events
const closing = watch("close"); // is closed when it falls behind

for (let i = 1; i <= 10; i++) broadcaster.actionOrDrop("ADDED", i);
await broadcaster.shutdown();

for (const [name, watcher] of Object.entries({ newest, oldest, closing })) {
  const read: number[] = [];
  for await (const { object } of watcher) read.push(object);
  console.log(`${name}: read ${read.join(", ")}; lost ${watcher.dropped}`);
}

// The fourth mode makes the producer wait: nothing is dropped, and action() resolves when there is room.
const patient = new Broadcaster<number>({ incomingHighWaterMark: 1 });
const waiting = patient.watch({ highWaterMark: 1, whenFull: "wait" });
const producer = (async () => {
  for (let i = 1; i <= 5; i++) await patient.action("ADDED", i);
  await patient.shutdown();
})();
const read: number[] = [];
for await (const { object } of waiting) read.push(object);
await producer;
console.log(`wait: read ${read.join(", ")}; lost ${waiting.dropped}`);
// drop-newest missed 7, 7 in all
// drop-oldest missed 7, 7 in all
// close missed 1, 1 in all
// newest: read 1, 2, 3; lost 7
// oldest: read 8, 9, 10; lost 7
// closing: read 1, 2, 3; lost 1
// wait: read 1, 2, 3, 4, 5; lost 0
