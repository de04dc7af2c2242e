import type { CoreV1Event } from "../../../mod.ts";
import { type Occurrence, toOccurrence } from "../../../src/read/mod.ts";
import { seeded } from "../../random.ts";

/** An hour of a cluster that was made up: what was read of it, in order, and when nobody watched. */
export interface Incident {
  readonly occurrences: readonly Occurrence[];
  readonly gap: { readonly from: number; readonly to: number };
  /** When reading began, and the times to show. */
  readonly sinceMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** When it was read. */
  readonly nowMs: number;
}

interface Happening {
  readonly atMs: number;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
  readonly component: string;
}

const MINUTE = 60_000;
const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/**
 * A node runs out of disk at 10:01, a minute after a rollout with a wrong image; one container has failed for hours.
 *
 * `others` is a number of further pods, which start, and some of which fail their probes; `isWatched` means that a reader
 * was there all the time, `isListed` that one came at the end.
 */
export function incident(
  { dayMs = Date.UTC(2026, 10, 23), others = 0, seed = 7, isWatched = false, isListed = false } = {},
): Incident {
  const random = seeded(seed);
  const at = (time: string): number => {
    const [hours, minutes, seconds = 0] = time.split(":").map(Number);
    return dayMs + ((hours! * 60 + minutes!) * 60 + seconds) * 1000;
  };
  const letters = (length: number): string =>
    Array.from({ length }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join("");
  const pod = (workload: string): string => `${workload}-${letters(9)}-${letters(5)}`;
  const happenings: Happening[] = [];
  const say = (
    time: number,
    [kind, namespace, name]: readonly [string, string, string],
    type: string,
    reason: string,
    message: string,
    component: string = "kubelet",
  ): void => {
    const atMs = Math.floor(time / 1000) * 1000;
    happenings.push({ atMs, kind, namespace, name, type, reason, message, component });
  };
  const [from, to] = [at("9:30"), at("10:30")];
  const every = (start: number, end: number, meanMs: number, tell: (time: number) => void): void => {
    for (let time = start; time < end; time += meanMs * (0.6 + 0.8 * random())) tell(time);
  };

  const ledger = ["Pod", "payments", pod("ledger")] as const;
  every(at("8:05"), at("10:27"), 20_500, (time) => {
    say(time, ledger, "Warning", "BackOff", `Back-off restarting failed container ledger in pod ${ledger[2]}_payments`);
  });
  every(at("8:05"), at("10:27"), 5 * MINUTE, (time) => {
    say(time, ledger, "Normal", "Pulled", 'Container image "registry.shop/ledger:1.9.2" already present on machine');
  });

  const rollout = at("9:55:03");
  say(
    rollout,
    ["Deployment", "shop", "web"],
    "Normal",
    "ScalingReplicaSet",
    "Scaled up replica set web-6c7d9f5b4 from 0 to 3",
    "deployment-controller",
  );
  for (let i = 0; i < 3; i++) {
    const web = ["Pod", "shop", `web-6c7d9f5b4-${letters(5)}`] as const;
    say(
      rollout,
      ["ReplicaSet", "shop", "web-6c7d9f5b4"],
      "Normal",
      "SuccessfulCreate",
      `Created pod: ${web[2]}`,
      "replicaset-controller",
    );
    say(
      rollout + 1000,
      web,
      "Normal",
      "Scheduled",
      `Successfully assigned shop/${web[2]} to node-${i + 1}`,
      "default-scheduler",
    );
    for (const minutes of [0, 0.6, 1.5, 12, 20, 25, 30]) {
      say(rollout + 2000 + minutes * MINUTE, web, "Normal", "Pulling", 'Pulling image "registry.shop/web:2.14.0-rc1"');
      say(
        rollout + 8000 + minutes * MINUTE,
        web,
        "Warning",
        "Failed",
        'Failed to pull image "registry.shop/web:2.14.0-rc1": not found',
      );
    }
    every(rollout + 21_000, to, 15_000, (time) => {
      say(time, web, "Warning", "BackOff", 'Back-off pulling image "registry.shop/web:2.14.0-rc1"');
    });
  }

  const node = ["Node", "", "node-3"] as const;
  for (const seconds of [0, 40, 70]) {
    say(
      at("10:01:30") + seconds * 1000,
      node,
      "Warning",
      "ContainerGCFailed",
      "rpc error: write /var/lib/containerd: no space left on device",
    );
  }
  say(
    at("10:01:55"),
    node,
    "Warning",
    "FreeDiskSpaceFailed",
    "Failed to garbage collect required amount of images: wanted 8 GiB, freed 0",
  );
  say(at("10:02:10"), node, "Normal", "NodeNotReady", "Node node-3 status is now: NodeNotReady");
  say(at("10:23:40"), node, "Normal", "NodeReady", "Node node-3 status is now: NodeReady");
  for (
    const [namespace, workload, pods] of [["shop", "cart", 6], ["payments", "gateway", 2], [
      "search",
      "index",
      1,
    ]] as const
  ) {
    for (let i = 0; i < pods; i++) {
      const [old, next] = [["Pod", namespace, pod(workload)], ["Pod", namespace, pod(workload)]] as const;
      say(at("10:02:12") + 900 * i, old, "Warning", "NodeNotReady", "Node is not ready", "node-controller");
      say(
        at("10:07:14") + 700 * i,
        old,
        "Normal",
        "TaintManagerEviction",
        `Marking for deletion Pod ${namespace}/${old[2]}`,
        "taint-eviction-controller",
      );
      const isVolume = workload === "index";
      const start = at(isVolume ? "10:08" : "10:07:40") + 2000 * i;
      every(start, at("10:23:50") - 40_000 * random(), isVolume ? 120_000 : 105_000, (time) => {
        if (isVolume) {
          say(
            time,
            next,
            "Warning",
            "FailedAttachVolume",
            'Multi-Attach error for volume "pvc-index": already attached to node-3',
            "attachdetach-controller",
          );
        } else {say(
            time,
            next,
            "Warning",
            "FailedScheduling",
            "0/4 nodes are available: 1 node is not ready, 3 Insufficient memory",
            "default-scheduler",
          );}
      });
      say(
        at("10:24:05") + 800 * i,
        next,
        "Normal",
        "Scheduled",
        `Successfully assigned ${namespace}/${next[2]} to node-3`,
        "default-scheduler",
      );
      say(at("10:24:12") + 900 * i, next, "Normal", "Started", `Started container ${workload}`);
    }
  }
  const query = ["Pod", "search", pod("query")] as const;
  every(
    at("10:03"),
    at("10:28"),
    50_000,
    (time) =>
      say(time, query, "Warning", "Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503"),
  );

  say(at("9:48:11"), ["Ingress", "docs", "site"], "Normal", "Sync", "Scheduled for sync", "nginx-ingress-controller");
  for (let minute = 0; minute < 60; minute++) {
    const [start, job] = [from + minute * MINUTE, `report-${29_000_000 + minute}`];
    say(start, ["CronJob", "ops", "report"], "Normal", "SuccessfulCreate", `Created job ${job}`, "cronjob-controller");
    const run = ["Pod", "ops", `${job}-${letters(5)}`] as const;
    say(start + 1000, ["Job", "ops", job], "Normal", "SuccessfulCreate", `Created pod: ${run[2]}`, "job-controller");
    for (const [i, reason] of ["Scheduled", "Pulled", "Created", "Started"].entries()) {
      say(
        start + 1000 + 1000 * i,
        run,
        "Normal",
        reason,
        `${reason} report`,
        i === 0 ? "default-scheduler" : "kubelet",
      );
    }
    say(start + 14_000, ["Job", "ops", job], "Normal", "Completed", "Job completed", "job-controller");
  }

  for (let i = 0; i < others; i++) {
    const [service, team] = [i % 120, i % 40];
    const other = ["Pod", `team-${String(team).padStart(2, "0")}`, pod(`svc${service}`)] as const;
    const start = from + random() * 55 * MINUTE;
    for (const [s, reason] of ["Scheduled", "Pulled", "Created", "Started"].entries()) {
      say(start + 1000 * s, other, "Normal", reason, `${reason} container svc${service} of ${other[2]}`);
    }
    if (i % 37 !== 0) continue;
    const bad = from + random() * 50 * MINUTE;
    every(
      bad,
      bad + 4 * MINUTE,
      40_000,
      (time) => say(time, other, "Warning", "Unhealthy", "Liveness probe failed: dial tcp: connection refused"),
    );
  }
  const sinceMs = isWatched ? 0 : isListed ? to : at("9:42");
  const gap = isWatched || isListed ? { from: Infinity, to: Infinity } : { from: at("10:14:07"), to: at("10:17:05") };
  return readOf(happenings, { sinceMs, fromMs: from, toMs: to, nowMs: to, gap });
}

/** What a reader that began later, and was away once, has read: counts of what it has missed, and never a time. */
function readOf(happenings: readonly Happening[], times: Omit<Incident, "occurrences">): Incident {
  const events = new Map<string, CoreV1Event>();
  const known = new Map<string, Occurrence>();
  const nodes = new Map<string, string>();
  for (const { name, message } of happenings) {
    const [, node] = /^Successfully assigned \S+ to (\S+)$/.exec(message) ?? [];
    if (node !== undefined) nodes.set(name, node);
  }
  const occurrences: Occurrence[] = [];
  const read = (event: CoreV1Event): void => {
    const { name } = event.metadata;
    if (known.get(name!)?.count === event.count) return;
    const occurrence = toOccurrence(event, known.get(name!));
    known.set(name!, occurrence);
    occurrences.push(occurrence);
  };
  let phase = 0;
  for (
    const { atMs, kind, namespace, name, type, reason, message, component } of [...happenings].sort((a, b) =>
      a.atMs - b.atMs
    )
  ) {
    const now = atMs < times.sinceMs ? 0 : atMs < times.gap.from ? 1 : atMs <= times.gap.to ? 2 : 3;
    if (now !== phase && now !== 2) { for (const event of events.values()) read(event); }
    phase = now;
    const key = `${kind} ${namespace} ${name} ${reason} ${message}`;
    const time = new Date(atMs).toISOString().replace(".000", "");
    const earlier = events.get(key);
    const n = earlier === undefined ? events.size + 1 : 0;
    const uid = `00000000-0000-4000-8000-${(n + 0xa17b2c3d4e).toString(16).padStart(12, "0")}`;
    const event: CoreV1Event = earlier === undefined
      ? {
        metadata: {
          name: `${name}.${uid.slice(-12)}`,
          namespace: namespace || "default",
          uid,
          resourceVersion: String(1000 + n),
          creationTimestamp: time,
        },
        involvedObject: {
          apiVersion: kind === "Deployment" || kind === "ReplicaSet" ? "apps/v1" : "v1",
          kind,
          ...namespace && { namespace },
          name,
          uid: `${name}-uid`,
        },
        type,
        reason,
        message,
        source: { component, ...component === "kubelet" && { host: nodes.get(name) ?? "node-3" } },
        firstTimestamp: time,
        lastTimestamp: time,
        count: 1,
      }
      : { ...earlier, lastTimestamp: time, count: earlier.count! + 1 };
    events.set(key, event);
    if (phase === 1 || phase === 3) read(event);
  }
  for (const event of events.values()) read(event);
  return { ...times, occurrences };
}
