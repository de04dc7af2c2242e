import { test } from "node:test";
import assert from "node:assert/strict";
import { describeCommand, shellWord, yamlOf } from "../../../src/app/page/details.ts";
import { occurrencesOf } from "../../../src/app/page/feed.ts";
import {
  joined,
  kindsOf,
  objectLanes,
  type Picture,
  pictureOf,
  reasonsOf,
  tallyText,
  ticksOf,
  tickText,
  viewOf,
  warningsText,
} from "../../../src/read/timeline/picture.ts";
import { Timeline, type TimelineObject } from "../../../src/read/timeline/mod.ts";
import { incident } from "./incident.ts";

const { occurrences, gap, fromMs, toMs } = incident();
const timeline = new Timeline();
for (const occurrence of occurrences) timeline.add(occurrence);
timeline.gap(gap.from, gap.to);

const all = { warningsOnly: false, namespace: "", text: "" };
const at = (time: string): number => Date.parse(`2026-11-23T${time}Z`);

function picture(from = fromMs, to = toMs, filter = all): Picture {
  return pictureOf(timeline.getSnapshot(), filter, viewOf(from, to, 964));
}

test("pictureOf orders workloads by their first Warning, and those that had one before apart", () => {
  const { began, before, calm, view } = picture();
  const keys = (lanes: Picture["calm"]): string[] => lanes.map(({ place, name }) => `${place}/${name}`);
  assert.deepEqual(keys(began).slice(0, 2), ["shop/web", "node/node-3"]);
  assert.deepEqual(began.map(({ onset }) => onset), began.map(({ onset }) => onset).sort((a, b) => a - b));
  assert.deepEqual(keys(before), ["payments/ledger"]);
  assert.deepEqual(keys(calm), ["docs/site", "ops/report"]);
  const later = picture(at("10:00:00"), at("10:10:00"));
  assert.deepEqual(keys(later.began)[0], "node/node-3");
  assert.deepEqual(keys(later.before), ["payments/ledger", "shop/web"]);
  assert.deepEqual(reasonsOf(began[1]!, view), ["ContainerGCFailed", "FreeDiskSpaceFailed"]);
});

test("pictureOf tells how many are certain in a view, and how many there are at most", () => {
  for (const [from, to] of [["09:30", "10:30"], ["09:50", "10:10"], ["10:12", "10:16"]] as const) {
    const { view, warnings, began, before, histogram } = picture(at(`${from}:00`), at(`${to}:00`));
    // The truth: every time that the incident has.
    const truth = incidentTimes().filter((ms) => ms >= view.from && ms < view.to).length;
    assert.ok(warnings.sure <= truth && truth <= warnings.most, `${warnings.sure} ${truth} ${warnings.most}`);
    const lanes = [...began, ...before];
    assert.equal(lanes.reduce((sum, lane) => sum + lane.warnings.most, 0), warnings.most);
    const exact = histogram.warnings.reduce((sum, count) => sum + count, 0);
    assert.equal(exact + histogram.unknownWarnings.reduce((sum, { count }) => sum + count, 0), warnings.most);
  }
});

/** The times of all Warnings, of a reader that watched from the beginning and was never away. */
function incidentTimes(): number[] {
  const { occurrences } = incident({ isWatched: true });
  return occurrences.filter(({ type }) => type === "Warning").map(({ last }) => last!.getTime());
}

test("pictureOf filters groups by words, namespaces and types", () => {
  const { began, before, calm, objects, view } = picture(fromMs, toMs, { ...all, text: "SHOP backoff" });
  assert.deepEqual([began.length, before.length, calm.length, objects], [1, 0, 0, 3]);
  assert.deepEqual(reasonsOf(began[0]!, view), ["BackOff"]);
  assert.equal(picture(fromMs, toMs, { ...all, namespace: "ops" }).calm.length, 1);
  assert.equal(picture(fromMs, toMs, { ...all, warningsOnly: true }).calm.length, 0);
});

