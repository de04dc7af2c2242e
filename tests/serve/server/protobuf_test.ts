import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../../src/serve/server/mod.ts";
import { CORE, EVENTS, type Json, send } from "./client.ts";

const TYPE = "application/vnd.kubernetes.protobuf";

/** A field of a message: its number and its value; a number is written as a varint. */
type Field = readonly [number: number, value: string | number | boolean | Uint8Array];

/** Writes a message. */
function message(...fields: readonly Field[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    if (typeof value === "number") writer.tag(number, WireType.Varint).int64(value);
    else if (typeof value === "boolean") writer.tag(number, WireType.Varint).bool(value);
    else if (typeof value === "string") writer.tag(number, WireType.LengthDelimited).string(value);
    else writer.tag(number, WireType.LengthDelimited).bytes(value);
  }
  return writer.finish();
}

/** Encodes a body as Go clients do. */
function body(raw: Uint8Array, kind = "Event", apiVersion = "v1"): Uint8Array {
  return bodyOf(message([1, message([1, apiVersion], [2, kind])], [2, raw], [3, ""], [4, ""]));
}

/** Encodes a body that contains this `runtime.Unknown`. */
function bodyOf(unknown: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + unknown.length);
  bytes.set([0x6b, 0x38, 0x73, 0]);
  bytes.set(unknown, 4);
  return bytes;
}

const time = (seconds: number, nanos = 0): Uint8Array => message([1, seconds], [2, nanos]);
const meta = (...fields: readonly Field[]): Field => [1, message([1, "a"], ...fields)];
const POD = message([1, "Pod"], [2, "default"], [3, "web"], [4, "u1"], [5, "v1"], [6, "7"], [7, "spec"]);

const CORE_EVENT = message(
  meta(
    [2, ""],
    [3, "default"],
    [7, 3],
    [8, new Uint8Array()],
    [11, message([1, "app"], [2, "web"])],
    [11, message([1, "tier"])],
    [12, message([1, "note"], [2, "naïve 日本 🎉"])],
    [13, message([1, "Pod"], [3, "web"], [4, "u1"], [5, "v1"], [6, true], [7, false])],
    [14, "example.com/a"],
    [14, "example.com/b"],
    [17, message([1, "me"], [2, "Update"], [7, message([1, "{}"])])],
  ),
  [2, POD],
  [3, "BackOff"],
  [4, "Back-off"],
  [5, message([1, "kubelet"], [2, "node-1"])],
  [6, time(1_700_000_000, 999_999_999)],
  [7, time(1_700_000_001)],
  [8, 2 ** 30],
  [9, "Warning"],
  [10, time(-1, 678_901_999)],
  [11, message([1, 3], [2, time(1_700_000_002, 1000)])],
  [12, "Restart"],
  [13, message([1, "Node"], [3, "node-1"])],
  [14, "example.com/kubelet"],
  [15, "kubelet-1"],
);

test("EventsApiServer reads every field of a core/v1 event in protobuf", async () => {
  const api = new EventsApiServer();
  const answer = await send(api, "POST", CORE, { body: body(CORE_EVENT), type: TYPE });
  assert.equal(answer.code, 201, JSON.stringify(answer.body));
  assert.equal(answer.headers.get("warning"), null);
  const { metadata, ...fields } = answer.body;
  const { uid: _uid, resourceVersion: _version, creationTimestamp: _created, ...ofClient } = metadata;
  assert.deepEqual(ofClient, {
    name: "a",
    namespace: "default",
    generation: 3,
    labels: { app: "web", tier: "" },
    annotations: { note: "naïve 日本 🎉" },
    ownerReferences: [
      { apiVersion: "v1", kind: "Pod", name: "web", uid: "u1", controller: true, blockOwnerDeletion: false },
    ],
    finalizers: ["example.com/a", "example.com/b"],
  });
  assert.deepEqual(fields, {
    kind: "Event",
    apiVersion: "v1",
    involvedObject: {
      kind: "Pod",
      namespace: "default",
      name: "web",
      uid: "u1",
      apiVersion: "v1",
      resourceVersion: "7",
      fieldPath: "spec",
    },
    reason: "BackOff",
    message: "Back-off",
    source: { component: "kubelet", host: "node-1" },
    firstTimestamp: "2023-11-14T22:13:20Z",
    lastTimestamp: "2023-11-14T22:13:21Z",
    count: 2 ** 30,
    type: "Warning",
    eventTime: "1969-12-31T23:59:59.678901Z",
    series: { count: 3, lastObservedTime: "2023-11-14T22:13:22.000001Z" },
    action: "Restart",
    related: { kind: "Node", name: "node-1" },
    reportingComponent: "example.com/kubelet",
    reportingInstance: "kubelet-1",
  });
});

