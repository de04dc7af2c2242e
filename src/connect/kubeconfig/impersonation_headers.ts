import { Buffer } from "node:buffer";
import type { KubeconfigObject } from "./kubeconfig_object.ts";

/**
 * Returns the headers that impersonate another user (client-go's `NewImpersonatingRoundTripper`).
 *
 * `repeated` has the headers to send once for each value; a `Request` would join their values into one.
 */
export function impersonationHeaders(user: KubeconfigObject): {
  readonly headers: Readonly<Record<string, string>>;
  readonly repeated: readonly (readonly [name: string, values: readonly string[]])[];
} {
  const name = inUtf8(user.text("as"));
  const uid = inUtf8(user.text("as-uid"));
  const groups = user.texts("as-groups").map(inUtf8);
  const extra = user.object("as-user-extra");
  if (name === "") {
    if (uid !== "" || groups.length > 0 || extra !== undefined) {
      user.fail("as-uid, as-groups and as-user-extra need as");
    }
    return { headers: {}, repeated: [] };
  }
  const lists: readonly (readonly [name: string, values: readonly string[]])[] = [
    ["impersonate-group", groups],
    ...(extra?.names ?? []).map((key) =>
      [`impersonate-extra-${escapeHeaderKey(key)}`, extra!.texts(key).map(inUtf8)] as const
    ),
  ];
  // Otherwise each request would fail, as if the server were unreachable.
  if ([name, uid, ...lists.flatMap(([, values]) => values)].some((value) => /[^\t\x20-\x7e\x80-\xff]/.test(value))) {
    user.fail("as, as-uid, as-groups and as-user-extra must be text that is valid in a header");
  }
  const single = lists.flatMap(([header, values]) => values.length === 1 ? [[header, values[0]!]] : []);
  return {
    headers: { "impersonate-user": name, ...uid !== "" && { "impersonate-uid": uid }, ...Object.fromEntries(single) },
    repeated: lists.filter(([, values]) => values.length > 1),
  };
}

/** Returns the bytes of UTF-8, as Go sends them, for a header, each of whose characters is sent as a byte. */
export function inUtf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** client-go's `headerKeyEscape`: percent-encodes the bytes that are invalid in a header name. */
function escapeHeaderKey(key: string): string {
  return inUtf8(key).replace(/[^!#$&'*+\-.^_`|~\dA-Za-z]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  });
}
