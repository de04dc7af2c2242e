import type { ApiVersion, EventOf } from "../../base/event/event.ts";
import { untilAborted, withTimeout } from "../../base/tools/abort.ts";
import type { Connection } from "../../connect/connection/connection.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { CompleteReaderOptions } from "./event_reader_options.ts";
import { isVersioned } from "./known_events.ts";
import type { Witness } from "./position.ts";
import { isExpired, isFuture } from "./watch_retries.ts";

/** How long to wait for a list: a kube-apiserver's `--request-timeout`, after which it does not respond. */
const LIST_TIMEOUT_MS = 60_000;
/** How long to wait for a list of one event, which takes milliseconds, before the connection counts as dead. */
const CHECK_TIMEOUT_MS = 10_000;

type EventsSelection<V extends ApiVersion> = Pick<
  CompleteReaderOptions<V>,
  "apiVersion" | "namespace" | "fieldSelector" | "labelSelector"
>;

/** A page of a list. */
export interface EventPage<E> {
  readonly items: readonly E[];
  /** The version of the whole list. */
  readonly resourceVersion: string;
  /** The token of the next page; empty if there is none. */
  readonly continue: string;
}

/** The changes to watch. */
export interface WatchRange {
  /** The version to start after. */
  readonly resourceVersion: string;
  /** The time after which the server ends the watch. */
  readonly timeoutSeconds: number;
}

/** Sends the requests that read the selected events, without retries. */
export class EventsResource<V extends ApiVersion> {
  readonly #connection: Connection;
  readonly #selection: EventsSelection<V>;
  readonly #api: string;
  readonly #path: string;

  constructor(connection: Connection, selection: EventsSelection<V>) {
    const { apiVersion, namespace } = selection;
    this.#connection = connection;
    this.#selection = selection;
    this.#api = apiVersion === "v1" ? "/api/v1" : "/apis/events.k8s.io/v1";
    this.#path = namespace === "" ? `${this.#api}/events` : `${this.#api}/namespaces/${namespace}/events`;
  }

  get server(): string {
    return this.#connection.server;
  }

  /** Creates an event with only metadata. */
  readonly toEvent = (metadata: EventOf<V>["metadata"]): EventOf<V> => {
    const { apiVersion } = this.#selection;
    const event = { apiVersion, kind: "Event", metadata };
    return (apiVersion === "v1" ? { ...event, involvedObject: {} } : event) as unknown as EventOf<V>;
  };

  /**
   * Reads a page of the list.
   *
   * @param page.continue The token of the page; empty for the first.
   * @param page.resourceVersion The version of the list's first page; the latest by default.
   */
  page(
    page: { limit: number; continue: string; resourceVersion: string | undefined },
    signal: AbortSignal,
  ): Promise<EventPage<EventOf<V>>> {
    const { fieldSelector, labelSelector } = this.#selection;
    const resourceVersionMatch = page.resourceVersion && "Exact";
    return this.#list({ ...page, resourceVersionMatch, fieldSelector, labelSelector }, signal);
  }

  /** Reads the server's current version, without selectors, so that the server need not search for a match. */
  async latestVersion(signal: AbortSignal): Promise<string> {
    return (await this.#list({ limit: 1 }, signal, CHECK_TIMEOUT_MS)).resourceVersion;
  }

  /** Whether the server's history has an event at a version; true if the server cannot tell. */
  async has(witness: Witness, version: string, signal: AbortSignal): Promise<boolean> {
    const { uid, resourceVersion, namespace, name } = witness;
    const path = `${this.#api}/namespaces/${namespace}/events`;
    const exact = { resourceVersion: version, resourceVersionMatch: "Exact", fieldSelector: `metadata.name=${name}` };
    try {
      const page = await this.#list(exact, signal, CHECK_TIMEOUT_MS, path);
      // A server that ignores the version responds with the latest version.
      return page.resourceVersion !== version ||
        page.items.some(({ metadata }) => metadata.uid === uid && metadata.resourceVersion === resourceVersion);
    } catch (error) {
      if (isFuture(error)) return false;
      // The version was compacted, so the watch will fail; or an old server does not support lists of an exact version.
      if (isExpired(error) || error instanceof StatusError && error.code === 400) return true;
      throw error;
    }
  }

  async watch(
    { resourceVersion, timeoutSeconds }: WatchRange,
    signal: AbortSignal,
  ): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const { fieldSelector, labelSelector } = this.#selection;
    const query = { watch: true, allowWatchBookmarks: true, resourceVersion, timeoutSeconds };
    const path = this.#path + queryOf({ ...query, fieldSelector, labelSelector });
    const response = this.#connection.send(path, { signal });
    response.then(({ body }) => signal.aborted ? body?.cancel() : undefined).catch(() => {});
    const { body } = await this.#withFix("watch", untilAborted(response, signal));
    return (body ?? new Response("").body!).getReader();
  }

  async #list(
    query: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    timeoutMs: number = LIST_TIMEOUT_MS,
    path: string = this.#path,
  ): Promise<EventPage<EventOf<V>>> {
    const page = withTimeout((signal) => this.#connection.json(path + queryOf(query), { signal }), {
      timeoutMs,
      message: `No response to a list within ${timeoutMs} ms`,
      signal,
    });
    return this.#toPage(await this.#withFix("list", page));
  }

  #toPage(body: unknown): EventPage<EventOf<V>> {
    const { items, metadata } = Object(body) as { items?: EventOf<V>[] | null; metadata?: Record<string, string> };
    const isList = items === null || items === undefined || Array.isArray(items) && items.every(isVersioned);
    if (typeof metadata?.["resourceVersion"] !== "string" || !isList) {
      throw new Error(
        `Cannot list events: ${this.#connection.server} responded with something other than a list (is it an API server?)`,
      );
    }
    const { apiVersion } = this.#selection;
    // Unlike watch events, list items lack both fields.
    for (const item of items ?? []) Object.assign(item, { apiVersion, kind: "Event" });
    return { items: items ?? [], resourceVersion: metadata["resourceVersion"], continue: metadata["continue"] ?? "" };
  }

  /** Waits for a response; adds the fix to an error that needs human intervention. */
  async #withFix<T>(verb: "list" | "watch", response: T | Promise<T>): Promise<T> {
    try {
      return await response;
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      const { status, retryAfterMs } = error;
      const message = this.#messageOf(error, verb);
      throw message === undefined ? error : new StatusError({ ...status, message }, { retryAfterMs, cause: error });
    }
  }

  #messageOf({ message, isForbidden, isNotFound, reason }: StatusError, verb: "list" | "watch"): string | undefined {
    const { apiVersion } = this.#selection;
    if (isNotFound) return `Cannot ${verb} events: ${this.#connection.server}${this.#path} was not found: ${message}`;
    // A 403 without a reason is not from an API server.
    if (!isForbidden || reason === "") return undefined;
    const group = apiVersion === "v1" ? "" : "events.k8s.io";
    return `Cannot ${verb} events: ${message}; ` +
      `the role needs the rule { apiGroups: ["${group}"], resources: ["events"], verbs: ["get", "list", "watch"] }`;
  }
}

/**
 * Builds the query. It requests compact output, because browsers would otherwise get watch objects in several lines.
 */
function queryOf(query: Readonly<Record<string, unknown>>): string {
  const compact: typeof query = { ...query, pretty: false };
  const given = Object.entries(compact).filter(([, value]) => value !== undefined && value !== "");
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
