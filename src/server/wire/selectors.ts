import type { CoreV1Event } from "../../api/event.ts";
import type { V1ObjectReference } from "../../api/kubernetes_object.ts";
import { badRequest } from "./api_error.ts";
import { firstErrors } from "./field_error.ts";
import { labelValueErrors, qualifiedNameErrors } from "./qualified_name.ts";
import type { ServedApi } from "./served_api.ts";

/** Whether an event is selected. */
export type EventPredicate = (event: CoreV1Event) => boolean;

const REFERENCE_FIELDS = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"] as const;

/** A field that must have one value for an event to be selected. */
interface RequiredField {
  readonly label: string;
  readonly read: (event: CoreV1Event) => string | undefined;
  readonly value: string;
}

/** Fields that must each have one value for an event to be selected; the value of an absent field is empty. */
export class RequiredFields {
  /** Identifies the fields. */
  readonly labels: string;
  /** Equal to {@linkcode valuesOf} of every selected event; those of other events differ, with rare exceptions. */
  readonly values: string;
  readonly #fields: readonly RequiredField[];

  constructor(fields: readonly RequiredField[]) {
    this.#fields = fields.toSorted((a, b) => a.label < b.label ? -1 : 1);
    this.labels = this.#fields.map(({ label }) => label).join();
    this.values = this.#fields.map(({ value }) => value).join("/");
  }

  /** The values of the fields in an event. */
  valuesOf(event: CoreV1Event): string {
    return this.#fields.map(({ read }) => read(event)).join("/");
  }
}

/** A parsed field selector. */
export interface FieldSelector {
  /** `undefined` selects all. */
  readonly selects: EventPredicate | undefined;
  readonly required: readonly RequiredField[];
}

/** The field labels of both APIs, with the functions that read their values. */
const COMMON_FIELDS: Readonly<Record<string, (event: CoreV1Event) => string | undefined>> = {
  "metadata.name": (event) => event.metadata.name,
  "metadata.namespace": (event) => event.metadata.namespace,
  reason: (event) => event.reason,
  type: (event) => event.type,
};

/**
 * Returns the function that reads the value of a field label (Kubernetes' `AddFieldLabelConversionsForEvent` and
 * `ToSelectableFields`).
 *
 * @throws {ApiError} 400 if the API does not support the label.
 */
function fieldOf(api: ServedApi, label: string): (event: CoreV1Event) => string | undefined {
  if (Object.hasOwn(COMMON_FIELDS, label)) return COMMON_FIELDS[label]!;
  if (label === api.reportingField) return (event) => event.reportingComponent;
  // New-style events have no source: the reporting component is used instead.
  if (label === api.sourceField) return (event) => event.source?.component || event.reportingComponent;
  const field = REFERENCE_FIELDS.find((name) => label === `${api.regardingField}.${name}`);
  if (field === undefined) throw badRequest(`field label not supported: ${label}`);
  return (event) => (event.involvedObject as V1ObjectReference)[field];
}

/** The terms between unescaped commas, without empty ones. */
function fieldTerms(selector: string): readonly string[] {
  return selector.match(/(?:[^\\,]|\\.?)+/gs) ?? [];
}

