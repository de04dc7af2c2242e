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

/** The target of a pointer: the object or array that contains it, and its last segment. */
interface Place {
  readonly parent: object;
  readonly key: string;
  readonly exists: boolean;
  readonly value: unknown;
}

function parsePointer(pointer: unknown): { keys: readonly string[]; last: string } {
  if (typeof pointer !== "string" || !pointer.startsWith("/")) throw new JsonPatchError("Not a pointer");
  const keys = pointer.split("/").slice(1).map(jsonpatch.unescapePathComponent);
  const last = keys.pop()!;
  return { keys, last };
}

/** Unlike the `test` of fast-json-patch, whose error shows both, indented: as long as the square of their depth. */
function isEqual(found: unknown, value: unknown): boolean {
  try {
    return jsonpatch._areEquals(found, value);
  } catch {
    // One has a member such as `hasOwnProperty`.
    return false;
  }
}

/** The object or array in an own property: `/toString` does not exist. */
function childOf(parent: object, key: string, pointer: unknown): object {
  const child = Object.hasOwn(parent, key) ? (parent as JsonObject)[key] : undefined;
  if (typeof child !== "object" || child === null) throw new JsonPatchError(`No parent of ${pointer}`);
  return child;
}

function placeIn(parent: object, key: string): Place {
  const exists = key !== "length" && Object.hasOwn(parent, key);
  return { parent, key, exists, value: exists ? (parent as JsonObject)[key] : undefined };
}

/**
 * A document being patched. It deviates from RFC 6902 as the API server's library (evanphx/json-patch v4) does:
 * `replace` of an absent member adds it, a missing `value` is `null`, an absent member tests and copies as `null`.
 *
 * An object of the original is copied when it is first written to, so that a few operations on a large event are cheap.
 */
class PatchedDocument {
  #document: JsonObject;
  /** The objects that are copies already. */
  readonly #copies = new WeakSet<object>();
  /** Characters of JSON copied so far by `copy`. */
  #copied = 0;
  /** List items shifted so far by insertions and removals. */
  #shifted = 0;

  constructor(original: JsonObject) {
    this.#document = this.#ownCopy(original) as JsonObject;
  }

  get value(): JsonObject {
    return this.#document;
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
        const { parent, exists } = this.#writable(path);
        if (!exists && Array.isArray(parent)) throw new JsonPatchError(`Nothing at ${path}`);
        return exists ? this.#perform({ op, path: path as string, value }) : this.#add(path, value);
      }
      case "remove":
        return this.#remove(path);
      case "test": {
        const { value: found = null } = this.#find(path);
        if (!isEqual(found, value)) throw new JsonPatchError("Not equal");
        return;
      }
      case "copy":
        return this.#add(path, this.#deepCopy(this.#find(from).value ?? null));
      case "move": {
        // Unlike the `move` of fast-json-patch, this copies nothing.
        const moved = this.#find(from).value;
        this.#remove(from);
        return this.#add(path, moved);
      }
      default:
        throw new JsonPatchError("Not an operation");
    }
  }

  #replaceAll(value: unknown): void {
    if (!isJsonObject(value)) throw new JsonPatchError("Not an object");
    this.#document = this.#ownCopy(value) as JsonObject;
  }

  #add(path: unknown, value: unknown): void {
    const { parent, key } = this.#writable(path);
    if (Array.isArray(parent) && key !== "-" && !(INDEX.test(key) && Number(key) <= parent.length)) {
      throw new JsonPatchError(`Not an index: ${key}`);
    }
    this.#countShifts(parent);
    this.#perform({ op: "add", path: path as string, value });
  }

  #remove(path: unknown): void {
    const { parent, exists } = this.#writable(path);
    if (!exists) throw new JsonPatchError(`Nothing at ${path}`);
    this.#countShifts(parent);
    this.#perform({ op: "remove", path: path as string });
  }

  /** @throws {JsonPatchError} If the parent is absent. */
  #find(pointer: unknown): Place {
    const { keys, last } = parsePointer(pointer);
    return placeIn(keys.reduce<object>((parent, key) => childOf(parent, key, pointer), this.#document), last);
  }

  /** Finds a place to write to: every object on the way to it is a copy. */
  #writable(pointer: unknown): Place {
    const { keys, last } = parsePointer(pointer);
    let parent: object = this.#document;
    for (const key of keys) {
      let child = childOf(parent, key, pointer);
      if (!this.#copies.has(child)) (parent as Record<string, unknown>)[key] = child = this.#ownCopy(child);
      parent = child;
    }
    return placeIn(parent, last);
  }

  #ownCopy(value: object): object {
    const copy = Array.isArray(value) ? [...value] : { ...value };
    this.#copies.add(copy);
    return copy;
  }

  #deepCopy(value: unknown): unknown {
    const text = JSON.stringify(value);
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
      jsonpatch.applyOperation(this.#document, operation, false);
    } catch (error) {
      throw new JsonPatchError((error as Error).message, { cause: error });
    }
  }
}

/**
 * Applies a JSON Patch without changing the original, as the API server does.
 *
 * @throws {JsonPatchError} If an operation does not apply, the copies grow past 3 MiB, or too many operations insert
 *   into long lists.
 */
export function applyJsonPatch(original: JsonObject, patch: readonly unknown[]): JsonObject {
  const document = new PatchedDocument(original);
  for (const operation of patch) document.apply(operation);
  return document.value;
}
