import { untilAborted } from "../../base/tools/abort.ts";
import { readOptions } from "../../base/tools/check_options.ts";
import {
  API_VERSIONS,
  type ApiVersion,
  type CoreV1Event,
  type EventOf,
  type EventsV1Event,
} from "../../base/event/event.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { BrowserGuard } from "./browser_guard.ts";
import { answerReview } from "./discovery/access_review.ts";
import { Discovery } from "./discovery/discovery.ts";
import { EventRequests } from "./event_requests.ts";
import { type EventsApiServerOptions, eventsApiServerOptionTable } from "./events_api_server_options.ts";
import type { Fault } from "./fault.ts";
import { FaultInjector } from "./fault_injector.ts";
import { type FetchHandler, toRequest } from "./fetch_handler.ts";
import { EventStore } from "./store/event_store.ts";
import { EventWriter } from "./store/event_writer.ts";
import { EventWatches } from "./watch/event_watches.ts";
import { ApiError, internalError, unknownPath } from "./wire/api_error.ts";
import { statusResponse, textResponse } from "./wire/json_response.ts";
import { callerSignal, checkTimeout, isInServedGroup, parseEventsPath, parseUrl, requestVerb } from "./wire/route.ts";
import { CORE_V1, EVENTS_V1 } from "./wire/served_api.ts";

// The path of a request, and where to change each step:
//
//   EventsApiServer.fetch   events_api_server.ts    receives it, as a fetch or a handler (fetch_handler.ts)
//   BrowserGuard.check      browser_guard.ts        refuses web pages
//   parseEventsPath         wire/route.ts           the namespace, the name and the verb (wire/list_options, write_options)
//   Discovery.respond       discovery/              every other path, and access reviews
//   FaultInjector.answer    fault_injector.ts       fails as a cluster does (fault.ts)
//   EventRequests.answer    event_requests.ts       one method per verb
//   decodeEvent             wire/decode_event.ts    the body: JSON or protobuf, by wire/event_schema.ts; patch/ for patches
//   EventWriter             store/event_writer.ts   the rules of writing (wire/validate_event.ts)
//   EventStore              store/event_store.ts    all events, their expiry, and the history of changes (store/change_history.ts)
//   eventPage               store/event_page.ts     a list, in pages
//   EventWatches            watch/event_watches.ts  wakes the watches that wait for a change; EventWatch: their lines
//   eventText               store/event_text.ts     the response: objects, metadata or a table
//
// Errors are ApiErrors (wire/api_error.ts), which become a Status.

/**
 * An in-memory Kubernetes Events API: a fetch handler that kubectl and other clients can use in place of a cluster, in
 * scripts and tests.
 *
 * - **Both APIs.** core/v1 and events.k8s.io/v1 are two views of the same events, validated as strictly as in a
 *   cluster.
 * - **All operations on events.** get, list (selectors, pages, tables), watch, create, update, JSON patch, merge
 *   patches, delete, delete collection, dry run, discovery. Errors are `Status` objects, as in a cluster. See {@link
 *   https://kubernetes.io/docs/reference/using-api/api-concepts/ | Kubernetes API Concepts} and {@link
 *   https://kubernetes.io/docs/reference/kubernetes-api/core/event-v1/ | Event} of the API reference.
 * - **Bodies in JSON and protobuf.** Go clients send protobuf by default; responses are JSON, which they accept.
 * - **Bounded.** An event is removed `ttlMs` after its last change, or, least recently written first, when `maxEvents`
 *   or `maxBytes` is exceeded; watches can start `maxHistory` changes back, and a client that falls further behind gets
 *   410. An unread watch buffers no events.
 * - **Quiet.** Timers run only while a client waits for the next change of a watch; nothing is printed.
 * - **At the edge.** One server at module level serves all requests of an isolate, and any number of watches. Each
 *   watch keeps its own request alive; killing one does not hold up the others, but Cloudflare Workers then warn once,
 *   at the next change, that a promise of another request was resolved. Isolates do not share a server.
 *
 * Not supported, and not planned: persistence, authentication and authorization, server-side apply with its
 * `managedFields` (415; `kubectl apply` works, but not with `--server-side`), YAML and CBOR (415), protobuf responses,
 * watches through WebSockets (clients fall back to HTTP), the deprecated `/watch/` paths (404), indented JSON, ETags,
 * OpenAPI's types of fields, finalizers that delay a delete, objects other than events (every namespace exists unless
 * `namespacePhase` returns otherwise), rate limits, bookmarks except the one after the initial events of a watch,
 * compression, metrics, health checks by name.
 * Any client that can connect may read and write: serve it on the loopback interface. Requests from web pages are
 * refused unless `allowedHosts` and `allowedOrigins` permit them.
 *
 * Other differences from a cluster are details: the texts of decode errors; `1.0` and `1e2` are integers; the last of
 * duplicate fields counts, without a warning; a byte order mark before JSON is ignored; tables and metadata are in
 * meta.k8s.io/v1, even if v1beta1 is requested; a merge or JSON patch that changes `apiVersion` to the other API is a
 * 422; a strategic merge patch fails if an integer exceeds its type, where a cluster wraps around; integers beyond 2^53
 * are rounded, and those next to 2^63 refused; times outside the years 0 to 9999 are refused in protobuf and in
 * events.k8s.io/v1; weights in `Accept` are ignored; a watch as `PartialObjectMetadataList` delivers
 * `PartialObjectMetadata`, where a cluster's is empty; a watch without `timeoutSeconds` ends after 24 days, where a
 * cluster's ends within an hour.
 *
 * When the first request arrives through a socket, resource versions jump to the clock's time, so that clients of an
 * earlier server at the same address get a 410, and list again.
 *
 * @example Call it as a fetch
 * ```ts
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const api = new EventsApiServer();
 * const created = await api.fetch("/api/v1/namespaces/default/events", {
 *   method: "POST",
 *   headers: { "content-type": "application/json" },
 *   body: JSON.stringify({
 *     metadata: { name: "web.1" },
 *     involvedObject: { kind: "Pod", name: "web", namespace: "default" },
 *     reason: "Started",
 *     type: "Normal",
 *   }),
 * });
 * assert.equal(created.status, 201);
 * assert.equal(api.events()[0]?.reason, "Started");
 * ```
 *
 * @category Server
 */
