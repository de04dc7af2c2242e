import { EventBroadcaster, FetchEventSink } from "../../mod.ts";
import { makeEvent } from "../record/recording/make_event.ts";
import { bare, type BareRequest, median, timed, type Times } from "./fetch_loop.ts";

/** How the whole path compares with a bare loop: the loop's time divided by its own, and the same of the processor's. */
interface Ratios {
  readonly ratio: number;
  readonly cpuRatio: number;
}

/** The ratios in the first ten seconds of a process, and after them. */
export interface ProgramResult {
  readonly early: Ratios;
  readonly warm: Ratios;
}

const EARLY_MS = 10_000;
const WARM_ROUNDS = 15;
const EVENTS = 1000;
const startedMs = performance.now();

interface Round {
  readonly loop: Times;
  readonly ours: Times;
}

/**
 * Writes events to a server as a program does, from `eventf` through broadcaster, correlator and sink, and with a bare
 * loop, in turn. To be called in a process of its own: its first ten seconds count by themselves.
 *
 * @param kind `"new"` is one event about each of a thousand new pods in each round; with `"repeats"` they are the same
 * events each time.
 */
export async function compare(
  server: string,
  kind: "new" | "repeats",
  lanes: number,
  earlyMs = EARLY_MS,
): Promise<ProgramResult> {
  const broadcaster = new EventBroadcaster();
  const recording = broadcaster.startRecordingToSink(new FetchEventSink({ server }), {
    concurrency: lanes,
    maxPending: Infinity,
    correlator: { burst: 1e9 }, // every repeat is written
  });
  const recorder = broadcaster.newRecorder({ component: "example-controller" });
  let round = 0;

  async function recorded(): Promise<void> {
    const before = recording.stats().requests;
    for (let i = 0; i < EVENTS; i++) {
      const name = podName(i);
      const pod = { apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "default", uid: `uid-of-${name}` } };
      recorder.eventf(pod, "Warning", "BackOff", "Back-off restarting container %q in pod %s", "main", name);
    }
    const { requests, pending } = await recording.flush();
    if (requests - before !== EVENTS || pending > 0) {
      throw new Error(`${requests - before} requests, ${pending} pending`);
    }
  }

  /** The requests that the same events come to, with bodies of the same size. */
  function* requests(): Iterable<BareRequest> {
    const url = `${server}/api/v1/namespaces/default/events`;
    for (let i = 0; i < EVENTS; i++) {
      const pod = podName(i);
      const name = `${pod}.18ea7c308be1b0d1`;
      const message = `Back-off restarting container "main" in pod ${pod}`;
      if (kind === "new" || round === 0) {
        yield { method: "POST", url, body: makeEvent(name, { pod, message }) };
        continue;
      }
      const lastTimestamp = new Date().toISOString();
      const values = {
        count: round + 1,
        lastTimestamp,
        message,
        "metadata/resourceVersion": String(round * EVENTS + i),
      };
      const body = Object.entries(values).map(([path, value]) => ({ op: "replace", path: `/${path}`, value }));
      yield { method: "PATCH", url: `${url}/${name}`, body };
    }
  }

  function podName(i: number): string {
    return kind === "new" ? `pod-${round}-${i}` : `pod-${i}`;
  }

  /** Both, the one that goes first taking turns. */
  async function next(): Promise<Round> {
    // The server forgets the events of the last round, or of another process.
    if (kind === "new" || round === 0) await fetch(server).then((response) => response.json());
    const loop = (): Promise<Times> => timed(() => bare(requests(), lanes));
    const ours = (): Promise<Times> => timed(recorded);
    const isOdd = round % 2 === 1;
    const first = await (isOdd ? loop : ours)();
    const second = await (isOdd ? ours : loop)();
    round++;
    return isOdd ? { loop: first, ours: second } : { loop: second, ours: first };
  }

  const early: Round[] = [];
  const warm: Round[] = [];
  if (kind !== "new") await next(); // creates the events
  do early.push(await next()); while (performance.now() - startedMs < earlyMs);
  while (warm.length < WARM_ROUNDS) warm.push(await next());
  await broadcaster.shutdown();
  const total = (of: (round: Round) => number): number => early.reduce((sum, round) => sum + of(round), 0);
  return {
    early: {
      ratio: total(({ loop }) => loop.wallMs) / total(({ ours }) => ours.wallMs),
      cpuRatio: total(({ loop }) => loop.cpuMs) / total(({ ours }) => ours.cpuMs),
    },
    warm: {
      ratio: median(warm.map(({ loop, ours }) => loop.wallMs / ours.wallMs)),
      cpuRatio: median(warm.map(({ loop, ours }) => loop.cpuMs / ours.cpuMs)),
    },
  };
}
