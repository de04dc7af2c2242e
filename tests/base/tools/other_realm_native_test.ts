import { test } from "node:test";
import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { createEventRecorder, StatusError } from "../../../mod.ts";
import { sprintf } from "../../../src/client_go/mod.ts";
import { FakeRecorder } from "../../../src/serve/testing/mod.ts";

// Jest runs tests in a realm of their own, in which Node's errors, dates and parsed JSON are of another.
const foreign = runInNewContext(`({
  refused: new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) }),
  both: new AggregateError([new Error("one"), new Error("two")]),
  missing: new Error("ENOENT: no such file"),
  date: new Date(0),
  json: { b: [1], a: new Map([["k", new Set([true])]]) },
})`);

const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop", uid: "1" } };

test("sprintf() prints values of another realm as it prints its own", () => {
  assert.equal(
    sprintf("%v %s %v", foreign.missing, foreign.both, foreign.date),
    [
      "ENOENT: no such file",
      "one; two",
      "1970-01-01T00:00:00.000Z",
    ].join(" "),
  );
  assert.equal(sprintf("%v %T", foreign.json, foreign.json), "map[a:map[k:[true]] b:[1]] map[string]interface {}");
});

test("A recorder explains a connection that fails with an error of another realm", async () => {
  const lines: string[] = [];
  const note = (line: string): void => void lines.push(line);
  const recorder = createEventRecorder({
    component: "test",
    fetch: () => Promise.reject(foreign.refused),
    logger: { warn: note, error: note },
  });
  recorder.event(pod, "Normal", "Ready", "Passed its probe");
  await recorder.shutdown({ signal: AbortSignal.timeout(0) });
  assert.match(lines[0]!, /: connection refused; retrying 1 event$/);
  assert.equal(StatusError.of({ status: 404, data: {}, e: foreign.refused }), undefined);
});

test("FakeRecorder.waitFor() takes the name of a reason of another realm", async () => {
  const controller = new AbortController();
  controller.abort(runInNewContext(`Object.assign(new Error("late"), { name: "TimeoutError" })`));
  await assert.rejects(new FakeRecorder().waitFor(/./, { signal: controller.signal }), { name: "TimeoutError" });
});
