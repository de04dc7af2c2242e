import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { basename } from "node:path";
import process from "node:process";
import { reasonOf } from "../../base/tools/logger.ts";
import type { V1ObjectReference } from "../../base/event/kubernetes_object.ts";
import { onNamelessSignal } from "../../connect/kubeconfig/nameless_signal.ts";
import { EventBroadcaster } from "../../record/event_broadcaster/event_broadcaster.ts";
import type { CoreV1EventFields } from "../../record/recorder/event_fields.ts";
import { FetchEventSink } from "../../record/sink/fetch_event_sink.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { type ClusterConnection, connect, CONNECTION_FLAGS, untilServed } from "./connect.ts";
import { findObject, type ObjectName, parseObjectName } from "./find_object.ts";
import { CHECK_HINT, isOfConnection, lossText } from "./record_command.ts";
import { durationText, onSignals, printError } from "./shell.ts";

/** `kubecast run`: runs a program, and records events about its start and end. */
export const runCommand: Command = {
  name: "run",
  operands: "KIND/NAME -- PROGRAM [ARGUMENT...]",
  summary: "Run a program, and record events about an object: Started, and Completed or Failed.",
  details:
    `The events name the program, its exit code and its duration, but not its arguments. Signals are passed on to the
program. The program neither waits for the events nor fails because of them; they are kept while the server is
unreachable. On a terminal, events that are not written yet are reported once the program has ended.

Exit code: the program's own; 128 plus the signal's number if a signal ended it; 126 or 127 if it could not be started;
2 for wrong usage.`,
  flags: {
    component: { value: "NAME", text: "The reporting component (default: kubecast)" },
    timeout: { value: "DURATION", text: "How long to keep trying after the program has ended (default: 10s)" },
    ...CONNECTION_FLAGS,
  },
  examples: ["kubecast run job/backup -n shop -- ./backup.sh --full"],
  run,
};

async function run(args: Arguments): Promise<number> {
  const [object, program, ...programArgs] = args.operands;
  const name = parseObjectName(object);
  if (!program) throw new UsageError("A PROGRAM must be given, after --");
  const timeoutMs = args.timeoutMs(10_000);
  const reporter = startReporting(args, name, timeoutMs);
  const title = basename(program) || program;
  const startedAt = Date.now();
  const onStart = (): void => {
    reporter.report({ type: "Normal", reason: "Started", message: `Started ${title}`, timestamp: startedAt });
  };
  const { code, end } = await runProgram([program, ...programArgs], { title, onStart });
  const took = durationText(Date.now() - startedAt);
  reporter.report(
    code === 0
      ? { type: "Normal", reason: "Completed", message: `${title} completed after ${took}` }
      : { type: "Warning", reason: "Failed", message: end(took) },
  );
  await reporter.finish();
  return code;
}

/** The signals that a terminal also sends to the program itself. */
const OF_TERMINAL: readonly NodeJS.Signals[] = ["SIGINT", "SIGQUIT", "SIGWINCH", "SIGCONT"];
/** The signals to forward: those that may matter to a program, and that every runtime can listen to. */
const FORWARDED: readonly NodeJS.Signals[] = [...OF_TERMINAL, "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"];

/** Reasons why a program cannot be started, by the error's code. */
const NOT_STARTED: Readonly<Record<string, string>> = { ENOENT: "it was not found", EACCES: "it is not executable" };

