import { test } from "node:test";
import assert from "node:assert/strict";
import { type CoreV1Event, type EventsV1Event, getEventIdentity } from "../../../mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
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
