import type { CoreV1Event } from "../../../base/event/event.ts";
import type { EventChange } from "../store/change_history.ts";
import type { EventStore } from "../store/event_store.ts";
import { eventText } from "../store/event_text.ts";
import { StoredEvent } from "../store/stored_event.ts";
import { type ApiError, expired } from "../wire/api_error.ts";
import { decodeObject } from "../wire/decode_object.ts";
import { CORE_V1_EVENT } from "../wire/event_schema.ts";
import type { ListOptions } from "../wire/list_options.ts";
import type { EventForm } from "../wire/negotiate.ts";

interface EventWatchOptions extends Pick<ListOptions, "selects" | "selectorText"> {
  readonly store: EventStore;
  readonly lines: ChangeLines;
  /** The prefix of the watched events' keys; empty for all namespaces. */
  readonly prefix: string;
  /** The form of the next events. */
  readonly form: () => EventForm;
  /** The version that the client knows, or the version of its initial events. */
  readonly resourceVersion: number;
  readonly sendInitialEvents: boolean;
  /** Whether a bookmark follows the initial events. */
  readonly sendBookmark: boolean;
  /** In milliseconds since 1970. */
  readonly endsAtMs: number;
  /** Whether the process lives on while a client waits for the watch. */
  readonly keepsAlive: boolean;
}

const encoder = new TextEncoder();

/**
 * One client's view of the changes, as lines of JSON, and its position in them. It buffers no events: changes are
 * looked up in the history when they are read, so the cost of an unread watch does not depend on how much is written.
 */
export class EventWatch {
  /** Equal for watches that write the same lines; `undefined` if the lines depend on when they are written. */
  readonly viewKey: string | undefined;
  readonly endsAtMs: number;
  readonly keepsAlive: boolean;
  readonly #options: EventWatchOptions;
  #resourceVersion: number;
  /** The key at which the initial events continue; `undefined` once all are read. */
  #initialFrom: string | undefined;
  #columnsDefined = false;
  /** Whether the watch has ended. */
  over = false;

  constructor(options: EventWatchOptions) {
    const { api, as } = options.form();
    this.viewKey = as === "table"
      ? undefined
      : JSON.stringify([api.apiVersion, options.prefix, options.selectorText, as]);
    this.endsAtMs = options.endsAtMs;
    this.keepsAlive = options.keepsAlive;
    this.#options = options;
    this.#resourceVersion = options.resourceVersion;
    if (options.sendInitialEvents) this.#initialFrom = "";
  }

