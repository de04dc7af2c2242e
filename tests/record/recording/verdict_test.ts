import { test } from "node:test";
import assert from "node:assert/strict";
import {
  ConnectionError,
  type CoreV1Event,
  RequestConstructionError,
  StatusError,
  type V1Status,
} from "../../../mod.ts";
import { EventRecording, type EventRecordingOptions } from "../../../src/client_go/mod.ts";
import { RequestLimitError } from "../../../src/base/event/connection_error.ts";
import {
  ContendedError,
  NoAnswerError,
  type Permission,
  Permissions,
  verdict,
  type VERDICTS,
} from "../../../src/record/recording/retry.ts";
import { ScriptedSink } from "../../../src/serve/testing/mod.ts";
import { makeEvent } from "./make_event.ts";
import { SERVER_ERROR, withTime } from "./start_recording.ts";

type Kind = keyof typeof VERDICTS;

const HOUR_MS = 3_600_000;

/** The error of kube-apiserver when RBAC denies a create. */
const DENIED = new StatusError({
  code: 403,
  reason: "Forbidden",
  message: 'events is forbidden: User "u" cannot create resource "events" in API group "" in the namespace "default"',
});
const UNAUTHORIZED = new StatusError({ code: 401, reason: "Unauthorized", message: "Unauthorized" });
const TERMINATING = new StatusError({
  code: 403,
  reason: "Forbidden",
  message: 'events "a" is forbidden: unable to create new content in namespace default because it is being terminated',
  details: { causes: [{ reason: "NamespaceTerminating" }] },
});
const UNREADY = new StatusError({
  code: 404,
  reason: "NotFound",
  message: 'namespaces "default" not found',
  details: { name: "default", kind: "namespaces" },
});
const QUOTA = new StatusError({ code: 403, message: 'events "a" is forbidden: exceeded quota: q' });
const CONFLICT = new StatusError({ code: 409, reason: "Conflict", message: "Other writers were first" });
const FAILED = new StatusError({ code: 500, reason: "InternalError", message: "etcdserver: request timed out" });
const REFUSED = new StatusError({ code: 422, reason: "Invalid", message: "Event is invalid" });
const UNBUILDABLE = new RequestConstructionError("No JSON");
const LIMITED = new RequestLimitError("The runtime refuses more requests: Too many subrequests.");
const UNREACHABLE = new ConnectionError("Cannot reach it: connection refused");

// -- The kinds --

const PERMISSIONS = ["granted", "unknown", "refused"] as const satisfies readonly Permission[];

/** The kinds of an error's failure by permission. */
function kindsOf(error: unknown): string[] {
  return PERMISSIONS.map((permission) => verdict(error, permission));
}

function status(code: number, rest: Partial<V1Status> = {}): [string, StatusError] {
  return [`${code} ${rest.message ?? rest.reason ?? ""}`.trim(), new StatusError({ code, ...rest })];
}

/** A proxy's page of each code, as `StatusError.from()` and `StatusError.of()` report it. */
const PAGES = [400, 403, 404, 405, 409, 413, 418].flatMap((code): [string, StatusError][] => [
  status(code, { status: "Failure", message: `HTTP ${code} Of a proxy` }),
  [`${code} of client-node`, StatusError.of({ code, body: "<html>", headers: {} })!],
]);

