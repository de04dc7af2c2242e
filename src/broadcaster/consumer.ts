import type { WatchEvent } from "../api/watch_event.ts";

/** The end of an inbox from which events leave: an iterator, the stream's controller or a handler. */
export interface Consumer<T> {
  /** How many events it is waiting for; there are none while something is queued. */
  readonly wanted: number;
  /** How many events it has buffered itself. */
  readonly held: number;
  /** Takes events at once, from `batch[from]` on and before `batch[to]`; returns the index of the first not taken. */
  feed(batch: readonly WatchEvent<T>[], from: number, to: number): number;
  /** Learns that nothing will come any more. */
  end(): void;
}

/** Nobody reads yet. */
export const NOBODY: Consumer<never> = {
  wanted: 0,
  held: 0,
  feed: (_batch, from) => from,
  end: () => {},
};
