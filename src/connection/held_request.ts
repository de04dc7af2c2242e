const heldBySignal = new WeakMap<AbortSignal, Request>();

/**
 * Makes a request that is held for as long as the signal that it is made with is: in Node the signal of a request that was
 * collected never aborts, and its connection would stay.
 */
export function heldRequest(url: string, init: RequestInit): Request {
  const request = new Request(url, init);
  if (init.signal) heldBySignal.set(init.signal, request);
  return request;
}
