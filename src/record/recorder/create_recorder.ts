import { isQualifiedName } from "../../base/event/names.ts";
import { invalid, type OptionTable, readOptions } from "../../base/tools/check_options.ts";
import type { ApiVersion, CoreV1Event, EventOf, EventsV1Event, V1EventSource } from "../../base/event/event.ts";
import type { ObjectOrReference } from "../../base/event/kubernetes_object.ts";
import type { Logger } from "../../base/tools/logger.ts";
import { formatMicroTime, formatTime } from "../../base/tools/time.ts";
import { EventMaker } from "./event_maker.ts";
import type { EventPublisher } from "./event_publisher.ts";
import type { CoreV1EventFields, EventsV1EventFields } from "./event_fields.ts";
import {
  type CoreV1EventRecorder,
  type EventRecorder,
  type EventRecorderOptions,
  eventRecorderOptionTable,
  type EventsV1EventRecorder,
  type EventsV1Reporter,
  type ReporterOf,
} from "./event_recorder.ts";

/** Creates a recorder. @throws {TypeError} If `reporter` is invalid, or an option is of the wrong type. */
export function createRecorder<V extends ApiVersion>(
  publisher: EventPublisher<EventOf<V>>,
  reporter: ReporterOf<V>,
  given: EventRecorderOptions,
): EventRecorder<V> {
  const read = readOptions("create a recorder", given, eventRecorderOptionTable());
  if (publisher.apiVersion === "v1" && read.clusterNamespace === "kube-system") {
    const rule =
      'be "default" in v1, because the server accepts others only in events with an eventTime (use events.k8s.io/v1)';
    throw new TypeError(invalid("create a recorder", "clusterNamespace", rule, read.clusterNamespace));
  }
  const options = { ...read, logger: read.logger ?? publisher.logger };
  const recorder = publisher.apiVersion === "v1"
    ? coreV1Recorder(publisher as unknown as EventPublisher<CoreV1Event>, readEventSource(reporter), options)
    : eventsV1Recorder(publisher as unknown as EventPublisher<EventsV1Event>, readReporter(reporter), options);
  return recorder as unknown as EventRecorder<V>;
}

/** The checks of the fields of both reporters, because code for either API may pass both. */
export const reporterTable = () => ({
  component: ["a string"],
  host: ["a string"],
  reportingController: ["a string"],
  reportingInstance: ["a string"],
} as const satisfies OptionTable<EitherReporter>);

type EitherReporter = V1EventSource & Partial<EventsV1Reporter>;

/**
 * Returns the source of a core/v1 recorder; throws a `TypeError` if it is invalid, or has only the fields of a
 * reporter.
 */
function readEventSource(given: EitherReporter): V1EventSource {
  const { component, host, reportingController } = readOptions("create a recorder", given, reporterTable(), "source");
  if (component === undefined && reportingController !== undefined) {
    const rule = "be a string (reportingController is for events.k8s.io/v1)";
    throw new TypeError(invalid("create a recorder", "source.component", rule, component));
  }
  return { ...component !== undefined && { component }, ...host !== undefined && { host } };
}

/**
 * Returns the reporter of an events.k8s.io/v1 recorder; throws a `TypeError` if it is invalid, or has only the fields
 * of a source.
 */
export function readReporter(given: EitherReporter): EventsV1Reporter {
  const verb = "create a recorder";
  const { reportingController: first, ...others } = reporterTable();
  const table = { reportingController: first, ...others }; // errors show the first name
  const { component, reportingController, reportingInstance } = readOptions(verb, given, table, "reporter");
  if (reportingController !== undefined && isQualifiedName(reportingController)) {
    return { reportingController, reportingInstance };
  }
  const hint = reportingController === undefined && component !== undefined ? " (component is for core/v1)" : "";
  const rule = `be a qualified name such as "example.com/controller"${hint}`;
  throw new TypeError(invalid(verb, "reporter.reportingController", rule, reportingController));
}

// deno-lint-ignore no-explicit-any -- either API's
type AnyEventMaker = EventMaker<any, any>;

/** The event maker of each recorder. */
const makers = new WeakMap<object, AnyEventMaker>();

/**
 * Returns the event maker of a recorder. The parameters of its `record` are not public, so callers cannot pass them by
 * mistake.
 */
