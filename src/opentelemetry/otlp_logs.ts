import { delay } from "@std/async/delay";
import { checkOptions, invalid, type OptionKinds } from "../api/check_options.ts";
import { counted, type Logger, oneLine, reasonOf, tellLogger } from "../api/logger.ts";
import { onAbort } from "../api/on_abort.ts";
import type { Clock } from "../api/time.ts";
import { type EventDelivery, logRecord } from "./log_record.ts";
import { type Attributes, checkAttributes } from "./meter.ts";

/**
 * Options of {@linkcode otlpLogs}.
 *
 * @category OpenTelemetry
 */
export interface OtlpLogsOptions {
  /**
   * The OTLP/HTTP endpoint, such as `"http://localhost:4318"`: http or https, without credentials. `/v1/logs` is
   * appended unless it has a path.
   */
  readonly url: string | URL;
  /** Headers of every request, such as `authorization`. */
  readonly headers?: RequestInit["headers"] | undefined;
  /**
   * Makes the requests. It must reject when the request's signal aborts.
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
  /** Receives one line for each response that rejects records. */
  readonly logger?: Logger | undefined;
  /**
   * Source of the records' observed time.
   *
   * @default {Date}
   */
  readonly clock?: Clock | undefined;
}

const OPTIONS: OptionKinds<OtlpLogsOptions> = {
  url: "anything",
  headers: "anything",
  fetch: "a function",
  resource: "anything",
  requestTimeoutMs: "more than 0 and at most 2147483647",
  logger: "a Logger",
  clock: "a Clock",
};

/**
 * Exports batches of events; see {@linkcode otlpLogs}.
 *
 * @category OpenTelemetry
 */
export interface OtlpLogs {
  /** Resolves once the endpoint has acknowledged all records of the batch; rejects if it may be tried again. */
  (batch: readonly EventDelivery[], options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Returns the counters so far. */
  stats(): {
    /** Number of records that the endpoint accepted. */
    readonly exported: number;
    /** Number of records that the endpoint permanently rejected: they are lost. */
    readonly rejected: number;
  };
}

/** Maximum length of a request's body, in UTF-16 code units: at most 3 MiB, of the 20 MiB that a Collector accepts. */
const MAX_BODY_LENGTH = 2 ** 20;
/** The longest pause that an endpoint can ask for. */
const MAX_RETRY_AFTER_MS = 75_000;

/**
 * Returns a `deliver` for `forward` of `@kubecast/events/reader`: it exports events as log records to an OpenTelemetry
 * Collector, or any other endpoint that takes logs by OTLP/HTTP with JSON.
 *
 * - **Attributes** are those of the Collector's own `k8s_events` receiver, empty ones included, so that it can take the
 *   receiver's place: `k8s.event.reason`, `action`, `start_time`, `name`, `uid`, `count`, `reporting_controller` and
 *   `reporting_instance`, `k8s.namespace.name`, and on the resource `k8s.object.kind`, `name`, `uid`, `fieldpath`,
 *   `api_version` and `resource_version`, and `k8s.node.name`. The body is the message.
 * - **Besides**: the event name `k8s.event`, `kubecast.event.delta` (occurrences since the previous record of the event),
 *   `kubecast.event.estimated` where that is a guess, and the delivery's key as `log.record.uid`, by which a store can
 *   drop duplicates.
 * - **Severity** is INFO for `Normal`, WARN for `Warning`, and ERROR and FATAL for the types `Error` and `Critical` that
 *   some programs write. The time is that of the last occurrence, in whole milliseconds, unlike that receiver, which
 *   repeats the first time of an event with an `eventTime`, and omits the count of a series.
 * - **Traces**: the trace and span ids of the annotation `traceparent`, which {@linkcode traceContext} writes.
 * - **Requests** have at most 3 MiB, unless one record takes more. One that is answered with 400 or 413 is split, down to the record that the
 *   endpoint does not take: that is counted as `rejected` and logged. Until the endpoint has accepted a record, such
 *   answers are errors, as the URL is probably wrong.
 * - **Partial success** is final: the rejected records are counted and logged.
 * - **Any other failure** rejects, so that the batch is delivered again; records that were acknowledged are left out
 *   then. The next request waits for as long as `Retry-After` asked, up to 75 seconds. Unlike OTLP, which gives up at
 *   401, 403, 404 and 500: these are often mended, and the events would be lost.
 *
 * @throws {RangeError} If `requestTimeoutMs` is out of range.
 * @throws {TypeError} If the URL is invalid, or an option has the wrong type.
 *
 * @example
 * ```ts
 * import { toOccurrence } from "@kubecast/events/reader";
 * import { otlpLogs } from "@kubecast/events/opentelemetry";
 * import assert from "node:assert/strict";
 *
 * const collector = async (request: Request) => { // in place of fetch, for this example
 *   const { resourceLogs } = await request.json();
 *   assert.equal(resourceLogs[0].scopeLogs[0].logRecords[0].body.stringValue, "Back-off restarting container");
 *   return Response.json({});
 * };
 * const deliver = otlpLogs({ url: "http://localhost:4318", fetch: collector });
 * const occurrence = toOccurrence({
 *   metadata: { name: "web.17b2", namespace: "shop", uid: "u1" },
 *   involvedObject: { kind: "Pod", namespace: "shop", name: "web" },
 *   type: "Warning",
 *   reason: "BackOff",
 *   message: "Back-off restarting container",
 * });
 * await deliver([{ key: "u1/1", occurrence }]);
 * assert.deepEqual(deliver.stats(), { exported: 1, rejected: 0 });
 * ```
 *
 * @category OpenTelemetry
 */
export function otlpLogs(options: OtlpLogsOptions): OtlpLogs {
  const exporter = new OtlpExporter(options);
  const deliver: (...args: Parameters<OtlpLogs>) => Promise<void> = (batch, { signal } = {}) =>
    exporter.export(batch, signal);
  return Object.assign(deliver, { stats: () => exporter.stats() });
}

/** A record in JSON, with the resource that it belongs to. */
interface EncodedRecord {
  readonly key: string;
  readonly resource: string;
  readonly json: string;
}

class OtlpExporter {
  readonly #url: URL;
  /** The URL in errors: its query may hold a token. */
  readonly #where: string;
  readonly #options: OtlpLogsOptions;
  /** Keys that were acknowledged of a batch that failed, as it will be delivered again. */
  readonly #acknowledged = new Set<string>();
  #notBefore = 0;
  #exported = 0;
  #rejected = 0;

