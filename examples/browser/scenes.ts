import type { CoreV1EventRecorder, KubernetesObject } from "@kubecast/events";

/** Something that can happen in a cluster at the press of a button. */
export interface Scene {
  readonly title: string;
  readonly explanation: string;
  play(recorder: CoreV1EventRecorder): void;
}

const pod = (name: string): KubernetesObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: "shop", uid: `uid-of-${name}` },
});

let round = 0;

/** One thing of every day: pods come up in turn. */
export function trickle(recorder: CoreV1EventRecorder): void {
  recorder.event(pod(`web-${round++ % 8}`), "Normal", "Pulled", "Container image already present on machine");
}

/** The buttons, in order. */
export const scenes: readonly Scene[] = [
  {
    title: "Roll out 50 pods",
    explanation: "100 events at once, about 50 objects",
    play(recorder) {
      round++;
      for (let i = 0; i < 50; i++) {
        const started = pod(`web-${round}-${i}`);
        recorder.eventf(
          started,
          "Normal",
          "Scheduled",
          "Successfully assigned shop/%s to node-1",
          started.metadata!.name,
        );
        recorder.event(started, "Normal", "Started", "Started container web");
      }
    },
  },
  {
    title: "Back off 20 times",
    explanation: "one message again and again: a count",
    play(recorder) {
      const failing = pod(`cart-${round++}`);
      for (let i = 0; i < 20; i++) {
        recorder.event(failing, "Warning", "BackOff", "Back-off restarting failed container");
      }
    },
  },
  {
    title: "Fail in 14 ways",
    explanation: "too many messages: a combined event",
    play(recorder) {
      const failing = pod(`db-${round++}`);
      for (let i = 1; i <= 14; i++) {
        recorder.eventf(failing, "Warning", "FailedMount", "MountVolume: attempt %d timed out", i);
      }
    },
  },
  {
    title: "Cry wolf 60 times",
    explanation: "one object, too often: the spam filter",
    play(recorder) {
      const loud = pod("probe");
      for (let i = 0; i < 60; i++) recorder.event(loud, "Warning", "Unhealthy", "Readiness probe failed: status 503");
    },
  },
];
