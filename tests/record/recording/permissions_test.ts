import { test } from "node:test";
import assert from "node:assert/strict";
import { StatusError, type V1Status } from "../../../mod.ts";
import { EventRecording, type EventRecordingOptions } from "../../../src/client_go/mod.ts";
import { ScriptedSink } from "../../../src/serve/testing/mod.ts";
import { makeEvent } from "./make_event.ts";
import { withTime } from "./start_recording.ts";

const UNAUTHORIZED: V1Status = { code: 401, reason: "Unauthorized", message: "Unauthorized" };

/** The error of kube-apiserver when RBAC denies a verb. */
function denied(verb: "create" | "patch"): V1Status {
  const subject = verb === "create" ? "events" : 'events "a"';
  const rest = `User "u" cannot ${verb} resource "events" in API group "" in the namespace "default"`;
  return { code: 403, reason: "Forbidden", message: `${subject} is forbidden: ${rest}`, details: { kind: "events" } };
}

const RULE = '{ apiGroups: [""], resources: ["events"], verbs: ["create", "patch"] }';

/** A recording that has written events, and retries at once. */
function record(script: readonly ("ok" | V1Status)[], options: EventRecordingOptions = {}) {
  const sink = new ScriptedSink(script);
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const logger = { warn: log, error: log };
  const recording = new EventRecording(sink, { concurrency: 1, retryDelayMs: 0, maxTries: 4, logger, ...options });
  const verbs = (): string[] => sink.requests.map(({ verb }) => verb);
  return { recording, lines, verbs };
}

test("EventRecording retries a 401, and a 403 of the authorizer, after it has written an event", async () => {
  for (const refusal of [UNAUTHORIZED, denied("create")]) {
    const { recording, verbs } = record(["ok", refusal, refusal, "ok"]);
    recording.accept(makeEvent("a"));
    await recording.flush();
    recording.accept(makeEvent("b"));
    const { recorded, rejected, retries } = await recording.flush();
    assert.deepEqual({ recorded, rejected, retries }, { recorded: 2, rejected: 0, retries: 2 });
    assert.deepEqual(verbs(), ["create", "create", "create", "create"]);
    await recording.stop();
  }
});

/** The namespace that is about to be created, and a quota that other events are about to leave. */
const MISSING: V1Status = {
  code: 404,
  reason: "NotFound",
  message: 'namespaces "shop" not found',
  details: { name: "shop", kind: "namespaces" },
};
const QUOTA: V1Status = {
  code: 403,
  reason: "Forbidden",
  message: 'events "a" is forbidden: exceeded quota: q, used: count/events=1',
};

for (const [what, refusal] of [["credentials", UNAUTHORIZED], ["namespace", MISSING], ["quota", QUOTA]] as const) {
  test(`EventRecording retries an event that is too early for its ${what} after 1, 2, 4 and 8 seconds, then rejects it`, () =>
    withTime({}, async ({ recording, sink, pass }) => {
      for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name));
      const waited: number[] = [];
      for (let tries = 1; tries <= 5; tries++) {
        // One probe; those that were sent before count once.
        const { length } = sink.requests;
        await pass(0);
        while (sink.underWay > 0) sink.requests[sink.requests.length - sink.underWay]!.answer(new StatusError(refusal));
        await pass(0);
        let seconds = 0;
        for (; recording.stats().rejected === 0 && sink.underWay === 0; seconds++) await pass(1000);
        if (tries < 5) waited.push(seconds);
        assert.ok(sink.requests.length > length || tries === 1);
      }
      assert.deepEqual(waited, [1, 2, 4, 8]);
      // Then all that wait are tried once.
      while (sink.underWay > 0) {
        sink.requests[sink.requests.length - sink.underWay]!.answer(new StatusError(refusal));
        await pass(0);
      }
      assert.deepEqual([recording.stats().rejected, recording.stats().pending], [3, 0]);
    }));
}

