// A small ReplicaSet controller with an API server in memory: deno task demo   (deno task demo -- --serve keeps it running)

import { type CoreV1EventRecorder, EventBroadcaster, FetchEventSink, type KubernetesObject } from "@kubecast/events";
import { EventsApiServer } from "@kubecast/events/server";
import { delay } from "@std/async/delay";

const colours = Deno.stdout.isTerminal() && !Deno.noColor;
const paint = (code: number) => (text: string): string => colours ? `\x1b[${code}m${text}\x1b[0m` : text;
const [bold, red, green, yellow, grey] = [paint(1), paint(31), paint(32), paint(33), paint(90)];
const print = (text: string): void => console.log(text);
const chapter = async (title: string): Promise<void> => {
  await recording.flush();
  print(`\n${bold(title)}`);
};

interface Pod extends KubernetesObject {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly uid: string };
}

interface ReplicaSet extends Pod {
  spec: { replicas: number };
}

/** Creates and deletes pods in memory and records it, as the real controller's `RealPodControl` does. */
class PodControl {
  readonly pods: Pod[] = [];
  readonly #recorder: CoreV1EventRecorder;
  readonly #quota: number;
  #made = 0;

  constructor(recorder: CoreV1EventRecorder, quota: number) {
    this.#recorder = recorder;
    this.#quota = quota;
  }

  async createPod(owner: ReplicaSet): Promise<void> {
    await delay(20);
    const { name, namespace } = owner.metadata;
    if (this.pods.length >= this.#quota) {
      const error = new Error(
        `pods "${name}-" is forbidden: exceeded quota: small, used: pods=${this.pods.length}, limited: pods=${this.#quota}`,
      );
      this.#recorder.eventf(owner, "Warning", "FailedCreate", "Error creating: %v", error);
      throw error;
    }
    const suffix = (0x5d3a1 + 7919 * this.#made++).toString(36);
    const pod = { name: `${name}-${suffix}`, namespace, uid: crypto.randomUUID() };
    this.pods.push({ apiVersion: "v1", kind: "Pod", metadata: pod });
    this.#recorder.eventf(owner, "Normal", "SuccessfulCreate", "Created pod: %v", pod.name);
  }

  async deletePod(pod: Pod, owner: ReplicaSet): Promise<void> {
    await delay(20);
    this.pods.splice(this.pods.indexOf(pod), 1);
    this.#recorder.eventf(owner, "Normal", "SuccessfulDelete", "Deleted pod: %v", pod.metadata.name);
  }
}

/** Runs `create` 1, 2, 4, 8, … times at once, and stops after the first batch with a failure, to be gentle on a full quota. */
async function slowStartBatch(count: number, create: () => Promise<void>): Promise<void> {
  for (let batch = 1; count > 0; batch *= 2) {
    const results = await Promise.allSettled(Array.from({ length: Math.min(batch, count) }, create));
    if (results.some(({ status }) => status === "rejected")) return;
    count -= results.length;
  }
}

/** Creates or deletes pods until there are as many as the replica set requests. */
async function reconcile(replicaSet: ReplicaSet, control: PodControl): Promise<void> {
  const missing = replicaSet.spec.replicas - control.pods.length;
  if (missing >= 0) return slowStartBatch(missing, () => control.createPod(replicaSet));
  await Promise.all(control.pods.slice(missing).map((pod) => control.deletePod(pod, replicaSet)));
}

// An Events API on a real socket.
const api = new EventsApiServer();
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, api.fetch);
const url = `http://127.0.0.1:${server.addr.port}`;
print(`${bold("Kubecast")}: a ReplicaSet controller records its events at ${url}`);

