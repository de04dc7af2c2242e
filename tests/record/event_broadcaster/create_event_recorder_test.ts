import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { createEventRecorder, type Outcome } from "../../../mod.ts";
import { EventCorrelator } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";

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

const FIELDS = { type: "Normal", reason: "BackedUp", message: "Backed up" } as const;

test("createEventRecorder().write() resolves with the outcome of each event", async () => {
  const api = new EventsApiServer();
  const outcomes: string[] = [];
  const recorder = createEventRecorder({
    component: "backup-script",
    fetch: api.fetch,
    correlator: { burst: 3 },
    onOutcome: ({ type, count }) => outcomes.push(`${count} ${type}`),
  });
  const about = { ...pod, metadata: { ...pod.metadata, name: "other", uid: "5678" } };
  const given = await Promise.all([
    recorder.write(pod, FIELDS),
    recorder.write(pod, FIELDS),
    recorder.write(pod, FIELDS),
    recorder.write(pod, FIELDS),
    recorder.write(about, { ...FIELDS, name: "taken" }),
    recorder.write(pod, { ...FIELDS, type: "Info" as never }),
    recorder.write({} as never, FIELDS),
  ]);
  assert.deepEqual(given.map((outcome) => [outcome.type, "because" in outcome && outcome.because, outcome.count]), [
    ["recorded", false, 1],
    ["coalesced", false, 1],
    ["coalesced", false, 1],
    ["skipped", "spam", 1],
    ["recorded", false, 1],
    ["dropped", "invalid-type", 1],
    ["dropped", "invalid-object", 1],
  ]);
  assert.ok(given[0]!.event?.metadata.uid, "the event as stored");
  const { recorded, coalesced, skipped } = await recorder.flush();
  assert.deepEqual({ recorded, coalesced, skipped }, { recorded: 2, coalesced: 2, skipped: 1 });
  await recorder.shutdown();
  const late = await recorder.write(pod, FIELDS);
  assert.deepEqual([late.type, "because" in late && late.because], ["dropped", "stopped"]);
  assert.ok(outcomes.includes("2 coalesced"));
});

test("createEventRecorder().write() resolves with a rejection, and with an event abandoned at the end", async () => {
  const refused = { kind: "Status", code: 422, reason: "Invalid", message: "Not today" };
  const rejecting = createEventRecorder({
    component: "a",
    fetch: () => Promise.resolve(Response.json(refused, { status: 422 })),
  });
  const rejected = await rejecting.write(pod, FIELDS);
  assert.deepEqual([rejected.type, "message" in rejected && rejected.message], ["rejected", "Not today"]);
  await rejecting.shutdown();
  const hanging = createEventRecorder({ component: "a", fetch: () => new Promise(() => {}) });
  const written = hanging.write(pod, FIELDS);
  await hanging.shutdown({ signal: AbortSignal.abort() });
  const abandoned = await written;
  assert.deepEqual([abandoned.type, abandoned.event?.reason], ["abandoned", "BackedUp"]);
});

test("createEventRecorder().write() resolves when its signal aborts, though the event is still written", async () => {
  const api = new EventsApiServer();
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => answer = resolve);
  const recorder = createEventRecorder({
    component: "a",
    fetch: async (request) => {
      await answered;
      return await api.fetch(request);
    },
  });
  for (const controller of [new AbortController(), new AbortController()]) {
    const isEarly = api.events().length === 0;
    if (isEarly) controller.abort();
    const written = recorder.write(pod, FIELDS, { signal: controller.signal });
    controller.abort();
    const outcome = await written;
    assert.deepEqual([outcome.type, outcome.event?.message], ["abandoned", "Backed up"]);
  }
  answer();
  await recorder.flush();
  assert.deepEqual(api.events().map(({ count }) => count), [2]);
  await recorder.shutdown();
});

test("createEventRecorder().write() in events.k8s.io/v1 with autoFlush: false writes the event", async () => {
  const apiVersion = "events.k8s.io/v1";
  const api = new EventsApiServer();
  const reporter = { reportingController: "example.com/backup", reportingInstance: "backup-1" };
  const recorder = createEventRecorder({ apiVersion, ...reporter, autoFlush: false, fetch: api.fetch });
  const outcome = await recorder.write(pod, {
    type: "Normal",
    reason: "BackedUp",
    action: "BackUp",
    note: "Backed up",
  });
  assert.deepEqual([outcome.type, api.events({ apiVersion }).length], ["recorded", 1]);
  await recorder.shutdown();
});

