import type { Clock } from "../api/clock.ts";
import { ApiError, internalError, unknownPath } from "./api_error.ts";
import { Discovery } from "./discovery.ts";
import { EventReader } from "./event_reader.ts";
import { EventRequests } from "./event_requests.ts";
import { EventStore } from "./event_store.ts";
import { EventWatches } from "./event_watches.ts";
import { EventWriter } from "./event_writer.ts";
import { statusResponse, textResponse } from "./json_response.ts";
import type { NamespacePhase } from "./namespace_phase.ts";
import { apiOf, parseEventsPath } from "./route.ts";
import { COMMON_KINDS, type ServedKind } from "./served_kind.ts";

/** Options of an {@linkcode EventsApiServer}. */
export interface EventsApiServerOptions {
  /**
   * How long an event lives after its last change, in milliseconds; more than 0.
   *
   * @default {3600000}
   */
  readonly ttlMs?: number | undefined;
  /**
   * How many events are stored at most, an integer of at least 1; with one more, the one that was written longest ago goes.
   *
   * @default {100000}
   */
  readonly maxEvents?: number | undefined;
  /**
   * How many changes are remembered at least, an integer of at least 1: how far back a watch may start and the pages of a
   * list stay consistent. What is older is answered with 410.
   *
   * @default {10000}
   */
  readonly maxHistory?: number | undefined;
  /**
   * Where the time comes from.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
  /**
   * The kinds besides `Event` that discovery knows by name, for `kubectl events --for pod/web`.
   *
   * @default {COMMON_KINDS}
   */
  readonly kinds?: Iterable<ServedKind> | undefined;
  /**
   * What has become of a namespace.
   *
   * @default {every namespace is "Active"}
   */
  readonly namespacePhase?: ((namespace: string) => NamespacePhase) | undefined;
}

/** The Events API of Kubernetes in memory. */
export class EventsApiServer {
  readonly #store: EventStore;
  readonly #watches: EventWatches;
  readonly #requests: EventRequests;
  readonly #discovery: Discovery;

  constructor(options: EventsApiServerOptions = {}) {
    const {
      ttlMs = 3_600_000,
      maxEvents = 100_000,
      maxHistory = 10_000,
      clock = Date,
      kinds = COMMON_KINDS,
      namespacePhase = () => "Active",
    } = options;
    if (!(ttlMs > 0)) throw new RangeError(`Cannot serve events: ttlMs must be more than 0, received ${ttlMs}`);
    checkCount("maxEvents", maxEvents);
    checkCount("maxHistory", maxHistory);
    const store = new EventStore({
      ttlMs,
      maxEvents,
      maxChanges: maxHistory,
      clock,
      onChange: (change) => this.#watches.changed(change),
    });
    this.#store = store;
    this.#watches = new EventWatches(store, clock);
    this.#requests = new EventRequests({
      store,
      reader: new EventReader(store, clock),
      writer: new EventWriter({ store, clock, namespacePhase }),
      watches: this.#watches,
    });
    this.#discovery = new Discovery([...kinds]);
  }

  /**
   * Answers a request; may be passed around without its server.
   *
   * @param input A request, or what makes one.
   * @param init As of the global `fetch`; what a server passes beside a request is ignored.
   */
  readonly fetch = async (input: Request | URL | string, init?: object): Promise<Response> => {
    const request = typeof input === "string" || input instanceof URL ? new Request(input, init) : input;
    try {
      return await this.#answer(request);
    } catch (error) {
      const known = error instanceof ApiError ? error : internalError(String(error));
      return statusResponse(known.status);
    }
  };

  /** Ends every watch; their clients may read what is queued. */
  shutdown(): Promise<void> {
    return this.#watches.shutdown();
  }

  #answer(request: Request): Response | Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const path = parseEventsPath(pathname);
    if (path !== undefined) {
      this.#store.expire();
      return this.#requests.answer({ request, path, query: searchParams });
    }
    if (request.method === "GET") return this.#discovery.respond(request, pathname);
    if (apiOf(pathname)) throw unknownPath();
    return textResponse("404 page not found\n", 404);
  }
}

function checkCount(name: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return;
  throw new RangeError(`Cannot serve events: ${name} must be an integer of at least 1, received ${value}`);
}
