import { test } from "node:test";
import assert from "node:assert/strict";
import {
  type CoreV1Event,
  type Correlation,
  type Correlator,
  type EventSink,
  FetchEventSink,
  type JsonPatchOperation,
  type Outcome,
  StatusError,
} from "../../../mod.ts";
import { EventCorrelator, EventRecording } from "../../../src/client_go/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { ScriptedSink } from "../../../src/serve/testing/mod.ts";
import { eventsV1Api } from "../../faults/recorded_api.ts";
import { makeEvent } from "./make_event.ts";
import { startRecording } from "./start_recording.ts";

/** A recording into a server, its requests by method, and its outcomes. */
function start(api = new EventsApiServer()) {
  const requests: string[] = [];
  const outcomes: Outcome<CoreV1Event>[] = [];
  const sink = new FetchEventSink({
    fetch: async (request) => {
      const response = await api.fetch(request);
      requests.push(`${request.method} ${response.status}`);
      return response;
    },
  });
  const recording = new EventRecording(sink, { onOutcome: (outcome) => outcomes.push(outcome) });
  return { recording, requests, outcomes };
}

function assertNameTaken(outcome: Outcome<CoreV1Event> | undefined): void {
  assert.ok(outcome?.type === "rejected" && outcome.error instanceof StatusError, outcome?.type);
  assert.deepEqual([outcome.error.code, outcome.error.reason], [409, "AlreadyExists"]);
  assert.match(outcome.message, /^events "deploy" already exists, as a different event/);
}

test("EventRecording creates an event and patches its repeat, with one request each", async () => {
  const { sink, recording } = startRecording();
  for (const [repeats, verb] of (["create", "patch"] as const).entries()) {
    recording.accept(makeEvent(`a${repeats}`, { pod: "a" }));
    const request = await sink.made(repeats + 1);
    assert.equal(request.verb, verb);
    if (verb === "patch") assert.notDeepEqual(request.patch, []);
    request.answer();
    const { requests, pending } = await recording.flush();
    assert.deepEqual([requests, pending], [repeats + 1, 0]);
  }
  await recording.stop();
});

test("EventRecording rejects an event whose name is taken by a different event on the server", async () => {
  const api = new EventsApiServer();
  const first = start(api);
  first.recording.accept(makeEvent("deploy", { pod: "a" }));
  await first.recording.flush();
  const others: readonly CoreV1Event[] = [
    makeEvent("deploy", { pod: "b" }),
    makeEvent("deploy", { pod: "a", message: "It happened again" }),
    { ...makeEvent("deploy", { pod: "a" }), firstTimestamp: "2026-01-01T00:00:01Z" },
    { ...makeEvent("deploy", { pod: "a" }), reason: "Else" },
    { ...makeEvent("deploy", { pod: "a" }), source: { component: "else" } },
  ];
  for (const event of others) {
    const { recording, requests, outcomes } = start(api);
    recording.accept(event);
    await recording.flush();
    assert.equal(outcomes.length, 1);
    assertNameTaken(outcomes[0]);
    assert.deepEqual(requests, ["POST 409", "PATCH 200"]);
    await recording.stop();
  }
  await first.recording.stop();
});

test("EventRecording rejects the repeats of an event whose name is taken without another request", async () => {
  const { sink, recording } = startRecording();
  recording.accept(makeEvent("a"));
  const create = await sink.made(1);
  recording.accept(makeEvent("b", { pod: "a" }));
  create.answer(new StatusError({ code: 409, reason: "AlreadyExists", message: "It exists" }));
  const read = await sink.made(2);
  const other = makeEvent("a", { pod: "other" });
  read.answer(undefined, other);
  for (let turn = 0; turn < 20; turn++) await undefined;
  assert.equal(sink.requests.length, 2, "no other request is under way");
  const { rejected } = await recording.flush();
  assert.deepEqual([rejected, sink.requests.length], [2, 2]);
  await recording.stop();
});

test("EventRecording of events.k8s.io/v1 rejects an event whose name is taken by a different event on the server", async () => {
  const api = new EventsApiServer();
  const outcomes: string[] = [];
  for (const [pod, ...names] of [["a", "deploy"], ["b", "deploy", "deploy-2"]] as const) {
    const sink = new FetchEventSink({ apiVersion: "events.k8s.io/v1", fetch: api.fetch });
    const recording = new EventRecording(sink, {
      onOutcome: ({ type, event }) => void outcomes.push(`${event?.metadata.name} ${type}`),
    });
    for (const name of names) {
      recording.accept(eventsV1Api.makeEvent(name, { pod, message: "It happened", namespace: "default" }));
      await recording.flush();
    }
    await recording.stop();
  }
  // The third is no repeat of the second: a patch of that name would count it in the other's event.
  assert.deepEqual(outcomes, ["deploy recorded", "deploy rejected", "deploy-2 recorded"]);
});

