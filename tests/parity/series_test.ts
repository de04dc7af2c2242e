import assert from "node:assert/strict";
import { test } from "node:test";
import { replaySeries } from "./replay_series.ts";
import { readVectors } from "./vectors.ts";

const VECTORS = readVectors("series");

test("EventSeriesCorrelator writes series as client-go does, except for the deliberate times of writes", () => {
  const { events, differences, mistakes } = replaySeries(VECTORS);
  assert.equal(mistakes.join("\n"), "");
  assert.ok(events > 1000, `${events} events`);
  for (const [difference, times] of Object.entries(differences)) assert.ok(times > 0, `never met ${difference}`);
});

test("replaySeries() finds a changed decision and a changed count", () => {
  const patched = VECTORS.split("\n").find((line) => line.includes('"of"') && line.includes('"count":2'))!;
  for (const changed of [patched.replace('"count":2', '"count":3'), patched.replace(/,"writes".*/, "}")]) {
    assert.equal(replaySeries(VECTORS.replace(patched, changed)).mistakes.length, 1);
  }
});
