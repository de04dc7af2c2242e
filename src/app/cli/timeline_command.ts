import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import { collapsed, counted } from "../../base/tools/text.ts";
import { LineDecoder, LineTooLongError } from "../../read/reader/line_decoder.ts";
import { dateText } from "../../read/timeline/time_axis.ts";
import { GROUPINGS } from "../../read/timeline/picture.ts";
import { type Occurrence, toOccurrence } from "../../read/mod.ts";
import { Timeline } from "../../read/timeline/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { CONNECTION_FLAGS } from "./connect.ts";
import { readUntilEnded, selectedType, SELECTION_FLAGS } from "./event_selection.ts";
import { guessKind, type ObjectName, parseObjectName } from "./find_object.ts";
import { EventLines, htmlReport } from "./html_report.ts";
import { outageText, Screen, terminalSize } from "./screen.ts";
import { fileError, print, printError } from "./shell.ts";
import { cellText, fit } from "./table_layout.ts";
import { isAsciiTerminal, timelineFrame } from "./timeline_frame.ts";

/** `kubecast timeline`: draws what happened, in which order. */
export const timelineCommand: Command = {
  name: "timeline",
  operands: "[KIND/NAME]",
  summary: "Draw an hour of a cluster: what began to fail, in which order, and how often.",
  details:
    `A row per workload with Warnings, in the order in which they began; of one object, a row per reason. From one list of
the events, so that it takes a second and needs no history. Kubernetes keeps only the first and the last time of an
event with its count: the time of all others is unknown, and is hatched. With --watch, and from a file of occurrences,
which forward --to stdout and watch -o json write, each has its time. With --html, the picture is one file, with all
details and nothing to load: attach it to a ticket. For a live page, see kubecast ui.

Exit code: 0, 1 if the server refuses or the file cannot be read, 2 for wrong usage.`,
  flags: {
    watch: { short: "w", text: "Keep it up to date, on a terminal; Ctrl-C or q ends it" },
    from: { value: "FILE", text: "Draw the occurrences of a file of JSON lines; - for stdin" },
    since: { value: "TIME", text: "How much time to draw, such as 15m (default: 1h, or all of a file)" },
    html: {
      value: "FILE",
      text: "Write the picture as a page that opens in any browser, without a server; - for stdout",
    },
    by: {
      value: "WHAT",
      choices: GROUPINGS,
      text: "What has a row: workload (default), node, namespace, reason or message",
    },
    utc: { text: "Times in UTC (default: of this machine's zone)" },
    "no-headers": { text: "No times above, and no titles" },
    ...SELECTION_FLAGS,
    ...CONNECTION_FLAGS,
  },
  examples: [
    "kubecast timeline -A",
    "kubecast timeline -A --html incident.html",
    "kubecast timeline pod/web-0 -n shop --since 15m",
    "kubecast timeline --from events.ndjson --utc",
  ],
  run: timeline,
};

const REDRAW_AFTER_MS = 1000;
const HOUR_MS = 3_600_000;
/** Many times what a server stores of an event. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
/** The width of a pipe. */
const PIPE_COLUMNS = 120;

async function timeline(args: Arguments): Promise<number> {
  const [operand, ...others] = args.operands;
  if (others.length > 0) throw new UsageError(`Unknown argument ${others[0]}`);
  if (operand !== undefined && args.text("for") !== undefined) throw new UsageError("--for and KIND/NAME are the same");
  const text = operand ?? args.text("for");
  const object = text === undefined ? undefined : parseObjectName(text);
  const sinceMs = args.durationMs("since");
  const view = viewOf(args, object);
  const from = args.text("from");
  const html = args.text("html");
  if (html !== undefined && args.has("watch")) {
    throw new UsageError("--html cannot be combined with --watch: see kubecast ui");
  }
  if (from !== undefined) return await drawFile(args, { from, object, sinceMs, view, html });
  if (args.has("watch") && (!process.stdout.isTTY || process.env["TERM"] === "dumb")) {
    throw new UsageError("--watch needs a terminal");
  }
  return await (args.has("watch") ? drawLive : drawOnce)(args, { object, sinceMs, view, html });
}

