import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Timeline } from "../../../src/read/timeline/mod.ts";
import { podEvent, withApi } from "./events_api.ts";
import { failingHour } from "./failing_cluster.ts";
import { KUBECAST, kubecast, kubecastEach, Program } from "./start_kubecast.ts";
import { frameOf } from "./timeline_frames.ts";

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString().replace(/\.\d+/, "");

/** Runs with a file of text. */
async function withFile(text: string, run: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "kubecast-timeline-"));
  try {
    await writeFile(join(folder, "events.ndjson"), text);
    await run(join(folder, "events.ndjson"));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test("kubecast timeline draws one frame of the events that the server has", async () => {
  await withApi(async ({ flags, record }) => {
    await record(
      podEvent("a", { type: "Warning", reason: "BackOff", count: 9, firstTimestamp: ago(30), lastTimestamp: ago(9) }),
    );
    await record(
      podEvent("b", {
        firstTimestamp: ago(10),
        lastTimestamp: ago(10),
        involvedObject: { kind: "Pod", namespace: "shop", name: "db-0" },
      }),
    );
    const env = { LANG: "C.UTF-8", COLUMNS: "100" };
    const { code, out, err } = await kubecast(["timeline", "-n", "shop", ...flags], env);
    assert.deepEqual([code, err], [0, ""]);
    const lines = out.split("\n");
    assert.match(
      lines[0]!,
      /^127.0.0.1:\d+, namespace shop, listed at \d\d:\d\d \S+ +1 workload in trouble, 2 objects$/,
    );
    assert.match(lines[1]!, /^SINCE WHAT +(\d\d:\d\d +)+COUNT {3}WHY$/);
    assert.match(out, /^\d\d:\d\d shop\/web {2}pod +▁┄+▁ +9 [ ●] BackOff$/m);
    assert.match(out, /^ {6}\+ 1 without trouble +▁ +1$/m);
    assert.ok(!out.includes("\x1b"));
    const ascii = await kubecast(["timeline", "-n", "shop", ...flags], { LANG: "C", LC_ALL: "C", COLUMNS: "80" });
    assert.match(ascii.out, /^\d\d:\d\d shop\/web {2}pod +\.~+\. +9 [ *] BackOff$/m);
  });
});

test("kubecast timeline shows a clock that is ahead at its right edge, and not beyond --until", async () => {
  await withApi(async ({ flags, record }) => {
    const fields = { type: "Warning", reason: "BackOff", firstTimestamp: ago(-3), lastTimestamp: ago(-3) };
    await record(podEvent("a", fields));
    const [ahead, until] = await kubecastEach([
      ["timeline", "-n", "shop", ...flags],
      ["timeline", "-n", "shop", "--until", "1m", ...flags],
    ]);
    assert.match(ahead!.out, /^\d\d:\d\d shop\/web {2}pod .*[▁.] +1 [●*] BackOff$/m);
    assert.match(ahead!.out, /a clock is ahead by 3 min/);
    assert.doesNotMatch(until!.out, /shop\/web/);
  });
});

test("kubecast timeline --by groups by node, namespace, reason or message", async () => {
  await withApi(async ({ flags, record }) => {
    const now = { firstTimestamp: ago(1), lastTimestamp: ago(1), type: "Warning", reason: "Failed" };
    const message = "Error: ErrImagePull";
    await record(podEvent("a", { ...now, message, source: { component: "kubelet", host: "worker-3" } }));
    const groupings = ["node", "namespace", "reason", "message"];
    const each = await kubecastEach(groupings.map((by) => ["timeline", "-A", "--by", by, ...flags]));
    const rows = each.map(({ out }) => out.split("\n").slice(2, 4).map((line) => line.slice(6).replace(/ {2}.*/, "")));
    assert.deepEqual(rows, [
      ["node/worker-3", `Failed: ${message}`],
      ["shop", `Failed on worker-3: ${message}`],
      ["Failed", message],
      ["! Failed", message],
    ]);
  });
});

test("kubecast timeline KIND/NAME draws a row for each message, and selects as watch does", async () => {
  await withApi(async ({ flags, record }) => {
    await record(
      podEvent("a", {
        type: "Warning",
        reason: "BackOff",
        message: "Back-off restarting",
        firstTimestamp: ago(9),
        lastTimestamp: ago(9),
      }),
    );
    await record(podEvent("b", { firstTimestamp: ago(10), lastTimestamp: ago(10) }));
    await record(podEvent("c", { reason: "Killing", firstTimestamp: ago(50), lastTimestamp: ago(50) }));
    const place = ["-n", "shop", ...flags];
    const [web, since, reason, missing] = await kubecastEach([
      ["timeline", "po/web", ...place],
      ["timeline", "--for", "pod/web", "--since", "15m", ...place],
      ["timeline", "-A", "--reason", "Killing", ...place],
      ["timeline", "pod/none", "--types", "Warning", ...place],
    ]);
    assert.match(web!.out, /^po\/web, 127.0.0.1:\d+, namespace shop, listed at .* 1 message of trouble, 1 object\n/);
    const rows = web!.out.split("\n").slice(2, -2).map((line) => line.slice(6).trim().replace(/ {2,}.*/, ""));
    assert.deepEqual(rows, [
      "! BackOff",
      "Back-off restarting",
      "Killing",
      "Image pulled",
      "Pulled",
      "Image pulled",
    ]);
    assert.ok(!since!.out.includes("Killing") && since!.out.includes("BackOff"));
    assert.match(reason!.out, /^127.0.0.1:\d+, all namespaces, reason=Killing, listed at .* no trouble, 1 object\n/);
    assert.match(
      missing!.out,
      /^pod\/none, 127.0.0.1:\d+, namespace shop, type=Warning, listed .*\nNo events in this time\.\n$/,
    );
  });
});

test("kubecast timeline judges what still fails by all events, whatever the flags select", async () => {
  await withApi(async ({ flags, record }) => {
    const node = { involvedObject: { kind: "Node", name: "worker-3" } };
    const at = (minutes: number) => ({ firstTimestamp: ago(minutes), lastTimestamp: ago(minutes) });
    const events = [
      podEvent("a", {
        type: "Warning",
        reason: "ImageGCFailed",
        ...at(40),
        ...node,
        metadata: { name: "a", namespace: "default" },
      }),
      podEvent("b", { reason: "NodeNotReady", ...at(30), ...node, metadata: { name: "b", namespace: "default" } }),
      podEvent("c", { type: "Warning", reason: "FailedScheduling", ...at(2) }),
      podEvent("d", { reason: "Scheduled", ...at(1) }),
      podEvent("e", { reason: "Pulling", ...at(1) }),
    ];
    for (const event of events) await record(event);
    await withFile(events.map((event) => JSON.stringify(event)).join("\n"), async (file) => {
      for (const source of [["-A", ...flags], ["--from", file]]) {
        const selections = [["--types", "!=Normal"], ["--field-selector", "type=Warning"], [
          "--reason",
          "!=NodeNotReady",
        ]];
        const ended = await kubecastEach([
          ...selections.map((selection) => ["timeline", ...source, ...selection]),
          ["timeline", ...source, "--types", "Warning", "--html", "-"],
        ]);
        const html = ended.pop()!.out;
        for (const { out } of ended) {
          assert.match(out, /\b2 workloads in trouble, 1 still failing/);
          assert.match(out, /node\/worker-3 .* 1 [●*] ImageGCFailed$/m);
          assert.match(out, /shop\/web .* 1 {3}FailedScheduling$/m);
        }
        const [, data] = html.match(/id="events">([\s\S]*?)<\/script>/)!;
        const read = data!.trim().split("\n").map((line) => JSON.parse(line)).filter(({ event }) => event);
        const hidden = read.map(({ event, isHidden = false }) => [event.reason, isHidden]);
        assert.deepEqual(hidden.sort(), [
          ["FailedScheduling", false],
          ["ImageGCFailed", false],
          ["NodeNotReady", true],
          ["Scheduled", true],
        ]);
      }
    });
  });
});

test("kubecast timeline --from draws the same frame as a watch, from any number of lines, even broken ones", async () => {
  const lines = failingHour(5).map((occurrence) => JSON.stringify({ key: "a/1", ...occurrence }));
  const text = [
    ...lines,
    ...lines,
    '{"event":{"cut',
    "{}",
    "null",
    '{"event":{"metadata":{},"involvedObject":{"name":5}},"delta":1}',
  ].join("\n");
  await withFile(text, async (file) => {
    const env = { LANG: "C.UTF-8", COLUMNS: "100" };
    const { code, out, err } = await kubecast(["timeline", "--from", file, "--utc", "--since", "1h"], env);
    assert.equal(code, 0);
    assert.equal(err, `kubecast: Skipped 1 event of ${file} that could not be read to the end\n`);
    const [title, , ...frame] = out.trimEnd().split("\n");
    assert.equal(title!.slice(file.length).replace(/ {2}.*/, ""), ", until 2026-01-01 10:29 UTC");
    const watched = new Timeline();
    for (const occurrence of failingHour(5)) watched.add(occurrence);
    const to = failingHour(5).at(-1)!.last!.getTime() + 1;
    const same = frameOf(watched, { columns: 100, rows: Infinity, from: to - 3_600_000, to, now: to });
    assert.deepEqual(frame, same.slice(1));
    assert.ok(frame.some((line) => /^09:55 shop\/web {2}3 pods .* 396 ● Failed, BackOff$/.test(line)));
    const all = await kubecast(["timeline", "--from", file, "--utc"], env);
    assert.match(all.out, /^08:05 payments\/ledger .* 412 ● BackOff$/m);
    const piped = new Program([...KUBECAST, "timeline", "node/node-3", "--from", "-", "--utc"], env);
    piped.child.stdin!.end(text);
    const node = await piped.ended;
    assert.equal(node.err, "kubecast: Skipped 1 event of stdin that could not be read to the end\n");
    assert.match(node.out, /^node\/node-3, stdin, until 2026-01-01 10:29 UTC\b.*1 message of trouble, 1 object\n/);
    assert.match(node.out, /^10:01 ! ContainerGCFailed .* 4$/m);

    const [types, other, cluster] = await kubecastEach([
      ["timeline", "--from", file, "--types", "Normal"],
      ["timeline", "--from", file, "-n", "shop", "--reason", "Failed"],
      ["timeline", "--from", file, "-A", "deploy/web"],
    ]);
    assert.deepEqual([types!.code, cluster!.code], [1, 0]);
    // The pods of the row that is called web.
    assert.match(cluster!.out, /^deploy\/web, .*\n2 messages of trouble/);
    assert.match(types!.err, /No matching events in .+, which has \d+ others\n$/);
    assert.match(other!.out, /1 workload in trouble/);
  });
});

test("kubecast timeline --from draws the hour of a single line, and events without uids", async () => {
  const event = (name: string, fields = {}) => ({
    metadata: { name, namespace: "shop" },
    involvedObject: { kind: "Pod", namespace: "shop", name: "web-0" },
    type: "Warning",
    reason: "BackOff",
    firstTimestamp: "2026-01-01T10:00:00Z",
    lastTimestamp: "2026-01-01T10:30:00Z",
    count: 5,
    ...fields,
  });
  const failed = event("b", { reason: "Failed", lastTimestamp: "2026-01-01T10:00:00Z", count: 1 });
  // One without a name is told by what it says: it is read twice here.
  const other = event("", { message: "again", count: 2 });
  const lines = [event("a"), event("a"), failed, other, other].map((event) =>
    JSON.stringify({ event, delta: event.count })
  );
  await withFile(lines.join("\r\n"), async (file) => {
    const env = { LANG: "C", LC_ALL: "C", COLUMNS: "80" };
    const { code, out, err } = await kubecast(["timeline", "--utc", "--from", file], env);
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /^10:00 shop\/web {2}pod +:~{12,}: +8 \* (BackOff, Failed|Failed, BackOff)$/m);
    const unwritten = await kubecast(["timeline", "--from", file, "--html", "/nowhere/page.html"], env);
    const text = unwritten.err.split("\n").find((line) => line.includes("page.html"));
    assert.equal(text, "kubecast: Cannot write /nowhere/page.html: create the directory /nowhere");
    assert.equal(unwritten.code, 1);
  });
});

