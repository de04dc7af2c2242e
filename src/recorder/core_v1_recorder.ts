import { type CoreV1Event, EVENT_LIMITS, type EventType, type V1EventSource } from "../api/event.ts";
import type { KubernetesObject, V1ObjectReference } from "../api/kubernetes_object.ts";
import type { Logger } from "../api/logger.ts";
import { formatTime } from "../api/time.ts";
import { truncateUtf8 } from "../api/truncate_utf8.ts";
import type { CoreV1EventFields, CoreV1EventRecorder, EventRecorderOptions } from "./event_recorder.ts";
import { EventMaker } from "./event_maker.ts";
import type { EventPublisher } from "./event_publisher.ts";
import { sprintf } from "./sprintf.ts";

/** Makes events of core/v1 (client-go's `recorderImpl` of tools/record). */
export class CoreV1Recorder implements CoreV1EventRecorder {
  readonly #publisher: EventPublisher<CoreV1Event>;
  readonly #source: V1EventSource;
  readonly #reportingInstance: string;
  readonly #options: EventRecorderOptions;
  readonly #maker: EventMaker;

  constructor(publisher: EventPublisher<CoreV1Event>, source: V1EventSource, options: EventRecorderOptions = {}) {
    this.#publisher = publisher;
    this.#source = Object.freeze({ ...source }); // every event has it
    // Once for all events: what is longer than a third of the limit must be encoded to be measured.
    this.#reportingInstance = truncateUtf8(this.#source.host ?? "", EVENT_LIMITS.fieldBytes);
    this.#options = options;
    this.#maker = new EventMaker(publisher, options);
  }

  event(object: KubernetesObject | V1ObjectReference, type: EventType, reason: string, message: string): void {
    this.record(object, { type, reason, message });
  }

  eventf(
    object: KubernetesObject | V1ObjectReference,
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void {
    this.record(object, { type, reason, message: sprintf(messageFmt, ...args) });
  }

  annotatedEventf(
    object: KubernetesObject | V1ObjectReference,
    annotations: Readonly<Record<string, string>>,
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void {
    this.record(object, { type, reason, message: sprintf(messageFmt, ...args), annotations });
  }

  pastEventf(
    object: KubernetesObject | V1ObjectReference,
    timestamp: Date | number,
    type: EventType,
    reason: string,
    messageFmt: string,
    ...args: unknown[]
  ): void {
    this.record(object, { type, reason, message: sprintf(messageFmt, ...args), timestamp });
  }

  record(object: KubernetesObject | V1ObjectReference, fields: CoreV1EventFields): void {
    try {
      const { reference, metadata, time } = this.#maker.begin(object, fields);
      const timestamp = formatTime(time);
      if (this.#reportingInstance !== (this.#source.host ?? "")) this.#publisher.alter("reportingInstance");
      this.#publisher.publish({
        apiVersion: "v1",
        kind: "Event",
        metadata,
        involvedObject: reference,
        reason: this.#maker.field("reason", fields.reason),
        message: this.#maker.message("message", fields.message),
        source: this.#source,
        firstTimestamp: timestamp,
        lastTimestamp: timestamp,
        count: 1,
        type: fields.type,
        eventTime: null,
        series: undefined,
        action: fields.action === undefined ? undefined : this.#maker.field("action", fields.action),
        related: this.#maker.related(fields.related),
        reportingComponent: this.#source.component ?? "",
        reportingInstance: this.#reportingInstance,
      }, this.#options.logger);
    } catch (error) {
      this.#maker.refuse(error, fields);
    }
  }

  withLogger(logger: Logger): CoreV1EventRecorder {
    return new CoreV1Recorder(this.#publisher, this.#source, { ...this.#options, logger });
  }
}
