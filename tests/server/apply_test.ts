import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../src/server/mod.ts";
import { type Answer, CORE, coreEvent, EVENTS, eventsEvent, type Json, send } from "./client.ts";

const APPLY = "application/apply-patch+yaml";
const MERGE = "application/merge-patch+json";

/** Applies a configuration of the event `a`; the query names the manager. */
function apply(
  api: EventsApiServer,
  query: string,
  { metadata = {}, ...fields }: Json = {},
  target = CORE,
): Promise<Answer> {
  const body = {
    apiVersion: target === CORE ? "v1" : "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: "a", ...metadata },
    ...(target === CORE && { involvedObject: { namespace: "default" } }),
    ...fields,
  };
  return send(api, "PATCH", `${target}/a?fieldManager=${query}`, { body, type: APPLY });
}

function patch(api: EventsApiServer, body: Json, manager = "updater"): Promise<Answer> {
  return send(api, "PATCH", `${CORE}/a?fieldManager=${manager}`, { body, type: MERGE });
}

/** The managedFields, as `manager Operation version: fields`. */
function owners({ body }: Answer): string[] {
  return (body.metadata.managedFields ?? []).map((entry: Json) =>
    `${entry.manager} ${entry.operation} ${entry.apiVersion}: ${JSON.stringify(entry.fieldsV1)}`
  );
}

test("server-side apply records the fieldManager of each field in managedFields", async () => {
  const api = new EventsApiServer({ clock: { now: () => 1_700_000_000_000 } });
  const answer = await apply(api, "one", {
    metadata: {
      labels: { app: "web" },
      finalizers: ["example.com/a"],
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "web", uid: "u1" }],
    },
    source: { component: "kubelet" },
    count: 1,
  });
  assert.equal(answer.code, 201);
  assert.deepEqual(answer.body.metadata.managedFields, [{
    manager: "one",
    operation: "Apply",
    apiVersion: "v1",
    time: "2023-11-14T22:13:20Z",
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:count": {},
      "f:involvedObject": {},
      "f:metadata": {
        "f:finalizers": { 'v:"example.com/a"': {} },
        "f:labels": { "f:app": {} },
        "f:ownerReferences": { 'k:{"uid":"u1"}': {} },
      },
      "f:source": { "f:component": {} },
    },
  }]);
});

test("server-side apply removes fields that its fieldManager omits, unless another manager owns them", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", {
    metadata: { labels: { a: "1", b: "2" }, finalizers: ["example.com/a", "example.com/b"] },
    reason: "Pulled",
    count: 1,
    related: { kind: "Node", name: "node-1" },
  });
  await apply(api, "two", { count: 1, metadata: { finalizers: ["example.com/b"] } });
  await patch(api, { message: "updated" });
  const { body } = await apply(api, "one", { metadata: { labels: { a: "1" } } });
  assert.deepEqual(body.metadata.labels, { a: "1" });
  assert.deepEqual(body.metadata.finalizers, ["example.com/b"]);
  assert.deepEqual([body.reason, body.related, body.count, body.message], [undefined, undefined, 1, "updated"]);
});

test("server-side apply keeps the fields with which it fills an object that its fieldManager applied empty", async () => {
  for (const target of [CORE, EVENTS]) {
    const api = new EventsApiServer();
    const source = target === CORE ? "source" : "deprecatedSource";
    await send(api, "POST", CORE, { body: coreEvent("a", { source: {} }) });
    const config = (empty: boolean): Json => ({
      metadata: { labels: empty ? {} : { a: "1" }, annotations: empty ? {} : { b: "2" } },
      involvedObject: undefined,
      ...(target === CORE && { source: empty ? {} : { component: "kubelet" } }),
    });
    await apply(api, "one", config(true), target);
    const { body } = await apply(api, "one", config(false), target);
    assert.deepEqual([body.metadata.labels, body.metadata.annotations], [{ a: "1" }, { b: "2" }]);
    assert.deepEqual(body[source], target === CORE ? { component: "kubelet" } : {});
  }
});

