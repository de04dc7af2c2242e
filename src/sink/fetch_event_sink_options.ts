import type { ApiVersion } from "../api/api_version.ts";

/**
 * The way in which a {@linkcode FetchEventSink} patches; the server makes the same of all three.
 *
 * - `"json"`: a JSON Patch (`application/json-patch+json`), as the correlator made it.
 * - `"merge"`: a merge patch (`application/merge-patch+json`).
 * - `"strategic-merge"`: Kubernetes' own kind of that (`application/strategic-merge-patch+json`), which client-go sends.
 *
 * See {@link https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/ | Update API Objects}
 * in Kubernetes' documentation.
 */
export type PatchType = "json" | "merge" | "strategic-merge";

/**
 * Where a token comes from: itself, or a function that is asked before every request.
 *
 * `refused` is a token that the server has just refused with 401: a function that remembers one should forget it. It is asked
 * this way once for a request, and the request is made again if it has another token to offer. What it throws counts as
 * trouble on the way: a recording tries again. A token that is empty, or fits into no header, is final.
 */
export type TokenSource = string | ((refused?: string) => string | Promise<string>);

/**
 * Options of {@linkcode FetchEventSink}.
 *
 * @typeParam V The API version.
 */
export interface FetchEventSinkOptions<V extends ApiVersion = "v1"> {
  /**
   * The URL of the API server, http or https, with a path if it is behind one and without credentials. By default it is
   * where `kubectl proxy` listens.
   *
   * @default {"http://127.0.0.1:8001"}
   */
  readonly server?: string | URL | undefined;
  /**
   * The API to write to; events must be of it.
   *
   * @default {"v1"}
   */
  readonly apiVersion?: V | undefined;
  /**
   * Makes the requests: a `fetch` that trusts the cluster's certificate authority, or that of an `EventsApiServer`.
   *
   * @default {fetch}
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** The bearer token, or a function that gives it; none is sent if not given. */
  readonly token?: TokenSource | undefined;
  /** Sent with every request, but for `accept`, `content-type` and, with a `token`, `authorization`: these are its own. */
  readonly headers?: RequestInit["headers"] | undefined;
  /**
   * Who the server says has written a field, in `managedFields` of the event: at most 128 bytes, all printable, or it answers
   * 422. If not given, it takes the user agent's name.
   */
  readonly fieldManager?: string | undefined;
  /**
   * How to patch. Unlike client-go, which sends a strategic merge patch.
   *
   * @default {"json"}
   */
  readonly patchType?: PatchType | undefined;
}
