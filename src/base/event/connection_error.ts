import { isError } from "../tools/check_options.ts";

/**
 * The server is unreachable, because of a refused or broken connection, an unknown host or an untrusted certificate.
 *
 * A recording never counts it as a try of the event, because it does not concern the event. Reject with it from a
 * custom {@linkcode EventSink} for the same behavior.
 *
 * @category Connection
 */
export class ConnectionError extends Error {
  /** Always `"ConnectionError"`. */
  override readonly name = "ConnectionError";
  /**
   * Why the server is unreachable:
   *
   * - `"refused"`, `"reset"`, `"timeout"`, `"route"`: the connection was refused, broke, timed out, or has no route.
   * - `"host"`: the server's name is unknown.
   * - `"certificate"`: its certificate is not trusted; the message says why.
   * - `"proxy"`: the proxy refuses to connect, or is itself unreachable.
   * - `"protocol"`: it speaks HTTP where HTTPS is expected, or the reverse.
   * - `"browser"`: the browser does not expose the reason.
   * - `"other"`: anything else.
   */
  readonly kind:
    | "refused"
    | "reset"
    | "timeout"
    | "route"
    | "host"
    | "certificate"
    | "proxy"
    | "protocol"
    | "browser"
    | "other";
  /** What to do about it; `""` if unknown. */
  readonly fix: string;

  /**
   * Creates an error.
   *
   * @param options `kind` is `"other"` by default, and `fix` is `""`; `cause` as for any `Error`.
   */
  constructor(
    message: string,
    options: ErrorOptions & { readonly kind?: ConnectionError["kind"]; readonly fix?: string | undefined } = {},
  ) {
    super(message, options);
    this.kind = options?.kind ?? "other";
    this.fix = options?.fix ?? "";
  }
}

/** The runtime of a worker refused to make a request, because the current invocation has already made too many. */
export class RequestLimitError extends ConnectionError {}

/**
 * A request cannot be built, and a retry would not help, because of an event that JSON cannot represent, an invalid
 * path segment, a token that is invalid in a header, or a permission that the process lacks (client-go's
 * `rest.RequestConstructionError`).
 *
 * Reject with it from a custom {@linkcode EventSink} to have the event rejected immediately.
 *
 * @category Connection
 */
export class RequestConstructionError extends Error {
  /** Always `"RequestConstructionError"`. */
  override readonly name = "RequestConstructionError";
  /** What to do about it; `""` if unknown. */
  readonly fix: string;

  /**
   * Creates an error.
   *
   * @param options `fix` is `""` by default; `cause` as for any `Error`.
   */
  constructor(message: string, options: ErrorOptions & { readonly fix?: string | undefined } = {}) {
    super(message, options);
    this.fix = options?.fix ?? "";
  }
}

/** Matches the errors of a worker that has used up the requests of one invocation. */
const TOO_MANY_REQUESTS = /^too many (subrequests|api requests)\b/i;

/** The fix if credentials cannot be obtained. */
export const LOGIN = "Log in again, or fix what the message names; run an exec plugin by hand to see why it fails";

/**
 * The reasons why a server is unreachable. The first pattern that matches the runtime's error determines the kind
 * (`"final"` if a retry would not help), the message (`…` stands for the error's own) and the fix.
 */
