import type { CoreV1Event, V1ObjectReference } from "../../mod.ts";
import { formatTime } from "../../src/base/tools/time.ts";

/** The reference that client-go's correlator tests use. */
export function makeObjectReference(kind: string, name: string, namespace: string): V1ObjectReference {
  return {
    kind,
    name,
    namespace,
    uid: "C934D34AFB20242",
    apiVersion: "version",
    fieldPath: "spec.containers{mycontainer}",
  };
}

/** The event that client-go's correlator tests use, without a name. */
export function makeEvent(reason: string, message: string, involvedObject: V1ObjectReference): CoreV1Event {
  return {
    metadata: {},
    reason,
    message,
    involvedObject,
    source: { component: "kubelet", host: "kublet.node1" },
    count: 1,
    type: "Normal",
  };
}

/** `count` times the same. */
export function makeEvents(count: number, template: CoreV1Event): CoreV1Event[] {
  return Array.from({ length: count }, () => template);
}

/** Events about different objects, for different reasons. */
export function makeUniqueEvents(count: number): CoreV1Event[] {
  return Array.from(
    { length: count },
    (_, i) => makeEvent(`reason-${i}`, `message-${i}`, makeObjectReference("Pod", `pod-${i}`, `ns-${i}`)),
  );
}

/** Events that differ in the message only. */
export function makeSimilarEvents(count: number, template: CoreV1Event, messagePrefix: string): CoreV1Event[] {
  return makeEvents(count, template).map((event, i) => ({
    ...event,
    message: `${messagePrefix}-${i}-${event.message}`,
  }));
}

/** A clock that advances on every read (client-go's `SimpleIntervalClock`). */
export class IntervalClock {
  readonly #intervalMs: number;
  #nowMs = 1_767_225_600_000;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  now(): number {
    return this.#nowMs += this.#intervalMs;
  }
}

/** `event` as seen first and last at this time. */
export function seenAt(event: CoreV1Event, ms: number): CoreV1Event {
  return { ...event, firstTimestamp: formatTime(ms), lastTimestamp: formatTime(ms) };
}
