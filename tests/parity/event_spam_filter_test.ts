import assert from "node:assert/strict";
import { test } from "node:test";
import type { CoreV1Event } from "../../mod.ts";
import { EventCorrelator } from "../../src/client_go/mod.ts";
import { IntervalClock, makeEvent, makeObjectReference } from "./correlator_events.ts";

// client-go tools/record/events_cache_test.go, TestEventSpamFilter: the same rows under the same names.

const pod = makeObjectReference("Pod", "my-pod", "my-ns");
const originalEvent = makeEvent("original", "i am first", pod);
const differentReasonEvent = makeEvent("duplicate", "me again", pod);
const spamEvent = makeEvent("original", "me again", pod);

function basedOnObjectsAndReason({ source, involvedObject, reason }: CoreV1Event): string {
  const { kind, namespace, name, uid, apiVersion } = involvedObject;
  return [source?.component, source?.host, kind, namespace, name, uid, apiVersion, reason].join("");
}

const cases: Record<
  string,
  { newEvent: CoreV1Event; expectedSkip: boolean; spamKey?: (event: CoreV1Event) => string }
> = {
  "event should be reported as spam if object reference is the same for default spam filter": {
    newEvent: differentReasonEvent,
    expectedSkip: true,
  },
  "event should not be reported as spam if object reference is the same, but reason is different for custom spam filter":
    {
      newEvent: differentReasonEvent,
      expectedSkip: false,
      spamKey: basedOnObjectsAndReason,
    },
  "event should  be reported as spam if object reference and reason is the same, but message is different for custom spam filter":
    {
      newEvent: spamEvent,
      expectedSkip: true,
      spamKey: basedOnObjectsAndReason,
    },
};

for (const [name, { newEvent, expectedSkip, spamKey }] of Object.entries(cases)) {
  test(`EventSourceObjectSpamFilter, TestEventSpamFilter: ${name}`, () => {
    const correlator = new EventCorrelator({ clock: new IntervalClock(1000), burst: 1, spamKey });
    const first = correlator.correlate(originalEvent);
    assert.equal(first.type, "create");
    correlator.updateState(first.event);
    const result = correlator.correlate(newEvent);
    assert.equal(result.type, expectedSkip ? "skip" : "create");
    if (!expectedSkip) assert.deepEqual(result.event, newEvent);
  });
}
