import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../src/server/mod.ts";
import { CORE, coreEvent, EVENTS, eventsEvent, type Json, send } from "./client.ts";

/** Every answer to bad input is a Status, and leaves nothing behind. */
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
  ["a count with a fraction", "POST", CORE, { body: coreEvent("b", { count: 1.5 }), code: 400 }],
  ["a date that is none", "POST", CORE, {
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
  ["a patch as deep as it gets", "PATCH", `${CORE}/a`, {
    body: `{"metadata":${nested(100_000)}}`,
    type: MERGE,
    code: 400,
  }],
  ["fields twice, deep down and without end", "POST", `${CORE}?fieldValidation=Strict`, {
    body: `{"metadata":{"name":"b"},"x":${"[".repeat(100_000)}{${twice(50_000)}}${"]".repeat(100_000)}}`,
    code: 400,
  }],
  ["a name that is two dots, escaped", "POST", CORE, { body: coreEvent("%2e%2e"), code: 422 }],
  ["a namespace that is no label", "POST", "/api/v1/namespaces/A%20b/events", {
    body: { metadata: { name: "b" }, involvedObject: { namespace: "A b" } },
    code: 422,
  }],
  ["a path that is no UTF-8", "GET", `${CORE}/%ff`, { code: 400 }],
  ["a path without end", "GET", `${CORE}/${"x".repeat(100_000)}`, { code: 404 }],
  ["a limit that is no number", "GET", `${CORE}?limit=x`, { code: 400 }],
  ["a method that nobody knows", "PROPFIND", CORE, { code: 405 }],
  ["delete options that are a list", "DELETE", `${CORE}/a`, { body: "[]", code: 400 }],
];

for (const [name, method, target, options] of INPUTS) {
  test(`EventsApiServer answers ${options.code} to ${name}`, () => refuses(method, target, options));
}

test("EventsApiServer takes a body of 3 MiB and answers 413 to one byte more", async () => {
  const api = new EventsApiServer();
  const padded = (bytes: number): string => {
    const text = JSON.stringify(coreEvent("a", { message: "" }));
    return text.replace('"message":""', `"message":"${"x".repeat(bytes - text.length)}"`);
  };
  assert.equal((await send(api, "POST", CORE, { body: padded(3 * 1024 * 1024 + 1) })).code, 413);
  assert.equal((await send(api, "POST", CORE, { body: padded(3 * 1024 * 1024) })).code, 201);
});

test("EventsApiServer stops reading a body that has no end", async () => {
  let sent = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller): void {
      sent++;
      controller.enqueue(new Uint8Array(1024 * 1024));
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

test("EventsApiServer reads characters that two chunks share", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(coreEvent("a", { message: "é🎉" })));
  const body = new ReadableStream<Uint8Array>({
    start(controller): void {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  const response = await new EventsApiServer().fetch(new Request(`http://localhost${CORE}`, init as RequestInit));
  assert.equal((await response.json()).message, "é🎉");
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
  test(`EventsApiServer refuses a MicroTime with ${Math.max(0, digits.length - 1)} digits`, async () => {
    const body = eventsEvent("a", { eventTime: `2026-01-01T00:00:00${digits}Z` });
    assert.equal((await send(new EventsApiServer(), "POST", EVENTS, { body })).code, 400);
  });
}
