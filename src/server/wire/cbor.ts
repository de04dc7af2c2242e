import { DecodeError } from "./decode_object.ts";

/** The tag of self-described CBOR. */
const SELF_DESCRIBED = 55_799;
/** More levels than any event or patch has. */
const MAX_DEPTH = 64;

/** The input and the read position. */
interface Cursor {
  readonly view: DataView;
  at: number;
}

/**
 * Decodes CBOR ({@link https://www.rfc-editor.org/rfc/rfc8949 | RFC 8949}) as Kubernetes writes it: byte strings may
 * hold text, no indefinite lengths, no tag except self-described CBOR.
 *
 * @returns The same value as `JSON.parse` would return for its JSON.
 * @throws {DecodeError} If the bytes are truncated, or not such CBOR.
 */
export function decodeCbor(bytes: Uint8Array): unknown {
  const cursor = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
  const value = readValue(cursor, 0);
  if (cursor.at < bytes.length) throw new DecodeError(`cbor: ${bytes.length - cursor.at} bytes of extraneous data`);
  return value;
}

function readValue(cursor: Cursor, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new DecodeError(`cbor: exceeded max nested level ${MAX_DEPTH}`);
  const first = cursor.view.getUint8(take(cursor, 1));
  const [major, info] = [first >> 5, first & 31];
  if (major === 7) return readSimple(cursor, info);
  const argument = readArgument(cursor, info);
  switch (major) {
    case 0:
      return argument;
    case 1:
      return -1 - argument;
    case 2:
    case 3:
      return readText(cursor, argument);
    case 4: {
      const list: unknown[] = [];
      for (let i = 0; i < argument; i++) list.push(readValue(cursor, depth + 1));
      return list;
    }
    case 5:
      return readMap(cursor, argument, depth);
    default:
      if (argument !== SELF_DESCRIBED || depth > 0) throw new DecodeError(`cbor: unsupported tag ${argument}`);
      return readValue(cursor, depth + 1);
  }
}

/** Advances by `length` bytes and returns their start. */
function take(cursor: Cursor, length: number): number {
  const start = cursor.at;
  if (length > cursor.view.byteLength - start) throw new DecodeError("cbor: unexpected EOF");
  cursor.at += length;
  return start;
}

function readArgument(cursor: Cursor, info: number): number {
  if (info < 24) return info;
  switch (info) {
    case 24:
      return cursor.view.getUint8(take(cursor, 1));
    case 25:
      return cursor.view.getUint16(take(cursor, 2));
    case 26:
      return cursor.view.getUint32(take(cursor, 4));
    case 27:
      return Number(cursor.view.getBigUint64(take(cursor, 8)));
    default:
      throw new DecodeError("cbor: indefinite lengths are not supported");
  }
}

function readText(cursor: Cursor, length: number): string {
  const start = take(cursor, length);
  return new TextDecoder().decode(new Uint8Array(cursor.view.buffer, cursor.view.byteOffset + start, length));
}

function readMap(cursor: Cursor, size: number, depth: number): Record<string, unknown> {
  const map = new Map<string, unknown>();
  for (let i = 0; i < size; i++) {
    const key = readValue(cursor, depth + 1);
    if (typeof key !== "string") throw new DecodeError("cbor: the keys of a map must be texts");
    if (map.has(key)) throw new DecodeError(`cbor: found duplicate map key ${JSON.stringify(key)}`);
    map.set(key, readValue(cursor, depth + 1));
  }
  return Object.fromEntries(map);
}

function readSimple(cursor: Cursor, info: number): unknown {
  switch (info) {
    case 20:
      return false;
    case 21:
      return true;
    case 22:
      return null;
    case 26:
      return cursor.view.getFloat32(take(cursor, 4));
    case 27:
      return cursor.view.getFloat64(take(cursor, 8));
    default:
      throw new DecodeError(`cbor: unsupported simple value ${info}`);
  }
}
