/**
 * How close a recording comes to a bare loop of `fetch`, `JSON.stringify` and `json()` that sends the same bodies to the same
 * server with as many requests in flight: `deno run -A tests/bench/fetch_bench.ts`, seven to ten minutes.
 *
 * First the whole path of a program, from `eventf` through broadcaster, correlator and sink, about objects never seen
 * before and as repeats that are all written, in the first ten seconds of a process and after them; then a recording
 * alone, warm, over http and https.
 *
 * The server runs in a process of its own. Each cell is the median, over rounds in turn, of the loop's time divided by the
 * recording's: 1 is as fast as the loop. The same of the processor's time of this process is in brackets.
 */

import { type CoreV1Event, FetchEventSink } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { makeEvent } from "../record/recording/make_event.ts";
import { bare, type BareRequest, median, timed, type Times } from "./fetch_loop.ts";
import type { ProgramResult } from "./program_path.ts";

/** How a recording compares with a bare loop. */
interface FetchResult {
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

let server = "";
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

function* requests(bodies: readonly CoreV1Event[]): Iterable<BareRequest> {
  for (const body of bodies) {
    yield { method: "POST", url: `${server}/api/v1/namespaces/${body.metadata.namespace}/events`, body };
  }
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

/** Times some work; the server forgets the last round. */
async function timedAfresh(work: () => Promise<void>): Promise<Times> {
  await fetch(server).then((response) => response.json());
  return timed(work);
}

/** Writes events to a server with a recording and with a bare loop, in turn. */
export async function compare(url: string): Promise<FetchResult[]> {
  server = url;
  const results: FetchResult[] = [];
  for (const [name, share] of [["distinct", 0], ["60 % repeats", 0.6]] as const) {
    for (const lanes of [8, 32]) {
      const pairs: { bare: Times; recording: Times }[] = [];
      for (let i = -WARM_UP; i < ROUNDS; i++) {
        const { events, bodies } = burst(share);
        const loop = (): Promise<Times> => timedAfresh(() => bare(requests(bodies), lanes));
        const ours = (): Promise<Times> => timedAfresh(() => recorded(events, lanes));
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
  return results;
}

if (import.meta.main) {
  const { everywhere, printTable, withSinkServer } = await import("./everywhere.ts");
  const rows: string[][] = [];
  const path = new URL("program_path.ts", import.meta.url).href;
  for (const events of ["new", "repeats"]) {
    for (const lanes of [8, 32]) {
      const all = await withSinkServer(
        0,
        "http",
        (url) => everywhere<ProgramResult>(path, "compare", [url, events, lanes]),
      );
      for (const [age, when] of [["early", "first 10 s"], ["warm", "warm"]] as const) {
        const cells = all.map((result) => {
          const { ratio, cpuRatio } = result[age];
          return `${ratio.toFixed(2)} (processor ${cpuRatio.toFixed(2)})`;
        });
        rows.push([events, when, String(lanes), ...cells]);
      }
    }
  }
  printTable(["eventf, events", "age of the process", "lanes"], rows.splice(0));
  console.log();
  for (const protocol of ["http", "tls"] as const) {
    const all = await withSinkServer(
      0,
      protocol,
      (url) => everywhere<readonly FetchResult[]>(import.meta.url, "compare", [url]),
    );
    for (const [index, { events, lanes }] of all[0]!.entries()) {
      const cells = all.map((results) => {
        const { ratio, cpuRatio, perSecond } = results[index]!;
        return `${ratio.toFixed(2)} (processor ${cpuRatio.toFixed(2)}, ${Math.round(perSecond)}/s)`;
      });
      rows.push([protocol, events, String(lanes), ...cells]);
    }
  }
  printTable(["server", "events", "lanes"], rows);
}
