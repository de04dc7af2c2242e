import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { type Answer, CORE, coreEvent, EVENTS, eventsEvent, type Json, send, WatchReader } from "./client.ts";

test("EventsApiServer.fetch() works detached from its server", async () => {
  const { fetch } = new EventsApiServer();
  assert.equal((await fetch(new Request("http://localhost/api/v1/events"))).status, 200);
});

test("EventsApiServer rejects numbers out of range", () => {
  assert.throws(() => new EventsApiServer({ ttlMs: 0 }), {
    name: "RangeError",
    message: "Cannot serve events: ttlMs must be a positive number, received 0",
  });
  assert.throws(() => new EventsApiServer({ ttlMs: "3" as never }), /ttlMs must be a positive number, received "3"$/);
  assert.throws(() => new EventsApiServer({ maxEvents: 0 }), { name: "RangeError" });
  assert.throws(() => new EventsApiServer({ maxHistory: 1.5 }), { name: "RangeError" });
});

test("EventsApiServer rejects kinds without a version and invalid functions", () => {
  for (const kind of ["Pod", { kind: "Pod" }, undefined]) {
    assert.throws(() => new EventsApiServer({ kinds: [kind as never] }), {
      name: "TypeError",
      message: /^Cannot serve events: kinds must each have apiVersion and kind, received /,
    });
  }
  assert.throws(() => new EventsApiServer({ namespacePhase: "Active" as never }), {
    name: "TypeError",
    message: 'Cannot serve events: namespacePhase must be a function, received "Active"',
  });
});

test("EventsApiServer responds to a create with exactly the fields of a cluster", async () => {
  const api = new EventsApiServer({ clock: { now: () => Date.parse("2026-01-01T00:00:09.9Z") } });
  const { code, body } = await send(api, "POST", CORE, { body: { metadata: { name: "a" }, involvedObject: {} } });
  assert.equal(code, 201);
  assert.match(body.metadata.uid, /^[0-9a-f-]{36}$/);
  assert.deepEqual(body, {
    kind: "Event",
    apiVersion: "v1",
    metadata: {
      name: "a",
      namespace: "default",
      uid: body.metadata.uid,
      resourceVersion: "2",
      creationTimestamp: "2026-01-01T00:00:09Z",
    },
    involvedObject: {},
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    eventTime: null,
    reportingComponent: "",
    reportingInstance: "",
  });
});

test("EventsApiServer converts the events of each API to the other without loss", async () => {
  const api = new EventsApiServer();
  const related = { kind: "ReplicaSet", name: "web-1" };
  const series = { count: 2, lastObservedTime: "2026-01-01T00:00:00.000002Z" };
  await send(api, "POST", CORE, { body: coreEvent("core", { related, action: "Pull", series }) });
  await send(api, "POST", EVENTS, { body: eventsEvent("new", { related, series }) });
  const fromCore = (await send(api, "GET", `${EVENTS}/core`)).body;
  assert.equal(fromCore.apiVersion, "events.k8s.io/v1");
  assert.deepEqual(Object.keys(fromCore).sort(), [
    "action",
    "apiVersion",
    "deprecatedCount",
    "deprecatedFirstTimestamp",
    "deprecatedLastTimestamp",
    "deprecatedSource",
    "eventTime",
    "kind",
    "metadata",
    "note",
    "reason",
    "regarding",
    "related",
    "series",
    "type",
  ]);
  assert.deepEqual(fromCore.deprecatedSource, { component: "kubelet", host: "node-1" });
  const fromEvents = (await send(api, "GET", `${CORE}/new`)).body;
  assert.equal(fromEvents.message, "Created pod web");
  assert.equal(fromEvents.involvedObject.name, "web");
  assert.equal(fromEvents.reportingComponent, "example.com/controller");
  assert.equal(fromEvents.firstTimestamp, null);
  const identity = (body: { metadata: unknown }): unknown => body.metadata;
  assert.deepEqual(identity(fromEvents), identity((await send(api, "GET", `${EVENTS}/new`)).body));
});

test("EventsApiServer encodes a zero series count in events.k8s.io/v1 and omits it in core/v1", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a", { series: {} }) });
  assert.deepEqual((await send(api, "GET", `${CORE}/a`)).body.series, { lastObservedTime: null });
  assert.deepEqual((await send(api, "GET", `${EVENTS}/a`)).body.series, { count: 0, lastObservedTime: null });
});

