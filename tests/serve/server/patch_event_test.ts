import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { type Answer, CORE, coreEvent, EVENTS, eventsEvent, type Json, send } from "./client.ts";

/** Creates `event` and patches it. */
async function patch(type: string, body: unknown, event: Json = coreEvent("a")): Promise<Answer> {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: event });
  return await send(api, "PATCH", `${CORE}/a?fieldManager=test`, { body, type: `application/${type}` });
}

const JSON_PATCHES: readonly [
  name: string,
  operations: readonly unknown[],
  code: number,
  check?: (body: Json) => unknown,
][] = [
  ["replaces a member", [{ op: "replace", path: "/count", value: 2 }], 200, (body) => body.count === 2],
  [
    "replaces an absent member whose parent is there",
    [{ op: "replace", path: "/action", value: "A" }],
    200,
    (body) => body.action === "A",
  ],
  ["rejects a replace without a parent", [{ op: "replace", path: "/series/count", value: 2 }], 422],
  ["rejects an add without a parent", [{ op: "add", path: "/metadata/labels/x", value: "y" }], 422],
  [
    "adds a label map",
    [{ op: "add", path: "/metadata/labels", value: { x: "y" } }],
    200,
    (body) => body.metadata.labels.x === "y",
  ],
  [
    "unescapes paths",
    [{ op: "add", path: "/metadata/annotations", value: { "a/b": "1" } }, {
      op: "replace",
      path: "/metadata/annotations/a~1b",
      value: "2",
    }],
    200,
    (body) => body.metadata.annotations["a/b"] === "2",
  ],
  ["removes a member", [{ op: "remove", path: "/reason" }], 200, (body) => body.reason === undefined],
  ["rejects a removal of an absent member", [{ op: "remove", path: "/action" }], 422],
  ["rejects a removal of a prototype's member", [{ op: "remove", path: "/toString" }], 422],
  ["tests an equal value", [{ op: "test", path: "/source", value: { host: "node-1", component: "kubelet" } }], 200],
  ["tests a different value", [{ op: "test", path: "/count", value: 7 }], 422],
  ["tests null against null", [{ op: "test", path: "/eventTime", value: null }], 200],
  ["tests null against an absent member", [{ op: "test", path: "/action", value: null }], 200],
  ["tests without value against an absent member", [{ op: "test", path: "/action" }], 200],
  ["tests a value against an absent member", [{ op: "test", path: "/action", value: "A" }], 422],
  ["tests null against a value", [{ op: "test", path: "/count", value: null }], 422],
  ["tests the resource version", [{ op: "test", path: "/metadata/resourceVersion", value: "2" }], 200],
  ["fails on another resource version", [{ op: "test", path: "/metadata/resourceVersion", value: "1" }], 422],
  ["copies", [{ op: "copy", from: "/reason", path: "/action" }], 200, (body) => body.action === "Pulled"],
  [
    "copies null from an absent member",
    [{ op: "copy", from: "/action", path: "/reason" }],
    200,
    (body) => body.reason === undefined,
  ],
  [
    "moves",
    [{ op: "move", from: "/reason", path: "/action" }],
    200,
    (body) => body.action === "Pulled" && body.reason === undefined,
  ],
  ["moves a member onto itself", [{ op: "move", from: "/metadata", path: "/metadata" }], 200],
  ["rejects a move into itself", [{ op: "move", from: "/metadata", path: "/metadata/labels" }], 422],
  ["rejects an add beyond the end of a list", [{ op: "add", path: "/x", value: [1] }, {
    op: "add",
    path: "/x/3",
    value: 1,
  }], 422],
  [
    "rejects an add at an invalid index",
    [{ op: "add", path: "/x", value: [1] }, { op: "add", path: "/x/1x", value: 1 }],
    422,
  ],
  ["counts a negative index from the end of a list, as Kubernetes' library does", [
    { op: "add", path: "/x", value: ["a", "b", "c"] },
    { op: "test", path: "/x/-3", value: "a" },
    { op: "replace", path: "/x/-1", value: "C" },
    { op: "remove", path: "/x/-2" },
    { op: "test", path: "/x", value: ["a", "C"] },
    { op: "add", path: "/x/-1", value: "last" },
    { op: "add", path: "/x/-4", value: "first" },
    { op: "copy", from: "/x/-1", path: "/x/-2" },
    { op: "move", from: "/x/-5", path: "/x/-" },
    { op: "test", path: "/x", value: ["a", "C", "last", "last", "first"] },
    { op: "add", path: "/x/-1", value: { y: [1] } },
    { op: "replace", path: "/x/-1/y/-1", value: 2 },
    { op: "test", path: "/x/5/y", value: [2] },
  ], 200],
  ["accepts a sign and leading zeros in an index", [
    { op: "add", path: "/x", value: ["a", "b"] },
    { op: "test", path: "/x/+1", value: "b" },
    { op: "test", path: "/x/-0", value: "a" },
    { op: "remove", path: "/x/00000000000000000000000" },
    { op: "test", path: "/x", value: ["b"] },
  ], 200],
  ["rejects an add before the beginning of a list", [
    { op: "add", path: "/x", value: [1] },
    { op: "add", path: "/x/-3", value: 0 },
  ], 422],
  [
    "ignores a pointer up to its first slash",
    [{ op: "replace", path: "x/count", value: 2 }],
    200,
    (body) => body.count === 2,
  ],
  [
    "rejects an event without an apiVersion, whose fields a cluster does not find",
    [{ op: "remove", path: "/apiVersion" }],
    400,
    (body) => body.message === "the name of the object (a based on URL) was undeterminable: name must be provided",
  ],
  ["accepts an event without a kind", [{ op: "remove", path: "/kind" }], 200],
  [
    "rejects a list in place of the event",
    [{ op: "replace", path: "", value: [1] }, { op: "test", path: "/0", value: 1 }],
    422,
    (body) => body.details.causes[0].field === "patch",
  ],
  ["rejects a replace beyond the end of a list", [
    { op: "add", path: "/x", value: [1] },
    { op: "replace", path: "/x/1", value: 1 },
  ], 422],
  ["adds at the end of a list", [
    { op: "add", path: "/x", value: [1] },
    { op: "add", path: "/x/-", value: 2 },
    { op: "add", path: "/x/2", value: 3 },
    { op: "test", path: "/x", value: [1, 2, 3] },
  ], 200],
  ["rejects a move of an absent member", [{ op: "move", from: "/action", path: "/reason" }], 422],
  ["rejects an unknown operation", [{ op: "increment", path: "/count", value: 1 }], 422],
  ["requires a JSON pointer", [{ op: "replace", path: "count", value: 1 }], 422],
  ["requires operations", [7], 400],
  ["stops at the first failure and changes nothing", [{ op: "replace", path: "/count", value: 9 }, {
    op: "remove",
    path: "/x",
  }], 422],
  [
    "adds to lists",
    [{ op: "add", path: "/metadata/finalizers", value: ["a.io/1"] }, {
      op: "add",
      path: "/metadata/finalizers/-",
      value: "a.io/2",
    }],
    200,
    (body) => body.metadata.finalizers.length === 2,
  ],
  ["tests nothing below an absent object", [{ op: "test", path: "/metadata/labels/a", value: null }], 422],
  ["never modifies a prototype", [{ op: "add", path: "/__proto__/polluted", value: 1 }], 422],
  ["never modifies a constructor", [{ op: "add", path: "/constructor/prototype/polluted", value: 1 }], 422],
];