const KINDS: Partial<Record<Kind, readonly (readonly [string, unknown])[]>> = {
  unbuildable: [["a RequestConstructionError", UNBUILDABLE]],
  unreachable: [["a ConnectionError", UNREACHABLE]],
  limited: [["a runtime's limit of requests", LIMITED]],
  timeout: [["no response", new NoAnswerError(1000, { isCutShort: false })]],
  cutShort: [["a request that was cut short", new NoAnswerError(1000, { isCutShort: true })]],
  terminating: [["a terminating namespace", TERMINATING]],
  refused: [
    ...PAGES.filter(([, { code }]) => code === 413),
    ...[400, 402, 403, 404, 405, 406, 410, 413, 415, 422].map((code) => status(code)),
    status(409, { reason: "AlreadyExists" }),
    status(403, { message: 'admission webhook "w" denied the request: User "u" cannot do this' }),
    status(500, { message: 'admission webhook "w" denied the request: no reason' }),
    status(429, { message: 'admission webhook "w" denied the request: slowly' }),
  ],
  busy: [
    ...[408, 429, 501, 502, 503, 504, 507].map((code) => status(code)),
    status(403, { reason: "Forbidden", message: 'events "a" is forbidden: not yet ready to handle request' }),
    status(500, { message: 'Internal error occurred: failed calling webhook "w": failed to call webhook: refused' }),
  ],
  contended: [
    status(409),
    status(409, { reason: "Conflict" }),
    ["a ContendedError", new ContendedError("Other writers were first")],
  ],
  failed: [
    status(500),
    status(302, { reason: "Redirect" }),
    ...PAGES.filter(([, { code }]) => code !== 413),
    ["an Error", new Error("It was deleted just now")],
    ["a TypeError", new TypeError("Nobody there")],
    ["a TimeoutError of the sink's own", new DOMException("Too late", "TimeoutError")],
    ["a string", "no"],
    ["an object that looks like a StatusError", { name: "StatusError", code: 422 }],
    ["undefined", undefined],
    ["null", null],
  ],
};

for (const [kind, errors] of Object.entries(KINDS)) {
  test(`verdict() is always ${kind}: ${errors.map(([name]) => name).join("; ")}`, () => {
    for (const [name, error] of errors) assert.deepEqual(kindsOf(error), [kind, kind, kind], name);
  });
}

test("verdict() of a brief refusal depends on whether the request was granted before, or refused permanently", () => {
  assert.deepEqual(kindsOf(UNAUTHORIZED), ["expired", "unauthorized", "refused"]);
  const [, page] = status(401, { status: "Failure", message: "HTTP 401 Of a proxy" });
  assert.deepEqual(kindsOf(page), ["expired", "unauthorized", "refused"]);
  assert.deepEqual(kindsOf(DENIED), ["lost", "denied", "refused"]);
  assert.deepEqual(kindsOf(UNREADY), ["unready", "unready", "refused"]);
  for (const why of ["exceeded quota: q", "status unknown for quota: q"]) {
    const [, error] = status(403, { reason: "Forbidden", message: `events "a" is forbidden: ${why}` });
    assert.deepEqual(kindsOf(error), ["unready", "unready", "refused"]);
  }
});

// -- Permissions --

/** The permission to create and to patch, and that of credentials. */
function permissionsOf(permissions: Permissions): Permission[] {
  return [permissions.of(DENIED, "create"), permissions.of(DENIED, "patch"), permissions.of(UNAUTHORIZED, "create")];
}

test("Permissions are unknown for each verb until the server has allowed or refused a request of it", () => {
  const permissions = new Permissions();
  assert.deepEqual(permissionsOf(permissions), ["unknown", "unknown", "unknown"]);
  permissions.denied(DENIED, "create");
  assert.deepEqual(permissionsOf(permissions), ["refused", "unknown", "unknown"]);
  permissions.denied(DENIED, "patch");
  assert.deepEqual(permissionsOf(permissions), ["refused", "refused", "unknown"]);
  permissions.denied(UNAUTHORIZED, "patch");
  assert.deepEqual(permissionsOf(permissions), ["refused", "refused", "refused"]);
});

test("Permissions to create and to patch are separate, but credentials serve both", () => {
  const creating = new Permissions();
  creating.allowed("create");
  assert.deepEqual(permissionsOf(creating), ["granted", "unknown", "granted"]);
  const patching = new Permissions();
  patching.allowed("patch");
  assert.deepEqual(permissionsOf(patching), ["unknown", "granted", "granted"]);
  patching.allowed("create");
  assert.deepEqual(permissionsOf(patching), Array(3).fill("granted"));
});

