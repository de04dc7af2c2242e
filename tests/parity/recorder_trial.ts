import {
  type ApiVersion,
  EventBroadcaster,
  type EventRecorder,
  type EventRecorderOptions,
  type EventType,
  type KubernetesObject,
  type V1ObjectReference,
} from "../../mod.ts";
import { FakeRecorder } from "../../src/serve/testing/fake_recorder.ts";
import type { FakeClock } from "../../src/serve/testing/fake_clock.ts";
import type { Wire } from "./wire.ts";

/** A call of a recorder. */
export interface RecorderCall {
  readonly call: "event" | "eventf" | "annotatedEventf" | "events" | "annotatedEvents";
  readonly about: KubernetesObject | V1ObjectReference;
  readonly related?: KubernetesObject | V1ObjectReference | undefined;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly type: EventType;
  readonly reason: string;
  readonly action?: string;
  readonly text: string;
  readonly args?: readonly unknown[];
  readonly include?: boolean;
}

/** The result of a call: nothing, or an event, its log lines, and the line of a fake called the same way. */
export interface RecorderAnswer {
  readonly event: Wire | undefined;
  readonly log: string | undefined;
  readonly fields: Wire | undefined;
  readonly fake: string | undefined;
}

/** The reporter, the time, and the kinds of objects that carry none. */
export interface RecorderTrialOptions {
  readonly clock: FakeClock;
  readonly kindOf: NonNullable<EventRecorderOptions["kindOf"]>;
  readonly source: { readonly component: string; readonly host: string };
  readonly controller: string;
  readonly host: string;
}

const encoder = new TextEncoder();

/** Whether `ours` is a field's value truncated to its limit: head and tail, with an ellipsis between. */
export function cutLikeServer(field: string, text: string, ours: string): boolean {
  const limit = field === "message" ? 32_768 : field === "note" ? 1024 : 128;
  const [head, tail] = ours.split("…") as [string, string];
  const bytes = encoder.encode(ours).length;
  // A character that no longer fits has at most four bytes.
  return encoder.encode(text).length > limit && bytes <= limit && bytes >= limit - 3 &&
    text.startsWith(head) && text.endsWith(tail);
}

/** A broadcaster with a recorder, logs and a watcher. */
class Station<V extends ApiVersion> {
  readonly broadcaster: EventBroadcaster<V>;
  readonly logs: string[] = [];
  readonly fields: Wire[] = [];
  readonly #events: AsyncIterator<{ readonly object: unknown }>;
  #refused = 0;

  constructor(broadcaster: EventBroadcaster<V>) {
    this.broadcaster = broadcaster;
    broadcaster.startLogging((line) => void this.logs.push(line));
    broadcaster.startStructuredLogging((_, fields) => void this.fields.push(fields));
    this.#events = broadcaster.watch()[Symbol.asyncIterator]();
  }

  /** The event that came of a call, once everyone has it, or nothing where the recorder refused. */
  async taken(): Promise<Wire | undefined> {
    const refused = Object.values(this.broadcaster.stats().refused).reduce((sum, times) => sum + times, 0);
    if (refused > this.#refused) {
      this.#refused = refused;
      return undefined;
    }
    const { value } = await this.#events.next();
    return JSON.parse(JSON.stringify(value.object)) as Wire;
  }
}

/** Our recorders of both APIs, and their outputs. */
export class RecorderTrial {
  readonly #options: RecorderTrialOptions;
  readonly #core: Station<"v1">;
  readonly #newer: Station<"events.k8s.io/v1">;
  readonly #coreRecorder: EventRecorder;
  readonly #newerRecorder: EventRecorder<"events.k8s.io/v1">;

  constructor(options: RecorderTrialOptions) {
    const { clock, kindOf, source, controller, host } = options;
    this.#options = options;
    this.#core = new Station(new EventBroadcaster({ clock }));
    this.#newer = new Station(new EventBroadcaster({ apiVersion: "events.k8s.io/v1", clock, hostname: host }));
    this.#coreRecorder = this.#core.broadcaster.newRecorder(source, { kindOf });
    this.#newerRecorder = this.#newer.broadcaster.newRecorder({ reportingController: controller }, { kindOf });
  }

  /** Tells a recorder and a fake. */
  async play(call: RecorderCall): Promise<RecorderAnswer> {
    const { clock, kindOf } = this.#options;
    const isCore = isCoreV1(call.call);
    const options = { clock, kindOf, includeObject: call.include };
    const { lines } = isCore
      ? callCore(new FakeRecorder(options), call)
      : callEventsV1(new FakeRecorder({ ...options, apiVersion: "events.k8s.io/v1" }), call);
    if (isCore) callCore(this.#coreRecorder, call);
    else callEventsV1(this.#newerRecorder, call);
    const station = isCore ? this.#core : this.#newer;
    const event = await station.taken();
    return { event, log: station.logs.pop(), fields: station.fields.pop(), fake: lines[0] };
  }

  /** Ends the broadcasters. */
  async shutdown(): Promise<void> {
    await Promise.all([this.#core.broadcaster.shutdown(), this.#newer.broadcaster.shutdown()]);
  }
}

/** Whether a call is one of core/v1. */
export function isCoreV1(call: RecorderCall["call"]): boolean {
  return call !== "events" && call !== "annotatedEvents";
}

function callCore<R extends EventRecorder>(recorder: R, made: RecorderCall): R {
  const { call, about, annotations = {}, type, reason, text, args = [] } = made;
  if (call === "event") recorder.event(about, type, reason, text);
  else if (call === "eventf") recorder.eventf(about, type, reason, text, ...args);
  else recorder.annotatedEventf(about, annotations, type, reason, text, ...args);
  return recorder;
}

function callEventsV1<R extends EventRecorder<"events.k8s.io/v1">>(recorder: R, made: RecorderCall): R {
  const { call, about, related, annotations = {}, type, reason, action = "", text, args = [] } = made;
  if (call === "events") recorder.eventf(about, related, type, reason, action, text, ...args);
  else recorder.annotatedEventf(about, related, annotations, type, reason, action, text, ...args);
  return recorder;
}
