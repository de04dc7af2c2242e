import { onAbort } from "./on_abort.ts";
import { startTimer } from "./time.ts";

/**
 * Waits for a value until the signal aborts: it may never arrive, such as the token of an interactive login, or the
 * response of a custom `fetch` that ignores its signal. A later rejection of the value is ignored.
 */
export function untilAborted<T>(value: T | Promise<T>, signal: AbortSignal): T | Promise<T> {
  if (!(value instanceof Promise)) return value;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) onAbort();
  });
}

/**
 * Runs a request with a signal that aborts with `signal` or after `timeoutMs`, and rejects then even if the request
 * ignores it.
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
