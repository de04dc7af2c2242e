import { MAX_TIMER_MS } from "../../base/tools/time.ts";
import { counted } from "../../base/tools/text.ts";
import { hostname } from "node:os";
import { forward, type Forwarding, type ForwardStats, leaseCheckpoint } from "../../read/mod.ts";
import { CheckpointFile } from "./checkpoint_file.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { deadLettersIn, destinationOf } from "./destination.ts";
import { READER_FLAGS, windowOf } from "./event_selection.ts";
import { parseLease } from "./forward_lease.ts";
import { forwardManifest } from "./forward_manifest.ts";
import { serveMetrics } from "./forward_metrics.ts";
import { type SelectedReader, selectReader } from "./selected_reader.ts";
import { durationText, onSignals, print, printError } from "./shell.ts";

/** The default of `--timeout`, well within the 30 s that a kubelet grants a pod. */
const STOP_MS = 10_000;
/** The default of `--progress`: often enough to show that it works, rarely enough for a log. */
const PROGRESS_MS = 60_000;

/** `kubecast forward`: delivers events to a store. */
export const forwardCommand: Command = {
  name: "forward",
  operands: "",
  summary: "Forward events to a permanent store, across restarts and outages.",
  details:
    `Delivers each occurrence once to a store that deduplicates by key, and at least once to any other, because the
checkpoint is written after the store has confirmed the occurrences before it. Waits while the store or the API server
is down. At the first start, delivers existing events in the order of time; more than 10,000 in several sorted parts.

  --to stdout         A line of JSON per occurrence, with its key; a crash may leave an incomplete line
  --to otlp=URL       Log records for an OpenTelemetry Collector, by OTLP/HTTP, such as otlp=http://localhost:4318
  --to URL            POST requests with the same lines as application/x-ndjson; a 2xx response confirms them. If the
                      store refuses lines with 413 or another 4xx, they are sent in smaller requests, down to the single
                      event at fault. --dead-letter keeps that event; without it, the event is sent again and again,
                      and all later events wait. After any other response, such as 401, 404 or 429, the request is
                      sent again, after its Retry-After, a minute at most

A line states that the occurrences count - delta + 1 to count of the event uid have happened. A store that keeps the
highest count of each uid, or merges these ranges, is correct even if lines are repeated, late or estimated. A key
identifies one state of one event, so a store may ignore or overwrite a key that it already has. "estimated" marks a
delta that may be too high.

With --lease, any number of replicas forward the same events. One delivers; another takes over about 15 seconds after it
dies, or 2 after it is stopped. Each replica sends about one request every two seconds. kubecast check --lease prints
which one leads, and --manifest prints a deployment of two replicas with their role.

Exit code: 0 when ended by a signal, 1 if the server refuses, if the checkpoint is damaged, belongs to other events or
cannot be saved at the end, or if a delivery is still pending at the end, 2 for wrong usage.`,
  flags: {
    to: { value: "PLACE", multiple: true, text: "Where to deliver: stdout, otlp=URL or URL" },
    checkpoint: {
      value: "FILE",
      text: "Keep the position of one process, for one selection of events (default: none)",
    },
    lease: {
      value: "NAMESPACE/NAME",
      text: "Keep the position in a Lease instead, which also elects one of several processes",
    },
    "dead-letter": {
      value: "FILE",
      text: "Keep the events that the store refuses, as lines of JSON (default: none)",
    },
    since: {
      value: "TIME",
      text: "Where the first start begins: now, a duration such as 15m, or a time (default: all events)",
    },
    "metrics-port": {
      value: "PORT",
      text: "Serve /metrics for Prometheus, /healthz (of the store) and /livez (default: none)",
    },
    manifest: { text: "Print YAML for kubectl apply that runs this command with --lease in two replicas, and exit" },
    image: { value: "IMAGE", text: "The image for --manifest, with deno (default: denoland/deno)" },
    header: { value: "NAME=VALUE", multiple: true, text: "A header of requests to the URL; repeatable" },
    progress: { value: "DURATION", text: "How often to print a line of progress to stderr (default: 1m)" },
    timeout: { value: "DURATION", text: "How long to keep delivering after a signal (default: 10s)" },
    ...READER_FLAGS,
  },
  examples: [
    "kubecast forward -A --to otlp=http://localhost:4318 --checkpoint /var/lib/kubecast/checkpoint",
    'kubecast forward -n shop --types Warning --to https://example.com/events --header authorization="Bearer $TOKEN"',
    "kubecast forward -A --to stdout --checkpoint checkpoint >> events.ndjson",
    "kubecast forward -A --to otlp=http://collector:4318 --lease monitoring/events --manifest | kubectl apply -f -",
  ],
  run,
};

