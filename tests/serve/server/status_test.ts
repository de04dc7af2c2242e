import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { type Answer, CORE, coreEvent, EVENTS, eventsEvent, type Json, send } from "./client.ts";

const JSON_PATCH = "application/json-patch+json";
const MERGE_PATCH = "application/merge-patch+json";

/** A server with the event `a` in it. */
async function serverWithEvent(): Promise<EventsApiServer> {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  return api;
}

interface Case {
  readonly of: string;
  readonly method?: string;
  readonly target?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
  readonly code: number;
  readonly reason?: string;
  readonly message: string | RegExp;
  readonly details?: Json;
}

const CASES: readonly Case[] = [
  {
    of: "a missing event",
    target: `${CORE}/x`,
    code: 404,
    reason: "NotFound",
    message: 'events "x" not found',
    details: { name: "x", kind: "events" },
  },
  {
    of: "a missing event, in the other API",
    target: `${EVENTS}/x`,
    code: 404,
    reason: "NotFound",
    message: 'events.events.k8s.io "x" not found',
    details: { name: "x", group: "events.k8s.io", kind: "events" },
  },
  {
    of: "a patch of a missing event",
    method: "PATCH",
    target: `${CORE}/x`,
    body: {},
    type: MERGE_PATCH,
    code: 404,
    reason: "NotFound",
    message: 'events "x" not found',
  },
  {
    of: "an event that already exists",
    method: "POST",
    body: coreEvent("a"),
    code: 409,
    reason: "AlreadyExists",
    message: 'events "a" already exists',
    details: { name: "a", kind: "events" },
  },
  {
    of: "another namespace than the URL's",
    method: "POST",
    body: coreEvent("b", { metadata: { name: "b", namespace: "other" } }),
    code: 400,
    reason: "BadRequest",
    message: "the namespace of the provided object does not match the namespace sent on the request",
  },
  {
    of: "another name than the URL's",
    method: "PUT",
    target: `${CORE}/b`,
    body: coreEvent("a"),
    code: 400,
    reason: "BadRequest",
    message: "the name of the object (a) does not match the name on the URL (b)",
  },
  {
    of: "another version than the URL's",
    method: "POST",
    body: coreEvent("b", { apiVersion: "events.k8s.io/v1" }),
    code: 400,
    reason: "BadRequest",
    message: "the API version in the data (events.k8s.io/v1) does not match the expected API version (v1)",
  },
  {
    of: "another kind",
    method: "POST",
    body: coreEvent("b", { kind: "Pod" }),
    code: 400,
    reason: "BadRequest",
    message: /^Pod in version "v1" cannot be handled as a Event/,
  },
  {
    of: "a resource version on a new event",
    method: "POST",
    body: coreEvent("b", { metadata: { name: "b", resourceVersion: "1" } }),
    code: 500,
    message: "resourceVersion should not be set on objects to be created",
  },
  {
    of: "a string for a number",
    method: "POST",
    body: coreEvent("b", { count: "3" }),
    code: 400,
    reason: "BadRequest",
    message: 'Event in version "v1" cannot be handled as a Event: json: cannot unmarshal string into Go struct field ' +
      "Event.count of type int32",
  },
  {
    of: "a number in the labels",
    method: "POST",
    body: coreEvent("b", { metadata: { name: "b", labels: { a: 1 } } }),
    code: 400,
    reason: "BadRequest",
    message: /Go struct field ObjectMeta\.metadata\.labels of type string$/,
  },
  {
    of: "three digits in a MicroTime",
    method: "POST",
    target: EVENTS,
    body: eventsEvent("b", { eventTime: "2024-01-01T00:00:00.123Z" }),
    code: 400,
    reason: "BadRequest",
    message: 'Event in version "v1" cannot be handled as a Event: parsing time "2024-01-01T00:00:00.123Z" as ' +
      '"2006-01-02T15:04:05.000000Z07:00": cannot parse ".123Z" as ".000000"',
  },
  {
    of: "an unknown field under Strict",
    method: "POST",
    target: `${CORE}?fieldValidation=Strict`,
    body: coreEvent("b", { nope: 1, source: { nope: 2 } }),
    code: 400,
    reason: "BadRequest",
    message: /strict decoding error: unknown field "nope", unknown field "source.nope"$/,
  },
  {
    of: "a field selector that the API does not know",
    target: `${CORE}?fieldSelector=regarding.name=x`,
    code: 400,
    reason: "BadRequest",
    message: "field label not supported: regarding.name",
  },
  {
    of: "an invalid field selector",
    target: `${CORE}?fieldSelector=x`,
    code: 400,
    reason: "BadRequest",
    message: "invalid selector: 'x'; can't understand 'x'",
  },
  {
    of: "an invalid label selector",
    target: `${CORE}?labelSelector=a%20b`,
    code: 400,
    reason: "BadRequest",
    message: /^unable to parse requirement: /,
  },
  {
    of: "an invalid resource version",
    target: `${CORE}?resourceVersion=x`,
    code: 400,
    reason: "BadRequest",
    message:
      'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
  },
  {
    of: "a resource version of more than 64 bits",
    target: `${CORE}?resourceVersion=18446744073709551616`,
    code: 400,
    reason: "BadRequest",
    message: /: strconv\.ParseUint: parsing "18446744073709551616": value out of range$/,
  },
  {
    of: "a watch from an invalid resource version",
    target: `${CORE}?watch=true&resourceVersion=x`,
    code: 500,
    message: 'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
  },
  {
    of: "a future resource version",
    target: `${CORE}?resourceVersion=9&resourceVersionMatch=NotOlderThan`,
    code: 504,
    reason: "Timeout",
    message: "Timeout: Too large resource version: 9, current: 2",
  },
  {
    of: "a match without a resource version",
    target: `${CORE}?resourceVersionMatch=Exact`,
    code: 422,
    reason: "Invalid",
    message: /^ListOptions\.meta\.k8s\.io "" is invalid: resourceVersionMatch: Forbidden: /,
    details: {
      group: "meta.k8s.io",
      kind: "ListOptions",
      causes: [{
        reason: "FieldValueForbidden",
        message: "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
        field: "resourceVersionMatch",
      }],
    },
  },
  {
    of: "a broken continue token",
    target: `${CORE}?continue=x`,
    code: 400,
    reason: "BadRequest",
    message: "invalid continue token: continue key is not valid: illegal base64 data at input byte 0",
  },
  {
    of: "a continue token of another version",
    target: `${CORE}?continue=${btoa('{"v":"v2"}').replace(/=/g, "")}`,
    code: 400,
    reason: "BadRequest",
    message: "invalid continue token: continue key is not valid: server does not recognize this encoded version v2",
  },
  {
    of: "a continue token without a version of the list",
    target: `${CORE}?continue=${btoa('{"v":"meta.k8s.io/v1"}').replace(/=/g, "")}`,
    code: 400,
    reason: "BadRequest",
    message: /: incorrect encoded start resourceVersion \(version meta\.k8s\.io\/v1\)$/,
  },
  {
    of: "a continue token without a start",
    target: `${CORE}?continue=${btoa('{"v":"meta.k8s.io/v1","rv":1}').replace(/=/g, "")}`,
    code: 400,
    reason: "BadRequest",
    message: /: encoded start key empty \(version meta\.k8s\.io\/v1\)$/,
  },
  {
    of: "a dryRun other than All",
    method: "POST",
    target: `${CORE}?dryRun=Some`,
    body: coreEvent("b"),
    code: 422,
    reason: "Invalid",
    message: 'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
  },
  {
    of: "an unknown fieldValidation",
    method: "POST",
    target: `${CORE}?fieldValidation=Odd`,
    body: coreEvent("b"),
    code: 422,
    reason: "Invalid",
    message:
      'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Odd": supported values: "", ' +
      '"Ignore", "Strict", "Warn"',
  },
  {
    of: "a server-side apply",
    method: "PATCH",
    target: `${CORE}/a?fieldManager=m`,
    body: coreEvent("a", { apiVersion: "v1", kind: "Event" }),
    type: "application/apply-patch+yaml",
    code: 415,
    reason: "UnsupportedMediaType",
    message: "server-side apply of events is not supported: use a client-side apply or another patch",
  },
  {
    of: "an event in CBOR",
    method: "POST",
    body: "\xa0",
    type: "application/cbor",
    code: 415,
    reason: "UnsupportedMediaType",
    message: "the body of the request was in an unknown format - accepted media types include: application/json, " +
      "application/vnd.kubernetes.protobuf",
  },
  {
    of: "a negative generation",
    method: "POST",
    body: coreEvent("b", { metadata: { name: "b", generation: -1 } }),
    code: 422,
    reason: "Invalid",
    message: 'Event "b" is invalid: metadata.generation: Invalid value: -1: must be greater than or equal to 0',
  },
  {
    of: "a name beside an invalid generateName",
    method: "POST",
    body: coreEvent("b", { metadata: { name: "b", generateName: "a/" } }),
    code: 422,
    reason: "Invalid",
    message: `Event "b" is invalid: metadata.generateName: Invalid value: "a/": may not contain '/'`,
  },
  {
    of: "an invalid generateName, in the other API",
    method: "POST",
    target: EVENTS,
    body: eventsEvent("b", { metadata: { name: "b", generateName: "A_b-" } }),
    code: 422,
    reason: "Invalid",
    message: /^Event "b" is invalid: metadata\.generateName: Invalid value: "A_b-": a lowercase RFC 1123 subdomain/,
  },
  {
    of: "a generateName that ends with a character of two bytes and a dash",
    method: "POST",
    target: EVENTS,
    body: eventsEvent("b", { metadata: { name: "b", generateName: "ü-" } }),
    code: 422,
    reason: "Invalid",
    message: /^Event "b" is invalid: metadata\.generateName: Invalid value: "ü-": a lowercase RFC 1123 subdomain/,
  },
  {
    of: "a taken name beside a generateName",
    method: "POST",
    body: coreEvent("a", { metadata: { name: "a", generateName: "a-" } }),
    code: 409,
    reason: "AlreadyExists",
    message: 'events "a" already exists, the server was not able to generate a unique name for the object',
  },
  {
    of: "a name that no event can have",
    target: `${CORE}/a%25b`,
    code: 400,
    reason: "BadRequest",
    message: `Name parameter invalid: "a%b": may not contain '%'`,
  },
  {
    of: "a path that is too long",
    target: `${CORE}/a%2Fb`,
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource",
  },
  {
    of: "an empty limit",
    target: `${CORE}?limit=`,
    code: 400,
    reason: "BadRequest",
    message: 'strconv.ParseInt: parsing "": invalid syntax',
  },
  {
    of: "a limit of more than 64 bits",
    target: `${CORE}?limit=9223372036854775808`,
    code: 400,
    reason: "BadRequest",
    message: 'strconv.ParseInt: parsing "9223372036854775808": value out of range',
  },
  {
    of: "a label selector with a number of more than 64 bits",
    target: `${CORE}?labelSelector=a>9223372036854775808`,
    code: 400,
    reason: "BadRequest",
    message: /the value must be an integer$/,
  },
  {
    of: "a timeout of more than 64 bits",
    target: `${CORE}?timeout=9999999h`,
    code: 400,
    reason: "BadRequest",
    message: 'invalid timeout specified in the request URL - time: invalid duration "9999999h"',
  },
  {
    of: "a continue token that leads elsewhere",
    target: `${CORE}?continue=${btoa('{"v":"meta.k8s.io/v1","rv":-1,"start":"../a"}').replace(/=+$/, "")}`,
    code: 400,
    reason: "BadRequest",
    message: "invalid continue token: continue key is not valid: ../a",
  },
  {
    of: "force without apply",
    method: "PATCH",
    target: `${CORE}/a?force=true`,
    body: {},
    type: MERGE_PATCH,
    code: 422,
    reason: "Invalid",
    message: /force: Forbidden: may not be specified for non-apply patch/,
  },
  {
    of: "a create without namespace",
    method: "POST",
    target: "/api/v1/events",
    body: coreEvent("b"),
    code: 405,
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  },
  {
    of: "an unknown path of a served API",
    target: "/api/v1/namespaces/default/pods/web",
    code: 404,
    reason: "NotFound",
    message: "the server could not find the requested resource",
    details: {},
  },
  {
    of: "a client that accepts no JSON",
    accept: "application/vnd.kubernetes.protobuf",
    code: 406,
    reason: "NotAcceptable",
    message: "406: Not Acceptable\n\nAvailable representations: application/json",
    details: {},
  },
  {
    of: "a client that accepts JSON of another kind",
    accept: "application/json;as=Odd;v=v1;g=meta.k8s.io",
    code: 406,
    reason: "NotAcceptable",
    message: "only the following media types are accepted: application/json",
  },
  {
    of: "the options of a delete as text",
    method: "DELETE",
    target: `${CORE}/a`,
    body: "x",
    type: "text/plain",
    code: 415,
    reason: "UnsupportedMediaType",
    message: "the body of the request was in an unknown format - accepted media types include: application/json, " +
      "application/vnd.kubernetes.protobuf",
  },
  {
    of: "a body in YAML",
    method: "POST",
    body: "{}",
    type: "application/yaml",
    code: 415,
    reason: "UnsupportedMediaType",
    message: "the body of the request was in an unknown format - accepted media types include: application/json, " +
      "application/vnd.kubernetes.protobuf",
  },
  {
    of: "an unknown patch type",
    method: "PATCH",
    target: `${CORE}/a`,
    body: {},
    code: 415,
    reason: "UnsupportedMediaType",
    message: "415: Unsupported Media Type",
    details: {},
  },
  {
    of: "a JSON Patch that does not apply",
    method: "PATCH",
    target: `${CORE}/a`,
    body: [{ op: "test", path: "/count", value: 7 }],
    type: JSON_PATCH,
    code: 422,
    reason: "Invalid",
    message: "the server rejected our request due to an error in our request",
    details: {},
  },
  {
    of: "an invalid JSON Patch",
    method: "PATCH",
    target: `${CORE}/a`,
    body: { count: 7 },
    type: JSON_PATCH,
    code: 400,
    reason: "BadRequest",
    message: "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
  },
  {
    of: "a JSON Patch with an operation that is a number",
    method: "PATCH",
    target: `${CORE}/a`,
    body: [7],
    type: JSON_PATCH,
    code: 400,
    reason: "BadRequest",
    message: "error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp",
  },
  {
    of: "a merge patch that is a string",
    method: "PATCH",
    target: `${CORE}/a`,
    body: '"x"',
    type: MERGE_PATCH,
    code: 400,
    reason: "BadRequest",
    message: "error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}",
  },
  {
    of: "a merge patch that is null",
    method: "PATCH",
    target: `${CORE}/a`,
    body: "null",
    type: MERGE_PATCH,
    code: 400,
    reason: "BadRequest",
    message: "Invalid JSON Patch",
  },
  {
    of: "a patch that is not JSON",
    method: "PATCH",
    target: `${CORE}/a`,
    body: "[",
    type: JSON_PATCH,
    code: 400,
    reason: "BadRequest",
    message: /^error decoding patch: /,
  },
  {
    of: "a patch that makes an event invalid",
    method: "PATCH",
    target: `${CORE}/a`,
    body: { eventTime: "soon" },
    type: MERGE_PATCH,
    code: 422,
    reason: "Invalid",
    message: /^ "" is invalid: patch: Invalid value: /,
  },
  {
    of: "a patch of another version",
    method: "PATCH",
    target: `${CORE}/a`,
    body: { metadata: { resourceVersion: "1" } },
    type: MERGE_PATCH,
    code: 409,
    reason: "Conflict",
    message: /the object has been modified/,
  },
  {
    of: "a patch that changes the uid",
    method: "PATCH",
    target: `${CORE}/a`,
    body: { metadata: { uid: "other" } },
    type: MERGE_PATCH,
    code: 422,
    reason: "Invalid",
    message: 'Event "a" is invalid: metadata.uid: Invalid value: "other": field is immutable',
  },
  {
    of: "a patch that renames",
    method: "PATCH",
    target: `${CORE}/a`,
    body: { metadata: { name: "b" } },
    type: MERGE_PATCH,
    code: 400,
    reason: "BadRequest",
    message: "the name of the object (b) does not match the name on the URL (a)",
  },
  {
    of: "a patch that moves to another namespace",
    method: "PATCH",
    target: `${CORE}/a`,
    body: { metadata: { namespace: "b" } },
    type: MERGE_PATCH,
    code: 400,
    reason: "BadRequest",
    message: "the namespace of the provided object does not match the namespace sent on the request",
  },
  {
    of: "an event that is null",
    method: "POST",
    body: "null",
    code: 422,
    reason: "Invalid",
    message: 'Event "" is invalid: metadata.name: Required value: name or generateName is required',
  },
  {
    of: "nine digits in a MicroTime",
    method: "POST",
    body: coreEvent("b", { eventTime: "2024-01-01T00:00:00.123456789Z" }),
    code: 400,
    reason: "BadRequest",
    message: /: cannot parse "789Z" as "Z07:00"$/,
  },
  {
    of: "a selector by source in events.k8s.io/v1",
    target: `${EVENTS}?fieldSelector=source%3Dkubelet`,
    code: 400,
    reason: "BadRequest",
    message: "field label not supported: source",
  },
  {
    of: "labels that are compared by size with a non-number",
    target: `${CORE}?labelSelector=a%3Eb`,
    code: 400,
    reason: "BadRequest",
    message: /^unable to parse requirement: values\[0\]: Invalid value: "b"/,
  },
  {
    of: "a delete of another version",
    method: "DELETE",
    target: `${CORE}/a`,
    body: { preconditions: { resourceVersion: "1" } },
    code: 409,
    reason: "Conflict",
    message:
      'Operation cannot be fulfilled on Event "a": the ResourceVersion in the precondition (1) does not match the ' +
      "ResourceVersion in record (2). The object might have been modified",
    details: { name: "a", kind: "Event" },
  },
  {
    of: "a delete of another uid, in the other API",
    method: "DELETE",
    target: `${EVENTS}/a`,
    body: { preconditions: { uid: "x" } },
    code: 409,
    reason: "Conflict",
    message:
      /^Operation cannot be fulfilled on Event "a": the UID in the precondition \(x\) does not match the UID in record \([0-9a-f-]{36}\)\. The object might have been deleted and then recreated$/,
    details: { name: "a", kind: "Event" },
  },
];