async function drawOnce(args: Arguments, { object, sinceMs, view, html }: DrawOptions): Promise<number> {
  let code = 1;
  await readUntilEnded(args, { note: printError, object }, async (selected, { signal }) => {
    const [timeline, lines] = [new Timeline(), new EventLines()];
    for await (const event of selected.reader.list({ signal })) {
      const occurrence = toOccurrence(event);
      timeline.add(occurrence);
      if (html !== undefined) lines.add(occurrence);
    }
    const to = Date.now();
    if (html !== undefined) {
      const { cluster: title, selection, kubectlFlags } = selected;
      const times = { sinceMs: to, fromMs: to - (sinceMs ?? HOUR_MS), toMs: to };
      code = await writeReport(html, await htmlReport({ title, selection, kubectlFlags, ...times }, lines));
    } else {
      const title = `${selected.cluster}, ${selected.place}, listed at ${clock(args, to)}`;
      await printFrame(view(timeline, { to, sinceMs, title }));
      code = 0;
    }
  });
  return code;
}

async function writeReport(file: string, text: string): Promise<number> {
  if (file === "-") await print(text);
  else {
    await writeFile(file, text).catch((error) => {
      throw fileError("write", file, error);
    });
    await print(`Wrote ${collapsed(file)} (${(text.length / 1e6).toFixed(1)} MB): it opens in any browser\n`);
  }
  return 0;
}

interface DrawOptions {
  readonly object: ObjectName | undefined;
  readonly sinceMs: number | undefined;
  readonly view: View;
  /** The file for a page, in place of a frame. */
  readonly html: string | undefined;
}

type View = (
  timeline: Timeline,
  time: { readonly to: number; readonly sinceMs: number | undefined; readonly title: string },
) => (columns: number, rows: number) => string[];

function viewOf(args: Arguments, object: ObjectName | undefined): View {
  const { env, stdout } = process;
  const grouping = args.choice("by", GROUPINGS) ?? (object === undefined ? "workload" : "message");
  return (timeline, { to, sinceMs = HOUR_MS, title }) => (columns, rows) =>
    timelineFrame(timeline.getSnapshot(), {
      columns,
      rows,
      from: to - sinceMs,
      to,
      title: object === undefined ? title : `${object.kind}/${object.name}, ${title}`,
      now: to,
      grouping,
      isUtc: args.has("utc"),
      isAscii: isAsciiTerminal(),
      withColor: stdout.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb",
      withHeaders: !args.has("no-headers"),
    });
}

async function printFrame(draw: (columns: number, rows: number) => string[]): Promise<void> {
  const { columns, rows } = terminalSize();
  const { isTTY } = process.stdout;
  const width = Number(process.env["COLUMNS"]) || PIPE_COLUMNS;
  // Below it, a line for the shell's prompt.
  const lines = isTTY ? draw(columns, Math.max(rows - 1, 1)) : draw(width, Infinity);
  await print(`${lines.join("\n")}\n`);
}

function drawLive(args: Arguments, { object, sinceMs, view }: DrawOptions): Promise<number> {
  let isDrawing = false;
  // The picture tells an outage itself.
  const note = (line: string): void => void (isDrawing || printError(line));
  return readUntilEnded(args, { note, object }, async (selected, ended) => {
    const { signal } = ended;
    const timeline = new Timeline();
    const occurrences = selected.reader.occurrences({ signal });
    const quit = (): void => ended.abort();
    isDrawing = true;
    const screen = new Screen({
      draw(columns, rows) {
        const now = Date.now();
        const isRead = occurrences.resourceVersion !== undefined;
        const { trouble, retryAt } = occurrences.stats();
        // The last frame is of a command that ends.
        const outage = outageText({ trouble, retryAt: signal.aborted ? undefined : retryAt });
        const state = outage || (isRead ? "live" : "reading");
        const title = `${selected.cluster}, ${selected.place}, ${clock(args, now)}: ${state}`;
        // Without an answer, "no events" would be a guess.
        if (!isRead && timeline.getSnapshot().events.length === 0) {
          return [fit(cellText(title), columns, isAsciiTerminal() ? "~" : "…")];
        }
        return view(timeline, { to: now, sinceMs, title })(columns, rows);
      },
      onKey: (key) => key === "q" && quit(),
      onQuit: quit,
      redrawAfterMs: REDRAW_AFTER_MS,
    });
    try {
      await timeline.follow({ occurrences: () => occurrences }, { signal });
    } finally {
      await screen.close();
    }
  });
}

