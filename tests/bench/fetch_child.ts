/**
 * Writes events with a recording and with a bare loop, in turn, and prints how they compare as JSON:
 * `fetch_child.ts SERVER`.
 */

import { type CoreV1Event, EventRecording, FetchEventSink } from "../../mod.ts";
import { makeEvent } from "../recording/make_event.ts";

/** How a recording compares with a bare loop. */
export interface FetchResult {
  readonly events: string;
  readonly lanes: number;
  /** The loop's time divided by the recording's. */
  readonly ratio: number;
  /** The same of the processor's time, which other programs distort less. */
  readonly cpuRatio: number;
  /** Requests of the recording per second. */
  readonly perSecond: number;
}

/** Rounds before those that count: engines compile the recording, which is more code, later than the loop. */
const WARM_UP = 30;
const ROUNDS = 9;
const DISTINCT = 1500;
// Every event is written: neither combined events nor spam.
const CORRELATOR = { burst: 1e9, maxEvents: 1e9 };

const { process } = globalThis as unknown as {
  process: { argv: string[]; cpuUsage(since?: object): { user: number; system: number } };
};
const [server = ""] = process.argv.slice(2);
let round = 0;

/** A burst about 500 objects, and the bodies of the requests that it comes to; `share` of the events repeat an earlier one. */
function burst(share: number): { events: CoreV1Event[]; bodies: CoreV1Event[] } {
  round++;
  const bodies = Array.from(
    { length: DISTINCT },
    (_, i) => makeEvent(`e-${round}-${i}`, { pod: `pod-${i % 500}`, message: `It happened for the ${i}th time` }),
  );
  const repeats = Math.round(DISTINCT * share / (1 - share));
  const events = [...bodies];
  for (let i = 0; i < repeats; i++) {
    const { metadata, ...rest } = bodies[i % DISTINCT]!;
    events.push({ ...rest, metadata: { ...metadata, name: `${metadata.name}-again` } });
  }
  const counts = bodies.map((body, i) => ({ ...body, count: 1 + Math.ceil((repeats - i) / DISTINCT) }));
  return { events, bodies: repeats > 0 ? counts : bodies };
}

async function bare(bodies: readonly CoreV1Event[], lanes: number): Promise<void> {
  let next = 0;
  const headers = { accept: "application/json", "content-type": "application/json" };
  await Promise.all(Array.from({ length: lanes }, async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
      const url = `${server}/api/v1/namespaces/${body.metadata.namespace}/events`;
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
      if (response.status !== 201) throw new Error(`HTTP ${response.status}`);
      await response.json();
    }
  }));
}

async function recorded(events: readonly CoreV1Event[], lanes: number): Promise<void> {
  const recording = new EventRecording(new FetchEventSink({ server }), {
    concurrency: lanes,
    correlator: CORRELATOR,
    maxPending: Infinity,
  });
  for (const event of events) recording.accept(event);
  const { requests, pending } = await recording.flush();
  if (requests !== DISTINCT || pending > 0) throw new Error(`${requests} requests, ${pending} pending`);
}

interface Times {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function timed(work: () => Promise<void>): Promise<Times> {
  await fetch(server).then((response) => response.json()); // the server forgets the last round
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  await work();
  const wallMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

const results: FetchResult[] = [];
for (const [name, share] of [["distinct", 0], ["60 % repeats", 0.6]] as const) {
  for (const lanes of [8, 32]) {
    const pairs: { bare: Times; recording: Times }[] = [];
    for (let i = -WARM_UP; i < ROUNDS; i++) {
      const { events, bodies } = burst(share);
      const loop = (): Promise<Times> => timed(() => bare(bodies, lanes));
      const ours = (): Promise<Times> => timed(() => recorded(events, lanes));
      const [first, second] = i % 2 === 0 ? [loop, ours] : [ours, loop];
      const [a, b] = [await first(), await second()];
      if (i >= 0) pairs.push(i % 2 === 0 ? { bare: a, recording: b } : { bare: b, recording: a });
    }
    results.push({
      events: name,
      lanes,
      ratio: median(pairs.map(({ bare, recording }) => bare.wallMs / recording.wallMs)),
      cpuRatio: median(pairs.map(({ bare, recording }) => bare.cpuMs / recording.cpuMs)),
      perSecond: DISTINCT / median(pairs.map(({ recording }) => recording.wallMs)) * 1000,
    });
  }
}
globalThis.console.info(JSON.stringify(results));
