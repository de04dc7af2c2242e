import assert from "node:assert/strict";
import { test } from "node:test";
import { EventChange } from "../../../src/serve/server/store/change_history.ts";
import { StoredEvent } from "../../../src/serve/server/store/stored_event.ts";
import { PendingReads } from "../../../src/serve/server/watch/pending_reads.ts";
import { coreEvent } from "./client.ts";

type Watch = Parameters<PendingReads["add"]>[0];

/** A watch that requires these values of the fields `labels`; of `type` alone, if there are such. */
function watchOf(labels: string, values: string): Watch {
  const valuesOf = (event: Record<string, unknown>): string => labels === "" ? "" : String(event[labels]);
  return { required: { labels, values, valuesOf } } as never;
}

const read = { resolve: () => {}, reject: () => {} };

function stored(type: string): StoredEvent {
  return new StoredEvent(coreEvent("a", { type }), { resourceVersion: 2, expiresAtMs: 0 });
}

/** Reads of watches of all events, of warnings (two) and of a reason. */
function setUp() {
  const reads = new PendingReads();
  const watches = [watchOf("", ""), watchOf("type", "Warning"), watchOf("type", "Warning"), watchOf("reason", "Else")];
  for (const watch of watches) reads.add(watch, read);
  const indexesOf = (taken: readonly [Watch, unknown][]): number[] =>
    taken.map(([watch]) => watches.indexOf(watch)).sort();
  return { reads, watches, indexesOf };
}

test("PendingReads.takeConcernedBy() removes the reads whose fields have the required values before or after a change", () => {
  const { reads, indexesOf } = setUp();
  const changed = new EventChange(3, { previous: stored("Warning"), current: stored("Normal") });
  assert.deepEqual(indexesOf(reads.takeConcernedBy([changed])), [0, 1, 2]);
  assert.equal(reads.size, 1);
  assert.deepEqual(reads.takeConcernedBy([changed]), []);
  const { reads: others, indexesOf: takenOf } = setUp();
  const created = new EventChange(3, { current: stored("Normal") });
  const deleted = new EventChange(4, { previous: stored("Warning") });
  assert.deepEqual(takenOf(others.takeConcernedBy([created])), [0]);
  assert.deepEqual(takenOf(others.takeConcernedBy([created, deleted])), [1, 2]);
  assert.equal(others.size, 1);
});

test("PendingReads.take() removes the read of one watch", () => {
  const { reads, watches } = setUp();
  assert.equal(reads.take(watches[1]!), read);
  assert.equal(reads.take(watches[1]!), undefined);
  assert.equal(reads.take(watchOf("other", "")), undefined);
  assert.equal(reads.size, 3);
  assert.equal(reads.take(watches[2]!), read);
  assert.deepEqual([reads.size, Array.from(reads.watches(), (watch) => watches.indexOf(watch))], [2, [0, 3]]);
});

test("PendingReads.watches() may be modified while iterating", () => {
  const { reads, watches } = setUp();
  const seen: number[] = [];
  for (const watch of reads.watches()) {
    seen.push(watches.indexOf(watch));
    assert.equal(reads.take(watch), read);
  }
  assert.deepEqual(seen.sort(), [0, 1, 2, 3]);
  assert.equal(reads.size, 0);
  assert.deepEqual([...reads.watches()], []);
  assert.deepEqual(reads.takeConcernedBy([new EventChange(3, { current: stored("Warning") })]), []);
  reads.add(watches[0]!, read);
  assert.deepEqual([reads.size, reads.take(watches[0]!)], [1, read]);
});