test("Permissions that the server grants after it refused them count as granted", () => {
  const permissions = new Permissions();
  permissions.denied(DENIED, "create");
  permissions.allowed("create");
  permissions.denied(DENIED, "create");
  assert.deepEqual(permissionsOf(permissions), ["granted", "unknown", "granted"]);
});

// -- The rows at work: how often a write is tried --

/** Records one event into a sink that answers with these errors, and then stores it. */
async function recordOne(
  errors: readonly Error[],
  options: EventRecordingOptions = {},
): Promise<{ requests: number; retries: number; ended: string }> {
  const sink = new ScriptedSink(errors);
  const ends: string[] = [];
  const recording = new EventRecording(sink, {
    retryDelayMs: 0,
    onOutcome: ({ type }) => void ends.push(type),
    ...options,
  });
  recording.accept(makeEvent("a"));
  const { retries } = await recording.flush();
  await recording.stop();
  return { requests: sink.requests.length, retries, ended: ends.join() };
}

for (const [kind, error] of [["unbuildable", UNBUILDABLE], ["refused", REFUSED]] as const) {
  test(`EventRecording rejects an event at once whose failure is ${kind} (${error.message})`, async () => {
    assert.deepEqual(await recordOne([error]), { requests: 1, retries: 0, ended: "rejected" });
  });
}

test("EventRecording makes no request after its runtime refused one, before the next event or flush", async () => {
  await withTime({ concurrency: 3, retryDelayMs: 1000 }, async ({ recording, sink, pass }) => {
    for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name, { pod: name }));
    const flushed = recording.flush(); // without a deadline
    await pass(0);
    // The last slot is not for a namespace that has not written yet.
    for (const request of sink.requests) request.answer(LIMITED);
    assert.equal((await flushed).pending, 3);
    await pass(HOUR_MS);
    assert.equal(sink.requests.length, 2);
    recording.accept(makeEvent("a-again", { pod: "a" }));
    await pass(0);
    assert.equal(sink.requests.length, 4);
    for (const request of sink.requests.slice(2)) request.answer(LIMITED);
    await pass(HOUR_MS);
    assert.equal(sink.requests.length, 4);
    const written = recording.flush();
    for (let answered = 4; answered < 7; answered++) {
      await pass(0);
      sink.requests[answered]!.answer();
    }
    const { pending, recorded, coalesced, retries } = await written;
    assert.deepEqual([pending, recorded, coalesced, retries, sink.requests.length], [0, 3, 1, 0, 7]);
    recording.accept(makeEvent("d", { pod: "d" }));
    await pass(0);
    const stopped = recording.stop();
    await pass(0);
    sink.requests[7]!.answer(LIMITED);
    await stopped;
    assert.deepEqual([recording.stats().abandoned, sink.requests.length], [1, 8]);
  });
});

test("EventRecording drops the queued events of a terminating namespace that are new, and rejects the failed one", async () => {
  await withTime({ concurrency: 1 }, async ({ recording, sink, pass }) => {
    for (const name of ["a", "b", "c"]) recording.accept(makeEvent(name));
    recording.accept(makeEvent("d", { namespace: "other" }));
    await pass(0);
    sink.requests[0]!.answer(TERMINATING);
    await pass(0);
    const { rejected, dropped, because, retries } = recording.stats();
    assert.deepEqual([rejected, dropped, because["namespace-terminating"], retries], [1, 2, 2, 0]);
    assert.deepEqual(sink.requests.map(({ event }) => event.metadata.name), ["a", "d"]);
  });
});

test("EventRecording tries a write whose failure is contended maxTries times, then abandons it", async () => {
  const errors = Array.from({ length: 3 }, () => CONFLICT);
  assert.deepEqual(await recordOne(errors, { maxTries: 4 }), { requests: 4, retries: 3, ended: "recorded" });
  assert.deepEqual(await recordOne(errors, { maxTries: 3 }), { requests: 3, retries: 2, ended: "abandoned" });
});

for (const [kind, error] of [["denied", DENIED], ["unready", UNREADY], ["unauthorized", UNAUTHORIZED]] as const) {
  test(`EventRecording tries a write whose failure is ${kind} five times at most, then rejects it`, async () => {
    const denials = (length: number): Error[] => Array.from({ length }, () => error);
    assert.deepEqual(await recordOne(denials(4)), { requests: 5, retries: 4, ended: "recorded" });
    assert.deepEqual(await recordOne(denials(5)), { requests: 5, retries: 4, ended: "rejected" });
    assert.deepEqual(await recordOne(denials(5), { maxTries: 2 }), { requests: 2, retries: 1, ended: "rejected" });
  });
}

for (const [kind, error] of [["unreachable", UNREACHABLE], ["busy", SERVER_ERROR], ["failed", FAILED]] as const) {
  test(`EventRecording counts no tries of a lone write whose failure is ${kind}`, async () => {
    const errors = Array.from({ length: 6 }, () => error);
    assert.deepEqual(await recordOne(errors, { maxTries: 2 }), { requests: 7, retries: 6, ended: "recorded" });
  });
}

// Whether tries count towards maxTries while other objects of the namespace, or only of another one, are written.
const COUNTED: readonly (readonly [Kind, Error, own: boolean, other: boolean])[] = [
  ["contended", CONFLICT, true, true],
  ["failed", FAILED, true, false],
  ["lost", DENIED, true, true],
  ["busy", SERVER_ERROR, false, false],
  ["unreachable", UNREACHABLE, false, false],
  ["expired", UNAUTHORIZED, false, false],
];

for (const [kind, error, ...counted] of COUNTED) {
  for (const [i, namespace] of ["default", "other"].entries()) {
    const counts = counted[i] ? "counts" : "does not count";
    test(`EventRecording ${counts} the tries of a write that is ${kind} while events of ${namespace} are written`, () =>
      withTime({ maxTries: 3 }, async (parts) => {
        const { recording, sink, pass } = parts;
        await isSent(parts, makeEvent("first"));
        sink.requests[0]!.answer();
        recording.accept(makeEvent("bad"));
        for (let step = 0, answered = 1; step < 100; step++) {
          recording.accept(makeEvent(`good-${step}`, { namespace }));
          await pass(1000);
          for (; answered < sink.requests.length; answered++) {
            const { event } = sink.requests[answered]!;
            sink.requests[answered]!.answer(event.metadata.name === "bad" ? error : undefined);
          }
        }
        assert.equal(recording.stats().abandoned, counted[i] ? 1 : 0);
        if (!counted[i]) assert.ok(sink.requests.filter(({ event }) => event.metadata.name === "bad").length > 5);
      }));
  }
}

// -- The rows at work: pauses --

type Parts = Parameters<Parameters<typeof withTime>[1]>[0];

/** Accepts an event, and returns whether its request is made at once. */
async function isSent({ recording, sink, pass }: Parts, event: CoreV1Event): Promise<boolean> {
  const made = sink.requests.length;
  recording.accept(event);
  await pass(0);
  return sink.requests.length > made;
}

/** Records events until one is not sent at once, ten at most; returns how many failed before. */
async function failUntilPaused(parts: Parts, error: Error, namespaceOf: (i: number) => string): Promise<number> {
  for (let i = 0; i < 10; i++) {
    if (!await isSent(parts, makeEvent(`failed-${i}`, { namespace: namespaceOf(i) }))) return i;
    parts.sink.requests.at(-1)!.answer(error);
    await parts.pass(0);
  }
  return Infinity;
}

/** Answers all requests until every event but `left` is written. */
async function recover({ recording, sink, pass }: Parts, answered: number, left: number): Promise<void> {
  for (let seconds = 0; recording.stats().pending > left; seconds++) {
    assert.ok(seconds < 100, "it does not recover");
    while (answered < sink.requests.length) sink.requests[answered++]!.answer();
    await pass(1000);
  }
}

