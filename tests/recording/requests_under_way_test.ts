import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type NoAnswerError, RequestsUnderWay } from "../../src/recording/requests_under_way.ts";

const HOUR_MS = 3_600_000;

/** Makes a request that is never answered; returns how it ended, once it has. */
function hang(requests: RequestsUnderWay, isPatient: boolean): { isEarly?: boolean; afterMs?: number } {
  const end: { isEarly?: boolean; afterMs?: number } = {};
  const startedMs = Date.now();
  requests.run({ isPatient }, () => new Promise(() => {})).catch((error: NoAnswerError) => {
    end.isEarly = error.isEarly;
    end.afterMs = Date.now() - startedMs;
  });
  return end;
}

test("RequestsUnderWay cancels a request early at a sixth of its timeout", async () => {
  const requests = new RequestsUnderWay(3000);
  const request = requests.run({ isPatient: false }, () => new Promise(() => {}));
  requests.setOthersWaiting(true);
  await assert.rejects(request, { message: "No response within 500 ms", isEarly: true });
});

test("RequestsUnderWay cancels a request early while others wait, but none whose requester is patient", async () => {
  const time = new FakeTime();
  try {
    const requests = new RequestsUnderWay(6000);
    const [patient, impatient] = [hang(requests, true), hang(requests, false)];
    requests.setOthersWaiting(true);
    for (let ms = 0; ms < 6000; ms += 500) await time.tickAsync(500);
    assert.deepEqual([patient, impatient], [{ isEarly: false, afterMs: 6000 }, { isEarly: true, afterMs: 1000 }]);
  } finally {
    time.restore();
  }
});

test("RequestsUnderWay cancels the requests of a requester early once", async () => {
  const time = new FakeTime();
  try {
    const requests = new RequestsUnderWay(6000);
    requests.setOthersWaiting(true);
    const requester = { isPatient: false };
    for (const ms of [1000, 6000]) {
      const request = requests.run(requester, () => new Promise(() => {}));
      const rejected = assert.rejects(request, { message: `No response within ${ms} ms` });
      await time.tickAsync(ms);
      await rejected;
    }
  } finally {
    time.restore();
  }
});

test("RequestsUnderWay times out a request that it makes after all others have ended", async () => {
  const time = new FakeTime();
  try {
    const requests = new RequestsUnderWay(6000);
    await requests.run({ isPatient: true }, () => Promise.resolve());
    const end = hang(requests, true);
    await time.tickAsync(6000);
    assert.deepEqual(end, { isEarly: false, afterMs: 6000 });
  } finally {
    time.restore();
  }
});

test("RequestsUnderWay.abort() rejects requests under way, and makes no later ones", async () => {
  const requests = new RequestsUnderWay(6000);
  const reason = new Error("Over");
  const underWay = requests.run({ isPatient: true }, () => new Promise(() => {}));
  requests.abort(reason);
  for (const request of [underWay, requests.run({ isPatient: true }, () => Promise.resolve())]) {
    await assert.rejects(request, (error) => error === reason);
  }
  assert.equal(requests.made, 1);
});

for (const areWaiting of [false, true]) {
  const others = areWaiting ? "others" : "no others";
  test(`RequestsUnderWay times out no later if the clock is set back by an hour, while ${others} wait`, async () => {
    const time = new FakeTime();
    const faked = Date;
    try {
      const requests = new RequestsUnderWay(6000);
      const end = hang(requests, !areWaiting);
      globalThis.Date = class extends faked {
        static override now = (): number => faked.now() - HOUR_MS;
      } as typeof Date;
      requests.setOthersWaiting(areWaiting);
      time.tick(6000); // tickAsync() restores Date
      for (let i = 0; i < 4; i++) await undefined;
      assert.deepEqual(end, { isEarly: false, afterMs: 6000 - HOUR_MS });
    } finally {
      globalThis.Date = faked;
      time.restore();
    }
  });
}

test("RequestsUnderWay times out after a fraction of a millisecond with one timer", async () => {
  const time = new FakeTime();
  const { setTimeout } = globalThis;
  let timers = 0;
  globalThis.setTimeout = ((...args: Parameters<typeof setTimeout>) => {
    timers++;
    return setTimeout(...args);
  }) as typeof setTimeout;
  try {
    const requests = new RequestsUnderWay(4);
    const end = hang(requests, false);
    requests.setOthersWaiting(true);
    await time.tickAsync(1);
    await time.runMicrotasks();
    assert.deepEqual([end.isEarly, timers], [true, 2]);
  } finally {
    globalThis.setTimeout = setTimeout;
    time.restore();
  }
});
