import { reasonOf } from "../api/logger.ts";

/**
 * Calls back, until disposed of, when a program was ended by a signal without a name, such as a real-time one: Deno then
 * emits no event of the program, and rejects a promise of its own that would end this process. Node and Bun report exit
 * code 0.
 */
export function onNamelessSignal(callback: (signal: number) => void): Disposable {
  const listener = (event: Event): void => {
    const [, number] = reasonOf((event as PromiseRejectionEvent).reason).match(/^Invalid signal: (\d+)$/) ?? [];
    if (number === undefined) return;
    event.preventDefault();
    callback(Number(number));
  };
  // Node has none.
  globalThis.addEventListener?.("unhandledrejection", listener);
  return { [Symbol.dispose]: () => globalThis.removeEventListener?.("unhandledrejection", listener) };
}
