import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Document } from "yaml";
import { toOccurrence } from "../../../src/read/mod.ts";
import { resourceLogs } from "../../../src/read/opentelemetry/log_record.ts";
import { seededRandom } from "../../../src/serve/server/mod.ts";
import { KUBECAST, kubecastEach, Program, startKubecast } from "./start_kubecast.ts";

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
const yaml = (value: unknown): string => new Document(JSON.parse(json(value)), { version: "1.1" }).toString();
const lines = (values: readonly unknown[]): string => values.map((value) => `${json(value)}\n`).join("");
/** As kubectl writes a list: its items are not indented. */
const kubectlYaml = (items: readonly unknown[]): string =>
  `apiVersion: v1\nitems:\n${yaml(items)}kind: List\nmetadata:\n  resourceVersion: ""\n`;
const changes = (items: readonly unknown[]) => items.map((object) => ({ type: "ADDED", object }));
const utf16 = (text: string): Uint8Array => {
  const units = Uint16Array.from(`\ufeff${text}`, (unit) => unit.charCodeAt(0));
  return new Uint8Array(units.buffer);
};

/** A value as `to_dict()` of the Python client has it. */
const pythonic = (value: unknown): string =>
  json(value).replace(/"\w+":/g, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    .replace(/"(2026-[\d-]+)T([\d:]+)Z"/g, '"$1 $2+00:00"');

/** A value as an OpenTelemetry Collector wraps it. */
function anyValue(value: unknown): unknown {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value === "number") return { intValue: String(value) };
  if (typeof value !== "object" || value === null) return value === null ? {} : { stringValue: value };
  return { kvlistValue: { values: Object.entries(value).map(([key, inner]) => ({ key, value: anyValue(inner) })) } };
}

