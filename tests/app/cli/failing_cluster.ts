import type { CoreV1Event } from "../../../mod.ts";
import { type Occurrence, toOccurrence } from "../../../src/read/mod.ts";
import { seeded } from "../../random.ts";

const MINUTE_MS = 60_000;

/** The end of the hour. */
export const NOW: number = Date.UTC(2026, 0, 1, 10, 30);

interface Trouble {
  readonly type?: "Normal" | "Warning";
  readonly kind?: string;
  readonly namespace?: string;
  readonly names: readonly string[];
  readonly reason: string;
  readonly message: string;
  /** In minutes before the end. */
  readonly from: number;
  readonly to: number;
  readonly everyMs: number;
}

const SAFE = "bcdfghjklmnpqrstvwxz2456789";
const hash = (i: number): string => [7, 1, 3, 9, 27].map((by) => SAFE[Math.floor(i * 31 / by) % SAFE.length]).join("");
const pods = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${name}-5d8f7c9b6d-${hash(i)}`);

/** An hour in which a node fails, an image cannot be pulled, and something has been in trouble for long. */
function troubles(objects: number): Trouble[] {
  const random = seeded(1);
  const jobs = Array.from({ length: Math.min(30, objects) }, (_, i): Trouble => ({
    type: "Normal",
    kind: "Job",
    namespace: "ops",
    names: [`report-${28_394_115 + i}`],
    reason: "Completed",
    message: "Job completed",
    from: 59 - 2 * i,
    to: 59 - 2 * i,
    everyMs: 1,
  }));
  const others = Array.from({ length: Math.max(0, Math.floor((objects - 60) / 40)) }, (_, i): Trouble => {
    const from = 2 + random() * 56;
    return {
      namespace: `team-${i % 40}`,
      names: pods(`svc${i}`, 40),
      reason: "Unhealthy",
      message: "Readiness probe failed: HTTP probe failed with statuscode: 503",
      from,
      to: from - 2,
      everyMs: 90_000,
    };
  });
  return [
    {
      namespace: "payments",
      names: ["ledger-5d8f7c9b6d-q2x8z"],
      reason: "BackOff",
      message: "Back-off restarting failed container ledger in pod ledger-5d8f7c9b6d-q2x8z",
      from: 145,
      to: 1,
      everyMs: 21_000,
    },
    {
      namespace: "shop",
      names: pods("web", 3),
      reason: "Failed",
      message: "Error: ErrImagePull",
      from: 35,
      to: 33,
      everyMs: 40_000,
    },
    {
      namespace: "shop",
      names: pods("web", 3),
      reason: "BackOff",
      message: 'Back-off pulling image "registry.example.com/web:v2"',
      from: 34.5,
      to: 0.5,
      everyMs: 16_000,
    },
    {
      kind: "Node",
      names: ["node-3"],
      reason: "ContainerGCFailed",
      message: "rpc error: code = DeadlineExceeded desc = context deadline exceeded",
      from: 29,
      to: 27,
      everyMs: 40_000,
    },
    {
      namespace: "shop",
      names: pods("cart", 15),
      reason: "FailedScheduling",
      message: "0/3 nodes are available: 1 node(s) had untolerated taint, 2 Insufficient memory.",
      from: 28,
      to: 12,
      everyMs: 240_000,
    },
    {
      namespace: "search",
      names: ["query-0"],
      reason: "Unhealthy",
      message: 'Liveness probe failed: Get "http://10.0.0.7:8080/healthz": context deadline exceeded',
      from: 27,
      to: 2,
      everyMs: 50_000,
    },
    ...others,
    ...jobs,
  ].slice(0, objects < 60 ? objects : undefined);
}

/** Each occurrence, as a watch emits it, in the order of their times. */
export function failingHour(objects: number): Occurrence[] {
  const events: { readonly last: number; readonly event: CoreV1Event }[] = [];
  for (
    const [i, { type = "Warning", kind = "Pod", namespace, names, reason, message, from, to, everyMs }] of troubles(
      objects,
    ).entries()
  ) {
    for (const [at, name] of names.entries()) {
      const first = NOW - from * MINUTE_MS + at * 1000;
      let count = 0;
      for (let last = first; last <= NOW - to * MINUTE_MS + at * 1000; last += everyMs) {
        const event = {
          metadata: { name: `${name}.${i}`, namespace: namespace ?? "default", uid: `${i}-${name}` },
          involvedObject: { kind, name, ...namespace !== undefined && { namespace } },
          type,
          reason,
          message,
          count: ++count,
          firstTimestamp: timestamp(first),
          lastTimestamp: timestamp(last),
          source: { component: "kubelet" },
        };
        events.push({ last, event });
      }
    }
  }
  return events.sort((a, b) => a.last - b.last).map(({ event }) => ({ ...toOccurrence(event), delta: 1 }));
}

/** The events that the server has at the end, as one list emits them. */
export function listedAtTheEnd(objects: number): Occurrence[] {
  const latest = new Map(failingHour(objects).map((occurrence) => [occurrence.event.metadata.uid, occurrence]));
  return [...latest.values()].map((occurrence) => ({ ...occurrence, delta: occurrence.count }));
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+/, "");
}
