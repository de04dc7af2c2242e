import { MAX_TIMER_MS } from "../api/time.ts";
import { forward, type ForwardStats } from "../reader/mod.ts";
import { CheckpointFile } from "./checkpoint_file.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { CONNECTION_FLAGS } from "./connect.ts";
import { destinationOf } from "./destination.ts";
import { type SelectedReader, SELECTION_FLAGS, selectReader } from "./event_selection.ts";
import { durationText, onSignals, printError } from "./shell.ts";

/** How long a batch may take to be delivered after a signal: within the 30 s that a kubelet grants a pod. */
const STOP_MS = 10_000;
/** Often enough to see that it works, rarely enough for a log. */
const PROGRESS_MS = 60_000;

/** `kubecast forward`: delivers events to a store. */
export const forwardCommand: Command = {
  name: "forward",
  operands: "",
  summary: "Forward events to a store that lasts, across restarts and outages.",
  details:
    `Delivers each occurrence once to a store that knows keys, and at least once to any other: the checkpoint is written
after the store has confirmed the occurrences before it. Waits for as long as the store or the API server is down.
The events that exist at the first start come in the server's order, by name, not by time.

  --to stdout         A line of JSON per occurrence, with its key; a crash may leave a part of a line, on its own
  --to otlp=URL       Log records for an OpenTelemetry Collector, by OTLP/HTTP, such as otlp=http://localhost:4318
  --to URL            POST requests with such lines as application/x-ndjson; a 2xx response confirms them, at 413 they
                      are sent in smaller requests, and any other response is tried again, as late as its Retry-After
                      asks, a minute at most

Exit code: 0 when ended by a signal, 1 if the server refuses, the checkpoint is damaged or of other events, or a
delivery is pending at the end, 2 for wrong usage.`,
  flags: {
    to: { value: "PLACE", text: "Where to deliver: stdout, otlp=URL or URL" },
    checkpoint: {
      value: "FILE",
      text:
        "Keeps how far one process has come with one selection of events (default: none, so that every start begins with all events of the server)",
    },
    header: { value: "NAME=VALUE", multiple: true, text: "A header of requests to the URL; repeatable" },
    progress: { value: "DURATION", text: "How often to print a line of progress to stderr (default: 1m)" },
    timeout: { value: "DURATION", text: "How long to deliver after a signal (default: 10s)" },
    ...SELECTION_FLAGS,
    ...CONNECTION_FLAGS,
  },
  examples: [
    "kubecast forward -A --to otlp=http://localhost:4318 --checkpoint /var/lib/kubecast/checkpoint",
    'kubecast forward -n shop --types Warning --to https://example.com/events --header authorization="Bearer $TOKEN"',
    "kubecast forward -A --to stdout --checkpoint checkpoint >> events.ndjson",
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  if (args.operands.length > 0) throw new UsageError(`Unknown argument ${args.operands[0]} (--to names a place)`);
  const stopMs = args.timeoutMs(STOP_MS);
  const progressMs = Math.min(args.durationMs("progress") ?? PROGRESS_MS, MAX_TIMER_MS);
  const ended = new AbortController();
  const deadline = new AbortController();
  let broken: unknown;
  const deliver = destinationOf(args.text("to"), {
    headers: args.pairs("header"),
    onEnd: (error) => {
      broken = error;
      deadline.abort();
      ended.abort();
    },
  });
  const file = args.text("checkpoint");
  if (file === "") throw new UsageError("--checkpoint must be a file");

  // A second signal ends it at once.
  const signals = onSignals(() => ended.signal.aborted ? deadline.abort() : ended.abort());
  let selected: SelectedReader | undefined;
  try {
    const checkpoint = file === undefined ? undefined : new CheckpointFile(file);
    const since = await checkpoint?.load();
    selected = await selectReader(args, { signal: ended.signal, note: printError });
    checkpoint?.keepFor(selected.selection);
    const forwarding = forward(selected.reader, {
      deliver,
      checkpoint: checkpoint && { load: () => since, save: (version) => checkpoint.save(version) },
      logger: { warn: printError, error: () => {} },
    });
    const progress = startProgress(() => forwarding.stats(), progressMs);
    const onEnd = (): void => {
      const limit = setTimeout(() => deadline.abort(), stopMs);
      void forwarding.stop({ signal: deadline.signal }).finally(() => clearTimeout(limit));
    };
    ended.signal.addEventListener("abort", onEnd);
    if (ended.signal.aborted) onEnd();
    try {
      await forwarding.finished;
    } finally {
      progress.end();
    }
    if (broken !== undefined) throw broken;
    return forwarding.stats().pending === 0 ? 0 : 1;
  } catch (error) {
    if (!ended.signal.aborted || broken !== undefined) throw error;
    return 0;
  } finally {
    signals[Symbol.dispose]();
    await selected?.[Symbol.asyncDispose]();
  }
}

/** Prints a line about the progress from time to time, if there has been any, and one at the end. */
function startProgress(stats: () => ForwardStats, intervalMs: number): { end(): void } {
  let last = "";
  const show = (): void => {
    const { delivered, failures, gaps, pending, behindMs, resourceVersion = "none" } = stats();
    const behind = pending === 0 ? "" : `, ${durationText(behindMs)} behind`;
    const line =
      `forwarded ${delivered}, ${pending} pending${behind}, ${failures} failures, ${gaps} gaps, checkpoint ${resourceVersion}`;
    if (line !== last) printError(line);
    last = line;
  };
  const timer = setInterval(show, intervalMs);
  return {
    end: () => {
      clearInterval(timer);
      show();
    },
  };
}
