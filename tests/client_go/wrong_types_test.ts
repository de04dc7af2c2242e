import { test } from "node:test";
import assert from "node:assert/strict";
import { FetchEventSink, getEventIdentity, StatusError } from "../../mod.ts";
import {
  aggregateByReason,
  aggregateByReasonMessage,
  correlatorFor,
  EventAggregator,
  EventCorrelator,
  EventDeduplicator,
  EventSeriesCorrelator,
  EventSourceObjectSpamFilter,
  getEventKey,
  getReference,
  getSeriesKey,
  getSpamKey,
  getSpamKeyWithReason,
} from "../../src/client_go/mod.ts";

type Call = (value: never) => unknown;

/** A signal of its own for each call, because workers create none at module level. */
const signal = (): AbortSignal => new AbortController().signal;
const sink = new FetchEventSink({ fetch: () => Promise.reject(new Error("never called")) });
/** Functions that take an event, and the beginning of their errors. */
const OF_EVENTS: Readonly<Record<string, Call>> = {
  "EventCorrelator.correlate()": (value) => new EventCorrelator().correlate(value),
  "EventCorrelator.updateState()": (value) => new EventCorrelator().updateState(value),
  "EventSeriesCorrelator.correlate()": (value) => new EventSeriesCorrelator().correlate(value),
  "EventSeriesCorrelator.updateState()": (value) => new EventSeriesCorrelator().updateState(value),
  "EventAggregator.aggregate()": (value) => new EventAggregator().aggregate(value),
  "EventDeduplicator.observe()": (value) => new EventDeduplicator().observe(value),
  "EventDeduplicator.updateState()": (value) => new EventDeduplicator().updateState(value),
  "EventSourceObjectSpamFilter.accepts()": (value) => new EventSourceObjectSpamFilter().accepts(value),
  "correlatorFor().correlate()": (value) => correlatorFor(() => false).correlate(value),
  "FetchEventSink.create()": (value) => sink.create(value, { signal: signal() }),
  "FetchEventSink.patch()": (value) => sink.patch(value, [], { signal: signal() }),
  "getEventIdentity()": getEventIdentity,
  "getEventKey()": getEventKey,
  "getSeriesKey()": getSeriesKey,
  "getSpamKey()": getSpamKey,
  "getSpamKeyWithReason()": getSpamKeyWithReason,
  "aggregateByReason()": aggregateByReason,
  "aggregateByReasonMessage()": aggregateByReasonMessage,
};

for (const [name, call] of Object.entries(OF_EVENTS)) {
  test(`${name} throws a TypeError that names the event and the value, for anything else`, async () => {
    for (const value of [null, undefined, 5, "event"]) {
      await assert.rejects(async () => await call(value as never), {
        name: "TypeError",
        message: new RegExp(`^Cannot .*: event must be an event.*, received ${value === "event" ? '"event"' : value}$`),
      });
    }
  });
}

test("StatusError and getReference() throw TypeErrors that name the argument", async () => {
  for (const value of [null, undefined, 5]) {
    assert.throws(() => new StatusError(value as never), {
      name: "TypeError",
      message: /: status must be a Status such /,
    });
    await assert.rejects(StatusError.from(value as never), {
      name: "TypeError",
      message: /: response must be a Response/,
    });
  }
  const item = { metadata: { name: "web" } };
  assert.throws(() => getReference(item, 5 as never), { name: "TypeError", message: /: kindOf must be a function/ });
});
