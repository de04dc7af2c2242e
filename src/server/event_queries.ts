import type { Clock } from "../api/time.ts";
import { encodeContinueToken, type EventPage, eventPage } from "./store/event_page.ts";
import type { EventStore } from "./store/event_store.ts";
import { eventKey, type StoredEvent } from "./store/stored_event.ts";
import { notFound, tooLargeResourceVersion, wrongMetadata } from "./wire/api_error.ts";
import { metadataText, tableHead, tableRow } from "./store/event_table.ts";
import { jsonResponse, listResponse } from "./wire/json_response.ts";
import type { GetOptions, IncludeObject, ListOptions } from "./wire/list_options.ts";
import type { Representation } from "./wire/negotiate.ts";
import type { ServedApi } from "./wire/served_api.ts";
import type { EventsPath } from "./wire/route.ts";

/** Answers get and list requests. */
export class EventQueries {
  readonly #store: EventStore;
  readonly #clock: Clock;

  constructor(store: EventStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * One event.
   *
   * @throws {ApiError} 404 if it does not exist, 504 for a future version.
   */
  get(path: EventsPath, { resourceVersion = 0, includeObject }: GetOptions, as: Representation): Response {
    const current = this.#store.resourceVersion;
    if (resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
    const stored = this.#store.get(eventKey(path.namespace, path.name));
    if (stored === undefined) throw notFound(path.api, path.name);
    return jsonResponse(this.eventText(path.api, stored, { as, includeObject }));
  }

  /** A list, whole or by pages. */
  list(path: EventsPath, options: ListOptions, as: Representation): Response {
    const page = eventPage(this.#store, path, options);
    const { includeObject } = options;
    return this.listOf(path.api, page.items, { metadata: listMetadata(page, options), as, includeObject });
  }

  /** The JSON text of one event. */
  eventText(api: ServedApi, stored: StoredEvent, { as, includeObject }: EventForm): string {
    switch (as) {
      case "object":
        return stored.objectText(api);
      case "metadata":
        return metadataText(stored);
      case "metadataList":
        throw wrongMetadata({ list: false });
      case "table": {
        const row = tableRow(api, stored, { includeObject, nowMs: this.#clock.now() });
        const { resourceVersion } = stored.event.metadata;
        return `${tableHead({ resourceVersion }, { defineColumns: true })}${row}]}`;
      }
    }
  }

  /** Creates a response with a list of events. */
  listOf(
    api: ServedApi,
    items: readonly StoredEvent[],
    { metadata, as, includeObject }: EventForm & { metadata: unknown },
  ): Response {
    if (as === "metadata") throw wrongMetadata({ list: true });
    if (as === "table") {
      const rowOptions = { includeObject, nowMs: this.#clock.now() };
      return listResponse(
        tableHead(metadata, { defineColumns: true }),
        items,
        (stored) => tableRow(api, stored, rowOptions),
      );
    }
    const [kind, apiVersion] = as === "object"
      ? ["EventList", api.apiVersion]
      : ["PartialObjectMetadataList", "meta.k8s.io/v1"];
    return listResponse(
      `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[`,
      items,
      (stored) => as === "object" ? stored.itemText(api) : metadataText(stored),
    );
  }
}

/** The form in which events are sent. */
interface EventForm {
  readonly as: Representation;
  readonly includeObject: IncludeObject;
}

/** The metadata of a list: its version and the token of its next page. */
export function listMetadata({ resourceVersion, next, remaining }: EventPage, { selects }: ListOptions): unknown {
  return {
    resourceVersion: String(resourceVersion),
    ...(next !== undefined && {
      continue: encodeContinueToken({ resourceVersion, start: next }),
      // Counting the remaining events would mean running the selectors on them.
      ...(selects === undefined && { remainingItemCount: remaining }),
    }),
  };
}
