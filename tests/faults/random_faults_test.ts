import { test } from "node:test";
import assert from "node:assert/strict";
import { type ApiVersion, type CoreV1Event, type EventOf, FetchEventSink, type Outcome } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { seeded, seeds } from "../random.ts";
import { accounted } from "../record/recording/accounted.ts";
import { type Fault, FAULTS, faultyFetch } from "./faulty_fetch.ts";
import { PacedTime } from "./paced_time.ts";
import { coreV1Api, eventsV1Api, type RecordedApi } from "./recorded_api.ts";
import { storedEvents } from "./stored_events.ts";

const OBJECTS = 300;
const EVENTS = 2500;
/** Faults that end an event. */
const FINAL_REFUSALS = /^4(0[13]|13|22)/;
const FINAL: ReadonlySet<Outcome<CoreV1Event>["type"]> = new Set([
  "rejected",
  "dropped",
  "abandoned",
  "skipped",
  "uncounted",
]);

/** Counts by message. */
class Counts extends Map<string, number> {
  count(message: string): number {
    return this.get(message) ?? 0;
  }
  add(message: string, count: number): void {
    this.set(message, this.count(message) + count);
  }
}

/**
 * Adds to `faults` each request that is sent too early or exceeds the concurrency. Throwing would
 * only look like a network error.
 */
function watched(fetch: (request: Request) => Promise<Response>, concurrency: number, faults: string[]) {
  const underWay = new Set<string>();
  return async (request: Request): Promise<Response> => {
    const name = request.method === "POST"
      ? (await request.clone().json() as CoreV1Event).metadata.name!
      : decodeURIComponent(new URL(request.url).pathname.split("/").pop()!);
    if (underWay.has(name)) faults.push(`${name} has two requests under way`);
    if (underWay.size >= concurrency) faults.push(`${name} makes more than ${concurrency} under way`);
    underWay.add(name);
    try {
      return await fetch(request);
    } finally {
      underWay.delete(name);
    }
  };
}

/** Sums the counts of all events with the same message, as evicted events start again at one. */
async function countsByMessage(api: (request: Request) => Promise<Response>): Promise<Counts> {
  const counts = new Counts();
  for (const { message = "", count, series } of await storedEvents(api)) {
    counts.add(message, count ?? series?.count ?? 1);
  }
  return counts;
}

