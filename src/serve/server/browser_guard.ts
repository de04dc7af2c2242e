import { showValue } from "../../base/tools/check_options.ts";
import { ApiError } from "./wire/api_error.ts";
import { isFromBrowser } from "./wire/read_body.ts";

/** The methods and response headers that pages of allowed origins may use. */
const METHODS = "GET, POST, PUT, PATCH, DELETE";
const READABLE_HEADERS = "Retry-After, Warning";
/** How long a browser may cache a preflight response. */
const MAX_AGE_SECONDS = 600;

/**
 * Refuses requests from web pages, because the server has no authentication, and any page open on a machine can send
 * requests to local servers. Such requests are identified by headers that a page cannot change:
 *
 * - `Host` is the name that the client connected to. A page whose host name was made to resolve to this server (DNS
 *   rebinding) sends that name; `localhost` and IP addresses cannot be rebound. `kubectl proxy --accept-hosts` does the
 *   same.
 * - `Origin` is the origin of the page. Simple GETs lack it, but have `Sec-Fetch-Site`.
 *
 * A request without any of these headers is served regardless of its URL, because it came from this program, or from a
 * client that is not a browser. (Over HTTP/2 `Host` may be absent, but browsers use HTTP/2 only with TLS, and then send
 * `Sec-Fetch-Site`.)
 */
export class BrowserGuard {
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #allowedOrigins: ReadonlySet<string>;

  /** @throws {TypeError} If a host has a port, an origin has a path, or an option is not a list. */
  constructor(options: { allowedHosts: readonly string[]; allowedOrigins: readonly string[] }) {
    const { allowedHosts, allowedOrigins } = options;
    checkEach("allowedHosts", allowedHosts, isHost);
    checkEach("allowedOrigins", allowedOrigins, isOrigin);
    this.#allowedHosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
    this.#allowedOrigins = new Set(allowedOrigins);
  }

  /**
   * Checks the origin of a request to a URL.
   *
   * @returns The preflight response for an allowed page; `undefined` for any other allowed request.
   * @throws {ApiError} 403 if the request is refused.
   */
  check(request: Request, url: URL): Response | undefined {
    const { headers, method } = request;
    if (!headers.has("host") && !isFromBrowser(request)) return undefined;
    const host = headers.get("host") ?? url.host;
    if (!this.#allowsHost(host)) {
      throw refused(`the Host ${JSON.stringify(host)} is neither a loopback name nor an IP address`, "allowedHosts");
    }
    const origin = headers.get("origin");
    if (origin === null) {
      if (!this.#allowsOrigin("*") && isCrossSite(headers)) {
        throw refused("it comes from a page of another site", "allowedOrigins");
      }
      return undefined;
    }
    if (isSameOrigin(origin, host)) return undefined;
    if (!this.#allowsOrigin(origin)) throw refused(`it comes from a page of ${origin}`, "allowedOrigins");
    return method === "OPTIONS" && headers.has("access-control-request-method")
      ? preflightResponse(headers, origin)
      : undefined;
  }

  /** Adds CORS headers to the response if the request comes from an allowed origin. */
  share(request: Request, response: Response): Response {
    const origin = request.headers.get("origin");
    if (origin === null || !this.#allowsOrigin(origin)) return response;
    const headers = new Headers(response.headers);
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", READABLE_HEADERS);
    headers.append("vary", "Origin");
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  }

  #allowsHost(host: string): boolean {
    if (this.#allowedHosts.has("*")) return true;
    const name = hostname(host);
    return name === "localhost" || name.endsWith(".localhost") || isAddress(name) || this.#allowedHosts.has(name);
  }

  #allowsOrigin(origin: string): boolean {
    return this.#allowedOrigins.has("*") || this.#allowedOrigins.has(origin);
  }
}

function preflightResponse(headers: Headers, origin: string): Response {
  const answer = new Headers({
    "access-control-allow-origin": origin,
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": headers.get("access-control-request-headers") ?? "",
    "access-control-max-age": String(MAX_AGE_SECONDS),
    vary: "Origin, Access-Control-Request-Headers",
  });
  // Chromium sends this before a public page may reach the local network.
  if (headers.has("access-control-request-private-network")) {
    answer.set("access-control-allow-private-network", "true");
  }
  return new Response(null, { status: 204, headers: answer });
}

/**
 * Whether a page of another origin sent a request without `Origin`; navigation, such as following a link, does not
 * count.
 */
function isCrossSite(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return (site === "cross-site" || site === "same-site") && headers.get("sec-fetch-mode") !== "navigate";
}

/** Whether a page was served by this host. The scheme may differ, because a proxy may have terminated TLS. */
function isSameOrigin(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

/** The name in a `Host` header, without port and trailing dot; empty if malformed. */
function hostname(host: string): string {
  const url = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : undefined;
  // Rejects `localhost/path` and `user@localhost`.
  return url?.href === `http://${url?.host}/` ? url.hostname.replace(/\.$/, "") : "";
}

/** Whether a hostname of a URL is an IP address. */
function isAddress(name: string): boolean {
  return name.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(name);
}

function isHost(host: string): boolean {
  return host === "*" || host !== "" && hostname(host) === host.toLowerCase();
}

function isOrigin(origin: string): boolean {
  return origin === "*" || origin === "null" || URL.canParse(origin) && new URL(origin).origin === origin;
}

/** The rules for the values of the options, for error messages. */
const RULES = {
  allowedHosts: 'host names without a port, such as "events.example.com", or "*"',
  allowedOrigins: 'origins, such as "http://localhost:5173", or "*"',
};

function checkEach(option: keyof typeof RULES, values: readonly string[], isValid: (text: string) => boolean): void {
  const wrong = Array.isArray(values)
    ? values.filter((value) => typeof value !== "string" || !isValid(value))
    : [values];
  if (wrong.length === 0) return;
  throw new TypeError(
    `Cannot serve events: ${option} must be a list of ${RULES[option]}, received ${showValue(wrong[0])}`,
  );
}

function refused(because: string, option: keyof typeof RULES): ApiError {
  const flag = option === "allowedHosts" ? "--allow-host" : "--allow-origin";
  return new ApiError(403, {
    reason: "Forbidden",
    message:
      `the request is rejected to protect the server from web pages: ${because}; see the option ${option}, or ${flag} of kubecast serve`,
  });
}
