import { matcherOf } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import type { Since } from "./event_stream.ts";
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

export interface OccurrencesEnd {
  /** The reason of the signal that ended the wait. */
  readonly reason: unknown;
  /** The error of the last request, if it failed or had no response. */
  readonly failure: unknown;
}

/** Reads occurrences until one matches; throws an error that lists the others if the stream ends first. */
export async function waitForOccurrence(
  occurrences: ReadableStream<Occurrence>,
  match: OccurrenceMatch,
  ended: () => OccurrencesEnd,
): Promise<Occurrence> {
  const matches = matcherOf(match, occurrenceText);
  const reader = occurrences.getReader();
  const latest: Occurrence[] = [];
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (matches(value)) return value;
      read++;
      latest.push(value);
      if (latest.length > MAX_LISTED) latest.shift();
    }
  } finally {
    reader.cancel().catch(() => {});
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
  const { reason, failure } = ended();
  const failed = failure === undefined ? "" : `; the last request failed: ${reasonOf(failure)}`;
  const cause = failure ?? reason;
  throw new Error(`Cannot find an event that matches ${wanted}: ${reasonOf(reason)}${failed}; ${seen}`, { cause });
}

function occurrenceText({ type, reason, message }: Occurrence): string {
  return `${type} ${reason} ${message}`;
}

function lineOf(occurrence: Occurrence): string {
  const { kind = "", name = "" } = occurrence.regarding;
  return `${occurrenceText(occurrence)} (${kind}/${name}, x${occurrence.count})`;
}
