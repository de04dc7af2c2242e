import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, coreEvent, EVENTS, eventsEvent, type Json, send, WatchReader } from "./client.ts";

const TABLE =
  "application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json";
const NOW = { now: () => Date.parse("2026-01-01T01:00:00Z") };

test("Table has the columns and cells of a cluster", async () => {
  const api = new EventsApiServer({ clock: NOW });
  await send(api, "POST", CORE, {
    body: coreEvent("a", { count: 3, lastTimestamp: "2026-01-01T00:58:30Z", message: " hello \n" }),
  });
  const { body } = await send(api, "GET", CORE, { accept: TABLE });
  assert.deepEqual([body.kind, body.apiVersion, body.metadata], ["Table", "meta.k8s.io/v1", { resourceVersion: "2" }]);
  assert.deepEqual(
    body.columnDefinitions.map(({ name, priority }: { name: string; priority: number }) => name + priority),
    [
      "Last Seen0",
      "Type0",
      "Reason0",
      "Object0",
      "Subobject1",
      "Source1",
      "Message0",
      "First Seen1",
      "Count1",
      "Name1",
    ],
  );
  assert.equal(body.columnDefinitions[8].description, "The number of times this event has occurred.");
  assert.deepEqual(body.rows[0].cells, [
    "90s",
    "Normal",
    "Pulled",
    "pod/web",
    "",
    "kubelet, node-1",
    "hello",
    "60m",
    3,
    "a",
  ]);
  assert.deepEqual([body.rows[0].object.kind, body.rows[0].object.apiVersion], [
    "PartialObjectMetadata",
    "meta.k8s.io/v1",
  ]);
  assert.equal(body.rows[0].object.metadata.namespace, "default");
});

test("Table shows the times of events.k8s.io/v1 events, and of events without times", async () => {
  const api = new EventsApiServer({ clock: NOW });
  await send(api, "POST", EVENTS, { body: eventsEvent("a") });
  await send(api, "POST", EVENTS, {
    body: eventsEvent("b", { series: { count: 5, lastObservedTime: "2026-01-01T00:59:00.000000Z" } }),
  });
  await send(api, "POST", CORE, { body: { metadata: { name: "c" }, involvedObject: { kind: "Node" } } });
  const { body } = await send(api, "GET", CORE, { accept: TABLE });
  const cells = body.rows.map(({ cells }: { cells: unknown[] }) => [cells[0], cells[3], cells[5], cells[7], cells[8]]);
  assert.deepEqual(cells, [
    ["60m", "pod/web", "example.com/controller, controller-1", "60m", 1],
    ["60s", "pod/web", "example.com/controller, controller-1", "60m", 5],
    ["<unknown>", "node", "", "<unknown>", 1],
  ]);
});

test("Table shows the age of any time that a cluster accepts, at most Go's longest", async () => {
  const api = new EventsApiServer({ clock: NOW });
  const times = ["1600-01-01T00:00:00Z", "0000-01-01T00:00:00+10:00", "9999-12-31T23:59:59-24:00"];
  for (const [index, firstTimestamp] of times.entries()) {
    await send(api, "POST", CORE, { body: coreEvent(`e${index}`, { firstTimestamp }) });
  }
  const { body } = await send(api, "GET", CORE, { accept: TABLE });
  assert.deepEqual(body.rows.map(({ cells }: { cells: unknown[] }) => cells[7]), ["292y", "292y", "<invalid>"]);
});

test("Table has empty cells for missing fields", async () => {
  const api = new EventsApiServer({ clock: NOW });
  const series = { lastObservedTime: "2026-01-01T00:59:00.000000Z" };
  await send(api, "POST", CORE, { body: { metadata: { name: "a" }, involvedObject: {}, series } });
  const { body } = await send(api, "GET", CORE, { accept: TABLE });
  assert.deepEqual(body.rows[0].cells, ["60s", "", "", "", "", "", "", "<unknown>", 0, "a"]);
});

