import { delay } from "@std/async/delay";
import { invalid, type OptionTable, readOptions } from "../../base/tools/check_options.ts";
import { exchange, headersOf, release, sentOf, withoutSecrets } from "../../connect/connection/exchange.ts";
import { type Logger, tellLogger } from "../../base/tools/logger.ts";
import { counted } from "../../base/tools/text.ts";
import type { Delivery } from "../../base/event/occurrence.ts";
import { MAX_RETRY_AFTER_MS } from "../../base/event/retry_pauses.ts";
import { bodyText, StatusError } from "../../base/event/status_error.ts";
import { withTimeout } from "../../base/tools/abort.ts";
import { resourceLogs } from "./log_record.ts";
import { type Attributes, checkAttributes } from "./meter.ts";

/**
 * Options of {@linkcode otlpLogs}.
 *
 * @category OpenTelemetry
 */
export interface OtlpLogsOptions {
  /**
   * The OTLP/HTTP endpoint, such as `"http://localhost:4318"` (4317 is for gRPC): http or https, without credentials.
   * `/v1/logs` is appended unless it has a path.
   */
  readonly url: string | URL;
  /** Headers of every request, such as `authorization`. */
  readonly headers?: RequestInit["headers"] | undefined;
  /**
   * Sends the requests.
   *
   * @default {fetch}
   */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** Attributes of every record's resource, such as `{ "k8s.cluster.name": "production" }`. */
  readonly resource?: Attributes | undefined;
  /**
   * Time without a response after which a request fails, in milliseconds; more than 0.
   *
   * @default {30000}
   */
  readonly requestTimeoutMs?: number | undefined;
  /** Receives a line for each response that rejects records or has a warning, and one if a response is not OTLP's. */
  readonly logger?: Logger | undefined;
}

const otlpLogsOptionTable = () => ({
  url: ["anything"],
  headers: ["anything"],
  fetch: ["a function"],
  resource: ["anything"],
  requestTimeoutMs: ["more than 0 and at most 2147483647", 30_000],
  logger: ["a Logger"],
} as const satisfies OptionTable<OtlpLogsOptions>);

/**
 * Exports batches of events; see {@linkcode otlpLogs}.
 *
 * @category OpenTelemetry
 */
