import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import {
  type Delivery,
  EventReader,
  type EventReaderOptions,
  forward,
  type Forwarding,
  type ForwardOptions,
  type Leadership,
  StatusError,
} from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { countingSignal } from "../../record/broadcaster/vocabulary.ts";
import { BreakableApi, failure, until } from "../reader/breakable_api.ts";
import { deleteEvent, podEvent, putEvent } from "../reader/write_event.ts";

type Reader = Pick<EventReader, "occurrences">;

/** Many times what a test needs: a forwarding that tries or delivers without end ends here, and its test fails. */
const [MAX_PAUSES, MAX_BATCHES] = [5000, 5000];

/** Forwards from a server, with fake time, into a store of keys; stops in the end. */
async function withForwarding(
  options: Partial<ForwardOptions>,
  run: (parts: {
    api: BreakableApi;
    time: FakeTime;
    start: (more?: Partial<ForwardOptions>, readerOptions?: EventReaderOptions, reader?: Reader) => Forwarding;
    delivered: string[];
    saved: (string | undefined)[];
    lines: string[];
  }) => Promise<void>,
): Promise<void> {
  const time = new FakeTime(1_800_000_000_000);
  const api = new BreakableApi();
  const delivered: string[] = [];
  const saved: (string | undefined)[] = [];
  let begun: string | undefined;
  const lines: string[] = [];
  const running: Forwarding[] = [];
  const uids = new Map<string, string>();
  const faults = new Set<string>();
  const fail = (fault: string): never => {
    faults.add(fault);
    throw new Error(fault);
  };
  let pauses = 0;
  const random = (): number => ++pauses > MAX_PAUSES ? fail("It tries again without end") : 0.5;
  let batches = 0;
  const store: ForwardOptions["deliver"] = (batch) => {
    for (const { key, occurrence } of batch) {
      const { uid = "", name = "" } = occurrence.event.metadata;
      assert.equal(uids.get(name) ?? uid, uid);
      uids.set(name, uid);
      delivered.push(key.replace(uid, name).replace(/@\d+$/, ""));
    }
  };
  const start = (
    more: Partial<ForwardOptions> = {},
    readerOptions: EventReaderOptions = {},
    reader: Reader = new EventReader({ fetch: api.fetch, random: () => 0.5, ...readerOptions }),
  ): Forwarding => {
    const { deliver = store } = { ...options, ...more };
    const forwarding = forward(reader, {
      checkpoint: {
        load: () => saved.at(-1) ?? begun,
        save: (position) => void (position.endsWith("*") ? begun = position : saved.push(position)),
      },
      logger: { warn: (line) => void lines.push(line), error: (line) => void lines.push(line) },
      random,
      ...options,
      ...more,
      deliver: (batch, options) => {
        if (batch.length === 0) fail("It delivers an empty batch");
        // It succeeds then: a failure would be tried again.
        if (++batches > MAX_BATCHES) return void faults.add("It delivers without end");
        return deliver(batch, options);
      },
    });
    running.push(forwarding);
    return forwarding;
  };
  try {
    await run({ api, time, start, delivered, saved, lines });
  } finally {
    try {
      for (const forwarding of running) await settled(time, forwarding.stop({ signal: AbortSignal.abort() }));
    } finally {
      time.restore();
    }
    assert.deepEqual([...faults], []);
  }
}

/** The version of a position, without its witness. */
function versionOf(position: string | undefined): string | undefined {
  return position?.replace(/@.*/, "");
}

async function settled(time: FakeTime, promise: Promise<unknown>): Promise<void> {
  let isOver = false;
  promise.then(() => isOver = true, () => isOver = true);
  await until(time, () => isOver);
}

test("forward() delivers occurrences in order with keys of uid and count, and resumes after its checkpoint", () =>
  withForwarding({ maxBatch: 2 }, async ({ api, time, start, delivered, saved }) => {
    for (const [name, count] of [["a", 1], ["b", 2], ["a", 3]] as const) await putEvent(api.direct, name, { count });
    const first = start();
    await until(time, () => delivered.length === 2);
    await putEvent(api.direct, "a", { count: 4 });
    await putEvent(api.direct, "a", { count: 4, metadata: { name: "a", namespace: "shop", labels: { x: "y" } } });
    await putEvent(api.direct, "c", { count: 1 });
    await until(time, () => delivered.length === 4);
    assert.deepEqual(delivered, ["b/2", "a/3", "a/4", "c/1"]);
    await settled(time, first.stop());
    assert.equal(versionOf(saved.at(-1)), "7");
    const { delivered: count, failures, gaps, pending, behindMs, position } = first.stats();
    assert.deepEqual([count, failures, gaps, pending, behindMs, versionOf(position)], [4, 0, 0, 0, 0, "7"]);
    await putEvent(api.direct, "b", { count: 9 });
    start();
    await until(time, () => delivered.length === 5);
    assert.deepEqual(delivered.slice(4), ["b/9"]);
  }));

test("forward() begins with the existing events by time, from notBefore on, and resumes in the middle of them", () =>
  withForwarding({ maxBatch: 1 }, async ({ api, time, start, delivered }) => {
    const at = (minute: number) => ({ lastTimestamp: `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z` });
    for (const [name, minute] of [["a", 30], ["b", 10], ["c", 20], ["d", 5]] as const) {
      await putEvent(api.direct, name, at(minute));
    }
    // In the same second as "a", and later: most times are whole seconds.
    await putEvent(api.direct, "0", { lastTimestamp: "2026-01-01T00:30:00Z" });
    const notBefore = new Date("2026-01-01T00:10:00Z");
    let isDown = false;
    const deliver: ForwardOptions["deliver"] = (batch) => {
      if (isDown) throw new Error("down");
      for (const { occurrence } of batch) delivered.push(occurrence.event.metadata.name!);
      isDown = delivered.length === 2;
    };
    const first = start({ notBefore, deliver });
    await until(time, () => first.stats().failures > 0);
    assert.deepEqual(delivered, ["b", "c"]);
    await settled(time, first.stop());
    // Nothing of a list that is delivered in another order can be taken for done.
    assert.match(first.stats().position!, /\*$/);
    isDown = false;
    start({
      notBefore,
      deliver: (batch) => batch.forEach(({ occurrence }) => delivered.push(occurrence.event.metadata.name!)),
    });
    await until(time, () => delivered.length === 7);
    assert.deepEqual(delivered.slice(2), ["d", "b", "c", "a", "0"]);
    await putEvent(api.direct, "e", at(1));
    await until(time, () => delivered.length === 8);
    assert.equal(delivered.at(-1), "e");
    assert.throws(() => forward(new EventReader(), { deliver, notBefore: "now" as never }), /notBefore must be a Date/);
  }));

