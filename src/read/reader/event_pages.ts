import { delay } from "@std/async/delay";
import type { ApiVersion, EventOf } from "../../base/event/event.ts";
import { reasonOf, tellLogger } from "../../base/tools/logger.ts";
import { requestedPause, retryPause } from "../../base/event/retry_pauses.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { CompleteReaderOptions } from "./event_reader_options.ts";
import type { EventPage, EventsResource } from "./events_resource.ts";
import { isExpired } from "./watch_retries.ts";

/** How often a page is tried; the last try is two to four seconds after the first. The caller can list again. */
const MAX_TRIES = 5;
const DELAY_MS = 1000;

/**
 * A list that is read page by page; after a failure, it continues at the same page.
 *
 * If the server drops its snapshot because the list takes too long, the list continues with the current state, unless a
 * version is given.
 */
export class EventPages<V extends ApiVersion> {
  readonly #resource: EventsResource<V>;
  readonly #pageSize: number;
  readonly #resourceVersion: string | undefined;
  #token = "";
  /** The tokens so far, to detect a proxy that drops or mixes up queries and so would make the list endless. */
  readonly #tokens = new Set<string>();
  /** Whether the last page has been read. */
  isDone = false;
  /** Whether the server dropped its snapshot during the list, so that some pages are older than others. */
  isMixed = false;

  /** @param resourceVersion The version to list; the latest by default. */
  constructor(resource: EventsResource<V>, pageSize: number, resourceVersion?: string) {
    this.#resource = resource;
    this.#pageSize = pageSize;
    this.#resourceVersion = resourceVersion;
  }

  /** Whether the latest version is listed. */
  get isLatest(): boolean {
    return this.#resourceVersion === undefined;
  }

  /** Whether the next page is the first one. */
  get isAtStart(): boolean {
    return this.#token === "" && !this.isDone;
  }

  /** Reads the next page; may be called again after it rejects. A list that has expired starts over. */
  async next(signal: AbortSignal): Promise<EventPage<EventOf<V>>> {
    try {
      return await this.#read(signal);
    } catch (error) {
      if (!(error instanceof StatusError) || !isExpired(error)) throw error;
      this.#restart();
      // The response may have a token that continues with the current state.
      const freshToken = error.status.metadata?.["continue"];
      if (this.#resourceVersion !== undefined || typeof freshToken !== "string") throw error;
      this.#token = freshToken;
      this.isMixed = true;
    }
    return await this.#read(signal);
  }

  async #read(signal: AbortSignal): Promise<EventPage<EventOf<V>>> {
    const resourceVersion = this.isAtStart ? this.#resourceVersion : undefined;
    const wanted = { limit: this.#pageSize, continue: this.#token, resourceVersion };
    const page = await this.#resource.page(wanted, signal);
    this.#token = page.continue;
    this.isDone = page.continue === "";
    if (!this.#tokens.has(page.continue)) {
      this.#tokens.add(page.continue);
      return page;
    }
    this.#restart();
    throw new Error(`Cannot list events: ${this.#resource.server} responded with the same page twice`);
  }

  #restart(): void {
    this.#token = "";
    this.isMixed = false;
    this.#tokens.clear();
  }
}

interface ListEventsOptions<V extends ApiVersion>
  extends Pick<CompleteReaderOptions<V>, "pageSize" | "random" | "logger" | "filter"> {
  readonly signal: AbortSignal | undefined;
  /** Whether to emit each event once, even if the list expires and starts over; this keeps all names in memory. */
  readonly isUnique?: boolean;
}

/** Lists events page by page. */
export async function* listEvents<V extends ApiVersion>(
  resource: EventsResource<V>,
  { pageSize, random, logger, filter, signal = new AbortController().signal, isUnique = true }: ListEventsOptions<V>,
): AsyncGenerator<EventOf<V>, void, undefined> {
  const pages = new EventPages(resource, pageSize);
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
        if (tries === 1) tellLogger(logger, "warn", `${reasonOf(error)}; retrying to read events`);
        const pauseMs = retryPause(1, { minMs: DELAY_MS, maxMs: DELAY_MS, random });
        await delay(Math.max(pauseMs, requestedPause(error)), { signal });
      }
      continue;
    }
    for (const event of page.items) {
      const key = `${event.metadata.namespace}/${event.metadata.name}`;
      if (listed.has(key)) continue;
      if (isUnique) listed.add(key);
      // A list that has started over repeats pages, which is not progress.
      if (isUnique || !hasExpired) tries = 0;
      if (filter(event)) yield event;
    }
  }
}
