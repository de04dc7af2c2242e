import { test } from "node:test";
import assert from "node:assert/strict";
import process from "node:process";
import { ALL, pictureOf } from "../../../src/read/timeline/picture.ts";
import { viewOf } from "../../../src/read/timeline/time_axis.ts";
import { widthOf } from "../../../src/app/cli/table_layout.ts";
import { Timeline } from "../../../src/read/timeline/mod.ts";
import { line } from "../../read/timeline/history.ts";
import { NOW } from "./failing_cluster.ts";
import { frameOf, frames, keptFrames, timelineOf } from "./timeline_frames.ts";

const MINUTE_MS = 60_000;

test("kubecast timeline draws the frames of timeline_frames.txt (deno run -A tests/app/cli/timeline_frames.ts)", async () => {
  assert.equal(frames(), await keptFrames());
});

test("kubecast timeline fits terminals of any size, with wide characters and in ASCII", () => {
  const timeline = timelineOf(100, true);
  const message = "起動に失敗しました 🚀 1️⃣ ❤️ 🏳️‍🌈 e\u0301 ".repeat(9);
  timeline.add(line({ namespace: "商店", object: "ウェブ-0", reason: "失敗した❤️", message, last: NOW - MINUTE_MS }));
  for (let columns = 1; columns <= 200; columns += columns < 20 ? 1 : 7) {
    for (const rows of [1, 5, 9, 24, Infinity]) {
      for (const isAscii of [false, true]) {
        const lines = frameOf(timeline, { columns, rows, isAscii });
        assert.ok(lines.every((line) => widthOf(line) <= columns), `${columns} columns:\n${lines.join("\n")}`);
        // A title, the sums and a line of rows at least.
        assert.ok(lines.length <= Math.max(rows, 4), `${lines.length} lines on ${rows}`);
        if (isAscii) assert.match(lines.join(""), /^[\x20-\x7e]*$/);
        assert.doesNotMatch(lines.join(""), /[\ufe0f\u200d]/);
      }
    }
  }
});

test("kubecast timeline shows no control characters of an event", () => {
  const timeline = new Timeline();
  const hostile = "\x1b[2J\x1b]0;owned\x07\u202e\r\n\x9b31m";
  timeline.add(
    line({ kind: hostile, namespace: hostile, object: hostile, reason: hostile, message: hostile, last: NOW - 1 }),
  );
  for (const grouping of ["workload", "node", "message"] as const) {
    const lines = frameOf(timeline, { columns: 120, grouping, title: hostile });
    // deno-lint-ignore no-control-regex
    for (const line of lines) assert.doesNotMatch(line, /[\x00-\x1f\x7f-\x9f\u202e]/);
    assert.ok(lines.some((line) => line.includes("owned")));
  }
});

test("kubecast timeline shows how trouble began if it continues differently, and which of a cloud's nodes has it", () => {
  const timeline = new Timeline();
  const node = "ip-10-0-4-48.eu-west-1.compute.internal";
  for (
    const each of [
      line({ object: "pay-0", name: "a", reason: "FailedMount", message: "no such key: PGPASSWORD", last: NOW - 9e5 }),
      line({ object: "pay-0", name: "b", reason: "Unhealthy", message: "probe failed: 503", last: NOW - 1 }),
      line({ kind: "Node", namespace: "", object: node, reason: "ImageGCFailed", message: "full", last: NOW - 1 }),
    ]
  ) timeline.add(each);
  for (const [columns, rows] of [[80, 24], [120, 40]] as const) {
    const text = frameOf(timeline, { columns, rows }).join("\n");
    assert.match(text, /\n {6}Unhealthy: probe failed: 503\n {6}began with FailedMount: no such key: PGPASSWORD\n/);
    assert.match(text, / node\/ip-10-0-4-48\.eu/);
  }
  const few = frameOf(timeline, { columns: 80, rows: 8 });
  assert.ok(few.length <= 8 && !few.join().includes("began with"));
});