/** A recording whose requests all reach the server; after `lose`, the response to the first create of that name is lost. */
function loseAnswer(isLost: (event: CoreV1Event) => boolean) {
  const api = new EventsApiServer();
  let lose!: () => void;
  let tellSent!: () => void;
  const losing = new Promise<void>((resolve) => void (lose = resolve));
  const sent = new Promise<void>((resolve) => void (tellSent = resolve));
  let losses = 0;
  const sink = new FetchEventSink({
    fetch: async (request) => {
      const event = request.method === "POST" ? await request.clone().json() as CoreV1Event : undefined;
      const response = await api.fetch(request);
      if (event === undefined || losses > 0 || !isLost(event)) return response;
      losses++;
      tellSent();
      await losing;
      throw new TypeError("connection reset");
    },
  });
  const recording = new EventRecording(sink, { correlator: { maxEvents: 2 }, retryDelayMs: 0 });
  return { recording, sent, lose };
}

test("EventRecording recognizes an event whose response was lost, although the server keeps whole seconds only", async () => {
  const { recording, lose } = loseAnswer(() => true);
  lose();
  recording.accept({ ...makeEvent("a"), firstTimestamp: "2026-01-01T00:00:00.700Z" });
  const { recorded, rejected, requests } = await recording.flush();
  assert.deepEqual({ recorded, rejected, requests }, { recorded: 1, rejected: 0, requests: 3 });
  await recording.stop();
});

test("EventRecording recognizes a combined event whose response was lost, although its message has changed since", async () => {
  const { recording, sent, lose } = loseAnswer(({ message }) => message!.startsWith("(combined"));
  const accept = (i: number): void => recording.accept(makeEvent(`e-${i}`, { pod: "a", message: `It happened ${i}` }));
  accept(0);
  accept(1);
  await sent;
  accept(2);
  lose();
  const { recorded, coalesced, rejected } = await recording.flush();
  assert.deepEqual({ recorded, coalesced, rejected }, { recorded: 2, coalesced: 1, rejected: 0 });
  await recording.stop();
});

test("EventRecording patches the resourceVersion of the previous response", async () => {
  const api = new EventsApiServer();
  const requests: string[] = [];
  let tellPatching!: () => void;
  const patching = new Promise<void>((resolve) => void (tellPatching = resolve));
  let goOn!: () => void;
  const gate = new Promise<void>((resolve) => void (goOn = resolve));
  const sink = new FetchEventSink({
    fetch: async (request) => {
      if (request.method === "PATCH") {
        tellPatching();
        await gate;
      }
      const response = await api.fetch(request);
      requests.push(`${request.method} ${response.status}`);
      return response;
    },
  });
  const recording = new EventRecording(sink);
  const repeat = (i: number): void => recording.accept(makeEvent(`a-${i}`, { pod: "a" }));
  repeat(0);
  await recording.flush();
  repeat(1);
  await patching;
  repeat(2);
  goOn();
  await recording.flush();
  assert.deepEqual(requests, ["POST 201", "PATCH 200", "PATCH 200"]);
  await recording.stop();
});

test("EventRecording rejects an event whose name is taken by a pending event, without a request", async () => {
  const { recording, outcomes, requests } = start();
  recording.accept(makeEvent("deploy", { pod: "a" }));
  recording.accept(makeEvent("deploy", { pod: "b" }));
  await recording.flush();
  assert.deepEqual(outcomes.map(({ type }) => type).sort(), ["recorded", "rejected"]);
  assertNameTaken(outcomes.find(({ type }) => type === "rejected"));
  assert.deepEqual(requests, ["POST 201"]);
  await recording.stop();
});

test("EventRecording sends one request per create and one per patch", async () => {
  const { recording, requests } = start();
  for (let i = 0; i < 5; i++) {
    recording.accept(makeEvent(`a-${i}`, { pod: "a" }));
    await recording.flush();
  }
  assert.deepEqual(requests, ["POST 201", "PATCH 200", "PATCH 200", "PATCH 200", "PATCH 200"]);
  await recording.stop();
});

