import { invalid, type OptionTable } from "../../base/tools/check_options.ts";
import { reasonOf } from "../../base/tools/logger.ts";
import { connectionError, RequestConstructionError, requestLimitError } from "../../base/event/connection_error.ts";
import type { StatusError } from "../../base/event/status_error.ts";
import { errorOf, fetchHeld, headersOf, release, releasedAtEnd, withoutSecrets } from "./exchange.ts";
import { untilAborted } from "../../base/tools/abort.ts";

// The path of a request, and where to change each step:
//
//   Connection.send    connection.ts         adds the address, headers and token; asks for another token after a 401
//   exchange           exchange.ts           sends it with the `fetch` of the options; throws unless the response is ok
//   errorOf            exchange.ts           makes the error of a response, without secrets
//   connectionFetch    connection_fetch.ts   a `fetch` for the user's own requests over the same connection
//   checkAccess        check_access.ts       asks the server what is permitted (rbac_rules.ts)
//   failure, refusal   access_report.ts      describes a problem and its fix

/** Asks for events without `managedFields`, a third of their size. Kubernetes 1.38 can; older servers ignore it. */
const ACCEPT = "application/json;drop=metadata.managedFields";

/** Returns the token of a request; called again after a 401, with the rejected token. */
export type TokenSource = (refused?: string) => string | Promise<string>;

/**
 * Connection to an API server: options for `FetchEventSink`, `EventBroadcasterAdapter` and `EventReader`, as returned by
 * `inClusterConfig` of `@kubecast/events/in-cluster` and `loadKubeconfig` of `@kubecast/events/kubeconfig`.
 *
 * @category Connection
 */
export interface ConnectionOptions {
  /**
   * URL of the API server: http or https, optionally with a path, without credentials, query and fragment.
   * Defaults to the address of `kubectl proxy`.
   *
   * @default {"http://127.0.0.1:8001"}
   */
  readonly server?: string | URL | undefined;
  /**
   * The bearer token, or a function that returns one, called before every request. By default, requests carry no token.
   * Unlike that of `loadKubeconfig()`, it is sent to an http URL too.
   *
   * After a 401 the function is called once more, with the rejected token as `refused`, and the request is repeated if
   * it returns a different token; a function that caches its token should drop it then. If the function throws, a
   * recording retries. An empty token, or one that is invalid in a header, is a permanent error.
   */
  readonly token?: string | ((refused?: string) => string | Promise<string>) | undefined;
  /**
   * Headers of every request, except `accept`, `content-type` and, with a `token`, `authorization`, which are
   * overwritten.
   */
  readonly headers?: RequestInit["headers"] | undefined;
  /**
   * Sends the requests, each as a complete `Request`: for example a `fetch` that trusts the cluster's certificate authority,
   * or the `fetch` of an `EventsApiServer`. It must reject when the request's signal aborts. Packages such as undici
   * accept only their own `Request`: pass `(request) => undici.fetch(new undici.Request(request.url, request))`.
   *
   * A connection that timed out must not be reused. With HTTP/1.1 it never is; with HTTP/2, which Deno's `fetch` uses over
   * https, a silently dead connection fails all requests until the process ends. On Deno, pass an HTTP/1.1 client, as
   * `inClusterConfig` does:
   *
   * ```ts ignore
   * const client = Deno.createHttpClient({ http2: false });
   * new FetchEventSink({ server: "https://cluster.example.com", fetch: (request) => fetch(request, { client }) });
   * ```
   *
   * @default {fetch}
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * The checks of {@linkcode ConnectionOptions}. Allows the namespace and context that `inClusterConfig()` and
 * `loadKubeconfig()` also return; sets of options without a use for them ignore them.
 */
export const connectionOptionTable = () => ({
  server: ["anything"],
  token: ["anything"],
  headers: ["anything"],
  fetch: ["a function"],
  namespace: ["a string"],
  context: ["a string"],
} as const satisfies OptionTable<ConnectionOptions & { namespace?: string; context?: string }>);

/** A request to send through a {@linkcode Connection}. */
export interface ConnectionRequest {
  /** The HTTP method; defaults to GET. */
  readonly method?: string | undefined;
  /** Headers of this request alone, by name in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** Aborts the request, or the reading of its response. */
  readonly signal: AbortSignal;
}

/**
 * Sends requests to an API server.
 *
 * - Adds the bearer token. After a 401, calls the token function again and repeats the request once.
 * - Does not follow redirects, which would send the token elsewhere: rejects with a {@linkcode StatusError}, like every
 *   response that is not `ok`.
 * - Rejects with the signal's reason if it has aborted, with a {@linkcode RequestConstructionError} if the request
 *   cannot be built, and with an `Error` that names the server and the cause if the server is unreachable. No error
 *   contains a token, or the body of a request or response.
 * - Reads or cancels the body of every response that it does not return.
 */
export class Connection {
  /** The server's URL, without a trailing slash. */
  readonly server: string;
  /** The server's name in errors. */
  readonly #where: string;
  readonly #fetch: ConnectionOptions["fetch"];
  readonly #token: TokenSource | undefined;
  readonly #headers: Readonly<Record<string, string>>;

