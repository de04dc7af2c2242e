import { delay } from "@std/async/delay";
import type { CoreV1Event } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import type { V1ObjectMeta } from "../api/kubernetes_object.ts";
import type { V1Status } from "../api/status.ts";
import type { EventSink, EventSinkRequestOptions } from "../sink/event_sink.ts";
import { StatusError } from "../connection/status_error.ts";

/**
 * What a {@linkcode ScriptedSink} answers to one request.
 *
 * - `"ok"`: the event, as it was sent.
 * - `"hang"`: nothing, until the request is given up.
 * - a number: a {@linkcode StatusError} of that HTTP code, without a reason.
 * - a {@linkcode V1Status}: a `StatusError` of it, such as `{ code: 409, reason: "AlreadyExists" }`.
 * - an `Error`: that error, for trouble on the way.
 * - `{ afterMs, answer }`: that answer after so many milliseconds.
 */
export type ScriptedAnswer =
  | "ok"
  | "hang"
  | number
  | V1Status
  | Error
  | { readonly afterMs: number; readonly answer: ScriptedAnswer };

/**
 * A request that a {@linkcode ScriptedSink} was asked for.
 *
 * @typeParam E The event type.
 */
export interface SinkRequest<E> {
  /** What was to be done. */
  readonly verb: "create" | "update" | "patch";
  /** The event, as it is to be stored; of a patch, what it looks like afterwards. */
  readonly event: E;
  /** The patch, where the verb is `"patch"`. */
  readonly patch?: readonly JsonPatchOperation[] | undefined;
}

/**
 * A sink that answers from a script, one answer a request, and `"ok"` when the script is over; for tests of what becomes of
 * events when things go wrong.
 *
 * @typeParam E The event type, of core/v1 if not given.
 *
 * @example
 * ```ts
 * import { EventBroadcaster } from "@kubecast/events";
 * import { ScriptedSink } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const sink = new ScriptedSink([503, "ok"]);
 * const broadcaster = new EventBroadcaster();
 * const recording = broadcaster.startRecordingToSink(sink, { retryDelayMs: 1 });
 * broadcaster.newRecorder({ component: "test" }).event({ kind: "Pod", name: "web" }, "Normal", "Pulled", "there");
 * await recording.flush();
 * assert.deepEqual(sink.requests.map(({ verb }) => verb), ["create", "create"]);
 * await broadcaster.shutdown();
 * ```
 */
export class ScriptedSink<E extends { readonly metadata: V1ObjectMeta } = CoreV1Event> implements EventSink<E> {
  /** What was asked for so far, in order. */
  readonly requests: readonly SinkRequest<E>[] = [];
  readonly #script: Iterator<ScriptedAnswer>;

  /**
   * Makes a sink of its answers.
   *
   * @param script The answers, in order; one is read at each request, so a generator may go on for ever.
   */
  constructor(script: Iterable<ScriptedAnswer> = []) {
    this.#script = script[Symbol.iterator]();
  }

  /** Notes a create, and answers it. */
  create(event: E, options: EventSinkRequestOptions): Promise<E> {
    return this.#answer({ verb: "create", event }, options);
  }

  /** Notes an update, and answers it. */
  update(event: E, options: EventSinkRequestOptions): Promise<E> {
    return this.#answer({ verb: "update", event }, options);
  }

  /** Notes a patch, and answers it. */
  patch(event: E, patch: readonly JsonPatchOperation[], options: EventSinkRequestOptions): Promise<E> {
    return this.#answer({ verb: "patch", event, patch }, options);
  }

  async #answer(request: SinkRequest<E>, { signal }: EventSinkRequestOptions): Promise<E> {
    (this.requests as SinkRequest<E>[]).push(request);
    const { value, done } = this.#script.next();
    let answer: ScriptedAnswer = done ? "ok" : value;
    while (typeof answer === "object" && "afterMs" in answer) {
      await delay(answer.afterMs, { signal });
      answer = answer.answer;
    }
    if (answer === "ok") return request.event;
    if (answer instanceof Error) throw answer;
    if (answer !== "hang") throw new StatusError(typeof answer === "number" ? { code: answer } : answer);
    return await new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  }
}
