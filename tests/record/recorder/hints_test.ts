import { test } from "node:test";
import assert from "node:assert/strict";
import { FakeTime } from "@std/testing/time";
import { EventBroadcaster } from "../../../mod.ts";
import { EventRecorderAdapter } from "../../../src/client_go/mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1234" } };

function logging(): { lines: string[]; logger: { warn(line: string): void; error(line: string): void } } {
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  return { lines, logger: { warn: log, error: log } };
}

test("EventRecorder logs once that a format does not match its arguments, and still records", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  for (let repeats = 0; repeats < 3; repeats++) {
    recorder.eventf(pod, "Normal", "Progress", "100% done");
    recorder.eventf(pod, "Normal", "Scaled", "Scaled to %d", 3.5 + repeats);
    recorder.annotatedEventf(pod, {}, "Normal", "Scaled", "Scaled %s", "web", 3);
    recorder.pastEventf(pod, 0, "Normal", "Scaled", "Scaled %s");
    recorder.eventf(pod, "Warning", "DiskPressure", "%.1f%% used", 99.5);
  }
  recorder.event(pod, "Normal", "Progress", "100% done");
  recorder.eventf(pod, "Normal", "Progress", "%d%% done", 100);
  assert.deepEqual(lines, [
    'The format "100% done" does not match its arguments: % d is not a verb (a percent sign is %%)',
    'The format "Scaled to %d" does not match its arguments: %d has an argument of the wrong type: 3.5',
    'The format "Scaled %s" does not match its arguments: it reads 1 of 2 arguments',
  ]);
  assert.equal(recorder.events.length, 17);
  assert.deepEqual(recorder.lines.slice(0, 5), [
    "Normal Progress 100% done",
    "Normal Scaled Scaled to 3.5",
    "Normal Scaled Scaled web 3",
    "Normal Scaled Scaled %s",
    "Warning DiskPressure 99.5% used",
  ]);
});

test("EventRecorder of events.k8s.io/v1 and EventRecorderAdapter log mismatched formats too", () => {
  const { lines, logger } = logging();
  new FakeRecorder({ apiVersion: "events.k8s.io/v1", logger }).eventf(pod, null, "Normal", "R", "a", "%d", "x");
  new EventRecorderAdapter(new FakeRecorder({ logger })).eventf(pod, null, "Normal", "R", "a", "%d", "y");
  assert.deepEqual(lines, [
    'The format "%d" does not match its arguments: %d has an argument of the wrong type: "x"',
    'The format "%d" does not match its arguments: %d has an argument of the wrong type: "y"',
  ]);
});

test("EventRecorder records a message or note passed under the other API's name, and logs the right name once", () => {
  const { lines, logger } = logging();
  const fields = { type: "Normal", reason: "Started", action: "Start" } as const;
  const core = new FakeRecorder({ logger });
  const events = new FakeRecorder({ apiVersion: "events.k8s.io/v1", logger });
  for (let repeats = 0; repeats < 2; repeats++) {
    core.record(pod, { ...fields, note: "up" } as never);
    events.record(pod, { ...fields, note: null, message: "up" } as never);
    new EventRecorderAdapter(core).record(pod, { ...fields, message: "up" } as never);
  }
  assert.deepEqual(core.lines, Array(4).fill("Normal Started up"));
  assert.deepEqual(events.lines, Array(2).fill("Normal Started up"));
  assert.deepEqual(lines, [
    "The message of an event was passed as its note, which only the other API has: rename it to message",
    "The note of an event was passed as its message, which only the other API has: rename it to note",
  ]);
  const broadcaster = new EventBroadcaster({ logger });
  broadcaster.newRecorder({ component: "test" }).record(pod, { ...fields, note: "up" } as never);
  assert.deepEqual(broadcaster.stats().altered, { message: 1 });
});

