import { test } from "node:test";
import assert from "node:assert/strict";
import type { CoreV1Event, Outcome } from "../../mod.ts";
import { Ledger } from "../../src/recording/ledger.ts";
import { Reports } from "../../src/recording/reports.ts";

test("Ledger.counts() includes the events lost as the call stack was used up, and reports them once", () => {
  const reports = new Reports();
  const outcomes: Outcome<CoreV1Event>[] = [];
  const ledger = new Ledger<CoreV1Event>({
    onOutcome: (outcome) => void outcomes.push(outcome),
    reports,
    onThrow: assert.ifError,
  });
  ledger.overflowed += 2;
  for (let i = 0; i < 2; i++) {
    const { accepted, dropped, pending, because } = ledger.counts();
    assert.deepEqual({ accepted, dropped, pending, because }, {
      accepted: 2,
      dropped: 2,
      pending: 0,
      because: { "correlator-error": 2 },
    });
  }
  reports.send();
  assert.deepEqual(outcomes.map(({ type, count }) => [type, count]), [["dropped", 2]]);
});
