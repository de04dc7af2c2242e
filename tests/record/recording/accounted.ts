import assert from "node:assert/strict";
import type { RecordingStats } from "../../../mod.ts";

/** Asserts that the accepted events equal the sum of all outcomes and pending ones. */
export function accounted(stats: RecordingStats): void {
  const { accepted, recorded, coalesced, skipped, dropped, rejected, abandoned, pending } = stats;
  assert.equal(recorded + coalesced + skipped + dropped + rejected + abandoned + pending, accepted);
  assert.ok([recorded, coalesced, skipped, dropped, rejected, abandoned, pending].every((count) => count >= 0));
}