test("EventRecorder logs once, and then with a count, which texts it truncates, converts and replaces", () => {
  const { lines, logger } = logging();
  const broadcaster = new EventBroadcaster({ logger });
  const recorder = broadcaster.newRecorder({ component: "test", host: "h".repeat(129) });
  const related = { metadata: {} } as never;
  for (let repeats = 1; repeats <= 100; repeats++) {
    recorder.record(pod, {
      type: "Normal",
      reason: "R".repeat(128 + repeats),
      message: `${repeats}${"m".repeat(32_768)}`,
      name: "A_B",
      related,
    });
    recorder.record(pod, { type: "Normal", reason: "R", message: repeats as never });
  }
  const altered = { reportingInstance: 200, reason: 100, message: 200, name: 100, related: 100 };
  assert.deepEqual(broadcaster.stats().altered, altered);
  assert.equal(lines.length, 3 * 6, lines.join("\n"));
  const about = (text: RegExp): string[] => lines.filter((line) => text.test(line));
  assert.deepEqual(about(/^The message of an event is truncated/), [
    `The message of an event is truncated to 32768 bytes (head and tail are kept): "1${"m".repeat(199)}…"`,
    `The message of an event is truncated to 32768 bytes (head and tail are kept): "10${
      "m".repeat(198)
    }…" (10 times so far)`,
    `The message of an event is truncated to 32768 bytes (head and tail are kept): "100${
      "m".repeat(197)
    }…" (100 times so far)`,
  ]);
  assert.deepEqual(about(/^The reason/), [
    `The reason of an event is truncated to 128 bytes (head and tail are kept): "${"R".repeat(129)}"`,
    `The reason of an event is truncated to 128 bytes (head and tail are kept): "${"R".repeat(138)}" (10 times so far)`,
    `The reason of an event is truncated to 128 bytes (head and tail are kept): "${
      "R".repeat(200)
    }…" (100 times so far)`,
  ]);
  assert.deepEqual(about(/converted to/), [
    'The message of an event must be a string, received 1: converted to "1"',
    'The message of an event must be a string, received 10: converted to "10" (10 times so far)',
    'The message of an event must be a string, received 100: converted to "100" (100 times so far)',
  ]);
  assert.equal(
    about(/^The name/)[0],
    'The name of an event must be a DNS-1123 subdomain, received "A_B": a generated name is used',
  );
  assert.match(
    about(/^The reportingInstance/)[0]!,
    /^The reportingInstance of an event is truncated to 128 bytes \(head and tail are kept\): "hh/,
  );
  assert.match(about(/^Related/)[0]!, /^Related object omitted: .* has no kind/);
});

test("EventRecorder logs refused events once per reason, and then with a count", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  for (let object = 1; object <= 500; object++) {
    const item = { metadata: { name: `web-${object}`, namespace: "shop" } };
    recorder.event(item as never, "Normal", "Started", "m");
    if (object <= 9) recorder.event(item as never, "Normal", "Stopped", "m");
  }
  const line = (reason: string, name: string): string =>
    `Cannot record ${reason}: Cannot make a reference: object ${name} has no kind (list items have none: set it, or ` +
    'pass the recorder kindOf: () => ({ apiVersion: "v1", kind: "Pod" }))';
  assert.deepEqual(lines, [
    line("Started", "web-1"),
    line("Stopped", "web-1"),
    `${line("Started", "web-10")} (10 times so far)`,
    `${line("Started", "web-100")} (100 times so far)`,
  ]);
  assert.equal(recorder.refused.length, 509);
});

test("EventRecorder logs once, and then with a count, that objects have no uid", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  for (let object = 1; object <= 99; object++) {
    recorder.event({ apiVersion: "v1", kind: "Node", name: `node-${object}` }, "Normal", "R", "m");
  }
  assert.deepEqual(lines.map((line) => line.replace(/ has no uid.* from the API/, "")), [
    "Node node-1",
    "Node node-10 (10 times so far)",
  ]);
});

test("EventRecorder logs the order of arguments if type and reason are swapped", () => {
  const { lines, logger } = logging();
  new FakeRecorder({ logger }).event(pod, "BackOff" as never, "Warning", "Back-off");
  new FakeRecorder({ apiVersion: "events.k8s.io/v1", logger })
    .eventf(pod, undefined, "BackOff" as never, "Normal", "Start", "Back-off");
  const line = 'Type must be "Normal" or "Warning", received "BackOff": the type comes before the reason';
  assert.deepEqual(lines, [`Cannot record Warning: ${line}`, `Cannot record Normal: ${line}`]);
});

test("EventRecorder logs the order of arguments if the object is not the first", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  recorder.event("Normal" as never, "Pulled" as never, "Image pulled", pod as never);
  recorder.record({ type: "Normal", reason: "Pulled", message: "Image pulled" } as never, pod as never);
  const fault = "Cannot make a reference: object";
  assert.deepEqual(lines.map((line) => line.replace(/ \(list items .*\)/, "")), [
    `Cannot record Image pulled: ${fault} must be a Kubernetes object, received "Normal": the object comes first`,
    `Cannot record an event: ${fault} without a name has no kind: the object comes first`,
  ]);
});

test("EventRecorder remembers at most a hundred hints", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  for (let made = 0; made < 1000; made++) recorder.eventf(pod, "Normal", "Progress", `${made}%`);
  assert.equal(lines.length, 100);
});

test("EventRecorder logs once per kind that objects have no name", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  for (let repeats = 0; repeats < 2; repeats++) {
    recorder.event({ apiVersion: "v1", kind: "Pod", metadata: { generateName: "web-" } }, "Normal", "R", "m");
    recorder.event({ kind: "Node" }, "Normal", "R", "m");
    recorder.event({ apiVersion: "v1", kind: "PodList", items: [] } as never, "Normal", "R", "m");
  }
  assert.deepEqual(lines, [
    "Pod has no name: kubectl describe will not show its events",
    "Node has no name: kubectl describe will not show its events",
    "PodList has no name: kubectl describe will not show its events; record about its items",
  ]);
  assert.equal(recorder.events.length, 6);
});

