import { jsonResponse } from "../wire/json_response.ts";
import { CORE_V1, EVENTS_V1, type ServedApi } from "../wire/served_api.ts";

/**
 * What kubectl wants before it writes: an empty OpenAPI v2 document in protobuf (which is no bytes at all) and a v3 one that
 * says little more than that the server validates fields itself.
 *
 * @returns `undefined` for any other path.
 */
export function openApiResponse(path: string): Response | undefined {
  if (path === "/openapi/v2") {
    // An `@` in this type, as in the one that kubectl asks for, would break its parser.
    return jsonResponse("", { contentType: "application/com.github.proto-openapi.spec.v2.v1.0+protobuf" });
  }
  const apis = [CORE_V1, EVENTS_V1];
  if (path === "/openapi/v3") {
    const paths = apis.map(({ prefix }) => [prefix.slice(1), { serverRelativeURL: `/openapi/v3${prefix}` }]);
    return jsonResponse(JSON.stringify({ paths: Object.fromEntries(paths) }));
  }
  const api = apis.find(({ prefix }) => path === `/openapi/v3${prefix}`);
  return api && jsonResponse(JSON.stringify(documentOf(api)));
}

function documentOf({ group, version, prefix }: ServedApi): unknown {
  const gvk = { group, kind: "Event", version };
  const schema = `io.k8s.api.${group === "" ? "core" : "events"}.${version}.Event`;
  const operation = (action: string): unknown => ({
    parameters: [{ name: "fieldValidation", in: "query", schema: { type: "string" } }],
    responses: { "200": { description: "OK" } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": gvk,
  });
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes", version: `${group || "core"}/${version}` },
    paths: {
      [`${prefix}/namespaces/{namespace}/events/{name}`]: {
        get: operation("get"),
        put: operation("put"),
        patch: operation("patch"),
      },
    },
    components: { schemas: { [schema]: { type: "object", "x-kubernetes-group-version-kind": [gvk] } } },
  };
}
