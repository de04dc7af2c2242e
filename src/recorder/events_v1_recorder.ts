import type { EventsV1Event } from "../api/event.ts";
import { readOptions, showValue } from "../api/check_options.ts";
import { formatMicroTime } from "../api/time.ts";
import type { ObjectOrReference } from "../api/kubernetes_object.ts";
import type {
  EventRecorderOptions,
  EventsV1EventFields,
  EventsV1EventRecorder,
  EventsV1Reporter,
} from "./event_recorder.ts";
import { EventMaker } from "./event_maker.ts";
import { type EventPublisher, Refusal } from "./event_publisher.ts";

/** Creates events of events.k8s.io/v1 (client-go's `recorderImpl` of tools/events). */
export class EventsV1Recorder implements EventsV1EventRecorder {
  readonly #publisher: EventPublisher<EventsV1Event>;
  readonly #reporter: EventsV1Reporter;
  #instance: string | undefined;
  readonly #options: EventRecorderOptions;
  readonly #maker: EventMaker<EventsV1Event>;

  constructor(
    publisher: EventPublisher<EventsV1Event>,
    reporter: EventsV1Reporter,
    options: EventRecorderOptions = {},
  ) {
    this.#publisher = publisher;
    this.#reporter = reporter;
    this.#options = options;
    this.#maker = new EventMaker(publisher, options);
  }

  // Properties, so that they work detached: `const { eventf } = recorder`.

  readonly eventf: EventsV1EventRecorder["eventf"] = (regarding, related, type, reason, action, note, ...args) =>
    this.record(regarding, { type, reason, action, note: this.#maker.format(note, args), related });

  readonly annotatedEventf: EventsV1EventRecorder["annotatedEventf"] = (
    regarding,
    related,
    annotations,
    type,
    reason,
    action,
    note,
    ...args
  ) => this.record(regarding, { type, reason, action, note: this.#maker.format(note, args), related, annotations });

  /** Records an event; `waiter` is handed to the publisher, with the event or the reason why there is none. */
  readonly record = (regarding: ObjectOrReference, fields: EventsV1EventFields, waiter?: unknown): void => {
    try {
      const { reason, action, related } = fields;
      if (!reason || !action) {
        throw new Refusal(
          "invalid-field",
          `Reason and action must not be empty, received ${showValue(reason)} and ${showValue(action)}`,
        );
      }
      const beginning = this.#maker.begin(regarding, fields);
      const { reference, metadata, type, time } = beginning;
      this.#maker.publish(
        {
          apiVersion: "events.k8s.io/v1",
          kind: "Event",
          metadata,
          eventTime: formatMicroTime(time),
          series: undefined,
          reportingController: this.#reporter.reportingController,
          reportingInstance: this.#maker.field("reportingInstance", this.#reportingInstance),
          action: this.#maker.field("action", action),
          reason: this.#maker.field("reason", reason),
          regarding: reference,
          related: this.#maker.related(related),
          note: this.#maker.message("note", fields),
          type,
        },
        beginning,
        waiter,
      );
    } catch (error) {
      this.#maker.refuse(error, fields, waiter);
    }
  };

  readonly withLogger: EventsV1EventRecorder["withLogger"] = (logger) => {
    readOptions("create a recorder", { logger }, { logger: ["a Logger"] });
    return new EventsV1Recorder(this.#publisher, this.#reporter, { ...this.#options, logger });
  };

  get #reportingInstance(): string {
    const { reportingController, reportingInstance } = this.#reporter;
    return this.#instance ??= reportingInstance || `${reportingController}-${this.#publisher.hostname()}`;
  }
}