for (const { of, method = "GET", target = CORE, code, reason, message, details, ...request } of CASES) {
  test(`EventsApiServer responds with ${code} to ${of}`, async () => {
    const api = await serverWithEvent();
    const before = (await send(api, "GET", "/api/v1/events")).body;
    const answer = await send(api, method, target, request);
    assert.equal(answer.code, code);
    assert.equal(answer.headers.get("content-type"), "application/json");
    const { kind, apiVersion, metadata, status, code: inBody } = answer.body;
    assert.deepEqual([kind, apiVersion, metadata, status, inBody], ["Status", "v1", {}, "Failure", code]);
    assert.equal(answer.body.reason, reason);
    if (typeof message === "string") assert.equal(answer.body.message, message);
    else assert.match(answer.body.message, message);
    if (details !== undefined) assert.deepEqual(answer.body.details, details);
    assert.deepEqual((await send(api, "GET", "/api/v1/events")).body, before, "nothing was stored");
  });
}

test("EventsApiServer responds with 404 in plain text outside its APIs", async () => {
  const { code, body, headers } = await send(new EventsApiServer(), "GET", "/nope");
  assert.deepEqual([code, body, headers.get("content-type")], [
    404,
    "404 page not found\n",
    "text/plain; charset=utf-8",
  ]);
});

