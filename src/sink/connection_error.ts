import { RequestConstructionError } from "./request_construction_error.ts";

const WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/refused/i, "connection refused"],
  [/ENOTFOUND|EAI_AGAIN|dns|name resolution|lookup/i, "no such host"],
  [/reset|UND_ERR_SOCKET|other side closed|socket hang up|closed unexpectedly|ConnectionClosed/i, "connection reset"],
  [/ENETUNREACH|EHOSTUNREACH|unreachable/i, "no route to the host"],
  [
    /certificate|CERT_|self.signed|UNABLE_TO_VERIFY|UnknownIssuer/i,
    "its certificate is not trusted (give a fetch that trusts its authority)",
  ],
  [/InvalidContentType|PACKET_LENGTH_TOO_LONG|WRONG_VERSION_NUMBER|EPROTO/, "it does not speak TLS (is it http?)"],
  [/HTTP version|HTTP\/1\.1 protocol|Malformed_HTTP/, "it does not speak HTTP (is it https?)"],
  [/timed? ?out|TIMEDOUT/i, "connection timed out"],
];

/**
 * Makes of what `fetch` rejected with, which differs from runtime to runtime and is often only "fetch failed", an error that
 * says what happened. The original is its `cause`.
 *
 * A permission that Deno was not started with makes a {@linkcode RequestConstructionError}: no other try can help.
 */
export function connectionError(server: string, cause: unknown): Error {
  const errors = chainOf(cause);
  const text = errors.flatMap((error) => [(error as { code?: unknown }).code, error.message]).join(" ");
  const words = WORDS.find(([pattern]) => pattern.test(text))?.[1] ??
    errors.findLast(({ message }) => message)?.message.split("\n", 1)[0] ?? String(cause);
  const message = `Cannot reach ${server}: ${words}`;
  return errors[0]?.name === "NotCapable"
    ? new RequestConstructionError(message, { cause })
    : new Error(message, { cause });
}

/** An error and its causes. */
function chainOf(error: unknown): Error[] {
  const errors: Error[] = [];
  for (let e = error; e instanceof Error && errors.length < 10; e = e.cause) errors.push(e);
  return errors;
}
