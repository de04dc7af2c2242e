import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";

/**
 * A set of fields of an object: a tree of FieldsV1 elements (`f:count` for a field, `k:{"uid":"…"}` and `v:"…"` for a
 * list item). A node without elements is a field of the set; one with elements is, too, if `.` is among them. Sets are
 * immutable, and share nodes.
 */
export type FieldSet = ReadonlyMap<string, FieldSet>;

/** A set under construction. */
export type Tree = Map<string, FieldSet>;

/** The empty set and, as a node, a field without others below. */
export const NO_FIELDS: FieldSet = new Map();
export const LEAF = NO_FIELDS;

/** More elements than any path of an event has. */
const MAX_ELEMENTS = 8;

/** Adds a node, if there is one. */
export function add(tree: Tree, element: string, node: FieldSet | undefined): void {
  if (node !== undefined) tree.set(element, node);
}

/** The node with the elements of a tree; `undefined` if there are none. */
export function nodeOf(tree: FieldSet): FieldSet | undefined {
  if (tree.size === 0) return undefined;
  return tree.size === 1 && tree.has(".") ? LEAF : tree;
}

/** Whether a node is a field of the set. */
export function isField(node: FieldSet): boolean {
  return node.size === 0 || node.has(".");
}

const LEAF_ELEMENTS: FieldSet = new Map([[".", LEAF]]);

/** The elements of a node, `.` among them if it is a field. */
function elementsOf(node: FieldSet): FieldSet {
  return node.size === 0 ? LEAF_ELEMENTS : node;
}

/** Returns two nodes' elements, the smaller ones first. */
function bySize(a: FieldSet, b: FieldSet): [few: FieldSet, many: FieldSet] {
  const [left, right] = [elementsOf(a), elementsOf(b)];
  return left.size < right.size ? [left, right] : [right, left];
}

/** The fields in any of the sets. */
export function union(sets: Iterable<FieldSet>): FieldSet {
  let all = NO_FIELDS;
  for (const set of sets) all = all.size === 0 ? set : set.size === 0 ? all : merged(all, set);
  return all;
}

function merged(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  const [few, many] = bySize(a, b);
  const tree = new Map(many);
  for (const [element, node] of few) {
    const other = many.get(element);
    tree.set(element, other === undefined ? node : merged(node, other));
  }
  return tree;
}

/** The fields in both sets. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return shared(a, b) ?? NO_FIELDS;
}

function shared(a: FieldSet, b: FieldSet): FieldSet | undefined {
  if (a === b) return a;
  const [few, many] = bySize(a, b);
  const tree: Tree = new Map();
  for (const [element, node] of few) {
    const other = many.get(element);
    if (other !== undefined) add(tree, element, shared(node, other));
  }
  return nodeOf(tree);
}

/** The fields of a set that are not in another: `set` itself if they have none in common. */
export function difference(set: FieldSet, other: FieldSet): FieldSet {
  return remaining(set, other) ?? NO_FIELDS;
}

function remaining(node: FieldSet, other: FieldSet): FieldSet | undefined {
  if (node.size === 0) return isField(other) ? undefined : node;
  let left: Tree | undefined;
  for (const element of bySize(node, other)[0].keys()) {
    const [mine, theirs] = [node.get(element), elementsOf(other).get(element)];
    if (mine === undefined || theirs === undefined) continue;
    const rest = remaining(mine, theirs);
    if (rest === mine) continue;
    left ??= new Map(node);
    if (rest === undefined) left.delete(element);
    else left.set(element, rest);
  }
  return left === undefined ? node : nodeOf(left);
}

/** Encodes a set of fields as FieldsV1: JSON with `.` for a branch that is a field itself. */
export function toFieldsV1(fields: FieldSet): JsonObject {
  const result: Record<string, JsonObject> = {};
  for (const element of [...fields.keys()].sort()) result[element] = toFieldsV1(fields.get(element)!);
  return result;
}

/**
 * Parses a set of fields from FieldsV1.
 *
 * @returns `undefined` if it is not a valid set of fields of an event.
 */
export function parseFieldsV1(json: unknown): FieldSet | undefined {
  return parseNode(json ?? {}, 0);
}

function parseNode(json: unknown, depth: number): FieldSet | undefined {
  if (!isJsonObject(json) || depth > MAX_ELEMENTS) return undefined;
  const tree: Tree = new Map();
  for (const element of Object.keys(json)) {
    const node = element === "." ? LEAF : isElement(element) ? parseNode(json[element], depth + 1) : undefined;
    if (node === undefined) return undefined;
    tree.set(element, node);
  }
  if (depth === 0) tree.delete(".");
  return nodeOf(tree) ?? LEAF;
}

/** Whether a text is a path element: a field, the keys or the value of a list item, or its index. */
function isElement(text: string): boolean {
  const kind = text.slice(0, 2);
  if (kind === "f:") return true;
  if (kind !== "k:" && kind !== "v:" && kind !== "i:") return false;
  try {
    const content: unknown = JSON.parse(text.slice(2));
    return kind !== "k:" || isJsonObject(content);
  } catch {
    return false;
  }
}

/** Formats a set of fields for messages: at each level, first its own fields, then those of objects and lists. */
export function* showPaths(fields: FieldSet, prefix = ""): Iterable<string> {
  const nodes = [...fields].filter(([element]) => element !== ".").sort(([a], [b]) => a < b ? -1 : 1);
  for (const [element, node] of nodes) if (isField(node)) yield prefix + showElement(element);
  for (const [element, node] of nodes) yield* showPaths(node, prefix + showElement(element));
}

/** Formats a path element for messages, such as `.count` and `[uid="u1"]`. */
export function showElement(element: string): string {
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
}
