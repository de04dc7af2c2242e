import { API_VERSIONS, type ApiVersion } from "../../base/event/event.ts";
import { checkWord } from "../../base/tools/check_options.ts";
import type { V1ObjectReference } from "../../base/event/kubernetes_object.ts";

/**
 * Returns the field selector of the events about an object, for a list or a watch (client-go's
 * {@link https://pkg.go.dev/k8s.io/client-go/tools/events#GetFieldSelector | events.GetFieldSelector}).
 *
 * It selects by name, kind, apiVersion and uid, if set. The namespace is part of the request's path: use that of the
 * object, or `default` for a cluster-scoped one.
 *
 * @param apiVersion The API of the request.
 * @param object A reference to the object; see {@linkcode getReference}.
 * @returns The `fieldSelector` for a query, not URL-encoded; empty if none of the fields is set.
 * @throws {RangeError} If `apiVersion` is unknown.
 *
 * @example
 * ```ts
 * import { getFieldSelector } from "@kubecast/events/client-go";
 * import assert from "node:assert/strict";
 *
 * const fieldSelector = getFieldSelector("v1", { kind: "Pod", name: "web" });
 * assert.equal(fieldSelector, "involvedObject.kind=Pod,involvedObject.name=web");
 *
 * const path = `/api/v1/namespaces/shop/events?${new URLSearchParams({ fieldSelector })}`;
 * assert.ok(path.endsWith("involvedObject.kind%3DPod%2CinvolvedObject.name%3Dweb"));
 * ```
 *
 * @category Events
 */
export function getFieldSelector(
  apiVersion: ApiVersion | "events.k8s.io/v1beta1",
  object: V1ObjectReference,
): string {
  checkWord("make a field selector", "apiVersion", apiVersion, [...API_VERSIONS, "events.k8s.io/v1beta1"]);
  const prefix = apiVersion === "v1" ? "involvedObject" : "regarding";
  const { apiVersion: objectVersion, kind, name, uid } = object;
  return Object.entries({ apiVersion: objectVersion, kind, name, uid })
    .filter(([, value]) => value)
    .map(([field, value]) => `${prefix}.${field}=${escapeValue(value!)}`)
    .join(",");
}

/** Escapes the special characters of selectors (apimachinery's `fields.EscapeValue`). */
function escapeValue(value: string): string {
  return value.replace(/[\\,=]/g, "\\$&");
}
