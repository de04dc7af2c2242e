/** Every fault of a request, before or after the server has applied it. */
export const FAULTS = [
  "429 with seconds",
  "429 with a date",
  "429 in plain text",
  "500",
  "503",
  "504",
  "403 forbidden",
  "403 access denied",
  "403 namespace terminating",
  "404 on patch",
  "413",
  "422",
  "401",
  "connection refused",
  "no such host",
  "hang",
  "done, connection reset",
  "done, hang",
  "done, body breaks off",
  "done, body is not JSON",
  "done, body is not an event",
] as const;

/** One of {@linkcode FAULTS}. */
export type Fault = typeof FAULTS[number];

function failure(
  code: number,
  reason: string,
  details?: object,
  headers?: HeadersInit,
  message = `Because of ${reason}`,
): Response {
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, details, code };
  return Response.json(status, headers === undefined ? { status: code } : { status: code, headers });
}

function brokenBody(): Response {
  let pulled = false;
  const body = new ReadableStream({
    pull(controller): void {
      if (pulled) controller.error(new TypeError("connection reset"));
      else controller.enqueue(new TextEncoder().encode('{"metadata":{"na'));
      pulled = true;
    },
  });
  return new Response(body, { status: 201, headers: { "content-type": "application/json" } });
}

/** Options of {@linkcode faultyFetch}. */
export interface FaultyFetchOptions {
  /** The server behind it. */
  readonly api: (request: Request) => Promise<Response>;
  /** Returns the fault of a request, or `undefined` for the response of `api`. */
  readonly choose: (request: Request) => Fault | undefined;
  /** Hangs until the request is aborted. */
  readonly hang: (request: Request) => Promise<never>;
}

/** A `fetch` that responds with the fault that `choose` returns, or forwards to `api`. */
export function faultyFetch(
  { api, choose, hang }: FaultyFetchOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const fault = choose(request);
    switch (fault) {
      case undefined:
        return await api(request);
      case "429 with seconds":
        return failure(429, "TooManyRequests", { retryAfterSeconds: 0 }, { "retry-after": "0" });
      case "429 with a date":
        return failure(429, "TooManyRequests", undefined, { "retry-after": new Date(Date.now() - 1000).toUTCString() });
      case "429 in plain text":
        return new Response("Too many requests, please try again later.\n", { status: 429 });
      case "500":
        return failure(500, "InternalError");
      case "503":
        return failure(503, "ServiceUnavailable");
      case "504":
        return failure(504, "Timeout");
      case "403 forbidden":
        return failure(403, "Forbidden", { kind: "events" });
      case "403 access denied": {
        const verb = request.method === "POST" ? "create" : "patch";
        const message = `events is forbidden: User "u" cannot ${verb} resource "events" in API group ""`;
        return failure(403, "Forbidden", { kind: "events" }, undefined, message);
      }
      case "403 namespace terminating":
        if (request.method !== "POST") return await api(request);
        return failure(403, "Forbidden", { kind: "events", causes: [{ reason: "NamespaceTerminating" }] });
      case "404 on patch":
        if (request.method !== "PATCH") return await api(request);
        return failure(404, "NotFound", { kind: "events" });
      case "413":
        return failure(413, "RequestEntityTooLarge");
      case "422":
        return failure(422, "Invalid", { kind: "Event", causes: [{ reason: "FieldValueInvalid", field: "type" }] });
      case "401":
        return failure(401, "Unauthorized");
      case "connection refused":
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) });
      case "no such host":
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("lookup"), { code: "ENOTFOUND" }) });
      case "hang":
        return await hang(request);
      default:
        await api(request);
    }
    switch (fault) {
      case "done, hang":
        return await hang(request);
      case "done, body breaks off":
        return brokenBody();
      case "done, body is not JSON":
        return new Response("<html>", { status: 200, headers: { "content-type": "text/html" } });
      case "done, body is not an event":
        return Response.json("done");
      default:
        throw new TypeError("fetch failed", { cause: Object.assign(new Error("read"), { code: "ECONNRESET" }) });
    }
  };
}