test("forward() delivers the part that it has read of a first list that fails permanently", () =>
  withForwarding({}, async ({ api, time, start, delivered }) => {
    for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
    api.script.push(() => undefined, () => undefined, () => failure(400, "BadRequest"));
    const forwarding = start({}, { pageSize: 1 });
    let message = "";
    forwarding.finished.catch((error) => message = error.message);
    await until(time, () => message !== "");
    assert.deepEqual(delivered, ["a/1", "b/1"]);
  }));

test("Forwarding.stats() reports how long a batch has waited for the store, and counts a minute of that as a failure", () =>
  withForwarding({}, async ({ api, time, start, lines }) => {
    await putEvent(api.direct, "a");
    let goOn = (): void => {};
    const forwarding = start({ deliver: () => new Promise<void>((resolve) => goOn = resolve) });
    assert.equal(forwarding.stats().deliveringMs, 0);
    await until(time, () => forwarding.stats().deliveringMs > 0);
    const { failures } = forwarding.stats();
    await time.tickAsync(61_000);
    assert.ok(forwarding.stats().deliveringMs >= 60_000);
    assert.equal(forwarding.stats().failures, failures + 1);
    assert.match(lines.at(-1)!, /Delivering 1 occurrence has not ended after 60 s; waiting/);
    goOn();
    await until(time, () => forwarding.stats().delivered === 1);
    await until(time, () => forwarding.stats().deliveringMs === 0);
  }));

test("forward() delivers a change of an event's message, with a separate key", () =>
  withForwarding({}, async ({ api, time, start }) => {
    const keys: [string, number][] = [];
    start({ deliver: (batch) => batch.forEach(({ key, occurrence: { delta } }) => keys.push([key, delta])) });
    await putEvent(api.direct, "a", { count: 2 });
    await until(time, () => keys.length === 1);
    await putEvent(api.direct, "a", { count: 2, message: "another" });
    await until(time, () => keys.length === 2);
    assert.deepEqual(keys.map(([, delta]) => delta), [2, 0]);
    assert.equal(new Set(keys.map(([key]) => key)).size, 2);
  }));

test("forward() waits maxDelayMs for a batch to fill, but not for a full one", () =>
  withForwarding({ maxBatch: 3, maxDelayMs: 5000 }, async ({ api, time, start }) => {
    const sizes: number[] = [];
    start({ deliver: (batch) => void sizes.push(batch.length) });
    await until(time, () => api.open === 1);
    for (const name of ["a", "b", "c", "d"]) await putEvent(api.direct, name);
    await until(time, () => sizes.length === 1, 0);
    const startMs = time.now;
    await until(time, () => sizes.length === 2);
    assert.deepEqual(sizes, [3, 1]);
    assert.ok(time.now - startMs >= 4900 && time.now - startMs <= 5200, `${time.now - startMs} ms`);
  }));

test("forward() waits maxDelayMs for a batch that began during the delivery of another", () =>
  withForwarding({ maxDelayMs: 5000 }, async ({ api, time, start }) => {
    const startedMs: number[] = [];
    start({
      deliver: () => {
        startedMs.push(time.now);
        return new Promise((resolve) => setTimeout(resolve, 1000));
      },
    });
    await until(time, () => api.open === 1);
    await putEvent(api.direct, "a");
    await until(time, () => startedMs.length === 1);
    await putEvent(api.direct, "b");
    await until(time, () => startedMs.length === 2);
    assert.ok(startedMs[1]! - startedMs[0]! >= 4900, `${startedMs}`);
  }));

test("forward() delivers up to 100 occurrences at once, and others after a second", () =>
  withForwarding({}, async ({ api, time, start }) => {
    const batches: [size: number, ms: number][] = [];
    for (let i = 0; i < 101; i++) await putEvent(api.direct, `e${i}`);
    start({ deliver: (batch) => void batches.push([batch.length, time.now]) });
    await until(time, () => batches.length === 2);
    // Reading may take some steps of the fake time.
    const [[, readMs]] = batches as [[number, number]];
    assert.deepEqual(batches, [[100, readMs], [1, readMs + 1000]]);
  }));

test("forward() saves its first position after a second without occurrences", () =>
  withForwarding({}, async ({ time, start }) => {
    const startMs = time.now;
    let savedMs = 0;
    start({ checkpoint: { load: () => undefined, save: () => void (savedMs ||= time.now) } });
    await until(time, () => savedMs > 0);
    assert.equal(savedMs - startMs, 1000);
  }));

test("forward() waits maxDelayMs for a batch that began while the position was saved", () =>
  withForwarding({ maxDelayMs: 5000 }, async ({ api, time, start }) => {
    let release: (() => void) | undefined;
    const deliveredMs: number[] = [];
    const forwarding = start({
      deliver: () => void deliveredMs.push(time.now),
      checkpoint: { load: () => undefined, save: () => new Promise((resolve) => release ??= resolve) },
    });
    await until(time, () => release !== undefined);
    await putEvent(api.direct, "a");
    await until(time, () => forwarding.stats().pending === 1);
    const readMs = time.now;
    release!();
    await time.tickAsync(4900);
    assert.deepEqual(deliveredMs, []);
    await until(time, () => deliveredMs.length === 1);
    assert.ok(deliveredMs[0]! - readMs <= 5000, `${deliveredMs[0]! - readMs} ms`);
  }));

test("Delivery.key has the namespace and name of an event without a uid", () =>
  withForwarding({}, async ({ api, time, start }) => {
    const item = podEvent("a", { metadata: { name: "a", namespace: "shop", resourceVersion: "7" }, count: 3 });
    api.script.push(() => Response.json({ metadata: { resourceVersion: "7" }, items: [item] }));
    const keys: string[] = [];
    start({ deliver: (batch) => void keys.push(...batch.map(({ key }) => key)) });
    await until(time, () => keys.length > 0);
    assert.deepEqual(keys, ["shop/a/3@7"]);
  }));