/** Runs a program, and forwards signals to it. */
async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { title, onStart }: { readonly title: string; readonly onStart: () => void },
): Promise<{ readonly code: number; readonly end: (took: string) => string }> {
  let child: ChildProcess | undefined;
  // Registered before the program starts, because a signal in between would end this process, but not the program.
  const signals = onSignals((signal) => {
    // A second Ctrl-C would make many programs abort their cleanup.
    if (child?.pid === undefined || (process.stdin.isTTY && OF_TERMINAL.includes(signal))) return;
    try {
      // After child.kill(), Deno reports the signal as the program's end, even if the program handles it.
      process.kill(child.pid, signal);
    } catch {
      // The program has just ended.
    }
  }, FORWARDED);
  let nameless: Disposable | undefined;
  try {
    return await new Promise((resolve) => {
      const fail = (error: unknown): void => {
        const { code } = error as { code?: unknown };
        const why = NOT_STARTED[String(code)] ?? reasonOf(error);
        printError(`cannot start ${program}: ${why}`);
        resolve({ code: code === "ENOENT" ? 127 : 126, end: () => `${title} could not be started: ${why}` });
      };
      try {
        child = spawn(program, args, { stdio: "inherit" });
      } catch (error) {
        // Node and Bun throw some errors, such as ENOTDIR.
        return fail(error);
      }
      nameless = onNamelessSignal(child, (signal) => {
        resolve({ code: 128 + signal, end: (took) => `${title} was terminated by signal ${signal} after ${took}` });
      });
      child.on("spawn", onStart);
      child.on("error", fail);
      child.on("close", (code, signal) => {
        const how = signal === null ? `failed with exit code ${code}` : `was terminated by ${signal}`;
        const ownCode = signal === null ? code ?? 1 : 128 + constants.signals[signal];
        resolve({ code: ownCode, end: (took) => `${title} ${how} after ${took}` });
      });
    });
  } finally {
    signals[Symbol.dispose]();
    nameless?.[Symbol.dispose]();
  }
}

/**
 * Records events about an object, which it looks up in the background. Never throws or rejects.
 *
 * @param timeoutMs How long to try once the program has ended.
 */
function startReporting(args: Arguments, name: ObjectName, timeoutMs: number) {
  /** The lines for stderr, held back while the program may use the whole terminal. */
  let kept: string[] | undefined = process.stderr.isTTY ? [] : undefined;
  const said = new Set<string>();
  /** Prints a line once, because both events may fail for the same reason. */
  const say = (line: string): void => {
    if (said.has(line)) return;
    said.add(line);
    if (kept === undefined) printError(line);
    else kept.push(line);
  };
  /** Whether the reason for a lost event was printed. */
  let isTold = false;
  const broadcaster = new EventBroadcaster({
    onOutcome(outcome) {
      // An event without an answer waited for the one before, or finish() reports it.
      if (!("message" in outcome) || outcome.type === "abandoned" && outcome.error === undefined) return;
      isTold = true;
      say(lossText(outcome, timeoutMs));
      if ("error" in outcome && isOfConnection(outcome.error)) say(CHECK_HINT);
    },
  });
  const recorder = broadcaster.newRecorder({ component: args.text("component") || "kubecast" });
  const abort = new AbortController();
  const { signal } = abort;
  let cluster: ClusterConnection | undefined;
  /** The reason of the latest failed lookup. */
  let failure: string | undefined;
  const onFailure = (reason: string): void => {
    if (failure === undefined) say(`${reason}; trying again until ${durationText(timeoutMs)} after the program ends`);
    failure = reason;
  };
  const prepare = async (): Promise<V1ObjectReference> => {
    const connected = cluster = await connect(args, signal);
    const { reference, warning } = await untilServed(() => findObject(connected, name, signal), { signal, onFailure });
    if (warning !== undefined) say(warning);
    broadcaster.startRecordingToSink(new FetchEventSink(connected.options));
    return reference;
  };
  const prepared = prepare().catch((error) => {
    const reason = signal.aborted ? failure : reasonOf(error);
    isTold = reason !== undefined;
    if (isTold) say(`no events are recorded: ${reason}`);
    return undefined;
  });
  return {
    report(fields: CoreV1EventFields): void {
      const timestamp = fields.timestamp ?? Date.now();
      prepared.then((reference) => {
        if (reference !== undefined) recorder.record(reference, { ...fields, timestamp });
      });
    },
    /** Flushes, until the timeout or a signal. */
    async finish(): Promise<void> {
      const signals = onSignals(() => abort.abort());
      const timer = setTimeout(() => abort.abort(), timeoutMs);
      for (const line of kept ?? []) printError(line);
      kept = undefined;
      await prepared;
      await broadcaster.shutdown({ signal });
      await cluster?.[Symbol.asyncDispose]();
      if (signal.aborted && !isTold) printError(`not all events were written within ${durationText(timeoutMs)}`);
      clearTimeout(timer);
      signals[Symbol.dispose]();
    },
  };
}
