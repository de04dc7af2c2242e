import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type ApiVersion,
  ConnectionError,
  EventBroadcaster,
  type EventOf,
  type EventRecorder,
  type EventSink,
  FetchEventSink,
  type FlushReport,
  type Recording,
  type RecordingOptions,
  StatusError,
} from "../../mod.ts";
import { RequestLimitError } from "../../src/base/event/connection_error.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { seeded, seeds } from "../random.ts";
import { accounted } from "../record/recording/accounted.ts";
import { Isolate, type IsolateRequest, LOST } from "./isolate.ts";
import { storedCounts, storedEvents } from "./stored_events.ts";

const REQUESTS = 200;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}

/** Flushes until everything is written, or for a time. */
async function flush(
  recording: Recording,
  { forMs, maxRequests }: { forMs: number | undefined; maxRequests: number | undefined },
): Promise<FlushReport> {
  if (forMs === undefined) return await recording.flush({ maxRequests });
  const controller = new AbortController();
  if (forMs === 0) controller.abort();
  const timer = setTimeout(() => controller.abort(), forMs);
  const report = await recording.flush({ signal: controller.signal, maxRequests });
  clearTimeout(timer);
  return report;
}

/** A sink that writes to a server in trouble, from the requests of an isolate. */
function troubledSink<V extends ApiVersion>(
  isolate: Isolate,
  sink: EventSink<EventOf<V>>,
  { random, isDown }: { random: () => number; isDown: () => boolean },
): EventSink<EventOf<V>> {
  const send = <T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const unsent = random();
    if (unsent < 0.005) throw new ConnectionError("Not even a promise");
    if (unsent < 0.01) return new Promise(() => {});
    if (unsent < 0.015) return Promise.reject(new RequestLimitError("Too many subrequests"));
    const answer = async (): Promise<T | typeof LOST> => {
      if (isDown()) throw new ConnectionError("Connection refused");
      const dice = random();
      if (dice < 0.025) return LOST;
      if (dice < 0.035) throw new ConnectionError("Connection reset");
      if (dice < 0.045) throw new StatusError({ code: 503, message: "HTTP 503" });
      const stored = await write();
      if (dice < 0.07) return LOST;
      if (dice < 0.08) throw new ConnectionError("Connection reset");
      return stored;
    };
    return isolate.fetch(answer, { afterMs: random() * 60, signal });
  };
  return {
    create: (event, { signal }) => send(() => sink.create(event, { signal: new AbortController().signal }), signal),
    patch: (event, patch, { signal }) =>
      send(() => sink.patch(event, patch, { signal: new AbortController().signal }), signal),
  };
}

interface IsolateOptions<V extends ApiVersion> {
  readonly apiVersion: V;
  readonly sink: EventSink<EventOf<V>>;
  readonly isStable: boolean;
  /** Whether the spam filter holds counts back. */
  readonly isFiltered: boolean;
}

/** The module of a worker. */
function start<V extends ApiVersion>({ apiVersion, sink, isStable, isFiltered }: IsolateOptions<V>) {
  const broadcaster = new EventBroadcaster<ApiVersion>({ apiVersion, naming: isStable ? "stable" : "unique" });
  const options: RecordingOptions<ApiVersion> = {
    autoFlush: false,
    requestTimeoutMs: 5000,
    retryDelayMs: 1000,
    correlator: apiVersion !== "v1"
      ? {}
      : isFiltered
      ? { trailingWrites: true }
      : { burst: Infinity, maxEvents: Infinity },
  };
  const recording = broadcaster.startRecordingToSink(sink as EventSink<EventOf<ApiVersion>>, options);
  const reporter = apiVersion === "v1" ? { component: "edge" } : { reportingController: "example.com/edge" };
  const recorder = broadcaster.newRecorder(reporter as never) as unknown as EventRecorder<ApiVersion>;
  const visit = (page: string, message: string): void =>
    (recorder as { record(object: object, fields: object): void }).record(
      { apiVersion: "example.com/v1", kind: "Page", namespace: "default", name: page, uid: `uid-${page}` },
      { type: "Normal", reason: "Visited", action: "Visit", message, note: message },
    );
  return { broadcaster, recording, visit };
}

