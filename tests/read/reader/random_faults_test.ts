import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type CoreV1Event, StatusError } from "../../../mod.ts";
import { EventReader, type OccurrenceStream } from "../../../src/read/mod.ts";
import type { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { seeded, seeds } from "../../random.ts";
import { AppliedEvents, versionsOf } from "./applied_events.ts";
import { type Break, BreakableApi, failure, until } from "./breakable_api.ts";
import { deleteEvent, putEvent } from "./write_event.ts";

const BREAKS: readonly Break[] = ["close", "cut", "cut mid-line", "die"];
const expired = { kind: "Status", status: "Failure", code: 410, reason: "Expired", message: "too old" };
const line = (object: unknown): string => JSON.stringify({ type: "ERROR", object }) + "\n";

/** Wrong responses to a list or a watch. */
const ANSWERS: readonly (() => Response)[] = [
  () => failure(429, "TooManyRequests", {}, { "retry-after": "2" }),
  () => failure(500, "InternalError"),
  () => failure(503, "ServiceUnavailable"),
  () => failure(504, "Timeout"),
  () => failure(401, "Unauthorized"),
  () => failure(403, "Forbidden"),
  () => new Response(line({ ...expired, code: 500, reason: "InternalError" })),
  () => new Response(""),
  () => new Response("junk\n"),
  () => new Response('{"type":"ADDED","object":{"metadata":{"na'),
  () => {
    throw new TypeError("connection refused");
  },
];

/** Responses that end the history. */
const EXPIRIES: readonly (() => Response)[] = [() => failure(410, "Expired"), () => new Response(line(expired))];

/** Faults of the server itself, varied by the number. */
const SERVER_FAULTS: readonly ((server: EventsApiServer, number: number) => void)[] = [
  (server) => server.closeWatches(),
  (server) => server.cutWatches(),
  (server, afterEvents) => server.inject({ verb: "watch", times: 1, answer: "cut", afterEvents }),
  (server, afterEvents) => server.inject({ verb: "watch", times: 1, answer: "silent-close", afterEvents }),
  (server) => server.inject({ verb: ["list", "watch"], times: 2, answer: "reset" }),
  (server) => server.inject({ verb: "list", times: 1, answer: "overloaded" }),
];

const COMPACTIONS: typeof SERVER_FAULTS = [
  (server) => server.expire(),
  (server) => server.expire({ silently: true }),
];

/**
 * Reads occurrences in streams, each from the checkpoint of the one before, and adds up the deltas of each event: they
 * must equal its count, unless one was estimated.
 */
class Sessions {
  /** By name and first time, which an event keeps that is created again with its count. */
  readonly #counts = new Map<string, number>();
  /** The counts at the checkpoint: what was read after it is read again. */
  #countsThen: ReadonlyMap<string, number> = new Map();
  readonly #latest = new Map<string, number>();
  readonly #isLasting: boolean;
  #checkpoint: string | undefined;
  /** The newest version that the stream has shown: amid a list after a gap, its checkpoint is older. */
  #newest = 0;
  #stream: OccurrenceStream | undefined;
  #ended: Promise<void> | undefined;
  #isEnding = false;
  failed: unknown;

  /** @param options.isLasting Whether the server has every version: few deltas may then be estimated. */
  constructor({ isLasting }: { isLasting: boolean }) {
    this.#isLasting = isLasting;
  }

  /** The count that the deltas of the latest event of a name add up to. */
  countOf(name: string): number | undefined {
    return this.#latest.get(name);
  }

  /** Starts a stream; the first one from the beginning. */
  start(reader: EventReader): void {
    this.#isEnding = false;
    this.#stream = reader.occurrences({ since: this.#checkpoint });
    this.#newest = 0;
    this.#ended = this.#read(this.#stream).catch((error) => {
      // Refused by a server that has not answered this stream before: a supervisor starts the process again.
      if (!(error instanceof StatusError)) return void (this.failed ??= error);
      if (this.#isEnding) return;
      this.#leave();
      this.start(reader);
      return this.#ended;
    });
  }

  /** Ends the stream; without a checkpoint the next one repeats everything. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#stream![Symbol.asyncDispose]();
    await this.#ended;
    this.#leave();
  }

  #leave(): void {
    this.#save();
    this.#counts.clear();
    for (const [key, count] of this.#countsThen) this.#counts.set(key, count);
  }

  #save(): void {
    const { resourceVersion } = this.#stream!;
    if (resourceVersion === this.#checkpoint || parseInt(resourceVersion ?? "") < this.#newest) return;
    this.#checkpoint = resourceVersion;
    this.#countsThen = new Map(this.#counts);
  }

  async #read(stream: OccurrenceStream): Promise<void> {
    for await (const { count, delta, estimated = false, first, event: { metadata } } of stream) {
      const key = `${metadata.name} ${first?.getTime()}`;
      const before = this.#counts.get(key) ?? 0;
      if (!estimated) assert.equal(before + delta, count, `the deltas of ${key} at ${metadata.resourceVersion}`);
      if (estimated && this.#isLasting) {
        assert.ok(
          count > 1 && first!.getTime() <= Date.parse(metadata.creationTimestamp!) - 1000,
          `${key} is estimated`,
        );
      }
      this.#counts.set(key, count);
      this.#latest.set(metadata.name!, count);
      this.#newest = Math.max(this.#newest, Number(metadata.resourceVersion));
      this.#save();
    }
  }
}

async function listed(api: BreakableApi): Promise<CoreV1Event[]> {
  const response = await api.direct(new Request("http://localhost/api/v1/events"));
  return (await response.json() as { items: CoreV1Event[] }).items;
}

async function run(seed: number): Promise<{ changes: number; watches: number }> {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const time = new FakeTime(1_800_000_000_000);
  try {
    // Half of the servers keep their history.
    const isLasting = seed % 2 === 0;
    const api = new BreakableApi({ maxHistory: isLasting ? 100_000 : 5 + below(30), ttlMs: 1_200_000 });
    const [answers, serverFaults] = isLasting ? [ANSWERS, SERVER_FAULTS] : [
      [...ANSWERS, ...EXPIRIES],
      [...SERVER_FAULTS, ...COMPACTIONS],
    ];
    api.chop = function* (chunk) {
      for (let at = 0; at < chunk.length;) yield chunk.subarray(at, at += 1 + below(random() < 0.5 ? 20 : 2000));
    };
    const reader = new EventReader({ fetch: api.fetch, random, pageSize: 1 + below(8) });
    let stream = reader.watch();
    let watches = 0;
    const applied = AppliedEvents.of(stream);
    // The list after a gap repeats the deletions before a checkpoint; one that ended amid that list, the changes after it.
    let hadGap = false;
    applied.mayRepeat = () => hadGap || stream.stats().gaps > 0;
    /** Goes on with a stream that resumes, as in another process: deletions, too, must neither be missed nor repeated. */
    const resume = (): void => {
      hadGap ||= stream.stats().gaps > 0;
      watches += stream.stats().watches;
      stream = reader.watch({ since: stream.resourceVersion });
      // Refused by a server that has not answered this stream before: a supervisor starts the process again.
      void applied.read(stream).then(() => applied.error instanceof StatusError && resume());
    };
    const sessions = new Sessions({ isLasting });
    sessions.start(reader);
    await until(time, () => applied.bookmarks === 1 && api.open === 2);

    /** The count and first time of each event. */
    const recorded = new Map<string, { count: number; first: number }>();
    for (let round = 0; round < 4; round++) {
      for (let step = 0; step < 60; step++) {
        const name = `e${below(20)}`;
        const dice = random();
        if (dice < 0.6) {
          const { count = 0, first = time.now - below(3) * 1000 } = recorded.get(name) ?? {};
          recorded.set(name, { count: count + 1 + below(3), first });
          const firstTimestamp = new Date(first).toISOString().replace(/\.\d+/, "");
          await putEvent(api.direct, name, { count: recorded.get(name)!.count, firstTimestamp });
        } else if (dice < 0.7) {
          await deleteEvent(api.direct, name).catch(() => {});
          // Created again, it starts over with another first time, or keeps counting.
          if (random() < 0.5) recorded.delete(name);
          time.tick(4000);
        } else if (dice < 0.73) {
          await sessions.end();
          sessions.start(reader);
        } else if (dice < 0.745 && isLasting) {
          await stream[Symbol.asyncDispose]();
          await until(time, () => applied.ended);
          resume();
        } else if (dice < 0.76) api.breakAll(BREAKS[below(BREAKS.length)]!);
        else if (dice < 0.8) serverFaults[below(serverFaults.length)]!(api.server, below(5));
        else if (dice < 0.86) api.script.push(answers[below(answers.length)]!);
        else if (dice < 0.99) time.tick(below(3000));
        // Past the TTL of events and the timeout of watches.
        else time.tick(below(900_000));
        if (random() < 0.5) await time.runMicrotasks();
      }
      // Without faults, every write is delivered, at the latest once dead watches end.
      api.script.length = 0;
      api.server.clearFaults();
      const atMs = time.now;
      await until(time, () => applied.ended || sessions.failed !== undefined || time.now - atMs > 100_000, 5000);
      assert.deepEqual([applied.ended, applied.error, sessions.failed], [false, undefined, undefined]);
      let expected = versionsOf(await listed(api));
      for (let tries = 0; tries < 1000 && JSON.stringify(applied.versions) !== JSON.stringify(expected); tries++) {
        await time.tickAsync(100);
        // Events expire meanwhile.
        expected = versionsOf(await listed(api));
      }
      assert.deepEqual(applied.versions, expected, `seed ${seed}, round ${round}`);
      await putEvent(api.direct, "quiet", { count: round + 1, firstTimestamp: "2026-01-01T00:00:00Z" });
      await until(time, () => sessions.countOf("quiet") === round + 1 && applied.events.has("quiet"), 100);
      for (const event of await listed(api)) {
        const { name = "" } = event.metadata;
        assert.equal(sessions.countOf(name), event.count, `seed ${seed}, round ${round}, the count of ${name}`);
      }
    }
    assert.equal(applied.bookmarks, 1);
    await stream[Symbol.asyncDispose]();
    await sessions.end();
    await until(time, () => applied.ended && api.open === 0);
    return { changes: applied.changes.length, watches: watches + stream.stats().watches };
  } finally {
    time.restore();
  }
}

for (const seed of seeds(10)) {
  test(`EventReader delivers each change once and in order under random faults, with deltas that add up across streams (seed ${seed})`, async () => {
    const { changes, watches } = await run(seed);
    assert.ok(changes > 50 && watches > 5, `${changes} changes, ${watches} watches`);
  });
}