test("EventsApiServer lists items without kind and apiVersion, sorted by namespace and name", async () => {
  const api = new EventsApiServer();
  for (const [namespace, name] of [["b", "z"], ["a", "y"], ["a-b", "x"], ["a", "b"]]) {
    const body = coreEvent(name!, { involvedObject: { namespace } });
    await send(api, "POST", `/api/v1/namespaces/${namespace}/events`, { body });
  }
  const { body } = await send(api, "GET", "/api/v1/events");
  assert.deepEqual([body.kind, body.apiVersion, body.metadata], ["EventList", "v1", { resourceVersion: "5" }]);
  const names = (list: { items: { metadata: { namespace: string; name: string } }[] }): string[] =>
    list.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
  assert.deepEqual(names(body), ["a-b/x", "a/b", "a/y", "b/z"]);
  assert.ok(!("kind" in body.items[0]) && !("apiVersion" in body.items[0]));
  assert.deepEqual(names((await send(api, "GET", "/api/v1/namespaces/a/events")).body), ["a/b", "a/y"]);
  assert.deepEqual((await send(api, "GET", "/apis/events.k8s.io/v1/namespaces/c/events")).body.items, []);
});

test("EventsApiServer generates names from generateName", async () => {
  const api = new EventsApiServer();
  const body = coreEvent("", { metadata: { generateName: "web-" } });
  const names = new Set<string>();
  for (let i = 0; i < 20; i++) {
    const { metadata } = (await send(api, "POST", CORE, { body })).body;
    assert.match(metadata.name, /^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    assert.equal(metadata.generateName, "web-");
    names.add(metadata.name);
  }
  assert.equal(names.size, 20);
  const long = coreEvent("", { metadata: { generateName: "x".repeat(100) } });
  assert.equal((await send(api, "POST", CORE, { body: long })).body.metadata.name.length, 63);
});

test("EventsApiServer rejects a generateName after eight names that are taken", async () => {
  const api = new EventsApiServer();
  const body = coreEvent("", { metadata: { generateName: "web-" } });
  const { random } = Math;
  Math.random = () => 0;
  try {
    assert.equal((await send(api, "POST", CORE, { body })).body.metadata.name, "web-bbbbb");
    const { code, body: status, headers } = await send(api, "POST", CORE, { body });
    assert.deepEqual([code, status.reason, headers.get("retry-after")], [409, "AlreadyExists", "1"]);
    assert.match(status.message, /the server was not able to generate a unique name for the object$/);
    // Each of the seven names before is taken.
    let letters = 0;
    Math.random = () => letters++ < 7 * 5 ? 0 : 0.5;
    const { metadata } = (await send(api, "POST", CORE, { body })).body;
    assert.deepEqual([metadata.name, letters], ["web-rrrrr", 8 * 5]);
  } finally {
    Math.random = random;
  }
});

test("EventsApiServer.PUT creates or replaces an event, and checks its resourceVersion", async () => {
  const api = new EventsApiServer();
  const target = `${CORE}/a`;
  const stale = coreEvent("a", { metadata: { name: "a", resourceVersion: "99" } });
  const created = await send(api, "PUT", target, { body: stale });
  assert.equal(created.code, 201);
  const replaced = await send(api, "PUT", target, { body: coreEvent("a", { count: 2 }) });
  assert.deepEqual([replaced.code, replaced.body.count], [200, 2]);
  assert.equal(replaced.body.metadata.uid, created.body.metadata.uid);
  assert.equal(replaced.body.metadata.creationTimestamp, created.body.metadata.creationTimestamp);
  const conflict = await send(api, "PUT", target, { body: created.body });
  assert.deepEqual(conflict.body, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message:
      'Operation cannot be fulfilled on events "a": the object has been modified; please apply your changes to ' +
      "the latest version and try again",
    reason: "Conflict",
    details: { name: "a", kind: "events" },
    code: 409,
  });
  const current = { ...replaced.body, count: 3 };
  assert.equal((await send(api, "PUT", target, { body: current })).body.count, 3);
});

test("EventsApiServer.PUT checks a uid", async () => {
  const api = new EventsApiServer();
  const body = coreEvent("a", { metadata: { name: "a", uid: "other" } });
  assert.equal((await send(api, "PUT", `${CORE}/a`, { body })).code, 409);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const { code, body: status } = await send(api, "PUT", `${CORE}/a`, { body });
  assert.equal(code, 409);
  assert.match(
    status.message,
    /^Operation cannot be fulfilled on events "a": .+ Precondition failed: UID in precondition: other, UID in object meta: [0-9a-f-]{36}$/,
  );
});

