import { isTrue } from "./list_options.ts";
import type { EventsPath } from "./route.ts";

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
