import type { ApiVersion, EventOf } from "../api/event.ts";
import type { JsonPatchOperation } from "../api/json_patch_operation.ts";
import { showValue } from "../api/check_options.ts";
import { bearerToken, type TokenSource } from "../connection/bearer_token.ts";
import {
  checkFetchEventSinkOptions,
  type FetchEventSinkOptions,
  type PatchType,
  serverUrl,
} from "./fetch_event_sink_options.ts";
import { connectionError, RequestConstructionError } from "../connection/connection_error.ts";
import { isJson, noApi, readEvent } from "./event_answer.ts";
import type { EventSink, EventSinkRequestOptions } from "./event_sink.ts";
import { heldRequest } from "../connection/held_request.ts";
import { mergePatch } from "./merge_patch.ts";
import { StatusError } from "../connection/status_error.ts";

const CONTENT_TYPES: Readonly<Record<PatchType, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  "strategic-merge": "application/strategic-merge-patch+json",
};

/**
 * Stores events in an Events API: a cluster's, through `kubectl proxy` or directly, or an `EventsApiServer`.
 *
 * - What the server refuses is a {@linkcode StatusError}. Where it cannot be reached, or answers with something that is no
 *   event, an `Error` says so; what cannot be sent at all is a {@linkcode RequestConstructionError}. Requests reject with
 *   these, or with the reason of their signal, which is their only time-out.
 * - After a 401 it asks the token's function for another one, and tries once more. It makes no other second try: that is the
 *   recording's work.
 * - Redirects are not followed, so that the token goes nowhere else: they are a {@linkcode StatusError} too.
 * - No error holds a token, or the body of a request.
 *
 * The server must allow it what {@linkcode rbacRules} says; in a pod, `inClusterConfig` of `@kubecast/events/in-cluster`
 * gives its options.
 *
 * @typeParam V The API version.
 *
 * @example The ways to a server
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
 */
export class FetchEventSink<V extends ApiVersion = "v1"> implements EventSink<EventOf<V>> {
  /** The API that it writes to. */
  readonly apiVersion: V;
  readonly #server: string;
  /** The server as errors name it. */
  readonly #where: string;
  readonly #fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly #token: TokenSource | undefined;
  readonly #headers: Headers;
  readonly #query: string;
  readonly #patchType: PatchType;

  /**
   * Makes a sink; no request is made before the first event.
   *
   * @throws {TypeError} If `server` is no http or https URL or has credentials in it, `headers`, `token` or `fieldManager`
   * cannot be sent, or `fetch` is no function.
   * @throws {RangeError} If `apiVersion` or `patchType` is unknown.
   */
  constructor(options: FetchEventSinkOptions<V> = {}) {
    checkFetchEventSinkOptions(options);
    const {
      server = "http://127.0.0.1:8001",
      apiVersion = "v1",
      fetch: fetchRequest,
      token,
      headers,
      fieldManager,
      patchType = "json",
    } = options;
    this.#server = serverUrl(server);
    const isDefault = options.server === undefined && fetchRequest === undefined;
    this.#where = isDefault ? `${this.#server} (kubectl proxy, as no server is given)` : this.#server;
    this.apiVersion = apiVersion as V;
    // A Request costs Node a third more: made only for those who take nothing else.
    this.#fetch = fetchRequest ? (url, init) => fetchRequest(heldRequest(url, init)) : (url, init) => fetch(url, init);
    this.#token = token;
    this.#headers = copyHeaders(headers);
    this.#query = fieldManager === undefined ? "" : `?fieldManager=${encodeURIComponent(fieldManager)}`;
    this.#patchType = patchType;
  }

  /** Creates an event, in the namespace that its metadata names or else in `default`. */
  create(event: EventOf<V>, options: EventSinkRequestOptions): Promise<EventOf<V>> {
    return this.#send({ method: "POST", event, contentType: "application/json", body: this.#typed(event), ...options });
  }

  /** Replaces the event of this name; the server creates it if it is gone. */
  update(event: EventOf<V>, options: EventSinkRequestOptions): Promise<EventOf<V>> {
    return this.#send({ method: "PUT", event, contentType: "application/json", body: this.#typed(event), ...options });
  }

  /** Patches an event, of which only namespace and name are looked at; the patch goes out as `patchType` says. */
  async patch(
    event: EventOf<V>,
    patch: readonly JsonPatchOperation[],
    options: EventSinkRequestOptions,
  ): Promise<EventOf<V>> {
    const body = this.#patchType === "json" ? patch : mergePatch(patch);
    return await this.#send({ method: "PATCH", event, contentType: CONTENT_TYPES[this.#patchType], body, ...options });
  }