test("server-side apply of null removes a value, but keeps the fields of an object and the items of a list", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { metadata: { labels: { a: "1" }, finalizers: ["example.com/a"] }, message: "Pulled" });
  const none = { metadata: { labels: null, finalizers: null }, message: null };
  const { body } = await apply(api, "two&force=true", none);
  assert.deepEqual([body.metadata.labels, body.metadata.finalizers, body.message], [
    { a: "1" },
    ["example.com/a"],
    undefined,
  ]);
});

test("server-side apply orders list items as applied, and keeps the places of other managers' items", async () => {
  const api = new EventsApiServer();
  const finalizers = (names: string): string[] => [...names].map((name) => `example.com/${name}`);
  for (
    const [live, applied, merged] of [
      ["ab", "ba", "ba"],
      ["axb", "ba", "xba"],
      ["abx", "na", "nabx"],
      ["xay", "bac", "xbayc"],
      ["abc", "cab", "cab"],
    ] as const
  ) {
    await send(api, "PUT", `${CORE}/a`, {
      body: coreEvent("a", { metadata: { name: "a", finalizers: finalizers(live) } }),
    });
    const { body } = await apply(api, "one", {
      involvedObject: undefined,
      metadata: { finalizers: finalizers(applied) },
    });
    assert.deepEqual(body.metadata.finalizers, finalizers(merged), `${applied} to ${live}`);
    await send(api, "DELETE", `${CORE}/a`);
  }
});

for (
  const [field, value, empty] of [["message", "Pulled", ""], ["count", 2, 0], ["related", { name: "web" }, {}]] as const
) {
  test(`server-side apply of an empty ${field} conflicts with the fieldManager of its value`, async () => {
    for (const by of ["one", "updater"]) {
      const api = new EventsApiServer();
      await apply(api, "one", by === "one" ? { [field]: value } : {});
      if (by === "updater") await patch(api, { [field]: value });
      const { code, body } = await apply(api, "two", { [field]: empty });
      const using = by === "one" ? "" : " using v1";
      assert.deepEqual([code, body.message], [
        409,
        `Apply failed with 1 conflict: conflict with "${by}"${using}: .${field}`,
      ]);
      assert.deepEqual((api.events()[0] as Json)[field], value);
    }
  });
}

test("server-side apply of an empty object with force takes it from another fieldManager", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { metadata: { labels: {} } });
  const refused = await apply(api, "two", { metadata: { labels: {} } });
  assert.equal(refused.body.message, 'Apply failed with 1 conflict: conflict with "one": .metadata.labels');
  assert.deepEqual(owners(await apply(api, "two&force=true", { metadata: { labels: {} } })), [
    'one Apply v1: {"f:involvedObject":{}}',
    'two Apply v1: {"f:involvedObject":{},"f:metadata":{"f:labels":{}}}',
  ]);
});

test("server-side apply of the same empty values again, or in another order, changes nothing", async () => {
  let now = 0;
  const api = new EventsApiServer({ clock: { now: () => now += 5000 } });
  const related = { kind: "Node", name: "node-1" };
  const first = await apply(api, "one", { metadata: { labels: {} }, message: "", related });
  const again = await apply(api, "one", { metadata: { labels: {} }, message: "", related });
  assert.deepEqual(again.body, first.body);
  const other = await apply(api, "two", { related: { name: "node-1", kind: "Node" } });
  assert.equal(other.code, 200, other.body.message);
});

test("server-side apply lists conflicts over an object's own fields before conflicts over nested ones", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { count: 1, reason: "Pulled", metadata: { labels: { a: "1" } } });
  const { body } = await apply(api, "two", { count: 2, reason: "Failed", metadata: { labels: { a: "2" } } });
  assert.deepEqual(body.details.causes.map(({ field }: Json) => field), [".count", ".reason", ".metadata.labels.a"]);
});

test("server-side apply conflicts with the fieldManager of a field that it would change", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { count: 1, metadata: { labels: { a: "1" } } });
  await patch(api, { reason: "Pulled" });
  const before = (await send(api, "GET", `${CORE}/a`)).body;
  const { code, body } = await apply(api, "two", { count: 2, reason: "Other", metadata: { labels: { a: "2" } } });
  assert.deepEqual([code, body.reason], [409, "Conflict"]);
  assert.equal(
    body.message,
    'Apply failed with 3 conflicts: conflicts with "one":\n- .count\n- .metadata.labels.a\n' +
      'conflicts with "updater" using v1:\n- .reason',
  );
  assert.deepEqual(body.details.causes[0], {
    reason: "FieldManagerConflict",
    message: 'conflict with "one"',
    field: ".count",
  });
  assert.deepEqual((await send(api, "GET", `${CORE}/a`)).body, before);
});

const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** An event that kubectl applied on the client side. */
function clientSideApplied(lastApplied: string): Json {
  const metadata = { name: "a", labels: { a: "1" }, annotations: { [LAST_APPLIED]: lastApplied } };
  return { metadata, involvedObject: { namespace: "default" }, message: "one", count: 1 };
}

const CONFIG = { apiVersion: "v1", kind: "Event", metadata: { name: "a", labels: { a: "1" } }, message: "one" };

test("server-side apply by kubectl takes the fields of its client-side apply without a conflict", async () => {
  const changed = { metadata: { labels: { a: "2" } }, message: "<two>" };
  for (const [manager, code] of [["kubectl", 200], ["other", 409]] as const) {
    const api = new EventsApiServer();
    await send(api, "POST", CORE, { body: clientSideApplied(JSON.stringify(CONFIG)) });
    const answer = await apply(api, manager, changed);
    assert.equal(answer.code, code, answer.body.message);
    const { labels, annotations } = (await send(api, "GET", `${CORE}/a`)).body.metadata;
    assert.deepEqual(labels, { a: code === 200 ? "2" : "1" });
    if (code === 409) continue;
    // As Go encodes it.
    assert.equal(
      annotations[LAST_APPLIED],
      '{"apiVersion":"v1","involvedObject":{"namespace":"default"},"kind":"Event",' +
        '"message":"\\u003ctwo\\u003e","metadata":{"labels":{"a":"2"},"name":"a"}}\n',
    );
  }
});

test("server-side apply by kubectl conflicts over fields that its client-side apply did not set, or others changed", async () => {
  for (
    const [lastApplied, conflicts] of [
      [JSON.stringify(CONFIG), [".count"]],
      [JSON.stringify({ ...CONFIG, message: "other" }), [".count", ".message"]],
      [JSON.stringify({ ...CONFIG, apiVersion: "events.k8s.io/v1" }), [".count", ".message", ".metadata.labels.a"]],
      [JSON.stringify({ ...CONFIG, wrong: 1 }), [".count", ".message", ".metadata.labels.a"]],
      ["{", [".count", ".message", ".metadata.labels.a"]],
      ["[]", [".count", ".message", ".metadata.labels.a"]],
    ] as const
  ) {
    const api = new EventsApiServer();
    await send(api, "POST", CORE, { body: clientSideApplied(lastApplied) });
    const { code, body } = await apply(api, "kubectl", { metadata: { labels: { a: "2" } }, message: "two", count: 2 });
    assert.deepEqual([code, body.details.causes.map(({ field }: Json) => field)], [409, conflicts], lastApplied);
  }
});

test("server-side apply by kubectl omits the annotation of client-side apply if it would be too large", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: clientSideApplied(JSON.stringify(CONFIG)) });
  const { code, body } = await apply(api, "kubectl", { message: "x".repeat(256 * 1024) });
  assert.deepEqual([code, body.metadata.annotations], [200, undefined], body.message);
});

test("server-side apply identifies an ownerReference by its uid in a conflict", async () => {
  const api = new EventsApiServer();
  const owner = (name: string): Json => ({ ownerReferences: [{ apiVersion: "v1", kind: "Pod", name, uid: "u1" }] });
  await apply(api, "one", { metadata: owner("web") });
  const { body } = await apply(api, "two", { metadata: owner("db") });
  assert.equal(
    body.message,
    'Apply failed with 1 conflict: conflict with "one": .metadata.ownerReferences[uid="u1"]',
  );
});