const REFUSALS = [
  [
    "credentials",
    UNAUTHORIZED,
    "Cannot write events: the server does not accept the credentials (HTTP 401): Unauthorized",
  ],
  ["role", denied("create"), `Cannot create events: ${denied("create").message}; the role needs the rule ${RULE}`],
  ["namespace", MISSING, MISSING.message],
  ["quota", QUOTA, QUOTA.message],
] as const;

for (const [what, refusal, line] of REFUSALS) {
  for (const written of [0, 1]) {
    test(`EventRecording writes an event that is briefly refused for its ${what} after ${written} others, and logs that`, () =>
      withTime({}, async ({ recording, sink, lines, pass }) => {
        for (let made = 0; made < written; made++) {
          recording.accept(makeEvent(`before-${made}`));
          (await sink.made(made + 1)).answer();
          await pass(0);
        }
        recording.accept(makeEvent("a"));
        for (let tries = 1; tries <= 3; tries++) {
          (await sink.made(written + tries)).answer(tries < 3 ? new StatusError(refusal) : undefined);
          await pass(10_000);
        }
        assert.deepEqual([recording.stats().recorded, recording.stats().rejected], [written + 1, 0]);
        assert.match(lines.pop()!, /^Writing events resumed after \d+ s; 0 pending$/);
        assert.deepEqual(lines, [`${line}; retrying 1 event`]);
      }));
  }
}

test("EventRecording writes other namespaces while one does not exist yet", () =>
  withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a", { namespace: "shop" }));
    (await sink.made(1)).answer(new StatusError(MISSING));
    recording.accept(makeEvent("b", { namespace: "other" }));
    (await sink.made(2)).answer();
    await pass(0);
    assert.equal(recording.stats().recorded, 1);
  }));

test("EventRecording abandons the events of a namespace in which it has no role, while it writes others", () =>
  withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a0", { namespace: "shop" }));
    (await sink.made(1)).answer();
    recording.accept(makeEvent("b", { namespace: "other" }));
    for (let answered = 1, others = 0; recording.stats().abandoned === 0; others++) {
      assert.ok(others < 500, "it is not abandoned");
      recording.accept(makeEvent(`a${others + 1}`, { namespace: "shop" }));
      await pass(1000);
      for (; answered < sink.requests.length; answered++) {
        const { event } = sink.requests[answered]!;
        sink.requests[answered]!.answer(
          event.metadata.namespace === "other" ? new StatusError(denied("create")) : undefined,
        );
      }
    }
    assert.equal(sink.requests.filter(({ event }) => event.metadata.name === "b").length, 12);
  }));

test("EventRecording writes its first event to a server that denies it while it loads its roles", async () => {
  const { recording, lines, verbs } = record([denied("create"), denied("create"), "ok"]);
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).recorded, 1);
  assert.deepEqual(verbs(), ["create", "create", "create"]);
  assert.equal(lines.filter((line) => line.includes("the role needs the rule")).length, 1, lines.join("\n"));
  await recording.stop();
});

test("EventRecording rejects its first event if it is denied five times, and later ones at once", async () => {
  const refusals = Array.from({ length: 6 }, () => denied("create"));
  const { recording, verbs } = record(refusals, { maxTries: 12 });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).rejected, 1);
  assert.equal(verbs().length, 5);
  recording.accept(makeEvent("b"));
  const { rejected, abandoned } = await recording.flush();
  assert.deepEqual([rejected, abandoned, verbs().length], [2, 0, 6]);
  await recording.stop();
});

test("EventRecording counts denials separately from other failures of its first event", async () => {
  const busy = { code: 500, message: "Busy" };
  const { recording } = record([busy, busy, busy, busy, denied("create"), "ok"], { maxTries: 12 });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).recorded, 1);
  await recording.stop();
});

test("EventRecording rejects its first event after maxTries denials", async () => {
  const { recording, verbs } = record([denied("create"), denied("create"), denied("create")], { maxTries: 2 });
  recording.accept(makeEvent("a"));
  assert.equal((await recording.flush()).rejected, 1);
  assert.equal(verbs().length, 2);
  await recording.stop();
});

