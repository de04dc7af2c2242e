import { createServer } from "node:http";
import type { ForwardStats } from "../../read/mod.ts";
import { durationText, started } from "./shell.ts";

/**
 * The metrics, named without their prefix; as in Prometheus' conventions, those that end with `_total` are counters.
 */
const METRICS: readonly (readonly [name: string, help: string, value: (stats: ForwardStats) => number])[] = [
  ["delivered_total", "Occurrences that the store has confirmed.", ({ delivered }) => delivered],
  ["batches_total", "Batches that the store has confirmed.", ({ batches }) => batches],
  ["failures_total", "Failed deliveries, and failed saves of the checkpoint.", ({ failures }) => failures],
  ["refused_total", "Occurrences that the store refused, and that were set aside.", ({ refused }) => refused],
  ["gaps_total", "Gaps: the API server no longer had the next changes.", ({ gaps }) => gaps],
  ["terms_total", "Times that this process began to lead.", ({ terms }) => terms],
  ["pending", "Occurrences that were read, and not delivered yet.", ({ pending }) => pending],
  ["lag_seconds", "Age of the first pending occurrence.", ({ behindMs }) => behindMs / 1000],
  [
    "delivering_seconds",
    "How long the batch in delivery has waited for the store.",
    (stats) => stats.deliveringMs / 1000,
  ],
  ["leading", "Whether this process delivers; a standby does not.", ({ leading }) => Number(leading)],
];

/** Formats the metrics as Prometheus' text. */
function metricsText(stats: ForwardStats): string {
  return METRICS.map(([suffix, help, value]) => {
    const [name, type] = [`kubecast_forward_${suffix}`, suffix.endsWith("_total") ? "counter" : "gauge"];
    return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value(stats)}\n`;
  }).join("");
}

/** How long a store may take to confirm a batch before it counts as down or hanging. */
const UNHEALTHY_MS = 30_000;

/** Returns the response to a path; `undefined` for an unknown path. */
function answerOf(
  path: string | undefined,
  stats: ForwardStats,
): { readonly code: number; readonly text: string } | undefined {
  if (path === "/metrics") return { code: 200, text: metricsText(stats) };
  const { deliveringMs } = stats;
  // Liveness ignores the store, because restarting this process cannot fix it.
  if (path === "/livez" || path === "/healthz" && deliveringMs < UNHEALTHY_MS) return { code: 200, text: "ok\n" };
  const text = `the store has not confirmed a batch for ${durationText(deliveringMs)}\n`;
  return path === "/healthz" ? { code: 503, text } : undefined;
}

/**
 * Serves `/metrics`, `/healthz` and `/livez` until disposed of; on all addresses, because a kubelet and Prometheus
 * connect from other hosts.
 */
export async function serveMetrics(port: number, stats: () => ForwardStats): Promise<Disposable & { port: number }> {
  const server = createServer(({ method, url }, response) => {
    const { code, text } = answerOf(url?.split("?")[0], stats()) ?? { code: 404, text: "" };
    const isRead = method === "GET" || method === "HEAD";
    response.writeHead(code === 404 || isRead ? code : 405, { "content-type": "text/plain; version=0.0.4" });
    response.end(method === "GET" ? text : "");
  });
  return await started(server, port).catch((cause) => {
    throw new Error(`Cannot serve metrics: ${cause.message}`, { cause });
  });
}
