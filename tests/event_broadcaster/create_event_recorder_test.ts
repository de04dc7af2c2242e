import { test } from "node:test";
import assert from "node:assert/strict";
import { createEventRecorder, type Outcome } from "../../mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };

test("createEventRecorder() records into the server until the end of its scope", async () => {
  const api = new EventsApiServer();
  const recorder = createEventRecorder({ component: "backup-script", host: "node-1", fetch: api.fetch });
  recorder.event(pod, "Normal", "Started", "Backing up");
  recorder.eventf(pod, "Normal", "BackedUp", "Backed up %d files", 3);
  // What `await using` calls, which not every runtime of the tests can parse.
  await recorder[Symbol.asyncDispose]();
  assert.deepEqual(
    api.events().map(({ reason, message, source }) => [reason, message, source]),
    [
      ["Started", "Backing up", { component: "backup-script", host: "node-1" }],
      ["BackedUp", "Backed up 3 files", { component: "backup-script", host: "node-1" }],
    ],
  );
});

test("createEventRecorder() records in events.k8s.io/v1 with a reportingController", async () => {
  const apiVersion = "events.k8s.io/v1";
  const api = new EventsApiServer();
  const recorder = createEventRecorder({
    apiVersion,
    reportingController: "example.com/backup",
    reportingInstance: "backup-1",
    fetch: api.fetch,
  });
  recorder.eventf(pod, undefined, "Normal", "BackedUp", "BackUp", "Backed up %d files", 3);
  await recorder.shutdown();
  const [event] = api.events({ apiVersion });
  assert.deepEqual([event?.note, event?.reportingController, event?.reportingInstance], [
    "Backed up 3 files",
    "example.com/backup",
    "backup-1",
  ]);
});

test("createEventRecorder() has a flush() that reports the counters, and a shutdown() that refuses later events", async () => {
  const outcomes: Outcome["type"][] = [];
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const recorder = createEventRecorder({
    component: "backup-script",
    fetch: new EventsApiServer().fetch,
    correlator: { burst: 1 },
    logger: { warn: log, error: log },
    onOutcome: ({ type }) => outcomes.push(type),
  });
  for (let i = 0; i < 2; i++) recorder.event(pod, "Normal", "BackedUp", "Backed up");
  const { accepted, recorded, skipped } = await recorder.flush();
  assert.deepEqual([accepted, recorded, skipped], [2, 1, 1]);
  await recorder.shutdown();
  recorder.event(pod, "Normal", "BackedUp", "Backed up");
  assert.deepEqual(outcomes, ["skipped", "recorded", "dropped"]);
  assert.match(lines.at(-1)!, /shut down/);
});

test("createEventRecorder() with stable names increments one event across calls", async () => {
  const api = new EventsApiServer();
  for (let run = 0; run < 3; run++) {
    const recorder = createEventRecorder({ component: "backup-script", naming: "stable", fetch: api.fetch });
    recorder.event(pod, "Normal", "BackedUp", "Backed up");
    await recorder.shutdown();
  }
  assert.deepEqual(api.events().map(({ count }) => count), [3]);
});

test("createEventRecorder() abandons unwritten events at the deadline of shutdown()", async () => {
  const outcomes: Outcome["type"][] = [];
  const recorder = createEventRecorder({
    component: "backup-script",
    fetch: () => new Promise(() => {}),
    onOutcome: ({ type }) => outcomes.push(type),
  });
  recorder.event(pod, "Normal", "BackedUp", "Backed up");
  await recorder.shutdown({ signal: AbortSignal.abort() });
  assert.deepEqual(outcomes, ["abandoned"]);
});

test("createEventRecorder() throws for invalid options", () => {
  assert.throws(() => createEventRecorder(undefined as never), /Cannot create an event recorder: options must be/);
  assert.throws(() => createEventRecorder({ component: 1 as never }), /component must be a string, received 1/);
  assert.throws(
    () => createEventRecorder({ component: "a", url: "http://x" } as never),
    /unknown option url \(known: server/,
  );
  assert.throws(() => createEventRecorder({ component: "a", concurrency: 0 }), /concurrency must be/);
  assert.throws(() => createEventRecorder({ reportingController: "a" } as never), /is for events\.k8s\.io\/v1/);
  assert.throws(
    () => createEventRecorder({ apiVersion: "events.k8s.io/v1", component: "a" } as never),
    /component is for core\/v1/,
  );
});