test("EventRecording repeats a conflicting patch for the current resourceVersion", async () => {
  const api = new EventsApiServer();
  const { recording, requests } = start(api);
  recording.accept(makeEvent("a-0", { pod: "a" }));
  await recording.flush();
  await api.fetch(
    new Request("http://localhost/api/v1/namespaces/default/events/a-0", {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ metadata: { labels: { seen: "yes" } } }),
    }),
  );
  recording.accept(makeEvent("a-1", { pod: "a" }));
  await recording.flush();
  assert.deepEqual(requests, ["POST 201", "PATCH 409", "PATCH 200", "PATCH 200"]);
  const stored = await (await api.fetch(new Request("http://localhost/api/v1/namespaces/default/events/a-0"))).json();
  assert.deepEqual([stored.count, stored.metadata.labels], [2, { seen: "yes" }]);
  await recording.stop();
});

test("EventRecording repeats a conflicting patch of an event without a count, for any count on the server", async () => {
  const patches: (readonly JsonPatchOperation[])[] = [];
  const operation = { op: "replace", path: "/message", value: "Changed" } as const;
  const echo = (event: CoreV1Event): Promise<CoreV1Event> => Promise.resolve(event);
  const sink: EventSink = {
    create: echo,
    patch(event, patch) {
      if (patches.push(patch) === 1) return Promise.reject(new StatusError({ code: 409, reason: "Conflict" }));
      return echo({ ...event, count: 7, metadata: { ...event.metadata, resourceVersion: "9" } });
    },
  };
  const { count: _count, ...event } = makeEvent("a");
  const correlator: Correlator = {
    correlate: (event) => ({ type: "patch", key: "a", event, patch: [operation] }),
    updateState() {},
  };
  const recording = new EventRecording(sink, { correlator });
  recording.accept(event);
  await recording.stop();
  assert.deepEqual(patches, [[operation], [], [operation]]);
});

test("EventRecording retries a failed patch as a patch", async () => {
  const sink = new ScriptedSink(["ok", 500]);
  const recording = new EventRecording(sink, { retryDelayMs: 0 });
  recording.accept(makeEvent("a-0", { pod: "a" }));
  await recording.flush();
  recording.accept(makeEvent("a-1", { pod: "a" }));
  await recording.flush();
  assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "patch", "patch"]);
  await recording.stop();
});

test("EventRecording does not recreate an event that it could not read", async () => {
  const sink = new ScriptedSink([{ code: 409, reason: "AlreadyExists" }, 503]);
  const recording = new EventRecording(sink, { retryDelayMs: 0 });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).recorded, 1);
  assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "patch", "patch"]);
  await recording.stop();
});

test("EventRecording treats AlreadyExists as success without the permission to patch", async () => {
  const message = 'events "a" is forbidden: User "u" cannot patch resource "events" in API group ""';
  const denied = { code: 403, reason: "Forbidden", message };
  const sink = new ScriptedSink([503, { code: 409, reason: "AlreadyExists" }, denied, "ok", ...Array(6).fill(denied)]);
  const recording = new EventRecording(sink, { retryDelayMs: 0 });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).recorded, 1);
  // A create proves nothing about patches, which were never allowed: the first is tried five times, the next once.
  for (let i = 0; i < 3; i++) {
    recording.accept(makeEvent(`b-${i}`, { pod: "b" }));
    await recording.flush();
  }
  assert.equal(sink.requests.map(({ verb }) => verb).join(" "), "create create patch create" + " patch".repeat(6));
  assert.equal(recording.stats().rejected, 2);
  await recording.stop();
});

test("EventRecording rejects AlreadyExists of a repeated event without the permission to patch its count", async () => {
  const message = 'events "a0" is forbidden: User "u" cannot patch resource "events" in API group ""';
  const denied = { code: 403, reason: "Forbidden", message };
  const taken = { code: 409, reason: "AlreadyExists" };
  const sink = new ScriptedSink([503, ...Array.from({ length: 5 }, () => [taken, denied]).flat()]);
  const recording = new EventRecording(sink, { retryDelayMs: 0 });
  for (const name of ["a0", "a1"]) recording.accept(makeEvent(name, { pod: "a" }));
  const { recorded, rejected } = await recording.flush();
  assert.deepEqual([recorded, rejected], [0, 2]);
  assert.equal(sink.requests.map(({ verb }) => verb).join(" "), "create" + " create patch".repeat(5));
  await recording.stop();
});

test("EventRecording recreates an event that is gone when read", async () => {
  const sink = new ScriptedSink([{ code: 409, reason: "AlreadyExists" }, 404]);
  const recording = new EventRecording(sink, { retryDelayMs: 0 });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).recorded, 1);
  assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "patch", "create"]);
  await recording.stop();
});

