import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { StatusError } from "../../../mod.ts";
import { isExpired, WatchRetries } from "../../../src/read/reader/watch_retries.ts";

const BUSY = new StatusError({ code: 503, message: "Busy" });

/** Runs with retries on a time that stands still; `pauseMs` is how long they wait after an error. */
async function withRetries(
  random: () => number,
  run: (parts: {
    retries: WatchRetries;
    lines: string[];
    time: FakeTime;
    pauseMs: (error: unknown, verb?: "list" | "watch") => Promise<number>;
  }) => Promise<void>,
): Promise<void> {
  const time = new FakeTime(0);
  const lines: string[] = [];
  const logger = { warn: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  const { signal } = new AbortController();
  const retries = new WatchRetries({ logger, clock: Date, random, signal });
  const pauseMs = async (error: unknown, verb: "list" | "watch" = "list"): Promise<number> => {
    const began = Date.now();
    const failed = retries.failed(error, verb);
    let isOver = false;
    failed.then(() => isOver = true, () => isOver = true);
    await time.runMicrotasks();
    while (!isOver && time.next()) await time.runMicrotasks();
    await failed;
    return Date.now() - began;
  };
  try {
    await run({ retries, lines, time, pauseMs });
  } finally {
    time.restore();
  }
}

test("WatchRetries pauses for 800 ms, doubling up to 30 s, half of it random, until a watch is healthy", async () => {
  for (
    const [random, pauses] of [[0, [400, 800, 1600, 3200, 6400, 12_800, 15_000, 15_000]], [1, [
      800,
      1600,
      3200,
      6400,
      12_800,
      25_600,
      30_000,
    ]]] as const
  ) {
    await withRetries(() => random, async ({ retries, pauseMs }) => {
      for (const pause of pauses) assert.equal(await pauseMs(BUSY), pause);
      retries.healthy();
      assert.equal(await pauseMs(BUSY), pauses[0]);
    });
  }
});

test("WatchRetries pauses for as long as the server asks, a minute at most, and up to a quarter longer", async () => {
  const asking = (retryAfterMs: number): StatusError => new StatusError({ code: 429 }, { retryAfterMs });
  await withRetries(() => 1, async ({ retries, pauseMs }) => {
    assert.equal(await pauseMs(asking(10_000)), 12_500);
    assert.equal(await pauseMs(asking(100_000)), 75_000);
    retries.healthy();
    assert.equal(await pauseMs(asking(100)), 800);
  });
});

test("WatchRetries tries again at once after the first expiry, and pauses after the next", async () => {
  const expired = new StatusError({ code: 410, reason: "Expired" });
  await withRetries(() => 0, async ({ lines, pauseMs }) => {
    assert.deepEqual([await pauseMs(expired, "watch"), await pauseMs(expired, "watch")], [0, 800]);
    assert.equal(lines.length, 1);
  });
  assert.ok(
    [{ code: 410 }, { code: 200, reason: "Expired" }, { reason: "Gone" }].every((s) => isExpired(new StatusError(s))),
  );
  assert.ok(![BUSY, new Error("Expired"), undefined].some(isExpired));
});

test("WatchRetries logs the second failure of a server that has answered, or the first of another, and how long it took", async () => {
  await withRetries(() => 0, async ({ retries, lines, time, pauseMs }) => {
    await pauseMs(BUSY);
    assert.deepEqual(lines.splice(0), ["Busy; retrying to read events"]);
    assert.equal(retries.trouble, "Busy");
    time.tick(99_600);
    for (const verb of ["list", "watch"] as const) retries.answered(verb);
    assert.deepEqual([lines, retries.trouble], [[], "Busy"]);
    const openedMs = Date.now();
    time.tick(2000);
    retries.resumed(openedMs);
    assert.deepEqual(lines.splice(0), ["Reading events resumed after 100 s"]);
    retries.healthy();
    await pauseMs(BUSY, "watch");
    assert.deepEqual([lines, retries.trouble], [[], undefined]);
    await pauseMs(BUSY, "watch");
    await pauseMs(new Error("Cut"), "watch");
    assert.deepEqual([lines, retries.trouble], [["Busy; retrying to read events"], "Cut"]);
  });
});

test("WatchRetries rejects after some seconds of refusals by a server that never granted the request and may be starting", async () => {
  for (const verb of ["list", "watch"] as const) {
    await withRetries(() => 0, async ({ retries, pauseMs }) => {
      const forbidden = new StatusError({ code: 403, reason: "Forbidden" });
      if (verb === "watch") retries.answered("list");
      for (const pause of [400, 800, 1600, 3200]) assert.equal(await pauseMs(forbidden, verb), pause);
      await assert.rejects(pauseMs(forbidden, verb), forbidden);
    });
  }
});

test("WatchRetries retries a 401 of the first watch for longer if a list was answered, because a token is valid for both", async () => {
  await withRetries(() => 0, async ({ retries, pauseMs }) => {
    retries.answered("list");
    for (const pause of [400, 800, 1600, 3200, 6400]) {
      assert.equal(await pauseMs(new StatusError({ code: 401 }), "watch"), pause);
    }
  });
});

test("WatchRetries rejects on the fourth refusal by a server that never granted the request, once four seconds are over", async () => {
  for (const [verb, isOver] of [["list", false], ["list", true], ["watch", false], ["watch", true]] as const) {
    await withRetries(() => 0, async ({ time, pauseMs }) => {
      const forbidden = new StatusError({ code: 403, reason: "Forbidden" });
      time.tick(1000);
      for (let refusals = 1; refusals <= 3; refusals++) await pauseMs(forbidden, verb);
      time.tick(5000 - Date.now() + Number(isOver));
      if (isOver) await assert.rejects(pauseMs(forbidden, verb), forbidden);
      else await pauseMs(forbidden, verb);
    });
  }
  await withRetries(() => 0, async ({ time, pauseMs }) => {
    const forbidden = new StatusError({ code: 403, reason: "Forbidden" });
    for (let refusals = 1; refusals <= 2; refusals++) await pauseMs(forbidden);
    time.tick(60_000);
    await pauseMs(forbidden);
  });
});

test("WatchRetries rejects on a final error, and after six 4xx responses over more than a minute from a server that had responded", async () => {
  await withRetries(() => 0, async ({ retries, time, pauseMs }) => {
    const forbidden = new StatusError({ code: 403, reason: "Forbidden" });
    for (const code of [400, 404, 422]) await assert.rejects(pauseMs(new StatusError({ code })), { code });
    await pauseMs(new StatusError({}));
    retries.answered("list");
    for (const code of [400, 422]) {
      await assert.rejects(pauseMs(new StatusError({ code, reason: "Invalid" })), { code });
    }
    for (const code of [404, 400]) await pauseMs(new StatusError({ code }));
    retries.healthy();
    const refuse = async (count: number, lastMs: number): Promise<number> => {
      retries.answered("list");
      retries.healthy();
      const began = Date.now();
      for (let refusals = 1; refusals < count; refusals++) await pauseMs(forbidden);
      time.tick(lastMs - (Date.now() - began));
      return await pauseMs(forbidden);
    };
    await refuse(5, 60_001);
    await assert.rejects(refuse(6, 60_001), forbidden);
    await refuse(6, 60_000);
    await assert.rejects(pauseMs(forbidden), forbidden);
    retries.answered("list");
    await pauseMs(forbidden);
  });
});
