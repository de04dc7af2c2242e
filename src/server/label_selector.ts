import { badRequest } from "./api_error.ts";
import type { EventPredicate } from "./field_selector.ts";
import { labelValueErrors, qualifiedNameErrors } from "./qualified_name.ts";

/** Whether labels satisfy one requirement; the value is `undefined` where the label is absent. */
type ValuePredicate = (value: string | undefined) => boolean;

const REQUIREMENT = /^(!?)\s*([^\s!=<>(),]+)\s*(?:(==|=|!=|>|<)\s*([^\s!=<>(),]*)|(in|notin)\s*\(([^()]*)\))?$/;

/** The terms between the commas outside parentheses. */
function terms(selector: string): readonly string[] {
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

function predicateOf(operator: string, values: readonly string[], negated: boolean): ValuePredicate {
  const [first = ""] = values;
  switch (operator) {
    case "":
      return (value) => (value === undefined) === negated;
    // An absent label differs from every value.
    case "!=":
    case "notin":
      return (value) => value === undefined || !values.includes(value);
    case ">":
      return (value) => value !== undefined && /^-?\d+$/.test(value) && BigInt(value) > BigInt(first);
    case "<":
      return (value) => value !== undefined && /^-?\d+$/.test(value) && BigInt(value) < BigInt(first);
    default:
      return (value) => value !== undefined && values.includes(value);
  }
}

function parseRequirement(term: string): EventPredicate {
  const match = REQUIREMENT.exec(term);
  const [, bang = "", key = "", comparison, single = "", set, list = ""] = match ?? [];
  const operator = comparison ?? set ?? "";
  if (match === null || (bang !== "" && operator !== "")) {
    throw badRequest(`unable to parse requirement: found '${term}', expected: a label selector`);
  }
  const values = set === undefined ? [single] : list.split(",").map((value) => value.trim());
  const errors = [...qualifiedNameErrors(key), ...values.flatMap(labelValueErrors)];
  if (errors.length > 0) throw badRequest(`unable to parse requirement: ${errors.join("; ")}`);
  if ((operator === ">" || operator === "<") && !/^-?\d+$/.test(single)) {
    throw badRequest(
      `unable to parse requirement: values[0]: Invalid value: "${single}": for 'Gt', 'Lt' ` +
        "operators, the value must be an integer",
    );
  }
  const matches = predicateOf(operator, values, bang !== "");
  return ({ metadata: { labels = {} } }) => matches(Object.hasOwn(labels, key) ? labels[key] : undefined);
}

/**
 * Reads a label selector: `a`, `!a`, `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a>1`, `a<1`, joined by "and"
 * (apimachinery's `labels.Parse`).
 *
 * @returns `undefined` for the empty selector, which selects all.
 * @throws {ApiError} 400 for what is no selector.
 */
export function parseLabelSelector(selector: string): EventPredicate | undefined {
  if (selector.trim() === "") return undefined;
  const requirements = terms(selector).map(parseRequirement);
  return (event) => requirements.every((matches) => matches(event));
}
