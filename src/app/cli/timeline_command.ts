import { writeFile } from "node:fs/promises";
import process from "node:process";
import type { AnyEvent } from "../../base/event/event.ts";
import { collapsed, counted } from "../../base/tools/text.ts";
import { dateText } from "../../read/timeline/time_axis.ts";
import { GROUPINGS } from "../../read/timeline/lane.ts";
import { beginOf, latestOf } from "../../read/timeline/picture.ts";
import { toOccurrence } from "../../read/mod.ts";
import { Timeline } from "../../read/timeline/mod.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { EventFiles, FROM_FLAG, placesOf } from "./event_files.ts";
import { READER_FLAGS, WINDOW_FLAGS, windowOf } from "./event_selection.ts";
import { type ObjectName, parseObjectName } from "./find_object.ts";
import { EventLines, htmlReport, MAX_EVENTS } from "./html_report.ts";
import { otherEvents } from "./no_events.ts";
import { outageText, Screen, terminalSize } from "./screen.ts";
import { readUntilEnded } from "./selected_reader.ts";
import { fileError, print, printError } from "./shell.ts";
import { cellText, fit } from "./table_layout.ts";
import { isAsciiTerminal } from "./timeline_cells.ts";
import { type FrameOptions, timelineFrame } from "./timeline_frame.ts";

/** `kubecast timeline`: draws what happened, in which order. */
export const timelineCommand: Command = {
  name: "timeline",
  operands: "[KIND/NAME or FILE...]",
  summary: "Draw an hour of a cluster: what failed, when, and how often.",
  details:
    `Draws a row per workload in trouble, or per workload if none is, in the order in which trouble began, with the most
telling message; for one object, a row per message. Trouble is every type but Normal, and bad news that Kubernetes types
Normal, such as NodeNotReady. All events of the objects shown decide what still fails, even those that no flag selects.
Reads a single list of the events, so it takes a second and needs no history. Kubernetes keeps only the count, the first
and the last time of an event; the times of other occurrences are unknown, and drawn as a thread. With --watch, or from
a file that forward --to stdout or watch -o json wrote, each occurrence has its time. With --html, the picture is
a single file with all details, to attach to a ticket. For a live page, see kubecast ui.

--from reads events from files of any form, JSON or YAML, gzipped or not: from kubectl get events -o json, from a
must-gather or support bundle (a folder or an archive), or from an exporter or collector that kept the events' own
fields. Durations then count back from the last event. A file that exists may be given without --from.

Exit code: 0, 1 if the server refuses or a file cannot be read to its end, 2 for wrong usage.`,
  flags: {
    watch: { short: "w", text: "Keep the picture up to date, on a terminal; Ctrl-C or q ends it" },
    from: FROM_FLAG,
    ...WINDOW_FLAGS,
    html: {
      value: "FILE",
      text: "Write the picture as a page that opens in any browser, without a server; - for stdout",
    },
    by: {
      value: "WHAT",
      choices: GROUPINGS,
      text: "Draw a row for each workload (default), node, namespace, reason or message",
    },
    "no-headers": { text: "Draw neither times above the rows nor titles" },
    ...READER_FLAGS,
  },
  examples: [
    "kubecast timeline -A",
    "kubecast timeline -A --html incident.html",
    "kubecast timeline pod/web-0 -n shop --since 15m",
    "kubecast timeline events.json",
    "kubecast timeline must-gather/ -n shop --since 10:00 --until 11:30 --utc",
  ],
  run: timeline,
};

const REDRAW_AFTER_MS = 1000;
const HOUR_MS = 3_600_000;
/** The number of columns in a pipe. */
const PIPE_COLUMNS = 120;

async function timeline(args: Arguments): Promise<number> {
  const { places, operands: [row] } = placesOf(args, 1);
  const objects = args.words("for");
  if (row !== undefined && objects.length > 0) throw new UsageError("--for and KIND/NAME are the same");
  const [only] = objects.length === 1 && !objects[0]!.startsWith("!=") ? objects : [row];
  const object = only === undefined ? undefined : objectOrFile(only);
  const view = viewOf(args, object);
  const html = args.text("html");
  if (html !== undefined && args.has("watch")) {
    throw new UsageError("--html cannot be combined with --watch: see kubecast ui");
  }
  if (places.length > 0) return await drawFiles(args, { row, view, html });
  windowOf(args, Date.now());
  if (args.has("watch") && (!process.stdout.isTTY || process.env["TERM"] === "dumb")) {
    throw new UsageError("--watch needs a terminal");
  }
  return await (args.has("watch") ? drawLive : drawOnce)(args, { row, view, html });
}

function objectOrFile(text: string): ObjectName {
  try {
    return parseObjectName(text);
  } catch (error) {
    throw new UsageError(`${(error as Error).message}; a file of this name does not exist`);
  }
}

