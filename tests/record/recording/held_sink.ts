import assert from "node:assert/strict";
import type { CoreV1Event, EventSink, JsonPatchOperation } from "../../../mod.ts";

/** A request that waits for the test's response. */
export interface HeldRequest {
  readonly verb: "create" | "patch";
  readonly event: CoreV1Event;
  readonly patch?: readonly JsonPatchOperation[] | undefined;
  readonly signal: AbortSignal;
  /** Responds with the event as sent, or as given, or with an error. */
  answer(error?: unknown, stored?: CoreV1Event): void;
}

/** Pauses after which no further request is expected: 20 s in all. */
const MAX_PAUSES = 2000;
const PAUSE_MS = 10;

// Not those of a test's `FakeTime`.
const { clearTimeout, setTimeout } = globalThis;

/** A sink whose requests stay in flight until the test responds. */
export class HeldSink implements EventSink<CoreV1Event> {
  /** All requests so far. */
  readonly requests: HeldRequest[] = [];
  /** Number of requests in flight. */
  underWay = 0;
  #woken: () => void = () => {};

  create(event: CoreV1Event, options: { readonly signal: AbortSignal }): Promise<CoreV1Event> {
    return this.#hold({ verb: "create", event, ...options });
  }

  patch(
    event: CoreV1Event,
    patch: readonly JsonPatchOperation[],
    options: { readonly signal: AbortSignal },
  ): Promise<CoreV1Event> {
    return this.#hold({ verb: "patch", event, patch, ...options });
  }

  /** Waits until `count` requests have been made in total, and returns the last of them. */
  async made(count: number): Promise<HeldRequest> {
    for (let pauses = 0; this.requests.length < count; pauses++) {
      assert.ok(pauses < MAX_PAUSES, `Request ${count} is not made`);
      await new Promise<void>((resolve) => {
        const pause = setTimeout(resolve, PAUSE_MS);
        this.#woken = () => {
          clearTimeout(pause);
          resolve();
        };
      });
    }
    return this.requests[count - 1]!;
  }

  #hold(request: Omit<HeldRequest, "answer">): Promise<CoreV1Event> {
    this.underWay++;
    let resolve!: (event: CoreV1Event) => void;
    let reject!: (error: unknown) => void;
    const answered = new Promise<CoreV1Event>((...settle) => [resolve, reject] = settle);
    const answer = (error?: unknown, stored = request.event): void => {
      this.underWay--;
      if (error === undefined) {
        resolve({ ...stored, metadata: { ...stored.metadata, resourceVersion: "1" } });
      } else reject(error);
    };
    this.requests.push({ ...request, answer });
    this.#woken();
    return answered;
  }
}