// Once it has recovered, a namespace or server is shut after six failures, unless the row says otherwise.
const PAUSES: readonly (readonly [Kind, Error, namespaceAfter: number, serverAfter: number])[] = [
  ["unbuildable", UNBUILDABLE, Infinity, Infinity],
  ["refused", REFUSED, Infinity, Infinity],
  ["terminating", TERMINATING, Infinity, Infinity],
  ["contended", CONFLICT, Infinity, Infinity],
  ["unready", QUOTA, 1, Infinity],
  ["lost", DENIED, 1, Infinity],
  ["busy", SERVER_ERROR, 6, 6],
  ["failed", FAILED, 6, 6],
];

for (const [kind, error, namespaceAfter, serverAfter] of PAUSES) {
  const options = { requestTimeoutMs: HOUR_MS };

  test(`EventRecording suspends a namespace, and only that, after ${namespaceAfter} failures that are ${kind}`, () =>
    withTime(options, async (parts) => {
      // Keep the namespace in use, and another that does not fail.
      for (const namespace of ["default", "other"]) await isSent(parts, makeEvent("held", { namespace }));
      assert.equal(await failUntilPaused(parts, SERVER_ERROR, () => "default"), 3);
      await recover(parts, 2, 2);
      assert.equal(await failUntilPaused(parts, error, () => "default"), namespaceAfter);
      assert.equal(await isSent(parts, makeEvent("new", { namespace: "other" })), true);
    }));

  test(`EventRecording suspends the server after ${serverAfter} namespaces whose failures are ${kind}`, () =>
    withTime(options, async (parts) => {
      await isSent(parts, makeEvent("held", { namespace: "held" }));
      assert.equal(await failUntilPaused(parts, SERVER_ERROR, (i) => `a${i}`), 3);
      await recover(parts, 1, 1);
      assert.equal(await failUntilPaused(parts, error, (i) => `b${i}`), serverAfter);
    }));
}

for (const [kind, error] of [["unreachable", UNREACHABLE], ["expired", UNAUTHORIZED]] as const) {
  test(`EventRecording suspends the server after three objects that are ${kind}, or all that wait`, async () => {
    for (const [others, after] of [[0, 1], [1, 3], [5, 3]] as const) {
      await withTime({ requestTimeoutMs: HOUR_MS, concurrency: 64 }, async (parts) => {
        const { sink, pass } = parts;
        await isSent(parts, makeEvent("first"));
        sink.requests[0]!.answer();
        await pass(0);
        for (let i = 0; i < others; i++) await isSent(parts, makeEvent(`held-${i}`));
        assert.equal(await failUntilPaused(parts, error, () => "default"), after);
        assert.equal(await isSent(parts, makeEvent("new", { namespace: "other" })), false);
      });
    }
  });
}

test("EventRecording does not suspend the server after the failures of one namespace", async () => {
  await withTime({}, async (parts) => {
    const { sink, pass } = parts;
    for (const name of ["a", "b", "c"]) await isSent(parts, makeEvent(name));
    for (const request of sink.requests) request.answer(FAILED);
    await pass(0);
    assert.equal(await isSent(parts, makeEvent("d")), false);
    assert.equal(await isSent(parts, makeEvent("new", { namespace: "other" })), true);
  });
});

test("EventRecording tries a write again after retryDelayMs if its failure is busy, failed, unreachable or silence", async () => {
  for (const error of [SERVER_ERROR, FAILED, UNREACHABLE, undefined]) {
    await withTime({ requestTimeoutMs: 1000 }, async (parts) => {
      const { recording, sink, pass } = parts;
      // Another namespace is not suspended, so neither is the server.
      for (const name of ["a", "b"]) await isSent(parts, makeEvent(name, { namespace: name }));
      sink.requests[1]!.answer(CONFLICT);
      if (error === undefined) await pass(1000);
      else sink.requests[0]!.answer(error);
      await pass(0);
      const isRetried = (): boolean => sink.requests.slice(2).some(({ event }) => event.metadata.name === "a");
      await pass(4999);
      assert.equal(isRetried(), false);
      await pass(1);
      assert.equal(isRetried(), true);
      assert.ok(recording.stats().retries > 0);
    });
  }
});

