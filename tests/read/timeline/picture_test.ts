import { test } from "node:test";
import assert from "node:assert/strict";
import { describeCommand } from "../../../src/app/page/details.ts";
import { occurrencesOf } from "../../../src/app/page/feed.ts";
import type { Lane } from "../../../src/read/timeline/lane.ts";
import { ALL, beginOf, type Choice, latestOf, type Picture, pictureOf } from "../../../src/read/timeline/picture.ts";
import { clausesOf, partsOfName } from "../../../src/read/timeline/cuts.ts";
import { changesText, failingText, notesOf, troubleText } from "../../../src/read/timeline/picture_text.ts";
import { joined, tallyText } from "../../../src/read/timeline/tally.ts";
import { durationText, sinceTexts, ticksOf, tickText, timeText, viewOf } from "../../../src/read/timeline/time_axis.ts";
import { type Occurrence, toOccurrence } from "../../../src/read/mod.ts";
import { Timeline } from "../../../src/read/timeline/mod.ts";
import { line } from "./history.ts";
import { incident } from "./incident.ts";

const { occurrences, gap, fromMs, toMs } = incident();
const timeline = timelineOf(occurrences);
timeline.gap(gap.from, gap.to);

const MINUTE = 60_000;
const at = (time: string): number => Date.parse(`2026-11-23T${time}Z`);

function timelineOf(lines: readonly Occurrence[]): Timeline {
  const timeline = new Timeline();
  for (const each of lines) timeline.add(each);
  return timeline;
}

function picture(from = fromMs, to = toMs, choice: Partial<Choice> = {}): Picture {
  return pictureOf(timeline.getSnapshot(), { ...ALL, ...choice }, viewOf(from, to, 964), toMs);
}

/** What lines show that were read at the time of an hour's end. */
function hourOf(lines: readonly Occurrence[], choice: Partial<Choice> = {}): Picture {
  return pictureOf(timelineOf(lines).getSnapshot(), { ...ALL, ...choice }, viewOf(0, 60 * MINUTE, 900), 60 * MINUTE);
}

const keysOf = (lanes: readonly Lane[]): string[] => lanes.map(({ place, name }) => place ? `${place}/${name}` : name);

test("pictureOf orders lanes by their first trouble, and separates those whose trouble began earlier", () => {
  const { began, before, calm } = picture();
  assert.deepEqual(keysOf(began).slice(0, 2), ["shop/web", "node/node-3"]);
  assert.deepEqual(began.map(({ onset }) => onset), began.map(({ onset }) => onset).sort((a, b) => a - b));
  assert.deepEqual(keysOf(before), ["payments/ledger"]);
  assert.deepEqual(keysOf(calm), ["docs/site", "ops/report"]);
  const later = picture(at("10:00:00"), at("10:10:00"));
  assert.deepEqual(keysOf(later.began)[0], "node/node-3");
  assert.deepEqual(keysOf(later.before), ["payments/ledger", "shop/web"]);
  assert.deepEqual(began[1]!.reasons, ["ContainerGCFailed", "FreeDiskSpaceFailed", "NodeNotReady"]);
});

test("pictureOf puts a node before the pods whose trouble began in the same second", () => {
  const { began } = hourOf([
    line({ object: "a", reason: "NodeNotReady", last: 5000 }),
    line({ kind: "Node", namespace: "", object: "worker-3", type: "Normal", reason: "NodeNotReady", last: 5900 }),
  ]);
  assert.deepEqual(keysOf(began), ["node/worker-3", "shop/a"]);
});

test("pictureOf counts the certain events in a view, and the maximum, in any grouping", () => {
  for (const grouping of ["workload", "node", "namespace", "reason", "message"] as const) {
    for (const [from, to] of [["09:30", "10:30"], ["09:50", "10:10"], ["10:12", "10:16"]] as const) {
      const { view, troubles, began, before, calm, histogram } = picture(at(`${from}:00`), at(`${to}:00`), {
        grouping,
      });
      // The truth: every time that the incident has.
      const truth = incidentTimes().filter((ms) => ms >= view.from && ms < view.to).length;
      assert.ok(troubles.sure <= truth && truth <= troubles.most, `${troubles.sure} ${truth} ${troubles.most}`);
      const exact = histogram.troubles.reduce((sum, count) => sum + count, 0);
      assert.equal(exact + histogram.unknownTroubles.reduce((sum, { count }) => sum + count, 0), troubles.most);
      const sumOf = (lanes: readonly Lane[]): number => lanes.reduce((sum, lane) => sum + lane.troubles.most, 0);
      assert.equal(sumOf([...began, ...before]), troubles.most);
      const inParts = (lane: Lane): void => {
        if (lane.parts.length > 0) assert.equal(sumOf(lane.parts), lane.troubles.most, lane.key);
        assert.equal(sumOf(lane.messages), lane.troubles.most, lane.key);
        lane.parts.forEach(inParts);
      };
      [...began, ...before, ...calm].forEach(inParts);
    }
  }
});

/** The times of all trouble, of a reader that watched from the beginning and was never away. */
function incidentTimes(): number[] {
  const { occurrences } = incident({ isWatched: true });
  const isBad = new Set(timeline.getSnapshot().events.filter(({ isTrouble }) => isTrouble).map(({ reason }) => reason));
  return occurrences.filter(({ reason }) => isBad.has(reason)).map(({ last }) => last!.getTime());
}

