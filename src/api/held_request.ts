import { showValue } from "./check_options.ts";

/**
 * Keeps the requests made with a signal alive until their response has been read: in Node, the signal of a
 * garbage-collected `Request` never aborts, and a `fetch` that keeps only the signal would miss a timeout. No longer than
 * that signal: a worker's request may end before an answer, and nothing of it is heard again.
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

/** Called when the response has been read. */
export function release(response: Response): void {
  releaseOf.get(response)?.();
}

/** Returns a response whose request is held until the body has ended or was cancelled. */
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
