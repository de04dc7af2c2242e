import { checkNumbers } from "../api/check_numbers.ts";
import { checkOptionTypes } from "../api/check_option_types.ts";
import { checkWord } from "../api/check_word.ts";
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
  checkNumbers("inject a fault", { probability }, "between 0 and 1");
  checkNumbers("inject a fault", { times }, "a number of at least 0");
  checkNumbers("inject a fault", { delayMs }, "between 0 and 2147483647");
  for (const one of [verb].flat()) checkWord("inject a fault", "verb", one, VERBS);
  if (answer !== undefined && typeof answer !== "function") checkWord("inject a fault", "answer", answer, ANSWERS);
}
