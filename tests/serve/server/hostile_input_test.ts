import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent, EVENTS, eventsEvent, type Json, send } from "./client.ts";

/** Every response to bad input is a Status, and has no effect. */
async function refuses(
  method: string,
  target: string,
  options: { body?: unknown; type?: string; code: number },
): Promise<void> {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const { code, body } = await send(api, method, target, options);
  assert.equal(code, options.code, JSON.stringify(body).slice(0, 300));
  assert.equal(body.kind, "Status");
  const list = (await send(api, "GET", "/api/v1/events")).body;
  assert.deepEqual([list.items.length, list.metadata.resourceVersion], [1, "2"]);
  assert.equal((Object.prototype as Json).polluted, undefined);
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const twice = (fields: number): string => Array.from({ length: fields }, (_, i) => `"${i}":1,"${i}":1`).join();
const MERGE = "application/merge-patch+json";
const JSON_PATCH = "application/json-patch+json";

const INPUTS: readonly [
  name: string,
  method: string,
  target: string,
  options: { body?: unknown; type?: string; code: number },
][] = [
  ["no body", "POST", CORE, { body: "", code: 400 }],
  ["broken JSON", "POST", CORE, { body: '{"metadata":', code: 400 }],
  ["an array", "POST", CORE, { body: "[]", code: 400 }],
  ["null", "POST", CORE, { body: "null", code: 422 }],
  ["a number", "PUT", `${CORE}/a`, { body: "7", code: 400 }],
  ["metadata that is an array", "POST", CORE, { body: { metadata: [] }, code: 400 }],
  ["a count beyond int32", "POST", CORE, { body: coreEvent("b", { count: 2 ** 31 }), code: 400 }],
  ["a generation beyond int64", "POST", CORE, {
    body: { ...coreEvent("b"), metadata: { name: "b", generation: 1e19 } },
    code: 400,
  }],
  ["a generation just beyond int64", "POST", CORE, {
    body: { ...coreEvent("b"), metadata: { name: "b", generation: 2 ** 63 } },
    code: 400,
  }],
  ["a count with a fraction", "POST", CORE, { body: coreEvent("b", { count: 1.5 }), code: 400 }],
  ["an invalid date", "POST", CORE, {
    body: coreEvent("b", { firstTimestamp: "2026-02-30T00:00:00Z" }),
    code: 400,
  }],
  ["a time that is a number", "POST", CORE, { body: coreEvent("b", { firstTimestamp: 1 }), code: 400 }],
  [
    "a label __proto__",
    "POST",
    CORE,
    { body: '{"metadata":{"name":"b","labels":{"__proto__":"polluted"}},"involvedObject":{}}', code: 422 },
  ],
  ["a patch of __proto__ labels", "PATCH", `${CORE}/a`, {
    body: '{"metadata":{"labels":{"__proto__":{"polluted":"x"}}}}',
    type: MERGE,
    code: 422,
  }],
  ["a patch of the maximum depth", "PATCH", `${CORE}/a`, {
    body: `{"metadata":${nested(100_000)}}`,
    type: MERGE,
    code: 400,
  }],
  ["endless nested duplicate fields", "POST", `${CORE}?fieldValidation=Strict`, {
    body: `{"metadata":{"name":"b"},"x":${"[".repeat(100_000)}{${twice(50_000)}}${"]".repeat(100_000)}}`,
    code: 400,
  }],
  ["an apiVersion that is an object", "POST", CORE, {
    body: coreEvent("b", { apiVersion: { toString: 1 } }),
    code: 400,
  }],
  ["a kind that is a number", "POST", CORE, { body: coreEvent("b", { kind: 0 }), code: 400 }],
  ["a patch of the apiVersion to an object", "PATCH", `${CORE}/a`, {
    body: { apiVersion: { toString: 1 } },
    type: MERGE,
    code: 422,
  }],
  ["an operation that is an object", "PATCH", `${CORE}/a`, {
    body: [{ op: { toString: 1 }, path: "/count" }],
    type: JSON_PATCH,
    code: 400,
  }],
  ["an operation that is a list", "PATCH", `${CORE}/a`, {
    body: [{ op: ["remove"], path: "/count" }],
    type: JSON_PATCH,
    code: 400,
  }],
  ["a path that is an object", "PATCH", `${CORE}/a`, {
    body: [{ op: "remove", path: { toString: 1 } }],
    type: JSON_PATCH,
    code: 400,
  }],
  ["an operation that is a string", "PATCH", `${CORE}/a`, { body: ["remove"], type: JSON_PATCH, code: 400 }],
  ["an operation that is null", "PATCH", `${CORE}/a`, { body: [null], type: JSON_PATCH, code: 422 }],
  ["JSON that is nested too deep", "POST", CORE, {
    body: `{"metadata":{"name":"b"},"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
    code: 400,
  }],
  ["a delete precondition that is a number", "DELETE", `${CORE}/a`, { body: { preconditions: { uid: 1 } }, code: 400 }],
  ["preconditions that are a list", "DELETE", `${CORE}/a`, { body: { preconditions: ["x"] }, code: 400 }],
  ["a resourceVersion with a million digits", "GET", `${CORE}?resourceVersion=${"9".repeat(1_000_000)}`, { code: 400 }],
  ["a name that is two dots, escaped", "POST", CORE, { body: coreEvent("%2e%2e"), code: 422 }],
  ["a namespace that is not a label", "POST", "/api/v1/namespaces/A%20b/events", {
    body: { metadata: { name: "b" }, involvedObject: { namespace: "A b" } },
    code: 422,
  }],
  ["a path that is not UTF-8", "GET", `${CORE}/%ff`, { code: 400 }],
  ["a very long path", "GET", `${CORE}/${"x".repeat(100_000)}`, { code: 404 }],
  ["a limit that is not a number", "GET", `${CORE}?limit=x`, { code: 400 }],
  ["an unknown method", "PROPFIND", CORE, { code: 405 }],
  ["a fieldManager of 129 bytes", "POST", `${CORE}?fieldManager=${"%C3%A9".repeat(64)}x`, {
    body: coreEvent("b"),
    code: 422,
  }],
  ["a fieldManager with a control character", "POST", `${CORE}?fieldManager=a%01`, {
    body: coreEvent("b"),
    code: 422,
  }],
  ["an update without a name", "PUT", `${CORE}/a`, { body: coreEvent("a", { metadata: {} }), code: 400 }],
  ["an owner's flag that is a string", "POST", CORE, {
    body: coreEvent("b", { metadata: { name: "b", ownerReferences: [{ controller: "yes" }] } }),
    code: 400,
  }],
  ["labels that are a list", "POST", CORE, {
    body: coreEvent("b", { metadata: { name: "b", labels: [] } }),
    code: 400,
  }],
  ["finalizers that are a string", "POST", CORE, {
    body: coreEvent("b", { metadata: { name: "b", finalizers: "a.io/b" } }),
    code: 400,
  }],
  ["an owner that is a string", "POST", CORE, {
    body: coreEvent("b", { metadata: { name: "b", ownerReferences: ["x"] } }),
    code: 400,
  }],
  ["an owner that is a string, in a strategic merge patch", "PATCH", `${CORE}/a`, {
    body: { metadata: { ownerReferences: ["x"] } },
    type: "application/strategic-merge-patch+json",
    code: 422,
  }],
  ["a continue token that is not JSON", "GET", `${CORE}?continue=${btoa("{{{")}`, { code: 400 }],
  ["a continue token that is a list", "GET", `${CORE}?continue=${btoa("[1]")}`, { code: 400 }],
  ["a month 13", "POST", CORE, { body: coreEvent("b", { firstTimestamp: "2026-13-01T00:00:00Z" }), code: 400 }],
  ["a month 0", "POST", CORE, { body: coreEvent("b", { firstTimestamp: "2026-00-01T00:00:00Z" }), code: 400 }],
  ["a day 0", "POST", CORE, { body: coreEvent("b", { firstTimestamp: "2026-01-00T00:00:00Z" }), code: 400 }],
  ["an access review that is a list", "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    body: "[]",
    code: 400,
  }],
  ["an update of a collection", "PUT", CORE, { body: coreEvent("b"), code: 405 }],
  ["a patch of a collection", "PATCH", CORE, { body: {}, type: MERGE, code: 405 }],
  ["a create without a namespace", "POST", "/api/v1/events", { body: coreEvent("b"), code: 405 }],
  ["a delete of the events of all namespaces", "DELETE", "/api/v1/events", { code: 405 }],
  ["delete options that are a list", "DELETE", `${CORE}/a`, { body: "[]", code: 400 }],
];

for (const [name, method, target, options] of INPUTS) {
  test(`EventsApiServer responds with ${options.code} to ${name}`, () => refuses(method, target, options));
}

test("EventsApiServer accepts a body of 3 MiB and responds with 413 to one byte more", async () => {
  const api = new EventsApiServer();
  const padded = (bytes: number): string => {
    const text = JSON.stringify(coreEvent("a", { message: "" }));
    return text.replace('"message":""', `"message":"${"x".repeat(bytes - text.length)}"`);
  };
  assert.equal((await send(api, "POST", CORE, { body: padded(3 * 1024 * 1024 + 1) })).code, 413);
  assert.equal((await send(api, "POST", CORE, { body: padded(3 * 1024 * 1024) })).code, 201);
});

test("EventsApiServer accepts JSON nested up to its limit, with brackets in strings", async () => {
  const x = `[${"[".repeat(9_997)}"${'[{\\"'.repeat(20_000)}"${"]".repeat(9_997)}]`;
  const body = `{"metadata":{"name":"b"},"involvedObject":{"namespace":"default"},"x":${x}}`;
  assert.equal((await send(new EventsApiServer(), "POST", CORE, { body })).code, 201);
});

for (
  const [count, shown] of [[2 ** 31, "number 2147483648"], [-(2 ** 31) - 1, "number -2147483649"], [
    1.5,
    "number 1.5",
  ]] as const
) {
  test(`EventsApiServer rejects the count ${count} with its value`, async () => {
    const { body } = await send(new EventsApiServer(), "POST", CORE, { body: coreEvent("a", { count }) });
    assert.equal(
      body.message,
      `Event in version "v1" cannot be handled as a Event: json: cannot unmarshal ${shown} into Go struct field Event.count ` +
        "of type int32",
    );
  });
}

test("EventsApiServer rejects a wrong type with the expected and the received one", async () => {
  const of = "of type";
  const cases: readonly [fields: Json, message: string][] = [
    [{ count: true }, `bool into Go struct field Event.count ${of} int32`],
    [{ reason: 7 }, `number into Go struct field Event.reason ${of} string`],
    [{ reason: [] }, `array into Go struct field Event.reason ${of} string`],
    [{ source: "x" }, `string into Go struct field Event.source ${of} v1.EventSource`],
    [{ metadata: { labels: [] } }, `array into Go struct field ObjectMeta.metadata.labels ${of} map[string]string`],
    [{ metadata: { labels: { a: 1 } } }, `number into Go struct field ObjectMeta.metadata.labels ${of} string`],
    [{ metadata: { finalizers: {} } }, `object into Go struct field ObjectMeta.metadata.finalizers ${of} []string`],
    [
      { metadata: { ownerReferences: [{ controller: "yes" }] } },
      `string into Go struct field OwnerReference.metadata.ownerReferences.controller ${of} bool`,
    ],
    [
      { metadata: { ownerReferences: "x" } },
      `string into Go struct field ObjectMeta.metadata.ownerReferences ${of} []v1.OwnerReference`,
    ],
  ];
  for (const [fields, message] of cases) {
    const { body } = await send(new EventsApiServer(), "POST", CORE, { body: coreEvent("a", fields) });
    assert.equal(
      body.message,
      `Event in version "v1" cannot be handled as a Event: json: cannot unmarshal ${message}`,
    );
  }
});

test("EventsApiServer rejects an unparsable body with the offending part", async () => {
  const cases: readonly [method: string, target: string, type: string, start: string][] = [
    ["POST", CORE, "application/json", "the object provided is unrecognized (must be of type Event): "],
    ["DELETE", `${CORE}/a`, "application/json", "couldn't get version/kind; json parse error: "],
    ["PATCH", `${CORE}/a`, MERGE, "error decoding patch: "],
  ];
  for (const [method, target, type, start] of cases) {
    const api = new EventsApiServer();
    await send(api, "POST", CORE, { body: coreEvent("a") });
    const { code, body } = await send(api, method, target, { body: "{", type });
    assert.deepEqual([code, body.message.slice(0, start.length)], [400, start]);
  }
  // Of an event, up to 30 characters are quoted.
  for (const [text, quoted] of [[`{"${"x".repeat(28)}`], [`{"${"x".repeat(29)}`, `{"${"x".repeat(28)} ...`]] as const) {
    const { body } = await send(new EventsApiServer(), "POST", CORE, { body: text });
    assert.ok(body.message.endsWith(` (${quoted ?? text})`), body.message);
  }
});

test("EventsApiServer reads null in a map of strings as an empty string", async () => {
  const metadata = { name: "a", labels: { app: null, tier: "x" } };
  const { body } = await send(new EventsApiServer(), "POST", CORE, { body: coreEvent("a", { metadata }) });
  assert.deepEqual(body.metadata.labels, { app: "", tier: "x" });
});

test("EventsApiServer rejects a long name or namespace with the limit", async () => {
  const { body } = await send(new EventsApiServer(), "POST", EVENTS, { body: eventsEvent("x".repeat(254)) });
  assert.match(body.message, /metadata\.name: Invalid value: "x+": must be no more than 253 bytes/);
  const invalid = await send(new EventsApiServer(), "POST", EVENTS, { body: eventsEvent("X".repeat(253)) });
  assert.match(invalid.body.message, /metadata\.name: Invalid value: "X+": a lowercase RFC 1123 subdomain/);
  const namespace = "x".repeat(64);
  const event = coreEvent("a", { involvedObject: { namespace } });
  const answer = await send(new EventsApiServer(), "POST", CORE.replace("default", namespace), { body: event });
  assert.match(answer.body.message, /metadata\.namespace: Invalid value: "x+": must be no more than 63 bytes/);
});

test("EventsApiServer reads null in a list as Go's zero value", async () => {
  const metadata = { name: "a", finalizers: [null], ownerReferences: [null] };
  const { body } = await send(new EventsApiServer(), "POST", CORE, { body: coreEvent("a", { metadata }) });
  assert.deepEqual(body.details.causes.map(({ field }: Json) => field), [
    "metadata.ownerReferences[0].apiVersion",
    "metadata.ownerReferences[0].kind",
    "metadata.ownerReferences[0].name",
    "metadata.ownerReferences[0].uid",
    "metadata.finalizers",
    "metadata.finalizers",
  ]);
});

test("EventsApiServer rejects a second controller among the owners", async () => {
  const owner = (uid: string, controller: boolean) => ({
    apiVersion: "v1",
    kind: "Pod",
    name: `p${uid}`,
    uid,
    controller,
  });
  const sendOwners = (...ownerReferences: object[]) =>
    send(new EventsApiServer(), "POST", CORE, { body: coreEvent("a", { metadata: { name: "a", ownerReferences } }) });
  assert.equal((await sendOwners(owner("1", true), owner("2", false))).code, 201);
  const { code, body } = await sendOwners(owner("1", true), owner("2", true));
  assert.equal(code, 422);
  assert.equal(
    body.details.causes[0].message,
    `Invalid value: [{"apiVersion":"v1","kind":"Pod","name":"p1","uid":"1","controller":true},` +
      `{"apiVersion":"v1","kind":"Pod","name":"p2","uid":"2","controller":true}]: Only one reference can have ` +
      `Controller set to true. Found "true" in references for Pod/p1 and Pod/p2`,
  );
});

test("EventsApiServer stores the largest and the smallest count", async () => {
  for (const count of [2 ** 31 - 1, -(2 ** 31)]) {
    const { code, body } = await send(new EventsApiServer(), "POST", CORE, { body: coreEvent("a", { count }) });
    assert.deepEqual([code, body.count], [201, count]);
  }
});

test("EventsApiServer reports at most a hundred invalid values", async () => {
  const finalizers = Array.from({ length: 1000 }, (_, i) => `not valid ${i}`);
  const { code, body } = await send(new EventsApiServer(), "POST", CORE, {
    body: coreEvent("a", { metadata: { name: "a", finalizers } }),
  });
  assert.deepEqual([code, body.details.causes.length], [422, 100]);
});

test("EventsApiServer limits warnings to the header size that clients accept", async () => {
  const api = new EventsApiServer();
  const warningsOf = async (fields: Record<string, unknown>): Promise<string[]> => {
    const { code, headers } = await send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", fields) });
    assert.ok(code === 200 || code === 201, String(code));
    return headers.get("warning")?.split(/, (?=299)/) ?? [];
  };
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`unknown${i}`, i]));
  const warnings = await warningsOf(many);
  assert.equal(warnings.length, 100);
  assert.ok(warnings.join().length < 8192);
  const long = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}${"é".repeat(1000)}`, i]));
  const cut = await warningsOf(long);
  assert.ok(cut.length > 1 && cut.join().length < 8192, `${cut.length} of ${cut.join().length} characters`);
  // 256 characters, and quotation marks and a backslash.
  assert.equal((await warningsOf({ ["x".repeat(300)]: 1 }))[0]!.length, "299 - ".length + 259);
  assert.deepEqual(await warningsOf({ x: 1, y: 2 }), [
    '299 - "unknown field \\"x\\""',
    '299 - "unknown field \\"y\\""',
  ]);
});

test("EventsApiServer lists by pages for names of any length", async () => {
  const api = new EventsApiServer();
  const long = "x".repeat(300_000);
  for (const name of ["a", long, `${long}y`]) await send(api, "POST", CORE, { body: coreEvent(name) });
  const { code, body } = await send(api, "GET", `${CORE}?limit=2`);
  assert.deepEqual([code, body.items.length], [200, 2]);
  const { body: rest } = await send(api, "GET", `${CORE}?limit=2&continue=${body.metadata.continue}`);
  assert.deepEqual(rest.items.map(({ metadata }: Json) => metadata.name.length), [300_001]);
});

test("EventsApiServer quotes no more than a part of a huge request in an error", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const merge = { type: "application/merge-patch+json" };
  for (const text of ['"'.repeat(1_400_000), "\u0000".repeat(490_000)]) {
    const answers = [
      await send(api, "PATCH", `${CORE}/a`, { ...merge, body: { metadata: { creationTimestamp: text } } }),
      await send(api, "PATCH", `${CORE}/a`, { ...merge, body: { metadata: { resourceVersion: text } } }),
      await send(api, "POST", CORE, { body: coreEvent("b", { firstTimestamp: text }) }),
      await send(api, "POST", CORE, { body: coreEvent("b", { metadata: { name: `/${text}` } }) }),
      await send(api, "POST", CORE, { body: coreEvent("b", { metadata: { name: "b", labels: { [text]: "v" } } }) }),
      await send(api, "POST", `${CORE}?fieldValidation=Strict`, { body: coreEvent("b", { [text]: 1 }) }),
    ];
    for (const { code, body: { message, details } } of answers) {
      assert.ok(code >= 400);
      assert.ok(message.length > 10_000 && message.length <= 100_003, `${message.length}`);
      for (const cause of details?.causes ?? []) assert.ok(cause.message.length <= 10_003, `${cause.message.length}`);
    }
  }
});

test("EventsApiServer stores lone surrogates as U+FFFD", async () => {
  const api = new EventsApiServer();
  const body = JSON.stringify(coreEvent("a", { message: "x" })).replace('"x"', '"\\ud800"').replace(
    '"a"',
    '"a\\udc00"',
  );
  const { code, body: stored } = await send(api, "POST", CORE, { body });
  assert.deepEqual([code, stored.metadata.name, stored.message], [201, "a\ufffd", "\ufffd"]);
});

test("EventsApiServer limits the size of an event that grows by small patches", async () => {
  const api = new EventsApiServer();
  const owner = { apiVersion: "v1", kind: "Pod", name: "x".repeat(100_000), uid: "u" };
  await send(api, "POST", CORE, { body: coreEvent("a", { metadata: { name: "a", ownerReferences: [owner] } }) });
  const copies = (): unknown[] =>
    Array.from({ length: 25 }, () => [
      { op: "copy", from: "/metadata/ownerReferences/0", path: "/metadata/ownerReferences/-" },
      // Equal owners are removed.
      { op: "replace", path: "/metadata/ownerReferences/-1/uid", value: crypto.randomUUID() },
    ]).flat();
  const patch = (): Promise<{ code: number; body: Json }> =>
    send(api, "PATCH", `${CORE}/a`, { body: copies(), type: JSON_PATCH });
  assert.equal((await patch()).code, 200);
  const { code, body } = await patch();
  assert.deepEqual([code, body.message], [500, "etcdserver: request is too large"]);
});

test("EventsApiServer stores an event of up to 64 KiB more than a body may have", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a", { message: "x".repeat(3 * 1024 * 1024 - 1000) }) });
  const { body: list } = await send(api, "GET", CORE);
  const room = 3 * 1024 * 1024 + 65_536 - JSON.stringify(list.items[0]).length;
  for (const [extra, code] of [[0, 200], [1, 500]] as const) {
    const body = { reason: list.items[0].reason + "x".repeat(room + extra) };
    assert.equal((await send(api, "PATCH", `${CORE}/a`, { body, type: MERGE })).code, code);
  }
});

for (const path of ["/api/v1/events", "/api/v1/events/x", "/version", "/apis", "/openapi/v3"]) {
  test(`EventsApiServer ends the JSON of ${path} with a newline`, async () => {
    const text = await (await new EventsApiServer().fetch(path)).text();
    assert.match(text, /\}\n$/);
  });
}

test("EventsApiServer stops reading an endless body", async () => {
  let sent = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller): void {
      sent++;
      controller.enqueue(new Uint8Array(1024 * 1024));
      if (sent === 10) controller.close();
    },
    cancel(): void {
      cancelled = true;
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" };
  const response = await new EventsApiServer().fetch(new Request(`http://localhost${CORE}`, init as RequestInit));
  assert.equal(response.status, 413);
  assert.ok(cancelled && sent < 10, `${sent} MiB sent`);
});

