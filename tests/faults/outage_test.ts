import assert from "node:assert/strict";
import { test } from "../fake_time.ts";
import { FetchEventSink } from "../../mod.ts";
import { EventRecording } from "../../src/client_go/mod.ts";
import { EventsApiServer } from "../../src/serve/server/mod.ts";
import { accounted } from "../record/recording/accounted.ts";
import { makeEvent } from "../record/recording/make_event.ts";
import { PacedTime } from "./paced_time.ts";
import { storedCounts } from "./stored_events.ts";

// client-go has a queue of 1000 events per watcher and one goroutine that retries the
// first event for two minutes: of 100,000 events it keeps those 1000, and silently drops the rest.
test(
  "EventRecording coalesces repeats into one pending write per event during an outage, with exact counts afterwards",
  async (time) => {
    const api = new EventsApiServer();
    let up = false;
    let tries = 0;
    const sink = new FetchEventSink({
      fetch: async (request) => {
        if (up) return await api.fetch(request);
        tries++;
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) });
      },
    });
    const lines: string[] = [];
    const recording = new EventRecording(sink, {
      correlator: { burst: 1_000_000 },
      retryDelayMs: 50,
      requestTimeoutMs: 2_147_483_647, // time passes here while responses are read
      logger: { warn: (line) => lines.push(line), error: (line) => lines.push(line) },
    });
    for (let i = 0; i < 100_000; i++) {
      recording.accept(makeEvent(`e-${i}`, { pod: `p-${i % 500}`, message: `seen by ${i % 500}` }));
      if (i % 1000 === 999) {
        await time.tickAsync(50);
        const stats = recording.stats();
        accounted(stats);
        assert.deepEqual([stats.pending, stats.recorded], [i + 1, 0]);
        assert.ok(stats.entries <= 500);
      }
    }
    assert.equal(recording.stats().entries, 500);
    // At first as many as concurrency allows, then one probe per pause: no thundering herd.
    assert.ok(tries > 8 && tries < 120, `${tries} tries`);
    const { requests } = recording.stats();
    up = true;
    while (recording.stats().recorded === 0) await time.tickAsync(50);
    assert.equal((await recording.flush()).pending, 0);

    const counts = await storedCounts(api.fetch);
    assert.equal(counts.size, 500);
    for (const [message, count] of counts) assert.equal(count, 200, message);
    const stats = recording.stats();
    accounted(stats);
    assert.deepEqual([stats.recorded, stats.coalesced], [500, 99_500]);
    assert.equal(stats.requests - requests, 500);
    assert.equal(lines.length, 2);
    assert.match(
      lines[0]!,
      /^Cannot reach http:\/\/127\.0\.0\.1:8001: connection refused; retrying \d+ events$/,
    );
    assert.match(lines[1]!, /^Writing events resumed after \d+ s/);
    await recording.stop();
  },
);

const PAGE = { "content-type": "text/html" };

for (const status of [200, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504]) {
  test(`EventRecording keeps one event through 150 s of a load balancer's page with ${status}, with two log lines`, async () => {
    const api = new EventsApiServer();
    let isUp = true;
    const sink = new FetchEventSink({
      fetch: (request) =>
        isUp ? api.fetch(request) : Promise.resolve(new Response("<html>", { status, headers: PAGE })),
    });
    const lines: string[] = [];
    await PacedTime.run(async (time) => {
      const recording = new EventRecording(time.watch(sink), {
        logger: { warn: (line) => lines.push(line), error: () => {} },
        requestTimeoutMs: 2_147_483_647,
      });
      recording.accept(makeEvent("first"));
      await time.until(recording.flush());
      isUp = false;
      recording.accept(makeEvent("last", { pod: "first", message: "It failed" }));
      const began = Date.now();
      while (Date.now() - began < 150_000) await time.pass(100);
      assert.equal(recording.stats().pending, 1);
      isUp = true;
      await time.until(recording.flush(), 100);
      assert.equal(recording.stats().recorded, 2);
      assert.deepEqual(lines.map((line) => line.replace(/\d+ s/, "N s").split("; ").at(-1)), [
        "retrying 1 event",
        "0 pending",
      ]);
      await time.until(recording.stop());
    });
  });
}
