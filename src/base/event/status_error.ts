import { invalid, readOptions } from "../tools/check_options.ts";

/**
 * The response of an API server that returns no object, which is mostly an error.
 *
 * See {@link https://kubernetes.io/docs/reference/kubernetes-api/definitions/status-v1-meta/ | Status} in the API
 * reference.
 *
 * @category Events
 */
export interface V1Status {
  /** Always `"v1"`. */
  readonly apiVersion?: string | undefined;
  /** Always `"Status"`. */
  readonly kind?: string | undefined;
  /** Empty, or the resource version of a list. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** `"Success"` or `"Failure"`. */
  readonly status?: string | undefined;
  /** Human-readable message. */
  readonly message?: string | undefined;
  /** Machine-readable reason, such as `"AlreadyExists"` or `"NotFound"`. */
  readonly reason?: string | undefined;
  /** The object of the request, and the faults found in it. */
  readonly details?: {
    /** The name of the object. */
    readonly name?: string | undefined;
    /** The API group of the object, empty for core/v1. */
    readonly group?: string | undefined;
    /** The resource (`"events"`), or the kind (`"Event"`) when the reason is `"Invalid"`. */
    readonly kind?: string | undefined;
    /** The uid of the object. */
    readonly uid?: string | undefined;
    /** The faults of the request, one by one. */
    readonly causes?:
      | readonly {
        /** Machine-readable reason, such as `"FieldValueInvalid"`. */
        readonly reason?: string | undefined;
        /** Human-readable message. */
        readonly message?: string | undefined;
        /** The field, such as `"metadata.name"`. */
        readonly field?: string | undefined;
      }[]
      | undefined;
    /** Seconds to wait before the next try. */
    readonly retryAfterSeconds?: number | undefined;
  } | undefined;
  /** The HTTP status code. */
  readonly code?: number | undefined;
}

/**
 * The longest message that is kept. An intermediary may answer with a whole page; messages of API servers are shorter.
 */
const MAX_MESSAGE_LENGTH = 1024;

/**
 * Limits above any `Status`, because an endless error response would exhaust the memory, and a deeply nested one the
 * stack.
 */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_BRACKETS = 2000;

/**
 * An error response, with the `Status` that explains it (apimachinery's `errors.StatusError`).
 *
 * The message is the server's, truncated to 1024 characters, or the HTTP status, such as `HTTP 429 Too Many Requests`,
 * if the response had no `Status`. It never contains the request, or a body other than a `Status`.
 *
 * @example
 * ```ts
 * import { StatusError } from "@kubecast/events";
 * import assert from "node:assert/strict";
 *
 * const error = new StatusError({ code: 404, reason: "NotFound", message: 'events "web-1.17b2" not found' });
 * assert.equal(error.isNotFound, true);
 * assert.equal(error.isRetryable, false);
 * ```
 *
 * @category Connection
 */
export class StatusError extends Error {
  /** Always `"StatusError"`. */
  override readonly name = "StatusError";
  /** The server's `Status`, or one made from the HTTP status. */
  readonly status: V1Status;
  /** The HTTP status code; 0 if the status has none. */
  readonly code: number;
  /** The machine-readable reason, such as `"AlreadyExists"`; `""` if the status has none. */
  readonly reason: string;
  /** The pause that the server asks for before a retry, in milliseconds; `undefined` if none. */
  readonly retryAfterMs: number | undefined;

  /**
   * Creates an error from a `Status`, for a custom {@linkcode EventSink} to reject with.
   *
   * @param options `retryAfterMs` is the pause before a retry, in milliseconds: `details.retryAfterSeconds` of the
   * status by default. `cause` as for any `Error`.
   */
  constructor(status: V1Status, options: ErrorOptions & { readonly retryAfterMs?: number | undefined } = {}) {
    readOptions("create a StatusError", options, { retryAfterMs: ["anything"], cause: ["anything"] });
    if (Object(status) !== status) {
      throw new TypeError(invalid("create a StatusError", "status", "be a Status such as { code: 404 }", status));
    }
    const { code = 0, details } = status;
    // The server's response may not match the types.
    const reason = stringOrEmpty(status.reason);
    super((stringOrEmpty(status.message) || reason || `HTTP ${code}`).slice(0, MAX_MESSAGE_LENGTH), options);
    this.status = status;
    this.code = code;
    this.reason = reason;
    const seconds: unknown = details?.retryAfterSeconds;
    this.retryAfterMs = options.retryAfterMs ??
      (typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined);
  }

