import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent, EVENTS, eventsEvent, type Json, send } from "./client.ts";

const TIME = "2026-01-01T00:00:00.000001Z";

/** A core/v1 event of the new style. */
function newStyle(fields: Record<string, unknown> = {}): Json {
  const strict = { eventTime: TIME, action: "Pull", reportingComponent: "kubelet", reportingInstance: "node-1" };
  return coreEvent("a", { ...strict, ...fields });
}

/** The validation errors of an event, as `reason field` of each cause; "201" if valid. */
async function causes(collection: string, event: Json): Promise<string[]> {
  const { code, body } = await send(new EventsApiServer(), "POST", collection, { body: event });
  if (code === 201) return ["201"];
  assert.equal(code, 422, body.message);
  assert.equal(body.details.kind, "Event");
  assert.equal(body.details.group, undefined, "the kind comes without its group");
  return body.details.causes.map((cause: Json) => `${cause.reason.replace("FieldValue", "")} ${cause.field}`);
}

const inNamespace = (namespace: string): string => CORE.replace("default", namespace);
const about = (namespace?: string): Json => ({ involvedObject: { kind: "Pod", name: "web", namespace } });
const long = (bytes: number): string => "x".repeat(bytes);

const CORE_CASES: readonly [name: string, collection: string, event: Json, expected: readonly string[]][] = [
  ["accepts an empty event", CORE, { metadata: { name: "a" } }, ["201"]],
  ["accepts any type", CORE, coreEvent("a", { type: "Whatever" }), ["201"]],
  ["accepts a series of one", CORE, coreEvent("a", { series: { count: 1 } }), ["201"]],
  ["accepts a long message without eventTime", CORE, coreEvent("a", { message: long(5000), reason: long(500) }), [
    "201",
  ]],
  ["accepts a name that is not a subdomain", CORE, coreEvent("Web_1"), ["201"]],
  ["rejects a namespace other than default for an object without one", inNamespace("x"), coreEvent("a", about()), [
    "Invalid involvedObject.namespace",
  ]],
  ["requires the event in the object's namespace", CORE, coreEvent("a", about("other")), [
    "Invalid involvedObject.namespace",
  ]],
  ["accepts another namespace once eventTime is set", CORE, newStyle(about("other")), ["201"]],
  ["accepts an object without namespace in kube-system", inNamespace("kube-system"), newStyle(about()), ["201"]],
  ["rejects an object without a namespace elsewhere", inNamespace("x"), newStyle(about()), [
    "Invalid involvedObject.namespace",
  ]],
  ["accepts a complete event of the new style", CORE, newStyle(), ["201"]],
  [
    "requires the new fields once eventTime is set",
    CORE,
    coreEvent("a", { eventTime: TIME, reason: "" }),
    [
      "Required reportingComponent",
      "Invalid reportingComponent",
      "Invalid reportingComponent",
      "Required reportingInstance",
      "Required action",
      "Required reason",
    ],
  ],
  ["accepts 128 bytes", CORE, newStyle({ reportingInstance: long(128), action: long(128), reason: long(128) }), [
    "201",
  ]],
  [
    "rejects 129 bytes",
    CORE,
    newStyle({ reportingInstance: long(129), action: long(129), reason: "é".repeat(65) }),
    ["Invalid reportingInstance", "Invalid action", "Invalid reason"],
  ],
  ["accepts 1024 bytes of message", CORE, newStyle({ message: "é".repeat(512) }), ["201"]],
  ["rejects 1025 bytes of message", CORE, newStyle({ message: "é".repeat(512) + "x" }), ["Invalid message"]],
  ["accepts a reporting component with a prefix", CORE, newStyle({ reportingComponent: "a.io/b" }), ["201"]],
  ["rejects a prefix that is not a subdomain", CORE, newStyle({ reportingComponent: "A/b" }), [
    "Invalid reportingComponent",
  ]],
  ["rejects two slashes", CORE, newStyle({ reportingComponent: "a/b/c" }), ["Invalid reportingComponent"]],
  ["rejects a name of 64 characters", CORE, newStyle({ reportingComponent: long(64) }), ["Invalid reportingComponent"]],
  ["accepts a name of 63 characters", CORE, newStyle({ reportingComponent: long(63) }), ["201"]],
  ["accepts a namespace of 63 characters", inNamespace(long(63)), coreEvent("a", about(long(63))), ["201"]],
  ["requires a name", CORE, coreEvent(""), ["Required metadata.name"]],
  ["rejects a slash in a name", CORE, coreEvent("a/b"), ["Invalid metadata.name"]],
  ["rejects a name of two dots", CORE, coreEvent(".."), ["Invalid metadata.name"]],
  ["requires valid labels", CORE, coreEvent("", { metadata: { name: "a", labels: { "-a": "b c" } } }), [
    "Invalid metadata.labels",
    "Invalid metadata.labels",
  ]],
  [
    "rejects a label value of 64 characters",
    CORE,
    coreEvent("", { metadata: { name: "a", labels: { a: long(64) } } }),
    [
      "Invalid metadata.labels",
    ],
  ],
  [
    "accepts a label value of 63 characters",
    CORE,
    coreEvent("", { metadata: { name: "a", labels: { a: long(63) } } }),
    [
      "201",
    ],
  ],
  [
    "requires finalizers with a whole name",
    CORE,
    coreEvent("", { metadata: { name: "a", finalizers: ["/a", "a.io/", "a.io/b"] } }),
    ["Invalid metadata.finalizers", "Invalid metadata.finalizers", "Invalid metadata.finalizers"],
  ],
  ["rejects a namespace that is not a subdomain", inNamespace("a_b"), coreEvent("a", about("a_b")), [
    "Invalid namespace",
  ]],
  ["rejects a dot in a namespace", inNamespace("a.b"), coreEvent("a", about("a.b")), ["Invalid metadata.namespace"]],
  [
    "requires annotations with proper keys",
    CORE,
    coreEvent("", { metadata: { name: "a", annotations: { "a b": "" } } }),
    [
      "Invalid metadata.annotations",
    ],
  ],
  [
    "rejects 256 KiB of annotations",
    CORE,
    coreEvent("", { metadata: { name: "a", annotations: { a: long(256 * 1024) } } }),
    ["TooLong metadata.annotations"],
  ],
  [
    "accepts 256 KiB of annotations, their keys included",
    CORE,
    coreEvent("", { metadata: { name: "a", annotations: { a: long(128 * 1024 - 1), b: long(128 * 1024 - 1) } } }),
    ["201"],
  ],
  [
    "rejects one byte more",
    CORE,
    coreEvent("", { metadata: { name: "a", annotations: { a: long(128 * 1024 - 1), b: long(128 * 1024) } } }),
    ["TooLong metadata.annotations"],
  ],
  [
    "rejects an event as an owner",
    CORE,
    coreEvent("", {
      metadata: { name: "a", ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "b", uid: "" }] },
    }),
    ["Required metadata.ownerReferences[0].uid", "Invalid metadata.ownerReferences[0]"],
  ],
];

