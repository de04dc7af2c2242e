import { badRequest, continueExpired, expired, tooLargeResourceVersion } from "./api_error.ts";
import { decodeContinueToken, encodeContinueToken, invalidToken } from "./continue_token.ts";
import type { EventStore } from "./event_store.ts";
import type { ListOptions } from "./list_options.ts";
import type { EventsPath } from "./route.ts";
import type { StoredEvent } from "./stored_event.ts";

const LIST_TOO_OLD = "The resourceVersion for the provided list is too old.";
const CONTINUE_TOO_OLD =
  "The provided continue parameter is too old to display a consistent list result. You can start a " +
  "new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the " +
  "results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
  "deleted between the time the first chunk was returned and now may show up in the list.";

/** A page of a list. */
export interface EventPage {
  readonly items: readonly StoredEvent[];
  /** The version of the whole list, which all of its pages share. */
  readonly resourceVersion: number;
  /** The first key that is not on this page or one before; `undefined` on the last. */
  readonly next: string | undefined;
  /** How many keys are left, selected or not. */
  readonly remaining: number;
}

/**
 * Reads a page of a list: all of it where there is no limit.
 *
 * @throws {ApiError} 400 for a token that is none, 410 for a version that is forgotten, 504 for one yet to come.
 */
export function eventPage(store: EventStore, path: EventsPath, options: ListOptions): EventPage {
  const { selects } = options;
  const prefix = path.namespace === "" ? "" : `${path.namespace}/`;
  const { start, resourceVersion } = whereToStart(store, prefix, options);
  const { keys, get } = store.view(prefix, { start, resourceVersion });
  const limit = options.limit > 0 ? options.limit : Infinity;
  const items: StoredEvent[] = [];
  let seen = 0;
  while (seen < keys.length && items.length < limit) {
    const stored = get(keys[seen++]!);
    if (selects === undefined || selects(stored.event)) items.push(stored);
  }
  const remaining = keys.length - seen;
  return { items, resourceVersion, next: remaining > 0 ? `${keys[seen - 1]}\0` : undefined, remaining };
}

/** The first key and the version of what is asked for. */
function whereToStart(
  store: EventStore,
  prefix: string,
  options: ListOptions,
): { start: string; resourceVersion: number } {
  const { continueToken, resourceVersion: wanted, resourceVersionMatch: match, limit } = options;
  const current = store.resourceVersion;
  if (continueToken !== "") {
    if (wanted) throw badRequest("specifying resource version is not allowed when using continue");
    const { start, resourceVersion } = decodeContinueToken(continueToken);
    if (!start.startsWith(prefix)) throw invalidToken("it is of another list");
    if (resourceVersion < 0) return { start, resourceVersion: current };
    if (!isKnown(store, resourceVersion)) {
      throw continueExpired(CONTINUE_TOO_OLD, encodeContinueToken({ resourceVersion: -1, start }));
    }
    return { start, resourceVersion };
  }
  if (wanted === undefined || wanted === 0) return { start: "", resourceVersion: current };
  // As it was before `resourceVersionMatch`: a limit makes the version exact.
  const exact = match === "Exact" || match === "" && limit > 0;
  if (!exact && wanted <= current) return { start: "", resourceVersion: current };
  if (!isKnown(store, wanted)) throw expired(LIST_TOO_OLD);
  return { start: "", resourceVersion: wanted };
}

/** Whether a version can be shown. */
function isKnown(store: EventStore, resourceVersion: number): boolean {
  const current = store.resourceVersion;
  if (resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
  return store.history.reaches(resourceVersion);
}
