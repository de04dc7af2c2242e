import { readOptions } from "../api/check_options.ts";
import { type CoreV1Event, EVENT_LIMITS, type V1EventSource } from "../api/event.ts";
import { formatTime } from "../api/time.ts";
import type { ObjectOrReference } from "../api/kubernetes_object.ts";
import type { CoreV1EventFields, CoreV1EventRecorder, EventRecorderOptions } from "./event_recorder.ts";
import { EventMaker } from "./event_maker.ts";
import type { EventPublisher } from "./event_publisher.ts";
import { Printer } from "./sprintf.ts";

/** Creates events of core/v1 (client-go's `recorderImpl` of tools/record). */
export class CoreV1Recorder implements CoreV1EventRecorder {
  readonly #publisher: EventPublisher<CoreV1Event>;
  readonly #source: V1EventSource;
  readonly #options: EventRecorderOptions;
  readonly #maker: EventMaker<CoreV1Event>;

  constructor(publisher: EventPublisher<CoreV1Event>, source: V1EventSource, options: EventRecorderOptions = {}) {
    this.#publisher = publisher;
    // Frozen: shared by all events, which a watcher could otherwise change.
    this.#source = Object.freeze({ ...source });
    this.#options = options;
    this.#maker = new EventMaker(publisher, options);
  }

  /** Formats a note like the recorder's own `eventf`, for any recorder. */
  static format(recorder: CoreV1EventRecorder, note: string, args: readonly unknown[]): string {
    return #maker in recorder
      ? recorder.#maker.format(note, args)
      : new Printer(EVENT_LIMITS.messageBytes).print(note, args);
  }

  // Properties, so that they work detached: `const { eventf } = recorder`.

  readonly event: CoreV1EventRecorder["event"] = (object, type, reason, message) =>
    this.record(object, { type, reason, message });

  readonly eventf: CoreV1EventRecorder["eventf"] = (object, type, reason, messageFmt, ...args) =>
    this.record(object, { type, reason, message: this.#maker.format(messageFmt, args) });

  readonly annotatedEventf: CoreV1EventRecorder["annotatedEventf"] = (
    object,
    annotations,
    type,
    reason,
    messageFmt,
    ...args
  ) => this.record(object, { type, reason, message: this.#maker.format(messageFmt, args), annotations });

  readonly pastEventf: CoreV1EventRecorder["pastEventf"] = (object, timestamp, type, reason, messageFmt, ...args) =>
    this.record(object, { type, reason, message: this.#maker.format(messageFmt, args), timestamp });

  /** Records an event; `waiter` is handed to the publisher, with the event or the reason why there is none. */
  readonly record = (object: ObjectOrReference, fields: CoreV1EventFields, waiter?: unknown): void => {
    try {
      const beginning = this.#maker.begin(object, fields);
      const { reference, metadata, type, time } = beginning;
      const { reason, action, related } = fields;
      const timestamp = formatTime(time);
      this.#maker.publish(
        {
          apiVersion: "v1",
          kind: "Event",
          metadata,
          involvedObject: reference,
          reason: this.#maker.field("reason", reason),
          message: this.#maker.message("message", fields),
          source: this.#source,
          firstTimestamp: timestamp,
          lastTimestamp: timestamp,
          count: 1,
          type,
          eventTime: null,
          series: undefined,
          action: action === undefined || action === null ? undefined : this.#maker.field("action", action),
          related: this.#maker.related(related),
          reportingComponent: this.#source.component ?? "",
          reportingInstance: this.#maker.field("reportingInstance", this.#source.host ?? ""),
        },
        beginning,
        waiter,
      );
    } catch (error) {
      this.#maker.refuse(error, fields, waiter);
    }
  };

  readonly withLogger: CoreV1EventRecorder["withLogger"] = (logger) => {
    readOptions("create a recorder", { logger }, { logger: ["a Logger"] });
    return new CoreV1Recorder(this.#publisher, this.#source, { ...this.#options, logger });
  };
}
