import type { Clock } from "../api/clock.ts";
import { badRequest, expired, notFound, tooLargeResourceVersion } from "./api_error.ts";
import { decodeContinueToken, encodeContinueToken } from "./continue_token.ts";
import type { EventStore } from "./event_store.ts";
import { type IncludeObject, metadataText, tableRows, tableText } from "./event_table.ts";
import { jsonResponse } from "./json_response.ts";
import type { ListOptions } from "./list_options.ts";
import type { Representation } from "./negotiate.ts";
import type { EventsPath } from "./route.ts";
import type { ServedApi } from "./served_api.ts";
import { eventKey, type StoredEvent } from "./stored_event.ts";

const LIST_TOO_OLD = "The resourceVersion for the provided list is too old.";
const CONTINUE_TOO_OLD =
  "The provided continue parameter is too old to display a consistent list result. You can start a " +
  "new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the " +
  "results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
  "deleted between the time the first chunk was returned and now may show up in the list.";

/** A page of a list. */
interface Page {
  readonly items: readonly StoredEvent[];
  readonly resourceVersion: number;
  /** The key after the page; `undefined` on the last. */
  readonly next: string | undefined;
  readonly remaining: number;
}

/** Answers the requests that only read: get and list. */
export class EventReader {
  readonly #store: EventStore;
  readonly #clock: Clock;

  constructor(store: EventStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** One event, or 404. */
  get(path: EventsPath, options: { as: Representation; includeObject: IncludeObject }): Response {
    const { as, includeObject } = options;
    const stored = this.#store.get(eventKey(path.namespace, path.name));
    if (stored === undefined) throw notFound(path.api, path.name);
    switch (as) {
      case "object":
        return jsonResponse(stored.objectText(path.api));
      case "metadata":
        return jsonResponse(metadataText(stored));
      case "table": {
        const rows = tableRows(path.api, [stored], { includeObject, nowMs: this.#clock.now() });
        const metadata = { resourceVersion: String(stored.resourceVersion) };
        return jsonResponse(tableText(rows, { metadata, defineColumns: true }));
      }
    }
  }

  /** A list, whole or by pages. */
  list(path: EventsPath, options: ListOptions, as: Representation): Response {
    const page = this.#page(path, options);
    const metadata = {
      resourceVersion: String(page.resourceVersion),
      ...(page.next !== undefined && {
        continue: encodeContinueToken({ resourceVersion: page.resourceVersion, start: page.next }),
        // Counting what is left would mean to select it.
        ...(options.selects === undefined && { remainingItemCount: page.remaining }),
      }),
    };
    if (as === "table") {
      const rows = tableRows(path.api, page.items, { includeObject: options.includeObject, nowMs: this.#clock.now() });
      return jsonResponse(tableText(rows, { metadata, defineColumns: true }));
    }
    return jsonResponse(listText(path.api, page.items, { metadata, as }));
  }

  #page(path: EventsPath, options: ListOptions): Page {
    const { selects, limit } = options;
    const prefix = path.namespace === "" ? "" : `${path.namespace}/`;
    const { start, resourceVersion } = this.#startOf(options, prefix);
    const candidates = [
      ...(resourceVersion === this.#store.resourceVersion
        ? this.#store.list(prefix, start)
        : this.#store.listAt(resourceVersion, { prefix, start })),
    ];
    if (limit <= 0 || candidates.length <= limit) {
      const items = selects ? candidates.filter(({ event }) => selects(event)) : candidates;
      return { items, resourceVersion, next: undefined, remaining: 0 };
    }
    const items: StoredEvent[] = [];
    let seen = 0;
    while (seen < candidates.length && items.length < limit) {
      const candidate = candidates[seen++]!;
      if (selects === undefined || selects(candidate.event)) items.push(candidate);
    }
    const remaining = candidates.length - seen;
    return { items, resourceVersion, next: remaining > 0 ? `${candidates[seen - 1]!.key}\0` : undefined, remaining };
  }

  /** The first key and the version of what is asked for. */
  #startOf(options: ListOptions, prefix: string): { start: string; resourceVersion: number } {
    const { continueToken, resourceVersion: wanted, resourceVersionMatch: match, limit } = options;
    const current = this.#store.resourceVersion;
    if (continueToken !== "") {
      if (wanted) throw badRequest("specifying resource version is not allowed when using continue");
      const token = decodeContinueToken(continueToken);
      if (!token.start.startsWith(prefix)) throw badRequest("continue key is not valid: it is of another list");
      if (token.resourceVersion < 0) return { start: token.start, resourceVersion: current };
      this.#check(token.resourceVersion, () => {
        const error = expired(CONTINUE_TOO_OLD);
        const fresh = encodeContinueToken({ resourceVersion: -1, start: token.start });
        return Object.assign(error, { status: { ...error.status, metadata: { continue: fresh } } });
      });
      return { start: token.start, resourceVersion: token.resourceVersion };
    }
    if (wanted === undefined || wanted === 0) return { start: "", resourceVersion: current };
    const exact = match === "Exact" || match === "" && limit > 0;
    if (!exact && wanted <= current) return { start: "", resourceVersion: current };
    this.#check(wanted, () => expired(LIST_TOO_OLD));
    return { start: "", resourceVersion: wanted };
  }

  #check(resourceVersion: number, tooOld: () => Error): void {
    const current = this.#store.resourceVersion;
    if (resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
    if (!this.#store.history.reaches(resourceVersion)) throw tooOld();
  }
}

/** The JSON text of a list. */
export function listText(
  api: ServedApi,
  items: readonly StoredEvent[],
  options: { metadata: unknown; as: "object" | "metadata" },
): string {
  const { metadata, as } = options;
  const [kind, apiVersion] = as === "object"
    ? ["EventList", api.apiVersion]
    : ["PartialObjectMetadataList", "meta.k8s.io/v1"];
  const texts = items.map((stored) => as === "object" ? stored.itemText(api) : metadataText(stored));
  return `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":${JSON.stringify(metadata)},"items":[${
    texts.join(",")
  }]}`;
}