for (const [name, operations, code, check] of JSON_PATCHES) {
  test(`JSON Patch ${name}`, async () => {
    const answer = await patch("json-patch+json", operations);
    assert.equal(answer.code, code);
    if (check) assert.ok(check(answer.body), JSON.stringify(answer.body));
    assert.equal((Object.prototype as Json).polluted, undefined);
  });
}

test("JSON Patch reads, replaces and removes only items that are in the list", async () => {
  for (const index of ["1", "-2", "-", "length", "", "1e0", "9".repeat(400)]) {
    const place = `/x/${index}`;
    const operations = [
      { op: "test", path: place },
      { op: "replace", path: place, value: 2 },
      { op: "remove", path: place },
      { op: "copy", from: place, path: "/y" },
      { op: "move", from: place, path: "/y" },
      { op: "test", path: `${place}/y` },
    ];
    for (const operation of operations) {
      const { code } = await patch("json-patch+json", [{ op: "add", path: "/x", value: [1] }, operation]);
      assert.equal(code, 422, JSON.stringify(operation));
    }
  }
});

test("JSON Patch replaces the whole event by an object", async () => {
  const whole = { apiVersion: "v1", metadata: { name: "a" }, involvedObject: {}, reason: "Replaced" };
  const replaced = await patch("json-patch+json", [{ op: "replace", path: "", value: whole }]);
  assert.deepEqual([replaced.code, replaced.body.reason, replaced.body.count], [200, "Replaced", undefined]);
  assert.equal((await patch("json-patch+json", [{ op: "replace", path: "", value: [] }])).code, 422);
  assert.equal((await patch("json-patch+json", [{ op: "replace", path: "", value: {} }])).code, 400);
});