test("pictureOf finds a typed text in names, reasons, every message, reporters and nodes", () => {
  const pulls = ["Error: ErrImagePull", "code = NotFound desc = image: not found", "Error: ImagePullBackOff"]
    .map((message, i) => line({ object: "api-0", name: `api.${i}`, reason: "Failed", message, last: 1000 * i }));
  const probes = ["Readiness", "Liveness"].map((probe, i) =>
    line({ object: "cart-0", name: `cart.${i}`, reason: "Unhealthy", message: `${probe} probe failed`, last: 1000 + i })
  );
  const evicted = reported("kubelet", "worker-3", {
    object: "db-0",
    reason: "Evicted",
    message: "The node was not ready, and no image was found to be removed",
  });
  const found = (text: string): string[] => keysOf(hourOf([...pulls, ...probes, evicted], { text }).began);
  assert.deepEqual(found("ErrImagePull"), ["shop/api"]);
  assert.deepEqual(found("NotFound"), ["shop/api"]);
  assert.deepEqual(found("not found"), ["shop/api"], "as it was typed, not word by word");
  assert.deepEqual(found("Liveness"), ["shop/cart"]);
  assert.deepEqual(found("worker-3"), ["shop/db"]);
  assert.deepEqual(found("kubelet"), ["shop/db"]);
  assert.deepEqual(found("shop/cart"), ["shop/cart"]);
  assert.deepEqual(found("pod/cart"), ["shop/cart"]);
  assert.deepEqual(found("CART unhealthy"), ["shop/cart"], "all words, if no event has them together");
  assert.deepEqual(found("cart evicted"), []);
});

/** An occurrence with a reporter. */
function reported(component: string, host: string, options: Parameters<typeof line>[0], uid?: string): Occurrence {
  const { event } = line(options);
  const { involvedObject } = event as { involvedObject: object };
  return toOccurrence({ ...event, involvedObject: { ...involvedObject, uid }, source: { component, host } } as never);
}

test("pictureOf shows the nodes in trouble in every namespace", () => {
  const lines = [
    line({ kind: "Node", namespace: "", object: "worker-3", type: "Normal", reason: "NodeNotReady", last: 1000 }),
    line({ kind: "Node", namespace: "", object: "worker-1", type: "Normal", reason: "NodeReady", last: 1000 }),
    line({ object: "web", last: 2000 }),
    line({ namespace: "data", object: "etl", last: 3000 }),
  ];
  const { began, calm, namespaces } = hourOf(lines, { namespace: "shop" });
  assert.deepEqual([keysOf(began), keysOf(calm)], [["node/worker-3", "shop/web"], []]);
  assert.deepEqual(namespaces, ["data", "shop"]);
  assert.deepEqual(keysOf(hourOf(lines, { only: "trouble" }).calm), []);
});

test("pictureOf groups by node, if any event of the same object names it", () => {
  const lines = [
    reported("kubelet", "worker-3", { object: "web-0", reason: "Pulled", type: "Normal", last: 1000 }, "uid-0"),
    reported("default-scheduler", "", { object: "web-0", name: "b", reason: "Failed", last: 2000 }, "uid-0"),
    reported("node-controller", "", { object: "web-0", name: "c", reason: "NodeNotReady", last: 3000 }, "uid-1"),
  ];
  const picture = hourOf(lines, { grouping: "node" });
  assert.deepEqual(keysOf(picture.began), ["node/worker-3", "no node named"]);
  assert.deepEqual(picture.began.map(({ reasons }) => reasons), [["Failed"], ["NodeNotReady"]]);
  assert.equal(troubleText(picture, "node"), "1 node in trouble", "no node named is no node");
});

test("pictureOf groups by namespace, reason and message; messages that differ in generated parts are one", () => {
  const uids = ["5f0b5c3e-0000-4000-8000-000000000001", "9f0b5c3e-0000-4000-8000-00000000000b"];
  const lines = uids.map((uid, i) => {
    const message = `Back-off restarting web in pod web-5d8f7c9b6d-q2x8${i === 0 ? "z" : "q"}_shop(${uid})`;
    return line({ object: `web-${i}`, message, last: 1000 * i });
  });
  const codes = [503, 500].map((code) =>
    line({ namespace: "data", name: `${code}`, reason: "Unhealthy", message: `statuscode: ${code}`, last: 5000 })
  );
  const groupedBy = (grouping: Choice["grouping"]): string[] =>
    keysOf(hourOf([...lines, ...codes], { grouping }).began);
  assert.deepEqual(groupedBy("namespace"), ["shop", "data"]);
  assert.deepEqual(groupedBy("reason"), ["BackOff", "Unhealthy"]);
  const marked = ["web-0", "cart-0"].map((object) =>
    line({ object, reason: "TaintManagerEviction", message: `Marking for deletion Pod shop/${object}`, last: 9000 })
  );
  assert.equal(hourOf(marked, { grouping: "message" }).began.length, 1, "each about its own object");
  assert.deepEqual(groupedBy("message"), ["BackOff", "Unhealthy", "Unhealthy"], "a status code is not generated");
});

