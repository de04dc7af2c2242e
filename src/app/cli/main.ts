import process from "node:process";
import { reasonOf } from "../../base/tools/logger.ts";
import { checkCommand } from "./check_command.ts";
import { closest, type Command, helpOf, parseArguments, UsageError } from "./command.ts";
import { completionCommand } from "./completion_command.ts";
import { forwardCommand } from "./forward_command.ts";
import { recordCommand } from "./record_command.ts";
import { runCommand } from "./run_command.ts";
import { serveCommand } from "./serve_command.ts";
import { isBrokenPipe, print, printError } from "./shell.ts";
import { timelineCommand } from "./timeline_command.ts";
import { uiCommand } from "./ui_command.ts";
import { watchCommand } from "./watch_command.ts";

// Each command has a file of its name, with its flags and help. They share:
//
//   parseArguments, helpOf   command.ts           flags, operands, help and suggestions; completion_command.ts
//   connect                  connect.ts           kubectl's flags, and how to reach the cluster
//   findObject               find_object.ts       KIND/NAME, looked up
//   fileSelection            event_selection.ts   which events the flags select, of files or of a cluster
//   selectReader             selected_reader.ts   reads these from a cluster (merged_reader.ts, no_events.ts)
//   FROM_FLAG                event_files.ts       files in every form (documents.ts, find_events.ts, otlp_events.ts)
//   parseInstant             times.ts             --since, --until
//   Screen                   screen.ts            a terminal with keys: live_table.ts for watch (table_layout.ts)
//   timelineFrame            timeline_frame.ts    the picture as text; html_report.ts: as a page, with ../page
//   destinationOf            destination.ts       where forward delivers (checkpoint_file.ts, forward_lease.ts,
//                                                 forward_manifest.ts, forward_metrics.ts)
//   print, printError        shell.ts             stdout, stderr, signals and ports

/** The package's version. */
const VERSION = "0.1.0";

const COMMANDS: readonly Command[] = [
  recordCommand,
  watchCommand,
  timelineCommand,
  uiCommand,
  forwardCommand,
  runCommand,
  checkCommand,
  serveCommand,
  completionCommand(() => COMMANDS),
];

const HELP = `Kubernetes events from a shell.

Usage: kubecast COMMAND [ARGUMENT...]

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`).join("\n")}

Flags:
  -h, --help     Print this help, or that of a command: kubecast record --help
      --version  Print the version

Examples:
${COMMANDS.map(({ examples }) => `  ${examples[0]}`).join("\n")}
`;

/**
 * Runs the command `kubecast`, and returns its exit code: 0 for success, 1 for failure, 2 for wrong usage; for
 * `kubecast run`, that of the program.
 *
 * It prints to the process's stdout and stderr, and listens to its signals. It never rejects, and does not end the
 * process: exit with the returned code, because connections may still be open.
 *
 * @param args The arguments, without the program's own name.
 *
 * @example
 * ```ts
 * import { main } from "@kubecast/events/cli";
 * import assert from "node:assert/strict";
 *
 * assert.equal(await main(["--version"]), 0);
 * ```
 *
 * @category Command
 */
export async function main(args: readonly string[]): Promise<number> {
  // Without a listener, an error of a stream would end the process with a stack trace; print() rejects with it. An
  // error of stderr must not change the exit code.
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
  }
  const [name = "", ...rest] = args;
  try {
    if (["--version", "-v", "version"].includes(name)) return await printed(`${VERSION}\n`);
    if (name === "") {
      process.stderr.write(HELP);
      return 2;
    }
    if (["--help", "-h", "help"].includes(name)) {
      const of = COMMANDS.find((command) => command.name === rest[0]);
      return await printed(of === undefined ? HELP : helpOf(of));
    }
    const command = COMMANDS.find((command) => command.name === name);
    if (command === undefined) return refuse("kubecast", unknownCommand(name));
    const parsed = parseArguments(command, rest);
    return parsed === undefined ? await printed(helpOf(command)) : await command.run(parsed);
  } catch (error) {
    if (error instanceof UsageError) return refuse(`kubecast ${name}`, error.message);
    // The reader of a pipe, such as `| head`, has ended, which is not a failure.
    if (isBrokenPipe(error)) return 0;
    printError(reasonOf(error));
    return 1;
  }
}

function ignore(): void {}

async function printed(text: string): Promise<number> {
  await print(text);
  return 0;
}

function unknownCommand(name: string): string {
  if (name.startsWith("-")) return `Flags come after the command: kubecast record … ${name}`;
  const suggestion = closest(name, COMMANDS.map((command) => command.name));
  return `Unknown command ${JSON.stringify(name)}${suggestion === undefined ? "" : ` (is it ${suggestion}?)`}`;
}

function refuse(program: string, message: string): number {
  printError(`${message}\n${program} --help shows how to use it`);
  return 2;
}