test("createEventRecorder().write() drops the event if its options are invalid, and never rejects", async () => {
  const outcomes: string[] = [];
  const recorder = createEventRecorder({
    component: "a",
    fetch: new EventsApiServer().fetch,
    onOutcome: ({ type }) => outcomes.push(type),
  });
  const fail = (): never => {
    throw new Error("Not a signal");
  };
  const rules = [
    [null, "options must be an object such as { signal }, received null"],
    [{ signal: 1 }, "signal must be an AbortSignal, received 1"],
    [{ timeoutMs: 1 }, "unknown option timeoutMs (known: signal)"],
  ] as const;
  for (const [options, rule] of rules) {
    const outcome = await recorder.write(pod, FIELDS, options as never);
    assert.deepEqual([outcome.type, "because" in outcome && outcome.because], ["dropped", "invalid-field"]);
    assert.equal("message" in outcome && outcome.message, `Cannot record BackedUp: Cannot write: ${rule}`);
  }
  const listening = { addEventListener: fail, removeEventListener: fail };
  for (
    const signal of [{ ...listening, aborted: false }, {
      addEventListener() {},
      get aborted() {
        return fail();
      },
    }]
  ) {
    assert.equal((await recorder.write(pod, FIELDS, { signal: signal as never })).type, "dropped");
  }
  assert.deepEqual(outcomes, Array(5).fill("dropped"));
  await recorder.shutdown();
});

test("createEventRecorder().write() with autoFlush: false resolves if its flush leaves the event pending", async () => {
  const api = new EventsApiServer();
  let isDown = true;
  const outcomes: string[] = [];
  const recorder = createEventRecorder({
    component: "a",
    autoFlush: false,
    fetch: (request) => isDown ? Promise.reject(new TypeError("Connection refused")) : api.fetch(request),
    onOutcome: ({ type }) => outcomes.push(type),
  });
  const outcome = await recorder.write(pod, FIELDS);
  assert.deepEqual([outcome.type, outcome.event?.message, outcomes], ["abandoned", "Backed up", []]);
  isDown = false;
  await recorder.shutdown();
  assert.deepEqual([outcomes, api.events().length], [["recorded"], 1]);
});

for (const waitsFor of ["write", "flush"] as const) {
  test(`createEventRecorder().${waitsFor}() retries within a second at first`, async (time) => {
    const api = new EventsApiServer();
    let requests = 0;
    const recorder = createEventRecorder({
      component: "a",
      random: () => 0.9,
      fetch: (request) => ++requests === 1 ? Promise.resolve(new Response(null, { status: 503 })) : api.fetch(request),
    });
    let isDone = false;
    if (waitsFor === "flush") recorder.event(pod, "Normal", "BackedUp", "Backed up");
    const done = waitsFor === "write" ? recorder.write(pod, FIELDS) : recorder.flush();
    void done.then(() => isDone = true);
    for (let ms = 0; ms < 900; ms += 100) await time.tickAsync(100);
    assert.equal(requests, 1);
    for (let ms = 0; ms < 200; ms += 100) await time.tickAsync(100);
    for (let turn = 0; turn < 50 && !isDone; turn++) await time.tickAsync(0);
    assert.deepEqual([requests, isDone], [2, true]);
    await recorder.shutdown();
  });
}

test("createEventRecorder() leaves the correlator to another recorder if the reporter is invalid", async () => {
  const correlator = new EventCorrelator();
  assert.throws(() => createEventRecorder({ reportingController: "a", correlator } as never), TypeError);
  await createEventRecorder({ component: "a", correlator }).shutdown();
});

test("createEventRecorder() throws for invalid options", () => {
  assert.throws(() => createEventRecorder(undefined as never), /Cannot create an event recorder: options must be/);
  for (const component of [undefined, ""]) {
    assert.throws(() => createEventRecorder({ component } as never), {
      name: "TypeError",
      message: /^Cannot create an event recorder: component must be the name of the program, received/,
    });
  }
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

test("createEventRecorder() counts calls without an event as lost, in flush() and shutdown()", async () => {
  const recorder = createEventRecorder({ component: "backup-script", fetch: new EventsApiServer().fetch });
  recorder.event(pod, "Normal", "BackedUp", "Backed up");
  assert.equal((await recorder.flush()).lost, 0);
  recorder.event({ metadata: { name: "of no kind" } }, "Normal", "BackedUp", "Backed up");
  assert.equal((await recorder.flush()).lost, 1);
  const { recorded, lost } = await recorder.shutdown();
  assert.deepEqual({ recorded, lost }, { recorded: 1, lost: 1 });
});