test("objectLanes shows the objects of a workload, whose counts add up to its own", () => {
  const { began, view } = picture();
  const [web] = began;
  const lanes = objectLanes(web!, view);
  assert.equal(lanes.length, 5);
  assert.equal(lanes.reduce((sum, { warnings }) => sum + warnings.most, 0), web!.warnings.most);
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

test("joined joins spans that overlap or touch, with their counts", () => {
  const spans = [{ from: 5, to: 9, count: 1 }, { from: 0, to: 4, count: 2 }, { from: 20, to: 21, count: 4 }];
  assert.deepEqual(joined(spans), [{ from: 0, to: 9, count: 3 }, { from: 20, to: 21, count: 4 }]);
});

test("kindsOf names what a workload is, in the plural of any kind", () => {
  const objects = (kinds: string, namespace = "shop") =>
    kinds.split(" ").map((kind) => ({ kind, namespace }) as TimelineObject);
  assert.equal(kindsOf(objects("Pod Pod")), "2 pods");
  assert.equal(kindsOf(objects("Pod Job")), "2 objects");
  assert.equal(kindsOf(objects("Ingress Ingress")), "2 ingresses");
  assert.equal(kindsOf(objects("NetworkPolicy NetworkPolicy")), "2 networkpolicies");
  assert.equal(kindsOf(objects("Gateway Gateway")), "2 gateways");
  assert.equal(kindsOf(objects("Endpoints Endpoints")), "2 endpoints");
  assert.deepEqual([kindsOf(objects("Pod")), kindsOf(objects("Node", ""))], ["pod", ""]);
});

test("tallyText shows one number if it is certain, or else two", () => {
  assert.equal(tallyText({ sure: 1234, most: 1234 }), "1,234");
  assert.equal(tallyText({ sure: 12, most: 34 }), "12–34");
  assert.equal(warningsText({ sure: 1, most: 1 }), "1 warning");
  assert.equal(warningsText({ sure: 0, most: 1 }), "0–1 warnings");
});

test("occurrencesOf returns what was reported of an event", () => {
  const { event } = occurrences[0]!;
  const found = [...occurrencesOf({ event, reports: [[3, 1000, 3, 1], [5, 2000, 2]] })];
  assert.deepEqual(found.map(({ count, delta, last, estimated }) => [count, delta, last?.getTime(), estimated]), [
    [3, 3, 1000, true],
    [5, 2, 2000, undefined],
  ]);
});

test("describeCommand quotes names for the shell, and shows none that no object has", () => {
  const pod = { kind: "Pod", namespace: "shop", name: "web-0" };
  assert.equal(describeCommand(pod, " --context=a"), "kubectl --context=a describe pod web-0 -n shop");
  assert.equal(describeCommand({ ...pod, namespace: "", kind: "Node" }, ""), "kubectl describe node web-0");
  assert.equal(describeCommand({ ...pod, name: "a;$(id)'" }, ""), `kubectl describe pod 'a;$(id)'\\''' -n shop`);
  for (const name of ["--kubeconfig=x", "a b", "a\nb", "a\x1b[31m", "", "a\u202eb"]) {
    assert.equal(describeCommand({ ...pod, name }, ""), undefined, name);
  }
  assert.equal(describeCommand({ ...pod, namespace: "-x" }, ""), undefined);
  assert.equal(describeCommand({ ...pod, kind: "-o" }, ""), undefined);
  assert.equal(shellWord("a b"), "'a b'");
});

test("yamlOf writes an event so that texts stay texts", () => {
  const value = {
    a: "plain text",
    b: "yes",
    c: "1",
    d: ["x: y", { e: [] }],
    f: { g: null, h: {} },
    i: "two\nlines",
    j: 2,
  };
  assert.equal(
    yamlOf(value),
    `a: plain text\nb: "yes"\nc: "1"\nd:\n  - "x: y"\n  - e: []\nf:\n  g: null\n  h: {}\ni: "two\\nlines"\nj: 2`,
  );
});
