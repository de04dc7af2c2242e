import { badRequest } from "./api_error.ts";
import { CORE_V1, EVENTS_V1, type ServedApi } from "./served_api.ts";

/** The events that a request addresses: one, all in a namespace, or all. */
export interface EventsPath {
  readonly api: ServedApi;
  /** Empty for all namespaces. */
  readonly namespace: string;
  /** Empty for the collection. */
  readonly name: string;
}

const PATH = /^(\/api\/v1|\/apis\/events\.k8s\.io\/v1)(?:\/namespaces\/([^/]+))?\/events(?:\/([^/]+))?\/?$/;

/**
 * Parses the URL of a request.
 *
 * @throws {ApiError} 400 if it is malformed.
 */
export function parseUrl(text: string): URL {
  try {
    // Bun passes on a bare path if the request has no usable Host.
    return new URL(text.startsWith("/") ? `http://localhost${text}` : text);
  } catch {
    throw badRequest(`the URL cannot be parsed: ${text}`);
  }
}

/**
 * Returns the signal with which a caller in this process aborts a request. `undefined` for a request through a socket,
 * the only kind with a `Host`, because Deno prints a warning when its signal is read.
 */
export function callerSignal(request: Request): AbortSignal | undefined {
  return request.headers.has("host") ? undefined : request.signal;
}

/** Whether a path is in the group of one of the two APIs, in whichever version. */
export function isInServedGroup(pathname: string): boolean {
  return pathname.startsWith("/api/") || pathname.startsWith("/apis/events.k8s.io/");
}

/**
 * Parses the path of a request for events.
 *
 * @returns `undefined` for any other path.
 * @throws {ApiError} 400 if it is not percent-encoded UTF-8.
 */
export function parseEventsPath(pathname: string): EventsPath | undefined {
  const match = PATH.exec(decode(pathname));
  if (match === null) return undefined;
  const api = match[1] === CORE_V1.prefix ? CORE_V1 : EVENTS_V1;
  const [namespace, name] = [match[2] ?? "", match[3] ?? ""];
  // Events are namespaced: a name requires a namespace.
  if (namespace === "" && name !== "") return undefined;
  return { api, namespace, name };
}

function decode(pathname: string): string {
  if (!pathname.includes("%")) return pathname;
  try {
    return decodeURIComponent(pathname);
  } catch {
    throw badRequest(`the path cannot be decoded: ${pathname}`);
  }
}

/** Parses a boolean parameter as the API server does: true if present and neither `false` nor `0`. */
export function isTrue(query: URLSearchParams, name: string): boolean {
  return query.has(name) && !["false", "0"].includes(query.get(name)!.toLowerCase());
}

/** A duration as Go parses it, but with at most a thousand terms, which bounds the work on hostile input. */
const DURATION = /^[-+]?(0|((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)){1,1000})$/;
/** The units that can exceed Go's longest duration, of 2^63 nanoseconds. */
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
const MAX_SECONDS = 2 ** 63 / 1e9;

/**
 * Checks the `timeout` of a request, which has no other effect, because every request is answered at once.
 *
 * @throws {ApiError} 400 if it is not a duration of Go.
 */
export function checkTimeout(query: URLSearchParams): void {
  const timeout = query.get("timeout");
  if (!timeout) return;
  // Checks the shape first, because searching for terms in other texts, such as thousands of digits, takes quadratic
  // time.
  if (DURATION.test(timeout)) {
    let seconds = 0;
    for (const [, count, unit] of timeout.matchAll(/([\d.]+)([a-zµμ]+)/g)) {
      seconds += Number(count) * (SECONDS[unit!] ?? 0);
    }
    if (seconds < MAX_SECONDS) return;
  }
  throw badRequest(`invalid timeout specified in the request URL - time: invalid duration ${JSON.stringify(timeout)}`);
}

/**
 * The RBAC verb of a request (see
 * {@link https://kubernetes.io/docs/reference/access-authn-authz/authorization/ | Authorization}).
 *
 * @category Server
 */
export type RequestVerb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

/** The verbs, as discovery lists them. */
export const REQUEST_VERBS: readonly RequestVerb[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** A request for events, with its parsed URL. */
export interface RoutedRequest {
  readonly request: Request;
  readonly path: EventsPath;
  readonly query: URLSearchParams;
  /** `undefined` if the method is not allowed on the path. */
  readonly verb: RequestVerb | undefined;
}

/** The verbs of each method: on the events of all namespaces, on those of one namespace, and on one event. */
const VERBS: Readonly<Record<string, readonly (RequestVerb | undefined)[]>> = {
  GET: ["list", "list", "get"],
  POST: [undefined, "create"],
  PUT: [undefined, undefined, "update"],
  PATCH: [undefined, undefined, "patch"],
  DELETE: [undefined, "deletecollection", "delete"],
};

export function requestVerb(
  method: string,
  { namespace, name }: EventsPath,
  query: URLSearchParams,
): RequestVerb | undefined {
  const verbs = Object.hasOwn(VERBS, method) ? VERBS[method]! : [];
  const verb = verbs[name !== "" ? 2 : namespace !== "" ? 1 : 0];
  return verb === "list" && isTrue(query, "watch") ? "watch" : verb;
}

/**
 * Parses an integer parameter (Go's `strconv.ParseInt`).
 *
 * @throws {ApiError} 400 if it is not a 64-bit integer.
 */
export function parseInteger(text: string): number {
  // Bounds the work on hostile input: no 64-bit integer has more than 19 digits.
  const [, sign = "", digits = ""] = /^([-+]?)0*(\d{1,19})$/.exec(text) ?? [];
  const value = digits === "" ? undefined : BigInt(sign === "-" ? `-${digits}` : digits);
  if (value !== undefined && BigInt.asIntN(64, value) === value) return Number(value);
  const why = /^[-+]?\d+$/.test(text) ? "value out of range" : "invalid syntax";
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
}

/** Parses a resource version (Go's `strconv.ParseUint`), 0 if absent, or returns the message of Go's error. */
export function parseVersion(text: string | undefined): { value: number } | { error: string } {
  if (text === undefined) return { value: 0 };
  // Bounds the work on hostile input: no 64-bit integer has more than 20 digits.
  const digits = /^0*(\d{1,20})$/.exec(text)?.[1];
  if (digits !== undefined && BigInt(digits) < 2n ** 64n) return { value: Number(digits) };
  const why = /^\d+$/.test(text) ? "value out of range" : "invalid syntax";
  return { error: `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}` };
}
