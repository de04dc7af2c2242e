/**
 * One operation of a JSON Patch ({@link https://www.rfc-editor.org/rfc/rfc6902 | RFC 6902}), such as
 * `{ op: "replace", path: "/count", value: 3 }`; `path` and `from` are JSON Pointers.
 *
 * @category Events
 */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };
