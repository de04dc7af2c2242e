import { checkOptions } from "../api/check_options.ts";
import type { V1Status } from "../api/status.ts";

const MAX_MESSAGE_LENGTH = 1024;

/** Options of {@linkcode StatusError}. */
export interface StatusErrorOptions extends ErrorOptions {
  /**
   * When the server wants to be asked again, in milliseconds from its answer.
   *
   * @default {details.retryAfterSeconds of the status, a thousandfold}
   */
  readonly retryAfterMs?: number | undefined;
}

/**
 * An answer of the server that says no, with the `Status` that tells why (apimachinery's `errors.StatusError`).
 *
 * The message is the server's own, cut to 1024 characters, or `HTTP 429 Too Many Requests` where the answer was no
 * `Status`; it holds neither the request nor another body.
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
 */
export class StatusError extends Error {
  /** Always `"StatusError"`. */
  override readonly name = "StatusError";
  /** What the server said, or the same made from the HTTP status. */
  readonly status: V1Status;
  /** The HTTP status code; 0 where the status names none. */
  readonly code: number;
  /** A machine's word, such as `"AlreadyExists"`; `""` where the status names none. */
  readonly reason: string;
  /** When the server wants to be asked again, in milliseconds from its answer; `undefined` where it does not say. */
  readonly retryAfterMs: number | undefined;

  /** Makes one of a `Status`: how a sink of your own says no. */
  constructor(status: V1Status, options: StatusErrorOptions = {}) {
    checkOptions("create a StatusError", options, { retryAfterMs: "anything", cause: "anything" });
    const { code = 0, details } = status;
    // Servers say what they like, whatever the types here say.
    const reason = textOf(status.reason);
    super((textOf(status.message) || reason || `HTTP ${code}`).slice(0, MAX_MESSAGE_LENGTH), options);
    this.status = status;
    this.code = code;
    this.reason = reason;
    const seconds: unknown = details?.retryAfterSeconds;
    this.retryAfterMs = options.retryAfterMs ??
      (typeof seconds === "number" && seconds > 0 ? seconds * 1000 : undefined);
  }

  /**
   * Makes one of an answer that is not `ok`, and consumes its body; `retryAfterMs` is that of the header `Retry-After`, be it
   * seconds or a date.
   *
   * Never rejects: a body that is no `Status`, such as the plain text of a 429 or a proxy's page, or one that breaks off,
   * leaves the HTTP status to tell.
   */
  static async from(response: Response): Promise<StatusError> {
    const { headers, status: code } = response;
    const options = { retryAfterMs: retryAfterMs(headers) };
    const status = await readStatus(response);
    if (status !== undefined) return new StatusError({ ...status, code }, options);
    const message = `HTTP ${code} ${response.statusText}`.trimEnd();
    return new StatusError({ apiVersion: "v1", kind: "Status", status: "Failure", message, code }, options);
  }

  /** Whether there is no such event, or no such namespace: a 404. */
  get isNotFound(): boolean {
    return this.code === 404;
  }

  /** Whether an event of that name is there already: a 409 whose reason is `"AlreadyExists"`. */
  get isAlreadyExists(): boolean {
    return this.code === 409 && this.reason === "AlreadyExists";
  }

  /** Whether somebody else changed the event in the meantime: any other 409. */
  get isConflict(): boolean {
    return this.code === 409 && this.reason !== "AlreadyExists";
  }

  /** Whether the credentials were not accepted: a 401. */
  get isUnauthorized(): boolean {
    return this.code === 401;
  }

  /** Whether the credentials are good but not enough, or the namespace takes no new objects: a 403. */
  get isForbidden(): boolean {
    return this.code === 403;
  }

  /**
   * Whether the authorizer denies the request, such as RBAC for lack of a role: a 403 whose message names the user, verb and
   * resource. False for the 403 of an admission controller, and of a terminating namespace.
   */
  get isAccessDenied(): boolean {
    return this.code === 403 && / is forbidden: User ".*" cannot \w+ resource "/.test(this.message);
  }

  /** Whether the event breaks the server's rules, or the patch does not fit it: a 422. */
  get isInvalid(): boolean {
    return this.code === 422;
  }

  /** Whether there were too many requests: a 429. */
  get isTooManyRequests(): boolean {
    return this.code === 429;
  }

  /** Whether the event came too late, as its namespace is being deleted: a 403 with that cause. */
  get isNamespaceTerminating(): boolean {
    const causes: unknown = this.status.details?.causes;
    return this.code === 403 && Array.isArray(causes) && causes.some((c) => c?.reason === "NamespaceTerminating");
  }

  /**
   * Whether the same request may succeed later: 408, 429, a conflict and all of 5xx. A recording also retries 401 and
   * {@linkcode isAccessDenied} once such a request has succeeded.
   *
   * Unlike client-go, which takes every status for final once its REST layer has given up on it.
   */
  get isRetryable(): boolean {
    return this.code === 408 || this.code === 429 || this.code >= 500 || this.isConflict;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The `Status` that an answer carries, if it carries one. */
async function readStatus(response: Response): Promise<V1Status | undefined> {
  try {
    if (!response.headers.get("content-type")?.includes("json")) {
      await response.body?.cancel();
      return undefined;
    }
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null && (body as V1Status).kind === "Status" ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads when to come back from a `Retry-After` header: seconds, or an HTTP date, which client-go does not understand.
 *
 * A date is taken relative to the answer's own `Date`, so that a clock that is wrong here does no harm.
 *
 * @returns Milliseconds from now, or nothing where the header says nothing.
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
