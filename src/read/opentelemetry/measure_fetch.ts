import { checkFunction, isError } from "../../base/tools/check_options.ts";
import { callGuarded } from "../../base/tools/logger.ts";
import { type Attributes, checkMeter, type Meter } from "./meter.ts";

/** The buckets in seconds, as the semantic conventions recommend. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Returns a `fetch` that measures its requests, for the `fetch` option of a sink, a reader or {@linkcode otlpLogs}.
 *
 * Records `http.client.request.duration` of the
 * {@link https://opentelemetry.io/docs/specs/semconv/http/http-metrics/ | semantic conventions}: the seconds until the
 * response's headers, with the attributes `http.request.method`, `server.address`, `server.port`, and
 * `http.response.status_code` or, if there is no response or it is an error, `error.type`. Errors of the meter are ignored.
 *
 * @param fetch The `fetch` that sends the requests; defaults to the global one.
 * @throws {TypeError} If the meter is not a `Meter`, or `fetch` is not a function.
 *
 * @example
 * ```ts ignore
 * const sink = new FetchEventSink({ server, token, fetch: measureFetch(meter) });
 * ```
 *
 * @category OpenTelemetry
 */
export function measureFetch(
  meter: Meter,
  fetch: (request: Request) => Promise<Response> = (request) => globalThis.fetch(request),
): (request: Request) => Promise<Response> {
  const verb = "measure fetch";
  checkMeter(verb, meter, "createHistogram");
  checkFunction(verb, "fetch", fetch);
  const durations = meter.createHistogram("http.client.request.duration", {
    unit: "s",
    description: "Duration of HTTP client requests.",
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  return async (request) => {
    const start = performance.now();
    let result: Attributes = {};
    try {
      const response = await fetch(request);
      // `undefined` if it is not a Response, which the caller rejects; 0 for a redirect that a browser did not follow.
      const status = response?.status;
      if (status > 0) {
        result = { "http.response.status_code": status, ...(status >= 400 && { "error.type": String(status) }) };
      }
      return response;
    } catch (error) {
      result = { "error.type": isError(error) ? error.name : "_OTHER" };
      throw error;
    } finally {
      callGuarded(({ method, url }) => {
        const { protocol, hostname, port } = new URL(url);
        durations.record((performance.now() - start) / 1000, {
          "http.request.method": method,
          // The address without the brackets that an IPv6 address has in a URL.
          "server.address": hostname.replace(/^\[(.*)\]$/, "$1"),
          "server.port": Number(port || (protocol === "https:" ? 443 : 80)),
          ...result,
        });
      }, request);
    }
  };
}
