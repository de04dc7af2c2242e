import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type CoreV1Event, StatusError } from "../../../mod.ts";
import { EventReader, type EventReaderOptions } from "../../../src/read/mod.ts";
import { seeded, seeds } from "../../random.ts";
import { type Break, BreakableApi, failure, until } from "./breakable_api.ts";
import { deleteEvent, putEvent } from "./write_event.ts";

const BREAKS: readonly Break[] = ["cut", "cut mid-line", "die"];

/** A write to the server: the event after it, or only its name after a deletion. */
interface Write {
  readonly version: number;
  readonly name: string;
  readonly event?: CoreV1Event;
}

/** Ways to read, and which events they select. */
const READINGS: readonly {
  options: EventReaderOptions<"v1" | "events.k8s.io/v1">;
  selects: (e: CoreV1Event) => boolean;
}[] = [
  { options: {}, selects: () => true },
  { options: { apiVersion: "events.k8s.io/v1", quietMs: 5000 }, selects: () => true },
  { options: { labelSelector: "team=a" }, selects: ({ metadata }) => metadata.labels!["team"] === "a" },
  { options: { fieldSelector: "metadata.name=e1" }, selects: ({ metadata }) => metadata.name === "e1" },
];

/** The version in a checkpoint; deletions after it show no occurrences. */
function versionOf(checkpoint: string | undefined): number {
  return parseInt(checkpoint ?? "");
}

/** The occurrences after one version up to another, as text; followed by `?` if the delta may be estimated. */
function expected(
  writes: readonly Write[],
  [since, to]: [number, number],
  selects: (e: CoreV1Event) => boolean,
): string[] {
  const known = new Map<string, CoreV1Event>();
  const deleted = new Map<string, CoreV1Event>();
  const texts: string[] = [];
  for (const { version, name, event } of writes.filter(({ version }) => version <= to)) {
    const before = known.get(name);
    known.delete(name);
    if (event === undefined || !selects(event)) {
      // What was deleted before the version is unknown to a stream that resumes.
      if (before !== undefined && version > since) deleted.set(name, before);
      continue;
    }
    known.set(name, event);
    if (version <= since) continue;
    const previous = before ?? deleted.get(name);
    deleted.delete(name);
    const continues = previous?.metadata.uid === event.metadata.uid ||
      previous?.firstTimestamp === event.firstTimestamp;
    const isRise = previous !== undefined && continues && event.count! >= previous.count!;
    const delta = event.count! - (isRise ? previous.count! : 0);
    const isFall = previous?.metadata.uid === event.metadata.uid && !isRise;
    const isUnsure = isFall || previous === undefined && event.count! > 1;
    if (delta > 0) texts.push(`${name} ${version} x${event.count} +${delta}${isUnsure ? "?" : ""}`);
  }
  return texts;
}