test("kubecast timeline has room for reasons and the messages of most trouble on a terminal of 80 by 24", () => {
  const timeline = new Timeline();
  const add = (object: string, minutes: number, options: Partial<Parameters<typeof line>[0]> = {}): void =>
    timeline.add(line({ namespace: "fulfilment-production", object, last: NOW - minutes * MINUTE_MS, ...options }));
  const agent = { kind: "DaemonSet", namespace: "agents", type: "Normal" };
  add("node-telemetry-agent", 38, { ...agent, reason: "SuccessfulDelete", message: "Deleted pod: a" });
  const yesterday = NOW - 40 * 60 * MINUTE_MS;
  add("old", 1, { count: 2000, first: yesterday, reason: "BackOff", message: "Back-off restarting failed container" });
  // Small trouble before and after, of which no row may crowd out the messages of the burst.
  for (let i = 0; i < 12; i++) add(`noise-${"abcdefghijkl"[i]}`, 55 - i, { reason: `Noise${i}`, count: 30 });
  for (let i = 0; i < 4; i++) {
    add(`victim-${"abcd"[i]}`, 30, { reason: `Unready${i % 2}`, message: "probe failed: 503" });
  }
  const cause = 'Readiness probe failed: server login failed: FATAL: password authentication failed for user "ledger"';
  add("database-connection-pooler", 29, { reason: "UnhealthyConnectionPool", message: cause });
  const status = "Node node-3 status is now: NodeNotReady";
  add("node-3", 28, { kind: "Node", namespace: "", reason: "NodeNotReady", message: status });
  add("noise-a", 1, { reason: "Noise0" }); // still fails, as the last one does
  add("orders-db", 1, { count: 60, first: NOW - 26 * MINUTE_MS, reason: "Unhealthy", message: "no space left" });
  const lines = frameOf(timeline, { columns: 80, rows: 24 });
  const text = lines.join("\n");
  assert.match(text, /\n +Noise0: /);
  assert.equal(text.match(/\n +Unready[01]: probe failed: 503\n/g)?.length, 2, "two for four that say the same");
  assert.match(text, / node\/node-3 /);
  assert.doesNotMatch(text, /after NodeNotReady/, "of a condition with the type Warning, too");
  for (let rows = 24; rows > 8; rows--) {
    const low = frameOf(timeline, { columns: 80, rows }).join("\n");
    assert.ok(!/\n +Noise0: /.test(low) || /\n +Unhealthy: no space left\n/.test(low), "trouble near the burst first");
    if (/noise-a .*Noise0/.test(low) && !/\n +Noise0: /.test(low)) assert.doesNotMatch(low, /status is now/);
  }
  assert.ok(lines.length <= 24);
  assert.match(text, /\nchanged before 10:02: 09:52 SuccessfulDelete node-telemetry-agent\n/);
  assert.match(
    text,
    / UnhealthyConnect\S+\n +Unhealthy.*: FATAL: password authentication failed for user "ledger"\n/,
  );
  assert.match(text, /\n +\+ \d+ more /);
});