const CAUSES: readonly [pattern: RegExp, kind: ConnectionError["kind"] | "final", words: string, fix: string][] = [
  [/^NotCapable /, "final", "…", "Run deno with the flag that the message names"],
  // An exec plugin that fails when its certificate is renewed.
  [/^KubeconfigError /, "other", "…", LOGIN],
  [
    /\balert:? .*(certificate|unknown ?CA)|ALERT_(\w*CERTIFICATE|UNKNOWN_CA)/i,
    "certificate",
    "it rejects the client certificate: …",
    "Use an unexpired client certificate that the cluster's authority has signed",
  ],
  [
    /certificate|CERT_|self.signed|UNABLE_TO_VERIFY|UnknownIssuer/i,
    "certificate",
    "its certificate is not trusted: … (pass a fetch that trusts its authority)",
    "Trust the cluster's certificate authority, as `loadKubeconfig()` (--kubeconfig) and `inClusterConfig()` do; " +
    "otherwise set NODE_EXTRA_CA_CERTS=ca.crt on Node and Bun, DENO_CERT=ca.crt on Deno",
  ],
  [/refused/i, "refused", "connection refused", ""],
  [
    /ENOTFOUND|EAI_AGAIN|dns|name resolution|lookup/i,
    "host",
    "no such host",
    "Check the host in the server's URL, and in HTTPS_PROXY if it is set",
  ],
  [
    /reset|UND_ERR_SOCKET|close_notify|other side closed|socket hang up|closed unexpectedly|closed before|ConnectionClosed|handshake eof/i,
    "reset",
    "connection reset",
    "",
  ],
  [/unreach/i, "route", "no route to the host", ""],
  [
    /InvalidContentType|PACKET_LENGTH_TOO_LONG|WRONG_VERSION_NUMBER|EPROTO/,
    "protocol",
    "it does not speak TLS (is it http?)",
    "Use the other scheme in the server's URL, http:// or https://",
  ],
  [
    /HTTP version|HTTP\/1\.1 protocol|Malformed_HTTP|HPE_/,
    "protocol",
    "it does not speak HTTP (is it https?)",
    "Use the other scheme in the server's URL, http:// or https://",
  ],
  [/timed? ?out/i, "timeout", "connection timed out", ""],
  // Packages such as undici take the `Request` of a runtime for a URL, and refuse the calls of another `fetch`.
  [
    /invalid URL|absolute URLs|parse URL|onRequestStart/i,
    "final",
    "fetch fails: … (undici needs its own Request)",
    "Pass (r) => undici.fetch(new undici.Request(r.url, r), { dispatcher })",
  ],
  // The ports of services that do not speak HTTP, by the `fetch` standard.
  [
    /\bbad port$|\bport \d+ (is|are) blocked/i,
    "final",
    "fetch refuses its port, as browsers do",
    "Serve it on another port, such as 8001: fetch blocks this one",
  ],
  [
    /^\w+ (Failed to fetch( \(.*\))?|NetworkError when attempting to fetch resource\.?|Load failed)$/,
    "browser",
    "it is down, or rejects this page's origin (CORS), which browsers do not distinguish",
    "",
  ],
  [/^/, "other", "…", ""],
];

/** The fix if the cause has none of its own. */
export const REACH =
  "Start the server or `kubectl proxy`, or correct its URL (`server`, --server); check the proxy of HTTPS_PROXY, " +
  "HTTP_PROXY or proxy-url if one is set";

/**
 * Returns an error that explains why `fetch` rejected, because the runtimes' errors differ and are often just "fetch
 * failed". The original error is its `cause`, unless that quotes a secret. An error of this module is
 * returned unchanged.
 *
 * Returns a {@linkcode RequestConstructionError}, which is final, if Deno lacks a permission, or if `fetch` refuses the
 * port or the `Request`.
 *
 * @param hide Removes the secrets of the request from a text.
 */
export function connectionError(server: string, cause: unknown, hide = (text: string): string => text): Error {
  const errors = chainOf(cause);
  const known = unansweredError(cause, errors) ?? requestLimitError(cause, errors);
  if (known !== undefined) return known;
  const told = errors.flatMap((error) => [error.name, "code" in error ? error.code : [], error.message].flat()).join(
    " ",
  );
  // Remove URLs and the server's name, which may contain any of the words: AKS names servers like
  // web-dns-1234.azmk8s.io.
  const text = told.replace(/https?:\S+/g, "").replaceAll(server.split(/[/:]/)[3]!, "");
  const root = errors.findLast(({ message }) => message)?.message ?? String(cause);
  const own = root.split("\n")[0]!.replace(/^.*client error \(\w+\): /, ""); // Deno's message begins with the whole URL
  const [, kind, words, fix] = CAUSES.find(([pattern]) => pattern.test(text))!;
  const message = hide(`Cannot reach ${server}: ${words.replace("…", () => own)}`);
  const shown = `${told} ${String(cause)}`;
  const scheme = kind === "reset" && server.startsWith("http:") ? "Use https:// if the server speaks TLS. " : "";
  const options = { fix: fix || scheme + REACH, ...hide(shown) === shown && { cause } };
  return kind === "final"
    ? new RequestConstructionError(message, options)
    : new ConnectionError(message, { kind, ...options });
}

/** Returns the error for a cause by which the runtime refuses more requests; `undefined` for any other cause. */
export function requestLimitError(cause: unknown, errors = chainOf(cause)): RequestLimitError | undefined {
  const limit = errors.find(({ message }) => TOO_MANY_REQUESTS.test(message));
  return limit && new RequestLimitError(`The runtime refuses more requests: ${limit.message}`, { cause });
}

/** Returns the error of the package that an error is, or that caused it, if it had no response. */
export function unansweredError(error: unknown, errors = chainOf(error)): Error | undefined {
  return errors.find((e) => e instanceof ConnectionError || e instanceof RequestConstructionError);
}

/** Lists an error and its causes: at most ten, because an error may be its own cause. */
function chainOf(error: unknown): Error[] {
  const errors: Error[] = [];
  for (let e = error; isError(e) && errors.length < 10; e = e.cause) errors.push(e);
  return errors;
}
