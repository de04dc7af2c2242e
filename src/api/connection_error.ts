const WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/refused/i, "connection refused"],
  [/ENOTFOUND|EAI_AGAIN|dns|name resolution|lookup/i, "no such host"],
  [
    /reset|UND_ERR_SOCKET|close_notify|other side closed|socket hang up|closed unexpectedly|closed before|ConnectionClosed/i,
    "connection reset",
  ],
  [/ENETUNREACH|EHOSTUNREACH|unreachable/i, "no route to the host"],
  [/InvalidContentType|PACKET_LENGTH_TOO_LONG|WRONG_VERSION_NUMBER|EPROTO/, "it does not speak TLS (is it http?)"],
  [/HTTP version|HTTP\/1\.1 protocol|Malformed_HTTP/, "it does not speak HTTP (is it https?)"],
  [/timed? ?out|TIMEDOUT/i, "connection timed out"],
  [/\bbad port$/, "fetch refuses its port, as browsers do"],
  [
    /^(Failed to fetch( \(.*\))?|NetworkError when attempting to fetch resource\.?|Load failed)$/,
    "it is down, or rejects this page's origin (CORS), which browsers do not distinguish",
  ],
];
/** Errors in a worker that has used up the requests of one invocation. */
const TOO_MANY_REQUESTS = /^too many (subrequests|api requests)\b/i;
const CERTIFICATE = /certificate|CERT_|self.signed|UNABLE_TO_VERIFY|UnknownIssuer/i;

/**
 * Returns an error that names the reason of a rejected `fetch`: the runtimes' errors differ, and are often just "fetch
 * failed". The original is the `cause`, unless it quotes a secret.
 *
 * Returns a {@linkcode RequestConstructionError}, which is final, if Deno lacks a permission.
 *
 * @param hide Removes the secrets of the request from a text.
 */
export function connectionError(server: string, cause: unknown, hide = (text: string): string => text): Error {
  const errors = chainOf(cause);
  const limit = requestLimitError(cause, errors);
  if (limit !== undefined) return limit;
  const text = errors.flatMap((error) => "code" in error ? [error.code, error.message] : error.message).join(" ");
  const root = errors.findLast(({ message }) => message)?.message ?? String(cause);
  const own = root.split("\n")[0]!.replace(/^.*client error \(\w+\): /, ""); // Deno's begins with the whole URL
  const words = CERTIFICATE.test(text)
    ? `its certificate is not trusted: ${own} (give a fetch that trusts its authority)`
    : WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? own;
  const message = hide(`Cannot reach ${server}: ${words}`);
  const shown = `${text} ${String(cause)}`;
  const options = hide(shown) === shown ? { cause } : {};
  return errors[0]?.name === "NotCapable"
    ? new RequestConstructionError(message, options)
    : new ConnectionError(message, options);
}

/** Returns the error for a cause with which the runtime refuses more requests; undefined for any other. */
export function requestLimitError(cause: unknown, errors = chainOf(cause)): RequestLimitError | undefined {
  const limit = errors.find(({ message }) => TOO_MANY_REQUESTS.test(message));
  return limit && new RequestLimitError(`The runtime refuses more requests: ${limit.message}`, { cause });
}

/** Lists an error and its causes, at most ten: an error may be its own cause. */
function chainOf(error: unknown): Error[] {
  const errors: Error[] = [];
  for (let e = error; e instanceof Error && errors.length < 10; e = e.cause) errors.push(e);
  return errors;
}

/**
 * The server is unreachable: connection refused, unknown host, or broken connection.
 *
 * It does not concern the event: while it prevents all writes, tries are not counted and no event is abandoned. Throw
 * it from a custom {@linkcode EventSink} for the same behavior.
 *
 * @category Connection
 */
export class ConnectionError extends Error {
  /** Always `"ConnectionError"`. */
  override readonly name = "ConnectionError";
}

/** The runtime refused to make a request, as the present one of a worker has made too many. */
export class RequestLimitError extends ConnectionError {}

/**
 * A request cannot be built, and a retry would not help: an event that JSON cannot represent, an invalid path segment,
 * a token that is invalid in a header, or a permission that the process lacks (client-go's
 * `rest.RequestConstructionError`).
 *
 * Reject with it from a custom {@linkcode EventSink} to have the event rejected immediately.
 *
 * @category Connection
 */
export class RequestConstructionError extends Error {
  /** Always `"RequestConstructionError"`. */
  override readonly name = "RequestConstructionError";
}