test("pictureOf folds three workloads with the same trouble into one lane, but never nodes", () => {
  const begun = (namespace: string, object: string, last: number, kind = "Pod"): Occurrence =>
    line({ kind, namespace, object, reason: "NodeNotReady", last });
  const inNamespaceNode = ["a", "b", "c"].map((name) => begun("node", name, 1000));
  assert.deepEqual(keysOf(hourOf(inNamespaceNode).began), ["3 workloads"]);
  const workloads = ["a", "b", "c"].map((name, i) => begun("shop", name, 1000 + 20_000 * i));
  const nodes = ["x", "y", "z"].map((name) => begun("", name, 1000, "Node"));
  const { began, troubled, troubles } = hourOf([...workloads, ...nodes]);
  assert.deepEqual(keysOf(began), ["node/x", "node/y", "node/z", "3 workloads"]);
  assert.deepEqual(keysOf(began[3]!.parts), ["shop/a", "shop/b", "shop/c"]);
  assert.deepEqual([troubled, troubles.most], [6, 6]);
  assert.equal(hourOf([...workloads.slice(0, 2), begun("shop", "d", 70_000)]).began.length, 3, "a minute later");
  const other = line({ object: "c", name: "other", reason: "BackOff", last: 50_000 });
  assert.equal(hourOf([...workloads, other]).began.length, 3, "with another reason");
  const change = line({ object: "c", type: "Normal", reason: "Killing", last: 30_000 });
  assert.equal(hourOf([change, ...workloads]).began.length, 3, "after another change");
  const again = line({ namespace: "shop", object: "c", reason: "NodeNotReady", last: 59 * MINUTE, count: 2 });
  assert.equal(hourOf([...workloads, again]).began.length, 3, "with another end");
});

test("pictureOf says what still fails: seen lately and not ended, a series, or a node's condition that has not ended", () => {
  const minutesAgo = (minutes: number): number => (60 - minutes) * MINUTE;
  const node = (reason: string, minutes: number, object = "worker-3"): Occurrence =>
    line({ kind: "Node", namespace: "", object, type: "Normal", reason, last: minutesAgo(minutes) });
  const series = (name: string, minutes: number): Occurrence => {
    const lastObservedTime = new Date(minutesAgo(minutes)).toISOString();
    const { event } = line({ object: name, name, last: 1000 });
    return toOccurrence({ ...event, series: { count: 9, lastObservedTime } } as never);
  };
  const lines = [
    ...[node("NodeNotReady", 30), node("NodeHasDiskPressure", 40), node("NodeHasNoDiskPressure", 20)],
    ...[node("NodeNotReady", 30, "worker-4"), node("NodeReady", 10, "worker-4")],
    ...[node("NodeNotReady", 30, "worker-5"), node("RemovingNode", 10, "worker-5")],
    ...[line({ object: "now", last: minutesAgo(4) }), line({ object: "past", last: minutesAgo(7) })],
    ...[series("series", 25), series("ended", 40)],
    line({ object: "pending", reason: "FailedScheduling", last: minutesAgo(3) }),
    line({ object: "pending", type: "Normal", reason: "Scheduled", last: minutesAgo(2) }),
    ...["True", "False"].map((state, i) =>
      line({
        kind: "Node",
        namespace: "",
        object: "worker-6",
        name: state,
        reason: "KernelDeadlock",
        type: state === "True" ? "Warning" : "Normal",
        message: `Node condition KernelDeadlock is now: ${state}, reason: DockerHung`,
        last: minutesAgo(30 - i),
      })
    ),
    line({ kind: "Job", object: "job", reason: "BackoffLimitExceeded", last: minutesAgo(3) }),
    line({ kind: "Job", object: "job", type: "Normal", reason: "Completed", last: minutesAgo(2) }),
  ];
  const { began, failing } = hourOf(lines);
  assert.deepEqual(keysOf(began.filter(({ isNow }) => isNow)).sort(), ["node/worker-3", "shop/now", "shop/series"]);
  assert.equal(failing, 3);
  const { began: lasting, objects, troubles, histogram } = hourOf(lines, { only: "now" });
  assert.deepEqual([lasting.length, objects], [3, 3]);
  const drawn = histogram.troubles.reduce((sum, count) => sum + count, 0);
  assert.equal(histogram.unknownTroubles.reduce((sum, { count }) => sum + count, drawn), troubles.most);
});

test("pictureOf judges by all events of an object whether it still fails, and shows those that a choice selects", () => {
  const at = (minutes: number): { readonly last: number } => ({ last: minutes * MINUTE });
  const node = { kind: "Node", namespace: "", object: "worker-3" };
  const lines = [
    line({ ...node, reason: "ImageGCFailed", ...at(10) }),
    line({ ...node, type: "Normal", reason: "NodeNotReady", ...at(20) }),
    line({ object: "pending", reason: "FailedScheduling", ...at(57) }),
    line({ object: "pending", type: "Normal", reason: "Scheduled", ...at(58) }),
    line({ object: "web", reason: "BackOff", ...at(30) }),
    line({ object: "web", reason: "Failed", ...at(59) }),
    line({ object: "other", reason: "Failed", ...at(59) }),
  ];
  const warnings = hourOf(lines, { selects: ({ type, reason }) => type === "Warning" && reason !== "Failed" });
  const dots = (lanes: readonly Lane[]): unknown[] => lanes.map(({ name, isNow, reasons }) => [name, isNow, reasons]);
  assert.deepEqual(dots(warnings.began), [
    ["worker-3", true, ["ImageGCFailed"]],
    ["web", true, ["BackOff"]],
    ["pending", false, ["FailedScheduling"]],
  ]);
  assert.equal(warnings.failing, 2);
  const calm = hourOf(lines, { selects: ({ type }) => type === "Normal" });
  assert.deepEqual([calm.troubled, dots(calm.calm), calm.failing], [1, [["pending", false, []]], 1]);
  const typed = hourOf(lines, { text: "BackOff", only: "now" });
  assert.deepEqual(dots(typed.began), [["web", true, ["BackOff"]]]);
  const byReason = hourOf(lines, { grouping: "reason", text: "BackOff" });
  assert.deepEqual(dots(byReason.began), [["BackOff", false, ["BackOff"]]], "a reason only by its own events");
});

const node = (reason: string, last: number, type = "Normal"): Occurrence =>
  line({ kind: "Node", namespace: "", object: "worker-3", type, reason, message: reason, last });