async function run(args: Arguments): Promise<number> {
  if (args.operands.length > 0) throw new UsageError(`Unknown argument ${args.operands[0]} (--to names a place)`);
  const stopMs = args.timeoutMs(STOP_MS);
  const progressMs = Math.min(args.durationMs("progress") ?? PROGRESS_MS, MAX_TIMER_MS);
  const ended = new AbortController();
  const deadline = new AbortController();
  const [place, ...others] = args.list("to");
  if (others.length > 0) {
    throw new UsageError("--to must be given once: each place needs a separate kubecast forward");
  }
  const deliver = destinationOf(place, args.pairs("header"), () => {
    deadline.abort();
    ended.abort();
  });
  const [file, lease] = [args.text("checkpoint"), args.text("lease")];
  if (file === "") throw new UsageError("--checkpoint must be a file");
  if (file !== undefined && lease !== undefined) {
    throw new UsageError("--lease replaces --checkpoint: pass one of them");
  }
  const deadLetters = args.text("dead-letter");
  if (deadLetters === "") throw new UsageError("--dead-letter must be a file");
  const nowMs = Date.now();
  const { sinceMs = args.text("since") === "now" ? nowMs : undefined } = windowOf(args, nowMs, { words: ["now"] });
  const metricsPort = args.port("metrics-port");
  // A checkpoint has one position, which belongs to one stream.
  if (!args.has("all-namespaces") && args.words("namespace").length > 1) {
    throw new UsageError("forward takes one namespace, or --all-namespaces: run it once for each namespace");
  }
  if (args.has("manifest")) {
    if (file !== undefined) throw new UsageError("--manifest runs replicas, which need --lease, not --checkpoint");
    await print(forwardManifest(args));
    return 0;
  }
  const leaseName = lease === undefined ? undefined : parseLease(lease);

  // A second signal ends the command at once.
  const signals = onSignals(() => ended.signal.aborted ? deadline.abort() : ended.abort());
  let selected: SelectedReader | undefined;
  let metrics: (Disposable & { port: number }) | undefined;
  try {
    const onRefused = deadLetters === undefined ? undefined : await deadLettersIn(deadLetters);
    const saved = file === undefined ? undefined : new CheckpointFile(file);
    await saved?.open();
    selected = await selectReader(args, { signal: ended.signal, note: printError });
    const { selection, connection } = selected;
    saved?.keepFor(selection);
    const checkpoint = leaseName === undefined
      ? saved
      : leaseCheckpoint({ ...connection, ...leaseName, identity: hostname(), selection });
    metrics = metricsPort === undefined ? undefined : await serveMetrics(metricsPort, () => forwarding.stats());
    if (metricsPort === 0) printError(`metrics at http://localhost:${metrics!.port}/metrics`);
    const forwarding: Forwarding = forward(selected.reader, {
      deliver,
      onRefused,
      checkpoint,
      notBefore: sinceMs === undefined ? undefined : new Date(sinceMs),
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
    return forwarding.stats().pending === 0 && saved?.isSaved !== false ? 0 : 1;
  } catch (error) {
    if (!ended.signal.aborted) throw error;
    return 0;
  } finally {
    signals[Symbol.dispose]();
    metrics?.[Symbol.dispose]();
    await selected?.[Symbol.asyncDispose]();
  }
}

/** Prints a line of progress at intervals, if anything has changed, and one at the end. */
function startProgress(stats: () => ForwardStats, intervalMs: number): { end(): void } {
  let last = "";
  const show = (): void => {
    const { delivered, failures, refused, gaps, pending, behindMs, position = "none", leading } = stats();
    const behind = pending === 0 ? "" : `, ${durationText(behindMs)} behind`;
    const aside = refused === 0 ? "" : `, ${refused} refused`;
    const line = `${leading ? "" : "standby, "}forwarded ${delivered}, ${pending} pending${behind}, ` +
      `${counted(failures, "failure")}${aside}, ${counted(gaps, "gap")}, checkpoint ${position}`;
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
