import { badRequest } from "./api_error.ts";
import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { V1ObjectReference } from "../api/object_reference.ts";
import type { ServedApi } from "./served_api.ts";

/** Whether an event is selected. */
export type EventPredicate = (event: CoreV1Event) => boolean;

const REFERENCE_FIELDS = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"] as const;

/** The labels of both APIs, and how their value is found. */
const COMMON_FIELDS: Readonly<Record<string, (event: CoreV1Event) => string | undefined>> = {
  "metadata.name": (event) => event.metadata.name,
  "metadata.namespace": (event) => event.metadata.namespace,
  reason: (event) => event.reason,
  type: (event) => event.type,
};

/** The value of a field label (Kubernetes' `AddFieldLabelConversionsForEvent` and `ToSelectableFields`). */
function fieldOf(api: ServedApi, label: string): (event: CoreV1Event) => string | undefined {
  if (Object.hasOwn(COMMON_FIELDS, label)) return COMMON_FIELDS[label]!;
  if (label === api.reportingField) return (event) => event.reportingComponent;
  // Events of the new style have no source: who reports them stands in for it.
  if (label === api.sourceField) return (event) => event.source?.component || event.reportingComponent;
  const field = REFERENCE_FIELDS.find((name) => label === `${api.regardingField}.${name}`);
  if (field === undefined) throw badRequest(`field label not supported: ${label}`);
  return (event) => (event.involvedObject as V1ObjectReference)[field];
}

/** The terms between the commas that no backslash precedes; empty ones count for nothing. */
function terms(selector: string): readonly string[] {
  return selector.match(/(?:[^\\,]|\\.?)+/gs) ?? [];
}

/** Takes the backslashes away; only `\`, `,` and `=` may stand after one. */
function unescape(value: string): string {
  return value.replace(/\\(.?)|=/gs, (found, escaped: string | undefined) => {
    if (escaped === undefined) throw badRequest(`invalid field selector: unescaped character in value: '='`);
    if (escaped === "" || !"\\,=".includes(escaped)) {
      throw badRequest(`invalid field selector: invalid escape sequence: ${found}`);
    }
    return escaped;
  });
}

/**
 * Reads a field selector: `a=b,c!=d`, exact comparisons joined by "and" (apimachinery's `fields.ParseSelector`).
 *
 * @returns `undefined` for the empty selector, which selects all.
 * @throws {ApiError} 400 for a label that the API does not support, and for what is no selector.
 */
export function parseFieldSelector(api: ServedApi, selector: string): EventPredicate | undefined {
  const requirements = terms(selector).map((term): EventPredicate => {
    const match = /^((?:[^\\=!]|\\.)*?)(!=|==|=)(.*)$/s.exec(term);
    if (match === null) throw badRequest(`invalid selector: '${selector}'; can't understand '${term}'`);
    const [, label = "", operator, raw = ""] = match;
    const field = fieldOf(api, label);
    const value = unescape(raw);
    return (event) => ((field(event) ?? "") === value) === (operator !== "!=");
  });
  if (requirements.length === 0) return undefined;
  return (event) => requirements.every((matches) => matches(event));
}
