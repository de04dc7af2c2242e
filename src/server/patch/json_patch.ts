import jsonpatch from "fast-json-patch";
import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";
import { MAX_BODY_BYTES } from "../wire/read_body.ts";

/** Enough for ten thousand operations on lists of a thousand items. */
const MAX_SHIFTED_ITEMS = 10_000_000;

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/** A JSON Patch that does not apply; the server answers 422 without the cause. */
export class JsonPatchError extends Error {
  override readonly name = "JsonPatchError";
}

/** The target of a pointer. */
interface Place {
  /** The object or array that contains it. */
  readonly parent: object;
  /** The last segment of the pointer. */
  readonly key: string;
  readonly exists: boolean;
  readonly value: unknown;
}

/** @throws {JsonPatchError} If the pointer is malformed, or its parent is absent. */
function placeOf(document: JsonObject, pointer: unknown): Place {
  if (typeof pointer !== "string" || !pointer.startsWith("/")) throw new JsonPatchError("Not a pointer");
  const keys = pointer.split("/").slice(1).map(jsonpatch.unescapePathComponent);
  const last = keys.pop()!;
  let parent: object = document;
  for (const key of keys) {
    // Own properties only: `/toString` does not exist.
    const child = Object.hasOwn(parent, key) ? (parent as JsonObject)[key] : undefined;
    if (typeof child !== "object" || child === null) throw new JsonPatchError(`No parent of ${pointer}`);
    parent = child;
  }
  const exists = last !== "length" && Object.hasOwn(parent, last);
  return { parent, key: last, exists, value: exists ? (parent as JsonObject)[last] : undefined };
}

/**
 * A document being patched. It deviates from RFC 6902 as the API server's library (evanphx/json-patch v4) does:
 * `replace` of an absent member adds it, a missing `value` is `null`, an absent member tests and copies as `null`.
 */
class PatchedDocument {
  value: JsonObject;
  /** Characters of JSON copied so far. */
  #copied = 0;
  /** List items shifted so far by insertions and removals. */
  #shifted = 0;

  constructor(document: JsonObject) {
    this.value = document;
  }

  /** @throws {JsonPatchError} If the operation is malformed, or its source or target does not exist. */
  apply(operation: unknown): void {
    if (!isJsonObject(operation)) throw new JsonPatchError("Not an operation");
    const { op, path, from, value = null } = operation;
    switch (op) {
      case "add":
        return this.#add(path, value);
      case "replace": {
        if (path === "") return this.#replaceAll(value);
        const { parent, exists } = placeOf(this.value, path);
        if (!exists && Array.isArray(parent)) throw new JsonPatchError(`Nothing at ${path}`);
        return exists ? this.#perform({ op, path: path as string, value }) : this.#add(path, value);
      }
      case "remove":
        return this.#remove(path);
      case "test": {
        const { value: found = null } = placeOf(this.value, path);
        return found === null && value === null ? undefined : this.#perform({ op, path: path as string, value });
      }
      case "copy":
        return this.#add(path, this.#copyOf(placeOf(this.value, from).value));
      case "move": {
        // Unlike the `move` of fast-json-patch, this copies nothing.
        const moved = placeOf(this.value, from).value;
        this.#remove(from);
        return this.#add(path, moved);
      }
      default:
        throw new JsonPatchError("Not an operation");
    }
  }

  #replaceAll(value: unknown): void {
    if (!isJsonObject(value)) throw new JsonPatchError("Not an object");
    this.value = value;
  }

  #add(path: unknown, value: unknown): void {
    const { parent, key } = placeOf(this.value, path);
    if (Array.isArray(parent) && key !== "-" && !(INDEX.test(key) && Number(key) <= parent.length)) {
      throw new JsonPatchError(`Not an index: ${key}`);
    }
    this.#countShifts(parent);
    this.#perform({ op: "add", path: path as string, value });
  }

  #remove(path: unknown): void {
    const { parent, exists } = placeOf(this.value, path);
    if (!exists) throw new JsonPatchError(`Nothing at ${path}`);
    this.#countShifts(parent);
    this.#perform({ op: "remove", path: path as string });
  }

  #copyOf(value: unknown): unknown {
    const text = JSON.stringify(value ?? null);
    this.#copied += text.length;
    if (this.#copied > MAX_BODY_BYTES) throw new JsonPatchError("The copies are too large");
    return JSON.parse(text);
  }

  #countShifts(parent: object): void {
    if (!Array.isArray(parent)) return;
    this.#shifted += parent.length;
    if (this.#shifted > MAX_SHIFTED_ITEMS) throw new JsonPatchError("The lists are too long for so many operations");
  }

  #perform(operation: jsonpatch.Operation): void {
    try {
      // Validation would traverse whole values, even those that are only moved.
      jsonpatch.applyOperation(this.value, operation, false);
    } catch (error) {
      throw new JsonPatchError((error as Error).message, { cause: error });
    }
  }
}

/**
 * Applies a JSON Patch to a document, which it may change, as the API server does.
 *
 * @throws {JsonPatchError} If an operation does not apply, the copies grow past 3 MiB, or too many operations insert
 *   into long lists.
 */
export function applyJsonPatch(document: JsonObject, patch: readonly unknown[]): JsonObject {
  const patched = new PatchedDocument(document);
  for (const operation of patch) patched.apply(operation);
  return patched.value;
}
