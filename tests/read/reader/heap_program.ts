// Reads many watch events slowly, and measures the heap: run by heap_native_test.ts.
import { EventReader } from "../../../src/read/mod.ts";
import { podEvent } from "./write_event.ts";

const EVENTS = 250_000;
const NAMES = 1000;
const { memoryUsage } = globalThis.process;

/** Collects garbage, and returns the bytes in use. */
async function heapUsed(): Promise<number> {
  for (let i = 0; i < 5; i++) {
    (globalThis as unknown as { gc(): void }).gc();
    await new Promise((resolve) => void setTimeout(resolve, 0));
  }
  return memoryUsage().heapUsed;
}

const encoder = new TextEncoder();
let version = 1;
let sent = 0;
/** Sends events in chunks, one per pull. */
const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
  pull(controller) {
    let text = "";
    for (let i = 0; i < 100 && sent < EVENTS; i++, sent++) {
      const name = `e${++version % NAMES}`;
      // Namespaces come and go, too, with one event each.
      const [type, namespace] = ([
        ["ADDED", `test-${version}`],
        ["DELETED", `test-${version - 1}`],
        ["MODIFIED", "shop"],
        ["MODIFIED", "shop"],
      ] as const)[version % 4]!;
      const uid = namespace === "shop" ? name : namespace;
      const metadata = { name: uid, namespace, uid, resourceVersion: String(version) };
      text += JSON.stringify({ type, object: podEvent(uid, { metadata, count: version }) }) + "\n";
    }
    if (text !== "") controller.enqueue(encoder.encode(text));
  },
}, { highWaterMark: 0 });
const list = { kind: "EventList", metadata: { resourceVersion: "1" }, items: [] };
const reader = new EventReader({
  fetch: ({ url }) => Promise.resolve(url.includes("watch=true") ? new Response(body) : Response.json(list)),
});
const stream = reader.watch();
const events = stream.getReader();
let before = 0;
let ahead = 0;
for (let read = 0; read <= EVENTS; read++) {
  await events.read();
  ahead = Math.max(ahead, sent - read);
  // Slow: yields to the event loop.
  if (read % 1000 === 0) await new Promise((resolve) => void setTimeout(resolve, 0));
  if (read === 50_000) before = await heapUsed();
}
const grown = await heapUsed() - before;
await events.cancel();
globalThis.console.log(JSON.stringify({ grown, ahead, ...stream.stats() }));