  /**
   * Creates an error from a response that is not `ok`, and consumes its body. Reads `retryAfterMs` from the header
   * `Retry-After`, in seconds or as a date.
   *
   * Never rejects: if the body is not a `Status`, such as a proxy's page or truncated JSON, uses the HTTP status.
   */
  static async from(response: Response): Promise<StatusError> {
    if (typeof Object(Object(response).headers).get !== "function") {
      throw new TypeError(invalid("create a StatusError", "response", "be a Response", response));
    }
    const { headers, status: code } = response;
    const options = { retryAfterMs: retryAfterMs(headers) };
    const status = await readStatus(response);
    if (status !== undefined) return new StatusError({ ...status, code }, options);
    const message = `HTTP ${code} ${response.statusText}`.trimEnd();
    return new StatusError({ apiVersion: "v1", kind: "Status", status: "Failure", message, code }, options);
  }

  /**
   * Returns the error of another client as a `StatusError`: that of `@kubernetes/client-node` (`{ code, body, headers }`,
   * whose body is a `Status` or its text; before 1.0 `statusCode`), of `kubernetes-fluent-client` (`{ status, statusText,
   * data }`), any error with the `response` of Axios or got, and a `Status` itself. Recordings call it for what a sink
   * rejects with.
   *
   * The message is that of the `Status`, or else the HTTP status, because client-node's own message quotes the response
   * and its headers.
   *
   * @returns The error; `undefined` if `error` is not the error of a response, such as the error of a connection. A
   * `StatusError` is returned as it is.
   *
   * @example
   * ```ts
   * import { StatusError } from "@kubecast/events";
   * import assert from "node:assert/strict";
   *
   * const error = Object.assign(new Error("HTTP-Code: 503"), { code: 503, body: "busy", headers: { "retry-after": "2" } });
   * const { isRetryable, retryAfterMs } = StatusError.of(error)!;
   * assert.deepEqual([isRetryable, retryAfterMs], [true, 2000]);
   * ```
   */
  static of(error: unknown): StatusError | undefined {
    if (error instanceof StatusError) return error;
    const given = Object(error) as Fields;
    const response = [Object(given["response"]) as Fields, given].find((part) => httpCodeOf(part) !== undefined);
    // The fluent client also gives a failed connection a status, beside its error.
    if (response === undefined || given["e"] instanceof Error) return undefined;
    const code = httpCodeOf(response)!;
    const body = response["body"] ?? response["data"] ?? given["body"];
    let status = response["kind"] === "Status" ? response : body;
    try {
      if (typeof body === "string") status = parseStatus(body);
    } catch {
      // The body may be a proxy's page.
    }
    const { kind, reason, message, details } = Object(status) as V1Status;
    // In some versions of the fluent client, the Status lacks its kind.
    const known = kind === "Status" || typeof reason === "string" && typeof message === "string"
      ? { message, reason, details }
      : { message: `HTTP ${code} ${stringOrEmpty(response["statusText"])}`.trimEnd() };
    return new StatusError({ apiVersion: "v1", kind: "Status", status: "Failure", ...known, code }, {
      retryAfterMs: retryAfterOf(response["headers"]),
      cause: error,
    });
  }

  /** Whether the event, or its namespace, does not exist: a 404. */
  get isNotFound(): boolean {
    return this.code === 404;
  }

  /** Whether an event of this name exists: a 409 with the reason `"AlreadyExists"`. */
  get isAlreadyExists(): boolean {
    return this.code === 409 && this.reason === "AlreadyExists";
  }

  /** Whether the event has changed in the meantime: any other 409. */
  get isConflict(): boolean {
    return this.code === 409 && this.reason !== "AlreadyExists";
  }

  /** Whether the server rejected the credentials: a 401. */
  get isUnauthorized(): boolean {
    return this.code === 401;
  }

  /** Whether the request is not allowed, by RBAC, admission or a terminating namespace: a 403. */
  get isForbidden(): boolean {
    return this.code === 403;
  }

  /**
   * Whether the authorizer denied the request, such as RBAC for a missing role: a 403 whose message names the user,
   * verb and resource. False for the 403 of an admission controller or a terminating namespace.
   */
  get isAccessDenied(): boolean {
    return this.code === 403 && / is forbidden: User ".*" cannot \w+ resource "/.test(this.message);
  }

  /** Whether the event is invalid, or the patch does not apply: a 422. */
  get isInvalid(): boolean {
    return this.code === 422;
  }

  /** Whether the server throttles requests: a 429. */
  get isTooManyRequests(): boolean {
    return this.code === 429;
  }

