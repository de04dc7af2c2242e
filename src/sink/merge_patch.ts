import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import { RequestConstructionError } from "../connection/connection_error.ts";

interface MergePatch {
  [member: string]: unknown;
}

/**
 * Says the same as a JSON Patch in a merge patch ({@link https://www.rfc-editor.org/rfc/rfc7386 | RFC 7386}), which for the
 * fields of events is a strategic merge patch too.
 *
 * @throws {RequestConstructionError} If the patch moves, copies, tests, or reaches into a list: a merge patch cannot.
 */
export function mergePatch(operations: readonly JsonPatchOperation[]): MergePatch {
  const patch = empty();
  for (const operation of operations) {
    const path = operation.path.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = path.pop();
    const lists = path.some(isIndex) || isIndex(last ?? "");
    if (last === undefined || lists || !["add", "replace", "remove"].includes(operation.op)) {
      throw new RequestConstructionError(
        `Cannot make a merge patch of the operation ${operation.op} ${operation.path}`,
      );
    }
    let parent = patch;
    for (const member of path) parent = (parent[member] ??= empty()) as MergePatch;
    parent[last] = "value" in operation ? operation.value : null;
  }
  return patch;
}

/** An object without a prototype: no member of it is special. */
function empty(): MergePatch {
  return Object.create(null);
}

function isIndex(token: string): boolean {
  return token === "-" || /^\d+$/.test(token);
}