test("EventsApiServer accepts a fieldManager of up to 128 bytes", async () => {
  for (const [length, code] of [[128, 201], [129, 422]] as const) {
    const target = `${CORE}?fieldManager=${"x".repeat(length)}`;
    assert.equal((await send(new EventsApiServer(), "POST", target, { body: coreEvent("a") })).code, code);
  }
});

test("EventsApiServer responds with 504 to the largest resource version", async () => {
  const { code } = await send(new EventsApiServer(), "GET", `${CORE}?resourceVersion=${2n ** 64n - 1n}`);
  assert.equal(code, 504);
});

test("EventsApiServer sends no Retry-After for a future resourceVersion", async () => {
  const { body, headers } = await send(new EventsApiServer(), "GET", `${CORE}?resourceVersion=9`);
  assert.deepEqual([body.details.retryAfterSeconds, headers.get("retry-after")], [undefined, null]);
});

test("EventsApiServer rejects ownerReferences that are incomplete or are events", async () => {
  const refused = async (owner: Json): Promise<string> => {
    const body = coreEvent("a", { metadata: { name: "a", ownerReferences: [owner] } });
    return (await send(new EventsApiServer(), "POST", CORE, { body })).body.message;
  };
  assert.equal(
    await refused({ apiVersion: "", kind: "", name: "", uid: "" }),
    'Event "a" is invalid: [' +
      ["apiVersion", "kind", "name", "uid"].map((field) =>
        `metadata.ownerReferences[0].${field}: Required value: must not be empty`
      ).join(", ") + "]",
  );
  assert.match(
    await refused({ apiVersion: "a/b/c", kind: "Pod", name: "b", uid: "u" }),
    /: metadata\.ownerReferences\[0\]\.apiVersion: Invalid value: "a\/b\/c": must be <group>\/<version> or <version>$/,
  );
  assert.match(
    await refused({ apiVersion: "v1", kind: "Event", name: "b", uid: "u" }),
    /: metadata\.ownerReferences\[0\]: Inv/,
  );
});

