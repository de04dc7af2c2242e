import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Document } from "yaml";
import { seededRandom } from "../../../src/serve/server/mod.ts";
import { KUBECAST, kubecastEach, Program } from "./start_kubecast.ts";

/** A small incident, as a server stores it. */
const EVENTS = ["a", "b", "c"].map((name, i) => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: {
    name: `web.${name}`,
    namespace: "shop",
    uid: `uid-${name}`,
    resourceVersion: String(40 + i),
    creationTimestamp: `2026-01-01T10:0${i}:00Z`,
  },
  involvedObject: { apiVersion: "v1", kind: "Pod", namespace: "shop", name: "web-0" },
  type: i === 0 ? "Normal" : "Warning",
  reason: ["Pulled", "BackOff", "Failed"][i]!,
  // What would mislead a search for brackets or lines.
  message: ["Image pulled: {}", 'Back-off of "web" [[', "line\n- item: }\n---\nend"][i]!,
  source: { component: "kubelet", host: "node-1" },
  firstTimestamp: `2026-01-01T10:0${i}:00Z`,
  lastTimestamp: `2026-01-01T10:1${i}:00Z`,
  count: 3 + i,
  eventTime: null,
  reportingComponent: "kubelet",
  reportingInstance: "node-1",
}));

/** The same in events.k8s.io, with the fields that it deprecates. */
const NEW_EVENTS = EVENTS.map((event) => ({
  apiVersion: "events.k8s.io/v1beta1",
  kind: "Event",
  metadata: event.metadata,
  regarding: event.involvedObject,
  type: event.type,
  reason: event.reason,
  note: event.message,
  eventTime: null,
  deprecatedSource: event.source,
  deprecatedFirstTimestamp: event.firstTimestamp,
  deprecatedLastTimestamp: event.lastTimestamp,
  deprecatedCount: event.count,
}));

const listOf = (items: readonly unknown[] | null, kind = "List") => ({ apiVersion: "v1", items, kind, metadata: {} });
const json = (value: unknown, indent?: number): string => JSON.stringify(value, null, indent);
const yaml = (value: unknown): string => new Document(value, { version: "1.1" }).toString();
const lines = (values: readonly unknown[]): string => values.map((value) => `${json(value)}\n`).join("");
/** As kubectl writes a list: its items are not indented. */
const kubectlYaml = (items: readonly unknown[]): string =>
  `apiVersion: v1\nitems:\n${yaml(items)}kind: List\nmetadata:\n  resourceVersion: ""\n`;
const changes = (items: readonly unknown[]) => items.map((object) => ({ type: "ADDED", object }));
const utf16 = (text: string): Uint8Array => {
  const units = Uint16Array.from(`\ufeff${text}`, (unit) => unit.charCodeAt(0));
  return new Uint8Array(units.buffer);
};

/** A value as an OpenTelemetry Collector wraps it. */
function anyValue(value: unknown): unknown {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value === "number") return { intValue: String(value) };
  if (typeof value !== "object" || value === null) return value === null ? {} : { stringValue: value };
  return { kvlistValue: { values: Object.entries(value).map(([key, inner]) => ({ key, value: anyValue(inner) })) } };
}

