import type { ApiVersion } from "../api/api_version.ts";

/** The way in which a {@linkcode FetchEventSink} patches: JSON Patch, merge patch, or Kubernetes' own kind of it. */
export type PatchType = "json" | "merge" | "strategic-merge";

/**
 * Where a token comes from: itself, or a function that is asked before every request.
 *
 * `refused` is a token that the server has just refused: a source that remembers one should forget it. It is asked this
 * way once for a request, and the request is made again if it has another token to offer.
 */
export type TokenSource = string | ((refused?: string) => string | Promise<string>);

/** Options of {@linkcode FetchEventSink}. */
export interface FetchEventSinkOptions<V extends ApiVersion = "v1"> {
  /**
   * The URL of the API server, with a path if it is behind one.
   *
   * @default {"http://127.0.0.1:8001"} where `kubectl proxy` listens
   */
  readonly server?: string | URL | undefined;
  /**
   * The API to write to; events must be of it.
   *
   * @default {"v1"}
   */
  readonly apiVersion?: V | undefined;
  /**
   * Makes the requests: `fetch`, one that trusts another authority, or the method of that name of an `EventsApiServer`.
   *
   * @default {fetch}
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** The bearer token, if one is needed. */
  readonly token?: TokenSource | undefined;
  /** Sent with every request. */
  readonly headers?: HeadersInit | undefined;
  /** Who the server says has written a field; at most 128 characters. */
  readonly fieldManager?: string | undefined;
  /**
   * How to patch.
   *
   * Unlike client-go, which sends a strategic merge patch.
   *
   * @default {"json"}
   */
  readonly patchType?: PatchType | undefined;
}