test("forward() saves a checkpoint only after the store has confirmed everything before it", () =>
  withForwarding({ maxBatch: 2 }, async ({ api, time, start, saved }) => {
    const confirm: (() => void)[] = [];
    const sizes: number[] = [];
    const forwarding = start({
      deliver: (batch) => {
        sizes.push(batch.length);
        return new Promise((resolve) => void confirm.push(resolve));
      },
    });
    await until(time, () => api.open === 1);
    for (const name of ["a", "b", "c", "d", "e", "f"]) await putEvent(api.direct, name);
    await until(time, () => sizes.length === 1);
    time.tick(60_000);
    await time.runMicrotasks();
    assert.deepEqual([sizes, saved, forwarding.stats().pending], [[2], [], 4]);
    confirm[0]!();
    await until(time, () => sizes.length === 2);
    assert.deepEqual(saved.map(versionOf), ["3"]);
    confirm[1]!();
    await until(time, () => sizes.length === 3);
    assert.deepEqual(saved.map(versionOf), ["3", "5"]);
  }));

const REJECTIONS: readonly (() => unknown)[] = [
  () => Promise.reject(new Error("503")),
  () => Promise.reject(undefined),
  () => Promise.reject(null),
  () => Promise.reject(Symbol("why")),
  () => Promise.reject(Object.create(null)),
  () => {
    throw new Error("sync");
  },
  () => {
    throw undefined;
  },
  () => ({
    // deno-lint-ignore no-explicit-any
    then: (_: any, reject: any) => reject("thenable"),
  }),
  () =>
    Object.defineProperty({}, "then", {
      get: () => {
        throw new Error("getter");
      },
    }),
];

test("forward() repeats the same batch while deliver fails in any way, and logs the first failure and the recovery", () =>
  withForwarding({ maxBatch: 10 }, async ({ api, time, start, saved, lines }) => {
    for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
    const tries: string[][] = [];
    const forwarding = start({
      deliver: (batch) => {
        tries.push(batch.map(({ key, occurrence }) => `${occurrence.event.metadata.name} ${key}`));
        // Nothing that it does to the batch reaches the next try.
        for (const delivery of batch) (delivery as { key: string }).key = "other";
        (batch as Delivery[]).length = 0;
        return REJECTIONS[tries.length - 1]?.() as void;
      },
    });
    await until(time, () => saved.length > 0, 500);
    assert.equal(tries.length, REJECTIONS.length + 1);
    for (const keys of tries) assert.deepEqual(keys, tries[0]);
    assert.deepEqual(tries[0]!.map((text) => text.split(" ")[0]), ["a", "b", "c"]);
    const { delivered, batches, failures } = forwarding.stats();
    assert.deepEqual([delivered, batches, failures], [3, 1, REJECTIONS.length]);
    await putEvent(api.direct, "d");
    await until(time, () => forwarding.stats().delivered === 4);
    assert.deepEqual(lines, ["Cannot deliver 3 occurrences: 503; retrying", "Forwarding works again"]);
  }));

test("forward() waits for at most half a second before its first retry", () =>
  withForwarding({}, async ({ api, time, start }) => {
    const triedMs: number[] = [];
    start({
      deliver: () => {
        triedMs.push(time.now);
        throw new Error("down");
      },
    });
    await putEvent(api.direct, "a");
    await until(time, () => triedMs.length === 2, 10);
    assert.ok(triedMs[1]! - triedMs[0]! <= 510, `${triedMs}`);
  }));

test("forward() doubles its pauses from half a second to half a minute, limited to a second once it is stopped, and to ten seconds in total", () =>
  withForwarding({}, async ({ api, time, start }) => {
    const triedMs: number[] = [];
    let endedMs = 0;
    const forwarding = start({
      deliver: (_, { signal }) => {
        triedMs.push(time.now);
        signal.onabort = () => endedMs = time.now;
        throw new Error("down");
      },
    });
    await putEvent(api.direct, "a");
    const pauses = (): number[] => triedMs.slice(1).map((ms, i) => ms - triedMs[i]!);
    await until(time, () => triedMs.length === 9, 125);
    assert.deepEqual(pauses(), [375, 750, 1500, 3000, 6000, 12_000, 22_500, 22_500]);
    const stopMs = time.now;
    triedMs.length = 0;
    await settled(time, forwarding.stop());
    assert.deepEqual(new Set(pauses()), new Set([750]));
    assert.equal(endedMs - stopMs, 10_000);
  }));

test("forward() pauses as after a first failure once a part of a batch is delivered", () =>
  withForwarding({}, async ({ api, time, start }) => {
    for (const name of ["a", "b"]) await putEvent(api.direct, name);
    const triedMs: number[] = [];
    const codes = [413, 500, 500, undefined, 500, undefined];
    start({
      deliver: () => {
        const code = codes[triedMs.length];
        triedMs.push(time.now);
        if (code !== undefined) throw new StatusError({ code });
      },
    });
    await until(time, () => triedMs.length === codes.length, 125);
    assert.deepEqual(triedMs.slice(1).map((ms, i) => ms - triedMs[i]!), [0, 375, 750, 0, 375]);
  }));

test("forward() waits for the Retry-After of a StatusError, a minute at most, but not when it is stopped", () =>
  withForwarding({}, async ({ api, time, start, delivered }) => {
    await putEvent(api.direct, "a");
    const asked = [3000, 3_600_000, NaN, 0];
    const triesMs: number[] = [];
    const forwarding = start({
      deliver: () => {
        triesMs.push(time.now);
        const retryAfterMs = asked[triesMs.length - 1];
        throw new StatusError({ code: 503 }, { retryAfterMs: retryAfterMs ?? 60_000 });
      },
    });
    await until(time, () => triesMs.length === 5);
    assert.deepEqual(triesMs.slice(1).map((ms, i) => ms - triesMs[i]!), [3000, 60_000, 1500, 3000]);
    await settled(time, forwarding.stop());
    assert.ok(triesMs.length > 10, `${triesMs.length} tries`);
    start();
    await until(time, () => delivered.length === 1);
  }));

test("forward() logs a function that has not ended after a minute, and waits for it", () =>
  withForwarding({}, async ({ api, time, start, lines, delivered, saved }) => {
    const slowly = async <T>(value: T): Promise<T> => {
      await new Promise((resolve) => setTimeout(resolve, 61_000));
      return value;
    };
    await putEvent(api.direct, "a");
    start({
      deliver: (batch) => slowly(batch).then(() => void delivered.push(...batch.map(({ key }) => key))),
      checkpoint: { load: () => slowly(undefined), save: (version) => slowly(version).then((v) => void saved.push(v)) },
    });
    await until(time, () => saved.length === 2, 1000);
    assert.equal(delivered.length, 1);
    const saving = "Saving the checkpoint";
    assert.deepEqual(
      lines,
      ["Loading the checkpoint", saving, "Delivering 1 occurrence", saving].map((action) =>
        `${action} has not ended after 60 s; waiting`
      ),
    );
  }));