test("Story.headline is the cause in its longest words, and for a node its latest condition", () => {
  const pull = 'Failed to pull image "registry/web:2": rpc error: code = NotFound: registry/web:2: not found';
  const lines = [
    line({ name: "a", reason: "Failed", message: "Error: ErrImagePull", last: 1000 }),
    line({ name: "b", reason: "Failed", message: pull, last: 1000 }),
    line({ name: "c", reason: "BackOff", type: "Normal", message: `Back-off ${pull.repeat(2)}`, last: 500 }),
    line({ name: "d", reason: "Unhealthy", message: "Readiness probe failed: 503", last: 59 * MINUTE }),
  ];
  const tells = (lines: Occurrence[]): string | undefined => hourOf(lines).began[0]?.story.headline?.message;
  assert.equal(tells(lines.slice(0, 3)), pull, "Warnings before bad news typed Normal");
  assert.equal(tells(lines), "Readiness probe failed: 503", "what still fails before what has ended");
  const again = line({ object: "web-1", reason: "Unhealthy", message: "Liveness probe failed, and more", last: 2000 });
  assert.equal(tells([...lines, again]), "Readiness probe failed: 503", "of the pod that still fails");
  const conditions = [node("NodeHasDiskPressure", 2000), node("NodeNotReady", 3000)];
  assert.equal(tells(conditions), "NodeNotReady");
  const [full] = hourOf([node("ImageGCFailed", 1000, "Warning"), ...conditions]).began;
  const later = node("InvalidDiskCapacity", 3500, "Warning");
  const second = line({
    kind: "Node",
    namespace: "",
    object: "worker-3",
    type: "Normal",
    name: "b",
    reason: "NodeNotReady",
    last: 4000,
  });
  assert.ok(!hourOf([node("NodeNotReady", 3000), later, second]).began[0]!.story.headline!.message.includes("after"));
  const [same] = hourOf([node("ImageGCFailed", 3000, "Warning"), node("NodeNotReady", 3000)]).began;
  assert.equal(same!.story.headline!.message, "after ImageGCFailed: ImageGCFailed");
  assert.deepEqual(full!.story.headline, {
    reason: "NodeNotReady",
    message: "after ImageGCFailed: ImageGCFailed",
    nodes: "",
  });
  assert.equal(
    tells([...conditions, node("Rebooted", 4000, "Warning")]),
    "NodeNotReady",
    "what came later is no cause",
  );
});

test("Story.headline is a cause before a time-out, and Failed before the BackOff that follows from it", () => {
  const tells = (
    ...told: readonly (readonly [reason: string, message: string, first: number, last: number])[]
  ): unknown =>
    hourOf(
      told.map(([reason, message, first, last], i) =>
        line({ name: `${i}`, reason, message, count: 2, first: first * MINUTE, last: last * MINUTE })
      ),
    ).began[0]?.story.headline?.message;
  const mount = "MountVolume.SetUp failed: not a directory";
  const wait =
    "Unable to attach or mount volumes: unmounted volumes=[host data tmp]: timed out waiting for the condition";
  assert.equal(tells(["FailedMount", wait, 2, 59], ["FailedMount", mount, 1, 58]), mount);
  assert.equal(tells(["FailedMount", wait, 2, 59]), wait, "unless there is nothing else");
  const start = "failed to create containerd task: no such file";
  assert.equal(tells(["BackOff", "Back-off restarting", 10, 59], ["Failed", start, 9, 20]), start);
  assert.equal(tells(["BackOff", "Back-off", 30, 59], ["Failed", start, 9, 20]), "Back-off", "of before it backed off");
});

test("Story.headline is what most pods of FailedScheduling lack now", () => {
  const short = "0/1 nodes are available: 1 Insufficient cpu";
  const pod = (name: string, message: string, last: number): Occurrence =>
    line({ object: name, name: `${name} ${last}`, reason: "FailedScheduling", message, last: last * MINUTE });
  const longer = (text: string): string => `${text} ${"x".repeat(90)}`;
  const tells = (...lines: Occurrence[]): string | undefined => hourOf(lines).began[0]?.story.headline?.message;
  const pods = ["web-0", "web-1", "web-2"].map((name) => pod(name, short, 59));
  assert.equal(tells(...pods, pod("web-3", longer("persistentvolumeclaim is being deleted:"), 59)), short);
  assert.equal(tells(pods[0]!, pod("web-0", longer("an earlier state"), 30)), short);
  assert.equal(
    tells(pods[0]!, ...["a", "b"].map((name) => pod(name, longer("skip schedule deleting pod:"), 59))),
    short,
  );
});

test("Story.beginning is the first trouble, if what tells most is of another reason", () => {
  const secret = "references non-existent secret key: PGPASSWORD";
  const lines = [
    line({ name: "a", reason: "Pulled", type: "Normal", last: 500 }),
    line({ name: "b", reason: "FailedMount", message: secret, last: 1000 }),
    line({ name: "c", reason: "Unhealthy", message: "Readiness probe failed: 503", last: 59 * MINUTE }),
  ];
  const beginning = (lines: Occurrence[]): unknown => {
    const { reason, message } = hourOf(lines).began[0]?.story.beginning ?? {};
    return [reason, message];
  };
  assert.deepEqual(beginning(lines), ["FailedMount", secret]);
  assert.deepEqual(beginning(lines.slice(0, 2)), [undefined, undefined], "it is told");
  const nodes = [node("ImageGCFailed", 1000, "Warning"), node("NodeNotReady", 2000)];
  assert.deepEqual(beginning(nodes), [undefined, undefined], "it is told after the condition");
  assert.deepEqual(
    beginning([node("NodeNotReady", 1000), node("Rebooted", 2000, "Warning")]),
    [undefined, undefined],
    "what is typed Normal may be first",
  );
});

