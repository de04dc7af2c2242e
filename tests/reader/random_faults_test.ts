import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import type { CoreV1Event } from "../../mod.ts";
import { EventReader, type Occurrence } from "../../src/reader/mod.ts";
import type { EventsApiServer } from "../../src/server/mod.ts";
import { seeded, seeds } from "../random.ts";
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
  () => failure(410, "Expired"),
  () => failure(401, "Unauthorized"),
  () => failure(403, "Forbidden"),
  () => new Response(line(expired)),
  () => new Response(line({ ...expired, code: 500, reason: "InternalError" })),
  () => new Response(""),
  () => new Response("junk\n"),
  () => new Response('{"type":"ADDED","object":{"metadata":{"na'),
  () => {
    throw new TypeError("connection refused");
  },
];

/** Faults of the server itself, varied by the number. */
const SERVER_FAULTS: readonly ((server: EventsApiServer, number: number) => void)[] = [
  (server) => server.expire(),
  (server) => server.expire({ silently: true }),
  (server) => server.closeWatches(),
  (server) => server.cutWatches(),
  (server, afterEvents) => server.inject({ verb: "watch", times: 1, answer: "cut", afterEvents }),
  (server, afterEvents) => server.inject({ verb: "watch", times: 1, answer: "silent-close", afterEvents }),
  (server) => server.inject({ verb: ["list", "watch"], times: 2, answer: "reset" }),
  (server) => server.inject({ verb: "list", times: 1, answer: "overloaded" }),
];

/** Adds up the deltas of each event, which must equal its count. */
async function addUp(stream: ReadableStream<Occurrence>, totals: Map<string, number>): Promise<void> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const { name = "" } = value.event.metadata;
    const total = value.delta === value.count ? value.delta : (totals.get(name) ?? 0) + value.delta;
    assert.equal(total, value.count, `the deltas of ${name}`);
    totals.set(name, total);
  }
}

async function listed(api: BreakableApi): Promise<CoreV1Event[]> {
  const response = await api.direct(new Request("http://localhost/api/v1/events"));
  return (await response.json() as { items: CoreV1Event[] }).items;
}

async function run(seed: number): Promise<{ changes: number; watches: number }> {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const time = new FakeTime();
  try {
    const api = new BreakableApi({ maxHistory: 5 + below(30), ttlMs: 1_200_000 });
    api.chop = function* (chunk) {
      for (let at = 0; at < chunk.length;) yield chunk.subarray(at, at += 1 + below(random() < 0.5 ? 20 : 2000));
    };
    const reader = new EventReader({ fetch: api.fetch, random, pageSize: 1 + below(8) });
    const aborter = new AbortController();
    const stream = reader.watch({ signal: aborter.signal });
    const applied = AppliedEvents.of(stream);
    const totals = new Map<string, number>();
    let failed: unknown;
    const added = addUp(reader.occurrences({ signal: aborter.signal }), totals).catch((error) => void (failed = error));
    await until(time, () => applied.bookmarks === 1 && api.open === 2);

    const counts = new Map<string, number>();
    for (let round = 0; round < 4; round++) {
      for (let step = 0; step < 60; step++) {
        const name = `e${below(20)}`;
        const dice = random();
        if (dice < 0.6) {
          counts.set(name, (counts.get(name) ?? 0) + 1 + below(3));
          await putEvent(api.direct, name, { count: counts.get(name)! });
        } else if (dice < 0.7) {
          await deleteEvent(api.direct, name).catch(() => {});
          // Recreated, it starts over or keeps counting.
          if (random() < 0.5) counts.delete(name);
        } else if (dice < 0.75) api.breakAll(BREAKS[below(BREAKS.length)]!);
        else if (dice < 0.8) SERVER_FAULTS[below(SERVER_FAULTS.length)]!(api.server, below(5));
        else if (dice < 0.86) api.script.push(ANSWERS[below(ANSWERS.length)]!);
        else if (dice < 0.99) time.tick(below(3000));
        // Past the TTL of events and the timeout of watches.
        else time.tick(below(900_000));
        if (random() < 0.5) await time.runMicrotasks();
      }
      // Without faults, every write is delivered, at the latest once dead watches end.
      api.script.length = 0;
      api.server.clearFaults();
      const atMs = time.now;
      await until(time, () => applied.ended || failed !== undefined || time.now - atMs > 700_000, 5000);
      assert.deepEqual([applied.ended, applied.error, failed], [false, undefined, undefined]);
      let expected = versionsOf(await listed(api));
      for (let tries = 0; tries < 1000 && JSON.stringify(applied.versions) !== JSON.stringify(expected); tries++) {
        await time.tickAsync(100);
        // Events expire meanwhile.
        expected = versionsOf(await listed(api));
      }
      assert.deepEqual(applied.versions, expected, `seed ${seed}, round ${round}`);
      await putEvent(api.direct, "quiet", { count: round + 1 });
      await until(time, () => totals.get("quiet") === round + 1 && applied.events.has("quiet"), 100);
      for (const { metadata, count } of await listed(api)) {
        assert.equal(totals.get(metadata.name!), count, `seed ${seed}, round ${round}, the count of ${metadata.name}`);
      }
    }
    assert.equal(applied.bookmarks, 1);
    aborter.abort();
    await until(time, () => applied.ended && api.open === 0);
    await added;
    return { changes: applied.changes.length, watches: stream.stats().watches };
  } finally {
    time.restore();
  }
}

for (const seed of seeds(10)) {
  test(`EventReader delivers each change once and in order under random faults, with deltas that add up (seed ${seed})`, async () => {
    const { changes, watches } = await run(seed);
    assert.ok(changes > 50 && watches > 5, `${changes} changes, ${watches} watches`);
  });
}
