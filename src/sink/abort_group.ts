/**
 * Tasks that can be aborted together, each through a signal of its own.
 *
 * Not one signal for all: Node takes more than ten listeners on one for a leak, and says so on the user's terminal.
 */
export class AbortGroup {
  readonly #running = new Set<AbortController>();

  /** Runs a task; its signal aborts when the group's tasks are aborted. */
  async run<R>(task: (signal: AbortSignal) => Promise<R>): Promise<R> {
    const controller = new AbortController();
    this.#running.add(controller);
    try {
      return await task(controller.signal);
    } finally {
      this.#running.delete(controller);
    }
  }

  /** Aborts the tasks of this moment; later ones run. */
  abort(reason?: unknown): void {
    for (const controller of [...this.#running]) controller.abort(reason);
  }
}

/** Options of {@linkcode timedRequest}. */
interface TimedRequestOptions {
  /** After how many milliseconds the request fails. */
  readonly timeoutMs: number;
  /** Ends the request at once. */
  readonly signal: AbortSignal;
}

/**
 * Makes a request that ends in time, even where the sink does not listen to the signal it is given.
 *
 * Not `AbortSignal.timeout`: its timers outlive the requests, thousands of them in a busy minute.
 */
export function timedRequest<T>(
  request: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, signal }: TimedRequestOptions,
): Promise<T> {
  const controller = new AbortController();
  let cleanUp!: () => void;
  return new Promise<T>((resolve, reject) => {
    const end = (reason: unknown): void => {
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => end(signal.reason);
    const onTimeout = (): void => end(new DOMException(`No answer within ${timeoutMs} ms`, "TimeoutError"));
    const timer = setTimeout(onTimeout, timeoutMs);
    signal.addEventListener("abort", onAbort);
    cleanUp = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    // Async, so that a sink that throws is one that rejects.
    (async () => await request(controller.signal))().then(resolve, reject);
  }).finally(cleanUp);
}
