import { isQualifiedName } from "../api/names.ts";
import { invalid, type OptionTable, readOptions } from "../api/check_options.ts";
import type { ApiVersion, CoreV1Event, EventOf, EventsV1Event, V1EventSource } from "../api/event.ts";
import { CoreV1Recorder } from "./core_v1_recorder.ts";
import type { EventPublisher } from "./event_publisher.ts";
import {
  type EventRecorder,
  type EventRecorderOptions,
  eventRecorderOptionTable,
  type EventsV1Reporter,
  type ReporterOf,
} from "./event_recorder.ts";
import { EventsV1Recorder } from "./events_v1_recorder.ts";

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