async function run<V extends ApiVersion>(
  recordedApi: RecordedApi<V>,
  seed: number,
  time: PacedTime,
): Promise<Counts> {
  const { apiVersion, makeEvent, messageOf, countOf } = recordedApi;
  const random = seeded(seed);
  const pick = (n: number): number => Math.floor(random() * n);
  const concurrency = 1 + pick(16);
  const faultRate = 0.1 + random() * 0.4;
  const met = new Counts();
  /** Namespaces whose writes fail at present. */
  let inTrouble = new Set<string>();
  const api = new EventsApiServer();
  const chooseFault = (request: Request): Fault | undefined => {
    // A token that the server rejects until the client requests another one.
    if (request.headers.get("authorization") !== `Bearer token-${tokens}`) return "401";
    const [, namespace] = /namespaces\/([^/]+)/.exec(request.url)!;
    if (inTrouble.has(namespace!)) return random() < 0.5 ? "hang" : "500";
    if (random() >= faultRate) return undefined;
    // Final errors end events: rare enough for most keys to have none.
    const fault = FAULTS[pick(FAULTS.length)]!;
    if (FINAL_REFUSALS.test(fault) && random() < 0.7) return undefined;
    met.add(fault, 1);
    if (fault === "401") tokens++;
    return fault;
  };
  let tokens = 0;
  let token = "token-0";
  const faults: string[] = [];
  const faulty = faultyFetch({ api: api.fetch, choose: chooseFault, hang: time.hang });
  const fetch = watched(faulty, concurrency, faults);
  const sink = new FetchEventSink({
    apiVersion,
    fetch,
    token: (refused) => refused === undefined ? token : token = `token-${tokens}`,
  });

  const ended = new Counts();
  const ends = new Counts();
  const lost = new Counts();
  const written = new Map<string, number>();
  const clock = { ms: 0, now: (): number => clock.ms };
  const recording: EventRecording<V> = new EventRecording<V>(time.watch<EventOf<V>>(sink), {
    concurrency,
    correlator: recordedApi.correlator({ clock, cacheSize: pick(2) === 0 ? 1 + pick(20) : 4096 }),
    retryDelayMs: 1,
    requestTimeoutMs: 5,
    maxTries: pick(2) === 0 ? 3 : 12,
    maxPending: pick(2) === 0 ? 200 : 4096,
    clock,
    random,
    // Errors of a listener are only logged.
    logger: { warn() {}, error: (line) => line.startsWith("onOutcome threw") && faults.push(line) },
    onOutcome: (outcome) => {
      accounted(recording.stats());
      const event = outcome.event!;
      const message = messageOf(event);
      ends.add(outcome.type, outcome.count);
      if (outcome.type !== "uncounted") ended.add(message, outcome.count);
      if (outcome.type === "skipped" && outcome.because === "series") return;
      if (FINAL.has(outcome.type)) lost.add(message, outcome.count);
      else written.set(message, Math.max(written.get(message) ?? 0, countOf(event)));
    },
  });

  const emitted = new Counts();
  for (let made = 0; made < EVENTS;) {
    clock.ms += pick(1000);
    if (pick(10) === 0) inTrouble = new Set(Array.from({ length: pick(20) }, () => `ns-${pick(40)}`));
    for (let burst = pick(100); burst > 0 && made < EVENTS; burst--, made++) {
      const object = Math.floor(OBJECTS * random() ** 2);
      const message = `seen by ${object}`;
      emitted.add(message, 1);
      recording.accept(makeEvent(`e-${made}`, { pod: `p-${object}`, message, namespace: `ns-${object % 40}` }));
      accounted(recording.stats());
    }
    if (pick(4) > 0) await time.pass();
    if (pick(20) === 0) await time.until(recording.flush({ signal: AbortSignal.timeout(2) }));
  }
  inTrouble.clear();
  const report = await time.until(recording.flush());
  assert.equal(report.pending, 0);
  const storedNow = await countsByMessage(api.fetch);
  // All other events are on the server, or owed.
  const missing = [...emitted].filter(([message]) => lost.count(message) === 0)
    .reduce((sum, [message, total]) => sum + total - (storedNow.get(message) ?? 0), 0);
  assert.ok(missing <= report.owed, `${missing} missing, ${report.owed} owed`);
  assert.equal(report.accepted, EVENTS);
  accounted(report);
  await time.until(recording.stop());
  assert.deepEqual(faults, []);

  const { owed, uncounted } = recording.stats();
  assert.equal(owed, 0);
  assert.equal(uncounted, ends.count("uncounted"));
  const stored = await countsByMessage(api.fetch);
  for (const [message, total] of emitted) {
    const there = stored.get(message) ?? 0;
    const context = `seed ${seed}, ${message}: ${total} emitted, ${there} stored, ${lost.count(message)} lost`;
    assert.equal(ended.count(message), total, context);
    assert.ok(there >= (written.get(message) ?? 0), context);
    assert.ok(there <= total, context);
    assert.ok(total - there <= lost.count(message), context);
  }
  assert.ok([...stored.keys()].every((message) => emitted.has(message)));
  return met;
}

for (const seed of seeds(2)) {
  for (const recordedApi of [coreV1Api, eventsV1Api]) {
    test(`EventRecording accounts for every event under random faults (${recordedApi.apiVersion}, seed ${seed})`, async () => {
      const met = await PacedTime.run((time) => run(recordedApi as RecordedApi<ApiVersion>, seed, time));
      // Without faults, the run shows nothing.
      assert.ok(met.size > FAULTS.length / 2, [...met.keys()].join());
    });
  }
}