  /** Whether the namespace is being deleted and accepts no new events: a 403 with that cause. */
  get isNamespaceTerminating(): boolean {
    const causes: unknown = this.status.details?.causes;
    return this.code === 403 && Array.isArray(causes) && causes.some((c) => c?.reason === "NamespaceTerminating");
  }

  /**
   * Whether the same request may succeed later: 408, 429, a conflict or any 5xx. A recording also retries 401,
   * {@linkcode isAccessDenied}, a missing namespace and an exceeded quota: for about 15 seconds, or for as long as it
   * takes if such requests succeeded before.
   *
   * Unlike client-go, which retries no status once its REST layer has stopped retrying.
   */
  get isRetryable(): boolean {
    return this.code === 408 || this.code === 429 || this.code >= 500 || this.isConflict;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the HTTP status of a client's response or error, if it has one from 300 to 599. */
function httpCodeOf(given: Fields): number | undefined {
  // A code alone may be of anything.
  const isCode = given["kind"] === "Status" || "body" in given || "headers" in given && !("status" in given);
  const code = given["statusCode"] ?? (isCode ? given["code"] : undefined) ?? given["status"];
  return typeof code === "number" && code >= 300 && code <= 599 ? code : undefined;
}

function stringOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads the `Status` in a response, Kubernetes' or gRPC's, if there is one. */
async function readStatus(response: Response): Promise<V1Status | undefined> {
  try {
    if (!response.headers.get("content-type")?.includes("json")) {
      await response.body?.cancel();
      return undefined;
    }
    const body = parseStatus(await bodyText(response));
    const { kind, code, message } = Object(body) as V1Status;
    if (kind === "Status") return body as V1Status;
    // `google.rpc.Status`, of OTLP endpoints and gRPC gateways.
    return typeof code === "number" && typeof message === "string" ? { kind: "Status", message } : undefined;
  } catch {
    return undefined;
  }
}

/** Parses JSON; returns `undefined` if it is nested too deeply, and throws if it is not JSON. */
function parseStatus(text: string): unknown {
  return text.split(/[[{]/, MAX_BRACKETS + 1).length > MAX_BRACKETS ? undefined : JSON.parse(text);
}

/** Reads `Retry-After` of headers that may be anything. */
function retryAfterOf(headers: unknown): number | undefined {
  try {
    return retryAfterMs(new Headers(Object(headers) as Record<string, string>));
  } catch {
    return undefined;
  }
}

/** Reads a body; throws if it is too long. */
export async function bodyText({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let bytes = 0;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    if ((bytes += value.length) > MAX_BODY_BYTES) {
      await reader.cancel();
      throw new RangeError("its response is too long");
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Reads the `Retry-After` header: seconds, or an HTTP date, which client-go does not support.
 *
 * A date is relative to the response's `Date`, so that the local clock may be wrong.
 *
 * @returns Milliseconds from now; `undefined` if the header is missing or invalid.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const then = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(then)) return undefined;
  const sent = Date.parse(headers.get("date") ?? "");
  return Math.max(then - (Number.isNaN(sent) ? Date.now() : sent), 0);
}

/**
 * The longest `Retry-After` that is honored. kube-apiserver asks for 32 seconds at most; a proxy or a store may ask for
 * hours, and be back long before.
 */
export const MAX_RETRY_AFTER_MS = 60_000;

/**
 * Returns the pause in milliseconds that an error's response asks for, at most a minute, or 0.
 *
 * @param random Adds a random quarter, so that clients with the same `Retry-After` do not retry together.
 */
export function requestedPause(error: unknown, random = (): number => 0): number {
  const retryAfterMs: unknown = error instanceof StatusError ? error.retryAfterMs : undefined;
  // A custom sink or store may throw any error.
  if (typeof retryAfterMs !== "number" || !(retryAfterMs > 0)) return 0;
  return Math.min(retryAfterMs, MAX_RETRY_AFTER_MS) * (1 + random() / 4);
}

/**
 * Returns a pause in milliseconds. It begins with `minMs`, doubles with each failure up to `maxMs`, and is up to half
 * less at random.
 */
export function retryPause(
  failures: number,
  { minMs, maxMs, random }: { readonly minMs: number; readonly maxMs: number; readonly random: () => number },
): number {
  // Without this, a minimum of 0 that is doubled infinitely often would be NaN.
  return Math.min(minMs * 2 ** Math.min(failures - 1, 1000), maxMs) * (1 + random()) / 2;
}

/** Errors in a worker that has used up the requests of one invocation. */
const TOO_MANY_REQUESTS = /^too many (subrequests|api requests)\b/i;

/** The fix where credentials cannot be had. */
export const LOGIN = "Log in again, or mend what the message names: run an exec plugin by hand to see why it fails";

/**
 * Why a server is unreachable. The first pattern that matches the runtime's error gives the kind, the words and the
 * fix.
 */
const CAUSES: readonly (readonly [
  pattern: RegExp,
  kind: ConnectionError["kind"] | "port" | "permission",
  words: string,
  fix: string,
])[] = [
  [/^NotCapable /, "permission", "…", "Run deno with the flag that the message names"],
  // An exec plugin that fails when its certificate is renewed.
  [/^KubeconfigError /, "other", "…", LOGIN],
  [
    /\balert:? .*(certificate|unknown ?CA)|ALERT_(\w*CERTIFICATE|UNKNOWN_CA)/i,
    "certificate",
    "it rejects the client certificate: …",
    "Send a client certificate of the cluster's own authority that has not expired",
  ],
  [
    /certificate|CERT_|self.signed|UNABLE_TO_VERIFY|UnknownIssuer/i,
    "certificate",
    "its certificate is not trusted: … (give a fetch that trusts its authority)",
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
  // The ports of services that do not speak HTTP, by the `fetch` standard.
  [
    /\bbad port$|\bport \d+ (is|are) blocked/i,
    "port",
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

/** The fix where the cause does not name one. */
export const REACH =
  "Start the server or `kubectl proxy`, or pass the right `server` (--server); check the proxy of HTTPS_PROXY, " +
  "HTTP_PROXY or proxy-url if one is set";

/**
 * Returns an error that names the reason of a rejected `fetch`, because the runtimes' errors differ and are often just
 * "fetch failed". The original error is the `cause`, unless it quotes a secret. A {@linkcode ConnectionError} is
 * returned as it is.
 *
 * Returns a {@linkcode RequestConstructionError}, which is final, if Deno lacks a permission, or `fetch` refuses the
 * port.
 *
 * @param hide Removes the secrets of the request from a text.
 */
export function connectionError(server: string, cause: unknown, hide = (text: string): string => text): Error {
  const errors = chainOf(cause);
  const known = errors.find((error) => error instanceof ConnectionError) ?? requestLimitError(cause, errors);
  if (known !== undefined) return known;
  const told = errors.flatMap((error) => [error.name, "code" in error ? error.code : [], error.message].flat()).join(
    " ",
  );
  // Without URLs and the server's name, which may have any of the words: AKS names servers such as
  // web-dns-1234.azmk8s.io.
  const text = told.replace(/https?:\S+/g, "").replaceAll(server.split(/[/:]/)[3]!, "");
  const root = errors.findLast(({ message }) => message)?.message ?? String(cause);
  const own = root.split("\n")[0]!.replace(/^.*client error \(\w+\): /, ""); // Deno's begins with the whole URL
  const [, kind, words, fix] = CAUSES.find(([pattern]) => pattern.test(text))!;
  const message = hide(`Cannot reach ${server}: ${words.replace("…", () => own)}`);
  const shown = `${told} ${String(cause)}`;
  const options = { fix: fix || REACH, ...hide(shown) === shown && { cause } };
  // A retry helps with neither.
  return kind === "permission" || kind === "port"
    ? new RequestConstructionError(message, options)
    : new ConnectionError(message, { kind, ...options });
}

/** Returns the error for a cause with which the runtime refuses more requests; undefined for any other. */
export function requestLimitError(cause: unknown, errors = chainOf(cause)): RequestLimitError | undefined {
  const limit = errors.find(({ message }) => TOO_MANY_REQUESTS.test(message));
  return limit && new RequestLimitError(`The runtime refuses more requests: ${limit.message}`, { cause });
}

/** Lists an error and its causes, at most ten, because an error may be its own cause. */
function chainOf(error: unknown): Error[] {
  const errors: Error[] = [];
  for (let e = error; e instanceof Error && errors.length < 10; e = e.cause) errors.push(e);
  return errors;
}

/**
 * The server is unreachable, because of a refused or broken connection, an unknown host or an untrusted certificate.
 *
 * The error does not concern the event, so a recording never counts it as a try of the event. Throw it from a custom
 * {@linkcode EventSink} for the same behavior.
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
   * - `"proxy"`: the proxy in between refuses, or is itself unreachable.
   * - `"protocol"`: it speaks HTTP where HTTPS is expected, or the reverse.
   * - `"browser"`: a browser, which does not tell why.
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

/** The runtime refused to make a request, because the present request of a worker has already made too many. */
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
