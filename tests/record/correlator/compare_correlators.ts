import type { CoreV1Event, Correlation, EventCorrelatorOptions, JsonPatchOperation } from "../../../mod.ts";
import { EventCorrelator } from "../../../src/client_go/mod.ts";
import { type NaiveCache, NaiveCorrelator } from "./naive_correlator.ts";
import { type Change, frozen, randomSteps, type Step } from "./random_steps.ts";

/** A minimal cache, for small sizes only, as finding the oldest key is linear. */
class MapCache<R> implements NaiveCache<R> {
  readonly #records = new Map<string, R>();
  readonly #cacheSize: number;

  constructor(cacheSize: number) {
    this.#cacheSize = cacheSize;
  }

  get(key: string): R | undefined {
    const record = this.#records.get(key);
    if (record !== undefined) this.set(key, record);
    return record;
  }

  set(key: string, record: R): void {
    this.#records.delete(key);
    if (this.#records.size === this.#cacheSize) this.#records.delete([...this.#records.keys()][0]!);
    this.#records.set(key, record);
  }
}

/** Numbers the generated names of a correlator in order of appearance, as two correlators never generate the same. */
class Names {
  readonly #numbers = new Map<string, number>();

  of(name: string | undefined): string | undefined {
    if (name === undefined || /^event-\d+$/.test(name) || name.startsWith("renamed")) return name;
    let number = this.#numbers.get(name);
    if (number === undefined) this.#numbers.set(name, number = this.#numbers.size);
    return `combined #${number}`;
  }
}

interface Decision {
  readonly type: "create" | "patch" | "skip";
  readonly event?: CoreV1Event | undefined;
  readonly patch?: readonly JsonPatchOperation[] | undefined;
}

/** A whole decision as one string. */
function describe({ type, event, patch }: Decision, names: Names): string {
  if (type === "skip" || event === undefined) return type;
  const operations = patch?.map((operation) => JSON.stringify(operation)).sort();
  const fields = Object.entries({ ...event, metadata: undefined }).filter(([, value]) => value !== undefined).sort();
  const { name, namespace, resourceVersion = "", annotations } = event.metadata;
  return JSON.stringify([type, names.of(name), namespace, resourceVersion, annotations, fields, operations]);
}

/** The server's response to a write of `event`. */
function answer(event: CoreV1Event, change: Change, step: number): CoreV1Event {
  const { metadata, count = 0 } = event;
  switch (change) {
    case "nothing":
      return event;
    case "version":
      return { ...event, metadata: { ...metadata, resourceVersion: String(step) } };
    case "lower count":
      return { ...event, count: count - 1 };
    case "higher count":
      return { ...event, count: count + 5 };
    case "no count":
      return { ...event, count: undefined };
    case "name":
      return { ...event, metadata: { ...metadata, name: `renamed-${step}` } };
    case "time":
      return { ...event, firstTimestamp: "2020-02-02T02:02:02Z" };
    case "message":
      return { ...event, message: "again" };
  }
}

/** The result of a story: how often each decision was made, or where the correlators first differ. */
export interface Comparison {
  readonly decided: Record<"create" | "patch" | "skip" | "combined", number>;
  readonly evictions: number;
  readonly difference?: string;
}

/** Runs the same steps on both correlators. */
export function compareOn(
  steps: readonly Step[],
  options: EventCorrelatorOptions,
  expected: EventCorrelatorOptions,
): Comparison {
  let nowMs = 1_767_225_600_000;
  const clock = { now: () => nowMs };
  const real = new EventCorrelator({ ...options, clock });
  const naive = new NaiveCorrelator({
    cacheSize: 4096,
    burst: 25,
    qps: 1 / 300,
    maxEvents: 10,
    maxIntervalMs: 600_000,
    newCache: (cacheSize) => new MapCache(cacheSize),
    ...Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    clock,
  });
  const realNames = new Names();
  const naiveNames = new Names();
  const written: [real: CoreV1Event, naive: CoreV1Event][] = [];
  const decided = { create: 0, patch: 0, skip: 0, combined: 0 };
  const done = (difference?: string): Comparison => {
    const { aggregator, deduplicator, spamFilter } = real.stats();
    const evictions = Math.min(aggregator.evictions, deduplicator.evictions, spamFilter.evictions);
    return difference === undefined ? { decided, evictions } : { decided, evictions, difference };
  };
  for (const [index, step] of steps.entries()) {
    if (step.type === "answer") {
      const pair = written.at(-1 - step.back);
      if (pair === undefined) continue;
      real.updateState(frozen(answer(pair[0], step.change, index)));
      naive.updateState(answer(pair[1], step.change, index));
      continue;
    }
    nowMs += step.advanceMs;
    const got: Correlation = real.correlate(step.event);
    const wanted = naive.correlate(step.event);
    const gotText = describe(got, realNames);
    const wantedText = describe(wanted, naiveNames);
    if (gotText !== wantedText) return done(`step ${index}\n     got ${gotText}\n  wanted ${wantedText}`);
    decided[got.type]++;
    if (wanted.type === "skip") continue;
    written.push([got.event, wanted.event]);
    if (got.event.message?.startsWith("(combined")) decided.combined++;
  }
  return done();
}

/** Shrinks a failing story by removing ever smaller parts. */
function shrink(steps: readonly Step[], fails: (steps: readonly Step[]) => boolean): readonly Step[] {
  let shortest = steps;
  for (let size = steps.length >> 1; size >= 1;) {
    let removed = false;
    for (let start = 0; start < shortest.length;) {
      const without = [...shortest.slice(0, start), ...shortest.slice(start + size)];
      if (fails(without)) {
        shortest = without;
        removed = true;
      } else {
        start += size;
      }
    }
    if (!removed || size > 1) size >>= 1;
  }
  return shortest;
}

/** Runs both correlators on `length` random events; a difference comes with the shortest story that shows it. */
export function compareRandomly(
  { seed, length, options, expected = options }: {
    seed: number;
    length: number;
    options: EventCorrelatorOptions;
    expected?: EventCorrelatorOptions;
  },
): Comparison & { readonly story?: readonly Step[] } {
  const steps = randomSteps(seed, length);
  const whole = compareOn(steps, options, expected);
  if (whole.difference === undefined) return whole;
  const prefix = steps.slice(0, Number(/\d+/.exec(whole.difference)![0]) + 1);
  const story = shrink(prefix, (part) => compareOn(part, options, expected).difference !== undefined);
  return { ...compareOn(story, options, expected), story };
}
