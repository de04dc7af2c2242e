import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { type Delivery, EventReader, forward, type Forwarding, type ForwardOptions } from "../../../src/read/mod.ts";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { BreakableApi, failure, until } from "./breakable_api.ts";
import { deleteEvent, putEvent } from "./write_event.ts";

/** A store that keeps the deliveries by key, and a checkpoint in memory. */
class Store {
  readonly deliveries = new Map<string, Delivery>();
  readonly conflicts: string[] = [];
  position: string | undefined;
  running: Forwarding | undefined;

  start(api: BreakableApi, options: Partial<ForwardOptions> = {}, pageSize = 500): Forwarding {
    return this.running = forward(new EventReader({ fetch: api.fetch, random: () => 0.5, pageSize }), {
      deliver: (batch) => this.add(batch),
      checkpoint: { load: () => this.position, save: (position) => void (this.position = position) },
      random: () => 0.5,
      maxDelayMs: 10,
      ...options,
    });
  }

  /** Hangs after the first batch. */
  readonly addOne = (batch: readonly Delivery[]): void | Promise<void> => {
    if (this.deliveries.size > 0) return new Promise(() => {});
    this.add(batch);
  };

  add(batch: readonly Delivery[]): void {
    for (const delivery of batch) {
      const known = this.deliveries.get(delivery.key);
      if (known !== undefined && known.occurrence.delta !== delivery.occurrence.delta) {
        this.conflicts.push(delivery.key);
      }
      this.deliveries.set(delivery.key, delivery);
    }
  }

  /** The deliveries as text, such as `a x3 +2?`. */
  get texts(): string[] {
    return [...this.deliveries.values()].map(({ occurrence: { event, count, delta, estimated } }) => {
      return `${event.metadata.name} x${count} +${delta}${estimated ? "?" : ""}`;
    });
  }

  async kill(): Promise<void> {
    await this.running?.stop({ signal: AbortSignal.abort() });
  }
}

async function withStore(
  body: (parts: { time: FakeTime; api: BreakableApi; store: Store }) => Promise<void>,
): Promise<void> {
  const time = new FakeTime(1_800_000_000_000);
  const store = new Store();
  try {
    await body({ time, api: new BreakableApi(), store });
  } finally {
    await store.kill();
    time.restore();
  }
}

for (const way of ["stopped", "cut", "ended by the server"]) {
  test(`forward() detects another history whose version is ahead, after it was ${way}`, () =>
    withStore(async ({ time, api, store }) => {
      for (const name of ["a", "b"]) await putEvent(api.direct, name, { count: 2 });
      store.start(api);
      await until(time, () => store.position?.startsWith("3@") ?? false);
      if (way === "stopped") await store.kill();
      if (way === "ended by the server") api.breakAll("close");
      api.restart();
      // The events that the reader would skip, and one that it would read.
      for (const name of ["a", "c", "d", "e"]) await putEvent(api.direct, name, { count: 3 });
      const forwarding = way === "stopped" ? store.start(api) : store.running!;
      await until(time, () => store.deliveries.size === 6);
      assert.deepEqual(store.texts.slice(2).map((text) => text.slice(0, 7)), [
        "a x3 +3",
        "c x3 +3",
        "d x3 +3",
        "e x3 +3",
      ]);
      assert.equal(forwarding.stats().gaps, 1);
      assert.equal([...store.deliveries.values()][2]!.occurrence.gap?.to instanceof Date, true);
    }));
}

test("forward() detects another history whose changes since its position are lost", () =>
  withStore(async ({ time, api, store }) => {
    for (const name of ["a", "b"]) await putEvent(api.direct, name);
    store.start(api);
    await until(time, () => store.position?.startsWith("3@") ?? false);
    await store.kill();
    api.restart({ maxHistory: 3 });
    for (const name of ["c", "d", "e", "f", "g", "h", "i"]) await putEvent(api.direct, name);
    const forwarding = store.start(api);
    await until(time, () => store.deliveries.size === 9);
    const texts = ["a x1 +1", "b x1 +1", ...["e", "f", "g", "h", "i", "c", "d"].map((name) => `${name} x1 +1?`)];
    assert.deepEqual([store.texts, forwarding.stats().gaps], [texts, 1]);
  }));

