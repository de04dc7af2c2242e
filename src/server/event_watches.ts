import type { Clock } from "../api/clock.ts";
import type { WatchEvent } from "../api/watch_event.ts";
import { Broadcaster } from "../broadcaster/broadcaster.ts";
import { tooLargeResourceVersion } from "./api_error.ts";
import { EventChange } from "./event_change.ts";
import type { EventStore } from "./event_store.ts";
import { EventWatch, initialEventsEnd, watchBody, watchTooOld } from "./event_watch.ts";
import { ExpiryTimer } from "./expiry_timer.ts";
import { jsonResponse } from "./json_response.ts";
import type { ListOptions } from "./list_options.ts";
import type { Representation } from "./negotiate.ts";
import type { EventsPath } from "./route.ts";

/** All watches: one broadcaster tells them of every change, and closes those that cannot keep up. */
export class EventWatches {
  readonly #broadcaster = new Broadcaster<EventChange>({ whenFull: "close" });
  readonly #store: EventStore;
  readonly #clock: Clock;
  readonly #expiry: ExpiryTimer;

  constructor(store: EventStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#expiry = new ExpiryTimer(store, clock);
  }

  /** Tells every watch of a change. */
  changed(change: EventChange): void {
    this.#broadcaster.actionOrDrop(...typedChange(change));
    this.#expiry.changed();
  }

  /** Starts a watch. */
  watch(path: EventsPath, options: ListOptions, as: Representation): Response {
    const { resourceVersion = 0, selects, includeObject, timeoutSeconds } = options;
    const prefix = path.namespace === "" ? "" : `${path.namespace}/`;
    const watch = new EventWatch({ api: path.api, prefix, selects, as, includeObject, now: () => this.#clock.now() });
    if (!this.#sendsState(options) && resourceVersion !== 0 && !this.#store.history.reaches(resourceVersion)) {
      return jsonResponse(watchTooOld());
    }
    const watcher = this.#broadcaster.watchWithPrefix(this.#firstEvents(watch, options, prefix), {
      filter: ({ object }) => object.resourceVersion > resourceVersion && watch.sees(object),
    });
    const ended = this.#expiry.watch();
    const timer = timeoutSeconds === undefined || timeoutSeconds <= 0
      ? undefined
      : setTimeout(() => watcher.stop(), timeoutSeconds * 1000);
    const onEnd = (): void => {
      clearTimeout(timer);
      ended();
    };
    return jsonResponse(watchBody(watcher, { watch, onEnd }));
  }

  /** Ends all watches: their clients may read what is queued. */
  async shutdown(): Promise<void> {
    this.#expiry.stop();
    await this.#broadcaster.shutdown();
  }

  /** Whether a watch begins with the events that are there. */
  #sendsState({ resourceVersion = 0, resourceVersionMatch, sendInitialEvents }: ListOptions): boolean {
    return sendInitialEvents || resourceVersion === 0 && resourceVersionMatch === "";
  }

  /** What a watch sees before the next change: the state, or the changes since its version. */
  #firstEvents(watch: EventWatch, options: ListOptions, prefix: string): WatchEvent<EventChange>[] {
    const { resourceVersion = 0, sendInitialEvents, allowWatchBookmarks } = options;
    const current = this.#store.resourceVersion;
    if (!this.#sendsState(options)) {
      const missed = resourceVersion === 0 ? [] : this.#store.history.after(resourceVersion);
      return missed.filter((change) => watch.sees(change)).map((change) => {
        const [type, object] = typedChange(change);
        return { type, object };
      });
    }
    if (resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
    const events: WatchEvent<EventChange>[] = [];
    for (const stored of this.#store.list(prefix)) {
      const object = new EventChange(stored.resourceVersion, { current: stored });
      if (watch.sees(object)) events.push({ type: "ADDED", object });
    }
    if (sendInitialEvents && allowWatchBookmarks) events.push(initialEventsEnd(current));
    return events;
  }
}

/** A change as the broadcaster takes it; a watch with a selector may see it as another type. */
function typedChange(change: EventChange): [type: "ADDED" | "MODIFIED" | "DELETED", change: EventChange] {
  if (change.current === undefined) return ["DELETED", change];
  return [change.previous === undefined ? "ADDED" : "MODIFIED", change];
}
