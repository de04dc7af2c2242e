// How do I keep events for longer than an hour? deno run --allow-read --allow-write --allow-env examples/export.ts
//
// A repeated delivery has the same key, so a store that deduplicates by key has each state of an event once.
// From a shell: kubecast forward -A --to https://… --checkpoint FILE

import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Checkpoint, type Delivery, EventReader, forward } from "@kubecast/events/reader";
import { EventsApiServer } from "@kubecast/events/server";

/** Keeps a checkpoint in a file. */
function checkpointIn(file: string): Checkpoint {
  return {
    load: () => readFile(file, "utf8").catch((e) => e.code === "ENOENT" ? undefined : Promise.reject(e)), // none yet
    save: async (position) => {
      await writeFile(`${file}.new`, position);
      await rename(`${file}.new`, file); // atomic
    },
  };
}

/** Stands for a permanent store; if `deliver` threw, the batch would be repeated. */
const store = new Map<string, string>();
function deliver(batch: readonly Delivery[]): void {
  for (const { key, occurrence: { reason, count, delta } } of batch) {
    store.set(key, reason);
    console.log(`${reason} x${count} (+${delta})`);
  }
}

// One run, an event recorded between the runs, and a second run.
const api = new EventsApiServer(); // for a cluster: new EventReader(await inClusterConfig())
const reader = new EventReader({ fetch: api.fetch });
const folder = await mkdtemp(join(tmpdir(), "export-"));

async function happen(reason: string, count: number): Promise<void> {
  const metadata = { name: reason.toLowerCase(), namespace: "shop" };
  const involvedObject = { kind: "Pod", name: "web", namespace: "shop" };
  const body = JSON.stringify({ metadata, involvedObject, type: "Warning", reason, count });
  const headers = { "content-type": "application/json" };
  const url = `http://localhost/api/v1/namespaces/shop/events/${metadata.name}`;
  await api.fetch(new Request(url, { method: "PUT", headers, body }));
}

for (const run of [1, 2]) {
  console.log(`run ${run}`);
  await happen("BackOff", 3 * run);
  if (run === 2) await happen("Failed", 1);
  const forwarding = forward(reader, { deliver, checkpoint: checkpointIn(join(folder, "checkpoint")), maxDelayMs: 10 });
  while (store.size < 2 * run - 1) await new Promise((resolve) => setTimeout(resolve, 10));
  await forwarding.stop(); // at SIGTERM, for example
}
await rm(folder, { recursive: true });
// run 1
// BackOff x3 (+3)
// run 2
// BackOff x6 (+3)
// Failed x1 (+1)