test("EventsApiServer rejects a time with an invalid zone", async () => {
  for (const [zone, code] of [["+24:00", 201], ["-23:59", 201], ["+25:00", 400], ["+10:61", 400]] as const) {
    const body = coreEvent("a", { firstTimestamp: `2026-01-01T00:00:00${zone}` });
    assert.equal((await send(new EventsApiServer(), "PUT", `${CORE}/a`, { body })).code, code, zone);
  }
});

test("EventsApiServer warns of unknown fields unless fieldValidation is Ignore", async () => {
  const api = new EventsApiServer();
  const body = coreEvent("b", { "né": 1 });
  const warned = await send(api, "POST", `${CORE}?dryRun=All`, { body });
  assert.equal(warned.code, 201);
  assert.equal(warned.headers.get("warning"), '299 - "unknown field \\"n\\u00e9\\""');
  const ignored = await send(api, "POST", `${CORE}?dryRun=All&fieldValidation=Ignore`, { body });
  assert.equal(ignored.headers.get("warning"), null);
});

test("EventsApiServer answers with Retry-After: 1 to a taken name beside a generateName", async () => {
  const body = coreEvent("a", { metadata: { name: "a", generateName: "a-" } });
  const { code, headers } = await send(await serverWithEvent(), "POST", CORE, { body });
  assert.deepEqual([code, headers.get("retry-after")], [409, "1"]);
});

