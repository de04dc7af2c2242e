import type { EventStore } from "../store/event_store.ts";
import { type ChangeLines, CHUNK_CHARACTERS } from "./change_lines.ts";
import { watchTooOld, type WatchView } from "./watch_view.ts";

interface EventWatchOptions {
  readonly store: EventStore;
  readonly lines: ChangeLines;
  /** The version that the client knows, or the version of its initial events. */
  readonly resourceVersion: number;
  /** Whether it begins with the existing events. */
  readonly sendInitialEvents: boolean;
  /** Whether a bookmark follows them. */
  readonly sendBookmark: boolean;
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
  readonly #options: EventWatchOptions;
  #resourceVersion: number;
  /** The key at which the initial events continue; `undefined` once all are read. */
  #initialFrom: string | undefined;
  #over = false;

  constructor(view: WatchView, options: EventWatchOptions) {
    this.view = view;
    this.endsAtMs = options.endsAtMs;
    this.#options = options;
    this.#resourceVersion = options.resourceVersion;
    if (options.sendInitialEvents) this.#initialFrom = "";
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

  /** Reads the next lines; `undefined` if there are none. */
  read(): Uint8Array | undefined {
    const { resourceVersion: current, history } = this.#options.store;
    while (!this.#over && (this.#initialFrom !== undefined || this.#resourceVersion < current)) {
      if (!history.reaches(this.#resourceVersion)) {
        this.#over = true;
        return history.endsSilently(this.#resourceVersion) ? undefined : encoder.encode(watchTooOld());
      }
      const bytes = this.#initialFrom === undefined ? this.#readChanges() : this.#readInitial(this.#initialFrom);
      if (bytes.length > 0) return bytes;
    }
    return undefined;
  }

  #readChanges(): Uint8Array {
    const { bytes, resourceVersion } = this.#options.lines.after(this.#resourceVersion, this.view);
    this.#resourceVersion = resourceVersion;
    return bytes;
  }

  /** Reads lines of the initial events, from a key on, as they were when the watch began. */
  #readInitial(start: string): Uint8Array {
    const { events } = this.#options.store.view(this.view.prefix, { start, resourceVersion: this.#resourceVersion });
    let text = "";
    this.#initialFrom = undefined;
    for (const stored of flat(events)) {
      if (text.length >= CHUNK_CHARACTERS) {
        this.#initialFrom = stored.key;
        break;
      }
      text += this.view.added(stored);
    }
    if (this.#initialFrom === undefined && this.#options.sendBookmark) {
      text += this.view.initialEventsEnd(this.#resourceVersion);
    }
    return encoder.encode(text);
  }
}

function* flat<T>(blocks: Iterable<readonly T[]>): Iterable<T> {
  for (const block of blocks) yield* block;
}
