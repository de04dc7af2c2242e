import { matcherOf } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import type { OccurrenceStream, Since } from "./event_stream.ts";
import type { Occurrence } from "../../base/event/occurrence.ts";

/** Maximum number of unmatched occurrences that an error lists. */
const MAX_LISTED = 10;

/**
 * Condition of {@linkcode EventReader.waitFor}.
 *
 * @category Reader
 */
export type OccurrenceMatch = string | RegExp | ((occurrence: Occurrence) => boolean);

/**
 * Options of {@linkcode EventReader.waitFor}.
 *
 * @category Reader
 */
export interface WaitForOptions {
  /**
   * Where the wait starts; `"now"` ignores existing events, for example from an earlier rollout.
   *
   * @default {"beginning"}
   */
  readonly since?: Since | undefined;
  /** Ends the wait when it aborts, such as `AbortSignal.timeout(30_000)`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads occurrences until one matches; throws an error that lists the others if the signal ends the stream first.
 *
 * @param occurrences `failure` is the error of the last request, if it failed or had no response.
 */
export async function waitForOccurrence(
  occurrences: OccurrenceStream & { readonly failure: unknown },
  match: OccurrenceMatch,
  signal: AbortSignal | undefined,
): Promise<Occurrence> {
  const matches = matcherOf(match, occurrenceText);
  const latest: Occurrence[] = [];
  let read = 0;
  for await (const occurrence of occurrences) {
    if (matches(occurrence)) return occurrence;
    read++;
    latest.push(occurrence);
    if (latest.length > MAX_LISTED) latest.shift();
  }
  const wanted = typeof match === "function"
    ? "the function"
    : typeof match === "string"
    ? JSON.stringify(match)
    : match;
  const others = read > latest.length ? `, of which the last ${latest.length}` : "";
  const seen = read === 0 ? "none occurred" : [
    `${counted(read, "other occurred", "others occurred")}${others}:`,
    ...latest.map(lineOf),
  ].join("\n  ");
  const { failure } = occurrences;
  const failed = failure === undefined ? "" : `; the last request failed: ${reasonOf(failure)}`;
  const cause = failure ?? signal?.reason;
  throw new Error(`Cannot find an event that matches ${wanted}: ${reasonOf(signal?.reason)}${failed}; ${seen}`, {
    cause,
  });
}

function occurrenceText({ type, reason, message }: Occurrence): string {
  return `${type} ${reason} ${message}`;
}

function lineOf(occurrence: Occurrence): string {
  const { kind = "", name = "" } = occurrence.regarding;
  return `${occurrenceText(occurrence)} (${kind}/${name}, x${occurrence.count})`;
}
