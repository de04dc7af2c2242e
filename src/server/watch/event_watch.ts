import type { CoreV1Event } from "../../api/event.ts";
import type { WatchEvent } from "../../api/watch_event.ts";
import type { Watcher } from "../../broadcaster/watcher.ts";
import { EventChange } from "../store/change_history.ts";
import { StoredEvent } from "../store/stored_event.ts";
import { expired } from "../wire/api_error.ts";
import { decodeObject } from "../wire/decode_object.ts";
import { CORE_V1_EVENT } from "../wire/event_schema.ts";
import { type IncludeObject, metadataText, tableRows, tableText } from "../wire/event_table.ts";
import type { Representation } from "../wire/negotiate.ts";
import type { EventPredicate } from "../wire/selectors.ts";
import type { ServedApi } from "../wire/served_api.ts";

/** What a watch sees and how it is written. */
interface EventWatchOptions {
  readonly api: ServedApi;
  /** What the keys of its events begin with; empty for all namespaces. */
  readonly prefix: string;
  readonly selects: EventPredicate | undefined;
  readonly as: Representation;
  readonly includeObject: IncludeObject;
  readonly now: () => number;
}

/** What a change is to a watch: an event that comes into its sight, changes there, or leaves it. */
interface Sighting {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly stored: StoredEvent;
}

/** One watch: which changes it sees, and their lines. */
export class EventWatch {
  readonly #options: EventWatchOptions;
  #columnsDefined = false;

  constructor(options: EventWatchOptions) {
    this.#options = options;
  }

  /** Whether the watch has something to say about a change. */
  sees(change: EventChange): boolean {
    return change.key.startsWith(this.#options.prefix) &&
      (this.#selects(change.current) || this.#selects(change.previous));
  }

  /** The line of a change that the watch {@linkcode sees}. */
  line(event: WatchEvent<EventChange>): string {
    const { type, stored } = this.#sighting(event);
    return `{"type":"${type}","object":${this.#objectText(stored)}}\n`;
  }

  #selects(state: StoredEvent | undefined): boolean {
    return state !== undefined && (this.#options.selects?.(state.event) ?? true);
  }

  #sighting({ type, object: change }: WatchEvent<EventChange>): Sighting {
    if (type === "BOOKMARK") return { type, stored: change.current! };
    if (!this.#selects(change.current)) return { type: "DELETED", stored: change.tombstone };
    return { type: this.#selects(change.previous) ? "MODIFIED" : "ADDED", stored: change.current! };
  }

  #objectText(stored: StoredEvent): string {
    const { api, as, includeObject, now } = this.#options;
    switch (as) {
      case "object":
        return stored.objectText(api);
      case "metadata":
        return metadataText(stored);
      case "table": {
        const rows = tableRows(api, [stored], { includeObject, nowMs: now() });
        const defineColumns = !this.#columnsDefined;
        this.#columnsDefined = true;
        return tableText(rows, { metadata: { resourceVersion: String(stored.resourceVersion) }, defineColumns });
      }
    }
  }
}

/** The bookmark that ends the initial events: an empty event that says how far they reach. */
export function initialEventsEnd(resourceVersion: number): WatchEvent<EventChange> {
  const metadata = {
    resourceVersion: String(resourceVersion),
    annotations: { "k8s.io/initial-events-end": "true" },
  };
  const event = decodeObject(CORE_V1_EVENT, { metadata }).object as unknown as CoreV1Event;
  const current = new StoredEvent(event, { resourceVersion, expiresAtMs: 0 });
  return { type: "BOOKMARK", object: new EventChange(resourceVersion, { current }) };
}

/** The only line of a watch that starts before the history. */
export function watchTooOld(): string {
  const { status } = expired("The resourceVersion for the provided watch is too old.");
  return `{"type":"ERROR","object":${JSON.stringify(status)}}\n`;
}

/**
 * The body of a watch: whatever has gathered since the client read last, in one chunk.
 *
 * It reads no further than the client does, so a slow client fills the watcher's queue and not the memory.
 *
 * @param options.startsBlank Whether it begins with an empty line where there is nothing to tell yet: clients skip it, and a
 * server that holds the headers back until there is a body (Bun's) sends them.
 * @param options.onEnd Called once when the watch is over, whoever ended it.
 */
export function watchBody(
  watcher: Watcher<EventChange>,
  options: { watch: EventWatch; startsBlank: boolean; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const { watch, startsBlank, onEnd } = options;
  const encoder = new TextEncoder();
  const batches = watcher.batches();
  return new ReadableStream<Uint8Array>({
    start(controller): void {
      if (startsBlank && watcher.queued === 0) controller.enqueue(encoder.encode("\n"));
    },
    async pull(controller): Promise<void> {
      const { done, value } = await batches.next();
      if (done) {
        onEnd();
        controller.close();
        return;
      }
      let text = "";
      for (const event of value) text += watch.line(event);
      controller.enqueue(encoder.encode(text));
    },
    async cancel(): Promise<void> {
      onEnd();
      await batches.return();
    },
  }, { highWaterMark: 0 });
}
