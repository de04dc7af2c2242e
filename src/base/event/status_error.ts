import { invalid, isError, readOptions } from "../tools/check_options.ts";
import { unansweredError } from "./connection_error.ts";
import type { V1Status } from "./kubernetes_object.ts";

/**
 * The maximum length of an error message. An intermediary may respond with a whole page; messages of API servers are
 * shorter.
 */
const MAX_MESSAGE_LENGTH = 1024;

/**
 * Limits for the size (1 MiB) and nesting of a body, which no `Status` reaches. Without them, an endless error response
 * would exhaust the memory, and a deeply nested one the stack.
 */
const MAX_BODY_BYTES = 1_048_576;
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
  /** The pause before a retry that the server asks for, in milliseconds; `undefined` if it asks for none. */
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
   * Never rejects. If the body is not a `Status` but, for example, a proxy's page or truncated JSON, uses the HTTP
   * status.
   */
  static async from(response: Response): Promise<StatusError> {
    if (typeof Object(Object(response).headers).get !== "function") {
      throw new TypeError(invalid("create a StatusError", "response", "be a Response", response));
    }
    const { headers, status: code } = response;
    const options = { retryAfterMs: retryAfterMs(headers) };
    const status = await readStatus(response);
    return new StatusError(status ? { ...status, code } : failureOf(code, response.statusText), options);
  }

  /**
   * Returns the error of another client as a `StatusError`: that of `@kubernetes/client-node` (`{ code, body, headers }`,
   * whose body is a `Status` or its text; before 1.0 `statusCode`), of `kubernetes-fluent-client` (`{ status, statusText,
   * data }`), of `kubernetes_client` of Deno (`{ httpCode, status }`), any error with the `response` of Axios or got, and a
   * `Status` itself; or of an error whose `cause`, or the cause's cause, is one of these. Recordings call it for what a
   * sink rejects with.
   *
   * The message is that of the `Status`, or else the HTTP status, because client-node's own message quotes the response
   * and its headers.
   *
   * @returns The error; `undefined` if `error` is not the error of a response, such as the error of a connection. A
   * `StatusError` is returned unchanged.
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
    let found: StatusError | undefined;
    // At most ten, because an error may be its own cause.
    for (let e = error, i = 0; !found && Object(e) === e && !unansweredError(e, [e as Error]) && i < 10; i++) {
      found = e instanceof StatusError ? e : statusErrorOf(e as Fields, error);
      e = (e as Fields)["cause"];
    }
    return found;
  }

  /** Whether the event or its namespace does not exist: a 404. */
  get isNotFound(): boolean {
    return this.code === 404;
  }

  /** Whether an event of this name exists: a 409 with the reason `"AlreadyExists"`. */
  get isAlreadyExists(): boolean {
    return this.code === 409 && this.reason === "AlreadyExists";
  }

  /** Whether the event has changed in the meantime: a 409 with any other reason. */
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
   * Whether the same request may succeed later: 408, 429, a conflict or any 5xx. A recording also retries a 401 and
   * {@linkcode isAccessDenied}, but only for about 15 seconds if no request of the kind has succeeded before; it
   * retries a missing namespace and an exceeded quota for about 15 seconds.
   *
   * Unlike client-go, whose recorder retries no status once its REST layer has stopped retrying, recordings go on.
   */
  get isRetryable(): boolean {
    return this.code === 408 || this.code === 429 || this.code >= 500 || this.isConflict;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the error of a client's response as a `StatusError`; undefined if it is not one. */
function statusErrorOf(given: Fields, cause: unknown): StatusError | undefined {
  const parts = [given["response"], given, given["status"]].map((part) => Object(part) as Fields);
  const response = parts.find((part) => httpCodeOf(part) !== undefined);
  // The fluent client sets a status for a failed connection too, beside its error.
  if (response === undefined || isError(given["e"])) return undefined;
  const code = httpCodeOf(response)!;
  const body = response["body"] ?? response["data"] ?? given["body"];
  let status = response["kind"] === "Status" ? response : body;
  try {
    if (typeof body === "string") status = parseStatus(body);
  } catch {
    // The body may be a proxy's page.
  }
  const { kind, reason, message, details } = Object(status) as V1Status;
  // Some versions of the fluent client drop the kind of the Status.
  const isKnown = kind === "Status" || typeof reason === "string" && typeof message === "string";
  const known = isKnown && { message, reason, details };
  return new StatusError({ ...failureOf(code, stringOrEmpty(response["statusText"])), ...known }, {
    retryAfterMs: retryAfterOf(response["headers"]),
    cause,
  });
}

/** Returns the HTTP status of a client's response or error; `undefined` unless it is from 300 to 599. */
function httpCodeOf(given: Fields): number | undefined {
  // A `code` without a body or headers may mean anything.
  const isCode = given["kind"] === "Status" || "body" in given || "headers" in given && !("status" in given);
  const code = given["statusCode"] ?? (isCode ? given["code"] : undefined) ?? given["status"];
  return typeof code === "number" && code >= 300 && code <= 599 ? code : undefined;
}

/** Returns the `Status` of a response without one. */
function failureOf(code: number, statusText: string): V1Status {
  return { apiVersion: "v1", kind: "Status", status: "Failure", message: `HTTP ${code} ${statusText}`.trimEnd(), code };
}

function stringOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Reads the `Status` in a response, that of Kubernetes or gRPC; returns `undefined` if there is none. */
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

/** Reads `Retry-After` from headers of any type. */
function retryAfterOf(headers: unknown): number | undefined {
  try {
    return retryAfterMs(new Headers(Object(headers) as Record<string, string>));
  } catch {
    return undefined;
  }
}

/** Reads a body as text. */
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
 * Reads the `Retry-After` header: a number of seconds or, unlike client-go, an HTTP date.
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