test("JSON Patch uses the field names of the API", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a", { note: "x" }) });
  const body = [{ op: "test", path: "/note", value: "Container image pulled" }];
  assert.equal((await send(api, "PATCH", `${EVENTS}/a`, { body, type: "application/json-patch+json" })).code, 200);
});

test("JSON Patch accepts at most 10,000 operations", async () => {
  const operations = Array.from({ length: 10_000 }, (_, count) => ({ op: "replace", path: "/count", value: count }));
  assert.equal((await patch("json-patch+json", operations)).body.count, 9999);
  const { code, body } = await patch("json-patch+json", [...operations, operations[0]]);
  assert.equal(code, 413);
  assert.equal(
    body.message,
    "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
  );
});

test("JSON Patch limits growth by copies", async () => {
  const doublings = Array.from(
    { length: 9 },
    (_, i) => ({ op: "copy", from: "/metadata", path: `/metadata/annotations/x${i}` }),
  );
  const seed = coreEvent("a", { metadata: { name: "a", annotations: { x: "x".repeat(20_000) } } });
  const { code, body } = await patch("json-patch+json", doublings, seed);
  assert.equal(code, 422);
  assert.equal(body.message, "the server rejected our request due to an error in our request");
});

test("JSON Patch copies up to 3 MiB", async () => {
  // With its quotes, the copied text has 1 MiB.
  const seed = coreEvent("a", { reason: "x".repeat(1024 * 1024 - 2) });
  const copies = Array.from({ length: 3 }, () => ({ op: "copy", from: "/reason", path: "/message" }));
  assert.equal((await patch("json-patch+json", copies, seed)).code, 200);
  const more = { op: "copy", from: "/type", path: "/message" };
  assert.equal((await patch("json-patch+json", [...copies, more], seed)).code, 422);
});

test("JSON Patch rejects a different, deeply nested value in linear time", async () => {
  const timeOf = async (depth: number): Promise<number> => {
    const value = JSON.parse('{"a":'.repeat(depth) + "1" + "}".repeat(depth));
    const startedAt = performance.now();
    assert.equal((await patch("json-patch+json", [{ op: "test", path: "/metadata", value }])).code, 422);
    return performance.now() - startedAt;
  };
  const least = async (depth: number): Promise<number> =>
    Math.min(await timeOf(depth), await timeOf(depth), await timeOf(depth));
  const shallow = await least(300);
  assert.ok(await least(3000) < 30 * Math.max(shallow, 1), "ten times the depth took more than thirty times as long");
  const odd = [{ op: "test", path: "/metadata", value: { hasOwnProperty: 1 } }];
  assert.equal((await patch("json-patch+json", odd)).code, 422);
});

test("JSON Patch does not shift long lists repeatedly", async () => {
  const finalizers = Array.from({ length: 1562 }, (_, i) => `example.com/${i}`);
  const seed = coreEvent("a", { metadata: { name: "a", finalizers } });
  const insertions = (count: number): unknown[] => [
    { op: "add", path: "/message", value: "not into a list" },
    ...Array.from({ length: count }, () => [
      { op: "add", path: "/metadata/finalizers/0", value: "example.com/first" },
      { op: "remove", path: "/metadata/finalizers/0" },
    ]).flat(),
  ];
  // Each shifts 1562 items, and 1563 back: ten million in all.
  assert.equal((await patch("json-patch+json", insertions(3200), seed)).code, 200);
  assert.equal((await patch("json-patch+json", insertions(3201), seed)).code, 422);
});

test("merge patch rejects the removal of the apiVersion, because a cluster then knows no field of the event", async () => {
  const type = { type: "application/merge-patch+json" };
  for (const [collection, event] of [[CORE, coreEvent("a")], [EVENTS, eventsEvent("a")]] as const) {
    const api = new EventsApiServer();
    const created = await send(api, "POST", collection, { body: event });
    for (const apiVersion of [null, ""]) {
      const removal = { ...type, body: { apiVersion, kind: null, metadata: { labels: { a: "b" } } } };
      const { code, body } = await send(api, "PATCH", `${collection}/a`, removal);
      const message = "the name of the object (a based on URL) was undeterminable: name must be provided";
      assert.deepEqual([code, body.message], [400, message]);
      const strict = await send(api, "PATCH", `${collection}/a?fieldValidation=Strict`, removal);
      assert.match(strict.body.message, /strict decoding error: .*unknown field "metadata"/);
    }
    assert.equal((await send(api, "PATCH", `${collection}/a`, { ...type, body: { kind: null } })).code, 200);
    assert.deepEqual((await send(api, "GET", `${collection}/a`)).body, created.body);
  }
});

