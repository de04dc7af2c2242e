// Reads the latest ten of 100,000 events, and counts those that are still in memory after each page: run by
// heap_native_test.ts.
import { EventReader } from "../../../src/read/mod.ts";
import { podEvent } from "./write_event.ts";

const [EVENTS, PAGE] = [100_000, 500];
const BASE_MS = Date.parse("2026-01-01T00:00:00Z");

let alive = new Set<WeakRef<object>>();
/** Collects garbage, and counts the events that are left. */
async function countAlive(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => void setTimeout(resolve, 0));
    (globalThis as unknown as { gc(): void }).gc();
  }
  alive = new Set([...alive].filter((ref) => ref.deref() !== undefined));
  return alive.size;
}

// The reader parses each page, wherever it does so.
const { parse } = JSON;
JSON.parse = (text, reviver) => {
  const parsed = parse(text, reviver);
  for (const item of parsed?.items ?? []) alive.add(new WeakRef(item));
  return parsed;
};
let most = 0;
const reader = new EventReader({
  pageSize: PAGE,
  fetch: async ({ url }) => {
    const begin = Number(new URL(url).searchParams.get("continue") ?? 0);
    if (begin % 10_000 === 0) most = Math.max(most, await countAlive());
    const items = Array.from({ length: PAGE }, (_, i) => {
      // Each page has some that are newer than all before.
      const lastTimestamp = new Date(BASE_MS + (begin + i) * 1000).toISOString();
      const metadata = { name: `e${begin + i}`, namespace: "shop", uid: `${begin + i}`, resourceVersion: "1" };
      return podEvent(`e${begin + i}`, { metadata, lastTimestamp });
    });
    const more = begin + PAGE < EVENTS ? { continue: String(begin + PAGE) } : {};
    return Response.json({ kind: "EventList", metadata: { resourceVersion: "1", ...more }, items });
  },
});
const latest = await reader.latest(10);
const kept = await countAlive();
const names = latest.map(({ event }) => event.metadata.name);
globalThis.console.log(JSON.stringify({ most, kept, names }));
