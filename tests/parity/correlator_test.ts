import assert from "node:assert/strict";
import { test } from "node:test";
import { replayCorrelator } from "./replay_correlator.ts";
import { readVectors } from "./vectors.ts";

const VECTORS = readVectors("correlator");

test("EventCorrelator decides as client-go's, except for deliberate differences", () => {
  const { stories, events, differences, mistakes } = replayCorrelator(VECTORS);
  assert.equal(mistakes.join("\n"), "");
  assert.equal(stories, 10);
  assert.ok(events > 2000, `${events} events`);
  for (const [difference, times] of Object.entries(differences)) assert.ok(times > 0, `never met ${difference}`);
});

test("replayCorrelator() finds a changed count, name, field, patch and decision", () => {
  const patched = VECTORS.split("\n").find((line) => line.includes('"is":"patch"') && line.includes("combined"))!;
  const changes: readonly ((line: string) => string)[] = [
    (line) => line.replace(/"event":\{"count":\d+/, '"event":{"count":77'),
    (line) => line.replace(/"name":"[^"]*"/, '"name":"other"'),
    (line) => line.replace('"event":{', '"event":{"action":"Pull",'),
    (line) => line.replace(/"patch":\{"count":\d+/, '"patch":{"count":77'),
    (line) => line.replace('"is":"patch"', '"is":"skip"'),
    (line) => line.replace('"is":"patch"', '"is":"create"'),
  ];
  for (const change of changes) {
    assert.notEqual(change(patched), patched);
    assert.equal(replayCorrelator(VECTORS.replace(patched, () => change(patched))).mistakes.length, 1);
  }
});