test("merge patch merges objects, removes by null and replaces lists", async () => {
  const seed = coreEvent("a", { metadata: { name: "a", labels: { a: "1", b: "2" }, finalizers: ["a.io/1"] } });
  const { body } = await patch("merge-patch+json", {
    metadata: { labels: { a: null, c: "3" }, finalizers: ["a.io/2"] },
    reason: null,
  }, seed);
  assert.deepEqual(body.metadata.labels, { b: "2", c: "3" });
  assert.deepEqual(body.metadata.finalizers, ["a.io/2"]);
  assert.equal(body.reason, undefined);
});

test("merge patch accepts a charset and rejects a non-object", async () => {
  assert.equal((await patch("merge-patch+json; charset=utf-8", {})).code, 200);
  assert.equal((await patch("merge-patch+json", [])).code, 400);
  assert.equal((await patch("merge-patch+json", "{")).code, 400);
});

test("strategic merge patch applies the patches of client-go's recorders", async () => {
  const { code, body } = await patch("strategic-merge-patch+json", {
    count: 4,
    lastTimestamp: "2026-01-02T00:00:00Z",
    series: { count: 3, lastObservedTime: "2026-01-02T00:00:00.000000Z" },
  });
  assert.deepEqual([code, body.count, body.lastTimestamp, body.series.count], [200, 4, "2026-01-02T00:00:00Z", 3]);
});

const owner = (uid: string, name = "x"): Json => ({ apiVersion: "v1", kind: "Pod", name, uid });
const WITH_LISTS = coreEvent("a", {
  metadata: {
    name: "a",
    ownerReferences: [owner("1"), owner("2")],
    finalizers: ["a.io/1"],
    labels: { a: "1", b: "2" },
  },
});

const STRATEGIC: readonly [name: string, metadata: Json, expected: (metadata: Json) => unknown, value: unknown][] = [
  [
    "merges owners by uid",
    { ownerReferences: [owner("2", "y"), owner("3")] },
    ({ ownerReferences }) => ownerReferences.map(({ uid, name }: Json) => uid + name),
    ["1x", "2y", "3x"],
  ],
  [
    "removes an owner",
    { ownerReferences: [{ $patch: "delete", uid: "1" }] },
    ({ ownerReferences }) => ownerReferences.length,
    1,
  ],
  [
    "replaces the owners",
    { ownerReferences: [{ $patch: "replace" }, owner("9")] },
    ({ ownerReferences }) => ownerReferences.map(({ uid }: Json) => uid),
    ["9"],
  ],
  ["adds to the finalizers", { finalizers: ["a.io/2", "a.io/1"] }, ({ finalizers }) => finalizers, [
    "a.io/2",
    "a.io/1",
  ]],
  [
    "removes from the finalizers",
    { "$deleteFromPrimitiveList/finalizers": ["a.io/1"] },
    ({ finalizers }) => finalizers,
    undefined,
  ],
  ["removes nothing from an absent list", { "$deleteFromPrimitiveList/x": ["a"] }, ({ x }) => x, undefined],
  [
    "rejects a removal by a non-list",
    { "$deleteFromPrimitiveList/finalizers": "a.io/1" },
    (metadata) => metadata.finalizers,
    ["a.io/1"],
  ],
  ["replaces a map", { labels: { $patch: "replace", c: "3" } }, ({ labels }) => labels, { c: "3" }],
  ["removes by null", { labels: { a: null } }, ({ labels }) => labels, { b: "2" }],
  ["empties a map", { labels: { $patch: "delete" } }, ({ labels }) => labels, undefined],
  ["retains keys", { labels: { $retainKeys: ["b", "c"], c: "3" } }, ({ labels }) => labels, { b: "2", c: "3" }],
  ["ignores $setElementOrder", { "$setElementOrder/finalizers": ["a.io/1"] }, ({ finalizers }) => finalizers, [
    "a.io/1",
  ]],
];

