import type { KubeconfigObject } from "./kubeconfig_object.ts";

/**
 * Returns the headers that impersonate another user (client-go's `NewImpersonatingRoundTripper`).
 *
 * @throws {KubeconfigError} If a list has several values: each needs its own header, and `fetch` joins them.
 */
export function impersonationHeaders(user: KubeconfigObject): Record<string, string> {
  const name = user.text("as");
  const uid = user.text("as-uid");
  const groups = user.texts("as-groups");
  const extra = user.object("as-user-extra");
  if (name === "") {
    if (uid !== "" || groups.length > 0 || extra !== undefined) {
      user.fail("as-uid, as-groups and as-user-extra need as");
    }
    return {};
  }
  const headers: Record<string, string> = { "impersonate-user": name };
  const add = (header: string, values: readonly string[], field: string): void => {
    if (values.length > 1) user.fail(`${field} must have one value: fetch cannot repeat a header`);
    if (values[0] !== undefined) headers[header] = values[0];
  };
  if (uid !== "") headers["impersonate-uid"] = uid;
  add("impersonate-group", groups, "as-groups");
  for (const key of extra?.names ?? []) {
    add(`impersonate-extra-${escapeHeaderKey(key)}`, extra!.texts(key), `as-user-extra.${key}`);
  }
  return headers;
}

/** client-go's `headerKeyEscape`: percent-encodes the bytes that are invalid in a header name. */
function escapeHeaderKey(key: string): string {
  return Array.from(new TextEncoder().encode(key), (byte) => {
    const character = String.fromCharCode(byte);
    return /[!#$&'*+\-.^_`|~\dA-Za-z]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