test("server-side apply of an empty object owns no field", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await apply(api, "one", { metadata: { labels: { a: "1" } }, involvedObject: undefined });
  const answer = await apply(api, "one", { involvedObject: undefined });
  assert.deepEqual([answer.code, answer.body.metadata.labels], [200, undefined]);
  assert.deepEqual(owners(answer).map((line) => line.split(":")[0]), ["before-first-apply Update v1"]);
});

test("server-side apply creates an event through events.k8s.io/v1", async () => {
  const { metadata: _metadata, ...fields } = eventsEvent("a");
  const created = await apply(new EventsApiServer(), "one", fields, EVENTS);
  assert.equal(created.code, 201, created.body.message);
  assert.deepEqual(owners(created).map((line) => line.split(":")[0]), ["one Apply events.k8s.io/v1"]);
});

test("server-side apply with force takes the fields of other fieldManagers", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { count: 1, reason: "Pulled" });
  const answer = await apply(api, "two&force=true", { count: 2 });
  assert.equal(answer.body.count, 2);
  assert.deepEqual(owners(answer), [
    'one Apply v1: {"f:involvedObject":{},"f:reason":{}}',
    'two Apply v1: {"f:count":{},"f:involvedObject":{}}',
  ]);
});

test("server-side apply of equal values shares their ownership, and changes nothing the second time", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { count: 1 });
  const shared = await apply(api, "two", { count: 1 });
  assert.deepEqual(owners(shared), [
    'two Apply v1: {"f:count":{},"f:involvedObject":{}}',
    'one Apply v1: {"f:count":{},"f:involvedObject":{}}',
  ]);
  const again = await apply(api, "two", { count: 1 });
  assert.equal(again.body.metadata.resourceVersion, shared.body.metadata.resourceVersion);
});

test("update takes ownership of the fields that it changes (fieldManager)", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { count: 1, metadata: { labels: { a: "1" } } });
  const answer = await patch(api, { count: 2, metadata: { labels: { a: null, b: "2" } } });
  assert.deepEqual(owners(answer), [
    'one Apply v1: {"f:involvedObject":{}}',
    'updater Update v1: {"f:count":{},"f:metadata":{"f:labels":{"f:b":{}}}}',
  ]);
});

test("update without a fieldManager uses its User-Agent", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { count: 1 });
  const request = (userAgent?: string): Promise<Response> =>
    api.fetch(
      new Request(`http://localhost${CORE}/a`, {
        method: "PATCH",
        headers: { "content-type": MERGE, ...(userAgent && { "user-agent": userAgent }) },
        body: JSON.stringify({ message: userAgent ?? "" }),
      }),
    );
  const answer = await (await request("controller/v1 (linux)")).json();
  // Browsers keep their own.
  if (new Request("http://localhost", { headers: { "user-agent": "x" } }).headers.get("user-agent") !== "x") return;
  assert.equal(answer.metadata.managedFields[1].manager, "controller");
});

test('update without fieldManager or User-Agent is owned by "unknown", and updates of one manager are merged', async () => {
  const api = new EventsApiServer();
  await apply(api, "one", {});
  await send(api, "PATCH", `${CORE}/a`, { body: { count: 1 }, type: MERGE });
  await patch(api, { reason: "Pulled" });
  const answer = await patch(api, { message: "x" });
  assert.deepEqual(owners(answer).slice(1), [
    'unknown Update v1: {"f:count":{}}',
    'updater Update v1: {"f:message":{},"f:reason":{}}',
  ]);
});

test("server-side apply names the subresource of a manager in a conflict, and keeps managers without a time", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { count: 1 });
  const owner = { manager: "status", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1" };
  const managedFields = [
    { ...owner, fieldsV1: { "f:count": {} }, subresource: "status" },
    { ...owner, manager: "idle" },
  ];
  const kept = await patch(api, { metadata: { managedFields } });
  assert.deepEqual(
    kept.body.metadata.managedFields.map(({ manager, subresource, time }: Json) => [manager, subresource, time]),
    [["status", "status", undefined]],
  );
  const { body } = await apply(api, "two", { count: 2 });
  assert.equal(
    body.message,
    'Apply failed with 1 conflict: conflict with "status" with subresource "status" using v1: .count',
  );
});

