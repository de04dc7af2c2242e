import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";
import { add, type FieldSet, isField, LEAF, NO_FIELDS, nodeOf, showElement, type Tree } from "./field_set.ts";

// The fields of events, as managers own them (structured-merge-diff, with the schema of an event).

/**
 * A path is as precise as the schema requires: `f:…` is a field of the event and `f:metadata.f:…` one of its metadata, `[]`
 * an item of one of the `LISTS`, and `*` anything deeper.
 */
const METADATA = "f:metadata";
const LIST_ITEM = "[]";
const DEEPER = "*";

/** Objects that are owned as a whole (`structType=atomic`). */
const ATOMIC: ReadonlySet<string> = new Set(["f:involvedObject", "f:regarding", "f:related", LIST_ITEM]);

/** The lists whose items are owned one by one, and the path element of an item. */
const LISTS: ReadonlyMap<string, (item: unknown) => string> = new Map([
  [`${METADATA}.f:ownerReferences`, (item) => `k:${JSON.stringify({ uid: (item as JsonObject)["uid"] ?? "" })}`],
  [`${METADATA}.f:finalizers`, (item) => `v:${JSON.stringify(item)}`],
]);

/** Fields that no manager owns (managedfields' `stripMetaManager`). */
const OWNERLESS: ReadonlySet<string> = new Set([
  "f:apiVersion",
  "f:kind",
  ...["name", "namespace", "creationTimestamp", "selfLink", "uid", "generation", "managedFields", "resourceVersion"]
    .map((name) => `${METADATA}.f:${name}`),
]);

/** The path of a part of a value. */
function within(path: string, element: string): string {
  if (path === "") return element;
  if (path === METADATA) return `${METADATA}.${element}`;
  return LISTS.has(path) ? LIST_ITEM : DEEPER;
}

/** Whether a value with parts can itself be owned; of the event and its metadata, only the parts can. */
function isFieldAt(path: string): boolean {
  return path !== "" && path !== METADATA;
}

/** The fields or items of a value, by element. */
type Parts = ReadonlyMap<string, unknown>;

const NO_PARTS: Parts = new Map();

/** The parts of a value; `undefined` if it is owned as a whole. */
function partsOf(value: unknown, path: string): Parts | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const nameOf = LISTS.get(path);
  if (nameOf && Array.isArray(value)) return new Map(value.map((item) => [nameOf(item), item]));
  if (!isGranular(path, value)) return undefined;
  const names = Object.keys(value);
  if (names.length === 0) return undefined;
  const parts = new Map<string, unknown>();
  for (const name of names) {
    const element = `f:${name}`;
    if (!OWNERLESS.has(within(path, element))) parts.set(element, value[name]);
  }
  return parts;
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

/** The leaf fields that an object sets (structured-merge-diff's `ToFieldSet`). */
export function fieldsOf(object: JsonObject): FieldSet {
  return fieldsIn(object, "", { branches: false }) ?? NO_FIELDS;
}

/** The fields in a value, with or without the objects and lists that contain others; `undefined` if there are none. */
function fieldsIn(value: unknown, path: string, options: { branches: boolean }): FieldSet | undefined {
  const parts = partsOf(value, path);
  if (parts === undefined) return isFieldAt(path) ? LEAF : undefined;
  const tree: Tree = new Map();
  if (options.branches && isFieldAt(path)) tree.set(".", LEAF);
  for (const [element, part] of parts) add(tree, element, fieldsIn(part, within(path, element), options));
  return nodeOf(tree);
}

/** The differences between two states of an object. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Compares two states of an object (structured-merge-diff's `Compare`). */
export function compare(old: object, current: object): Comparison {
  return compareParts(partsOf(old, ""), partsOf(current, ""), "");
}

