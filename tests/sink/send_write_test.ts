import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, EventRecording, FetchEventSink, type Outcome, StatusError } from "../../mod.ts";
import { EventsApiServer } from "../../src/server/mod.ts";
import { ScriptedSink } from "../../src/testing/mod.ts";
import { makeEvent } from "./make_event.ts";

/** A recording into a server, its requests by method, and what became of its events. */
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

test("EventRecording rejects an event whose name a different event on the server has", async () => {
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

test("EventRecording rejects an event whose name an event that is still to be written has", async () => {
  const { recording, outcomes } = start();
  recording.accept(makeEvent("deploy", { pod: "a" }));
  recording.accept(makeEvent("deploy", { pod: "b" }));
  await recording.flush();
  assert.deepEqual(outcomes.map(({ type }) => type).sort(), ["recorded", "rejected"]);
  assertNameTaken(outcomes.find(({ type }) => type === "rejected"));
  await recording.stop();
});

test("EventRecording takes one request for a create and one for each patch", async () => {
  const { recording, requests } = start();
  for (let i = 0; i < 5; i++) {
    recording.accept(makeEvent(`a-${i}`, { pod: "a" }));
    await recording.flush();
  }
  assert.deepEqual(requests, ["POST 201", "PATCH 200", "PATCH 200", "PATCH 200", "PATCH 200"]);
  await recording.stop();
});

test("EventRecording repeats a patch that another writer came before, for the version that is there", async () => {
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

test("EventRecording retries a patch that failed as a patch", async () => {
  const sink = new ScriptedSink(["ok", 500]);
  const recording = new EventRecording(sink, { retryDelayMs: 0 });
  recording.accept(makeEvent("a-0", { pod: "a" }));
  await recording.flush();
  recording.accept(makeEvent("a-1", { pod: "a" }));
  await recording.flush();
  assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "patch", "patch"]);
  await recording.stop();
});

test("EventRecording creates an event that is gone when it is read", async () => {
  const sink = new ScriptedSink([{ code: 409, reason: "AlreadyExists" }, 404]);
  const recording = new EventRecording(sink, { retryDelayMs: 0 });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).recorded, 1);
  assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "patch", "create"]);
  await recording.stop();
});