// -- The rows at work: requests without an answer --

test("EventRecording suspends a namespace after one silence", async () => {
  await withTime({ requestTimeoutMs: 1000 }, async (parts) => {
    const { pass } = parts;
    await isSent(parts, makeEvent("a"));
    await pass(1000);
    assert.equal(await isSent(parts, makeEvent("b")), false);
    assert.equal(await isSent(parts, makeEvent("c", { namespace: "other" })), true);
  });
});

test("EventRecording suspends the server after the silence of three namespaces", async () => {
  await withTime({ requestTimeoutMs: 1000 }, async (parts) => {
    const isOtherSent = (name: string): Promise<boolean> => isSent(parts, makeEvent(name, { namespace: name }));
    for (const name of ["a", "b"]) await isOtherSent(name);
    await parts.pass(1000);
    assert.equal(await isOtherSent("c"), true);
    await parts.pass(1000);
    assert.equal(await isOtherSent("d"), false);
  });
});

/** Lets requests of one namespace time out, while it writes another event; returns whether it sends a new one then. */
async function timeOut(parts: Parts, names: readonly string[]): Promise<boolean> {
  const { sink, pass } = parts;
  for (const name of names) await isSent(parts, makeEvent(name));
  await isSent(parts, makeEvent("written"));
  sink.requests.at(-1)!.answer();
  await pass(1000);
  return await isSent(parts, makeEvent("new"));
}

test("EventRecording suspends a namespace after three timeouts, not two, while it writes other events", async () => {
  for (const [names, isSentToo] of [[["a", "b"], true], [["a", "b", "c"], false]] as const) {
    await withTime({ requestTimeoutMs: 1000 }, async (parts) => {
      assert.equal(await timeOut(parts, names), isSentToo);
      assert.equal(await isSent(parts, makeEvent("d", { namespace: "other" })), true);
    });
  }
});

test("EventRecording counts a timeout as a try", async () => {
  await withTime({ requestTimeoutMs: 1000, maxTries: 1 }, async (parts) => {
    assert.equal(await timeOut(parts, ["a"]), true);
    assert.deepEqual([parts.recording.stats().abandoned, parts.recording.stats().recorded], [1, 1]);
  });
});

/**
 * Runs until a request of the event `slow` has been cut short, after one of six seconds, in favor of a queued one,
 * and no other request is in flight. The namespace writes others meanwhile unless `isSilent`.
 */
async function cutShort(parts: Parts, { isSilent }: { isSilent: boolean }): Promise<void> {
  const { recording, sink, pass } = parts;
  const answer = async (name: string): Promise<void> => {
    sink.requests.findLast(({ event }) => event.metadata.name === name)!.answer();
    await pass(0);
  };
  // A server that is slow for everybody is given its time.
  await isSent(parts, makeEvent("fast", { namespace: "other" }));
  await answer("fast");
  await isSent(parts, makeEvent("slow"));
  if (!isSilent) {
    await isSent(parts, makeEvent("written"));
    await answer("written");
  }
  await pass(1);
  for (const name of ["b", "c", "d"]) await isSent(parts, makeEvent(name, { namespace: name }));
  const slow = sink.requests.find(({ event }) => event.metadata.name === "slow")!;
  await pass(998);
  assert.equal(slow.signal.aborted, false);
  await pass(1);
  assert.equal(slow.signal.aborted, true);
  for (const name of ["b", "c", "d"]) await answer(name);
  assert.deepEqual([recording.stats().pending, recording.stats().abandoned], [1, 0]);
}

const EARLY = { concurrency: 3, requestTimeoutMs: 6000, maxTries: 1 };

test("EventRecording suspends a namespace after one silence that was cut short", async () => {
  await withTime(EARLY, async (parts) => {
    await cutShort(parts, { isSilent: true });
    assert.equal(await isSent(parts, makeEvent("new")), false);
    assert.equal(await isSent(parts, makeEvent("new", { namespace: "other" })), true);
  });
});

