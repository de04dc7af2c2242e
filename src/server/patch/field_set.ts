import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";

/**
 * A set of fields of an object, each by its path: FieldsV1 elements (`f:count` for a field, `k:{"uid":"…"}` and `v:"…"`
 * for a list item), joined by a character that no valid name contains.
 */
export type FieldSet = ReadonlySet<string>;

/** The differences between two states of an object. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

const SEPARATOR = "\0";

/** More elements than any path of an event has. */
const MAX_ELEMENTS = 8;

/** Objects that are owned as a whole (`structType=atomic`). */
const ATOMIC: ReadonlySet<string> = new Set(["f:involvedObject", "f:regarding", "f:related"]);

/** The lists whose items are owned one by one, and the path element of an item. */
const LISTS: ReadonlyMap<string, (item: unknown) => string> = new Map([
  ["f:metadata\0f:ownerReferences", (item) => `k:${JSON.stringify({ uid: (item as JsonObject)["uid"] ?? "" })}`],
  ["f:metadata\0f:finalizers", (item) => `v:${JSON.stringify(item)}`],
]);

/** Fields that no manager owns (managedfields' `stripMetaManager`). */
const OWNERLESS: ReadonlySet<string> = new Set([
  "f:apiVersion",
  "f:kind",
  "f:metadata",
  ...["name", "namespace", "creationTimestamp", "selfLink", "uid", "generation", "managedFields", "resourceVersion"]
    .map((name) => `f:metadata\0f:${name}`),
]);

/** Calls `visit` for every path of an object; `leaf` is the text of a value without nested paths. */
function walk(value: unknown, path: string, visit: (path: string, leaf: string | undefined) => void): void {
  const nameOf = LISTS.get(path);
  const isBranch = nameOf && Array.isArray(value) || isGranular(path, value) && !isEmpty(value);
  if (!OWNERLESS.has(path) && path !== "") visit(path, isBranch ? undefined : canonicalText(value));
  if (!isBranch || OWNERLESS.has(path) && path !== "f:metadata") return;
  const within = path === "" ? "" : path + SEPARATOR;
  if (nameOf) { for (const item of value as unknown[]) visit(within + nameOf(item), canonicalText(item)); }
  else for (const [name, field] of Object.entries(value as JsonObject)) walk(field, `${within}f:${name}`, visit);
}

/** The JSON text of a value, with the fields of objects in order: equal values have equal texts. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, field) => {
    if (!isJsonObject(field)) return field;
    return Object.fromEntries(Object.entries(field).sort(([a], [b]) => a < b ? -1 : 1));
  });
}

function isGranular(path: string, value: unknown): value is JsonObject {
  return isJsonObject(value) && !ATOMIC.has(path);
}

function isEmpty(value: JsonObject): boolean {
  for (const _ in value) return false;
  return true;
}

/** The leaf fields that an object sets (structured-merge-diff's `ToFieldSet`). */
export function fieldsOf(object: JsonObject): FieldSet {
  const fields = new Set<string>();
  walk(object, "", (path, leaf) => {
    if (leaf !== undefined) fields.add(path);
  });
  return fields;
}

/** Compares two states of an object (structured-merge-diff's `Compare`). */
export function compare(old: object, current: object): Comparison {
  const before = new Map<string, string | undefined>();
  walk(old, "", (path, leaf) => before.set(path, leaf));
  const added = new Set<string>();
  const modified = new Set<string>();
  walk(current, "", (path, leaf) => {
    const earlier = before.get(path);
    if (!before.delete(path)) added.add(path);
    else if (leaf !== undefined && earlier !== undefined && leaf !== earlier) modified.add(path);
  });
  return { added, modified, removed: new Set(before.keys()) };
}

/** The first list of an object with a `null` or duplicate item: its path, and the problem. */
export function invalidList(object: JsonObject): { list: string; why: string } | undefined {
  const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
  for (const [list, nameOf] of LISTS) {
    const items = metadata[list.slice(list.lastIndexOf(":") + 1)];
    if (!Array.isArray(items)) continue;
    if (items.includes(null)) {
      return { list, why: `element ${items.indexOf(null)}: associative list may not have a null element` };
    }
    const seen = new Set<string>();
    for (const item of items.map(nameOf)) {
      if (seen.has(item)) return { list, why: `duplicate entries for key ${showPath(item)}` };
      seen.add(item);
    }
  }
  return undefined;
}

/**
 * Merges an applied configuration into an object: objects by field, lists by item, anything else as a whole. Applying
 * `null` removes a value, but keeps the fields of an object and the items of a list.
 */
export function mergeApplied(live: unknown, applied: unknown, path = ""): unknown {
  const nameOf = LISTS.get(path);
  if (nameOf && Array.isArray(live)) return applied === null ? live : mergeItems(live, applied as unknown[], nameOf);
  if (!isGranular(path, live) || isEmpty(live)) return applied;
  if (!isJsonObject(applied)) return live;
  const fields = new Map(Object.entries(live));
  const within = path === "" ? "" : path + SEPARATOR;
  for (const [name, value] of Object.entries(applied)) {
    fields.set(name, mergeApplied(fields.get(name), value, `${within}f:${name}`));
  }
  return Object.fromEntries(fields);
}