/** Removes escaping backslashes; only `\`, `,` and `=` may be escaped. */
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
 * Parses a field selector: `a=b,c!=d`, exact comparisons joined by "and" (apimachinery's `fields.ParseSelector`).
 *
 * @throws {ApiError} 400 if malformed, or if the API does not support a label.
 */
export function parseFieldSelector(api: ServedApi, selector: string): FieldSelector {
  // One test per field, so that the cost per event does not grow with the number of terms.
  const tests = new Map<string, FieldTest>();
  for (const term of fieldTerms(selector)) {
    const match = /^((?:[^\\=!]|\\.)*?)(!=|==|=)(.*)$/s.exec(term);
    if (match === null) throw badRequest(`invalid selector: '${selector}'; can't understand '${term}'`);
    const [, label = "", operator, raw = ""] = match;
    const test = tests.get(label) ?? { read: fieldOf(api, label), is: new Set(), isNot: new Set() };
    test[operator === "!=" ? "isNot" : "is"].add(unescape(raw));
    tests.set(label, test);
  }
  return {
    selects: allOf([...tests.values()].map(predicateOf)),
    required: [...tests].flatMap(([label, { read, is }]) => {
      const [value] = is;
      return value === undefined ? [] : [{ label, read, value }];
    }),
  };
}

/** Returns the requirement of the selector `label=value`. */
export function requireField(api: ServedApi, label: string, value: string): RequiredField {
  return { label, read: fieldOf(api, label), value };
}

/** Combines predicates into one that selects the events they all select; `undefined` if there are none. */
export function allOf(predicates: readonly (EventPredicate | undefined)[]): EventPredicate | undefined {
  const given = predicates.filter((predicate) => predicate !== undefined);
  if (given.length <= 1) return given[0];
  return (event) => given.every((selects) => selects(event));
}

/** The requirements of a selector on one field. */
interface FieldTest {
  readonly read: (event: CoreV1Event) => string | undefined;
  /** The required values: with more than one, no event matches. */
  readonly is: Set<string>;
  readonly isNot: Set<string>;
}

function predicateOf({ read, is, isNot }: FieldTest): EventPredicate {
  const [only] = is;
  if (only === undefined) return (event) => !isNot.has(read(event) ?? "");
  if (is.size > 1 || isNot.has(only)) return () => false;
  return (event) => (read(event) ?? "") === only;
}

/** Whether a label satisfies one requirement; the value is `undefined` if the label is absent. */
type ValuePredicate = (value: string | undefined) => boolean;

const REQUIREMENT = /^(!?)\s*([^\s!=<>(),]+)\s*(?:(==|=|!=|>|<)\s*([^\s!=<>(),]*)|(in|notin)\s*\(([^()]*)\))?$/;

/** The terms between the commas outside parentheses. */
function labelTerms(selector: string): readonly string[] {
  const result: string[] = [];
  let start = 0;
  let inList = false;
  for (let i = 0; i <= selector.length; i++) {
    const char = selector[i];
    if (char === "(") inList = true;
    else if (char === ")") inList = false;
    if (i < selector.length && (char !== "," || inList)) continue;
    result.push(selector.slice(start, i).trim());
    start = i + 1;
  }
  return result;
}

function valuePredicate(operator: string, list: readonly string[], negated: boolean): ValuePredicate {
  const [first = ""] = list;
  const values = new Set(list);
  switch (operator) {
    case "":
      return (value) => (value === undefined) === negated;
    // An absent label differs from every value.
    case "!=":
    case "notin":
      return (value) => value === undefined || !values.has(value);
    case ">":
      return (value) => value !== undefined && /^-?\d+$/.test(value) && BigInt(value) > BigInt(first);
    case "<":
      return (value) => value !== undefined && /^-?\d+$/.test(value) && BigInt(value) < BigInt(first);
    default:
      return (value) => value !== undefined && values.has(value);
  }
}

function* requirementErrors(key: string, values: readonly string[]): Iterable<string> {
  yield* qualifiedNameErrors(key);
  for (const value of values) yield* labelValueErrors(value);
}

function parseRequirement(term: string): EventPredicate {
  const match = REQUIREMENT.exec(term);
  const [, bang = "", key = "", comparison, single = "", set, list = ""] = match ?? [];
  const operator = comparison ?? set ?? "";
  if (match === null || (bang !== "" && operator !== "")) {
    throw badRequest(`unable to parse requirement: found '${term}', expected: a label selector`);
  }
  const values = set === undefined ? [single] : list.split(",").map((value) => value.trim());
  const errors = firstErrors(requirementErrors(key, values));
  if (errors.length > 0) throw badRequest(`unable to parse requirement: ${errors.join("; ")}`);
  if ((operator === ">" || operator === "<") && !/^-?\d+$/.test(single)) {
    throw badRequest(
      `unable to parse requirement: values[0]: Invalid value: "${single}": for 'Gt', 'Lt' ` +
        "operators, the value must be an integer",
    );
  }
  const matches = valuePredicate(operator, values, bang !== "");
  return ({ metadata: { labels = {} } }) => matches(Object.hasOwn(labels, key) ? labels[key] : undefined);
}

/**
 * Parses a label selector: `a`, `!a`, `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a>1`, `a<1`, joined by
 * "and" (apimachinery's `labels.Parse`).
 *
 * @returns `undefined` for the empty selector, which selects all.
 * @throws {ApiError} 400 if malformed.
 */
export function parseLabelSelector(selector: string): EventPredicate | undefined {
  if (selector.trim() === "") return undefined;
  const requirements = [...new Set(labelTerms(selector))].map(parseRequirement);
  return (event) => requirements.every((matches) => matches(event));
}
