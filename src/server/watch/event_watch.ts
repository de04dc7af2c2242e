import type { EventStore } from "../store/event_store.ts";
import { watchTooOld, type WatchView } from "./watch_view.ts";

/** A chunk ends with the line that reaches this many characters. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Lines of a watch, and the version up to which they reach. */
export interface WatchChunk {
  /** Empty if none of the changes is visible to the client. */
  readonly bytes: Uint8Array;
  /** The version of the last change that was read. */
  readonly resourceVersion: number;
}

/** Where a watch starts. */
export interface WatchStart {
  /** The version that the client knows, or the version of its initial events. */
  readonly resourceVersion: number;
  /** Whether it begins with the existing events. */
  readonly sendsState: boolean;
  /** Whether a bookmark follows them. */
  readonly sendsBookmark: boolean;
  /** When it ends, in milliseconds since 1970; `Infinity` for never. */
  readonly endsAtMs: number;
}

const encoder = new TextEncoder();

/**
 * One client's position in the history. It buffers no events: changes are looked up when they are read, so the cost of
 * an unread watch does not depend on how much is written.
 */
export class EventWatch {
  readonly view: WatchView;
  /** When it ends, in milliseconds since 1970. */
  readonly endsAtMs: number;
  readonly #store: EventStore;
  readonly #sendsBookmark: boolean;
  #resourceVersion: number;
  /** The key at which the initial events continue; `undefined` once all are read. */
  #stateFrom: string | undefined;
  #over = false;

  constructor(view: WatchView, store: EventStore, start: WatchStart) {
    this.view = view;
    this.endsAtMs = start.endsAtMs;
    this.#store = store;
    this.#sendsBookmark = start.sendsBookmark;
    this.#resourceVersion = start.resourceVersion;
    if (start.sendsState) this.#stateFrom = "";
  }

  /** Whether the watch has ended. */
  get over(): boolean {
    return this.#over;
  }

  /** Skips the changes up to a version, none of which the client may see. */
  skipTo(resourceVersion: number): void {
    this.#resourceVersion = Math.max(this.#resourceVersion, resourceVersion);
  }

  end(): void {
    this.#over = true;
  }

  /**
   * Reads the next lines; `undefined` if there are none.
   *
   * @param changesOf Returns the lines of the changes since a version.
   */
  read(changesOf: (view: WatchView, since: number) => WatchChunk): Uint8Array | undefined {
    const { resourceVersion: current, history } = this.#store;
    while (!this.#over && (this.#stateFrom !== undefined || this.#resourceVersion < current)) {
      if (!history.reaches(this.#resourceVersion)) {
        this.#over = true;
        return history.endsSilently(this.#resourceVersion) ? undefined : encoder.encode(watchTooOld());
      }
      const bytes = this.#stateFrom === undefined ? this.advance(changesOf) : this.#readState(this.#stateFrom);
      if (bytes.length > 0) return bytes;
    }
    return undefined;
  }

  /** Reads the next lines of changes; empty if the client sees none of these changes. */
  advance(changesOf: (view: WatchView, since: number) => WatchChunk): Uint8Array {
    const { bytes, resourceVersion } = changesOf(this.view, this.#resourceVersion);
    this.#resourceVersion = resourceVersion;
    return bytes;
  }

  /** Reads lines of the initial events, from a key on, as they were when the watch began. */
  #readState(start: string): Uint8Array {
    const { events } = this.#store.view(this.view.prefix, { start, resourceVersion: this.#resourceVersion });
    let text = "";
    this.#stateFrom = undefined;
    for (const stored of flat(events)) {
      if (text.length >= CHUNK_CHARACTERS) {
        this.#stateFrom = stored.key;
        break;
      }
      text += this.view.added(stored);
    }
    if (this.#stateFrom === undefined && this.#sendsBookmark) text += this.view.initialEventsEnd(this.#resourceVersion);
    return encoder.encode(text);
  }
}

/** Writes the lines of the changes since a version that the history reaches. */
export function writeChanges(
  view: WatchView,
  { history, resourceVersion: current }: EventStore,
  since: number,
): WatchChunk {
  let text = "";
  let resourceVersion = since;
  while (resourceVersion < current && text.length < CHUNK_CHARACTERS) {
    const change = history.at(++resourceVersion);
    if (change !== undefined) text += view.changed(change);
  }
  return { bytes: encoder.encode(text), resourceVersion };
}

function* flat<T>(blocks: Iterable<readonly T[]>): Iterable<T> {
  for (const block of blocks) yield* block;
}