test("create merges given managedFields with the creator's", async () => {
  for (const [collection, version] of [[CORE, "v1"], [EVENTS, "events.k8s.io/v1"]] as const) {
    const managedFields = [
      { manager: "x", operation: "Apply", apiVersion: version, fieldsType: "FieldsV1", fieldsV1: { "f:related": {} } },
    ];
    const { metadata, ...fields } = collection === CORE ? coreEvent("a") : eventsEvent("a");
    const body = { ...fields, metadata: { ...metadata, managedFields } };
    const created = await send(new EventsApiServer(), "PUT", `${collection}/a?fieldManager=creator`, { body });
    assert.equal(created.code, 201);
    const managers = owners(created).map((line) => line.split(":")[0]);
    assert.deepEqual(managers, [`x Apply ${version}`, `creator Update ${version}`]);
  }
});

test("server-side apply accepts managedFields of null", async () => {
  const created = await apply(new EventsApiServer(), "one", { metadata: { managedFields: null }, count: 1 });
  assert.equal(created.code, 201, created.body.message);
  assert.equal(owners(created).length, 1);
});

test("managedFields of one manager are separate entries for each API version of an update, and one for an apply", async () => {
  const versions = ["v1", "events.k8s.io/v1"];
  for (const [operation, kept] of [["Update", ["x Update v1"]], ["Apply", []]] as const) {
    const managedFields = versions.map((apiVersion) => (
      { manager: "x", operation, apiVersion, fieldsType: "FieldsV1", fieldsV1: { "f:type": {} } }
    ));
    const body = { metadata: { name: "a", managedFields }, involvedObject: { namespace: "default" } };
    const created = await send(new EventsApiServer(), "PUT", `${CORE}/a?fieldManager=creator`, { body });
    const managers = owners(created).map((line) => line.split(":")[0]);
    assert.deepEqual(managers, [...kept, "creator Update v1"]);
  }
});

test("server-side apply conflicts with before-first-apply over existing fields", async () => {
  const api = new EventsApiServer();
  const created = await send(api, "POST", CORE, { body: coreEvent("a", { count: 1 }) });
  assert.equal(created.body.metadata.managedFields, undefined);
  const refused = await apply(api, "one", { count: 2, involvedObject: undefined });
  assert.equal(
    refused.body.message,
    'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .count',
  );
  const shared = await apply(api, "one", { count: 1, involvedObject: undefined });
  assert.deepEqual(owners(shared).map((line) => line.split(":")[0]), ["one Apply v1", "before-first-apply Update v1"]);
});

test("server-side apply does not conflict over fields that were set through the other API, as in a cluster", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", EVENTS, { body: eventsEvent("a") });
  const applied = await apply(api, "one", { message: "mine", involvedObject: undefined });
  assert.deepEqual([applied.code, applied.body.message], [200, "mine"]);
  assert.deepEqual(owners(applied).map((line) => line.split(":")[0]), ["one Apply v1"]);
  await send(api, "DELETE", `${CORE}/a`);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await patch(api, { message: "another" });
  const refused = await apply(api, "one", { message: "mine", involvedObject: undefined });
  assert.equal(refused.code, 409);
});

test("update with empty managedFields clears them, and with omitted or invalid ones keeps them", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { count: 1 });
  const replaced = await send(api, "PUT", `${CORE}/a?fieldManager=updater`, {
    body: { metadata: { name: "a" }, involvedObject: { namespace: "default" }, count: 1, reason: "Pulled" },
  });
  assert.equal(owners(replaced).length, 2);
  const entries: readonly Json[] = [
    { manager: "x", operation: "Odd", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} },
    { manager: "x", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV2", fieldsV1: {} },
    { manager: "x", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "x:count": {} } },
    { manager: "x", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: { "f:count": 7 } },
    { manager: "x", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: "text" },
  ];
  for (const entry of entries) {
    const kept = await patch(api, { metadata: { managedFields: [entry] } });
    assert.deepEqual(owners(kept), owners(replaced), JSON.stringify(entry));
  }
  const two = await patch(api, { metadata: { managedFields: [{}, {}] } });
  assert.deepEqual(owners(two), owners(replaced), "two empty entries");
  for (const empty of [[], [{}]]) {
    const answer = await send(api, "PATCH", `${CORE}/a?dryRun=All`, {
      body: { metadata: { managedFields: empty }, reason: "Other" },
      type: MERGE,
    });
    assert.deepEqual([answer.code, owners(answer)], [200, []]);
  }
});