test("EventsApiServer keeps the generation of a create", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a", { metadata: { name: "a", generation: 3 } }) });
  const { body } = await send(api, "PUT", `${CORE}/a`, {
    body: coreEvent("a", { metadata: { name: "a", generation: 9 } }),
  });
  assert.equal(body.metadata.generation, 3);
});

test("EventsApiServer ignores empty terms of a field selector", async () => {
  for (const selector of ["=", "==", "!=", "=,!="]) {
    const target = `${CORE}?fieldSelector=${encodeURIComponent(selector)}`;
    const { code, body } = await send(await serverWithEvent(), "GET", target);
    assert.deepEqual([code, body.items.length], [200, 1], selector);
  }
});

test("EventsApiServer checks includeObject only of tables", async () => {
  const api = await serverWithEvent();
  assert.equal((await send(api, "GET", `${CORE}?includeObject=Odd`)).code, 200);
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  assert.equal((await send(api, "GET", `${CORE}?includeObject=Odd`, { accept })).code, 400);
});

test("EventsApiServer uses the last of duplicate fields", async () => {
  const request = { body: '{"count":1,"count":2}', type: MERGE_PATCH };
  const { code, body } = await send(await serverWithEvent(), "PATCH", `${CORE}/a?fieldValidation=Strict`, request);
  assert.deepEqual([code, body.count], [200, 2]);
});

