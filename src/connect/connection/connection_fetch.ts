import { ConnectionError, connectionError } from "../../base/event/connection_error.ts";
import { untilAborted } from "../../base/tools/abort.ts";
import { fetchHeld, releasedAtEnd, sentOf, withoutSecrets } from "./exchange.ts";
import { faultOfToken, type TokenSource } from "./connection.ts";

/**
 * A `fetch` with a connection's credentials.
 *
 * - A relative URL, such as `"/api/v1/nodes"`, is appended to the connection's server.
 * - Requests to that server's origin carry its token and headers, unless they have their own, and use its certificates.
 *   After a 401 with that token, a request is repeated once with a new token, unless its body is a stream or comes from
 *   a `Request`.
 * - Rejects with a `ConnectionError` if that server cannot be reached.
 * - Requests to other origins, including redirects, carry none of these: the runtime's own `fetch` sends them.
 *
 * On Node, the body of a request is read completely before it is sent. Read or cancel the body of each response: on
 * Node, a large unread body keeps its connection open.
 *
 * @category Connection
 */
export type ConnectionFetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Maximum number of redirects, as in the `fetch` standard. */
const MAX_REDIRECTS = 20;

/** Sends a request, without following redirects; `closed` aborts when the connection is disposed of. */
export type Send = (request: Request, closed: AbortSignal) => Promise<Response>;

/**
 * Creates the `fetch` of a connection, which rejects once `dispose()` has been called.
 *
 * @param connection `server` is the URL without a trailing slash; `send` makes the requests to it, and `close` ends
 * those that are in flight, and their connections.
 */
export function connectionFetch({ server, token, headers = {}, send, close }: {
  readonly server: string;
  readonly token?: TokenSource | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly send: Send;
  readonly close: () => void;
}): { readonly fetch: ConnectionFetch; readonly dispose: () => void } {
  const disposal = new AbortController();
  const closed = disposal.signal;
  const sendOwn = async (request: Request): Promise<Response> => {
    for (let isRepeat = false;; isRepeat = true) {
      try {
        return await send(request, closed);
      } catch (error) {
        if (request.signal.aborted || closed.aborted) throw error;
        const sent = sentOf(Object.fromEntries(request.headers), new URL(request.url).search);
        const failed = connectionError(origin, error, (text) => withoutSecrets(text, sent));
        const kind = failed instanceof ConnectionError ? failed.kind : undefined;
        // Repeats the request as Go does, because the server may have closed the connection that was reused.
        if (isRepeat || request.method !== "GET" || kind !== "reset") throw kind === "other" ? error : failed;
      }
    }
  };
  const sendElsewhere = (request: Request): Promise<Response> =>
    fetch(request, { signal: AbortSignal.any([request.signal, closed]) });
  const { origin } = new URL(server);
  const isOwn = (url: string): boolean => url.startsWith(`${origin}/`);
  const own = Object.entries(headers);
  const isComplete = (sent: Headers): boolean =>
    (token === undefined || sent.has("authorization")) && own.every(([name]) => sent.has(name));

  const fetchOwn: ConnectionFetch = async (input, init) => {
    closed.throwIfAborted();
    if (input instanceof Request && init === undefined && input.redirect === "manual") {
      // A `Connection` made this request, so it already has its headers and token.
      if (isOwn(input.url) && isComplete(input.headers)) return await sendOwn(input);
    }
    const whole = new Request(absolute(server, input), init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : whole.signal);
    const given = new Headers(whole.headers);
    const source = init?.body ?? input;
    const isStream = whole.body !== null && (source instanceof Request || source instanceof ReadableStream);
    let body = isStream ? whole.body : whole.body && await whole.arrayBuffer();
    let { url, method } = whole;
    let refused: { readonly bearer: string; readonly response: Response } | undefined;
    for (let redirects = 0;;) {
      const headers = new Headers(given);
      let bearer: string | undefined;
      if (isOwn(url)) {
        for (const [name, value] of own) if (!headers.has(name)) headers.set(name, value);
        if (token !== undefined && !headers.has("authorization")) {
          bearer = await untilAborted(token(refused?.bearer), signal);
          if (bearer === refused?.bearer) return refused.response;
          const fault = faultOfToken(bearer);
          if (fault !== undefined) throw new TypeError(`Cannot send the token: it must be ${fault}`);
          headers.set("authorization", `Bearer ${bearer}`);
        }
      }
      await refused?.response.body?.cancel();
      const request = { method, headers, body, signal, redirect: "manual", duplex: "half" } as const;
      const response = await fetchHeld(isOwn(url) ? sendOwn : sendElsewhere, url, request);
      if (response.status === 401 && bearer !== undefined && refused === undefined && !isStream) {
        refused = { bearer, response };
        continue;
      }
      const location = isRedirect(response) ? response.headers.get("location") : null;
      if (location === null || whole.redirect === "manual") {
        return Object.defineProperties(releasedAtEnd(response), {
          url: { value: url, configurable: true },
          redirected: { value: redirects > 0, configurable: true },
        });
      }
      await response.body?.cancel();
      if (whole.redirect === "error") throw new TypeError(`Cannot send a request: ${origin} redirects it`);
      if (++redirects > MAX_REDIRECTS) throw new TypeError(`Cannot send a request: ${origin} redirects it too often`);
      const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
      // Redirects to other schemes fail, as in the standard; Deno's own fetch would read files.
      if (target === undefined || !/^https?:$/.test(target.protocol)) {
        throw new TypeError(`Cannot send a request: ${origin} redirects it to a URL that is not http or https`);
      }
      if (target.origin !== new URL(url).origin) { for (const name of ["authorization", "cookie"]) given.delete(name); }
      url = target.href;
      const { status } = response;
      if (status === 303 ? method !== "GET" && method !== "HEAD" : status < 303 && method === "POST") {
        [method, body] = ["GET", null];
        for (const name of ["content-encoding", "content-language", "content-location", "content-type"]) {
          given.delete(name);
        }
      } else if (isStream) throw new TypeError(`Cannot follow a redirect of ${origin}: its body has already been sent`);
    }
  };
  return {
    fetch: fetchOwn,
    dispose() {
      if (closed.aborted) return;
      disposal.abort(new TypeError("The connection was disposed of"));
      close();
    },
  };
}

function absolute(server: string, input: Request | URL | string): Request | URL | string {
  if (typeof input !== "string" || /^[a-z][a-z\d+.-]*:/i.test(input)) return input;
  return `${server}${/^[/?#]/.test(input) ? "" : "/"}${input}`;
}

function isRedirect({ status }: Response): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}
