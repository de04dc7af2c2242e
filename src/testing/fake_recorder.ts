import { API_VERSIONS, type ApiVersion, type CoreV1Event, type EventOf, type EventsV1Event } from "../api/event.ts";
import { checkOptions } from "../api/check_options.ts";
import type { Clock } from "../api/time.ts";
import { inspectAs } from "../api/inspect_as.ts";
import { type Logger, tellLogger } from "../api/logger.ts";
import type { V1ObjectReference } from "../api/kubernetes_object.ts";
import type { EventPublisher } from "../recorder/event_publisher.ts";
import { EVENT_RECORDER_OPTIONS, type EventRecorder, type EventRecorderOptions } from "../recorder/event_recorder.ts";
import { RecorderFactory } from "../recorder/recorder_factory.ts";
import { sprintf } from "../recorder/sprintf.ts";
import { accountOf, Waits } from "./waits.ts";

/**
 * Options of a {@linkcode FakeRecorder}.
 *
 * @typeParam V The API version.
 */
export interface FakeRecorderOptions<V extends ApiVersion = "v1"> extends EventRecorderOptions {
  /**
   * The API that the recorder speaks.
   *
   * @default {"v1"}
   */
  readonly apiVersion?: V | undefined;
  /**
   * Whether `lines` say which object an event is about: client-go's `IncludeObject` in core/v1, its `Verbose` in
   * events.k8s.io/v1, which tells the action too.
   *
   * @default {false}
   */
  readonly includeObject?: boolean | undefined;
  /**
   * Where the events' times come from.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

/**
 * What a {@linkcode FakeRecorder} has been told; the lists grow with it.
 *
 * @typeParam E The event type.
 */
export interface RecordedEvents<E> {
  /** The events, whole, in order. */
  readonly events: readonly E[];
  /** The events as client-go's FakeRecorder prints them: `<type> <reason> <message>`, then any annotations in `map[]`. */
  readonly lines: readonly string[];
  /** Why no event was made of the other calls, a sentence each, in order. */
  readonly refused: readonly string[];
  /**
   * Resolves with the first event that matches, among those already recorded or as soon as it comes, however long that
   * takes; rejects with what `match` throws.
   *
   * @param match A test of the event, or a pattern for its line.
   * @param options `signal` ends the wait, such as `AbortSignal.timeout(5000)`: the promise rejects with an error of the
   * same name that has the signal's reason as its `cause`, and lists what was recorded, and refused and why.
   */
  waitFor(match: ((event: E) => boolean) | RegExp, options?: { signal?: AbortSignal | undefined }): Promise<E>;
}

/**
 * A recorder that keeps what it is told, for tests of code that records events.
 *
 * It makes and checks events as the real one does; the component or controller that they come from is `fake`. It speaks
 * core/v1, or events.k8s.io/v1 with the option `apiVersion`. What `withLogger` gives records into the same lists.
 *
 * Unlike client-go's {@link https://pkg.go.dev/k8s.io/client-go/tools/record#FakeRecorder | record.FakeRecorder}, it
 * never blocks however many events come, and keeps them whole. `console.log` of it lists what was recorded, and refused.
 *
 * @typeParam V The API version.
 *
 * @example
 * ```ts
 * import { FakeRecorder } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const recorder = new FakeRecorder();
 * recorder.eventf({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } }, "Normal", "Pulled", "Pulled %q", "nginx");
 *
 * assert.deepEqual(recorder.lines, ['Normal Pulled Pulled "nginx"']);
 * assert.equal(recorder.events[0]?.involvedObject.name, "web");
 * await recorder.waitFor(/^Normal Pulled/);
 * ```
 */
export type FakeRecorder<V extends ApiVersion = "v1"> = EventRecorder<V> & RecordedEvents<EventOf<V>>;

function objectText({ kind = "", apiVersion = "" }: V1ObjectReference): string {
  return `{kind=${kind},apiVersion=${apiVersion}}`;
}

function lineOf(event: CoreV1Event | EventsV1Event, includeObject: boolean): string {
  const annotations = Object.keys(event.metadata.annotations ?? {}).length > 0
    ? " " + sprintf("%v", event.metadata.annotations)
    : "";
  if ("involvedObject" in event) {
    const object = includeObject ? ` involvedObject${objectText(event.involvedObject)}` : "";
    return `${event.type} ${event.reason} ${event.message}${object}${annotations}`;
  }
  if (!includeObject) return `${event.type} ${event.reason} ${event.note}${annotations}`;
  const related = event.related ? ` ${objectText(event.related)}` : "";
  return `${event.type} ${event.reason} ${event.action} ${event.note} ${objectText(event.regarding ?? {})}${related}` +
    annotations;
}

/** Keeps events; the recorder in front of it makes them. */
class EventCollector implements EventPublisher<never>, RecordedEvents<never> {
  readonly clock: Clock;
  readonly events: never[] = [];
  readonly lines: string[] = [];
  readonly refused: string[] = [];
  readonly #includeObject: boolean;
  readonly #waits = new Waits<{ readonly event: never; readonly line: string }>(() => this.account());

  constructor(clock: Clock, includeObject: boolean) {
    this.clock = clock;
    this.#includeObject = includeObject;
  }

  publish(event: never): void {
    const line = lineOf(event, this.#includeObject);
    this.events.push(event);
    this.lines.push(line);
    this.#waits.tell({ event, line });
  }

  refuse(_because: string, message: string, logger?: Logger): void {
    this.refused.push(message);
    tellLogger(logger, "warn", message);
  }

  alter(): void {}

  account(): string {
    return accountOf("FakeRecorder", { recorded: this.lines, refused: this.refused });
  }

  async waitFor(
    match: ((event: never) => boolean) | RegExp,
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<never> {
    const matches = match instanceof RegExp
      ? ({ line }: { line: string }): boolean => line.search(match) >= 0
      : ({ event }: { event: never }): boolean => match(event);
    const recorded = this.events.map((event, index) => ({ event, line: this.lines[index]! }));
    return (await this.#waits.wait(matches, recorded, options)).event;
  }
}

function createFakeRecorder(options: FakeRecorderOptions<ApiVersion> = {}): object {
  checkOptions("create a FakeRecorder", options, {
    ...EVENT_RECORDER_OPTIONS,
    apiVersion: API_VERSIONS,
    includeObject: "a boolean",
    clock: "a Clock",
  });
  const { apiVersion = "v1", includeObject = false, clock = Date } = options;
  const collector = new EventCollector(clock, includeObject);
  const reporter = apiVersion === "v1"
    ? { component: "fake" }
    : { reportingController: "fake", reportingInstance: "fake-1" };
  const factory = new RecorderFactory({ apiVersion, publisher: collector, hostname: undefined, logger: undefined });
  const recorder = factory.newRecorder(reporter, options);
  const { events, lines, refused } = collector;
  inspectAs(recorder, () => collector.account());
  return Object.assign(recorder, { events, lines, refused, waitFor: collector.waitFor.bind(collector) });
}

/** Makes a {@linkcode FakeRecorder}: a recorder that keeps what it is told, in `events`, `lines` and `refused`. */
export const FakeRecorder: new <V extends ApiVersion = "v1">(options?: FakeRecorderOptions<V>) => FakeRecorder<V> =
  // A constructor that returns an object yields that object: the type above depends on an option, which no class can say.
  function FakeRecorder(options?: FakeRecorderOptions<ApiVersion>): object {
    return createFakeRecorder(options);
  } as never;
