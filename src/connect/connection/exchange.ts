import { connectionError } from "../../base/event/connection_error.ts";
import { StatusError } from "../../base/event/status_error.ts";
import type { V1Status } from "../../base/event/kubernetes_object.ts";
import { showValue } from "../../base/tools/check_options.ts";

/**
 * Returns headers as a plain object, which is cheaper per request than `Headers`.
 *
 * @param verb The operation to name in errors.
 * @throws {TypeError} If they are invalid, or would break each request.
 */
export function headersOf(headers: RequestInit["headers"] | undefined, verb: string): Record<string, string> {
  let plain: Record<string, string>;
  try {
    plain = Object.fromEntries(new Headers(headers));
  } catch {
    // Omits the cause, which quotes a value that may be a secret.
    throw new TypeError(`Cannot ${verb}: headers must be names and values of HTTP headers`);
  }
  const own = Object.keys(plain).find((name) => TRANSPORT_HEADERS.test(name));
  if (own === undefined) return plain;
  throw new TypeError(`Cannot ${verb}: headers must not contain ${own}, which the runtime sets`);
}

/** Headers about the connection itself, which runtimes drop, or for which they reject the request. */
const TRANSPORT_HEADERS = /^(connection|content-length|expect|keep-alive|proxy-connection|transfer-encoding|upgrade)$/;

/**
 * Sends a request, without following redirects. The caller must {@linkcode release} the response when it has read the
 * body.
 *
 * @throws {StatusError} If the response is not `ok`; another `Error` that names the server if there is no response.
 */
export async function exchange(
  { origin, href, search }: URL,
  request: { method: string; headers: Record<string, string>; body: string; signal: AbortSignal },
  fetch: (request: Request) => Promise<Response> = (request) => globalThis.fetch(request),
): Promise<Response> {
  const sent = sentOf(request.headers, search);
  const response = await fetchHeld(fetch, href, { ...request, redirect: "manual" }).catch((error) => {
    throw connectionError(origin, error, (text) => withoutSecrets(text, sent));
  });
  if (!response.ok) throw await errorOf(response, origin, sent);
  return response;
}

/** Reads a response that is not `ok` into an error, and releases its request. */
export async function errorOf(
  response: Response,
  server: string,
  sent: Sent,
): Promise<StatusError> {
  try {
    if (response.type !== "opaqueredirect" && (response.status < 300 || response.status >= 400)) {
      const echoed = await StatusError.from(response);
      const { retryAfterMs } = echoed;
      const status: V1Status = JSON.parse(withoutSecrets(JSON.stringify(echoed.status), sent));
      const error = new StatusError(status, { retryAfterMs });
      const hint = hintOf(error, server, sent);
      if (hint === undefined) return error;
      return new StatusError({ ...status, message: `${error.message} (${hint})` }, { retryAfterMs });
    }
    await response.body?.cancel();
    const message = `${server} responded with a redirect, which is not followed (is it the server's own address?)`;
    return new StatusError({ status: "Failure", reason: "Redirect", code: response.status || 302, message });
  } finally {
    release(response);
  }
}

/** The reason of the cause that a connection adds to a 401; the cause's message is the fix. */
export const CREDENTIALS_FIX = "CredentialsFix";

/** Returns the fix of a 401, if its connection has added one. */
export function credentialsFix({ status }: StatusError): string | undefined {
  const causes: unknown = status.details?.causes;
  const fix: unknown = Array.isArray(causes)
    ? causes.find((cause) => cause?.reason === CREDENTIALS_FIX)?.message
    : undefined;
  return typeof fix === "string" ? fix : undefined;
}

/** Returns the likely cause of an error response. */
function hintOf(error: StatusError, server: string, sent: Sent): string | undefined {
  if (error.isUnauthorized) {
    if (credentialsFix(error) !== undefined) return undefined;
    return sent["authorization"] === undefined ? "no token was sent" : "check the token";
  }
  // A Go server answers HTTP on its HTTPS port with a 400 in plain text.
  return error.message.startsWith("HTTP 400") && server.startsWith("http:") ? "is it https?" : undefined;
}

/** The text of a request that a response may echo: its headers and, under `?`, the query and its values. */
type Sent = Readonly<Record<string, string | readonly string[]>>;

/** Returns the headers of a request, and its query and query values, raw and decoded. */
export function sentOf(headers: Readonly<Record<string, string>>, search: string): Sent {
  const values = Array.from(search.matchAll(/=([^&]+)/g), ([, value]) => value!);
  return { ...headers, "?": [search.slice(1), ...values, ...new URLSearchParams(search).values()] };
}

/** Headers without secrets, whose values messages need: the server names the user whom it refuses. */
const PUBLIC_HEADERS = /^(accept|content-|impersonate-)/;

/** Removes the secrets that a request sent from text or JSON in its response. */
export function withoutSecrets(text: string, sent: Sent): string {
  for (const [name, value] of Object.entries(sent)) {
    if (PUBLIC_HEADERS.test(name)) continue;
    // Skips words such as `Bearer`, which are shorter than any secret.
    for (const secret of typeof value === "string" ? value.split(" ") : value) {
      if (secret.length > 7) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), "[secret]");
    }
  }
  return text;
}

/**
 * Keeps the requests made with a signal alive until their response has been read, because on Node the signal of a
 * garbage-collected `Request` never aborts, so a `fetch` that keeps only the signal would miss a timeout. The entry
 * lives only as long as the signal, because a worker's request may end without ever settling.
 */
const held = new WeakMap<AbortSignal, Set<Request>>();
const releaseOf = new WeakMap<Response, () => void>();

/** Makes a request with a custom `fetch`, and holds it until {@linkcode release} of its response. */
export async function fetchHeld(
  fetch: (request: Request) => Promise<Response>,
  url: string,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<Response> {
  const request = new Request(url, init);
  const requests = held.get(init.signal) ?? new Set();
  held.set(init.signal, requests.add(request));
  const release = (): void => void requests.delete(request);
  try {
    const response = await fetch(request);
    if (typeof response?.status !== "number") {
      throw new TypeError(`fetch must resolve to a Response, received ${showValue(response)}`);
    }
    releaseOf.set(response, release);
    return response;
  } catch (error) {
    release();
    throw error;
  }
}

export function release(response: Response): void {
  releaseOf.get(response)?.();
}

/** Returns a response whose request is held until the body has been read or cancelled. */
export function releasedAtEnd(response: Response): Response {
  if (!releaseOf.has(response)) return response;
  const reader = response.body?.getReader();
  if (reader === undefined) {
    release(response);
    return response;
  }
  const body = new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      release(response);
    },
    cancel(reason) {
      release(response);
      return reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
  return new Response(body, response);
}
