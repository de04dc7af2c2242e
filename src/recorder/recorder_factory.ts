import { isQualifiedName } from "../api/names.ts";
import { checkOptions, invalid } from "../api/check_options.ts";
import type { ApiVersion, CoreV1Event, EventOf, EventsV1Event, V1EventSource } from "../api/event.ts";
import type { Logger } from "../api/logger.ts";
import { CoreV1Recorder } from "./core_v1_recorder.ts";
import type { EventPublisher } from "./event_publisher.ts";
import {
  EVENT_RECORDER_OPTIONS,
  type EventRecorder,
  type EventRecorderOptions,
  type EventsV1Reporter,
  type ReporterOf,
} from "./event_recorder.ts";
import { EventsV1Recorder } from "./events_v1_recorder.ts";

/** Options of {@linkcode RecorderFactory}. */
interface RecorderFactoryOptions<V extends ApiVersion> {
  readonly apiVersion: V;
  /** Receives the events of all recorders. */
  readonly publisher: EventPublisher<EventOf<V>>;
  /** Part of the default `reportingInstance`. */
  readonly hostname: string | undefined;
  /** The default logger of recorders. */
  readonly logger: Logger | undefined;
}

/** Creates the recorders of one API, which share a publisher. */
export class RecorderFactory<V extends ApiVersion> {
  readonly #apiVersion: V;
  readonly #publisher: unknown;
  readonly #logger: Logger | undefined;
  #hostname: string | undefined;

  constructor({ apiVersion, publisher, hostname, logger }: RecorderFactoryOptions<V>) {
    this.#apiVersion = apiVersion;
    this.#publisher = publisher;
    this.#hostname = hostname || undefined;
    this.#logger = logger;
  }

  /**
   * Makes a recorder.
   *
   * @throws {TypeError} If `reporter` is invalid, or an option is of the wrong type.
   */
  newRecorder(reporter: ReporterOf<V>, options: EventRecorderOptions): EventRecorder<V> {
    checkOptions("create a recorder", options, EVENT_RECORDER_OPTIONS);
    const { kindOf, annotate, logger = this.#logger } = options;
    const recorder = this.#apiVersion === "v1"
      ? this.#coreV1(reporter as V1EventSource, { kindOf, annotate, logger })
      : this.#eventsV1(reporter as EventsV1Reporter, { kindOf, annotate, logger });
    return recorder as unknown as EventRecorder<V>;
  }

  #coreV1(source: V1EventSource, options: EventRecorderOptions): CoreV1Recorder {
    checkEventSource(source);
    const { component, host } = source;
    const known = { ...component !== undefined && { component }, ...host !== undefined && { host } };
    return new CoreV1Recorder(this.#publisher as EventPublisher<CoreV1Event>, known, options);
  }

  #eventsV1(reporter: EventsV1Reporter, options: EventRecorderOptions): EventsV1Recorder {
    checkReporter(reporter);
    const { reportingController } = reporter;
    // Generated at the first use: some edge runtimes allow no random values while a module loads.
    this.#hostname ??= crypto.randomUUID().slice(0, 8);
    const reportingInstance = reporter.reportingInstance || `${reportingController}-${this.#hostname}`;
    const whole = { reportingController, reportingInstance };
    return new EventsV1Recorder(this.#publisher as EventPublisher<EventsV1Event>, whole, options);
  }
}

/**
 * Checks the source of a core/v1 recorder.
 *
 * @throws {TypeError} If it is not an object, its component or host is not a string, or it is a reporter of
 * events.k8s.io/v1.
 */
function checkEventSource(source: unknown): void {
  if (typeof source !== "object" || source === null) {
    const rule = 'be an object such as { component: "example-controller" }';
    throw new TypeError(invalid("create a recorder", "source", rule, source));
  }
  const { component, host } = source as Record<string, unknown>;
  const isReporter = component === undefined && "reportingController" in source;
  // Another name than `component` would otherwise make a recorder without a source.
  const isMisnamed = component === undefined && host === undefined && Object.keys(source).length > 0;
  for (const [name, value] of Object.entries({ component, host })) {
    if (typeof value === "string" || (value === undefined && !isReporter && !isMisnamed)) continue;
    const hint = isReporter ? " (reportingController is for events.k8s.io/v1)" : "";
    throw new TypeError(invalid("create a recorder", name, "be a string", value) + hint);
  }
}

/**
 * Checks the reporter of an events.k8s.io/v1 recorder.
 *
 * @throws {TypeError} If the controller is not a qualified name, or the instance not a string.
 */
export function checkReporter(reporter: unknown): void {
  const { reportingController, reportingInstance, component } = Object(reporter) as Record<string, unknown>;
  if (typeof reportingController !== "string" || !isQualifiedName(reportingController)) {
    const rule = 'be a qualified name such as "example.com/controller"';
    const hint = reportingController === undefined && component !== undefined ? " (component is for core/v1)" : "";
    throw new TypeError(invalid("create a recorder", "reportingController", rule, reportingController) + hint);
  }
  if (reportingInstance === undefined || typeof reportingInstance === "string") return;
  throw new TypeError(invalid("create a recorder", "reportingInstance", "be a string", reportingInstance));
}
