import { test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { EventLines, htmlReport } from "../../../src/app/cli/html_report.ts";
import { occurrencesOf } from "../../../src/app/page/feed.ts";
import { type Occurrence, toOccurrence } from "../../../src/read/mod.ts";
import { Timeline } from "../../../src/read/timeline/mod.ts";
import { Folder, scopedTest } from "../../connect/kubeconfig/folder.ts";
import { podEvent, withApi } from "./events_api.ts";
import { kubecast } from "./start_kubecast.ts";

const about = { title: "kind-prod", selection: "all namespaces", sinceMs: 0, kubectlFlags: "" };

function occurrence(name: string, count: number, fields: Parameters<typeof podEvent>[1] = {}): Occurrence {
  return toOccurrence(podEvent(name, { count, ...fields, metadata: { name, namespace: "shop", uid: `uid-${name}` } }));
}

test("htmlReport writes one file that runs only its own script, with markup in messages as text", async () => {
  const lines = new EventLines();
  const message = "</script><script>alert(1)</script><!-- \x1b[2J\x9b31m\u202e\u2066\u200b";
  lines.add(occurrence("a", 1, { message }));
  const text = await htmlReport(about, lines);
  const [, script] = text.match(/<script>([\s\S]*?)<\/script>/)!;
  const [, style] = text.match(/<style>([\s\S]*?)<\/style>/)!;
  const [, policy] = text.match(/content-security-policy" content="([^"]*)"/)!;
  for (const inline of [script!, style!]) {
    assert.ok(policy!.includes(`'sha256-${createHash("sha256").update(inline).digest("base64")}'`));
  }
  assert.match(policy!, /^default-src 'none'; .*require-trusted-types-for 'script'; trusted-types 'none'$/);
  assert.equal(text.match(/<script/g)?.length, 2);
  const [, data] = text.match(/id="events">([\s\S]*?)<\/script>/)!;
  // A terminal shows it, too: --html - prints it.
  assert.doesNotMatch(data!.replaceAll("\n", ""), /[<\p{Cc}\p{Cf}]/u);
  assert.equal(JSON.parse(data!.split("\n")[1]!).event.message, message);
});

test("EventLines keeps each stored event once, with all of its reports", () => {
  const lines = new EventLines();
  lines.add(occurrence("a", 3));
  const line = lines.add({ ...occurrence("a", 5, { message: "again" }), delta: 2 });
  assert.deepEqual(line?.reports, [[5, Date.parse("2026-01-01T00:00:00Z"), 2]]);
  assert.equal(lines.add(occurrence("a", 5)), undefined);
  const [only, ...others] = [...lines].filter(({ event }) => event !== undefined);
  assert.equal(others.length, 0);
  assert.deepEqual(only?.reports?.map(([count, , delta]) => [count, delta]), [[3, 3], [5, 2]]);
  for (let count = 6; count < 2000; count++) lines.add({ ...occurrence("a", count), delta: 1 });
  const reports = [...lines][0]!.reports!;
  assert.ok(reports.length <= 240);
  assert.deepEqual([reports[0]![0], reports.at(-1)![0]], [3, 1999], "the first and the latest stay");
});

test("EventLines keeps the reports that a Timeline needs of falling counts, and of events that are created again", () => {
  const lines = new EventLines();
  const at = (ms: number): string => new Date(ms).toISOString();
  const timelines = [new Timeline(), new Timeline()] as const;
  const add = (name: string, count: number, last: number, first = 0, metadata = {}): void => {
    const event = podEvent(name, { count, firstTimestamp: at(first), lastTimestamp: at(last) });
    const read = toOccurrence({ ...event, metadata: { name, namespace: "shop", ...metadata } });
    timelines[0].add(read);
    lines.add(read);
  };
  // More than it keeps of one event, so that it leaves some out.
  for (let ms = 0; ms < 900_000; ms += 1000) add("a", 1 + ms / 1000 % 300, ms, 0, { uid: "a" });
  add("b", 2, 4000, 1000);
  add("b", 2, 9000, 8000);
  add("b", 2, 9000, 8000);
  for (const line of lines) for (const each of occurrencesOf(line)) timelines[1].add(each);
  const [whole, kept] = timelines.map((timeline) =>
    timeline.getSnapshot().events.reduce((sum, { count }) => sum + count, 0)
  );
  assert.equal(whole, 904);
  assert.equal(kept, whole);
});

test("EventLines drops, and counts, the events that occurred last the longest ago, in any order of a file", () => {
  const lines = new EventLines();
  const { event, ...read } = occurrence("a", 1);
  for (let i = 125_000; i >= 0; i--) {
    lines.add({ ...read, event: { ...event, metadata: { name: `${i}`, uid: `${i}` } }, last: new Date(i) });
  }
  const all = [...lines];
  const kept = all.flatMap(({ reports = [] }) => reports.map(([, lastMs]) => lastMs!));
  assert.deepEqual([kept.length, Math.min(...kept), all.at(-1)?.forgotten], [100_000, 25_001, 25_001]);
});

test("htmlReport compresses data that is long", async () => {
  const lines = new EventLines();
  for (let i = 0; i < 3000; i++) lines.add(occurrence(`${i}`, 1));
  const [, data] = (await htmlReport(about, lines)).match(/data-encoding="gzip">([^<]*)</)!;
  const text = gunzipSync(Buffer.from(data!, "base64")).toString();
  assert.equal(text.match(/"event":/g)?.length, 3000);
});

scopedTest("kubecast timeline --html writes a page of one list, and of a file with its gaps", async ({ keep }) => {
  const folder = keep(new Folder());
  const dataOf = async (file: string) => {
    const [, data] = (await readFile(file, "utf8")).match(/id="events">([\s\S]*?)<\/script>/)!;
    return data!.trim().split("\n").map((line) => JSON.parse(line));
  };
  await withApi(async ({ flags, record }) => {
    await record(podEvent("a", { type: "Warning", reason: "BackOff", count: 3 }));
    const file = folder.write("page.html", "");
    const { code, out, err } = await kubecast(["timeline", "-A", "--html", file, ...flags]);
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /^Wrote .*page\.html \(0\.\d MB\): it opens in any browser\n$/);
    const [{ about }, { event }, ...rest] = await dataOf(file);
    assert.equal(about.toMs - about.fromMs, 3_600_000);
    assert.deepEqual([event.reason, about.selection], ["BackOff", "all namespaces"]);
    assert.equal(rest.at(-1).reading.name, "saved");
  });
  const gap = { from: "2026-01-01T00:00:10.000Z", to: "2026-01-01T00:00:20.000Z" };
  const lines = [occurrence("a", 1), { ...occurrence("a", 4), delta: 3, gap }].map((line) => JSON.stringify(line));
  const from = folder.write("events.ndjson", lines.join("\n"));
  const { code, out } = await kubecast(["timeline", "--from", from, "--html", "-"]);
  assert.equal(code, 0);
  const data = await dataOf(folder.write("from.html", out));
  assert.deepEqual(data[1], { gap: { from: Date.parse(gap.from), to: Date.parse(gap.to) } });
  assert.deepEqual(data[2].reports.map(([count]: number[]) => count), [1, 4]);
  const wrong = await kubecast(["timeline", "--watch", "--html", "-"]);
  assert.deepEqual([wrong.code, wrong.out], [2, ""]);
});