test("EventsApiServer changes nothing on an update without changes", async () => {
  let nowMs = 0;
  const api = new EventsApiServer({ clock: { now: () => nowMs }, ttlMs: 1000 });
  const { body } = await send(api, "POST", CORE, { body: coreEvent("a") });
  nowMs = 900;
  const same = await send(api, "PUT", `${CORE}/a`, { body });
  assert.deepEqual(same.body, body);
  const patch = { body: { count: 1 }, type: "application/merge-patch+json" };
  assert.deepEqual((await send(api, "PATCH", `${CORE}/a`, patch)).body, body);
  nowMs = 1000;
  assert.equal((await send(api, "GET", `${CORE}/a`)).code, 404, "the time to live was not refreshed");
});

test("EventsApiServer restarts ttlMs of an event after a change", async () => {
  let nowMs = 0;
  const api = new EventsApiServer({ clock: { now: () => nowMs } });
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await send(api, "POST", CORE, { body: coreEvent("b") });
  nowMs = 3_599_999;
  const patch = { body: { count: 2 }, type: "application/merge-patch+json" };
  assert.equal((await send(api, "PATCH", `${CORE}/a`, patch)).code, 200);
  nowMs = 3_600_000;
  const { body } = await send(api, "GET", CORE);
  assert.deepEqual(body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name), ["a"]);
  assert.equal(body.metadata.resourceVersion, "5", "an expiry is a change like any other");
  nowMs += 3_599_999;
  assert.equal((await send(api, "GET", CORE)).body.items.length, 0);
});

test("EventsApiServer treats an event past its ttlMs as absent in every request", async () => {
  const merge = { body: { count: 2 }, type: "application/merge-patch+json" };
  const cases = [
    ["GET", `${CORE}/a`, {}, 404],
    ["POST", CORE, { body: coreEvent("a") }, 201],
    ["PUT", `${CORE}/a`, { body: coreEvent("a") }, 201],
    ["PATCH", `${CORE}/a`, merge, 404],
    ["DELETE", `${CORE}/a`, {}, 404],
  ] as const;
  for (const [method, target, request, code] of cases) {
    let now = 0;
    const api = new EventsApiServer({ ttlMs: 1000, clock: { now: () => now } });
    await send(api, "POST", CORE, { body: coreEvent("a") });
    now = 1000;
    assert.equal((await send(api, method, target, request)).code, code, `${method} ${target}`);
  }
  for (const method of ["GET", "DELETE"]) {
    let now = 0;
    const api = new EventsApiServer({ ttlMs: 1000, clock: { now: () => now } });
    await send(api, "POST", CORE, { body: coreEvent("a") });
    now = 1000;
    assert.deepEqual((await send(api, method, CORE)).body.items, [], method);
  }
});

test("EventsApiServer keeps every event for ttlMs, in all requests, even if its clock is set back", async () => {
  let nowMs = 0;
  const api = new EventsApiServer({ ttlMs: 1000, clock: { now: () => nowMs } });
  const expectNames = async (expected: readonly string[], deletions: readonly string[]): Promise<void> => {
    const nameOf = ({ metadata }: Json): string => metadata.name;
    assert.deepEqual((await send(api, "GET", CORE)).body.items.map(nameOf), expected);
    assert.deepEqual(api.events().map(nameOf), expected);
    for (const name of ["a", "b"]) {
      assert.equal((await send(api, "GET", `${CORE}/${name}`)).code, expected.includes(name) ? 200 : 404, name);
    }
    const watch = await WatchReader.open(api, `${CORE}?watch=1&resourceVersion=3`);
    assert.deepEqual(await watch.take(deletions.length), deletions);
    await watch.close();
  };
  nowMs = 5000;
  await send(api, "POST", CORE, { body: coreEvent("a") });
  nowMs = 2000;
  await send(api, "POST", CORE, { body: coreEvent("b") });
  nowMs = 2999;
  await expectNames(["a", "b"], []);
  nowMs = 2500;
  await expectNames(["a", "b"], []);
  nowMs = 2501;
  await expectNames([], ["DELETED a", "DELETED b"]);
});

