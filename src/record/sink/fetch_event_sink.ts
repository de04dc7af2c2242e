import { invalid, type OptionTable, readOptions, showValue } from "../../base/tools/check_options.ts";
import { API_VERSIONS, type ApiVersion, checkEvent, type EventOf } from "../../base/event/event.ts";
import type { JsonPatchOperation } from "../../base/event/kubernetes_object.ts";
import type { AccessReport } from "../../connect/connection/access_report.ts";
import { API_PATHS, checkAccess, reviewAccess } from "../../connect/connection/check_access.ts";
import { Connection, type ConnectionOptions, connectionOptionTable } from "../../connect/connection/connection.ts";
import { RequestConstructionError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";
import { isDns1123Label } from "../../base/event/names.ts";
import type { EventSink } from "./event_sink.ts";

/**
 * Options of {@linkcode FetchEventSink}.
 *
 * @typeParam V The API version.
 *
 * @category Sink
 */
export interface FetchEventSinkOptions<V extends ApiVersion = "v1"> extends ConnectionOptions {
  /**
   * The API to write to; events must use the same version.
   *
   * @default {"v1"}
   */
  readonly apiVersion?: V | undefined;
  /**
   * The name of the writer in the event's `managedFields`, 1 to 128 printable characters. By default the server takes
   * it from the user agent.
   */
  readonly fieldManager?: string | undefined;
}

export const fetchEventSinkOptionTable = () => ({
  ...connectionOptionTable(),
  apiVersion: [API_VERSIONS, "v1"],
  fieldManager: ["anything"],
} as const satisfies OptionTable<FetchEventSinkOptions<ApiVersion>>);

/** How long a check waits: longer than a slow server takes, but short enough for a person who waits for the report. */
const CHECK_TIMEOUT_MS = 10_000;
const SIGNAL_TABLE = { signal: ["an AbortSignal"] } as const;
const JSON_BODY = { "content-type": "application/json" };
// Unlike client-go, which sends a strategic merge patch, because a JSON Patch can test the values that it changes.
const JSON_PATCH_BODY = { "content-type": "application/json-patch+json" };

/**
 * Writes events to an Events API: a cluster's, directly or through `kubectl proxy`, or an `EventsApiServer`.
 *
 * - Rejects with a {@linkcode StatusError} if the server rejects the request, an `Error` if the server is unreachable
 *   or responds with something other than an event, a {@linkcode RequestConstructionError} if no request can be built,
 *   or the reason of the signal. There is no other timeout.
 * - After a 401 it calls the token function once more and repeats the request if that returns a different token. All
 *   other retries are up to the recording.
 * - Rejects redirects with a {@linkcode StatusError}, so that the token is not sent elsewhere.
 * - Errors never contain a token or a request body.
 *
 * Requires the permissions that {@linkcode rbacRules} lists. In a pod, `inClusterConfig` of
 * `@kubecast/events/in-cluster` returns its options.
 *
 * @typeParam V The API version.
 *
 * @example Connect to a server
 * ```ts
 * import { FetchEventSink } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 *
 * const readToken = (): Promise<string> => Promise.resolve("read from a file, perhaps");
 *
 * new FetchEventSink(); // kubectl proxy
 * new FetchEventSink({ server: "https://cluster.example.com", token: readToken });
 * new FetchEventSink({ fetch: new EventsApiServer().fetch }); // no socket, and no cluster
 * ```
 *
 * @example One request
 * ```ts
 * import { type CoreV1Event, FetchEventSink } from "@kubecast/events";
 * import { EventsApiServer } from "@kubecast/events/server";
 * import assert from "node:assert/strict";
 *
 * const sink = new FetchEventSink({ fetch: new EventsApiServer().fetch });
 * const event: CoreV1Event = {
 *   metadata: { name: "web-1.17b2", namespace: "default" },
 *   involvedObject: { kind: "Pod", namespace: "default", name: "web-1" },
 * };
 * const stored = await sink.create(event, { signal: AbortSignal.timeout(1000) });
 * assert.equal(stored.metadata.resourceVersion, "2");
 * ```
 *
 * @category Sink
 */
export class FetchEventSink<V extends ApiVersion = "v1"> implements EventSink<EventOf<V>> {
  /** The API version that it writes. */
  readonly apiVersion: V;
  readonly #connection: Connection;
  /** The namespace of the kubeconfig or pod from which the options come; `default` if they come from neither. */
  readonly #namespace: string;
  readonly #api: string;
  readonly #query: string;

  /**
   * Creates a sink; makes no request before the first event.
   *
   * @throws {TypeError} If `server` is not an http or https URL, or contains credentials, a query or a fragment; if
   * `headers`, `token` or `fieldManager` cannot be sent; or if `fetch` is not a function.
   * @throws {RangeError} If `apiVersion` is unknown.
   */
  constructor(options: FetchEventSinkOptions<V> = {}) {
    const verb = "create a FetchEventSink";
    const { apiVersion, fieldManager, ...connection } = readOptions(verb, options, fetchEventSinkOptionTable());
    this.#connection = new Connection(connection, verb);
    this.#namespace = (options as { readonly namespace?: string }).namespace || "default";
    this.apiVersion = apiVersion;
    this.#api = API_PATHS[apiVersion];
    this.#query = fieldManager === undefined ? "" : `?fieldManager=${encodeURIComponent(checkManager(fieldManager))}`;
  }

  /** Creates an event in its metadata's namespace or else in `default`. */
  create(event: EventOf<V>, options: { readonly signal: AbortSignal }): Promise<EventOf<V>> {
    return this.#send("POST", event, JSON_BODY, { ...event, apiVersion: this.apiVersion, kind: "Event" }, options);
  }

  /**
   * Applies a JSON Patch to the event of this namespace and name. If `event` has a `resourceVersion`, rejects with a
   * {@linkcode StatusError} that `isConflict` if the server has another version.
   */
  patch(
    event: EventOf<V>,
    patch: readonly JsonPatchOperation[],
    options: { readonly signal: AbortSignal },
  ): Promise<EventOf<V>> {
    const { resourceVersion } = event?.metadata ?? {};
    const lock = { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion };
    const body = resourceVersion ? [...patch, lock] : patch;
    return this.#send("PATCH", event, JSON_PATCH_BODY, body, options);
  }

  /**
   * Checks, with one discovery request, whether the server serves this sink's API. Resolves with `false` for a 403 or
   * 404. `signal` is the deadline.
   *
   * @throws {StatusError} If the server responds with an error other than 403 and 404.
   * @throws {Error} If the server is unreachable.
   */
  async isServed(options: { readonly signal: AbortSignal }): Promise<boolean> {
    const { signal = AbortSignal.timeout(CHECK_TIMEOUT_MS) } = readOptions("check the API", options, SIGNAL_TABLE);
    try {
      await this.#connection.json(this.#api, { signal });
      return true;
    } catch (error) {
      if (error instanceof StatusError && (error.isForbidden || error.isNotFound)) return false;
      throw error;
    }
  }

  /**
   * Asks the server whether the client may create and patch events of this sink's API (two `SelfSubjectAccessReview`s).
   *
   * @param options `namespace` is the namespace to check, by default all; `signal` is the deadline.
   * @returns `undefined` if the server does not answer access reviews.
   * @throws {StatusError} If the server rejects the credentials, or is unavailable.
   * @throws {Error} If the server is unreachable.
   */
  async isPermitted(
    options: { readonly namespace?: string | undefined; readonly signal: AbortSignal },
  ): Promise<boolean | undefined> {
    const { namespace, signal = AbortSignal.timeout(CHECK_TIMEOUT_MS) } = readOptions("check access", options, {
      ...SIGNAL_TABLE,
      namespace: ["a string"],
    });
    const review = { apiVersion: this.apiVersion, namespace, signal };
    const verbs = ["create", "patch"].map((verb) => reviewAccess(this.#connection, { ...review, verb }));
    const answers = await Promise.all(verbs);
    return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true;
  }

  /**
   * Checks, before the first event, whether events can be written, and returns every problem with its fix.
   *
   * Asks for the server's version and clock, and for the client's name and permissions in either API. Creates an event
   * that is not stored (`dryRun=All`), which shows whether the namespace accepts events. Needs no permission beyond
   * those of every authenticated client. Never rejects because of the server. `kubecast check` prints the report.
   *
   * @param options `namespace` is the namespace of the objects to record about, by default the kubeconfig's or pod's,
   * or `default`; `signal` is the deadline, by default ten seconds.
   * @throws {TypeError} Rejects if `namespace` is not a namespace's name, or `signal` not an AbortSignal.
   *
   * @example
   * ```ts
   * import { FetchEventSink } from "@kubecast/events";
   * import { EventsApiServer } from "@kubecast/events/server";
   * import assert from "node:assert/strict";
   *
   * const sink = new FetchEventSink({ fetch: new EventsApiServer().fetch });
   * const { ok, problems } = await sink.check({ namespace: "shop" });
   * for (const { message, fix } of problems) console.error(`${message}\n${fix}`);
   * assert.equal(ok, true);
   * ```
   */
  async check(
    options: { readonly namespace?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<AccessReport> {
    const table = { namespace: ["a string", this.#namespace], signal: ["an AbortSignal"] } as const;
    const { namespace, signal = AbortSignal.timeout(CHECK_TIMEOUT_MS) } = readOptions("check access", options, table);
    if (!isDns1123Label(namespace)) {
      throw new TypeError(invalid("check access", "namespace", "be a namespace's name", namespace));
    }
    return await checkAccess(this.#connection, { apiVersion: this.apiVersion, namespace, signal });
  }

  async #send(
    method: "POST" | "PATCH",
    event: EventOf<V>,
    headers: Readonly<Record<string, string>>,
    body: unknown,
    options: { readonly signal: AbortSignal },
  ): Promise<EventOf<V>> {
    checkEvent("write", event, "metadata");
    const { signal } = readOptions("write", options, SIGNAL_TABLE);
    let path = `${this.#api}/namespaces/${segment("namespace", event.metadata.namespace || "default")}/events`;
    if (method !== "POST") path += `/${segment("name", event.metadata.name ?? "")}`;
    const request = { method, headers, body: toJson(body), signal };
    let answer: unknown;
    try {
      answer = await this.#connection.json(path + this.#query, request);
    } catch (error) {
      throw method === "POST" ? this.#explain(error) : error;
    }
    const { kind = "Event", metadata } = Object(answer) as { kind?: unknown; metadata?: unknown };
    if (kind === "Event" && typeof metadata === "object" && metadata !== null) return answer as EventOf<V>;
    throw new Error(`${this.#connection.server} responded with something other than an Event (is it an API server?)`);
  }

  /** Returns an error that names the missing API, for a 404 that does not concern the namespace. */
  #explain(error: unknown): unknown {
    if (!(error instanceof StatusError && error.isNotFound) || error.status.details?.kind !== undefined) return error;
    const message = `${this.#connection.server}${this.#api} was not found: ${error.message}`;
    return new StatusError({ ...error.status, message });
  }
}

function checkManager(fieldManager: unknown): string {
  if (typeof fieldManager === "string" && /^.{1,128}$/u.test(fieldManager) && fieldManager.isWellFormed()) {
    return fieldManager;
  }
  const rule = "be a string of 1 to 128 characters";
  throw new TypeError(invalid("create a FetchEventSink", "fieldManager", rule, fieldManager));
}

/** Encodes a path segment; throws for names that Kubernetes does not allow in a path. */
function segment(field: string, text: string): string {
  if (typeof text === "string" && text !== "" && text !== "." && text !== ".." && !/[/%]/.test(text)) {
    if (text.isWellFormed()) return encodeURIComponent(text);
  }
  throw new RequestConstructionError(`Cannot address an event whose ${field} is ${showValue(text)}`);
}

function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new RequestConstructionError("Cannot write an event as JSON", { cause });
  }
}
