import process from "node:process";
import { untilAborted } from "../../base/tools/abort.ts";
import { collapsed } from "../../base/tools/text.ts";
import { type EventReader, type Occurrence, type OccurrenceStream, toOccurrence } from "../../read/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { CONNECTION_FLAGS } from "./connect.ts";
import { readUntilEnded, SELECTION_FLAGS } from "./event_selection.ts";
import { LiveTable, tableOf, type TableOptions } from "./live_table.ts";
import { terminalSize } from "./screen.ts";
import { jsonText, objectText, print, printError, printUnblocked, yamlText } from "./shell.ts";

const FORMATS = ["table", "lines", "json", "yaml"] as const;

/** `kubecast watch`: shows events as they occur. */
export const watchCommand: Command = {
  name: "watch",
  operands: "",
  summary: "Show the events that the server still has, and more as they occur.",
  details:
    `A table of the latest events on a terminal, in which an event that occurs again moves to the bottom with its new
count; elsewhere, or with -o lines, a line per occurrence, those that exist already in the order of their times.
Survives outages and restarts of the API server; Ctrl-C ends it, and in the table q.

Keys of the table: j, k, arrows, pages, Home and End select a row, Enter shows the whole event, / filters, g groups by
object or reason, Esc leads back to the latest events.

Exit code: 0 when ended by a signal, 1 if the server refuses, 2 for wrong usage.`,
  flags: {
    output: {
      short: "o",
      value: "FORMAT",
      choices: FORMATS,
      text: "table, lines, json: one object a line, or yaml (default: table on a terminal, else lines)",
    },
    since: { value: "WHEN", text: "beginning, now, or how long ago, such as 10m (default: beginning)" },
    once: { text: "Print the events that the server has, by time, and end" },
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

type Output = (typeof FORMATS)[number];

type Format = (occurrence: Occurrence) => string;

async function watch(args: Arguments): Promise<number> {
  if (args.operands.length > 0) {
    throw new UsageError(`Unknown argument ${args.operands[0]} (--for names an object, -n a namespace)`);
  }
  const output = args.choice("output", FORMATS);
  if (output === "table" && !process.stdout.isTTY) throw new UsageError("--output table needs a terminal");
  const isTable = output === "table" ||
    output === undefined && process.stdout.isTTY && process.env["TERM"] !== "dumb";
  const start = sinceOf(args);
  let note = printError;
  return await readUntilEnded(args, { note: (line) => note(line) }, async ({ reader, selection }, ended) => {
    const { signal } = ended;
    if (args.has("once")) {
      const count = await printOnce(args, reader, { ...start, signal, output: isTable ? "table" : output });
      if (count === 0) printError(`No events in ${selection}`);
    } else if (isTable) {
      // The table tells an outage itself.
      note = () => {};
      await watchTable(args, reader, {
        ...start,
        signal,
        onQuit: () => ended.abort(),
      });
    } else {
      const format = formatOf(output, args);
      const stream = reader.occurrences({ since: start.since, signal });
      let isEmpty = true;
      const onSynced = (): void => {
        if (isEmpty && !signal.aborted) printError(`No events yet in ${selection}`);
      };
      for await (const occurrence of sorted(stream, onSynced)) {
        if (!isAfter(occurrence, start.notBefore)) continue;
        isEmpty = false;
        // A pipe may be full for ever.
        await untilAborted(printUnblocked(format(occurrence)), signal);
      }
    }
  });
}

interface Start {
  readonly since: "beginning" | "now" | undefined;
  /** The earliest time to show. */
  readonly notBefore: number;
  readonly signal: AbortSignal;
}

/** Prints the events that the server has, and returns their number. */
async function printOnce(
  args: Arguments,
  reader: EventReader,
  { notBefore, signal, output }: Start & { readonly output: Output | undefined },
): Promise<number> {
  const occurrences: Occurrence[] = [];
  for await (const event of reader.list({ signal })) {
    const occurrence = toOccurrence(event);
    if (isAfter(occurrence, notBefore)) occurrences.push(occurrence);
  }
  occurrences.sort(byTime);
  if (output === "table") {
    await print(tableOf(occurrences, tableOptions(args), terminalSize().columns).map((line) => `${line}\n`).join(""));
  } else {
    const format = formatOf(output, args);
    for (const occurrence of occurrences) await untilAborted(printUnblocked(format(occurrence)), signal);
  }
  return occurrences.length;
}

/** Shows the events that the server has in a table, until it ends: those that it no longer has leave it. */
async function watchTable(
  args: Arguments,
  reader: EventReader,
  { since, notBefore, signal, onQuit }: Start & { readonly onQuit: () => void },
): Promise<void> {
  const events = reader.watch({ since, signal });
  const table = new LiveTable({
    ...tableOptions(args),
    isConnected: () => events.resourceVersion !== undefined,
    outage: () => events.stats(),
    onQuit,
  });
  try {
    for await (const { type, object } of events) {
      if (type === "BOOKMARK") continue;
      if (type === "DELETED") table.remove(object.metadata);
      else {
        const occurrence = toOccurrence(object);
        if (isAfter(occurrence, notBefore)) await untilAborted(table.show(occurrence), signal);
      }
    }
  } finally {
    await table.close();
  }
}

function tableOptions(args: Arguments): TableOptions {
  return {
    withNamespace: args.has("all-namespaces"),
    withColor: !process.env["NO_COLOR"],
    withHeaders: !args.has("no-headers"),
  };
}

function sinceOf(args: Arguments): Omit<Start, "signal"> {
  const text = args.text("since") ?? "beginning";
  if (text === "beginning" || text === "now") return { since: text, notBefore: -Infinity };
  return { since: "beginning", notBefore: Date.now() - args.durationMs("since", "beginning, now or ")! };
}

/** The most initial events to sort: more are shown in several sorted parts. */
const MAX_SORTED = 10_000;

/**
 * Sorts the initial occurrences by time: the server lists events by name.
 *
 * @param onSynced Called when all of them have been read.
 */
async function* sorted(stream: OccurrenceStream, onSynced: () => void): AsyncGenerator<Occurrence> {
  const initial: Occurrence[] = [];
  // A stream that fails before is told by its reads.
  const synced = stream.synced.catch(() => new Promise<never>(() => {}));
  const reader = stream.getReader();
  const read = (): ReturnType<typeof reader.read> => {
    const reading = reader.read();
    // Whoever leaves the loop does not wait for it.
    reading.catch(() => {});
    return reading;
  };
  try {
    let next = read();
    for (;; next = read()) {
      const result = await Promise.race([next, synced]);
      if (result?.done !== false) break;
      initial.push(result.value);
      if (initial.length >= MAX_SORTED) yield* initial.splice(0).sort(byTime);
    }
    yield* initial.sort(byTime);
    onSynced();
    for (let result = await next; !result.done; result = await read()) yield result.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Whether it occurred at a time or later; events without a time are shown. */
function isAfter({ last }: Occurrence, ms: number): boolean {
  return (last?.getTime() ?? Infinity) >= ms;
}

function byTime(a: Occurrence, b: Occurrence): number {
  return (a.last?.getTime() ?? 0) - (b.last?.getTime() ?? 0);
}

function formatOf(output: Output | undefined, args: Arguments): Format {
  if (output === "json") return (occurrence) => `${jsonText(occurrence)}\n`;
  // By way of JSON, whose dates are text.
  if (output === "yaml") return (occurrence) => `---\n${yamlText(occurrence)}`;
  return (occurrence) => `${lineOf(occurrence, args.has("all-namespaces"))}\n`;
}

/** Formats an occurrence: time, type, reason, object, count and message, separated by two spaces. */
function lineOf(occurrence: Occurrence, withNamespace: boolean): string {
  const { last, regarding, type, reason, count, message } = occurrence;
  const time = last?.toISOString() ?? "unknown";
  const object = objectText(regarding, withNamespace);
  return [time, type, reason, object, `x${count}`, message].map(collapsed).join("  ").trimEnd();
}
