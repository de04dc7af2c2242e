import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { Agenda } from "../../../src/base/tools/time.ts";

/** Runs with fake time, and an agenda whose callbacks write down their name. */
function withAgenda(
  run: (parts: {
    agenda: Agenda;
    time: FakeTime;
    /** Starts a callback. */
    start: (name: string, delayMs: number) => ReturnType<Agenda["start"]>;
    /** Runs what is due, and returns the names of what was called. */
    due: () => string[];
  }) => void,
): void {
  const time = new FakeTime(1000);
  try {
    const agenda = new Agenda();
    const called: string[] = [];
    const start = (name: string, delayMs: number) => agenda.start(() => called.push(name), delayMs);
    const due = (): string[] => {
      agenda.run();
      return called.splice(0);
    };
    run({ agenda, time, start, due });
  } finally {
    time.restore();
  }
}

test("Agenda.run() calls the due callbacks, the earliest first", () => {
  withAgenda(({ time, start, due }) => {
    start("c", 30);
    start("b", 20);
    start("a", 19.5); // due after 20 ms, as timers are
    time.tick(19);
    assert.deepEqual(due(), []);
    time.tick(1);
    assert.deepEqual(due(), ["b", "a"]);
    time.tick(100);
    assert.deepEqual([due(), due()], [["c"], []]);
  });
});

test("Agenda.run() starts no timer, and Agenda calls nothing by itself", () => {
  withAgenda(({ time, start, due }) => {
    start("a", 10);
    assert.equal(time.next(), false);
    time.tick(100);
    assert.deepEqual(due(), ["a"]);
  });
});

test("Agenda.clear() removes a callback, even one due at the same time", () => {
  withAgenda(({ agenda, time, start, due }) => {
    const later = start("later", 20);
    agenda.start(() => agenda.clear(later), 10);
    agenda.clear(start("cleared", 5));
    agenda.clear(undefined);
    time.tick(20);
    assert.deepEqual(due(), []);
  });
});

test("Agenda.delayMs is the time until the next callback, even after others were called", () => {
  withAgenda(({ agenda, time, start, due }) => {
    assert.equal(agenda.delayMs, Infinity);
    start("b", 50);
    start("a", 20);
    assert.equal(agenda.delayMs, 20);
    time.tick(30);
    assert.equal(agenda.delayMs, 0);
    assert.deepEqual(due(), ["a"]);
    assert.equal(agenda.delayMs, 20);
  });
});

test("Agenda keeps its delays when the clock is set back by a millisecond", () => {
  const agenda = new Agenda();
  let time = new FakeTime(1000);
  try {
    agenda.start(() => {}, 20);
    time.restore();
    time = new FakeTime(999);
    assert.equal(agenda.delayMs, 20);
  } finally {
    time.restore();
  }
});

test("Agenda keeps its delays when the clock is set back, except for the time since it was last read", () => {
  const agenda = new Agenda();
  const called: string[] = [];
  let time = new FakeTime(3_600_000);
  try {
    agenda.start(() => called.push("b"), 60_000);
    time.tick(10_000);
    agenda.start(() => called.push("a"), 20);
    time.tick(10); // unnoticed
    time.restore();
    time = new FakeTime(1000);
    assert.equal(agenda.delayMs, 20);
    agenda.run();
    assert.deepEqual(called, []);
    time.tick(20);
    agenda.run();
    assert.deepEqual([called, agenda.delayMs], [["a"], 49_980]);
    time.tick(49_980);
    agenda.run();
    assert.deepEqual([called, agenda.delayMs], [["a", "b"], Infinity]);
  } finally {
    time.restore();
  }
});
