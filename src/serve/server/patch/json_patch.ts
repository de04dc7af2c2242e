import jsonpatch from "fast-json-patch";
import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";
import { MAX_BODY_BYTES } from "../wire/read_body.ts";

/** Maximum number of list items that a patch may shift; enough for 10,000 operations on lists of 1,000 items. */
const MAX_SHIFTED_ITEMS = 10_000_000;

/** An integer, as parsed by Go's `Atoi`. */
const INDEX = /^[-+]?\d+$/;

/** A JSON Patch that does not apply; the server answers 422 without the cause. */
export class JsonPatchError extends Error {
  override readonly name = "JsonPatchError";
}

/** A member of an object, which may be absent, or an item of a list. */
interface Place {
  readonly key: string;
  readonly exists: boolean;
  readonly value: unknown;
}

/** The segments after the first slash; the API server's library ignores anything before it. */
function parsePointer(pointer: unknown): { segments: readonly string[]; last: string } {
  if (typeof pointer !== "string" || !pointer.includes("/")) throw new JsonPatchError("Not a pointer");
  const segments = pointer.split("/").slice(1).map(jsonpatch.unescapePathComponent);
  const last = segments.pop()!;
  return { segments, last };
}

/**
 * Whether two values are equal. Replaces the `test` of fast-json-patch, whose error prints both values indented and so
 * grows with the square of their depth.
 */
function isEqual(found: unknown, value: unknown): boolean {
  try {
    return jsonpatch._areEquals(found, value);
  } catch {
    // The comparison throws if a value has a member such as `hasOwnProperty`.
    return false;
  }
}

/**
 * Parses an index into a list with `count` places; a negative index counts from the end.
 *
 * @throws {JsonPatchError} If the index is out of range.
 */
function indexOf(segment: string, count: number): string {
  const index = INDEX.test(segment) ? Number(segment) : NaN;
  if (!(index >= -count && index < count)) throw new JsonPatchError(`Not an index: ${segment}`);
  return String(index < 0 ? index + count : index);
}

/** @throws {JsonPatchError} If the parent is a list without such an item. */
function placeIn(parent: object, segment: string): Place {
  const key = Array.isArray(parent) ? indexOf(segment, parent.length) : segment;
  // Own members only, because `/toString` must not exist.
  const exists = Object.hasOwn(parent, key);
  return { key, exists, value: exists ? (parent as JsonObject)[key] : undefined };
}

/** @throws {JsonPatchError} If the place does not contain an object or list. */
function childIn({ value }: Place, pointer: unknown): object {
  if (typeof value !== "object" || value === null) throw new JsonPatchError(`No parent of ${pointer}`);
  return value;
}

/**
 * A document being patched. It deviates from RFC 6902 in the same ways as the API server's library (evanphx/json-patch
 * v4): `replace` adds an absent member, a missing `value` is `null`, an absent member tests and copies as `null`, and
 * an index may be negative, and have a sign and leading zeros.
 *
 * Objects of the original are copied on the first write to them, so that a few operations on a large event are cheap.
 */
class PatchedDocument {
  /** The document with the operations so far. */
  value: object;
  /** The objects that have already been copied. */
  readonly #copies = new WeakSet<object>();
  /** Characters of JSON copied so far by `copy`. */
  #copied = 0;
  /** List items shifted so far by insertions and removals. */
  #shifted = 0;

  constructor(original: JsonObject) {
    this.value = this.#ownCopy(original);
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
        const { parent, last } = this.#writable(path);
        return this.#perform(parent, placeIn(parent, last).key, { op, value });
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
        // Moves the value without copying it, unlike fast-json-patch.
        const moved = this.#find(from).value;
        this.#remove(from);
        return this.#add(path, moved);
      }
      default:
        throw new JsonPatchError("Not an operation");
    }
  }

  #replaceAll(value: unknown): void {
    if (typeof value !== "object" || value === null) throw new JsonPatchError("Neither an object nor a list");
    this.value = this.#ownCopy(value);
  }

  #add(path: unknown, value: unknown): void {
    const { parent, last } = this.#writable(path);
    // An item can also be added after the last one.
    const key = Array.isArray(parent) && last !== "-" ? indexOf(last, parent.length + 1) : last;
    this.#countShifts(parent);
    this.#perform(parent, key, { op: "add", value });
  }

  #remove(path: unknown): void {
    const { parent, last } = this.#writable(path);
    const { key, exists } = placeIn(parent, last);
    if (!exists) throw new JsonPatchError(`Nothing at ${path}`);
    this.#countShifts(parent);
    this.#perform(parent, key, { op: "remove" });
  }

  /** @throws {JsonPatchError} If the parent is absent. */
  #find(pointer: unknown): Place {
    const { segments, last } = parsePointer(pointer);
    const down = (parent: object, segment: string): object => childIn(placeIn(parent, segment), pointer);
    return placeIn(segments.reduce(down, this.value), last);
  }

  /** Finds a place to write to, and copies every object on the path to it. */
  #writable(pointer: unknown): { parent: object; last: string } {
    const { segments, last } = parsePointer(pointer);
    let parent = this.value;
    for (const segment of segments) {
      const place = placeIn(parent, segment);
      let child = childIn(place, pointer);
      if (!this.#copies.has(child)) (parent as Record<string, unknown>)[place.key] = child = this.#ownCopy(child);
      parent = child;
    }
    return { parent, last };
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

  #perform(parent: object, key: string, change: { op: "add" | "replace"; value: unknown } | { op: "remove" }): void {
    try {
      const operation = { ...change, path: `/${jsonpatch.escapePathComponent(key)}` };
      // Skips validation, which would traverse whole values, even those that are only moved.
      jsonpatch.applyOperation(parent, operation, false);
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
export function applyJsonPatch(original: JsonObject, patch: readonly unknown[]): unknown {
  const document = new PatchedDocument(original);
  for (const operation of patch) document.apply(operation);
  return document.value;
}
