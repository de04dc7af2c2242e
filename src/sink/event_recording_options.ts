import type { RecordingOptions } from "./recording_options.ts";

/** Options of {@linkcode EventRecording}. */
export interface EventRecordingOptions<E> extends RecordingOptions<E> {
  /** Called once when the recording begins to stop: hand over what is still on its way here, and send nothing more. */
  readonly onStop?: (() => void) | undefined;
}

/** Options of {@linkcode EventRecording.lose}. */
export interface LostEvents<E> {
  /**
   * How many.
   *
   * @default {1}
   */
  readonly count?: number | undefined;
  /** A sentence for people; the reason if not given. */
  readonly message?: string | undefined;
  /** The event, where there is one. */
  readonly event?: E | undefined;
}
