import { jsonResponse } from "../wire/json_response.ts";
import { CORE_V1, EVENTS_V1, type ServedApi } from "../wire/served_api.ts";

const PROTOBUF = "application/com.github.proto-openapi.spec.v2";

/**
 * Returns an OpenAPI document: in version 2 one for both APIs, in version 3 one for each. The documents describe the
 * operations on events without their types, and declare that the server validates fields, which kubectl checks before
 * it writes.
 *
 * @returns `undefined` for any other path.
 */
export function openApiResponse({ headers }: Request, path: string): Response | undefined {
  if (path === "/openapi/v2") {
    // An empty document in protobuf is enough for older versions of kubectl. They ask for a type that contains an `@`,
    // but cannot parse one in a response.
    if (headers.get("accept")?.startsWith(PROTOBUF)) {
      return jsonResponse("", { contentType: `${PROTOBUF}.v1.0+protobuf` });
    }
    const info = { title: "Kubernetes", version: "v1" };
    return jsonResponse(
      JSON.stringify({ swagger: "2.0", info, paths: pathsOf(APIS, { type: "string" }), definitions: {} }),
    );
  }
  if (path === "/openapi/v3") {
    const paths = APIS.map(({ prefix }) => [prefix.slice(1), { serverRelativeURL: `/openapi/v3${prefix}` }]);
    return jsonResponse(JSON.stringify({ paths: Object.fromEntries(paths) }));
  }
  const api = APIS.find(({ prefix }) => path === `/openapi/v3${prefix}`);
  if (api === undefined) return undefined;
  const info = { title: "Kubernetes", version: `${api.group || "core"}/v1` };
  return jsonResponse(
    JSON.stringify({ openapi: "3.0.0", info, paths: pathsOf([api], { schema: { type: "string" } }), components: {} }),
  );
}

const APIS = [CORE_V1, EVENTS_V1];

/** The operations by path, and their verbs by method. */
const OPERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/events": { get: "list" },
  "/namespaces/{namespace}/events": { get: "list", post: "post", delete: "deletecollection" },
  "/namespaces/{namespace}/events/{name}": { get: "get", put: "put", patch: "patch", delete: "delete" },
};

/** Returns the paths of some APIs with their operations; `text` is the type of a parameter. */
function pathsOf(apis: readonly ServedApi[], text: object): object {
  const operation = ({ group }: ServedApi, verb: string): object => ({
    parameters: [{ name: "fieldValidation", in: "query", ...text }],
    responses: { "200": { description: "OK" } },
    "x-kubernetes-action": verb,
    "x-kubernetes-group-version-kind": { group, kind: "Event", version: "v1" },
  });
  const paths = apis.flatMap((api) =>
    Object.entries(OPERATIONS).map(([path, verbs]) => {
      const operations = Object.entries(verbs).map(([method, verb]) => [method, operation(api, verb)]);
      return [api.prefix + path, Object.fromEntries(operations)];
    })
  );
  return Object.fromEntries(paths);
}