test("pictureOf tells nothing of what began after a view", () => {
  const lines = [
    line({ object: "web", type: "Normal", reason: "Pulled", last: 1000 }),
    line({ object: "web", reason: "BackOff", last: 61 * MINUTE }),
  ];
  const { began, calm, later } = hourOf(lines);
  assert.deepEqual([keysOf(began), keysOf(calm), later], [[], ["shop/web"], 1]);
  assert.deepEqual([calm[0]!.onset, calm[0]!.story.beginning], [Infinity, undefined]);
});

test("Story.change is the last change within two minutes before the trouble, and Story.changes those of a calm lane", () => {
  const normal = (reason: string, last: number, object = "web"): Occurrence =>
    line({ object, type: "Normal", reason, message: `${reason} of ${object}`, last });
  const failed = line({ reason: "Failed", last: 10 * MINUTE });
  const change = (...lines: Occurrence[]): string | undefined =>
    hourOf([...lines, failed]).began[0]?.story.change?.reason;
  assert.equal(change(normal("Reloaded", 9 * MINUTE), normal("Started", 9 * MINUTE + 1)), "Reloaded");
  assert.equal(change(normal("Updated", 9 * MINUTE), normal("Pulling", 9 * MINUTE + 1)), "Pulling");
  assert.equal(change(normal("Reloaded", 7 * MINUTE)), undefined, "long before");
  assert.equal(change(normal("Reloaded", 11 * MINUTE)), undefined, "after it");
  assert.equal(change(normal("Reloaded", 9 * MINUTE, "db")), undefined, "of another workload");
  const view = viewOf(0, 60 * MINUTE, 900, undefined, true);
  const { began } = pictureOf(timelineOf([normal("Reloaded", 9 * MINUTE), failed]).getSnapshot(), ALL, view, 3.6e6);
  assert.equal(began[0]!.story.change!.message, "Reloaded of web (00:09:00)");
  const { calm } = hourOf([normal("Updated", 1), normal("Pulled", 2), normal("Updated", 3)]);
  assert.deepEqual(calm[0]!.story.changes, ["Updated"]);
});

test("partsOfName keeps the end of a generated name, and the beginning of a host's", () => {
  for (const name of ["web-7c9d5b6f48-g2p5m", "mysql-8.0-0", "a"]) {
    assert.deepEqual(partsOfName(name, 5), [name.slice(0, -5), name.slice(-5)]);
  }
  for (const host of ["ip-10-0-4-48.eu-west-1.compute.internal", "worker-3.ocp.example.com"]) {
    assert.deepEqual(partsOfName(host, 5), [host, ""]);
  }
});

test("pictureOf shows events of clocks that are ahead at the right edge, and counts those that it sets aside", () => {
  const now = 60 * MINUTE;
  const years = 36 * 365 * 24 * 60 * MINUTE;
  const lines = [
    line({ object: "ahead", last: now + 3 * MINUTE }),
    line({ object: "future", last: years }),
    line({ object: "web", last: now - MINUTE }),
    line({ object: "earlier", last: -5 * MINUTE }),
  ];
  const snapshot = timelineOf(lines).getSnapshot();
  const to = latestOf(snapshot, now);
  assert.equal(to, now + 3 * MINUTE);
  const { began, aheadMs, future, earlier, failing } = pictureOf(snapshot, ALL, viewOf(0, to + 1, 900), now);
  assert.deepEqual(keysOf(began), ["shop/web", "shop/ahead"]);
  assert.deepEqual([aheadMs, future, earlier, failing], [3 * MINUTE, 1, 1, 2]);
  const file = timelineOf([...lines, line({ object: "hours", last: now + 120 * MINUTE })]).getSnapshot();
  const drawn = pictureOf(file, ALL, viewOf(0, now + 120 * MINUTE + 1, 900), now);
  assert.ok(keysOf(drawn.began).includes("shop/hours"));
  assert.deepEqual([drawn.aheadMs, drawn.future], [120 * MINUTE, 1], "what is drawn is not called set aside");
});

test("notesOf counts what ended before a view and began after it, and failingText says when, if that is later", () => {
  const lines = [5, 20, 40, 59].map((minute) => line({ object: `o${minute}`, count: 2, last: minute * MINUTE }));
  lines.push(line({ object: "o20", name: "on", count: 2, first: 20 * MINUTE, last: 59 * MINUTE }));
  const snapshot = timelineOf(lines).getSnapshot();
  const now = 60 * MINUTE;
  const ended = pictureOf(snapshot, ALL, viewOf(10 * MINUTE, 30 * MINUTE, 900, undefined, true), now);
  assert.deepEqual(notesOf(ended, snapshot), [
    "1 event that ended before not shown",
    "2 events that began after not shown",
  ]);
  assert.equal(failingText(ended), "1 still failing at 01:00");
  const whole = pictureOf(snapshot, ALL, viewOf(0, now, 900), now);
  assert.deepEqual([notesOf(whole, snapshot), failingText(whole)], [[], "2 still failing"]);
});

