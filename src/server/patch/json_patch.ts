import jsonpatch from "fast-json-patch";
import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";

const OPERATIONS = ["add", "remove", "replace", "move", "copy", "test"];
const MAX_COPIED_CHARACTERS = 3 * 1024 * 1024;

/** A JSON Patch that does not apply; the server answers 422 and does not say why. */
export class JsonPatchError extends Error {
  override readonly name = "JsonPatchError";
}

/** Where a pointer leads: the object or array it ends in, its last part, and whether something is there. */
interface Place {
  readonly parent: object;
  readonly exists: boolean;
  readonly value: unknown;
}

/**
 * Finds a place by own properties only: `/toString` is nowhere.
 *
 * @throws {JsonPatchError} If the parent is absent.
 */
function locate(document: unknown, pointer: unknown): Place {
  if (typeof pointer !== "string" || !pointer.startsWith("/")) throw new JsonPatchError(`Not a pointer: ${pointer}`);
  const keys = pointer.split("/").slice(1).map(jsonpatch.unescapePathComponent);
  const last = keys.pop()!;
  let parent = document;
  for (const key of keys) {
    if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, key)) parent = undefined;
    else parent = (parent as JsonObject)[key];
  }
  if (typeof parent !== "object" || parent === null) throw new JsonPatchError(`No parent of ${pointer}`);
  const exists = last !== "length" && Object.hasOwn(parent, last);
  return { parent, exists, value: exists ? (parent as JsonObject)[last] : undefined };
}

/**
 * Puts an operation into terms of RFC 6902, from which the server's library (evanphx/json-patch v4) differs: there
 * `replace` of an absent member adds it, a missing `value` is `null`, an absent member tests and copies as `null`.
 *
 * @returns `undefined` if there is nothing to be done.
 */
function normalize(document: unknown, operation: unknown): jsonpatch.Operation | undefined {
  if (!isJsonObject(operation) || !OPERATIONS.includes(String(operation["op"]))) {
    throw new JsonPatchError("No operation");
  }
  const { op, path, from, value = null } = operation as Record<string, string>;
  const target = locate(document, path);
  const at = path!;
  switch (op) {
    case "add":
      return { op, path: at, value };
    case "replace":
      return { op: target.exists || Array.isArray(target.parent) ? op : "add", path: at, value };
    case "remove":
      if (!target.exists) throw new JsonPatchError(`Nothing at ${path}`);
      return { op, path: at };
    case "test":
      return value === null && (target.value ?? null) === null ? undefined : { op, path: at, value };
    case "copy":
      return { op: "add", path: at, value: structuredClone(locate(document, from).value ?? null) };
    default: {
      if (!locate(document, from).exists) throw new JsonPatchError(`Nothing at ${from}`);
      return { op: "move", path: at, from: from! };
    }
  }
}

/**
 * Applies a JSON Patch as the API server does, to a copy.
 *
 * @throws {JsonPatchError} If an operation does not apply, or the copies grow past 3 MiB.
 */
export function applyJsonPatch(original: JsonObject, patch: readonly unknown[]): JsonObject {
  const document = structuredClone(original);
  let copied = 0;
  for (const given of patch) {
    const operation = normalize(document, given);
    if (operation === undefined) continue;
    if ((given as JsonObject)["op"] === "copy" && operation.op === "add") {
      copied += JSON.stringify(operation.value).length;
      if (copied > MAX_COPIED_CHARACTERS) throw new JsonPatchError("The copies are too large");
    }
    try {
      jsonpatch.applyOperation(document, operation, true);
    } catch (error) {
      throw new JsonPatchError((error as Error).message, { cause: error });
    }
  }
  return document;
}
