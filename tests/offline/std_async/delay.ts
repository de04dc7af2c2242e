/** Options of {@linkcode delay}. */
export interface DelayOptions {
  /** Ends the wait: the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Whether the timer keeps the process alive; only Deno supports false. */
  persistent?: boolean;
}

/** Resolves after `ms` milliseconds, or rejects with the signal's reason. */
export function delay(ms: number, options: DelayOptions = {}): Promise<void> {
  const { signal, persistent = true } = options;
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (!persistent) {
      (globalThis as { Deno?: { unrefTimer(id: unknown): void } }).Deno?.unrefTimer(timer);
    }
  });
}