for (const [name, metadata, expected, value] of STRATEGIC) {
  test(`strategic merge patch ${name}`, async () => {
    const { code, body } = await patch("strategic-merge-patch+json", { metadata }, WITH_LISTS);
    assert.equal(code, 200, body.message);
    assert.deepEqual(expected(body.metadata), value);
  });
}

test("strategic merge patch keeps the order of its items, and the places of the others, as a cluster does", async () => {
  const listsOf = (digits: string): Json => ({
    finalizers: [...digits].map((digit) => `a.io/${digit}`),
    ownerReferences: [...digits].map((digit) => owner(digit)),
  });
  for (
    const [old, patched, expected] of [
      ["1", "21", "21"],
      ["1", "2", "21"],
      ["123", "42", "4123"],
      ["123", "31", "231"],
      ["123", "4351", "42351"],
      ["1234", "294", "12934"],
    ] as const
  ) {
    const event = coreEvent("a", { metadata: { name: "a", ...listsOf(old) } });
    const { body } = await patch("strategic-merge-patch+json", { metadata: listsOf(patched) }, event);
    const { finalizers, ownerReferences } = body.metadata;
    assert.deepEqual({ finalizers, ownerReferences }, listsOf(expected));
  }
});

for (
  const [name, metadata, added] of [
    ["drops an object with a directive", { labels: { $patch: "replace", z: "1" } }, {}],
    ["stores an object without its null fields", { labels: { a: null, z: "1" } }, { labels: { z: "1" } }],
    ["stores a list with all its items", { finalizers: ["a.io/1", "a.io/1"] }, { finalizers: ["a.io/1", "a.io/1"] }],
    ["stores a list without its directives", { ownerReferences: [{ $patch: "replace" }, owner("1")] }, {
      ownerReferences: [owner("1")],
    }],
  ] as const
) {
  test(`strategic merge patch of an absent field ${name}`, async () => {
    const { body } = await patch("strategic-merge-patch+json", { metadata });
    const { labels, finalizers, ownerReferences } = body.metadata;
    assert.deepEqual(JSON.parse(JSON.stringify({ labels, finalizers, ownerReferences })), added);
  });
}

for (
  const [name, body, code, message] of [
    ["an unknown directive", { $patch: "explode" }, 500, 'unknown patch type: explode in map: {"$patch":"explode"}'],
    ["an object as a directive", { $patch: { toString: 1 } }, 500, /^unknown patch type: \{"toString":1\} in map/],
    [
      "a merge directive",
      { metadata: { labels: { $patch: "merge", c: "3" } } },
      500,
      /^unknown patch type: merge in map/,
    ],
    ["an item without its merge key", { metadata: { ownerReferences: [{ name: "x" }] } }, 500, /merge key: uid$/],
    ["an item of another type", { metadata: { ownerReferences: ["x"] } }, 500, "list element types are not identical"],
    ["$retainKeys of a number", { $retainKeys: 7 }, 400, "invalid patch format of retainKeys"],
    ["a removal from no list", { $deleteFromPrimitiveList: [] }, 400, "invalid patch format of primitive list"],
    ["an order that is no list", { "$setElementOrder/x": 1 }, 500, /^expected a \[\]interface \{\}, but received a /],
  ] as const
) {
  test(`strategic merge patch responds with ${code} to ${name}, as a cluster does`, async () => {
    const answer = await patch("strategic-merge-patch+json", body, WITH_LISTS);
    assert.equal(answer.code, code, answer.body.message);
    if (typeof message === "string") assert.equal(answer.body.message, message);
    else assert.match(answer.body.message, message);
  });
}

test("PATCH with fieldValidation Strict rejects unknown fields with 422", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const request = { body: { nope: 1 }, type: "application/merge-patch+json" };
  assert.equal((await send(api, "PATCH", `${CORE}/a?fieldValidation=Strict`, request)).code, 422);
  assert.equal(
    (await send(api, "PATCH", `${CORE}/a`, request)).headers.get("warning"),
    '299 - "unknown field \\"nope\\""',
  );
});

test("PATCH without a resourceVersion never conflicts, and no concurrent patch is lost", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) =>
    send(api, "PATCH", `${CORE}/a`, {
      body: { metadata: { annotations: { [`k${i}`]: "" } } },
      type: "application/merge-patch+json",
    })));
  assert.ok(answers.every(({ code }) => code === 200));
  const { body } = await send(api, "GET", `${CORE}/a`);
  assert.equal(Object.keys(body.metadata.annotations).length, 50);
});
