import type { Logger } from "../../base/tools/logger.ts";
import type { CoreV1EventFields, EventsV1EventFields } from "./event_fields.ts";
import type { CoreV1EventRecorder, EventsV1EventRecorder } from "./event_recorder.ts";
import { eventsV1Calls, makerOf } from "./create_recorder.ts";
import { type CallOptions, placedFields } from "./placed_fields.ts";
import { sprintf } from "./sprintf.ts";

/** How the calls are read if the recorder is a custom one, which gets formatted notes. */
const CALLS: CallOptions = {
  apiVersion: "events.k8s.io/v1",
  format: (format, args) => sprintf(format as string, ...args),
  tell: () => {},
};

/**
 * Adapts a core/v1 recorder to the interface of events.k8s.io/v1, so that the same code works with either API
 * (client-go's `record.EventRecorderAdapter`).
 *
 * The note becomes the message. Unlike client-go, the adapter keeps `related` and `action`, because core/v1 has fields
 * for them.
 *
 * @example
 * ```ts
 * import { EventRecorderAdapter } from "@kubecast/events/client-go";
 * import { FakeRecorder } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const fake = new FakeRecorder(); // of core/v1
 * const recorder = new EventRecorderAdapter(fake);
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web" } };
 * recorder.eventf(pod, undefined, "Normal", "Scheduled", "Binding", "Assigned to %s", "node-1");
 * assert.equal(fake.events[0]?.message, "Assigned to node-1");
 * assert.equal(fake.events[0]?.action, "Binding");
 * ```
 *
 * @category Recorder
 */
export class EventRecorderAdapter implements EventsV1EventRecorder {
  readonly #recorder: CoreV1EventRecorder;

  // These are properties, so that they work detached: `const { eventf } = recorder`.

  /** Records an event that happens now; see {@linkcode EventsV1EventRecorder.eventf}. */
  readonly eventf: EventsV1EventRecorder["eventf"];
  /** Like {@linkcode EventsV1EventRecorder.eventf}, with annotations. */
  readonly annotatedEventf: EventsV1EventRecorder["annotatedEventf"];

  /** Adapts a recorder. */
  constructor(recorder: CoreV1EventRecorder) {
    this.#recorder = recorder;
    const maker = makerOf(recorder);
    const { eventf, annotatedEventf } = eventsV1Calls((regarding, fields, args) => {
      if (maker !== undefined) maker.record(regarding, toCoreV1(fields), args);
      else this.record(regarding, placedFields(fields, args, CALLS));
    });
    this.eventf = eventf;
    this.annotatedEventf = annotatedEventf;
  }

  /** Records an event with any of its fields, by name. */
  readonly record: EventsV1EventRecorder["record"] = (regarding, fields) =>
    this.#recorder.record(regarding, toCoreV1(fields));

  /** Returns the same recorder with another logger. */
  readonly withLogger: (logger: Logger) => EventRecorderAdapter = (logger) =>
    new EventRecorderAdapter(this.#recorder.withLogger(logger));
}

/** Converts fields to those of core/v1; returns unreadable fields unchanged, because the recorder reports them. */
function toCoreV1(fields: EventsV1EventFields): CoreV1EventFields {
  try {
    const { note, ...others } = fields;
    return { ...others, message: note ?? (fields as Partial<CoreV1EventFields>).message! };
  } catch {
    return fields as EventsV1EventFields & CoreV1EventFields;
  }
}
