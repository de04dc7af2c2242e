import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, type EventsV1Event, getEventIdentity } from "../../../mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";
import { everyWay, type Stored, stored } from "./every_way.ts";

everyWay("EventRecorder.record() keeps events of different names apart", async (way) => {
  const names = ["id-1", "id-2", "id-1", "id-3"];
  const events = await stored(way, names.map((name) => ({ name })));
  assert.deepEqual(events.map(({ metadata, times }) => `${metadata.name} x${times}`).sort(), [
    "id-1 x2",
    "id-2 x1",
    "id-3 x1",
  ]);
});

everyWay("EventRecorder counts by the names of nameOf, unless a call gives one", async (way) => {
  const nameOf = ({ reason }: CoreV1Event | EventsV1Event): string | undefined => reason?.toLowerCase() || undefined;
  const all = [{}, {}, { reason: "Other" }, { name: "given" }];
  const events = await stored(way, all, { recorder: { nameOf } });
  assert.deepEqual(events.map(({ metadata, times }) => `${metadata.name} x${times}`).sort(), [
    "given x1",
    "other x1",
    "r x2",
  ]);
});

everyWay("EventRecorder keeps an event whole whose name is given to another", async (way) => {
  // In a different order at once, because the create that repeats is written with its latest repeat.
  for (const messages of ["1 2 1 2", "1 2 2", "1 1 2 2 1"]) {
    const events = await stored(way, messages.split(" ").map((message) => ({ message, name: "r" })));
    const found = events.map(({ metadata, message, times }) => [metadata.name === "r", message, times]);
    const count = (text: string): number => messages.split(text).length - 1;
    // Stable naming gives the other a name of its own, unique naming rejects it.
    const others = found.filter(([isNamed]) => !isNamed);
    assert.equal(others.length, way.naming === "stable" ? 1 : 0);
    assert.equal(found.length, 1 + others.length);
    for (const [, message, times] of found) assert.equal(times, count(message as string), `${message} of ${messages}`);
  }
});

everyWay("EventRecorder generates a name where nameOf throws, or returns none or an invalid one", async (way) => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => lines.push(line), error() {} };
  for (const value of [undefined, "Not a name", 5, null]) {
    const recorder = { logger, nameOf: () => value as string };
    assert.match((await stored(way, [{}], { recorder }))[0]!.metadata.name!, /^web\.[0-9a-f]{16}$/);
  }
  const failing = { logger, nameOf: () => assert.fail("no name") };
  assert.match((await stored(way, [{}], { recorder: failing }))[0]!.metadata.name!, /^web\.[0-9a-f]{16}$/);
  assert.deepEqual(lines, [
    'The name of an event must be a DNS-1123 subdomain, received "Not a name": a generated name is used',
    "The name of an event must be a DNS-1123 subdomain, received 5: a generated name is used",
    "Events get generated names, because nameOf threw: no name",
  ]);
});

everyWay(
  "EventRecorder makes the object the owner of its events by ownedByObject, unless a call names owners",
  async (way) => {
    const owner = { apiVersion: "v1", kind: "Node", name: "node-1", uid: "2" };
    const all = [{}, { reason: "B", ownerReferences: [owner] }, { reason: "C", ownerReferences: [] }, {
      reason: "D",
      ownerReferences: null,
    }];
    const events = await stored(way, all, { recorder: { ownedByObject: true } });
    const web = { apiVersion: "v1", kind: "Pod", name: "web", uid: "1" };
    const owners = events.map(({ reason, metadata }) => [reason, metadata.ownerReferences?.[0]]);
    assert.deepEqual(owners.sort(), [["R", web], ["B", owner], ["C", undefined], ["D", web]].sort());
  },
);