test("Story.headline names the nodes of its message, and of several only those that still fail", () => {
  const on = (...lines: Occurrence[]): string | undefined => hourOf(lines).began[0]?.story.headline?.nodes;
  const unhealthy = (node: string, object: string, last = 59 * MINUTE, message = "Readiness probe failed: 503") =>
    reported("kubelet", node, { object, reason: "Unhealthy", message, last });
  assert.equal(on(unhealthy("worker-3", "web-0")), "worker-3");
  assert.equal(on(unhealthy("worker-3", "web-0"), unhealthy("worker-4", "web-1")), "worker-3, worker-4");
  assert.equal(
    on(unhealthy("worker-3", "web-0"), unhealthy("worker-4", "web-1", 1000)),
    "worker-3",
    "the other is over",
  );
  assert.equal(
    on(unhealthy("worker-3", "web-0"), unhealthy("worker-4", "web-1", 3.5e6, "of another kind")),
    "worker-3",
  );
  const many = ["a", "b", "c"].map((zone, i) => unhealthy(`ip-10-0-${zone}-37.eu-west-1.compute.internal`, `web-${i}`));
  assert.equal(on(many[0]!), "ip-10-0-a-37");
  assert.equal(on(...many), "3 nodes");
  const pending = reported(
    "default-scheduler",
    "",
    { object: "web-0", reason: "FailedScheduling", last: 1000 },
    "uid-1",
  );
  const later = reported(
    "kubelet",
    "worker-9",
    { object: "web-0", type: "Normal", reason: "Started", last: 3e6 },
    "uid-1",
  );
  assert.equal(on(pending, later), "", "where it runs now tells nothing of that");
  assert.equal(
    on(reported("kubelet", "w", { kind: "Node", namespace: "", object: "w", reason: "Rebooted", last: 4 })),
    "",
  );
  const [lane] = hourOf([unhealthy("worker-3", "web-0")], { grouping: "node" }).began;
  assert.equal(lane!.story.headline!.nodes, "");
});

test("Lane.parts have counts that add up to the lane's, as do its messages", () => {
  const { began } = picture();
  const [web] = began;
  assert.equal(web!.parts.length, 5);
  assert.deepEqual(web!.parts.flatMap(({ parts }) => parts), []);
  assert.equal(web!.parts.reduce((sum, { troubles }) => sum + troubles.most, 0), web!.troubles.most);
  const node = picture(fromMs, toMs, { grouping: "node" }).before.find(({ name }) => name === "node-3");
  assert.ok(node!.parts.length > 1 && node!.parts.some(({ parts }) => parts.length > 0), "workloads of objects");
  assert.ok(keysOf(web!.messages).includes("Failed"));
});

test("pictureOf counts and names what is within a view: from its start, to before its end", () => {
  const [from, to] = [10 * MINUTE, 20 * MINUTE];
  const lines = [from - 1, from, to - 1, to].map((last, i) => line({ object: "web", reason: `At${i}`, last }));
  lines.push(line({ object: "long", count: 5, first: to - 2000, last: to }));
  lines.push(line({ object: "after", last: to }));
  const picture = pictureOf(timelineOf(lines).getSnapshot(), ALL, viewOf(from, to, 900), 60 * MINUTE);
  assert.deepEqual([keysOf(picture.began), keysOf(picture.before)], [["shop/long"], ["shop/web"]]);
  assert.deepEqual(picture.before[0]!.reasons, ["At1", "At2"]);
  assert.deepEqual([picture.objects, picture.troubles], [2, { sure: 3, most: 6 }]);
});

test("Lane.kinds of a fold are its workloads, and where they are", () => {
  const kinds = (...places: string[]): string | undefined =>
    hourOf(places.map((namespace, i) => line({ namespace, object: "abc"[i]!, last: 1000 }))).began[0]?.kinds;
  assert.equal(kinds("shop", "shop", "shop"), "a, b, c in shop");
  assert.equal(kinds("shop", "data", "shop"), "b, a, c in 2 namespaces");
});

test("Lane.kinds names what it is about, in the plural of any kind", () => {
  const kindsOf = (kinds: string, namespace = "shop"): string => {
    const lines = kinds.split(" ").map((kind, i) => line({ kind, namespace, object: "web", name: `${i}`, last: i }));
    const named = lines.map((each, i) => ({ ...each, regarding: { ...each.regarding, name: `web-${i}` } }));
    return hourOf(named, { grouping: "namespace" }).began[0]!.kinds;
  };
  assert.equal(kindsOf("Pod Pod"), "2 pods");
  assert.equal(kindsOf("Pod Job"), "2 objects");
  assert.equal(kindsOf("Ingress Ingress"), "2 ingresses");
  assert.equal(kindsOf("NetworkPolicy NetworkPolicy"), "2 networkpolicies");
  assert.equal(kindsOf("Gateway Gateway"), "2 gateways");
  assert.equal(kindsOf("Endpoints Endpoints"), "2 endpoints");
  assert.deepEqual([kindsOf("Pod"), kindsOf("Node", "")], ["pod", ""]);
});

