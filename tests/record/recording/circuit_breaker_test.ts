import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { CircuitBreaker } from "../../../src/record/recording/circuit_breaker.ts";
import { RUNTIME_TIMERS } from "../../../src/base/tools/time.ts";

/** A breaker on fake time that pauses one second per trip. */
async function withBreaker(
  run: (breaker: CircuitBreaker, time: FakeTime, halfOpens: () => number) => void | Promise<void>,
): Promise<void> {
  const time = new FakeTime();
  let halfOpens = 0;
  try {
    await run(
      new CircuitBreaker({ pauseMs: (trips) => trips * 1000, onHalfOpen: () => halfOpens++, timers: RUNTIME_TIMERS }),
      time,
      () => halfOpens,
    );
    assert.equal(time.next(), false, "a timer is left");
  } finally {
    time.restore();
  }
}

test("CircuitBreaker opens when three different subjects fail in a row with no success in between", async () => {
  await withBreaker((breaker) => {
    for (let i = 0; i < 10; i++) assert.equal(breaker.failed("a"), false);
    assert.equal(breaker.failed("b"), false);
    breaker.succeeded();
    assert.deepEqual([breaker.failed("c"), breaker.failed("d"), breaker.isClosed], [false, false, true]);
    assert.deepEqual([breaker.failed("e"), breaker.isClosed, breaker.admits], [true, false, false]);
    breaker.reset();
    assert.deepEqual([breaker.isClosed, breaker.admits], [true, true]);
  });
});

test("CircuitBreaker.succeeded() returns how long it was not closed", async () => {
  await withBreaker((breaker, time) => {
    assert.equal(breaker.succeeded(), 0);
    breaker.failed("a", { atMost: 1 });
    time.tick(700);
    assert.equal(breaker.succeeded(), 700);
    assert.equal(breaker.succeeded(), 0);
  });
});

test("CircuitBreaker.endPause() keeps a pause that a later failure extended at the server's request", async () => {
  await withBreaker((breaker, time) => {
    breaker.failed("a", { atMost: 1 });
    breaker.failed("b", { requestedMs: 60_000 });
    breaker.endPause();
    assert.equal(breaker.admits, false);
    time.tick(60_000);
    assert.equal(breaker.admits, true);
  });
});

test("CircuitBreaker opens again after a success or a reset during its pause", async () => {
  await withBreaker((breaker) => {
    assert.equal(breaker.failed("a", { atMost: 1 }), true);
    breaker.succeeded();
    assert.equal(breaker.failed("a", { atMost: 1 }), true);
    breaker.reset();
    assert.equal(breaker.failed("a", { atMost: 1 }), true);
    breaker.reset();
  });
});

test("CircuitBreaker opens after fewer failures if there are fewer subjects", async () => {
  await withBreaker((breaker) => {
    assert.equal(breaker.failed("a", { atMost: 2 }), false);
    assert.equal(breaker.failed("b", { atMost: 2 }), true);
    breaker.reset();
  });
});

test("CircuitBreaker is half-open after its pause: it admits one probe at a time, and a failed one opens it for longer", async () => {
  await withBreaker((breaker, time, halfOpens) => {
    breaker.failed("a", { atMost: 1 });
    time.tick(999);
    assert.equal(breaker.admits, false);
    time.tick(1);
    assert.deepEqual([breaker.admits, halfOpens()], [true, 1]);
    breaker.pass();
    assert.equal(breaker.admits, false);
    breaker.settle();
    assert.equal(breaker.admits, true);
    breaker.pass();
    assert.equal(breaker.failed("b"), true);
    // In flight since before it opened: ignored.
    assert.equal(breaker.failed("c"), false);
    time.tick(1999);
    assert.equal(breaker.admits, false);
    time.tick(1);
    assert.deepEqual([breaker.admits, halfOpens()], [true, 2]);
    assert.equal(breaker.succeeded(), 3000);
    assert.equal(breaker.isClosed, true);
  });
});

test("CircuitBreaker.endPause() keeps the pause of any Retry-After, however short", async () => {
  await withBreaker((breaker) => {
    breaker.failed("a", { atMost: 1, requestedMs: 1 });
    breaker.endPause();
    assert.equal(breaker.admits, false);
    breaker.reset();
  });
});

test("CircuitBreaker stays open for a Retry-After, and endPause() ends only its own pauses", async () => {
  await withBreaker((breaker, time) => {
    breaker.failed("a", { atMost: 1, requestedMs: 5000 });
    breaker.endPause();
    assert.equal(breaker.admits, false);
    // A longer Retry-After extends the pause from then on.
    time.tick(1000);
    breaker.failed("b", { requestedMs: 8000 });
    time.tick(7999);
    assert.equal(breaker.admits, false);
    time.tick(1);
    assert.equal(breaker.admits, true);
    breaker.failed("c");
    assert.equal(breaker.admits, false);
    breaker.endPause();
    assert.equal(breaker.admits, true);
    breaker.reset();
  });
});

test("CircuitBreaker doubles its threshold each time a success closes it", async () => {
  await withBreaker((breaker, time) => {
    const failuresToOpen = (): number => {
      let failures = 1;
      while (!breaker.failed(`${failures}`)) failures++;
      return failures;
    };
    const counts: number[] = [];
    for (let i = 0; i < 5; i++) {
      counts.push(failuresToOpen());
      time.tick(1000);
      breaker.succeeded();
    }
    assert.deepEqual(counts, [3, 6, 12, 24, 24]);
    breaker.reset();
    assert.equal(failuresToOpen(), 3);
    breaker.reset();
  });
});

test("CircuitBreaker keeps its pause where the server asks for a shorter one", async () => {
  await withBreaker((breaker, time) => {
    breaker.failed("a", { atMost: 1, requestedMs: 5000 });
    time.tick(1000);
    assert.equal(breaker.failed("b", { requestedMs: 3999 }), false);
    time.tick(3999);
    assert.equal(breaker.admits, false);
    time.tick(1);
    assert.equal(breaker.admits, true);
    breaker.reset();
  });
});