test("forward() stops reading while the store is down for an hour, and delivers everything in the end", () =>
  withForwarding({ maxBatch: 10 }, async ({ api, time, start, delivered, saved }) => {
    let isDown = true;
    const sink: string[] = [];
    const forwarding = start({
      deliver: (batch) => {
        if (isDown) throw new Error("down");
        for (const { occurrence } of batch) sink.push(`${occurrence.event.metadata.name}/${occurrence.count}`);
      },
    });
    await until(time, () => api.open === 1);
    const startMs = time.now;
    for (let count = 1; count <= 300; count++) {
      await putEvent(api.direct, `e${count % 30}`, {
        count,
        firstTimestamp: new Date(time.now).toISOString().slice(0, 19) + "Z",
      });
      await time.tickAsync(12_000);
    }
    assert.ok(time.now - startMs >= 3_600_000);
    const { pending, behindMs, failures, position } = forwarding.stats();
    assert.ok(pending <= 20, `${pending} pending`);
    assert.ok(behindMs > 3_500_000 && failures > 60 && failures < 400, `${behindMs} ms behind, ${failures} failures`);
    assert.deepEqual([position, saved.length], ["1*", 0]);
    isDown = false;
    await until(time, () => sink.length === 300, 1000);
    assert.equal(new Set(sink).size, 300);
    assert.deepEqual(delivered, []);
    assert.equal(forwarding.stats().gaps, 0);
  }));

test("Forwarding.stats().behindMs is the age of the oldest occurrence in flight, or else of those that wait", () =>
  withForwarding({ maxBatch: 10, maxDelayMs: 1000 }, async ({ api, time, start }) => {
    const forwarding = start({ deliver: () => new Promise(() => {}) });
    await until(time, () => api.open === 1);
    const put = async (name: string, ageMs: number): Promise<void> => {
      const at = new Date(time.now - ageMs).toISOString().slice(0, 19) + "Z";
      const { pending } = forwarding.stats();
      await putEvent(api.direct, name, { firstTimestamp: at, lastTimestamp: at });
      await until(time, () => forwarding.stats().pending === pending + 1);
    };
    await put("a", 100_000);
    assert.ok(Math.abs(forwarding.stats().behindMs - 100_000) < 2000, "while it waits");
    await time.tickAsync(1000);
    await put("b", 0);
    assert.ok(Math.abs(forwarding.stats().behindMs - 101_000) < 2000, "while it is in flight");
  }));

test("Forwarding.stop() delivers the occurrences that wait for the end of a delivery", () =>
  withForwarding({ maxBatch: 2, maxDelayMs: 60_000 }, async ({ api, time, start, saved }) => {
    const delivered: number[] = [];
    let release!: () => void;
    const released = new Promise<void>((resolve) => release = resolve);
    for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
    const forwarding = start({
      deliver: (batch) => {
        delivered.push(batch.length);
        return released;
      },
    });
    await until(time, () => forwarding.stats().pending === 3);
    const stopped = forwarding.stop();
    await time.tickAsync(1000);
    assert.deepEqual(delivered, [2]);
    release();
    await settled(time, stopped);
    assert.deepEqual([delivered, versionOf(saved.at(-1))], [[2, 1], "4"]);
  }));

test("Forwarding.stop() delivers everything read, and saves its version", () =>
  withForwarding({ maxBatch: 100, maxDelayMs: 60_000 }, async ({ api, time, start, delivered, saved }) => {
    const forwarding = start();
    await until(time, () => api.open === 1);
    for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
    await until(time, () => forwarding.stats().pending === 3);
    assert.deepEqual(delivered, []);
    await settled(time, forwarding.stop());
    await forwarding.finished;
    assert.deepEqual([delivered, versionOf(saved.at(-1))], [["a/1", "b/1", "c/1"], "4"]);
    assert.equal(api.open, 0);
    await forwarding.stop();
    await forwarding[Symbol.asyncDispose]();
    assert.equal(time.next(), false, "a timer is left");
  }));

for (
  const [how, deliver] of Object.entries({
    hangs: () => new Promise<void>(() => {}),
    fails: () => Promise.reject(new Error("down")),
    throws: () => {
      throw new Error("down");
    },
  })
) {
  test(`Forwarding.stop() ends at its deadline if deliver ${how}, without saving undelivered occurrences`, () =>
    withForwarding({ maxBatch: 2 }, async ({ api, time, start, saved, delivered }) => {
      for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
      let signal: AbortSignal | undefined;
      const forwarding = start({
        deliver: (_, options) => {
          signal = options.signal;
          return deliver();
        },
      });
      await until(time, () => signal !== undefined);
      const startMs = time.now;
      await settled(time, forwarding.stop());
      assert.ok(time.now - startMs >= 9900 && time.now - startMs <= 10_500, `${time.now - startMs} ms`);
      assert.equal(signal!.aborted, true);
      assert.deepEqual([saved, forwarding.stats().delivered, forwarding.stats().pending], [[], 0, 3]);
      const sooner = start({ deliver });
      await until(time, () => sooner.stats().pending === 3);
      await sooner.stop({ signal: AbortSignal.abort() });
      assert.deepEqual(saved, []);
      start();
      await until(time, () => delivered.length === 3);
    }));
}

test("Forwarding.stop() cuts a delivery off when its signal aborts, not after ten seconds", () =>
  withForwarding({ maxDelayMs: 10 }, async ({ api, time, start }) => {
    let signal: AbortSignal | undefined;
    const deliver: ForwardOptions["deliver"] = (_, options) => {
      signal = options.signal;
      return new Promise(() => {});
    };
    await putEvent(api.direct, "a");
    for (const deadlineMs of [1000, 20_000]) {
      signal = undefined;
      const forwarding = start({ deliver });
      await until(time, () => signal !== undefined);
      const aborter = new AbortController();
      const startMs = time.now;
      const stopped = forwarding.stop({ signal: aborter.signal });
      await until(time, () => time.now - startMs >= deadlineMs);
      assert.equal(signal!.aborted, false);
      aborter.abort();
      await settled(time, stopped);
      assert.deepEqual([signal!.aborted, time.now - startMs], [true, deadlineMs]);
    }
  }));

test("Forwarding.stop() saves a position that could not be saved before", () =>
  withForwarding({}, async ({ api, time, start, delivered }) => {
    let isDown = false;
    let saved: string | undefined;
    const save = (position: string): void => {
      if (isDown) throw new Error("disk full");
      saved = position;
    };
    const forwarding = start({ checkpoint: { load: () => undefined, save } });
    await putEvent(api.direct, "a");
    await until(time, () => versionOf(saved) === "2");
    isDown = true;
    await putEvent(api.direct, "b");
    await until(time, () => delivered.length === 2 && forwarding.stats().failures > 0);
    isDown = false;
    await settled(time, forwarding.stop());
    assert.equal(versionOf(saved), "3");
  }));

