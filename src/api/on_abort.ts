/** The callbacks that share the one listener of a signal. */
interface AbortCallbacks {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const shared = new WeakMap<AbortSignal, AbortCallbacks>();

/**
 * Calls `callback` when `signal` aborts; never if it has aborted already.
 *
 * The signal has one listener for all callbacks: adding or removing one takes the platform a search through all.
 *
 * @returns A function that removes the callback; it may be called at any time, and more than once.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined || signal.aborted) return () => {};
  const { callbacks, listener } = shared.get(signal) ?? listen(signal);
  const entry = (): void => callback(); // the same function may be added twice
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
