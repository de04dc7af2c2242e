import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregateByReason, type EventCorrelatorOptions, getSpamKeyWithReason } from "../../mod.ts";
import { compareRandomly } from "./compare_correlators.ts";

const LENGTH = 15_000;

const CASES: Record<string, { seed: number; options: EventCorrelatorOptions }> = {
  "with the defaults": { seed: 1, options: {} },
  "with caches of a few records": { seed: 2, options: { cacheSize: 7 } },
  "with caches of one record": { seed: 3, options: { cacheSize: 1, maxEvents: 2, burst: 3 } },
  "with caches that hold most of it": { seed: 4, options: { cacheSize: 60, burst: 8, qps: 1 / 100, maxEvents: 6 } },
  "with groups of three": { seed: 5, options: { cacheSize: 30, maxEvents: 3, maxIntervalMs: 150_000, burst: 30 } },
  "with every event combined": { seed: 6, options: { cacheSize: 20, maxEvents: 1, burst: 5, qps: 0.1 } },
  "with keys by reason": {
    seed: 7,
    options: { cacheSize: 40, spamKey: getSpamKeyWithReason, burst: 2, qps: 0.05 },
  },
  "with functions of the caller": {
    seed: 8,
    options: {
      cacheSize: 25,
      burst: 4,
      qps: 1,
      maxEvents: 4,
      aggregateKey: (event) => ({ ...aggregateByReason(event), group: event.involvedObject.name ?? "" }),
      aggregateMessage: (event) => event.reason === "BackOff" ? "again" : "",
      spamKey: (event) => `${event.message} ${(event.count ?? 0) % 3}`,
    },
  },
};

for (const [name, { seed, options }] of Object.entries(CASES)) {
  test(`EventCorrelator decides as the naive one ${name}`, () => {
    const { difference, story, decided, evictions } = compareRandomly({ seed, length: LENGTH, options });
    assert.equal(difference, undefined, `${difference}\n${JSON.stringify(story, null, 2)}`);
    for (const [decision, times] of Object.entries(decided)) {
      if (decision !== "combined" || options.aggregateMessage === undefined) {
        assert.ok(times > 50, `${times} ${decision}`);
      }
    }
    assert.ok(options.cacheSize === undefined || evictions > 100, `${evictions} evictions`);
  });
}

test("The comparison with the naive correlator finds a difference and the shortest story of it", () => {
  const { difference, story } = compareRandomly({
    seed: 9,
    length: 2000,
    options: { burst: 26 },
    expected: { burst: 25 },
  });
  assert.match(difference ?? "", /got \["patch"|got \["create"/);
  assert.equal(story?.length, 26);
});