/** Merges lists: the applied items keep their order, the other live ones their places. */
function mergeItems(
  live: readonly unknown[],
  applied: readonly unknown[],
  nameOf: (item: unknown) => string,
): unknown[] {
  const left = new Map(applied.map((item) => [nameOf(item), item]));
  const liveNames = live.map(nameOf);
  const shared = new Set(liveNames.filter((name) => left.has(name)));
  const order = [...left.keys()].filter((name) => shared.has(name)).values();
  const merged: unknown[] = [];
  let next = order.next().value;
  for (const [index, name] of liveNames.entries()) {
    if (!shared.has(name)) merged.push(live[index]);
    if (name !== next) continue;
    for (const [earlier, item] of left) {
      merged.push(item);
      left.delete(earlier);
      if (earlier === name) break;
    }
    next = order.next().value;
  }
  return [...merged, ...left.values()];
}

/** Adds the objects and lists that contain the fields (structured-merge-diff's `EnsureNamedFieldsAreMembers`). */
export function withParents(fields: FieldSet): FieldSet {
  const all = new Set(fields);
  for (const path of fields) {
    for (let end = path.lastIndexOf(SEPARATOR); end > 0; end = path.lastIndexOf(SEPARATOR, end - 1)) {
      const parent = path.slice(0, end);
      if (!OWNERLESS.has(parent)) all.add(parent);
    }
  }
  return all;
}

/** Removes fields from an object; objects and lists that become empty are `null`. */
export function withoutFields(value: unknown, fields: FieldSet, path = ""): unknown {
  const within = path === "" ? "" : path + SEPARATOR;
  const nameOf = LISTS.get(path);
  if (nameOf && Array.isArray(value)) {
    const items = value.filter((item) => !fields.has(within + nameOf(item)));
    return items.length === 0 && value.length > 0 ? null : items;
  }
  if (!isGranular(path, value) || isEmpty(value)) return value;
  const left = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    const at = `${within}f:${name}`;
    return fields.has(at) ? [] : [[name, withoutFields(field, fields, at)]];
  });
  return left.length === 0 ? null : Object.fromEntries(left);
}

/** Encodes a set of fields as FieldsV1: a tree in which `.` stands for the branch itself. */
export function toFieldsV1(fields: FieldSet): JsonObject {
  const root = new Map<string, Tree>();
  for (const path of [...fields].sort()) {
    let branch = root;
    for (const element of path.split(SEPARATOR)) {
      let child = branch.get(element);
      if (child === undefined) branch.set(element, child = new Map());
      branch = child;
    }
    branch.set(".", new Map());
  }
  return toJson(root);
}

type Tree = Map<string, Tree>;

function toJson(tree: Tree): JsonObject {
  // A leaf is `{}`, not `{".": {}}`.
  const entries = tree.size === 1 && tree.has(".") ? [] : [...tree];
  return Object.fromEntries(entries.map(([element, child]) => [element, toJson(child)]));
}

/**
 * Parses a set of fields from FieldsV1.
 *
 * @returns `undefined` if it is not a valid set of fields of an event.
 */
export function parseFieldsV1(tree: unknown): FieldSet | undefined {
  const fields = new Set<string>();
  const read = (branch: unknown, elements: readonly string[]): boolean => {
    if (!isJsonObject(branch) || elements.length > MAX_ELEMENTS) return false;
    if (isEmpty(branch)) {
      if (elements.length > 0) fields.add(elements.join(SEPARATOR));
      return true;
    }
    return Object.entries(branch).every(([element, child]) => {
      if (element === ".") return read({}, elements);
      return /^[fkvi]:/.test(element) && read(child, [...elements, element]);
    });
  };
  return read(tree ?? {}, []) ? fields : undefined;
}

/** Formats a set of fields for messages: at each level, first its own fields, then those of objects and lists. */
export function showPaths(fields: FieldSet): string[] {
  const keyOf = (path: string): string =>
    path.split(SEPARATOR).map((element, index, { length }) => `${index + 1 < length ? 1 : 0}${element}`).join(
      SEPARATOR,
    );
  const keyed = [...fields].map((path) => ({ key: keyOf(path), path }));
  return keyed.sort((a, b) => a.key < b.key ? -1 : 1).map(({ path }) => showPath(path));
}

/** Formats a path for messages, such as `.metadata.labels.app` and `.metadata.ownerReferences[uid="u1"]`. */
export function showPath(path: string): string {
  return path.split(SEPARATOR).map((element) => {
    const content = element.slice(2);
    switch (element[0]) {
      case "k": {
        const keys = Object.entries(JSON.parse(content) as JsonObject);
        return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
      }
      case "v":
        return `[=${content}]`;
      default:
        return `.${content}`;
    }
  }).join("");
}
