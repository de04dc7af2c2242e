import { delay } from "@std/async/delay";
import type { ApiVersion, EventOf } from "../api/event.ts";
import { StatusError } from "../api/status_error.ts";
import { EventPages } from "./event_pages.ts";
import type { EventPage, EventsResource } from "./events_resource.ts";
import { isExpired } from "./watch_retries.ts";

/** Consecutive failures after which a list rejects, two to four seconds after the first: its caller can list again. */
const MAX_TRIES = 5;
const DELAY_MS = 1000;
/** A server that asks for longer is down for the caller of a list. */
const MAX_RETRY_AFTER_MS = 60_000;

interface ListEventsOptions {
  readonly pageSize: number;
  readonly random: () => number;
  readonly signal: AbortSignal | undefined;
}

/** Lists events page by page, each once. */
export async function* listEvents<V extends ApiVersion>(
  resource: EventsResource<V>,
  { pageSize, random, signal = new AbortController().signal }: ListEventsOptions,
): AsyncGenerator<EventOf<V>, void, undefined> {
  const pages = new EventPages(resource, { pageSize });
  const listed = new Set<string>();
  let tries = 0;
  while (!pages.isDone) {
    let page: EventPage<EventOf<V>>;
    try {
      page = await pages.next(signal);
    } catch (error) {
      if (++tries === MAX_TRIES || !(error instanceof StatusError)) throw error;
      if (!isExpired(error)) {
        if (!error.isRetryable) throw error;
        const askedMs = Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
        await delay(Math.max(askedMs, DELAY_MS * (1 + random()) / 2), { signal });
      }
      continue;
    }
    for (const event of page.items) {
      const key = `${event.metadata.namespace}/${event.metadata.name}`;
      if (listed.has(key)) continue;
      listed.add(key);
      // Repeated pages are not progress; the list may restart endlessly.
      tries = 0;
      yield event;
    }
  }
}