test("kubecast timeline rejects input that it cannot draw", async () => {
  const cases: [args: string[], code: number, err: RegExp][] = [
    [["pod/web", "pod/db"], 2, /^kubecast: Unknown argument pod\/db\n/],
    [
      ["web"],
      2,
      /^kubecast: The object must be KIND\/NAME such as pod\/web, received "web"; a file of this name does not exist\n/,
    ],
    [["pod/web", "--for", "pod/web"], 2, /^kubecast: --for and KIND\/NAME are the same\n/],
    [["--watch"], 2, /^kubecast: --watch needs a terminal\n/],
    [["--from", "f", "--watch"], 2, /^kubecast: --from cannot be combined with --watch\n/],
    [["--from", "f", "-l", "a=b=c"], 2, /^kubecast: unable to parse requirement/],
    [["--from", "f", "--field-selector", "x=y"], 2, /^kubecast: field label not supported: x\n/],
    [["--since", "10:00", "--until", "10:00"], 2, /^kubecast: --since must be before --until, received /],
    [["--since", "1h", "--since", "2h"], 2, /^kubecast: --since must be given once\n/],
    [["--since", "1"], 2, /^kubecast: --since must be a duration/],
    [["--from", "/nowhere/events"], 1, /^kubecast: Cannot read \/nowhere\/events: there is no such file\n$/],
    [
      ["--from", "/nowhere/events", "--html", "-"],
      1,
      /^kubecast: Cannot read \/nowhere\/events: there is no such file\n$/,
    ],
    [["--from"], 2, /^kubecast: --from needs a value: FILE\n/],
  ];
  const ended = await kubecastEach(cases.map(([args]) => ["timeline", ...args]));
  for (const [i, [args, code, err]] of cases.entries()) {
    assert.deepEqual([ended[i]!.code, ended[i]!.out], [code, ""], args.join(" "));
    assert.match(ended[i]!.err, err);
  }
});

