import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { test } from "../../fake_time.ts";
import type { CoreV1Event } from "../../../mod.ts";
import { RUNTIME_TIMERS } from "../../../src/base/tools/time.ts";
import type { NoAnswerError } from "../../../src/record/recording/retry.ts";
import { type Requester, Sender } from "../../../src/record/recording/sender.ts";
import { makeEvent } from "./make_event.ts";

const HOUR_MS = 3_600_000;
/** Attempts without and with an earlier try that was cut short. */
const [UNTRIED, TRIED] = [false, true].map((wasCutShort) => ({ wasCutShort, isOver: false })) as [Requester, Requester];

function makeSender(requestTimeoutMs: number): Sender {
  return new Sender({
    concurrency: 8,
    requestTimeoutMs,
    timers: RUNTIME_TIMERS,
    counts: { requests: 0 },
    onFree: () => {},
  });
}

/** Makes a request that is never answered; returns how it ended, once it has. */
function hang(requests: Sender, wasCutShort: boolean): { isCutShort?: boolean; afterMs?: number } {
  const end: { isCutShort?: boolean; afterMs?: number } = {};
  const startedMs = Date.now();
  requests.run(wasCutShort ? TRIED : UNTRIED, () => new Promise(() => {})).catch((error: NoAnswerError) => {
    end.isCutShort = error.isCutShort;
    end.afterMs = Date.now() - startedMs;
  });
  return end;
}

/** Lets a request be answered at once: others may be cut short then. */
async function answerFast(requests: Sender): Promise<void> {
  await requests.run(TRIED, () => Promise.resolve(makeEvent("a")));
}

test("Sender ends a request with the timer of its timeout, not with a later one", async () => {
  const { setTimeout } = globalThis;
  const { now } = Date;
  let nowMs = 0;
  const timers: { callback: () => void; delayMs: number }[] = [];
  const setTimer = (callback: () => void, delayMs: number): number => timers.push({ callback, delayMs });
  // A FakeTime would fire one later timer after another, if they were due at once.
  Object.assign(globalThis, { setTimeout: setTimer });
  Date.now = () => nowMs;
  try {
    const end = hang(makeSender(3000), true);
    assert.deepEqual(timers.map(({ delayMs }) => delayMs), [3000]);
    nowMs = 3000;
    timers[0]!.callback();
    for (let i = 0; i < 5; i++) await undefined;
    assert.deepEqual([end, timers.length], [{ isCutShort: false, afterMs: 3000 }, 1]);
  } finally {
    Object.assign(globalThis, { setTimeout });
    Date.now = now;
  }
});

test("Sender cuts a request short at a sixth of its timeout", async () => {
  const requests = makeSender(3000);
  await answerFast(requests);
  const request = requests.run(UNTRIED, () => new Promise(() => {}));
  requests.setOthersWaiting(true);
  await assert.rejects(request, { message: "No response within 500 ms", isCutShort: true });
});

test("Sender cuts a request short while others wait, but none twice", async (time) => {
  const requests = makeSender(6000);
  await answerFast(requests);
  const [second, first] = [hang(requests, true), hang(requests, false)];
  requests.setOthersWaiting(true);
  for (let ms = 0; ms < 6000; ms += 500) await time.tickAsync(500);
  assert.deepEqual([second, first], [{ isCutShort: false, afterMs: 6000 }, { isCutShort: true, afterMs: 1000 }]);
});

test(
  "Sender cuts no request short while the server is slow for all, until one is answered fast",
  async (time) => {
    const requests = makeSender(6000);
    requests.setOthersWaiting(true);
    const slow = hang(requests, false);
    for (let ms = 0; ms < 3000; ms += 500) await time.tickAsync(500);
    assert.deepEqual(slow, {});
    await answerFast(requests);
    await time.tickAsync(0);
    await time.runMicrotasks();
    assert.deepEqual(slow, { isCutShort: true, afterMs: 3000 });
  },
);

test("Sender cuts no request short after three slow answers in a row", async (time) => {
  const requests = makeSender(6000);
  await answerFast(requests);
  const answer = async (ms: number): Promise<void> => {
    const request = requests.run(
      TRIED,
      () => new Promise<CoreV1Event>((done) => void setTimeout(() => done(makeEvent("a")), ms)),
    );
    await time.tickAsync(ms);
    await request;
  };
  const hangs = async (): Promise<{ isCutShort?: boolean; afterMs?: number }> => {
    const end = hang(requests, false);
    for (let ms = 0; ms < 6000; ms += 500) await time.tickAsync(500);
    await time.runMicrotasks();
    return end;
  };
  requests.setOthersWaiting(true);
  for (let answers = 0; answers < 2; answers++) await answer(1000);
  assert.deepEqual(await hangs(), { isCutShort: true, afterMs: 1000 });
  await answer(1000);
  assert.deepEqual(await hangs(), { isCutShort: false, afterMs: 6000 });
  await answer(999);
  assert.deepEqual(await hangs(), { isCutShort: true, afterMs: 1000 });
});