export class EventsApiServer implements AsyncDisposable {
  /**
   * Always 0, for `Bun.serve(api)`: by default Bun closes a connection that is idle for ten seconds, such as a quiet
   * watch.
   */
  readonly idleTimeout = 0;

  /** Always the loopback interface, for `Bun.serve(api)`, which by default listens on all interfaces. */
  readonly hostname = "127.0.0.1";

  readonly #guard: BrowserGuard;
  readonly #store: EventStore;
  readonly #watches: EventWatches;
  readonly #writer: EventWriter;
  readonly #requests: EventRequests;
  readonly #discovery: Discovery;
  readonly #faults: FaultInjector;
  #stopped = false;
  /** Whether a request has arrived through a socket. */
  #isServed = false;

  /**
   * Creates an empty server.
   *
   * @throws {RangeError} If a number, in the options or in a fault, is out of range, or a fault's verb or answer is
   *   unknown.
   * @throws {TypeError} If a kind has no `apiVersion` or no `kind`, an allowed host or origin is malformed, or an
   *   option that must be a function is not.
   */
  constructor(options: EventsApiServerOptions = {}) {
    const read = readOptions("serve events", options, eventsApiServerOptionTable());
    const { clock, namespacePhase, random } = read;
    this.#guard = new BrowserGuard(read);
    this.#store = new EventStore({
      ...read,
      maxChanges: read.maxHistory,
      onChange: () => this.#watches.changed(),
      onForget: (resourceVersion) => this.#watches.forgets(resourceVersion),
    });
    this.#watches = new EventWatches(this.#store, clock, read.flushesHeaders);
    this.#writer = new EventWriter(this.#store, read);
    this.#requests = new EventRequests({ store: this.#store, writer: this.#writer, watches: this.#watches, clock });
    this.#discovery = new Discovery([...read.kinds], namespacePhase);
    this.#faults = new FaultInjector(read.faults, { random, expire: () => this.expire() });
  }

  /**
   * Answers a request. It takes the arguments of the global `fetch` and does not use `this`, so it can be passed to
   * `Deno.serve`, a sink, or anything that expects a `fetch` or a handler. A path is resolved against
   * `http://localhost`.
   *
   * Like the global `fetch`, it rejects with the signal's reason if the request's signal aborts before anything is written
   * (reading a watch rejects likewise), and with a TypeError if the arguments are not a valid request. Otherwise only a fault
   * makes it reject: any other failure is a `Status`, or outside the served APIs a 404 in plain text, as from a cluster.
   */
  readonly fetch: FetchHandler = async (input: string | URL | Request, init?: unknown): Promise<Response> => {
    const request = toRequest(input, init);
    try {
      const url = parseUrl(request.url);
      const preflight = this.#guard.check(request, url);
      if (preflight !== undefined) return preflight;
      const signal = callerSignal(request);
      signal?.throwIfAborted();
      // Converts errors here too, so that pages of allowed origins can read them.
      const answer = this.#respond(request, url).catch(errorResponse);
      const response = await (signal === undefined ? answer : untilAborted(answer, signal));
      return this.#guard.share(request, response);
    } catch (error) {
      return errorResponse(error);
    }
  };

  /**
   * Returns copies of the stored events, least recently written first.
   *
   * @param options.apiVersion The API whose field names the copies use; `"v1"` by default.
   * @throws {RangeError} If the API is unknown.
   */
  events<V extends ApiVersion = "v1">(options: { apiVersion?: V } = {}): EventOf<V>[] {
    const { apiVersion } = readOptions("read events", options, { apiVersion: [API_VERSIONS, "v1"] });
    const api = apiVersion === "v1" ? CORE_V1 : EVENTS_V1;
    this.#store.removeExpired();
    return Array.from(this.#store.values(), (stored) => JSON.parse(stored.objectText(api)));
  }

  /**
   * Stores an event of another server unchanged and without validation: with its times, its uid, and its
   * resourceVersion if that is newer than those of all events here, so restore the oldest event first. It replaces an
   * event of the same namespace and name, and is kept for `ttlMs` from now on.
   *
   * @param event An event of either API, such as one of `kubectl get events -o json`.
   * @throws {TypeError} If it is not an event with a name.
   *
   * @example Look at the events of a file
   * ```ts
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const api = new EventsApiServer({ ttlMs: Infinity });
   * const involvedObject = { kind: "Pod", namespace: "shop", name: "web" };
   * api.restore({ metadata: { name: "web.1", namespace: "shop", uid: "u1", resourceVersion: "41" }, involvedObject });
   * assert.deepEqual([api.events()[0]?.metadata.uid, api.events()[0]?.metadata.resourceVersion], ["u1", "41"]);
   * ```
   */
  restore(event: CoreV1Event | EventsV1Event): void {
    try {
      if (!event.metadata.name) throw new TypeError("it has no name");
      this.#writer.restore(event);
    } catch (error) {
      throw new TypeError(`Cannot restore an event: ${reasonOf(error)}`, { cause: error });
    }
  }

  /**
   * Adds a fault, after the existing ones.
   *
   * @throws {RangeError} If a number in the fault is out of range, or its verb or answer is unknown.
   */
  inject(fault: Fault): void {
    this.#faults.add(fault);
  }

  /** Removes all faults, including those from the options. */
  clearFaults(): void {
    this.#faults.clear();
  }

  /**
   * Discards all versions before the current one, like an etcd compaction: lists, continue tokens and watches from
   * older versions then get a 410. A running watch whose client has read all changes continues.
   *
   * @param options.silently Whether watches from older versions end immediately and without an error, as on GKE.
   */
  expire(options: { silently?: boolean } = {}): void {
    const { silently } = readOptions("expire versions", options, { silently: ["a boolean", false] });
    this.#store.removeExpired();
    this.#store.compact(silently);
  }

  /** Ends every running watch cleanly, as a restarting server does; clients can still read the changes so far. */
  closeWatches(): void {
    this.#watches.end();
  }

  /** Breaks the connection of every running watch: reading it fails with a TypeError. */
  cutWatches(): void {
    this.#watches.end(new TypeError("Connection cut by an injected fault"));
  }

  /**
   * Ends every watch, and answers later requests with 503; clients can still read the changes so far. Idempotent.
   */
  shutdown(): Promise<void> {
    this.#stopped = true;
    this.#watches.end();
    return Promise.resolve();
  }

  /** Same as `shutdown()`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }

  async #respond(request: Request, url: URL): Promise<Response> {
    if (this.#stopped) {
      throw new ApiError(503, { reason: "ServiceUnavailable", message: "the server is shutting down" });
    }
    // Only clients in other processes can know the versions of an earlier server.
    if (!this.#isServed && request.headers.has("host")) {
      this.#isServed = true;
      this.#store.skipToClock();
    }
    const path = parseEventsPath(url.pathname);
    const query = url.search === "" ? NO_QUERY : url.searchParams;
    const verb = path && requestVerb(request.method, path, query);
    if (verb !== "watch") checkTimeout(query);
    if (path === undefined) return await orError(() => this.#respondOutside(request, url.pathname));
    const routed = { request, path, query, verb };
    // Errors become responses, so that a fault can replace any response.
    return await this.#faults.answer(routed, () => orError(() => this.#requests.answer(routed)));
  }

  /** Answers a request that is not for events. */
  async #respondOutside(request: Request, pathname: string): Promise<Response> {
    const isRead = request.method === "GET";
    const answer = isRead ? this.#discovery.respond(request, pathname) : await answerReview(request, pathname);
    if (answer === undefined && isInServedGroup(pathname)) throw unknownPath();
    return answer ?? textResponse("404 page not found\n", 404);
  }
}

/** An empty query, shared because most requests have none. */
const NO_QUERY = new URLSearchParams();

/** Returns the response to an API error; rethrows any other error, such as a fault's. */
function errorResponse(error: unknown): Response {
  if (error instanceof ApiError) return statusResponse(error.status, error.warnings);
  throw error;
}

/** Answers a request; any error, such as one of `namespacePhase`, becomes a `Status`. */
async function orError(answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    return errorResponse(error instanceof ApiError ? error : internalError(String(error)));
  }
}