test("forward() retries regardless of what deliver throws", () =>
  withForwarding({}, async ({ api, time, start, delivered }) => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const thrown: unknown[] = [
      undefined,
      null,
      Symbol("down"),
      Object.create(null),
      proxy,
      ...[1n, NaN, -1, "x", {}, Symbol("later")].map((later) => {
        return new StatusError({ code: 503 }, { retryAfterMs: later as number });
      }),
    ];
    const failures = thrown.length;
    await putEvent(api.direct, "a");
    const forwarding = start({
      deliver: (batch) => {
        if (thrown.length > 0) throw thrown.shift();
        delivered.push(...batch.map(({ occurrence }) => occurrence.event.metadata.name!));
      },
    });
    await until(time, () => delivered.length === 1, 1000);
    assert.deepEqual([delivered, forwarding.stats().failures], [["a"], failures]);
  }));

test("forward() ignores a delivery that resolves after the deadline of stop()", () =>
  withForwarding({}, async ({ api, time, start, saved }) => {
    await putEvent(api.direct, "a");
    let resolve!: () => void;
    const forwarding = start({ deliver: () => new Promise((done) => void (resolve = done)) });
    await until(time, () => resolve !== undefined);
    await forwarding.stop({ signal: AbortSignal.abort() });
    resolve();
    await time.runMicrotasks();
    assert.deepEqual([saved, forwarding.stats().delivered], [[], 0]);
  }));

test("forward() stops when its signal aborts, even before it starts and while the checkpoint is loading", () =>
  withForwarding({}, async ({ api, time, start, delivered }) => {
    await putEvent(api.direct, "a");
    const aborter = new AbortController();
    const running = start({ signal: aborter.signal });
    await until(time, () => delivered.length === 1);
    aborter.abort();
    await settled(time, running.finished);
    const { length } = api.requests;
    await start({ signal: aborter.signal }).finished;
    const loading = start({ checkpoint: { load: () => new Promise(() => {}), save: () => {} } });
    await loading.stop();
    await loading.finished;
    assert.equal(api.requests.length, length);
  }));

test("forward() leaves no listener at its signal, nor at that of stop()", () =>
  withForwarding({}, async ({ api, time, start, delivered }) => {
    await putEvent(api.direct, "a");
    const { signal, listeners } = countingSignal();
    const forwarding = start({ signal });
    await until(time, () => delivered.length === 1);
    assert.equal(listeners.size, 1);
    const deadline = countingSignal();
    await settled(time, forwarding.stop({ signal: deadline.signal }));
    assert.deepEqual([listeners.size, deadline.listeners.size], [0, 0]);
  }));

test("forward() rejects if the checkpoint cannot be loaded or is invalid, and on a final error of the reader", () =>
  withForwarding({}, async ({ api, time, start, lines, delivered }) => {
    const loading = (load: () => string | Promise<string>): Promise<void> =>
      start({ checkpoint: { load, save: () => {} } }).finished;
    await assert.rejects(
      loading(() => Promise.reject(new Error("no disk"))),
      /^Error: Cannot load the checkpoint: no disk$/,
    );
    await assert.rejects(
      loading(() => {
        throw new Error("no disk");
      }),
      /no disk/,
    );
    for (const text of ["", "12\n", "now then"]) {
      const message =
        `Cannot forward occurrences: the checkpoint must be "beginning", "now", a position or a resourceVersion, ` +
        `received ${JSON.stringify(text)}`;
      await assert.rejects(loading(() => text), { name: "RangeError", message });
    }
    assert.equal(lines[0], "Forwarding ended: Cannot load the checkpoint: no disk");
    await putEvent(api.direct, "a");
    await putEvent(api.direct, "b");
    api.script.push(() => undefined, () => failure(422, "Invalid"));
    const forwarding = start({ maxDelayMs: 60_000 });
    await settled(time, forwarding.finished);
    await assert.rejects(forwarding.finished, { code: 422 });
    // What had been read is delivered.
    assert.deepEqual(delivered, ["a/1", "b/1"]);
    await forwarding.stop();
  }));

test("forward() rejects with an error of the reader within ten seconds, although the store is down too", () =>
  withForwarding({}, async ({ api, time, start, saved }) => {
    await putEvent(api.direct, "a");
    api.script.push(() => undefined, () => failure(422, "Invalid"));
    const forwarding = start({ deliver: () => Promise.reject(new Error("down")) });
    const startMs = time.now;
    await settled(time, forwarding.finished);
    await assert.rejects(forwarding.finished, { code: 422 });
    assert.ok(time.now - startMs >= 9900 && time.now - startMs <= 11_000, `${time.now - startMs} ms`);
    assert.deepEqual([forwarding.stats().pending, saved], [1, []]);
  }));

test("forward() begins with all events if a checkpoint loads as null, like a missing item of localStorage", () =>
  withForwarding({}, async ({ api, time, start, delivered }) => {
    await putEvent(api.direct, "a");
    start({ checkpoint: { load: () => null, save: () => {} } });
    await until(time, () => delivered.length === 1);
  }));

test("forward() continues if a checkpoint cannot be saved, logs that once, and saves a later one", () =>
  withForwarding({ maxBatch: 1 }, async ({ api, time, start, delivered, saved, lines }) => {
    let isBroken = true;
    const save = (version: string): void => {
      if (isBroken) throw new Error("disk full");
      saved.push(version);
    };
    const forwarding = start({ checkpoint: { load: () => "1", save } });
    for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
    await until(time, () => delivered.length === 3);
    assert.deepEqual(lines, ["Cannot save the checkpoint: disk full; retrying"]);
    isBroken = false;
    await until(time, () => saved.length === 1, 1000);
    assert.deepEqual(saved.map(versionOf), ["4"]);
    assert.ok(forwarding.stats().failures >= 1);
  }));

test("forward() saves the checkpoint of a stream without occurrences, so that it does not expire", () =>
  withForwarding({}, async ({ api, time, start, saved }) => {
    await putEvent(api.direct, "a");
    start({}, { fieldSelector: "metadata.name=a" });
    await until(time, () => saved.length === 1);
    for (let i = 0; i < 3; i++) await putEvent(api.direct, "b", { count: i + 1 });
    const startMs = time.now;
    await until(time, () => versionOf(saved.at(-1)) === "5", 1000);
    assert.ok(time.now - startMs < 120_000, `${time.now - startMs} ms`);
  }));