test("forward() delivers only later states after lost changes of its own history", () =>
  withStore(async ({ time, api, store }) => {
    api.restart({ maxHistory: 3 });
    for (const name of ["a", "b", "c"]) await putEvent(api.direct, name);
    store.start(api);
    await until(time, () => store.position?.startsWith("4@") ?? false);
    await store.kill();
    for (const name of ["d", "e", "f", "g", "h"]) await putEvent(api.direct, name);
    const forwarding = store.start(api);
    await until(time, () => store.position?.startsWith("9@") ?? false);
    const texts = ["a x1 +1", "b x1 +1", "c x1 +1", ...["d", "e", "f", "g", "h"].map((name) => `${name} x1 +1?`)];
    assert.deepEqual([store.texts, store.conflicts, forwarding.stats().gaps], [texts, [], 1]);
  }));

test("forward() detects another history whose version is behind", () =>
  withStore(async ({ time, api, store }) => {
    for (const name of ["a", "b", "c", "d"]) await putEvent(api.direct, name);
    const forwarding = store.start(api);
    await until(time, () => store.position?.startsWith("5@") ?? false);
    api.restart();
    await putEvent(api.direct, "x");
    await until(time, () => store.deliveries.size === 5);
    assert.deepEqual([store.texts.at(-1), forwarding.stats().gaps], ["x x1 +1", 1]);
    // A gap of the same history: the count is known.
    await until(time, () => api.open === 1);
    api.always = () => failure(503, "ServiceUnavailable");
    api.breakAll("cut");
    await putEvent(api.direct, "x", { count: 4 });
    api.server.expire();
    api.always = undefined;
    await until(time, () => store.deliveries.size === 6);
    assert.deepEqual([store.texts.at(-1), forwarding.stats().gaps], ["x x4 +3", 2]);
  }));

for (const way of ["stopped", "cut", "ended by the server"]) {
  test(`forward() marks the counts of events that also occurred in another history as estimated, after it was ${way}`, () =>
    withStore(async ({ time, api, store }) => {
      await putEvent(api.direct, "a", { count: 4 });
      const { uid } = api.server.events()[0]!.metadata;
      store.start(api);
      await until(time, () => api.open === 1);
      await putEvent(api.direct, "a", { count: 5 });
      await until(time, () => store.position?.startsWith("3@") ?? false);
      // A backup from before the fifth occurrence, in which three more have occurred since.
      const restored = new EventsApiServer();
      for (const name of ["b", "c"]) await putEvent(restored.fetch, name);
      for (const count of [4, 5, 6, 7]) await putEvent(restored.fetch, "a", { count });
      api.always = async (request) => {
        const response = await restored.fetch(request);
        if (request.url.includes("watch=true")) return response;
        const list = await response.json();
        for (const { metadata } of list.items) if (metadata.name === "a") metadata.uid = uid;
        return Response.json(list);
      };
      if (way === "stopped") {
        await store.kill();
        store.start(api);
      } else api.breakAll(way === "cut" ? "cut" : "close");
      await until(time, () => store.deliveries.size === 5);
      const texts = ["a x4 +4", "a x5 +1", "a x7 +7?", "b x1 +1", "c x1 +1"];
      // A new process may have delivered others before.
      assert.deepEqual(store.texts, way === "stopped" ? texts.map((text) => text.replace(/ x1 .*/, "$&?")) : texts);
    }));
}

