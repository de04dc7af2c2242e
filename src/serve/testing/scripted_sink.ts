import { checkIterable, isError, readOptions } from "../../base/tools/check_options.ts";
import { delay } from "@std/async/delay";
import { untilAborted } from "../../base/tools/abort.ts";
import type { CoreV1Event } from "../../base/event/event.ts";
import type { JsonPatchOperation, V1ObjectMeta, V1Status } from "../../base/event/kubernetes_object.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { EventSink } from "../../record/sink/event_sink.ts";

/**
 * The answer of a {@linkcode ScriptedSink} to one request.
 *
 * - `"ok"`: the event, as it was sent.
 * - `"hang"`: nothing, until the request is aborted.
 * - a number: a {@linkcode StatusError} of that HTTP code, without a reason.
 * - a {@linkcode V1Status}, such as `{ code: 409, reason: "AlreadyExists" }`: a `StatusError` with this status.
 * - an `Error`: that error, such as a network failure.
 * - `{ afterMs, answer }`: that answer after `afterMs` milliseconds.
 *
 * @category Testing
 */
export type ScriptedAnswer =
  | "ok"
  | "hang"
  | number
  | V1Status
  | Error
  | { readonly afterMs: number; readonly answer: ScriptedAnswer };

/**
 * A request to a {@linkcode ScriptedSink}.
 *
 * @typeParam E The event type.
 *
 * @category Testing
 */
export interface SinkRequest<E> {
  /** The method called. */
  readonly verb: "create" | "patch";
  /** The event to store; for a patch, the patched event. */
  readonly event: E;
  /** The patch, if the verb is `"patch"`. */
  readonly patch?: readonly JsonPatchOperation[] | undefined;
}

/**
 * A sink that answers from a script, one answer per request, then with `"ok"`; for tests of failures and retries.
 *
 * @typeParam E The event type; defaults to that of core/v1.
 *
 * @example Reach a twelfth try without pauses
 * ```ts
 * import { EventBroadcaster } from "@kubecast/events";
 * import { ScriptedSink } from "@kubecast/events/testing";
 * import assert from "node:assert/strict";
 *
 * const sink = new ScriptedSink(Array(11).fill(503)); // then "ok"
 * const broadcaster = new EventBroadcaster();
 * const recording = broadcaster.startRecordingToSink(sink, { backoff: () => 0 }); // no pauses between tries
 * const pod = { apiVersion: "v1", kind: "Pod", name: "web" };
 * broadcaster.newRecorder({ component: "test" }).event(pod, "Normal", "Pulled", "there");
 * await recording.flush();
 * assert.equal(sink.requests.length, 12);
 * assert.equal(recording.stats().recorded, 1);
 * await broadcaster.shutdown();
 * ```
 *
 * @category Testing
 */
export class ScriptedSink<E extends { readonly metadata: V1ObjectMeta } = CoreV1Event> implements EventSink<E> {
  /** The requests so far, in order. */
  readonly requests: readonly SinkRequest<E>[] = [];
  readonly #script: Iterator<ScriptedAnswer>;

  /**
   * Creates a sink.
   *
   * @param script The answers, in order; one is read per request, so a generator may be infinite.
   */
  constructor(script: Iterable<ScriptedAnswer> = []) {
    checkIterable("create a ScriptedSink", "script", script);
    this.#script = script[Symbol.iterator]();
  }

  /** Records a create, and answers it. */
  create(event: E, options: { readonly signal: AbortSignal }): Promise<E> {
    return this.#answer({ verb: "create", event }, options);
  }

  /** Records a patch, and answers it. */
  patch(event: E, patch: readonly JsonPatchOperation[], options: { readonly signal: AbortSignal }): Promise<E> {
    return this.#answer({ verb: "patch", event, patch }, options);
  }

  async #answer(request: SinkRequest<E>, options: { readonly signal: AbortSignal }): Promise<E> {
    const { signal } = readOptions("answer", options, { signal: ["an AbortSignal"] });
    (this.requests as SinkRequest<E>[]).push(request);
    const { value, done } = this.#script.next();
    let answer: ScriptedAnswer = done ? "ok" : value;
    while (typeof answer === "object" && "afterMs" in answer) {
      await delay(answer.afterMs, { signal });
      answer = answer.answer;
    }
    if (answer === "ok") return request.event;
    if (isError(answer)) throw answer;
    if (answer !== "hang") throw new StatusError(typeof answer === "number" ? { code: answer } : answer);
    return await untilAborted(new Promise<never>(() => {}), signal);
  }
}