test("kubecast timeline marks Normal events in rows of trouble, and draws rows without trouble if there is no other", () => {
  const timeline = new Timeline();
  const pulling = { type: "Normal", reason: "Pulling", last: NOW - 30 * MINUTE_MS };
  timeline.add(line({ object: "agent-bcdfg", ...pulling }));
  const [, , calm] = frameOf(timeline, {});
  assert.match(calm!, /^ {6}shop\/agent .* ▁ .* 1 {3}Pulling$/);
  timeline.add(line({ object: "agent-bcdfg", reason: "Evicted", last: NOW - 20 * MINUTE_MS }));
  for (const [isAscii, marks] of [[false, /· +▁ .* 1 {3}Evicted$/], [true, /' +\. .* 1 {3}Evicted$/]] as const) {
    const frame = frameOf(timeline, { isAscii });
    assert.match(frame[2]!, marks);
    assert.match(frame.join("\n"), isAscii ? / ' Normal/ : / · Normal/);
  }
});

test("kubecast timeline adds up, and lists what it leaves out", () => {
  const timeline = timelineOf(5000, true);
  const all = frameOf(timeline, { columns: 120, rows: Infinity });
  const countOf = (line: string): number => Number(line.match(/ ≤?(\d+)(?: ●| {2,}(?=[A-Z])|$)/)![1]);
  const rowsOf = (lines: string[]): string[] => lines.filter((line) => /^\d\d:\d\d /.test(line));
  const sumOf = (lines: string[]): number => lines.reduce((sum, line) => sum + countOf(line), 0);
  const { events } = timeline.getSnapshot();
  const hour = events.flatMap(({ isTrouble, spans }) => isTrouble ? spans : [])
    .filter(({ to }) => to >= NOW - 60 * MINUTE_MS).reduce((sum, { count }) => sum + count, 0);
  assert.equal(sumOf(rowsOf(all)), hour);
  const few = frameOf(timeline, { columns: 120, rows: 12 });
  const more = few.findIndex((line) => /^ +\+ \d+ more /.test(line));
  assert.equal(sumOf(rowsOf(few)) + countOf(few[more]!), hour);
  const named = few[more + 1]!.match(/\S+\/\S+ \d+/g)!;
  const shown = rowsOf(few).map((line) => line.split(/ +/)[1]);
  assert.ok(named.length > 3);
  for (const name of named) assert.ok(!shown.includes(name.split(" ")[0]), name);
  assert.ok(few.some((line) => line.includes("node/node-3")), "a cause has few events");
});

test("kubecast timeline shows the most telling message below each row, on two lines if there is room", () => {
  const timeline = new Timeline();
  const cause = `Failed to pull image: ${"failed to resolve reference ".repeat(7)}: registry/web:2: not found`;
  timeline.add(line({ name: "a", reason: "Failed", message: "Error: ErrImagePull", last: NOW - MINUTE_MS }));
  timeline.add(line({ name: "b", reason: "Failed", message: cause, last: NOW - MINUTE_MS }));
  const [, , row, first, second] = frameOf(timeline, { columns: 120 });
  assert.match(row!, /^10:29 shop\/web {2}pod .* 2 ● Failed$/);
  assert.match(first!, /^ {6}Failed: Failed to pull image: failed to resolve/);
  assert.match(second!, /^ {6}.*failed to resolve reference : registry\/web:2: not found$/);
  assert.match(first!, /…/);
  const low = frameOf(timeline, { columns: 120, rows: 5 });
  assert.deepEqual([low.length, low[3]!.slice(-12)], [5, "2: not found"]);
});

test("kubecast timeline shows the day of trouble that began on another day, and not its time, which would take room", () => {
  const timeline = new Timeline();
  timeline.add(line({ object: "old", count: 2, first: NOW - 11 * 60 * MINUTE_MS, last: NOW - MINUTE_MS }));
  timeline.add(line({ object: "web", last: NOW - MINUTE_MS }));
  const rows = frameOf(timeline, { columns: 120 }).filter((text) => /shop\//.test(text));
  assert.deepEqual(rows.map((text) => text.slice(0, 25)), ["10:29      shop/web  pod ", "2025-12-31 shop/old  pod "]);
});

test("kubecast timeline notes clocks that are ahead, and counts the events that it sets aside", () => {
  const timeline = new Timeline();
  timeline.add(line({ object: "ahead", last: NOW + 3 * MINUTE_MS }));
  timeline.add(line({ object: "future", last: Date.UTC(2062, 0) }));
  timeline.add(line({ object: "earlier", last: NOW - 90 * MINUTE_MS }));
  timeline.add({ ...line({ object: "never" }), first: undefined, last: undefined });
  const text = frameOf(timeline, { columns: 120, to: NOW + 3 * MINUTE_MS + 1 }).join("\n");
  assert.match(text, /shop\/ahead/);
  for (const note of ["a clock is ahead by 3 min", "1 event of the future not shown: a clock is wrong"]) {
    assert.ok(text.includes(note), text);
  }
  assert.match(text, /1 event that ended before not shown\s+1 event without a time/);
});

test("kubecast timeline counts only events possibly within its time, and marks uncertain counts as at most", () => {
  const timeline = new Timeline();
  timeline.add(line({ object: "before", last: NOW - 90 * MINUTE_MS }));
  timeline.add(line({ object: "across", count: 10, first: NOW - 90 * MINUTE_MS, last: NOW - 30 * MINUTE_MS }));
  const [title, , total] = frameOf(timeline, {});
  assert.match(title!, / {2}1 workload in trouble, 1 object$/);
  assert.match(total!, /^09:00 shop\/across {2}pod ┄+▁ +≤9 {3}BackOff$/);
});

test("kubecast timeline reports that there are no events in its time", () => {
  assert.deepEqual(
    frameOf(new Timeline(), { columns: 60 }).slice(1),
    ["no trouble, 0 objects", "No events in this time."].slice(-1),
  );
});

test("kubecast timeline separates the times above its columns, and adds seconds for columns below a minute", () => {
  for (const ms of [1000, 10_000, 59_000, 90_000, 600_000, 3_600_000, 90_000_000, 260_000_000, 4e10]) {
    for (const columns of [24, 60, 80, 100, 120, 200]) {
      const timeline = new Timeline();
      timeline.add(line({ last: NOW - ms / 2 }));
      const header = frameOf(timeline, { from: NOW - ms, columns }).find((text) =>
        /^(SINCE| *\d\d[:-]\d\d[ \d:-]*$)/.test(text)
      ) ?? "";
      // One of several days is told by the midnight before it.
      for (const day of header.split(/\d\d-\d\d/)) {
        const times = day.match(/[\d:]+/g) ?? [];
        assert.deepEqual(times, [...new Set(times)], `${ms} ms, ${columns} columns`);
      }
      if (ms > 200_000_000 && columns >= 80) assert.match(header, /\d\d-\d\d/);
      if (ms === 59_000 && columns >= 100) assert.match(header, / \d\d:\d\d:\d\d/);
    }
  }
});

test("kubecast timeline orders rows as the page does, even those of the same time", () => {
  const timeline = new Timeline();
  for (const [namespace, object] of [["b", "a"], ["a", "b"], ["a", "a"], ["c", "z"]] as const) {
    const uid = `${namespace}/${object}`;
    timeline.add(line({ uid, namespace, object, last: NOW - 5 * MINUTE_MS }));
    // Each with a reason of its own: equal ones would be one row.
    const reason = `Failed${uid.replace("/", "").toUpperCase()}`;
    timeline.add(line({ uid: `${uid} later`, namespace, object, reason, last: NOW - MINUTE_MS }));
  }
  timeline.add(line({ namespace: "c", object: "z", name: "old", reason: "Killing", last: NOW - 80 * MINUTE_MS }));
  const { began, before } = pictureOf(
    timeline.getSnapshot(),
    ALL,
    viewOf(NOW - 60 * MINUTE_MS, NOW, 900),
    NOW,
  );
  const rows = frameOf(timeline, {}).filter((text) => /^\d\d:\d\d/.test(text)).map((text) => text.split(/ +/)[1]);
  assert.deepEqual(rows, ["a/a", "a/b", "b/a", "c/z"]);
  assert.deepEqual([...began, ...before].map(({ place, name }) => `${place}/${name}`), rows);
  assert.deepEqual(before[0]!.reasons, ["BackOff", "FailedCZ"], "those of this time");
});

test("kubecast timeline draws a span of any length", () => {
  for (const ms of [500, 10_000, 86_400_000, 40 * 86_400_000, 9000 * 86_400_000]) {
    const timeline = new Timeline();
    timeline.add(line({ last: NOW - ms }));
    timeline.add(line({ count: 2, first: NOW - ms, last: NOW - 1 }));
    const lines = frameOf(timeline, { from: NOW - ms, columns: 100 });
    assert.match(lines[2]!, / 2 ● BackOff$/, `${ms} ms:\n${lines.join("\n")}`);
  }
});

test("kubecast timeline draws the first and the last possible time, in any zone", () => {
  for (const to of [8.64e15, 253_402_300_800_000, 3_600_000 - 8.64e15]) {
    const timeline = new Timeline();
    timeline.add(line({ first: to - 3_600_000, last: to - 1, count: 2 }));
    const zone = process.env["TZ"];
    try {
      for (const name of ["Asia/Kolkata", "America/New_York"]) {
        process.env["TZ"] = name;
        for (const isUtc of [true, false]) {
          const lines = frameOf(timeline, { from: to - 3_600_000, to, columns: 100, isUtc });
          assert.ok(lines.some((text) => / 2 [ ●] BackOff$/.test(text)), lines.join("\n"));
        }
      }
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  }
});

test("kubecast timeline draws 5,000 objects within three times what adding them takes", () => {
  const startMs = performance.now();
  const timeline = timelineOf(5000, false);
  timeline.getSnapshot();
  const addedMs = performance.now() - startMs;
  frameOf(timeline, {});
  const drawnMs = performance.now() - startMs - addedMs;
  assert.ok(drawnMs < 3 * addedMs + 50, `${drawnMs} ms beside ${addedMs} ms`);
});