test("EventRecorder logs once that a built-in kind begins with a lower-case letter, which kubectl describe does not find", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  const metadata = pod.metadata;
  for (const apiVersion of ["example.com/v1", "v1", "apps/v1"]) {
    recorder.event({ apiVersion, kind: "pods", metadata }, "Normal", "R", "m");
  }
  assert.deepEqual(lines, [
    "pods shop/web has a lower-case kind: kubectl describe will not show its events; write it as in a manifest, " +
    "such as Pod",
  ]);
  assert.equal(recorder.events.length, 3);
});

test("EventRecorder logs once that objects have no uid, by which kubectl describe finds their events", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  for (const name of ["web", "api"]) {
    recorder.event({ apiVersion: "v1", kind: "Pod", metadata: { name, namespace: "shop" } }, "Normal", "R", "m");
  }
  recorder.event({ apiVersion: "v1", kind: "Node", name: "node-1" }, "Normal", "R", "m");
  assert.deepEqual(lines, [
    "Pod shop/web has no uid: kubectl describe will not show its events; record about the object as read from the API",
  ]);
  assert.equal(recorder.events.length, 3);
  const other = logging();
  new FakeRecorder({ logger: other.logger }).record(pod, {
    type: "Normal",
    reason: "R",
    message: "m",
    related: { kind: "Node", name: "node-1" },
  });
  assert.deepEqual(other.lines, []);
});

test("EventRecorder logs once that objects have no apiVersion, by which kubectl events finds theirs", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  for (const name of ["web", "api"]) {
    recorder.event({ kind: "Pod", name, namespace: "shop", uid: "1234" }, "Normal", "R", "m");
  }
  assert.deepEqual(lines, [
    "Pod shop/web has no apiVersion: kubectl events --for will not show its events; set it, such as v1",
  ]);
  assert.equal(recorder.events.length, 2);
});

test("EventRecorder logs once that objects of built-in namespaced kinds have no namespace", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  const record = (apiVersion: string, kind: string): void =>
    recorder.event({ apiVersion, kind, metadata: { name: "a", uid: "1234" } }, "Normal", "R", "m");
  record("v1", "Node");
  record("example.com/v1", "Deployment");
  record("rbac.authorization.k8s.io/v1", "ClusterRole");
  assert.deepEqual(lines, []);
  record("networking.k8s.io/v1", "Ingress");
  record("apps/v1", "Deployment");
  assert.deepEqual(lines, [
    "Ingress a has no namespace: its events go to the namespace default; set metadata.namespace",
  ]);
  assert.ok(recorder.events.every(({ metadata }) => metadata.namespace === "default"));
});

test("EventRecorder takes RFC 3339 strings as timestamps, and logs once that a number is likely to be in seconds", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  recorder.pastEventf(pod, "2026-01-02T03:04:05.678901+01:00", "Normal", "R", "m");
  assert.deepEqual(lines, []);
  recorder.pastEventf(pod, 1_767_225_600, "Normal", "R", "m");
  recorder.pastEventf(pod, 1_767_225_601, "Normal", "R", "m");
  assert.deepEqual(lines, ["The timestamp of an event is in 1970: pass milliseconds, not seconds"]);
  assert.deepEqual(recorder.events.map(({ firstTimestamp }) => firstTimestamp), [
    "2026-01-02T02:04:05Z",
    "1970-01-21T10:53:45Z",
    "1970-01-21T10:53:45Z",
  ]);
});

test("newRecorder() throws for a source with other fields in place of component and host", () => {
  const broadcaster = new EventBroadcaster();
  assert.throws(
    () => broadcaster.newRecorder({ name: "example-controller" } as never),
    { name: "TypeError", message: /Cannot create a recorder: unknown option source\.name / },
  );
  broadcaster.newRecorder({});
});

test("EventRecorder drops an event about the error of a request, and logs the server's message", () => {
  const { lines, logger } = logging();
  const recorder = new FakeRecorder({ logger });
  const status = { apiVersion: "v1", kind: "Status", metadata: {}, message: 'pods "web" not found', code: 404 };
  recorder.event(status, "Normal", "BackedUp", "Backed up");
  assert.deepEqual(recorder.events, []);
  assert.deepEqual(lines, [
    'Cannot record BackedUp: object is a Status, the error of a request: "pods \\"web\\" not found"; check response.ok',
  ]);
});

test("EventRecorder logs once that the clock stands at 1970, as a worker's does at module level", () => {
  const { lines, logger } = logging();
  const time = new FakeTime(0);
  try {
    const recorder = new FakeRecorder({ logger });
    recorder.event(pod, "Normal", "Pulled", "there");
    recorder.event(pod, "Normal", "Pulled", "there");
    recorder.pastEventf(pod, 1_700_000_000_000, "Normal", "Pulled", "there");
    const line = "The clock stands at 1970, as a worker's does while its modules load: record events in requests";
    assert.deepEqual(lines, [line]);
    new FakeRecorder({ logger, clock: { now: () => 0 } }).event(pod, "Normal", "Pulled", "there");
    assert.deepEqual(lines, [line], "a clock of one's own may stand there");
  } finally {
    time.restore();
  }
});