test("EventRecording retries a denied first event after one, two, four and eight seconds", async () => {
  await withTime({}, async ({ recording, sink, pass }) => {
    recording.accept(makeEvent("a"));
    await pass(0);
    const waited: number[] = [];
    for (let tries = 1; tries < 5; tries++) {
      sink.requests[tries - 1]!.answer(new StatusError(denied("create")));
      let seconds = 0;
      for (; sink.requests.length === tries; seconds++) await pass(1000);
      waited.push(seconds);
    }
    assert.deepEqual(waited, [1, 2, 4, 8]);
  });
});

async function repeat(recording: EventRecording): Promise<void> {
  recording.accept(makeEvent("repeat", { pod: "a" }));
  await recording.flush();
}

test("EventRecording writes the first patch to a server that denies it while it loads its roles", async () => {
  const { recording, verbs } = record(["ok", denied("patch"), denied("patch"), "ok"]);
  for (let i = 0; i < 2; i++) await repeat(recording);
  assert.deepEqual([recording.stats().recorded, verbs()], [2, ["create", "patch", "patch", "patch"]]);
  await recording.stop();
});

test("EventRecording rejects the first patch if it is denied five times, and later ones at once", async () => {
  const refusals = Array.from({ length: 6 }, () => denied("patch"));
  const { recording, verbs } = record(["ok", ...refusals], { maxTries: 12 });
  for (let i = 0; i < 3; i++) await repeat(recording);
  assert.deepEqual([recording.stats().rejected, verbs().length], [2, 7]);
  await recording.stop();
});

test("EventRecording retries a forbidden patch after one succeeded", async () => {
  const { recording, verbs } = record(["ok", "ok", denied("patch"), "ok"]);
  for (let i = 0; i < 3; i++) await repeat(recording);
  assert.deepEqual([recording.stats().recorded, verbs()], [3, ["create", "patch", "patch", "patch"]]);
  await recording.stop();
});

test("EventRecording rejects an event at once if admission denies it or its namespace is terminating", async () => {
  const refusals: readonly V1Status[] = [
    { code: 403, message: 'admission webhook "w" denied the request: User "u" cannot do this' },
    {
      code: 403,
      reason: "Forbidden",
      message:
        'events "a" is forbidden: unable to create new content in namespace default because it is being terminated',
      details: { causes: [{ reason: "NamespaceTerminating" }] },
    },
  ];
  for (const refusal of refusals) {
    const { recording } = record(["ok", refusal]);
    recording.accept(makeEvent("a"));
    await recording.flush();
    recording.accept(makeEvent("b"));
    const { rejected, retries } = await recording.flush();
    assert.deepEqual({ rejected, retries }, { rejected: 1, retries: 0 }, refusal.message);
    await recording.stop();
  }
});

test("EventRecording keeps an event until its permission is restored, and logs the missing rule once", async () => {
  const refusals = Array.from({ length: 8 }, () => denied("create"));
  const outcomes: string[] = [];
  const { recording, lines } = record(["ok", ...refusals], { onOutcome: ({ type }) => void outcomes.push(type) });
  recording.accept(makeEvent("a"));
  await recording.flush();
  recording.accept(makeEvent("b"));
  await recording.flush();
  assert.deepEqual(outcomes, ["recorded", "recorded"]);
  assert.equal(lines.filter((line) => line.includes("the role needs the rule")).length, 1, lines.join("\n"));
  await recording.stop();
});

test("StatusError.isAccessDenied is true for a 403 of the authorizer only", () => {
  assert.equal(new StatusError(denied("patch")).isAccessDenied, true);
  assert.equal(new StatusError({ ...denied("patch"), code: 500 }).isAccessDenied, false);
  assert.equal(new StatusError({ code: 403, message: "Forbidden" }).isAccessDenied, false);
  const quota = 'events "a" is forbidden: exceeded quota: q';
  assert.equal(new StatusError({ code: 403, reason: "Forbidden", message: quota }).isAccessDenied, false);
});
