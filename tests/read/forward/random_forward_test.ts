import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type Delivery, EventReader, forward, type Forwarding } from "../../../src/read/mod.ts";
import { seeded, seeds } from "../../random.ts";
import { type Break, BreakableApi, failure, until } from "../reader/breakable_api.ts";
import { deleteEvent, putEvent } from "../reader/write_event.ts";

const BREAKS: readonly Break[] = ["cut", "cut mid-line", "die"];
const MAX_BATCH = 5;

/** A store of keys that fails, hangs, and loses answers. */
class Store {
  /** How often each key arrived, in the order of the first time. */
  readonly arrivals = new Map<string, number>();
  /** The count that the deltas of each event add up to; NaN after one that was estimated. */
  readonly totals = new Map<string, number>();
  readonly #random: () => number;
  isCalm = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  readonly deliver = async (batch: readonly Delivery[], { signal }: { signal: AbortSignal }): Promise<void> => {
    assert.ok(batch.length > 0 && batch.length <= MAX_BATCH);
    const dice = this.isCalm ? 1 : this.#random();
    if (dice < 0.1) throw new Error("503");
    if (dice < 0.13) {
      return await new Promise((_, reject) => void signal.addEventListener("abort", () => reject(signal.reason)));
    }
    // A part arrives, or all of it and the answer is lost.
    const arriving = dice < 0.18 ? Math.floor(this.#random() * batch.length) : batch.length;
    for (const { key: state, occurrence } of batch.slice(0, arriving)) {
      const key = state.replace(/@\d+$/, "");
      const arrivals = this.arrivals.get(key) ?? 0;
      this.arrivals.set(key, arrivals + 1);
      const { uid = "" } = occurrence.event.metadata;
      if (arrivals > 0) continue;
      this.totals.set(uid, occurrence.estimated ? NaN : (this.totals.get(uid) ?? 0) + occurrence.delta);
    }
    if (dice < 0.23) throw new TypeError("connection reset");
    if (dice < 0.3) await new Promise((resolve) => setTimeout(resolve, this.#random() * 3000));
  };
}

async function run(seed: number): Promise<void> {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const time = new FakeTime(1_800_000_000_000);
  let forwarding: Forwarding | undefined;
  try {
    // Half of the servers keep their history: every state of every event must arrive.
    const isLasting = seed % 2 === 0;
    const api = new BreakableApi({ maxHistory: isLasting ? 100_000 : 10 + below(50), ttlMs: 1_200_000 });
    const store = new Store(random);
    let checkpoint: string | undefined;
    let kills = 0;
    const start = (): void => {
      forwarding = forward(new EventReader({ fetch: api.fetch, random, pageSize: 1 + below(8) }), {
        deliver: store.deliver,
        checkpoint: {
          load: () => checkpoint,
          save: async (version) => {
            if (random() < 0.1 && !store.isCalm) throw new Error("disk full");
            if (random() < 0.3) await Promise.resolve();
            checkpoint = version;
          },
        },
        maxBatch: MAX_BATCH,
        maxDelayMs: 200,
        random,
      });
      // Refused by a server that has not answered this process before: a supervisor starts it again.
      forwarding.finished.catch(() => {
        kills++;
        start();
      });
    };
    start();
    // Until then it would start from the beginning, which shows no states from before.
    await until(time, () => checkpoint !== undefined);

    const counts = new Map<string, number>();
    /** Every state written, by event. */
    const written = new Map<string, number[]>();
    for (let step = 0; step < 200; step++) {
      const name = `e${below(12)}`;
      const dice = random();
      if (dice < 0.6) {
        counts.set(name, (counts.get(name) ?? 0) + 1 + below(3));
        await putEvent(api.direct, name, { count: counts.get(name)! });
        const stored = api.server.events().find(({ metadata }) => metadata.name === name)!;
        const { uid = "" } = stored.metadata;
        written.set(uid, [...written.get(uid) ?? [], stored.count!]);
      } else if (dice < 0.66) {
        await deleteEvent(api.direct, name).catch(() => {});
        counts.delete(name);
      } else if (dice < 0.7) {
        kills++;
        // Killed, or stopped with or without time to deliver.
        const stopped = forwarding!.stop(random() < 0.5 ? { signal: AbortSignal.abort() } : {});
        let isOver = false;
        stopped.then(() => isOver = true);
        await until(time, () => isOver);
        start();
      } else if (dice < 0.76) {
        // A watch that closes at once counts as expired: a gap.
        const breaks: readonly Break[] = isLasting ? BREAKS : [...BREAKS, "close"];
        api.breakAll(breaks[below(breaks.length)]!);
      } else if (dice < 0.78 && !isLasting) api.server.expire({ silently: random() < 0.3 });
      else if (dice < 0.82) api.script.push(() => failure([401, 403, 429, 500, 503][below(5)]!, "Busy"));
      else if (dice < 0.99) time.tick(below(3000));
      else time.tick(below(600_000));
      if (random() < 0.5) await time.runMicrotasks();
    }
    api.script.length = 0;
    store.isCalm = true;
    // A delivery that hangs ends with its process.
    const stopped = forwarding!.stop({ signal: AbortSignal.abort() });
    await stopped;
    start();
    const arrived = (key: string): boolean => store.arrivals.has(key);
    await putEvent(api.direct, "last", { count: 7 });
    const { uid: lastUid } = api.server.events().at(-1)!.metadata;
    await until(time, () => arrived(`${lastUid}/7`), 100);

    const stored = api.server.events();
    for (const { metadata: { uid = "", name }, count } of stored) {
      assert.ok(arrived(`${uid}/${count}`), `seed ${seed}: ${name} x${count} is missing`);
      const total = store.totals.get(uid);
      if (isLasting) assert.equal(total, count, `seed ${seed}: the deltas of ${name}`);
    }
    if (isLasting) {
      for (const [uid, states] of written) {
        const arrivals = [...store.arrivals.keys()].filter((key) => key.startsWith(uid));
        assert.deepEqual(arrivals, states.map((count) => `${uid}/${count}`), `seed ${seed}, in order`);
      }
    }
  } finally {
    await forwarding?.stop({ signal: AbortSignal.abort() });
    time.restore();
  }
}

for (const seed of seeds(10)) {
  test(`forward() delivers every state of every event to a store of keys, in order, through faults on both sides (seed ${seed})`, () =>
    run(seed));
}
