import type { CoreV1Event } from "../../../mod.ts";
import { seeded } from "../../random.ts";

/** A step of a random story: an event to correlate, or the server's response to a write. */
export type Step =
  | { readonly type: "event"; readonly event: CoreV1Event; readonly advanceMs: number }
  | { readonly type: "answer"; readonly back: number; readonly change: Change };

/** The server's change of a written event. */
export type Change = "nothing" | "version" | "lower count" | "higher count" | "no count" | "name" | "time" | "message";

const CHANGES: readonly Change[] = [
  "nothing",
  "version",
  "version",
  "lower count",
  "higher count",
  "no count",
  "name",
  "time",
  "message",
];

/** Freezes a value deeply, so that modifying it throws. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

/** A random story of `length` events, with responses in between. */
export function randomSteps(seed: number, length: number): Step[] {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const advance = (): number => {
    const kind = random();
    if (kind < 0.8) return below(3) * 500;
    if (kind < 0.98) return below(10_000);
    // Just before, at and after the ends of intervals and of refills.
    if (kind < 0.99) return pick([300_000, 600_000, 150_000, 100_000]) + below(3) - 1;
    return kind < 0.995 ? below(2_000_000) : -below(1_000_000);
  };
  const steps: Step[] = [];
  let hot = 0;
  let messages = 1;
  for (let events = 0; events < length;) {
    if (random() < 0.4) {
      steps.push({ type: "answer", back: random() < 0.7 ? 0 : below(20), change: pick(CHANGES) });
      continue;
    }
    // For a while most events are about one object, with few or many messages: bursts beside evictions.
    if (random() < 0.01) {
      hot = below(40);
      messages = pick([1, 4, 30]);
    }
    const object = random() < 0.7 ? hot : below(40);
    const time = `2026-01-01T00:00:${String(events % 60).padStart(2, "0")}Z`;
    steps.push({
      type: "event",
      advanceMs: advance(),
      event: frozen({
        metadata: {
          name: `event-${events}`,
          namespace: "default",
          ...object % 4 === 0 && { annotations: { n: String(below(2)) } },
        },
        involvedObject: {
          kind: "Pod",
          name: `pod-${object}`,
          ...object % 2 === 0 && { namespace: "default" },
          ...object % 3 !== 0 && { uid: `uid-${object >> 1}` },
          ...random() < 0.2 && { fieldPath: `spec.containers{${below(2)}}` },
        },
        ...random() < 0.95 &&
          { source: { component: pick(["kubelet", "kubelet", "kubelet", "scheduler"]), host: "node-1" } },
        type: random() < 0.9 ? "Normal" : "Warning",
        reason: pick(["Pulled", "Pulled", "Pulled", "BackOff"]),
        ...random() < 0.97 && { message: random() < 0.2 ? "again" : `message ${below(messages)}` },
        firstTimestamp: time,
        lastTimestamp: random() < 0.98 ? time : random() < 0.5 ? null : "1970-01-01T00:00:00Z",
        count: random() < 0.96 ? 1 : below(4),
        ...random() < 0.9 && { reportingComponent: "kubelet", reportingInstance: "node-1" },
      }),
    });
    events++;
  }
  return steps;
}