async function run<V extends ApiVersion>(apiVersion: V, seed: number): Promise<void> {
  const random = seeded(seed);
  await Isolate.run(random, async (isolate) => {
    const pick = (n: number): number => Math.floor(random() * n);
    const server = new EventsApiServer({ clock: { now: () => isolate.nowMs } });
    const downFromMs = pick(3) === 0 ? isolate.nowMs + pick(1000) : Infinity;
    const isDown = (): boolean => isolate.nowMs >= downFromMs && isolate.nowMs < downFromMs + 3000;
    const isStable = pick(3) === 0;
    const isFiltered = pick(2) === 0;
    const workers = Array.from({ length: isStable ? 2 : 1 }, () => {
      const direct = new FetchEventSink({ apiVersion, fetch: server.fetch });
      return start({
        apiVersion,
        sink: troubledSink<V>(isolate, direct, { random, isDown }),
        isStable,
        isFiltered,
      });
    });
    const pages = [1, 5, 100][pick(3)]!;
    const maxRequests = [undefined, Infinity, 1, 2][pick(4)];
    /** The counts of the messages, each after those whose latest occurrence was before. */
    const told = new Map<string, number>();

    for (let made = 0; made < REQUESTS; made++) {
      const { recording, visit } = workers[pick(workers.length)]!;
      await isolate.begin(async (request: IsolateRequest) => {
        await sleep(pick(20));
        const page = `page-${pick(pages)}`;
        const message = `${page}: ${isFiltered || apiVersion !== "v1" ? "seen" : pick(12)}`;
        visit(page, message);
        const count = told.get(message) ?? 0;
        told.delete(message);
        told.set(message, count + 1);
        await sleep(pick(20));
        const isKilled = pick(10) === 0;
        const forMs = [undefined, 25_000, pick(3000), 0][pick(4)];
        const flushed = flush(recording, { forMs, maxRequests });
        if (isKilled) {
          await sleep(pick(40));
          request.kill();
          await new Promise(() => {});
        }
        await flushed;
        accounted(recording.stats());
      });
      // A clock is set, and a suspended isolate goes on.
      if (pick(20) === 0) isolate.skewMs = Math.trunc((random() - 0.5) * [10, 4000, 240_000][pick(3)]!);
      await isolate.advance(pick(pick(40) === 0 ? 3000 : 10));
    }
    await isolate.advance(20); // until the last requests have recorded
    for (const { broadcaster, recording } of workers) {
      let left = Infinity;
      for (let flushes = 0; left > 0 && flushes < 1000; flushes++) {
        let isFlushed = false;
        await isolate.begin(async () => {
          const { pending, owed } = await flush(recording, { forMs: 60_000, maxRequests });
          left = pending + owed;
          isFlushed = true;
        });
        // No longer than it takes: events expire after an hour.
        while (!isFlushed) await isolate.advance(100);
      }
      assert.equal(left, 0);
      await isolate.begin(() =>
        pick(2) === 0 ? broadcaster.shutdown() : recording.stop({ signal: AbortSignal.abort() })
      );
      await isolate.advance(1000);
      const { abandoned, rejected, dropped, uncounted, entries } = recording.stats();
      assert.deepEqual({ abandoned, rejected, dropped, uncounted, entries }, {
        abandoned: 0,
        rejected: 0,
        dropped: 0,
        uncounted: 0,
        entries: 0,
      });
    }
    assert.deepEqual(isolate.violations, []);
    const ordered = (counts: ReadonlyMap<string, number>) => [...counts].sort(([a], [b]) => a < b ? -1 : 1);
    const stored = await isolate.outside(() => storedCounts(server.fetch));
    assert.deepEqual(ordered(stored), ordered(told));
    if (isFiltered || isStable || apiVersion !== "v1") return;
    const events = (await isolate.outside(() => storedEvents(server.fetch))).toSorted((a, b) =>
      Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion)
    );
    for (let page = 0; page < pages; page++) {
      const ofPage = (messages: Iterable<string>): string[] =>
        [...messages].filter((message) => message.startsWith(`page-${page}:`));
      assert.deepEqual(ofPage(events.map(({ message = "" }) => message)), ofPage(told.keys()));
    }
  });
}

for (const seed of seeds(3)) {
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    test(`Recording.flush() counts every event once and in order, in any request of an isolate (${apiVersion}, seed ${seed})`, () =>
      run(apiVersion, seed));
  }
}