test("update through the other API version drops the managedFields of this one, as in a cluster", async () => {
  const api = new EventsApiServer();
  await apply(api, "one", { metadata: { labels: { a: "1" } } });
  const other = await apply(api, "two", { metadata: { labels: { a: "1", b: "1" } } }, EVENTS);
  assert.deepEqual(owners(other), ['two Apply events.k8s.io/v1: {"f:metadata":{"f:labels":{"f:a":{},"f:b":{}}}}']);
});

test("update merges the oldest of more than ten managers in managedFields", async () => {
  let now = 0;
  const api = new EventsApiServer({ clock: { now: () => now += 1000 } });
  await apply(api, "one", {});
  let answer: Answer | undefined;
  for (let i = 0; i < 14; i++) answer = await patch(api, { metadata: { labels: { [`l${i}`]: "x" } } }, `m${i}`);
  const managers = answer!.body.metadata.managedFields.map(({ manager }: Json) => manager);
  assert.equal(managers.length, 11);
  assert.deepEqual(managers.slice(0, 3), ["one", "ancient-changes", "m5"]);
});

test("update merges managers without a time first, then by time and name", async () => {
  const api = new EventsApiServer({ clock: { now: () => 1_700_000_000_000 } });
  const time = "2020-01-01T00:00:00Z";
  const managedFields = ["y", "j", "i", "h", "g", "f", "e", "d", "c", "z"].map((manager) => ({
    manager,
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:metadata": { "f:labels": { [`f:${manager}`]: {} } } },
    ...(manager < "y" && { time }),
  }));
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const answer = await patch(api, { metadata: { managedFields }, reason: "Other" });
  assert.deepEqual(answer.body.metadata.managedFields.map(({ manager }: Json) => manager), [
    "ancient-changes",
    ..."cdefghij",
    "updater",
  ]);
});

for (
  const [of, fields, why] of [
    ["an unknown field", { wrong: 1 }, "\\.wrong: field not declared in schema"],
    ["two unknown fields", { a: 1, b: 1 }, "errors:\\n  \\.a: field not declared in schema\\n  \\.b: field"],
    ["a string for a number", { count: "x" }, "json: cannot unmarshal string"],
    [
      "a finalizer twice",
      { metadata: { finalizers: ["a.b/c", "a.b/c"] } },
      '\\.metadata\\.finalizers: duplicate entries for key \\[="a\\.b/c"\\]',
    ],
    [
      "an ownerReference of null",
      { metadata: { ownerReferences: [null] } },
      "\\.metadata\\.ownerReferences: element 0: associative list may not have a null element",
    ],
    [
      "two ownerReferences without a uid",
      { metadata: { ownerReferences: [{ name: "a" }, { name: "b" }] } },
      '\\.metadata\\.ownerReferences: duplicate entries for key \\[uid=""\\]',
    ],
  ] as const
) {
  test(`server-side apply responds with 500 to ${of}, as a cluster does`, async () => {
    const { code, body } = await apply(new EventsApiServer(), "one", fields);
    assert.equal(code, 500);
    assert.match(body.message, new RegExp(`^failed to create typed patch object \\(/a; /v1, Kind=Event\\): ${why}`));
  });
}

test("server-side apply responds with 500 to an invalid configuration without metadata", async () => {
  const body = { apiVersion: "v1", kind: "Event", wrong: 1 };
  const answer = await send(new EventsApiServer(), "PATCH", `${CORE}/a?fieldManager=one`, { body, type: APPLY });
  assert.deepEqual([answer.code, answer.body.message], [
    500,
    "failed to create typed patch object (/; /v1, Kind=Event): .wrong: field not declared in schema",
  ]);
});

