import { type ApiVersion, EVENTS_V1_NAMES, isEventType } from "../../base/event/event.ts";
import { showValue } from "../../base/tools/check_options.ts";
import { type CoreV1EventFields, EVENT_FIELDS, type EventsV1EventFields } from "./event_fields.ts";

/** The order of the arguments of `eventf`, for log lines about misplaced ones. */
const ARGUMENT_ORDERS = {
  "v1": "object, type, reason, message, ...args",
  "events.k8s.io/v1": "regarding, related, type, reason, action, note, ...args",
} as const;

const VERB = /%[-+#0]*\d*(\.\d*)?[svwdqtxXfegcT]/;

export interface CallOptions {
  readonly apiVersion: ApiVersion;
  readonly format: (format: unknown, args: readonly unknown[]) => unknown;
  /** Logs a line, once for each key. */
  readonly tell: (line: string, key: string) => void;
}

/**
 * Returns the fields of a call, with the message or note formatted unless `args` is undefined.
 *
 * Logs likely mistakes: an unknown field, or a text that was passed in place of another. Moves such a text if its right
 * place is certain, so that the event is as the caller meant it.
 */
export function placedFields<F extends CoreV1EventFields | EventsV1EventFields>(
  fields: F,
  args: readonly unknown[] | undefined,
  { apiVersion, format, tell }: CallOptions,
): F {
  const text = apiVersion === "v1" ? "message" : EVENTS_V1_NAMES.message;
  const given: Readonly<Record<string, unknown>> = { ...fields };
  for (const name of Object.keys(fields)) {
    if (EVENT_FIELDS.includes(name) || given[name] === undefined) continue;
    tell(`The field ${name} of an event is unknown and ignored (known: ${EVENT_FIELDS.join(", ")})`, `field ${name}`);
  }
  const hasRelated = args !== undefined && "related" in given; // true for an adapter of a core/v1 recorder too
  const order = (): string =>
    `the order of arguments is ${ARGUMENT_ORDERS[hasRelated ? "events.k8s.io/v1" : apiVersion]}`;
  const { related, annotations } = given;
  const isAnnotated = isEventType(annotations);
  if (hasRelated && (isAnnotated || isEventType(related))) {
    tell(`The related object of an event was left out (pass undefined for none): ${order()}`, "related left out");
    // All later arguments came one place early.
    const { type: reason, reason: action, action: message, [text]: first } = given;
    const others = first === undefined && args.length === 0 ? [] : [first, ...args];
    const moved = isAnnotated ? { annotations: related, type: annotations } : { annotations, type: related };
    const placed = { ...moved, reason, action, [text]: message } as unknown as F;
    return placedFields(placed, others, { apiVersion, format, tell: () => {} });
  }
  const { reason, action, [text]: message } = given;
  const formatted = args === undefined ? fields : { ...fields, [text]: format(message, args) };
  const name = isProse(reason) ? "reason" : "action";
  const prose = given[name];
  // Without a note, the action is probably the note.
  if (!(isProse(prose) || args !== undefined && message === undefined && typeof prose === "string")) return formatted;
  tell(
    `The ${name} of an event is probably its ${text}, received ${showValue(prose)}: ${order()}`,
    `misplaced ${name}`,
  );
  if (message === undefined || args !== undefined && VERB.test(prose)) {
    const rest = [name === "reason" ? action : undefined, message].filter((value) => value !== undefined);
    const moved = { ...fields, [text]: args === undefined ? prose : format(prose, [...rest, ...args]) };
    return name === "action" ? { ...moved, [name]: reason } : moved;
  }
  const isSwapped = name === "reason" && typeof message === "string" && /^[A-Z]\w+$/.test(message);
  return isSwapped ? { ...formatted, reason: message, [text]: reason } : formatted;
}

/** Whether a text is probably a message, because a reason or an action is UpperCamelCase. */
export function isProse(text: unknown): text is string {
  return typeof text === "string" && /[\s%]/.test(text);
}
