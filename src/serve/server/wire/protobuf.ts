import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { formatTime } from "../../../base/tools/time.ts";
import { DecodeError, type JsonObject } from "./decode_object.ts";
import { type FieldType, type ObjectSchema, objectSchema, TYPE_META } from "./event_schema.ts";

/** `k8s` and a zero byte, the prefix of every body. */
const MAGIC = [0x6b, 0x38, 0x73, 0x00];

/** The seconds since 1970 of the years 0 to 9999, which JSON can write. */
const MIN_SECONDS = -62_167_219_200;
const MAX_SECONDS = 253_402_300_799;

const TIMESTAMP = objectSchema("Timestamp", { seconds: "int64", nanos: "int32" });
const MAP_ENTRY = objectSchema("Entry", { key: "string", value: "string" });

type Message = Record<string, unknown>;

/**
 * Decodes an object from Kubernetes' protobuf: four magic bytes, then a `runtime.Unknown` with its type and its message
 * (apimachinery's `pkg/runtime/serializer/protobuf`).
 *
 * @returns The same object as `JSON.parse` would return for its JSON; a field with an unknown number is named by the
 *   number.
 * @throws {DecodeError} If the bytes are not such a message, or truncated.
 */
export function decodeProtobuf(schema: ObjectSchema, bytes: Uint8Array): JsonObject {
  if (MAGIC.some((byte, index) => bytes[index] !== byte)) {
    throw new DecodeError(
      `provided data does not appear to be a protobuf message, expected prefix [${MAGIC.join(" ")}]`,
    );
  }
  if (bytes.length === MAGIC.length) throw new DecodeError("empty body");
  try {
    const { typeMeta, raw } = readUnknown(bytes.subarray(MAGIC.length));
    return { ...readMessage(schema, raw), ...typeMeta };
  } catch (error) {
    if (error instanceof DecodeError) throw error;
    // The reader throws for an invalid tag, or a length beyond the end.
    throw new DecodeError(`proto: ${(error as Error).message}`);
  }
}

/** Calls `read` with the number and the reader of each field; skips fields that it does not read. */
function readFields(
  bytes: Uint8Array,
  read: (number: number, reader: BinaryReader, wireType: WireType) => boolean,
): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (!read(number, reader, wireType)) reader.skip(wireType, number);
  }
}

function readUnknown(bytes: Uint8Array): { typeMeta: Message; raw: Uint8Array } {
  let typeMeta: Message = {};
  let raw = new Uint8Array();
  readFields(bytes, (number, reader, wireType) => {
    if (number > 2) return false;
    checkWireType(wireType, WireType.LengthDelimited, number === 1 ? "TypeMeta" : "Raw");
    if (number === 1) typeMeta = readMessage(TYPE_META, reader.bytes(), typeMeta);
    else raw = reader.bytes() as Uint8Array<ArrayBuffer>;
    return true;
  });
  return { typeMeta, raw };
}

/** @param message The fields from earlier parts of the same message, which are merged. */
function readMessage(schema: ObjectSchema, bytes: Uint8Array, message: Message = {}): Message {
  readFields(bytes, (number, reader, wireType) => {
    const field = schema.byNumber.get(number);
    if (field === undefined) {
      message[String(number)] = null;
      return false;
    }
    if (field.type === "ignored") return false;
    checkWireType(wireType, isVarint(field.type) ? WireType.Varint : WireType.LengthDelimited, field.name);
    message[field.name] = readField(field.type, reader, message[field.name]);
    return true;
  });
  return message;
}

function checkWireType(wireType: WireType, expected: WireType, field: string): void {
  if (wireType !== expected) throw new DecodeError(`proto: wrong wireType = ${wireType} for field ${field}`);
}

function isVarint(type: FieldType): boolean {
  return type === "int32" || type === "int64" || type === "bool";
}

/** @param earlier The field's value so far, which lists, maps and messages extend. */
function readField(type: Exclude<FieldType, "ignored">, reader: BinaryReader, earlier: unknown): unknown {
  switch (type) {
    case "int32":
      return reader.int32();
    case "int64":
      return Number(reader.int64());
    case "bool":
      return reader.bool();
    case "string":
    case "unusedString":
      return reader.string();
    case "time":
    case "microTime":
      return readTime(type, reader.bytes());
  }
  if ("mapOf" in type) {
    // Without a prototype, `__proto__` is a key like any other.
    const map = earlier as Record<string, string> | undefined ?? Object.create(null);
    const { key = "", value = "" } = readMessage(MAP_ENTRY, reader.bytes());
    map[key as string] = value as string;
    return map;
  }
  if ("listOf" in type) {
    const list = earlier as unknown[] | undefined ?? [];
    list.push(type.listOf === "string" ? reader.string() : readMessage(type.listOf, reader.bytes()));
    return list;
  }
  return readMessage(type, reader.bytes(), earlier as Message | undefined);
}

/**
 * Reads a `Timestamp`; an empty one is Go's zero time. A `Time` keeps whole seconds only. The nanoseconds of a
 * `MicroTime` may be more than a second, or negative.
 */
function readTime(type: "time" | "microTime", bytes: Uint8Array): string | null {
  if (bytes.length === 0) return null;
  const { seconds: given = 0, nanos = 0 } = readMessage(TIMESTAMP, bytes) as { seconds?: number; nanos?: number };
  const micros = type === "time" ? 0 : Math.trunc(nanos / 1000);
  const seconds = given + Math.floor(micros / 1e6);
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
    throw new DecodeError(`proto: time out of range: ${seconds} seconds`);
  }
  const text = formatTime(seconds * 1000);
  if (type === "time") return text;
  return `${text.slice(0, -1)}.${String(micros - 1e6 * Math.floor(micros / 1e6)).padStart(6, "0")}Z`;
}
