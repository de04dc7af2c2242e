import type { EventsPath } from "../wire/route.ts";
import { type ApiError, badRequest, continueExpired, expired, tooLargeResourceVersion } from "../wire/api_error.ts";
import { isJsonObject, type JsonObject } from "../wire/decode_object.ts";
import type { ListOptions } from "../wire/list_options.ts";
import type { EventStore } from "./event_store.ts";
import { keyPrefix, type StoredEvent } from "./stored_event.ts";

const LIST_TOO_OLD = "The resourceVersion for the provided list is too old.";
const CONTINUE_TOO_OLD =
  "The provided continue parameter is too old to display a consistent list result. You can start a " +
  "new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the " +
  "results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or " +
  "deleted between the time the first chunk was returned and now may show up in the list.";

interface EventPage {
  readonly items: readonly StoredEvent[];
  /** The version of the list, shared by all its pages. */
  readonly resourceVersion: number;
  /** The first key of the next page, without the prefix of the list's keys; `undefined` on the last. */
  readonly next: string | undefined;
  /** The number of remaining keys, selected or not. */
  readonly remaining: number;
}

/**
 * Reads a page of a list, or all of it if there is no limit.
 *
 * @throws {ApiError} 400 for an invalid token, 410 for a discarded version, 504 for a future version.
 */
export function eventPage(store: EventStore, path: EventsPath, options: ListOptions): EventPage {
  const { selects } = options;
  const prefix = keyPrefix(path.namespace);
  const { start, resourceVersion } = startOf(store, prefix, options);
  const { events, count } = store.view(prefix, { start, resourceVersion });
  const limit = options.limit > 0 ? options.limit : Infinity;
  const items: StoredEvent[] = [];
  let remaining = count;
  let last = "";
  page:
  for (const block of events) {
    for (const stored of block) {
      if (items.length === limit) break page;
      if (selects === undefined || selects(stored.event)) items.push(stored);
      last = stored.key;
      remaining--;
    }
  }
  // The first possible key after the last one of this page.
  return { items, resourceVersion, next: remaining > 0 ? `${last.slice(prefix.length)}\0` : undefined, remaining };
}

/** Returns the first key and the version that the options request. */
function startOf(store: EventStore, prefix: string, options: ListOptions): { start: string; resourceVersion: number } {
  const { continueToken, resourceVersion: wanted, resourceVersionMatch: match, limit } = options;
  const current = store.resourceVersion;
  if (continueToken !== "") {
    const { start: key, resourceVersion } = decodeContinueToken(continueToken);
    // As in a cluster, the token of another list is accepted, and starts somewhere in this one.
    const start = prefix + key;
    if (wanted) throw badRequest("specifying resource version is not allowed when using continue");
    if (resourceVersion < 0) return { start, resourceVersion: current };
    checkVersion(
      store,
      resourceVersion,
      () => continueExpired(CONTINUE_TOO_OLD, encodeContinueToken({ resourceVersion: -1, start: key })),
    );
    return { start, resourceVersion };
  }
  if (wanted === undefined || wanted === 0) return { start: "", resourceVersion: current };
  // A limit makes the version exact, as it did before `resourceVersionMatch` existed.
  const exact = match === "Exact" || match === "" && limit > 0;
  if (!exact && wanted <= current) return { start: "", resourceVersion: current };
  checkVersion(store, wanted, () => expired(LIST_TOO_OLD));
  return { start: "", resourceVersion: wanted };
}

/** @throws {ApiError} 504 for a future version, and `tooOld()` for a discarded one. */
function checkVersion(store: EventStore, resourceVersion: number, tooOld: () => ApiError): void {
  const current = store.resourceVersion;
  if (resourceVersion > current) throw tooLargeResourceVersion(resourceVersion, current);
  if (!store.history.reaches(resourceVersion)) throw tooOld();
}

export function listMetadata({ resourceVersion, next, remaining }: EventPage, { selects }: ListOptions): unknown {
  return {
    resourceVersion: String(resourceVersion),
    ...(next !== undefined && {
      continue: encodeContinueToken({ resourceVersion, start: next }),
      // With selectors the count is omitted, because counting would run them on all remaining events.
      ...(selects === undefined && { remainingItemCount: remaining }),
    }),
  };
}

const VERSION = "meta.k8s.io/v1";

/** The start of the next page of a list, and the version that the page shows. */
interface ContinueToken {
  /** The version of the first page; -1 to continue with the current version. */
  readonly resourceVersion: number;
  /** The first key of the page, without the prefix of the list's keys. */
  readonly start: string;
}

/** Encodes a token as the API server does: JSON in unpadded base64url, opaque to clients. */
function encodeContinueToken({ resourceVersion, start }: ContinueToken): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ v: VERSION, rv: resourceVersion, start }));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @throws {ApiError} 400 if the token is malformed. */
function decodeContinueToken(text: string): ContinueToken {
  const { v = "", rv, start } = parseToken(text);
  if (v !== VERSION) throw invalidToken(`server does not recognize this encoded version ${v}`);
  if (!Number.isInteger(rv) || rv === 0) {
    throw invalidToken(`incorrect encoded start resourceVersion (version ${VERSION})`);
  }
  if (typeof start !== "string" || start === "") throw invalidToken(`encoded start key empty (version ${VERSION})`);
  const key = start.replace(/^\//, "");
  // As in a cluster, rejects a path that leads elsewhere.
  if (key !== "" && key.split("/").some((part) => ["", ".", ".."].includes(part))) throw invalidToken(start);
  return { resourceVersion: rv as number, start: key };
}

function invalidToken(why: string): ApiError {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`);
}

function parseToken(text: string): JsonObject {
  const odd = text.search(/[^A-Za-z0-9_-]/);
  const illegal = odd === -1 && text.length % 4 === 1 ? text.length - 1 : odd;
  if (illegal !== -1) throw invalidToken(`illegal base64 data at input byte ${illegal}`);
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  try {
    const token: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
    return isJsonObject(token) ? token : {};
  } catch (error) {
    throw invalidToken((error as Error).message);
  }
}