for (const [name, collection, event, expected] of CORE_CASES) {
  test(`core/v1 ${name}`, async () => assert.deepEqual(await causes(collection, event), expected));
}

const EVENTS_CASES: readonly [name: string, event: Json, expected: readonly string[]][] = [
  ["accepts a complete event", eventsEvent("a"), ["201"]],
  ["accepts a series of two", eventsEvent("a", { series: { count: 2, lastObservedTime: TIME } }), ["201"]],
  ["rejects a series of one, or without time", eventsEvent("a", { series: { count: 1 } }), [
    "Invalid series.count",
    "Required series.lastObservedTime",
  ]],
  ["rejects a series without a count", eventsEvent("a", { series: { lastObservedTime: TIME } }), [
    "Invalid series.count",
  ]],
  ["requires eventTime", eventsEvent("a", { eventTime: null }), ["Required eventTime"]],
  ["treats a zero eventTime as absent", eventsEvent("a", { eventTime: "0001-01-01T00:00:00.000000Z" }), [
    "Required eventTime",
  ]],
  ["requires Normal or Warning", eventsEvent("a", { type: "Error" }), ["Invalid type"]],
  ["requires a name that is a subdomain", eventsEvent("Web_1"), ["Invalid metadata.name"]],
  ["names the reporting controller as its own API does", eventsEvent("a", { reportingController: "a/b/c" }), [
    "Invalid reportingController",
  ]],
  ["names the note as core/v1 does", eventsEvent("a", { note: long(1025) }), ["Invalid message"]],
  [
    "rejects deprecated fields",
    eventsEvent("a", {
      deprecatedFirstTimestamp: "2026-01-01T00:00:00Z",
      deprecatedLastTimestamp: "2026-01-01T00:00:00Z",
      deprecatedCount: 1,
      deprecatedSource: { host: "h" },
    }),
    ["Invalid firstTimestamp", "Invalid lastTimestamp", "Invalid count", "Invalid source"],
  ],
];

for (const [name, event, expected] of EVENTS_CASES) {
  test(`events.k8s.io/v1 ${name}`, async () => assert.deepEqual(await causes(EVENTS, event), expected));
}

test("events.k8s.io/v1 lists several errors in brackets, each once", async () => {
  const event = eventsEvent("a", { series: { count: 1 }, type: "" });
  const { body } = await send(new EventsApiServer(), "POST", EVENTS, { body: event });
  assert.equal(
    body.message,
    'Event "a" is invalid: [series.count: Invalid value: "": should be at least 2, ' +
      'series.lastObservedTime: Required value, type: Invalid value: "": has invalid value: ]',
  );
});