test("kubecast timeline --html exits with 1 if a full disk took only a part of the page", async () => {
  await withFile(JSON.stringify({ event: podEvent("a"), delta: 1 }), async (file) => {
    // 32 KiB at most, with an error in place of the signal.
    const limited = 'trap "" XFSZ; ulimit -f 64; file=$1; shift; exec "$@" > "$file"';
    const args = [...KUBECAST, "timeline", "--from", file, "--html", "-"];
    const { code, err } = await new Program(["sh", "-c", limited, "sh", `${file}.html`, ...args]).ended;
    assert.equal(code, 1);
    assert.match(err, /^kubecast: EFBIG/m);
  });
});

test("kubecast timeline --html prints the name of its file without control characters", async () => {
  await withFile(JSON.stringify({ event: podEvent("a"), delta: 1 }), async (file) => {
    const { out } = await kubecast(["timeline", "--from", file, "--html", `${file}\x1b[31m.html`]);
    assert.match(out, /events\.ndjson\ufffd\[31m\.html/);
  });
});

test("kubecast timeline exits with 1, and draws nothing, if the server forbids it", async () => {
  const forbid = () =>
    Response.json({ kind: "Status", status: "Failure", reason: "Forbidden", message: "not allowed", code: 403 }, {
      status: 403,
    });
  await withApi(
    async ({ flags }) => {
      const { code, out, err } = await kubecast(["timeline", ...flags]);
      assert.deepEqual([code, out], [1, ""]);
      assert.match(err, /not allowed/);
    },
    {},
    forbid,
  );
});