test("EventsApiServer accepts a body of 3 MiB, and no more", async () => {
  const text = JSON.stringify(coreEvent("a"));
  for (const [length, code] of [[3 * 1024 * 1024, 201], [3 * 1024 * 1024 + 1, 413]] as const) {
    assert.equal((await send(new EventsApiServer(), "POST", CORE, { body: text.padEnd(length) })).code, code);
  }
});

test("EventsApiServer keeps no chunk of a body, because small ones take many times their size", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(coreEvent("a")));
  const chunk = new Uint8Array(1);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent === bytes.length) return controller.close();
      chunk[0] = bytes[sent++]!;
      controller.enqueue(chunk);
    },
  }, { highWaterMark: 0 });
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  assert.equal((await new EventsApiServer().fetch(new Request(`http://localhost${CORE}`, init))).status, 201);
});

test("EventsApiServer decodes characters split between two chunks", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(coreEvent("a", { message: "é🎉" })));
  const middle = bytes.indexOf(0xa9);
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  for (const chunks of [single, [bytes.slice(0, middle), bytes.slice(middle)]]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller): void {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const init = { method: "POST", body, duplex: "half" };
    const response = await new EventsApiServer().fetch(new Request(`http://localhost${CORE}`, init as RequestInit));
    assert.equal((await response.json()).message, "é🎉", `in ${chunks.length} chunks`);
  }
});

