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

type Request = Parameters<typeof send> extends [unknown, ...infer R] ? R : never;

const CODES = {
  "": 500,
  AlreadyExists: 409,
  BadRequest: 400,
  Conflict: 409,
  Invalid: 422,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  NotFound: 404,
  Timeout: 504,
  UnsupportedMediaType: 415,
};

/** What is refused: the request, and the reason, message and details of the answer. */
const CASES: readonly [string, Request, [keyof typeof CODES, string | RegExp, Json?]][] = [
  ["a missing event", ["GET", `${CORE}/x`], ["NotFound", 'events "x" not found', { name: "x", kind: "events" }]],
  [
    "a missing event, in the other API",
    ["GET", `${EVENTS}/x`],
    ["NotFound", 'events.events.k8s.io "x" not found', { name: "x", group: "events.k8s.io", kind: "events" }],
  ],
  [
    "a patch of a missing event",
    ["PATCH", `${CORE}/x`, { body: {}, type: MERGE_PATCH }],
    ["NotFound", 'events "x" not found'],
  ],
  [
    "an event that already exists",
    ["POST", CORE, { body: coreEvent("a") }],
    ["AlreadyExists", 'events "a" already exists', { name: "a", kind: "events" }],
  ],
  [
    "another namespace than the URL's",
    ["POST", CORE, { body: coreEvent("b", { metadata: { name: "b", namespace: "other" } }) }],
    ["BadRequest", "the namespace of the provided object does not match the namespace sent on the request"],
  ],
  [
    "another name than the URL's",
    ["PUT", `${CORE}/b`, { body: coreEvent("a") }],
    ["BadRequest", "the name of the object (a) does not match the name on the URL (b)"],
  ],
  [
    "another version than the URL's",
    ["POST", CORE, { body: coreEvent("b", { apiVersion: "events.k8s.io/v1" }) }],
    ["BadRequest", "the API version in the data (events.k8s.io/v1) does not match the expected API version (v1)"],
  ],
  [
    "another kind",
    ["POST", CORE, { body: coreEvent("b", { kind: "Pod" }) }],
    ["BadRequest", /^Pod in version "v1" cannot be handled as a Event/],
  ],
  [
    "a resource version on a new event",
    ["POST", CORE, { body: coreEvent("b", { metadata: { name: "b", resourceVersion: "1" } }) }],
    ["", "resourceVersion should not be set on objects to be created"],
  ],
  [
    "a string for a number",
    ["POST", CORE, { body: coreEvent("b", { count: "3" }) }],
    [
      "BadRequest",
      'Event in version "v1" cannot be handled as a Event: json: cannot unmarshal string into Go struct field ' +
      "Event.count of type int32",
    ],
  ],
  [
    "a number in the labels",
    ["POST", CORE, { body: coreEvent("b", { metadata: { name: "b", labels: { a: 1 } } }) }],
    ["BadRequest", /Go struct field ObjectMeta\.metadata\.labels of type string$/],
  ],
  [
    "three digits in a MicroTime",
    ["POST", EVENTS, { body: eventsEvent("b", { eventTime: "2024-01-01T00:00:00.123Z" }) }],
    [
      "BadRequest",
      'Event in version "v1" cannot be handled as a Event: parsing time "2024-01-01T00:00:00.123Z" as ' +
      '"2006-01-02T15:04:05.000000Z07:00": cannot parse ".123Z" as ".000000"',
    ],
  ],
  [
    "an unknown field under Strict",
    ["POST", `${CORE}?fieldValidation=Strict`, { body: coreEvent("b", { nope: 1, source: { nope: 2 } }) }],
    ["BadRequest", /strict decoding error: unknown field "nope", unknown field "source.nope"$/],
  ],
  [
    "a field selector that the API does not know",
    ["GET", `${CORE}?fieldSelector=regarding.name=x`],
    ["BadRequest", "field label not supported: regarding.name"],
  ],
  [
    "an invalid field selector",
    ["GET", `${CORE}?fieldSelector=x`],
    ["BadRequest", "invalid selector: 'x'; can't understand 'x'"],
  ],
  [
    "an invalid label selector",
    ["GET", `${CORE}?labelSelector=a%20b`],
    ["BadRequest", /^unable to parse requirement: /],
  ],
  [
    "an invalid resource version",
    ["GET", `${CORE}?resourceVersion=x`],
    [
      "BadRequest",
      'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    ],
  ],
  [
    "a resource version of more than 64 bits",
    ["GET", `${CORE}?resourceVersion=18446744073709551616`],
    ["BadRequest", /: strconv\.ParseUint: parsing "18446744073709551616": value out of range$/],
  ],
  [
    "a watch from an invalid resource version",
    ["GET", `${CORE}?watch=true&resourceVersion=x`],
    ["", 'resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax'],
  ],
  [
    "a future resource version",
    ["GET", `${CORE}?resourceVersion=9&resourceVersionMatch=NotOlderThan`],
    ["Timeout", "Timeout: Too large resource version: 9, current: 2"],
  ],
  [
    "a match without a resource version",
    ["GET", `${CORE}?resourceVersionMatch=Exact`],
    ["Invalid", /^ListOptions\.meta\.k8s\.io "" is invalid: resourceVersionMatch: Forbidden: /, {
      group: "meta.k8s.io",
      kind: "ListOptions",
      causes: [{
        reason: "FieldValueForbidden",
        message: "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
        field: "resourceVersionMatch",
      }],
    }],
  ],
  [
    "a broken continue token",
    ["GET", `${CORE}?continue=x`],
    ["BadRequest", "invalid continue token: continue key is not valid: illegal base64 data at input byte 0"],
  ],
  [
    "a continue token of another version",
    ["GET", `${CORE}?continue=${btoa('{"v":"v2"}').replace(/=/g, "")}`],
    [
      "BadRequest",
      "invalid continue token: continue key is not valid: server does not recognize this encoded version v2",
    ],
  ],
  [
    "a continue token without a version of the list",
    ["GET", `${CORE}?continue=${btoa('{"v":"meta.k8s.io/v1"}').replace(/=/g, "")}`],
    ["BadRequest", /: incorrect encoded start resourceVersion \(version meta\.k8s\.io\/v1\)$/],
  ],
  [
    "a continue token without a start",
    ["GET", `${CORE}?continue=${btoa('{"v":"meta.k8s.io/v1","rv":1}').replace(/=/g, "")}`],
    ["BadRequest", /: encoded start key empty \(version meta\.k8s\.io\/v1\)$/],
  ],
  [
    "a dryRun other than All",
    ["POST", `${CORE}?dryRun=Some`, { body: coreEvent("b") }],
    [
      "Invalid",
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["Some"]: supported values: "All"',
    ],
  ],
  [
    "an unknown fieldValidation",
    ["POST", `${CORE}?fieldValidation=Odd`, { body: coreEvent("b") }],
    [
      "Invalid",
      'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Odd": supported values: "", ' +
      '"Ignore", "Strict", "Warn"',
    ],
  ],
  [
    "a server-side apply",
    ["PATCH", `${CORE}/a?fieldManager=m`, {
      body: coreEvent("a", { apiVersion: "v1", kind: "Event" }),
      type: "application/apply-patch+yaml",
    }],
    ["UnsupportedMediaType", "server-side apply of events is not supported: use a client-side apply or another patch"],
  ],
  [
    "an event in CBOR",
    ["POST", CORE, { body: "\xa0", type: "application/cbor" }],
    [
      "UnsupportedMediaType",
      "the body of the request was in an unknown format - accepted media types include: application/json, " +
      "application/vnd.kubernetes.protobuf",
    ],
  ],
  [
    "a negative generation",
    ["POST", CORE, { body: coreEvent("b", { metadata: { name: "b", generation: -1 } }) }],
    ["Invalid", 'Event "b" is invalid: metadata.generation: Invalid value: -1: must be greater than or equal to 0'],
  ],
  [
    "a name beside an invalid generateName",
    ["POST", CORE, { body: coreEvent("b", { metadata: { name: "b", generateName: "a/" } }) }],
    ["Invalid", `Event "b" is invalid: metadata.generateName: Invalid value: "a/": may not contain '/'`],
  ],
  [
    "an invalid generateName, in the other API",
    ["POST", EVENTS, { body: eventsEvent("b", { metadata: { name: "b", generateName: "A_b-" } }) }],
    ["Invalid", /^Event "b" is invalid: metadata\.generateName: Invalid value: "A_b-": a lowercase RFC 1123 subdomain/],
  ],
  [
    "a generateName that ends with a character of two bytes and a dash",
    ["POST", EVENTS, { body: eventsEvent("b", { metadata: { name: "b", generateName: "ü-" } }) }],
    ["Invalid", /^Event "b" is invalid: metadata\.generateName: Invalid value: "ü-": a lowercase RFC 1123 subdomain/],
  ],
  [
    "a taken name beside a generateName",
    ["POST", CORE, { body: coreEvent("a", { metadata: { name: "a", generateName: "a-" } }) }],
    ["AlreadyExists", 'events "a" already exists, the server was not able to generate a unique name for the object'],
  ],
  [
    "a name that no event can have",
    ["GET", `${CORE}/a%25b`],
    ["BadRequest", `Name parameter invalid: "a%b": may not contain '%'`],
  ],
  [
    "a path that is too long",
    ["GET", `${CORE}/a%2Fb`],
    ["NotFound", "the server could not find the requested resource"],
  ],
  ["an empty limit", ["GET", `${CORE}?limit=`], ["BadRequest", 'strconv.ParseInt: parsing "": invalid syntax']],
  [
    "a limit of more than 64 bits",
    ["GET", `${CORE}?limit=9223372036854775808`],
    ["BadRequest", 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
  ],
  [
    "a label selector with a number of more than 64 bits",
    ["GET", `${CORE}?labelSelector=a>9223372036854775808`],
    ["BadRequest", /the value must be an integer$/],
  ],
  [
    "a timeout of more than 64 bits",
    ["GET", `${CORE}?timeout=9999999h`],
    ["BadRequest", 'invalid timeout specified in the request URL - time: invalid duration "9999999h"'],
  ],
  [
    "a continue token that leads elsewhere",
    ["GET", `${CORE}?continue=${btoa('{"v":"meta.k8s.io/v1","rv":-1,"start":"../a"}').replace(/=+$/, "")}`],
    ["BadRequest", "invalid continue token: continue key is not valid: ../a"],
  ],
  [
    "force without apply",
    ["PATCH", `${CORE}/a?force=true`, { body: {}, type: MERGE_PATCH }],
    ["Invalid", /force: Forbidden: may not be specified for non-apply patch/],
  ],
  [
    "a create without namespace",
    ["POST", "/api/v1/events", { body: coreEvent("b") }],
    ["MethodNotAllowed", "the server does not allow this method on the requested resource", {}],
  ],
  [
    "an unknown path of a served API",
    ["GET", "/api/v1/namespaces/default/pods/web"],
    ["NotFound", "the server could not find the requested resource", {}],
  ],
  [
    "a client that accepts no JSON",
    ["GET", CORE, { accept: "application/vnd.kubernetes.protobuf" }],
    ["NotAcceptable", "406: Not Acceptable\n\nAvailable representations: application/json", {}],
  ],
  [
    "a client that accepts JSON of another kind",
    ["GET", CORE, { accept: "application/json;as=Odd;v=v1;g=meta.k8s.io" }],
    ["NotAcceptable", "only the following media types are accepted: application/json"],
  ],
  [
    "the options of a delete as text",
    ["DELETE", `${CORE}/a`, { body: "x", type: "text/plain" }],
    [
      "UnsupportedMediaType",
      "the body of the request was in an unknown format - accepted media types include: application/json, " +
      "application/vnd.kubernetes.protobuf",
    ],
  ],
  [
    "a body in YAML",
    ["POST", CORE, { body: "{}", type: "application/yaml" }],
    [
      "UnsupportedMediaType",
      "the body of the request was in an unknown format - accepted media types include: application/json, " +
      "application/vnd.kubernetes.protobuf",
    ],
  ],
  [
    "an unknown patch type",
    ["PATCH", `${CORE}/a`, { body: {} }],
    ["UnsupportedMediaType", "415: Unsupported Media Type", {}],
  ],
  [
    "a JSON Patch that does not apply",
    ["PATCH", `${CORE}/a`, { body: [{ op: "test", path: "/count", value: 7 }], type: JSON_PATCH }],
    ["Invalid", "the server rejected our request due to an error in our request", {}],
  ],
  [
    "an invalid JSON Patch",
    ["PATCH", `${CORE}/a`, { body: { count: 7 }, type: JSON_PATCH }],
    ["BadRequest", "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp"],
  ],
  [
    "a JSON Patch with an operation that is a number",
    ["PATCH", `${CORE}/a`, { body: [7], type: JSON_PATCH }],
    ["BadRequest", "error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp"],
  ],
  [
    "a merge patch that is a string",
    ["PATCH", `${CORE}/a`, { body: '"x"', type: MERGE_PATCH }],
    ["BadRequest", "error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}"],
  ],
  [
    "a merge patch that is null",
    ["PATCH", `${CORE}/a`, { body: "null", type: MERGE_PATCH }],
    ["BadRequest", "Invalid JSON Patch"],
  ],
  [
    "a patch that is not JSON",
    ["PATCH", `${CORE}/a`, { body: "[", type: JSON_PATCH }],
    ["BadRequest", /^error decoding patch: /],
  ],
  [
    "a patch that makes an event invalid",
    ["PATCH", `${CORE}/a`, { body: { eventTime: "soon" }, type: MERGE_PATCH }],
    ["Invalid", /^ "" is invalid: patch: Invalid value: /],
  ],
  [
    "a patch of another version",
    ["PATCH", `${CORE}/a`, { body: { metadata: { resourceVersion: "1" } }, type: MERGE_PATCH }],
    ["Conflict", /the object has been modified/],
  ],
  [
    "a patch that changes the uid",
    ["PATCH", `${CORE}/a`, { body: { metadata: { uid: "other" } }, type: MERGE_PATCH }],
    ["Invalid", 'Event "a" is invalid: metadata.uid: Invalid value: "other": field is immutable'],
  ],
  [
    "a patch that renames",
    ["PATCH", `${CORE}/a`, { body: { metadata: { name: "b" } }, type: MERGE_PATCH }],
    ["BadRequest", "the name of the object (b) does not match the name on the URL (a)"],
  ],
  [
    "a patch that moves to another namespace",
    ["PATCH", `${CORE}/a`, { body: { metadata: { namespace: "b" } }, type: MERGE_PATCH }],
    ["BadRequest", "the namespace of the provided object does not match the namespace sent on the request"],
  ],
  [
    "an event that is null",
    ["POST", CORE, { body: "null" }],
    ["Invalid", 'Event "" is invalid: metadata.name: Required value: name or generateName is required'],
  ],
  [
    "nine digits in a MicroTime",
    ["POST", CORE, { body: coreEvent("b", { eventTime: "2024-01-01T00:00:00.123456789Z" }) }],
    ["BadRequest", /: cannot parse "789Z" as "Z07:00"$/],
  ],
  [
    "a selector by source in events.k8s.io/v1",
    ["GET", `${EVENTS}?fieldSelector=source%3Dkubelet`],
    ["BadRequest", "field label not supported: source"],
  ],
  [
    "labels that are compared by size with a non-number",
    ["GET", `${CORE}?labelSelector=a%3Eb`],
    ["BadRequest", /^unable to parse requirement: values\[0\]: Invalid value: "b"/],
  ],
  [
    "a delete of another version",
    ["DELETE", `${CORE}/a`, { body: { preconditions: { resourceVersion: "1" } } }],
    [
      "Conflict",
      'Operation cannot be fulfilled on Event "a": the ResourceVersion in the precondition (1) does not match the ' +
      "ResourceVersion in record (2). The object might have been modified",
      { name: "a", kind: "Event" },
    ],
  ],
  [
    "a delete of another uid, in the other API",
    ["DELETE", `${EVENTS}/a`, { body: { preconditions: { uid: "x" } } }],
    [
      "Conflict",
      /^Operation cannot be fulfilled on Event "a": the UID in the precondition \(x\) does not match the UID in record \([0-9a-f-]{36}\)\. The object might have been deleted and then recreated$/,
      { name: "a", kind: "Event" },
    ],
  ],
];

for (const [of, request, [reason, message, details]] of CASES) {
  const code = CODES[reason];
  test(`EventsApiServer responds with ${code} to ${of}`, async () => {
    const api = await serverWithEvent();
    const before = (await send(api, "GET", "/api/v1/events")).body;
    const answer = await send(api, ...request);
    assert.equal(answer.code, code);
    assert.equal(answer.headers.get("content-type"), "application/json");
    const { kind, apiVersion, metadata, status, code: inBody } = answer.body;
    assert.deepEqual([kind, apiVersion, metadata, status, inBody], ["Status", "v1", {}, "Failure", code]);
    assert.equal(answer.body.reason, reason || undefined);
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

test("EventsApiServer checks includeObject only for tables", async () => {
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

test("EventsApiServer answers a get of a namespace according to namespacePhase", async () => {
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

test("EventsApiServer checks a long timeout in linear time", async () => {
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
