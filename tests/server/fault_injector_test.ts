import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeTime } from "@std/testing/time";
import { EventsApiServer, type Fault, type FaultAnswer, seededRandom } from "../../src/server/mod.ts";
import { CORE, coreEvent, EVENTS, eventsEvent, send } from "./client.ts";

const ANSWERS: readonly [answer: FaultAnswer, code: number, reason: string, retryAfter: string | null][] = [
  [401, 401, "Unauthorized", null],
  [403, 403, "Forbidden", null],
  [429, 429, "TooManyRequests", null],
  [500, 500, "InternalError", null],
  [503, 503, "ServiceUnavailable", null],
  [504, 504, "Timeout", null],
  ["server-timeout", 500, "ServerTimeout", "2"],
];

for (const [answer, code, reason, retryAfter] of ANSWERS) {
  test(`a fault answers ${answer} with a Status, and nothing is stored`, async () => {
    const api = new EventsApiServer({ faults: [{ verb: "create", answer }] });
    const { body, headers, ...rest } = await send(api, "POST", CORE, { body: coreEvent("a") });
    assert.deepEqual([rest.code, body.kind, body.code, body.reason], [code, "Status", code, reason]);
    assert.equal(headers.get("retry-after"), retryAfter);
    assert.equal((await send(api, "GET", CORE)).body.items.length, 0);
  });
}

test("a fault answers 403 in the words of RBAC", async () => {
  const api = new EventsApiServer({ faults: [{ answer: 403 }] });
  const { body } = await send(api, "POST", EVENTS, { body: eventsEvent("a") });
  assert.equal(
    body.message,
    'events.events.k8s.io is forbidden: User "system:anonymous" cannot create resource "events" in API group ' +
      '"events.k8s.io" in the namespace "default"',
  );
});

test("a fault that is an overload is plain text with Retry-After", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "overloaded" }] });
  const { code, body, headers } = await send(api, "GET", CORE);
  assert.deepEqual([code, body], [429, "Too many requests, please try again later."]);
  assert.match(headers.get("content-type")!, /^text\/plain/);
  assert.equal(headers.get("retry-after"), "1");
});

test("a fault says when to try again, if told so", async () => {
  const api = new EventsApiServer({ faults: [{ answer: 503, retryAfterSeconds: 7 }] });
  const { body, headers } = await send(api, "GET", CORE);
  assert.deepEqual([body.details.retryAfterSeconds, headers.get("retry-after")], [7, "7"]);
});

test("faults with times are a script", async () => {
  const api = new EventsApiServer({
    faults: [{ verb: "create", times: 2, answer: 503 }, { verb: ["create", "list"], times: 1, answer: 429 }],
  });
  const codes: number[] = [];
  for (const name of "abcd") codes.push((await send(api, "POST", CORE, { body: coreEvent(name) })).code);
  assert.deepEqual(codes, [503, 503, 429, 201]);
  assert.equal((await send(api, "GET", CORE)).body.items.length, 1);
});

test("faults happen to their verb, their namespace and their requests only", async () => {
  const api = new EventsApiServer({
    faults: [
      { verb: "watch", answer: 500 },
      { namespace: "other", answer: 401 },
      { when: ({ url }) => url.endsWith("/c"), answer: 504 },
      { when: () => JSON.parse("broken"), answer: 503 },
    ],
  });
  const code = async (target: string): Promise<number> => (await send(api, "GET", target)).code;
  assert.equal(await code(`${CORE}?watch=true`), 500);
  assert.equal(await code("/api/v1/namespaces/other/events"), 401);
  assert.equal(await code(`${CORE}/c`), 504);
  assert.equal(await code(CORE), 200);
  assert.equal(await code("/apis"), 200, "discovery always works");
});

test("faults with a probability repeat themselves for the same seed", async () => {
  const run = async (seed: number): Promise<string> => {
    const faults: Fault[] = [{ verb: "list", probability: 0.3, answer: 503 }];
    const api = new EventsApiServer({ faults, random: seededRandom(seed) });
    let codes = "";
    for (let i = 0; i < 100; i++) codes += (await send(api, "GET", CORE)).code === 503 ? "x" : ".";
    return codes;
  };
  const first = await run(7);
  assert.equal(first, await run(7));
  assert.notEqual(first, await run(8));
  const count = first.split("x").length - 1;
  assert.ok(count > 15 && count < 45, `${count} of 100`);
});

test("a fault that is a reset rejects as a broken connection does", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "reset", times: 1 }] });
  await assert.rejects(send(api, "POST", CORE, { body: coreEvent("a") }), { name: "TypeError" });
  assert.equal((await send(api, "POST", CORE, { body: coreEvent("a") })).code, 201);
});

test("a fault of an applied request loses only the answer", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "reset", times: 1, applied: true }] });
  await assert.rejects(send(api, "POST", CORE, { body: coreEvent("a") }), { name: "TypeError" });
  assert.equal((await send(api, "POST", CORE, { body: coreEvent("a") })).code, 409);
});

test("a fault that hangs ends with the request's signal", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "hang" }] });
  const abort = new AbortController();
  const hanging = api.fetch(new Request(`http://localhost${CORE}`, { signal: abort.signal }));
  abort.abort(new Error("enough"));
  await assert.rejects(hanging, { name: /Error/ });
});

test("a fault without answer only delays", async () => {
  const time = new FakeTime(0);
  try {
    const api = new EventsApiServer({ faults: [{ delayMs: 500 }] });
    let done = false;
    const answer = send(api, "GET", CORE).then((given) => {
      done = true;
      return given;
    });
    await time.tickAsync(499);
    await time.runMicrotasks();
    assert.equal(done, false);
    await time.tickAsync(1);
    assert.equal((await answer).code, 200);
  } finally {
    time.restore();
  }
});

test("a fault may answer for itself", async () => {
  const api = new EventsApiServer({ faults: [{ answer: () => new Response("teapot", { status: 418 }) }] });
  assert.deepEqual((await send(api, "GET", CORE)).code, 418);
});

test("EventsApiServer.inject() adds faults and clearFaults() ends them", async () => {
  const api = new EventsApiServer();
  api.inject({ answer: 503 });
  assert.equal((await send(api, "GET", CORE)).code, 503);
  api.clearFaults();
  assert.equal((await send(api, "GET", CORE)).code, 200);
  assert.throws(() => api.inject({ verb: ["create", "created" as "create"], answer: 503 }), {
    name: "RangeError",
    message:
      'Cannot inject a fault: verb must be one of "get", "list", "watch", "create", "update", "patch", "delete", ' +
      '"deletecollection", received "created"',
  });
  assert.throws(() => api.inject({ answer: 418 as 503 }), {
    name: "RangeError",
    message: "Cannot inject a fault: answer must be one of 401, 403, 429, 500, 503, 504, " +
      '"overloaded", "server-timeout", "reset", "hang", received 418',
  });
  assert.throws(() => api.inject({ when: "x" as never }), /when must be a function, received "x"$/);
  assert.throws(() => api.inject({ times: "2" as never }), /times must be a number of at least 0, received "2"$/);
  assert.throws(() => api.inject({ probability: 2 }), {
    name: "RangeError",
    message: "Cannot inject a fault: probability must be between 0 and 1, received 2",
  });
});
