import assert from "node:assert/strict";
import { test } from "node:test";
import { EventsApiServer } from "../../src/server/mod.ts";
import { decodeCbor } from "../../src/server/wire/cbor.ts";
import { CORE, coreEvent, type Json, send } from "./client.ts";

const TYPE = "application/cbor";

/** The first bytes of an item: its major type and its argument. */
function head(major: number, argument: number): number[] {
  const type = major << 5;
  if (argument < 24) return [type | argument];
  if (argument < 2 ** 8) return [type | 24, argument];
  if (argument < 2 ** 16) return [type | 25, argument >> 8, argument & 255];
  return [type | 26, ...[24, 16, 8, 0].map((shift) => argument >>> shift & 255)];
}

/** Encodes JSON as Kubernetes encodes CBOR: strings as byte strings. */
function encode(value: Json): number[] {
  if (value === null) return [0xf6];
  if (typeof value === "boolean") return [value ? 0xf5 : 0xf4];
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") {
    const bytes = new TextEncoder().encode(value);
    return [...head(2, bytes.length), ...bytes];
  }
  if (Array.isArray(value)) return [...head(4, value.length), ...value.flatMap(encode)];
  const entries = Object.entries(value);
  return [...head(5, entries.length), ...entries.flatMap(([key, field]) => [...encode(key), ...encode(field)])];
}

const cbor = (value: Json): Uint8Array => Uint8Array.from([0xd9, 0xd9, 0xf7, ...encode(value)]);

test("EventsApiServer reads an event in CBOR as it reads it in JSON", async () => {
  const api = new EventsApiServer();
  const event = coreEvent("a", {
    count: 70_000,
    message: "naïve 日本 🎉".repeat(20),
    eventTime: null,
    metadata: {
      name: "a",
      labels: { app: "web" },
      finalizers: ["example.com/a"],
      ownerReferences: [
        { apiVersion: "v1", kind: "Pod", name: "web", uid: "u1", controller: true, blockOwnerDeletion: false },
      ],
    },
  });
  const inCbor = (await send(api, "POST", `${CORE}?dryRun=All`, { body: cbor(event), type: TYPE })).body;
  const inJson = (await send(api, "POST", `${CORE}?dryRun=All`, { body: event })).body;
  inCbor.metadata.uid = inJson.metadata.uid;
  inCbor.metadata.creationTimestamp = inJson.metadata.creationTimestamp;
  assert.equal(inCbor.count, 70_000);
  assert.deepEqual(inCbor, inJson);
});

test("EventsApiServer reads the numbers of CBOR in every size", async () => {
  const sizes: Readonly<Record<string, readonly number[]>> = {
    "8 bits": [0x18, 200],
    "16 bits": [0x19, 0, 200],
    "32 bits": [0x1a, 0, 0, 0, 200],
    "64 bits": [0x1b, 0, 0, 0, 0, 0, 0, 0, 200],
    "a float of 32 bits": [0xfa, 0x43, 0x48, 0, 0],
    "a float of 64 bits": [0xfb, 0x40, 0x69, 0, 0, 0, 0, 0, 0],
  };
  for (const [size, number] of Object.entries(sizes)) {
    const fields = Object.entries({ metadata: { name: "a" }, involvedObject: { namespace: "default" } });
    const event = fields.flatMap(([key, field]) => [...encode(key), ...encode(field)]);
    const body = Uint8Array.from([...head(5, 3), ...event, ...encode("count"), ...number]);
    assert.equal((await send(new EventsApiServer(), "POST", CORE, { body, type: TYPE })).body.count, 200, size);
  }
});

test("EventsApiServer reads negative numbers in CBOR", async () => {
  for (const count of [-1, -25, -70_000]) {
    const { body } = await send(new EventsApiServer(), "POST", CORE, {
      body: cbor(coreEvent("a", { count })),
      type: TYPE,
    });
    assert.equal(body.count, count);
  }
});

test("EventsApiServer applies and deletes in CBOR", async () => {
  const api = new EventsApiServer();
  const config = { apiVersion: "v1", kind: "Event", metadata: { name: "a" }, involvedObject: { namespace: "default" } };
  const type = "application/apply-patch+cbor";
  const applied = await send(api, "PATCH", `${CORE}/a?fieldManager=one`, { body: cbor(config), type });
  assert.deepEqual([applied.code, applied.body.metadata.managedFields[0].manager], [201, "one"]);
  const wrong = { preconditions: { uid: "another" } };
  assert.equal((await send(api, "DELETE", `${CORE}/a`, { body: cbor(wrong), type: TYPE })).code, 409);
  assert.equal((await send(api, "DELETE", `${CORE}/a`, { body: cbor({}), type: TYPE })).code, 200);
});

const REFUSED: Readonly<Record<string, readonly [Uint8Array, RegExp]>> = {
  "nothing": [new Uint8Array(), /unexpected EOF/],
  "half an event": [cbor(coreEvent("a")).subarray(0, 50), /unexpected EOF/],
  "two events": [Uint8Array.from([...cbor({}), ...cbor({})]), /extraneous data/],
  "a string beyond the end": [Uint8Array.of(0x5b, 255, 255, 255, 255, 255, 255, 255, 255), /unexpected EOF/],
  "a list beyond the end": [Uint8Array.of(0x9b, 255, 255, 255, 255, 255, 255, 255, 255), /unexpected EOF/],
  "an indefinite length": [Uint8Array.of(0xbf, 0xff), /indefinite lengths/],
  "a number for a key": [Uint8Array.of(0xa1, 1, 1), /keys of a map/],
  "a duplicate field": [Uint8Array.of(0xa2, 0x41, 97, 1, 0x41, 97, 1), /duplicate map key "a"/],
  "another tag": [Uint8Array.of(0xc1, 0), /unsupported tag 1/],
  "undefined": [Uint8Array.of(0xf7), /unsupported simple value/],
  "lists in lists": [new Uint8Array(500_000).fill(0x81), /max nested level/],
  "maps as keys of maps": [new Uint8Array(500_000).fill(0xa1), /max nested level/],
};

for (const [of, [body, why]] of Object.entries(REFUSED)) {
  test(`EventsApiServer responds with 400 to a body in CBOR that contains ${of}`, async () => {
    const answer = await send(new EventsApiServer(), "POST", CORE, { body, type: TYPE });
    assert.deepEqual([answer.code, answer.body.reason], [400, "BadRequest"]);
    assert.match(answer.body.message, why);
  });
}

test("decodeCbor() reads 64 levels of lists and maps, and no more", () => {
  const lists = (levels: number): Uint8Array => Uint8Array.from([...Array(levels).fill(0x81), 0]);
  const maps = (levels: number): Uint8Array =>
    Uint8Array.from([...Array.from({ length: levels }, () => [0xa1, 0x41, 97]).flat(), 0]);
  for (const nested of [lists, maps]) {
    assert.doesNotThrow(() => decodeCbor(nested(64)));
    assert.throws(() => decodeCbor(nested(65)), { name: "DecodeError", message: "cbor: exceeded max nested level 64" });
  }
});

test("decodeCbor() accepts the tag of self-described CBOR only at the start, and rejects trailing bytes", () => {
  assert.equal(decodeCbor(Uint8Array.of(0xd9, 0xd9, 0xf7, 7)), 7);
  const inside = Uint8Array.of(0x81, 0xd9, 0xd9, 0xf7, 7);
  assert.throws(() => decodeCbor(inside), { message: "cbor: unsupported tag 55799" });
  assert.throws(() => decodeCbor(Uint8Array.of(7, 8, 9)), { message: "cbor: 2 bytes of extraneous data" });
});
