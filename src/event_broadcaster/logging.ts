import type { CoreV1Event, EventsV1Event } from "../api/event.ts";
import type { V1ObjectReference } from "../api/kubernetes_object.ts";
import { oneLine } from "../api/logger.ts";
import { sprintf } from "../recorder/sprintf.ts";

/** The logged parts of an event of either API. */
interface Described {
  readonly object: V1ObjectReference;
  readonly message: string;
}

function describe(event: CoreV1Event | EventsV1Event): Described {
  return "involvedObject" in event
    ? { object: event.involvedObject, message: event.message ?? "" }
    : { object: event.regarding ?? {}, message: event.note ?? "" };
}

/** Quotes a text like Go; for printable ASCII, JSON quotes the same way, and faster. */
function quote(text: string): string {
  return /^[ -~]*$/.test(text) ? JSON.stringify(text) : sprintf("%q", text);
}

/**
 * Returns the line that client-go's `StartLogging` writes:
 * `Event(v1.ObjectReference{…}): type: 'Normal' reason: 'Pulled' …`.
 *
 * Unlike client-go, it escapes control characters, so that one event cannot look like two.
 */
export function logLine(event: CoreV1Event | EventsV1Event): string {
  const { object, message } = describe(event);
  const { kind, namespace, name, uid, apiVersion, resourceVersion, fieldPath } = object;
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
  return `Event(v1.ObjectReference{${fields.join(", ")}}): ${oneLine(text)}`;
}

/**
 * Returns the fields that client-go's `StartStructuredLogging`, each API's own, writes beside the message
 * `Event occurred`.
 */
export function logFields(event: CoreV1Event | EventsV1Event): Record<string, unknown> {
  const { object, message } = describe(event);
  const { namespace, name = "", fieldPath = "", kind = "", apiVersion = "" } = object;
  const { type = "", reason = "" } = event;
  const path = namespace ? `${namespace}/${name}` : name;
  if ("involvedObject" in event) return { object: path, fieldPath, kind, apiVersion, type, reason, message };
  return { object: path, kind, apiVersion, type, reason, action: event.action ?? "", note: message };
}