async function drawFile(
  args: Arguments,
  { from, object, sinceMs, view, html }: DrawOptions & { readonly from: string },
): Promise<number> {
  for (const flag of ["selector", "field-selector"]) {
    if (args.text(flag) !== undefined) throw new UsageError(`--from cannot be combined with --${flag}`);
  }
  if (args.has("watch")) throw new UsageError("--from cannot be combined with --watch");
  const isSelected = selectionOf(args, object);
  const [timeline, lines] = [new Timeline(), new EventLines()];
  let [begin, first, last, skipped] = [Infinity, Infinity, -Infinity, 0];
  const source = from === "-" ? "stdin" : from;
  const take = (line: string): void => {
    if (line.trim() === "") return;
    const occurrence = occurrenceOf(line);
    if (occurrence === undefined) skipped++;
    else if (isSelected(occurrence)) {
      timeline.add(occurrence);
      if (html !== undefined) lines.add(occurrence);
      const { gap } = occurrence;
      if (gap) lines.addGap(new Date(gap.from ?? last).getTime(), new Date(gap.to).getTime());
      const time = occurrence.last?.getTime() ?? NaN;
      [first, last] = [Math.min(first, time || Infinity), Math.max(last, time || -Infinity)];
      begin = Math.min(begin, occurrence.first?.getTime() ?? Infinity);
    }
  };
  const decoder = new LineDecoder(MAX_LINE_BYTES);
  try {
    for await (const chunk of from === "-" ? process.stdin : createReadStream(from)) {
      decoder.decode(chunk).forEach(take);
    }
    take(decoder.rest());
  } catch (error) {
    throw error instanceof LineTooLongError ? error : fileError("read", from, error);
  }
  if (skipped > 0) printError(`Skipped ${counted(skipped, "line")} of ${source} without an occurrence`);
  if (last === -Infinity) throw new Error(`No matching events in ${source}`);
  const to = last + 1;
  // All that was read, and of what the first lines tell of earlier times an hour at most.
  const fromMs = sinceMs === undefined ? Math.min(first, Math.max(begin, to - HOUR_MS), to - 1000) : to - sinceMs;
  if (html !== undefined) {
    const about = { title: basename(source), selection: "", kubectlFlags: "" };
    const times = { sinceMs: first, fromMs, toMs: to };
    return await writeReport(html, await htmlReport({ ...about, ...times }, lines));
  }
  const title = `${source}, until ${dateText(last, false, args.has("utc")).slice(0, -6)} ${clock(args, last)}`;
  await printFrame(view(timeline, { to, sinceMs: to - fromMs, title }));
  return 0;
}

/** Whether an occurrence of a file is one of those that the flags select. */
function selectionOf(args: Arguments, object: ObjectName | undefined): (occurrence: Occurrence) => boolean {
  const [namespace, reason, type] = [args.text("namespace"), args.text("reason"), selectedType(args)];
  const kind = object && guessKind(object.kind).toLowerCase();
  return ({ regarding, event, ...occurrence }) =>
    (args.has("all-namespaces") || !namespace || event.metadata.namespace === namespace) &&
    (!reason || occurrence.reason === reason) && (!type || occurrence.type === type) &&
    (object === undefined || regarding.name === object.name && regarding.kind?.toLowerCase() === kind);
}

/** Parses a line of `forward --to stdout` or `watch -o json`; `undefined` if it is broken, or something else. */
function occurrenceOf(line: string): Occurrence | undefined {
  try {
    const { event, delta, estimated, gap } = JSON.parse(line);
    const occurrence = toOccurrence(event);
    // By its name an event is told from others.
    if (!event.metadata.name || !Number.isSafeInteger(delta) || delta < 0) return undefined;
    if (gap && (typeof gap.to !== "string" || typeof (gap.from ?? "") !== "string")) return undefined;
    return { ...occurrence, delta, ...estimated === true && { estimated }, ...gap && { gap } };
  } catch {
    return undefined;
  }
}

/** A time with its zone, such as `10:30 UTC`. */
function clock(args: Arguments, ms: number): string {
  const zone = args.has("utc") ? { timeZone: "UTC" } : {};
  const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...parts, ...zone }).format(ms);
}
