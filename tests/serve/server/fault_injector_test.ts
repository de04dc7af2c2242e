import assert from "node:assert/strict";
import { test } from "../../fake_time.ts";
import { EventsApiServer, type Fault, type FaultAnswer, seededRandom } from "../../../src/serve/server/mod.ts";
import { soon } from "../../record/broadcaster/vocabulary.ts";
import { seeded } from "../../random.ts";
import { CORE, coreEvent, EVENTS, eventsEvent, send, WatchReader } from "./client.ts";

const ANSWERS: readonly [answer: FaultAnswer, code: number, reason: string, retryAfter: string | null][] = [
  [401, 401, "Unauthorized", null],
  [403, 403, "Forbidden", null],
  [410, 410, "Expired", null],
  [429, 429, "TooManyRequests", null],
  [500, 500, "InternalError", null],
  [503, 503, "ServiceUnavailable", null],
  [504, 504, "Timeout", null],
  ["server-timeout", 500, "ServerTimeout", "2"],
];

for (const [answer, code, reason, retryAfter] of ANSWERS) {
  test(`Fault responds with ${answer} as a Status, and stores nothing`, async () => {
    const api = new EventsApiServer({ faults: [{ verb: "create", answer }] });
    const { body, headers, ...rest } = await send(api, "POST", CORE, { body: coreEvent("a") });
    assert.deepEqual([rest.code, body.kind, body.code, body.reason], [code, "Status", code, reason]);
    assert.equal(headers.get("retry-after"), retryAfter);
    assert.equal((await send(api, "GET", CORE)).body.items.length, 0);
  });
}

test("Fault without delayMs responds without waiting for a timer", async (time) => {
  const api = new EventsApiServer({ faults: [{ verb: "list", answer: 503 }] });
  const codes: number[] = [];
  void api.fetch(CORE).then(({ status }) => codes.push(status));
  await time.runMicrotasks();
  assert.deepEqual(codes, [503]);
});

test("Fault forbidden has RBAC's message", async () => {
  const api = new EventsApiServer({ faults: [{ answer: 403 }] });
  const { body } = await send(api, "POST", EVENTS, { body: eventsEvent("a") });
  assert.equal(
    body.message,
    'events.events.k8s.io is forbidden: User "example" cannot create resource "events" in API group ' +
      '"events.k8s.io" in the namespace "default"',
  );
});

test("Fault forbidden without a namespace is at the cluster scope", async () => {
  const api = new EventsApiServer({ faults: [{ answer: 403 }] });
  const { body } = await send(api, "GET", "/api/v1/events");
  assert.equal(
    body.message,
    'events is forbidden: User "example" cannot list resource "events" in API group "" at the cluster scope',
  );
});

test("Fault server-timeout names the operation and its API", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "server-timeout" }] });
  const [core, events] = [await send(api, "GET", CORE), await send(api, "GET", EVENTS)];
  assert.match(core.body.message, /^The list operation against events could not be completed/);
  assert.deepEqual(core.body.details, { name: "list", kind: "events", retryAfterSeconds: 2 });
  assert.deepEqual(events.body.details, {
    name: "list",
    group: "events.k8s.io",
    kind: "events",
    retryAfterSeconds: 2,
  });
});

test("Fault overloaded is plain text with Retry-After", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "overloaded" }] });
  const { code, body, headers } = await send(api, "GET", CORE);
  assert.deepEqual([code, body], [429, "Too many requests, please try again later."]);
  assert.match(headers.get("content-type")!, /^text\/plain/);
  assert.equal(headers.get("retry-after"), "1");
});

test("Fault.retryAfterSeconds sets Retry-After", async () => {
  const api = new EventsApiServer({ faults: [{ answer: 503, retryAfterSeconds: 7 }] });
  const { body, headers } = await send(api, "GET", CORE);
  assert.deepEqual([body.details.retryAfterSeconds, headers.get("retry-after")], [7, "7"]);
});

test("Fault.times applies faults in sequence", async () => {
  const api = new EventsApiServer({
    faults: [{ verb: "create", times: 2, answer: 503 }, { verb: ["create", "list"], times: 1, answer: 429 }],
  });
  const codes: number[] = [];
  for (const name of "abcd") codes.push((await send(api, "POST", CORE, { body: coreEvent(name) })).code);
  assert.deepEqual(codes, [503, 503, 429, 201]);
  assert.equal((await send(api, "GET", CORE)).body.items.length, 1);
});

test("Fault applies only to its verb, its namespace and requests that match when", async () => {
  const api = new EventsApiServer({
    faults: [
      { verb: "watch", answer: 500 },
      { namespace: "other", answer: 401 },
      { when: ({ url }) => url.endsWith("/c"), answer: 504 },
    ],
  });
  const code = async (target: string): Promise<number> => (await send(api, "GET", target)).code;
  assert.equal(await code(`${CORE}?watch=true`), 500);
  assert.equal(await code("/api/v1/namespaces/other/events"), 401);
  assert.equal(await code(`${CORE}/c`), 504);
  assert.equal(await code(CORE), 200);
  assert.equal(await code("/apis"), 200, "discovery always works");
});

