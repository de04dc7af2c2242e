import { badRequest } from "./wire/api_error.ts";
import { CORE_V1, EVENTS_V1, type ServedApi } from "./wire/served_api.ts";

/** The events that a request is about: one, those of a namespace, or all. */
export interface EventsPath {
  readonly api: ServedApi;
  /** Empty for all namespaces. */
  readonly namespace: string;
  /** Empty for the collection. */
  readonly name: string;
  /** Whether it is one of the old paths that can only be watched. */
  readonly watch: boolean;
}

const PATH = /^(?:\/watch)?(?:\/namespaces\/([^/]+))?\/events(?:\/([^/]+))?\/?$/;

/** The API under which a path lies, if it is one of the two. */
export function apiOf(pathname: string): ServedApi | undefined {
  return [CORE_V1, EVENTS_V1].find(({ prefix }) => pathname === prefix || pathname.startsWith(`${prefix}/`));
}

/**
 * Reads the path of a request for events.
 *
 * @returns `undefined` if it is a path of something else.
 * @throws {ApiError} 400 if a part of it is no percent-encoded UTF-8.
 */
export function parseEventsPath(pathname: string): EventsPath | undefined {
  const api = apiOf(pathname);
  if (api === undefined) return undefined;
  const rest = pathname.slice(api.prefix.length);
  const match = PATH.exec(rest);
  if (match === null) return undefined;
  const [namespace, name] = [match[1], match[2]].map((part) => decode(part ?? ""));
  // Events live in namespaces: without one there is no event to name.
  if (namespace === "" && name !== "") return undefined;
  return { api, namespace: namespace!, name: name!, watch: rest.startsWith("/watch/") };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest(`the path cannot be decoded: ${part}`);
  }
}

/** Reads a truth value as the server does: there, and neither `false` nor `0`. */
export function isTrue(query: URLSearchParams, name: string): boolean {
  return query.has(name) && !["false", "0"].includes(query.get(name)!.toLowerCase());
}

/**
 * What a request does, in the words of RBAC (see
 * {@link https://kubernetes.io/docs/reference/access-authn-authz/authorization/ | Authorization}).
 */
export type RequestVerb =
  | "get"
  | "list"
  | "watch"
  | "create"
  | "update"
  | "patch"
  | "delete"
  | "deletecollection";

/** The verb of a request for events; `undefined` for what nobody can do. */
export function requestVerb(method: string, path: EventsPath, query: URLSearchParams): RequestVerb | undefined {
  const { namespace, name } = path;
  const isCollection = name === "";
  switch (method) {
    case "GET":
      if (path.watch) return "watch";
      if (!isCollection) return "get";
      return isTrue(query, "watch") ? "watch" : "list";
    case "POST":
      return isCollection && namespace !== "" ? "create" : undefined;
    case "PUT":
      return isCollection ? undefined : "update";
    case "PATCH":
      return isCollection ? undefined : "patch";
    case "DELETE":
      if (!isCollection) return "delete";
      return namespace === "" ? undefined : "deletecollection";
    default:
      return undefined;
  }
}