test("server-side apply rejects another name than the URL's, and under Strict a duplicate field with 422", async () => {
  const api = new EventsApiServer();
  const named = await apply(api, "one", { metadata: { name: "b" } });
  assert.deepEqual([named.code, named.body.message], [
    400,
    "the name of the object (b) does not match the name on the URL (a)",
  ]);
  const body = '{"apiVersion":"v1","kind":"Event","metadata":{"name":"a"},"count":1,"count":2}';
  const target = `${CORE}/a?fieldManager=one&fieldValidation=Strict`;
  const duplicate = await send(api, "PATCH", target, { body, type: APPLY });
  assert.equal(duplicate.code, 422, duplicate.body.message);
  assert.deepEqual(api.events(), []);
});

test("server-side apply rejects a kind other than the event's", async () => {
  const api = new EventsApiServer();
  const pod = await apply(api, "one", { kind: "Pod" });
  assert.deepEqual([pod.code, pod.body.message], [400, "invalid object type: /v1, Kind=Pod"]);
  const other = await apply(api, "one", { apiVersion: "events.k8s.io/v1" });
  assert.deepEqual([other.code, other.body.message], [400, "invalid object type: events.k8s.io/v1, Kind=Event"]);
});

test("update drops managedFields that are nested too deeply", async () => {
  const api = new EventsApiServer();
  for (const levels of [8, 9]) {
    const fieldsV1 = JSON.parse(`${'{"f:a":'.repeat(levels)}{}${"}".repeat(levels)}`);
    const managedFields = [{ manager: "x", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1 }];
    const kept = await send(api, "PUT", `${CORE}/a?dryRun=All`, {
      body: coreEvent("a", { metadata: { name: "a", managedFields } }),
    });
    assert.equal(owners(kept).some((line) => line.startsWith("x Apply")), levels === 8, `${levels} levels`);
  }
  const deep = `${'{"f:a":'.repeat(100_000)}{}${"}".repeat(100_000)}`;
  const entry = `{"manager":"x","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":${deep}}`;
  const body = `{"metadata":{"name":"a","managedFields":[${entry}]},"involvedObject":{"namespace":"default"}}`;
  const answer = await send(api, "POST", `${CORE}?fieldValidation=Ignore`, { body });
  assert.ok(answer.code === 201 && owners(answer).length === 0 || answer.code === 400, String(answer.code));
});

test("update uses up to 128 characters of a User-Agent, before its first slash, as the fieldManager", async () => {
  const userAgent = "manager" + "x".repeat(200);
  const request = new Request(`http://localhost${CORE}/a`, {
    method: "PATCH",
    headers: { "content-type": MERGE, "user-agent": `${userAgent}/v1` },
    body: JSON.stringify({ message: "x" }),
  });
  // Browsers keep their own.
  if (!request.headers.get("user-agent")?.startsWith(userAgent)) return;
  const api = new EventsApiServer();
  await apply(api, "one", {});
  const { metadata } = await (await api.fetch(request)).json();
  assert.equal(metadata.managedFields[1].manager, userAgent.slice(0, 128));
});

test("managedFields keep ten managers that update, each with its fields", async () => {
  const api = new EventsApiServer({ clock: { now: () => 1_700_000_000_000 } });
  await apply(api, "one", {});
  let answer: Answer | undefined;
  for (let i = 0; i < 10; i++) answer = await patch(api, { metadata: { labels: { [`l${i}`]: "x" } } }, `m${i}`);
  const managers = answer!.body.metadata.managedFields.map(({ manager }: Json) => manager);
  assert.deepEqual(managers, ["one", ...Array.from({ length: 10 }, (_, i) => `m${i}`)]);
});

test("apply names the first hundred conflicts, and counts all", async () => {
  const api = new EventsApiServer();
  const labels = (value: string): Json => Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`l${i}`, value]));
  await apply(api, "one", { metadata: { labels: labels("a") } });
  const { code, body } = await apply(api, "two", { metadata: { labels: labels("b") } });
  assert.deepEqual([code, body.details.causes.length], [409, 100]);
  assert.match(body.message, /^Apply failed with 150 conflicts: conflicts with "one":\n- \.metadata\.labels\.l0\n/);
});