test("EventRecorder sets no owner of an object without a uid, nor a namespaced owner of an event elsewhere", () => {
  const fake = new FakeRecorder({ ownedByObject: true });
  fake.event({ apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" } }, "Normal", "R", "m");
  fake.event({ apiVersion: "v1", kind: "Node", metadata: { name: "node-1", uid: "2" } }, "Normal", "R", "m");
  assert.deepEqual(fake.events.map(({ metadata }) => metadata.ownerReferences?.[0]?.name), [undefined, "node-1"]);
});

everyWay("EventRecorder.record() never combines events with names", async (way) => {
  const all = Array.from({ length: 20 }, (_, index) => ({ name: `id-${index}`, message: `message ${index}` }));
  const events = await stored(way, all);
  assert.deepEqual(events.map(({ metadata }) => metadata.name).sort(), all.map(({ name }) => name).sort());
});

everyWay("EventBroadcaster counts events by its identity, one by reason with the latest message", async (way) => {
  const identity = (event: CoreV1Event | EventsV1Event): string =>
    getEventIdentity({ ...event, message: "", note: "" });
  const all = Array.from({ length: 20 }, (_, index) => ({ message: `${index} of 20 done` }));
  const events = await stored(way, [...all, { reason: "Other" }], { identity });
  const latest = way.apiVersion === "v1" ? "19 of 20 done" : "0 of 20 done"; // notes are immutable
  assert.deepEqual(events.map(({ message, times }) => `${message} x${times}`).sort(), [`${latest} x20`, "m x1"]);
});

everyWay("EventBroadcaster keeps events of another attempt apart, by its identity", async (way) => {
  const key = "example.com/attempt";
  const identity = (event: CoreV1Event): string => getEventIdentity(event) + event.metadata.annotations?.[key];
  const all = ["1", "2", "1", "1"].map((attempt) => ({ annotations: { [key]: attempt } }));
  const events = await stored(way, all, { identity });
  assert.deepEqual(events.map(({ metadata, times }) => `${metadata.annotations?.[key]} x${times}`).sort(), [
    "1 x3",
    "2 x1",
  ]);
});

everyWay("EventRecorder.record() counts by its own identity first", async (way) => {
  const identity = (): string => "all the same";
  const all = ["a", "b", "a"].map((own, index) => ({ identity: own, message: `m${index}` }));
  const events = await stored(way, [...all, { message: "m3" }, { message: "m4" }], { identity });
  const [a, other] = way.apiVersion === "v1" ? ["m2", "m4"] : ["m0", "m3"];
  assert.deepEqual(
    events.map(({ message, times }) => `${message} x${times}`).sort(),
    [`${a} x2`, `${other} x2`, "m1 x1"].sort(),
  );
});

everyWay(
  "EventRecorder.record() with an identity changes one event, however often the message changes",
  async (way) => {
    const all = Array.from({ length: 20 }, (_, index) => ({ message: `${index} %`, identity: "progress" }));
    const [event, ...others] = await stored(way, all);
    assert.deepEqual([others, event!.times, event!.message], [[], 20, way.apiVersion === "v1" ? "19 %" : "0 %"]);
  },
);

everyWay("EventRecorder keeps texts apart that differ anywhere, also where they are truncated", async (way) => {
  const text = (middle: string): string => `${"x".repeat(20_000)}${middle}${"y".repeat(20_000)}`;
  const events = await stored(way, [text("1"), text("2"), text("1")].map((message) => ({ message })));
  assert.deepEqual(events.map(({ times }) => times).sort(), [1, 2]);
  assert.equal(new Set(events.map(({ message }) => message)).size, 1);
});

test("EventBroadcaster with stable names continues a record's own identity, and a truncated text, after a restart", async () => {
  const long = "x".repeat(40_000);
  for (const apiVersion of ["v1", "events.k8s.io/v1"] as const) {
    const api = new EventsApiServer();
    const way = { apiVersion, naming: "stable", atOnce: false } as const;
    for (const message of ["first", "second"]) {
      await stored(way, [{ identity: "status", message }, { message: long }, { message: `${long}.` }], { api });
    }
    const events = api.events() as readonly Stored[];
    assert.deepEqual(events.map(({ count, series }) => series?.count ?? count), [2, 2, 2]);
  }
});

test("EventBroadcaster counts by the default key, and logs it, if its identity throws or does not return a string", async () => {
  for (
    const identity of [() => {
      throw new Error("boom");
    }, () => 5 as never]
  ) {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const way = { apiVersion: "v1", naming: "unique", atOnce: true } as const;
    const events = await stored(way, [{}, {}, { message: "other" }], { identity, logger: { warn: log, error: log } });
    assert.deepEqual(events.map(({ times }) => times).sort(), [1, 2]);
    assert.match(lines.join("\n"), /^identity threw: (boom|identity must return a string, received 5)/);
  }
});

test("EventRecorder.record() ignores an identity that is not a string, and logs it once", async () => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => lines.push(line), error() {} };
  const all = [5, "", {}, null, undefined].map((identity) => ({ identity }));
  const [event, ...others] = await stored({ apiVersion: "v1", naming: "unique", atOnce: true }, all as never, {
    logger,
  });
  assert.deepEqual([event!.times, others], [5, []]);
  assert.equal(lines.length, 3);
  assert.equal(lines[0], "The identity of an event must be a non-empty string, received 5: ignored");
});