const TIMES: readonly [given: string, field: "firstTimestamp" | "eventTime", stored: string | null][] = [
  ["2026-01-01T02:00:00.987654321+02:00", "firstTimestamp", "2026-01-01T00:00:00Z"],
  ["0001-01-01T00:00:00Z", "firstTimestamp", null],
  ["2026-01-01T01:00:00.123456-01:00", "eventTime", "2026-01-01T02:00:00.123456Z"],
  ["0001-01-01T00:00:00.000000Z", "eventTime", null],
];

for (const [given, field, stored] of TIMES) {
  test(`EventsApiServer stores the ${field} ${given} as ${stored}`, async () => {
    const api = new EventsApiServer();
    const strict = { action: "A", reportingComponent: "c", reportingInstance: "i" };
    const { body } = await send(api, "POST", CORE, { body: coreEvent("a", { ...strict, [field]: given }) });
    assert.equal(body[field], stored);
  });
}

for (const digits of ["", ".123", ".12345", ".1234567", ".123456789"]) {
  test(`EventsApiServer rejects a MicroTime with ${Math.max(0, digits.length - 1)} digits`, async () => {
    const body = eventsEvent("a", { eventTime: `2026-01-01T00:00:00${digits}Z` });
    assert.equal((await send(new EventsApiServer(), "POST", EVENTS, { body })).code, 400);
  });
}

test("EventsApiServer responds with a Status if a body breaks off", async () => {
  const api = new EventsApiServer();
  for (const [method, url, type] of [["POST", CORE, "application/json"], ["PATCH", `${CORE}/a`, MERGE]] as const) {
    for (const headers of [{ "content-type": type }, { "content-type": type, "content-length": "100" }]) {
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error("unexpected EOF")) });
      const init = { method, headers, body, duplex: "half" } as RequestInit;
      const response = await api.fetch(new Request(`http://localhost${url}`, init));
      const { kind, message } = await response.json();
      assert.deepEqual([response.status, kind, message], [500, "Status", "unexpected EOF"]);
    }
  }
});
