import { EVENT_LIMITS } from "../../api/event.ts";
import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";
import { canonicalText } from "./event_fields.ts";

/** The annotation in which kubectl's client-side apply keeps its configuration. */
const LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

/** The only manager that also owns the fields it applied on the client side. */
const KUBECTL = "kubectl";

/**
 * Returns the last configuration of a client-side apply, if the manager is `kubectl`: fields that still have its values
 * do not conflict (managedfields' `LastAppliedManager`).
 *
 * @param live The fields of the stored event.
 */
export function lastApplied(live: JsonObject, manager: string): JsonObject | undefined {
  const text = annotationsOf(live)[LAST_APPLIED];
  if (manager !== KUBECTL || typeof text !== "string") return undefined;
  try {
    const config: unknown = JSON.parse(text);
    return isJsonObject(config) ? config : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Updates the annotation of a client-side apply, if there is one, after a server-side apply by `kubectl`, so that
 * client-side applies can follow (managedfields' `LastAppliedUpdater`).
 */
export function withLastApplied(fields: JsonObject, config: JsonObject, manager: string): JsonObject {
  const annotations = annotationsOf(fields);
  if (manager !== KUBECTL || !annotations[LAST_APPLIED]) return fields;
  const { [LAST_APPLIED]: _old, ...others } = annotations;
  const updated = { ...others, [LAST_APPLIED]: configurationText(config) };
  const bytes = new TextEncoder().encode(Object.entries(updated).flat().join("")).length;
  const metadata = {
    ...fields["metadata"] as JsonObject,
    annotations: bytes > EVENT_LIMITS.annotationsBytes ? others : updated,
  };
  return { ...fields, metadata };
}

function annotationsOf(fields: JsonObject): JsonObject {
  const { annotations } = (fields["metadata"] ?? {}) as JsonObject;
  return isJsonObject(annotations) ? annotations : {};
}

/** A configuration without the annotation itself, as Go's encoder writes it. */
function configurationText(config: JsonObject): string {
  const { annotations, ...metadata } = (config["metadata"] ?? {}) as JsonObject;
  const { [LAST_APPLIED]: _old, ...others } = annotationsOf(config);
  const applied = { ...config, metadata: { ...metadata, ...(isJsonObject(annotations) && { annotations: others }) } };
  const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${canonicalText(applied).replace(/[<>&\u2028\u2029]/g, escaped)}\n`;
}
