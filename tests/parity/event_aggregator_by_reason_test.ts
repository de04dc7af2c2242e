import assert from "node:assert/strict";
import { test } from "node:test";
import { aggregateByReason, aggregateByReasonMessage } from "../../src/client_go/mod.ts";
import { makeEvent, makeObjectReference } from "./correlator_events.ts";

// client-go tools/record/events_cache_test.go.

const pod = makeObjectReference("Pod", "pod1", "other");

test("aggregateByReason(), TestEventAggregatorByReasonFunc", () => {
  const fun = aggregateByReason(makeEvent("end-of-world", "it was fun", pod));
  const awful = aggregateByReason(makeEvent("end-of-world", "it was awful", pod));
  const bug = aggregateByReason(makeEvent("nevermind", "it was a bug", pod));
  assert.equal(fun.group, awful.group);
  assert.notEqual(fun.local, awful.local);
  assert.notEqual(fun.group, bug.group);
});

test("aggregateByReasonMessage(), TestEventAggregatorByReasonMessageFunc", () => {
  const message = aggregateByReasonMessage(makeEvent("end-of-world", "it was fun", pod));
  assert.equal(message, "(combined from similar events): it was fun");
});
