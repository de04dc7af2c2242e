/** Options of {@linkcode deadline}. */
export interface DeadlineOptions {
  /** Ends the wait: the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Settles as `promise` does, or rejects with a TimeoutError after `ms` milliseconds or with the signal's reason. */
export async function deadline<T>(promise: Promise<T>, ms: number, options: DeadlineOptions = {}): Promise<T> {
  const signals = [AbortSignal.timeout(ms)];
  if (options.signal) signals.push(options.signal);
  const signal = AbortSignal.any(signals);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
