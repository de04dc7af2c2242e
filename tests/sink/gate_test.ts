import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { Gate } from "../../src/sink/gate.ts";

function makeGate() {
  const opened: number[] = [];
  const gate: Gate = new Gate({ concurrency: 8, onOpen: () => opened.push(gate.limit) });
  return { gate, opened };
}

test("Gate stays open for one event that fails, however often", () => {
  const { gate } = makeGate();
  for (let i = 0; i < 10; i++) assert.equal(gate.failed("a"), 0);
  assert.equal(gate.limit, 8);
});

test("Gate is to be shut when three events fail in a row, not when one succeeds in between", () => {
  const { gate } = makeGate();
  assert.deepEqual([gate.failed("a"), gate.failed("b")], [0, 0]);
  gate.succeeded();
  assert.deepEqual([gate.failed("c"), gate.failed("d"), gate.failed("e")], [0, 0, 1]);
});

test("Gate lets one write try after a pause, and all again once it has succeeded", async () => {
  const time = new FakeTime();
  try {
    const { gate, opened } = makeGate();
    void gate.pause(1000);
    assert.equal(gate.limit, 0);
    await time.tickAsync(999);
    assert.deepEqual(opened, []);
    await time.tickAsync(1);
    await time.runMicrotasks();
    assert.deepEqual(opened, [1]);
    assert.equal(gate.failed("a"), 1);
    void gate.pause(1000);
    // Of those under way, the others do not shut it longer.
    assert.equal(gate.failed("b"), 0);
    await time.tickAsync(1000);
    await time.runMicrotasks();
    assert.equal(gate.failed("c"), 2);
    gate.succeeded();
    assert.equal(gate.limit, 8);
  } finally {
    time.restore();
  }
});

test("Gate waits for the longest of several pauses", async () => {
  const time = new FakeTime();
  try {
    const { gate, opened } = makeGate();
    void gate.pause(1000);
    void gate.pauseAsRequested(3000);
    void gate.pause(2000);
    await time.tickAsync(2999);
    await time.runMicrotasks();
    assert.deepEqual([gate.limit, opened.length], [0, 0]);
    await time.tickAsync(1);
    await time.runMicrotasks();
    assert.deepEqual(opened, [1]);
  } finally {
    time.restore();
  }
});

test("Gate.hurry() ends pauses, but none that the server asked for", async () => {
  const time = new FakeTime();
  try {
    const { gate, opened } = makeGate();
    void gate.pause(1000);
    gate.hurry();
    await time.runMicrotasks();
    assert.deepEqual(opened, [1]);
    void gate.pauseAsRequested(1000);
    void gate.pause(3_600_000);
    gate.hurry();
    await time.runMicrotasks();
    assert.equal(gate.limit, 0);
    await time.tickAsync(1000);
    await time.runMicrotasks();
    assert.equal(gate.limit, 1);
    void gate.pauseAsRequested(1000);
    gate.reset();
    await time.runMicrotasks();
    assert.equal(gate.limit, 1);
  } finally {
    time.restore();
  }
});