test("EventsApiServer evicts the least recently written event past maxEvents", async () => {
  const api = new EventsApiServer({ maxEvents: 2 });
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await send(api, "POST", CORE, { body: coreEvent("b") });
  await send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", { count: 2 }) });
  const watch = await WatchReader.open(api, "/api/v1/events?watch=1&resourceVersion=4");
  await send(api, "POST", CORE, { body: coreEvent("c") });
  assert.deepEqual(await watch.take(2), ["ADDED c", "DELETED b"]);
  await watch.close();
});

test("EventsApiServer responds to a delete with a Success without a code", async () => {
  const api = new EventsApiServer();
  for (const [target, group] of [[CORE, {}], [EVENTS, { group: "events.k8s.io" }]] as const) {
    const { metadata: { uid } } = (await send(api, "POST", CORE, { body: coreEvent("a") })).body;
    const { code, body } = await send(api, "DELETE", `${target}/a`, { body: { propagationPolicy: "Background" } });
    assert.equal(code, 200);
    const details = { name: "a", ...group, kind: "events", uid };
    assert.deepEqual(body, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details });
    assert.equal((await send(api, "DELETE", `${target}/a`)).code, 404);
  }
});

test("EventsApiServer checks the preconditions of a delete", async () => {
  const api = new EventsApiServer();
  const { metadata } = (await send(api, "POST", CORE, { body: coreEvent("a") })).body;
  const remove = (preconditions: unknown): Promise<number> =>
    send(api, "DELETE", `${CORE}/a`, { body: { preconditions } }).then(({ code }) => code);
  assert.equal(await remove({ uid: "other" }), 409);
  assert.equal(await remove({ resourceVersion: "1" }), 409);
  assert.equal(await remove({ uid: metadata.uid, resourceVersion: metadata.resourceVersion }), 200);
});

test("EventsApiServer deletes without options if the body is empty, regardless of its type", async () => {
  const api = new EventsApiServer();
  for (
    const type of ["", "application/json", "application/cbor", "application/vnd.kubernetes.protobuf", "text/plain"]
  ) {
    await send(api, "POST", CORE, { body: coreEvent("a") });
    assert.equal((await send(api, "DELETE", `${CORE}/a`, { body: "", type })).code, 200, type);
  }
  assert.equal((await send(api, "DELETE", `${CORE}/a`, { body: "{}", type: "text/plain" })).code, 415);
});

test("EventsApiServer deletes a collection by selector and responds with the deleted events", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a", { type: "Warning" }) });
  await send(api, "POST", CORE, { body: coreEvent("b") });
  const other = { body: coreEvent("c", { type: "Warning", involvedObject: { namespace: "other" } }) };
  await send(api, "POST", "/api/v1/namespaces/other/events", other);
  const { code, body } = await send(api, "DELETE", `${CORE}?fieldSelector=type=Warning`);
  assert.deepEqual([code, body.kind, body.items.length, body.items[0].metadata.name], [200, "EventList", 1, "a"]);
  assert.equal((await send(api, "GET", "/api/v1/events")).body.items.length, 2);
  assert.equal((await send(api, "DELETE", "/api/v1/events")).code, 405);
});

test("EventsApiServer deletes at most limit events of a collection, and returns a continue token", async () => {
  const api = new EventsApiServer();
  for (const name of "abc") await send(api, "POST", CORE, { body: coreEvent(name) });
  const names = ({ body }: Answer): string => body.items.map(({ metadata }: Json) => metadata.name).join("");
  const first = await send(api, "DELETE", `${CORE}?limit=2`);
  assert.deepEqual([names(first), first.body.metadata.remainingItemCount], ["ab", 1]);
  assert.equal(names(await send(api, "GET", CORE)), "c");
  const second = await send(api, "DELETE", `${CORE}?limit=2&continue=${first.body.metadata.continue}`);
  assert.deepEqual([names(second), second.body.metadata.continue], ["c", undefined]);
  // A page of an expired version: events deleted since are skipped.
  assert.equal(names(await send(api, "DELETE", `${CORE}?limit=2&resourceVersion=4`)), "");
});

