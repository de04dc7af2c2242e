import { type AnyEvent, API_VERSIONS, type ApiVersion, type EventOf, isCoreV1 } from "../../base/event/event.ts";
import { matcherOf, pickOptions, readOptions } from "../../base/tools/check_options.ts";
import type { Clock } from "../../base/tools/time.ts";
import type { V1ObjectReference } from "../../base/event/kubernetes_object.ts";
import type { EventPublisher } from "../../record/recorder/event_publisher.ts";
import {
  type EventRecorder,
  type EventRecorderOptions,
  eventRecorderOptionTable,
} from "../../record/recorder/event_recorder.ts";
import { createRecorder } from "../../record/recorder/create_recorder.ts";
import { sprintf } from "../../record/recorder/sprintf.ts";
import { accountOf, Waits } from "./waits.ts";

/**
 * Options of a {@linkcode FakeRecorder}.
 *
 * @typeParam V The API version.
 *
 * @category Testing
 */
export interface FakeRecorderOptions<V extends ApiVersion = "v1"> extends EventRecorderOptions {
  /**
   * The API version of the events.
   *
   * @default {"v1"}
   */
  readonly apiVersion?: V | undefined;
  /**
   * Whether `lines` include the object of the event: client-go's `IncludeObject` in core/v1, its `Verbose` in
   * events.k8s.io/v1, which includes the action and any annotations too.
   *
   * @default {false}
   */
  readonly includeObject?: boolean | undefined;
  /**
   * Source of the events' times.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

/**
 * The events of a {@linkcode FakeRecorder}; the lists grow with each call.
 *
 * @typeParam E The event type.
 *
 * @category Testing
 */
export interface RecordedEvents<E> {
  /** The complete events, in order. */
  readonly events: readonly E[];
  /**
   * The events as client-go's FakeRecorder prints them: `<type> <reason> <message>`, then, in core/v1, any annotations
   * in `map[]`.
   */
  readonly lines: readonly string[];
  /** The errors of the calls that created no event, one line each, in order. */
  readonly refused: readonly string[];
  /**
   * Resolves with the first event that matches: one already recorded, or as soon as it is recorded, without a timeout.
   * Rejects with any error that `match` throws.
   *
   * @param match Text that the event's line must contain, a pattern for it, or a function.
   * @param options `signal` ends the wait, such as `AbortSignal.timeout(5000)`: the promise rejects with an error of
   * the same name that has the signal's reason as its `cause`, and lists the recorded events and the refused calls.
   */
  waitFor(
    match: string | RegExp | ((event: E) => boolean),
    options?: { signal?: AbortSignal | undefined },
  ): Promise<E>;
}

/**
 * A recorder that keeps its events in lists, for tests of code that records events.
 *
 * It creates and checks events as the real recorder does, of core/v1 or, with the option `apiVersion`,
 * events.k8s.io/v1; their component or controller is `fake`. Recorders returned by `withLogger` record into the same
 * lists.
 *
 * Unlike client-go's {@link https://pkg.go.dev/k8s.io/client-go/tools/record#FakeRecorder | record.FakeRecorder}, it
 * never blocks, and keeps complete events without limit.
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
 *
 * @category Testing
 */
export type FakeRecorder<V extends ApiVersion = "v1"> = EventRecorder<V> & RecordedEvents<EventOf<V>>;

function objectText({ kind = "", apiVersion = "" }: V1ObjectReference): string {
  return `{kind=${kind},apiVersion=${apiVersion}}`;
}

function lineOf(event: AnyEvent, includeObject: boolean): string {
  const annotations = Object.keys(event.metadata.annotations ?? {}).length > 0
    ? " " + sprintf("%v", event.metadata.annotations)
    : "";
  if (isCoreV1(event)) {
    const object = includeObject ? ` involvedObject${objectText(event.involvedObject)}` : "";
    return `${event.type} ${event.reason} ${event.message}${object}${annotations}`;
  }
  if (!includeObject) return `${event.type} ${event.reason} ${event.note}`;
  const related = event.related ? ` ${objectText(event.related)}` : "";
  return `${event.type} ${event.reason} ${event.action} ${event.note} ${objectText(event.regarding ?? {})}${related}` +
    annotations;
}

class EventCollector implements EventPublisher<never>, RecordedEvents<never> {
  readonly apiVersion: ApiVersion;
  readonly clock: Clock;
  readonly events: never[] = [];
  readonly lines: string[] = [];
  readonly refused: string[] = [];
  readonly #includeObject: boolean;
  readonly #waits = new Waits<{ readonly event: never; readonly line: string }>(() =>
    accountOf("FakeRecorder", { recorded: this.lines, refused: this.refused })
  );

  constructor(apiVersion: ApiVersion, clock: Clock, includeObject: boolean) {
    this.apiVersion = apiVersion;
    this.clock = clock;
    this.#includeObject = includeObject;
  }

  hostname(): string {
    return "1";
  }

  publish(event: never): void {
    const line = lineOf(event, this.#includeObject);
    this.events.push(event);
    this.lines.push(line);
    this.#waits.offer({ event, line });
  }

  refuse(_because: string, message: string): void {
    this.refused.push(message);
  }

  alter(): void {}

  async waitFor(
    match: string | RegExp | ((event: never) => boolean),
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<never> {
    const ofRecorded = typeof match === "function" ? ({ event }: { event: never }) => match(event) : match;
    const matches = matcherOf<{ event: never; line: string }>(ofRecorded, ({ line }) => line);
    const recorded = this.events.map((event, index) => ({ event, line: this.lines[index]! }));
    return (await this.#waits.wait(matches, recorded, options)).event;
  }
}

function createFakeRecorder(options: FakeRecorderOptions<ApiVersion> = {}): object {
  const { apiVersion, includeObject, clock } = readOptions("create a FakeRecorder", options, {
    ...eventRecorderOptionTable(),
    apiVersion: [API_VERSIONS, "v1"],
    includeObject: ["a boolean", false],
    clock: ["a Clock", Date],
  });
  const collector = new EventCollector(apiVersion, clock, includeObject);
  const reporter = { component: "fake", reportingController: "fake" };
  const recorder = createRecorder(collector, reporter, pickOptions(options, eventRecorderOptionTable()));
  const { events, lines, refused } = collector;
  return Object.assign(recorder, { events, lines, refused, waitFor: collector.waitFor.bind(collector) });
}

/**
 * Creates a {@linkcode FakeRecorder}: a recorder that keeps its events in `events`, `lines` and `refused`.
 *
 * @category Testing
 */
export const FakeRecorder: new <V extends ApiVersion = "v1">(options?: FakeRecorderOptions<V>) => FakeRecorder<V> =
  // A constructor that returns an object yields it: the type above depends on an option, which a class cannot express.
  function FakeRecorder(options?: FakeRecorderOptions<ApiVersion>): object {
    return createFakeRecorder(options);
  } as never;
