import process from "node:process";
import { untilAborted } from "../../base/tools/abort.ts";
import { collapsed, jsonText, yamlText } from "../../base/tools/text.ts";
import { type Occurrence, toOccurrence } from "../../read/mod.ts";
import { byTime, initiallyByTime } from "../../read/reader/by_time.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { EventFiles, FROM_FLAG, placesOf } from "./event_files.ts";
import { READER_FLAGS, WINDOW_FLAGS, windowOf } from "./event_selection.ts";
import { LiveTable, type LiveTableOptions, tableOf, type TableOptions } from "./live_table.ts";
import { otherEvents } from "./no_events.ts";
import { terminalSize } from "./screen.ts";
import { readUntilEnded } from "./selected_reader.ts";
import { objectText, print, printError, printUnblocked, untilEnded } from "./shell.ts";

const FORMATS = ["table", "lines", "json", "yaml"] as const;

/** `kubecast watch`: shows events as they occur. */
export const watchCommand: Command = {
  name: "watch",
  operands: "[FILE...]",
  summary: "Show the events on the server, and new ones as they occur.",
  details:
    `On a terminal, shows a table of the latest events, in which an event that occurs again moves to the bottom with its new
count. Elsewhere, or with -o lines, prints a line per occurrence, existing events first, by time. Survives outages and
restarts of the API server. Ends on Ctrl-C, in the table also on q, and at the time of --until, at once if it is past.

Keys of the table: j, k, arrows, pages, Home and End select a row, Enter shows the whole event, / filters, g groups by
object, reason or reporter, Esc returns to the latest events.

--from shows the events of files instead, by time, and ends; events from stdin, as they arrive. It reads the same forms
as kubecast timeline.

Exit code: 0 when ended by a signal or by --until, 1 if the server refuses, 2 for wrong usage.`,
  flags: {
    output: {
      short: "o",
      value: "FORMAT",
      choices: FORMATS,
      text: "table, lines, json: one object a line, or yaml (default: table on a terminal, else lines)",
    },
    from: FROM_FLAG,
    ...WINDOW_FLAGS,
    since: {
      value: "WHEN",
      text: "beginning, now, a duration such as 10m, or a time such as 10:30 (default: beginning)",
    },
    once: { text: "Print the events that the server has, by time, and end" },
    "no-headers": { text: "Print a table without titles" },
    ...READER_FLAGS,
  },
  examples: [
    "kubecast watch -A --types Warning",
    "kubecast watch --for deploy/web -n shop -o json | jq -r .message",
  ],
  run: watch,
};

type Output = (typeof FORMATS)[number];

async function watch(args: Arguments): Promise<number> {
  const { places } = placesOf(args, 0, " (--for names an object, -n a namespace)");
  const { isTTY } = process.stdout;
  const output = args.choice("output", FORMATS) ?? (isTTY && process.env["TERM"] !== "dumb" ? "table" : "lines");
  if (output === "table" && !isTTY) throw new UsageError("--output table needs a terminal");
  const since = args.text("since") === "now" ? "now" : "beginning";
  let note = printError;
  if (places.length > 0) return await watchFiles(args, output);
  const nowMs = Date.now();
  const isWithin = windowFilter(args, nowMs);
  const endMs = endOf(args, nowMs);
  const isOnce = args.has("once") || endMs <= nowMs;
  const options = { note: (line: string) => note(line), untilMs: isOnce ? Infinity : endMs };
  return await readUntilEnded(args, options, async (source, ended) => {
    const { signal } = ended;
    const { reader, selection } = source;
    if (isOnce) {
      const occurrences: Occurrence[] = [];
      for await (const event of reader.list({ signal })) occurrences.push(toOccurrence(event));
      const selected = occurrences.filter(isWithin).sort(byTime);
      await printAll(args, selected, output, signal);
      if (selected.length === 0) {
        // A time window leaves out events, as a filter does.
        printError(`No events in ${selection}${await otherEvents({ ...source, isFiltered: true }, signal)}`);
      }
    } else if (output === "table") {
      // The table itself shows an outage.
      note = () => {};
      const events = reader.watch({ since, signal });
      const isConnected = (): boolean => events.resourceVersion !== undefined;
      await showTable(args, { isConnected, outage: () => events.stats(), ended }, async (table) => {
        for await (const { type, object } of events) {
          if (type === "BOOKMARK") continue;
          if (type === "DELETED") table.remove(object.metadata);
          else {
            const occurrence = toOccurrence(object);
            if (isWithin(occurrence)) await untilAborted(table.show(occurrence), signal);
          }
        }
      });
    } else {
      const format = formatOf(output, args);
      const stream = reader.occurrences({ since, signal });
      let isEmpty = true;
      const onSynced = (): void => {
        if (!isEmpty || signal.aborted) return;
        // Events that have arrived meanwhile are not other events.
        otherEvents(source, signal).then((others) =>
          printError(`No events yet in ${selection}${isEmpty ? others : ""}`)
        );
      };
      for await (const occurrence of initiallyByTime(stream, onSynced)) {
        if (!isWithin(occurrence)) continue;
        isEmpty = false;
        // Stops at a signal, because a pipe may stay full forever.
        await untilAborted(printUnblocked(format(occurrence)), signal);
      }
    }
  });
}

