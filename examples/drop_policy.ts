// What happens to a watcher that is too slow? deno run examples/drop_policy.ts

import { Broadcaster } from "@kubecast/events";

const broadcaster = new Broadcaster<number>();
const options = {
  highWaterMark: 3,
  onDrop: ({ missed, total }: { missed: number; total: number }) => console.log(`  missed ${missed}, ${total} in all`),
};
const newest = broadcaster.watch({ ...options, whenFull: "drop-newest" }); // keeps what came first, as client-go does
const oldest = broadcaster.watch({ ...options, whenFull: "drop-oldest" }); // keeps what came last
const closing = broadcaster.watch({ ...options, whenFull: "close" }); // is closed when it falls behind

for (let i = 1; i <= 10; i++) broadcaster.actionOrDrop("ADDED", i);
await broadcaster.shutdown();

for (const [name, watcher] of Object.entries({ newest, oldest, closing })) {
  const read: number[] = [];
  for await (const { object } of watcher) read.push(object);
  console.log(`${name}: read ${read.join(", ")}; lost ${watcher.dropped}`);
}

// The fourth mode makes the producer wait instead: nothing is lost, and action() resolves when there is room.
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