async function run(seed: number): Promise<number> {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const time = new FakeTime(1_800_000_000_000);
  try {
    const api = new BreakableApi({ maxHistory: 100_000, ttlMs: 3_600_000_000 });
    api.chop = function* (chunk) {
      for (let at = 0; at < chunk.length;) yield chunk.subarray(at, at += 1 + below(2000));
    };
    const writes: Write[] = [];
    const written = (name: string): void => {
      const event = api.server.events().find(({ metadata }) => metadata.name === name) as CoreV1Event | undefined;
      const version = Number(event?.metadata.resourceVersion ?? (writes.at(-1)?.version ?? 1) + 1);
      // A write that changes nothing has no version of its own.
      if (version > (writes.at(-1)?.version ?? 0)) writes.push({ version, name, ...event && { event } });
    };
    /** Truncates lists at any byte. */
    const fetch = async (request: Request): Promise<Response> => {
      const response = await api.fetch(request);
      if (!response.ok || request.url.includes("watch=true") || random() > 0.05) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      return new Response(bytes.subarray(0, below(bytes.length)), { headers: response.headers });
    };
    /** The versions that streams have reached, by reading; that of the empty server is the first. */
    const checkpoints = READINGS.map(() => ["1"]);
    let compared = 0;
    let skewMs = 0;

    /** Starts a stream at a version that an earlier one reached; `end` checks it. */
    const start = (
      which: number,
      isSlow: boolean,
    ): { reached: () => number; end: () => Promise<void> } => {
      const { options, selects } = READINGS[which]!;
      const reached = checkpoints[which]!;
      const since = reached[below(reached.length)]!;
      const clock = { now: () => time.now + skewMs };
      const reader = new EventReader({ fetch, random, clock, pageSize: 1 + below(5), ...options });
      const stream = reader.occurrences({ since });
      const texts: string[] = [];
      const note = (): void => {
        if (stream.position !== undefined) reached.push(stream.position);
      };
      const reading = (async () => {
        for await (const { count, delta, estimated, event: { metadata: { name, resourceVersion } } } of stream) {
          texts.push(`${name} ${resourceVersion} x${count} +${delta}${estimated ? "?" : ""}`);
          note();
          if (isSlow) await new Promise((resolve) => setTimeout(resolve, below(20_000)));
        }
      })().catch((error) => {
        // Refused by a server that has not answered this stream before.
        if (!(error instanceof StatusError)) throw error;
      });
      const end = async (): Promise<void> => {
        await stream[Symbol.asyncDispose]();
        let isOver = false;
        reading.catch(() => {}).finally(() => isOver = true);
        await until(time, () => isOver, 1000);
        await reading;
        note();
        // Of four watches in a row that were cut before their first line, the version may be the cause.
        if (stream.stats().gaps > 0) return;
        const due = expected(writes, [versionOf(since), versionOf(stream.position)], selects);
        const where = `seed ${seed}, reading ${which} since ${since}`;
        assert.deepEqual(texts.map((text) => text.replace("?", "")), due.map((text) => text.replace("?", "")), where);
        for (const [i, text] of texts.entries()) if (text !== due[i]) assert.equal(`${text}?`, due[i], where);
        compared += texts.length;
      };
      return { reached: () => versionOf(stream.position), end };
    };

    const open: { end: () => Promise<void> }[] = [];
    for (let step = 0; step < 300; step++) {
      const name = `e${below(6)}`;
      const stored = writes.findLast((write) => write.name === name)?.event;
      const dice = random();
      if (dice < 0.5 || dice < 0.53 && stored !== undefined) {
        if (dice >= 0.5) {
          await deleteEvent(api.direct, name);
          written(name);
        }
        const isLower = random() < 0.05;
        const firstMs = time.now - below(3) * 1000;
        await putEvent(api.direct, name, {
          count: isLower ? 1 : (stored?.count ?? 0) + below(4) + (stored === undefined ? 1 : 0),
          metadata: { name, namespace: "shop", labels: { team: random() < 0.1 ? "b" : "a" } },
          firstTimestamp: stored?.firstTimestamp ?? new Date(firstMs).toISOString().replace(/\.\d+/, ""),
          lastTimestamp: new Date(time.now).toISOString().replace(/\.\d+/, ""),
        });
        written(name);
      } else if (dice < 0.56 && stored !== undefined) {
        await deleteEvent(api.direct, name);
        written(name);
        time.tick(4000);
      } else if (dice < 0.65 && open.length < 5) open.push(start(below(READINGS.length), random() < 0.3));
      else if (dice < 0.72 && open.length > 0) await open.splice(below(open.length), 1)[0]!.end();
      else if (dice < 0.77) api.breakAll(BREAKS[below(BREAKS.length)]!);
      else if (dice < 0.8) api.script.push(() => failure([401, 403, 429, 500, 503][below(5)]!, "Busy"));
      else if (dice < 0.82) skewMs += (random() - 0.5) * 7_200_000;
      else if (dice < 0.98) time.tick(below(3000));
      else time.tick(below(200_000));
      if (random() < 0.5) await time.runMicrotasks();
    }
    for (const { end } of open) await end();
    api.script.length = 0;
    await putEvent(api.direct, "last");
    written("last");
    const last = start(0, false);
    await until(time, () => last.reached() === writes.at(-1)!.version);
    await last.end();
    return compared;
  } finally {
    time.restore();
  }
}

for (const seed of seeds(10)) {
  test(`EventReader.occurrences() resumes exactly from any version, in both APIs and with selectors, through faults (seed ${seed})`, async () => {
    assert.ok(await run(seed) > 0);
  });
}