test("EventsApiServer ignores a given creationTimestamp", async () => {
  const api = new EventsApiServer();
  const { body: created } = await send(api, "POST", CORE, { body: coreEvent("a") });
  const metadata = { creationTimestamp: "2020-01-01T00:00:00Z", labels: { a: "b" } };
  const type = "application/merge-patch+json";
  const { code, body } = await send(api, "PATCH", `${CORE}/a`, { body: { metadata }, type });
  assert.deepEqual([code, body.metadata.creationTimestamp], [200, created.metadata.creationTimestamp]);
});

test("EventsApiServer stores nothing on dryRun", async () => {
  const api = new EventsApiServer();
  const dry = await send(api, "POST", `${CORE}?dryRun=All`, { body: coreEvent("a") });
  assert.equal(dry.code, 201);
  assert.equal(dry.body.metadata.resourceVersion, undefined);
  assert.equal((await send(api, "GET", `${CORE}/a`)).code, 404);
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const patch = { body: { count: 5 }, type: "application/merge-patch+json" };
  assert.equal((await send(api, "PATCH", `${CORE}/a?dryRun=All`, patch)).body.count, 5);
  await send(api, "DELETE", `${CORE}/a?dryRun=All`);
  await send(api, "DELETE", `${CORE}/a`, { body: { dryRun: ["All"] } });
  const { body } = await send(api, "GET", `${CORE}/a`);
  assert.deepEqual([body.count, body.metadata.resourceVersion], [1, "2"]);
});

for (
  const [options, field, why] of [
    [{ propagationPolicy: "Odd" }, "propagationPolicy", 'Unsupported value: "Odd"'],
    [{ propagationPolicy: "" }, "propagationPolicy", 'Unsupported value: ""'],
    [{ propagationPolicy: "Orphan", orphanDependents: false }, "propagationPolicy", 'Invalid value: "Orphan"'],
    [{ dryRun: [""] }, "dryRun", 'Unsupported value: [""]'],
    [{ dryRun: ["All", "Some"] }, "dryRun", 'Unsupported value: ["All","Some"]'],
  ] as const
) {
  test(`EventsApiServer responds with 422 to a delete with ${JSON.stringify(options)}, in its body or query`, async () => {
    const api = new EventsApiServer();
    await send(api, "POST", CORE, { body: coreEvent("a") });
    const query = new URLSearchParams(
      Object.entries(options).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
    );
    for (const target of [`${CORE}/a`, CORE]) {
      for (
        const answer of [send(api, "DELETE", target, { body: options }), send(api, "DELETE", `${target}?${query}`)]
      ) {
        const { code, body } = await answer;
        assert.deepEqual(
          [code, body.details.kind, body.details.causes.length],
          [422, "DeleteOptions", 1],
          body.message,
        );
        assert.equal(body.details.causes[0].field, field);
        assert.ok(body.details.causes[0].message.startsWith(why), body.message);
      }
    }
    assert.equal(api.events().length, 1);
  });
}

test("EventsApiServer reads the options of a delete from its query only if it has no body", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const none = await send(api, "DELETE", `${CORE}/a?gracePeriodSeconds=x`);
  assert.deepEqual([none.code, none.body.message], [400, 'strconv.ParseInt: parsing "x": invalid syntax']);
  const policy = { propagationPolicy: "Background" };
  const { code } = await send(api, "DELETE", `${CORE}/a?propagationPolicy=Odd&dryRun=Odd`, { body: policy });
  assert.deepEqual([code, api.events().length], [200, 0]);
});

test("EventsApiServer responds with 504 to a get at a future resourceVersion, and ignores the options of a list", async () => {
  const api = new EventsApiServer();
  const { body: { metadata } } = await send(api, "POST", CORE, { body: coreEvent("a") });
  for (const target of [`${CORE}/a`, `${CORE}/missing`, `${EVENTS}/a`]) {
    const { code, body } = await send(api, "GET", `${target}?resourceVersion=999999`);
    assert.deepEqual([code, body.reason, body.details.causes[0].reason], [504, "Timeout", "ResourceVersionTooLarge"]);
    assert.equal(body.message, "Timeout: Too large resource version: 999999, current: 2");
  }
  const { code } = await send(api, "GET", `${CORE}/a?resourceVersion=x`);
  assert.equal(code, 400);
  for (
    const query of [
      "resourceVersion=0",
      `resourceVersion=${metadata.resourceVersion}`,
      "limit=x",
      "labelSelector=a%20b",
      "resourceVersionMatch=Exact",
    ]
  ) {
    const { code, body } = await send(api, "GET", `${CORE}/a?${query}`);
    assert.equal(code, 200, `${query}: ${body.message}`);
  }
});

