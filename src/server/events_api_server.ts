import { checkOptions } from "../api/check_options.ts";
import { API_VERSIONS, type ApiVersion, type EventOf } from "../api/event.ts";
import { BrowserGuard } from "./browser_guard.ts";
import { ApiError, internalError, unknownPath } from "./wire/api_error.ts";
import { answerReview } from "./discovery/access_review.ts";
import { Discovery } from "./discovery/discovery.ts";
import { namespaceResponse } from "./discovery/namespace.ts";
import { EventQueries } from "./event_queries.ts";
import { EventRequests, type EventsRequest } from "./event_requests.ts";
import { EventStore } from "./store/event_store.ts";
import { EventWatches } from "./watch/event_watches.ts";
import { EventWriter, type NamespacePhase } from "./store/event_writer.ts";
import { EVENTS_API_SERVER_OPTIONS, type EventsApiServerOptions } from "./events_api_server_options.ts";
import type { Fault } from "./fault.ts";
import { FaultInjector } from "./fault_injector.ts";
import { statusResponse, textResponse } from "./wire/json_response.ts";
import { apiOf, parseEventsPath, parseUrl, type RequestVerb, requestVerb } from "./wire/route.ts";
import { CORE_V1, EVENTS_V1 } from "./wire/served_api.ts";
import {
  answerSocket,
  BUN_SOCKET_HANDLERS,
  type BunSocketHandlers,
  bunUpgrade,
  type UpgradeWebSocket,
  wantsSocket,
} from "./watch/watch_socket.ts";
import { COMMON_KINDS } from "./discovery/served_kind.ts";

/**
 * A `fetch` that is also a request handler. Of the further arguments that a server passes to a handler, only that of
 * `Bun.serve` is used, for watches through a WebSocket.
 *
 * @category Server
 */
export interface FetchHandler {
  (request: Request, context?: unknown): Promise<Response>;
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

/**
 * An in-memory Kubernetes Events API: a fetch handler that kubectl and other clients use like a cluster, for scripts
 * and tests without one.
 *
 * - **Both APIs.** core/v1 and events.k8s.io/v1 are two views of the same events, validated as strictly as in a
 *   cluster.
 * - **All operations on events.** get, list (selectors, pages, tables), watch, create, update, all four patch types,
 *   delete, delete collection, dry run, discovery. Errors are `Status` objects, as in a cluster. See
 *   {@link https://kubernetes.io/docs/reference/using-api/api-concepts/ | Kubernetes API Concepts} and
 *   {@link https://kubernetes.io/docs/reference/kubernetes-api/core/event-v1/ | Event} of the API reference.
 * - **Server-side apply with owners.** `managedFields`, conflicts and `force` as in a cluster, except that owners are
 *   recorded only from the first apply of an event; fields set before it belong to `before-first-apply`.
 * - **Bodies in JSON, protobuf and CBOR.** Go clients send protobuf by default; responses are JSON, which they accept.
 * - **Bounded.** An event is removed `ttlMs` after its last change, or, least recently written first, when `maxEvents`
 *   or `maxBytes` is exceeded; watches can start `maxHistory` changes back, and a client that falls further behind gets
 *   410. An unread watch buffers no events.
 * - **Quiet.** Timers run only while a client waits for the next change of a watch, and nothing is printed.
 *
 * Not supported, and not planned: persistence, authentication and authorization, YAML (415), protobuf responses,
 * finalizers that delay a delete, objects other than events (every namespace exists unless `namespacePhase` returns
 * otherwise), rate limits, bookmarks but the one that `sendInitialEvents` ends with, compression, `pretty`, metrics. Any
 * client that can connect may read and write: serve it on the loopback interface. Requests from web pages are refused
 * unless `allowedHosts` and `allowedOrigins` permit them.
 *
 * Other differences from a cluster are in details: texts of decode errors; OpenAPI describes no more than kubectl needs;
 * a conflict names its first 100 fields; a merge or JSON patch that changes `apiVersion` to the other API is a 422; and
 * fields that were set through one API do not conflict with an apply through the other.
 *
 * From the first request through a socket on, resource versions continue from the clock: clients of an earlier server at
 * the same address get a 410, and list again.
 *
 * @example Call it without a socket
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
 * @example Serve it to kubectl: `kubectl --server=http://127.0.0.1:8001 get events -A`
 * ```ts ignore
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * Deno.serve({ hostname: "127.0.0.1", port: 8001 }, new EventsApiServer().fetch);
 * ```
 *
 * @example Inject faults: the first two creates fail, then one write in ten
 * ```ts
 * import { EventsApiServer, seededRandom } from "@kubecast/events/server";
 *
 * new EventsApiServer({
 *   faults: [
 *     { verb: "create", times: 2, answer: 503 },
 *     { verb: ["create", "patch"], probability: 0.1, answer: "reset" },
 *   ],
 *   random: seededRandom(7),
 * });
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

  /** For `Bun.serve(api)`: lets clients watch through a WebSocket. */
  readonly websocket: BunSocketHandlers = BUN_SOCKET_HANDLERS;

