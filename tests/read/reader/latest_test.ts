import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, FetchEventSink, StatusError } from "../../../mod.ts";
import { EventReader } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { BreakableApi } from "./breakable_api.ts";
import { inTime } from "../../eventually.ts";
import { putEvent } from "./write_event.ts";

/** Stores an event about an object, last seen at a second of a minute. */
async function put(api: EventsApiServer, name: string, about: object, second?: number, namespace = "default") {
  const time = second === undefined ? undefined : `2026-01-01T00:00:${String(second).padStart(2, "0")}Z`;
  const event: CoreV1Event = {
    metadata: { name, namespace },
    involvedObject: about,
    reason: name,
    ...time && { firstTimestamp: "2026-01-01T00:00:00Z", lastTimestamp: time },
  };
  await new FetchEventSink({ fetch: api.fetch }).create(event, { signal: new AbortController().signal });
}

const reasonsOf = async (events: AsyncIterable<{ readonly reason?: string | undefined }>): Promise<unknown[]> => {
  const reasons: unknown[] = [];
  for await (const { reason } of events) reasons.push(reason);
  return reasons.sort();
};

test("EventReader.latest() returns the newest by last seen first, whatever the order of the list", async () => {
  const api = new EventsApiServer();
  const seconds = [5, 40, 3, 59, 21, 8, 33];
  const pod = { kind: "Pod", name: "web", namespace: "default" };
  for (const [index, second] of seconds.entries()) await put(api, `e${index}`, pod, second);
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    for (const pageSize of [1, 2, 500]) {
      const reader = new EventReader({ fetch: api.fetch, apiVersion, pageSize });
      const latest = await reader.latest(3);
      assert.deepEqual(latest.map(({ last }) => last?.getUTCSeconds()), [59, 40, 33]);
      assert.equal((await reader.latest(100)).length, 7);
    }
  }
  const reader = new EventReader({ fetch: api.fetch });
  await assert.rejects(reader.latest(0), {
    name: "RangeError",
    message: "Cannot list the latest events: count must be a positive integer, received 0",
  });
  await assert.rejects(reader.latest(undefined as never), RangeError);
  await assert.rejects(reader.latest(1.5), RangeError);
  await assert.rejects(reader.latest(1, { signal: AbortSignal.abort(new Error("enough")) }), /enough/);
});

test("EventReader.latest() orders events of one second as the server stored them, because most times are whole seconds", async () => {
  const api = new EventsApiServer();
  const second = "2026-01-01T00:00:02";
  const times = { "z-scheduled": `${second}.654321Z`, "b-pulled": undefined, "a-started": undefined };
  for (const [name, eventTime] of Object.entries(times)) {
    const scheduled = { eventTime, action: "Binding", reportingComponent: "scheduler", reportingInstance: "s-0" };
    const started = { lastTimestamp: `${second}Z` };
    await putEvent(api.fetch, name, { reason: name, ...eventTime === undefined ? started : scheduled });
  }
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const latest = await new EventReader({ fetch: api.fetch, apiVersion }).latest(9);
    assert.deepEqual(latest.map(({ reason }) => reason), ["a-started", "b-pulled", "z-scheduled"]);
  }
});

test("EventReader.latest() puts events without times last", async () => {
  const untimed = {
    metadata: { name: "a", namespace: "n", resourceVersion: "1" },
    involvedObject: {},
    reason: "Never",
  };
  const times = { lastTimestamp: "2026-01-01T00:00:00Z" };
  const timed = {
    metadata: { name: "b", namespace: "n", resourceVersion: "2" },
    involvedObject: {},
    reason: "Once",
    ...times,
  };
  const list = { metadata: { resourceVersion: "3" }, items: [untimed, timed] };
  const reader = new EventReader({ fetch: () => Promise.resolve(Response.json(list)) });
  assert.deepEqual((await reader.latest(2)).map(({ reason, last }) => [reason, last?.getTime()]), [
    ["Once", Date.parse(times.lastTimestamp)],
    ["Never", undefined],
  ]);
  assert.deepEqual((await reader.latest(1)).map(({ reason }) => reason), ["Once"]);
});

