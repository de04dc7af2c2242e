const WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/refused/i, "connection refused"],
  [/ENOTFOUND|EAI_AGAIN|dns|name resolution|lookup/i, "no such host"],
  [/reset|UND_ERR_SOCKET|other side closed|socket hang up|closed unexpectedly|ConnectionClosed/i, "connection reset"],
  [/ENETUNREACH|EHOSTUNREACH|unreachable/i, "no route to the host"],
  [/certificate|CERT_|self.signed|UNABLE_TO_VERIFY|UnknownIssuer/i, "its certificate is not trusted"],
  [/timed? ?out|TIMEDOUT/i, "connection timed out"],
];

/**
 * Makes of what `fetch` rejected with, which differs from runtime to runtime and is often only "fetch failed", an error that
 * says what happened. The original is its `cause`.
 */
export function connectionError(server: string, cause: unknown): Error {
  const text = describe(cause);
  const words = WORDS.find(([pattern]) => pattern.test(text))?.[1];
  return new Error(`Cannot reach ${server}${words === undefined ? "" : `: ${words}`}`, { cause });
}

/** All that an error and its causes say of themselves. */
function describe(error: unknown): string {
  const parts: unknown[] = [];
  for (let e = error; e instanceof Error && parts.length < 10; e = e.cause) {
    parts.push((e as { code?: unknown }).code, e.message);
  }
  return parts.join(" ");
}
