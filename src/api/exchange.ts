import { connectionError } from "./connection_error.ts";
import { fetchHeld, release } from "./held_request.ts";
import type { V1Status } from "./status.ts";
import { bodyText, StatusError } from "./status_error.ts";

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
    // Without the cause: it quotes a value that may be a secret.
    throw new TypeError(`Cannot ${verb}: headers must be names and values of HTTP headers`);
  }
  const [own] = TRANSPORT_HEADERS.filter((name) => name in plain);
  if (own === undefined) return plain;
  throw new TypeError(`Cannot ${verb}: headers must not contain ${own}, which the runtime sets`);
}

/** Headers of the connection itself: runtimes drop them, or reject each request that has one. */
const TRANSPORT_HEADERS = [
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
];

/**
 * Sends a request, without following redirects, and returns the body of its response, which is at most 1 MiB.
 *
 * @throws {StatusError} If the response is not `ok`; another `Error` that names the server if there is none.
 */
export async function exchange(
  { origin, href }: URL,
  request: { method: string; headers: Record<string, string>; body: string; signal: AbortSignal },
  fetch: (request: Request) => Promise<Response> = (request) => globalThis.fetch(request),
): Promise<string> {
  const unreachable = (error: unknown): never => {
    throw connectionError(origin, error);
  };
  const response = await fetchHeld(fetch, href, { ...request, redirect: "manual" }).catch(unreachable);
  if (!response.ok) throw await errorOf(response, origin, request.headers);
  return await bodyText(response).catch(unreachable).finally(() => release(response));
}

/** Reads the error response of a server, which is not `ok`, and releases its request. */
export async function errorOf(
  response: Response,
  server: string,
  sent: Readonly<Record<string, string>>,
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

/** Returns the likely cause of an error response. */
function hintOf(error: StatusError, server: string, sent: Readonly<Record<string, string>>): string | undefined {
  if (error.isUnauthorized) return sent["authorization"] === undefined ? "no token was sent" : "check the token";
  // Go's answer to HTTP on a port of HTTPS is a text.
  return error.message.startsWith("HTTP 400") && server.startsWith("http:") ? "is it https?" : undefined;
}

/** Removes the secrets among the headers of a request from text or JSON in its response. */
export function withoutSecrets(text: string, sent: Readonly<Record<string, string>>): string {
  for (const [name, value] of Object.entries(sent)) {
    if (!/auth|token|key|secret|cookie/.test(name)) continue;
    // A word such as `Bearer` is shorter than any secret.
    for (const secret of value.split(" ")) {
      if (secret.length > 7) text = text.replaceAll(JSON.stringify(secret).slice(1, -1), "[secret]");
    }
  }
  return text;
}