test("forward() reports a gap, and delivers the state after it as estimated", () =>
  withForwarding({}, async ({ api, time, start, saved, lines }) => {
    await putEvent(api.direct, "a", { count: 2 });
    saved.push(
      JSON.parse(await (await api.direct(new Request("http://localhost/api/v1/events"))).text()).metadata
        .resourceVersion,
    );
    await putEvent(api.direct, "a", { count: 5 });
    api.server.expire();
    const estimated: unknown[] = [];
    const gaps: unknown[] = [];
    const forwarding = start({
      deliver: (batch) => {
        estimated.push(...batch.map(({ occurrence }) => [occurrence.delta, occurrence.estimated]));
        gaps.push(...batch.map(({ occurrence }) => occurrence.gap));
      },
      maxBatch: 1,
    });
    await until(time, () => estimated.length === 1 && lines.length === 1);
    assert.deepEqual(estimated, [[5, true]]);
    assert.deepEqual(gaps, [{ from: undefined, to: new Date(time.now) }]);
    assert.match(lines[0]!, /^The server no longer had the changes after position 2: /);
    assert.equal(forwarding.stats().gaps, 1);
  }));

test("forward() reports a gap within a second, even if there is nothing to deliver", () =>
  withForwarding({}, async ({ api, time, start, lines, delivered }) => {
    for (const name of ["a", "b"]) await putEvent(api.direct, name);
    const forwarding = start();
    await until(time, () => delivered.length === 2);
    for (const name of ["a", "b"]) await deleteEvent(api.direct, name);
    api.server.expire();
    api.breakAll("cut");
    await until(time, () => forwarding.stats().gaps === 1);
    const startMs = time.now;
    await until(time, () => lines.length > 0);
    assert.ok(time.now - startMs <= 1000);
    assert.match(lines[0]!, /^The server no longer had the changes after position /);
    assert.equal(delivered.length, 2);
  }));

test("forward() reports a gap without a checkpoint too", () =>
  withForwarding({ checkpoint: undefined }, async ({ api, time, start, lines }) => {
    await putEvent(api.direct, "a");
    const forwarding = start();
    await until(time, () => api.open === 1);
    await putEvent(api.direct, "a", { count: 5 });
    api.server.expire();
    api.breakAll("cut");
    await until(time, () => forwarding.stats().gaps === 1 && lines.length > 0);
    assert.equal(
      lines.at(-1),
      "The server no longer had the changes: occurrences may be missing, and deltas estimated",
    );
  }));

test("forward() halves a batch that the store refuses, and sets aside deliveries that are refused alone", () =>
  withForwarding({}, async ({ api, time, start, lines, saved }) => {
    const names = ["a", "b", "bad", "c", "worse", "d", "e"];
    for (const name of names) await putEvent(api.direct, name);
    const stored: string[] = [];
    const sizes: number[] = [];
    const refused: unknown[] = [];
    const name = ({ occurrence }: Delivery): string => occurrence.event.metadata.name!;
    let isFull = true;
    const forwarding = start({
      deliver: (batch) => {
        sizes.push(batch.length);
        const error = Object.assign(new Error("400 Bad Request"), { status: 400 });
        if (batch.some((delivery) => ["bad", "worse"].includes(name(delivery)))) throw error;
        stored.push(...batch.map(name));
      },
      onRefused: (delivery, error) => {
        if (isFull) throw new Error("disk full");
        refused.push([name(delivery), (error as Error).message]);
      },
    });
    await until(time, () => lines.length > 0);
    assert.match(lines[0]!, /^Cannot deliver event shop\/bad \(BackOff\): disk full; retrying$/);
    isFull = false;
    await until(time, () => saved.length > 0);
    assert.deepEqual(stored, ["a", "b", "c", "d", "e"]);
    assert.deepEqual(refused, [["bad", "400 Bad Request"], ["worse", "400 Bad Request"]]);
    const { delivered, refused: count, pending } = forwarding.stats();
    assert.deepEqual([delivered, count, pending], [5, 2, 0]);
    assert.equal(lines.at(-1), "Set aside 2 of 7 occurrences, such as event shop/bad (BackOff): 400 Bad Request");
    assert.ok(sizes.length < 15, `${sizes}`);
  }));

test("forward() without onRefused logs a refused event at each try, and continues when the store accepts it", () =>
  withForwarding({}, async ({ api, time, start, lines, saved }) => {
    for (const name of ["a", "bad"]) await putEvent(api.direct, name);
    let isStrict = true;
    start({
      deliver: () => {
        if (isStrict) throw new StatusError({ code: 422, message: "no" });
      },
    });
    await until(time, () => lines.length === 3);
    assert.deepEqual(new Set(lines), new Set(["Cannot deliver event shop/a (BackOff): no; retrying"]));
    assert.deepEqual(saved, []);
    isStrict = false;
    await until(time, () => saved.length > 0);
  }));

test("forward() sets nothing aside for errors of the request, credentials or rate, and halves batches that are too large", () =>
  withForwarding({}, async ({ api, time, start, saved }) => {
    for (const name of ["a", "b", "c", "d"]) await putEvent(api.direct, name);
    const codes = [401, 404, 405, 407, 408, 409, 429, 500];
    const sizes: number[] = [];
    const onRefused = (): void => assert.fail("set aside");
    const forwarding = start({
      deliver: (batch) => {
        sizes.push(batch.length);
        const code = codes.shift() ?? (batch.length > 1 ? 413 : undefined);
        if (code !== undefined) throw new StatusError({ code });
      },
      onRefused,
    });
    await until(time, () => saved.length > 0, 500);
    assert.deepEqual(sizes, [4, 4, 4, 4, 4, 4, 4, 4, 4, 2, 1, 1, 2, 1, 1]);
    assert.deepEqual([forwarding.stats().delivered, forwarding.stats().refused], [4, 0]);
  }));

for (const setsAside of [true, false]) {
  const then = setsAside ? "sets it aside with onRefused" : "names it at each try without onRefused";
  test(`forward() finds the event that is too large, and ${then}`, () =>
    withForwarding({}, async ({ api, time, start, lines, saved }) => {
      for (const name of ["a", "big", "c"]) await putEvent(api.direct, name);
      const nameOf = ({ occurrence }: Delivery): unknown => occurrence.event.metadata.name;
      const aside: unknown[] = [];
      const forwarding = start({
        deliver: (batch) => {
          if (batch.some((delivery) => nameOf(delivery) === "big")) throw new StatusError({ code: 413 });
        },
        ...(setsAside && { onRefused: (delivery) => void aside.push(nameOf(delivery)) }),
      });
      await until(time, () => setsAside ? saved.length > 0 : lines.length === 3);
      assert.deepEqual(aside, setsAside ? ["big"] : []);
      assert.deepEqual(
        new Set(lines),
        new Set([
          setsAside
            ? "Set aside 1 of 3 occurrences, such as event shop/big (BackOff): HTTP 413"
            : "Cannot deliver event shop/big (BackOff): HTTP 413; retrying",
        ]),
      );
      assert.deepEqual(forwarding.stats().delivered, setsAside ? 2 : 1);
    }));
}

