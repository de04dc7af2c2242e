import { test } from "node:test";
import assert from "node:assert/strict";
import { SCENARIOS } from "./scenarios.ts";
import { type GroupResult, percentile, simulate, type SimulationResult } from "./simulation.ts";

async function run(
  name: string,
): Promise<SimulationResult & { healthy: GroupResult; failing: GroupResult | undefined }> {
  const result = await simulate(SCENARIOS[name]!);
  return { ...result, healthy: result.groups.get("healthy")!, failing: result.groups.get("failing") };
}

/** Asserts that all events of a group were written, except the last ones. */
function allWritten({ emitted, written, dropped }: GroupResult, underWay: number): void {
  assert.equal(dropped, 0);
  assert.ok(written >= emitted - underWay, `${written} of ${emitted} written`);
}

function requestsPerMinute(name: string, { requests }: GroupResult): number {
  return requests / (SCENARIOS[name]!.durationMs / 60_000);
}

for (
  const name of [
    "one namespace hangs, 0.2/s; 50/s healthy",
    "one namespace hangs, 0.2/s; 1/s healthy",
    "one namespace hangs, 3/s; 50/s healthy",
    "one gets 500, 3/s; 50/s healthy",
    "one gets 500, 3/s; 1/s healthy",
    "503 with Retry-After 60, 0.2/s; 50/s healthy",
    "three kinds at once in three namespaces; 50/s healthy",
    "4096 at once get 500, then 50/s healthy; maxPending 4096",
    "4096 at once hang, then 50/s healthy",
  ]
) {
  test(`EventRecording writes events of healthy namespaces without delay: ${name}`, async () => {
    const { healthy, failing } = await run(name);
    allWritten(healthy, 2);
    assert.ok(percentile(healthy.delaysMs, 1) < 100, `${percentile(healthy.delaysMs, 1)} ms`);
    const perMinute = requestsPerMinute(name, failing!);
    assert.ok(perMinute < 12, `${perMinute} requests a minute that fail`);
  });
}

for (
  const name of [
    "ten namespaces get 500, 3/s each; 50/s healthy",
    "ten namespaces hang, 3/s each; 50/s healthy",
    "20 of 50 begin to hang",
    "half answers after 10 s, 1/s; 50/s healthy",
    "10 % of one namespace get 500, 1/s",
    "10 % of each of 50 get 500; 50/s",
    "half of each of 50 get 500; 50/s",
  ]
) {
  test(`EventRecording writes 95 % of the events of healthy objects within 5 s, and all within 15 s: ${name}`, async () => {
    const { healthy } = await run(name);
    allWritten(healthy, 250);
    assert.ok(percentile(healthy.delaysMs, 0.95) < 5000, `${percentile(healthy.delaysMs, 0.95)} ms`);
    assert.ok(percentile(healthy.delaysMs, 1) < 15_000, `${percentile(healthy.delaysMs, 1)} ms`);
  });
}

for (
  const name of [
    "one object gets 429 with Retry-After 30, 3/s; 1/s about others",
    "three objects get 429 with Retry-After 30, 3/s; 1/s about others",
    "one object gets 500, 3/s; 1/s about others",
    "ten objects get 500, 3/s; 1/s about others",
    "one object hangs, 3/s; 1/s about others",
    "one event of ten of an object gets 500, 1/s; 1/s about others",
    "4096 and 200/s of one object, 50 written a second; 20/s about others; maxPending 4096",
  ]
) {
  test(`EventRecording delays no healthy object of a namespace: ${name}`, async () => {
    const { healthy, failing } = await run(name);
    allWritten(healthy, 2);
    assert.ok(percentile(healthy.delaysMs, 0.95) < 100, `${percentile(healthy.delaysMs, 0.95)} ms`);
    assert.ok(percentile(healthy.delaysMs, 1) <= 1000, `${percentile(healthy.delaysMs, 1)} ms`);
    const tries = failing!.requests - failing!.written;
    assert.ok(tries / failing!.emitted < 0.9, `${tries} requests that fail`);
  });
}