test("changesText tells what changed in ten minutes before most trouble began, nodes and DaemonSets first", () => {
  const change = (minute: number, kind: string, object: string, reason: string, namespace = "shop"): Occurrence =>
    line({ kind, object, reason, namespace, type: "Normal", last: minute * MINUTE });
  const early = line({ object: "flaky", namespace: "other", last: 5 * MINUTE });
  const changes = [
    change(3, "Deployment", "flaky", "ScalingReplicaSet"),
    change(22, "Deployment", "docs", "ScalingReplicaSet", "docs"),
    change(24, "DaemonSet", "agent", "SuccessfulDelete", "agents"),
    change(25, "DaemonSet", "agent", "SuccessfulDelete", "agents"),
    change(26, "Node", "worker-3", "NodeNotSchedulable", ""),
    change(27, "Node", "worker-3", "NodeHasSufficientMemory", ""),
    change(28, "ExternalSecret", "db", "Updated"),
    change(29, "Pod", "web-0", "Killing"),
    change(29, "CronJob", "report", "SuccessfulDelete"),
    change(34, "Deployment", "web", "ScalingReplicaSet"),
  ];
  const burst = ["web", "cart", "db"].map((object, i) =>
    line({ object, reason: `R${i}`, last: (30 + i / 2) * MINUTE })
  );
  const textOf = (lines: readonly Occurrence[]): string => {
    const snapshot = timelineOf(lines).getSnapshot();
    const view = viewOf(0, 60 * MINUTE, 900, 6, true);
    return changesText(pictureOf(snapshot, ALL, view, 60 * MINUTE), snapshot);
  };
  assert.equal(
    textOf([early, ...changes, ...burst]),
    "changed before 00:31: 00:24 SuccessfulDelete agent, 00:26 NodeNotSchedulable worker-3, 00:28 Updated db, " +
      "00:22 ScalingReplicaSet docs",
  );
  assert.equal(textOf([early, ...changes.slice(0, 1)]), "changed before 00:05: 00:03 ScalingReplicaSet flaky");
  assert.equal(textOf(burst), "", "nothing changed");
  assert.equal(textOf(changes), "", "nothing failed");
});

test("clausesOf keeps the last links of a chain of errors that fit, and leaves out what stands before them", () => {
  const chain = "Failed to pull: failed to resolve reference: registry/web:2: not found";
  assert.deepEqual(clausesOf(chain, 40), [
    "Failed to pull: failed to resolve reference",
    ": registry/web:2: not found",
  ]);
  assert.deepEqual(clausesOf(chain, 20), [
    "Failed to pull: failed to resolve reference: registry/web:2",
    ": not found",
  ]);
  assert.deepEqual(clausesOf(chain, 200), ["Failed to pull", chain.slice("Failed to pull".length)]);
  assert.deepEqual(clausesOf("Back-off restarting", 10), ["Back-off restarting", ""]);
  const profile =
    "Failed: cannot apply the profile: write /proc/thread-self/attr/apparmor/exec: no such file or directory";
  assert.deepEqual(
    clausesOf(profile, 74)[1],
    "/attr/apparmor/exec: no such file or directory",
    "more than a short link",
  );
  const link = `Liveness probe failed: ${"x".repeat(90)}`;
  assert.deepEqual(clausesOf(link, 60), ["Liveness probe failed", `: ${"x".repeat(48)}…`], "a link that is too long");
  const sentences = `The node was low on resource: memory. ${"x".repeat(90)}`;
  assert.deepEqual(clausesOf(sentences, 60), [sentences, ""]);
  const evicted =
    "The node was low on resource: memory. Threshold quantity: 100Mi, available: 60Mi. Container web used 9Mi.";
  assert.deepEqual(clausesOf(evicted, 80), [evicted, ""], "what the node lacks, and not whom it evicts");
  const fsck = "MountDevice failed: exit status 4: UNEXPECTED INCONSISTENCY; RUN fsck MANUALLY. (i.e., without -a)";
  assert.deepEqual(clausesOf(fsck, 80)[1], ": UNEXPECTED INCONSISTENCY; RUN fsck MANUALLY. (i.e., without -a)");
});

test("Story.headline ends with the cause of a certificate's error, and not with its times", () => {
  const cause = "tls: failed to verify certificate: x509: certificate has expired or is not yet valid";
  const message = `${cause}: current time 2026-11-28T21:43:21Z is after 2026-11-28T21:40:00Z`;
  assert.equal(hourOf([line({ message })]).began[0]?.story.headline?.message, cause);
});

test("Story.change is before the trouble, because the end of a pod in the same second follows from it", () => {
  const evicted = line({ reason: "Evicted", last: 9 * MINUTE });
  for (const [ms, reason] of [[9 * MINUTE, undefined], [9 * MINUTE - 1000, "Killing"]] as const) {
    const killed = line({ type: "Normal", reason: "Killing", last: ms });
    assert.equal(hourOf([killed, evicted]).began[0]!.story.change?.reason, reason);
  }
});

test("Story.headline begins with what is short of the scheduler's reasons, and ends with taints, without preemption", () => {
  const told = (message: string): string | undefined => hourOf([line({ message })]).began[0]?.story.headline?.message;
  const unscheduled = (reasons: string): string | undefined => told(`0/9 nodes are available: ${reasons}`);
  const taint = "3 node(s) had untolerated taint {node-role.kubernetes.io/control-plane";
  const volume = "2 node(s) had volume node affinity conflict";
  const preemption =
    "preemption: 0/9 nodes are available: 3 Preemption is not helpful for scheduling, 6 No victims found.";
  assert.equal(
    unscheduled(`1 Insufficient cpu, ${taint}: }, ${volume}, 4 Insufficient memory. ${preemption}`),
    `0/9 nodes are available: 1 Insufficient cpu, 4 Insufficient memory, ${volume}, ${taint}}`,
  );
  const old = "3 node(s) had taint {dedicated: db}, that the pod didn't tolerate";
  assert.equal(unscheduled(`${old}, 6 Insufficient memory.`), `0/9 nodes are available: 6 Insufficient memory, ${old}`);
  assert.equal(unscheduled("9 node(s) were unschedulable."), "0/9 nodes are available: 9 node(s) were unschedulable");
  assert.equal(told(" in  one\nline\n"), "in one line");
});

