import assert from "node:assert/strict";
import { test } from "node:test";
import type { CoreV1Event, Correlation, Correlator, EventsV1Event } from "../../../mod.ts";
import { EventCorrelator, EventSeriesCorrelator } from "../../../src/client_go/mod.ts";
import { seeded, seeds } from "../../random.ts";
import { sampleEvent } from "./sample_event.ts";

const EVENTS = 3000;
const MESSAGES = 12;

interface Lane<E> {
  sending: Correlation<E> | undefined;
  waiting: Correlation<E> | undefined;
}

/**
 * A server with late responses: the writes of an event reach it one by one, as from the lanes of a recording, and while one
 * is in flight, later ones coalesce.
 */
class SlowServer<E extends CoreV1Event | EventsV1Event> {
  readonly #correlator: Correlator<E>;
  readonly #lanes = new Map<string, Lane<E>>();
  readonly stored = new Map<string, E>();

  constructor(correlator: Correlator<E>) {
    this.#correlator = correlator;
  }

  send(correlation: Correlation<E> | undefined): void {
    if (correlation === undefined || correlation.type === "skip") return;
    this.send(correlation.evicted);
    const name = correlation.event.metadata.name!;
    const lane = this.#lanes.get(name);
    if (lane === undefined) this.#lanes.set(name, { sending: correlation, waiting: undefined });
    else lane.waiting = correlation;
  }

  get waiting(): number {
    return this.#lanes.size;
  }

  /** Responds to the write in flight of one event. */
  answer(index: number): void {
    const [name, lane] = [...this.#lanes][index]!;
    const written = lane.sending!;
    const before = this.stored.get(name);
    assert.ok(before === undefined || countOf(written.event) >= countOf(before), `${name} goes back`);
    const event = { ...written.event, metadata: { ...written.event.metadata, resourceVersion: "1" } };
    this.stored.set(name, event);
    lane.sending = lane.waiting;
    lane.waiting = undefined;
    if (lane.sending === undefined) this.#lanes.delete(name);
    this.#correlator.updateState(event, written);
  }
}

function countOf(event: CoreV1Event | EventsV1Event): number {
  return "involvedObject" in event ? event.count! : event.series?.count ?? 1;
}

function messageOf(event: CoreV1Event | EventsV1Event): string {
  return ("involvedObject" in event ? event.message : event.note)!;
}

/** Correlates many repeats of few messages, with responses at random times. */
function run<E extends CoreV1Event | EventsV1Event>(
  seed: number,
  correlator: Correlator<E> & { takeTrailingWrites(): Correlation<E>[] },
  makeEvent: (message: string, made: number) => E,
): void {
  const random = seeded(seed);
  const server = new SlowServer(correlator);
  const emitted = new Map<string, number>();
  for (let made = 0; made < EVENTS; made++) {
    const message = `message ${Math.floor(MESSAGES * random() ** 2)}`;
    emitted.set(message, (emitted.get(message) ?? 0) + 1);
    server.send(correlator.correlate(makeEvent(message, made)));
    while (server.waiting > 0 && random() < 0.4) server.answer(Math.floor(random() * server.waiting));
  }
  correlator.takeTrailingWrites().forEach((correlation) => server.send(correlation));
  while (server.waiting > 0) server.answer(0);
  const stored = new Map<string, number>();
  for (const event of server.stored.values()) {
    stored.set(messageOf(event), (stored.get(messageOf(event)) ?? 0) + countOf(event));
  }
  assert.deepEqual([...stored].sort(), [...emitted].sort());
}

for (const cacheSize of [1, 2, 5, 4096]) {
  for (const seed of seeds(2)) {
    test(`EventCorrelator with cacheSize ${cacheSize} counts every event with late responses (seed ${seed})`, () => {
      const limits = { burst: EVENTS, maxEvents: EVENTS };
      for (const options of [{ cacheSize, ...limits }, { cacheSize, ...limits, trailingWrites: true }]) {
        run(seed, new EventCorrelator(options), (message) => sampleEvent({ message }));
      }
    });

    test(`EventSeriesCorrelator with cacheSize ${cacheSize} counts every event with late responses (seed ${seed})`, () => {
      run<EventsV1Event>(seed, new EventSeriesCorrelator({ cacheSize, maxNotes: MESSAGES }), (note, made) => ({
        metadata: { name: `web-1.${made}`, namespace: "default" },
        regarding: { kind: "Pod", name: "web-1" },
        type: "Normal",
        reason: "Pulled",
        action: "Pull",
        note,
      }));
    });
  }
}

test("EventCorrelator keeps the name and first time of an event if the server's answer lacks or changes them", () => {
  for (const metadata of [{ resourceVersion: "7" }, {}, { name: "another", resourceVersion: "7" }]) {
    const correlator = new EventCorrelator();
    const first = correlator.correlate(sampleEvent());
    correlator.updateState({ ...first.event, metadata, firstTimestamp: undefined }, first);
    const { event } = correlator.correlate(sampleEvent());
    assert.equal(event.metadata.name, first.event.metadata.name);
    assert.equal(event.metadata.resourceVersion, metadata.resourceVersion);
    assert.deepEqual([event.firstTimestamp, event.count], [first.event.firstTimestamp, 2]);
  }
});

test("EventCorrelator creates an event again after an answer with the count 0", () => {
  const correlator = new EventCorrelator();
  const written = correlator.correlate(sampleEvent());
  correlator.updateState({ ...written.event, count: 0 }, written);
  assert.equal(correlator.correlate(sampleEvent()).type, "create");
});
