import { checkOptionTypes } from "../api/check_option_types.ts";
import { showValue } from "../api/show_value.ts";
import type { Fault, FaultAnswer } from "./fault.ts";
import type { RequestVerb } from "./request_verb.ts";

const VERBS: readonly RequestVerb[] = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
];
const ANSWERS: readonly FaultAnswer[] = [
  401,
  403,
  429,
  500,
  503,
  504,
  "overloaded",
  "server-timeout",
  "reset",
  "hang",
];

/** Throws unless a fault is one that can happen: a test that waits for another would wait for nothing. */
export function checkFault({ answer, verb = [], when, probability = 1, times = Infinity, delayMs = 0 }: Fault): void {
  checkOptionTypes("inject a fault", { functions: { when } });
  checkNumber("probability", probability, { to: 1 });
  checkNumber("times", times, { to: Infinity });
  checkNumber("delayMs", delayMs, { to: 2 ** 31 - 1 });
  for (const one of [verb].flat()) checkWord("verb", one, VERBS);
  if (answer !== undefined && typeof answer !== "function") checkWord("answer", answer, ANSWERS);
}

function checkNumber(name: string, value: number, range: { to: number }): void {
  if (typeof value === "number" && value >= 0 && value <= range.to) return;
  throw new RangeError(`Cannot inject a fault: ${name} must be from 0 to ${range.to}, received ${showValue(value)}`);
}

function checkWord<T>(name: string, value: T, words: readonly T[]): void {
  if (words.includes(value)) return;
  const known = words.map(showValue).join(", ");
  throw new RangeError(`Cannot inject a fault: ${name} must be one of ${known}, received ${showValue(value)}`);
}
