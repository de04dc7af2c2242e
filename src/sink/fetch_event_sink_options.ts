import { checkOptionTypes, checkWord, showValue } from "../api/check_options.ts";
import { API_VERSIONS, type ApiVersion } from "../api/event.ts";
import { checkToken, type TokenSource } from "../connection/bearer_token.ts";

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

const PATCH_TYPES: readonly PatchType[] = ["json", "merge", "strategic-merge"];

/** Throws unless all options, but for server and headers, are what they may be. */
export function checkFetchEventSinkOptions(options: FetchEventSinkOptions<ApiVersion>): void {
  const refuse = (fault: string, value: unknown): never => {
    throw new TypeError(`Cannot create a FetchEventSink: ${fault}, received ${showValue(value)}`);
  };
  if (typeof options !== "object" || options === null || options instanceof URL) {
    refuse('options must be an object such as { server: "https://…" }', options);
  }
  const { apiVersion = "v1", fetch, token, fieldManager = "x", patchType = "json" } = options;
  checkWord("create a FetchEventSink", "apiVersion", apiVersion, API_VERSIONS);
  checkOptionTypes("create a FetchEventSink", { functions: { fetch } });
  checkToken(token);
  if (typeof fieldManager !== "string" || !/^.{1,128}$/u.test(fieldManager)) {
    refuse("fieldManager must be a string of 1 to 128 characters", fieldManager);
  }
  checkWord("create a FetchEventSink", "patchType", patchType, PATCH_TYPES);
}

/** The URL of a server, without a slash at its end. */
export function serverUrl(server: string | URL): string {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `Cannot create a FetchEventSink: server must be an http or https URL, received ${showValue(server)}`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("Cannot create a FetchEventSink: server must not contain credentials, give a token instead");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}