// A broadcaster, a log of its events, and a recording of them to the API.
const broadcaster = new EventBroadcaster();
broadcaster.startEventWatcher(({ type, reason, involvedObject, message }) => {
  const object = `${involvedObject.kind}/${involvedObject.name}`;
  const line = `${type!.padEnd(8)} ${reason!.padEnd(17)} ${object.padEnd(15)} ${message}`;
  print(type === "Warning" ? yellow(line) : line);
});
let heldBack = 0;
const recording = broadcaster.startRecordingToSink(new FetchEventSink({ server: url }), {
  onOutcome(outcome) {
    if (outcome.type === "skipped" && heldBack++ === 0) {
      print(grey("   Spam filter: 25 events passed, the rest is held back"));
    }
    if (outcome.type !== "recorded" || outcome.event.count === 1) return;
    const { count, reason, message, involvedObject } = outcome.event;
    print(grey(`   API: ${reason} of ${involvedObject.name} ×${count}: ${message}`));
  },
});
const scheduler = broadcaster.newRecorder({ component: "default-scheduler" });
const kubelet = broadcaster.newRecorder({ component: "kubelet", host: "node-1" });
const control = new PodControl(broadcaster.newRecorder({ component: "replicaset-controller" }), 6);

const web: ReplicaSet = {
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  metadata: { name: "web", namespace: "shop", uid: crypto.randomUUID() },
  spec: { replicas: 3 },
};

await chapter("1. Scale up to 3: pods are created one, then two at a time");
await reconcile(web, control);
for (const pod of control.pods) {
  scheduler.eventf(pod, "Normal", "Scheduled", "Successfully assigned %s/%s to node-1", "shop", pod.metadata.name);
  kubelet.event(pod, "Normal", "Pulling", 'Pulling image "registry.local/web:1.2"');
  await delay(120);
  kubelet.eventf(pod, "Normal", "Pulled", "Successfully pulled image %q in %dms", "registry.local/web:1.2", 118);
}

const [first, second, third] = control.pods as [Pod, Pod, Pod];

await chapter("2. The same message six times: one event with a count");
for (let i = 0; i < 6; i++) {
  kubelet.event(first, "Warning", "BackOff", "Back-off restarting failed container web");
  await delay(60);
}

await chapter("3. Ten different messages about one pod: one combined event");
for (let i = 1; i <= 12; i++) {
  kubelet.eventf(
    second,
    "Warning",
    "FailedMount",
    'MountVolume.SetUp failed for volume "data": attempt %d timed out',
    i,
  );
  await delay(40);
}

await chapter("4. Too many events about one object: 25 pass, the spam filter holds back the rest");
for (let i = 0; i < 32; i++) {
  kubelet.event(third, "Warning", "Unhealthy", "Readiness probe failed: HTTP probe failed with statuscode: 503");
  if (i % 5 === 0) await delay(30);
}

await chapter("5. Scale up to 50: the quota allows 6, and slow start stops after one batch of failures");
web.spec.replicas = 50;
await reconcile(web, control);

await chapter("6. Scale down to 2");
web.spec.replicas = 2;
await reconcile(web, control);

await chapter("Events in the API server: kubectl get events -A");
const table = await (await fetch(`${url}/api/v1/events?limit=500`, {
  headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
})).json() as { columnDefinitions: { name: string; priority: number }[]; rows: { cells: unknown[] }[] };
const shown = table.columnDefinitions.flatMap(({ priority }, index) => priority === 0 ? [index] : []);
const lines = [
  shown.map((index) => table.columnDefinitions[index]!.name.toUpperCase()),
  ...table.rows.map(({ cells }) => shown.map((index) => String(cells[index]))),
];
const widths = shown.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
for (const line of lines) print(line.map((cell, column) => cell.padEnd(widths[column]!)).join("   ").trimEnd());

const stats = recording.stats();
const parts = (["recorded", "coalesced", "skipped", "dropped", "rejected", "abandoned", "pending"] as const)
  .map((name) => `${stats[name]} ${name}`);
const sum = stats.recorded + stats.coalesced + stats.skipped + stats.dropped + stats.rejected + stats.abandoned +
  stats.pending;
await chapter("Every event has one outcome");
print((sum === stats.accepted ? green : red)(`${stats.accepted} accepted = ${parts.join(" + ")}`));

if (Deno.args.includes("--serve")) {
  print(`\nThe server keeps running; press Ctrl+C to end it. Try:\n  kubectl --server=${url} get events -A`);
  await server.finished;
} else {
  await broadcaster.shutdown();
  await server.shutdown();
}