test("forward() detects another history with the same events in earlier states", () =>
  withStore(async ({ time, api, store }) => {
    await putEvent(api.direct, "x");
    await putEvent(api.direct, "a", { count: 5 });
    const { uid } = api.server.events().find(({ metadata }) => metadata.name === "a")!.metadata;
    const forwarding = store.start(api);
    await until(time, () => store.position?.startsWith("3@3/") ?? false);
    const restored = new EventsApiServer();
    await putEvent(restored.fetch, "a", { count: 4 });
    for (const name of ["b", "c"]) await putEvent(restored.fetch, name);
    // Exactly listed at version 3, it has the event, but not its version.
    api.always = async (request) => {
      const response = await restored.fetch(request);
      if (request.url.includes("watch=true")) return response;
      return new Response((await response.text()).replace(/"uid":"[^"]*"/g, `"uid":"${uid}"`), response);
    };
    api.breakAll("cut");
    await until(time, () => store.deliveries.size === 5);
    assert.deepEqual(store.texts.slice(2).sort(), ["a x4 +4?", "b x1 +1", "c x1 +1"]);
    assert.equal(forwarding.stats().gaps, 1);
  }));

test("forward() reports no gap if its first list expires between pages", () =>
  withStore(async ({ time, api, store }) => {
    for (const name of ["a", "b", "c", "d"]) await putEvent(api.direct, name);
    const lines: string[] = [];
    api.script.push(() => undefined, () => failure(410, "Expired"));
    const logger = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
    const forwarding = store.start(api, { logger }, 2);
    await until(time, () => store.position?.includes("@") ?? false);
    assert.deepEqual(store.texts, ["a x1 +1", "b x1 +1", "c x1 +1", "d x1 +1"]);
    assert.deepEqual([forwarding.stats().gaps, lines], [0, []]);
  }));

test("EventReader.watch() keeps its history through deletions of its witness, and without events", () =>
  withStore(async ({ time, api }) => {
    const stream = new EventReader({ fetch: api.fetch, random: () => 0.5 }).watch();
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await until(time, () => api.open === 1);
    for (const round of [1, 2, 3]) {
      for (const name of ["a", "b", "c"]) await putEvent(api.direct, name, { count: round });
      for (const name of ["c", "b", "a"].slice(0, round)) await deleteEvent(api.direct, name);
      await until(time, () => stream.stats().events === round * (round + 7) / 2);
      api.breakAll(round === 2 ? "cut" : "close");
      const endMs = time.now + 200_000;
      await until(time, () => time.now > endMs, 1000);
      assert.equal(stream.stats().gaps, 0);
    }
    assert.match(stream.position!, /^\d+$/);
    await stream[Symbol.asyncDispose]();
    await reading;
  }));

test("EventReader.watch() needs no witness from a server that ignores versions, or has compacted them", () =>
  withStore(async ({ time, api }) => {
    await putEvent(api.direct, "a");
    const stream = new EventReader({ fetch: api.fetch, random: () => 0.5 }).watch();
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await until(time, () => api.open === 1);
    for (const answer of [() => failure(410, "Expired"), () => failure(400, "BadRequest"), latest]) {
      api.always = (request) => request.url.includes("Exact") ? answer(request) : undefined;
      await putEvent(api.direct, "b");
      await deleteEvent(api.direct, "b");
      api.breakAll("cut");
      await until(time, () => api.open === 1);
      assert.equal(stream.stats().gaps, 0);
    }
    await stream[Symbol.asyncDispose]();
    await reading;

    function latest({ url }: Request): Promise<Response> {
      return api.direct(new Request(url.replace(/resourceVersion(Match)?=\w+/g, "")));
    }
  }));

test("forward() counts nothing twice after a crash during the first list, even if counts have risen since", () =>
  withStore(async ({ time, api, store }) => {
    for (const name of ["a", "b", "c", "d"]) await putEvent(api.direct, name, { count: 2 });
    store.start(api, { maxBatch: 1, deliver: store.addOne }, 2);
    await until(time, () => store.deliveries.size === 1);
    await store.kill();
    assert.equal(store.position, "5*");
    for (const name of ["a", "b"]) await putEvent(api.direct, name, { count: 5 });
    await deleteEvent(api.direct, "d");
    const { gaps } = store.start(api, { maxBatch: 1 }, 2).stats();
    await until(time, () => store.texts.includes("b x5 +3"));
    assert.deepEqual(store.texts, ["a x2 +2", "b x2 +2", "c x2 +2", "d x2 +2", "a x5 +3", "b x5 +3"]);
    assert.deepEqual([store.conflicts, gaps], [[], 0]);
    await until(time, () => /^\d+(\+1)?@/.test(store.position!));
  }));

test("forward() marks risen counts as estimated if the first list, during which it crashed, has expired", () =>
  withStore(async ({ time, api, store }) => {
    for (const name of ["a", "b", "c"]) await putEvent(api.direct, name, { count: 2 });
    store.start(api, { maxBatch: 1, deliver: store.addOne }, 2);
    await until(time, () => store.deliveries.size === 1);
    await store.kill();
    await putEvent(api.direct, "a", { count: 5 });
    await putEvent(api.direct, "d");
    api.server.expire();
    const forwarding = store.start(api);
    await until(time, () => store.deliveries.size === 5);
    assert.deepEqual(store.texts, ["a x2 +2", "b x2 +2", "c x2 +2", "a x5 +5?", "d x1 +1"]);
    assert.equal(forwarding.stats().gaps, 1);
  }));

test("forward() delivers nothing before it has saved where it begins", () =>
  withStore(async ({ time, api, store }) => {
    await putEvent(api.direct, "a");
    let isFull = true;
    const savedMs: number[] = [];
    const save = (position: string): void => {
      // Its tenth try would be seconds later: without pauses, it must end.
      if (isFull && savedMs.push(time.now) < 10) throw new Error("disk full");
      store.position = position;
    };
    store.start(api, { checkpoint: { load: () => undefined, save } });
    await until(time, () => savedMs.length > 3, 125);
    assert.deepEqual(savedMs.slice(2, 4).map((ms, i) => ms - savedMs[i + 1]!), [750, 1500]);
    assert.equal(store.deliveries.size, 0);
    isFull = false;
    await until(time, () => store.deliveries.size === 1);
  }));

for (const [since, texts] of [["beginning", ["a x1 +1", "a x2 +1"]], ["now", ["a x2 +1"]]] as const) {
  test(`forward() saves where it begins before its first delivery if load() returns "${since}"`, () =>
    withStore(async ({ time, api, store }) => {
      await putEvent(api.direct, "a");
      let isFull = true;
      const save = (position: string): void => {
        if (isFull) throw new Error("disk full");
        store.position = position;
      };
      store.start(api, { checkpoint: { load: () => store.position ?? since, save } });
      await until(time, () => api.open === 1);
      await putEvent(api.direct, "a", { count: 2 });
      const laterMs = time.now + 5000;
      await until(time, () => time.now > laterMs);
      assert.deepEqual([store.texts, store.running!.stats().position], [[], undefined]);
      isFull = false;
      await until(time, () => store.position?.startsWith("3@") ?? false);
      assert.deepEqual(store.texts.map((text) => text.slice(0, 7)), texts);
    }));
}

test("Delivery.key differs after a count that fell, whose delta is estimated", () =>
  withStore(async ({ time, api, store }) => {
    store.start(api);
    await until(time, () => api.open === 1);
    for (const count of [1, 2, 3, 1, 2, 3]) await putEvent(api.direct, "a", { count });
    await until(time, () => store.deliveries.size === 6);
    assert.deepEqual(store.texts, ["a x1 +1", "a x2 +1", "a x3 +1", "a x1 +1?", "a x2 +1", "a x3 +1"]);
    const { uid } = api.server.events()[0]!.metadata;
    assert.deepEqual([...store.deliveries.keys()], [1, 2, 3, 1, 2, 3].map((count, i) => `${uid}/${count}@${i + 2}`));
  }));

test("EventStream.position is where to resume, with deletions, witness or neither", async () => {
  const api = new EventsApiServer();
  const reader = new EventReader({ fetch: api.fetch });
  await putEvent(api.fetch, "a");
  await putEvent(api.fetch, "b");
  const { uid } = api.events()[1]!.metadata;
  const stream = reader.watch();
  const events = stream[Symbol.asyncIterator]();
  assert.deepEqual([stream.position, stream.beginning, stream.resourceVersion], [undefined, undefined, undefined]);
  await events.next();
  assert.deepEqual([stream.position, stream.beginning, stream.resourceVersion], ["3*", "3*", undefined]);
  await events.next();
  await events.next();
  assert.deepEqual([stream.position, stream.resourceVersion], [`3@3/${uid}`, "3"]);
  await deleteEvent(api.fetch, "a");
  await events.next();
  assert.deepEqual([stream.position, stream.beginning, stream.resourceVersion], [`3+1@3/${uid}`, "3*", "3+1"]);
  await stream[Symbol.asyncDispose]();
  const fromNow = reader.watch({ since: "now" });
  await fromNow[Symbol.asyncIterator]().next();
  assert.deepEqual([fromNow.position, fromNow.beginning], ["4", "4"]);
  await fromNow[Symbol.asyncDispose]();
  for (const since of ["3*", "3", "3+1", `3@3/${uid}`, `3+1@3/${uid}`]) {
    assert.equal(reader.watch({ since }).position, since);
  }
  for (const since of ["", "0", "3**", "*", "3@", "3@3/", "3@x/u", "3+0", "3*+1", "3@3/a b", `3@3/${"u".repeat(65)}`]) {
    assert.throws(() => reader.watch({ since }), RangeError, since);
  }
});

test("EventStream.position keeps its witness through other deletions, and replaces a deleted one with the newest event left", async () => {
  const api = new EventsApiServer();
  const { fetch } = api;
  for (const name of ["a", "b", "c", "d"]) await putEvent(fetch, name);
  const uids = api.events().map(({ metadata }) => metadata.uid);
  const stream = new EventReader({ fetch }).watch();
  const changes = stream[Symbol.asyncIterator]();
  for (let read = 0; read < 5; read++) await changes.next();
  const positions: unknown[] = [];
  for (const name of ["b", "d", "c"]) {
    await deleteEvent(fetch, name);
    await changes.next();
    positions.push(stream.position);
  }
  assert.deepEqual(positions, [`5+1@5/${uids[3]}`, `6+1@5/${uids[3]}`, `7+1@2/${uids[0]}`]);
  await stream[Symbol.asyncDispose]();
});

test("EventStream.position keeps the witness to resume from past a bookmark, if the server shows no events of its version", () =>
  withStore(async ({ time, api }) => {
    const list = (resourceVersion: string): Response =>
      Response.json({ kind: "EventList", metadata: { resourceVersion }, items: [] });
    const bookmark = JSON.stringify({
      type: "BOOKMARK",
      object: { kind: "Event", metadata: { resourceVersion: "9" } },
    });
    api.script.push(() => list("5"), () => list("5"), () => new Response(bookmark + "\n"));
    const stream = new EventReader({ fetch: api.fetch, random: () => 0.5 }).watch({ since: "3@3/u" });
    const reader = stream.getReader();
    const reading = reader.read();
    await until(time, () => stream.resourceVersion === "9");
    assert.equal(stream.position, "9@3/u");
    await reader.cancel();
    await reading;
  }));

test("EventReader.watch() waits ten seconds for the response to a check, because pooled connections may be dead too", () =>
  withStore(async ({ time, api }) => {
    await putEvent(api.direct, "a");
    const stream = new EventReader({ fetch: api.fetch, random: () => 0.5 }).watch();
    const reading = (async () => {
      for await (const _ of stream);
    })();
    await until(time, () => api.open === 1);
    api.script.push(() => new Promise<Response>(() => {}));
    api.breakAll("cut");
    const startMs = time.now;
    await until(time, () => api.open === 1, 100);
    assert.ok(time.now - startMs < 13_000, `${time.now - startMs} ms`);
    await stream[Symbol.asyncDispose]();
    await reading;
  }));
