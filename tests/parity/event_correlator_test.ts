import assert from "node:assert/strict";
import { test } from "node:test";
import type { CoreV1Event } from "../../mod.ts";
import { aggregateByReasonMessage, EventCorrelator } from "../../src/client_go/mod.ts";
import {
  IntervalClock,
  makeEvent,
  makeEvents,
  makeObjectReference,
  makeSimilarEvents,
  makeUniqueEvents,
  seenAt,
} from "./correlator_events.ts";

// client-go tools/record/events_cache_test.go, TestEventCorrelator: the same rows under the same names.

interface Scenario {
  readonly previousEvents: readonly CoreV1Event[];
  readonly newEvent: CoreV1Event;
  readonly expectedEvent?: CoreV1Event;
  readonly intervalSeconds: number;
  readonly expectedSkip?: boolean;
}

const DEFAULT_AGGREGATE_MAX_EVENTS = 10;
const DEFAULT_AGGREGATE_INTERVAL_IN_SECONDS = 600;
const DEFAULT_SPAM_BURST = 25;

const pod = makeObjectReference("Pod", "my-pod", "my-ns");
const firstEvent = makeEvent("first", "i am first", pod);
const duplicateEvent = makeEvent("duplicate", "me again", pod);
const uniqueEvent = makeEvent("unique", "snowflake", pod);
const similarEvent = makeEvent("similar", "similar message", { ...pod, fieldPath: "spec.containers{container1}" });
const aggregateEvent = { ...similarEvent, message: aggregateByReasonMessage(similarEvent) };
const similarButDifferentContainerEvent = {
  ...similarEvent,
  involvedObject: { ...pod, fieldPath: "spec.containers{container2}" },
};

const scenarios: Record<string, Scenario> = {
  "create-a-single-event": {
    previousEvents: [],
    newEvent: firstEvent,
    expectedEvent: { ...firstEvent, count: 1 },
    intervalSeconds: 5,
  },
  "the-same-event-should-just-count": {
    previousEvents: makeEvents(1, duplicateEvent),
    newEvent: duplicateEvent,
    expectedEvent: { ...duplicateEvent, count: 2 },
    intervalSeconds: 5,
  },
  "the-same-event-should-just-count-even-if-more-than-aggregate": {
    previousEvents: makeEvents(DEFAULT_AGGREGATE_MAX_EVENTS, duplicateEvent),
    newEvent: duplicateEvent,
    expectedEvent: { ...duplicateEvent, count: DEFAULT_AGGREGATE_MAX_EVENTS + 1 },
    intervalSeconds: 30,
  },
  "the-same-event-is-spam-if-happens-too-frequently": {
    previousEvents: makeEvents(DEFAULT_SPAM_BURST + 1, duplicateEvent),
    newEvent: duplicateEvent,
    expectedSkip: true,
    intervalSeconds: 1,
  },
  "create-many-unique-events": {
    previousEvents: makeUniqueEvents(30),
    newEvent: uniqueEvent,
    expectedEvent: { ...uniqueEvent, count: 1 },
    intervalSeconds: 5,
  },
  "similar-events-should-aggregate-event": {
    previousEvents: makeSimilarEvents(DEFAULT_AGGREGATE_MAX_EVENTS - 1, similarEvent, similarEvent.message!),
    newEvent: similarEvent,
    expectedEvent: { ...aggregateEvent, count: 1 },
    intervalSeconds: 5,
  },
  "similar-events-many-times-should-count-the-aggregate": {
    previousEvents: makeSimilarEvents(DEFAULT_AGGREGATE_MAX_EVENTS, similarEvent, similarEvent.message!),
    newEvent: similarEvent,
    expectedEvent: { ...aggregateEvent, count: 2 },
    intervalSeconds: 5,
  },
  "events-from-different-containers-do-not-aggregate": {
    previousEvents: makeEvents(1, similarButDifferentContainerEvent),
    newEvent: similarEvent,
    expectedEvent: { ...similarEvent, count: 1 },
    intervalSeconds: 5,
  },
  "similar-events-whose-interval-is-greater-than-aggregate-interval-do-not-aggregate": {
    previousEvents: makeSimilarEvents(DEFAULT_AGGREGATE_MAX_EVENTS - 1, similarEvent, similarEvent.message!),
    newEvent: similarEvent,
    expectedEvent: { ...similarEvent, count: 1 },
    intervalSeconds: DEFAULT_AGGREGATE_INTERVAL_IN_SECONDS,
  },
};

/** All fields but the times and the name, of which only the beginning is known. */
function comparable(
  { metadata: _metadata, firstTimestamp: _first, lastTimestamp: _last, ...rest }: CoreV1Event,
): unknown {
  return rest;
}

for (const [name, scenario] of Object.entries(scenarios)) {
  test(`EventCorrelator, TestEventCorrelator: ${name}`, () => {
    const clock = new IntervalClock(scenario.intervalSeconds * 1000);
    const correlator = new EventCorrelator({ clock });
    for (const event of scenario.previousEvents) {
      const result = correlator.correlate(seenAt(event, clock.now()));
      if (result.type !== "skip") correlator.updateState(result.event);
    }
    const result = correlator.correlate(seenAt(scenario.newEvent, clock.now()));
    assert.equal(result.type === "skip", scenario.expectedSkip ?? false);
    if (scenario.expectedEvent === undefined || result.type === "skip") return;
    const { event } = result;
    assert.deepEqual(comparable(event), comparable(scenario.expectedEvent));
    assert.match(event.firstTimestamp ?? "", /Z$/);
    assert.match(event.lastTimestamp ?? "", /Z$/);
    assert.equal(event.firstTimestamp === event.lastTimestamp, scenario.expectedEvent.count === 1);
    assert.equal(result.type, scenario.expectedEvent.count === 1 ? "create" : "patch");
  });
}