test("forward() accepts a checkpoint with extra fields", () =>
  withForwarding({}, async ({ api, time, start }) => {
    class Memory {
      readonly path = "events.checkpoint";
      position: string | undefined;
      load(): string | undefined {
        return this.position;
      }
      save(position: string): void {
        this.position = position;
      }
    }
    const checkpoint = new Memory();
    await putEvent(api.direct, "a");
    start({ checkpoint });
    await until(time, () => checkpoint.position?.startsWith("2@") ?? false);
  }));

test("forward() delivers nothing while its position is saved", () =>
  withForwarding({ maxDelayMs: 10 }, async ({ api, time, start }) => {
    const calls: string[] = [];
    const save = async (position: string): Promise<void> => {
      if (position.endsWith("*")) return;
      calls.push("save");
      await new Promise((resolve) => setTimeout(resolve, 3000));
      calls.push("saved");
    };
    start({ deliver: () => void calls.push("deliver"), checkpoint: { load: () => null, save } });
    await until(time, () => api.open === 1);
    await putEvent(api.direct, "a");
    await until(time, () => calls.includes("save"));
    await putEvent(api.direct, "b");
    await until(time, () => calls.length > 5);
    assert.deepEqual(calls.slice(0, 6), ["deliver", "save", "saved", "deliver", "save", "saved"]);
  }));

test("forward() does not lead again if its term is lost while it stops", () =>
  withForwarding({}, async ({ time, start }) => {
    const lost = new AbortController();
    let terms = 0;
    const lead = (): Promise<Leadership> => {
      if (++terms > 1) return Promise.reject(new Error("It leads again"));
      return Promise.resolve({ lost: lost.signal, holds: () => true, release: () => Promise.resolve() });
    };
    const forwarding = start({ checkpoint: { load: () => null, save: () => {}, lead } });
    await until(time, () => forwarding.stats().leading);
    const stopped = forwarding.stop();
    lost.abort();
    await settled(time, stopped);
    assert.equal(terms, 1);
  }));

test("Forwarding.stats() adds up the gaps of all terms", () =>
  withForwarding({}, async ({ api, time, start }) => {
    let lost = new AbortController();
    const lead = (): Promise<Leadership> => {
      const term = lost = new AbortController();
      const holds = (): boolean => !term.signal.aborted;
      return Promise.resolve({ lost: term.signal, holds, release: () => Promise.resolve() });
    };
    const forwarding = start({ checkpoint: { load: () => null, save: () => {}, lead } });
    for (const gaps of [1, 2, 3]) {
      await until(time, () => api.open === 1);
      for (const name of ["a", "b"]) await putEvent(api.direct, name, { count: gaps });
      api.server.expire();
      api.breakAll("cut");
      await until(time, () => forwarding.stats().gaps === gaps);
      lost.abort();
      await until(time, () => forwarding.stats().terms === gaps + 1);
      assert.equal(forwarding.stats().gaps, gaps);
    }
  }));

test("forward() is finished once its reader's stream ends, and leads no other term", () =>
  withForwarding({}, async ({ api, time, delivered, start }) => {
    await putEvent(api.direct, "a");
    let terms = 0;
    const released: unknown[] = [];
    const lead = (): Promise<Leadership> => {
      if (++terms > 1) return new Promise(() => {});
      const release = async (): Promise<void> => {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        released.push(api.open);
      };
      return Promise.resolve({ lost: new AbortController().signal, holds: () => true, release });
    };
    const aborter = new AbortController();
    const reader = new EventReader({ fetch: api.fetch });
    const occurrences: EventReader["occurrences"] = (options) =>
      reader.occurrences({ ...options, signal: aborter.signal });
    const forwarding = start({ checkpoint: { load: () => null, save: () => {}, lead } }, {}, { occurrences });
    await until(time, () => delivered.length === 1);
    aborter.abort();
    await settled(time, forwarding.finished);
    assert.deepEqual([terms, released, forwarding.stats().leading], [1, [0], false]);
  }));

for (const [when, isLostAtOnce] of [["is lost already", true], ["is lost while it begins", false]] as const) {
  test(`forward() pauses before it leads again, from half a second to half a minute, if its term ${when}`, () =>
    withForwarding({}, async ({ time, start, lines }) => {
      const calledMs: number[] = [];
      let lost = new AbortController();
      const lose = (): void => lost.abort(new Error("it was too late"));
      const lead = ({ signal }: { readonly signal: AbortSignal }): Promise<Leadership> => {
        calledMs.push(time.now);
        if (calledMs.length > 9) {
          // Without an answer, a loop ends.
          return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        }
        lost = new AbortController();
        if (isLostAtOnce) lose();
        return Promise.resolve({ lost: lost.signal, holds: () => true, release: () => Promise.resolve() });
      };
      const forwarding = start({ checkpoint: { load: () => lose() as undefined, save: () => {}, lead } });
      await until(time, () => calledMs.length > 9);
      const pauses = calledMs.slice(1).map((ms, index) => ms - calledMs[index]!);
      assert.deepEqual(pauses, [400, 750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]);
      assert.match(lines[1]!, /no longer forwards: it was too late, 0 occurrences are left/);
      await forwarding.stop();
      await forwarding.finished;
    }));
}

test("forward() pauses for half a second at most before it leads again, after terms that have begun", () =>
  withForwarding({}, async ({ time, start }) => {
    const calledMs: number[] = [];
    let lost = new AbortController();
    const lead = ({ signal }: { readonly signal: AbortSignal }): Promise<Leadership> => {
      calledMs.push(time.now);
      if (calledMs.length > 5) {
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      }
      lost = new AbortController();
      return Promise.resolve({ lost: lost.signal, holds: () => true, release: () => Promise.resolve() });
    };
    const load = (): string => {
      setTimeout(() => lost.abort(), 100);
      return "1";
    };
    const forwarding = start({ checkpoint: { load, save: () => {}, lead } });
    await until(time, () => calledMs.length > 5);
    const pauses = calledMs.slice(1).map((ms, index) => ms - calledMs[index]!);
    assert.deepEqual(pauses, [500, 500, 500, 500, 500]);
    await forwarding.stop();
  }));