test("beginOf is when the first event began, but of those that began long before most only their latest hours", () => {
  const hour = 60 * MINUTE;
  const begin = (...times: readonly (readonly [first: number, last: number])[]): number => {
    const lines = times.map(([first, last], i) => line({ object: `o${i}`, count: 2, first, last }));
    return beginOf(timelineOf(lines).getSnapshot(), 100 * hour);
  };
  const recent = [[99.2, 99.3], [99.4, 99.9], [99.6, 100]].map(([a, b]) => [a! * hour, b! * hour] as const);
  assert.equal(begin(...recent), 99.2 * hour);
  assert.equal(begin([98 * hour, 99.9 * hour], ...recent), 98 * hour, "a few hours are shown whole");
  assert.equal(begin([2 * hour, 99.9 * hour], [50 * hour, 99.9 * hour], ...recent), 99.2 * hour);
  assert.equal(begin([2 * hour, 3 * hour], ...recent), 99.2 * hour, "nor does what ended then make it longer");
  const watched = Array.from({ length: 9 }, (_, i) => [10 * i * hour, 10 * i * hour] as const);
  assert.equal(begin(...watched, ...recent), 0, "as long as the file tells of the time between");
  assert.equal(begin(...recent, [101 * hour, 102 * hour]), 99.2 * hour, "up to the end of the picture");
  assert.equal(begin(), 100 * hour - 1000);
});

test("sinceTexts includes the day if it is not that of the view's end", () => {
  const view = viewOf(at("03:00:00"), at("05:00:00"), 900, undefined, true);
  assert.deepEqual(sinceTexts(at("04:10:00"), view), ["04:10", ""]);
  assert.deepEqual(sinceTexts(at("04:10:00") - 5 * 60 * MINUTE, view), ["23:10", "11-22"]);
  assert.deepEqual(sinceTexts(Date.UTC(2025, 0, 2, 3, 4), view), ["03:04", "2025-01-02"]);
});

test("viewOf has whole buckets of a round length, and ticksOf round times within them", () => {
  // A file may name years from 1 to 9999.
  for (const hours of [0.01, 0.5, 1, 5, 24, 24 * 30, 24 * 365 * 9998]) {
    for (const width of [120, 374, 964]) {
      const view = viewOf(fromMs + 123_456, fromMs + 123_456 + hours * 3_600_000, width);
      assert.equal(view.to - view.from, view.buckets * view.stepMs);
      assert.ok(view.buckets <= Math.ceil(width / 6) + 1);
      const ticks = ticksOf(view);
      assert.ok(ticks.length <= width / 76 + 1 && ticks.every((tick) => tick >= view.from && tick < view.to));
    }
  }
});

test("tickText names the days of several at their midnights, of years the months, in little room", () => {
  const textsOf = (hours: number) => {
    const view = viewOf(fromMs - hours * 3_600_000, fromMs, 964, undefined, true);
    return ticksOf(view).map((at) => tickText(at, view));
  };
  assert.deepEqual(textsOf(1).slice(0, 2), ["08:30", "08:35"]);
  assert.deepEqual(textsOf(60).slice(0, 4), ["11-21", "06:00", "12:00", "18:00"]);
  assert.deepEqual(textsOf(24 * 400).slice(0, 2), ["2025-10", "2026-01"]);
});

test("timeText has seconds where a column is less than a minute, and durationText the largest unit that fits", () => {
  const at = (minutes: number): string => timeText(90_500, viewOf(0, minutes * MINUTE, 60, 1, true));
  assert.deepEqual([at(15), at(60)], ["00:01:30", "00:01"]);
  const ms = [59_000, MINUTE, 60 * MINUTE, 24 * 60 * MINUTE];
  assert.deepEqual(ms.map(durationText), ["59 s", "1 min", "1 h", "1 d"]);
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800].map((seconds) => seconds * 1000);
  assert.deepEqual(steps.map((step) => viewOf(0, 60 * step, 60, 1).stepMs), steps);
});

test("joined joins spans that overlap or touch, with their counts", () => {
  const spans = [{ from: 5, to: 9, count: 1 }, { from: 0, to: 4, count: 2 }, { from: 20, to: 21, count: 4 }];
  assert.deepEqual(joined(spans), [{ from: 0, to: 9, count: 3 }, { from: 20, to: 21, count: 4 }]);
});

test("tallyText shows one number if it is certain, or else two", () => {
  assert.equal(tallyText({ sure: 1234, most: 1234 }), "1,234");
  assert.equal(tallyText({ sure: 12, most: 34 }), "12–34");
});

test("occurrencesOf returns the reported occurrences of an event", () => {
  const { event } = occurrences[0]!;
  const found = [...occurrencesOf({ event, reports: [[3, 1000, 3, 1], [5, 2000, 2]] })];
  assert.deepEqual(found.map(({ count, delta, last, estimated }) => [count, delta, last?.getTime(), estimated]), [
    [3, 3, 1000, true],
    [5, 2, 2000, undefined],
  ]);
});

test("describeCommand quotes names for the shell, and rejects invalid names", () => {
  const pod = { kind: "Pod", namespace: "shop", name: "web-0" };
  assert.equal(describeCommand(pod, " --context=a"), "kubectl --context=a describe pod web-0 -n shop");
  assert.equal(describeCommand({ ...pod, namespace: "", kind: "Node" }, ""), "kubectl describe node web-0");
  assert.equal(describeCommand({ ...pod, name: "a;$(id)'" }, ""), `kubectl describe pod 'a;$(id)'\\''' -n shop`);
  for (const name of ["--kubeconfig=x", "a b", "a\nb", "a\x1b[31m", "", "a\u202eb"]) {
    assert.equal(describeCommand({ ...pod, name }, ""), undefined, name);
  }
  assert.equal(describeCommand({ ...pod, namespace: "-x" }, ""), undefined);
  assert.equal(describeCommand({ ...pod, kind: "-o" }, ""), undefined);
});