  readonly #guard: BrowserGuard;
  readonly #store: EventStore;
  readonly #watches: EventWatches;
  readonly #requests: EventRequests;
  readonly #discovery: Discovery;
  readonly #namespacePhase: (namespace: string) => NamespacePhase;
  readonly #faults: FaultInjector;
  readonly #upgrade: UpgradeWebSocket | undefined;
  #stopped = false;
  /** Whether a request has come through a socket. */
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
    checkOptions("serve events", options, EVENTS_API_SERVER_OPTIONS);
    if ("port" in options) {
      throw new TypeError("Cannot serve events: unknown option port, pass it to what serves this server's fetch");
    }
    const {
      ttlMs = 3_600_000,
      maxEvents = 100_000,
      maxBytes = 268_435_456,
      maxHistory = 10_000,
      allowedHosts = [],
      allowedOrigins = [],
      upgradeWebSocket,
      clock = Date,
      kinds = COMMON_KINDS,
      namespacePhase = () => "Active",
      faults = [],
      random = Math.random,
    } = options;
    this.#upgrade = upgradeWebSocket;
    this.#namespacePhase = namespacePhase;
    this.#guard = new BrowserGuard({ allowedHosts, allowedOrigins });
    this.#store = new EventStore({
      ttlMs,
      maxEvents,
      maxBytes,
      maxChanges: maxHistory,
      clock,
      onChange: () => this.#watches.changed(),
      onForget: (resourceVersion) => this.#watches.forgets(resourceVersion),
    });
    this.#watches = new EventWatches(this.#store, clock);
    this.#requests = new EventRequests({
      store: this.#store,
      reader: new EventQueries(this.#store, clock),
      writer: new EventWriter({ store: this.#store, clock, namespacePhase }),
      watches: this.#watches,
      clock,
    });
    this.#discovery = new Discovery([...kinds]);
    this.#faults = new FaultInjector(faults, { random, expire: () => this.expire() });
  }

  /**
   * Answers a request. It takes the arguments of the global `fetch` and does not use `this`, so it can be passed to
   * `Deno.serve`, a sink, or anything that expects a `fetch` or a handler. A path is resolved against
   * `http://localhost`.
   *
   * It rejects only if a fault makes it, or with a TypeError if the arguments form no valid request. Any other failure
   * is a `Status`, or outside the served APIs a 404 in plain text, as from a cluster.
   *
   * @example
   * ```ts
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const answer = await new EventsApiServer().fetch("/api/v1/events?limit=10");
   * assert.equal((await answer.json()).kind, "EventList");
   * ```
   */
  readonly fetch: FetchHandler = async (input: string | URL | Request, init?: unknown): Promise<Response> => {
    const request = toRequest(input, init);
    try {
      const url = parseUrl(request.url);
      const refusal = this.#guard.check(request, url);
      if (refusal !== undefined) return refusal;
      const answer = await this.#respond(request, url);
      return isSocketWatch(request, url)
        ? answerSocket(request, answer, this.#upgrade ?? bunUpgrade(init))
        : this.#guard.share(request, answer);
    } catch (error) {
      if (error instanceof ApiError) return statusResponse(error.status);
      throw error;
    }
  };

  /**
   * Returns copies of the stored events, least recently written first.
   *
   * @param options.apiVersion The API whose field names they use: `"v1"` by default.
   * @throws {RangeError} If the API is unknown.
   *
   * @example
   * ```ts
   * import { EventBroadcaster, FetchEventSink } from "@kubecast/events";
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const api = new EventsApiServer();
   * const broadcaster = new EventBroadcaster();
   * broadcaster.startRecordingToSink(new FetchEventSink({ fetch: api.fetch }));
   * broadcaster.newRecorder({ component: "example" }).event({ kind: "Pod", name: "web" }, "Normal", "Pulled", "Pulled it");
   * await broadcaster.shutdown();
   *
   * assert.deepEqual(api.events().map(({ reason, count }) => [reason, count]), [["Pulled", 1]]);
   * ```
   */
  events<V extends ApiVersion = "v1">(options: { apiVersion?: V } = {}): EventOf<V>[] {
    checkOptions("read events", options, { apiVersion: API_VERSIONS });
    const { apiVersion = "v1" } = options;
    const api = apiVersion === "v1" ? CORE_V1 : EVENTS_V1;
    this.#store.expire();
    return Array.from(this.#store.values(), (stored) => JSON.parse(stored.objectText(api)));
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
   * older versions are answered with 410 from now on. A running watch whose client has read all changes continues.
   *
   * @param options.silently Whether watches from older versions end immediately and without an error, as on GKE.
   */
  expire(options: { silently?: boolean } = {}): void {
    checkOptions("expire versions", options, { silently: "a boolean" });
    const { silently = false } = options;
    this.#store.expire();
    this.#store.compact(silently);
  }

  /** Ends every running watch cleanly, as a restarting server does; clients may still read the changes so far. */
  closeWatches(): void {
    this.#watches.end();
  }

  /** Breaks the connection of every running watch: reading it fails with a TypeError. */
  cutWatches(): void {
    this.#watches.end(new TypeError("Connection cut by an injected fault"));
  }

  /**
   * Ends every watch, and answers every later request with 503; clients may still read the changes so far. Idempotent.
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
    try {
      return await this.#route(request, url);
    } catch (error) {
      if (error instanceof ApiError) return statusResponse(error.status);
      throw error;
    }
  }

  #route(request: Request, url: URL): Response | Promise<Response> {
    if (this.#stopped) {
      throw new ApiError(503, { reason: "ServiceUnavailable", message: "the server is shutting down" });
    }
    // Only clients in other processes may know versions of an earlier server.
    if (!this.#isServed && request.headers.has("host")) {
      this.#isServed = true;
      this.#store.skipToClock();
    }
    const path = parseEventsPath(url.pathname);
    if (path === undefined) return this.#respondOutside(request, url.pathname);
    const query = url.search === "" ? NO_QUERY : url.searchParams;
    const verb = requestVerb(request.method, path, query);
    return this.#faults.answer({ request, path, verb }, () => this.#answer({ request, path, query }, verb));
  }

  /** Answers a request that is not for events. */
  async #respondOutside(request: Request, pathname: string): Promise<Response> {
    if (request.method === "GET") {
      return namespaceResponse(pathname, this.#namespacePhase) ?? this.#discovery.respond(request, pathname);
    }
    if (apiOf(pathname)) throw unknownPath();
    return await answerReview(request, pathname) ?? textResponse("404 page not found\n", 404);
  }

  /** Answers a request; errors become responses here, since a fault may still replace them. */
  async #answer(given: EventsRequest, verb: RequestVerb | undefined): Promise<Response> {
    try {
      return await this.#requests.answer(given, verb);
    } catch (error) {
      return statusResponse((error instanceof ApiError ? error : internalError(String(error))).status);
    }
  }
}

/** The query of most requests. */
const NO_QUERY = new URLSearchParams();

/** Whether a request asks for a watch through a WebSocket. */
function isSocketWatch(request: Request, { pathname, searchParams }: URL): boolean {
  if (!wantsSocket(request)) return false;
  const path = parseEventsPath(pathname);
  return path !== undefined && requestVerb(request.method, path, searchParams) === "watch";
}

const INIT_FIELDS = ["method", "headers", "body", "signal"];

/** Builds the request of a call; the second argument of servers is not a `RequestInit`. */
function toRequest(input: string | URL | Request, init: unknown): Request {
  if (typeof input === "string" || input instanceof URL) {
    return new Request(new URL(input, "http://localhost"), init as RequestInit);
  }
  const isInit = typeof init === "object" && init !== null && INIT_FIELDS.some((field) => Object.hasOwn(init, field));
  return isInit ? new Request(input, init) : input;
}
