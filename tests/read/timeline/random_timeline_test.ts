import { test } from "node:test";
import assert from "node:assert/strict";
import { bucketsOf, Timeline, type TimelineEvent } from "../../../src/read/timeline/mod.ts";
import type { Occurrence } from "../../../src/read/mod.ts";
import { seeded, seeds } from "../../random.ts";
import { line } from "./history.ts";

const HOUR_MS = 3_600_000;

/** An event as a server stores it. */
interface Stored {
  readonly object: string;
  readonly name: string;
  uid: string;
  count: number;
  readonly first: number;
  last: number;
}

/** An hour of a cluster with the lines that readers have read of it, and the times at which everything occurred. */
class History {
  readonly lines: Occurrence[] = [];
  /** The times of all occurrences that a reader has read, by object. */
  readonly truth: Map<string, number[]> = new Map();
  readonly gaps: { from: number; to: number }[] = [];
  /** The times of occurrences that nobody has read, as their events were deleted in a gap. */
  readonly missed: number[] = [];
  readonly #random: () => number;
  readonly #stored = new Map<string, Stored & { unread: number[] }>();
  /** The counts that the current reader knows, by name, as the reader compares first times, too. */
  #known = new Map<string, Stored>();
  #uids = 0;
  #now = 0;

  readonly #canFall: boolean;