export function makerOf(recorder: object): AnyEventMaker | undefined {
  return makers.get(recorder);
}

/** Creates a recorder of core/v1 (client-go's `recorderImpl` of tools/record); its methods work detached. */
export function coreV1Recorder(
  publisher: EventPublisher<CoreV1Event>,
  given: V1EventSource,
  options: EventRecorderOptions = {},
): CoreV1EventRecorder {
  // Frozen, because all events share it and a watcher could change it.
  const source = Object.freeze({ ...given });
  const maker = new EventMaker<CoreV1Event, CoreV1EventFields>(
    publisher,
    options,
    ({ reference, metadata, type, time }, fields): CoreV1Event => {
      const { reason, action, related } = fields;
      const timestamp = formatTime(time);
      return {
        apiVersion: "v1",
        kind: "Event",
        metadata,
        involvedObject: reference,
        reason: maker.texts.field("reason", reason),
        message: maker.texts.message("message", fields),
        source,
        firstTimestamp: timestamp,
        lastTimestamp: timestamp,
        count: 1,
        type,
        eventTime: null,
        series: undefined,
        action: action === undefined || action === null ? undefined : maker.texts.field("action", action),
        related: maker.related(related),
        reportingComponent: source.component ?? "",
        reportingInstance: maker.texts.field("reportingInstance", source.host ?? ""),
      };
    },
  );
  const { record } = maker;
  const recorder: CoreV1EventRecorder = {
    event: (object, type, reason, message) => record(object, { type, reason, message }),
    eventf: (object, type, reason, message, ...args) => record(object, { type, reason, message }, args),
    annotatedEventf: (object, annotations, type, reason, message, ...args) =>
      record(object, { type, reason, message, annotations }, args),
    pastEventf: (object, timestamp, type, reason, message, ...args) =>
      record(object, { type, reason, message, timestamp }, args),
    record: (object, fields) => record(object, fields),
    withLogger: (logger) => coreV1Recorder(publisher, source, { ...options, logger: readLogger(logger) }),
  };
  makers.set(recorder, maker);
  return recorder;
}

/** Creates a recorder of events.k8s.io/v1 (client-go's `recorderImpl` of tools/events); its methods work detached. */
export function eventsV1Recorder(
  publisher: EventPublisher<EventsV1Event>,
  reporter: EventsV1Reporter,
  options: EventRecorderOptions = {},
): EventsV1EventRecorder {
  const { reportingController } = reporter;
  let instance: string | undefined;
  const maker = new EventMaker<EventsV1Event, EventsV1EventFields>(
    publisher,
    options,
    ({ reference, metadata, type, time }, fields): EventsV1Event => {
      const { reason, action, related } = fields;
      instance ??= reporter.reportingInstance || `${reportingController}-${publisher.hostname()}`;
      return {
        apiVersion: "events.k8s.io/v1",
        kind: "Event",
        metadata,
        eventTime: formatMicroTime(time),
        series: undefined,
        reportingController,
        reportingInstance: maker.texts.field("reportingInstance", instance),
        action: maker.texts.field("action", action),
        reason: maker.texts.field("reason", reason),
        regarding: reference,
        related: maker.related(related),
        note: maker.texts.message("note", fields),
        type,
      };
    },
  );
  const { record } = maker;
  const recorder: EventsV1EventRecorder = {
    ...eventsV1Calls(record),
    record: (regarding, fields) => record(regarding, fields),
    withLogger: (logger) => eventsV1Recorder(publisher, reporter, { ...options, logger: readLogger(logger) }),
  };
  makers.set(recorder, maker);
  return recorder;
}

/** Returns the methods of an events.k8s.io/v1 recorder that format notes, given its `record`. */
export function eventsV1Calls(
  record: (regarding: ObjectOrReference, fields: EventsV1EventFields, args: readonly unknown[]) => void,
): Pick<EventsV1EventRecorder, "eventf" | "annotatedEventf"> {
  return {
    eventf: (regarding, related, type, reason, action, note, ...args) =>
      record(regarding, { related, type, reason, action, note }, args),
    annotatedEventf: (regarding, related, annotations, type, reason, action, note, ...args) =>
      record(regarding, { related, annotations, type, reason, action, note }, args),
  };
}

function readLogger(logger: Logger): Logger {
  return readOptions("create a recorder", { logger }, { logger: ["a Logger"] }).logger;
}