  /**
   * Asks whether the server has the API that this sink writes to, in one request to its discovery; one that we are not let
   * see counts as missing.
   *
   * @throws {StatusError} If the server answers with anything but yes, 403 and 404; an `Error` if it cannot be reached.
   */
  async isServed(options: EventSinkRequestOptions): Promise<boolean> {
    const { signal } = options;
    const headers = new Headers(this.#headers);
    headers.set("accept", "application/json");
    const response = await this.#exchange(this.#api(), { method: "GET", headers, signal, redirect: "manual" });
    await this.#refuseRedirect(response);
    if (!response.ok && response.status !== 403 && response.status !== 404) throw await StatusError.from(response);
    await response.body?.cancel();
    if (response.ok && !isJson(response)) throw noApi(response, this.#server);
    return response.ok;
  }

  #typed(event: EventOf<V>): EventOf<V> {
    return { ...event, apiVersion: this.apiVersion, kind: "Event" };
  }

  async #send(request: EventRequest<EventOf<V>>): Promise<EventOf<V>> {
    const { method, event, contentType, signal } = request;
    const url = this.#url(event, method === "POST" ? undefined : event.metadata.name ?? "");
    const headers = new Headers(this.#headers);
    headers.set("accept", "application/json");
    headers.set("content-type", contentType);
    const init = { method, headers, body: toJson(request.body), signal, redirect: "manual" } as const;
    const response = await this.#exchange(url, init);
    await this.#refuseRedirect(response);
    if (response.ok) {
      return await readEvent<EventOf<V>>(response, this.#server).catch((error) => {
        // A body that was broken off here.
        signal.throwIfAborted();
        throw error;
      });
    }
    const error = await StatusError.from(response);
    // Where an event is to be, the server has the API but not the namespace, and says that; or it has no such API.
    if (!error.isNotFound || method !== "POST" || error.status.details?.kind !== undefined) throw error;
    throw new StatusError({ ...error.status, message: `${this.#api()} is not there: ${error.message}` });
  }

  /** Makes a request, and once more where the token was refused and its source has another. */
  async #exchange(url: string, init: RequestInit & { readonly headers: Headers }): Promise<Response> {
    const { headers } = init;
    let token = await this.#authorize(headers);
    let response = await this.#request(url, init);
    if (response.status === 401 && typeof this.#token === "function") {
      const refused = token;
      token = await this.#authorize(headers, refused).catch(async (error) => {
        await response.body?.cancel();
        throw error;
      });
      if (token !== refused) {
        await response.body?.cancel();
        response = await this.#request(url, init);
      }
    }
    return response;
  }

  #api(): string {
    return `${this.#server}/${this.apiVersion === "v1" ? "api/v1" : "apis/events.k8s.io/v1"}`;
  }

  #url(event: EventOf<V>, name: string | undefined): string {
    const namespace = segment("namespace", event.metadata.namespace || "default");
    const path = `${this.#api()}/namespaces/${namespace}/events`;
    return (name === undefined ? path : `${path}/${segment("name", name)}`) + this.#query;
  }

  /** Puts the token in, and gives it back. */
  async #authorize(headers: Headers, refused?: string): Promise<string | undefined> {
    if (this.#token === undefined) return undefined;
    const token = await bearerToken(this.#token, refused);
    headers.set("authorization", `Bearer ${token}`);
    return token;
  }

  async #request(url: string, init: RequestInit): Promise<Response> {
    try {
      init.signal?.throwIfAborted();
      const response = await this.#fetch(url, init);
      if (typeof response?.status === "number") return response;
      throw new TypeError(`fetch must answer with a Response, received ${showValue(response)}`);
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw connectionError(this.#where, error);
    }
  }

  async #refuseRedirect(response: Response): Promise<void> {
    if (response.type !== "opaqueredirect" && (response.status < 300 || response.status >= 400)) return;
    await response.body?.cancel();
    const message = `${this.#server} redirects elsewhere, where nothing is sent (is it the API server's own address?)`;
    throw new StatusError({ status: "Failure", reason: "Redirect", code: response.status || 302, message });
  }
}

interface EventRequest<E> extends EventSinkRequestOptions {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly event: E;
  readonly contentType: string;
  readonly body: unknown;
}

function copyHeaders(headers: RequestInit["headers"]): Headers {
  try {
    return new Headers(headers);
  } catch {
    // Not passed on: it says the value, which may be a secret.
    throw new TypeError("Cannot create a FetchEventSink: headers must be names and values of HTTP headers");
  }
}

/** One part of a path, which can neither end it nor climb out of it. */
function segment(what: string, text: string): string {
  if (typeof text !== "string" || text === "" || text === "." || text === ".." || !text.isWellFormed()) {
    throw new RequestConstructionError(`Cannot address an event whose ${what} is ${showValue(text)}`);
  }
  return encodeURIComponent(text);
}

function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    throw new RequestConstructionError("Cannot write an event as JSON", { cause });
  }
}
