/** What happened to one watcher's events so far. */
export interface WatcherStats {
  /** How many events wait to be read. */
  readonly queued: number;
  /** How many events its reader or handler was given. */
  readonly delivered: number;
  /** How many events it lost for want of room. */
  readonly dropped: number;
  /** How many times its filter, handler or `onDrop` threw. */
  readonly errors: number;
}

/** What happened to a broadcaster's events so far; see {@linkcode Broadcaster.stats}. */
export interface BroadcasterStats {
  /** How many events were accepted. */
  readonly accepted: number;
  /** How many events were refused, by reason. */
  readonly dropped: {
    /** `actionOrDrop` found the incoming queue full. */
    readonly incomingFull: number;
  };
  /** How many events were accepted and not yet distributed. */
  readonly queued: number;
  /** The watchers of this moment, in the order in which they came. */
  readonly watchers: readonly WatcherStats[];
}
