import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { test } from "../../fake_time.ts";
import { EventReader } from "../../../src/read/mod.ts";
import { BreakableApi, failure } from "./breakable_api.ts";
import { podEvent, putEvent } from "./write_event.ts";

/** Maximum number of requests: a reader that loops stops here, and fails the assertion. */
const MAX_REQUESTS = 20;

/** The requests of a stream that resumes. */
const RESUMED = ["list limit=1", "list resourceVersion=1 limit=500", "watch resourceVersion=1"];

/**
 * A reader of a server without events that responds at once. Its time stands still until `tick` advances it,
 * timer by timer.
 */
async function withReader(
  since: string,
  body: (parts: { api: BreakableApi; tick: (ms: number) => Promise<void>; lines: string[] }) => Promise<void>,
  { quietMs = 400_000, names = [] }: { readonly quietMs?: number; readonly names?: readonly string[] } = {},
): Promise<void> {
  const time = new FakeTime(0);
  const aborter = new AbortController();
  try {
    const api = new BreakableApi();
    for (const name of names) await putEvent(api.direct, name);
    api.always = () => api.requests.length > MAX_REQUESTS ? new Promise<Response>(() => {}) : undefined;
    const lines: string[] = [];
    const logger = { warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };
    const stream = new EventReader({ fetch: api.fetch, random: () => 0, quietMs, logger }).watch({
      since,
      signal: aborter.signal,
    });
    const ended = (async () => {
      for await (const _ of stream);
    })();
    const tick = async (ms: number): Promise<void> => {
      time.tick(ms);
      for (let i = 0; i < 3; i++) await time.runMicrotasks();
    };
    await tick(0);
    await body({ api, tick, lines });
    aborter.abort();
    await ended;
  } finally {
    time.restore();
  }
}

test("EventReader.watch() opens the next watch after a silent one of two seconds, and lists after a shorter one", async () => {
  for (const [livedMs, next] of [[1999, ["list limit=500"]], [2000, []]] as const) {
    await withReader("1", async ({ api, tick }) => {
      assert.deepEqual(api.requests.splice(0), RESUMED);
      await tick(livedMs);
      api.breakAll("close");
      await tick(0);
      assert.deepEqual(api.requests, [...next, "watch resourceVersion=1"], `after ${livedMs} ms`);
    });
  }
});

test("EventReader.watch() that resumed at a version asks for the newest event there after its connection was cut", async () => {
  await withReader("3", async ({ api, tick }) => {
    await tick(0);
    api.requests.length = 0;
    api.breakAll("cut");
    for (let step = 0; step < 4; step++) await tick(1000);
    assert.deepEqual(api.requests, ["list resourceVersion=3", "list limit=1", "watch resourceVersion=3"]);
  }, { names: ["a", "b"] });
});

test("EventReader.watch() logs that reading resumed at the first event, or after two seconds without one", async () => {
  for (const hasEvent of [true, false]) {
    await withReader("now", async ({ api, tick, lines }) => {
      api.always = () => failure(503, "Busy");
      api.breakAll("cut");
      for (let step = 0; step < 3; step++) await tick(1000);
      assert.equal(lines.splice(0).length, 1);
      api.always = undefined;
      for (let step = 0; step < 10 && api.open === 0; step++) await tick(1000);
      if (hasEvent) await putEvent(api.direct, "a");
      await tick(hasEvent ? 0 : 1999);
      assert.equal(lines.length, Number(hasEvent));
      await tick(1);
      assert.equal(lines.length, 1);
      assert.match(lines[0]!, /^Reading events resumed after \d+ s$/);
    });
  }
});

test("EventReader.watch() lists at once if the server's resourceVersion is behind its own", async () => {
  await withReader("5", ({ api }) => {
    assert.deepEqual(api.requests, ["list limit=1", "list limit=500", "watch resourceVersion=1"]);
    return Promise.resolve();
  });
});

test("EventReader.watch() checks its resourceVersion before it watches again, after the connection was cut", async () => {
  await withReader("1", async ({ api, tick }) => {
    api.breakAll("cut");
    await tick(0);
    await tick(400);
    assert.deepEqual(api.requests.slice(RESUMED.length), ["list limit=1", "watch resourceVersion=1"]);
  });
});