test("EventsApiServer reads every field of an events.k8s.io/v1 event in protobuf", async () => {
  const api = new EventsApiServer();
  const event = message(
    meta(),
    [2, time(1_700_000_000, 1000)],
    [3, message([1, 3], [2, time(1_700_000_002)])],
    [4, "example.com/controller"],
    [5, "controller-1"],
    [6, "CreatePod"],
    [7, "Created"],
    [8, POD],
    [9, message([1, "Node"], [3, "node-1"])],
    [10, "Created pod"],
    [11, "Normal"],
    [12, new Uint8Array()],
    [13, new Uint8Array()],
    [14, new Uint8Array()],
    [15, 0],
  );
  const answer = await send(api, "POST", EVENTS, { body: body(event, "Event", "events.k8s.io/v1"), type: TYPE });
  assert.equal(answer.code, 201, JSON.stringify(answer.body));
  const { metadata: _metadata, regarding, ...fields } = answer.body;
  assert.equal(regarding.uid, "u1");
  assert.deepEqual(fields, {
    kind: "Event",
    apiVersion: "events.k8s.io/v1",
    eventTime: "2023-11-14T22:13:20.000001Z",
    series: { count: 3, lastObservedTime: "2023-11-14T22:13:22.000000Z" },
    reportingController: "example.com/controller",
    reportingInstance: "controller-1",
    action: "CreatePod",
    reason: "Created",
    related: { kind: "Node", name: "node-1" },
    note: "Created pod",
    type: "Normal",
    deprecatedSource: {},
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
  });
});

test("EventsApiServer merges the parts of a protobuf message, and uses the last of a duplicate field", async () => {
  const api = new EventsApiServer();
  const event = message(
    meta(),
    [1, message([2, "x-"], [11, message([1, "__proto__"], [2, "x"])])],
    [2, message([2, "default"])],
    [
      2,
      message([3, "web"]),
    ],
    [3, "One"],
    [3, "Two"],
  );
  const { body: created } = await send(api, "POST", `${CORE}?dryRun=All`, { body: body(event), type: TYPE });
  // An invalid label key is a key like any other.
  assert.match(created.message, /metadata\.labels: Invalid value: "__proto__"/);
  const plain = message(meta(), [2, message([2, "default"])], [2, message([3, "web"])], [3, "One"], [3, "Two"]);
  const { body: second } = await send(api, "POST", CORE, { body: body(plain), type: TYPE });
  assert.deepEqual([second.involvedObject, second.reason], [{ namespace: "default", name: "web" }, "Two"]);
});

test("EventsApiServer reads the first and the last time of protobuf", async () => {
  const event = message(meta(), [2, message([2, "default"])], [6, time(-62_135_596_800)], [7, time(253_402_300_799)]);
  const answer = await send(new EventsApiServer(), "POST", CORE, { body: body(event), type: TYPE });
  // The first is Go's zero time.
  assert.deepEqual([answer.body.firstTimestamp, answer.body.lastTimestamp], [null, "9999-12-31T23:59:59Z"]);
});

test("EventsApiServer carries the nanoseconds of a MicroTime in protobuf, and ignores those of a Time", async () => {
  const cases: readonly [seconds: number, nanos: number, time: string, microTime: string][] = [
    [1, 1_500_000_000, "1970-01-01T00:00:01Z", "1970-01-01T00:00:02.500000Z"],
    [1, -1_999, "1970-01-01T00:00:01Z", "1970-01-01T00:00:00.999999Z"],
    [1, -999, "1970-01-01T00:00:01Z", "1970-01-01T00:00:01.000000Z"],
    [-1, -2_000_000_000, "1969-12-31T23:59:59Z", "1969-12-31T23:59:57.000000Z"],
    [253_402_300_800, -1000, "", "9999-12-31T23:59:59.999999Z"],
    [-62_167_219_200, 0, "0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000000Z"],
  ];
  for (const [seconds, nanos, firstTimestamp, lastObservedTime] of cases) {
    const bytes = time(seconds, nanos);
    const first: Field[] = firstTimestamp === "" ? [] : [[6, bytes]];
    const event = message(meta(), [2, message([2, "default"])], ...first, [11, message([2, bytes])]);
    const { code, body: created } = await send(new EventsApiServer(), "POST", CORE, { body: body(event), type: TYPE });
    assert.equal(code, 201);
    assert.deepEqual([created.firstTimestamp ?? "", created.series.lastObservedTime], [
      firstTimestamp,
      lastObservedTime,
    ]);
  }
});

test("EventsApiServer reads the options of a delete in protobuf", async () => {
  const api = new EventsApiServer();
  const { body: event } = await send(api, "POST", CORE, { body: body(CORE_EVENT), type: TYPE });
  const options = (...fields: readonly Field[]): { body: unknown; type: string } => ({
    body: body(message(...fields), "DeleteOptions"),
    type: TYPE,
  });
  const wrong = await send(api, "DELETE", `${CORE}/a`, options([2, message([1, "another"])]));
  assert.deepEqual([wrong.code, wrong.body.reason], [409, "Conflict"]);
  assert.equal((await send(api, "DELETE", `${CORE}/a`, options([5, "All"]))).code, 200);
  assert.equal(
    (await send(api, "DELETE", `${CORE}/a`, options([1, 0], [2, message([1, event.metadata.uid])]))).code,
    200,
  );
  assert.equal((await send(api, "GET", `${CORE}/a`)).code, 404);
});