for (
  const [resourceVersion, why] of [["abc", "invalid syntax"], ["-1", "invalid syntax"], [" ", "invalid syntax"], [
    "18446744073709551616",
    "value out of range",
  ], ["9".repeat(1_000_000), "value out of range"]] as const
) {
  test(`EventsApiServer responds with 500 to an update at the resourceVersion "${resourceVersion.slice(0, 30)}", as a cluster does`, async () => {
    const api = new EventsApiServer();
    await send(api, "POST", CORE, { body: coreEvent("a") });
    const metadata = { resourceVersion };
    const updates = [
      send(api, "PUT", `${CORE}/a`, { body: coreEvent("a", { metadata: { name: "a", ...metadata } }) }),
      send(api, "PUT", `${CORE}/new`, { body: coreEvent("new", { metadata: { name: "new", ...metadata } }) }),
      send(api, "PATCH", `${CORE}/a`, { body: { metadata }, type: "application/merge-patch+json" }),
    ];
    for (const { code, body } of await Promise.all(updates)) {
      const message = `strconv.ParseUint: parsing "${resourceVersion}": ${why}`;
      // Of a message that quotes a version of any length, the server sends the beginning.
      const expected = message.length > 100_000 ? `${message.slice(0, 100_000)}...` : message;
      assert.deepEqual(
        [code, body.reason, body.message === expected],
        [500, undefined, true],
        body.message.slice(0, 200),
      );
    }
    const created = await send(api, "POST", CORE, { body: coreEvent("b", { metadata: { name: "b", ...metadata } }) });
    assert.equal(created.code, 201, created.body.message);
  });
}

test("EventsApiServer compares the resourceVersion of an update as a number, and 0 with none", async () => {
  const api = new EventsApiServer();
  const { body: { metadata } } = await send(api, "POST", CORE, { body: coreEvent("a") });
  for (
    const [resourceVersion, expected] of [[`00${metadata.resourceVersion}`, 200], ["000", 200], ["001", 409]] as const
  ) {
    const body = coreEvent("a", { metadata: { name: "a", resourceVersion } });
    assert.equal((await send(api, "PUT", `${CORE}/a`, { body })).code, expected, resourceVersion);
  }
});

test("EventsApiServer.namespacePhase simulates namespaces that are terminating or missing", async () => {
  let phase: "Active" | "Terminating" | "Missing" = "Active";
  const api = new EventsApiServer({ namespacePhase: (name) => name === "default" ? phase : "Active" });
  await send(api, "POST", CORE, { body: coreEvent("a") });
  phase = "Terminating";
  const refused = await send(api, "POST", CORE, { body: coreEvent("b") });
  assert.equal(refused.code, 403);
  assert.deepEqual(refused.body.details, {
    name: "b",
    kind: "events",
    causes: [{
      reason: "NamespaceTerminating",
      message: "namespace default is being terminated",
      field: "metadata.namespace",
    }],
  });
  const patch = { body: { count: 2 }, type: "application/merge-patch+json" };
  assert.equal((await send(api, "PATCH", `${CORE}/a`, patch)).code, 200);
  phase = "Missing";
  const missing = await send(api, "POST", EVENTS, { body: eventsEvent("b") });
  assert.deepEqual([missing.code, missing.body.message, missing.body.details], [
    404,
    'namespaces "default" not found',
    { name: "default", kind: "namespaces" },
  ]);
});

test("EventsApiServer.namespacePhase is called before an event is validated, like a cluster's admission", async () => {
  const invalid: Json = { involvedObject: { namespace: "other" } };
  const cases: readonly [metadata: Json, shownName: string][] = [
    [{ name: "a" }, "a"],
    [{ name: "a/b" }, "a/b"],
    [{ name: "a", resourceVersion: "5" }, "a"],
    [{ generateName: "a-" }, "a-"],
    [{}, "Unknown"],
  ];
  for (const phase of ["Missing", "Terminating"] as const) {
    const api = new EventsApiServer({ namespacePhase: () => phase });
    const expected = (shownName: string): [number, string] => phase === "Missing" ? [404, "default"] : [403, shownName];
    for (const [metadata, shownName] of cases) {
      const { code, body } = await send(api, "POST", CORE, { body: { ...invalid, metadata } });
      assert.deepEqual([code, body.details.name], expected(shownName));
    }
    const { code, body } = await send(api, "PUT", `${CORE}/a`, { body: { ...invalid, metadata: { name: "a" } } });
    assert.deepEqual([code, body.details.name], expected("a"));
    const other = { ...invalid, metadata: { name: "a", namespace: "other" } };
    assert.equal((await send(api, "POST", CORE, { body: other })).code, 400);
  }
});

