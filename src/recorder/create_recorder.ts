import { isQualifiedName } from "../api/names.ts";
import { invalid, type OptionTable, readOptions, showValue } from "../api/check_options.ts";
import {
  type ApiVersion,
  type CoreV1Event,
  EVENT_LIMITS,
  type EventOf,
  type EventsV1Event,
  type V1EventSource,
} from "../api/event.ts";
import type { ObjectOrReference } from "../api/kubernetes_object.ts";
import { formatMicroTime, formatTime } from "../api/time.ts";
import { EventMaker } from "./event_maker.ts";
import { type EventPublisher, Refusal } from "./event_publisher.ts";
import {
  type CoreV1EventFields,
  type CoreV1EventRecorder,
  type EventRecorder,
  type EventRecorderOptions,
  eventRecorderOptionTable,
  type EventsV1EventFields,
  type EventsV1EventRecorder,
  type EventsV1Reporter,
  type ReporterOf,
} from "./event_recorder.ts";
import { Printer } from "./sprintf.ts";

/** Creates a recorder. @throws {TypeError} If `reporter` is invalid, or an option is of the wrong type. */
export function createRecorder<V extends ApiVersion>(
  publisher: EventPublisher<EventOf<V>>,
  reporter: ReporterOf<V>,
  given: EventRecorderOptions,
): EventRecorder<V> {
  const read = readOptions("create a recorder", given, eventRecorderOptionTable());
  const options = { ...read, logger: read.logger ?? publisher.logger };
  const recorder = publisher.apiVersion === "v1"
    ? new CoreV1Recorder(publisher as unknown as EventPublisher<CoreV1Event>, readEventSource(reporter), options)
    : new EventsV1Recorder(publisher as unknown as EventPublisher<EventsV1Event>, readReporter(reporter), options);
  return recorder as unknown as EventRecorder<V>;
}

/** The checks of both reporters: code for either API may pass the fields of both. */
export const reporterTable = () => ({
  component: ["a string"],
  host: ["a string"],
  reportingController: ["a string"],
  reportingInstance: ["a string"],
} as const satisfies OptionTable<EitherReporter>);

type EitherReporter = V1EventSource & Partial<EventsV1Reporter>;

/** Returns the source of a core/v1 recorder; throws a `TypeError` if it is invalid, or is only a reporter. */
function readEventSource(given: EitherReporter): V1EventSource {
  const { component, host, reportingController } = readOptions("create a recorder", given, reporterTable(), "source");
  if (component === undefined && reportingController !== undefined) {
    const rule = "be a string (reportingController is for events.k8s.io/v1)";
    throw new TypeError(invalid("create a recorder", "source.component", rule, component));
  }
  return { ...component !== undefined && { component }, ...host !== undefined && { host } };
}

/** Returns the reporter of an events.k8s.io/v1 recorder; throws a `TypeError` if it is invalid, or is only a source. */
export function readReporter(given: EitherReporter): EventsV1Reporter {
  const verb = "create a recorder";
  const { reportingController: first, ...others } = reporterTable();
  const table = { reportingController: first, ...others }; // errors show the first
  const { component, reportingController, reportingInstance } = readOptions(verb, given, table, "reporter");
  if (reportingController !== undefined && isQualifiedName(reportingController)) {
    return { reportingController, reportingInstance };
  }
  const hint = reportingController === undefined && component !== undefined ? " (component is for core/v1)" : "";
  const rule = `be a qualified name such as "example.com/controller"${hint}`;
  throw new TypeError(invalid(verb, "reporter.reportingController", rule, reportingController));
}

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