test("EventsApiServer reports unknown fields in protobuf by fieldValidation", async () => {
  const api = new EventsApiServer();
  const unknown = message(meta([99, "new"]), [2, message([2, "default"])], [1000, 7]);
  const asked = (validation: string): Promise<Json> =>
    send(api, "POST", `${CORE}?dryRun=All&fieldValidation=${validation}`, { body: body(unknown), type: TYPE });
  const [warned, ignored, strict] = [await asked("Warn"), await asked("Ignore"), await asked("Strict")];
  assert.equal(warned.code, 201);
  assert.equal(
    warned.headers.get("warning"),
    `299 - "unknown field \\"1000\\"", 299 - "unknown field \\"metadata.99\\""`,
  );
  assert.deepEqual([ignored.code, ignored.headers.get("warning")], [201, null]);
  assert.equal(strict.code, 400);
  assert.match(strict.body.message, /strict decoding error: unknown field "1000", unknown field "metadata\.99"$/);
});

const REFUSED: Readonly<Record<string, readonly [Uint8Array, RegExp]>> = {
  "nothing": [new Uint8Array(), /does not appear to be a protobuf message/],
  "only the magic number": [bodyOf(new Uint8Array()), /empty body/],
  "JSON": [new TextEncoder().encode("{}"), /does not appear to be a protobuf message/],
  "a string for a number": [body(message(meta(), [8, "3"])), /wrong wireType = 2 for field count/],
  "a number for a message": [body(message(meta(), [2, 3])), /wrong wireType = 0 for field involvedObject/],
  "a number for its type": [bodyOf(message([1, 7])), /wrong wireType = 0 for field TypeMeta/],
  "a number for its event": [bodyOf(message([2, 7])), /wrong wireType = 0 for field Raw/],
  "a length beyond the end": [body(Uint8Array.of(0x1a, 0xff, 0xff, 0x03)), /proto: /],
  "an endless varint": [body(new Uint8Array(20).fill(0xff)), /proto: /],
  "the field 0": [body(Uint8Array.of(0x02, 0x00)), /proto: /],
  "an endless group": [body(new Uint8Array(1000).fill(0x9b)), /proto: /],
  "groups in groups": [body(new Uint8Array(200_000).fill(0xa3)), /proto: /],
  "a year 10000": [body(message(meta(), [6, time(253_402_300_800)])), /time out of range/],
  "a year -1": [body(message(meta(), [6, time(-62_167_219_201)])), /time out of range/],
  "nanoseconds that lead to a year 10000": [
    body(message(meta(), [10, time(253_402_300_799, 1e9)])),
    /time out of range/,
  ],
  "another kind": [body(message(meta()), "Pod"), /Pod in version "v1" cannot be handled as a Event/],
  "the other API's version": [
    body(message(meta()), "Event", "events.k8s.io/v1"),
    /does not match the expected API version/,
  ],
};

for (const [of, [bytes, why]] of Object.entries(REFUSED)) {
  test(`EventsApiServer responds with 400 to a body in protobuf that contains ${of}`, async () => {
    const api = new EventsApiServer();
    const answer = await send(api, "POST", CORE, { body: bytes, type: TYPE });
    assert.deepEqual([answer.code, answer.body.reason], [400, "BadRequest"]);
    assert.match(answer.body.message, why);
    assert.doesNotMatch(answer.body.message, /proto: proto:/);
  });
}

test("EventsApiServer responds with 400 to a body in protobuf that is truncated anywhere in its event", async () => {
  const api = new EventsApiServer();
  const whole = body(CORE_EVENT);
  const end = whole.length - 4; // the two empty fields after the event may be missing
  for (let length = 5; length < end; length++) {
    // Truncated before the event begins, it is an event without fields.
    const { code } = await send(api, "POST", CORE, { body: whole.subarray(0, length), type: TYPE });
    assert.ok(code === 400 || code === 422, `${code} at ${length}`);
  }
  assert.equal((await send(api, "POST", CORE, { body: whole.subarray(0, end), type: TYPE })).code, 201);
});

test("EventsApiServer responds with a Status to any bytes after the protobuf magic number", async () => {
  const api = new EventsApiServer();
  let state = 7;
  const random = (): number => (state = state * 1_103_515_245 + 12_345 & 0x7fffffff) >> 8;
  for (let i = 0; i < 2000; i++) {
    const bytes = body(CORE_EVENT);
    for (let changes = random() % 4; changes >= 0; changes--) bytes[4 + random() % (bytes.length - 4)] = random() & 255;
    const { code } = await send(api, "POST", `${CORE}?dryRun=All`, { body: bytes, type: TYPE });
    assert.ok([201, 400, 422].includes(code), `${code} to ${bytes}`);
  }
});
