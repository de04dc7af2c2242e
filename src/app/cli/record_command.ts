import { EventBroadcaster } from "../../record/event_broadcaster/event_broadcaster.ts";
import { showValue } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { API_VERSIONS, type ApiVersion } from "../../base/event/event.ts";
import { ConnectionError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { isLabelValue, isQualifiedName } from "../../base/event/names.ts";
import { collapsed } from "../../base/tools/text.ts";
import { isProse } from "../../record/recorder/placed_fields.ts";
import type { Outcome } from "../../record/recording/recording.ts";
import { FetchEventSink } from "../../record/sink/fetch_event_sink.ts";
import { type Arguments, type Command, type Flag, UsageError } from "./command.ts";
import { type ClusterConnection, connect, CONNECTION_FLAGS, untilServed } from "./connect.ts";
import { findObject, parseObjectName } from "./find_object.ts";
import { durationText, print, printError } from "./shell.ts";

const TYPES = ["Normal", "Warning"] as const;
const CLUSTER_NAMESPACES = ["default", "kube-system"] as const;

export const API_VERSION_FLAG: Flag = {
  value: "VERSION",
  choices: API_VERSIONS,
  text: "The API to record in: v1 or events.k8s.io/v1 (default: v1)",
};
export const CLUSTER_NAMESPACE_FLAG: Flag = {
  value: "NAME",
  choices: CLUSTER_NAMESPACES,
  text: "Where events about cluster-scoped objects go: default or kube-system (default: default)",
};

/** `kubecast record`: records one event. */
export const recordCommand: Command = {
  name: "record",
  operands: "KIND/NAME REASON MESSAGE",
  summary: "Record an event about an object.",
  details:
    `KIND is a kind, resource or short name as in kubectl: pod, pods, po, deployments.apps. The object is looked up,
because kubectl describe finds events by uid. Without that permission, the event is recorded without a uid. Events about
cluster-scoped objects, such as nodes, are written to the namespace default, or to that of --cluster-namespace.
A MESSAGE may have up to 32 KiB, a REASON up to 128 bytes; longer ones keep their beginning and end.

Exit code: 0 if the event was written, 1 if not, 2 for wrong usage.`,
  flags: {
    type: { value: "TYPE", choices: TYPES, text: "Normal or Warning (default: Normal)" },
    component: { value: "NAME", text: "The reporting component (default: kubecast)" },
    action: { value: "NAME", text: "The action that was taken or failed; needed for events.k8s.io/v1" },
    "api-version": API_VERSION_FLAG,
    "cluster-namespace": CLUSTER_NAMESPACE_FLAG,
    annotation: { value: "KEY=VALUE", multiple: true, text: "An annotation of the event; may be repeated" },
    label: { value: "KEY=VALUE", multiple: true, text: "A label of the event; may be repeated" },
    quiet: { short: "q", text: "Do not print the name of the event" },
    stable: { text: "Raise the count of the same event from earlier calls instead of adding another" },
    timeout: { value: "DURATION", text: "How long to try (default: 30s)" },
    ...CONNECTION_FLAGS,
  },
  examples: [
    `kubecast record pod/web BackOff "Back-off restarting failed container" --type Warning -n shop`,
    `kubecast record deployment/web Released "Version 1.4.2 by $GITHUB_ACTOR" --component ci`,
  ],
  run: record,
};

/** The value of `--cluster-namespace`; throws a `UsageError` if the API does not support it. */
export function clusterNamespaceOf(args: Arguments, apiVersion: ApiVersion): "default" | "kube-system" | undefined {
  const namespace = args.choice("cluster-namespace", CLUSTER_NAMESPACES);
  if (apiVersion !== "v1" || namespace !== "kube-system") return namespace;
  throw new UsageError(
    "--cluster-namespace kube-system needs --api-version events.k8s.io/v1: in core/v1 the server accepts it only for " +
      "events with an eventTime, which kubectl describe sorts wrongly",
  );
}

async function record(args: Arguments): Promise<number> {
  const [object, reason, message, ...more] = args.operands;
  const name = parseObjectName(object);
  if (!reason?.trim()) throw new UsageError("A REASON such as BackOff must be given");
  if (!message?.trim()) {
    throw new UsageError(message === undefined ? "A MESSAGE must be given" : "The MESSAGE must not be empty");
  }
  if (more.length > 0) {
    throw new UsageError(`Too many arguments: put quotes around the message, "${message} ${more[0]} …"`);
  }
  const type = args.choice("type", TYPES) ?? "Normal";
  const action = args.text("action");
  const isLabel = (key: string, value: string): boolean => isQualifiedName(key) && isLabelValue(value);
  const labels = args.pairs("label", "a label such as team=shop", isLabel);
  const isAnnotation = (key: string): boolean => isQualifiedName(key.toLowerCase());
  const annotations = args.pairs("annotation", "an annotation such as example.com/run=42", isAnnotation);
  const apiVersion: ApiVersion = args.choice("api-version", API_VERSIONS) ?? "v1";
  const clusterNamespace = clusterNamespaceOf(args, apiVersion);
  if (apiVersion !== "v1" && !action?.trim()) throw new UsageError(`An --action must be given for ${apiVersion}`);
  const fields = { type, reason, message, note: message, action: action!, annotations, labels }; // of either API
  const component = args.text("component") || "kubecast";
  const timeoutMs = args.timeoutMs(30_000);
  const deadline = AbortSignal.timeout(timeoutMs);

  const failures: string[] = [];
  let isForCheck = false;
  const fail = (message: string, error: unknown): void => {
    failures.push(message);
    isForCheck ||= isOfConnection(error);
  };
  let recorded = "";
  const broadcaster = new EventBroadcaster<ApiVersion>({
    apiVersion,
    naming: args.has("stable") ? "stable" : "unique",
    onOutcome(outcome) {
      if (outcome.type === "recorded") recorded = outcome.event.metadata.name ?? "";
      if (!("message" in outcome)) return;
      fail(lossText(outcome, timeoutMs), "error" in outcome ? outcome.error : undefined);
    },
  });
  let cluster: ClusterConnection | undefined;
  let failure: string | undefined;
  const onFailure = (reason: string): void => {
    if (failure === undefined) printError(`${reason}; trying for ${durationText(timeoutMs)}`);
    failure = reason;
    isForCheck = true;
  };
  try {
    const connected = cluster = await connect(args, deadline);
    const find = (): ReturnType<typeof findObject> => findObject(connected, name, deadline);
    const { reference, warning } = await untilServed(find, { signal: deadline, onFailure });
    if (warning !== undefined) printError(warning);
    broadcaster.startRecordingToSink(new FetchEventSink({ ...cluster.options, apiVersion }));
    const reporter = { component, reportingController: component };
    broadcaster.newRecorder(reporter, { clusterNamespace }).record(reference, fields);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    fail(deadline.aborted ? lateText(failure, timeoutMs) : reasonOf(error), error);
  } finally {
    await broadcaster.shutdown({ signal: deadline });
    await cluster?.[Symbol.asyncDispose]();
  }
  const truncated = Object.keys(broadcaster.stats().altered);
  if (truncated.length > 0) printError(`Truncated to the limits of an event: ${truncated.join(", ")}`);
  if (isProse(reason)) {
    printError(`The REASON is probably the MESSAGE, received ${showValue(reason)}: give ${recordCommand.operands}`);
  }
  for (const failure of failures) printError(failure);
  if (isForCheck) printError(CHECK_HINT);
  if (failures.length > 0) return 1;
  if (!args.has("quiet")) {
    // Succeeds even if this fails, because the event is stored, and a script that retries would create a second one.
    await print(`event/${collapsed(recorded)} recorded\n`).catch((error) => printError(reasonOf(error)));
  }
  return 0;
}

export const CHECK_HINT = "kubecast check, with the same flags, prints the fix";

/** Returns why an event was lost, the cause first, in the words of a shell. */
export function lossText(outcome: Outcome<unknown> & { readonly message: string }, timeoutMs: number): string {
  if (outcome.type !== "abandoned" || outcome.because !== "deadline") return outcome.message;
  return lateText(outcome.error === undefined ? undefined : reasonOf(outcome.error), timeoutMs);
}

function lateText(cause: string | undefined, timeoutMs: number): string {
  const within = `within ${durationText(timeoutMs)}`;
  return cause === undefined ? `no response ${within}` : `${cause}; not written ${within}`;
}

/** Whether an error is about the server, the credentials or the role, which `kubecast check` explains. */
export function isOfConnection(error: unknown): boolean {
  if (error instanceof StatusError) return error.isUnauthorized || error.isForbidden || error.isRetryable;
  return error instanceof ConnectionError;
}
