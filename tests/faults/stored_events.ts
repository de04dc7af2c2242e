import assert from "node:assert/strict";
import type { CoreV1Event } from "../../mod.ts";

/** All events of a server. */
export async function storedEvents(api: (request: Request) => Promise<Response>): Promise<readonly CoreV1Event[]> {
  const response = await api(new Request("http://127.0.0.1:8001/api/v1/events"));
  assert.equal(response.status, 200);
  return (await response.json() as { items: CoreV1Event[] }).items;
}

/** The counts of all events of a server, by message. */
export async function storedCounts(api: (request: Request) => Promise<Response>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { message = "", count, series } of await storedEvents(api)) {
    assert.ok(!counts.has(message), `${message} is stored twice`);
    // Events of events.k8s.io/v1 have no count: they are isolated, or have a series.
    counts.set(message, count ?? series?.count ?? 1);
  }
  return counts;
}