test("EventRecording writes all other events within 10 s while 1 % of the requests hang", async () => {
  const { healthy } = await run("1 % of all hang; 50/s");
  assert.equal(healthy.dropped, 0);
  assert.ok(healthy.written >= healthy.emitted * 0.989);
  assert.ok(percentile(healthy.delaysMs, 1) < 10_000, `${percentile(healthy.delaysMs, 1)} ms`);
});

test("EventRecording drops events past maxPending only from the namespace with the most pending events", async () => {
  const { healthy, failing, stats } = await run("4096 at once get 500, then 50/s healthy; maxPending 4096");
  assert.equal(healthy.dropped, 0);
  assert.ok(failing!.dropped > 0);
  assert.ok(stats.entries <= 4096);
});

test("EventRecording writes all healthy events while most of each namespace fail", async () => {
  allWritten((await run("3 of 4 of each of 50 get 500; 4/s")).healthy, 30);
});

test("EventRecording writes within 10 s to a server that refuses connections every other five seconds", async () => {
  const { healthy } = await run("flapping, 5 s up and 5 s refused; 50/s");
  assert.ok(percentile(healthy.delaysMs, 0.95) < 10_000, `${percentile(healthy.delaysMs, 0.95)} ms`);
  assert.ok(healthy.dropped < 5);
});

test("EventRecording retries through an hour of refused connections, with few requests", async () => {
  const { healthy, requests } = await run("refused for 60 min, one event");
  assert.equal(healthy.written, 1);
  assert.ok(requests.length <= 7 * 60, String(requests.length));
});

test("EventRecording writes a few events of different namespaces after ten minutes of refused connections", async () => {
  const { healthy, requests } = await run("refused for 10 min, three events");
  assert.equal(healthy.written, 3);
  assert.ok(requests.length <= 7 * 10 + 3, String(requests.length));
});

test("EventRecording does not overload a server that recovers (thundering herd)", async () => {
  const { healthy, requests, stats } = await run("refused for 10 min at 20/s, then 50/s; maxPending 4096");
  // Recorded during the outage: 12,000, of which 4096 stay pending.
  assert.ok(healthy.dropped < 8200, String(healthy.dropped));
  assert.equal(stats.entries, 0);
  const perSecond = new Map<number, number>();
  let tooMany = 0;
  for (const { atMs, answer } of requests) {
    const second = Math.floor(atMs / 1000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    if (typeof answer === "object" && "status" in answer && answer.status === 429) tooMany++;
  }
  assert.ok(Math.max(...perSecond.values()) <= 60, String(Math.max(...perSecond.values())));
  assert.ok(tooMany <= 50, String(tooMany));
  const tries = requests.filter(({ answer }) => answer === "refused").length;
  assert.ok(tries <= 7 * 10 + 10, String(tries));
});

for (const name of ["500 for 10 min at 20/s", "hangs for 10 min at 20/s"]) {
  test(`EventRecording makes few requests during an outage of the server: ${name}`, async () => {
    const { healthy, requests } = await run(name);
    const tries = requests.filter(({ answer }) => answer !== "written").length;
    assert.ok(tries < 150, String(tries));
    // Recorded during the outage: 12,000, of which 4096 stay pending, and while the last probe hangs for 30 s and pauses.
    assert.ok(healthy.dropped < 12_000 - 4096 + 45 * 20, String(healthy.dropped));
  });
}

test("EventRecording with concurrency 1 writes other namespaces while one hangs", async () => {
  const { healthy } = await run("one namespace hangs, 0.2/s; concurrency 1; 5/s healthy");
  assert.equal(healthy.dropped, 0);
  assert.ok(percentile(healthy.delaysMs, 0.95) < 25_000);
});

test("EventRecording writes a backlog round-robin over namespaces", async () => {
  const namespaces = Array.from({ length: 50 }, (_, i) => `ns-${i}`);
  const { groups } = await simulate({
    durationMs: 20_000,
    sources: [
      { group: "large", namespaces: ["large"], perSecond: 0, burst: 50_000 },
      { group: "small", namespaces, perSecond: 0, burst: 2500 },
    ],
    answer: () => "written",
    options: { maxPending: Infinity },
  });
  // 8 slots of 20 ms: 51 namespaces had 8,000 writes, which completes the small ones.
  assert.equal(groups.get("small")!.written, 2500);
  assert.ok(percentile(groups.get("small")!.delaysMs, 1) < 7000);
});