export interface OtlpLogs {
  /** Resolves once the endpoint has acknowledged all records; rejects if the batch must be delivered again. */
  (batch: readonly Delivery[], options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Returns the counters so far. */
  stats(): {
    /** Number of records that the endpoint accepted. */
    readonly exported: number;
    /** Number of records that the endpoint permanently rejected; they are lost. */
    readonly rejected: number;
  };
}

/** Maximum length of a request's records, in UTF-16 code units: up to 3 MiB, where a Collector accepts 20 MiB. */
const MAX_LENGTH = 2 ** 20;
/** The statuses that refuse the records of a request as malformed, too large or invalid. */
const REFUSALS = [400, 413, 422];
/** What to check if an endpoint refuses every request, by status. */
const HINTS: Readonly<Record<number, string>> = {
  403: " (check the headers)",
  404: " (check the url's path, which mostly ends with /v1/logs)",
  405: " (check the url's path, which mostly ends with /v1/logs)",
  415: " (it must accept JSON)",
};
/** Maximum logged length of an endpoint's message. */
const MAX_REASON_LENGTH = 1024;

/**
 * Returns a `deliver` for `forward` of `@kubecast/events/reader`: it exports events as log records to an OpenTelemetry
 * Collector, or any other endpoint that accepts logs over OTLP/HTTP in JSON.
 *
 * - **Attributes** are those of the Collector's own
 *   {@link https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/receiver/k8seventsreceiver | k8s_events}
 *   receiver, empty ones included, so that it can take the receiver's place: `k8s.event.reason`, `action`,
 *   `start_time`, `name`, `uid` and `count`, `k8s.namespace.name`, and on the resource `k8s.object.kind`, `name`,
 *   `uid`, `fieldpath`, `api_version` and `resource_version`. The body is the message, and the severity INFO for
 *   `Normal`, WARN for `Warning`, and ERROR and FATAL for the types `Error` and `Critical` that some programs write.
 *   See below for the differences.
 * - **Traces**: the trace and span ids of the annotation `traceparent`, which {@linkcode traceContext} writes.
 * - **Requests** have at most 3 MiB, unless a single record is larger. The status of the response determines the
 *   outcome:
 *
 * | response                               | outcome                                                                                  |
 * | -------------------------------------- | ---------------------------------------------------------------------------------------- |
 * | 2xx, regardless of its body            | success; a body that is not OTLP's JSON is logged once                                   |
 * | 2xx with `partialSuccess`              | final: the rejected records are counted and logged                                       |
 * | 400, 413, 422: about the records       | a `StatusError`: `forward` halves the batch, and hands the refused record to `onRefused` |
 * | any other, or none: about the endpoint | an `Error`: `forward` logs it, and delivers the batch again until it is accepted         |
 *
 * Until the endpoint has accepted a record, 400, 413 and 422 count as errors of the endpoint if it also refuses a
 * request without records, because the URL is then probably wrong. Acknowledged records are omitted when a batch is
 * delivered again. The next request waits for the time of `Retry-After`, up to a minute. Unlike OTLP's rules, 401, 403,
 * 404 and 500 are retried, because they are often fixed later, and the events would otherwise be lost.
 *
 * | difference                                             | here                                                     | the Collector's receiver                      |
 * | ------------------------------------------------------ | -------------------------------------------------------- | --------------------------------------------- |
 * | time                                                   | of the last occurrence, with its microseconds            | of the first, if it has an `eventTime`        |
 * | `k8s.event.count`                                      | of a series too                                          | absent for a series                           |
 * | `k8s.node.name`                                        | the Node itself, or that of the kubelet; else absent     | the host of any reporter, such as a scheduler |
 * | `k8s.event.reporting_controller`, `reporting_instance` | the reporter                                             | absent                                        |
 * | `kubecast.event.delta`                                 | occurrences since the previous record of the event       |                                               |
 * | `kubecast.event.estimated`                             | true if the delta is a guess                             |                                               |
 * | `log.record.uid`                                       | the delivery's key, by which a store can drop duplicates |                                               |
 * | event name                                             | `k8s.event`                                              |                                               |
 *
 * @throws {RangeError} If `requestTimeoutMs` is out of range.
 * @throws {TypeError} If the URL is invalid, or an option has the wrong type.
 *
 * @example
 * ```ts ignore
 * const reader = new EventReader(await inClusterConfig());
 * const forwarding = forward(reader, { deliver: otlpLogs({ url: "http://localhost:4318" }), logger: console });
 * ```
 *
 * @category OpenTelemetry
 */
export function otlpLogs(options: OtlpLogsOptions): OtlpLogs {
  const { url, headers, fetch, resource, requestTimeoutMs, logger } = readOptions(VERB, options, otlpLogsOptionTable());
  checkAttributes(VERB, "resource", resource);
  const endpoint = logsUrl(url);
  // Omits the query, which may contain a token.
  const where = endpoint.origin + endpoint.pathname;
  const json = "application/json";
  const sent = { ...headersOf(headers, VERB), "accept": json, "content-type": json };
  const stats = { exported: 0, rejected: 0 };
  /** The acknowledged keys of a failed batch, which will be delivered again. */
  const acknowledged = new Set<string>();
  /** The time before which the endpoint wants no further request. */
  let notBeforeMs = 0;
  /** Whether any response was not that of an OTLP endpoint. */
  let isForeign = false;

  const post = async (
    records: readonly EncodedDelivery[],
    signal: AbortSignal | undefined,
  ): Promise<PartialSuccess> => {
    // The clock may have been set back meanwhile.
    const pauseMs = Math.min(notBeforeMs - Date.now(), MAX_RETRY_AFTER_MS);
    if (pauseMs > 0) await delay(pauseMs, signal && { signal });
    const body = `{"resourceLogs":[${records.map(({ json }) => json)}]}`;
    const message = `${where} did not respond within ${requestTimeoutMs} ms`;
    let isAccepted = false;
    try {
      const answer = await withTimeout(async (signal) => {
        const response = await exchange(endpoint, { method: "POST", headers: sent, body, signal }, fetch);
        isAccepted = true;
        return await bodyText(response).finally(() => release(response));
      }, { timeoutMs: requestTimeoutMs, message, signal });
      // A response may be empty.
      return Object(Object(JSON.parse(answer || "{}")).partialSuccess);
    } catch (error) {
      if (error instanceof StatusError) notBeforeMs = Date.now() + (error.retryAfterMs ?? 0);
      if (!isAccepted || signal?.aborted) throw error;
      if (!isForeign) tellLogger(logger, "warn", `${where} ${FOREIGN}`);
      isForeign = true;
      return {};
    }
  };

  const acknowledge = (records: readonly EncodedDelivery[], { rejectedLogRecords, errorMessage }: PartialSuccess) => {
    const claimed = typeof rejectedLogRecords === "object" ? 0 : Math.trunc(Number(rejectedLogRecords));
    const rejected = Math.max(0, Math.min(claimed || 0, records.length));
    stats.exported += records.length - rejected;
    stats.rejected += rejected;
    for (const { key } of records) acknowledged.add(key);
    if (rejected === 0 && !errorMessage) return;
    const lost = rejected === 0
      ? `log records were accepted with a warning by`
      : `${counted(rejected, "log record was", "log records were")} rejected by`;
    const reason = typeof errorMessage === "string"
      ? withoutSecrets(errorMessage, sentOf(sent, endpoint.search)).slice(0, MAX_REASON_LENGTH)
      : "";
    tellLogger(logger, "warn", `${lost} ${where}: ${reason}`);
  };

  /** Sends records in one request, or in halves if it would be too large. */
  const send = async (records: readonly EncodedDelivery[], signal: AbortSignal | undefined): Promise<void> => {
    if (records.length < 2 || records.reduce((length, { json }) => length + json.length, 0) <= MAX_LENGTH) {
      if (records.length > 0) acknowledge(records, await post(records, signal));
      return;
    }
    const middle = Math.ceil(records.length / 2);
    await send(records.slice(0, middle), signal);
    await send(records.slice(middle), signal);
  };

  const deliver = async (...[batch, { signal } = {}]: Parameters<OtlpLogs>): Promise<void> => {
    const remaining = batch.filter(({ key }) => !acknowledged.has(key))
      .map((delivery) => ({ key: delivery.key, json: JSON.stringify(resourceLogs(delivery, resource)) }));
    let refusal: StatusError | undefined;
    try {
      await send(remaining, signal).catch(async (error) => {
        if (!(error instanceof StatusError && REFUSALS.includes(error.code))) throw error;
        refusal = error;
        // If the URL is wrong, an empty request is refused too.
        if (remaining.length === 1 && stats.exported === 0) await post([], signal);
      });
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      throw new Error(`Cannot ${VERB} to ${where}: ${error.message}${HINTS[error.code] ?? ""}`, { cause: error });
    }
    if (refusal !== undefined) {
      const message = `Cannot ${VERB} to ${where}: ${refusal.message}`;
      throw new StatusError({ ...refusal.status, message }, { cause: refusal });
    }
    acknowledged.clear();
  };
  return Object.assign(deliver, { stats: () => ({ ...stats }) });
}

const VERB = "export logs";
const FOREIGN = "accepted log records with a response that is not OTLP's JSON: is the url right?";

type EncodedDelivery = { readonly key: string; readonly json: string };

/** `ExportLogsPartialSuccess` of OTLP; a hostile endpoint may send values of any type. */
type PartialSuccess = { readonly rejectedLogRecords?: unknown; readonly errorMessage?: unknown };

function logsUrl(given: string | URL): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    const rule = 'be an http or https URL without credentials, such as "http://localhost:4318"';
    // Not shown if it may contain a password or a token.
    throw new TypeError(invalid(VERB, "url", rule, /[@?#]/.test(String(given)) ? "one with other parts" : given));
  }
  if (url.pathname === "/") url.pathname = "/v1/logs";
  return url;
}