test("EventsApiServer drops managedFields", async () => {
  const metadata = { name: "b", managedFields: [{ manager: "m", fieldsV1: {} }] };
  const { code, body, headers } = await send(await serverWithEvent(), "POST", CORE, {
    body: coreEvent("b", { metadata }),
  });
  assert.deepEqual([code, "managedFields" in body.metadata, headers.get("warning")], [201, false, null]);
});

test("EventsApiServer responds in JSON to a client that prefers CBOR", async () => {
  const accept = "application/cbor, application/json";
  const { code, headers, body } = await send(await serverWithEvent(), "GET", `${CORE}/a`, { accept });
  assert.deepEqual([code, headers.get("content-type"), body.kind], [200, "application/json", "Event"]);
});

test("EventsApiServer treats a null body as an empty patch, and as missing options of a delete", async () => {
  const api = await serverWithEvent();
  const before = (await send(api, "GET", `${CORE}/a`)).body;
  for (const type of [JSON_PATCH, "application/strategic-merge-patch+json"]) {
    const { code, body } = await send(api, "PATCH", `${CORE}/a`, { body: "null", type });
    assert.deepEqual([code, body], [200, before], type);
  }
  assert.equal((await send(api, "DELETE", `${CORE}/a`, { body: "null" })).code, 200);
});

test("EventsApiServer deletes by the preconditions and the kind of the options, in the query and in the body", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  for (const query of ["uid=wrong", "resourceVersion=1000"]) {
    assert.equal((await send(api, "DELETE", `${CORE}/a?${query}`)).code, 409, query);
  }
  assert.equal((await send(api, "DELETE", `${CORE}?uid=wrong`)).code, 409);
  assert.equal((await send(api, "DELETE", `${CORE}/a`, { body: { kind: "Bad" } })).code, 400);
  assert.equal(
    (await send(api, "DELETE", `${CORE}/a`, { body: { kind: "DeleteOptions", apiVersion: "v1" } })).code,
    200,
  );
});

test("EventsApiServer answers writes and deletes in the form that Accept requests", async () => {
  const api = new EventsApiServer();
  const as = (form: string): string => `application/json;as=${form};v=v1;g=meta.k8s.io`;
  const created = await send(api, "POST", CORE, { body: coreEvent("a"), accept: as("Table") });
  assert.deepEqual([created.code, created.body.kind, created.body.rows.length], [201, "Table", 1]);
  const put = await send(api, "PUT", `${CORE}/a`, { body: coreEvent("a"), accept: as("PartialObjectMetadata") });
  assert.deepEqual([put.body.kind, put.body.metadata.name], ["PartialObjectMetadata", "a"]);
  assert.equal((await send(api, "GET", CORE, { accept: as("PartialObjectMetadata") })).code, 406);
  assert.equal((await send(api, "GET", `${CORE}/a`, { accept: as("PartialObjectMetadataList") })).code, 406);
  const deleted = await send(api, "DELETE", CORE, { accept: as("PartialObjectMetadataList") });
  assert.deepEqual([deleted.body.kind, deleted.body.items.length], ["PartialObjectMetadataList", 1]);
});

