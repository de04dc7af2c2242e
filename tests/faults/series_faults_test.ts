import { test } from "node:test";
import assert from "node:assert/strict";
import { FetchEventSink } from "../../mod.ts";
import { EventRecording, EventSeriesCorrelator } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { seeded, seeds } from "../random.ts";
import { accounted } from "../record/recording/accounted.ts";
import { type Fault, FAULTS, faultyFetch } from "./faulty_fetch.ts";
import { PacedTime } from "./paced_time.ts";
import { eventsV1Api } from "./recorded_api.ts";
import { storedEvents } from "./stored_events.ts";

const EVENTS = 3000;
/** Transient faults. */
const PASSING = FAULTS.filter((fault) => !/^4(0[13]|13|22)/.test(fault));

for (const seed of seeds(2)) {
  test(`EventRecording loses no count of a series to transient faults, evictions and sweeps (seed ${seed})`, () =>
    PacedTime.run(async (time) => {
      const random = seeded(seed);
      const pick = (n: number): number => Math.floor(random() * n);
      const api = new EventsApiServer();
      const chooseFault = (): Fault | undefined => random() < 0.3 ? PASSING[pick(PASSING.length)] : undefined;
      const fetch = faultyFetch({ api: api.fetch, choose: chooseFault, hang: time.hang });
      const clock = { ms: 0, now: (): number => clock.ms };
      const correlator = new EventSeriesCorrelator({
        cacheSize: 40,
        maxNotes: 3,
        // Swept every two milliseconds of the timer, finished after twelve of the clock.
        finishAfterMs: 12,
        clock,
      });
      const recording = new EventRecording<"events.k8s.io/v1">(
        time.watch(new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch })),
        { correlator, clock, random, maxTries: 1000, retryDelayMs: 1, requestTimeoutMs: 5 },
      );
      let checks = 0;
      for (let made = 0; made < EVENTS; made++) {
        const pod = `p-${Math.floor(30 * random() ** 2)}`;
        recording.accept(eventsV1Api.makeEvent(`e-${made}`, { pod, message: `note ${pick(5)}`, namespace: "shop" }));
        if (pick(30) === 0) await time.pass();
        const { entries, owed } = recording.stats();
        if (entries === 0) {
          const stored = (await storedEvents(api.fetch)).reduce((sum, { series }) => sum + (series?.count ?? 1), 0);
          assert.equal(stored + owed, made + 1);
          checks++;
        }
        if (pick(100) === 0) await time.until(recording.flush());
        clock.ms += pick(2);
      }
      assert.ok(checks > 0, String(checks));
      await time.until(recording.flush());
      await time.until(recording.stop());
      const stats = recording.stats();
      accounted(stats);
      assert.equal(stats.recorded + stats.coalesced + stats.skipped, EVENTS);
      assert.ok(correlator.stats().evictions > 0);
      const stored = await storedEvents(api.fetch);
      assert.equal(stored.reduce((sum, { series }) => sum + (series?.count ?? 1), 0), EVENTS);
      assert.ok(stored.some(({ message = "" }) => message.startsWith("(combined from similar events): ")));
    }));
}