function compareParts(old: Parts = NO_PARTS, current: Parts = NO_PARTS, path: string): Comparison {
  const [added, modified, removed]: [Tree, Tree, Tree] = [new Map(), new Map(), new Map()];
  for (const [element, value] of current) {
    const at = within(path, element);
    if (!old.has(element)) {
      add(added, element, fieldsIn(value, at, { branches: true }));
      continue;
    }
    const [before, after] = [partsOf(old.get(element), at), partsOf(value, at)];
    if (before === undefined && after === undefined) {
      if (isFieldAt(at) && !isSame(old.get(element), value)) modified.set(element, LEAF);
      continue;
    }
    const changes = compareParts(before, after, at);
    add(added, element, nodeOf(changes.added));
    add(modified, element, nodeOf(changes.modified));
    add(removed, element, nodeOf(changes.removed));
  }
  for (const [element, value] of old) {
    if (!current.has(element)) add(removed, element, fieldsIn(value, within(path, element), { branches: true }));
  }
  return { added, modified, removed };
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === "object" && typeof b === "object" ? canonicalText(a) === canonicalText(b) : a === b;
}

/** The first list of an object with a `null` or duplicate item: its path, and the problem. */
export function invalidList(object: JsonObject): { list: string; why: string } | undefined {
  const metadata = isJsonObject(object["metadata"]) ? object["metadata"] : {};
  for (const [list, nameOf] of LISTS) {
    const items = metadata[list.slice(`${METADATA}.f:`.length)];
    if (!Array.isArray(items)) continue;
    if (items.includes(null)) {
      return {
        list: showList(list),
        why: `element ${items.indexOf(null)}: associative list may not have a null element`,
      };
    }
    const seen = new Set<string>();
    for (const item of items.map(nameOf)) {
      if (seen.has(item)) return { list: showList(list), why: `duplicate entries for key ${showElement(item)}` };
      seen.add(item);
    }
  }
  return undefined;
}

/** The path of a list in messages: `.metadata.finalizers`. */
function showList(path: string): string {
  return path.replaceAll("f:", ".").replaceAll("..", ".");
}

/**
 * Merges an applied configuration into an object: objects by field, lists by item, anything else as a whole. Applying
 * `null` removes a value, but keeps the fields of an object and the items of a list.
 */
export function mergeApplied(live: unknown, applied: unknown, path = ""): unknown {
  const nameOf = LISTS.get(path);
  if (nameOf && Array.isArray(live)) return applied === null ? live : mergeItems(live, applied as unknown[], nameOf);
  if (!isGranular(path, live) || Object.keys(live).length === 0) return applied;
  if (!isJsonObject(applied)) return live;
  const fields = new Map(Object.entries(live));
  for (const [name, value] of Object.entries(applied)) {
    fields.set(name, mergeApplied(fields.get(name), value, within(path, `f:${name}`)));
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
export function withParents(fields: FieldSet, path = ""): FieldSet {
  if (fields.size === 0) return fields;
  const tree: Tree = new Map();
  if (isFieldAt(path)) tree.set(".", LEAF);
  for (const [element, node] of fields) tree.set(element, withParents(node, within(path, element)));
  return tree;
}

/** Removes fields from an object; objects and lists that become empty are `null`. */
export function withoutFields(value: unknown, fields: FieldSet, path = ""): unknown {
  if (fields.size === 0) return value;
  const nameOf = LISTS.get(path);
  if (nameOf && Array.isArray(value)) {
    const items = value.filter((item) => !fields.has(nameOf(item)));
    return items.length === 0 && value.length > 0 ? null : items;
  }
  if (!isGranular(path, value) || Object.keys(value).length === 0) return value;
  const left = new Map(Object.entries(value));
  for (const [element, node] of fields) {
    const name = element.slice("f:".length);
    if (!left.has(name)) continue;
    if (isField(node)) left.delete(name);
    else left.set(name, withoutFields(left.get(name), node, within(path, element)));
  }
  return left.size === 0 ? null : Object.fromEntries(left);
}