  constructor(options: OtlpLogsOptions) {
    checkOptions(VERB, options, OPTIONS);
    this.#url = logsUrl(options.url);
    this.#where = this.#url.origin + this.#url.pathname;
    this.#options = options;
    // Throws if the headers are invalid.
    new Headers(options.headers);
    checkAttributes(VERB, "resource", options.resource);
  }

  stats(): ReturnType<OtlpLogs["stats"]> {
    return { exported: this.#exported, rejected: this.#rejected };
  }

  async export(batch: readonly EventDelivery[], signal: AbortSignal | undefined): Promise<void> {
    const { resource, clock = Date } = this.#options;
    const observedMs = clock.now();
    const remaining = batch.filter(({ key }) => !this.#acknowledged.has(key));
    const records = remaining.map(({ key, occurrence }) => {
      const { resource: own, record } = logRecord(key, occurrence, { observedMs, resource });
      return { key, resource: JSON.stringify(own), json: JSON.stringify(record) };
    });
    for (const chunk of chunksOf(records)) await this.#send(chunk, signal);
    this.#acknowledged.clear();
  }

  async #send(records: readonly EncodedRecord[], signal: AbortSignal | undefined): Promise<void> {
    // The clock may have been set back meanwhile.
    const pauseMs = Math.min(this.#notBefore - Date.now(), MAX_RETRY_AFTER_MS);
    if (pauseMs > 0) await delay(pauseMs, signal && { signal });
    const { status, headers, text } = await this.#post(bodyOf(records), signal);
    if (status >= 200 && status < 300) return this.#accepted(records, text);
    const error = new Error(`Cannot ${VERB} to ${this.#where}: HTTP ${status}${messageIn(text)}`);
    this.#notBefore = Date.now() + retryAfter(headers);
    if (status !== 400 && status !== 413) throw error;
    if (records.length > 1) {
      const middle = Math.ceil(records.length / 2);
      await this.#send(records.slice(0, middle), signal);
      return this.#send(records.slice(middle), signal);
    }
    if (this.#exported === 0) throw error;
    this.#acknowledge(records, { rejected: 1, message: error.message });
  }

  #accepted(records: readonly EncodedRecord[], text: string): void {
    let rejected = 0, message = "";
    try {
      const { partialSuccess } = JSON.parse(text || "{}");
      rejected = Math.max(0, Math.min(Number(partialSuccess?.rejectedLogRecords) || 0, records.length));
      message = String(partialSuccess?.errorMessage ?? "");
    } catch {
      throw new Error(`Cannot ${VERB} to ${this.#where}: its response is not that of an OTLP endpoint`);
    }
    this.#acknowledge(records, { rejected, message });
  }

  #acknowledge(records: readonly EncodedRecord[], { rejected, message }: { rejected: number; message: string }): void {
    this.#exported += records.length - rejected;
    this.#rejected += rejected;
    for (const { key } of records) this.#acknowledged.add(key);
    if (rejected === 0) return;
    const lost = counted(rejected, "log record was", "log records were");
    tellLogger(this.#options.logger, "warn", `${lost} rejected by ${this.#where}: ${message}`);
  }

  async #post(
    body: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
    const { headers: given, fetch = (request) => globalThis.fetch(request), requestTimeoutMs = 30_000 } = this.#options;
    const aborter = new AbortController();
    const timeout = new DOMException(`No response within ${requestTimeoutMs} ms`, "TimeoutError");
    const timer = setTimeout(() => aborter.abort(timeout), requestTimeoutMs);
    const forget = onAbort(signal, () => aborter.abort(signal!.reason));
    const headers = new Headers(given);
    headers.set("content-type", "application/json");
    const request = new Request(this.#url, {
      method: "POST",
      body,
      headers,
      redirect: "manual",
      signal: aborter.signal,
    });
    // Node aborts only requests that are not garbage-collected.
    inFlight.add(request);
    try {
      signal?.throwIfAborted();
      const response = await fetch(request);
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      signal?.throwIfAborted();
      throw new Error(`Cannot ${VERB} to ${this.#where}: ${reasonOf(error)}`, { cause: error });
    } finally {
      inFlight.delete(request);
      clearTimeout(timer);
      forget();
    }
  }
}

const VERB = "export logs";
const inFlight = new Set<Request>();

function logsUrl(given: unknown): URL {
  const rule = 'be an http or https URL without credentials, such as "http://localhost:4318"';
  const parsed = URL.canParse(String(given)) ? new URL(String(given)) : undefined;
  // Not in the message: it may hold a password.
  if (parsed?.username || parsed?.password) throw new TypeError(`Cannot ${VERB}: url must ${rule}`);
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError(invalid(VERB, "url", rule, given));
  }
  if (parsed.pathname === "/") parsed.pathname = "/v1/logs";
  return parsed;
}

