// How do I export events, and go on after a restart? deno run --allow-read --allow-write --allow-env examples/export.ts
//
// Each line is an event as JSON, for a log shipper. The checkpoint is written after the lines, so a crash repeats a few of
// them and loses none.

import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CoreV1Event } from "@kubecast/events";
import { EventReader } from "@kubecast/events/reader";
import { EventsApiServer } from "@kubecast/events/server";

/** Prints every change to an event after the checkpoint, until the signal aborts, at SIGTERM for example. */
async function exportEvents(
  reader: EventReader,
  { file, print, signal }: { file: string; print: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const checkpoint = await readFile(file, "utf8").catch(() => undefined); // no file: from the beginning
  const stream = reader.watch({ since: checkpoint, signal });
  let unsaved = 0;
  const save = async (): Promise<void> => {
    if (stream.resourceVersion === undefined) return; // amid the initial events
    await writeFile(`${file}.new`, stream.resourceVersion);
    await rename(`${file}.new`, file); // at once, or not at all
    unsaved = 0;
  };
  for await (const { type, object } of stream) {
    if (type === "ADDED" || type === "MODIFIED") print(line(object)); // not DELETED: expiry is no news
    if (++unsaved === 100 || type === "BOOKMARK") await save();
  }
  await save();
}

function line({ type, reason, count, involvedObject: { kind, name } }: CoreV1Event): string {
  return JSON.stringify({ type, reason, count, object: `${kind}/${name}` });
}

// A run, something that happens while nobody exports, and another run.
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
  await happen("BackOff", run);
  if (run === 2) await happen("Failed", 1);
  console.log(`run ${run}`);
  const aborter = new AbortController();
  let printed = 0;
  const print = (text: string): void => {
    console.log(text);
    if (++printed === run) setTimeout(() => aborter.abort());
  };
  await exportEvents(reader, { file: join(folder, "checkpoint"), print, signal: aborter.signal });
}
await rm(folder, { recursive: true });
// run 1
// {"type":"Warning","reason":"BackOff","count":1,"object":"Pod/web"}
// run 2
// {"type":"Warning","reason":"BackOff","count":2,"object":"Pod/web"}
// {"type":"Warning","reason":"Failed","count":1,"object":"Pod/web"}
