import { stdout } from "node:process";
import { API_VERSIONS, type ApiVersion } from "../../base/event/event.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { collapsed, jsonText, yamlText } from "../../base/tools/text.ts";
import type { AccessReport } from "../../connect/connection/access_report.ts";
import { FetchEventSink } from "../../record/sink/fetch_event_sink.ts";
import { type Arguments, type Command, UsageError } from "./command.ts";
import { connect, CONNECTION_FLAGS } from "./connect.ts";
import { type LeaseReport, leaseText, parseLease, readLease } from "./forward_lease.ts";
import { API_VERSION_FLAG, CLUSTER_NAMESPACE_FLAG, clusterNamespaceOf } from "./record_command.ts";
import { durationText, print, wrapped } from "./shell.ts";

const OUTPUTS = ["text", "json"] as const;

/** `kubecast check`: checks whether events can be written, and if not, explains why. */
export const checkCommand: Command = {
  name: "check",
  operands: "",
  summary: "Check whether events can be written to a namespace, and if not, print the fix.",
  details:
    `Asks the server for its version, its clock and your permissions, and whether the namespace accepts events. Writes
nothing, because the event that it tries is a dry run. With --cluster-namespace, checks that namespace instead. With
--lease, also prints which replica of kubecast forward leads, when it last renewed the Lease, and how far it has read.

Exit code: 0 if events can be written (even with a problem that does not prevent it, such as a wrong clock), 1 if not,
or if no replica leads, 2 for wrong usage.`,
  flags: {
    "api-version": API_VERSION_FLAG,
    "cluster-namespace": CLUSTER_NAMESPACE_FLAG,
    lease: { value: "NAMESPACE/NAME", text: "The Lease of replicas of kubecast forward, to print who leads" },
    output: {
      short: "o",
      value: "FORMAT",
      choices: OUTPUTS,
      text: "text, or json: the report as one object (default: text)",
    },
    timeout: { value: "DURATION", text: "How long to wait for the server (default: 10s)" },
    ...CONNECTION_FLAGS,
  },
  examples: [
    "kubecast check -n shop",
    "kubecast check -n shop --as system:serviceaccount:shop:controller",
    "kubecast check --lease monitoring/events",
  ],
  run: check,
};

async function check(args: Arguments): Promise<number> {
  if (args.operands.length > 0) throw new UsageError(`Unknown argument ${args.operands[0]} (-n names a namespace)`);
  const output = args.choice("output", OUTPUTS);
  const apiVersion: ApiVersion = args.choice("api-version", API_VERSIONS) ?? "v1";
  // Checks the namespace of events about cluster-scoped objects instead of that of other events.
  const clusterNamespace = clusterNamespaceOf(args, apiVersion);
  const lease = args.text("lease") ? parseLease(args.text("lease")!) : undefined;
  const timeoutMs = args.timeoutMs(10_000);
  const signal = AbortSignal.timeout(timeoutMs);
  const cluster = await connect(args, signal, { mustExist: false }).catch(async (error) => {
    const fault = signal.aborted ? new Error(`no response within ${durationText(timeoutMs)}`) : error;
    if (output !== "json" || error instanceof UsageError) throw fault;
    const fix = "Correct the kubeconfig, or pass another one";
    const problem = { type: "unreachable", message: reasonOf(fault), fix };
    await print(`${jsonText({ ok: false, problems: [problem] }, 2)}\n`);
  });
  if (cluster === undefined) return 1;
  try {
    const sink = new FetchEventSink({ ...cluster.options, apiVersion });
    const [report, forwarder] = await Promise.all([
      sink.check({ namespace: clusterNamespace ?? cluster.namespace, signal }),
      lease && readLease(cluster.options, lease, signal),
    ]);
    await print(output === "json" ? `${jsonText({ ...report, forwarder }, 2)}\n` : reportText(report, forwarder));
    return report.ok && forwarder?.isHeld !== false ? 0 : 1;
  } finally {
    await cluster[Symbol.asyncDispose]();
  }
}

function reportText(report: AccessReport, forwarder: LeaseReport | undefined): string {
  const { ok, server, version = "version unknown", user, namespace, permitted, clockSkewMs } = report;
  const row = (title: string, text: string): string => `${title.padEnd(18)}${collapsed(text)}`;
  const known = permitted.v1.create !== undefined || ok;
  const lines = [
    row("Server", `${server}, ${version}`),
    row("Namespace", namespace),
    ...user === undefined ? [] : [row("User", user)],
    ...known ? API_VERSIONS.map((api) => row(api, verbsText(permitted[api]))) : [],
    ...clockSkewMs === undefined ? [] : [row("Clock", clockText(clockSkewMs))],
    ...forwarder === undefined ? [] : [row("Forwarder", leaseText(forwarder))],
  ];
  const manifests = report.problems.flatMap(({ manifests = [] }) => manifests);
  if (manifests.length > 0) lines.push("", "The missing role, for kubectl apply -f -:");
  for (const manifest of manifests) lines.push("---", yamlText(manifest).trimEnd());
  // The result comes last, because a small screen shows the end.
  lines.push("", ok ? `Events can be written to ${report.apiVersion}.` : "Events cannot be written:");
  for (const { message, fix } of report.problems) {
    // A fix is not wrapped, because it is often a command to copy.
    lines.push("", wrapped(`Problem: ${collapsed(message)}`, stdout), `Fix: ${collapsed(fix)}`);
  }
  return `${lines.join("\n")}\n`;
}

function clockText(skewMs: number): string {
  if (skewMs === 0) return "in sync";
  return `${durationText(Math.abs(skewMs))} ${skewMs > 0 ? "behind the server's" : "ahead of the server's"}`;
}

function verbsText({ create, patch, list, watch }: AccessReport["permitted"]["v1"]): string {
  const word = (permitted?: boolean): string => permitted === undefined ? "unknown" : permitted ? "yes" : "no";
  return `create ${word(create)}, patch ${word(patch)}; to read: list ${word(list)}, watch ${word(watch)}`;
}