test("Fault.when that throws makes fetch() reject with its error", async () => {
  const api = new EventsApiServer({ faults: [{ when: () => JSON.parse("broken"), answer: 503 }] });
  await assert.rejects(send(api, "GET", CORE), { name: "SyntaxError" });
});

test("Fault.probability 0 never applies", async () => {
  const api = new EventsApiServer({ faults: [{ probability: 0, answer: 503 }], random: () => 0 });
  assert.equal((await send(api, "GET", CORE)).code, 200);
});

test("Fault.probability is repeatable for the same seed", async () => {
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

test("seededRandom() returns the numbers of mulberry32", () => {
  for (const seed of [0, 7, -1, 2 ** 31]) {
    const [random, expected] = [seededRandom(seed), seeded(seed)];
    for (let i = 0; i < 100; i++) assert.equal(random(), expected(), `number ${i} of seed ${seed}`);
  }
});

test("Fault reset rejects as a broken connection does", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "reset", times: 1 }] });
  await assert.rejects(send(api, "POST", CORE, { body: coreEvent("a") }), { name: "TypeError" });
  assert.equal((await send(api, "POST", CORE, { body: coreEvent("a") })).code, 201);
});

test("Fault.applied loses only the response", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "reset", times: 1, applied: true }] });
  await assert.rejects(send(api, "POST", CORE, { body: coreEvent("a") }), { name: "TypeError" });
  assert.equal((await send(api, "POST", CORE, { body: coreEvent("a") })).code, 409);
});

test("Fault.applied loses the response of a failed request too", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "reset", applied: true }] });
  await assert.rejects(send(api, "POST", CORE, { body: "{" }), { name: "TypeError" });
});

test("Fault hang ends with the request's signal", async () => {
  const api = new EventsApiServer({ faults: [{ answer: "hang" }] });
  const abort = new AbortController();
  const hanging = api.fetch(new Request(`http://localhost${CORE}`, { signal: abort.signal }));
  abort.abort(new Error("enough"));
  await assert.rejects(hanging, { name: /Error/ });
});

test("Fault.delayMs without an answer only delays", async (time) => {
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
}, 0);

/** The lines of a watch, as `TYPE name`, and how it ends. */
async function readAll(watch: WatchReader): Promise<string[]> {
  const lines: string[] = [];
  try {
    for (let [line] = await watch.take(1); line !== "end"; [line] = await watch.take(1)) lines.push(line!);
    return [...lines, "end"];
  } catch (error) {
    return [...lines, (error as Error).name];
  }
}

/** A server with three events, whose versions are 2, 3 and 4. */
async function serverOfThree(faults: Fault[] = []): Promise<EventsApiServer> {
  const api = new EventsApiServer();
  for (const name of "abc") await send(api, "POST", CORE, { body: coreEvent(name) });
  for (const fault of faults) api.inject(fault);
  return api;
}

test("Fault silent-close ends a watch cleanly after some events, and the next watch too", async () => {
  const api = await serverOfThree([
    { verb: "watch", answer: "silent-close", times: 1, afterEvents: 2 },
    { verb: "watch", answer: "silent-close", times: 1 },
  ]);
  assert.deepEqual(await readAll(await WatchReader.open(api, `${CORE}?watch=1`)), ["ADDED a", "ADDED b", "end"]);
  // It reads no event, and so waits for none.
  const closed = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=4`);
  assert.deepEqual(await soon("The end", readAll(closed)), ["end"]);
  const watch = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=3`);
  assert.deepEqual(await watch.take(1), ["ADDED c"]);
  await watch.close();
  api.inject({ verb: "watch", answer: "silent-close", afterEvents: 2 });
  const text = await (await api.fetch(`${CORE}?watch=1`)).text();
  assert.deepEqual([text.split("\n").length, text.at(-1)], [3, "\n"], "whole lines");
});

test("Fault cut breaks a watch after some events, in the middle of a line", async () => {
  const api = await serverOfThree([{ verb: "watch", answer: "cut", afterEvents: 2, times: 1 }, { answer: "cut" }]);
  const { body } = await api.fetch(new Request(`http://localhost${CORE}?watch=1`));
  const reader = body!.getReader();
  const { value } = await reader.read();
  const lines = new TextDecoder().decode(value).split("\n");
  assert.equal(lines.length, 3);
  assert.equal(JSON.parse(lines[1]!).object.metadata.name, "b");
  assert.match(lines[2]!, /^\{"type":"ADDED".*[^}]$/);
  await assert.rejects(reader.read(), { name: "TypeError" });
  assert.deepEqual(await readAll(await WatchReader.open(api, `${CORE}?watch=1`)), ["TypeError"]);
});

test("Fault cut leaves a watch running until afterEvents", async () => {
  const api = await serverOfThree([{ answer: "cut", verb: "watch", afterEvents: 4 }]);
  const watch = await WatchReader.open(api, `${CORE}?watch=1`);
  assert.deepEqual(await watch.take(3), ["ADDED a", "ADDED b", "ADDED c"]);
  const next = watch.next();
  await send(api, "DELETE", `${CORE}/a`);
  assert.equal((await next).type, "DELETED");
  await assert.rejects(watch.next(), { name: "TypeError" });
});