function* chunksOf(records: readonly EncodedRecord[]): Generator<EncodedRecord[]> {
  let chunk: EncodedRecord[] = [];
  let length = 0;
  for (const record of records) {
    const size = record.json.length + record.resource.length;
    if (chunk.length > 0 && length + size > MAX_BODY_LENGTH) {
      yield chunk;
      [chunk, length] = [[], 0];
    }
    chunk.push(record);
    length += size;
  }
  if (chunk.length > 0) yield chunk;
}

/** Returns an `ExportLogsServiceRequest` in JSON, with one `ResourceLogs` for each resource. */
function bodyOf(records: readonly EncodedRecord[]): string {
  const byResource = new Map<string, string[]>();
  for (const { resource, json } of records) {
    const group = byResource.get(resource);
    if (group === undefined) byResource.set(resource, [json]);
    else group.push(json);
  }
  const resourceLogs = Array.from(byResource, ([resource, logRecords]) => {
    const scope = '{"name":"@kubecast/events"}';
    return `{"resource":${resource},"scopeLogs":[{"scope":${scope},"logRecords":[${logRecords}]}]}`;
  });
  return `{"resourceLogs":[${resourceLogs}]}`;
}

/** Returns the message of the `Status` in an OTLP error response. */
function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text);
    return typeof message === "string" && message !== "" ? `: ${oneLine(message.slice(0, 200))}` : "";
  } catch {
    return "";
  }
}

/** Returns the pause that a response asks for, in milliseconds: `Retry-After` is in seconds, or an HTTP date. */
function retryAfter(headers: Headers): number {
  const value = headers.get("retry-after")?.trim() ?? "";
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : 0; // NaN is none
}