/** The value that an update sets on a field of a stored event, and the field named in the response. */
const IMMUTABLE: readonly [field: string, value: unknown, named: string][] = [
  ["regarding", { kind: "Pod", namespace: "default", name: "other" }, "involvedObject"],
  ["note", "other", "message"],
  ["deprecatedSource", { component: "c" }, "source"],
  ["deprecatedFirstTimestamp", "2026-01-01T00:00:00Z", "firstTimestamp"],
  ["deprecatedLastTimestamp", "2026-01-01T00:00:00Z", "lastTimestamp"],
  ["deprecatedCount", 3, "count"],
  ["type", "Warning", "type"],
  ["eventTime", "2026-01-01T00:00:00.000002Z", "eventTime"],
  ["action", "Other", "action"],
  ["related", { name: "r" }, "related"],
  ["reportingController", "other.io/c", "reportingController"],
  ["reportingInstance", "other", "reportingInstance"],
];

for (const [field, value, named] of IMMUTABLE) {
  test(`events.k8s.io/v1 rejects changes of ${field}, core/v1 accepts them`, async () => {
    const api = new EventsApiServer();
    await send(api, "POST", EVENTS, { body: eventsEvent("a") });
    const patch = { body: { [field]: value }, type: "application/merge-patch+json" };
    const { code, body } = await send(api, "PATCH", `${EVENTS}/a`, patch);
    assert.equal(code, 422);
    assert.deepEqual(body.details.causes.map((cause: Json) => cause.field), [named]);
    assert.match(body.message, /field is immutable$/);
    const { kind: _kind, apiVersion: _version, ...event } = (await send(api, "GET", `${CORE}/a`)).body;
    const coreName = named === "reportingController" ? "reportingComponent" : named;
    const replaced = await send(api, "PUT", `${CORE}/a`, { body: { ...event, [coreName]: value } });
    assert.equal(replaced.code, 200);
  });
}

test("events.k8s.io/v1 prints every field of an immutable object, and Go's null for a removed one", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", EVENTS, { body: eventsEvent("a", { related: { name: "r" } }) });
  const body = {
    regarding: { uid: null, name: "other" },
    deprecatedSource: { host: "h" },
    eventTime: null,
    related: null,
  };
  const answer = await send(api, "PATCH", `${EVENTS}/a`, { body, type: "application/merge-patch+json" });
  assert.deepEqual(answer.body.details.causes.map((cause: Json) => cause.message), [
    'Invalid value: {"Kind":"Pod","Namespace":"default","Name":"other","UID":"","APIVersion":"v1","ResourceVersion":"",' +
    '"FieldPath":""}: field is immutable',
    'Invalid value: {"Component":"","Host":"h"}: field is immutable',
    "Invalid value: null: field is immutable",
    "Invalid value: null: field is immutable",
  ]);
});

test("events.k8s.io/v1 prints Go's zero value of a removed immutable count or time", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a", { type: "" }) });
  const body = { deprecatedCount: null, deprecatedLastTimestamp: null, reason: null };
  const answer = await send(api, "PATCH", `${EVENTS}/a`, { body, type: "application/merge-patch+json" });
  assert.deepEqual(
    answer.body.details.causes.map(({ field, message }: Json) => `${field}: ${message}`),
    [
      'reason: Invalid value: "": field is immutable',
      "lastTimestamp: Invalid value: null: field is immutable",
      "count: Invalid value: 0: field is immutable",
    ],
  );
});

test("EventsApiServer reports equal errors once", async () => {
  const metadata = { name: "a", labels: { a: "b c", d: "b c" } };
  const { body } = await send(new EventsApiServer(), "POST", CORE, { body: coreEvent("a", { metadata }) });
  assert.deepEqual(body.details.causes.map(({ field }: Json) => field), ["metadata.labels"]);
  assert.match(body.message, /^Event "a" is invalid: metadata\.labels: Invalid value: "b c": /);
});

test("events.k8s.io/v1 allows changes of series, labels and annotations, and validates a series only then", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: newStyle({ series: { count: 1 } }) });
  const patch = (body: unknown): Promise<{ code: number }> =>
    send(api, "PATCH", `${EVENTS}/a`, { body, type: "application/merge-patch+json" });
  assert.equal((await patch({ metadata: { labels: { a: "b" }, annotations: { c: "d" } } })).code, 200);
  assert.equal((await patch({ series: { count: 0 } })).code, 422);
  assert.equal((await patch({ series: { count: 2, lastObservedTime: TIME } })).code, 200);
});

test("events.k8s.io/v1 prints an immutable object with Go's field names", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", EVENTS, { body: eventsEvent("a") });
  const patch = { body: { regarding: { uid: "u2", apiVersion: "v2" } }, type: "application/merge-patch+json" };
  const { body } = await send(api, "PATCH", `${EVENTS}/a`, patch);
  assert.match(body.message, /"UID":"u2","APIVersion":"v2"/);
});
