import { namespaceNotFound } from "../wire/api_error.ts";
import { jsonResponse } from "../wire/json_response.ts";

const PATH = /^\/api\/v1\/namespaces\/([a-z0-9-]{1,63})\/?$/;

/**
 * Answers a get of a namespace, which kubectl sends to explain that an event was not found.
 *
 * @returns `undefined` for any other path.
 * @throws {ApiError} 404 if the namespace does not exist.
 */
export function namespaceResponse(pathname: string, phaseOf: (namespace: string) => string): Response | undefined {
  const name = PATH.exec(pathname)?.[1];
  if (name === undefined) return undefined;
  const phase = phaseOf(name);
  if (phase === "Missing") throw namespaceNotFound(name);
  return jsonResponse(JSON.stringify({
    kind: "Namespace",
    apiVersion: "v1",
    metadata: { name, creationTimestamp: null, labels: { "kubernetes.io/metadata.name": name } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase },
  }));
}
