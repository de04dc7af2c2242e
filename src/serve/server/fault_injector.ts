import { delay } from "@std/async/delay";
import { untilAborted } from "../../base/tools/abort.ts";
import { ApiError, expired, forbidden, internalError } from "./wire/api_error.ts";
import { type CompleteFault, type Fault, type FaultAnswer, readFault } from "./fault.ts";
import { statusResponse, textResponse } from "./wire/json_response.ts";
import type { RoutedRequest } from "./wire/route.ts";

/** A fault that may still apply. */
interface PendingFault {
  readonly fault: CompleteFault;
  left: number;
}

export class FaultInjector {
  readonly #options: { readonly random: () => number; readonly expire: () => void };
  #pending: PendingFault[] = [];

  /** @param options.expire Discards all versions before the current one. */
  constructor(faults: Iterable<Fault>, options: { random: () => number; expire: () => void }) {
    this.#options = options;
    for (const fault of faults) this.add(fault);
  }

  add(given: Fault): void {
    const fault = readFault(given);
    this.#pending.push({ fault, left: fault.times });
  }

  clear(): void {
    this.#pending = [];
  }

  /**
   * Answers a request with the first matching fault, or normally.
   *
   * @param answer Answers the request normally; must not throw.
   * @throws The error of a fault's `when`; a TypeError for a reset; the reason of the request's signal if it aborts
   *   during a delay or hang.
   */
  async answer(given: RoutedRequest, answer: () => Promise<Response>): Promise<Response> {
    const pending = this.#pending.find((one) => this.#happens(one, given));
    if (pending === undefined) return answer();
    pending.left--;
    const { delayMs, applied, afterEvents, answer: wrong } = pending.fault;
    if (delayMs > 0) await delay(delayMs, { signal: given.request.signal });
    if (wrong === "expire") this.#options.expire();
    if (wrong === undefined || wrong === "expire") return await answer();
    if (wrong === "silent-close" || wrong === "cut") return broken(await answer(), { how: wrong, afterEvents });
    if (applied) await (await answer()).body?.cancel();
    // Awaited here, because some runtimes report a rejection as unhandled unless it is awaited at once.
    return await wrongAnswer(wrong, given, pending.fault.retryAfterSeconds);
  }

  #happens({ fault, left }: PendingFault, { request, path, verb }: RoutedRequest): boolean {
    const { verb: verbs, namespace = path.namespace, when, probability } = fault;
    if (left < 1 || namespace !== path.namespace) return false;
    if (verb === undefined || ![verbs].flat().includes(verb)) return false;
    if (when !== undefined && !when(request)) return false;
    // A fault of probability 1 draws no random number, so that adding one does not change when others apply.
    return probability >= 1 || this.#options.random() < probability;
  }
}

const NEWLINE = 10;

/** Returns the response with a body that ends, or breaks, after `afterEvents` lines. */
function broken(
  { body, status, headers }: Response,
  fault: { how: "silent-close" | "cut"; afterEvents: number },
): Response {
  const reader = body!.getReader();
  let left = fault.afterEvents;

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const { done = true, value = new Uint8Array() } = left > 0 ? await reader.read() : {};
    let end = 0;
    while (end < value.length && left > 0) if (value[end++] === NEWLINE) left--;
    // A cut also sends half of the next line, if the chunk contains it.
    const cut = fault.how === "cut" && left === 0 ? (value.indexOf(NEWLINE, end) - end) >> 1 : 0;
    if (value.length > 0) controller.enqueue(value.slice(0, end + Math.max(0, cut)));
    if (left > 0 && !done) return;
    await reader.cancel();
    if (fault.how === "cut") throw new TypeError("Connection cut by an injected fault");
    controller.close();
  }

  const cancel = (): Promise<void> => reader.cancel();
  return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), { status, headers });
}

async function wrongAnswer(
  answer: Exclude<FaultAnswer, "expire" | "silent-close" | "cut">,
  given: RoutedRequest,
  retryAfterSeconds: number | undefined,
): Promise<Response> {
  if (typeof answer === "function") return answer(given.request);
  if (answer === "hang") return await untilAborted(new Promise<never>(() => {}), given.request.signal);
  if (answer === "reset") {
    // The code makes listen() break the connection.
    throw Object.assign(new TypeError("Connection reset by an injected fault"), { code: "ECONNRESET" });
  }
  if (answer === "overloaded") {
    const response = textResponse("Too many requests, please try again later.", 429);
    response.headers.set("retry-after", String(retryAfterSeconds ?? 1));
    return response;
  }
  const { status } = wrongStatus(answer, given);
  const details = { ...status.details, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return statusResponse({ ...status, details });
}

/** The reasons and messages of answers that do not depend on the request. */
const STATUSES = {
  401: ["Unauthorized", "Unauthorized"],
  429: ["TooManyRequests", "Too many requests: limit reached on type Server for key "],
  503: ["ServiceUnavailable", "the server is currently unable to handle the request"],
  504: ["Timeout", "Timeout: request did not complete within requested timeout - context deadline exceeded"],
} as const;

function wrongStatus(
  answer: keyof typeof STATUSES | 403 | 410 | 500 | "server-timeout",
  { path, verb }: RoutedRequest,
): ApiError {
  const { api, name, namespace } = path;
  switch (answer) {
    case 403: {
      const scope = namespace === "" ? "at the cluster scope" : `in the namespace "${namespace}"`;
      const because = `User "example" cannot ${verb} resource "events" in API group "${api.group}" ${scope}`;
      return forbidden(api, name, { because });
    }
    case 410:
      return expired("The resourceVersion for the provided watch is too old.");
    case "server-timeout":
      return new ApiError(500, {
        reason: "ServerTimeout",
        message: `The ${verb} operation against ${api.resource} could not be completed at this time, please try again.`,
        details: { name: verb, kind: "events", ...(api.group !== "" && { group: api.group }), retryAfterSeconds: 2 },
      });
    case 500:
      return internalError("an injected fault");
    default: {
      const [reason, message] = STATUSES[answer];
      return new ApiError(answer, { reason, message });
    }
  }
}
