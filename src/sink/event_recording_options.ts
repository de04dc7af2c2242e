import type { ApiVersion } from "../api/api_version.ts";
import type { RecordingOptions } from "./recording_options.ts";

/**
 * Options of {@linkcode EventRecording}.
 *
 * @typeParam V The API version.
 */
export interface EventRecordingOptions<V extends ApiVersion = "v1"> extends RecordingOptions<V> {
  /**
   * The API of the events, which decides what their correlator is.
   *
   * @default {the sink's `apiVersion`, or `"v1"` where it has none}
   */
  readonly apiVersion?: V | undefined;
  /**
   * Called once when the recording begins to stop: hand over what is still on its way here, and send nothing more, as what
   * comes later is dropped. What it throws or rejects with goes to the logger.
   */
  readonly onStop?: (() => void) | undefined;
}

/**
 * Options of `lose` of an {@linkcode EventRecording}: which events were lost.
 *
 * @typeParam E The event type.
 */
export interface LostEvents<E> {
  /**
   * How many, an integer of at least 1.
   *
   * @default {1}
   */
  readonly count?: number | undefined;
  /**
   * A sentence for people.
   *
   * @default {the reason}
   */
  readonly message?: string | undefined;
  /** The event, where there is one. */
  readonly event?: E | undefined;
}