  /**
   * Checks the options, whose names and types must have been checked; sends nothing.
   *
   * @param verb The operation to name in errors, such as `"create a FetchEventSink"`.
   * @throws {TypeError} If an option is invalid.
   */
  constructor(options: ConnectionOptions, verb: string) {
    const { server = "http://127.0.0.1:8001", token, headers, fetch } = options;
    const authorization = token === undefined || typeof token === "function" ? {} : bearer(token, verb);
    this.server = serverUrl(server, verb);
    const isDefault = options.server === undefined && fetch === undefined;
    this.#where = isDefault ? `${this.server} (kubectl proxy, because no server is given)` : this.server;
    this.#fetch = fetch;
    this.#token = typeof token === "function" ? token : undefined;
    this.#headers = { ...headersOf(headers, verb), accept: ACCEPT, ...authorization };
  }

  /**
   * Sends a request and returns the JSON of its response.
   *
   * @param path The path, with a query if there is one, to append to the server's URL.
   */
  json(path: string, request: ConnectionRequest): Promise<unknown> {
    return this.#exchange(path, request, true);
  }

  /**
   * Sends a request and returns its response; read its body to the end or cancel it.
   *
   * @param path The path, with a query if there is one, to append to the server's URL.
   */
  send(path: string, request: ConnectionRequest): Promise<Response> {
    return this.#exchange(path, request) as Promise<Response>;
  }

  /** Returns a response that is `ok`, or its parsed body; one function, because each layer of promises costs memory. */
  async #exchange(
    path: string,
    { method = "GET", headers: own, body, signal }: ConnectionRequest,
    isJson = false,
  ): Promise<unknown> {
    const url = this.server + path;
    const headers: Record<string, string> = { ...this.#headers, ...own };
    const init = { method, headers, body: body ?? null, signal, redirect: "manual" } as const;
    let refused: { readonly token: string | undefined; readonly error: StatusError } | undefined;
    let response: Response;
    for (;;) {
      const token = this.#token && await getToken(this.#token, refused?.token, signal);
      if (refused !== undefined && token === refused.token) throw refused.error;
      if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
      try {
        signal.throwIfAborted();
        // Creates a Request for a custom fetch only, because it costs Node a third more.
        response = await (this.#fetch === undefined ? fetch(url, init) : fetchHeld(this.#fetch, url, init));
      } catch (error) {
        signal.throwIfAborted();
        throw connectionError(this.#where, error, (text) => withoutSecrets(text, headers));
      }
      if (response.ok) break;
      const error = await errorOf(response, this.server, headers);
      if (!error.isUnauthorized || refused !== undefined) throw error;
      refused = { token, error };
    }
    if (!isJson) return releasedAtEnd(response);
    try {
      return JSON.parse(await response.text());
    } catch {
      signal.throwIfAborted();
      throw this.#unreadable(response, headers);
    } finally {
      release(response);
    }
  }

  /** Returns the error of an unreadable body; it has no cause, because that would quote the body. */
  #unreadable(response: Response, sent: Readonly<Record<string, string>>): Error {
    const type = withoutSecrets(response.headers.get("content-type")?.split(";")[0] ?? "no content type", sent);
    return new Error(
      type.includes("json")
        ? `Cannot read the response of ${this.server}: truncated JSON`
        : `${this.server} responded with ${type} instead of JSON (is it an API server?)`,
    );
  }
}

/**
 * Gets a token from its function.
 *
 * @throws {RequestConstructionError} If the token is invalid in a header; a `TokenError` if the function fails.
 */
async function getToken(source: TokenSource, refused: string | undefined, signal: AbortSignal): Promise<string> {
  let token: string;
  try {
    token = await untilAborted(source(refused), signal);
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof RequestConstructionError) throw cause;
    throw requestLimitError(cause) ?? new TokenError(`Cannot get a token: ${reasonOf(cause)}`, { cause });
  }
  const fault = faultOfToken(token);
  if (fault === undefined) return token;
  throw new RequestConstructionError(`Cannot send the token: it must be ${fault}`, { cause: new TokenError(fault) });
}

/** The token function failed, or returned a token that is invalid in a header. */
export class TokenError extends Error {}

function bearer(token: string, verb: string): { authorization: string } {
  const fault = faultOfToken(token);
  if (fault !== undefined) throw new TypeError(`Cannot ${verb}: token must be a function or ${fault}`);
  return { authorization: `Bearer ${token}` };
}

/** Describes the fault of an invalid token without quoting it, as the error of `Headers` would. */
export function faultOfToken(token: unknown): string | undefined {
  const rule = "visible ASCII characters";
  if (typeof token !== "string") return `${rule}, received a value of type ${typeof token}`;
  if (token === "") return `${rule}, received an empty string`;
  if (/^[\x21-\x7e]+$/.test(token)) return undefined;
  return /^bearer /i.test(token)
    ? `${rule}, received one that begins with "Bearer ", which is added automatically`
    : `${rule}, received one with other characters, such as a trailing newline`;
}

/**
 * Returns a server's URL without a trailing slash.
 *
 * @throws {TypeError} Unless it is an http or https URL without credentials, query and fragment.
 */
export function serverUrl(server: string | URL, verb: string): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    // Shown only if it cannot contain a password.
    const shown = /^(\w+:\/\/)?[\w.-]*(:\d+)?(\/[\w./-]*)?$/.test(String(server)) ? server : "one with other parts";
    throw new TypeError(invalid(verb, "server", "be an http or https URL", shown));
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError(`Cannot ${verb}: server must not contain credentials, give a token instead`);
  }
  if (url.search !== "" || url.hash !== "") {
    // Not shown, because a query may be a secret.
    throw new TypeError(`Cannot ${verb}: server must not contain a query or fragment`);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}
