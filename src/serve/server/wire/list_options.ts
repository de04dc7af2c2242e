import { type EventsPath, isTrue, parseInteger, parseVersion } from "./route.ts";
import { ApiError, badRequest, invalid } from "./api_error.ts";
import { type FieldError, forbiddenValue, notSupported } from "./field_error.ts";
import { allOf, type EventPredicate, fieldSelectorOf, parseFieldTerms, parseLabelSelector } from "./selectors.ts";

/** How the version of the response must relate to the requested version. */
type ResourceVersionMatch = "" | "NotOlderThan" | "Exact";

/** The query parameters of a list or watch. */
export interface ListOptions {
  /** Whether an event in the namespace is selected; `undefined` selects all. */
  readonly selects: EventPredicate | undefined;
  /** Identifies `selects`: queries with equal texts select the same events. */
  readonly selectorText: string;
  /** 0 for no limit. */
  readonly limit: number;
  readonly continueToken: string;
  /** `undefined` for the latest. */
  readonly resourceVersion: number | undefined;
  readonly resourceVersionMatch: ResourceVersionMatch;
  readonly timeoutSeconds: number | undefined;
  readonly allowWatchBookmarks: boolean;
  readonly sendInitialEvents: boolean;
}

/**
 * Parses and validates the query of a list or watch (apimachinery's `ValidateListOptions`).
 *
 * @throws {ApiError} 400 for malformed values, 422 for conflicting ones.
 */
export function parseListOptions(path: EventsPath, query: URLSearchParams): ListOptions {
  const text = (name: string): string => query.get(name) ?? "";
  const watch = isTrue(query, "watch");
  const labels = parseLabelSelector(text("labelSelector"));
  const terms = parseFieldTerms(text("fieldSelector"));
  const options = {
    watch,
    selectorText: JSON.stringify([text("fieldSelector"), text("labelSelector")]),
    limit: integer(query, "limit") ?? 0,
    continueToken: text("continue"),
    versionText: text("resourceVersion"),
    ...initialEvents(query, { watch }),
    timeoutSeconds: integer(query, "timeoutSeconds"),
    allowWatchBookmarks: isTrue(query, "allowWatchBookmarks"),
  };
  const errors = checkTogether(options);
  if (errors.length > 0) throw invalid({ kind: "ListOptions", group: "meta.k8s.io" }, errors);
  // A malformed version and an unknown label are reported after conflicting options.
  const resourceVersion = parseResourceVersion(options.versionText, { watch });
  const fields = fieldSelectorOf(path.api, terms);
  return {
    ...options,
    resourceVersion,
    sendInitialEvents: options.sendInitialEvents ?? false,
    selects: allOf([fields, labels]),
  };
}

/** The start of a watch. Without a version, it begins with the existing events (`SetListOptionsDefaults`). */
function initialEvents(
  query: URLSearchParams,
  { watch }: { watch: boolean },
): Pick<GivenOptions, "resourceVersionMatch" | "sendInitialEvents"> {
  const resourceVersionMatch = (query.get("resourceVersionMatch") ?? "") as ResourceVersionMatch;
  const sendInitialEvents = query.has("sendInitialEvents") ? isTrue(query, "sendInitialEvents") : undefined;
  const isDefault = sendInitialEvents === undefined && resourceVersionMatch === "";
  return watch && isDefault && ["", "0"].includes(query.get("resourceVersion") ?? "")
    ? { resourceVersionMatch: "NotOlderThan", sendInitialEvents: true }
    : { resourceVersionMatch, sendInitialEvents };
}

/** The options as given or by default; only a list leaves `sendInitialEvents` open. */
type GivenOptions = Omit<ListOptions, "selects" | "resourceVersion" | "sendInitialEvents"> & {
  readonly watch: boolean;
  readonly versionText: string;
  readonly sendInitialEvents: boolean | undefined;
};

/** Every violation, in the order of apimachinery. */
function checkTogether(options: GivenOptions): FieldError[] {
  const { watch, versionText, resourceVersionMatch: match, sendInitialEvents } = options;
  const forbid = (why: string): FieldError => forbiddenValue("resourceVersionMatch", why);
  const continued = match !== "" && options.continueToken !== "" &&
    forbid("resourceVersionMatch is forbidden when continue is provided");
  const supported = watch ? ["NotOlderThan"] : ["Exact", "NotOlderThan", ""];
  const unsupported = match !== "" && !supported.includes(match) &&
    notSupported("resourceVersionMatch", match, supported);
  const errors = watch
    ? [
      sendInitialEvents !== undefined && match !== "NotOlderThan" &&
      forbid("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
      sendInitialEvents === undefined && match !== "" &&
      forbid("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"),
      unsupported,
      continued,
    ]
    : [
      match !== "" && versionText === "" &&
      forbid("resourceVersionMatch is forbidden unless resourceVersion is provided"),
      continued,
      unsupported,
      match === "Exact" && versionText === "0" &&
      forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
      sendInitialEvents !== undefined &&
      forbiddenValue("sendInitialEvents", "sendInitialEvents is forbidden for list"),
    ];
  return errors.filter((error) => error !== false);
}

function integer(query: URLSearchParams, name: string): number | undefined {
  return query.has(name) ? parseInteger(query.get(name)!) : undefined;
}

/** @throws {ApiError} 400 for a malformed version, but 500 for a watch. */
export function parseResourceVersion(text: string, { watch }: { watch: boolean }): number | undefined {
  if (text === "") return undefined;
  const version = parseVersion(text);
  if ("value" in version) return version.value;
  const why = `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${version.error}`;
  // For a watch, a cluster reports this as an internal failure.
  throw watch ? new ApiError(500, { message: why }) : badRequest(`invalid resource version: ${why}`);
}