test("forward() ends a pause before it leads again when it is stopped", () =>
  withForwarding({}, async ({ time, start }) => {
    let calls = 0;
    const lead = (): Promise<Leadership> => {
      if (++calls > 1) return Promise.reject(new Error("It leads again"));
      return Promise.resolve({ lost: AbortSignal.abort(), holds: () => false, release: () => Promise.resolve() });
    };
    const forwarding = start({ checkpoint: { load: () => null, save: () => {}, lead } });
    await time.runMicrotasks();
    await forwarding.stop();
    await forwarding.finished;
    assert.equal(calls, 1);
  }));

test("forward() ends with the error of a term whose holds() throws, and saves nothing past its batch", () =>
  withForwarding({}, async ({ api, time, start, delivered, saved }) => {
    for (const name of ["a", "b"]) await putEvent(api.direct, name);
    const holds = (): boolean => {
      if (delivered.length === 1) throw new Error("no clock");
      return true;
    };
    const term = { lost: new AbortController().signal, holds, release: () => Promise.resolve() };
    const save = (position: string): void => void saved.push(position);
    const forwarding = start({
      checkpoint: { load: () => null, save, lead: () => Promise.resolve(term) },
      maxBatch: 1,
    });
    const ended = assert.rejects(forwarding.finished, { message: "no clock" });
    await settled(time, ended);
    assert.deepEqual([delivered, saved.filter((position) => position?.startsWith("3@"))], [["a/1"], []]);
  }));

for (const way of ["lead", "release"] as const) {
  test(`Forwarding.stop() ends at its deadline although ${way}() never settles`, () =>
    withForwarding({}, async ({ time, start }) => {
      const never = new Promise<never>(() => {});
      const release = (): Promise<void> => never;
      const term = Promise.resolve({ lost: new AbortController().signal, holds: () => true, release });
      const lead = (): Promise<Leadership> => way === "lead" ? never : term;
      const forwarding = start({ checkpoint: { load: () => null, save: () => {}, lead } });
      await until(time, () => forwarding.stats().leading === (way === "release"));
      const startMs = time.now;
      await settled(time, forwarding.stop());
      await forwarding.finished;
      assert.ok(time.now - startMs <= 10_050, `${time.now - startMs} ms`);
    }));
}

test("forward() releases a term that begins after it was stopped", () =>
  withForwarding({}, async ({ time, start }) => {
    let begin = (_term: Leadership): void => {};
    const lead = (): Promise<Leadership> => new Promise((resolve) => begin = resolve);
    const forwarding = start({ checkpoint: { load: () => null, save: () => {}, lead } });
    await time.runMicrotasks();
    await settled(time, forwarding.stop());
    let released = 0;
    const release = (): Promise<void> => Promise.resolve(void released++);
    begin({ lost: new AbortController().signal, holds: () => true, release });
    await time.runMicrotasks();
    assert.equal(released, 1);
  }));

test("forward() continues after deliver() has changed its occurrences, and names an event by its key", () =>
  withForwarding({}, async ({ api, time, start, lines }) => {
    await putEvent(api.direct, "a");
    const { uid } = api.server.events()[0]!.metadata;
    const keys: string[] = [];
    const deliver = (batch: readonly Delivery[]): void => {
      for (const delivery of batch) {
        keys.push(delivery.key);
        Object.assign(delivery, { key: "mine" });
        delete (delivery.occurrence.event as { metadata?: unknown }).metadata;
      }
      throw Object.assign(new Error("no"), { status: 400 });
    };
    const refused: string[] = [];
    const forwarding = start({ deliver });
    await until(time, () => keys.length === 3);
    assert.deepEqual(new Set(keys), new Set([`${uid}/1@2`]));
    assert.match(lines[0]!, new RegExp(`^Cannot deliver event ${uid}/1@2: no; retrying`));
    await settled(time, forwarding.stop({ signal: AbortSignal.abort() }));
    start({ deliver, onRefused: ({ key }) => void refused.push(key) });
    await until(time, () => refused.length === 1);
    assert.deepEqual(refused, [`${uid}/1@2`]);
  }));

test("forward() rejects if lead resolves with something other than a Leadership, unless it is stopped", () =>
  withForwarding({}, async ({ time, start }) => {
    const leading = (lead: () => unknown): Forwarding => {
      const checkpoint = { load: () => null, save: () => {}, lead: () => Promise.resolve(lead()) };
      return start({ checkpoint: checkpoint as ForwardOptions["checkpoint"] });
    };
    const [lost, holds, release] = [new AbortController().signal, () => true, () => Promise.resolve()];
    for (const term of [undefined, null, {}, { lost, holds }, { lost, release }, { holds, release }]) {
      await assert.rejects(leading(() => term).finished, {
        name: "TypeError",
        message:
          "Cannot forward occurrences: checkpoint.lead() must resolve with a Leadership (lost, holds, release), " +
          `received ${term == undefined ? term : "[object Object]"}`,
      });
    }
    // Not Promise.withResolvers(), which Node 20 lacks.
    let resolve = (): void => {};
    const promise = new Promise<void>((done) => resolve = done);
    const stopped = leading(() => promise);
    const stopping = stopped.stop();
    resolve();
    await settled(time, stopping);
    await stopped.finished;
  }));

test("forward() checks its reader and options", () => {
  const reader = new EventReader({ fetch: new EventsApiServer().fetch });
  const create = (options: unknown): unknown => forward(reader, options as ForwardOptions);
  const deliver = (): void => {};
  assert.throws(() => create({ deliver: "stdout" }), TypeError);
  assert.throws(() => create({}), /deliver must be a function/);
  assert.throws(() => forward({} as never, { deliver }), /^TypeError: .*reader must have the method occurrences, /);
  const [load, save] = [deliver, deliver];
  for (const checkpoint of [{ load }, { load, save: 1 }]) {
    assert.throws(
      () => create({ deliver, checkpoint }),
      /checkpoint must have the methods load and save, .* without save$/,
    );
  }
  assert.throws(
    () => create({ deliver, checkpoint: { load, save, lead: true } }),
    /checkpoint\.lead must be a function, received true$/,
  );
  assert.throws(() => create({ deliver, onRefused: "file" }), TypeError);
  assert.throws(() => create({ deliver, maxBatch: 0 }), RangeError);
  assert.throws(() => create({ deliver, maxDelayMs: -1 }), RangeError);
  assert.throws(() => create({ deliver, signal: {} }), TypeError);
});