test("EventsApiServer answers a get of a namespace by namespacePhase", async () => {
  const api = new EventsApiServer({
    namespacePhase: (name) => (({ gone: "Missing", going: "Terminating" }) as const)[name as "gone"] ?? "Active",
  });
  const phase = async (name: string): Promise<unknown> => {
    const { code, body } = await send(api, "GET", `/api/v1/namespaces/${name}`);
    return [code, body.kind, body.status.phase ?? body.reason];
  };
  assert.deepEqual(await phase("default"), [200, "Namespace", "Active"]);
  assert.deepEqual(await phase("going"), [200, "Namespace", "Terminating"]);
  assert.deepEqual(await phase("gone"), [404, "Status", "NotFound"]);
});

test("EventsApiServer answers with a 500 if namespacePhase throws", async () => {
  const api = new EventsApiServer({
    namespacePhase: () => {
      throw new Error("no such record");
    },
  });
  const message = "Internal error occurred: Error: no such record";
  for (const [method, path] of [["GET", "/api/v1/namespaces/default"], ["POST", CORE]] as const) {
    const { code, body } = await send(api, method, path, method === "GET" ? {} : { body: coreEvent("a") });
    assert.deepEqual([code, body.message], [500, message]);
  }
});

test("EventsApiServer warns of unknown fields in an error response as well", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const warning = '299 - "unknown field \\"odd\\""';
  const invalid = { name: "b", labels: { "a b": "c" } };
  for (const body of [coreEvent("a", { odd: 1 }), coreEvent("b", { odd: 1, metadata: invalid })]) {
    const { code, headers } = await send(api, "POST", CORE, { body });
    assert.ok(code >= 400);
    assert.equal(headers.get("warning"), warning);
  }
  const stale = { name: "a", resourceVersion: "1" };
  const { code, headers } = await send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", { metadata: stale, odd: 1 }) });
  assert.deepEqual([code, headers.get("warning")], [409, warning]);
});

test("EventsApiServer rejects finalizers without a prefix in events.k8s.io/v1, and contradictory ones", async () => {
  const api = new EventsApiServer();
  const create = async (path: string, event: Json, finalizers: string[]): Promise<Json> =>
    (await send(api, "POST", path, { body: { ...event, metadata: { ...event.metadata, finalizers } } })).body;
  assert.deepEqual((await create(CORE, coreEvent("a"), ["x", "orphan"])).metadata.finalizers, ["x", "orphan"]);
  assert.equal((await create(EVENTS, eventsEvent("b"), ["kubernetes", "example.com/x"])).kind, "Event");
  assert.deepEqual((await create(EVENTS, eventsEvent("c"), ["orphan", "x"])).details.causes, [{
    reason: "FieldValueInvalid",
    message: 'Invalid value: "x": name is neither a standard finalizer name nor is it fully qualified',
    field: "metadata.finalizers[1]",
  }]);
  assert.deepEqual(
    (await create(CORE, coreEvent("c"), ["orphan", "foregroundDeletion"])).details.causes[0].field,
    "metadata.finalizers",
  );
  const type = "application/merge-patch+json";
  const patched = await send(api, "PATCH", `${EVENTS}/b`, { body: { metadata: { finalizers: ["x"] } }, type });
  assert.equal(patched.body.reason, "Invalid");
});

test("EventsApiServer ignores deletionGracePeriodSeconds of a create, and rejects a change of it", async () => {
  const api = new EventsApiServer();
  const metadata = { name: "a", deletionGracePeriodSeconds: 7 };
  const created = await send(api, "POST", CORE, { body: coreEvent("a", { metadata }) });
  assert.equal(created.body.metadata.deletionGracePeriodSeconds, undefined);
  const { body } = await send(api, "PATCH", `${CORE}/a`, { body: { metadata }, type: "application/merge-patch+json" });
  assert.equal(body.details.causes[0].field, "metadata.deletionGracePeriodSeconds");
});

test("EventsApiServer drops a selfLink, which must be a string", async () => {
  const api = new EventsApiServer();
  const create = (selfLink: unknown): Promise<Answer> =>
    send(api, "POST", CORE, { body: coreEvent("a", { metadata: { name: "a", selfLink } }) });
  assert.match((await create(7)).body.message, /cannot unmarshal number into .*selfLink of type string$/);
  const { code, body } = await create("/x");
  assert.deepEqual([code, body.metadata.selfLink], [201, undefined]);
});

test("EventsApiServer rejects a timeout that is not a duration of Go, except for a watch", async () => {
  const api = new EventsApiServer();
  for (const timeout of ["odd", "1", "-", " 1s", ".s", "1e3s"]) {
    for (const path of [CORE, `${CORE}/a`, "/version"]) {
      const { code, body } = await send(api, "GET", `${path}?timeout=${encodeURIComponent(timeout)}`);
      assert.deepEqual([code, body.reason], [400, "BadRequest"], timeout);
    }
  }
  for (const timeout of ["", "0", "1h", "1.5h", "1m1s", "+1s", "1µs"]) {
    const { code } = await send(api, "GET", `${CORE}?timeout=${encodeURIComponent(timeout)}`);
    assert.equal(code, 200, timeout);
  }
  const watch = await api.fetch(`${CORE}?watch=true&timeout=odd`);
  assert.equal(watch.status, 200);
  await watch.body?.cancel();
});