test("EventsApiServer.namespacePhase responds with 500 to a Promise or an unknown phase", async () => {
  const phases: readonly [phase: () => unknown, shown: string][] = [
    [() => Promise.resolve("Missing"), "[object Promise]"],
    [() => Promise.reject(new Error("must be handled")), "[object Promise]"],
    [() => "active", '"active"'],
    [() => undefined, "undefined"],
  ];
  for (const [phase, shown] of phases) {
    const api = new EventsApiServer({ namespacePhase: phase as () => "Active" });
    const { code, body } = await send(api, "POST", CORE, { body: coreEvent("a") });
    assert.equal(code, 500);
    const rule = 'namespacePhase must return "Active", "Terminating" or "Missing"';
    assert.ok(body.message.includes(`TypeError: ${rule}, received ${shown}`), body.message);
    assert.deepEqual(api.events(), []);
  }
});

test("EventsApiServer.shutdown() ends watches, responds with 503 afterwards, and is idempotent", async () => {
  const api = new EventsApiServer();
  const watch = await WatchReader.open(api, "/api/v1/events?watch=true");
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await api.shutdown().then(() => api[Symbol.asyncDispose]());
  assert.deepEqual(await watch.take(2), ["ADDED a", "end"]);
  const { code, body } = await send(api, "GET", "/api/v1/events");
  assert.deepEqual([code, body.reason], [503, "ServiceUnavailable"]);
});

test("EventsApiServer[Symbol.asyncDispose]() shuts down", async () => {
  const api = new EventsApiServer();
  await api[Symbol.asyncDispose]();
  assert.equal((await send(api, "GET", CORE)).code, 503);
});

test("EventsApiServer.fetch() accepts a path, a URL or a Request, and an init", async () => {
  const api = new EventsApiServer();
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(coreEvent("a")),
  };
  assert.equal((await api.fetch(CORE, init)).status, 201);
  assert.equal((await api.fetch(`http://example.com${CORE}`, init)).status, 409);
  assert.equal((await api.fetch(new URL(CORE, "http://example.com"))).status, 200);
  const request = new Request(`http://localhost${CORE}/a`);
  assert.equal((await api.fetch(request, { method: "DELETE" })).status, 200);
  const fetchLike: typeof fetch = api.fetch;
  assert.equal((await fetchLike(request)).status, 404);
});

test("EventsApiServer.fetch() ignores further arguments of a server's handler", async () => {
  const api = new EventsApiServer();
  const contexts = [
    { remoteAddr: {}, completed: Promise.resolve() },
    { upgrade: () => {}, url: "x" },
    undefined,
    null,
    1,
  ];
  for (const context of contexts) {
    assert.equal((await api.fetch(new Request(`http://localhost${CORE}`), context)).status, 200);
  }
});

test("EventsApiServer.events() returns the stored events in either API, least recently written first", async () => {
  const api = new EventsApiServer({ clock: { now: () => nowMs } });
  let nowMs = 0;
  await send(api, "POST", CORE, { body: coreEvent("b") });
  await send(api, "POST", EVENTS, { body: eventsEvent("a") });
  await send(api, "PUT", `${CORE}/b`, { body: coreEvent("b", { count: 2 }) });
  assert.deepEqual(api.events().map(({ metadata, kind, count }) => [metadata.name, kind, count]), [
    ["a", "Event", undefined],
    ["b", "Event", 2],
  ]);
  const [a, b] = api.events({ apiVersion: "events.k8s.io/v1" });
  assert.deepEqual([a!.note, b!.apiVersion, b!.deprecatedCount], ["Created pod web", "events.k8s.io/v1", 2]);
  (b!.metadata as { name: string }).name = "changed";
  assert.equal(api.events()[1]!.metadata.name, "b");
  nowMs = 3_600_000;
  assert.deepEqual(api.events(), []);
  assert.throws(() => api.events({ apiVersion: "v2" as "v1" }), { name: "RangeError" });
});
