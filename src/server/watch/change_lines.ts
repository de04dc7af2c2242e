import type { EventStore } from "../store/event_store.ts";
import type { WatchView } from "./watch_view.ts";

/** A chunk ends with the line that reaches this many characters. */
export const CHUNK_CHARACTERS = 64 * 1024;

/** Maximum size of the kept chunks. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Lines of a watch, and the version up to which they reach. */
interface LineChunk {
  /** Empty if none of the changes is visible to the client. */
  readonly bytes: Uint8Array;
  /** The version of the last change that was read. */
  readonly resourceVersion: number;
}

const encoder = new TextEncoder();

/** Encodes changes as lines, once for all watches with equal views. */
export class ChangeLines {
  readonly #store: EventStore;
  /** Chunks up to `#version`, by view and by the version after which they begin. */
  readonly #chunks = new Map<string, Map<number, LineChunk>>();
  #version = 0;
  #bytes = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** The next lines after a version that the history reaches. */
  after(resourceVersion: number, view: WatchView): LineChunk {
    if (view.key === undefined) return this.#encode(resourceVersion, view);
    if (this.#version !== this.#store.resourceVersion || this.#bytes > MAX_BYTES) {
      this.#chunks.clear();
      this.#version = this.#store.resourceVersion;
      this.#bytes = 0;
    }
    let chunks = this.#chunks.get(view.key);
    if (chunks === undefined) this.#chunks.set(view.key, chunks = new Map());
    let chunk = chunks.get(resourceVersion);
    if (chunk === undefined) {
      chunks.set(resourceVersion, chunk = this.#encode(resourceVersion, view));
      this.#bytes += chunk.bytes.length;
    }
    // A copy, as the reader may transfer or modify it.
    return { bytes: chunk.bytes.slice(), resourceVersion: chunk.resourceVersion };
  }

  #encode(after: number, view: WatchView): LineChunk {
    const { history, resourceVersion: current } = this.#store;
    let text = "";
    let resourceVersion = after;
    while (resourceVersion < current && text.length < CHUNK_CHARACTERS) {
      const change = history.at(++resourceVersion);
      if (change !== undefined) text += view.changed(change);
    }
    return { bytes: encoder.encode(text), resourceVersion };
  }
}
