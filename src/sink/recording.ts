import type { AbandonReason, DropReason, SkipReason } from "./outcome.ts";

/** What a {@linkcode Recording} has done so far. All but the last three are numbers of events. */
export interface RecordingStats {
  /** What came in. The sum of the next seven, at every instant. */
  readonly accepted: number;
  /** Written. */
  readonly recorded: number;
  /** Written in the count of another. */
  readonly coalesced: number;
  /** Counted, and not worth a write. */
  readonly skipped: number;
  /** Lost before a write was tried. */
  readonly dropped: number;
  /** Refused by the server for good. */
  readonly rejected: number;
  /** Given up, after failures or at a deadline. */
  readonly abandoned: number;
  /** Not ended yet. */
  readonly pending: number;
  /** The skipped, dropped and abandoned by reason. */
  readonly because: Readonly<Partial<Record<SkipReason | DropReason | AbandonReason, number>>>;
  /** How many different events wait or are under way; at most `maxPending`. */
  readonly lanes: number;
  /** How many requests were made. */
  readonly requests: number;
  /** How many writes failed and were put off. */
  readonly retries: number;
}

/** What a flush came to. */
export interface FlushReport extends RecordingStats {
  /**
   * Events accepted before the flush that are still to be written, as its deadline came first; 0 means that all are on the
   * server or accounted for.
   */
  readonly pending: number;
}

/** Options of {@linkcode Recording.flush} and {@linkcode Recording.stop}. */
export interface FlushOptions {
  /** The deadline, such as `AbortSignal.timeout(5000)`. */
  readonly signal?: AbortSignal | undefined;
}

/** Events on their way to a sink. */
export interface Recording extends AsyncDisposable {
  /** Settles once the recording has been stopped, with all events accounted for; never rejects. */
  readonly finished: Promise<void>;
  /**
   * Waits until all that was accepted so far is written or accounted for, with failures tried again as ever; what is held
   * back by `patchIntervalMs` or by the correlator is written at once. Never rejects: at the deadline it resolves, and the
   * report says what is left. Without a deadline it lasts as long as the tries do.
   *
   * Good for `waitUntil` of an edge runtime.
   */
  flush(options?: FlushOptions): Promise<FlushReport>;
  /**
   * Accepts no more, writes what is left, with pauses of a second at most, and abandons what is not written by the
   * deadline: in ten seconds, if you give none. May be called again, also with an earlier deadline.
   */
  stop(options?: FlushOptions): Promise<void>;
  /** What was done so far. */
  stats(): RecordingStats;
  /** The same as `stop()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