  /** Reads the next lines; `undefined` if there are none. */
  read(): Uint8Array | undefined {
    const { resourceVersion: current, history } = this.#options.store;
    while (!this.over && (this.#initialFrom !== undefined || this.#resourceVersion < current)) {
      if (!history.reaches(this.#resourceVersion)) {
        this.over = true;
        return history.endsSilently(this.#resourceVersion) ? undefined : encoder.encode(watchTooOld());
      }
      const bytes = this.#initialFrom === undefined ? this.#readChanges() : this.#readInitial(this.#initialFrom);
      if (bytes.length > 0) return bytes;
    }
    return undefined;
  }

  #readChanges(): Uint8Array {
    const { bytes, resourceVersion } = this.#options.lines.after(this.#resourceVersion, this);
    this.#resourceVersion = resourceVersion;
    return bytes;
  }

  /** Reads lines of the initial events, from a key on, in their state when the watch began. */
  #readInitial(start: string): Uint8Array {
    const { store, prefix, sendBookmark } = this.#options;
    let text = "";
    this.#initialFrom = undefined;
    chunk:
    for (const block of store.view(prefix, { start, resourceVersion: this.#resourceVersion }).events) {
      for (const stored of block) {
        if (text.length >= CHUNK_CHARACTERS) {
          this.#initialFrom = stored.key;
          break chunk;
        }
        if (this.#sees(stored)) text += this.#line("ADDED", stored);
      }
    }
    if (this.#initialFrom === undefined && sendBookmark) text += this.#initialEventsEnd();
    return encoder.encode(text);
  }

  /** The line of a change; empty if it is not visible to the client. */
  lineOf(change: EventChange): string {
    if (!change.key.startsWith(this.#options.prefix)) return "";
    const sawIt = this.#sees(change.previous);
    if (this.#sees(change.current)) return this.#line(sawIt ? "MODIFIED" : "ADDED", change.current);
    return sawIt ? this.#line("DELETED", change.tombstone) : "";
  }

  /** The bookmark that ends the initial events: an empty event with their version. */
  #initialEventsEnd(): string {
    const resourceVersion = this.#resourceVersion;
    const annotations = { "k8s.io/initial-events-end": "true" };
    const metadata = { resourceVersion: String(resourceVersion), annotations };
    const event = decodeObject(CORE_V1_EVENT, { metadata }).object as unknown as CoreV1Event;
    return this.#line("BOOKMARK", new StoredEvent(event, { resourceVersion, expiresAtMs: 0 }));
  }

  #sees(state: StoredEvent | undefined): state is StoredEvent {
    return state !== undefined && (this.#options.selects?.(state.event) ?? true);
  }

  #line(type: string, stored: StoredEvent): string {
    const object = eventText(stored, this.#options.form(), { defineColumns: !this.#columnsDefined });
    this.#columnsDefined = true;
    return `{"type":"${type}","object":${object}}\n`;
  }
}

/** The line that ends a watch whose next changes were discarded. */
export function watchTooOld(): string {
  return errorLine(expired("The resourceVersion for the provided watch is too old."));
}

/** The line that ends a watch with an error. */
export function errorLine({ status }: ApiError): string {
  return `{"type":"ERROR","object":${JSON.stringify(status)}}\n`;
}

/** The length at which a chunk ends, after its current line. */
const CHUNK_CHARACTERS = 64 * 1024;

/** Maximum total size of the kept chunks. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The lines of a watch up to a version. */
interface LineChunk {
  /** Empty if none of the changes is visible to the client. */
  readonly bytes: Uint8Array;
  /** The version of the last change that was read. */
  readonly resourceVersion: number;
}

/** Encodes changes as lines, once for all watches that write the same lines. */
export class ChangeLines {
  readonly #store: EventStore;
  /** The chunks up to `#version`, by view, then by the version after which they begin. */
  readonly #chunks = new Map<string, Map<number, LineChunk>>();
  #version = 0;
  #bytes = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** The next lines after a version that the history reaches. */
  after(resourceVersion: number, watch: EventWatch): LineChunk {
    const { viewKey } = watch;
    if (viewKey === undefined) return this.#encode(resourceVersion, watch);
    if (this.#version !== this.#store.resourceVersion || this.#bytes > MAX_BYTES) {
      this.#chunks.clear();
      this.#version = this.#store.resourceVersion;
      this.#bytes = 0;
    }
    let chunk = this.#chunks.get(viewKey)?.get(resourceVersion);
    if (chunk === undefined) {
      chunk = this.#encode(resourceVersion, watch);
      if (chunk.bytes.length === 0) return chunk;
      if (!this.#chunks.has(viewKey)) this.#chunks.set(viewKey, new Map());
      this.#chunks.get(viewKey)!.set(resourceVersion, chunk);
      this.#bytes += chunk.bytes.length;
    }
    // A copy, because the reader may transfer or modify it.
    return { ...chunk, bytes: chunk.bytes.slice() };
  }

  #encode(after: number, watch: EventWatch): LineChunk {
    const { history, resourceVersion: current } = this.#store;
    let text = "";
    for (const change of history.since(after)) {
      text += watch.lineOf(change);
      if (text.length >= CHUNK_CHARACTERS) {
        return { bytes: encoder.encode(text), resourceVersion: change.resourceVersion };
      }
    }
    return { bytes: text === "" ? NOTHING : encoder.encode(text), resourceVersion: current };
  }
}

const NOTHING = new Uint8Array();
