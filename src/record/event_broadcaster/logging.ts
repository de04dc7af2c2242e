import { type AnyEvent, isCoreV1, viewOf } from "../../base/event/event.ts";
import { oneLine } from "../../base/tools/text.ts";
import { sprintf } from "../recorder/sprintf.ts";

/** Quotes a text as Go does. For printable ASCII, JSON gives the same result faster. */
function quote(text: string): string {
  return /^[ -~]*$/.test(text) ? JSON.stringify(text) : sprintf("%q", text);
}

/**
 * Returns the line that client-go's `StartLogging` writes:
 * `Event(v1.ObjectReference{…}): type: 'Normal' reason: 'Pulled' …`.
 *
 * Unlike client-go, it escapes control and invisible characters, so that one event cannot look like two or like
 * another.
 */
export function logLine(event: AnyEvent): string {
  const { involvedObject, message = "" } = viewOf(event);
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = involvedObject ?? {};
  const fields = Object.entries({
    Kind: kind,
    Namespace: namespace,
    Name: name,
    UID: uid,
    APIVersion: apiVersion,
    ResourceVersion: resourceVersion,
    FieldPath: fieldPath,
  }).map(([field, value]) => `${field}:${quote(value ?? "")}`);
  const text = `type: '${event.type}' reason: '${event.reason}' ${message}`;
  return oneLine(`Event(v1.ObjectReference{${fields.join(", ")}}): ${text}`);
}

/**
 * Returns the fields that client-go's `StartStructuredLogging` of the event's API writes beside the message
 * `Event occurred`.
 */
export function logFields(event: AnyEvent): Record<string, unknown> {
  const { involvedObject, message = "" } = viewOf(event);
  const { namespace, name = "", fieldPath = "", kind = "", apiVersion = "" } = involvedObject ?? {};
  const { type = "", reason = "" } = event;
  const path = namespace ? `${namespace}/${name}` : name;
  if (isCoreV1(event)) return { object: path, fieldPath, kind, apiVersion, type, reason, message };
  return { object: path, kind, apiVersion, type, reason, action: event.action ?? "", note: message };
}