test("EventReader.watch() pauses as after a first failure once a watch has lasted for ten seconds, and for longer before", async () => {
  for (const [livedMs, pauseMs] of [[9999, 800], [10_000, 400]] as const) {
    await withReader("1", async ({ api, tick }) => {
      api.breakAll("cut");
      await tick(0);
      await tick(400);
      await tick(livedMs);
      api.requests.length = 0;
      api.breakAll("cut");
      await tick(0);
      await tick(pauseMs - 1);
      assert.deepEqual(api.requests, []);
      await tick(1);
      assert.deepEqual(api.requests, ["list limit=1", "watch resourceVersion=1"], `after ${livedMs} ms`);
    });
  }
});

test("EventReader.watch() takes a silent watch that a proxy has buffered for one that lasted", async () => {
  await withReader("1", async ({ api, tick, lines }) => {
    const ended = (): Promise<Response> =>
      new Promise((resolve) => setTimeout(() => resolve(new Response("")), 15_000));
    api.always = ({ url }) => url.includes("watch=true") ? ended() : undefined;
    api.breakAll("cut");
    for (let seconds = 0; seconds < 50; seconds++) await tick(1000);
    const requests = api.requests.slice(RESUMED.length).filter((request) => request !== "list limit=1");
    assert.deepEqual([requests, lines], [Array(4).fill("watch resourceVersion=1"), []]);
  }, { quietMs: 20_000 });
});

test("EventReader.watch() lists nothing again after any number of silent watches of two seconds", async () => {
  await withReader("1", async ({ api, tick }) => {
    for (let watches = 1; watches <= 5; watches++) {
      await tick(2000);
      api.breakAll("close");
      await tick(0);
    }
    api.breakAll("cut");
    await tick(0);
    await tick(400);
    assert.deepEqual(
      api.requests,
      [
        ...RESUMED,
        ...Array.from({ length: 5 }, () => "watch resourceVersion=1"),
        "list limit=1",
        "watch resourceVersion=1",
      ],
    );
  });
});

test("EventReader.watch() pauses after a watch that ends at once within a minute of its version, and lists after that minute", async () => {
  for (const [endMs, next] of [[59_999, []], [60_000, ["list limit=500", "watch resourceVersion=1"]]] as const) {
    await withReader("now", async ({ api, tick }) => {
      await tick(59_000);
      api.breakAll("close");
      await tick(0);
      const { length } = api.requests;
      assert.deepEqual(api.requests.slice(1), [
        "watch resourceVersion=1",
        "list limit=1",
        "watch resourceVersion=1",
      ]);
      await tick(endMs - 59_000);
      api.breakAll("close");
      await tick(0);
      assert.deepEqual(api.requests.slice(length), next, `at ${endMs} ms`);
    });
  }
});

test("EventReader.watch() replaces a dead connection 15 seconds after its timeoutSeconds", async () => {
  await withReader("1", async ({ api, tick }) => {
    api.breakAll("die");
    api.requests.length = 0;
    // Three quarters of quietMs, in whole seconds.
    await tick(23_000);
    await tick(14_999);
    assert.deepEqual(api.requests, []);
    await tick(1);
    await tick(400);
    assert.deepEqual(api.requests, ["list limit=1", "watch resourceVersion=1"]);
  }, { quietMs: 30_000 });
});

test("EventReader.watch() asks for the server's resourceVersion once for two quiet watches", async () => {
  await withReader("now", async ({ api, tick }) => {
    for (let i = 0; i < 6; i++) await tick(23_000);
    assert.deepEqual(
      api.requests,
      "list watch list watch watch list watch watch list watch watch".split(" ").map((verb) =>
        verb === "list" ? "list limit=1" : "watch resourceVersion=1"
      ),
    );
  }, { quietMs: 30_000 });
});

