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
import { type WaitOptions, Waits } from "./waits.ts";

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
   * Whether `lines` include the object of the event: client-go's `IncludeObject` in core/v1, and its `Verbose` in
   * events.k8s.io/v1, which also includes the action and any annotations.
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
 * Which events of a {@linkcode FakeRecorder} to look for: text that the event's line must contain, a pattern for it, or
 * a function.
 *
 * @typeParam E The event type.
 *
 * @category Testing
 */
export type EventMatch<E> = string | RegExp | ((event: E) => boolean);

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
   * The events in the format of client-go's FakeRecorder: `<type> <reason> <message>`, followed in core/v1 by any
   * annotations in `map[]`.
   */
  readonly lines: readonly string[];
  /**
   * The errors of the calls that created no event, for example because the object has no kind; one line each, in order.
   * The option `logger` also receives them.
   */
  readonly refused: readonly string[];
  /**
   * Resolves with the next event that matches: one already recorded, or as soon as it is recorded; there is no timeout.
   * Each event is returned once, as when reading client-go's channel, so a second wait for the same text is for a
   * second event. Rejects with any error that `match` throws.
   *
   * @param match The event to wait for; by default, any event.
   * @param options `signal`, such as `AbortSignal.timeout(5000)`, ends the wait: the promise rejects with an error that has
   * the name of the signal's reason, and the reason as its `cause`, and lists the recorded events and the refused calls.
   */
  waitFor(match?: EventMatch<E>, options?: WaitOptions): Promise<E>;
  /**
   * Resolves if no event matches, except those that `waitFor` has returned. Otherwise rejects with an error that lists
   * the events; without `match`, also rejects if a call was refused.
   *
   * @param match The events that must not exist; by default, all.
   * @param options `signal`, such as `AbortSignal.timeout(50)`, ends the time in which no event may follow; without it,
   * only events so far count.
   */
  assertNoMore(match?: EventMatch<E>, options?: WaitOptions): Promise<void>;
  /** Empties the lists, for example between two tests; pending waits continue. */
  clear(): void;
}

/**
 * A recorder that keeps its events in lists, for tests of code that records events.
 *
 * It creates and checks events as the real recorder does: events of core/v1 or, with the option `apiVersion`, of
 * events.k8s.io/v1, with the component or controller `fake`. Recorders returned by `withLogger` record into the same
 * lists.
 *
 * Unlike client-go's {@link https://pkg.go.dev/k8s.io/client-go/tools/record#FakeRecorder | record.FakeRecorder}, it
 * never blocks, and keeps complete events without limit. Like the real recorder, it never throws: pass
 * `logger: console` to see the calls that it refused.
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
 * const event = await recorder.waitFor(/^Normal Pulled/, { signal: AbortSignal.timeout(1000) });
 * assert.equal(event.involvedObject.name, "web");
 * await recorder.assertNoMore(); // none but that one
 * assert.deepEqual(recorder.lines, ['Normal Pulled Pulled "nginx"']);
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
  readonly #waits = new Waits<Recorded>({
    name: "FakeRecorder",
    what: "recorded",
    textOf: ({ line }) => line,
    others: { refused: this.refused },
  });

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
    this.#waits.add({ event, line });
  }

  refuse(_because: string, message: string): void {
    this.refused.push(message);
  }

  alter(): void {}

  readonly waitFor = async (match?: EventMatch<never>, options: WaitOptions = {}): Promise<never> => {
    return (await this.#waits.next(toMatcher(match), options)).event;
  };

  readonly assertNoMore = async (match?: EventMatch<never>, options: WaitOptions = {}): Promise<void> => {
    await this.#waits.none(toMatcher(match), options);
    const [refused] = this.refused;
    if (match === undefined && refused !== undefined) throw this.#waits.unexpected(refused);
  };

  readonly clear = (): void => {
    for (const list of [this.events, this.lines, this.refused]) list.length = 0;
    this.#waits.clear();
  };
}

interface Recorded {
  readonly event: never;
  readonly line: string;
}

function toMatcher(match: EventMatch<never> = ""): (recorded: Recorded) => boolean {
  const ofRecorded = typeof match === "function" ? ({ event }: Recorded) => match(event) : match;
  return matcherOf<Recorded>(ofRecorded, ({ line }) => line);
}

/**
 * Creates a {@linkcode FakeRecorder}: a recorder that keeps its events in `events`, `lines` and `refused`.
 *
 * @category Testing
 */
export const FakeRecorder: new <V extends ApiVersion = "v1">(options?: FakeRecorderOptions<V>) => FakeRecorder<V> =
  // Not a class, because the type above depends on an option. `new` yields the object that this function returns.
  function FakeRecorder(options: FakeRecorderOptions<ApiVersion> = {}): object {
    const { apiVersion, includeObject, clock } = readOptions("create a FakeRecorder", options, {
      ...eventRecorderOptionTable(),
      apiVersion: [API_VERSIONS, "v1"],
      includeObject: ["a boolean", false],
      clock: ["a Clock", Date],
    });
    const collector = new EventCollector(apiVersion, clock, includeObject);
    const reporter = { component: "fake", reportingController: "fake" };
    const recorder = createRecorder(collector, reporter, pickOptions(options, eventRecorderOptionTable()));
    const { events, lines, refused, waitFor, assertNoMore, clear } = collector;
    return Object.assign(recorder, { events, lines, refused, waitFor, assertNoMore, clear });
  } as never;
