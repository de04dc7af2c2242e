import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventsApiServer } from "../../src/server/mod.ts";
import { honestRequest, type HostileRequest, hostileRequests, serverFor } from "./hostile_requests.ts";

/** What a request costs: how long the server is busy with it, and how large the answer is. */
async function cost(api: EventsApiServer, given: HostileRequest): Promise<{ ms: number; bytes: number }> {
  const { method, target, type = "application/json", body } = given;
  const init: RequestInit = body === undefined ? { method } : { method, body, headers: { "content-type": type } };
  const start = performance.now();
  const response = await api.fetch(new Request(`http://localhost${target}`, init));
  const { length } = await response.text();
  return { ms: performance.now() - start, bytes: length };
}

// Without a bound they take from three hundred times as long to forty thousand times.
for (const request of hostileRequests(1)) {
  test(`EventsApiServer answers ${request.name} in a small multiple of what an honest request of that size takes`, async () => {
    const api = await serverFor(request);
    const honest = [await cost(api, honestRequest(request)), await cost(api, honestRequest(request))];
    const hostile = await cost(api, request);
    const honestMs = Math.max(1, ...honest.map(({ ms }) => ms));
    assert.ok(hostile.ms < 100 * honestMs, `${hostile.ms} ms beside ${honestMs} ms`);
    const size = request.target.length + (request.body?.length ?? 0) + honest[0]!.bytes;
    assert.ok(hostile.bytes < 10 * size, `${hostile.bytes} bytes for ${size}`);
  });
}