test("EventReader.watch() requests the server's resourceVersion again after a failure, because the server may be another one", async () => {
  await withReader("now", async ({ api, tick }) => {
    let version = "5";
    api.always = ({ url }) => {
      if (url.includes("watch=true")) return undefined;
      return Response.json({ kind: "EventList", metadata: { resourceVersion: version }, items: [] });
    };
    // A quiet watch, then another one that was refused: the events of this server's versions were lost.
    await tick(23_000);
    api.script.push(() => failure(410, "Expired"));
    version = "3";
    await tick(23_000);
    for (let step = 0; step < 5; step++) await tick(1000);
    const { length } = api.requests;
    for (let quiet = 0; quiet < 2; quiet++) await tick(23_000);
    const since = new Set(api.requests.slice(length));
    assert.deepEqual(since, new Set(["list limit=1", "watch resourceVersion=3"]), api.requests.join());
  }, { quietMs: 30_000 });
});

test("EventReader.watch() does not go back to the server's resourceVersion if changes came after it was read", async () => {
  await withReader("now", async ({ api, tick }) => {
    let [watches, resourceVersion] = [0, "5"];
    const metadata = { name: "a", namespace: "shop", uid: "a", resourceVersion: "7" };
    const line = JSON.stringify({ type: "ADDED", object: podEvent("a", { metadata }) }) + "\n";
    api.always = ({ url }) => {
      if (url.includes("watch=true")) return ++watches === 1 ? new Response(line) : undefined;
      return Response.json({ kind: "EventList", metadata: { resourceVersion }, items: [] });
    };
    await tick(23_000);
    await tick(1000);
    resourceVersion = "8";
    for (let quiet = 0; quiet < 2; quiet++) await tick(23_000);
    const versions = api.requests.filter((request) => request.startsWith("watch")).slice(2);
    assert.deepEqual(new Set(versions), new Set(["watch resourceVersion=7"]), api.requests.join());
  }, { quietMs: 30_000 });
});

test("EventReader.watch() that has caught up lists only after a minute from when the server had its version", async () => {
  for (const [endMs, lists] of [[82_999, 0], [83_000, 1]] as const) {
    await withReader("now", async ({ api, tick }) => {
      api.always = ({ url }) => {
        if (url.includes("watch=true")) return undefined;
        return Response.json({ kind: "EventList", metadata: { resourceVersion: "5" }, items: [] });
      };
      for (let watches = 0; watches < 3; watches++) await tick(23_000);
      assert.equal(api.requests.at(-1), "watch resourceVersion=5");
      // The next one opens in time, and ends at once.
      api.breakAll("close");
      await tick(endMs - 69_000);
      api.breakAll("close");
      await tick(0);
      assert.equal(api.requests.filter((request) => request === "list limit=500").length, lists, `at ${endMs} ms`);
    }, { quietMs: 30_000 });
  }
});

test("EventReader.watch() asks for the server's resourceVersion after a silent watch of two seconds", async () => {
  await withReader("now", async ({ api, tick }) => {
    await tick(2000);
    api.requests.length = 0;
    api.breakAll("close");
    await tick(0);
    assert.deepEqual(api.requests, ["list limit=1", "watch resourceVersion=1"]);
  });
});

test("EventReader.watch() opens the next watch a second after one that ended with an event", async () => {
  await withReader("1", async ({ api, tick }) => {
    await putEvent(api.direct, "a");
    await tick(0);
    api.breakAll("close");
    await tick(999);
    assert.equal(api.requests.length, RESUMED.length);
    await tick(1);
    // It asks for the event first: the next watch may reach another server.
    assert.deepEqual(api.requests.slice(RESUMED.length), ["list resourceVersion=2", "watch resourceVersion=2"]);
  });
});

test("EventReader.watch() lists again after every fourth of the watches that end at once", async () => {
  for (const [hasWorked, expected] of [[false, [4, 4]], [true, [5]]] as const) {
    await withReader("now", async ({ api, tick }) => {
      if (hasWorked) await putEvent(api.direct, "a");
      await tick(0);
      api.always = ({ url }) => url.includes("watch=true") ? new Response("") : undefined;
      api.breakAll("close");
      for (let i = 0; i < 100 && api.requests.length < 18; i++) await tick(500);
      const watches = api.requests.join("\n").split("list limit=500").map((part) => part.match(/watch/g)?.length);
      assert.deepEqual(watches.slice(0, expected.length), expected);
    });
  }
});

