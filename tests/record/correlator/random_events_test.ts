import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventCorrelatorOptions } from "../../../mod.ts";
import { aggregateByReason, getSpamKeyWithReason } from "../../../src/client_go/mod.ts";
import { seeds } from "../../random.ts";
import { compareRandomly } from "./compare_correlators.ts";

const LENGTH = 5000;

const CASES: Record<string, EventCorrelatorOptions> = {
  "with the defaults": {},
  "with caches of a few records": { cacheSize: 7 },
  "with caches of one record": { cacheSize: 1, maxEvents: 2, burst: 3 },
  "with caches that hold most of it": { cacheSize: 60, burst: 8, qps: 1 / 100, maxEvents: 6 },
  "with groups of three": { cacheSize: 30, maxEvents: 3, maxIntervalMs: 150_000, burst: 30 },
  "with every event combined": { cacheSize: 20, maxEvents: 1, burst: 5, qps: 0.1 },
  "with keys by reason": { cacheSize: 40, spamKey: getSpamKeyWithReason, burst: 2, qps: 0.05 },
  "with functions of the caller": {
    cacheSize: 25,
    burst: 4,
    qps: 1,
    maxEvents: 4,
    aggregateKey: (event) => ({ ...aggregateByReason(event), group: event.involvedObject.name ?? "" }),
    aggregateMessage: (event) => event.reason === "BackOff" ? "again" : "",
    spamKey: (event) => `${event.message} ${(event.count ?? 0) % 3}`,
  },
};

for (const [name, options] of Object.entries(CASES)) {
  for (const seed of seeds(1)) {
    test(`EventCorrelator decides as a naive implementation ${name} (seed ${seed})`, () => {
      const { difference, story, decided, evictions } = compareRandomly({ seed, length: LENGTH, options });
      assert.equal(difference, undefined, `${difference}\n${JSON.stringify(story, null, 2)}`);
      for (const [decision, times] of Object.entries(decided)) {
        if (decision !== "combined" || options.aggregateMessage === undefined) {
          assert.ok(times > 0, `${times} ${decision}`);
        }
      }
      assert.ok(options.cacheSize === undefined || evictions > 100, `${evictions} evictions`);
    });
  }
}

test("compareRandomly() finds a difference and the shortest steps to it", () => {
  const { difference, story } = compareRandomly({
    seed: 9,
    length: 2000,
    options: { burst: 26 },
    expected: { burst: 25 },
  });
  assert.match(difference ?? "", /got \["patch"|got \["create"/);
  assert.equal(story?.length, 26);
});