test("EventsApiServer removes repeated owners of an event with a warning, as a cluster does", async () => {
  const api = new EventsApiServer();
  const owner = { apiVersion: "v1", kind: "Pod", name: "web", uid: "u1" };
  const [other, second] = [{ ...owner, name: "db" }, { ...owner, uid: "u2" }];
  const metadata = { name: "a", ownerReferences: [owner, other, second, owner, { ...second, controller: null }] };
  const warning = (when: string): string =>
    `299 - ".metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, ` +
    'and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u1, u2"';
  const type = "application/merge-patch+json";
  const answers: readonly [answer: Answer, warning: string][] = [
    [await send(api, "POST", CORE, { body: coreEvent("a", { metadata }) }), warning("")],
    [await send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", { metadata, count: 2 }) }), warning("")],
    [
      await send(api, "PATCH", `${CORE}/a?fieldValidation=Ignore`, { body: { metadata, count: 3 }, type }),
      warning(" after mutating admission happens"),
    ],
  ];
  for (const [{ body, headers }, expected] of answers) {
    assert.deepEqual(body.metadata.ownerReferences, [owner, other, second]);
    assert.equal(headers.get("warning"), expected);
  }
  const unchanged = await send(api, "PATCH", `${CORE}/a`, { body: { metadata: { ownerReferences: [owner] } }, type });
  assert.equal(unchanged.headers.get("warning"), null);
});

test("EventsApiServer responds with 415 to a malformed content type, except to a patch", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  for (const parameters of ["; foo", ";;", "; a=", "; a=b c", '; a="b', "; =b", ", text/plain"]) {
    const type = `application/json${parameters}`;
    assert.equal((await send(api, "POST", CORE, { body: coreEvent("b"), type })).code, 415, type);
    assert.equal((await send(api, "DELETE", `${CORE}/a`, { body: {}, type })).code, 415, type);
  }
  assert.equal((await send(api, "POST", CORE, { body: coreEvent("b"), type: ";" })).code, 415);
  const dry = `${CORE}?dryRun=All`;
  for (const type of ["Application/JSON", "application/json;", 'application/json ; a = b; c="; \\" d" ;']) {
    assert.equal((await send(api, "POST", dry, { body: coreEvent("b"), type })).code, 201, type);
  }
  for (const [type, code] of [["", 200], [";;", 200], ["; foo", 200], [" ; a=b", 415]] as const) {
    const patch = { body: {}, type: `application/merge-patch+json${type}` };
    assert.equal((await send(api, "PATCH", `${CORE}/a`, patch)).code, code, type);
  }
  assert.equal((await send(api, "PATCH", `${CORE}/a`, { body: {}, type: "Application/merge-patch+json" })).code, 415);
});

test("EventsApiServer checks a long timeout in a time that grows with its length", async () => {
  const api = new EventsApiServer();
  const timeOf = async (timeout: string): Promise<number> => {
    const startedAt = performance.now();
    await send(api, "GET", `/version?timeout=${timeout}`);
    return performance.now() - startedAt;
  };
  const least = async (timeout: string): Promise<number> => Math.min(await timeOf(timeout), await timeOf(timeout));
  for (const part of ["1", "1.", "1h", "1h1"]) {
    const short = await least(part.repeat(3000));
    const long = await least(part.repeat(30_000));
    assert.ok(long < 30 * Math.max(short, 1), `ten times the ${part} took ${long} ms in place of ${short}`);
  }
});

test("EventsApiServer rejects a watch with initial events that continues, and lists every conflict of options", async () => {
  const api = new EventsApiServer();
  const causes = async (query: string): Promise<string[]> =>
    (await send(api, "GET", `${CORE}?${query}`)).body.details.causes.map((cause: Json) =>
      `${cause.field}: ${cause.message}`
    );
  assert.deepEqual(await causes("watch=true&continue=x"), [
    "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided",
  ]);
  assert.deepEqual(await causes("watch=true&resourceVersion=1&resourceVersionMatch=Exact"), [
    "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
    'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"',
  ]);
  assert.deepEqual(await causes("sendInitialEvents=true&resourceVersionMatch=Odd"), [
    "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
    'resourceVersionMatch: Unsupported value: "Odd": supported values: "Exact", "NotOlderThan", ""',
    "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list",
  ]);
});
