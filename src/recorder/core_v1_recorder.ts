import { readOptions } from "../api/check_options.ts";
import { type CoreV1Event, EVENT_LIMITS, type V1EventSource } from "../api/event.ts";
import { inspectAs, summaryOf } from "../api/inspect_as.ts";
import { formatTime } from "../api/time.ts";
import type { CoreV1EventRecorder, EventRecorderOptions } from "./event_recorder.ts";
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
    inspectAs(CoreV1Recorder.prototype, CoreV1Recorder.#inspect);
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

  readonly record: CoreV1EventRecorder["record"] = (object, fields) => {
    try {
      const { reference, metadata, type, time } = this.#maker.begin(object, fields);
      const { reason, action, related } = fields;
      const timestamp = formatTime(time);
      this.#maker.publish({
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
        reportingInstance: this.#maker.reportingInstance(this.#source.host ?? ""),
      });
    } catch (error) {
      this.#maker.refuse(error, fields);
    }
  };

  readonly withLogger: CoreV1EventRecorder["withLogger"] = (logger) => {
    readOptions("create a recorder", { logger }, { logger: ["a Logger"] });
    return new CoreV1Recorder(this.#publisher, this.#source, { ...this.#options, logger });
  };

  static #inspect(recorder: CoreV1Recorder): string {
    return summaryOf("EventRecorder", { apiVersion: "v1", ...recorder.#source });
  }
}