test("Fault expired responds with 410 to a watch, a list and a continue token of older versions", async () => {
  const api = await serverOfThree();
  const { body: page } = await send(api, "GET", `${CORE}?limit=1`);
  api.inject({ answer: "expire", times: 1 });
  assert.deepEqual(await readAll(await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=4`)), [
    "ERROR Expired",
    "end",
  ]);
  const exact = await send(api, "GET", `${CORE}?resourceVersion=4&resourceVersionMatch=Exact`);
  assert.deepEqual([exact.code, exact.body.reason], [410, "Expired"]);
  const next = await send(api, "GET", `${CORE}?limit=1&continue=${page.metadata.continue}`);
  assert.deepEqual([next.code, next.body.reason], [410, "Expired"]);
  const rest = await send(api, "GET", `${CORE}?continue=${next.body.metadata.continue}`);
  assert.deepEqual(rest.body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name), ["b", "c"]);
});

test("EventsApiServer.expire() drops older versions, and keeps open watches", async () => {
  const api = await serverOfThree();
  const watch = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=4`);
  const next = watch.next();
  await Promise.resolve();
  api.expire();
  await send(api, "POST", CORE, { body: coreEvent("d") });
  assert.equal((await next).object.metadata.name, "d");
  await watch.close();
  const { body: list } = await send(api, "GET", CORE);
  assert.equal(list.metadata.resourceVersion, "6");
  assert.deepEqual(await readAll(await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=4`)), [
    "ERROR Expired",
    "end",
  ]);
});

test("EventsApiServer.expire() with silently ends watches of older versions without an error", async () => {
  const api = await serverOfThree();
  const unread = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=2`);
  api.expire({ silently: true });
  for (const version of [2, 4, 4]) {
    const watch = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=${version}`);
    assert.deepEqual(await readAll(watch), ["end"]);
  }
  assert.deepEqual(await readAll(unread), ["end"]);
  const present = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=5`);
  await send(api, "DELETE", `${CORE}/a`);
  assert.deepEqual(await present.take(1), ["DELETED a"]);
  await present.close();
  api.expire();
  const older = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=6`);
  assert.deepEqual(await readAll(older), ["ERROR Expired", "end"], "the latest call counts for its versions");
});

test("EventsApiServer.closeWatches() ends the open watches and no later ones", async () => {
  const api = await serverOfThree();
  const unread = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=3`);
  const waiting = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=4`);
  const end = waiting.next();
  api.closeWatches();
  assert.equal(await soon("The end", end), undefined);
  assert.deepEqual(await readAll(unread), ["ADDED c", "end"]);
  const later = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=3`);
  assert.deepEqual(await later.take(1), ["ADDED c"]);
  await later.close();
});

test("EventsApiServer.cutWatches() breaks the open watches and no later ones", async () => {
  const api = await serverOfThree();
  const unread = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=3`);
  const waiting = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=4`);
  const broken = assert.rejects(waiting.next(), { name: "TypeError" });
  api.cutWatches();
  await soon("The rejection", broken);
  await assert.rejects(unread.next(), { name: "TypeError" });
  const later = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=3`);
  assert.deepEqual(await later.take(1), ["ADDED c"]);
  await later.close();
});

test("Fault.answer can be a function", async () => {
  const api = new EventsApiServer({ faults: [{ answer: () => new Response("teapot", { status: 418 }) }] });
  assert.deepEqual((await send(api, "GET", CORE)).code, 418);
});

test("EventsApiServer.inject() adds faults, and clearFaults() removes them", async () => {
  const api = new EventsApiServer();
  api.inject({ answer: 503 });
  assert.equal((await send(api, "GET", CORE)).code, 503);
  api.clearFaults();
  assert.equal((await send(api, "GET", CORE)).code, 200);
  assert.throws(() => api.inject({ verb: ["create", "created" as "create"], answer: 503 }), {
    name: "RangeError",
    message:
      'Cannot inject a fault: fault.verb must be one of "create", "delete", "deletecollection", "get", "list", "patch", ' +
      '"update", "watch", received "created"',
  });
  assert.throws(() => api.inject({ answer: 418 as 503 }), {
    name: "RangeError",
    message: "Cannot inject a fault: fault.answer must be one of 401, 403, 410, 429, 500, 503, 504, " +
      '"overloaded", "server-timeout", "reset", "hang", "expire", "silent-close", "cut", received 418',
  });
  assert.throws(() => api.inject({ when: "x" as never }), /when must be a function, received "x"$/);
  assert.throws(() => api.inject({ times: "2" as never }), /times must be a number of at least 0, received "2"$/);
  assert.throws(() => api.inject({ afterEvents: -1 }), /afterEvents must be an integer of at least 0, received -1$/);
  assert.throws(() => api.inject({ probability: 2 }), {
    name: "RangeError",
    message: "Cannot inject a fault: fault.probability must be between 0 and 1, received 2",
  });
});
