import { test } from "node:test";
import assert from "node:assert/strict";
import { EventCorrelator, EventRecording } from "../../src/client_go/mod.ts";
import { seeded, seeds } from "../random.ts";
import { accounted } from "../record/recording/accounted.ts";
import { HeldSink } from "../record/recording/held_sink.ts";
import { makeEvent } from "../record/recording/make_event.ts";

const EVENTS = 1000;

for (const cacheSize of [1, 2, 4]) {
  for (const seed of seeds(1)) {
    test(`EventRecording counts every event that cacheSize ${cacheSize} evicts while its writes are in flight (seed ${seed})`, async () => {
      const random = seeded(seed);
      const pick = (n: number): number => Math.floor(random() * n);
      const sink = new HeldSink();
      const counts = new Map<string, number>();
      let answered = 0;
      const answerAll = (): void => {
        for (; answered < sink.requests.length; answered++) {
          const { event: { metadata, count = 0 }, answer } = sink.requests[answered]!;
          assert.ok(count >= (counts.get(metadata.name!) ?? 0), `${metadata.name} goes back to ${count}`);
          counts.set(metadata.name!, count);
          answer();
        }
      };
      const correlator = new EventCorrelator({ cacheSize, burst: EVENTS, maxEvents: EVENTS });
      const recording = new EventRecording(sink, { correlator });
      let pod = "p-0";
      for (let made = 0; made < EVENTS; made++) {
        if (pick(4) === 0) pod = `p-${pick(8)}`;
        recording.accept(makeEvent(`e-${made}`, { pod }));
        // Requests leave in a microtask.
        if (pick(2) === 0) await undefined;
        if (pick(8) === 0) answerAll();
      }
      const flushed = recording.flush();
      while (recording.stats().pending > 0) {
        answerAll();
        await undefined;
      }
      accounted(await flushed);
      await recording.stop();
      assert.ok(correlator.stats().deduplicator.evictions > 50);
      assert.equal([...counts.values()].reduce((sum, count) => sum + count, 0), EVENTS);
    });
  }
}
