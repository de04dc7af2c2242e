import type { Clock } from "../../api/time.ts";
import type { WatchEvent } from "../../api/watch_event.ts";
import { Broadcaster } from "../../broadcaster/broadcaster.ts";
import type { EventsPath } from "../route.ts";
import { EventChange } from "../store/change_history.ts";
import type { EventStore } from "../store/event_store.ts";
import { ExpiryTimer } from "../store/expiry_timer.ts";
import { tooLargeResourceVersion } from "../wire/api_error.ts";
import { jsonResponse } from "../wire/json_response.ts";
import type { ListOptions } from "../wire/list_options.ts";
import type { Representation } from "../wire/negotiate.ts";
import { EventWatch, initialEventsEnd, watchBody, watchTooOld } from "./event_watch.ts";

/** Who watches. */
export interface WatchClient {
  readonly as: Representation;
  /** Whether there is a socket in between. */
  readonly isRemote: boolean;
  /** Ends the watch when it aborts. */
  readonly signal: AbortSignal | undefined;
}

/** All watches: one broadcaster tells them of every change, and closes those that cannot keep up. */
export class EventWatches {
  readonly #broadcaster: Broadcaster<EventChange>;
  readonly #store: EventStore;
  readonly #clock: Clock;
  readonly #expiry: ExpiryTimer;

  /** @param options.maxLag How many changes a watch may be behind before it is closed. */
  constructor(store: EventStore, options: { clock: Clock; maxLag: number }) {
    const { clock, maxLag } = options;
    this.#store = store;
    this.#clock = clock;
    this.#expiry = new ExpiryTimer(store, clock);
    this.#broadcaster = new Broadcaster({ highWaterMark: maxLag, whenFull: "close" });
  }

  /** Tells every watch of a change. */
  changed(change: EventChange): void {
    this.#broadcaster.actionOrDrop(typeOf(change), change);
    this.#expiry.changed();
  }

  /** Starts a watch. */
  watch(path: EventsPath, options: ListOptions, client: WatchClient): Response {
    const { as, isRemote, signal } = client;
    const { resourceVersion = 0, selects, includeObject, timeoutSeconds } = options;
    const prefix = path.namespace === "" ? "" : `${path.namespace}/`;
    const sendsState = options.sendInitialEvents || resourceVersion === 0 && options.resourceVersionMatch === "";
    if (!sendsState && resourceVersion !== 0 && !this.#store.history.reaches(resourceVersion)) {
      return jsonResponse(watchTooOld());
    }
    const watch = new EventWatch({ api: path.api, prefix, selects, as, includeObject, now: () => this.#clock.now() });
    const first = sendsState ? this.#state(options, prefix) : this.#changesAfter(resourceVersion);
    // A version yet to come is waited for.
    const after = sendsState ? 0 : resourceVersion;
    const watcher = this.#broadcaster.watchWithPrefix(first, {
      signal,
      filter: ({ type, object }) => type === "BOOKMARK" || object.resourceVersion > after && watch.sees(object),
    });
    const ended = this.#expiry.watch();
    const timer = timeoutSeconds === undefined || timeoutSeconds <= 0
      ? undefined
      : setTimeout(() => watcher.stop(), timeoutSeconds * 1000);
    const onEnd = (): void => {
      clearTimeout(timer);
      ended();
    };
    return jsonResponse(watchBody(watcher, { watch, startsBlank: isRemote, onEnd }));
  }

  /** Ends all watches: their clients may read what is queued. */
  async shutdown(): Promise<void> {
    this.#expiry.stop();
    await this.#broadcaster.shutdown();
  }

  /** What there is, as if it had just been added; and where it ends, if the client wants to know. */
  #state(options: ListOptions, prefix: string): WatchEvent<EventChange>[] {
    const { resourceVersion = 0, sendInitialEvents, allowWatchBookmarks } = options;
    const current = this.#store.resourceVersion;
    if (resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
    const { keys, get } = this.#store.view(prefix);
    const events = keys.map((key): WatchEvent<EventChange> => {
      const stored = get(key);
      return { type: "ADDED", object: new EventChange(stored.resourceVersion, { current: stored }) };
    });
    if (sendInitialEvents && allowWatchBookmarks) events.push(initialEventsEnd(current));
    return events;
  }

  /** What a client has missed since a version; nothing if it has none. */
  #changesAfter(resourceVersion: number): WatchEvent<EventChange>[] {
    if (resourceVersion === 0) return [];
    return this.#store.history.after(resourceVersion).map((object) => ({ type: typeOf(object), object }));
  }
}

/** The type of a change; a watch with a selector may see it as another one. */
function typeOf({ previous, current }: EventChange): "ADDED" | "MODIFIED" | "DELETED" {
  if (current === undefined) return "DELETED";
  return previous === undefined ? "ADDED" : "MODIFIED";
}
