/** What happened to one watcher's events so far. */
export interface WatcherStats {
  /** How many events are waiting to be read. */
  readonly queued: number;
  /** How many events its reader or handler was given. */
  readonly delivered: number;
  /** How many events it lost, because it was full when they came. */
  readonly dropped: number;
  /** How many times its handler, `filter` or `onDrop` threw; each time `onError` of the broadcaster was told. */
  readonly errors: number;
}

/** What happened to a broadcaster's events so far; see {@linkcode Broadcaster.stats}. */
export interface BroadcasterStats {
  /** How many events were accepted. */
  readonly accepted: number;
  /** How many events were refused, by reason: `incomingFull`, as `actionOrDrop` found the incoming queue full. */
  readonly dropped: {
    /** `actionOrDrop` found the incoming queue full. */
    readonly incomingFull: number;
  };
  /** How many events were accepted and are not distributed yet; at most `incomingHighWaterMark`. */
  readonly queued: number;
  /** The watchers of this moment, in the order in which they came; those that stopped or were closed are gone. */
  readonly watchers: readonly WatcherStats[];
}