test("EventRecording does not suspend a namespace after one request that was cut short", async () => {
  await withTime(EARLY, async (parts) => {
    await cutShort(parts, { isSilent: false });
    assert.equal(await isSent(parts, makeEvent("new")), true);
  });
});

for (const [kind, isSilent] of [["a silence that is cut short", true], ["cut short", false]] as const) {
  test(`EventRecording lets a write take the full timeout after ${kind}`, () =>
    withTime(EARLY, async (parts) => {
      const { recording, sink, pass } = parts;
      await cutShort(parts, { isSilent });
      const made = sink.requests.length;
      for (let seconds = 0; sink.requests.length === made; seconds++) {
        assert.ok(seconds < 60, "it is not retried");
        await pass(1000);
      }
      // Others wait again.
      for (const name of ["e", "f", "g"]) await isSent(parts, makeEvent(name, { namespace: name }));
      assert.equal(sink.requests.length, made + 3);
      const retry = sink.requests[made]!;
      assert.equal(retry.event.metadata.name, "slow");
      await pass(4000);
      assert.deepEqual([retry.signal.aborted, recording.stats().abandoned], [false, 0]);
      for (const other of sink.requests.slice(made + 1)) if (!other.signal.aborted) other.answer();
      await pass(2000);
      assert.equal(retry.signal.aborted, true);
    }));
}

// -- The rows at work: how a probe ends --

/** Runs until the request of a probe is made, after which no other follows. */
async function untilProbe({ sink, pass }: Parts): Promise<void> {
  const made = sink.requests.length;
  for (let seconds = 0; sink.requests.length === made; seconds++) {
    assert.ok(seconds < 60, "there is no probe");
    await pass(1000);
  }
  await pass(0);
  assert.equal(sink.requests.length, made + 1);
}

/** What becomes of a namespace, and of a server, that is ajar: it opens, goes on with the next probe, or is shut again. */
const PROBES: readonly (readonly [Kind, Error, namespace: Next, server: Next])[] = [
  ["refused", REFUSED, "opens", "opens"],
  ["terminating", TERMINATING, "opens", "opens"],
  ["contended", CONFLICT, "opens", "opens"],
  ["unready", UNREADY, "shuts", "opens"],
  ["denied", DENIED, "shuts", "opens"],
  ["unauthorized", UNAUTHORIZED, "shuts", "shuts"],
  ["unbuildable", UNBUILDABLE, "probes", "probes"],
  ["failed", FAILED, "shuts", "shuts"],
  ["busy", SERVER_ERROR, "shuts", "shuts"],
  ["unreachable", UNREACHABLE, "shuts", "shuts"],
];
type Next = "opens" | "probes" | "shuts";

for (const [kind, error, ...nexts] of PROBES) {
  for (const [i, suspended] of (["namespace", "server"] as const).entries()) {
    const next = nexts[i];

    test(`EventRecording ${next} a ${suspended} whose probe is ${kind}`, () =>
      withTime({ requestTimeoutMs: HOUR_MS }, async (parts) => {
        const { recording, sink, pass } = parts;
        const namespaceOf = (i: number): string => suspended === "namespace" ? "default" : `team-${i}`;
        // Another namespace is in use that does not fail.
        await isSent(parts, makeEvent("held", { namespace: "held" }));
        assert.equal(await failUntilPaused(parts, SERVER_ERROR, namespaceOf), 3);
        await untilProbe(parts);
        const made = sink.requests.length;
        sink.requests.at(-1)!.answer(error);
        await pass(0);
        for (const [i, name] of ["x", "y", "z"].entries()) {
          recording.accept(makeEvent(name, { namespace: namespaceOf(i + 4) }));
        }
        await pass(0);
        const more = sink.requests.length - made;
        assert.equal(more === 0 ? "shuts" : more === 1 ? "probes" : "opens", next);
      }));
  }
}
