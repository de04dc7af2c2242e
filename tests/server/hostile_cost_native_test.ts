import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventsApiServer } from "../../src/server/mod.ts";
import { honestTimeMs } from "./honest_time.ts";
import { honestRequest, type HostileRequest, hostileRequests, serverFor } from "./hostile_requests.ts";

/** How long a request takes, and the size of its response. */
interface Cost {
  readonly ms: number;
  readonly bytes: number;
}

async function cost(api: EventsApiServer, given: HostileRequest): Promise<Cost> {
  const { method, target, type = "application/json", body } = given;
  const init: RequestInit = body === undefined ? { method } : { method, body, headers: { "content-type": type } };
  const start = performance.now();
  const response = await api.fetch(new Request(`http://localhost${target}`, init));
  const { length } = await response.text();
  return { ms: performance.now() - start, bytes: length };
}

/** The costs of an honest request, of at least 1 ms, and of the hostile one of that size. */
async function both(request: HostileRequest): Promise<[honest: Cost, hostile: Cost]> {
  const hostile = await cost(await serverFor(request), request);
  const api = await serverFor(request);
  const { bytes } = await cost(api, honestRequest(request));
  const send = async (): Promise<number> => (await cost(api, honestRequest(request))).ms;
  return [{ ms: await honestTimeMs(send, { hostileMs: hostile.ms, leastMs: 1 }), bytes }, hostile];
}

// Without a bound they take 300 to 40,000 times as long.
for (const request of hostileRequests(1)) {
  test(`EventsApiServer responds to ${request.name} in a small multiple of the time of an honest request of that size`, async () => {
    let attempts = 5;
    let [honest, hostile] = await both(request);
    // A busy machine may suspend the process during the hostile request alone: only repeated slowness counts.
    while (hostile.ms >= 100 * honest.ms && --attempts > 0) [honest, hostile] = await both(request);
    assert.ok(hostile.ms < 100 * honest.ms, `${hostile.ms} ms beside ${honest.ms} ms`);
    const size = request.target.length + (request.body?.length ?? 0) + honest.bytes;
    assert.ok(hostile.bytes < 10 * size, `${hostile.bytes} bytes for ${size}`);
  });
}