test("Sender times out a request that it makes after all others have ended", async (time) => {
  const requests = makeSender(6000);
  await requests.run(TRIED, () => Promise.resolve(makeEvent("a")));
  const end = hang(requests, true);
  await time.tickAsync(6000);
  assert.deepEqual(end, { isCutShort: false, afterMs: 6000 });
});

test("Sender.abort() rejects requests under way, and makes no later ones", async () => {
  const requests = makeSender(6000);
  const underWay = requests.run(TRIED, () => new Promise(() => {}));
  requests.abort("Over");
  let made = 0;
  const later = requests.run(TRIED, () => Promise.resolve(makeEvent(`${made++}`)));
  for (const request of [underWay, later]) await assert.rejects(request, { name: "AbortError", message: "Over" });
  assert.equal(made, 0);
});

test("Sender.pause() ends after its time, unless its attempt is over", async (time) => {
  const requests = makeSender(6000);
  const over = { wasCutShort: false, isOver: false };
  const ended: string[] = [];
  void requests.pause(TRIED, 1000).then(() => ended.push("tried"));
  void requests.pause(over, 1000).then(() => ended.push("over"));
  await time.tickAsync(999);
  assert.deepEqual(ended, []);
  over.isOver = true;
  await time.tickAsync(1);
  assert.deepEqual(ended, ["tried"]);
});

test("Sender.abort() ends pauses, and begins no later ones", (time) => {
  const requests = makeSender(6000);
  void requests.pause(TRIED, 1000);
  requests.abort("Over");
  void requests.pause(TRIED, 1000);
  assert.equal(time.next(), false);
});

test("Sender rejects if an answer throws when it is read", async () => {
  const answer = {
    metadata: {},
    get eventTime(): string {
      throw new Error("Broken");
    },
  };
  let reason: unknown;
  makeSender(6000).run(TRIED, () => Promise.resolve(answer as never)).catch((error) => reason = error.message);
  for (let i = 0; i < 5; i++) await undefined;
  assert.equal(reason, "Broken");
});

test("Sender gives the full timeout to a request that begins as another times out", async (time) => {
  const requests = makeSender(6000);
  const ends: ReturnType<typeof hang>[] = [];
  setTimeout(() => ends.push(hang(requests, true)), 6000);
  ends.push(hang(requests, true));
  await time.tickAsync(6000);
  await time.tickAsync(6000);
  assert.deepEqual(ends.map(({ afterMs }) => afterMs), [6000, 6000]);
});

test("Sender makes no request for an attempt that is over", async () => {
  const requests = makeSender(6000);
  let made = 0;
  void requests.run({ wasCutShort: false, isOver: true }, () => Promise.resolve(makeEvent(`${made++}`)));
  await answerFast(requests);
  assert.equal(made, 0);
});

for (const areWaiting of [false, true]) {
  const others = areWaiting ? "others" : "no others";
  test(`Sender times out no later if the clock is set back by an hour, while ${others} wait`, async () => {
    const time = new FakeTime();
    const faked = Date;
    try {
      const requests = makeSender(6000);
      const end = hang(requests, !areWaiting);
      globalThis.Date = class extends faked {
        static override now = (): number => faked.now() - HOUR_MS;
      } as typeof Date;
      requests.setOthersWaiting(areWaiting);
      time.tick(6000); // tickAsync() restores Date
      for (let i = 0; i < 4; i++) await undefined;
      assert.deepEqual(end, { isCutShort: false, afterMs: 6000 - HOUR_MS });
    } finally {
      globalThis.Date = faked;
      time.restore();
    }
  });
}

test("Sender times out after a fraction of a millisecond with one timer", async () => {
  const time = new FakeTime();
  const { setTimeout } = globalThis;
  let timers = 0;
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
    timers++;
    return setTimeout(...args);
  }) as typeof setTimeout;
  try {
    const requests = makeSender(4);
    await answerFast(requests);
    timers = 0;
    const end = hang(requests, false);
    requests.setOthersWaiting(true);
    await time.tickAsync(1);
    await time.runMicrotasks();
    assert.deepEqual([end.isCutShort, timers], [true, 2]);
  } finally {
    globalThis.setTimeout = setTimeout;
    time.restore();
  }
});
