/**
 * A `fetch` that is also a request handler; it ignores the other arguments that a server passes to a handler.
 *
 * @category Server
 */
export interface FetchHandler {
  (request: Request, context?: unknown): Promise<Response>;
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

const INIT_FIELDS = ["method", "headers", "body", "signal"];

/** Builds the request of a call; the second argument of servers is not a `RequestInit`. */
export function toRequest(input: string | URL | Request, init: unknown): Request {
  if (typeof input === "string" || input instanceof URL) {
    return new Request(new URL(input, "http://localhost"), init as RequestInit);
  }
  const isInit = typeof init === "object" && init !== null && INIT_FIELDS.some((field) => Object.hasOwn(init, field));
  return isInit ? new Request(input, init) : input;
}
