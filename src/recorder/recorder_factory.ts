import type { ApiVersion, EventOf } from "../api/api_version.ts";
import { checkOptionTypes } from "../api/check_option_types.ts";
import type { CoreV1Event } from "../api/core_v1_event.ts";
import type { V1EventSource } from "../api/event_source.ts";
import type { EventsV1Event } from "../api/events_v1_event.ts";
import type { Logger } from "../api/logger.ts";
import { checkEventSource } from "./check_event_source.ts";
import { checkReporter } from "./check_reporter.ts";
import { CoreV1Recorder } from "./core_v1_recorder.ts";
import type { EventPublisher } from "./event_publisher.ts";
import type { EventRecorder, EventRecorderOptions } from "./event_recorder.ts";
import { EventsV1Recorder } from "./events_v1_recorder.ts";
import type { EventsV1Reporter, ReporterOf } from "./events_v1_reporter.ts";

/** Options of {@linkcode RecorderFactory}. */
export interface RecorderFactoryOptions<V extends ApiVersion> {
  readonly apiVersion: V;
  /** Where the events go. */
  readonly publisher: EventPublisher<EventOf<V>>;
  /** For the instance of reporters that do not name theirs. */
  readonly hostname: string | undefined;
  /** For recorders that are not given one. */
  readonly logger: Logger | undefined;
}

/** Makes the recorders of one API that share a way out for their events. */
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
   * @throws {TypeError} If `reporter` or an option is not what it may be.
   */
  newRecorder(reporter: ReporterOf<V>, options: EventRecorderOptions): EventRecorder<V> {
    const { kindOf, logger = this.#logger } = options;
    checkOptionTypes("create a recorder", { functions: { kindOf }, logger });
    const recorder = this.#apiVersion === "v1"
      ? this.#coreV1(reporter as V1EventSource, { kindOf, logger })
      : this.#eventsV1(reporter as EventsV1Reporter, { kindOf, logger });
    return recorder as unknown as EventRecorder<V>;
  }

  #coreV1(source: V1EventSource, options: EventRecorderOptions): CoreV1Recorder {
    checkEventSource(source);
    return new CoreV1Recorder(this.#publisher as EventPublisher<CoreV1Event>, source, options);
  }

  #eventsV1(reporter: EventsV1Reporter, options: EventRecorderOptions): EventsV1Recorder {
    checkReporter(reporter);
    const { reportingController } = reporter;
    // Drawn at the first use: some edge runtimes allow no random values while a module loads.
    this.#hostname ??= crypto.randomUUID().slice(0, 8);
    const reportingInstance = reporter.reportingInstance || `${reportingController}-${this.#hostname}`;
    const whole = { reportingController, reportingInstance };
    return new EventsV1Recorder(this.#publisher as EventPublisher<EventsV1Event>, whole, options);
  }
}