const FORMS: Readonly<Record<string, string | Uint8Array>> = {
  "kubectl get events -o json": json(listOf(EVENTS), 4),
  "kubectl get --raw": json(listOf(EVENTS, "EventList")),
  "kubectl get events.events.k8s.io": json(listOf(NEW_EVENTS), 4),
  "kubectl get -w -o json": EVENTS.map((event) => json(event, 4)).join("\n"),
  "kubectl get -w --output-watch-events": lines(changes(EVENTS)),
  "kubectl get -o yaml": kubectlYaml(EVENTS),
  "kubectl get -w -o yaml": EVENTS.map(yaml).join("---\n"),
  "oc adm must-gather": `---\n${kubectlYaml(NEW_EVENTS).replace("kind: List", "kind: EventList")}`,
  "kubectl cluster-info dump": `${json(listOf([], "NodeList"), 4)}\n${json(listOf(EVENTS, "EventList"), 4)}\n` +
    "==== START logs for container web of pod shop/web-0 ====\nI0101 {half\n\n" + json(listOf([], "PodList"), 4),
  "jq -c .items[]": lines(EVENTS),
  "jq .items": json(EVENTS, 2),
  "a line an item": `{"items":[\n${EVENTS.map((event) => json(event)).join(",\n")}\n]}\n`,
  "joined": EVENTS.map((event) => json(event)).join(""),
  "forward --to stdout": lines(EVENTS.map((event) => ({ key: "x", regarding: {}, delta: event.count, event }))),
  "watch -o yaml": EVENTS.map((event) => `---\n${yaml({ reason: "x", delta: event.count, event })}`).join(""),
  "kubernetes-event-exporter": lines(
    EVENTS.map(({ apiVersion: _, kind: __, ...event }) => ({ ...event, clusterName: "prod" })),
  ),
  "eventrouter": lines(EVENTS.map((event) => ({ verb: "UPDATED", event, old_event: { ...event, count: 1 } }))),
  "k8sobjects receiver": lines(
    changes(EVENTS).map((change) => ({
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: anyValue(change) }] }] }],
    })),
  ),
  "Loki": json({ data: { result: [{ stream: {}, values: EVENTS.map((event) => ["1", json(event)]) }] } }),
  "Fluent Bit": lines(EVENTS.map((event) => ({ date: 1, log: `2026-01-01T10:00:00Z stdout F ${json(event)}\n` }))),
  "kubectl logs --timestamps": EVENTS.map((event) => `2026-01-01T10:00:00Z ${json(event)}\n`).join(""),
  "gzip": gzipSync(json(listOf(EVENTS))),
  "gzip of two members": Buffer.concat([gzipSync(lines(EVENTS.slice(0, 1))), gzipSync(lines(EVENTS.slice(1)))]),
  "PowerShell": utf16(json(listOf(EVENTS), 4).replaceAll("\n", "\r\n")),
  "a byte order mark": `\ufeff${json(listOf(EVENTS))}`,
  "two lists, read twice": json(listOf(EVENTS)) + json(listOf(EVENTS.toReversed())),
};

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kubecast-files-"));
  try {
    await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A frame below its title, which names the file. */
function frameOf({ code, out, err }: { code: unknown; out: string; err: string }): string {
  assert.deepEqual([code, err], [0, ""]);
  return out.slice(out.indexOf("SINCE"));
}

test("kubecast timeline --from draws every form in which people have events alike", async () => {
  await withFolder(async (folder) => {
    const files = Object.keys(FORMS).map((name) => join(folder, name.replaceAll("/", "_")));
    await Promise.all(Object.values(FORMS).map((text, i) => writeFile(files[i]!, text)));
    // As of an archive, with what else it holds.
    await mkdir(join(folder, "dump", "shop"), { recursive: true });
    await writeFile(join(folder, "dump", "shop", "events.json"), json(listOf(EVENTS.slice(0, 2), "EventList"), 4));
    await writeFile(join(folder, "dump", "events.yaml"), kubectlYaml(EVENTS.slice(2)));
    await writeFile(join(folder, "dump", "pods.json"), json(listOf([{ kind: "Pod", metadata: { name: "web-0" } }]), 4));
    await writeFile(join(folder, "dump", "kubelet.log"), 'E0101 1 event.go:1] "Event {occurred" object="shop/web-0"\n');
    const [first, ...others] = await kubecastEach([
      ...files.map((file) => ["timeline", "--from", file, "--utc"]),
      ["timeline", "--from", join(folder, "dump"), "--utc"],
      ["timeline", ...files.slice(0, 3), "--utc"],
      ["timeline", "--from", files[0]!, "--from", files[5]!, "-n", "shop", "--utc"],
    ]);
    const frame = frameOf(first!);
    assert.match(frame, /\n10:01 shop\/web {2}pod .* 9 ● BackOff, Failed\n/);
    for (const [i, other] of others.entries()) assert.equal(frameOf(other), frame, Object.keys(FORMS)[i + 1]);
    const piped = new Program([...KUBECAST, "timeline", "--from", "-", "--utc"]);
    piped.child.stdin!.end(FORMS["kubectl get -o yaml"]!);
    assert.equal(frameOf(await piped.ended), frame);
  });
});

test("kubecast timeline --from draws any nesting of lists, wrappers and encodings of the same events alike", async () => {
  const random = seededRandom(7);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const wrap = (values: readonly unknown[]): readonly unknown[] =>
    pick([
      () => [listOf(values)],
      () => [values],
      () => values.map((object) => ({ type: "MODIFIED", object })),
      () => values.map((record) => ({ message: json(record), level: "info" })),
      () => [{ data: { items: values, total: 3 }, next: null }],
      () => values.map((value) => ({ body: anyValue(value) })),
      () => [values[0], { rest: values.slice(1) }],
    ])();
  const encode = (values: readonly unknown[]): string | Uint8Array => {
    const text = pick([
      () => lines(values),
      () => values.map((value) => json(value, 2)).join(pick(["", "\n", "\n\n"])),
      () => values.map(yaml).join("---\n"),
      () => json(values, pick([0, 1])),
    ])();
    return pick([(text: string) => text, gzipSync, utf16, (text: string) => text.replaceAll("\n", "\r\n")])(text);
  };
  await withFolder(async (folder) => {
    const files: string[] = [];
    for (let i = 0; i < 60; i++) {
      let values: readonly unknown[] = pick([EVENTS, NEW_EVENTS]).toSorted(() => random() - 0.5);
      for (let depth = Math.floor(random() * 4); depth > 0; depth--) values = wrap(values);
      files.push(join(folder, `${i}`));
      await writeFile(files[i]!, encode(values));
    }
    const [first, ...others] = await kubecastEach(files.map((file) => ["timeline", "--from", file, "--utc"]));
    for (const [i, other] of others.entries()) assert.equal(frameOf(other), frameOf(first!), `file ${i + 1}`);
  });
});
