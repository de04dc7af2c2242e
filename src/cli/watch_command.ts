import process from "node:process";
import { delay } from "@std/async/delay";
import { untilAborted } from "../api/until_aborted.ts";
import type { Occurrence, OccurrenceStream } from "../reader/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { CONNECTION_FLAGS } from "./connect.ts";
import { type SelectedReader, SELECTION_FLAGS, selectReader } from "./event_selection.ts";
import { LiveTable, type LiveTableOptions } from "./live_table.ts";
import { collapsed, jsonText, objectText, onSignals, printError, printUnblocked, yamlText } from "./shell.ts";

/** `kubecast watch`: shows events as they occur. */
export const watchCommand: Command = {
  name: "watch",
  operands: "",
  summary: "Show the events that the server still has, and more as they occur.",
  details:
    `A table of the latest events on a terminal, in which an event that occurs again moves to the bottom with its new
count; elsewhere, or with -o lines, a line per occurrence, those that exist already in the order of their times.
Survives outages and restarts of the API server; Ctrl-C ends it, and in the table q.

Exit code: 0 when ended by a signal, 1 if the server refuses, 2 for wrong usage.`,
  flags: {
    output: {
      short: "o",
      value: "FORMAT",
      text: "table, lines, json: one object a line, or yaml (default: table on a terminal, else lines)",
    },
    since: { value: "WHEN", text: "beginning, now, or how long ago, such as 10m (default: beginning)" },
    "no-headers": { text: "A table without titles" },
    ...SELECTION_FLAGS,
    ...CONNECTION_FLAGS,
  },
  examples: [
    "kubecast watch -A --types Warning",
    "kubecast watch --for deploy/web -n shop -o json | jq -r .message",
  ],
  run: watch,
};

const FORMATS = ["table", "lines", "json", "yaml"] as const;
type Format = (typeof FORMATS)[number];

/** Shows occurrences. */
interface View {
  /** Whether it sorts them by itself. */
  readonly isSorted?: boolean;
  show(occurrence: Occurrence): Promise<void>;
  /** Shows a line about the connection. */
  note(line: string): void;
  close?(): Promise<void>;
}

async function watch(args: Arguments): Promise<number> {
  if (args.operands.length > 0) {
    throw new UsageError(`Unknown argument ${args.operands[0]} (--for names an object, -n a namespace)`);
  }
  const output = args.choice("output", FORMATS);
  if (output === "table" && !process.stdout.isTTY) throw new UsageError("--output table needs a terminal");
  const { since, notBefore } = sinceOf(args);

  const ended = new AbortController();
  const { signal } = ended;
  const signals = onSignals(() => ended.abort());
  let view: View | undefined;
  let selected: SelectedReader | undefined;
  try {
    const note = (line: string): void => view === undefined ? printError(line) : view.note(line);
    selected = await selectReader(args, { signal, note });
    const occurrences = selected.reader.occurrences({ since, signal });
    const isConnected = (): boolean => occurrences.resourceVersion !== undefined;
    view = createView(output, args, { isConnected, onQuit: () => ended.abort() });
    try {
      for await (const occurrence of view.isSorted ? occurrences : sorted(occurrences)) {
        // Events without a time are shown.
        if (occurrence.last.getTime() < notBefore) continue;
        // A pipe may be full for ever.
        await untilAborted(view.show(occurrence), signal);
      }
    } finally {
      await view.close?.();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signals[Symbol.dispose]();
    await selected?.[Symbol.asyncDispose]();
  }
  return 0;
}

/** Where to begin: a version for the reader, and the earliest time to show. */
function sinceOf(args: Arguments): { readonly since: "beginning" | "now" | undefined; readonly notBefore: number } {
  const text = args.text("since") ?? "beginning";
  if (text === "beginning" || text === "now") return { since: text, notBefore: -Infinity };
  return { since: "beginning", notBefore: Date.now() - args.durationMs("since", "beginning, now or ")! };
}

/** How often to look whether the initial events are complete. */
const LOOK_AFTER_MS = 20;
/** The most initial events to sort: more are shown in several sorted parts. */
const MAX_SORTED = 10_000;

/** Sorts the initial occurrences by time: the server lists events by name. */
async function* sorted(stream: OccurrenceStream): AsyncGenerator<Occurrence> {
  const initial: Occurrence[] = [];
  const byTime = (): Occurrence[] =>
    initial.splice(0).sort((a, b) => (a.last.getTime() || 0) - (b.last.getTime() || 0));
  const reader = stream.getReader();
  const read = (): ReturnType<typeof reader.read> => {
    const reading = reader.read();
    // Whoever leaves the loop does not wait for it.
    reading.catch(() => {});
    return reading;
  };
  try {
    for (let next = read();; next = read()) {
      // No more initial events follow once there is a version to resume from.
      while (initial.length > 0 && initial.length < MAX_SORTED && stream.resourceVersion === undefined) {
        const result = await Promise.race([next, delay(LOOK_AFTER_MS)]);
        if (result === undefined) continue;
        if (result.done) break;
        initial.push(result.value);
        next = read();
      }
      yield* byTime();
      const { done, value } = await next;
      if (done) return;
      if (stream.resourceVersion === undefined) initial.push(value);
      else yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function createView(
  output: Format | undefined,
  args: Arguments,
  options: Pick<LiveTableOptions, "isConnected" | "onQuit">,
): View {
  const withNamespace = args.has("all-namespaces");
  const printed = (format: (occurrence: Occurrence) => string): View => ({
    show: (occurrence) => printUnblocked(format(occurrence)),
    note: printError,
  });
  if (output === "json") return printed((occurrence) => `${jsonText(occurrence)}\n`);
  // By way of JSON, whose dates are text.
  if (output === "yaml") return printed((occurrence) => `---\n${yamlText(occurrence)}`);
  const isTerminal = process.stdout.isTTY && process.env["TERM"] !== "dumb";
  if (output === "table" || (output === undefined && isTerminal)) {
    const withHeaders = !args.has("no-headers");
    return new LiveTable({ withNamespace, withColor: !process.env["NO_COLOR"], withHeaders, ...options });
  }
  return printed((occurrence) => `${lineOf(occurrence, withNamespace)}\n`);
}

/** Formats an occurrence: time, type, reason, object, count and message, separated by two spaces. */
function lineOf(occurrence: Occurrence, withNamespace: boolean): string {
  const { last, regarding, type, reason, count, message } = occurrence;
  const time = Number.isNaN(last.getTime()) ? "unknown" : last.toISOString();
  const object = objectText(regarding, withNamespace);
  return [time, type, reason, object, `x${count}`, message].map(collapsed).join("  ").trimEnd();
}
