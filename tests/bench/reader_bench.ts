/**
 * How fast EventReader reads a watch, beside parsing the same bytes by lines with `JSON.parse`, and how fast `forward`
 * delivers a million changes, on Deno, Bun and Node: `deno run -A tests/bench/reader_bench.ts`, about two minutes.
 */

import { EventReader, forward } from "../../src/read/mod.ts";
import { heapUsed } from "../heap_used.ts";

/** How fast one runtime reads a watch. */
interface ReaderResult {
  /** Events per second of the floor: the same bytes, by lines, with `JSON.parse`. */
  readonly floor: number;
  /** Events per second in each way to read, by its name, as a part of the floor; medians of rounds. */
  readonly ways: Readonly<Record<string, number>>;
  /** Changes per second that `forward` delivers, and the megabytes of heap that grow over all but the first tenth. */
  readonly forwarded: number;
  readonly grownMb: number;
}

const FORWARDED = 1_000_000;
const EVENTS = 40_000;
const NAMES = 4000;
const CHUNK_BYTES = 65_536;
const ROUNDS = 9;

/** A line of a watch, as kube-apiserver writes it. */
function line(index: number): string {
  const name = `web-5d8c7.${(index % NAMES).toString(16).padStart(16, "0")}`;
  const object = {
    kind: "Event",
    apiVersion: "v1",
    metadata: {
      name,
      namespace: "default",
      uid: `9f0b5c3e-0000-4000-8000-${String(index % NAMES).padStart(12, "0")}`,
      resourceVersion: String(index + 2),
      creationTimestamp: "2026-01-01T00:00:00Z",
      managedFields: [{
        manager: "kubelet",
        operation: "Update",
        apiVersion: "v1",
        time: "2026-01-01T00:00:05Z",
        fieldsType: "FieldsV1",
        fieldsV1: {
          "f:count": {},
          "f:firstTimestamp": {},
          "f:involvedObject": {},
          "f:lastTimestamp": {},
          "f:message": {},
        },
      }],
    },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace: "default", name: "web-5d8c7", uid: "9f0b5c3e" },
    reason: "BackOff",
    message: "Back-off restarting failed container web in pod web-5d8c7_default",
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: "2026-01-01T00:00:00Z",
    lastTimestamp: "2026-01-01T00:00:05Z",
    count: 1 + Math.floor(index / NAMES),
    type: "Warning",
    eventTime: null,
    reportingComponent: "kubelet",
    reportingInstance: "node-1",
  };
  return JSON.stringify({ type: index < NAMES ? "ADDED" : "MODIFIED", object }) + "\n";
}

const bytes = new TextEncoder().encode(Array.from({ length: EVENTS }, (_, index) => line(index)).join(""));
const LIST = { kind: "EventList", apiVersion: "v1", metadata: { resourceVersion: "1" }, items: [] };

/** The bytes, in chunks as a socket brings them. */
function watchBody(): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      // A copy, as each chunk of a socket has its own buffer.
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at += CHUNK_BYTES));
    },
  }, { highWaterMark: 0 });
}

const reader = new EventReader({
  fetch: ({ url }) => Promise.resolve(url.includes("watch=true") ? new Response(watchBody()) : Response.json(LIST)),
});

let checksum = 0;

async function floor(): Promise<void> {
  const body = watchBody().getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let read = 0; read < EVENTS;) {
    const { value } = await body.read();
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const text of lines) {
      checksum += JSON.parse(text).object.count;
      read++;
    }
  }
  await body.cancel();
}