test("EventRecording adopts an existing event if the sink does not return it", async () => {
  for (const answer of [undefined, {}, { metadata: { resourceVersion: "7" } }]) {
    const patched: unknown[] = [];
    const recording = new EventRecording({
      create: () => Promise.reject(new StatusError({ code: 409, reason: "AlreadyExists", message: "There is an a" })),
      patch: (event: CoreV1Event) => {
        patched.push(event.metadata.name);
        return Promise.resolve(answer as CoreV1Event);
      },
    });
    recording.accept(makeEvent("a"));
    const { recorded, rejected } = await recording.flush();
    assert.deepEqual({ recorded, rejected, patched }, { recorded: 1, rejected: 0, patched: ["a"] });
    await recording.stop();
  }
});

test("EventRecording creates the repeat of an event whose create was rejected, with its whole count", async () => {
  const { recording, sink } = startRecording();
  recording.accept(makeEvent("a0", { pod: "a" }));
  (await sink.made(1)).answer(new StatusError({ code: 422 }));
  await recording.flush();
  for (const made of [2, 3]) {
    recording.accept(makeEvent(`a${made}`, { pod: "a" }));
    (await sink.made(made)).answer();
    await recording.flush();
  }
  assert.deepEqual(sink.requests.map(({ verb, event }) => [verb, event.metadata.name, event.count]), [
    ["create", "a0", 1],
    ["create", "a0", 2],
    ["patch", "a0", 3],
  ]);
});

test("EventRecording with correlator: false rejects an event whose name another one in flight has", async () => {
  const { sink, outcomes, recording } = startRecording({ correlator: false });
  recording.accept(makeEvent("deploy"));
  const request = await sink.made(1);
  recording.accept(makeEvent("deploy", { message: "It happened again" }));
  assertNameTaken(outcomes[0]);
  request.answer();
  const { recorded, requests } = await recording.flush();
  assert.deepEqual([recorded, requests], [1, 1]);
  await recording.stop();
});

test("EventRecording creates the repeat of a rejected event, even after other events were written", async () => {
  const { sink, recording } = startRecording();
  const invalid = new StatusError({ code: 422, reason: "Invalid" });
  for (const [made, pod] of ["a", "b", "a"].entries()) {
    recording.accept(makeEvent(`${pod}-${made}`, { pod }));
    (await sink.made(made + 1)).answer(made === 0 ? invalid : undefined);
    await recording.flush();
  }
  assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "create", "create"]);
  assert.equal(sink.requests[2]!.event.count, 2);
  await recording.stop();
});

test("EventRecording rejects a custom correlator's repeat of an event that began at another time than the stored one", async () => {
  const correlate = (event: CoreV1Event): Correlation => {
    return { type: "patch", key: "deploy", event, patch: [{ op: "replace", path: "/count", value: 2 }] };
  };
  const { sink, outcomes, recording } = startRecording({ correlator: { correlate, updateState() {} } });
  const event = makeEvent("deploy");
  recording.accept(event);
  (await sink.made(1)).answer(new StatusError({ code: 409, reason: "Conflict" }));
  (await sink.made(2)).answer(undefined, { ...event, firstTimestamp: "2026-01-01T00:01:00Z" });
  await recording.flush();
  assertNameTaken(outcomes[0]);
  await recording.stop();
});

test("EventRecording creates the repeats of the latest 4096 rejected events, and patches those of earlier ones first", async () => {
  const requests: string[] = [];
  const reject = (verb: string, code: number) => ({ metadata: { name } }: CoreV1Event): Promise<never> => {
    requests.push(`${verb} ${name}`);
    return Promise.reject(new StatusError({ code, reason: code === 404 ? "NotFound" : "Invalid", message: "No" }));
  };
  const recording = new EventRecording({ create: reject("create", 422), patch: reject("patch", 404) }, {
    correlator: new EventCorrelator({ cacheSize: 5000 }),
  });
  for (let i = 0; i < 4097; i++) {
    recording.accept(makeEvent(`web-${i}`));
    if (i % 500 === 0) await recording.flush();
  }
  await recording.flush();
  requests.length = 0;
  for (const name of ["web-1", "web-0"]) {
    recording.accept(makeEvent(name));
    await recording.flush();
  }
  assert.deepEqual(requests, ["create web-1", "patch web-0", "create web-0"]);
  await recording.stop();
});