test(
  "EventReader.watch() does not advance its resourceVersion after a watch that its consumer read slowly",
  async (time) => {
    const api = new BreakableApi();
    const list = (resourceVersion: string): Response =>
      Response.json({ kind: "EventList", metadata: { resourceVersion }, items: [] });
    const metadata = { name: "a", namespace: "shop", uid: "a", resourceVersion: "4" };
    const line = JSON.stringify({ type: "ADDED", object: podEvent("a", { metadata }) }) + "\n";
    // The server ends the watch before it has sent the change of version 5.
    api.script.push(
      () => list("5"),
      () => list("3"),
      () => new Response(line),
      () => failure(410, "Expired"),
      () => new Response(new ReadableStream()),
    );
    const stream = new EventReader({ fetch: api.fetch, random: () => 0, quietMs: 60_000 }).watch({ since: "3" });
    const reader = stream.getReader();
    await reader.read();
    // About as long as the watch was granted: after more, the computer was suspended.
    await time.tickAsync(50_000);
    const next = reader.read();
    for (let i = 0; i < 10 && api.requests.length < 5; i++) await time.tickAsync(1000);
    assert.equal(api.requests[4], "watch resourceVersion=4");
    await reader.cancel();
    await next;
  },
  0,
);

test(
  "EventReader.watch() parses 64 lines at once, and a gap begins no later than the watch ended, however late the others are read",
  async (time) => {
    const api = new BreakableApi();
    const list = (resourceVersion: string): Response =>
      Response.json({ kind: "EventList", metadata: { resourceVersion }, items: [] });
    const lines = Array.from({ length: 65 }, (_, index) => {
      const metadata = { name: `e${index}`, namespace: "shop", uid: `u${index}`, resourceVersion: `${index + 4}` };
      return JSON.stringify({ type: "ADDED", object: podEvent(`e${index}`, { metadata }) });
    });
    lines.push(JSON.stringify({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } }));
    // In one chunk: a text comes in several on Bun.
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(lines.join("\n") + "\n"));
        controller.close();
      },
    });
    api.script.push(
      () => list("3"),
      () => list("3"),
      () => new Response(body),
      () => list("99"),
      () => new Response(new ReadableStream()),
    );
    const stream = new EventReader({ fetch: api.fetch, random: () => 0, quietMs: 60_000 }).watch({ since: "3" });
    const reader = stream.getReader();
    for (let read = 0; read < 64; read++) await reader.read();
    await time.tickAsync(500_000);
    await reader.read();
    const next = reader.read();
    for (let turns = 0; turns < 10 && stream.stats().lastGap === undefined; turns++) await time.tickAsync(0);
    assert.deepEqual(stream.stats().lastGap, { from: new Date(45_000), to: new Date(500_000) });
    await reader.cancel();
    await next;
  },
  0,
);

test(
  "EventReader.watch() does not advance its resourceVersion after a watch during which the clock was set forward",
  async (time) => {
    const api = new BreakableApi();
    const list = (resourceVersion: string): Response =>
      Response.json({ kind: "EventList", metadata: { resourceVersion }, items: [] });
    let close!: () => void;
    const body = new ReadableStream({ start: (controller) => void (close = () => controller.close()) });
    // The connection is closed before the change of version 5 was sent, while the computer was suspended.
    api.script.push(
      () => list("5"),
      () => list("3"),
      () => new Response(body),
      () => new Response(new ReadableStream()),
    );
    let suspendedMs = 0;
    const clock = { now: () => time.now + suspendedMs };
    const options = { fetch: api.fetch, random: () => 0, quietMs: 60_000, clock };
    const reader = new EventReader(options).watch({ since: "3" }).getReader();
    const next = reader.read();
    for (let i = 0; i < 10 && api.requests.length < 3; i++) await time.tickAsync(1000);
    await time.tickAsync(1000);
    suspendedMs = 3_600_000;
    close();
    for (let i = 0; i < 10 && api.requests.length < 4; i++) await time.tickAsync(1000);
    assert.equal(api.requests[3], "watch resourceVersion=3");
    await reader.cancel();
    await next;
  },
  0,
);
