import { test } from "node:test";
import assert from "node:assert/strict";
import { ConnectionError, FetchEventSink, RequestConstructionError, StatusError, type V1Status } from "../../../mod.ts";
import { EventRecording } from "../../../src/client_go/mod.ts";
import { makeEvent } from "../../record/recording/make_event.ts";

function failure(status: V1Status, headers: Record<string, string> = {}): Response {
  const body = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", ...status };
  return new Response(JSON.stringify(body), {
    status: status.code!,
    headers: { "content-type": "application/json", ...headers },
  });
}

// The answers of a real API server; made in the tests, as workerd makes none while modules load.
const ANSWERS: readonly (readonly [string, () => Response, Partial<StatusError>])[] = [
  ["400", () => failure({ code: 400, reason: "BadRequest", message: "invalid JSON patch" }), { isRetryable: false }],
  ["401", () => failure({ code: 401, reason: "Unauthorized", message: "Unauthorized" }), { isUnauthorized: true }],
  [
    "403 without a role",
    () =>
      failure({
        code: 403,
        reason: "Forbidden",
        message: 'events is forbidden: User "u" cannot create resource "events" in API group "" in the namespace "ns"',
        details: { kind: "events" },
      }),
    { isForbidden: true, isNamespaceTerminating: false, isRetryable: false },
  ],
  [
    "403 of a namespace that is being deleted",
    () =>
      failure({
        code: 403,
        reason: "Forbidden",
        message: 'events "x" is forbidden: unable to create new content in namespace ns because it is being terminated',
        details: {
          name: "x",
          kind: "events",
          causes: [{ reason: "NamespaceTerminating", field: "metadata.namespace" }],
        },
      }),
    { isForbidden: true, isNamespaceTerminating: true, isRetryable: false },
  ],
  ["404", () => failure({ code: 404, reason: "NotFound", message: 'events "x" not found' }), { isNotFound: true }],
  [
    "404 in plain text",
    () =>
      new Response("404 page not found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } }),
    { isNotFound: true, reason: "" },
  ],
  [
    "409 of a name that is taken",
    () => failure({ code: 409, reason: "AlreadyExists", message: 'events "x" already exists' }),
    { isAlreadyExists: true, isConflict: false, isRetryable: false },
  ],
  [
    "409 of a version that is old",
    () => failure({ code: 409, reason: "Conflict", message: "Operation cannot be fulfilled" }),
    { isAlreadyExists: false, isConflict: true, isRetryable: true },
  ],
  ["413", () => failure({ code: 413, reason: "RequestEntityTooLarge" }), { isRetryable: false }],
  ["415", () => failure({ code: 415, reason: "UnsupportedMediaType" }), { isRetryable: false }],
  [
    "422",
    () => failure({ code: 422, reason: "Invalid", details: { kind: "Event", causes: [{ field: "type" }] } }),
    { isInvalid: true, isRetryable: false, message: "Invalid" },
  ],
  [
    "429 in plain text",
    () =>
      new Response("Too many requests, please try again later.\n", {
        status: 429,
        headers: { "content-type": "text/plain; charset=utf-8", "retry-after": "32" },
      }),
    { isTooManyRequests: true, isRetryable: true, retryAfterMs: 32_000, reason: "" },
  ],
  [
    "429 without a time",
    () => failure({ code: 429, reason: "TooManyRequests", message: "limit reached on type Server for key " }),
    { isTooManyRequests: true, retryAfterMs: undefined },
  ],
  [
    "500 of a store that is out of reach",
    () =>
      failure({
        code: 500,
        reason: "ServerTimeout",
        details: { name: "create", kind: "events", retryAfterSeconds: 2 },
      }),
    { isRetryable: true, retryAfterMs: 2000 },
  ],
  ["504", () => failure({ code: 504, reason: "Timeout" }, { "retry-after": "1" }), {
    isRetryable: true,
    retryAfterMs: 1000,
  }],
  [
    "502 of a proxy",
    () => new Response("<html>secret</html>", { status: 502, headers: { "content-type": "text/html" } }),
    { isRetryable: true, reason: "" },
  ],
  [
    "503 with JSON that breaks off",
    () => new Response('{"kind":"Sta', { status: 503, headers: { "content-type": "application/json" } }),
    { isRetryable: true, reason: "", code: 503 },
  ],
  [
    "503 with the google.rpc.Status of a gateway",
    () => Response.json({ code: 14, message: "queue is full" }, { status: 503, headers: { "retry-after": "1" } }),
    { isRetryable: true, message: "queue is full", retryAfterMs: 1000 },
  ],
  ["500 with JSON that is not a Status", () => Response.json(["secret"], { status: 500 }), {
    isRetryable: true,
    reason: "",
  }],
];

for (const [name, answer, expected] of ANSWERS) {
  const is = Object.entries(expected).filter(([, value]) => value === true).map(([key]) => key);
  test(`StatusError.from() parses ${[name, ...is].join(", ")}`, async () => {
    const response = answer();
    const error = await StatusError.from(response);
    assert.ok(error instanceof Error);
    assert.equal(error.name, "StatusError");
    assert.equal(error.code, response.status);
    assert.equal(error.status.kind, "Status");
    assert.equal(error.status.code, response.status);
    assert.notEqual(error.message, "");
    assert.ok(!error.message.includes("secret"));
    for (const [key, value] of Object.entries(expected)) assert.equal(error[key as keyof StatusError], value, key);
  });
}

test("StatusError of a status without a code has code 0, and is final", () => {
  const { code, message, isRetryable } = new StatusError({});
  assert.deepEqual({ code, message, isRetryable }, { code: 0, message: "HTTP 0", isRetryable: false });
});

test("StatusError truncates a long message", () => {
  assert.equal(new StatusError({ message: "x".repeat(5000) }).message.length, 1024);
});

test("StatusError.from() ignores members of a Status that have the wrong type", async () => {
  const faults: readonly object[] = [
    { message: 5 },
    { message: { toString: null } },
    { message: null, reason: { length: 1 } },
    { details: null },
    { details: "x" },
    { details: { causes: {}, retryAfterSeconds: "5" } },
    { details: { causes: null, retryAfterSeconds: {} } },
    { details: { causes: [null, 7, {}] } },
  ];
  for (const fault of faults) {
    const answer = (): Response => failure({ code: 403, ...fault });
    const error = await StatusError.from(answer());
    assert.deepEqual([error.code, error.message, error.reason], [403, "HTTP 403", ""]);
    assert.deepEqual([error.isForbidden, error.isNamespaceTerminating, error.retryAfterMs], [true, false, undefined]);
    const sink = new FetchEventSink({ fetch: () => Promise.resolve(answer()) });
    const recording = new EventRecording(sink, { maxTries: 1 });
    recording.accept(makeEvent("a"));
    await recording.stop();
    assert.equal(recording.stats().rejected, 1);
  }
});

test("StatusError.of() reads the errors of client-node and of the fluent client", () => {
  const status = { kind: "Status", code: 409, reason: "AlreadyExists", message: 'events "a" already exists' };
  const node = (code: unknown, body: unknown, headers: unknown = {}) =>
    Object.assign(new Error(`HTTP-Code: ${code}\nBody: secret`), { code, body, headers });
  for (const body of [status, JSON.stringify(status)]) {
    const error = StatusError.of(node(409, body))!;
    assert.deepEqual([error.isAlreadyExists, error.message], [true, status.message]);
  }
  const busy = StatusError.of(node(503, "<html>secret</html>", { "retry-after": "3" }))!;
  assert.deepEqual([busy.isRetryable, busy.message, busy.retryAfterMs], [true, "HTTP 503", 3000]);
  const forbidden = StatusError.of(node(403, { ...status, code: 403, reason: "Forbidden" }))!;
  assert.deepEqual([forbidden.isForbidden, forbidden.reason], [true, "Forbidden"]);
  for (const data of [status, undefined, "text", { ...status, kind: undefined }]) {
    assert.equal(StatusError.of({ ok: false, status: 409, statusText: "Conflict", data })!.code, 409);
  }
  assert.equal(
    StatusError.of({ ok: false, status: 429, statusText: "Too Many Requests" })!.message,
    "HTTP 429 Too Many Requests",
  );
  assert.equal(StatusError.of(node(500, "[".repeat(100_000)))!.message, "HTTP 500");
  assert.equal(StatusError.of(node(500, "", { "retry-after\n": 5 }))!.retryAfterMs, undefined);
});

test("StatusError.of() reads the response beside the error of an HTTP client, and a Status", () => {
  const status = { kind: "Status", code: 422, reason: "Invalid", message: 'Event "a" is invalid' };
  const wait = { "retry-after": "3" };
  const axios = StatusError.of({ code: "ERR", status: 422, response: { status: 422, data: status, headers: wait } })!;
  const got = StatusError.of({ response: { statusCode: 422, body: JSON.stringify(status), headers: wait } })!;
  for (const { isInvalid, message, retryAfterMs } of [axios, got]) {
    assert.deepEqual([isInvalid, message, retryAfterMs], [true, status.message, 3000]);
  }
  assert.equal(StatusError.of(status)!.message, status.message);
  const page = StatusError.of({ response: { status: 502, statusText: "Bad Gateway", data: "<html>", headers: {} } })!;
  assert.equal(page.message, "HTTP 502 Bad Gateway");
  const busy = new Response("busy", { status: 503, statusText: "Service Unavailable" });
  assert.equal(StatusError.of(busy)!.message, "HTTP 503 Service Unavailable");
  const refused = { code: "ECONNREFUSED", response: undefined };
  for (const other of [refused, { response: {} }, { response: "none" }]) assert.equal(StatusError.of(other), undefined);
});

test("StatusError.of() returns undefined for an error without a response, and a StatusError unchanged", () => {
  const own = new StatusError({ code: 404 });
  assert.equal(StatusError.of(own), own);
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  // As the fluent client has it.
  const fluent = {
    ok: false,
    status: 400,
    statusText: "fetch failed",
    data: undefined,
    headers: new Headers(),
    e: refused,
  };
  for (const other of [refused, fluent, new Error("no"), null, undefined, "503", 503, { code: 503 }, { status: 200 }]) {
    assert.equal(StatusError.of(other), undefined);
  }
});

test("StatusError.of() finds the response in the causes of an error, but not behind an error of a connection", () => {
  const cause = { code: 409, body: { kind: "Status", reason: "AlreadyExists", message: "exists" }, headers: {} };
  const wrapped = new Error("Cannot write", { cause: new Error("again", { cause }) });
  const found = StatusError.of(wrapped)!;
  assert.deepEqual([found.isAlreadyExists, found.message, found.cause], [true, "exists", wrapped]);
  const own = new StatusError({ code: 404 });
  assert.equal(StatusError.of(new Error("Cannot write", { cause: own })), own);
  const circular: Error & { cause?: unknown } = new Error("itself");
  circular.cause = circular;
  for (const other of [circular, new ConnectionError("no", { cause }), new RequestConstructionError("no", { cause })]) {
    assert.equal(StatusError.of(other), undefined);
    assert.equal(StatusError.of(new Error("Cannot write", { cause: other })), undefined);
  }
});
