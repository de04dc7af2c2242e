import type { CoreV1Event } from "../../../base/event/event.ts";
import type { V1ObjectReference } from "../../../base/event/kubernetes_object.ts";
import { badRequest } from "./api_error.ts";
import { OBJECT_REFERENCE } from "./event_schema.ts";
import { firstErrors, labelValueErrors, qualifiedNameErrors } from "./field_error.ts";
import type { ServedApi } from "./served_api.ts";

export type EventPredicate = (event: CoreV1Event) => boolean;

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
  const field = [...OBJECT_REFERENCE.names].find((name) => label === `${api.regardingField}.${name}`);
  if (field === undefined) throw badRequest(`field label not supported: ${label}`);
  return (event) => event.involvedObject[field as keyof V1ObjectReference];
}

/** A requirement on the value of a field or label; the operator of a label that must exist is empty. */
interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/**
 * Parses a field selector: `a=b,c!=d` (apimachinery's `fields.ParseSelector`); empty terms, such as `=`,
 * are ignored.
 *
 * @throws {ApiError} 400 if malformed.
 */
export function parseFieldTerms(selector: string): readonly Requirement[] {
  return (selector.match(/(?:[^\\,]|\\.?)+/gs) ?? []).map((term) => {
    const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term);
    if (match === null) throw badRequest(`invalid selector: '${selector}'; can't understand '${term}'`);
    const [, key = "", operator = "", raw = ""] = match;
    return { key, operator, values: [unescape(raw)] };
  }).filter(({ key, values: [value] }) => key !== "" || value !== "");
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
 * Converts the terms of a field selector into a predicate; `undefined` if there are none.
 *
 * @throws {ApiError} 400 if the API does not support a label.
 */
export function fieldSelectorOf(api: ServedApi, terms: readonly Requirement[]): EventPredicate | undefined {
  return allOf(Array.from(testsOf(terms), ([label, test]) => {
    const read = fieldOf(api, label);
    return (event) => test.accepts(read(event) ?? "");
  }));
}

/** Combines predicates into one that selects the events they all select; `undefined` if there are none. */
export function allOf(predicates: readonly (EventPredicate | undefined)[]): EventPredicate | undefined {
  const given = predicates.filter((predicate) => predicate !== undefined);
  if (given.length <= 1) return given[0];
  return (event) => given.every((selects) => selects(event));
}

const REQUIREMENT = /^(!?)\s*([^\s!=<>(),]+)(?:\s*(==|=|!=|>|<)\s*([^\s!=<>(),]*)|\s+(in|notin)\s*\(([^()]*)\))?$/;
/** Whitespace that apimachinery reads as part of a name, which is then invalid. */
const OTHER_WHITESPACE = /[^\S \t\r\n]/;

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

/** Returns one test per field or label, so that the cost per event does not grow with the number of requirements. */
function testsOf(requirements: readonly Requirement[]): Map<string, ValueTest> {
  const tests = new Map<string, ValueTest>();
  for (const { key, operator, values } of requirements) {
    const test = tests.get(key) ?? new ValueTest();
    test.add(operator, values);
    tests.set(key, test);
  }
  return tests;
}

/** The requirements of a selector on one field or label. */
class ValueTest {
  /** Whether an absent label fails. */
  isRequired = false;
  /** The accepted values; `undefined` if any is. */
  #values: ReadonlySet<string> | undefined;
  readonly #excluded = new Set<string>();
  /** Whether only numbers are accepted, and their exclusive limits. */
  #isNumber = false;
  #above = -1n;
  #below = 2n ** 63n;

  add(operator: string, values: readonly string[]): void {
    this.isRequired ||= !["!", "!=", "notin"].includes(operator);
    if (operator === "!=" || operator === "notin") values.forEach((value) => this.#excluded.add(value));
    else if (operator === ">" || operator === "<") {
      const limit = BigInt(values[0]!);
      this.#isNumber = true;
      if (operator === ">" && limit > this.#above) this.#above = limit;
      if (operator === "<" && limit < this.#below) this.#below = limit;
    } else if (operator !== "") {
      const accepted = operator === "!" ? [] : values;
      this.#values = new Set(accepted.filter((value) => this.#values?.has(value) ?? true));
    }
  }

  /** Whether the value of a field, or of a present label, passes. */
  accepts(value: string): boolean {
    return !this.#excluded.has(value) && (this.#values?.has(value) ?? true) &&
      (!this.#isNumber || this.#isWithin(value));
  }

  #isWithin(value: string): boolean {
    const number = toInt64(value);
    return number !== undefined && number > this.#above && number < this.#below;
  }
}

/** The value of a 64-bit integer, as Go parses it; `undefined` for other texts. */
function toInt64(text: string): bigint | undefined {
  const value = /^\d+$/.test(text) ? BigInt(text) : undefined;
  return value === undefined || value >= 2n ** 63n ? undefined : value;
}

function* requirementErrors(key: string, values: readonly string[]): Iterable<string> {
  yield* qualifiedNameErrors(key);
  for (const value of values) yield* labelValueErrors(value);
}

function parseRequirement(term: string): Requirement {
  const match = REQUIREMENT.exec(term);
  const [, bang = "", key = "", comparison, single = "", set, list = ""] = match ?? [];
  const operator = comparison ?? set ?? bang;
  if (match === null || (bang !== "" && operator !== bang)) {
    throw badRequest(`unable to parse requirement: found '${term}', expected: a label selector`);
  }
  const values = set === undefined ? [single] : list.split(",").map((value) => value.trim());
  const errors = firstErrors(requirementErrors(key, values));
  if (errors.length > 0) throw badRequest(`unable to parse requirement: ${errors.join("; ")}`);
  if ((operator === ">" || operator === "<") && toInt64(single) === undefined) {
    throw badRequest(
      `unable to parse requirement: values[0]: Invalid value: "${single}": for 'Gt', 'Lt' ` +
        "operators, the value must be an integer",
    );
  }
  return { key, operator, values };
}

/**
 * Parses a label selector: `a`, `!a`, `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a>1`, `a<1`, joined by
 * "and" (apimachinery's `labels.Parse`).
 *
 * @returns `undefined` for the empty selector, which selects all.
 * @throws {ApiError} 400 if malformed.
 */
export function parseLabelSelector(selector: string): EventPredicate | undefined {
  if (OTHER_WHITESPACE.test(selector)) throw badRequest("unable to parse requirement: found odd whitespace");
  if (selector.trim() === "") return undefined;
  const tests = testsOf(labelTerms(selector).map(parseRequirement));
  const required = [...tests.keys()].filter((key) => tests.get(key)!.isRequired);
  // Bounds the cost per event by the number of its labels: the first missing label that is required ends the search.
  return ({ metadata: { labels = NO_LABELS } }) =>
    required.every((key) => Object.hasOwn(labels, key)) &&
    Object.keys(labels).every((key) => tests.get(key)?.accepts(labels[key]!) ?? true);
}

const NO_LABELS: Readonly<Record<string, string>> = {};