async function drawOnce(args: Arguments, { row, view, html }: DrawOptions): Promise<number> {
  let code = 1;
  await readUntilEnded(args, { note: printError, row, isPicture: true }, async (selected, { signal }) => {
    const { isSelected } = selected;
    const [timeline, lines] = [new Timeline({ maxEvents: MAX_EVENTS }), new EventLines(isSelected)];
    let isEmpty = true;
    for await (const event of selected.reader.list({ signal })) {
      const occurrence = toOccurrence(event);
      isEmpty &&= !isSelected(event);
      timeline.add(occurrence);
      if (html !== undefined) lines.add(occurrence);
    }
    if (isEmpty) printError(`No events in ${selected.selection}${await otherEvents(selected, signal)}`);
    const now = Date.now();
    const { to, from } = hourOf(args, timeline, now);
    if (html !== undefined) {
      const { title, selection, kubectlFlags } = selected;
      const times = { sinceMs: now, fromMs: from, toMs: to, nowMs: now };
      code = await writeReport(html, await htmlReport({ title, selection, kubectlFlags, ...times }, lines));
    } else {
      const title = `${selected.title}, ${selected.scope}, listed at ${clock(args, now)}`;
      noteOthers(timeline, isSelected, from, to);
      await printFrame(view(timeline, { from, to, now, title, isSelected }));
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
  /** The object of a row. */
  readonly row: string | undefined;
  readonly view: View;
  /** The file for a page, which is written instead of a frame. */
  readonly html: string | undefined;
}

type View = ReturnType<typeof viewOf>;
type Shown = Pick<FrameOptions, "from" | "to" | "now" | "title" | "isSelected">;

/** Returns the times to show, by default an hour, extended by the times of a clock that is ahead. */
function hourOf(args: Arguments, timeline: Timeline, now: number): { readonly from: number; readonly to: number } {
  const { untilMs, sinceMs = (untilMs ?? now) - HOUR_MS } = windowOf(args, now);
  return { from: sinceMs, to: untilMs ?? Math.max(now, latestOf(timeline.getSnapshot(), now) + 1) };
}

function viewOf(args: Arguments, object: ObjectName | undefined) {
  const { env, stdout } = process;
  const grouping = args.choice("by", GROUPINGS) ?? (object === undefined ? "workload" : "message");
  return (timeline: Timeline, { title, ...times }: Shown) => (columns: number, rows: number): string[] =>
    timelineFrame(timeline.getSnapshot(), {
      ...times,
      columns,
      rows,
      title: object === undefined ? title : `${object.kind}/${object.name}, ${title}`,
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
  // Leaves a line for the shell's prompt.
  const lines = isTTY ? draw(columns, Math.max(rows - 1, 1)) : draw(width, Infinity);
  await print(`${lines.join("\n")}\n`);
}

function drawLive(args: Arguments, { row, view }: DrawOptions): Promise<number> {
  let isDrawing = false;
  // The picture itself shows an outage.
  const note = (line: string): void => void (isDrawing || printError(line));
  return readUntilEnded(args, { note, row, isPicture: true }, async (selected, ended) => {
    const { signal } = ended;
    const timeline = new Timeline({ maxEvents: MAX_EVENTS });
    const occurrences = selected.reader.occurrences({ signal });
    const quit = (): void => ended.abort();
    isDrawing = true;
    const screen = new Screen({
      draw(columns, rows) {
        const now = Date.now();
        const isRead = occurrences.resourceVersion !== undefined;
        const { trouble, retryAt } = occurrences.stats();
        // The last frame has no next try, because the command ends.
        const outage = outageText({ trouble, retryAt: signal.aborted ? undefined : retryAt });
        const state = outage || (isRead ? "live" : "reading");
        const title = `${selected.title}, ${selected.scope}, ${clock(args, now)}: ${state}`;
        // Until the server has answered, "no events" would be a guess.
        if (!isRead && timeline.getSnapshot().events.length === 0) {
          return [fit(cellText(title), columns, isAsciiTerminal() ? "~" : "…")];
        }
        return view(timeline, { ...hourOf(args, timeline, now), now, title, isSelected: selected.isSelected })(
          columns,
          rows,
        );
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

async function drawFiles(args: Arguments, { row, view, html }: DrawOptions): Promise<number> {
  if (args.has("watch")) throw new UsageError("--from cannot be combined with --watch");
  const files = new EventFiles(args, { row, isPicture: true });
  const timeline = new Timeline({ maxEvents: MAX_EVENTS });
  const lines = html === undefined ? undefined : await files.lines();
  if (lines === undefined) { for await (const occurrences of files.read()) occurrences.forEach(timeline.add); }
  const about = files.about();
  if (html !== undefined) return await writeReport(html, await htmlReport(about, lines!)) || files.code;
  const { toMs, nowMs, fromMs = beginOf(timeline.getSnapshot(), toMs) } = about;
  const { scope, isSelected } = files.selected;
  noteOthers(timeline, isSelected, fromMs, toMs);
  // The end of the last event is exclusive.
  const shownMs = args.text("until") ? toMs : toMs - 1;
  const until = `${dateText(shownMs, false, args.has("utc")).slice(0, -6)} ${clock(args, shownMs)}`;
  const title = [files.title, scope, `until ${until}`].filter((part) => part !== "").join(", ");
  await printFrame(view(timeline, { from: fromMs, to: toMs, now: nowMs, title, isSelected }));
  return files.code;
}

/** Prints when the events occurred, if none did within the window. */
function noteOthers(
  timeline: Timeline,
  isSelected: (event: AnyEvent) => boolean,
  fromMs: number,
  toMs: number,
): void {
  const events = timeline.getSnapshot().events.filter(({ latest }) => isSelected(latest.event));
  if (events.length === 0 || events.some(({ first, last }) => last >= fromMs && first < toMs)) return;
  const [begin, end] = [Math.min(...events.map(({ first }) => first)), Math.max(...events.map(({ last }) => last))];
  const times = [begin, end].map((ms) => new Date(ms).toISOString()).join(" to ");
  printError(`No events in this time: there are ${counted(events.length, "other")}, of ${times} (see --since)`);
}

/** Formats a time with its zone, such as `10:30 UTC`. */
function clock(args: Arguments, ms: number): string {
  const zone = args.has("utc") ? { timeZone: "UTC" } : {};
  const parts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...parts, ...zone }).format(ms);
}
