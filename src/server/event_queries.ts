import type { Clock } from "../api/time.ts";
import { encodeContinueToken, type EventPage, eventPage } from "./store/event_page.ts";
import type { EventStore } from "./store/event_store.ts";
import { eventKey, type StoredEvent } from "./store/stored_event.ts";
import { notFound, tooLargeResourceVersion } from "./wire/api_error.ts";
import { metadataText, tableHead, tableRow } from "./wire/event_table.ts";
import { jsonResponse, listResponse } from "./wire/json_response.ts";
import type { GetOptions, ListOptions } from "./wire/list_options.ts";
import type { Representation } from "./wire/negotiate.ts";
import type { ServedApi } from "./wire/served_api.ts";
import type { EventsPath } from "./route.ts";

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
    switch (as) {
      case "object":
        return jsonResponse(stored.objectText(path.api));
      case "metadata":
        return jsonResponse(metadataText(stored));
      case "table": {
        const row = tableRow(path.api, stored, { includeObject, nowMs: this.#clock.now() });
        const metadata = { resourceVersion: String(stored.resourceVersion) };
        return listResponse(tableHead(metadata, { defineColumns: true }), [row]);
      }
    }
  }

  /** A list, whole or by pages. */
  list(path: EventsPath, options: ListOptions, as: Representation): Response {
    const page = eventPage(this.#store, path, options);
    const metadata = listMetadata(page, options);
    if (as !== "table") return objectList(path.api, page.items, { metadata, as });
    const rowOptions = { includeObject: options.includeObject, nowMs: this.#clock.now() };
    return listResponse(
      tableHead(metadata, { defineColumns: true }),
      mapped(page.items, (stored) => tableRow(path.api, stored, rowOptions)),
    );
  }
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

/** Creates a response with a list of events, or of their metadata. */
export function objectList(
  api: ServedApi,
  items: readonly StoredEvent[],
  options: { metadata: unknown; as: "object" | "metadata" },
): Response {
  const { metadata, as } = options;
  const [kind, apiVersion] = as === "object"
    ? ["EventList", api.apiVersion]
    : ["PartialObjectMetadataList", "meta.k8s.io/v1"];
  return listResponse(
    `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[`,
    mapped(items, (stored) => as === "object" ? stored.itemText(api) : metadataText(stored)),
  );
}

function* mapped(items: readonly StoredEvent[], textOf: (stored: StoredEvent) => string): Iterable<string> {
  for (const stored of items) yield textOf(stored);
}