/** Shows the events of files by time, or from stdin as they arrive. Returns the exit code. */
async function watchFiles(args: Arguments, output: Output): Promise<number> {
  const nowMs = Date.now();
  // A pipe is read to its end if this time is past, because it may be a file.
  const endMs = args.has("once") ? Infinity : endOf(args, nowMs);
  const notes: string[] = [];
  const isLive = output === "table" && !args.has("once");
  const files = new EventFiles(args, { note: isLive ? (line) => notes.push(line) : printError });
  // Ages count back from the end of the files, or from now while a pipe may go on.
  const now = isLive && args.list("from").includes("-") ? Date.now : () => files.times.endMs;
  const code = await untilEnded(async (ended) => {
    const { signal } = ended;
    const occurrences = occurrencesOf(args, files);
    const show = isLive
      ? showTable(args, { isConnected: () => true, ended, now }, async (table) => {
        for await (const occurrence of occurrences) await untilAborted(table.show(occurrence), signal);
        await untilAborted(new Promise(() => {}), signal);
      })
      : printAll(args, occurrences, output, signal, now);
    // Stops at a signal, because a pipe may stay silent forever.
    await untilAborted(show, signal);
  }, endMs > nowMs ? endMs : Infinity);
  notes.forEach(printError);
  return code || files.code;
}

/** The occurrences of files within the window, each once; with `--once`, only the last of each event. */
async function* occurrencesOf(args: Arguments, files: EventFiles): AsyncGenerator<Occurrence> {
  const isPipe = args.list("from").includes("-") && !args.has("once");
  const isNow = isPipe ? windowFilter(args, Date.now()) : () => false;
  const [known, read] = [new Map<string, Occurrence>(), [] as Occurrence[]];
  for await (const occurrences of files.read()) {
    for (const occurrence of occurrences.sort(byTime)) {
      const { metadata: { uid, namespace, name } } = occurrence.event;
      const key = uid ?? `${namespace}/${name}`;
      const told = known.get(key);
      const isNew = told === undefined || occurrence.count > told.count || told.last! < occurrence.last!;
      if (!isNew) continue;
      known.set(key, occurrence);
      if (isNow(occurrence)) yield occurrence;
      else if (!isPipe) read.push(occurrence);
    }
  }
  const { beginMs, endMs } = files.times;
  const isWithin = windowFilter(args, endMs, beginMs);
  yield* (args.has("once") ? [...known.values()] : read).filter(isWithin).sort(byTime);
}

/** Prints occurrences, in a table together, otherwise each as it comes. */
async function printAll(
  args: Arguments,
  occurrences: Iterable<Occurrence> | AsyncIterable<Occurrence>,
  output: Output,
  signal: AbortSignal,
  now = Date.now,
): Promise<void> {
  const [rows, format] = [[] as Occurrence[], formatOf(output, args)];
  for await (const occurrence of occurrences) {
    if (output === "table") rows.push(occurrence);
    // Stops at a signal, because a pipe may stay full forever.
    else await untilAborted(printUnblocked(format(occurrence)), signal);
  }
  if (output !== "table") return;
  const lines = tableOf(rows, { ...tableOptions(args), now }, terminalSize().columns);
  await print(lines.map((line) => `${line}\n`).join(""));
}

/** Shows a table until the function that fills it ends. */
async function showTable(
  args: Arguments,
  { ended, ...options }: Pick<LiveTableOptions, "isConnected" | "outage" | "now"> & { readonly ended: AbortController },
  fill: (table: LiveTable) => Promise<void>,
): Promise<void> {
  const table = new LiveTable({ ...tableOptions(args), ...options, onQuit: () => ended.abort() });
  try {
    await fill(table);
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

/** Returns the time of `--until` from a time on; without the flag, `Infinity`. */
function endOf(args: Arguments, endMs: number): number {
  return args.timeMs("until", { endMs, isUtc: args.has("utc") }) ?? Infinity;
}

/** Returns a function that tells whether an occurrence is within the flags' times; events without a time are. */
function windowFilter(args: Arguments, endMs: number, beginMs?: number): (occurrence: Occurrence) => boolean {
  const { sinceMs = -Infinity, untilMs = Infinity } = windowOf(args, endMs, { words: ["beginning", "now"], beginMs });
  return ({ last }) => last === undefined || last.getTime() >= sinceMs && last.getTime() < untilMs;
}

function formatOf(output: Output, args: Arguments): (occurrence: Occurrence) => string {
  if (output === "json") return (occurrence) => `${jsonText(occurrence)}\n`;
  // Converts to JSON first, in which dates are text.
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