/** A file in an archive: a header of 512 bytes, and the text, up to a multiple of it. */
function tarEntry(name: string, text: string): Uint8Array {
  const bytes = new Uint8Array(512 + Math.ceil(text.length / 512) * 512);
  const put = (text: string, at: number): void => bytes.set(new TextEncoder().encode(text), at);
  put(name, 0);
  put(`${text.length.toString(8).padStart(11, "0")}\0`, 124);
  put("ustar", 257);
  put(text, 512);
  return bytes;
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
  "jq -C": json(listOf(EVENTS), 2).replace(/\S+/g, "\x1b[0;34;1m$&\x1b[0m"),
  "Python's to_dict()": pythonic(listOf(EVENTS)),
  "Python's to_dict(), events.k8s.io": pythonic(NEW_EVENTS),
  "a line an item": `{"items":[\n${EVENTS.map((event) => json(event)).join(",\n")}\n]}\n`,
  "joined": EVENTS.map((event) => json(event)).join(""),
  "forward --to stdout": lines(EVENTS.map((event) => ({ key: "x", regarding: {}, delta: event.count, event }))),
  "forward --to otlp, or the k8s_events receiver": lines(
    EVENTS.map((event) => ({ resourceLogs: [resourceLogs({ key: "x", occurrence: toOccurrence(event) }, undefined)] })),
  ),
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
  "logfmt": EVENTS.map((event) => `level=info msg=${json(`event ${json(event)}`)} app="shop"\n`).join(""),
  "a string": json(json(listOf(EVENTS))),
  "after lines of logs with brackets": `I0101 [half {\n2026-01-01 pods {x\n{"a": [1,\nI0101 end\n${
    kubectlYaml(EVENTS)
  }`,
  "a job's log, JSON": json(listOf(EVENTS), 4).replace(/^/gm, "2026-01-01T10:20:00.1234567Z "),
  "a job's log, YAML": `$ kubectl get events\n${kubectlYaml(EVENTS)}$ exit\n`.replace(/^/gm, "2026-01-01T10:20:00Z "),
  "gh run view --log": json(listOf(EVENTS), 4).replace(/^/gm, "build\tUNKNOWN STEP\t2026-01-01T10:20:00.1234567Z "),
  "a job's log of GitLab": json(listOf(EVENTS), 4).replace(/^/gm, "2026-01-01T10:20:00.123456Z 01O "),
  "files with a byte order mark, joined": EVENTS.map((event) => `\ufeff---\n\ufeff${yaml(event)}`).join(""),
  "gzip": gzipSync(json(listOf(EVENTS))),
  "gzip of two members": Buffer.concat([gzipSync(lines(EVENTS.slice(0, 1))), gzipSync(lines(EVENTS.slice(1)))]),
  "PowerShell": utf16(json(listOf(EVENTS), 4).replaceAll("\n", "\r\n")),
  "UTF-16 without a mark": utf16(json(listOf(EVENTS), 4)).subarray(2),
  "UTF-16, big-endian": utf16(json(listOf(EVENTS))).map((_, i, bytes) => bytes[i ^ 1]!),
  "a byte order mark": `\ufeff${json(listOf(EVENTS))}`,
  "a tar archive": Buffer.concat([
    tarEntry("cut.json", '{"rows": [1, "event-1"'),
    tarEntry("filter.html", "<script>\nlet rows = [\n"),
    tarEntry("d", kubectlYaml(EVENTS.slice(1))),
    tarEntry("a.json", json(EVENTS[0], 4)),
  ]),
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

test("kubecast timeline --from draws the same picture from every file format of the same events", async () => {
  await withFolder(async (folder) => {
    const files = Object.keys(FORMS).map((name) => join(folder, name.replaceAll("/", "_")));
    await Promise.all(Object.values(FORMS).map((text, i) => writeFile(files[i]!, text)));
    // As of an archive, with what else it holds.
    await mkdir(join(folder, "dump", "shop"), { recursive: true });
    await writeFile(join(folder, "dump", "shop", "events.json"), json(listOf(EVENTS.slice(0, 2), "EventList"), 4));
    await writeFile(join(folder, "dump", "events.yaml"), kubectlYaml(EVENTS.slice(2)));
    await writeFile(join(folder, "dump", "pods.json"), json(listOf([{ kind: "Pod", metadata: { name: "web-0" } }]), 4));
    await writeFile(join(folder, "dump", "kubelet.log"), 'E0101 1 event.go:1] "Event {occurred" object="shop/web-0"\n');
    // As of a volume, and of a folder that is in itself.
    await mkdir(join(folder, "linked"));
    await symlink(files[0]!, join(folder, "linked", "events.json"));
    await symlink(join(folder, "linked"), join(folder, "linked", "again"));
    await symlink("nowhere", join(folder, "linked", "gone"));
    const [first, ...others] = await kubecastEach([
      ["timeline", "--from", join(folder, "linked"), "--utc"],
      ...files.map((file) => ["timeline", "--from", file, "--utc"]),
      ["timeline", "--from", join(folder, "dump"), "--utc"],
      ["timeline", ...files.slice(0, 3), "--utc"],
      ["timeline", "--from", files[0]!, "--from", files[5]!, "-n", "shop", "--utc"],
    ]);
    const frame = frameOf(first!);
    assert.match(frame, /\n10:01 shop\/web {2}pod .* 9 ● BackOff, Failed\n/);
    for (const [i, other] of others.entries()) assert.equal(frameOf(other), frame, Object.keys(FORMS)[i]);
    const piped = new Program([...KUBECAST, "timeline", "--from", "-", "--utc"]);
    piped.child.stdin!.end(FORMS["kubectl get -o yaml"]!);
    assert.equal(frameOf(await piped.ended), frame);
    const operand = new Program([...KUBECAST, "timeline", "-", "--utc"]);
    operand.child.stdin!.end(FORMS["jq .items"]!);
    assert.equal(frameOf(await operand.ended), frame);
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

test("kubecast describes a file without events, explains what it reads, and accepts an empty list", async () => {
  const cases: [text: string | Uint8Array, code: number, err: RegExp][] = [
    [json(listOf(null)), 0, /^kubecast: No events in \S+: its list is empty\n$/],
    [kubectlYaml([]).replace("items:\n[]", "items: []"), 0, /its list is empty\n$/],
    ["", 1, /, which seems to be an empty file: .*\n {2}kubectl get events --all-namespaces -o json > events.json\n$/],
    ["NAMESPACE   LAST SEEN   TYPE\nshop   1m   Normal\n", 1, /seems to be the table that kubectl prints for people: /],
    [json(listOf([{ kind: "Pod" }])), 1, /seems to be of the kind Pod: /],
    [json([{ kind: "Pod" }]), 1, /seems to be of the kind Pod: /],
    [json(listOf([{}], "PodList")), 1, /seems to be of the kind PodList: /],
    [kubectlYaml([{ apiVersion: "v1", kind: "Pod" }]), 1, /seems to be of the kind Pod: /],
    ["apiVersion: v1\nkind: List\nitems:\n- kind: Pod\n", 1, /seems to be of the kind Pod: /],
    [`items:\n- apiVersion: v1\n  kind: Pod\n  spec: ${"x".repeat(3000)}\nkind: List\n`, 1, /of the kind Pod: /],
    ["kind: EventList\nitems:\n", 0, /its list is empty\n$/],
    [json(listOf([{ kind: "Event", apiVersion: "audit.k8s.io/v1", verb: "get" }])), 1, /seems to be audit events, /],
    ["Events:\n  Type     Reason   Age\n  Warning  BackOff  4m\n", 1, /what kubectl describe prints for people: /],
    [Uint8Array.of(1, 0, 200, 255, 0, 7), 1, /seems to be a binary file: /],
    [json({ kind: "Status", message: "events is forbidden" }), 1, /an error of the server, "events is forbidden": /],
    ["<html>\x072J", 1, /seems to be text that begins with "<html>.2J": /],
    ["error: You must be logged in to the server", 1, /seems to be an error, "You must be logged in to the server": /],
    ["PK\x03\x04", 1, /^kubecast: Cannot read \S+: it is a zip archive, to be unpacked first\n$/],
    ["BZh91AY", 1, /: it is compressed by bzip2, to be unpacked first\n$/],
    [Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0), 1, /: it is compressed by xz, to be unpacked first\n$/],
    [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0), 1, /: it is compressed by zstd, to be unpacked first\n$/],
    [`${json(EVENTS[0])}\n`.repeat(3), 1, /^kubecast: No matching events in \S+, which has 3 others\n$/],
  ];
  await withFolder(async (folder) => {
    await Promise.all(cases.map(([text], i) => writeFile(join(folder, `${i}`), text)));
    const ended = await kubecastEach(
      cases.map((_, i) => ["timeline", "--from", join(folder, `${i}`), "--types", "Bad"]),
    );
    for (const [i, [text, code, err]] of cases.entries()) {
      assert.equal(ended[i]!.code, code, String(text));
      assert.match(ended[i]!.err, err);
    }
    await mkdir(join(folder, "empty"));
    const [missing, empty, mistyped, all] = await kubecastEach([
      ["timeline", "--from", join(folder, "none")],
      ["timeline", join(folder, "empty")],
      ["timeline", "dump/evnts.json"],
      ["timeline", folder],
    ]);
    assert.match(missing!.err, /^kubecast: Cannot read \S+none: there is no such file\n$/);
    assert.match(empty!.err, /empty, which seems to be an empty folder: /);
    assert.equal(mistyped!.err, "kubecast: Cannot read dump/evnts.json: there is no such file\n");
    assert.equal(all!.code, 0);
    assert.match(all!.err, /^(?:kubecast: Cannot read \S+: it is .*, to be unpacked first\n){4}$/);
  });
});

test("kubecast reads the complete events of a truncated file, says first that its end is missing, and exits with 1", async () => {
  const list = json(listOf(EVENTS), 4);
  const cut = {
    list: list.slice(0, list.lastIndexOf('"reason"')),
    lines: `${json(EVENTS[0])}\n${json(EVENTS[1])}\n${json(EVENTS[2]).slice(0, 200)}`,
    "amid lines": `${json(EVENTS[0])}\n${json(EVENTS[2]).slice(0, 200)}\n${json(EVENTS[1])}\n`,
    yaml: `${kubectlYaml(EVENTS.slice(0, 2)).replace(/kind: List.*/s, "")}- involvedObject: [\n`,
    "yaml amid a word": kubectlYaml(EVENTS).replace(/e-1\nkind: List.*/s, ""),
    "yaml before the type": kubectlYaml(EVENTS).replace(/ {2}type:(?!.*type:).*/s, ""),
    gzip: gzipSync(lines(EVENTS) + "x".repeat(1000)).subarray(0, -6),
  };
  await withFolder(async (folder) => {
    const files = Object.keys(cut).map((name) => join(folder, name));
    await Promise.all(Object.values(cut).map((text, i) => writeFile(files[i]!, text)));
    const ended = await kubecastEach(files.map((file) => ["watch", "--once", "--from", file]));
    for (const [i, { code, out, err }] of ended.entries()) {
      const isAmid = files[i]!.endsWith("amid lines");
      assert.equal(code, isAmid ? 0 : 1, files[i]);
      assert.match(out, /Pulled.*\n.*BackOff/, files[i]);
      const told = isAmid
        ? /^kubecast: Skipped 1 event of \S.* that could not be read to the end\n$/
        : /^kubecast: Read only the first [23] events of \S.*, because its end is missing( \(.+\))?\n$/;
      assert.match(err, told, files[i]);
    }
    // A program may write the items alone.
    const items = join(folder, "items.yaml");
    await writeFile(items, `items:\n${yaml(EVENTS)}`);
    const [whole] = await kubecastEach([["watch", "--once", "--from", items]]);
    assert.deepEqual([whole!.code, whole!.err], [0, ""]);
    const page = join(folder, "page.html");
    const pictures = await kubecastEach([["timeline", files[0]!], ["timeline", files[0]!, "--html", page]]);
    assert.deepEqual(pictures.map(({ code }) => code), [1, 1]);
    assert.match(pictures[0]!.out, /^\S+list \(end missing\), until /);
  });
});

test("kubecast names a file of a folder that was cut amid its first event, unlike a log that ends with a bracket", async () => {
  await withFolder(async (folder) => {
    const whole = json(listOf(EVENTS), 4);
    const cut = {
      json: whole.slice(0, whole.indexOf('"type"')),
      line: json(listOf(EVENTS)).slice(0, 300),
      yaml: kubectlYaml(EVENTS).replace(/ {2}message:.*/s, '  message: "Image'),
      log: "level=info event: {[\n",
      notes: "Notes: [\n  regarding: the pod\n",
    };
    for (const [name, text] of Object.entries({ whole, ...cut })) await writeFile(join(folder, name), text);
    const [ended] = await kubecastEach([["watch", "--once", folder]]);
    assert.equal(ended!.code, 1);
    assert.equal(ended!.out.trim().split("\n").length, 3);
    const named = [...ended!.err.matchAll(/^kubecast: Read no event of \S+\/(\w+), because its end is missing$/gm)];
    assert.deepEqual(named.map(([, name]) => name), ["json", "line", "yaml"], ended!.err);
  });
});

test("kubecast reads events that name no object from files, as from a server", async () => {
  const nameless = [{ namespace: "shop" }, {}, undefined, null].map((involvedObject, i) => ({
    ...EVENTS[1],
    metadata: { name: `nameless-${i}`, namespace: "shop" },
    involvedObject,
  }));
  await withFolder(async (folder) => {
    const file = join(folder, "events.json");
    await writeFile(file, json(listOf(nameless)));
    const [ended, filtered] = await kubecastEach([
      ["watch", "--once", "-o", "json", file],
      ["watch", "--once", "--for", "pod/web-0", file],
    ]);
    assert.deepEqual([ended!.code, ended!.err], [0, ""]);
    assert.deepEqual(ended!.out.trim().split("\n").map((line) => JSON.parse(line).reason), Array(4).fill("BackOff"));
    assert.match(filtered!.err, /^kubecast: No matching events in \S+, which has 4 others\n$/);
    const server = startKubecast(["serve", "--port", "0", "--from", file]);
    const [, url] = await server.waitFor(/Serving events at (\S+) /);
    const { items } = await (await fetch(`${url}/api/v1/events`)).json();
    assert.equal(items.length, 4);
    server.kill("SIGTERM");
    await server.ended;
  });
});

test("kubecast reads the dumps of kubectl cluster-info from when its fields had the names of Go", async () => {
  const old = EVENTS.map(({ metadata, involvedObject: { kind, namespace, name }, ...event }) => ({
    ...metadata,
    InvolvedObject: { Kind: kind, Namespace: namespace, Name: name, UID: "", APIVersion: "v1" },
    Reason: event.reason,
    Message: event.message,
    Source: { Component: "kubelet", Host: "node-1" },
    FirstTimestamp: event.firstTimestamp,
    LastTimestamp: event.lastTimestamp,
    Count: event.count,
    Type: event.type,
  }));
  await withFolder(async (folder) => {
    await writeFile(join(folder, "old.json"), json({ selfLink: "/api/v1/events", Items: old }, 4));
    await writeFile(join(folder, "new.json"), json(listOf(EVENTS), 4));
    const [before, now] = await kubecastEach(["old", "new"].map((name) => ["watch", join(folder, `${name}.json`)]));
    assert.equal(before!.out, now!.out);
  });
});

test("kubecast takes a time of day for the day on which a file has it, and refuses a window that ends before it begins", async () => {
  const at = (name: string, time: string) => ({
    ...EVENTS[1],
    metadata: { name, namespace: "shop" },
    message: name,
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  });
  await withFolder(async (folder) => {
    const file = join(folder, "night.json");
    await writeFile(file, json(listOf([at("evening", "2026-01-01T23:53:00Z"), at("morning", "2026-01-02T05:43:00Z")])));
    const shown: [flags: string[], messages: string[]][] = [
      [["--until", "12:00"], ["evening", "morning"]],
      [["--until", "00:10"], ["evening"]],
      [["--since", "23:50", "--until", "00:10"], ["evening"]],
      [["--since", "05:00"], ["morning"]],
      [["--since", "22:00"], ["evening", "morning"]],
      [["--since", "22:00", "--until", "2026-01-02T05:00"], ["evening"]],
      [["--since", "10m", "--until", "00:00"], ["evening"]],
    ];
    const read = await kubecastEach(shown.map(([flags]) => ["watch", file, "--utc", ...flags]));
    for (const [i, [flags, messages]] of shown.entries()) {
      assert.deepEqual(read[i]!.out.match(/evening|morning/g), messages, flags.join(" "));
    }
    const program = startKubecast(["ui", file, "--since", "2026-01-02T05:00Z", "--until", "2026-01-02T06:00Z"]);
    const [, address] = await program.waitFor(/^Open (\S+)\n/);
    const headers = { authorization: `Bearer ${new URL(address!).hash.slice(1)}` };
    const { body } = await fetch(new URL("/events", address), { headers });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    const { about } = JSON.parse((await reader.read()).value!.split("\n")[0]!);
    assert.deepEqual([about.fromMs, about.toMs], [Date.UTC(2026, 0, 2, 5), Date.UTC(2026, 0, 2, 6)]);
    await reader.cancel().catch(() => {});
    program.kill("SIGTERM");
    await program.ended;
    const inverted = ["--utc", "--since", "05:30", "--until", "05:20"];
    const [watch, timeline, none] = await kubecastEach([
      ["watch", file, ...inverted],
      ["timeline", file, ...inverted],
      ["timeline", file, "--utc", "--since", "01:00", "--until", "02:00"],
    ]);
    for (const { code, err } of [watch!, timeline!]) {
      assert.equal(code, 2);
      assert.match(err, /: --since must be before --until, received 2026-01-02T05:30\S+ and 2026-01-02T05:20\S+\n/);
    }
    assert.match(none!.out, /no events, 0 objects/);
    assert.match(none!.err, /: there are 2 others, of 2026-01-01T23:53\S+ to 2026-01-02T05:43\S+ \(see --since\)\n$/);
  });
});

test("kubecast names the namespaces of a file that has none of those selected", async () => {
  await withFolder(async (folder) => {
    const file = join(folder, "events.json");
    await writeFile(file, json(listOf(EVENTS)));
    const [one, two] = await kubecastEach([["watch", file, "-n", "nosuch"], ["watch", file, "-n", "shop,nosuch"]]);
    const told = `kubecast: No events of nosuch in ${file}, whose namespaces are shop\n`;
    assert.equal(one!.err, `${told}kubecast: No matching events in ${file}, which has 3 others\n`);
    assert.deepEqual([two!.err, two!.code], [told, 0]);
  });
});

test("kubecast leaves out and counts the events of files with an implausible time, and draws all others", async () => {
  const at = (name: string, first: string | null, last: string | null) => ({
    ...EVENTS[1],
    metadata: { name, namespace: "shop" },
    firstTimestamp: first,
    lastTimestamp: last,
    count: 2,
  });
  const zero = "0001-01-01T00:00:00Z";
  const events = [
    at("none", null, null),
    at("zero", zero, zero),
    at("future", "2062-01-01T00:00:00Z", "2062-01-01T00:00:00Z"),
    at("unset", "1970-01-01T00:00:05Z", "1970-01-01T00:00:05Z"),
    at("first", "2020-11-24T18:37:00Z", "2020-11-24T18:37:00Z"),
    at("last", "2020-11-25T12:04:00Z", "2020-11-27T12:04:00Z"),
  ];
  await withFolder(async (folder) => {
    const file = join(folder, "events.json");
    await writeFile(file, json(listOf(events)));
    await writeFile(join(folder, "none.json"), json(events[0]));
    await writeFile(join(folder, "last.json"), json({ ...events[5], firstTimestamp: null }));
    const [all, part, day, none, early, timeless, last] = await kubecastEach([
      ["timeline", file, "--utc"],
      ["timeline", file, "--utc", "--since", "1d12h"],
      ["watch", "--once", file, "--utc", "--since", "2020-11-24", "--until", "2020-11-25"],
      ["timeline", file, "--utc", "--until", "2020-11-01"],
      ["timeline", file, "--utc", "--until", "2020-11-26"],
      ["timeline", join(folder, "none.json")],
      ["timeline", join(folder, "last.json"), "--utc"],
    ]);
    assert.equal(last!.err, "");
    assert.match(last!.out, /, until 2020-11-27 12:04 UTC .*1 workload in trouble/);
    assert.match(timeless!.err, /\nkubecast: No events in \S+none.json with a plausible time\n$/);
    // What is after the window is not ahead of any clock.
    assert.match(early!.out, /, until 2020-11-26 00:00 UTC/);
    assert.doesNotMatch(early!.out, /ahead|future/);
    assert.match(
      none!.err,
      /No events in this time: there are 2 others, of 2020-11-24T18:37\S+ to 2020-11-27T12:04\S+ \(see --since\)\n$/,
    );
    assert.equal(all!.err, `kubecast: Left out 4 events of ${file} without a plausible time\n`);
    assert.match(all!.out, /, until 2020-11-27 12:04 UTC/);
    assert.match(all!.out, /shop\/web .* 4 /);
    assert.doesNotMatch(part!.out, / 4 /);
    assert.match(day!.out, /^2020-11-24T18:37:00.000Z .*\n$/);
  });
});

test("kubecast selects several namespaces, types, reasons and objects, or all but some, in files", async () => {
  const of = (name: string, fields: Record<string, unknown>, about: Record<string, string> = {}) => ({
    ...EVENTS[1],
    ...fields,
    metadata: { name, namespace: about["namespace"] ?? "shop", uid: name, labels: { team: name } },
    involvedObject: { ...EVENTS[1]!.involvedObject, ...about },
  });
  const events = [
    of("a", { reason: "Pulled", type: "Normal" }),
    of("b", { reason: "BackOff", type: "Warning" }, { namespace: "billing" }),
    of("c", { reason: "Failed", type: "warning" }, { name: "db-0" }),
    of("d", { reason: "Broken", type: "Error" }, { kind: "Node", name: "node-1", namespace: "default" }),
  ];
  const cases: Record<string, string[]> = {
    abcd: [],
    ab: ["--reason", "Pulled,BackOff"],
    abd: ["--reason", "Pulled", "--reason", "BackOff", "--reason", "Broken"],
    bcd: ["--reason", "!=Pulled"],
    bc: ["--types", "WARNING"],
    d: ["--types", "Error"],
    acd: ["-n", "shop,default"],
    bd: ["-n", "billing", "-n", "default"],
    cd: ["--for", "pod/db-0", "--for", "no/node-1"],
    abc: ["--for", "!=node/node-1"],
    c: ["--field-selector", "involvedObject.name=db-0"],
    a: ["-l", "team=a"],
    b: ["-A", "--types", "!=Normal", "--reason", "!=Failed,!=Broken"],
  };
  await withFolder(async (folder) => {
    const file = join(folder, "events.json");
    await writeFile(file, lines(events));
    const run = (args: readonly string[]): string[] => ["watch", "--once", "--from", file, "-o", "json", ...args];
    const ended = await kubecastEach(Object.values(cases).map(run));
    for (const [i, names] of Object.keys(cases).entries()) {
      const found = ended[i]!.out.trim().split("\n").map((line) => JSON.parse(line).event.metadata.name).sort().join(
        "",
      );
      assert.equal(found, names, cases[names]!.join(" "));
    }
  });
});

test("kubecast watch --from prints the events of a pipe as they arrive, each state once", async () => {
  const program = new Program([...KUBECAST, "watch", "--from", "-"], {});
  const write = (value: unknown): unknown => program.child.stdin!.write(`${json(value, 4)}\n`);
  write(EVENTS[0]);
  await program.waitFor(/Pulled.* x3 /);
  write(EVENTS[0]);
  write({ ...EVENTS[0], count: 4, lastTimestamp: "2026-01-01T10:11:00Z" });
  await program.waitFor(/Pulled.* x4 /);
  program.child.stdin!.end(json(EVENTS[1]));
  const { code, out } = await program.ended;
  assert.equal(code, 0);
  assert.deepEqual([...out.matchAll(/ {2}(x\d) /g)].map(([, count]) => count), ["x3", "x4", "x4"]);
});

test("kubecast serve --from serves the events of files with their uids, versions and times", async () => {
  await withFolder(async (folder) => {
    const file = join(folder, "events.yaml");
    await writeFile(
      file,
      kubectlYaml([{ ...EVENTS[2], count: 1 }, ...NEW_EVENTS, { ...EVENTS[0], kind: "Event", reason: 5 }]),
    );
    const program = new Program([...KUBECAST, "serve", "--port", "0", "--from", file], {});
    const [, url] = await program.waitFor(/^Serving events at (http:\/\/127\.0\.0\.1:\d+) /);
    try {
      const { items } = await (await fetch(`${url}/api/v1/events`)).json();
      const facts = items.map(({ metadata, lastTimestamp, count }: typeof EVENTS[0]) => {
        return [metadata.uid, metadata.resourceVersion, metadata.creationTimestamp, lastTimestamp, count];
      });
      assert.deepEqual(
        facts,
        EVENTS.map(({ metadata: { uid, resourceVersion, creationTimestamp }, lastTimestamp, count }) => {
          return [uid, resourceVersion, creationTimestamp, lastTimestamp, count];
        }),
      );
    } finally {
      program.kill("SIGTERM");
      await program.ended;
    }
  });
});
