import jsonpatch from "fast-json-patch";
import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";

/** As large as the largest request body. */
const MAX_COPIED_CHARACTERS = 3 * 1024 * 1024;
/** Enough for ten thousand operations on lists of a thousand items. */
const MAX_SHIFTED_ITEMS = 10_000_000;

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/** A JSON Patch that does not apply; the server answers 422 without the cause. */
export class JsonPatchError extends Error {
  override readonly name = "JsonPatchError";
}

/**
 * The target of a pointer: the object or array that contains it, its last segment, and whether a value exists there.
 */
interface Place {
  readonly parent: object;
  readonly key: string;
  readonly exists: boolean;
  readonly value: unknown;
}

/**
 * Resolves a pointer by own properties only: `/toString` does not exist.
 *
 * @throws {JsonPatchError} If the parent is absent.
 */
function locate(document: unknown, pointer: unknown): Place {
  if (typeof pointer !== "string" || !pointer.startsWith("/")) throw new JsonPatchError("Not a pointer");
  const keys = pointer.split("/").slice(1).map(jsonpatch.unescapePathComponent);
  const last = keys.pop()!;
  let parent = document;
  for (const key of keys) {
    if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, key)) parent = undefined;
    else parent = (parent as JsonObject)[key];
  }
  if (typeof parent !== "object" || parent === null) throw new JsonPatchError(`No parent of ${pointer}`);
  const exists = last !== "length" && Object.hasOwn(parent, last);
  return { parent, key: last, exists, value: exists ? (parent as JsonObject)[last] : undefined };
}

/**
 * A document being patched. It deviates from RFC 6902 as the API server's library (evanphx/json-patch v4) does:
 * `replace` of an absent member adds it, a missing `value` is `null`, an absent member tests and copies as `null`.
 */
class PatchedDocument {
  readonly #document: JsonObject;
  /** Characters of JSON copied so far. */
  #copied = 0;
  /** List items shifted so far by insertions and removals. */
  #shifted = 0;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** @throws {JsonPatchError} If the operation is malformed, or its source or target does not exist. */
  apply(operation: unknown): void {
    if (!isJsonObject(operation)) throw new JsonPatchError("Not an operation");
    const { op, path, from, value = null } = operation;
    switch (op) {
      case "add":
        return this.#add(path, value);
      case "replace": {
        const { parent, exists } = locate(this.#document, path);
        if (!exists && Array.isArray(parent)) throw new JsonPatchError(`Nothing at ${path}`);
        return exists ? this.#apply({ op, path: path as string, value }) : this.#add(path, value);
      }
      case "remove":
        return this.#remove(path);
      case "test": {
        const { value: found = null } = locate(this.#document, path);
        return found === null && value === null ? undefined : this.#apply({ op, path: path as string, value });
      }
      case "copy":
        return this.#add(path, this.#copy(locate(this.#document, from).value ?? null));
      case "move": {
        // Unlike the `move` of fast-json-patch, this copies nothing.
        const moved = locate(this.#document, from).value;
        this.#remove(from);
        return this.#add(path, moved);
      }
      default:
        throw new JsonPatchError("Not an operation");
    }
  }

  #add(path: unknown, value: unknown): void {
    const { parent, key } = locate(this.#document, path);
    if (Array.isArray(parent) && key !== "-" && !(INDEX.test(key) && Number(key) <= parent.length)) {
      throw new JsonPatchError(`Not an index: ${key}`);
    }
    this.#shift(parent);
    this.#apply({ op: "add", path: path as string, value });
  }

  #remove(path: unknown): void {
    const { parent, exists } = locate(this.#document, path);
    if (!exists) throw new JsonPatchError(`Nothing at ${path}`);
    this.#shift(parent);
    this.#apply({ op: "remove", path: path as string });
  }

  #copy(value: unknown): unknown {
    const text = JSON.stringify(value);
    this.#copied += text.length;
    if (this.#copied > MAX_COPIED_CHARACTERS) throw new JsonPatchError("The copies are too large");
    return JSON.parse(text);
  }

  #shift(parent: object): void {
    if (!Array.isArray(parent)) return;
    this.#shifted += parent.length;
    if (this.#shifted > MAX_SHIFTED_ITEMS) throw new JsonPatchError("The lists are too long for so many operations");
  }

  #apply(operation: jsonpatch.Operation): void {
    try {
      // Validation would traverse whole values, even those that are only moved.
      jsonpatch.applyOperation(this.#document, operation, false);
    } catch (error) {
      throw new JsonPatchError((error as Error).message, { cause: error });
    }
  }
}

/**
 * Applies a JSON Patch to a copy, as the API server does.
 *
 * @throws {JsonPatchError} If an operation does not apply, the copies grow past 3 MiB, or too many operations insert
 *   into long lists.
 */
export function applyJsonPatch(original: JsonObject, patch: readonly unknown[]): JsonObject {
  const copy = structuredClone(original);
  const document = new PatchedDocument(copy);
  for (const operation of patch) document.apply(operation);
  return copy;
}