test("EventReader.latest() returns an event once, in its latest state, even if its list expires and restarts", async () => {
  const api = new BreakableApi();
  for (const name of ["a", "b", "c", "d"]) await putEvent(api.direct, name);
  let lists = 0;
  const expired = new StatusError({ kind: "Status", code: 410, reason: "Expired" });
  const fetch = async (request: Request): Promise<Response> => {
    if (++lists !== 4) return await api.fetch(request);
    await putEvent(api.direct, "a", { count: 5 });
    return Response.json(expired.status, { status: 410 });
  };
  const latest = await new EventReader({ fetch, pageSize: 1 }).latest(10);
  const found = latest.map(({ event, count }) => `${event.metadata.name} x${count}`).sort();
  assert.deepEqual(found, ["a x5", "b x1", "c x1", "d x1"]);
  assert.ok(lists > 4);
});

test("EventReader.about() reads the events of one object, not of an earlier one with the same name", async () => {
  const api = new EventsApiServer();
  const pod = { kind: "Pod", name: "web", namespace: "shop" };
  await put(api, "old", { ...pod, uid: "1" }, 1, "shop");
  await put(api, "new", { ...pod, uid: "2" }, 2, "shop");
  await put(api, "other", { ...pod, name: "db", uid: "3" }, 3, "shop");
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const reader = new EventReader({ fetch: api.fetch, apiVersion });
    const found = reader.about({ kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "2" } });
    assert.deepEqual(await reasonsOf(found.list()), ["new"]);
    assert.deepEqual((await found.latest(5)).map(({ reason }) => reason), ["new"]);
    assert.deepEqual(await reasonsOf(reader.about({ uid: "1", namespace: "shop" }).list()), ["old"]);
    assert.deepEqual(await reasonsOf(reader.about(pod).list()), ["new", "old"]);
    const { reason } = await found.waitFor(() => true);
    assert.equal(reason, "new");
  }
  const warnings = new EventReader({ fetch: api.fetch, fieldSelector: "type=Warning" });
  assert.deepEqual(await reasonsOf(warnings.about(pod).list()), []);
  assert.throws(() => warnings.about({ kind: "Pod" }), /object must have a uid or a name/);
  assert.throws(() => warnings.about(null as never), TypeError);
});

test("EventReader.about() a node reads the kubelet's events, which have its name as uid, and others with its uid", async () => {
  const api = new EventsApiServer();
  const node = { kind: "Node", name: "n1" };
  await put(api, "kubelet", { ...node, uid: "n1" }, 1);
  await put(api, "controller", { ...node, uid: "u2" }, 2);
  await put(api, "unknown", node, 3);
  await put(api, "earlier", { ...node, uid: "u1" }, 4);
  const reader = new EventReader({ fetch: api.fetch }).about({ kind: "Node", metadata: { name: "n1", uid: "u2" } });
  const own = ["controller", "kubelet", "unknown"];
  assert.deepEqual(await reasonsOf(reader.list()), own);
  const watched: unknown[] = [];
  for await (const event of reader.watch()) {
    if (event.type === "BOOKMARK") break;
    watched.push(event.object.reason);
  }
  assert.deepEqual(watched.sort(), own);
});

test("EventStream.synced resolves when the initial events have been read, at once if it resumes", async () => {
  const api = new EventsApiServer();
  // As a bookmark has it.
  const annotations = { "k8s.io/initial-events-end": "true" };
  for (const name of ["a", "b"]) {
    await putEvent(api.fetch, name, { metadata: { name, namespace: "shop", annotations } });
  }
  const reader = new EventReader({ fetch: api.fetch });
  for (const stream of [reader.watch(), reader.watch({ since: "now" })]) {
    let read = 0;
    let isSynced = false;
    stream.synced.then(() => isSynced = true);
    for await (const { type } of stream) {
      if (type === "BOOKMARK") break;
      await Promise.resolve();
      assert.equal(isSynced, false, `after ${++read}`);
    }
    await inTime("The end of the initial events", stream.synced);
    await inTime("A stream that resumes", reader.watch({ since: stream.position! }).synced);
  }
  const occurrences = reader.occurrences();
  let total = 0;
  const ended = new AbortController();
  const reading = (async () => {
    for await (const { delta } of reader.occurrences({ signal: ended.signal })) total += delta;
  })();
  await occurrences.cancel();
  await assert.rejects(
    inTime("The end of the stream", occurrences.synced),
    /ended before all initial events were read/,
  );
  ended.abort();
  await reading;
  assert.ok(total <= 2);
});
