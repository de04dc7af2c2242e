import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ForwardStats } from "../../read/mod.ts";
import { durationText } from "./shell.ts";

interface Metric {
  readonly name: string;
  readonly type: "counter" | "gauge";
  readonly help: string;
  readonly value: (stats: ForwardStats) => number;
}

const METRICS: readonly Metric[] = [
  counter("delivered", "Occurrences that the store has confirmed.", ({ delivered }) => delivered),
  counter("batches", "Batches that the store has confirmed.", ({ batches }) => batches),
  counter("failures", "Failed deliveries, and failed saves of the checkpoint.", ({ failures }) => failures),
  counter("refused", "Occurrences that the store refused, and that were set aside.", ({ refused }) => refused),
  counter("gaps", "Gaps: the API server no longer had the next changes.", ({ gaps }) => gaps),
  counter("terms", "Times that this process began to lead.", ({ terms }) => terms),
  gauge("pending", "Occurrences that were read, and not delivered yet.", ({ pending }) => pending),
  gauge("lag_seconds", "Age of the first pending occurrence.", ({ behindMs }) => behindMs / 1000),
  gauge("delivering_seconds", "How long the batch in delivery has waited for the store.", ({ deliveringMs }) => {
    return deliveringMs / 1000;
  }),
  gauge("leading", "Whether this process delivers; a standby does not.", ({ leading }) => Number(leading)),
];

function counter(name: string, help: string, value: Metric["value"]): Metric {
  return { name: `kubecast_forward_${name}_total`, type: "counter", help, value };
}

function gauge(name: string, help: string, value: Metric["value"]): Metric {
  return { name: `kubecast_forward_${name}`, type: "gauge", help, value };
}

/** Formats counters as Prometheus' text. */
function metricsText(stats: ForwardStats): string {
  return METRICS.map(({ name, type, help, value }) => {
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
 * Serves `/metrics`, `/healthz` and `/livez` until disposed of; on all addresses, because a kubelet and Prometheus connect
 * from other hosts.
 */
export async function serveMetrics(port: number, stats: () => ForwardStats): Promise<Disposable & { port: number }> {
  const server = createServer(({ method, url }, response) => {
    const { code, text } = answerOf(url?.split("?")[0], stats()) ?? { code: 404, text: "" };
    const isRead = method === "GET" || method === "HEAD";
    response.writeHead(code === 404 || isRead ? code : 405, { "content-type": "text/plain; version=0.0.4" });
    response.end(method === "GET" ? text : "");
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", (error) => reject(new Error(`Cannot serve metrics: ${error.message}`, { cause: error })));
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