const WAYS: Readonly<Record<string, () => Promise<void>>> = {
  "for await over watch()": async () => {
    let read = 0;
    for await (const { type, object } of reader.watch()) {
      if (type === "BOOKMARK") continue;
      checksum += object.count!;
      if (++read === EVENTS) break;
    }
  },
  "watch().getReader()": async () => {
    const stream = reader.watch().getReader();
    for (let read = 0; read < EVENTS;) {
      const { value } = await stream.read();
      if (value!.type === "BOOKMARK") continue;
      checksum += value!.object.count!;
      read++;
    }
    await stream.cancel();
  },
  "occurrences().getReader()": async () => {
    const stream = reader.occurrences().getReader();
    for (let read = 0; read < EVENTS; read++) checksum += (await stream.read()).value!.count;
    await stream.cancel();
  },
};

async function perSecond(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return EVENTS / (performance.now() - start) * 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Forwards a million changes to a store that confirms at once; making their bytes is included. */
async function forwardAll(): Promise<Pick<ReaderResult, "forwarded" | "grownMb">> {
  const [head, middle, tail] = line(0).replace('"ADDED"', '"MODIFIED"').replace(
    /"resourceVersion":"2"/,
    '"resourceVersion":"?"',
  )
    .replace('"count":1,', '"count":?,').split("?") as [string, string, string];
  const encoder = new TextEncoder();
  let made = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      let text = "";
      for (let i = 0; i < 70 && made < FORWARDED; i++) {
        made++;
        const name = `web-${made % NAMES}`;
        text += head.replaceAll("0000000000000000", name) + (made + 1) + middle + Math.ceil(made / NAMES) + tail;
      }
      if (text !== "") controller.enqueue(encoder.encode(text));
    },
  }, { highWaterMark: 0 });
  const source = new EventReader({
    fetch: ({ url }) => Promise.resolve(url.includes("watch=true") ? new Response(body) : Response.json(LIST)),
  });
  let delivered = 0;
  let before = 0;
  let done!: () => void;
  const all = new Promise<void>((resolve) => void (done = resolve));
  const start = performance.now();
  const forwarding = forward(source, {
    deliver(batch) {
      delivered += batch.length;
      if (before === 0 && delivered >= FORWARDED / 10) before = heapUsed();
      if (delivered === FORWARDED) done();
    },
    checkpoint: { load: () => undefined, save: () => {} },
  });
  await all;
  const forwarded = FORWARDED / (performance.now() - start) * 1000;
  const grownMb = (heapUsed() - before) / 2 ** 20;
  await forwarding.stop();
  return { forwarded, grownMb };
}

/** Measures each way to read. */
export async function readWays(): Promise<Pick<ReaderResult, "floor" | "ways">> {
  const floors: number[] = [];
  const parts: Record<string, number[]> = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(WAYS)) {
      // Each beside its own floor, so that both meet the same moment of the machine.
      const before = await perSecond(floor);
      const speed = await perSecond(run);
      const after = await perSecond(floor);
      if (round < 0) continue;
      floors.push(before, after);
      parts[name]!.push(speed / ((before + after) / 2));
    }
  }
  if (checksum === 0) throw new Error("Nothing was read");
  return {
    floor: median(floors),
    ways: Object.fromEntries(Object.entries(parts).map(([name, values]) => [name, median(values)])),
  };
}

/** The same, and `forward`. */
export async function read(): Promise<ReaderResult> {
  return { ...await readWays(), ...await forwardAll() };
}

if (import.meta.main) {
  const { everywhere, printTable } = await import("./everywhere.ts");
  const results = await everywhere<ReaderResult>(import.meta.url, "read");
  printTable(["watch events of 0.9 KB"], [
    ["floor: by lines with JSON.parse", ...results.map(({ floor }) => `${Math.round(floor / 1000)}k/s`)],
    ...Object.keys(results[0]!.ways).map((name) => [
      `${name}, x floor`,
      ...results.map(({ ways }) => ways[name]!.toFixed(2)),
    ]),
    ["forward() of 1,000,000 changes", ...results.map(({ forwarded }) => `${Math.round(forwarded / 1000)}k/s`)],
    ["its heap grows by", ...results.map(({ grownMb }) => `${grownMb.toFixed(1)} MB`)],
  ]);
}
