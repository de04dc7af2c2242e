import { delay } from "@std/async/delay";
import type { ApiVersion, EventOf } from "../api/event.ts";
import { requestedPause, retryPause, StatusError } from "../api/status_error.ts";
import { EventPages } from "./event_pages.ts";
import type { EventPage, EventsResource } from "./events_resource.ts";
import { isExpired } from "./watch_retries.ts";

/** Consecutive failures after which a list rejects, two to four seconds after the first: its caller can list again. */
const MAX_TRIES = 5;
const DELAY_MS = 1000;

interface ListEventsOptions {
  readonly pageSize: number;
  readonly random: () => number;
  readonly signal: AbortSignal | undefined;
  /** Whether to emit an event once only, which takes the memory of all names: a list that expires starts over. */
  readonly isUnique?: boolean;
}

/** Lists events page by page. */
export async function* listEvents<V extends ApiVersion>(
  resource: EventsResource<V>,
  { pageSize, random, signal = new AbortController().signal, isUnique = true }: ListEventsOptions,
): AsyncGenerator<EventOf<V>, void, undefined> {
  const pages = new EventPages(resource, { pageSize });
  const listed = new Set<string>();
  let tries = 0;
  let hasExpired = false;
  while (!pages.isDone) {
    let page: EventPage<EventOf<V>>;
    try {
      page = await pages.next(signal);
    } catch (error) {
      if (++tries === MAX_TRIES || !(error instanceof StatusError)) throw error;
      hasExpired ||= isExpired(error);
      if (!isExpired(error)) {
        if (!error.isRetryable) throw error;
        const pauseMs = retryPause(1, { minMs: DELAY_MS, maxMs: DELAY_MS, random });
        await delay(Math.max(pauseMs, requestedPause(error)), { signal });
      }
      continue;
    }
    if (!isUnique) {
      // Repeated pages are not progress; the list may restart endlessly.
      if (!hasExpired) tries = 0;
      yield* page.items;
      continue;
    }
    for (const event of page.items) {
      const key = `${event.metadata.namespace}/${event.metadata.name}`;
      if (listed.has(key)) continue;
      listed.add(key);
      tries = 0;
      yield event;
    }
  }
}