test("Table includes the object, its metadata or nothing, and pages like a list", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  await send(api, "POST", CORE, { body: coreEvent("b") });
  const row = async (query: string): Promise<{ kind: string; reason?: string } | null> =>
    (await send(api, "GET", `${CORE}/a?${query}`, { accept: TABLE })).body.rows[0].object;
  assert.equal((await row("includeObject=Object"))?.reason, "Pulled");
  assert.equal(await row("includeObject=None"), null);
  assert.equal((await row("includeObject=Metadata"))?.kind, "PartialObjectMetadata");
  assert.equal((await send(api, "GET", `${CORE}?includeObject=x`, { accept: TABLE })).code, 400);
  const single = (await send(api, "GET", `${CORE}/a`, { accept: TABLE })).body;
  assert.equal(single.columnDefinitions[0].name, "Last Seen");
  const page = (await send(api, "GET", `${CORE}?limit=1`, { accept: TABLE })).body;
  assert.deepEqual([page.rows.length, page.metadata.remainingItemCount], [1, 1]);
  assert.ok(page.metadata.continue);
});

const ACCEPT: readonly [accept: string, kind: string][] = [
  ["application/json", "EventList"],
  ["*/*", "EventList"],
  ["application/vnd.kubernetes.protobuf,application/json", "EventList"],
  ["application/json, */*;q=0.8", "EventList"],
  [
    "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1;g=meta.k8s.io",
    "Table",
  ],
  ["application/json;as=Table;v=v1beta1;g=meta.k8s.io", "Table"],
  ["application/json;as=Table;v=v2;g=meta.k8s.io,application/json", "EventList"],
  ["application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "PartialObjectMetadataList"],
  ["application/yaml", "Status"],
];

for (const [accept, kind] of ACCEPT) {
  test(`EventsApiServer responds to ${JSON.stringify(accept)} with ${kind}`, async () => {
    const api = new EventsApiServer();
    await send(api, "POST", CORE, { body: coreEvent("a") });
    assert.equal((await send(api, "GET", CORE, { accept })).body.kind, kind);
  });
}

test("EventsApiServer responds with 406 to a client that accepts no JSON, and changes nothing", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const accept = "application/yaml";
  const requests: readonly [method: string, target: string, options?: { body: unknown; type?: string }][] = [
    ["GET", CORE],
    ["GET", `${CORE}/a`],
    ["GET", `${CORE}?watch=true`],
    ["POST", CORE, { body: coreEvent("b") }],
    ["PUT", `${CORE}/a`, { body: coreEvent("a", { count: 7 }) }],
    ["PATCH", `${CORE}/a`, { body: { count: 7 }, type: "application/merge-patch+json" }],
    ["DELETE", `${CORE}/a`],
    ["DELETE", CORE],
  ];
  for (const [method, target, options] of requests) {
    assert.equal((await send(api, method, target, { ...options, accept })).code, 406, `${method} ${target}`);
  }
  const { items } = (await send(api, "GET", CORE)).body;
  assert.deepEqual(items.map(({ metadata, count }: Json) => [metadata.name, count]), [["a", 1]]);
});

test("EventsApiServer parses the Accept header as strictly as a cluster does", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const rest = "g=meta.k8s.io;v=v1";
  const cases: readonly [accept: string, expected: string | number][] = [
    ["application/*", 406],
    ["APPLICATION/JSON", 406],
    ["application/*, */*", "Event"],
    [`application/*;as=Table;${rest}`, 406],
    [`application/json;as=table;${rest}`, 406],
    [`application/json;as=Table;g=META.k8s.io;v=v1`, 406],
    [`application/json;AS=Table;${rest}`, 406],
    ["application/json;v=v1", 406],
    ["application/json;v=v1,application/json", "Event"],
    ["application/json;as=;g=", "Event"],
    [`application/json ; as = Table; ${rest}`, "Table"],
    [`application/json;as=partialobjectmetadata;${rest},*/*`, "Event"],
  ];
  for (const [accept, expected] of cases) {
    const { code, body } = await send(api, "GET", `${CORE}/a`, { accept });
    assert.equal(code === 200 ? body.kind : code, expected, accept);
  }
});

test("EventsApiServer returns PartialObjectMetadata of an event, a list and a watch", async () => {
  const api = new EventsApiServer();
  await send(api, "POST", CORE, { body: coreEvent("a") });
  const accept = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
  const watch = await WatchReader.open(api, `${CORE}?watch=true`, accept);
  const objects = [
    (await send(api, "GET", `${CORE}/a`, { accept })).body,
    (await send(api, "GET", CORE, { accept: accept.replace("Metadata", "MetadataList") })).body.items[0],
    (await watch.next()).object,
  ];
  await watch.close();
  for (const { kind, apiVersion, metadata, ...more } of objects) {
    assert.deepEqual([kind, apiVersion, metadata.name], ["PartialObjectMetadata", "meta.k8s.io/v1", "a"]);
    assert.deepEqual(more, {});
  }
});
