import assert from "node:assert/strict";
import { test } from "node:test";
import { Broadcaster, BroadcasterStoppedError, type Watcher, type WatchEvent, type WhenFull } from "../../../mod.ts";
import { seeded, seeds } from "../../random.ts";
import { BroadcasterModel, type Got, WatcherModel } from "./broadcaster_model.ts";
import { added, settled } from "./vocabulary.ts";

const MODES: readonly WhenFull[] = ["drop-newest", "drop-oldest", "wait", "close"];

interface Reader {
  readonly kind: "iterator" | "reader" | "platform's reader" | "handler";
  readonly watcher: Watcher<number>;
  readonly model: WatcherModel;
  readonly got: Got[];
  read(): void;
}

/** A broadcaster and its model, driven by the same steps. */
class Pair {
  readonly real: Broadcaster<number>;
  readonly model: BroadcasterModel;
  readonly readers: Reader[] = [];
  readonly results: string[] = [];
  #n = 0;

  constructor(mark: number) {
    this.real = new Broadcaster({ incomingHighWaterMark: mark });
    this.model = new BroadcasterModel(mark);
  }

  actionOrDrop(): void {
    const n = this.#n++;
    assert.equal(this.real.actionOrDrop("ADDED", n), this.model.actionOrDrop(n));
  }

  action(): void {
    const n = this.#n++;
    this.model.action(n);
    this.real.action("ADDED", n).then(() => this.results.push(`${n} accepted`), (error) => {
      assert.ok(error instanceof BroadcasterStoppedError);
      this.results.push(`${n} refused`);
    });
  }

  /** Returns whether microtasks must run before the next step. */
  watch(random: (below: number) => number): boolean {
    const kind = (["iterator", "reader", "platform's reader", "handler"] as const)[random(4)]!;
    const whenFull = MODES[random(4)]!;
    const highWaterMark = random(5);
    const odd = random(4) === 0;
    const wanted = (n: number): boolean => !odd || n % 2 === 1;
    const prefix = Array.from({ length: random(2) * random(4) }, () => this.#n++);
    const mark = prefix.length > 0 ? Math.max(highWaterMark, prefix.length + 1) : highWaterMark;

    const reads = kind === "handler" ? Infinity : 0;
    const model = new WatcherModel({ since: this.model.accepted, whenFull, mark, reads }, wanted);
    this.model.watchers.push(model);
    const got: Got[] = [];
    const watcher = this.real.watchWithPrefix(prefix.map(added), {
      whenFull,
      highWaterMark,
      ...(odd && { filter: ({ object }) => wanted(object) }),
      ...(kind === "handler" && { handler: ({ object }) => void got.push(object) }),
    });
    for (const n of prefix) model.offer(n);

    const source = {
      "iterator": () => watcher.values(),
      "reader": () => watcher.getReader(),
      "platform's reader": () => new ReadableStreamDefaultReader<WatchEvent<number>>(watcher),
      "handler": () => undefined,
    }[kind]();
    const next = source && ("next" in source ? () => source.next() : () => source.read());
    const read = (): void => {
      model.read();
      next?.().then(({ value, done }) => got.push(done ? "end" : value!.object));
    };
    this.readers.push({ kind, watcher, model, got, read });
    // A handler gets the prefix in a microtask, and a stream starts in one.
    return kind === "platform's reader" || prefix.length > 0;
  }

  /** Returns whether microtasks must run before the next step. */
  read({ kind, model, read }: Reader): boolean {
    // The platform does not expose how many reads are pending.
    if (kind === "handler" || kind === "platform's reader" && model.reads > 0) return false;
    read();
    return kind === "platform's reader";
  }

  stop({ watcher, model }: Reader): void {
    watcher.stop();
    model.stop();
  }

  async settle(): Promise<void> {
    await settled();
    this.model.settle();
    assert.deepEqual(this.results.toSorted(), this.model.results.toSorted());
    for (const { got, watcher, model } of this.readers) {
      assert.deepEqual(got, model.got);
      assert.equal(watcher.dropped, model.dropped);
      assert.equal(watcher.queued, model.queue.length);
    }
    const { accepted, dropped, queued, watchers } = this.real.stats();
    assert.deepEqual({ accepted, refused: dropped.incomingFull, queued }, {
      accepted: this.model.accepted,
      refused: this.model.refused,
      queued: this.model.queued,
    });
    assert.equal(watchers.length, this.model.watchers.filter(({ closed }) => !closed).length);
  }

  async shutdown(): Promise<void> {
    this.model.shutdown();
    const distributed = this.real.shutdown();
    const readable = this.readers.filter(({ kind }) => kind !== "handler");
    await this.settle();
    while (readable.some(({ got }) => got.at(-1) !== "end")) {
      for (const reader of readable) if (reader.got.at(-1) !== "end") this.read(reader);
      await this.settle();
    }
    await distributed;
  }
}

/** Runs the same random steps on a broadcaster and its model. */
async function run(seed: number): Promise<void> {
  const number = seeded(seed);
  const random = (below: number): number => Math.floor(number() * below);
  const pair = new Pair(1 + random(6));
  for (let step = 0; step < 60; step++) {
    const reader = pair.readers[random(pair.readers.length || 1)];
    const dice = random(20);
    let settle = dice >= 17;
    if (dice < 2 || reader === undefined) settle = pair.watch(random);
    else if (dice < 9) pair.actionOrDrop();
    else if (dice < 12) pair.action();
    else if (dice < 16) settle = pair.read(reader);
    else if (dice < 17) pair.stop(reader);
    if (settle) await pair.settle();
  }
  await pair.shutdown();
}

const SCHEDULES = 250;

for (const seed of seeds(4)) {
  test(`Broadcaster behaves as its model in random schedules (seed ${seed})`, async () => {
    for (let schedule = seed * SCHEDULES; schedule < (seed + 1) * SCHEDULES; schedule++) {
      try {
        await run(schedule);
      } catch (error) {
        const { message } = error as Error;
        throw new Error(`Schedule ${schedule} fails: ${message}`, { cause: error });
      }
    }
  });
}
