import { startTimer } from "./time.ts";

interface AbortCallbacks {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const shared = new WeakMap<AbortSignal, AbortCallbacks>();

/**
 * Calls `callback` when `signal` aborts, but not if it has aborted already.
 *
 * All callbacks on a signal share one listener, because platforms search the whole list to add or remove one.
 *
 * @returns A function that removes the callback; it may be called at any time, and more than once.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined || signal.aborted) return () => {};
  const { callbacks, listener } = shared.get(signal) ?? listen(signal);
  const entry = (): void => callback(); // a new function, because the same callback may be added twice
  callbacks.add(entry);
  return () => {
    if (!callbacks.delete(entry) || callbacks.size > 0) return;
    shared.delete(signal);
    signal.removeEventListener("abort", listener);
  };
}

function listen(signal: AbortSignal): AbortCallbacks {
  const callbacks = new Set<() => void>();
  const listener = (): void => {
    for (const callback of callbacks) callback();
  };
  const entry = { callbacks, listener };
  shared.set(signal, entry);
  signal.addEventListener("abort", listener);
  return entry;
}

/** Returns a signal that aborts with the first of several, like `AbortSignal.any()`, which edge-runtime lacks. */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController();
  const removeCallbacks: (() => void)[] = [];
  for (const signal of signals) {
    const abort = (): void => {
      for (const removeCallback of removeCallbacks) removeCallback();
      any.abort(signal.reason);
    };
    if (any.signal.aborted) break;
    if (signal.aborted) abort();
    else removeCallbacks.push(onAbort(signal, abort));
  }
  return any.signal;
}

/**
 * Waits for a value until the signal aborts, because the value may never arrive: for example the token of an
 * interactive login, or the response of a custom `fetch` that ignores its signal. If the value rejects later, the
 * rejection is ignored.
 */
export function untilAborted<T>(value: T | Promise<T>, signal: AbortSignal): T | Promise<T> {
  if (!(value instanceof Promise)) return value;
  return new Promise<T>((resolve, reject) => {
    value.then(resolve, reject).finally(onAbort(signal, () => reject(signal.reason)));
    if (signal.aborted) reject(signal.reason);
  });
}

/**
 * Runs a request with a signal that aborts with `signal` or after `timeoutMs`. Rejects when it aborts, even if the
 * request ignores it.
 *
 * @param options.message The message of the TimeoutError.
 */
export async function withTimeout<T>(
  request: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, message, signal }: {
    readonly timeoutMs: number;
    readonly message: string;
    readonly signal: AbortSignal | undefined;
  },
): Promise<T> {
  signal?.throwIfAborted();
  const limited = new AbortController();
  const timer = startTimer(() => limited.abort(new DOMException(message, "TimeoutError")), timeoutMs);
  const forget = onAbort(signal, () => limited.abort(signal!.reason));
  try {
    return await untilAborted(request(limited.signal), limited.signal);
  } finally {
    clearTimeout(timer);
    forget();
  }
}