  constructor(seed: number, { canFall = false } = {}) {
    this.#random = seeded(seed);
    this.#canFall = canFall;
    while (this.#now < HOUR_MS - 300_000) this.#step();
    this.#read();
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #pass(maxMs: number): void {
    this.#now += 1 + this.#below(maxMs);
  }

  #step(): void {
    this.#pass(20_000);
    const roll = this.#random();
    if (this.#canFall && roll < 0.1) return this.#fall();
    if (roll < 0.7) return this.#occur();
    if (roll < 0.85) return this.#read();
    if (roll < 0.9) return this.#expire();
    if (roll < 0.93) return void (this.#known = new Map()); // a reader that begins anew
    if (roll < 0.96) return this.#repeat();
    return this.#miss();
  }

  #occur(): void {
    const object = `web-${this.#below(4)}`;
    const name = `${object}.${this.#below(3)}`;
    let stored = this.#stored.get(name);
    if (stored === undefined) {
      stored = { object, name, uid: `${++this.#uids}`, count: 0, first: this.#now, last: 0, unread: [] };
      this.#stored.set(name, stored);
    }
    // Several since the last report, as patches may be coalesced.
    for (let more = 1 + this.#below(3) * this.#below(2); more > 0; more--) {
      stored.count++;
      stored.last = this.#now;
      stored.unread.push(this.#now);
      this.#pass(2000);
    }
  }

  /** Emits each change since the last time, as a watch or a list does. */
  #read(gap?: { from: number; to: number }): void {
    for (const stored of this.#stored.values()) {
      const { object, name, uid, count, first, last, unread } = stored;
      const known = this.#known.get(name);
      const continues = known && (known.uid === uid || known.first === first);
      const hasFallen = continues && count < known.count;
      const delta = continues && !hasFallen ? count - known.count : count;
      this.#known.set(name, { ...stored });
      if (delta === 0) continue;
      const occurrence = line({ object, name, uid, count, delta, first, last, ...hasFallen && { estimated: true } });
      this.lines.push(gap ? { ...occurrence, gap: { from: new Date(gap.from), to: new Date(gap.to) } } : occurrence);
      gap = undefined;
      this.truth.set(object, [...this.truth.get(object) ?? [], ...unread]);
      stored.unread = [];
    }
  }

  /** Deletes an event that has been read; some are created again later with their count. */
  #expire(): void {
    this.#read();
    const all = [...this.#stored.values()];
    const stored = all[this.#below(all.length)];
    if (stored === undefined) return;
    if (this.#random() < 0.5) this.#stored.delete(stored.name);
    else stored.uid = `${++this.#uids}`;
  }

  /** Another writer lowers a count that has been read, and it has not risen to that again when it is read. */
  #fall(): void {
    this.#read();
    const stored = [...this.#stored.values()].at(-1);
    if (stored === undefined || stored.count < 2) return;
    const count = this.#below(stored.count - 1);
    this.#pass(5000);
    for (let more = 1 + this.#below(stored.count - count - 1); more > 0; more--) {
      stored.unread.push(this.#now);
      stored.last = this.#now;
      stored.count = count + stored.unread.length;
      this.#pass(2000);
    }
    this.#read();
  }

  /** Lines that are read once more, in any order. */
  #repeat(): void {
    for (let i = this.#below(20); i > 0 && this.lines.length > 0; i--) {
      this.lines.push(this.lines[this.#below(this.lines.length)]!);
    }
  }

  /** A gap, in which events occur and are deleted. */
  #miss(): void {
    this.#read();
    const from = this.#now;
    for (let i = this.#below(10); i > 0; i--) {
      this.#pass(10_000);
      this.#occur();
      const [name, stored] = [...this.#stored].at(-1)!;
      if (this.#random() < 0.5) continue;
      this.missed.push(...stored.unread);
      // Its count continues without those that nobody has read.
      this.#stored.delete(name);
    }
    const gap = { from, to: this.#now + 1 };
    this.gaps.push(gap);
    this.#occur();
    this.#read(gap);
  }
}

function timelineOf(lines: readonly Occurrence[], options: { maxSpans?: number }): Timeline {
  const timeline = new Timeline(options);
  for (const each of lines) timeline.add(each);
  return timeline;
}

function byName(events: readonly TimelineEvent[]): Map<string, TimelineEvent[]> {
  const groups = new Map<string, TimelineEvent[]>();
  for (const event of events) groups.set(event.name, [...groups.get(event.name) ?? [], event]);
  return groups;
}

for (const seed of seeds(40)) {
  for (const [maxSpans, canFall] of [[1000, false], [30, false], [1000, true], [30, true]] as const) {
    const what = `in ${maxSpans} spans${canFall ? " with counts that fall" : ""}`;
    test(`Timeline is correct in every bucket of a random hour, ${what} (seed ${seed})`, () => {
      const { lines, truth, gaps, missed } = new History(seed, { canFall });
      const snapshot = timelineOf(lines, { maxSpans }).getSnapshot();
      assert.ok(snapshot.resolutionMs === 1 || maxSpans === 30);
      const objects = byName(snapshot.events);
      for (const [name, events] of objects) {
        const times = truth.get(name)!;
        const spans = events.flatMap(({ spans }) => spans);
        const warnings = events.reduce((sum, { count }) => sum + count, 0);
        const sure = spans.reduce((sum, { count, estimated }) => sum + (estimated ? 0 : count), 0);
        if (canFall) assert.ok(sure <= times.length && times.length <= warnings, `${sure} ${times.length} ${warnings}`);
        else assert.equal(warnings, times.length, name);
        assert.equal(spans.reduce((sum, { count }) => sum + count, 0), warnings);
        for (const n of [12, 60, 720]) {
          const width = HOUR_MS / n;
          const { exact, ranges } = bucketsOf(spans, 0, HOUR_MS, n);
          for (let i = 0; i < n; i++) {
            const [from, to] = [i * width, (i + 1) * width];
            const true_ = times.filter((time) => time >= from && time < to).length;
            const uncertain = ranges.filter((span) => span.to >= from && span.from < to);
            const most = uncertain.reduce((sum, { count }) => sum + count, exact[i]!);
            assert.ok(exact[i]! <= true_ && true_ <= most, `${name}, ${n}, ${i}: ${exact[i]} <= ${true_} <= ${most}`);
          }
        }
      }
      assert.equal(objects.size, truth.size);
      const covered = (ms: number): boolean => snapshot.gaps.some(({ from, to }) => from <= ms && ms <= to);
      for (const ms of missed) assert.ok(covered(ms), `${ms} was missed outside all gaps`);
      for (const { from, to } of snapshot.gaps) {
        const parts = gaps.filter((gap) => from <= gap.from && gap.to <= to);
        assert.ok(parts.length > 0);
      }
    });
  }

  test(`Timeline never counts more than occurred, in whatever order lines come (seed ${seed})`, () => {
    const { lines, truth } = new History(seed);
    const random = seeded(-seed);
    const shuffled = [...lines, ...lines].map((each) => ({ each, at: random() })).sort((a, b) => a.at - b.at);
    const { events } = timelineOf(shuffled.map(({ each }) => each), {}).getSnapshot();
    for (const [name, all] of byName(events)) {
      assert.ok(all.reduce((sum, { count }) => sum + count, 0) <= truth.get(name)!.length, name);
    }
  });
}
