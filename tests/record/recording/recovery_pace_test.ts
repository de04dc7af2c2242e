import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { test } from "../../fake_time.ts";
import { Agenda, RUNTIME_TIMERS } from "../../../src/base/tools/time.ts";
import { RecoveryPace } from "../../../src/record/recording/pace.ts";

/** A pace on fake time, and the delay after each write, in milliseconds. */
function withPace(run: (pace: RecoveryPace, delays: (count: number) => number[], time: FakeTime) => void): void {
  const time = new FakeTime();
  let turns = 0;
  const pace = new RecoveryPace(() => turns++, RUNTIME_TIMERS);
  const delays = (count: number): number[] =>
    Array.from({ length: count }, () => {
      const began = Date.now();
      turns = 0;
      pace.pass();
      if (pace.admits) return 0;
      while (turns === 0) assert.ok(time.next(), "no turn comes");
      assert.equal(pace.admits, true);
      return Date.now() - began;
    });
  try {
    run(pace, delays, time);
    pace.reset();
  } finally {
    time.restore();
  }
}

test("RecoveryPace delays no write before it starts or after reset()", () => {
  withPace((pace, delays) => {
    assert.deepEqual(delays(2), [0, 0]);
    pace.begin();
    pace.pass();
    assert.equal(pace.admits, false);
    pace.reset();
    assert.equal(pace.admits, true);
    assert.deepEqual(delays(2), [0, 0]);
  });
});

test("RecoveryPace admits five writes per second at first, and two more each second", () => {
  withPace((pace, delays, time) => {
    pace.begin();
    const counts: number[] = [];
    for (let second = 0; second < 5; second++) {
      const began = Date.now();
      let count = 0;
      for (; Date.now() - began < 1000; count++) delays(1);
      counts.push(count);
    }
    assert.deepEqual(counts, [6, 8, 10, 12, 14]);
    assert.equal(time.next(), false);
  });
});

test("RecoveryPace slows down by 30 % at most once a second, and never below five per second", () => {
  withPace((pace, delays, time) => {
    pace.begin();
    while (delays(1)[0]! > 50);
    const [before] = delays(1);
    pace.slowDown();
    pace.slowDown();
    const [after] = delays(1);
    assert.ok(Math.abs(after! / before! - 1 / 0.7) < 0.1, `${before} ms, then ${after} ms`);
    for (let i = 0; i < 20; i++) {
      time.tick(1000);
      pace.slowDown();
    }
    assert.deepEqual(delays(1), [200]);
  });
});

test("RecoveryPace slows down again after a second, and no earlier", () => {
  withPace((pace, delays, time) => {
    pace.begin();
    let before = Infinity;
    while (before > 50) [before] = delays(1) as [number];
    pace.slowDown();
    time.tick(999);
    pace.slowDown();
    time.tick(1);
    pace.slowDown();
    const [after] = delays(1);
    assert.ok(Math.abs(after! / before - 1 / 0.49) < 0.1, `${before} ms, then ${after} ms`);
  });
});

test("RecoveryPace counts from the start of a write, even if it is a millisecond late", () => {
  const [onTime, late] = [0, 1].map((lateMs) => {
    let delay: number | undefined;
    withPace((pace, delays, time) => {
      pace.begin();
      delays(1);
      time.tick(lateMs);
      [delay] = delays(1);
    });
    return delay;
  });
  assert.equal(late, onTime);
});

test("RecoveryPace ends at a thousand writes per second", () => {
  withPace((pace, delays) => {
    pace.begin();
    let writes = 0;
    while (delays(1)[0]! > 0 && writes < 500_000) writes++;
    assert.ok(writes > 200_000 && writes < 300_000, `${writes} writes were delayed`);
  });
});

test(
  "RecoveryPace makes up for the turns that passed before its timer was noticed, at most a second's",
  (time) => {
    const agenda = new Agenda();
    const pace = new RecoveryPace(() => {}, agenda);
    /** Number of writes that may start after a time in which the agenda was not read. */
    const after = (ms: number): number => {
      time.tick(ms);
      agenda.run();
      let writes = 0;
      for (; pace.admits && writes < 100; writes++) pace.pass();
      return writes;
    };
    pace.begin();
    assert.deepEqual([after(0), after(100), after(500), after(60_000)], [1, 0, 3, 7]);
    // The server has too many requests.
    time.tick(60_000);
    agenda.run();
    pace.slowDown();
    assert.equal(after(0), 1);
    // The server is down again.
    time.tick(60_000);
    agenda.run();
    pace.reset();
    pace.begin();
    assert.equal(after(0), 1);
  },
);
